// @ts-check
// The correlation lab, twin of src/lab/correlation: models' correlations beside the oracle's. Small
// tasks follow every gesture at once; large ones, and all further tasks, are the workers'.

import { core, guarded } from "../core.js";
import { drawSharp, inTurn, watchSize } from "../canvas.js";
import { element, markFigure, oncePerFrame, typed } from "../dom.js";
import { showError } from "../errors.js";
import { Form } from "../form.js";
import { watchUndo } from "../undo.js";
import { Work } from "../work.js";
import { CrossTable } from "./cross.js";
import { FigureLab } from "./figure.js";
import { ModelEditor } from "./model.js";
import { OwnFiles } from "./own.js";
import { Square } from "./square.js";

/** How long, in milliseconds, a gesture must rest before long work starts. */
const REST = 200;

/** The charts beside the squares, by the ids of their canvases. */
const CHARTS = {
  rows: core.CorrelationChart.Rows,
  agreement: core.CorrelationChart.Agreement,
  band: core.CorrelationChart.Band,
  cross: core.CorrelationChart.Cross,
  likelihoods: core.CorrelationChart.Likelihoods,
};

/**
 * @typedef {object} Facts
 * @property {string} notice
 * @property {string} order how the squares are sorted
 * @property {string} likelihoods what joint likelihoods say here
 * @property {string} cross what stands in the table of XLL
 * @property {string} further how many further tasks were judged
 * @property {boolean} oracle whether there is one
 * @property {boolean} full whether no more models can be added
 * @property {boolean} line whether the selected model has a band to show
 * @property {ModelFacts[]} models
 *
 * @typedef {object} ModelFacts
 * @property {string} title
 * @property {boolean} reference
 * @property {string | null} absence why it is left out, if it is
 * @property {boolean} partial
 * @property {boolean} oracle
 * @property {{ label: string, value: string, mean: string, best: boolean }[]} scores
 */

/** @type {import("../labs.js").Lab} */
export const correlation = {
  name: "correlation",
  title: "Correlations",
  mount: (page) => new CorrelationLab(page),
};

