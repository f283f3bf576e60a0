// @ts-check
// A lesson on paper: all steps with their figures, questions and blanks; if wanted, the answers on a sheet of their own.
// Figures are taken from the lab as a step shows it, once they are whole; what tells an answer is on the answers' sheet.

import { core, guarded } from "../core.js";
import { make } from "../dom.js";
import { mainParts } from "../present.js";
import { drawnForPaper } from "../print.js";
import { told } from "./said.js";
import { elements } from "./text.js";

/**
 * @typedef {import("./step.js").Step} Step
 * @typedef {import("./text.js").Node} Node
 *
 * @typedef {object} Around what of the page a worksheet is made with
 * @property {(link: string) => void} glance shows a figure for a moment
 * @property {() => import("../figure.js").FigureLab | undefined} lab
 * @property {(step: Step) => string} address of a step on the page; nothing if it is too long for paper
 */

/** How often, in milliseconds, it is looked whether a figure is whole. */
const TICK = 50;

/** What is no use on paper; numbers and names in a table are words there, though one can press them. */
const UNPRINTED = "h1, .words, .adding, #add-panel, .off-paper, .overlay, .work, .controls, .side, .editors, .hint, .tools, .unseen, .room, .stepper, .seeing, button:not(.title, .term, .cell, th .link), input, [role=slider]";

/**
 * Prints a lesson, and nothing else of the page.
 * @param {{ title: string, summary: Node[], steps: Step[] }} lesson
 * @param {boolean} answers whether they are wanted, too
 * @param {Around} around
 */
export async function printWorksheet({ title, summary, steps }, answers, around) {
  const root = document.documentElement;
  const asking = root.dataset.asking;
  const waiting = new Waiting(steps.length * (answers ? 2 : 1));
  const sheet = make("section", { id: "worksheet", ariaLabel: "Worksheet" }, make("h1", {}, title), line("Name"), ...text(summary));
  root.toggleAttribute("data-capture", true);
  try {
    const maker = new Maker(steps, around, waiting);
    for (const place of steps.keys()) sheet.append(await maker.asked(place));
    if (answers) {
      const last = make("section", { className: "answer-sheet" }, make("h1", {}, `Answers: ${title}`));
      for (const place of steps.keys()) last.append(...(await maker.answered(place)));
      sheet.append(last);
    }
  } finally {
    waiting.end();
    root.removeAttribute("data-capture");
    if (asking === undefined) root.removeAttribute("data-asking");
    else root.dataset.asking = asking;
  }
  if (waiting.cancelled) return;
  document.body.append(sheet);
  root.toggleAttribute("data-worksheet", true);
  addEventListener("afterprint", () => {
    sheet.remove();
    root.removeAttribute("data-worksheet");
  }, { once: true });
  print();
}

/** Says how far it is, over the page, and can be ended. */
class Waiting {
  /** @param {number} all */
  constructor(all) {
    this.cancelled = false;
    this.bar = make("progress", { max: all, value: 0, ariaLabel: "Figures drawn" });
    this.words = make("p", { role: "status" });
    const cancel = make("button", { type: "button" }, "Cancel");
    this.dialog = make("dialog", { className: "printing", ariaLabel: "Worksheet" }, make("p", {}, "Drawing the worksheet’s figures …"), this.bar, this.words, cancel);
    cancel.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => (this.cancelled = true));
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  /** @param {string} words */
  on(words) {
    this.bar.value += 1;
    this.words.textContent = words;
  }

  end() {
    this.dialog.remove();
  }
}

class Maker {
  /**
   * @param {Step[]} steps
   * @param {Around} around
   * @param {Waiting} waiting
   */
  constructor(steps, around, waiting) {
    this.steps = steps;
    this.around = around;
    this.waiting = waiting;
  }

