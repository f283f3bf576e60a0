// @ts-check
// A cell of the table of XLL, worked out on one batch: the one that is marked in the squares.

import { core } from "../core.js";
import { element, make, setText, typed, watchChoice, watchEdges } from "../dom.js";
import { EllipseSight } from "./ellipse.js";

/**
 * @typedef {object} Worked what the core tells of a cell
 * @property {number} target whose batch it is
 * @property {[name: string, value: string][]} batches all of them, each with its log density per target
 * @property {{ name: string, short: string, y: string, mean: string, deviation: string, score: string }[]} points
 * @property {string[][]} correlations
 * @property {string | null} jitter
 * @property {string} xll
 * @property {string} total
 */

const SCROLLING = ["worked-points", "worked-correlations", "worked-sum"];

export class WorkedCell {
  /** @param {import("./cross.js").Judging} lab */
  constructor(lab) {
    this.lab = lab;
    this.root = element("worked");
    this.batch = typed("worked-batch", HTMLSelectElement);
    this.ellipse = new EllipseSight(lab);
    this.arriving = false;
    /** Which cell or pair is open. */
    this.opened = "";
    watchChoice(this.batch, (target) => this.#look(`${lab.words().marked}:${target}`, lab.words().worked));
    element("worked-close").addEventListener("click", () => this.#close());
    element("see-ellipse").addEventListener("click", () => this.openPair());
    this.root.addEventListener("keydown", ({ key, defaultPrevented }) => key === "Escape" && !defaultPrevented && this.#close());
    SCROLLING.forEach((id) => watchEdges(element(id)));
  }

  /**
   * Opens a cell, or closes it if it is open.
   * @param {number} reference
   * @param {number} candidate
   */
  toggle(reference, candidate) {
    const { marked, worked, batch } = this.lab.words();
    if (marked === reference && worked === candidate) return this.#close();
    this.arriving = true;
    this.#look(marked === reference && batch ? batch : this.lab.ask("batch", reference), candidate);
  }

  /** Opens a first pair as an ellipse: of the selected model, under the first reference. */
  openPair() {
    const { marked, batch, models } = this.lab.words();
    const reference = marked ?? models.findIndex((model) => model.reference && !model.absence);
    const own = models[this.lab.selected()];
    const candidate = own && !own.absence ? this.lab.selected() : reference;
    if (reference < 0) return;
    this.#look(batch ?? this.lab.ask("batch", reference) ?? `${reference}:0`, candidate);
    this.ellipse.open(0, 1);
  }

  /** Shows the cell that the link names, if there is one. */
  show() {
    /** @type {(Worked & Record<string, any>) | null} */
    const facts = this.lab.ask("worked");
    const byHand = this.arriving || this.ellipse.byHand || this.lab.state.retraced;
    this.ellipse.byHand = false;
    // A pair that is looked at closely takes its place.
    const closer = this.ellipse.show();
    this.root.hidden = !facts || closer;
    this.#reveal(closer ? this.ellipse.root : facts && this.root, byHand);
    if (!facts || closer) return;
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-fact]"))) {
      setText(place, String(facts[place.dataset.fact ?? ""]));
    }
    this.#tables(facts);
    const options = facts.batches.map(([name, value], i) => make("option", { value: String(i) }, `${name} (${value})`));
    this.batch.replaceChildren(...options);
    this.batch.value = String(facts.target);
    const values = facts.batches.map(([, value], i) => make(i === facts.target ? "b" : "span", {}, i > 0 ? plus(value) : value));
    const mean = make("b", {}, facts.xll);
    element("worked-sum").replaceChildren("(", ...values, `) ÷ ${values.length} = ${facts.total} ÷ ${values.length} = `, mean);
    setText(element("worked-jitter"), facts.jitter ? `Singular batches got ${facts.jitter} on the diagonal of C.` : "");
    if (this.arriving) this.#arrive();
    this.ellipse.return();
  }

  /**
   * A link to a cell or a pair, and a lesson's step, opens where that is.
   * @param {HTMLElement | null} part
   * @param {boolean} byHand
   */
  #reveal(part, byHand) {
    const open = part ? `${part.id} ${this.lab.words().worked} ${this.ellipse.facts?.pair}` : "";
    const isNew = open !== this.opened;
    this.opened = open;
    const { embed, present } = document.documentElement.dataset;
    if (isNew && !byHand && embed === undefined && present === undefined) part?.scrollIntoView();
  }

