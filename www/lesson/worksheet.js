// @ts-check
// A lesson on paper: all steps with their figures, questions and blanks; if wanted, the answers on a sheet of their own.

import { core, guarded } from "../core.js";
import { make } from "../dom.js";
import { elements } from "./text.js";

/**
 * @typedef {import("./step.js").Step} Step
 * @typedef {import("./text.js").Node} Node
 */

/**
 * Prints a lesson, and nothing else of the page.
 * @param {{ title: string, summary: Node[], steps: Step[] }} lesson
 * @param {boolean} answers whether they are wanted, too
 */
export function printWorksheet({ title, summary, steps }, answers) {
  const name = make("p", { className: "blank-line" }, "Name");
  const sheet = make("section", { id: "worksheet", ariaLabel: "Worksheet" }, make("h1", {}, title), name, ...text(summary), ...steps.map(asked));
  if (answers) sheet.append(make("section", { className: "answer-sheet" }, make("h1", {}, `Answers: ${title}`), ...steps.flatMap(answered)));
  document.body.append(sheet);
  document.documentElement.toggleAttribute("data-worksheet", true);
  addEventListener("afterprint", () => {
    sheet.remove();
    document.documentElement.removeAttribute("data-worksheet");
  }, { once: true });
  print();
}

/**
 * @param {Step} step
 * @param {number} place
 */
function asked(step, place) {
  const { commit, goal } = step;
  const parts = [make("h2", {}, `${place + 1}. ${step.title}`), ...text(step.text)];
  if (commit) parts.push(make("div", { className: "question" }, make("h3", {}, "Predict"), ...text(commit.question), ...blanks(commit)));
  if (goal) parts.push(make("div", { className: "question" }, make("h3", {}, "Try, on the page"), ...text(goal.words), line("What you did"), line("What came of it")));
  const made = make("section", { className: "sheet-step" }, ...parts);
  draw(step, made);
  return made;
}

/**
 * Where an answer is written.
 * @param {NonNullable<Step["commit"]>} commit
 */
function blanks({ kind, choices, items, start }) {
  if (kind === "choice") return [make("ul", { className: "boxes" }, ...choices.map(({ words }) => make("li", {}, ...text(words))))];
  if (kind === "order") return [make("ul", { className: "places" }, ...start.map((item) => make("li", {}, ...text(items[item]))))];
  return [line(kind === "number" ? "Your number" : "Draw your answer into the figure, or write where"), line("Why")];
}

/**
 * @param {Step} step
 * @param {number} place
 */
function answered(step, place) {
  const { commit, then } = step;
  const right = commit?.kind === "choice" ? commit.choices.filter((choice) => choice.right).flatMap(({ words, answer }) => [...text(words), ...text(answer)])
    : commit?.kind === "order" ? [make("ol", {}, ...commit.items.map((item) => make("li", {}, ...text(item))))] : [];
  if (right.length === 0 && then.length === 0) return [];
  const made = make("section", {}, make("h2", {}, `${place + 1}. ${step.title}`), ...right, ...text(then));
  fill(made, step.reveal ?? step.figure);
  return [made];
}

/** @param {Node[]} nodes */
function text(nodes) {
  return elements(nodes, () => {});
}

/** @param {string} words */
function line(words) {
  return make("p", { className: "blank-line" }, words);
}

/**
 * The figure of a step, if it is quickly found, and its numbers in the text; else a blank.
 * @param {Step} step
 * @param {HTMLElement} into
 */
function draw(step, into) {
  const figure = fill(into, step.figure);
  const made = figure && new DOMParser().parseFromString(figure, "image/svg+xml").documentElement;
  const where = make("p", { className: "note" }, "The figure: ", new URL(`#${step.figure}`, location.href).href);
  into.querySelector("h2")?.after(...(made instanceof SVGElement ? [document.importNode(made, true)] : []), where);
}

/**
 * Writes the numbers of a figure into a text.
 * @param {HTMLElement} into
 * @param {string} link
 * @returns {string} the figure as SVG; nothing if it takes long
 */
function fill(into, link) {
  const places = /** @type {HTMLElement[]} */ ([...into.querySelectorAll("[data-number]")]);
  const figure = guarded(() => new core.Figure(link));
  try {
    /** @type {(string | null)[]} */
    const told = figure.ready ? JSON.parse(guarded(() => figure.told(places.map((each) => each.dataset.number ?? "")))) : [];
    places.forEach((each, i) => (each.textContent = told[i] ?? "______"));
    return figure.ready ? guarded(() => figure.svg(false)) : "";
  } finally {
    figure.free();
  }
}
