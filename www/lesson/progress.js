// @ts-check
// What a learner answered: kept in this browser, where it may be kept, and never sent anywhere.

import { core, guarded } from "../core.js";

/**
 * @typedef {object} Answer
 * @property {number} [choice] the place of what was chosen
 * @property {number} [number] what was guessed
 * @property {number} [truth] what it really was
 * @property {boolean} [right] whether that was near enough
 * @property {number[]} [order] that was bet on
 * @property {string} [placed] the figure in which something was placed
 * @property {string} [met] the figure that met the goal
 * @property {number} [hints] how many were read; one more than there are means that the solution was shown
 * @property {boolean} [shown] whether it was told to a room, without an answer: this is never kept
 * @property {boolean} [read] whether a step that asks for nothing was read
 *
 * @typedef {object} Answers
 * @property {string} edition of the lesson's text
 * @property {boolean} same whether they were given to this very text
 * @property {string} name of who gave them, if it is known
 * @property {string} id what tells them from those of others who answered alike; empty in links of old
 * @property {Record<string, Answer>} steps
 */

const KEPT = "talscope-lesson:";

/**
 * What cannot be kept in the browser lasts as long as the page.
 * @type {Map<string, string>}
 */
const kept = new Map();

/**
 * @param {string} name of the lesson
 * @returns {string} what was kept, as text; empty if nothing
 */
export function recall(name) {
  const here = kept.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(KEPT + name) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} text empty to forget
 */
export function keep(name, text) {
  try {
    if (text) localStorage.setItem(KEPT + name, text);
    else localStorage.removeItem(KEPT + name);
    kept.delete(name);
  } catch {
    // Sandboxed frames and strict settings have no storage, and storage can be full.
    kept.set(name, text);
  }
}

/** What a learner is called, who need not say so. */
export const NAME = "-name";

/**
 * Answers as far as they fit a lesson.
 * @param {string} text empty for none
 * @param {string} source the lesson's text
 * @returns {Answers}
 */
export function readAnswers(text, source) {
  const answers = JSON.parse(guarded(() => core.answers(text || '{"steps":{}}', source)));
  // A step may be called "constructor", as something of every ordinary object is.
  return { ...answers, steps: Object.assign(Object.create(null), answers.steps) };
}

/** What tells one learner's answers from another's, and nothing about either. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * How far a shipped lesson was followed, for a list; only what this page wrote itself is understood.
 * @param {string} name
 * @returns {string} words, or nothing
 */
export function progressOf(name) {
  try {
    const { done, of } = JSON.parse(recall(name));
    if (!Number.isInteger(done) || !Number.isInteger(of) || done < 1) return "";
    return done >= of ? "✓ done" : `${done} of ${of} steps`;
  } catch {
    return "";
  }
}
