// @ts-check
// A canvas that is as sharp as the screen and redraws when its size or the screen's changes.

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
