// @ts-check
// The buttons that undo and redo.

import { enable, typed } from "./dom.js";
import { MOVED } from "./state.js";

/**
 * @param {import("./state.js").State} state
 * @returns {() => void} stops watching
 */
export function watchUndo(state) {
  const [undo, redo] = ["undo", "redo"].map((id) => typed(id, HTMLButtonElement));
  const moved = () => {
    // Enabled first, so that the other can hand it the focus.
    if (state.canRedo) redo.disabled = false;
    enable(undo, state.canUndo, redo);
    enable(redo, state.canRedo, undo);
  };
  undo.addEventListener("click", () => state.undo());
  redo.addEventListener("click", () => state.redo());
  addEventListener(MOVED, moved);
  moved();
  return () => removeEventListener(MOVED, moved);
}
