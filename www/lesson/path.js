// @ts-check
// The lessons that come with the page: one path, from nothing to the paper's claims.

import { ownFile } from "../files.js";

/**
 * @typedef {object} Shipped
 * @property {string} name in links
 * @property {string} title as its file has it
 * @property {() => Promise<Response>} file
 */

/** @type {Shipped[]} */
export const path = [
  { name: "bands", title: "Honest bands", file: () => ownFile("lessons/bands.md") },
  { name: "together", title: "Which points go together", file: () => ownFile("lessons/together.md") },
  { name: "questions", title: "One question, many questions", file: () => ownFile("lessons/questions.md") },
  { name: "batches", title: "Asking together", file: () => ownFile("lessons/batches.md") },
  { name: "judging", title: "Judging correlations", file: () => ownFile("lessons/judging.md") },
  { name: "theorem", title: "Whose fault is it?", file: () => ownFile("lessons/theorem.md") },
  { name: "models", title: "Which models get them right", file: () => ownFile("lessons/models.md") },
  { name: "curves", title: "Luck and learning curves", file: () => ownFile("lessons/curves.md") },
  { name: "table", title: "Your own table", file: () => ownFile("lessons/table.md") },
];

/**
 * The step that explains each lab: a lesson's name, and the step's.
 * @type {Record<string, [string, string]>}
 */
export const explained = {
  marginal: ["bands", "promise"],
  correlation: ["together", "square"],
  toy: ["questions", "loop"],
  models: ["models", "four"],
  theorem: ["theorem", "borrowed"],
  curves: ["curves", "luck"],
  agreement: ["curves", "many"],
  data: ["table", "split"],
};

/**
 * Where a shipped lesson stands on the path, from 1; 0 for one of someone's own.
 * @param {string} name
 */
export function numberOf(name) {
  return path.findIndex((lesson) => lesson.name === name) + 1;
}

/** @param {string} name */
export function placeOf(name) {
  const at = numberOf(name);
  return at === 0 ? "" : `Lesson ${at} of ${path.length}`;
}
