// @ts-check
// The lab of tables, twin of src/lab/data: who ranks where on the reader's own data, and why.

import { Sheet } from "../canvas.js";
import { core } from "../core.js";
import { element, keepFocus, make, markFigure, save, setText, typed, watchChoice, watchEdges } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { contentsOf, keepJudged } from "../part/brought.js";
import { CrossTable } from "../part/cross.js";
import { ModelEditor } from "../part/model.js";
import { TableSheet } from "../part/sheet.js";
import { Squares } from "../part/squares.js";

/** The charts beside the squares: views of the figure, and the ids of their canvases. */
const CHARTS = ["ranking", "cross", "likelihoods"];

/** The numbers under a square, by their places in the core's list: there is no oracle to agree with. */
const SHOWN = [3, 2, 4];

/**
 * @typedef {object} Row
 * @property {number} model
 * @property {string} title
 * @property {string} place
 * @property {{ value: string, error: string, ends: string | null, mark: string }[]} cells
 * @property {string | null} doubt
 * @property {string} course
 *
 * @typedef {object} Ranking
 * @property {string} by
 * @property {string} over
 * @property {{ id: string, label: string }[]} columns
 * @property {{ id: string, label: string }[]} quantities
 * @property {Row[]} rows
 *
 * @typedef {object} More
 * @property {{ name: string, own: boolean, sizes: string, seeds: number[] }} table
 * @property {Ranking} ranking
 * @property {boolean} squares whether there are any
 *
 * @typedef {More & import("./correlation.js").Words} Words
 */

export class DataLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "fits", ["squares", "rows", "ellipse-box", ...CHARTS]);
    this.aloud.long = true;
    this.editor = new ModelEditor(this, { box: () => element("rank-table").querySelector("[aria-pressed=true]") });
    this.sheet = new TableSheet(this);
    this.cross = new CrossTable(this);
    this.squares = new Squares(this, SHOWN, "oracle");
    this.charts = Object.fromEntries(CHARTS.map((id) => [id, new Sheet(typed(id, HTMLCanvasElement))]));
    this.turn = this.turns();
    this.by = typed("rank-by", HTMLSelectElement);
    watchChoice(this.by, (id) => this.view("x", id === this.words().ranking.quantities[0].id ? undefined : id));
    watchEdges(element("rank-table"));
    element("ask-rows").addEventListener("click", () => this.state.commit(() => core.asking_for_rows(this.link)));
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
    this.sheet.show(link);
    if (change.final) keepJudged(link);
  }

  /** @param {string} link */
  contents(link) {
    return contentsOf(link);
  }

  selected() {
    return this.words().selected;
  }

  /** Who is ahead. */
  gist() {
    const { gist } = /** @type {Words & { gist: string }} */ (this.words());
    return gist;
  }

  /** Squares and functions are one elsewhere; here are none. */
  pointed() {}

  draw() {
    const words = this.words();
    element("squared").hidden = element("closer").hidden = element("judging").hidden = !words.squares;
    if (words.squares && this.squares.build(words)) element("judging").style.setProperty("--models", String(words.models.length));
    this.turn([
      () => this.#tellWords(),
      () => this.#chart("ranking"),
      ...(words.squares ? [...this.squares.tasks(), () => this.#chart("cross"), () => this.#chart("likelihoods"), () => this.#judged()] : []),
      markFigure,
    ]);
  }

  #judged() {
    const words = this.words();
    setText(element("likelihood-words"), words.likelihoods);
    this.cross.show(words);
  }

  /** @param {string} view */
  #chart(view) {
    this.charts[view].show(this.handle(), view);
  }

  #tellWords() {
    const words = this.words();
    const { table, ranking } = words;
    setText(element("notice"), words.notice);
    setText(element("table-name"), table.name);
    setText(element("table-sizes"), table.sizes);
    setText(element("ranking-over"), ranking.over);
    element("ranking").style.setProperty("--rows", String(ranking.rows.length));
    if (this.by.options.length !== ranking.quantities.length) {
      this.by.replaceChildren(...ranking.quantities.map(({ id, label }) => make("option", { value: id }, label)));
    }
    this.by.value = ranking.by;
    const root = element("rank-table");
    keepFocus(root, () => root.replaceChildren(this.#table(ranking)));
    const doubts = ranking.rows.filter(({ doubt }) => doubt).map(({ title, doubt }) => make("li", {}, make("b", {}, `▲ ${title}: `), doubt ?? ""));
    element("rank-doubts").replaceChildren(...doubts);
    this.editor.show(words);
  }

  /** @param {Ranking} ranking */
  #table({ columns, rows, by }) {
    const heads = columns.map(({ id, label }) => {
      const head = make("th", { scope: "col" }, short(id, label));
      head.title = label;
      if (id === by) head.ariaSort = "ascending";
      return head;
    });
    const lines = rows.map(({ model, title, place, cells, doubt, course }) => {
      const name = make("button", { type: "button", className: "title", ariaPressed: String(model === this.selected()) }, title);
      name.addEventListener("click", () => this.view("model", String(model)));
      const mark = doubt ? [make("span", { className: "doubtful", title: doubt, role: "img", ariaLabel: "not to be trusted" }, " ▲")] : [];
      return make("tr", {}, make("td", { className: "place" }, place), make("th", { scope: "row", title: course }, name, ...mark),
        ...cells.map(({ value, error, ends, mark: how }) => make("td", { className: how, title: ends ?? "" }, make("span", {}, value), make("small", {}, error))));
    });
    return make("table", {}, make("caption", { className: "unseen" }, "Models, the best first: means over splits with standard errors"),
      make("thead", {}, make("tr", {}, make("th", { scope: "col", title: "The places that the splits leave open" }, "#"), make("th", { scope: "col" }, "model"), ...heads)),
      make("tbody", {}, ...lines));
  }

  say() {
    element("helps").replaceChildren(...Form.helps(this.link));
    const { seeds } = this.words().table;
    const files = seeds.flatMap((seed, i) => {
      const name = `split-${seed}.json`;
      const button = make("button", { type: "button", className: "link" }, name);
      button.addEventListener("click", () => save(name, "application/json", /** @type {BlobPart} */ (this.handle().file(name))));
      return i > 0 ? [", ", button] : [button];
    });
    element("split-files").replaceChildren(...files);
  }
}

/**
 * What a measure is called over its column.
 * @param {string} id
 * @param {string} label
 */
function short(id, label) {
  return id === "rmse" ? "RMSE" : id === "log-likelihood" ? "log lik." : label;
}
