// @ts-check
// The toy lab, twin of src/lab/toy: rules side by side. Everything is solved and drawn on the main
// thread, within one frame.

import { core, guarded } from "../core.js";
import { drawSharp, watchSize } from "../canvas.js";
import { element, make, markFigure, oncePerFrame, typed } from "../dom.js";
import { showList } from "../editor.js";
import { showError } from "../errors.js";
import { Form } from "../form.js";
import { FigureLab } from "./figure.js";
import { watchPointer } from "../pointer.js";
import { Stepper } from "../stepper.js";

/**
 * @typedef {object} PanelFacts
 * @property {string} rule
 * @property {string} title
 * @property {string} meaning
 * @property {{ label: string, value: string, best: boolean }[]} scores
 */

/** @type {import("../labs.js").Lab} */
export const toy = {
  name: "toy",
  title: "TIG, MIG and BatchMIG",
  mount: (page) => new ToyLab(page),
};

/** @extends {FigureLab<InstanceType<typeof core.ToyLab>>} */
class ToyLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super();
    this.page = page;
    this.state = page.state;
    this.form = new Form(element("controls"), page.state);
    this.stepper = new Stepper((step) => this.#step(step));
    this.redraw = oncePerFrame(() => this.#draw());
    /** @type {Panel[]} */
    this.panels = [];
    /** The training point that Delete removes. */
    this.selected = -1;
    this.unwatch = watchSize(element("panels"), this.redraw);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
    element("add-panel").addEventListener("click", () => this.#addPanel());
    element("undo").addEventListener("click", () => this.state.undo());
    element("redo").addEventListener("click", () => this.state.redo());
  }

  /**
   * @param {string} link
   * @param {import("../state.js").Change} change
   */
  show(link, { final }) {
    const figure = guarded(() => new core.ToyLab(link));
    if (!final && this.yAxis) figure.hold_y_axis(...this.yAxis);
    this.replace(link, figure);
    this.#buildPanels();
    this.form.show(link);
    this.stepper.show(figure.step, figure.steps);
    if (final) this.#tell();
    this.redraw();
  }

  leave() {
    this.stepper.stop();
    removeEventListener("keydown", this.keys);
    this.unwatch();
    super.leave();
  }

  /** @type {import("../canvas.js").Draw} */
  paint(...where) {
    return guarded(() => this.handle().draw_figure(...where));
  }

  #draw() {
    const { figure } = this;
    if (!figure) return;
    try {
      this.panels.forEach((panel) => panel.draw(figure));
      this.keepAxis(this.panels[0]?.frame ?? null);
      /** @type {PanelFacts[]} */
      const facts = JSON.parse(guarded(() => figure.facts()));
      facts.forEach((fact, i) => this.panels[i].tell(fact));
      markFigure();
    } catch (error) {
      showError(error);
    }
  }

  /** What need not follow every frame of a gesture. */
  #tell() {
    const figure = this.handle();
    const { notice } = JSON.parse(guarded(() => figure.preset()));
    element("notice").textContent = notice;
    element("description").textContent = guarded(() => figure.description());
    this.page.fingerprint(guarded(() => figure.fingerprint()));
    this.#lists();
    this.fillTables();
  }

  /** Panels are built anew only when there are other rules. */
  #buildPanels() {
    /** @type {PanelFacts[]} */
    const facts = JSON.parse(guarded(() => this.handle().facts()));
    const rules = facts.map((fact) => fact.rule);
    if (rules.join() === this.panels.map((panel) => panel.rule).join()) return;
    this.panels = rules.map((rule, index) => new Panel(this, index, rule, rules));
    element("panels").replaceChildren(...this.panels.map((panel) => panel.root));
    const known = JSON.parse(guarded(() => core.rules()));
    typed("add-panel", HTMLButtonElement).disabled = rules.length === known.length;
  }

  /** @param {string[]} rules */
  setRules(rules) {
    this.state.commit(() => core.set_list(this.link, "rule", rules));
  }

  #addPanel() {
    const shown = this.panels.map((panel) => panel.rule);
    /** @type {[string, string][]} */
    const known = JSON.parse(guarded(() => core.rules()));
    const next = known.find(([name]) => !shown.includes(name));
    if (next) this.setRules([...shown, next[0]]);
  }

  /** @param {number} step */
  #step(step) {
    this.state.view(() => core.set_step(this.link, step === this.handle().steps ? undefined : step));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.stepper.move(event.key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
    } else if ((event.key === "Delete" || event.key === "Backspace") && this.selected >= 0) {
      this.removePoint(this.selected);
    }
  }

  /** @param {number} index */
  removePoint(index) {
    this.selected = -1;
    this.state.commit(() => core.remove_point(this.link, index));
  }

  #lists() {
    const figure = this.handle();
    showList(element("points"), {
      what: "point",
      columns: ["x", "y"],
      change: (index, [x, y]) => this.state.commit(() => core.move_point(this.link, index, x, y)),
      remove: (index) => this.removePoint(index),
      add: () => this.state.commit(() => core.add_point(this.link, 0, 0)),
    }, chunks(guarded(() => figure.points()), 2));
    showList(element("regions"), {
      what: "region",
      columns: ["from", "to", "targets"],
      change: (index, [low, high, count]) => this.state.commit(() => {
        const regions = chunks(this.handle().regions(), 3);
        regions[index] = [low, high, count];
        return core.set_list(this.link, "target", regions.map((region) => region.join(":")));
      }),
      remove: (index) => this.state.commit(() => core.remove_region(this.link, index)),
      add: () => this.state.commit(() => core.add_region(this.link, 0)),
    }, chunks(guarded(() => figure.regions()), 3));
  }
}

