// @ts-check
// The lab of the theorem, twin of src/lab/theorem: one batch that follows the sliders at once, and many,
// of which the workers do most.

import { Sheet } from "../canvas.js";
import { core } from "../core.js";
import { element, make, setText, speak, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { watchPointer } from "../pointer.js";
import { isPrinting } from "../print.js";

/** Charts of the batch: views of the figure, and the ids of their canvases. */
const CHARTS = ["promise", "marginals", "truth", "candidate", "colors", "divergences"];

/** How near, in pixels, a pointer must be to a batch. */
const REACH = 20;

/** By how many batches, in the order of their mismatch, keys go further. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -100, PageDown: 100, Home: -Infinity, End: Infinity };

/**
 * @typedef {object} Words
 * @property {string} notice
 * @property {string} room the longest there is, for which room is kept
 * @property {{ label: string, value: string, note: string }[]} facts
 * @property {string} many what comes out in many batches
 * @property {string} cloud what these have in common
 * @property {string | null} looked which of them is seen closely, if any
 * @property {number | null} worst the worst that was found
 */

export class TheoremLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "pieces", [...CHARTS, "gaps"]);
    this.charts = CHARTS.map((id) => new Sheet(typed(id, HTMLCanvasElement)));
    this.gaps = new Sheet(typed("gaps", HTMLCanvasElement));
    this.overlay = new Sheet(typed("gaps-marks", HTMLCanvasElement));
    /** @type {Float64Array | null} */
    this.frame = null;
    /**
     * Where the promise has its data.
     * @type {Float64Array | null}
     */
    this.promise = null;
    /** What the batches have in common that were drawn last. */
    this.cloud = "";
    /**
     * The batch that is pointed at.
     * @type {number | null}
     */
    this.pointed = null;
    /**
     * Links of chosen batches, each with the link before, to which one can go back.
     * @type {Map<string, string>}
     */
    this.origins = new Map();
    this.#watch();
  }

  /** @returns {Words} */
  words() {
    return super.words();
  }

  gist() {
    return this.words().notice;
  }

  draw() {
    const figure = this.handle();
    const { notice, room, facts, many, cloud, looked, worst } = this.words();
    [this.promise] = this.charts.map((sheet, i) => sheet.draw(figure, CHARTS[i]));
    // While a slider moves there are few batches; those that were there stay, as long as they may.
    if (this.final || cloud !== this.cloud) {
      this.frame = this.gaps.draw(figure, "gaps", ...(isPrinting() ? [1] : []));
      this.cloud = cloud;
      setText(element("many"), many);
    }
    setText(element("notice"), notice);
    setText(element("notice-room"), room);
    setText(element("looked"), looked ?? "the batch that the sliders make");
    element("own").hidden = looked === null;
    typed("show-worst", HTMLButtonElement).disabled = worst === null;
    this.#fill(facts);
    this.#point(null);
  }

  say() {
    element("helps").replaceChildren(...Form.helps(this.link));
  }

  /** @param {Words["facts"]} facts */
  #fill(facts) {
    const list = element("facts");
    if (list.childElementCount !== 3 * facts.length) {
      list.replaceChildren(...facts.flatMap(({ label }) => [make("dt", {}, ...indexed(label)), make("dd"), make("dd")]));
    }
    facts.forEach(({ value, note }, i) => {
      setText(/** @type {HTMLElement} */ (list.children[3 * i + 1]), note);
      setText(/** @type {HTMLElement} */ (list.children[3 * i + 2]), value);
    });
  }

  #watch() {
    const { canvas } = this.overlay;
    watchPointer(canvas, {
      frame: () => this.frame,
      grip: () => null,
      hover: (place) => this.#point(place && this.#near(place)),
      click: (place) => this.#look(this.#near(place)),
      takeBack: () => {},
      doubleClick: () => {},
    });
    watchPointer(this.charts[0].canvas, {
      frame: () => this.promise,
      grip: ({ inside }) => (inside ? this.#drag() : null),
      hover: () => {},
      click: (place) => this.#drag().end(place),
      takeBack: () => {},
      doubleClick: () => {},
    });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => this.#point(null));
    element("own").addEventListener("click", () => {
      const { link } = this;
      this.state.commit(() => this.origins.get(link) ?? core.look(link, "case"));
      // The button goes with what it ends.
      /** @type {HTMLElement} */ (document.querySelector('[name="xi slider"]')).focus();
    });
    element("show-worst").addEventListener("click", () => this.#look(this.words().worst));
  }

  /** Along the promise one drags the batch, as by its slider. */
  #drag() {
    const { link } = this;
    const to = (/** @type {number} */ x) => () => core.set(core.look(link, "case"), "xi", this.ask("xi at", x));
    return {
      cursor: "ew-resize",
      sideways: true,
      move: (/** @type {{ x: number }} */ { x }) => this.state.preview(to(x)),
      end: (/** @type {{ x: number }} */ { x }) => void this.state.commit(to(x)),
      cancel: () => this.state.restore(),
    };
  }

  /**
   * The batch at a place.
   * @param {import("../pointer.js").Place} place
   * @returns {number | null}
   */
  #near({ x, y }) {
    if (!this.frame || !this.figure) return null;
    const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = this.frame;
    return this.ask("nearest", x, y, (right - left) / (xHigh - xLow), (bottom - top) / (yHigh - yLow), REACH);
  }

  /**
   * Marks a batch, and reads it.
   * @param {number | null} batch
   */
  #point(batch) {
    this.pointed = batch;
    if (!this.figure) return;
    this.overlay.clear();
    this.overlay.draw(this.handle(), "pointed", ...(batch === null ? [] : [batch]));
    setText(element("readout"), batch === null ? "" : this.ask("readout", batch));
  }

  /**
   * Moves the sliders to a batch, and shows it.
   * @param {number | null} batch
   */
  #look(batch) {
    if (batch === null) return;
    const { link } = this;
    this.state.commit(() => core.look(core.set(link, "xi", this.ask("xi", batch)), "case", String(batch)));
    this.origins.set(this.state.link, this.origins.get(link) ?? link);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.figure || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    if (step !== undefined) {
      this.#point(this.ask("further", this.pointed ?? -1, step));
      speak(element("readout").textContent ?? "");
    } else if (event.key === "Enter") {
      this.#look(this.pointed);
      speak(this.words().notice);
    } else if (event.key === "Escape") {
      this.#point(null);
    } else return;
    event.preventDefault();
  }
}

/**
 * Words with indices, each after an underscore, set lower.
 * @param {string} words
 * @returns {(Node | string)[]}
 */
function indexed(words) {
  return words.split(/_(.)/).map((part, i) => (i % 2 === 1 ? make("sub", {}, part) : part));
}
