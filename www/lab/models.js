// @ts-check
// The lab of models, twin of src/lab/models: the toy lab's other half. The exact posterior follows every
// gesture at once; the models learn in the workers, and their panels show how.

import { core } from "../core.js";
import { Sheet } from "../canvas.js";
import { element, keepFocus, make, markFigure, oncePerFrame, setText, speak, typed } from "../dom.js";
import { Form } from "../form.js";
import { Hands } from "../hands.js";
import { PHONE, watchMedia } from "../order.js";
import { PanelsLab } from "../panels.js";
import { FitPanel } from "../part/fit.js";
import { ModelEditor } from "../part/model.js";
import { ELSEWHERE, OVER } from "../part/panel.js";
import { Pull } from "../part/pull.js";
import { Squares } from "../part/squares.js";

/** Charts of the selected model: views of the figure, and the ids of their canvases. */
const CHARTS = ["learning", "traces"];

/**
 * @typedef {object} More
 * @property {string} notice
 * @property {string} room the longest there is, for which room is kept
 * @property {number} selected the place of the model that is looked at closely
 * @property {boolean} full whether no more models can be added
 * @property {string} rule by which all models choose
 * @property {[string, string, string][]} rules name, title and meaning of all there are
 * @property {import("../part/fit.js").FitFacts[]} panels
 *
 * @typedef {More & import("../part/squares.js").Words} Words
 */

