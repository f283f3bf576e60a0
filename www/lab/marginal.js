// @ts-check
// The marginal lab, twin of src/lab/marginal: the posterior follows every gesture at once, the
// calibration check follows in the workers.

import { Sheet } from "../canvas.js";
import { element, make, setText, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { Hands } from "../hands.js";

/**
 * @typedef {object} Words
 * @property {string} notice
 * @property {{ label: string, value: string, note: string }[]} facts
 * @property {boolean} honest
 * @property {string} verdict
 */

export class MarginalLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "batches", ["posterior", "calibration"]);
    this.hands = new Hands(this);
    this.posterior = new Sheet(typed("posterior", HTMLCanvasElement));
    this.calibration = new Sheet(typed("calibration", HTMLCanvasElement));
    this.overlay = new Sheet(typed("posterior-marks", HTMLCanvasElement));
    /** @type {Float64Array | null} */
    this.frame = null;
    /** @type {number | null} */
    this.probed = null;
    this.hands.watch(this.overlay.canvas, () => this.frame, (x) => this.#probe(x));
    this.overlay.canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @returns {Words} */
  words() {
    return super.words();
  }

  draw() {
    const figure = this.handle();
    this.frame = this.posterior.draw(figure, "posterior");
    this.keepAxis(this.frame);
    this.calibration.draw(figure, "calibration");
    const { notice, facts, honest, verdict } = this.words();
    setText(element("notice"), notice);
    setText(element("verdict"), verdict);
    element("verdict").toggleAttribute("data-honest", honest);
    this.#fill(facts);
    this.#probe(this.probed);
  }

  say() {
    this.hands.list();
    element("helps").replaceChildren(...Form.helps(this.link));
  }

  /** @param {Words["facts"]} facts */
  #fill(facts) {
    const list = element("facts");
    if (list.childElementCount !== 3 * facts.length) {
      list.replaceChildren(...facts.flatMap(({ label }) => [make("dt", {}, label), make("dd"), make("dd", { className: "note" })]));
    }
    facts.forEach(({ value, note }, i) => {
      setText(/** @type {HTMLElement} */ (list.children[3 * i + 1]), value);
      setText(/** @type {HTMLElement} */ (list.children[3 * i + 2]), note);
    });
  }

  /**
   * Marks a place, and reads what is there.
   * @param {number | null} x
   */
  #probe(x) {
    this.probed = x;
    this.overlay.clear();
    setText(element("readout"), x === null ? "" : this.ask("readout", x));
    if (x !== null) this.overlay.draw(this.handle(), "probe", x);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (this.hands.key(event) || !this.frame) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step) return;
    event.preventDefault();
    const [low, high] = [this.frame[4], this.frame[5]];
    const from = this.probed ?? (low + high) / 2;
    this.#probe(Math.min(high, Math.max(low, from + (step * (high - low)) / 60)));
  }
}
