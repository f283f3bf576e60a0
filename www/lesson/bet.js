// @ts-check
// A bet on an order: items that go up and down by buttons, and how they stand to the right order then.

import { core, guarded } from "../core.js";
import { make, speak } from "../dom.js";

/**
 * @typedef {(nodes: import("./text.js").Node[]) => (HTMLElement | string)[]} Text
 * @typedef {{ items: import("./text.js").Node[][], start: number[] }} Bet
 */

/**
 * @param {Bet} bet
 * @param {Text} text
 * @param {number[]} order the place of each among the right ones; follows what is done
 */
export function orderList({ items }, text, order) {
  const list = make("ol", { className: "bet" });
  const move = (/** @type {number} */ from, /** @type {number} */ by) => {
    const [taken] = order.splice(from, 1);
    order.splice(from + by, 0, taken);
    fill();
    const row = list.children[from + by];
    // At an end one of the two buttons is gone.
    const buttons = /** @type {HTMLButtonElement[]} */ ([...row.querySelectorAll("button")]);
    (buttons.find((each) => !each.disabled && each.value === String(by)) ?? buttons.find((each) => !each.disabled))?.focus();
    speak(`${row.querySelector("span")?.textContent}, place ${from + by + 1}.`);
  };
  const fill = () => list.replaceChildren(...order.map((item, place) => {
    const words = make("span", {}, ...text(items[item]));
    const button = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ what) => {
      const made = make("button", { type: "button", value: String(by), disabled: !(place + by in order), ariaLabel: `${words.textContent}: one place ${what}` }, sign);
      made.addEventListener("click", () => move(place, by));
      return made;
    };
    return make("li", {}, words, button(-1, "↑", "up"), button(1, "↓", "down"));
  }));
  fill();
  return list;
}

/**
 * Both orders side by side, after the bet.
 * @param {Bet} bet
 * @param {Text} text
 * @param {number[]} order
 */
export function orderShown({ items }, text, order) {
  const row = (/** @type {number} */ item, /** @type {number} */ place) =>
    make("tr", {}, make("td", {}, String(place + 1)), make("td", {}, ...text(items[item])), make("td", {}, ...text(items[place])));
  const head = make("tr", {}, ...["", "Your bet", "As it is"].map((words) => make("th", { scope: "col" }, words)));
  return make("table", { className: "bets" }, make("caption", {}, judged(order).words), make("thead", {}, head), make("tbody", {}, ...order.map(row)));
}

/**
 * @param {number[]} order
 * @returns {{ words: string, right: boolean }}
 */
export function judged(order) {
  return JSON.parse(guarded(() => core.in_order(Uint32Array.from(order))));
}
