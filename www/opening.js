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

/**
 * Goes from the game to the figure that it is about, with nobody's questions in it.
 * @param {import("./state.js").State} state
 */
export function endGame(state) {
  markSeen();
  state.commit(() => core.look(core.look(core.set_list(state.link, "you", []), "play"), "beat"), "", true);
}
