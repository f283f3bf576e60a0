// @ts-check
// One panel of the toy lab: a rule, its figure, its numbers, and hands on the figure.

import { Sheet } from "../canvas.js";
import { make, setText } from "../dom.js";

/**
 * @typedef {object} PanelFacts
 * @property {string} rule
 * @property {string} title
 * @property {string} meaning
 * @property {{ label: string, value: string, best: boolean }[]} scores
 */

/** One rule: its heading, its canvas with an overlay for hovering, its numbers. */
export class Panel {
  /**
   * @param {import("../lab/toy.js").ToyLab} lab
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
    this.sheet = new Sheet(this.canvas);
    this.overlay = new Sheet(make("canvas", { className: "overlay" }));
    this.meaning = make("span");
    this.numbers = make("dl", { className: "numbers" });
    this.readout = make("span", { className: "readout" });
    this.root = make("section", { className: `panel rule-${rule}`, ariaLabel: rule }, this.#head(rules),
      make("div", { className: "stack" }, this.canvas, this.overlay.canvas), this.numbers);
    lab.hands.watch(this.overlay.canvas, {
      frame: () => this.frame,
      probe: (x) => lab.hover(this, x),
      sentence: (x) => lab.ask("probe", index, x),
    });
  }

  /** @param {import("../figure.js").Figure} figure */
  draw(figure) {
    this.frame = this.sheet.draw(figure, "panel", this.index);
  }

  /** @param {PanelFacts} facts */
  tell({ title, meaning, scores }) {
    if (this.root.ariaLabel !== title) {
      this.root.ariaLabel = title;
      this.overlay.canvas.ariaLabel = `Probe of ${title}`;
    }
    setText(this.meaning, meaning);
    this.canvas.ariaLabel = `${title}: ${scores.map((s) => `${s.label} ${s.value}`).join(", ")}`;
    // Built once: a drag changes nothing but the words.
    if (this.numbers.childElementCount !== scores.length) {
      // What bold type says is said in words, too.
      const best = () => make("span", { className: "unseen" });
      const cells = scores.map(({ label }) => make("div", {}, make("dt", {}, label, best()), make("dd")));
      this.numbers.replaceChildren(...cells);
    }
    scores.forEach(({ value, best }, i) => {
      const cell = this.numbers.children[i];
      const [label, number] = /** @type {HTMLCollectionOf<HTMLElement>} */ (cell.children);
      if (cell.classList.contains("best") !== best) cell.classList.toggle("best", best);
      setText(/** @type {HTMLElement} */ (label.lastElementChild), best ? ", best" : "");
      setText(number, value);
    });
  }

  /** @param {string[]} rules */
  #head(rules) {
    const free = this.lab.words().rules.filter(([name]) => name === this.rule || !rules.includes(name));
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
    earlier.classList.add("earlier");
    remove.classList.add("remove");
    // What the pointer reads takes the place of the meaning, where it hides nothing of the figure.
    const words = make("p", { className: "meaning" }, this.meaning, this.readout);
    return make("header", {}, choice, words, earlier, remove);
  }

  /**
   * Shows what is at a place; correlations only if the pointer is over this panel.
   * @param {number | null} x null when the pointer is nowhere
   * @param {boolean} under
   */
  mark(x, under) {
    const { figure } = this.lab;
    this.overlay.clear();
    this.readout.textContent = "";
    if (x === null || !figure) return;
    this.overlay.draw(figure, "hover", this.index, x, Number(under));
    this.readout.textContent = this.lab.ask("readout", this.index, x);
  }
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