/** One rule: its heading, its canvas with an overlay for hovering, its numbers. */
class Panel {
  /**
   * @param {ToyLab} lab
   * @param {number} index
   * @param {string} rule
   * @param {string[]} rules
   */
  constructor(lab, index, rule, rules) {
    this.lab = lab;
    this.index = index;
    this.rule = rule;
    /** @type {Float64Array | null} */
    this.frame = null;
    this.canvas = make("canvas", { role: "img", ariaLabel: `Panel ${index + 1}` });
    this.overlay = make("canvas", { className: "overlay", ariaHidden: "true" });
    this.meaning = make("span", { className: "meaning" });
    this.numbers = make("dl", { className: "numbers" });
    this.readout = make("p", { className: "readout" });
    this.root = make("section", { className: "panel", ariaLabel: rule }, this.#head(rules),
      make("div", { className: "stack" }, this.canvas, this.overlay, this.readout), this.numbers);
    watchPointer(this.overlay, {
      frame: () => this.frame,
      grip: (place, reach) => this.#grip(place, reach),
      hover: (place) => this.#hover(place),
      click: ({ x, y }) => lab.state.commit(() => core.add_point(lab.link, x, y)),
      doubleClick: (place) => {
        const point = this.#pointAt(place, 12);
        if (point >= 0) lab.removePoint(point);
      },
    });
  }

  /** @param {InstanceType<typeof core.ToyLab>} figure */
  draw(figure) {
    this.frame = drawSharp(this.canvas, (...where) => guarded(() => figure.draw_panel(this.index, ...where)));
  }

  /** @param {PanelFacts} facts */
  tell({ title, meaning, scores }) {
    this.meaning.textContent = meaning;
    this.canvas.ariaLabel = `${title}: ${scores.map((s) => `${s.label} ${s.value}`).join(", ")}`;
    // Built once: a drag changes nothing but the words.
    if (this.numbers.childElementCount !== scores.length) {
      const cells = scores.map(({ label }) => make("div", {}, make("dt", {}, label), make("dd")));
      this.numbers.replaceChildren(...cells);
    }
    scores.forEach(({ value, best }, i) => {
      const cell = this.numbers.children[i];
      cell.className = best ? "best" : "";
      /** @type {HTMLElement} */ (cell.lastElementChild).textContent = value;
    });
  }

