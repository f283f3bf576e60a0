// @ts-check
// Pointers on a chart, in data units: hover, click, and drags of whatever can be gripped.

/**
 * @typedef {{ x: number, y: number, column: number, row: number, inside: boolean }} Place data units,
 *   CSS pixels of the canvas, and whether it lies in the plot
 * @typedef {object} Grip something under the pointer that can be dragged
 * @property {string} cursor
 * @property {(place: Place) => void} move
 * @property {(place: Place) => void} end
 *
 * @typedef {object} Hands
 * @property {() => Float64Array | null} frame where the chart put its data
 * @property {(place: Place, reach: number) => Grip | null} grip within so many pixels
 * @property {(place: Place | null) => void} hover null when the pointer leaves
 * @property {(place: Place) => void} click
 * @property {(place: Place) => void} doubleClick
 */

/** How far, in pixels, a click may stray; and how near a thing must be to be gripped. */
const STRAY = 4;
const REACH = { mouse: 9, touch: 22, pen: 14 };

/**
 * @param {HTMLElement} surface
 * @param {Hands} hands
 */
export function watchPointer(surface, hands) {
  /** @type {{ grip: Grip | null, start: Place, moved: boolean } | null} */
  let held = null;
  /** @param {PointerEvent | MouseEvent | Touch} event */
  const place = (event) => placeOf(surface, hands.frame(), event);

  surface.addEventListener("pointerdown", (event) => {
    const start = place(event);
    if (!start || event.button !== 0) return;
    const grip = hands.grip(start, reach(event));
    held = { grip, start, moved: false };
    if (grip) {
      surface.setPointerCapture(event.pointerId);
      hands.hover(null);
    }
  });
  surface.addEventListener("pointermove", (event) => {
    const now = place(event);
    if (!now) return;
    if (!held) {
      surface.style.cursor = hands.grip(now, reach(event))?.cursor ?? (now.inside ? "crosshair" : "default");
      hands.hover(now.inside ? now : null);
      return;
    }
    held.moved ||= Math.hypot(now.column - held.start.column, now.row - held.start.row) > STRAY;
    if (held.moved) held.grip?.move(now);
  });
  surface.addEventListener("pointerup", (event) => {
    const now = place(event);
    if (held && now && held.moved) held.grip?.end(now);
    else if (held && now?.inside && !held.grip) hands.click(now);
    held = null;
  });
  surface.addEventListener("pointercancel", () => (held = null));
  surface.addEventListener("pointerleave", () => hands.hover(null));
  surface.addEventListener("dblclick", (event) => {
    const now = place(event);
    if (now) hands.doubleClick(now);
  });
  // A finger on a grip drags it; anywhere else it scrolls the page.
  surface.addEventListener("touchstart", (event) => {
    const now = event.touches.length === 1 ? place(event.touches[0]) : null;
    if (now && hands.grip(now, REACH.touch)) event.preventDefault();
  }, { passive: false });
}

/** @param {PointerEvent} event */
function reach(event) {
  return REACH[/** @type {"mouse" | "touch" | "pen"} */ (event.pointerType)] ?? REACH.mouse;
}

/**
 * @param {HTMLElement} surface
 * @param {Float64Array | null} frame
 * @param {{ clientX: number, clientY: number }} event
 * @returns {Place | null}
 */
function placeOf(surface, frame, event) {
  if (!frame) return null;
  const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = frame;
  const box = surface.getBoundingClientRect();
  const [column, row] = [event.clientX - box.left, event.clientY - box.top];
  return {
    column,
    row,
    x: xLow + ((column - left) / (right - left)) * (xHigh - xLow),
    y: yHigh - ((row - top) / (bottom - top)) * (yHigh - yLow),
    inside: column >= left && column <= right && row >= top && row <= bottom,
  };
}
