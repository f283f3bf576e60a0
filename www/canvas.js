// @ts-check
// A canvas that is as sharp as the screen and redraws when its size or the screen's changes.

import { showError } from "./errors.js";
import { isDark } from "./theme.js";

/**
 * @typedef {(canvas: HTMLCanvasElement, width: number, height: number, ratio: number, dark: boolean)
 *   => Float64Array} Draw draws in CSS pixels and returns the frame
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Draw} draw
 * @returns {Float64Array | null} the frame; null while the canvas has no size
 */
export function drawSharp(canvas, draw) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0 || height === 0) return null;
  const ratio = devicePixelRatio;
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  // Setting the size clears the canvas and costs time, even when it stays the same.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  return draw(canvas, width, height, ratio, isDark());
}

/**
 * @param {HTMLElement} box
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchSize(box, changed) {
  const observer = new ResizeObserver(changed);
  observer.observe(box);
  /** @type {MediaQueryList} */
  let ratio;
  const follow = () => {
    ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    ratio.addEventListener("change", moved, { once: true });
  };
  const moved = () => {
    changed();
    follow();
  };
  follow();
  return () => {
    observer.disconnect();
    ratio.removeEventListener("change", moved);
  };
}

/** How long, in milliseconds, drawings may hold up the page in one go. */
const GO = 6;

/**
 * Does tasks one after the other, with a breath between them when they take long.
 * @returns {(tasks: (() => void)[]) => void} starts tasks; those that were waiting are dropped
 */
export function inTurn() {
  /** @type {(() => void)[]} */
  let waiting = [];
  let timer = 0;
  const go = () => {
    const start = performance.now();
    while (waiting.length > 0 && performance.now() - start < GO) {
      try {
        /** @type {() => void} */ (waiting.shift())();
      } catch (error) {
        waiting = [];
        showError(error);
      }
    }
    timer = waiting.length > 0 ? setTimeout(go) : 0;
  };
  return (tasks) => {
    clearTimeout(timer);
    waiting = [...tasks];
    go();
  };
}