  /** @param {string[]} rules */
  #head(rules) {
    /** @type {[string, string][]} */
    const known = JSON.parse(guarded(() => core.rules()));
    const free = known.filter(([name]) => name === this.rule || !rules.includes(name));
    const options = free.map(([value, words]) => make("option", { value, selected: value === this.rule }, words));
    const choice = make("select", { ariaLabel: `Rule of panel ${this.index + 1}` }, ...options);
    const others = () => [...rules];
    choice.addEventListener("change", () => {
      const changed = others();
      changed[this.index] = choice.value;
      this.lab.setRules(changed);
    });
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => string[]} */ change) => {
      const made = make("button", { type: "button", ariaLabel: `${name} panel ${this.index + 1}`, title: name }, sign);
      made.addEventListener("click", () => this.lab.setRules(change()));
      return made;
    };
    const earlier = button("‹", "Move earlier", () => swapped(rules, this.index, this.index - 1));
    earlier.disabled = this.index === 0;
    const remove = button("×", "Remove", () => rules.filter((rule) => rule !== this.rule));
    remove.disabled = rules.length === 1;
    return make("header", {}, choice, this.meaning, earlier, remove);
  }

  /**
   * @param {import("../pointer.js").Place} place
   * @param {number} reach
   * @returns {import("../pointer.js").Grip | null}
   */
  #grip(place, reach) {
    const point = this.#pointAt(place, reach);
    if (point >= 0) return this.#pointGrip(point);
    if (!place.inside || !this.frame || !this.lab.figure) return null;
    const scale = (this.frame[1] - this.frame[0]) / (this.frame[5] - this.frame[4]);
    const regions = chunks(this.lab.figure.regions(), 3);
    for (const [index, [low, high]] of regions.entries()) {
      const [fromLow, fromHigh] = [place.x - low, place.x - high].map((d) => Math.abs(d) * scale);
      const edge = reach * 0.7;
      if (Math.min(fromLow, fromHigh) < edge) return this.#edgeGrip(index, fromLow < fromHigh ? high : low);
      if (place.x > low && place.x < high && place.row - this.frame[2] < 24) {
        return this.#regionGrip(index, place.x);
      }
    }
    return null;
  }

  /**
   * @param {number} index
   * @returns {import("../pointer.js").Grip}
   */
  #pointGrip(index) {
    const { link } = this.lab;
    this.lab.selected = index;
    return this.#gesture("grab", ({ x, y }) => core.move_point(link, index, x, y));
  }

  /**
   * @param {number} index
   * @param {number} other the edge that stays
   */
  #edgeGrip(index, other) {
    const { link } = this.lab;
    return this.#gesture("ew-resize", ({ x }) => core.move_region(link, index, x, other));
  }

  /**
   * @param {number} index
   * @param {number} start
   */
  #regionGrip(index, start) {
    const { link } = this.lab;
    return this.#gesture("move", ({ x }) => core.shift_region(link, index, x - start));
  }

  /**
   * A drag previews every move from where it began, and commits its end.
   * @param {string} cursor
   * @param {(place: import("../pointer.js").Place) => string} change
   */
  #gesture(cursor, change) {
    const { state } = this.lab;
    return {
      cursor,
      move: (/** @type {import("../pointer.js").Place} */ place) => state.preview(() => change(place)),
      end: (/** @type {import("../pointer.js").Place} */ place) => state.commit(() => change(place)),
    };
  }

  /**
   * The training point within reach, or -1.
   * @param {import("../pointer.js").Place} place
   * @param {number} reach
   */
  #pointAt(place, reach) {
    if (!this.frame || !this.lab.figure) return -1;
    const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = this.frame;
    const distances = chunks(this.lab.figure.points(), 2).map(([x, y]) => Math.hypot(
      left + ((x - xLow) / (xHigh - xLow)) * (right - left) - place.column,
      bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top) - place.row,
    ));
    const nearest = distances.indexOf(Math.min(...distances));
    return nearest >= 0 && distances[nearest] <= reach ? nearest : -1;
  }

  /** @param {import("../pointer.js").Place | null} place */
  #hover(place) {
    const { figure } = this.lab;
    this.overlay.width = 0;
    this.readout.textContent = "";
    if (!place || !figure) return;
    try {
      drawSharp(this.overlay, (...where) => guarded(() => figure.draw_hover(this.index, place.x, ...where)));
      this.readout.textContent = guarded(() => figure.readout(this.index, place.x));
    } catch (error) {
      showError(error);
    }
  }
}

/**
 * @param {ArrayLike<number>} values
 * @param {number} size
 * @returns {number[][]}
 */
function chunks(values, size) {
  const all = Array.from(values);
  return Array.from({ length: all.length / size }, (_, i) => all.slice(size * i, size * (i + 1)));
}

/**
 * @param {string[]} list
 * @param {number} i
 * @param {number} j
 */
function swapped(list, i, j) {
  const copy = [...list];
  [copy[i], copy[j]] = [copy[j], copy[i]];
  return copy;
}
