// @ts-check
// The list of keys, and the choice of those who press single keys by accident.

import { make } from "./dom.js";

/** What each key does in the presenter's view, for people. */
const PRESENTING = [
  ["PageDown, Space, →", "one step on: a pick more, or the next part; in a lesson the answer, then the next step"],
  ["PageUp, Shift+Space, ←", "one step back"],
  ["↓, ↑", "the next or the last part or panel, as large as the window"],
  ["Home", "back to the link’s own figure; from there, to before the first pick"],
  ["b, .", "a dark screen, until the next key"],
  ["Escape", "end"],
];

/** The same of the page at large; those that only some figures have are marked by what has them. */
const PAGE = [
  ["←, →", "on a figure: move the probe; elsewhere, where picks are shown: one fewer or more"],
  ["Home, End", "on a figure: to its ends"],
  ["Page Up, Page Down", "on a figure: from point to point"],
  ["Enter, Delete", "on a figure: add a point at the probe, remove the nearest; in the game, ask there or take back", "#points, #you-keys"],
  ["Shift+← or →", "in the game: move the nearest question", "#you-keys"],
  ["↑, ↓", "on a figure: pull the function at the probe, with Shift by a whole deviation; Escape lets it go", "#pull"],
  ["arrows", "on a square: move the crosshair, with Shift by ten; Enter on a function brings it there", ".squares"],
  ["−, +", "on a square: to the lowest or highest of the row", ".squares"],
  ["Escape", "on a figure: end the probe"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Alt+L", "between lesson and figure"],
  ["Alt+P", "the presenter’s view, and out of it"],
];

const KEPT = "talscope single keys";
/** What cannot be kept in the browser lasts as long as the page. */
let single = true;
try {
  single = localStorage.getItem(KEPT) !== "off";
} catch {
  // Sandboxed frames have no storage.
}

/** @param {KeyboardEvent} event @returns {boolean} whether it asks for the list */
export function asksForKeys({ key, code, altKey, ctrlKey, metaKey }) {
  if (ctrlKey || metaKey) return false;
  return altKey ? key === "/" || code === "Slash" : single && key === "?";
}

/** @param {boolean} presenting */
export function listKeys(presenting) {
  const here = presenting ? PRESENTING : PAGE.filter(([, , needs]) => !needs || document.querySelector(needs));
  const rows = [...here, ["?, Alt+/", "these keys"]].flatMap(([keys, words]) => [make("dt", {}, keys), make("dd", {}, words)]);
  const box = make("input", { type: "checkbox", checked: single });
  box.addEventListener("change", () => {
    single = box.checked;
    try {
      localStorage.setItem(KEPT, single ? "on" : "off");
    } catch {
      // It holds until the page is left.
    }
  });
  const close = make("button", { type: "button", autofocus: true }, "Close");
  const dialog = make("dialog", { className: "keys" }, make("h2", { id: "keys-title" }, presenting ? "Keys of the presenter’s view" : "Keys"),
    make("dl", { className: "helps" }, ...rows), make("p", {}, make("label", {}, box, " ? alone opens this list (Alt+/ always does)")), close);
  dialog.setAttribute("aria-labelledby", "keys-title");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
