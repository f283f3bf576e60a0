// @ts-check
// Pointers on a chart, in data units: hover, click, and drags of whatever can be gripped. A finger
// that rests hovers, and two quick taps are a double click.

/**
 * @typedef {{ x: number, y: number, column: number, row: number, inside: boolean, over: boolean }} Place data units,
 *   CSS pixels of the canvas, whether it lies in the plot, and whether over it or what shares its
 *   x axis below
 * @typedef {object} Grip something under the pointer that can be dragged
 * @property {string} cursor
 * @property {boolean} sideways whether it moves only so: a finger that goes up or down scrolls
 * @property {boolean} [light] whether a click passes through it, and a finger must rest to hold it
 * @property {(place: Place) => void} move
 * @property {(place: Place) => void} end
 * @property {() => void} cancel
 *
 * @typedef {object} Hands
 * @property {() => Float64Array | null} frame where the chart put its data
 * @property {(place: Place, reach: number) => Grip | null} grip within so many pixels
 * @property {(place: Place | null) => void} hover null when the pointer leaves
 * @property {(place: Place) => void} click on empty space
 * @property {() => void} takeBack what the click did: it was the first half of a double click
 * @property {(place: Place, reach: number) => void} doubleClick on what can be gripped
 */

/** How far, in pixels, a click may stray; and how near a thing must be to be gripped. */
const STRAY = 4;
const REACH = { mouse: 9, touch: 22, pen: 14 };
/** How long, in milliseconds, a finger rests until it hovers, and two taps may be apart. */
const REST = 400;
const TWICE = 350;
/** For listeners that keep a finger from scrolling. */
const ACTIVE = { passive: false };

/**
 * @param {HTMLElement} surface
 * @param {Hands} hands
 */
export function watchPointer(surface, hands) {
  /** @type {{ grip: Grip | null, start: Place, moved: boolean } | null} */
  let held = null;
  /** Whether what the pointer did last was a click on empty space, and by a finger. */
  let empty = false;
  let finger = false;
  const rest = watchRest(surface, hands.hover);
  const tap = watchTaps(hands);
  /** @param {PointerEvent | MouseEvent | Touch} event */
  const place = (event) => placeOf(surface, hands.frame(), event);

  surface.addEventListener("pointerdown", (event) => {
    const start = place(event);
    if (!start || event.button !== 0) return;
    const touches = event.pointerType === "touch";
    const grip = hands.grip(start, reach(event));
    held = { grip, start, moved: false };
    if ((!grip || grip.light) && touches && start.over) rest.begin(start);
    if (!grip || (grip.light && touches)) return;
    surface.setPointerCapture(event.pointerId);
    addEventListener("keydown", escape);
    hands.hover(null);
  });
  /** @param {KeyboardEvent} event */
  const escape = (event) => {
    if (event.key !== "Escape" || !held?.moved) return;
    held.grip?.cancel();
    held = null;
  };
  surface.addEventListener("pointermove", (event) => {
    const now = place(event);
    if (!now) return;
    if (rest.hovers && held?.grip) held.moved = true;
    else if (rest.hovers) return hands.hover(now.over ? now : null);
    if (!held) return roam(surface, hands, now, reach(event));
    const [across, down] = [now.column - held.start.column, now.row - held.start.row];
    // A finger that does not rest scrolls, even on what it could hold.
    if (!rest.hovers && held.grip?.light && event.pointerType === "touch") return void rest.end();
    held.moved ||= held.grip?.sideways ? Math.abs(across) > Math.max(STRAY, Math.abs(down)) : Math.hypot(across, down) > STRAY;
    if (!held.moved) return;
    if (!rest.hovers) rest.end();
    held.grip?.move(now);
  });
  surface.addEventListener("pointerup", (event) => {
    const now = place(event);
    if (held && now && held.moved) held.grip?.end(now);
    const still = !rest.end() && held && !held.moved;
    empty = Boolean(still && now?.inside && (!held?.grip || held.grip.light));
    finger = event.pointerType === "touch";
    const gripped = still && held?.grip && !held.grip.light ? "grip" : "";
    if (now && finger) tap(now, empty ? "empty" : gripped, event.timeStamp);
    held = null;
  });
  surface.addEventListener("pointercancel", () => {
    if (held?.moved) held.grip?.cancel();
    held = null;
  });
  surface.addEventListener("lostpointercapture", () => removeEventListener("keydown", escape));
  surface.addEventListener("pointerleave", () => hands.hover(null));
  watchClicks(surface, hands, place, () => empty, () => finger);
  // A finger on a grip drags it; anywhere else it scrolls the page.
  surface.addEventListener("touchstart", (event) => {
    const now = event.touches.length === 1 ? place(event.touches[0]) : null;
    const grip = now && hands.grip(now, REACH.touch);
    if (grip && !grip.sideways && !grip.light) event.preventDefault();
  }, ACTIVE);
}

