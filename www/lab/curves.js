// @ts-check
// The lab of learning curves, twin of src/lab/curves: lines that get surer as tasks arrive.

import { Sheet } from "../canvas.js";
import { core } from "../core.js";
import { element, make, markFigure, noteDone, setText, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { awaitTable, contentsOf, showMissing } from "../part/brought.js";
import { ModelEditor } from "../part/model.js";
import { RankTable } from "../part/ranks.js";

/** The charts, by the names of their views. */
const CHARTS = ["log-likelihood", "differences", "expected-log-likelihood", "rmse"];
/** What its expected log likelihood is called, and why it is shown: if the oracle predicts, and if it does not. */
const EXPECTED = {
  oracle: ["Expected log likelihood", "free of the targets’ noise", "expected"],
  other: ["What the model itself expects", "log likelihood by its own, perhaps wrong, beliefs: no measure of how good it is", "own expectation"],
};
/** How many tasks one asks for at a time. */
const MORE = 20;

/**
 * @typedef {object} Words
 * @property {string} notice
 * @property {{ label: string, values: string[], difference: string, z: string, mean: string }[]} rows
 * @property {import("../part/ranks.js").Ranks | null} ranks
 * @property {number} against the row that all others are compared with
 * @property {boolean} each whether every task is shown
 * @property {boolean} oracle whether it is the oracle that predicts
 * @property {boolean} many whether there are too many lines to draw the bands of all
 * @property {number} asked how many tasks there are to be
 * @property {number} selected the model whose settings are shown
 * @property {string[]} picked which rows of a table each line asked for
 * @property {string[]} doubts
 * @property {{ title: string }[]} models
 * @property {boolean} full
 * @property {[string, string][]} rules name and title of all there are
 * @property {string[]} chosen the names of those that are compared
 */

export class CurvesLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "tasks", CHARTS);
    this.sheets = CHARTS.map((id) => new Sheet(typed(id, HTMLCanvasElement)));
    this.editor = new ModelEditor(this, { judges: false, box: () => element("choosers").lastElementChild });
    this.table = new RankTable(this);
    awaitTable(this);
    this.turn = this.turns();
    this.each = typed("each", HTMLInputElement);
    this.each.addEventListener("change", () => this.view("each", this.each.checked ? "1" : undefined));
    element("more").addEventListener("click", () => {
      const now = this.words().asked;
      noteDone(`${now + MORE} tasks.`);
      this.state.commit(() => core.set(this.link, "tasks", String(now + MORE)));
    });
    this.built = "";
  }

  /**
   * @param {string} link
   * @param {import("../state.js").Change} change
   */
  show(link, change) {
    super.show(link, change);
    showMissing(link);
  }

  /** @param {string} link */
  contents(link) {
    return contentsOf(link);
  }

  /** @returns {Words} */
  words() {
    return super.words();
  }

  selected() {
    return this.words().selected;
  }

  draw() {
    const { notice, rows, each, doubts, picked, ranks, against, oracle, many } = this.words();
    setText(element("notice"), notice);
    element("banded").hidden = !many;
    const [title, why] = oracle ? EXPECTED.oracle : EXPECTED.other;
    element("expected-title").replaceChildren(`${title} `, make("span", {}, why));
    element("expected-log-likelihood").ariaLabel = `${title}, against batches`;
    this.each.checked = each;
    setText(element("baseline"), rows[against]?.label ?? "one line");
    this.#fillEnds();
    this.table.show(ranks, against);
    element("doubts").replaceChildren(...doubts.map((doubt) => make("li", {}, doubt)));
    element("picked").hidden = picked.length === 0;
    element("picked-rows").replaceChildren(...picked.map((rows) => make("li", {}, rows)));
    this.sheets.forEach((sheet) => sheet.measure());
    const figure = this.handle();
    this.turn([...this.sheets.map((sheet, i) => () => void sheet.draw(figure, CHARTS[i])), markFigure]);
  }

  gist() {
    return this.words().notice;
  }

  say() {
    this.#fillRules();
    this.#fillChoosers();
    this.editor.show(this.words());
    element("helps").replaceChildren(...Form.helps(this.link));
  }

  /** The table of what stands at the end of each line. */
  #fillEnds() {
    const { rows, against, oracle } = this.words();
    const [, , expected] = oracle ? EXPECTED.oracle : EXPECTED.other;
    const other = rows[against]?.label ?? "";
    const head = ["line", "log likelihood", expected, "RMSE", "difference", "z", "over all batches"];
    const line = (/** @type {Words["rows"][number]} */ { label, values, difference, z, mean }, /** @type {number} */ i) => {
      const name = make("button", { type: "button", className: "title", title: "Compare all others with this line" }, label);
      name.ariaPressed = String(i === against);
      name.addEventListener("click", () => this.view("against", String(i)));
      const cells = [...values, difference, z, mean].map((words) => make("td", {}, words));
      return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
    };
    const titles = head.map((words) => make("th", { scope: "col" }, words));
    const table = make("table", { className: "ends" },
      make("caption", {}, `Means over tasks and their standard errors after the last batch. Differences are of the log likelihood, each line minus “${other}”: after the last batch with its z, and over all batches`),
      make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...rows.map(line)));
    const focused = document.activeElement?.closest("#ends tr");
    const place = focused ? [...(focused.parentElement?.children ?? [])].indexOf(focused) : -1;
    element("ends").replaceChildren(table);
    if (place >= 0) table.querySelectorAll("button")[place]?.focus({ preventScroll: true });
  }

  /** A box for each rule. */
  #fillRules() {
    const { rules, chosen } = this.words();
    const root = element("rules");
    const shape = JSON.stringify(chosen);
    if (shape === this.built) return;
    this.built = shape;
    const box = (/** @type {[string, string]} */ [name, title]) => {
      const input = make("input", { type: "checkbox", checked: chosen.includes(name), name: `rule-${name}` });
      // Without a rule there is nothing to see.
      input.disabled = chosen.length === 1 && input.checked;
      input.addEventListener("change", () => {
        const others = chosen.filter((other) => other !== name);
        this.state.commit(() => core.set_list(this.link, "rule", input.checked ? [...others, name] : others));
      });
      return make("label", { className: "check-row" }, input, title);
    };
    const focused = /** @type {HTMLInputElement | null} */ (root.contains(document.activeElement) ? document.activeElement : null);
    root.replaceChildren(make("legend", {}, "Rules"), ...rules.map(box));
    if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`[name="${focused.name}"]`))?.focus({ preventScroll: true });
  }

  /** A button for each model that chooses. */
  #fillChoosers() {
    const selected = this.selected();
    const button = (/** @type {{ title: string }} */ { title }, /** @type {number} */ i) => {
      const chip = make("button", { type: "button", className: "title" }, title);
      chip.ariaPressed = String(i === selected);
      chip.addEventListener("click", () => this.view("model", String(i)));
      return make("span", { className: "chip" }, chip);
    };
    element("choosers").replaceChildren(...this.words().models.map(button));
  }
}
