// @ts-check
// One panel of the toy lab: a rule, its figure, its numbers, and hands on the figure.

import { core, guarded } from "../core.js";
import { drawSharp } from "../canvas.js";
import { make } from "../dom.js";
import { watchPointer } from "../pointer.js";

/**
 * @typedef {object} PanelFacts
 * @property {string} rule
 * @property {string} title
 * @property {string} meaning
 * @property {{ label: string, value: string, best: boolean }[]} scores
 */

/** One rule: its heading, its canvas with an overlay for hovering, its numbers. */
export class Panel {
  /**
   * @param {import("./toy.js").ToyLab} lab
   * @param {number} index
   * @param {string} rule
   * @param {string[]} rules
   */
  constructor(lab, index, rule, rules) {
    this.lab = lab;
    this.index = index;
    this.rule = rule;
    /** @type {Float64Array | null} */
    this.frame = null;
    this.canvas = make("canvas", { role: "img", ariaLabel: `Panel ${index + 1}` });
    this.overlay = make("canvas", { className: "overlay", ariaHidden: "true" });
    this.meaning = make("span");
    this.numbers = make("dl", { className: "numbers" });
    this.readout = make("span", { className: "readout" });
    this.root = make("section", { className: `panel rule-${rule}`, ariaLabel: rule }, this.#head(rules),
      make("div", { className: "stack" }, this.canvas, this.overlay), this.numbers);
    let before = lab.link;
    watchPointer(this.overlay, {
      frame: () => this.frame,
      grip: (place, reach) => this.#grip(place, reach),
      hover: (place) => lab.hover(this, place && place.x),
      click: ({ x, y }) => {
        before = lab.link;
        // The new point comes last, and is the one touched last.
        lab.selected = chunks(lab.handle().points(), 2).length;
        lab.state.commit(() => core.add_point(before, x, y));
      },
      takeBack: () => lab.state.takeBack(before),
      doubleClick: (place, reach) => {
        const point = this.#pointAt(place, reach);
        if (point >= 0) lab.removePoint(point);
      },
    });
  }

  /** @param {InstanceType<typeof core.ToyLab>} figure */
  draw(figure) {
    this.frame = drawSharp(this.canvas, (...where) => guarded(() => figure.draw_panel(this.index, ...where)));
  }

  /** @param {PanelFacts} facts */
  tell({ title, meaning, scores }) {
    this.meaning.textContent = meaning;
    this.canvas.ariaLabel = `${title}: ${scores.map((s) => `${s.label} ${s.value}`).join(", ")}`;
    // Built once: a drag changes nothing but the words.
    if (this.numbers.childElementCount !== scores.length) {
      const cells = scores.map(({ label }) => make("div", {}, make("dt", {}, label), make("dd")));
      this.numbers.replaceChildren(...cells);
    }
    scores.forEach(({ value, best }, i) => {
      const cell = this.numbers.children[i];
      cell.className = best ? "best" : "";
      /** @type {HTMLElement} */ (cell.lastElementChild).textContent = value;
    });
  }

