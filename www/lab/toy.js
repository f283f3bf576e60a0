// @ts-check
// The toy lab, twin of src/lab/toy: rules side by side; a gesture is solved and drawn within one frame.

import { core } from "../core.js";
import { element, make, markFigure, noteDone, oncePerFrame, setText, speak, typed, watchChoice } from "../dom.js";
import { Form } from "../form.js";
import { Hands } from "../hands.js";
import { Motion } from "../motion.js";
import { PHONE, keepFocus, watchMedia } from "../order.js";
import { PanelsLab } from "../panels.js";
import { ELSEWHERE, OVER } from "../part/panel.js";
import { Pair } from "../part/pair.js";
import { Pull } from "../part/pull.js";
import { RulePanel } from "../part/rule.js";
import { You } from "../part/you.js";
import { Stepper } from "../stepper.js";

/** The rules of a link that names none, and how a phone shows them: those that the title speaks of first. */
const USUAL = "random,tig,mig,batch-mig";
const ON_A_PHONE = ["mig", "batch-mig", "tig", "random"];
/** What keeps the focus when panels are built anew. */
const PARTS = ["select", ".earlier", ".remove", ".overlay"];

/**
 * @typedef {object} Words
 * @property {number} step
 * @property {number} steps
 * @property {string} notice
 * @property {string} room the longest there is, for which room is kept
 * @property {(import("../part/panel.js").PanelFacts & { rule: string })[]} panels
 * @property {import("../part/panel.js").PanelFacts | null} learner what stands with the panel “You”
 * @property {import("../part/you.js").Words | null} you
 * @property {[string, string, string][]} rules name, title and meaning of all there are
 */

