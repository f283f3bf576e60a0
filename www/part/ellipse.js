// @ts-check
// XLL as an ellipse: two targets of the batch that is worked out, and a tilt and a box that one can move.

import { Sheet } from "../canvas.js";
import { core } from "../core.js";
import { element, isHidden, make, noteDone, setText, speak, typed, watchChoice } from "../dom.js";
import { watchPointer } from "../pointer.js";

/**
 * @typedef {object} Sight what the core tells of a pair
 * @property {string} reference
 * @property {string} candidate
 * @property {string[]} members of the batch
 * @property {[number, number]} pair two of them
 * @property {string} position the tilt, as the slider has it
 * @property {string} wobble likewise
 * @property {boolean} dragged whether the tilt is no longer the candidate's
 * @property {[number, number]} handle where the tilt can be held
 * @property {[string, string, string][]} rows what, its tilt, its log density
 * @property {string} notice
 * @property {string} batch
 * @property {string} theorem
 * @property {string} spoken
 * @property {string} wobbled how far the box is from the reference’s
 */

const WORDS = /** @type {const} */ (["notice", "batch", "theorem"]);

export class EllipseSight {
  /** @param {import("./cross.js").Judging} lab */
  constructor(lab) {
    this.lab = lab;
    this.root = element("ellipse");
    this.box = new Sheet(typed("ellipse-box", HTMLCanvasElement));
    this.curve = new Sheet(typed("ellipse-curve", HTMLCanvasElement));
    this.tilt = typed("ellipse-tilt", HTMLInputElement);
    this.wobble = typed("ellipse-wobble", HTMLInputElement);
    this.members = ["ellipse-one", "ellipse-other"].map((id) => typed(id, HTMLSelectElement));
    /** @type {Float64Array | null} */
    this.frame = null;
    /** @type {Sight | null} */
    this.facts = null;
    this.arriving = false;
    /** Whether the pair was chosen in the page, and not by a link. */
    this.byHand = false;
    /** The pair that was closed a moment ago. */
    this.left = "";
    this.#watch();
  }

  /**
   * Opens a pair of the batch.
   * @param {number} one
   * @param {number} other
   */
  open(one, other) {
    this.arriving = true;
    this.#choose(`${one}:${other}`);
  }

  /** @returns {boolean} whether the link names a pair, which is shown */
  show() {
    this.facts = this.#ask();
    this.root.hidden = !this.facts;
    if (!this.facts) return false;
    const { members, pair, reference, candidate } = this.facts;
    setText(element("ellipse-candidate"), candidate);
    setText(element("ellipse-reference"), reference);
    this.members.forEach((select, i) => {
      select.replaceChildren(...members.map((name, at) => make("option", { value: String(at), disabled: at === pair[1 - i] }, name)));
      select.value = String(pair[i]);
    });
    this.#draw(this.facts);
    if (this.arriving) {
      this.arriving = false;
      this.root.scrollIntoView({ block: "nearest" });
      this.root.focus({ preventScroll: true });
    }
    return true;
  }