  /** @param {string[]} rules */
  #head(rules) {
    /** @type {[string, string][]} */
    const known = JSON.parse(guarded(() => core.rules()));
    const free = known.filter(([name]) => name === this.rule || !rules.includes(name));
    const options = free.map(([value, words]) => make("option", { value, selected: value === this.rule }, words));
    const choice = make("select", { ariaLabel: `Rule of panel ${this.index + 1}` }, ...options);
    const others = () => [...rules];
    choice.addEventListener("change", () => {
      const changed = others();
      changed[this.index] = choice.value;
      this.lab.setRules(changed);
    });
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => string[]} */ change) => {
      const made = make("button", { type: "button", ariaLabel: `${name} panel ${this.index + 1}`, title: name }, sign);
      made.addEventListener("click", () => this.lab.setRules(change()));
      return made;
    };
    const earlier = button("‹", "Move earlier", () => swapped(rules, this.index, this.index - 1));
    earlier.disabled = this.index === 0;
    const remove = button("×", "Remove", () => rules.filter((rule) => rule !== this.rule));
    remove.disabled = rules.length === 1;
    earlier.classList.add("earlier");
    // What the pointer reads takes the place of the meaning, where it hides nothing of the figure.
    const words = make("p", { className: "meaning" }, this.meaning, this.readout);
    return make("header", {}, choice, words, earlier, remove);
  }

  /**
   * @param {import("../pointer.js").Place} place
   * @param {number} reach
   * @returns {import("../pointer.js").Grip | null}
   */
  #grip(place, reach) {
    const point = this.#pointAt(place, reach);
    if (point >= 0) return this.#pointGrip(point);
    if (!place.inside || !this.frame || !this.lab.figure) return null;
    const scale = (this.frame[1] - this.frame[0]) / (this.frame[5] - this.frame[4]);
    const regions = chunks(this.lab.figure.regions(), 3);
    for (const [index, [low, high]] of regions.entries()) {
      const [fromLow, fromHigh] = [place.x - low, place.x - high].map((d) => Math.abs(d) * scale);
      const edge = reach * 0.7;
      if (Math.min(fromLow, fromHigh) < edge) return this.#edgeGrip(index, fromLow < fromHigh ? high : low);
      if (place.x > low && place.x < high && place.row - this.frame[2] < 24) {
        return this.#regionGrip(index, place.x);
      }
    }
    return null;
  }

  /**
   * @param {number} index
   * @returns {import("../pointer.js").Grip}
   */
  #pointGrip(index) {
    const { link } = this.lab;
    this.lab.selected = index;
    return this.#gesture("grab", ({ x, y }) => core.move_point(link, index, x, y));
  }

  /**
   * @param {number} index
   * @param {number} other the edge that stays
   */
  #edgeGrip(index, other) {
    const { link } = this.lab;
    return this.#gesture("ew-resize", ({ x }) => core.move_region(link, index, x, other));
  }

  /**
   * @param {number} index
   * @param {number} start
   */
  #regionGrip(index, start) {
    const { link } = this.lab;
    return this.#gesture("move", ({ x }) => core.shift_region(link, index, x - start));
  }

  /**
   * A drag previews every move from where it began, and commits its end.
   * @param {string} cursor
   * @param {(place: import("../pointer.js").Place) => string} change
   */
  #gesture(cursor, change) {
    const { state, link } = this.lab;
    return {
      cursor,
      move: (/** @type {import("../pointer.js").Place} */ place) => {
        // A step would write what is only previewed into history.
        this.lab.stepper.stop();
        state.preview(() => change(place));
      },
      end: (/** @type {import("../pointer.js").Place} */ place) => state.commit(() => change(place)),
      cancel: () => state.commit(() => link),
    };
  }

  /**
   * The training point within reach, or -1.
   * @param {import("../pointer.js").Place} place
   * @param {number} reach
   */
  #pointAt(place, reach) {
    if (!this.frame || !this.lab.figure) return -1;
    const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = this.frame;
    const distances = chunks(this.lab.figure.points(), 2).map(([x, y]) => Math.hypot(
      left + ((x - xLow) / (xHigh - xLow)) * (right - left) - place.column,
      bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top) - place.row,
    ));
    const nearest = distances.indexOf(Math.min(...distances));
    return nearest >= 0 && distances[nearest] <= reach ? nearest : -1;
  }

  /**
   * Shows what is at a place; correlations only if the pointer is over this panel.
   * @param {number | null} x null when the pointer is nowhere
   * @param {boolean} under
   */
  mark(x, under) {
    const { figure } = this.lab;
    this.overlay.width = 0;
    this.readout.textContent = "";
    if (x === null || !figure) return;
    drawSharp(this.overlay, (...where) => guarded(() => figure.draw_hover(this.index, x, under, ...where)));
    this.readout.textContent = guarded(() => figure.readout(this.index, x));
  }
}

/**
 * @param {ArrayLike<number>} values
 * @param {number} size
 * @returns {number[][]}
 */
export function chunks(values, size) {
  const all = Array.from(values);
  return Array.from({ length: all.length / size }, (_, i) => all.slice(size * i, size * (i + 1)));
}

/**
 * @param {string[]} list
 * @param {number} i
 * @param {number} j
 */
function swapped(list, i, j) {
  const copy = [...list];
  [copy[i], copy[j]] = [copy[j], copy[i]];
  return copy;
}