/**
 * A pointer that holds nothing: its cursor says what it could.
 * @param {HTMLElement} surface
 * @param {Hands} hands
 * @param {Place} now
 * @param {number} within
 */
function roam(surface, hands, now, within) {
  surface.style.cursor = hands.grip(now, within)?.cursor ?? (now.inside ? "crosshair" : "default");
  hands.hover(now.over ? now : null);
}

/**
 * A click acts at once, so that nobody has to wait for a second one that may never come.
 * @param {HTMLElement} surface
 * @param {Hands} hands
 * @param {(event: MouseEvent) => Place | null} place
 * @param {() => boolean} onEmpty whether the click was on empty space
 * @param {() => boolean} touches whether it was a finger's
 */
function watchClicks(surface, hands, place, onEmpty, touches) {
  let acted = false;
  const first = { x: 0, y: 0, time: -TWICE };
  surface.addEventListener("click", (event) => {
    const { clientX: x, clientY: y, timeStamp: time } = event;
    // How browsers count a finger's clicks differs.
    const near = time - first.time < TWICE && Math.hypot(x - first.x, y - first.y) < REACH.touch;
    const again = touches() ? near : event.detail > 1;
    if (again && touches() && acted) hands.takeBack();
    if (again && touches()) acted = false;
    if (again) return;
    const now = place(event);
    acted = Boolean(now) && onEmpty();
    Object.assign(first, { x, y, time });
    if (now && acted) hands.click(now);
  });
  surface.addEventListener("dblclick", (event) => {
    if (touches()) return;
    const now = place(event);
    if (acted) hands.takeBack();
    else if (now) hands.doubleClick(now, REACH.mouse);
  });
}

/**
 * A finger that rests on empty space hovers until it is lifted; meanwhile nothing scrolls.
 * @template P
 * @param {HTMLElement} surface
 * @param {(place: P | null) => void} hover
 */
export function watchRest(surface, hover) {
  let timer = 0;
  const rest = {
    hovers: false,
    /** @param {P} start */
    begin(start) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        rest.hovers = true;
        hover(start);
      }, REST);
    },
    /** @returns {boolean} whether it hovered, and so was no tap */
    end() {
      clearTimeout(timer);
      const hovered = rest.hovers;
      rest.hovers = false;
      if (hovered) hover(null);
      return hovered;
    },
  };
  surface.addEventListener("touchmove", (event) => {
    if (rest.hovers && event.cancelable) event.preventDefault();
  }, ACTIVE);
  surface.addEventListener("pointercancel", () => rest.end());
  // A long press would open a menu.
  surface.addEventListener("contextmenu", (event) => rest.hovers && event.preventDefault());
  return rest;
}

/**
 * Taps on grips make no clicks, because they might have become drags; so two of them, or one on
 * empty space and one on what it made, are told apart here.
 * @param {Hands} hands
 * @returns {(now: Place, on: "grip" | "empty" | "", time: number) => void} hears every finger that
 *   lifts, what it tapped on, if it did, and when
 */
function watchTaps(hands) {
  /** @type {{ place: Place, time: number, on: string } | null} */
  let last = null;
  return (now, on, time) => {
    const near = last && Math.hypot(now.column - last.place.column, now.row - last.place.row) < REACH.touch;
    const second = on === "grip" && near && last && time - last.time < TWICE;
    if (second && last?.on === "grip") hands.doubleClick(now, REACH.touch);
    else if (second) hands.takeBack();
    last = on && !second ? { place: now, time, on } : null;
  };
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
  const beside = column >= left && column <= right && row >= top;
  return {
    column,
    row,
    x: xLow + ((column - left) / (right - left)) * (xHigh - xLow),
    y: yHigh - ((row - top) / (bottom - top)) * (yHigh - yLow),
    inside: beside && row <= bottom,
    over: beside && row <= box.height,
  };
}