/** @extends {FigureLab<InstanceType<typeof core.CorrelationLab>>} */
export class CorrelationLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super();
    this.page = page;
    this.state = page.state;
    this.form = new Form(element("controls"), page.state);
    this.editor = new ModelEditor(this);
    this.own = new OwnFiles(this);
    this.cross = new CrossTable(this);
    this.work = new Work(page.pool, "tasks", () => this.again());
    /** @type {Square[]} */
    this.squares = [];
    /**
     * What is being computed and cannot be drawn yet.
     * @type {InstanceType<typeof core.CorrelationLab> | null}
     */
    this.pending = null;
    this.scenario = "";
    /**
     * What is known of the figure; null when it must be asked again.
     * @type {Facts | null}
     */
    this.known = null;
    /** Whether no gesture is going on. */
    this.final = true;
    this.rest = 0;
    this.turn = inTurn();
    this.later = inTurn();
    this.redraw = oncePerFrame(() => this.#draw());
    this.rescore = oncePerFrame(() => this.#scores());
    const boxes = [element("squares"), ...["rows", "agreement", "cross", "likelihoods", "band"].map(element)];
    const unwatch = boxes.map((box) => watchSize(box, this.redraw));
    this.unwatch = () => unwatch.forEach((stop) => stop());
    this.unwatchUndo = watchUndo(page.state);
  }

  /**
   * @param {string} link
   * @param {import("../state.js").Change} change
   */
  show(link, { final }) {
    const scenario = guarded(() => core.scenario(link));
    if (scenario === this.scenario && (this.figure || this.pending)) {
      this.#look(link);
      return;
    }
    const figure = guarded(() => new core.CorrelationLab(link));
    this.work.drop();
    this.pending?.free();
    this.pending = null;
    this.scenario = scenario;
    this.final = final;
    if (figure.ready) {
      this.replace(link, figure);
    } else {
      this.pending = figure;
      this.link = link;
    }
    this.form.show(link);
    this.own.show(link);
    element("squares").toggleAttribute("data-stale", this.pending !== null);
    this.redraw();
    clearTimeout(this.rest);
    if (final) this.#start();
    else this.rest = setTimeout(() => this.#rested(), REST);
  }

  /** A gesture rests: all that waited for it follows. */
  #rested() {
    this.final = true;
    this.redraw();
    this.#start();
  }

  leave() {
    clearTimeout(this.rest);
    this.work.drop();
    this.unwatchUndo();
    this.unwatch();
    this.#drop();
    this.pending?.free();
    this.pending = null;
    super.leave();
  }

  forget() {
    this.#drop();
    this.pending = null;
    this.scenario = "";
    super.forget();
  }

  /**
   * Drawings that wait for their turn would reach into a handle that is gone.
   * @param {string} link
   * @param {InstanceType<typeof core.CorrelationLab>} figure
   */
  replace(link, figure) {
    this.#drop();
    super.replace(link, figure);
  }

  #drop() {
    this.known = null;
    this.turn([]);
    this.later([]);
  }

  /** @type {import("../canvas.js").Draw} */
  paint(...where) {
    const drawn = guarded(() => this.handle().draw(core.CorrelationChart.Sheet, undefined, ...where));
    return drawn ?? new Float64Array();
  }

  selected() {
    return (this.pending ?? this.handle()).selected;
  }

  /**
   * Looks at the same numbers otherwise.
   * @param {string} link
   */
  #look(link) {
    guarded(() => this.figure?.look(link));
    guarded(() => this.pending?.look(link));
    this.known = null;
    this.link = link;
    this.redraw();
  }

  /**
   * @param {string} name
   * @param {string | undefined} value
   */
  view(name, value) {
    this.state.view(() => core.look(this.link, name, value));
  }

  /** Gives the workers all that is not there yet. */
  async #start() {
    clearTimeout(this.rest);
    this.rest = 0;
    const figure = this.pending ?? this.handle();
    const contents = this.own.contents(this.link);
    if (contents === null) {
      this.work.clear();
      this.tell();
      return;
    }
    // The first unit is the task that is shown; only further ones are counted.
    const units = guarded(() => core.plan(this.link, contents)).slice(figure.ready ? 1 : 0);
    const onPart = (/** @type {number} */ _index, /** @type {Uint8Array} */ part) => {
      guarded(() => figure.add(part));
      this.known = null;
      if (this.pending === figure && figure.ready) this.#arrived(figure);
      else if (this.figure === figure) this.rescore();
    };
    const done = this.work.run(units, { onPart }, { uncounted: figure.ready ? 0 : 1 });
    this.tell();
    await done;
    if ([this.figure, this.pending].includes(figure)) this.tell();
  }

  /** Computes the same scenario once more: it was cancelled, or a missing file is there now. */
  again() {
    this.scenario = "";
    this.show(this.link, { final: true });
  }

  /** @param {InstanceType<typeof core.CorrelationLab>} figure */
  #arrived(figure) {
    this.pending = null;
    element("squares").removeAttribute("data-stale");
    this.replace(this.link, figure);
    this.redraw();
  }

  #draw() {
    const { figure } = this;
    if (!figure) return;
    try {
      this.#build(this.facts());
    } catch (error) {
      showError(error);
      return;
    }
    // One drawing after the other, so that no frame waits for all of them.
    this.turn([
      () => this.#say(figure),
      () => drawSharp(typed("color-bar", HTMLCanvasElement), (...where) => guarded(() => core.draw_color_bar(...where))),
      ...this.squares.map((square) => () => {
        square.tell(this.facts(), this.selected());
        square.draw(figure);
      }),
      () => this.#chart("rows", figure),
      () => this.#chart("agreement", figure),
      () => this.#chart("band", figure),
      // What need not follow every frame of a gesture comes at its end.
      ...(this.final ? this.#scoreTasks(figure) : []),
      markFigure,
    ]);
  }

  /** What further tasks change: no square, no curve. */
  #scores() {
    const { figure } = this;
    if (!figure) return;
    this.later([
      // Squares that still wait for their turn come with the scores.
      () => this.squares.forEach((square) => square.tell(this.facts(), this.selected())),
      () => (element("notice").textContent = this.facts().notice),
      ...this.#scoreTasks(figure),
    ]);
  }

  /**
   * What stands beside the figure. It is read when it is needed, because numbers may have arrived since
   * a drawing was put in line for its turn.
   * @returns {Facts}
   */
  facts() {
    this.known ??= JSON.parse(guarded(() => this.handle().facts()));
    return /** @type {Facts} */ (this.known);
  }

  /** @param {InstanceType<typeof core.CorrelationLab>} figure */
  #scoreTasks(figure) {
    return [
      () => this.#chart("cross", figure),
      () => this.#chart("likelihoods", figure),
      () => this.#fill(),
    ];
  }

  /**
   * @param {keyof typeof CHARTS} id
   * @param {InstanceType<typeof core.CorrelationLab>} figure
   * @param {number} [row] of the squares
   */
  #chart(id, figure, row) {
    const canvas = typed(id, HTMLCanvasElement);
    const drawn = drawSharp(canvas, (...where) =>
      guarded(() => figure.draw(CHARTS[id], row, ...where)) ?? new Float64Array());
    canvas.toggleAttribute("data-empty", drawn?.length === 0);
  }

  /** @param {Facts} facts */
  #build(facts) {
    // The oracle's square comes first, as a candidate's or on its own.
    const extra = facts.oracle && !facts.models.some((model) => model.oracle);
    const places = [...(extra ? [0] : []), ...facts.models.map((_, i) => i + 1)];
    if (places.join() !== this.squares.map((square) => square.place).join()) {
      this.squares = places.map((place) => new Square(this, place));
      element("squares").replaceChildren(...this.squares.map((square) => square.root));
    }
  }

  /**
   * The words around the squares.
   * @param {InstanceType<typeof core.CorrelationLab>} figure
   */
  #say(figure) {
    const facts = this.facts();
    element("notice").textContent = facts.notice;
    element("order-words").textContent = facts.order;
    this.#read(figure, null);
    for (const box of document.querySelectorAll("[data-needs]")) {
      const there = /** @type {HTMLElement} */ (box).dataset.needs === "oracle" ? facts.oracle : facts.line;
      box.toggleAttribute("hidden", !there);
    }
    this.editor.show(facts);
  }

  /** The words and tables below them. */
  #fill() {
    element("likelihood-words").textContent = this.facts().likelihoods;
    this.cross.show(this.facts());
    this.fillTables();
    if (!this.work.job) this.tell();
  }

  /** What waits for the numbers of all tasks. */
  tell() {
    const { figure, pending } = this;
    const unfinished = this.work.job || this.rest ? "computing …" : "incomplete";
    if (!figure || pending) {
      this.page.fingerprint(unfinished);
      return;
    }
    element("description").textContent = guarded(() => figure.description());
    this.page.fingerprint(guarded(() => figure.fingerprint()) ?? unfinished);
  }

  /**
   * Crosshair and row follow a pointer over any square.
   * @param {{ row: number, column: number } | null} at
   */
  point(at) {
    const { figure } = this;
    if (!figure) return;
    this.squares.forEach((square) => square.mark(figure, at));
    this.#read(figure, at);
    this.#chart("rows", figure, at?.row);
  }

  /**
   * @param {InstanceType<typeof core.CorrelationLab>} figure
   * @param {{ row: number, column: number } | null} at
   */
  #read(figure, at) {
    const pair = guarded(() => figure.pair_words(at?.row, at?.column));
    element("readout").textContent = `This pair, under the crosshair: ${pair}.`;
  }

  /**
   * @param {number} model
   * @param {boolean} is
   */
  setReference(model, is) {
    this.state.commit(() => core.set(this.link, `candidate.${model}.reference`, String(is)));
  }
}
