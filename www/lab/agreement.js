// @ts-check
// The lab of measures, twin of src/lab/agreement: a mark for each model, any two quantities against each other.

import { Sheet } from "../canvas.js";
import { core, guarded } from "../core.js";
import { element, keepFocus, make, markFigure, noteDone, setText, typed } from "../dom.js";
import { FigureLab } from "../figure.js";
import { isOneFile } from "../files.js";
import { Form } from "../form.js";
import { Brush } from "../part/brush.js";
import { Matrix } from "../part/matrix.js";
import { ModelEditor } from "../part/model.js";

/** How many tasks one asks for at a time. */
const MORE = 10;
/** So many pixels of the scatter in sight are enough to see what was chosen. */
const SEEN = 100;
/** How long, in milliseconds, what arrives may wait to be drawn, with all that came since. */
const SOON = 250;

/**
 * @typedef {object} Words
 * @property {string} notice
 * @property {[string, string]} axes what links call the two quantities
 * @property {[string, string]} labels and people
 * @property {[string, string][]} quantities
 * @property {{ x: string, y: string, label: string, figure: string, claim: string, chosen: boolean }[]} pairs
 * @property {[string, string, string | null][] | null} coefficients
 * @property {boolean} expected
 * @property {string} expectation
 * @property {{ label: string, look: number, models: number[] }[]} families
 * @property {{ title: string, reference: boolean, doubtful: boolean, x: string, y: string }[]} models
 * @property {number[]} lit
 * @property {number} asked how many tasks there are to be
 * @property {number} selected
 * @property {boolean} full
 * @property {string[]} doubts
 *
 * @typedef {{ rows: { label: string, expected: boolean, needed: string, share: number, tells: boolean, wrong: boolean, drawn: boolean, z: string, words: string }[], notice: string, caption: string, drawn: string }} Power
 * @typedef {{ titles: string[], rows: { title: string, cells: string[], name: string }[], words: string }} References
 */