/** @extends {PanelsLab<RulePanel>} */
export class ToyLab extends PanelsLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "parts of the search for the best batch", ["panels", "you", "pair"]);
    this.stepper = new Stepper((step) => this.#step(step));
    this.pull = new Pull(this);
    // A step would write what is only previewed into history.
    this.hands = new Hands(this, () => this.stepper.stop());
    this.you = new You(this);
    this.pair = new Pair(this);
    this.turn = this.turns();
    this.motion = new Motion();
    this.retell = oncePerFrame(() => this.#retell());
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener("keydown", this.keys);
    this.added = typed("add-panel", HTMLSelectElement);
    watchChoice(this.added, (rule) => this.#addPanel(rule));
    this.phone = false;
    this.unwatch.push(watchMedia(PHONE, (phone) => {
      this.phone = phone;
      // A phone has no room to spare for it.
      typed("key", HTMLDetailsElement).open = !phone;
      keepFocus(() => (phone ? element("panels") : element("bar-end")).after(this.added));
      this.redraw();
    }));
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
    this.motion?.stop();
    super.show(link, change);
    // At once: a key may follow before the next frame.
    if (this.figure) this.#walk();
  }

  /** While one asks there is nothing to walk through, and nothing to be heard of it. */
  #walk() {
    const { step, steps, you } = this.words();
    if (!you?.covered) this.stepper.show(step, steps);
  }

  /** @param {number} by */
  step(by) {
    const { you } = this.words();
    if (you?.covered) {
      // What the rules ask is shown once all is placed, unless a lesson waits for it.
      const show = element("you-show");
      if (by > 0 && show.ariaDisabled !== "true" && show.checkVisibility()) show.click();
      else speak(you.task);
      return "moved";
    }
    return this.stepper.move(by) ? "moved" : "end";
  }

  /** Goes back to where nothing is asked yet. */
  rewind() {
    return this.stepper.move(-this.stepper.step);
  }

  leave() {
    this.stepper.stop();
    this.motion.stop();
    removeEventListener("keydown", this.keys);
    document.documentElement.removeAttribute("data-guess");
    super.leave();
  }

  draw() {
    this.pull?.show(0);
    // A hand that pulls moves all functions together, and nothing else.
    if (this.looking && this.pull?.going) {
      for (const panel of [...this.panels, ...(this.you.panel ? [this.you.panel] : [])]) {
        panel.sheet.keep();
        panel.draw(this.handle());
      }
      return this.readAgain();
    }
    // What a worker solved was not known when it was asked for.
    this.#walk();
    const all = [...this.#tellWords(), ...this.panels];
    all.forEach(({ sheet }) => (this.final ? sheet.measure() : sheet.keep()));
    const tasks = [
      ...all.map((panel) => () => {
        panel.draw(this.handle());
        this.keepAxis(panel.frame);
      }),
      () => this.pair.draw(this.handle()),
      () => this.hoverAgain(),
      markFigure,
    ];
    // A gesture moves all panels together; what it left is drawn in turns, because there may be ten.
    this.turn([]);
    if (!this.final) {
      this.motion.stop();
      return tasks.forEach((task) => task());
    }
    const move = (/** @type {number} */ share) => {
      // It may be gone by the next frame.
      if (this.figure) all.forEach((panel) => panel.draw(this.handle(), share));
    };
    this.motion.run(move, () => this.turn(this.figure ? tasks : []));
  }

  /** A search finds words and numbers, and nothing that is drawn. */
  arrived() {
    this.retell();
  }

  #retell() {
    if (!this.figure) return;
    this.#tellWords();
    if (this.final) this.fillTables();
    this.page.changed();
  }

  /** @returns {import("../part/panel.js").Panel[]} the learner’s panel, if there is one */
  #tellWords() {
    const { panels, learner, notice, room } = this.words();
    this.#buildPanels(panels.map((panel) => panel.rule));
    this.panels.forEach((panel) => panel.tell(panels[panel.place]));
    setText(element("notice"), notice);
    setText(element("notice-room"), room);
    return this.you.show(learner, panels.length);
  }

  /**
   * @param {import("../part/panel.js").Panel} under
   * @param {number | null} x
   * @param {number} way
   */
  hover(under, x, way = OVER) {
    super.hover(under, x, way);
    this.you.panel?.mark(x, this.you.panel === under ? way : ELSEWHERE);
  }

  /** Who plays, watches. */
  gist() {
    const { you, notice } = this.words();
    // Questions are told as they are placed.
    return this.stepper.timer || you?.covered ? "" : you ? you.verdict || you.task : notice;
  }

  say() {
    this.hands.list();
    element("helps").replaceChildren(...Form.helps(this.link));
  }

  /**
   * Panels are built anew only when there are other rules. A phone shows one at a time, in an order of its own
   * unless someone chose another.
   * @param {string[]} rules
   */
  #buildPanels(rules) {
    const shown = this.phone && rules.join() === USUAL ? ON_A_PHONE : rules;
    if (shown.join() === this.panels.map((panel) => panel.rule).join()) return;
    const focus = document.activeElement;
    const before = this.panels.find((panel) => panel.root.contains(focus));
    const part = PARTS.find((selector) => focus?.matches(selector));
    const panels = shown.map((rule, index) => new RulePanel(this, rules.indexOf(rule), index, shown));
    element("panels").replaceChildren(...this.setPanels(panels));
    this.#offerRules(rules);
    if (before && part) this.#refocus(before, part);
  }

  /**
   * The focus goes to the same rule, or if that is gone, to what took its place.
   * @param {RulePanel} before the panel that had it
   * @param {string} part
   */
  #refocus(before, part) {
    const same = this.panels.find((panel) => panel.rule === before.rule);
    const { root } = same ?? this.panels[Math.min(before.index, this.panels.length - 1)];
    const found = /** @type {HTMLElement | null} */ (root.querySelector(`${part}:enabled, ${part}.overlay`));
    (found ?? root.querySelector("select"))?.focus({ preventScroll: true });
  }

  /** @param {string[]} shown */
  #offerRules(shown) {
    const free = this.words().rules.filter(([name]) => !shown.includes(name));
    const options = free.map(([value, title, meaning]) => make("option", { value }, `${title}: ${meaning}`));
    this.added.replaceChildren(make("option", { value: "", hidden: true }, "Add a rule"), ...options);
    this.added.disabled = free.length === 0;
  }

  /** @param {string} rule */
  titleOf(rule) {
    return this.words().rules.find(([name]) => name === rule)?.[1] ?? rule;
  }

  /**
   * @param {string[]} rules in the order in which they are to be seen
   * @param {string} [done] what that does, in words
   */
  setRules(rules, done = "") {
    noteDone(done);
    this.state.commit(() => core.set_list(this.link, "rule", rules));
  }

  /** @param {string} rule */
  #addPanel(rule) {
    const meant = document.activeElement === this.added;
    this.setRules([...this.panels.map((panel) => panel.rule), rule], `${this.titleOf(rule)} added.`);
    // Once it is drawn, and so has its height.
    requestAnimationFrame(() => {
      const root = this.panels.find((panel) => panel.rule === rule)?.root;
      if (meant) root?.querySelector("select")?.focus({ preventScroll: true });
      root?.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {number} step */
  #step(step) {
    // While one asks, there is nothing to step through.
    if (this.words().you?.covered) return;
    this.motion.want();
    this.view("step", String(step));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      this.stepper.move(event.key === "ArrowLeft" ? -1 : 1);
      event.preventDefault();
    }
  }
}
