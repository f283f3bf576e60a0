// @ts-check
// One panel of the toy lab: a rule, which can be chosen, moved and removed.

import { make } from "../dom.js";
import { Panel } from "./panel.js";

export class RulePanel extends Panel {
  /**
   * @param {import("../lab/toy.js").ToyLab} lab
   * @param {number} place by which the figure knows it
   * @param {number} index
   * @param {string[]} rules in the order in which they are shown
   */
  constructor(lab, place, index, rules) {
    const rule = rules[index];
    super(lab, place, `rule-${rule}`);
    this.index = index;
    this.rule = rule;
    const title = lab.titleOf(rule);
    const free = lab.words().rules.filter(([name]) => name === rule || !rules.includes(name));
    const options = free.map(([value, words]) => make("option", { value, selected: value === rule }, words));
    const choice = make("select", { ariaLabel: `Rule of panel ${index + 1}` }, ...options);
    choice.addEventListener("change", () => lab.setRules(rules.map((other, i) => (i === index ? choice.value : other)), `${lab.titleOf(choice.value)} chosen.`));
    const earlier = make("button", { className: "earlier", ariaLabel: `Move ${title} earlier`, title: "Move earlier" }, "‹");
    earlier.disabled = index === 0;
    earlier.addEventListener("click", () => lab.setRules(swapped(rules, index, index - 1), `${title} moved.`));
    const remove = make("button", { className: "remove", ariaLabel: `Remove ${title}`, title: "Remove" }, "×");
    remove.disabled = rules.length === 1;
    remove.addEventListener("click", () => lab.setRules(rules.filter((other) => other !== rule), `${title} removed.`));
    // Who hears the page goes from heading to heading.
    this.head.append(make("h2", { className: "unseen" }, title), choice, this.words, earlier, remove);
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
