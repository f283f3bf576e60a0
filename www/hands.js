// @ts-check
// Hands on a figure on a line: training points and target regions to drag, add and remove, by mouse,
// finger and key, the same in every lab that has them. Also their lists, in which all can be typed.

import { core, guarded } from "./core.js";
import { element, noteDone, speak } from "./dom.js";
import { watchKeys } from "./keys.js";
import { showList } from "./part/list.js";
import { watchPointer } from "./pointer.js";

/** @typedef {{ points: number[][], regions: number[][] }} Grips */

export class Hands {
  /**
   * @param {import("./figure.js").FigureLab} lab
   * @param {() => void} [started] hears that a drag goes on
   */
  constructor(lab, started = () => {}) {
    this.lab = lab;
    this.started = started;
    /** The training point that Delete removes: the one touched last. */
    this.selected = -1;
    const key = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", key);
    lab.unwatch.push(() => removeEventListener("keydown", key));
  }

  /** @returns {Grips} what there is to hold */
  grips() {
    return gripsOf(this.lab);
  }

  /**
   * @param {string} gesture
   * @param {...number} numbers
   * @returns {string} the link after a gesture
   */
  touched(gesture, ...numbers) {
    return core.touch(this.lab.link, gesture, Float64Array.from(numbers));
  }

  /**
   * Lets hands on a canvas, and keys.
   * @param {HTMLCanvasElement} canvas
   * @param {import("./keys.js").View} view
   */
  watch(canvas, view) {
    const { lab } = this;
    const { frame } = view;
    const { pull } = lab;
    if (pull && view.model !== undefined) {
      const model = view.model;
      view.pull = { by: (x, steps) => pull.by(model, x, steps), letGo: () => pull.letGo() };
    }
    let before = lab.link;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", view.pull ? "figure-keys pull-keys" : "figure-keys");
    watchKeys(canvas, view, this);
    watchPointer(canvas, {
      frame,
      grip: (place, reach) => this.#grip(place, reach, frame(), view),
      hover: (place) => view.probe(place && place.x),
      click: ({ x, y }) => {
        before = lab.link;
        // The new point comes last, and is the one touched last.
        this.selected = this.grips().points.length;
        noteDone(`Point added at ${spoken(x)}.`);
        lab.state.commit(() => this.touched("add point", x, y));
      },
      takeBack: () => lab.state.takeBack(before),
      doubleClick: (place, reach) => {
        const point = pointAt(this.grips().points, place, reach, frame());
        if (point >= 0) this.removePoint(point);
        else if (this.#pulls(place, reach, frame(), view).held) pull?.letGo();
      },
    });
  }

  /**
   * Adds a training point, with what is observed there.
   * @param {number} x
   */
  observeAt(x) {
    const { lab } = this;
    const count = this.grips().points.length;
    noteDone(`Point added at ${spoken(x)}.`);
    lab.state.commit(() => core.touch(this.touched("add point"), "shift point", Float64Array.of(count, x)));
  }

  /**
   * Removes the training point nearest to a place.
   * @param {number} x
   */
  removeNear(x) {
    const distances = this.grips().points.map(([other]) => Math.abs(other - x));
    const nearest = distances.indexOf(Math.min(...distances));
    if (nearest < 0) return speak("There is no training point.");
    this.removePoint(nearest);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (["Delete", "Backspace"].includes(event.key) && this.selected >= 0) this.removePoint(this.selected);
  }

  /** @param {number} index */
  removePoint(index) {
    this.selected = -1;
    const [place] = this.grips().points[index] ?? [];
    if (place !== undefined) noteDone(`Point at ${spoken(place)} removed.`);
    this.lab.state.commit(() => this.touched("remove point", index));
  }

  /** Fills the lists of points and regions. */
  list() {
    const { state } = this.lab;
    const { points, regions } = this.grips();
    showList(element("points"), {
      what: "point",
      columns: ["x", "y"],
      optional: 1,
      change: (index, [x, y], column) => state.commit(() => {
        if (column === 0) return this.touched("shift point", index, x);
        return Number.isNaN(y) ? this.touched("observe point", index) : this.touched("move point", index, x, y);
      }),
      remove: (index) => this.removePoint(index),
      add: () => state.commit(() => this.touched("add point")),
    }, points);
    showList(element("regions"), {
      what: "region",
      columns: ["from", "to", "targets"],
      change: (index, typed) => state.commit(() => {
        const changed = this.grips().regions.map((region, i) => (i === index ? typed : region).join(":"));
        return core.set_list(this.lab.link, "target", changed);
      }),
      remove: (index) => state.commit(() => this.touched("remove region", index)),
      add: () => state.commit(() => this.touched("add region")),
    }, regions);
  }

  /**
   * @param {import("./pointer.js").Place} place
   * @param {number} reach
   * @param {Float64Array | null} frame
   * @param {import("./keys.js").View} view
   * @returns {import("./pointer.js").Grip | null}
   */
  #grip(place, reach, frame, view) {
    if (!frame || !this.lab.figure) return null;
    const { points, regions } = this.grips();
    const point = pointAt(points, place, reach, frame);
    if (point >= 0) {
      this.selected = point;
      return this.#gesture("grab", "move point", (now) => [point, now.x, now.y]);
    }
    const { held, line } = this.#pulls(place, reach, frame, view);
    if (held || !place.inside) return held;
    const scale = (frame[1] - frame[0]) / (frame[5] - frame[4]);
    for (const [index, [low, high]] of regions.entries()) {
      const [fromLow, fromHigh] = [place.x - low, place.x - high].map((d) => Math.abs(d) * scale);
      if (Math.min(fromLow, fromHigh) < reach * 0.7) {
        const other = fromLow < fromHigh ? high : low;
        return { ...this.#gesture("ew-resize", "move region", (now) => [index, now.x, other]), sideways: true };
      }
      if (place.x > low && place.x < high && place.row - frame[2] < 24) {
        return { ...this.#gesture("move", "shift region", (now) => [index, now.x - place.x]), sideways: true };
      }
    }
    return line;
  }

  /**
   * What can be held of the function itself.
   * @param {import("./pointer.js").Place} place
   * @param {number} reach
   * @param {Float64Array | null} frame
   * @param {import("./keys.js").View} view
   */
  #pulls(place, reach, frame, { model, pulling }) {
    const { pull } = this.lab;
    if (!pull || !frame || model === undefined) return { held: null, line: null };
    return pull.grips(model, place, reach, frame, (x) => {
      this.started();
      pulling?.(x);
    });
  }

  /**
   * A drag previews every move from where it began, and commits its end.
   * @param {string} cursor
   * @param {string} gesture
   * @param {(now: import("./pointer.js").Place) => number[]} numbers
   */
  #gesture(cursor, gesture, numbers) {
    const { state, link } = this.lab;
    const moved = (/** @type {import("./pointer.js").Place} */ now) => () =>
      core.touch(link, gesture, Float64Array.from(numbers(now)));
    return {
      cursor,
      sideways: false,
      move: (/** @type {import("./pointer.js").Place} */ now) => {
        this.started();
        state.preview(moved(now));
      },
      end: (/** @type {import("./pointer.js").Place} */ now) => state.commit(moved(now)),
      cancel: () => state.commit(() => link),
    };
  }
}

