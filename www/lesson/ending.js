// @ts-check
// The end of the path: what it was about, how one predicted, one's own batch, and where to go from here.

import { core, guarded } from "../core.js";
import { make } from "../dom.js";
import { isOneFile } from "../files.js";
import { figureOf, isDone, isRight } from "./done.js";
import { path } from "./path.js";
import { readAnswers, recall } from "./progress.js";
import { openLesson } from "./source.js";

/** What stands in an address in the place of a lesson's name. */
export const ENDING = "end";

/** The step in which a learner places a batch. */
const BATCH = { lesson: "batches", step: "own" };

const SENTENCES = [
  "A band is honest if it holds what it promises, counted over many functions; of what goes together it says nothing.",
  "What goes together, a model’s correlations, decides what an answer here tells about a target there.",
  "The best questions one by one are not the best together: MIG asks for copies, BatchMIG for what is still missing.",
  "Correlations can be judged without the truth: XLL gives all models the same bands, XLLR ranks them, and Theorem 1 says when that is fair.",
  "With several inputs, as in the paper, HMC, deep ensembles, GP-RBF and FBNN know better what goes together than NNG, BBB and dropout; on a line the order differs, and one function proves nothing.",
];

/** @returns {Promise<{ parts: HTMLElement[], batch: string }>} what to show, and the figure beside it */
export async function ending() {
  const rows = await Promise.all(path.map(async ({ name, title }) => ({ name, title, ...(await scored(name)) })));
  const own = rows.find(({ name }) => name === BATCH.lesson)?.placed ?? "";
  const batch = guarded(() => (own ? beside(own) : core.normalise("lab=toy")));
  const sum = (/** @type {"right" | "made"} */ what) => rows.reduce((all, row) => all + row[what], 0);
  const row = (/** @type {typeof rows[0]} */ { name, title, right, made, done, of }) =>
    make("tr", {}, make("th", { scope: "row" }, make("a", { href: `#lesson=${name}` }, title)), make("td", {}, made > 0 ? `${right} of ${made}` : "–"), make("td", {}, `${done} of ${of}`));
  const head = make("tr", {}, ...["Lesson", "Predicted", "Steps done"].map((words) => make("th", { scope: "col" }, words)));
  const caption = make("caption", {}, sum("made") > 0 ? `You predicted ${sum("right")} of ${sum("made")} correctly.` : "You have predicted nothing yet.");
  return {
    parts: [
      make("ol", { className: "sentences" }, ...SENTENCES.map((words) => make("li", {}, words))),
      ...next(),
      make("h3", {}, "Your batch"),
      ...(own ? [told(batch)] : [make("p", {}, make("a", { href: `#lesson=${BATCH.lesson}/${BATCH.step}` }, "Place one"), ": three questions, before you see what the rules ask.")]),
      make("h3", {}, "How you predicted"),
      make("table", { className: "scored" }, caption, make("thead", {}, head), make("tbody", {}, ...rows.map(row))),
    ],
    batch,
  };
}

/**
 * How a lesson went in this browser. What cannot be read counts as nothing.
 * @param {string} name
 */
async function scored(name) {
  const { source, lesson } = await openLesson(name);
  let answers = readAnswers("", source);
  try {
    answers = readAnswers(recall(name), source);
  } catch {
    // Other programs may have left anything there.
  }
  const all = lesson.steps.map((step) => ({ step, answer: answers.steps[step.id] ?? {} }));
  const guesses = all.map(({ step, answer }) => isRight(step, answer)).filter((right) => right !== null);
  const placed = all.find(({ step, answer }) => step.id === BATCH.step && answer.placed !== undefined);
  return {
    right: guesses.filter(Boolean).length,
    made: guesses.length,
    done: all.filter(({ step, answer }) => isDone(step, answer)).length,
    of: all.length,
    placed: placed && figureOf(placed.step, placed.answer),
  };
}

/**
 * A batch beside BatchMIG's, with nothing covered.
 * @param {string} own
 */
function beside(own) {
  return core.look(core.look(core.set_list(own, "rule", ["batch-mig"]), "guess"), "show", "you,panels");
}

/**
 * What a batch tells, and what BatchMIG's does.
 * @param {string} link
 */
function told(link) {
  const figure = guarded(() => new core.Figure(link));
  try {
    /** @type {(string | null)[]} */
    const [you, rule] = figure.ready ? JSON.parse(guarded(() => figure.told(["you.information", "batch-mig.information"]))) : [];
    return make("p", { className: "batch-told" }, you && rule ? `Your three questions tell ${you} nats about the targets, BatchMIG’s ${rule}. The figure shows both.` : "The figure shows it beside BatchMIG’s.");
  } finally {
    figure.free();
  }
}

/** One thing to do next, and two more for whoever wants them. */
function next() {
  const link = (/** @type {string} */ href, /** @type {string} */ words, className = "") => make("a", { href, className }, words);
  const [results, own] = [["results.html", "See which of the paper’s claims hold"], ["#lab=data", "Try a table of your own"]];
  const [first, second] = isOneFile ? [own, null] : [results, own];
  const another = link("#lab=toy&preset=draw&you=&guess=1", "ask about another function");
  return [
    make("p", { className: "buttons" }, link(first[0], first[1], "primary")),
    make("p", {}, "This is the end of the path. You can also ", ...(second ? [link(second[0], second[1].toLowerCase()), ", or "] : []), another, "."),
  ];
}
