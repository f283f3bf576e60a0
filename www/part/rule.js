// @ts-check
// One panel of the toy lab: a rule, which can be chosen, moved and removed.

import { make } from "../dom.js";
import { Panel } from "./panel.js";

export class RulePanel extends Panel {
  /**
   * @param {import("../lab/toy.js").ToyLab} lab
   * @param {number} index
   * @param {string} rule
   * @param {string[]} rules
   */
  constructor(lab, index, rule, rules) {
    super(lab, index, `rule-${rule}`);
    this.index = index;
    this.rule = rule;
    const free = lab.words().rules.filter(([name]) => name === rule || !rules.includes(name));
    const options = free.map(([value, words]) => make("option", { value, selected: value === rule }, words));
    const choice = make("select", { ariaLabel: `Rule of panel ${index + 1}` }, ...options);
    choice.addEventListener("change", () => lab.setRules(rules.map((other, i) => (i === index ? choice.value : other))));
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => string[]} */ change) => {
      const made = make("button", { type: "button", ariaLabel: `${name} panel ${index + 1}`, title: name }, sign);
      made.addEventListener("click", () => lab.setRules(change()));
      return made;
    };
    const earlier = button("‹", "Move earlier", () => swapped(rules, index, index - 1));
    earlier.disabled = index === 0;
    const remove = button("×", "Remove", () => rules.filter((other) => other !== rule));
    remove.disabled = rules.length === 1;
    earlier.classList.add("earlier");
    remove.classList.add("remove");
    this.head.append(choice, this.words, earlier, remove);
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
