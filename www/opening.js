// @ts-check
// With what the page opens where its address says nothing: a game, for whoever has not seen it yet.

import { core, guarded } from "./core.js";

const SEEN = "talscope-played";

/** Storage may be full or forbidden: then the game is offered again. */
export function isSeen() {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return false;
  }
}

export function markSeen() {
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    // As above.
  }
}

/** @returns {string} the link that stands for no link */
export function openingLink() {
  return isSeen() ? "" : guarded(() => core.opening());
}
