// @ts-check
// For teachers: many links to answers, pasted at once, as one table for each lesson.

import { core, guarded } from "../core.js";
import { make, save } from "../dom.js";
import { isDone, isRight } from "./done.js";
import { readAnswers } from "./progress.js";
import { openLesson } from "./source.js";
import { elements } from "./text.js";

/** More links than any class has are not looked at. */
const MOST = 300;

/** Opens a dialog for it. */
export function compareAnswers() {
  const field = make("textarea", { rows: 5, spellcheck: false, id: "answer-links" });
  const label = make("label", { htmlFor: field.id }, "Paste the links that “Copy link to my answers” made, all at once, from mails or a list. They are read here and sent nowhere.");
  const found = make("div", { className: "answer-tables", role: "status" });
  const close = make("button", { type: "button" }, "Close");
  const title = make("h2", { id: "answers-title" }, "The answers of a class");
  const dialog = make("dialog", { className: "answers" }, title, label, field, found, make("div", { className: "buttons" }, close));
  dialog.setAttribute("aria-labelledby", title.id);
  field.addEventListener("input", async () => {
    const text = field.value;
    const tables = await tablesOf(text);
    if (text === field.value) found.replaceChildren(...tables);
  });
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The menu that it was opened from is folded.
    /** @type {HTMLElement | null} */ (document.querySelector("#path-box > summary"))?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @typedef {{ name: string, who: string, whose: string, href: string, lesson: import("./source.js").Lesson, steps: Record<string, import("./progress.js").Answer>, same: boolean }} Given */

/** @param {string} text */
async function tablesOf(text) {
  const links = text.split(/[\s<>"]+/).filter((word) => word.includes("answers="));
  /** @type {Map<string, Given>} */
  const all = new Map();
  /** @type {string[]} */
  const wrong = [];
  let again = 0;
  for (const link of links.slice(0, MOST)) {
    try {
      const given = await read(link);
      const key = `${given.name} ${given.whose}`;
      again += Number(all.has(key));
      // Of one person what was sent last counts.
      all.set(key, given);
    } catch (error) {
      wrong.push(`${link.slice(0, 60)}…: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (links.length === 0) return [];
  const more = links.length > MOST ? `; only the first ${MOST} are shown` : "";
  const count = make("p", { className: "counted-links" }, `${links.length === 1 ? "1 link" : `${links.length} links`}, ${again} of them again (of the same person: the last one counts), ${wrong.length} unreadable${more}.`);
  const given = [...all.values()];
  const names = [...new Set(given.map(({ name }) => name))];
  const tables = names.flatMap((name) => tableOf(given.filter((each) => each.name === name)));
  return [count, ...tables, ...(wrong.length > 0 ? [make("ul", { className: "note" }, ...wrong.map((words) => make("li", {}, words)))] : [])];
}

/**
 * @param {string} link
 * @returns {Promise<Given>}
 */
async function read(link) {
  const fragment = link.slice(link.indexOf("#") + 1);
  const items = new Map(fragment.split("&").map((item) => /** @type {[string, string]} */ (item.split(/=(.*)/s, 2))));
  const [name] = (items.get("lesson") ?? "").split("/", 1);
  const { source, lesson } = await openLesson(name);
  const answers = readAnswers(guarded(() => core.unpack(items.get("answers") ?? "")), source);
  // Links of old say no more than a name, if that.
  const whose = answers.id ? `id ${answers.id}` : answers.name ? `name ${answers.name}` : `link ${items.get("answers")}`;
  return { name, who: answers.name || "no name", whose, href: `#lesson=${name}&answers=${items.get("answers")}`, lesson, steps: answers.steps, same: answers.same };
}

/** @param {Given[]} given answers to the same lesson */
function tableOf(given) {
  const { lesson } = given[0];
  const mark = (/** @type {import("./step.js").Step} */ step, /** @type {Given} */ { steps }) => {
    const answer = steps[step.id] ?? {};
    const right = isRight(step, answer);
    if (right !== null) return right ? "✓" : "✗";
    return isDone(step, answer) ? "done" : "–";
  };
  const count = (/** @type {string[]} */ marks) => {
    const answered = marks.filter((each) => "✓✗".includes(each)).length;
    return answered ? `${marks.filter((each) => each === "✓").length} of ${answered}` : "–";
  };
  const rows = given.map((one) => {
    const marks = lesson.steps.map((step) => mark(step, one));
    return { who: one.who + (one.same ? "" : " (another version)"), href: one.href, cells: [...marks, count(marks)] };
  });
  const below = lesson.steps.map((step) => count(given.map((one) => mark(step, one))));
  const head = ["Name", ...lesson.steps.map(({ title }) => title), "Predicted correctly"];
  const name = (/** @type {typeof rows[0]} */ { who, href }) => make("th", { scope: "row" }, make("a", { href, target: "_blank" }, who));
  const table = make(
    "table",
    {},
    make("caption", {}, `${lesson.title}: ${given.length === 1 ? "1 person" : `${given.length} people`}; ✓ predicted correctly, ✗ not, – not answered`),
    make("thead", {}, make("tr", {}, ...head.map((words) => make("th", { scope: "col" }, words)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, name(row), ...row.cells.map((words) => make("td", {}, words))))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "All"), ...below.map((words) => make("td", {}, words)), make("td"))),
  );
  const keepIt = make("button", { type: "button" }, "Save CSV");
  keepIt.addEventListener("click", () => save("talscope-answers.csv", "text/csv", [head, ...rows.map(({ who, cells }) => [who, ...cells])].map((row) => row.map(quoted).join()).join("\n")));
  const chosen = lesson.steps.flatMap((step) => chosenOf(step, given));
  return [make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: lesson.title }, table), make("p", {}, keepIt), ...chosen];
}

/**
 * How many chose each of a question's options.
 * @param {import("./step.js").Step} step
 * @param {Given[]} given
 */
function chosenOf({ id, title, commit }, given) {
  if (commit?.kind !== "choice") return [];
  const choices = given.map(({ steps }) => steps[id]?.choice).filter((choice) => choice !== undefined);
  if (choices.length === 0) return [];
  const items = commit.choices.map(({ words, right }, place) => {
    const count = choices.filter((choice) => choice === place).length;
    return make("li", {}, make("strong", {}, `${count} of ${choices.length}`), right ? " ✓ " : " ", ...elements(words, () => {}));
  });
  return [make("h3", {}, title), make("ul", { className: "chosen-counts" }, ...items)];
}

/**
 * A cell that no program takes for a formula.
 * @param {string} words
 */
function quoted(words) {
  return `"${words.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
}
