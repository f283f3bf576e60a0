// @ts-check
// One of several small figures on a line: its heading, its canvas with an overlay for hovering, its numbers.

import { Sheet } from "../canvas.js";
import { isHidden, make, setText } from "../dom.js";
import { place as placePiece } from "../show.js";

/**
 * @typedef {object} PanelFacts
 * @property {string} title
 * @property {string} meaning
 * @property {{ label: string, value: string, best: boolean, help?: string }[]} scores
 *
 * @typedef {import("../panels.js").PanelsLab<any> & { hands: { watch: (canvas: HTMLCanvasElement, view: import("../keys.js").View) => void } }} Lab
 */

/** Over another panel a pointer marks its place; over its own it also shows correlations, and what can be held. */
export const ELSEWHERE = 0;
export const OVER = 1;
export const PULLS = 2;

export class Panel {
  /**
   * @param {Lab} lab
   * @param {number} place by which the figure knows it
   * @param {string} className
   * @param {{ watch: (canvas: HTMLCanvasElement, view: import("../keys.js").View) => void }} [hands] on it
   */
  constructor(lab, place, className, hands = lab.hands) {
    this.lab = lab;
    this.place = place;
    /** @type {Float64Array | null} */
    this.frame = null;
    this.canvas = make("canvas", { role: "img" });
    this.sheet = new Sheet(this.canvas);
    this.overlay = new Sheet(make("canvas", { className: "overlay" }));
    this.meaning = make("span");
    this.numbers = make("dl", { className: "numbers" });
    this.readout = make("span", { className: "readout" });
    // What the pointer reads takes the place of the meaning, where it hides nothing of the figure.
    this.words = make("p", { className: "meaning" }, this.meaning, this.readout);
    this.head = make("header");
    this.root = make("section", { className: `panel ${className}`, role: "group" }, this.head,
      make("div", { className: "stack" }, this.canvas, this.overlay.canvas), this.numbers);
    placePiece(this.root, "panels", place);
    hands.watch(this.overlay.canvas, {
      frame: () => this.frame,
      probe: (x) => lab.hover(this, x),
      sentence: (x) => lab.ask("probe", place, x),
      model: place,
      pulling: (x) => lab.hover(this, x, PULLS),
    });
  }

  /**
   * @param {import("../figure.js").Figure} figure
   * @param {...number} share of the way from what it showed before
   */
  draw(figure, ...share) {
    this.frame = this.sheet.draw(figure, "panel", this.place, ...share);
  }

  /** @param {PanelFacts} facts */
  tell({ title, meaning, scores }) {
    if (this.root.ariaLabel !== title) {
      this.root.ariaLabel = title;
      this.overlay.canvas.ariaLabel = `Probe of ${title}`;
    }
    setText(this.meaning, meaning);
    const numbers = scores.filter(({ value }) => value !== "–").map((s) => `${s.label} ${s.value}`).join(", ");
    this.canvas.ariaLabel = isHidden("scores") ? title : `${title}: ${numbers}`;
    // Built once: a drag changes nothing but the words.
    if (this.numbers.childElementCount !== scores.length) {
      // What bold type says is said in words, too.
      const best = () => make("span", { className: "unseen" });
      const cells = scores.map(({ label, help = "" }) =>
        make("div", { title: help }, make("dt", {}, label, best()), make("dd")));
      this.numbers.replaceChildren(...cells);
    }
    scores.forEach(({ value, best }, i) => {
      const cell = this.numbers.children[i];
      const [label, number] = /** @type {HTMLCollectionOf<HTMLElement>} */ (cell.children);
      if (cell.classList.contains("best") !== best) cell.classList.toggle("best", best);
      setText(/** @type {HTMLElement} */ (label.lastElementChild), best ? ", best" : "");
      setText(number, value);
    });
  }

  /**
   * Shows what is at a place; correlations only if the pointer is over this panel.
   * @param {number | null} x null when the pointer is nowhere
   * @param {number} way how the pointer is over it
   * @param {...number} other the other place, if two are compared
   */
  mark(x, way, ...other) {
    const { figure } = this.lab;
    this.overlay.clear();
    setText(this.readout, "");
    if (x === null || !figure) return;
    this.overlay.keep(this.sheet);
    this.overlay.draw(figure, "hover", this.place, x, way, ...other);
    this.read(x);
  }

  /** @param {number} x */
  read(x) {
    setText(this.readout, this.lab.ask("readout", this.place, x));
  }
}
