// @ts-check
// The banner: what went wrong, in words. Text only, because links and files are untrusted.

import { element, setHidden, setText } from "./dom.js";

/** @param {unknown} error */
export function showError(error) {
  const words = error instanceof Error ? error.message : String(error);
  setText(element("banner-words"), sentence(words));
  element("banner").hidden = false;
}

export function clearError() {
  setHidden(element("banner"), true);
}

/** Shows whatever no one else caught. */
export function watchErrors() {
  /** @type {EventTarget | null} */
  let before = null;
  element("banner").addEventListener("focusin", ({ relatedTarget }) => (before = relatedTarget ?? before));
  const close = () => {
    if (element("banner").hidden) return;
    clearError();
    // Back to what is to be mended, or to where one was, and not to the top of the page.
    const wrong = document.querySelector("[aria-invalid=true]");
    const back = [wrong, before, element("lab")].find((place) => place instanceof HTMLElement && place.isConnected);
    /** @type {HTMLElement} */ (back).focus({ preventScroll: true });
  };
  element("banner-close").addEventListener("click", close);
  addEventListener("keydown", ({ key }) => key === "Escape" && close());
  addEventListener("error", (event) => showError(event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => showError(event.reason));
}

/**
 * Words with a large first letter and a mark at their end.
 * @param {string} words
 */
export function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
