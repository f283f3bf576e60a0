// @ts-check
// Copying, and a word on what was done.

import { element, make } from "./dom.js";

/** How long, in milliseconds, a word stays. */
const READABLE = 3000;

/** The timer that takes the last word away. */
let fading = 0;

/** @param {string} words */
export function say(words) {
  clearTimeout(fading);
  element("said").textContent = words;
  fading = setTimeout(() => (element("said").textContent = ""), READABLE);
}

/**
 * @param {string} text
 * @param {string} done what to say then
 * @returns {Promise<boolean>} whether that could be done without a hand
 */
export async function copy(text, done) {
  // An address on disk means nothing elsewhere.
  const where = location.protocol === "file:" ? " It leads to this file, on this computer only." : "";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Insecure hosts have no clipboard, readers may forbid it, and frames need to be allowed to use it.
    say("");
    showToCopy(text, where);
    return false;
  }
  say(done + where);
  return true;
}

/**
 * @param {string} text
 * @param {string} where it leads, if that must be said
 */
function showToCopy(text, where) {
  const why = make("p", { id: "by-hand" }, `This page is not allowed to copy.${where} Please copy the selected text by hand:`);
  const field = make("textarea", { value: text, readOnly: true, rows: 4, ariaLabel: "Text to copy" });
  const close = make("button", { type: "button" }, "Close");
  const dialog = make("dialog", {}, why, field, close);
  dialog.setAttribute("aria-labelledby", why.id);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
