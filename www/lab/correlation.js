// @ts-check
// The correlation lab, twin of src/lab/correlation: models' correlations beside the oracle's. Small
// tasks follow every gesture at once; large ones, and all further tasks, are the workers'.

import { core } from "../core.js";
import { Sheet, inTurn } from "../canvas.js";
import { element, keepFocus, markFigure, oncePerFrame, setText, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { CrossTable } from "../part/cross.js";
import { ModelEditor } from "../part/model.js";
import { OwnFiles } from "../part/own.js";
import { Square } from "../part/square.js";

/** The charts beside the squares: views of the figure, and the ids of their canvases. */
const CHARTS = ["rows", "agreement", "band", "cross", "likelihoods"];

/**
 * @typedef {object} Words
 * @property {string} notice
 * @property {string} order how the squares are sorted
 * @property {string} likelihoods what joint likelihoods say here
 * @property {string} cross what stands in the table of XLL
 * @property {string} further how many further tasks were judged
 * @property {boolean} oracle whether there is one
 * @property {boolean} full whether no more models can be added
 * @property {boolean} line whether the selected model has a band to show
 * @property {number} selected the model that is looked at closely
 * @property {number | null} marked the reference whose batch is marked
 * @property {[number, number]} crosshair its row and column
 * @property {ModelFacts[]} models
 *
 * @typedef {object} ModelFacts
 * @property {string} title
 * @property {boolean} reference
 * @property {string | null} absence why it is left out, if it is
 * @property {boolean} partial
 * @property {boolean} oracle
 * @property {{ label: string, short: string, value: string, mean: string, best: boolean }[]} scores
 */

export class CorrelationLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "tasks", ["squares", ...CHARTS]);
    this.editor = new ModelEditor(this);
    this.own = new OwnFiles(this);
    this.cross = new CrossTable(this);
    /** @type {Square[]} */
    this.squares = [];
    const sheet = (/** @type {string} */ id) => new Sheet(typed(id, HTMLCanvasElement));
    this.colors = sheet("color-bar");
    this.charts = Object.fromEntries(CHARTS.map((id) => [id, sheet(id)]));
    this.turn = inTurn();
    this.later = inTurn();
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

  leave() {
    this.#drop();
    super.leave();
  }

  forget() {
    this.#drop();
    super.forget();
  }

  /**
   * Drawings that wait for their turn would reach into a handle that is gone.
   * @param {string} link
   * @param {import("../figure.js").Figure} figure
   */
  replace(link, figure) {
    this.#drop();
    super.replace(link, figure);
  }

  #drop() {
    this.turn([]);
    this.later([]);
  }

  selected() {
    return this.words().selected;
  }

  /**
   * @param {string} name
   * @param {string | undefined} value
   */
  view(name, value) {
    this.state.view(() => core.look(this.link, name, value));
  }

  draw() {
    const figure = this.handle();
    this.#build(this.words());
    // One drawing after the other, so that no frame waits for all of them.
    this.turn([
      () => this.#tellWords(),
      () => this.colors.draw(figure, "colors"),
      ...this.squares.map((square) => () => {
        square.tell(this.words(), this.selected());
        square.draw(figure);
      }),
      () => this.#chart("rows"),
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
      () => this.squares.forEach((square) => square.tell(this.words(), this.selected())),
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

  /**
   * @param {string} view
   * @param {...number} at
   */
  #chart(view, ...at) {
    const sheet = this.charts[view];
    const drawn = sheet.draw(this.handle(), view, ...at);
    sheet.canvas.toggleAttribute("data-empty", drawn?.length === 0);
  }

  /** @param {Words} words */
  #build({ oracle, models }) {
    // The oracle's square comes first, as a candidate's or on its own.
    const extra = oracle && !models.some((model) => model.oracle);
    const places = [...(extra ? [0] : []), ...models.map((_, i) => i + 1)];
    if (places.join() !== this.squares.map((square) => square.place).join()) {
      this.squares = places.map((place) => new Square(this, place));
      const root = element("squares");
      keepFocus(root, () => root.replaceChildren(...this.squares.map((square) => square.root)));
      // Charts grow with their legends.
      element("judging").style.setProperty("--models", String(models.length));
    }
  }

  /** The words around the squares. */
  #tellWords() {
    const words = this.words();
    setText(element("notice"), words.notice);
    setText(element("order-words"), words.order);
    this.#read(null);
    for (const box of document.querySelectorAll("[data-needs]")) {
      const there = /** @type {HTMLElement} */ (box).dataset.needs === "oracle" ? words.oracle : words.line;
      box.toggleAttribute("hidden", !there);
    }
    this.editor.show(words);
  }

  say() {
    element("helps").replaceChildren(...Form.helps(this.link));
  }

  /**
   * Crosshair and row follow a pointer over any square.
   * @param {{ row: number, column: number } | null} at
   */
  point(at) {
    const { figure } = this;
    if (!figure) return;
    this.squares.forEach((square) => square.mark(figure, at));
    this.#read(at);
    this.#chart("rows", ...(at ? [at.row] : []));
  }

  /**
   * Says, for who moves the crosshair by keys, what the model of a square thinks of the pair under it.
   * @param {number} place
   */
  speak(place) {
    setText(element("spoken"), this.ask("pair sentence", place));
  }

  /** @param {{ row: number, column: number } | null} at */
  #read(at) {
    const pair = this.ask("pair words", ...(at ? [at.row, at.column] : []));
    setText(element("readout"), `Under the crosshair: ${pair}.`);
  }

  /**
   * @param {number} model
   * @param {boolean} is
   */
  setReference(model, is) {
    this.state.commit(() => core.set(this.link, `candidate.${model}.reference`, String(is)));
  }
}
