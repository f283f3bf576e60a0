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
 * @property {string} invitation to believe what was not believed yet
 * @property {string} room the longest there is, for which room is kept
 * @property {{ label: string, value: string, note: string }[]} facts
 * @property {"honest" | "wrong" | "open"} judged
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
    this.hands.watch(this.overlay.canvas, {
      frame: () => this.frame,
      probe: (x) => this.#probe(x),
      sentence: (x) => this.ask("probe", x),
    });
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
    const { notice, invitation, room, facts, judged, verdict } = this.words();
    setText(element("notice"), notice);
    setText(element("invitation"), invitation);
    setText(element("notice-room"), room);
    setText(element("verdict"), verdict);
    element("verdict").dataset.judged = judged;
    this.#fill(facts);
    this.#probe(this.probed);
  }

  scene() {
    return this.ask("scene");
  }

  gist() {
    return this.words().verdict;
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
}
