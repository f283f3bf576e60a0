// @ts-check
// XLL and XLLR as a heat table: one row for each reference, one column for each candidate. It is built
// anew only when there are other models; numbers that arrive change the words in it, so that no click
// and no focus is lost to them.

import { element, keepFocus, make, watchEdges } from "../dom.js";
import { bestMark } from "./square.js";
import { WorkedCell } from "./worked.js";

/**
 * @typedef {{ value: string, rank: string, mean: string, shade: number }} Cell
 * @typedef {{ candidates: string[], rows: { reference: number, title: string, cells: Cell[] }[] }} Cross
 * @typedef {{ box: HTMLElement, value: HTMLElement, best: HTMLElement, mean: HTMLElement }} Place where a
 *   number stands
 * @typedef {[reference: number, candidate: number]} Pair by their numbers among all models
 */

/**
 * A lab that judges models by each other.
 * @typedef {{ words(): import("../lab/correlation.js").Words, selected(): number, editor: import("./model.js").ModelEditor } & import("../figure.js").FigureLab} Judging
 */

export class CrossTable {
  /** @param {Judging} lab */
  constructor(lab) {
    this.lab = lab;
    this.built = "";
    /** @type {Place[]} */
    this.places = [];
    this.worked = new WorkedCell(lab);
    watchEdges(element("cross-table"));
  }

  /** @param {import("../lab/correlation.js").Words} facts */
  show(facts) {
    /** @type {Cross} */
    const cross = this.lab.ask("cross");
    const { marked } = facts;
    const models = facts.models.map(({ title, reference, absence }) => [title, reference, absence]);
    const shape = JSON.stringify([models, cross.rows.map((row) => row.reference), marked]);
    if (shape !== this.built) this.#build(facts, cross, marked);
    this.built = shape;
    this.#fill(facts, cross);
    element("cross-words").textContent = facts.cross;
    this.worked.show();
  }

  /**
   * @param {import("../lab/correlation.js").Words} facts
   * @param {Cross} cross
   * @param {number | null} marked
   */
  #build(facts, cross, marked) {
    this.places = [];
    const head = make("tr", {}, make("td"), ...cross.candidates.map((title) => make("th", { scope: "col" }, title)));
    const there = facts.models.flatMap((model, i) => (model.absence ? [] : [i]));
    const rows = facts.models.map((model, i) => {
      const judges = cross.rows.some((each) => each.reference === i);
      const name = make("th", { scope: "row" }, this.#include(model, i), this.#batches(model, i, !judges, marked === i));
      const cell = (/** @type {number} */ at) => (judges ? this.#place("heat", [i, there[at]]) : make("td"));
      return make("tr", {}, name, ...cross.candidates.map((_, at) => cell(at)));
    });
    const means = ["XLL: mean", "XLLR: mean rank, 0 is best"].map((name) =>
      make("tr", {}, make("th", { scope: "row" }, name), ...cross.candidates.map(() => this.#place(""))));
    const root = element("cross-table");
    const table = make("table", {}, make("caption", { className: "unseen" }, "XLL: a row for each reference, a column for each candidate"), make("thead", {}, head), make("tbody", {}, ...rows), make("tfoot", {}, ...means));
    keepFocus(root, () => root.replaceChildren(table));
  }

  /**
   * @param {string} className
   * @param {Pair} [pair] of whose XLL it is; it opens how that comes about
   */
  #place(className, pair) {
    const [value, best, mean] = [pair ? this.#opener(pair) : make("span"), bestMark(), make("small")];
    const box = make("td", { className }, value, best, mean);
    this.places.push({ box, value, best, mean });
    return box;
  }

  /** @param {Pair} pair */
  #opener([reference, candidate]) {
    const title = "Shows how this number comes about, on one batch";
    const button = make("button", { type: "button", className: "cell", title });
    button.dataset.pair = `${reference}:${candidate}`;
    button.addEventListener("click", () => this.worked.toggle(reference, candidate));
    return button;
  }

  /**
   * In the order in which the places were built.
   * @param {import("../lab/correlation.js").Words} facts
   * @param {Cross} cross
   */
  #fill(facts, cross) {
    const there = facts.models.filter((model) => !model.absence);
    const cells = cross.rows.flatMap((row) => row.cells);
    const scores = ["xll", "xllr"].flatMap((id) => there.map((model) => model.scores.find((each) => each.id === id)));
    cells.forEach(({ value, rank, mean, shade }, i) => {
      write(this.places[i], `${value} (${rank})`, mean);
      const { value: opener } = this.places[i];
      const of = cross.candidates.length;
      opener.ariaLabel = `${value} (${rank}): XLL and rank of ${cross.candidates[i % of]} under ${cross.rows[Math.floor(i / of)].title}`;
      opener.ariaExpanded = String(opener.dataset.pair === `${facts.marked}:${facts.worked}`);
      this.places[i].box.style.setProperty("--shade", `${Math.round(shade * 100)}%`);
    });
    scores.forEach((score, i) => {
      const place = this.places[cells.length + i];
      write(place, score?.value ?? "–", score?.mean ?? "");
      place.value.className = score?.best ? "best" : "";
      place.best.hidden = !score?.best;
    });
  }

  /**
   * @param {import("./squares.js").ModelFacts} model
   * @param {number} index
   */
  #include(model, index) {
    const box = make("input", { type: "checkbox", checked: model.reference, title: "Judge by this reference too" });
    box.ariaLabel = `${model.title} is a reference`;
    box.addEventListener("change", () => this.lab.editor.setReference(index, box.checked));
    return box;
  }

  /**
   * A reference's name marks the batch that it chose for the crosshair's target.
   * @param {import("./squares.js").ModelFacts} model
   * @param {number} index
   * @param {boolean} none
   * @param {boolean} marked
   */
  #batches(model, index, none, marked) {
    const title = "Marks in the squares the batch that this reference chose for the target at the crosshair";
    const button = make("button", { type: "button", className: "link", title, disabled: none }, model.title);
    button.ariaPressed = String(marked);
    button.ariaLabel = `${model.title}: mark its batch`;
    if (marked) button.append(" ▣");
    button.addEventListener("click", ({ detail }) => {
      const batch = this.lab.ask("batch", index);
      this.lab.view("batch", batch === this.lab.words().batch ? undefined : batch);
      // By a key, the focus stays in sight.
      if (detail > 0) element("squares").scrollIntoView({ block: "nearest" });
    });
    return button;
  }
}

/**
 * @param {Place} place
 * @param {string} value
 * @param {string} mean
 */
function write(place, value, mean) {
  place.value.textContent = value;
  place.mean.textContent = mean;
}