  /** @param {Worked} facts */
  #tables({ points, correlations }) {
    const head = ["target", "y", "μ", "s", "z"].map((words) => make("th", { scope: "col" }, words));
    const rows = points.map(({ short, y, mean, deviation, score }) =>
      row(short, [y, mean, deviation, score].map((value) => make("td", {}, value))));
    element("worked-points").replaceChildren(table("The batch under the reference", make("tr", {}, ...head), rows));
    const names = points.map(({ short }) => make("th", { scope: "col" }, short));
    const matrix = correlations.map((values, i) => row(points[i].short, values.map((value, j) => {
      const inner = i === j ? value : this.#opener(value, i, j, `${points[i].name}, ${points[j].name}`);
      const cell = make("td", { className: value.startsWith("−") ? "against" : "along" }, inner);
      cell.style.setProperty("--shade", `${Math.round(100 * Math.abs(parseFloat(value.replace("−", "-"))))}%`);
      return cell;
    })));
    // The table may be made anew under the focus, which stays at its number.
    const focused = document.activeElement;
    const held = focused instanceof HTMLElement && this.root.contains(focused) ? focused.dataset.places : undefined;
    element("worked-correlations").replaceChildren(table("The candidate’s correlations", make("tr", {}, make("th", { scope: "col" }, "target"), ...names), matrix));
    const same = /** @type {HTMLElement | null} */ (held && this.root.querySelector(`[data-places="${held}"]`));
    if (same) same.focus({ preventScroll: true });
  }

  /**
   * A number that opens its pair.
   * @param {string} value
   * @param {number} one
   * @param {number} other
   * @param {string} names
   */
  #opener(value, one, other, names) {
    const button = make("button", { type: "button", className: "cell", title: `See ${names} as an ellipse` }, value);
    button.dataset.places = `${one}:${other}`;
    button.addEventListener("click", () => this.ellipse.open(one, other));
    return button;
  }

  /** Who opened it is taken there. */
  #arrive() {
    this.arriving = false;
    this.root.scrollIntoView({ block: "nearest" });
    this.root.focus({ preventScroll: true });
  }

  #close() {
    const { marked, worked } = this.lab.words();
    const inside = this.root.contains(document.activeElement);
    this.#look(undefined, null);
    // Where one came from.
    const cell = /** @type {HTMLElement | null} */ (document.querySelector(`[data-pair="${marked}:${worked}"]`));
    if (inside) cell?.focus();
  }

  /**
   * @param {string | undefined} batch
   * @param {number | null} candidate
   */
  #look(batch, candidate) {
    const worked = candidate === null ? undefined : String(candidate);
    const plain = ["pair", "tilt", "wobble"].reduce((link, name) => core.look(link, name), this.lab.link);
    this.lab.state.view(() => core.look(core.look(plain, "batch", batch), "worked", worked));
  }
}

/** @param {string} value after a first one */
function plus(value) {
  return value.startsWith("−") ? ` − ${value.slice(1)}` : ` + ${value}`;
}

/**
 * @param {string} name
 * @param {HTMLElement[]} cells
 */
function row(name, cells) {
  return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
}

/**
 * @param {string} caption
 * @param {HTMLElement} head
 * @param {HTMLElement[]} rows
 */
function table(caption, head, rows) {
  return make("table", {}, make("caption", { className: "unseen" }, caption), make("thead", {}, head), make("tbody", {}, ...rows));
}