  /** Whether something was asked before a step: then what it shows may tell the answer. @param {number} place */
  #isLate(place) {
    return this.steps.slice(0, place).some(({ commit }) => commit);
  }

  /** Whether a step asks for nothing and stands after a question: it sums up. @param {number} place */
  #isEpilogue(place) {
    const { commit, goal } = this.steps[place];
    return !commit && !goal && this.#isLate(place);
  }

  /** @param {number} place */
  async asked(place) {
    const step = this.steps[place];
    const { commit, goal } = step;
    const made = make("section", { className: "sheet-step" }, make("h2", {}, `${place + 1}. ${step.title}`));
    this.waiting.on(step.title);
    const address = this.around.address(step);
    const where = address ? [make("p", { className: "note" }, `On the page: ${address}`)] : [];
    if (this.#isEpilogue(place)) {
      made.append(...where, make("p", {}, "This step sums up: it is read on the page, or on the sheet of answers."));
      return made;
    }
    const parts = text(step.text);
    if (commit) parts.push(make("div", { className: "question" }, make("h3", {}, "Predict"), ...text(commit.question), ...blanks(commit)));
    if (goal) parts.push(make("div", { className: "question" }, make("h3", {}, "Try, on the page"), ...text(goal.words), line("What you did"), line("What came of it")));
    made.append(...parts);
    // What is only tried shows what came of earlier questions.
    const shows = Boolean(commit) || !this.#isLate(place);
    if (shows || made.querySelector("[data-number]")) {
      const figure = await this.#taken(step.figure, made, true);
      if (shows) made.firstElementChild?.after(...figure, ...where);
      else made.firstElementChild?.after(...where);
    } else made.firstElementChild?.after(...where);
    return made;
  }

  /** @param {number} place */
  async answered(place) {
    const step = this.steps[place];
    const { commit, then } = step;
    this.waiting.on(step.title);
    const right = commit?.kind === "choice" ? commit.choices.filter((choice) => choice.right).flatMap(({ words, answer }) => [...text(words), ...text(answer)])
      : commit?.kind === "order" ? [make("ol", {}, ...commit.items.map((item) => make("li", {}, ...text(item))))] : [];
    const read = this.#isEpilogue(place) ? text(step.text) : [];
    if (right.length === 0 && then.length === 0 && read.length === 0) return [];
    const made = make("section", { className: "sheet-step" }, make("h2", {}, `${place + 1}. ${step.title}`), ...right, ...read, ...text(then));
    const figure = await this.#taken(step.reveal ?? step.solution ?? step.figure, made, false);
    made.append(...figure);
    return [made];
  }

  /**
   * Shows a figure until it is whole, writes its numbers into a text, and takes what is seen of it.
   * @param {string} link
   * @param {HTMLElement} into
   * @param {boolean} open whether it is still to be answered
   * @returns {Promise<HTMLElement[]>}
   */
  async #taken(link, into, open) {
    if (this.waiting.cancelled) return [];
    const { show, hide } = JSON.parse(guarded(() => core.view(link)));
    const all = show.length > 0 ? show : mainParts(link);
    const parts = all.map((/** @type {[string, number | null]} */ [id, one]) => (one === null ? id : `${id}:${one}`)).filter((/** @type {string} */ id) => id !== "controls");
    const look = (/** @type {string} */ from, /** @type {string} */ name, /** @type {string[]} */ items) => guarded(() => core.look(from, name, items.join() || undefined));
    const hidden = open ? [...new Set([...hide, "notice", "title"])] : hide;
    document.documentElement.toggleAttribute("data-asking", open);
    document.documentElement.dataset.capture = open ? "open" : "";
    this.around.glance(look(look(link, "show", parts), "hide", hidden));
    const lab = await this.#whole();
    if (!lab?.figure) return [];
    const places = /** @type {HTMLElement[]} */ ([...into.querySelectorAll("[data-number]")]);
    const words = told(lab.figure, places.map(({ dataset }) => dataset.number ?? ""));
    for (const each of places) each.textContent = words.get(each.dataset.number ?? "") ?? "______";
    const seen = document.querySelector("#lab > .lab");
    const copy = seen && drawnForPaper(() => lab.drawNow(), () => copied(seen));
    return copy instanceof HTMLElement ? [make("div", { className: "sheet-figure" }, copy)] : [];
  }

  /** @returns {Promise<import("../figure.js").FigureLab | null>} once nothing more comes; nothing if it was cancelled */
  async #whole() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, TICK));
      const lab = this.around.lab();
      if (this.waiting.cancelled) return null;
      // Without a file that it needs, a figure never comes.
      if (lab && !lab.rest && !lab.waiting && !lab.work.job) return lab.pending ? null : lab;
    }
  }
}

/**
 * What is seen of an element, to be printed: charts as lines, what could be chosen as what is.
 * @param {Element} from
 * @returns {Element | null}
 */
function copied(from) {
  if (from instanceof HTMLCanvasElement) return drawing(from);
  if (!from.checkVisibility() || from.matches(UNPRINTED)) return null;
  if (from instanceof HTMLSelectElement) return make("span", { className: "title" }, from.selectedOptions[0]?.textContent ?? "");
  // Nothing is pressed, and nothing unfolded.
  const plain = from.matches("button") ? "span" : from.matches("details, summary") ? "div" : "";
  const copy = plain ? make(plain, { className: from.className }) : /** @type {HTMLElement} */ (from.cloneNode());
  copy.removeAttribute("id");
  copy.removeAttribute("tabindex");
  for (const child of from.childNodes) {
    const made = child instanceof Element ? copied(child) : child.cloneNode();
    if (made) copy.append(made);
  }
  return copy;
}

/** @param {HTMLCanvasElement} canvas */
function drawing(canvas) {
  if (canvas.matches(UNPRINTED)) return null;
  if (!canvas.checkVisibility() || canvas.width === 0 || canvas.height === 0) return null;
  const lines = canvas.nextElementSibling;
  const from = lines?.matches(".paper") ? lines : canvas;
  const copy = /** @type {HTMLCanvasElement} */ (from.cloneNode(true));
  copy.removeAttribute("id");
  // As large as it was drawn, so that its letters are.
  copy.style.width = `${canvas.clientWidth}px`;
  if (from === canvas) copy.getContext("2d")?.drawImage(canvas, 0, 0);
  return copy;
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

/** @param {Node[]} nodes */
function text(nodes) {
  return elements(nodes, () => {});
}

/** @param {string} words */
function line(words) {
  return make("p", { className: "blank-line" }, words);
}
