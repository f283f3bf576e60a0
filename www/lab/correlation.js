// @ts-check
// The correlation lab, twin of src/lab/correlation: models' correlations beside the oracle's. Small
// tasks follow every gesture at once; large ones, and all further tasks, are the workers'.

import { Sheet } from "../canvas.js";
import { element, markFigure, oncePerFrame, setText, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { CrossTable } from "../part/cross.js";
import { ModelEditor } from "../part/model.js";
import { OwnFiles } from "../part/own.js";
import { Squares } from "../part/squares.js";

/** The charts beside the squares: views of the figure, and the ids of their canvases. */
const CHARTS = ["agreement", "band", "cross", "likelihoods"];

/** The numbers under a square, by their places in the core's list. */
const SHOWN = [0, 3, 2, 4];

/**
 * @typedef {object} More
 * @property {string} notice
 * @property {string} gist its first sentence
 * @property {string} likelihoods what joint likelihoods say here
 * @property {string} cross what stands in the table of XLL
 * @property {boolean} full whether no more models can be added
 * @property {boolean} line whether the selected model has a band to show
 * @property {number} selected the model that is looked at closely
 * @property {number | null} marked the reference whose batch is marked
 * @property {string | null} batch that batch, as links write it
 * @property {number | null} worked the candidate whose XLL is worked out on it
 *
 * @typedef {More & import("../part/squares.js").Words} Words
 */

export class CorrelationLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "tasks", ["squares", "rows", "ellipse-box", ...CHARTS]);
    this.editor = new ModelEditor(this);
    this.own = new OwnFiles(this);
    this.cross = new CrossTable(this);
    this.squares = new Squares(this, SHOWN, "oracle");
    this.charts = Object.fromEntries(CHARTS.map((id) => [id, new Sheet(typed(id, HTMLCanvasElement))]));
    this.turn = this.turns();
    this.later = this.turns();
    this.rescore = oncePerFrame(() => this.#scores());
  }

  /** @returns {Words} */
  words() {
    return super.words();
  }

  /**
   * @param {string} link
   * @param {import("../state.js").Change} change
   */
  show(link, change) {
    super.show(link, change);
    this.own.show(link);
  }

  /** @param {string} link */
  contents(link) {
    return this.own.contents(link);
  }

  selected() {
    return this.words().selected;
  }

  /** Who is ahead. */
  gist() {
    return this.words().gist;
  }

  draw() {
    const words = this.words();
    // Charts grow with their legends.
    if (this.squares.build(words)) element("judging").style.setProperty("--models", String(words.models.length));
    this.turn([
      () => this.#tellWords(),
      ...this.squares.tasks(),
      () => this.#chart("agreement"),
      () => setText(element("agreement-words"), this.ask("agreement words") ?? ""),
      () => this.#chart("band"),
      // What need not follow every frame of a gesture comes at its end.
      ...(this.final ? this.#scoreTasks() : []),
      markFigure,
    ]);
  }

  /** Further tasks change no square and no curve. */
  arrived() {
    this.rescore();
  }

  #scores() {
    if (!this.figure) return;
    this.later([
      // Squares that still wait for their turn come with the scores.
      () => this.squares.list.forEach((square) => this.squares.tell(square)),
      () => setText(element("notice"), this.words().notice),
      ...this.#scoreTasks(),
    ]);
  }

  #scoreTasks() {
    return [
      () => this.#chart("cross"),
      () => this.#chart("likelihoods"),
      () => {
        setText(element("likelihood-words"), this.words().likelihoods);
        this.cross.show(this.words());
        this.fillTables();
        if (!this.work.job) this.tell();
      },
    ];
  }

  /** @param {string} view */
  #chart(view) {
    this.charts[view].show(this.handle(), view);
  }

  /** The words around the squares. */
  #tellWords() {
    const words = this.words();
    setText(element("notice"), words.notice);
    for (const box of document.querySelectorAll("[data-needs]")) {
      const there = /** @type {HTMLElement} */ (box).dataset.needs === "oracle" ? words.oracle : words.line;
      box.toggleAttribute("hidden", !there);
    }
    this.editor.show(words);
  }

  say() {
    element("helps").replaceChildren(...Form.helps(this.link));
  }
}