export class AgreementLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "tasks, their power included", ["large", "matrix-box"]);
    this.scatter = new Sheet(typed("scatter", HTMLCanvasElement));
    this.brush = new Brush(this);
    this.matrix = new Matrix(this);
    this.editor = new ModelEditor(this, { box: () => element("models").querySelector("tbody tr:last-child") });
    this.turn = this.turns();
    this.later = this.turns();
    this.expected = typed("expected", HTMLInputElement);
    this.expected.addEventListener("change", () => this.view("expected", this.expected.checked ? "1" : undefined));
    this.axes = ["x", "y"].map((name) => {
      const select = typed(`axis-${name}`, HTMLSelectElement);
      // At once, by arrow keys too: it is only looked at otherwise.
      select.addEventListener("change", () => this.view(name, select.value));
      return select;
    });
    element("more").addEventListener("click", () => {
      const now = this.words().asked;
      noteDone(`${now + MORE} tasks.`);
      this.state.commit(() => core.set(this.link, "tasks", String(now + MORE)));
    });
    element("model-box").addEventListener("toggle", () => {
      if (!this.figure) return;
      this.#fillModels();
      this.lit(this.words().lit);
    });
    /** Whether words change by what was pressed below them. */
    this.keeps = false;
    this.offered = this.built = this.kinds = "";
    this.prepared = false;
    /** How many tasks the figure has. */
    this.tasks = 0;
    this.telling = this.soon = 0;
    /** The link of which it was told what its settings mean. */
    this.helped = "";
  }

  /** @returns {Words} */
  words() {
    return super.words();
  }

  selected() {
    return this.words().selected;
  }

  gist() {
    return this.words().notice;
  }

  /**
   * Shows two quantities large.
   * @param {string} x
   * @param {string} y
   */
  choose(x, y) {
    this.keeps = true;
    this.state.view(() => core.look(core.look(this.link, "x", x), "y", y));
    const { top, bottom } = element("large").getBoundingClientRect();
    if (bottom < SEEN || top > innerHeight - SEEN) element("large").scrollIntoView({ block: "nearest" });
  }

  /**
   * Lights models everywhere; the link keeps them.
   * @param {number[]} models
   */
  light(models) {
    this.view("lit", models.length > 0 ? models.join(",") : undefined);
  }

  /**
   * Lit marks follow a drag without anything else being drawn anew.
   * @param {number[]} models
   */
  lit(models) {
    this.brush.draw(models);
    this.matrix.light(models);
    const { models: all } = this.words();
    setText(element("lit-names"), models.length > 0 ? `Lit: ${models.map((model) => all[model]?.title).join(", ")}.` : "");
    element("models").querySelectorAll("tbody tr").forEach((row, i) => row.toggleAttribute("data-lit", models.includes(i)));
    element("families").querySelectorAll("button").forEach((button, i) => {
      const { models: own } = this.words().families[i];
      button.ariaPressed = String(own.every((model) => models.includes(model)));
    });
  }

  draw() {
    const figure = this.handle();
    this.turn([
      () => this.#tellWords(),
      () => this.#fillFamilies(this.words()),
      () => this.brush.place(this.scatter.draw(figure, "scatter")),
      () => this.matrix.show(),
      () => this.matrix.draw(),
      () => this.#fillPower(),
      () => this.#fillReferences(),
      () => this.#fillModels(),
      () => this.lit(this.words().lit),
      markFigure,
      ...(this.final ? [() => this.editor.show(this.words()), () => this.#fillHelps()] : []),
    ]);
  }

  /**
   * What tells how much each measure tells comes in units of its own, and changes nothing else.
   * @param {number} unit
   */
  arrived(unit) {
    this.prepared = false;
    // Whoever sees the fingerprint sees all of its figure.
    if (this.figure?.complete) return super.arrived(unit);
    if (unit < this.tasks) {
      this.soon ||= setTimeout(() => {
        this.soon = 0;
        this.redraw();
      }, SOON);
    } else {
      this.telling ||= setTimeout(() => {
        this.telling = 0;
        if (this.figure) this.#fillPower();
      }, SOON);
    }
  }

  /**
   * @param {string} link
   * @param {import("../figure.js").Figure} figure
   */
  replace(link, figure) {
    this.prepared = false;
    super.replace(link, figure);
  }

  /** What waits for all numbers waits for their intervals too: found all at once, they would hold up the page. */
  tell() {
    const { figure } = this;
    if (!figure?.complete || this.pending || this.prepared) return super.tell();
    const prepare = () => {
      this.prepared = this.ask("prepare") === 0;
      this.later(this.prepared ? [() => this.#fillReferences(), () => super.tell(), () => this.fillTables()] : [prepare]);
    };
    this.later([prepare]);
  }

  fillTables() {
    // They need all intervals, too.
    if (this.prepared || !this.figure?.complete) super.fillTables();
  }

  /** What was pressed stays under the pointer: words grow upwards, and give back no room. */
  #tellWords() {
    const [box, list] = [/** @type {HTMLElement} */ (element("notice").parentElement), element("pairs")];
    const before = list.getBoundingClientRect().top;
    box.style.minHeight = this.keeps ? `${box.offsetHeight}px` : "";
    this.#fillWords();
    if (this.keeps) scrollBy({ top: list.getBoundingClientRect().top - before, behavior: "instant" });
    this.keeps = false;
  }

  #fillWords() {
    const words = this.words();
    this.tasks = words.asked;
    setText(element("notice"), words.notice);
    this.describe();
    setText(element("expectation"), words.expectation);
    this.expected.checked = words.expected;
    const shape = JSON.stringify(words.quantities);
    if (shape !== this.offered) {
      const option = (/** @type {[string, string]} */ [value, label]) => make("option", { value }, label);
      this.axes.forEach((select) => select.replaceChildren(...words.quantities.map(option)));
      this.offered = shape;
    }
    this.axes.forEach((select, i) => Object.assign(select, { value: words.axes[i], title: words.labels[i] }));
    const coefficients = (words.coefficients ?? []).map(([name, value, interval]) => make("div", {},
      make("dt", {}, name), make("dd", {}, make("b", {}, value), ...(interval ? ["95% over tasks: ", interval].map((part) => make("small", {}, part)) : []))));
    element("coefficients").replaceChildren(...coefficients);
    this.#fillPairs(words);
    element("doubts").replaceChildren(...words.doubts.map((doubt) => make("li", {}, doubt)));
  }

  /** @param {Words} words */
  #fillPairs({ pairs }) {
    const root = element("pairs");
    if (root.childElementCount === 0) {
      root.append(...pairs.map(({ x, y, label, figure, claim }) => {
        const button = make("button", { type: "button" }, label, make("small", {}, ` ${figure}`));
        button.addEventListener("click", () => this.choose(x, y));
        const verdict = make("a", { href: `results.html#${claim}`, title: "What the full run with the paper’s models says", ariaLabel: `Verdict: ${label}` }, "verdict");
        return make("div", {}, button, ...(isOneFile ? [] : [verdict]));
      }));
    }
    root.querySelectorAll("button").forEach((button, i) => (button.ariaPressed = String(pairs[i].chosen)));
  }

  /** @param {Words} words */
  #fillFamilies({ families }) {
    const shape = JSON.stringify([families, matchMedia("(prefers-color-scheme: dark)").matches, document.documentElement.dataset.theme]);
    if (shape === this.kinds) return;
    this.kinds = shape;
    const root = element("families");
    const buttons = families.map(({ label, models }) => {
      const button = make("button", { type: "button", className: "title" }, make("canvas", { ariaHidden: "true" }), label);
      button.addEventListener("click", () => {
        const now = this.words().lit;
        const all = models.every((model) => now.includes(model));
        this.light(all ? now.filter((model) => !models.includes(model)) : [...new Set([...now, ...models])]);
      });
      return button;
    });
    keepFocus(root, () => root.replaceChildren(...buttons));
    const sheets = buttons.map((button) => new Sheet(/** @type {HTMLCanvasElement} */ (button.firstElementChild)));
    sheets.forEach((sheet) => sheet.measure());
    sheets.forEach((sheet, i) => sheet.draw(this.handle(), "look", families[i].look));
  }

  #fillPower() {
    /** @type {Power} */
    const { rows, notice, caption, drawn } = this.ask("power");
    const exact = rows.filter((row) => !row.drawn);
    setText(element("power-notice"), notice);
    const line = (/** @type {Power["rows"][number]} */ { label, expected, needed, share, tells, z, words }) => {
      const bar = make("span", { className: "bar-of" });
      bar.style.setProperty("--share", `${Math.round(share * 100)}%`);
      const row = make("tr", {}, make("th", { scope: "row" }, label, expected ? make("small", {}, " expected") : ""),
        make("td", {}, needed), make("td", { className: "bars" }, bar), make("td", {}, z), make("td", { className: "said" }, words));
      row.toggleAttribute("data-tells", tells);
      return row;
    };
    const heads = ["measure", "tasks needed", "", "z", "verdict"].map((words) => make(words ? "th" : "td", words ? { scope: "col" } : {}, words));
    element("power").replaceChildren(make("table", { className: "ends" },
      make("caption", {}, caption),
      make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...exact.filter(({ wrong }) => !wrong).map(line)),
      ...this.#apart("Leaning to the wrong model: tasks needed until it is preferred", exact.filter(({ wrong }) => wrong).map(line)),
      ...this.#apart(drawn, rows.filter((row) => row.drawn).map(line))));
  }

  /**
   * What leans to the wrong model, and what is estimated from draws, stands apart: its numbers mean something else.
   * @param {string} words
   * @param {HTMLElement[]} rows
   */
  #apart(words, rows) {
    const head = make("th", { scope: "rowgroup", colSpan: 5 }, make("span", {}, words));
    return rows.length > 0 ? [make("tbody", {}, make("tr", { className: "apart" }, head), ...rows)] : [];
  }

  #fillHelps() {
    if (this.helped === this.scenario) return;
    element("helps").replaceChildren(...Form.helps(this.link));
    this.helped = this.scenario;
  }

  #fillReferences() {
    /** @type {References} */
    const { titles, rows, words } = guarded(() => this.ask("references"));
    setText(element("reference-words"), words);
    const head = titles.map((title) => make("th", { scope: "col" }, title));
    const line = (/** @type {References["rows"][number]} */ { title, cells }) =>
      make("tr", {}, make("th", { scope: "row" }, title), ...cells.map((cell) => make("td", {}, cell.replace("± ", "±\u00a0"))));
    element("references").replaceChildren(make("table", { className: "ends" }, make("caption", {}, "Means over tasks and standard errors, in nats per target"),
      make("thead", {}, make("tr", {}, make("td"), ...head)), make("tbody", {}, ...rows.map(line))));
  }

  /** The table of models is built anew only when there are others. */
  #fillModels() {
    const { models, labels, selected } = this.words();
    setText(element("model-count"), `${models.length} models: leave some out, add others, see their numbers`);
    if (!typed("model-box", HTMLDetailsElement).open) return;
    const root = element("models");
    const shape = JSON.stringify(models.map(({ title }) => title));
    if (shape !== this.built) {
      const heads = ["model", "", "", ""].map((words) => make(words ? "th" : "td", {}, words));
      const rows = models.map(({ title }, i) => this.#modelRow(title, i));
      keepFocus(root, () => root.replaceChildren(make("table", { className: "ends" }, make("caption", { className: "unseen" }, "All models with their numbers"), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))));
      this.built = shape;
    }
    const heads = root.querySelectorAll("thead tr > *");
    labels.forEach((label, i) => setText(/** @type {HTMLElement} */ (heads[i + 1]), label));
    root.querySelectorAll("tbody tr").forEach((row, i) => {
      const { x, y, doubtful } = models[i];
      [x, y].forEach((words, axis) => setText(/** @type {HTMLElement} */ (row.children[axis + 1]), words));
      row.toggleAttribute("data-doubtful", doubtful);
      /** @type {HTMLElement} */ (row.querySelector(".title")).ariaPressed = String(i === selected);
    });
  }

  /**
   * @param {string} title
   * @param {number} index
   */
  #modelRow(title, index) {
    const name = make("button", { type: "button", className: "title" }, title);
    name.addEventListener("click", () => this.view("model", String(index)));
    const remove = make("button", { type: "button", ariaLabel: `Remove ${title}` }, "×");
    remove.addEventListener("click", () => this.editor.remove(index));
    return make("tr", {}, make("th", { scope: "row" }, name), make("td"), make("td"), make("td", {}, remove));
  }
}
