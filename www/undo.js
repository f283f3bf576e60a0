// @ts-check
// The buttons that undo and redo, and that which leads back to the link’s figure.

import { allow, element } from "./dom.js";
import { MOVED } from "./state.js";

/**
 * @param {import("./state.js").State} state
 * @returns {() => void} stops watching
 */
export function watchUndo(state) {
  const moved = () => {
    allow("undo", state.canUndo);
    allow("redo", state.canRedo);
    // Settings are built with the first figure.
    if (document.getElementById("to-origin")) allow("to-origin", state.isAway);
  };
  element("undo").addEventListener("click", () => state.undo());
  element("redo").addEventListener("click", () => state.redo());
  addEventListener(MOVED, moved);
  moved();
  return () => removeEventListener(MOVED, moved);
}
