// @ts-check
// Mean ranks of those that choose, by those that predict, as a heat table. A column's head lets its model predict the
// curves above, a cell shows what lies behind it. It is built anew only when there are other models; numbers that
// arrive change the words in it.

import { core } from "../core.js";
import { element, keepFocus, make, noteDone, setText, typed, watchChoice, watchEdges } from "../dom.js";
import { bestMark } from "./square.js";

/**
 * @typedef {{ value: string, error: string, shade: number, best: boolean, doubt: boolean }} Cell
 * @typedef {object} Ranks
 * @property {string} caption
 * @property {{ id: string, title: string }[]} columns those that predict, the one that predicts the curves first
 * @property {{ label: string, line: number, doubt: boolean, cells: Cell[], average: Cell }[]} rows
 * @property {[string, string][]} kinds name and title of those that could predict, too
 * @property {boolean} full
 */

export class RankTable {
  /** @param {import("../lab/curves.js").CurvesLab} lab */
  constructor(lab) {
    this.lab = lab;
    this.built = "";
    /** @type {((ranks: Ranks, against: number) => void)[]} */
    this.fills = [];
    this.add = typed("add-predictor", HTMLSelectElement);
    watchChoice(this.add, (id) => {
      const [, title] = this.lab.words().ranks?.kinds.find(([name]) => name === id) ?? [];
      this.#set((ids) => [...ids, id], `${title} predicts, too.`);
    });
    watchEdges(element("ranks"));
  }

  /**
   * @param {Ranks | null} ranks nothing where there are no two to rank
   * @param {number} against the line that all others are compared with
   */
  show(ranks, against) {
    element("ranking").hidden = !ranks;
    if (!ranks) return;
    const { columns, rows, kinds, full } = ranks;
    const shape = JSON.stringify([columns.map(({ id }) => id), rows.map(({ label }) => label)]);
    if (shape !== this.built) {
      keepFocus(element("ranks"), () => this.#build(ranks));
      const offered = kinds.map(([value, words]) => make("option", { value }, words));
      this.add.replaceChildren(make("option", { value: "" }, "choose its kind"), ...offered);
    }
    this.built = shape;
    this.add.disabled = full;
    this.fills.forEach((fill) => fill(ranks, against));
    setText(element("ranks-words"), ranks.caption);
  }

  /** @param {Ranks} ranks */
  #build({ columns, rows }) {
    this.fills = [];
    const several = columns.length > 1;
    const heads = columns.map((column, at) => make("th", { scope: "col" }, ...this.#head(column, at, several)));
    if (several) heads.push(make("th", { scope: "col" }, "average"));
    const lines = rows.map((_, row) => {
      const cells = columns.map((_, at) => this.#cell((ranks) => ranks.rows[row].cells[at], this.#opener(row, at)));
      if (several) cells.push(this.#cell((ranks) => ranks.rows[row].average, make("span")));
      return make("tr", {}, this.#name(row), ...cells);
    });
    element("ranks").replaceChildren(make("table", {},
      make("caption", { className: "unseen" }, "Mean ranks: a row for whoever chooses, a column for whoever predicts"),
      make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...lines)));
  }

  /**
   * @param {Ranks["columns"][number]} column
   * @param {number} at
   * @param {boolean} several
   */
  #head({ id, title }, at, several) {
    const help = at === 0 ? "The curves above are what it predicts" : "Lets it predict the curves above, after every batch";
    const button = make("button", { type: "button", className: "title", title: help }, title);
    button.ariaPressed = String(at === 0);
    button.addEventListener("click", () => this.#lead(id, title));
    if (!several) return [button];
    const away = make("button", { type: "button", className: "remove", title: `No longer rank by ${title}` }, "×");
    away.ariaLabel = `No longer rank by ${title}`;
    away.addEventListener("click", () => this.#set((ids) => ids.filter((other) => other !== id), `${title} removed.`));
    return [button, away];
  }

  /** @param {number} row */
  #name(row) {
    const name = make("button", { type: "button", className: "title", title: "Compare all others with this line" });
    const doubt = doubtMark();
    name.addEventListener("click", () => this.lab.view("against", String(this.#line(row))));
    this.fills.push(({ rows }, against) => {
      setText(name, rows[row].label);
      name.ariaPressed = String(rows[row].line === against);
      doubt.hidden = !rows[row].doubt;
    });
    return make("th", { scope: "row" }, name, doubt);
  }

  /**
   * @param {(ranks: Ranks) => Cell} of
   * @param {HTMLElement} place where its number stands
   */
  #cell(of, place) {
    const [best, doubt, error] = [bestMark(), doubtMark(), make("small")];
    const box = make("td", { className: "heat" }, place, best, doubt, error);
    this.fills.push((ranks) => {
      const cell = of(ranks);
      setText(place, cell.value);
      setText(error, cell.error);
      place.classList.toggle("best", cell.best);
      [best.hidden, doubt.hidden] = [!cell.best, !cell.doubt];
      box.style.setProperty("--shade", `${Math.round(cell.shade * 100)}%`);
    });
    return box;
  }

  /**
   * @param {number} row
   * @param {number} at
   */
  #opener(row, at) {
    const title = "Shows the curves behind this number";
    const button = make("button", { type: "button", className: "cell", title });
    button.addEventListener("click", ({ detail }) => {
      const { columns } = this.#ranks();
      const compared = () => core.look(this.lab.link, "against", String(this.#line(row)));
      if (at === 0) this.lab.state.view(compared);
      else this.#lead(columns[at].id, columns[at].title, compared);
      // By a key, the focus stays in sight.
      if (detail > 0) element("log-likelihood").scrollIntoView({ block: "nearest" });
    });
    return button;
  }

  /**
   * Lets a model predict the curves.
   * @param {string} id
   * @param {string} title
   * @param {() => string} link before
   */
  #lead(id, title, link = () => this.lab.link) {
    noteDone(`${title} predicts the curves.`);
    this.lab.state.commit(() => core.set(link(), "predict", id));
  }

  /**
   * @param {(ids: string[]) => string[]} change of those that predict
   * @param {string} words
   */
  #set(change, words) {
    const ids = this.#ranks().columns.map(({ id }) => id);
    noteDone(words);
    this.lab.state.commit(() => core.set_list(this.lab.link, "predict", change(ids)));
  }

  /** @returns {Ranks} */
  #ranks() {
    const { ranks } = this.lab.words();
    if (!ranks) throw new Error("there is nothing to rank");
    return ranks;
  }

  /** @param {number} row */
  #line(row) {
    return this.#ranks().rows[row].line;
  }
}

/** What stands with what should not be trusted. */
function doubtMark() {
  const mark = make("span", { ariaHidden: "true" }, "▲");
  const title = "Not to be trusted as it was fitted: see below";
  return make("span", { className: "doubtful", title, hidden: true }, mark, make("span", { className: "unseen" }, "not to be trusted"));
}
