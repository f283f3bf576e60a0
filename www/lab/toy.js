// @ts-check
// The toy lab, twin of src/lab/toy: rules side by side. Everything is solved and drawn on the main
// thread, within one frame.

import { core, guarded } from "../core.js";
import { watchSize } from "../canvas.js";
import { element, make, markFigure, oncePerFrame, typed } from "../dom.js";
import { showList } from "../editor.js";
import { showError } from "../errors.js";
import { Form } from "../form.js";
import { FigureLab } from "./figure.js";
import { Panel, chunks } from "./panel.js";
import { watchUndo } from "../undo.js";
import { Stepper } from "../stepper.js";

/** The rules of a link that names none. */
const USUAL = "random,tig,mig,batch-mig";

/** @type {import("../labs.js").Lab} */
export const toy = {
  name: "toy",
  title: "TIG, MIG, BatchMIG",
  mount: (page) => new ToyLab(page),
};

/** @extends {FigureLab<InstanceType<typeof core.ToyLab>>} */
export class ToyLab extends FigureLab {
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
    /** @type {{ under: Panel, x: number } | null} */
    this.hovered = null;
    /** The training point that Delete removes. */
    this.selected = -1;
    this.unwatch = watchSize(element("panels"), this.redraw);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
    this.added = typed("add-panel", HTMLSelectElement);
    this.added.addEventListener("change", () => this.#addPanel());
    this.unwatchUndo = watchUndo(page.state);
    // Unseen, it keeps room for the longest sentence, so that another problem moves nothing.
    const room = make("span", { className: "room", ariaHidden: "true" }, guarded(() => core.longest_notice()));
    element("notice").before(room);
    // A phone has no room to spare for it.
    typed("key", HTMLDetailsElement).open = !matchMedia("(max-width: 600px)").matches;
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
    this.unwatchUndo();
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
      /** @type {import("./panel.js").PanelFacts[]} */
      const facts = JSON.parse(guarded(() => figure.facts()));
      facts.forEach((fact, i) => this.panels[i].tell(fact));
      const notice = guarded(() => figure.notice());
      if (element("notice").textContent !== notice) element("notice").textContent = notice;
      // What is under a pointer that rests changes with every step.
      if (this.hovered) this.hover(this.hovered.under, this.hovered.x);
      markFigure();
    } catch (error) {
      showError(error);
    }
  }

  /** What need not follow every frame of a gesture. */
  #tell() {
    const figure = this.handle();
    element("description").textContent = guarded(() => figure.description());
    this.page.fingerprint(guarded(() => figure.fingerprint()));
    this.#lists();
    element("helps").replaceChildren(...Form.helps(this.link));
    this.fillTables();
  }

  /** Panels are built anew only when there are other rules. */
  #buildPanels() {
    /** @type {import("./panel.js").PanelFacts[]} */
    const facts = JSON.parse(guarded(() => this.handle().facts()));
    const rules = facts.map((fact) => fact.rule);
    if (rules.join() === this.panels.map((panel) => panel.rule).join()) return;
    this.hovered = null;
    this.panels = rules.map((rule, index) => new Panel(this, index, rule, rules));
    element("panels").replaceChildren(...this.panels.map((panel) => panel.root));
    // A phone shows one panel at a time, and those that the title speaks of first, unless someone
    // chose another order.
    element("panels").toggleAttribute("data-usual", rules.join() === USUAL);
    this.#offerRules(rules);
  }

  /** @param {string[]} shown */
  #offerRules(shown) {
    /** @type {[string, string, string][]} */
    const known = JSON.parse(guarded(() => core.rules()));
    const free = known.filter(([name]) => !shown.includes(name));
    const options = free.map(([value, title, meaning]) => make("option", { value }, `${title}: ${meaning}`));
    this.added.replaceChildren(make("option", { value: "", hidden: true }, "Add a rule"), ...options);
    this.added.disabled = free.length === 0;
  }

  /** @param {string[]} rules */
  setRules(rules) {
    this.state.commit(() => core.set_list(this.link, "rule", rules));
  }

  #addPanel() {
    this.setRules([...this.panels.map((panel) => panel.rule), this.added.value]);
    // Once it is drawn, and so has its height.
    requestAnimationFrame(() => this.panels.at(-1)?.root.scrollIntoView({ block: "nearest" }));
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

  /**
   * Marks a place in all panels, so that they can be compared there.
   * @param {Panel} under the panel under the pointer
   * @param {number | null} x
   */
  hover(under, x) {
    this.hovered = x === null ? null : { under, x };
    try {
      this.panels.forEach((panel) => panel.mark(x, panel === under));
    } catch (error) {
      showError(error);
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
      optional: 1,
      change: (index, [x, y], column) => this.state.commit(() => {
        if (column === 0) return core.shift_point(this.link, index, x);
        return Number.isNaN(y) ? core.observe_point(this.link, index) : core.move_point(this.link, index, x, y);
      }),
      remove: (index) => this.removePoint(index),
      add: () => this.state.commit(() => core.add_observed(this.link)),
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
      add: () => this.state.commit(() => core.add_region(this.link)),
    }, chunks(guarded(() => figure.regions()), 3));
  }
}
