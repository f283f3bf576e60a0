// @ts-check
// A table of one's own: opened, dropped or pasted; what was read of it is seen before anything is computed, and its
// owner says what only the owner can know. The core reads; this shows what it found. Tables stay in this page.

import { core, guarded } from "../core.js";
import { element, make, noteDone, setText, speak, typed, watchEdges, watchFiles } from "../dom.js";
import { clearError, showError } from "../errors.js";
import { brought, showMissing, tableFrom, tableOf } from "./brought.js";

/** What a pasted table is called. */
const PASTED = "pasted table";

/** The choices of how a table is read, and what each is about. */
const READINGS = /** @type {const} */ ([["read-separator", "separator"], ["read-decimal", "decimal"], ["read-header", "header"]]);

/**
 * @typedef {{ name: string, holds: string, number: boolean, role: "target" | "input" | "left", missing: number, faults: number }} Column
 * @typedef {object} Sheet
 * @property {string} separator
 * @property {string} decimal
 * @property {string} header
 * @property {number} rows
 * @property {Column[]} columns
 * @property {string[][]} first
 * @property {string[]} faults
 * @property {number} more
 * @property {{ place: string, cell: string, readings: number[] } | null} question
 * @typedef {{ separator: string | null, decimal: string | null, header: string | null, drops: boolean }} Said
 * @typedef {object} Offer
 * @property {string} hash
 * @property {boolean} text or else arrays
 * @property {Said} said how it is to be read, as far as its owner says so
 * @property {Sheet | null} sheet nothing for arrays, and for a text that cannot be read
 * @property {string} [link] that judges models on it
 * @property {string} [error] that keeps it from being used
 * @property {string[]} [notes]
 * @property {{ rows: number, inputs: number, target: string }} [sizes]
 */

/** @type {Said} */
const NOTHING = { separator: null, decimal: null, header: null, drops: false };

export class TableSheet {
  /** @param {import("../lab/data.js").DataLab} lab */
  constructor(lab) {
    this.lab = lab;
    this.root = element("sheet");
    /** The link whose settings the table is read by, until it is used. */
    this.draft = "";
    /** @type {import("./brought.js").Table} */
    this.table = { name: "", bytes: new Uint8Array() };
    /** @type {Offer | null} */
    this.offer = null;
    /** What was said of how it is to be read; all else is the core's to find out. */
    this.said = NOTHING;
    /** How often a table was asked about: an answer that comes late is not shown. */
    this.asked = 0;
    watchFiles("table-file", "bring", (files) => this.#take(files));
    this.#watchPaste();
    this.#watchReading();
    element("table-look").addEventListener("click", () => (this.root.hidden ? this.#lookAgain() : this.#close()));
    element("sheet-close").addEventListener("click", () => this.#close());
    element("sheet-use").addEventListener("click", () => this.#use());
    element("table-sample").addEventListener("click", () => this.#sample());
    watchEdges(element("sheet-cells"));
  }

  /**
   * Says which table a link needs, if it is not here.
   * @param {string} link
   */
  show(link) {
    const missing = showMissing(link);
    const file = tableOf(link);
    element("table-sample").hidden = !file;
    typed("table-look", HTMLButtonElement).disabled = missing;
    if (missing) setText(element("table-name"), file?.name ?? "");
    /** @type {HTMLElement} */ (element("bring").closest(".lab")).toggleAttribute("data-missing", missing);
  }

  #watchPaste() {
    const form = typed("paste", HTMLFormElement);
    const open = (/** @type {boolean} */ is) => {
      form.hidden = !is;
      element("paste-open").ariaExpanded = String(is);
      if (is) element("pasted").focus();
      else element("paste-open").focus();
    };
    element("paste-open").addEventListener("click", () => open(form.hidden !== false));
    element("paste-close").addEventListener("click", () => open(false));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#offer({ name: PASTED, bytes: new TextEncoder().encode(typed("pasted", HTMLTextAreaElement).value) }, true);
    });
  }

  #watchReading() {
    for (const [id, what] of READINGS) {
      const choice = typed(id, HTMLSelectElement);
      choice.addEventListener("change", () => this.#say({ [what]: choice.value }));
    }
    const drop = typed("read-drop", HTMLInputElement);
    drop.addEventListener("change", () => this.#say({ drops: drop.checked }));
    element("sheet-question").addEventListener("click", ({ target }) => {
      if (target instanceof HTMLButtonElement) this.#say({ decimal: target.value });
    });
  }

  /** @param {FileList | null} files */
  async #take(files) {
    const [file] = files ?? [];
    if (!file) return;
    try {
      await this.#offer(await tableFrom(file), true);
    } catch (error) {
      this.#close();
      showError(new Error(`“${file.name}”: ${/** @type {Error} */ (error).message}`));
    }
  }

  /** Shows what was read of the table that is in use. */
  #lookAgain() {
    const file = tableOf(this.lab.link);
    const table = file ? brought.get(file.hash) : { name: "", bytes: new Uint8Array() };
    if (table) this.#offer(table, false);
  }

  /**
   * Asks what a table is. A new one is read without the settings of the one before, unless it is the one that the link
   * waits for.
   * @param {import("./brought.js").Table} table
   * @param {boolean} isNew
   */
  async #offer(table, isNew) {
    const { lab } = this;
    this.table = table;
    try {
      clearError();
      const file = tableOf(lab.link);
      if (isNew && file && !brought.has(file.hash)) {
        const waited = await this.#ask(lab.link);
        if (waited?.hash === file.hash && waited.link) return this.#arrived(waited);
      }
      this.draft = isNew ? guarded(() => core.set(withoutColumns(lab.link), "read", "")) : lab.link;
      await this.#see(true);
    } catch (error) {
      // What is seen there is the table before it.
      this.#close();
      showError(new Error(`“${table.name || "the made-up table"}”: ${/** @type {Error} */ (error).message}`));
    }
  }

  /**
   * The table that the link waited for.
   * @param {Offer} offer
   */
  #arrived({ hash }) {
    brought.set(hash, this.table);
    this.#close();
    noteDone(`${this.table.name} opened.`);
    this.show(this.lab.link);
    this.lab.again();
  }

