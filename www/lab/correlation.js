// @ts-check
// The correlation lab, twin of src/lab/correlation: models' correlations beside the oracle's. Small
// tasks follow every gesture at once; large ones, and all further tasks, are the workers'.

import { Sheet } from "../canvas.js";
import { element, markFigure, oncePerFrame, setText, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { CrossTable } from "../part/cross.js";
import { Functions } from "../part/functions.js";
import { ModelEditor } from "../part/model.js";
import { OwnFiles } from "../part/own.js";
import { Pull } from "../part/pull.js";
import { Squares } from "../part/squares.js";

/** The charts beside the squares: views of the figure, and the ids of their canvases. */
const CHARTS = ["agreement", "cross", "likelihoods"];

/** The numbers under a square, by their places in the core's list. */
const SHOWN = [0, 3, 2, 4];

/**
 * @typedef {object} More
 * @property {string} notice
 * @property {string} gist its first sentence
 * @property {string} likelihoods what joint likelihoods say here
 * @property {string} cross what stands in the table of XLL
 * @property {boolean} full whether no more models can be added
 * @property {number[]} functions the models whose functions are shown, by the places of their squares
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
    super(page, "tasks", ["functions", "squares", "rows", "ellipse-box", ...CHARTS]);
    this.pull = new Pull(this);
    this.functions = new Functions(this);
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

  scene() {
    return this.ask("scene");
  }

  /** Who is ahead. */
  gist() {
    return this.words().gist;
  }

  draw() {
    const shown = () => this.pull.show(this.functions.list.at(-1)?.place ?? 0);
    // A hand that pulls moves functions together, and nothing else.
    if (this.looking && this.pull.going) {
      shown();
      return this.functions.draw();
    }
    const words = this.words();
    this.functions.build(words);
    shown();
    // Charts grow with their legends.
    if (this.squares.build(words)) element("judging").style.setProperty("--models", String(words.models.length));
    this.turn([
      () => this.#tellWords(),
      ...this.functions.tasks(),
      ...this.squares.tasks(),
      () => this.#chart("agreement"),
      () => setText(element("agreement-words"), this.ask("agreement words") ?? ""),
      // What need not follow every frame of a gesture comes at its end.
      ...(this.final ? this.#scoreTasks() : []),
      markFigure,
    ]);
  }

  /**
   * A cell of a square that is pointed at is two places on the functions.
   * @param {import("../part/squares.js").Cell | null} at
   */
  pointed(at) {
    this.functions.mark(at);
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
      box.toggleAttribute("hidden", !words.oracle);
    }
    this.editor.show(words);
  }

  say() {
    element("helps").replaceChildren(...Form.helps(this.link));
  }
}
