// @ts-check
// Small words about answers, and a figure's numbers as people read them.

import { guarded } from "../core.js";
import { make, speak } from "../dom.js";

/**
 * @param {import("../figure.js").Figure} figure
 * @param {string[]} numbers
 * @returns {Map<string, string>} those that it has, as people read them
 */
export function told(figure, numbers) {
  const all = [...new Set(numbers)];
  /** @type {(string | null)[]} */
  const words = all.length > 0 ? JSON.parse(guarded(() => figure.told(all))) : [];
  return new Map(all.flatMap((number, i) => (words[i] === null ? [] : [[number, words[i]]])));
}

/** How long, in milliseconds, hands rest before it is said how far one is: what they do is said at once. */
const REST = 1500;

/** Says how far one is when that has changed, and hands rest. */
export class AtRest {
  said = "";
  timer = 0;

  /**
   * @param {string} words
   * @param {() => boolean} still whether they are true by then
   */
  tell(words, still) {
    clearTimeout(this.timer);
    if (this.said === words) return;
    const first = this.said === "";
    if (first) this.said = words;
    else this.timer = setTimeout(() => still() && speak((this.said = words), "spoken-beside"), REST);
  }
}

/** @param {boolean | null} right */
export function verdict(right) {
  const words = right === null ? "" : right ? "✓ Right." : "✗ Not right.";
  return make("p", { className: right ? "told right" : "told wrong" }, words);
}

/** @param {number | undefined} number */
export function plain(number) {
  return number === undefined ? "unknown" : String(Number(number.toFixed(3))).replace("-", "−");
}

/**
 * @param {number} read
 * @param {number} all
 */
export function hintWords(read, all) {
  if (read > all) return "The solution was shown.";
  return `${read} of ${all} hints ${read === 1 ? "was" : "were"} read.`;
}