  /**
   * @param {string} link
   * @returns {Promise<Offer | null>} null if something else was asked, or the lab was left, meanwhile
   */
  async #ask(link) {
    const turn = ++this.asked;
    const { name, bytes } = this.table;
    const offer = JSON.parse(await this.lab.page.pool.ask("offer_table", [link, name, bytes]));
    return turn === this.asked && !this.lab.left ? offer : null;
  }

  /** @param {boolean} [first] whether it was not seen before */
  async #see(first = false) {
    const offer = await this.#ask(this.draft);
    if (!offer) return;
    this.offer = offer;
    this.#fill(offer);
    this.root.hidden = false;
    element("table-look").ariaExpanded = "true";
    if (!first) return;
    this.root.scrollIntoView({ block: "nearest" });
    this.root.focus({ preventScroll: true });
  }

  #close() {
    this.root.hidden = true;
    element("table-look").ariaExpanded = "false";
  }

  /**
   * How the table is to be read, as its owner says: what was not said stays open.
   * @param {Partial<Said>} what
   */
  #say(what) {
    this.said = { ...this.said, ...what };
    const { separator, decimal, header, drops } = this.said;
    const words = [separator, decimal, header, drops && "drop-missing"].filter(Boolean).join(",");
    // Parted otherwise, its columns are others.
    this.#change(() => core.set("separator" in what ? withoutColumns(this.draft) : this.draft, "read", words));
  }

  /** @param {() => string} change of the draft */
  async #change(change) {
    try {
      this.draft = guarded(change);
      await this.#see();
    } catch (error) {
      showError(error);
    }
  }

  /** @param {Offer} offer */
  #fill({ text, said, sheet, error, notes = [], sizes }) {
    const name = this.table.name || "The made-up table";
    const counts = sheet && `${sheet.rows} rows, ${sheet.columns.length} columns`;
    setText(element("sheet-title"), `${name}: ${counts ?? (text ? "it cannot be read so" : "arrays X and y")}`);
    this.said = said;
    this.#fillReading(text, sheet);
    const open = element("sheet-error");
    // What is asked stands there as a question.
    setText(open, error && !sheet?.question ? error : "");
    open.hidden = open.textContent === "";
    const faults = (sheet?.faults ?? []).map((fault) => make("li", {}, fault));
    if (sheet && sheet.more > 0) faults.push(make("li", {}, `and ${sheet.more} more`));
    element("sheet-faults").replaceChildren(...faults);
    this.#fillCells(sheet);
    element("sheet-notes").replaceChildren(...notes.map((note) => make("li", {}, note)));
    typed("sheet-use", HTMLButtonElement).disabled = !sizes;
    setText(element("sheet-leads"), sizes ? `“${sizes.target}” is predicted from ${sizes.inputs} ${sizes.inputs === 1 ? "input" : "inputs"} on ${sizes.rows} rows.` : "");
  }

  /**
   * What was said, or else was found out.
   * @param {boolean} text
   * @param {Sheet | null} sheet
   */
  #fillReading(text, sheet) {
    const { said } = this;
    /** @type {HTMLElement} */ (this.root.querySelector(".reading")).hidden = !text;
    for (const [id, what] of READINGS) {
      const isOpen = what === "decimal" && sheet?.question;
      typed(id, HTMLSelectElement).value = said[what] ?? (isOpen ? "" : sheet?.[what] ?? "");
    }
    typed("read-drop", HTMLInputElement).checked = said.drops;
    const asked = element("sheet-question");
    asked.hidden = !sheet?.question;
    if (!sheet?.question) return;
    const { place, cell, readings } = sheet.question;
    const [words, ...answers] = /** @type {HTMLElement[]} */ ([...asked.children]);
    setText(words, `What is “${cell}” (${place})?`);
    answers.forEach((answer, i) => setText(answer, String(readings[i])));
  }

  /**
   * Whoever chose by keys goes on where they were.
   * @param {Sheet | null} sheet
   */
  #fillCells(sheet) {
    const root = element("sheet-cells");
    root.hidden = !sheet;
    const place = [...root.querySelectorAll("select")].findIndex((choice) => choice === document.activeElement);
    root.replaceChildren(...(sheet ? [this.#cells(sheet)] : []));
    if (place >= 0) root.querySelectorAll("select")[place]?.focus({ preventScroll: true });
  }

  /** @param {Sheet} sheet */
  #cells({ columns, first }) {
    const heads = columns.map((column, i) => make("th", { scope: "col" }, make("b", {}, column.name), make("small", {}, about(column)), this.#role(column, i)));
    const rows = first.map((cells) => make("tr", {}, ...cells.map((cell, i) => make("td", { className: columns[i].role }, cell))));
    return make("table", {}, make("caption", { className: "unseen" }, "The columns, what becomes of each, and the first rows"),
      make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  }

  /**
   * What becomes of a column, to be chosen.
   * @param {Column} column
   * @param {number} place
   */
  #role({ name, role, number }, place) {
    const options = [["input", "input"], ["target", "predict it"], ["left", "leave out"]].map(([value, words]) =>
      make("option", { value, disabled: value === "target" && !number }, words));
    const choice = make("select", { ariaLabel: `What becomes of ${name}` }, ...options);
    choice.value = role;
    choice.addEventListener("change", () => this.#assign(place, /** @type {Column["role"]} */ (choice.value)));
    return choice;
  }

  /**
   * @param {number} place
   * @param {Column["role"]} role
   */
  #assign(place, role) {
    const columns = this.offer?.sheet?.columns ?? [];
    const roles = columns.map((column) => column.role);
    if (role === "target") roles.forEach((own, i) => own === "target" && (roles[i] = "input"));
    roles[place] = role;
    const number = (/** @type {number} */ i) => String(i + 1);
    const left = roles.flatMap((own, i) => (own === "left" ? [number(i)] : []));
    const target = roles.indexOf("target");
    this.#change(() => core.set(core.set_list(this.draft, "leave", left), "column", target < 0 ? "" : number(target)));
  }

  /** Lets models be judged on it. */
  #use() {
    const { offer, lab } = this;
    if (!offer?.link) return;
    const { link, hash } = offer;
    if (this.table.name) brought.set(hash, this.table);
    const same = guarded(() => core.scenario(link)) === lab.scenario;
    this.#close();
    noteDone(same ? "" : "Models are being judged on it.");
    if (same) speak("That is how the models are judged already.");
    else lab.state.commit(() => link);
    // The button is gone.
    const title = element("ranking-title");
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest" });
  }

  #sample() {
    this.#close();
    this.lab.state.commit(() => guarded(() => core.in_lab(core.in_lab(this.lab.link, "toy", false), "data", false)));
  }
}

/**
 * What is said of columns is of one table alone.
 * @param {string} link
 */
function withoutColumns(link) {
  return core.set(core.set_list(link, "leave", []), "column", "");
}

/** @param {Column} column */
function about({ holds, missing, faults }) {
  const lacks = missing > 0 ? `; ${missing} missing` : "";
  return `${holds}${lacks}${faults > 0 ? `; ${faults} unreadable` : ""}`;
}