  /**
   * @param {...number} at a tilt and a box that are not the link's; NaN for its own
   * @returns {Sight | null}
   */
  #ask(...at) {
    return this.lab.ask("ellipse", ...at);
  }

  /**
   * @param {Sight} facts
   * @param {...number} at
   */
  #draw(facts, ...at) {
    const figure = this.lab.handle();
    const frame = this.box.draw(figure, "ellipse", ...at);
    this.frame = frame?.length ? frame : null;
    this.curve.draw(figure, "tilts", ...at);
    for (const part of WORDS) setText(element(`ellipse-${part}`), facts[part]);
    for (const [slider, value] of /** @type {const} */ ([[this.tilt, facts.position], [this.wobble, facts.wobble]])) {
      if (slider.value !== value) slider.value = value;
    }
    setText(element("ellipse-tilt-value"), facts.rows[0][1]);
    this.tilt.setAttribute("aria-valuetext", facts.spoken);
    this.wobble.setAttribute("aria-valuetext", facts.wobbled);
    // While a lesson asks, the box stays where its step has it: moving it is the answer.
    this.wobble.disabled = document.documentElement.dataset.asking !== undefined;
    element("ellipse-own").ariaDisabled = String(!facts.dragged);
    element("ellipse-still").ariaDisabled = String(this.wobble.disabled || this.wobble.valueAsNumber === 0);
    const rows = facts.rows.map(([what, tilt, density], i) =>
      make("tr", { className: i === 0 ? "total" : "" }, make("th", { scope: "row" }, what), make("td", {}, tilt), make("td", {}, density)));
    element("ellipse-rows").replaceChildren(...rows);
  }

  /**
   * Shows another tilt or box while a hand is on it.
   * @param {number} tilt
   * @param {number} wobble
   */
  #preview(tilt, wobble) {
    const facts = this.#ask(tilt, wobble);
    if (!facts) return;
    this.facts = facts;
    this.#draw(facts, tilt, wobble);
  }

  /**
   * @param {"tilt" | "wobble" | "pair"} name
   * @param {string} [value]
   */
  #keep(name, value) {
    this.lab.state.commit(() => core.look(this.lab.link, name, value), name);
  }

  /**
   * The same; what that does stands in sentences below, which nobody would hear.
   * @param {"tilt" | "wobble"} name
   * @param {string} value
   */
  #keepAndTell(name, value) {
    this.#keep(name, value);
    if (this.facts && !isHidden("notice")) speak(this.facts.notice);
  }

  /** @param {string} [pair] */
  #choose(pair) {
    const { state, link } = this.lab;
    this.byHand = true;
    const still = ["tilt", "wobble"].reduce((link, name) => core.look(link, name), link);
    state.view(() => core.look(still, "pair", pair));
  }

  #back() {
    this.left = this.facts?.pair.join(":") ?? "";
    this.#choose();
  }

  /** The table is there again: who came from the ellipse is where one left for it. */
  return() {
    if (!this.left) return;
    const cell = /** @type {HTMLElement | null} */ (document.querySelector(`#worked [data-places="${this.left}"]`));
    this.left = "";
    cell?.focus();
  }

  #watch() {
    const { tilt, wobble } = this;
    tilt.addEventListener("input", () => this.#preview(tilt.valueAsNumber, NaN));
    tilt.addEventListener("change", () => this.#keepAndTell("tilt", tilt.value));
    wobble.addEventListener("input", () => this.#preview(NaN, wobble.valueAsNumber));
    wobble.addEventListener("change", () => this.#keepAndTell("wobble", wobble.value));
    this.members.forEach((select) => watchChoice(select, () => this.#choose(this.members.map(({ value }) => value).join(":"))));
    /** @type {(id: string, words: string, act: () => void) => void} */
    const on = (id, words, act) => element(id).addEventListener("click", ({ currentTarget }) => {
      if (/** @type {HTMLElement} */ (currentTarget).ariaDisabled === "true") return;
      noteDone(words);
      act();
      speak(this.facts?.spoken ?? "");
    });
    on("ellipse-own", "The candidate’s own tilt.", () => this.#keep("tilt"));
    on("ellipse-still", "The reference’s box.", () => this.#keep("wobble"));
    element("ellipse-back").addEventListener("click", () => this.#back());
    this.root.addEventListener("keydown", ({ key, defaultPrevented }) => key === "Escape" && !defaultPrevented && this.#back());
    watchPointer(this.box.canvas, {
      frame: () => this.frame,
      grip: (place, reach) => this.#grip(place, reach),
      hover: () => {},
      click: () => {},
      takeBack: () => {},
      doubleClick: () => {},
    });
  }

  /**
   * The handle, where the ellipse touches its box: up and down is the correlation.
   * @param {import("../pointer.js").Place} place
   * @param {number} reach
   * @returns {import("../pointer.js").Grip | null}
   */
  #grip(place, reach) {
    if (!this.frame || !this.facts) return null;
    const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = this.frame;
    const [x, y] = this.facts.handle;
    const across = left + ((x - xLow) / (xHigh - xLow)) * (right - left) - place.column;
    const down = bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top) - place.row;
    if (Math.hypot(across, down) > 1.5 * reach) return null;
    const tilt = (/** @type {import("../pointer.js").Place} */ { y }) => /** @type {number} */ (this.lab.ask("tilt", y, NaN));
    return {
      cursor: "ns-resize",
      sideways: false,
      move: (now) => this.#preview(tilt(now), NaN),
      end: (now) => {
        this.#keep("tilt", String(tilt(now)));
        speak(this.facts?.spoken ?? "");
      },
      cancel: () => this.show(),
    };
  }
}