/** @extends {PanelsLab<FitPanel>} */
export class ModelsLab extends PanelsLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "models", ["panels", "squares", "rows", "merit", ...CHARTS]);
    this.pull = new Pull(this);
    this.hands = new Hands(this);
    this.squares = new Squares(this, [], "exact posterior", (place) => this.#waits(this.#facts(place)));
    this.editor = new ModelEditor(this);
    const sheet = (/** @type {string} */ id) => new Sheet(typed(id, HTMLCanvasElement));
    this.charts = CHARTS.map(sheet);
    this.merit = sheet("merit-chart");
    /**
     * Units that judge on further functions.
     * @type {number[]}
     */
    this.functions = [];
    this.beside = ["own", "sampled"].map((which) => ["panel", "square"].map((view) => ({ view, sheet: sheet(`beside-${view}-${which}`) })));
    this.turn = this.turns();
    this.later = this.turns();
    /**
     * Units of which something came since the last frame.
     * @type {Set<number>}
     */
    this.news = new Set();
    /**
     * Panels that are to be drawn anew.
     * @type {Set<FitPanel>}
     */
    this.undrawn = new Set();
    /** Whether words, scores and squares are to follow. */
    this.untold = false;
    this.aloud.long = true;
    this.tellNews = oncePerFrame(() => this.#tellNews());
    this.follow = oncePerFrame(() => this.#follow());
    this.rule = typed("rule", HTMLSelectElement);
    this.rule.addEventListener("change", () => this.state.commit(() => core.set_list(this.link, "rule", [this.rule.value])));
    element("closely").addEventListener("click", (event) => {
      event.preventDefault();
      page.state.visit("correlation", true);
    });
    // A phone has no room to spare for it.
    this.unwatch.push(watchMedia(PHONE, (phone) => (typed("key", HTMLDetailsElement).open = !phone)));
  }

  /** @returns {Words} */
  words() {
    return super.words();
  }

  /** @returns {number} the candidate that is looked at closely; -1 if there is none */
  selected() {
    return this.words().selected - 1;
  }

  gist() {
    return this.words().notice;
  }

  /**
   * The place under a pointer is a row of the squares; the crosshair's column is the other place.
   * @param {import("../part/panel.js").Panel} under
   * @param {number | null} x
   * @param {number} way
   */
  hover(under, x, way = OVER) {
    const cell = x === null || !this.figure ? null : this.ask("cell at", x);
    const places = cell && this.ask("cell places", ...cell);
    super.hover(under, x, way, ...(places ? [places[1]] : []));
    this.squares.mark(cell && { row: cell[0], column: cell[1] });
  }

  /**
   * A cell of a square that is pointed at is two places in all panels.
   * @param {{ row: number, column: number } | null} at
   */
  pointed(at) {
    if (!this.figure) return;
    const places = at && this.ask("cell places", at.row, at.column);
    this.#here().forEach((panel) => panel.mark(places && places[0], ELSEWHERE, ...(places ? [places[1]] : [])));
  }

  /** @param {FitPanel} panel whose model is to stop learning, or to learn after all */
  stopOrResume({ place }) {
    const { title, units } = this.#facts(place);
    const stops = this.#fit(units).stopped === null;
    speak(`${title} ${stops ? "stopped" : "learns again"}.`);
    if (stops) this.work.newest?.stop(units);
    else this.resume(units);
    this.redraw();
  }

  draw() {
    const figure = this.handle();
    this.pull?.show(0);
    // A hand that pulls moves all functions together, and nothing else.
    if (this.looking && this.pull?.going) {
      this.#here().forEach((panel) => (panel.place === 0 || panel.shown) && panel.draw(figure));
      return this.readAgain();
    }
    const { panels } = this.words();
    this.#build(panels);
    const [exact, ...others] = this.panels;
    exact.draw(figure);
    this.keepAxis(exact.frame);
    exact.show(panels[0], false);
    this.hoverAgain();
    // The models stay as they are, until it rests.
    for (const words of ["notice", "merit"]) element(words).toggleAttribute("data-stale", !this.final);
    if (!this.final) return this.panels.forEach((panel) => this.#mark(panel, panel.place > 0));
    this.squares.build(this.words());
    this.turn([
      () => this.#tellWords(),
      () => this.#judge(),
      ...others.map((panel) => () => this.#drawPanel(panel)),
      ...(this.words().selected === 0 ? [() => this.#look()] : []),
      ...this.squares.tasks(),
      markFigure,
      () => this.hands.list(),
      () => this.#explain(),
    ]);
  }

  #explain() {
    element("helps").replaceChildren(...Form.helps(this.link));
    const [{ scores }] = this.words().panels;
    element("scores").replaceChildren(...scores.flatMap(({ label, help = "" }) => [make("dt", {}, label), make("dd", {}, help)]));
  }

  /**
   * Only what a unit is of is drawn anew.
   * @param {number} unit
   */
  arrived(unit) {
    this.news.add(unit);
    this.tellNews();
  }

  progressed() {
    this.follow();
  }

  /** Drawings that waited for their turn when others came are done with those. */
  #tellNews() {
    const news = [...this.news];
    this.news.clear();
    if (!this.figure || !this.final) return;
    const further = news.filter((unit) => this.functions.includes(unit));
    if (further.length > 0) this.#judge();
    if (further.length === news.length) return this.fillTables();
    const panels = this.#here().filter(({ place }) => this.#facts(place).units.some((unit) => news.includes(unit)));
    panels.forEach((panel) => this.undrawn.add(panel));
    // What compares models waits for one that is there, or for the judge, which belongs to no panel.
    this.untold ||= panels.length === 0 || panels.some(({ place }) => this.#facts(place).state === "done");
    this.later([
      ...[...this.undrawn].map((panel) => () => this.#drawPanel(panel)),
      ...(this.untold ? [() => this.#tellWords(), () => this.#judge(), () => this.#look(), ...this.squares.tasks(), () => this.#told()] : []),
    ]);
  }

  /** The verdict, as far as functions are there. */
  #judge() {
    /** @type {{ paragraphs: string[], rows: number, units: number[] }} */
    const { paragraphs, rows, units } = this.ask("verdict");
    this.functions = units;
    const box = element("merit");
    box.hidden = paragraphs.length === 0;
    box.style.setProperty("--rows", String(rows));
    element("merit-words").replaceChildren(...paragraphs.map((text) => make("p", {}, text)));
    if (!box.hidden) this.merit.show(this.handle(), "verdict");
  }

  #told() {
    this.untold = false;
    this.fillTables();
  }

  /** @returns {FitPanel[]} those whose models the figure still has: news may come before the next drawing */
  #here() {
    const places = this.words().panels.map(({ place }) => place);
    return this.panels.filter(({ place }) => places.includes(place));
  }

  /** @param {number} place */
  #facts(place) {
    const found = this.words().panels.find((panel) => panel.place === place);
    if (!found) throw new Error(`there is no panel ${place}`);
    return found;
  }

  /**
   * Whether a model will be fitted, as far as one knows.
   * @param {import("../part/fit.js").FitFacts} facts
   */
  #waits({ state, units }) {
    return state !== "done" && this.#fit(units).stopped === null;
  }

  /** @param {FitPanel} panel */
  #drawPanel(panel) {
    this.undrawn.delete(panel);
    if (!this.#here().includes(panel)) return;
    const facts = this.#facts(panel.place);
    const { state } = facts;
    // While there is nothing new to be seen, what was there stays.
    const stale = state === "waiting" && panel.shown && this.#waits(facts);
    if (panel.place === this.words().selected) this.#look();
    this.#mark(panel, stale);
    if (stale) return;
    panel.draw(this.handle());
    panel.shown = state !== "waiting";
    if (this.hovered) panel.mark(this.hovered.x, this.hovered.under === panel ? OVER : ELSEWHERE);
  }

  /**
   * @param {FitPanel} panel
   * @param {boolean} stale
   */
  #mark(panel, stale) {
    panel.root.toggleAttribute("data-waiting", stale);
    panel.root.ariaBusy = String(stale);
  }

  /**
   * Panels are built anew only when there are other models.
   * @param {Words["panels"]} facts
   */
  #build(facts) {
    const shape = (/** @type {{ place: number, kind: string }[]} */ list) => list.map(({ place, kind }) => `${place} ${kind}`).join();
    if (shape(facts) === shape(this.panels)) return;
    const root = element("panels");
    this.undrawn.clear();
    const roots = this.setPanels(facts.map((each) => new FitPanel(this, each)));
    keepFocus(root, () => root.replaceChildren(...roots, element("adding")));
  }

  #tellWords() {
    const words = this.words();
    setText(element("notice"), words.notice);
    setText(element("notice-room"), words.room);
    this.#here().forEach((panel) => panel.show(this.#facts(panel.place), panel.place === words.selected));
    this.#follow();
    this.editor.show(words);
    if (this.rule.options.length === 0) {
      this.rule.append(...words.rules.map(([value, title, meaning]) => make("option", { value, title: meaning }, title)));
    }
    this.rule.value = words.rule;
    setText(element("rule-meaning"), `Its scores (green): ${words.rules.find(([name]) => name === words.rule)?.[2]}`);
  }

  /** How far the models are. */
  #follow() {
    // What goes on during a gesture was begun before it.
    if (!this.figure || !this.final) return;
    this.#here().forEach((panel) => {
      const facts = this.#facts(panel.place);
      panel.follow(facts, this.#fit(facts.units));
    });
  }

  /**
   * @param {number[]} units
   * @returns {import("../part/fit.js").Fit}
   */
  #fit(units) {
    // While work is planned anew, the newest is that of the figure before.
    const pieces = (this.waiting ? null : this.work.newest?.of(units)) ?? [];
    const sum = (/** @type {(piece: import("../job.js").Piece) => number} */ of) =>
      pieces.reduce((total, piece) => total + of(piece), 0);
    const stopped = pieces.find((piece) => piece.stopped !== null)?.stopped ?? null;
    return { share: sum(({ share }) => share) / units.length, took: sum(({ took }) => took), stopped };
  }

  /**
   * The selected network beside the same, sampled, if both are there.
   * @param {import("../part/fit.js").FitFacts} facts
   */
  #lookBeside({ place, title, beside }) {
    element("beside").hidden = !beside;
    if (!beside) return;
    setText(element("beside-words"), beside.words);
    setText(element("beside-own"), title);
    setText(element("beside-sampled"), this.#facts(beside.place).title);
    [place, beside.place].forEach((which, i) => this.beside[i].forEach(({ view, sheet }) => sheet.show(this.handle(), view, which)));
  }

  /** The selected model, closely. */
  #look() {
    const { selected } = this.words();
    const facts = this.#facts(selected);
    // Until it is done, what a model has to show is not known: nothing moves meanwhile.
    const something = facts.curve || facts.traces;
    const known = facts.state === "done" || selected === 0;
    if (something || known) element("training").hidden = !something;
    if (facts.traces || known) element("drawn").hidden = !facts.traces;
    this.charts.forEach((sheet, i) => sheet.show(this.handle(), CHARTS[i], selected));
    setText(element("about"), facts.about.join(" "));
    setText(element("gap"), facts.gap ?? "");
    this.#lookBeside(facts);
    for (const box of document.querySelectorAll("[data-kind]")) {
      box.toggleAttribute("hidden", /** @type {HTMLElement} */ (box).dataset.kind !== facts.kind);
    }
  }
}