/**
 * What there is to hold in a lab's figure.
 * @param {import("./figure.js").FigureLab} lab
 * @returns {Grips}
 */
export function gripsOf({ figure }) {
  const [count = 0, ...numbers] = (figure && guarded(() => figure.grips())) ?? [];
  return { points: chunks(numbers.slice(0, 2 * count), 2), regions: chunks(numbers.slice(2 * count), 3) };
}

/** @param {number} x */
export function spoken(x) {
  return x.toFixed(2).replace("-", "−");
}

/**
 * The training point within reach, or -1.
 * @param {number[][]} points
 * @param {import("./pointer.js").Place} place
 * @param {number} reach
 * @param {Float64Array | null} frame
 */
export function pointAt(points, place, reach, frame) {
  if (!frame) return -1;
  const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = frame;
  const distances = points.map(([x, y]) => Math.hypot(
    left + ((x - xLow) / (xHigh - xLow)) * (right - left) - place.column,
    bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top) - place.row,
  ));
  const nearest = distances.indexOf(Math.min(...distances));
  return nearest >= 0 && distances[nearest] <= reach ? nearest : -1;
}

/**
 * @param {number[]} values
 * @param {number} size
 * @returns {number[][]}
 */
function chunks(values, size) {
  return Array.from({ length: values.length / size }, (_, i) => values.slice(size * i, size * (i + 1)));
}
