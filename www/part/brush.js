// @ts-check
// Marks of the large scatter under hands: pointed at, lit one by one, by a rectangle, or by keys.

import { Sheet } from "../canvas.js";
import { element, setText, speak, typed } from "../dom.js";
import { watchPointer } from "../pointer.js";

/** How near, in pixels, a mark must be to be meant; fingers are told by how far they reach. */
const NEAR = 14;
const FINGER = 20;
/** How far, in pixels, what lies outside is shown from the border. */
const INSET = 6;
/** More steps than there are marks. */
const FAR = 1e6;

/**
 * @typedef {import("../pointer.js").Place} Place
 * @typedef {{ column: number, row: number }} Spot
 */

export class Brush {
  /** @param {import("../lab/agreement.js").AgreementLab} lab */
  constructor(lab) {
    this.lab = lab;
    this.sheet = new Sheet(typed("lit", HTMLCanvasElement));
    this.box = element("frame-box");
    /** @type {Float64Array | null} */
    this.frame = null;
    /** @type {([number, number] | null)[]} */
    this.places = [];
    /** @type {number[]} */
    this.now = [];
    /** The mark that is pointed at, or -1. */
    this.pointed = -1;
    const { canvas } = this.sheet;
    let moved = false;
    watchPointer(canvas, {
      frame: () => this.frame,
      // A finger scrolls; it lights marks by taps.
      grip: (start, reach) => (reach > FINGER || !start.inside ? null : {
        cursor: "crosshair",
        sideways: false,
        move: (to) => {
          moved = true;
          this.#drag(start, to);
        },
        end: () => {
          this.box.hidden = true;
          this.lab.light(this.now);
        },
        cancel: () => {
          this.box.hidden = true;
          this.lab.lit(this.lab.words().lit);
        },
      }),
      hover: (at) => this.#point(at ? this.#nearest(at) : -1),
      click: () => {},
      takeBack: () => {},
      doubleClick: () => {},
    });
    canvas.addEventListener("pointerdown", () => (moved = false));
    canvas.addEventListener("click", (event) => {
      if (moved) return;
      const box = canvas.getBoundingClientRect();
      const mark = this.#nearest({ column: event.clientX - box.left, row: event.clientY - box.top });
      this.#point(mark);
      if (mark >= 0) this.#toggle(mark);
      else if (this.lab.words().lit.length > 0) this.lab.light([]);
    });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => this.#point(-1));
  }

  /** @param {Float64Array | null} frame where the scatter was drawn */
  place(frame) {
    this.frame = frame;
    this.places = this.lab.ask("places");
    if (this.pointed >= this.places.length) this.pointed = -1;
  }

  /** @param {number[]} models that are lit */
  draw(models) {
    this.now = models;
    this.sheet.clear();
    if (this.lab.figure) this.sheet.draw(this.lab.figure, "lit", this.pointed, ...models);
  }

  /** @param {number} mark */
  #point(mark) {
    if (mark === this.pointed) return;
    this.pointed = mark;
    this.draw(this.now);
    setText(element("readout"), mark < 0 ? "" : this.lab.ask("mark", mark));
  }

  /** @param {number} mark */
  #toggle(mark) {
    const { lit } = this.lab.words();
    const was = lit.includes(mark);
    this.lab.light(was ? lit.filter((other) => other !== mark) : [...lit, mark]);
    speak(`${this.lab.words().models[mark]?.title} ${was ? "no longer lit" : "lit"}.`);
  }

  /**
   * The marks between two places are lit; what is drawn anew is only what changes.
   * @param {Place} from
   * @param {Place} to
   */
  #drag(from, to) {
    const between = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ at) => at >= Math.min(a, b) && at <= Math.max(a, b);
    const inside = this.#spots().flatMap((spot, i) =>
      (spot && between(from.column, to.column, spot.column) && between(from.row, to.row, spot.row) ? [i] : []));
    Object.assign(this.box.style, {
      left: `${Math.min(from.column, to.column)}px`,
      top: `${Math.min(from.row, to.row)}px`,
      width: `${Math.abs(from.column - to.column)}px`,
      height: `${Math.abs(from.row - to.row)}px`,
    });
    this.box.hidden = false;
    if (inside.join() !== this.now.join()) this.lab.lit(inside);
  }

  /** @returns {(Spot | null)[]} pixels of all marks, of those outside at the border */
  #spots() {
    const { frame } = this;
    if (!frame) return [];
    const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = frame;
    const within = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) => Math.min(Math.max(at, low + INSET), high - INSET);
    return this.places.map((place) => place && {
      column: within(left + ((place[0] - xLow) / (xHigh - xLow)) * (right - left), left, right),
      row: within(bottom - ((place[1] - yLow) / (yHigh - yLow)) * (bottom - top), top, bottom),
    });
  }

  /** @param {Spot} at */
  #nearest(at) {
    let [nearest, least] = [-1, NEAR];
    this.#spots().forEach((spot, i) => {
      const distance = spot ? Math.hypot(spot.column - at.column, spot.row - at.row) : Infinity;
      if (distance < least) [nearest, least] = [i, distance];
    });
    return nearest;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [1, 1], ArrowDown: [1, -1], Home: [0, -FAR], End: [0, FAR] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) this.#step(step[0], step[1], event.shiftKey);
    else if ((event.key === "Enter" || event.key === " ") && this.pointed >= 0) this.#toggle(this.pointed);
    else if (event.key === "Escape" && this.lab.words().lit.length > 0) this.lab.light([]);
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} axis
   * @param {number} way
   * @param {boolean} lights what it passes
   */
  #step(axis, way, lights) {
    const at = (/** @type {number} */ i) => /** @type {[number, number]} */ (this.places[i])[axis];
    const order = this.places.flatMap((place, i) => (place ? [i] : [])).sort((a, b) => at(a) - at(b) || a - b);
    if (order.length === 0) return;
    const place = order.indexOf(this.pointed);
    const next = order[place < 0 ? (way === 1 || way === -FAR ? 0 : order.length - 1) : Math.min(Math.max(place + way, 0), order.length - 1)];
    const { lit } = this.lab.words();
    const passed = lights ? [this.pointed, next].filter((mark) => mark >= 0 && !lit.includes(mark)) : [];
    this.#point(next);
    if (passed.length > 0) this.lab.light([...lit, ...passed]);
    speak(this.lab.ask("mark", next));
  }
}
