// @ts-check
// The toy lab, twin of src/lab/toy: rules side by side, solved and drawn within one frame.

import { core } from "../core.js";
import { element, make, setText, typed } from "../dom.js";
import { showError } from "../errors.js";
import { FigureLab } from "../figure.js";
import { Form } from "../form.js";
import { Hands } from "../hands.js";
import { Panel } from "../part/panel.js";
import { Stepper } from "../stepper.js";

/** The rules of a link that names none. */
const USUAL = "random,tig,mig,batch-mig";

/**
 * @typedef {object} Words
 * @property {number} step
 * @property {number} steps
 * @property {string} notice
 * @property {string} room the longest there is, for which room is kept
 * @property {import("../part/panel.js").PanelFacts[]} panels
 * @property {[string, string, string][]} rules name, title and meaning of all there are
 */

export class ToyLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "problems", ["panels"]);
    this.stepper = new Stepper((step) => this.#step(step));
    // A step would write what is only previewed into history.
    this.hands = new Hands(this, () => this.stepper.stop());
    /** @type {Panel[]} */
    this.panels = [];
    /** @type {{ under: Panel, x: number } | null} */
    this.hovered = null;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
    this.added = typed("add-panel", HTMLSelectElement);
    this.added.addEventListener("change", () => this.#addPanel());
    // A phone has no room to spare for it.
    typed("key", HTMLDetailsElement).open = !matchMedia("(max-width: 600px)").matches;
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
    // At once: a key may follow before the next frame.
    if (this.figure) this.stepper.show(this.words().step, this.words().steps);
  }

  leave() {
    this.stepper.stop();
    removeEventListener("keydown", this.keys);
    super.leave();
  }

  draw() {
    const figure = this.handle();
    const { panels, notice, room } = this.words();
    this.#buildPanels(panels.map((panel) => panel.rule));
    this.panels.forEach((panel) => panel.draw(figure));
    this.keepAxis(this.panels[0]?.frame ?? null);
    panels.forEach((facts, i) => this.panels[i].tell(facts));
    setText(element("notice"), notice);
    setText(element("notice-room"), room);
    // What is under a pointer that rests changes with every step.
    if (this.hovered) this.hover(this.hovered.under, this.hovered.x);
  }

  say() {
    this.hands.list();
    element("helps").replaceChildren(...Form.helps(this.link));
  }

  /**
   * Panels are built anew only when there are other rules.
   * @param {string[]} rules
   */
  #buildPanels(rules) {
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
    const free = this.words().rules.filter(([name]) => !shown.includes(name));
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
    this.state.view(() => core.look(this.link, "step", String(step)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.ctrlKey || event.metaKey || event.altKey || this.hands.key(event)) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.stepper.move(event.key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
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
}
