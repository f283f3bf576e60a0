// @ts-check
// The path of lessons, offered beside every lab, and the way to a lesson of one's own.

import { core, guarded } from "../core.js";
import { element, make, typed } from "../dom.js";
import { showError } from "../errors.js";
import { explained, numberOf, path } from "./path.js";
import { progressOf } from "./progress.js";
import { packedLesson } from "./source.js";
import { compareAnswers } from "./table.js";

/**
 * Offers the lesson that explains a lab.
 * @param {string} lab
 */
export function offerLesson(lab) {
  const [name, step] = explained[lab] ?? [path[0].name, ""];
  const { title } = /** @type {import("./path.js").Shipped} */ (path.find((lesson) => lesson.name === name));
  const place = `lesson ${numberOf(name)}`;
  const href = `#lesson=${name}${step && `/${step}`}`;
  const words = [make("span", { className: "topic" }, "Explained in"), ` ${place}`];
  Object.assign(typed("path-link", HTMLAnchorElement), { href, title }).replaceChildren(...words);
  // Where there is no room for that in the header.
  const here = make("a", { href }, `${place}, ${title}`);
  here.addEventListener("click", () => (typed("path-box", HTMLDetailsElement).open = false));
  element("path-here").replaceChildren("This lab is explained in ", here, ".");
}

/** @param {import("../state.js").State} state */
export function watchMenu(state) {
  const box = typed("path-box", HTMLDetailsElement);
  const list = element("path-list");
  box.addEventListener("toggle", () => {
    if (!box.open) return;
    list.replaceChildren(...path.map(({ name, title }) => {
      const link = make("a", { href: `#lesson=${name}` }, title);
      link.addEventListener("click", () => (box.open = false));
      const progress = progressOf(name);
      return make("li", {}, link, progress ? make("span", { className: "note" }, ` ${progress}`) : "");
    }));
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    box.open = false;
    box.querySelector("summary")?.focus();
  });
  addEventListener("click", ({ target }) => {
    if (box.open && target instanceof Node && target.isConnected && !box.contains(target)) box.open = false;
  });
  element("compare-answers").addEventListener("click", () => {
    box.open = false;
    compareAnswers();
  });
  const field = typed("lesson-file", HTMLInputElement);
  field.addEventListener("change", async () => {
    const [file] = field.files ?? [];
    field.value = "";
    if (!file) return;
    try {
      await openFile(state, file);
      box.open = false;
    } catch (error) {
      // It must not lie over the words.
      box.open = false;
      showError(new Error(`in ${file.name}: ${error instanceof Error ? error.message : error}`));
    }
  });
}

/**
 * A file's lesson goes into the address whole, so that it is still there after a reload, and can be shared.
 * @param {import("../state.js").State} state
 * @param {File} file
 */
async function openFile(state, file) {
  const longest = guarded(() => core.longest_lesson());
  if (file.size > longest) {
    throw new Error(`the file has ${file.size.toLocaleString("en")} bytes, and a lesson at most ${longest.toLocaleString("en")}`);
  }
  const text = await file.text();
  const { steps: [first] } = JSON.parse(guarded(() => core.lesson(text)));
  state.put(packedLesson(text), () => first.figure);
}
