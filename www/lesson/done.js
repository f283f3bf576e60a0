// @ts-check
// How far an answer to a step goes, and which figure stands beside it then.

/**
 * @typedef {import("./step.js").Step} Step
 * @typedef {import("./progress.js").Answer} Answer
 */

/**
 * Whether all is answered and reached that a step asks for.
 * @param {Step} step
 * @param {Answer} answer
 */
export function isDone(step, answer) {
  if (!step.commit && !step.goal) return answer.read === true;
  return isCommitted(step, answer) && (!step.goal || answer.met !== undefined);
}

/**
 * @param {Step} step
 * @param {Answer} answer
 */
export function isCommitted(step, answer) {
  const { choice, number, placed, order, shown } = answer;
  return !step.commit || [choice, number, placed, order, shown].some((given) => given !== undefined);
}

/**
 * The figure that a step's text speaks of, for whoever has answered so much of it.
 * @param {Step} step
 * @param {Answer} answer
 */
export function figureOf(step, answer) {
  if (!isCommitted(step, answer)) return step.figure;
  return answer.met ?? answer.placed ?? step.reveal ?? step.figure;
}

/**
 * Whether what was committed to is right; null if nothing was, or if it cannot be wrong.
 * @param {Step} step
 * @param {Answer} answer
 * @returns {boolean | null}
 */
export function isRight({ commit }, answer) {
  if (commit?.kind === "choice" && answer.choice !== undefined) return commit.choices[answer.choice].right;
  return ["number", "order"].includes(commit?.kind ?? "") ? (answer.right ?? null) : null;
}

/**
 * How someone's answers are, on the whole.
 * @param {Step[]} steps
 * @param {import("./progress.js").Answers} answers
 */
export function scored(steps, answers) {
  const all = steps.map((step) => ({ step, answer: answers.steps[step.id] ?? {} }));
  const done = all.filter(({ step, answer }) => isDone(step, answer)).length;
  const guesses = all.map(({ step, answer }) => isRight(step, answer)).filter((right) => right !== null);
  const whose = answers.name ? `by ${answers.name}` : "that someone gave";
  return `Answers ${whose}: ${done} of ${all.length} steps done, ${guesses.filter(Boolean).length} of ${guesses.length} predictions right.`;
}
