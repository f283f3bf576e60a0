// @ts-check
// What a learner and a teacher can do with a lesson as a whole.

import { core, guarded } from "../core.js";
import { make, save } from "../dom.js";
import { showError } from "../errors.js";
import { wholePage } from "../files.js";
import { copy, say } from "../share.js";
import { NAME, keep, recall } from "./progress.js";

/** Longer links are cut by some programs. */
const LONG = 2000;

/**
 * @typedef {object} Doing
 * @property {string} name of the lesson in links
 * @property {string} title
 * @property {((who: string) => string) | null} answers the learner's, as text; null for someone else's
 * @property {() => void} whole shows all of the lab
 * @property {(answers: boolean) => void} print a worksheet of it
 * @property {() => void} restore shows the step's figure
 * @property {() => void} startOver
 * @property {() => void} leave
 */

/** @param {Doing} doing */
export function lessonTools({ name, title, answers, whole, print, restore, startOver, leave }) {
  const who = make("input", { type: "text", className: "who", maxLength: 60, value: recall(NAME), autocomplete: "name", placeholder: "your name, if you like", ariaLabel: "Your name, for the link to your answers" });
  who.addEventListener("change", () => keep(NAME, who.value.trim()));
  const rest = button("Show all of the lab", whole);
  rest.classList.add("whole-lab");
  const own = answers && [
    make("span", { className: "handing" }, button("Copy link to my answers", () => share(`lesson=${name}&answers=${guarded(() => core.pack(answers(who.value.trim())))}`, "Link to your answers")), who),
    twice("Start over", "Forget all my answers", startOver),
  ];
  const more = [
    ...(own ?? []),
    button("Copy link to lesson", () => share(`lesson=${name}`, "Link")),
    button("Print a worksheet", () => print(false)),
    button("Worksheet with answers", () => print(true)),
    button("Save lesson as HTML", () => saveLesson(name, title)),
  ];
  return make(
    "div",
    { className: "tools" },
    button("Back to the step’s figure", restore),
    rest,
    button("Leave the lesson", leave),
    make("details", {}, make("summary", {}, "More"), make("p", {}, ...more)),
  );
}

/**
 * What cannot be undone is asked for twice.
 * @param {string} words
 * @param {string} sure what it says then
 * @param {() => void} act
 */
function twice(words, sure, act) {
  const made = button(words, () => {
    if (made.textContent === sure) return act();
    made.textContent = sure;
  });
  made.addEventListener("blur", () => (made.textContent = words));
  return made;
}

/**
 * Words above a lesson, and what can be done about them.
 * @param {string} words
 * @param {string} what
 * @param {() => unknown} act
 */
export function report(words, what, act) {
  return make("p", { className: "report" }, words, " ", button(what, act));
}

/**
 * @param {string} words
 * @param {() => unknown} act
 */
function button(words, act) {
  const made = make("button", { type: "button", className: "link" }, words);
  made.addEventListener("click", async () => {
    try {
      await act();
    } catch (error) {
      showError(error);
    }
  });
  return made;
}

/**
 * @param {string} beside what the address has beside a figure
 * @param {string} what is copied
 */
function share(beside, what) {
  const link = new URL(`#${beside}`, location.href).href;
  const long = link.length > LONG
    ? ` It has ${link.length.toLocaleString("en")} characters, and some programs cut links: a file is safer.`
    : "";
  return copy(link, `${what} copied.${long}`);
}

/**
 * The page with this lesson, from its start, as one file.
 * @param {string} name
 * @param {string} title
 */
async function saveLesson(name, title) {
  const words = title.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
  const file = `${["talscope-lesson", ...words].join("-")}.html`;
  save(file, "text/html", await wholePage(`lesson=${name}`, title));
  say(`${file} saved.`);
}
