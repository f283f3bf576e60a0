// @ts-check
// Small words about answers, and a figure's numbers as people read them.

import { guarded } from "../core.js";
import { make } from "../dom.js";

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
