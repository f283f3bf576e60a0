// @ts-check
// The buttons that undo and redo.

import { typed } from "./dom.js";
import { MOVED } from "./state.js";

/**
 * @param {import("./state.js").State} state
 * @returns {() => void} stops watching
 */
export function watchUndo(state) {
  const [undo, redo] = ["undo", "redo"].map((id) => typed(id, HTMLButtonElement));
  const moved = () => {
    undo.disabled = !state.canUndo;
    redo.disabled = !state.canRedo;
  };
  undo.addEventListener("click", () => state.undo());
  redo.addEventListener("click", () => state.redo());
  addEventListener(MOVED, moved);
  moved();
  return () => removeEventListener(MOVED, moved);
}
