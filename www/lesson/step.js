// @ts-check
// One step of a lesson: its text, what to commit to, what to try, and what is told then.

import { core, guarded } from "../core.js";
import { make, setText } from "../dom.js";
import { clearError, showError } from "../errors.js";
import { absolve, blame } from "../form.js";
import { judged, orderList, orderShown } from "./bet.js";
import { figureOf, isCommitted, isDone } from "./done.js";
import { AtRest, hintWords, plain, told, verdict } from "./said.js";
import { elements } from "./text.js";

/**
 * @typedef {import("./text.js").Node} Node
 * @typedef {import("./progress.js").Answer} Answer
 *
 * @typedef {object} Choice
 * @property {Node[]} words
 * @property {boolean} right
 * @property {Node[]} answer
 *
 * @typedef {object} Commit
 * @property {"choice" | "number" | "place" | "order"} kind
 * @property {Node[]} question
 * @property {Choice[]} choices of a choice
 * @property {string} answer of a number
 * @property {string} within how far off is still right
 * @property {string} source of what is to be placed
 * @property {Node[][]} items of an order, in the right one
 * @property {number[]} start the order in which they are offered
 *
 * @typedef {object} Step as the core gives it
 * @property {string} id
 * @property {string} title
 * @property {string} figure
 * @property {string | null} reveal
 * @property {string | null} solution
 * @property {Node[]} text
 * @property {Commit | null} commit
 * @property {{ words: Node[], source: string } | null} goal
 * @property {Node[][]} hints
 * @property {Node[]} then
 *
 * @typedef {object} Surroundings what a step may use
 * @property {() => import("../figure.js").FigureLab | undefined} lab
 * @property {(link: string) => void} open shows a figure beside the lesson
 * @property {() => string} link of the figure that is shown
 * @property {boolean} readOnly whether someone else's answers are looked at
 * @property {string} lang that the texts are in, if it is known
 * @property {(answer: Answer) => void} answered
 */

export class StepView {
  /**
   * @param {Step} step
   * @param {Answer} answer what was answered already
   * @param {Surroundings} around
   * @param {HTMLElement[]} [before] texts that stand before it and speak of its first figure
   */
  constructor(step, answer, around, before = []) {
    this.step = step;
    this.answer = answer;
    this.around = around;
    this.before = before;
    /**
     * Numbers in texts, by what they are: of the figure at first, and at last. They stay when one plays on.
     * @type {Record<string, Map<string, string>>}
     */
    this.kept = { first: new Map(), last: new Map() };
    /** Whether the first figure was made once more for its numbers. */
    this.recalled = false;
    /** What waits for the figure's numbers. */
    this.status = make("p", { className: "status", tabIndex: -1 });
    this.far = new AtRest();
    this.placing = make("button", { type: "button", disabled: true }, "This is my answer");
    this.root = make("div", { className: "step-body" });
    this.build();
  }

  get done() {
    return isDone(this.step, this.answer);
  }

  /**
   * @param {Node[]} nodes
   * @param {"first" | "last"} [when] of which figure its numbers are
   */
  #text(nodes, when = "first") {
    const made = elements(nodes, this.around.open, when);
    for (const each of made) if (this.around.lang && each instanceof HTMLElement) each.lang = this.around.lang;
    return made;
  }

  /** Shows all that is due by now. */
  build() {
    const { step, answer } = this;
    const committed = isCommitted(step, answer);
    // Until then nothing of the page may tell what is asked.
    this.#ask(!committed && !this.around.readOnly);
    this.around.lab()?.describe();
    const parts = [...this.#text(step.text)];
    if (step.commit) parts.push(committed ? this.#committed(step.commit) : this.#asking(step.commit));
    if (step.goal && committed) parts.push(this.#trying(step.goal));
    if (this.done && step.then.length > 0) parts.push(make("section", { className: "then", tabIndex: -1, ariaLabel: "What happened" }, ...this.#text(step.then, "last")));
    const held = this.root.contains(document.activeElement);
    this.root.replaceChildren(...parts);
    // What had the focus may be gone: how far one is takes it.
    if (held && !this.root.contains(document.activeElement)) this.#focus(".status");
    this.check();
  }

  /** Marks the page, so that nothing of it tells what is asked: no pick beyond those of the step. @param {boolean} open */
  #ask(open) {
    const { dataset } = document.documentElement;
    if (!open) delete dataset.asking;
    else dataset.asking = String(JSON.parse(guarded(() => core.view(this.step.figure))).step ?? "");
    this.around.lab()?.redraw();
  }

  /** @param {Commit} commit */
  #asking(commit) {
    const question = this.#text(commit.question);
    if (this.around.readOnly) return make("section", { className: "predict" }, ...question, make("p", { className: "note" }, "Not answered."));
    if (commit.kind === "choice") return this.#choosing(commit, question);
    if (commit.kind === "order") return this.#betting(commit, question);
    return commit.kind === "number" ? this.#guessing(commit, question) : this.#offering(question);
  }

  /**
   * @param {Commit} commit
   * @param {(HTMLElement | string)[]} question
   */
  #choosing(commit, question) {
    const button = make("button", { disabled: true }, "Commit");
    const options = commit.choices.map(({ words }, place) => {
      const radio = make("input", { type: "radio", name: "choice", value: String(place) });
      radio.addEventListener("change", () => (button.disabled = false));
      return make("label", {}, radio, make("span", {}, ...this.#text(words)));
    });
    const form = make("form", { className: "predict" }, make("fieldset", {}, make("legend", {}, "Predict first"), ...question, ...options), button);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#commit({ choice: Number(new FormData(form).get("choice")) });
    });
    return form;
  }

  /**
   * @param {Commit} commit
   * @param {(HTMLElement | string)[]} question
   */
  #guessing(commit, question) {
    const field = make("input", { type: "text", inputMode: "decimal", name: "guess", autocomplete: "off", ariaLabel: "Your number", required: true });
    const form = make("form", { className: "predict" }, make("fieldset", {}, make("legend", {}, "Predict first"), ...question, field), make("button", {}, "Commit"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        // What the figure itself will tell is known once it is shown.
        const number = guarded(() => core.typed_number(field.value));
        clearError();
        absolve(field);
        this.#commit({ number });
      } catch (error) {
        showError(error);
        blame(field);
      }
    });
    return form;
  }

  /**
   * @param {Commit} commit
   * @param {(HTMLElement | string)[]} question
   */
  #betting(commit, question) {
    const order = [...commit.start];
    const list = orderList(commit, (nodes) => this.#text(nodes), order);
    const form = make("form", { className: "predict" }, make("fieldset", {}, make("legend", {}, "Place your bet"), ...question, list), make("button", {}, "Commit"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#commit({ order, right: judged(order).right });
    });
    return form;
  }

  /** @param {(HTMLElement | string)[]} question */
  #offering(question) {
    this.placing.addEventListener("click", () => {
      // Who has committed may see what was covered until then.
      const placed = guarded(() => core.look(this.around.link(), "guess"));
      // First, since the goal may be met by it at once, and is kept with the figure that is shown then.
      this.around.open(placed);
      this.#commit({ placed });
    });
    return make("section", { className: "predict", ariaLabel: "Predict first" }, ...question, this.status, this.placing);
  }

  /**
   * Tells a room what is asked: what was chosen is committed to; if nothing was, it is told and kept nowhere. Then
   * what there was to try.
   * @returns {boolean} whether there was something to tell
   */
  reveal() {
    const { step, answer } = this;
    if (!isCommitted(step, answer)) {
      const form = this.root.querySelector("form");
      if (form?.querySelector(":checked") || form?.guess?.value) form.requestSubmit();
      else if (step.commit?.kind === "place" && !this.placing.disabled) this.placing.click();
      else {
        this.answer = { ...answer, shown: true };
        this.build();
        this.around.open(step.reveal ?? guarded(() => core.look(this.around.link(), "guess")));
      }
      return true;
    }
    if (!step.goal || answer.met !== undefined || !step.solution || this.around.link() === step.solution) return false;
    this.around.open(step.solution);
    return true;
  }

  /** @param {Answer} more */
  #commit(more) {
    this.#answered(more);
    // A guess is held against the step's own figure.
    const { reveal, figure } = this.step;
    if (reveal || more.number !== undefined) this.around.open(reveal ?? figure);
    this.#focus(".feedback");
  }

  /** @param {Answer} more */
  #answered(more) {
    Object.assign(this.answer, more);
    this.build();
    this.around.answered(this.answer);
  }

  /** What was pressed is gone: what came of it gets the focus. @param {string} selector */
  #focus(selector) {
    const place = [...this.root.querySelectorAll(selector)].at(-1);
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Commit} commit */
  #committed(commit) {
    const { answer, around } = this;
    const parts = this.#text(commit.question);
    const feedback = make("div", { className: "feedback", tabIndex: -1 });
    if (commit.kind === "choice") {
      const chosen = answer.choice ?? -1;
      parts.push(make("ul", { className: "choices" }, ...commit.choices.map((choice, place) => this.#chosen(choice, place === chosen))));
      if (chosen >= 0) feedback.append(verdict(commit.choices[chosen].right), ...this.#text(commit.choices[chosen].answer, "last"));
    } else if (commit.kind === "number") {
      const truth = answer.truth === undefined ? "the figure is being computed" : `it is ${plain(answer.truth)}`;
      const said = answer.shown ? "" : `You said ${plain(answer.number)}; `;
      feedback.append(verdict(answer.shown ? null : answer.right ?? null), make("p", {}, `${said}${truth}.`));
    } else if (commit.kind === "order" && answer.shown) {
      feedback.append(make("ol", {}, ...commit.items.map((item) => make("li", {}, ...this.#text(item)))));
    } else if (commit.kind === "order") {
      feedback.append(orderShown(commit, (nodes) => this.#text(nodes), answer.order ?? commit.start));
    } else if (!answer.shown) {
      const look = make("button", { type: "button", className: "link" }, "Show it in the figure");
      look.addEventListener("click", () => around.open(answer.placed ?? this.step.figure));
      feedback.append(make("p", {}, around.readOnly ? "What was placed is kept. " : "Your answer is kept. ", look));
    }
    return make("section", { className: "predict", ariaLabel: "What you predicted" }, ...parts, feedback);
  }

  /**
   * @param {Choice} choice
   * @param {boolean} own
   */
  #chosen({ words, right }, own) {
    const marks = [right ? "right" : "", own ? (this.around.readOnly ? "chosen" : "your answer") : ""].filter(Boolean);
    const said = make("span", {}, ...this.#text(words));
    if (marks.length > 0) (said.lastElementChild ?? said).append(" ", make("em", {}, `(${marks.join(", ")})`));
    const item = make("li", {}, make("span", { className: "mark" }, right ? "✓" : own ? "✗" : ""), said);
    item.classList.toggle("taken", own);
    return item;
  }

  /** @param {{ words: Node[], source: string }} goal */
  #trying(goal) {
    const parts = [make("h4", {}, "Try"), ...this.#text(goal.words), this.status];
    if (this.answer.met !== undefined && this.around.readOnly) {
      const look = make("button", { type: "button", className: "link" }, "Show how it was reached");
      look.addEventListener("click", () => this.around.open(this.answer.met ?? this.step.figure));
      parts.push(look);
    }
    return make("section", { className: "try", ariaLabel: "Try" }, ...parts, ...this.#hints());
  }

  /** Hints one by one, and at last the solution. */
  #hints() {
    const { hints, solution } = this.step;
    const read = this.answer.hints ?? 0;
    /** @type {(HTMLElement | string)[]} */
    const parts = hints.slice(0, read).map((hint) => make("div", { className: "hint-text", tabIndex: -1 }, ...this.#text(hint)));
    if (this.around.readOnly) return read > 0 ? [make("p", { className: "note" }, hintWords(read, hints.length))] : [];
    if (this.answer.met !== undefined) return parts;
    const button = make("button", { type: "button", className: "link" }, read < hints.length ? "A hint" : "Show me");
    button.addEventListener("click", () => {
      this.#answered({ hints: Math.min(read, hints.length) + 1 });
      if (read >= hints.length && solution) this.around.open(solution);
      this.#focus(read < hints.length ? ".hint-text" : ".status");
    });
    return [...parts, make("p", {}, button)];
  }

  /** Holds the figure that is shown against what the step asks for; cheap, for every frame. */
  check() {
    const lab = this.around.lab();
    const figure = lab?.figure;
    if (!figure) return;
    const { step, answer } = this;
    const unweighed = (answer.number !== undefined || answer.shown) && answer.truth === undefined && step.commit?.kind === "number" && step.commit;
    // What depends on no figure need not wait for one.
    if (unweighed && [unweighed.answer, unweighed.within].every((source) => source !== "" && !Number.isNaN(Number(source)))) return this.#weigh(figure, unweighed);
    if (lab.pending) return;
    // What is still being computed may yet change, and so may what a hand holds.
    const settled = lab.final && figure.complete;
    this.#fill(figure, settled);
    if (unweighed && settled && this.around.link() === figureOf(step, answer)) this.#weigh(figure, unweighed);
    const open = !isCommitted(step, answer);
    // Before all is placed, nothing of the lab may uncover what is asked.
    document.documentElement.toggleAttribute("data-placing", open && step.commit?.kind === "place");
    const source = open ? (step.commit?.kind === "place" ? step.commit.source : "") : step.goal?.source;
    if (!source) return;
    const reached = answer.met !== undefined;
    const { met, now } = JSON.parse(guarded(() => figure.judge(source)));
    if (open) {
      this.placing.disabled = !(met && settled);
      return setText(this.status, now);
    }
    this.status.classList.toggle("met", reached);
    const words = reached ? (met ? `✓ Reached: ${now}` : `✓ Reached before. Now ${now}`) : met ? `Reached, it seems (${now}); the figure is not complete yet` : `Not yet: ${now}`;
    setText(this.status, words);
    if (!settled || this.around.readOnly) return;
    if (met && !reached) {
      // The first time is told at once.
      this.far.said = `✓ Reached: ${now}`;
      return this.#answered({ met: this.around.link() });
    }
    this.far.tell(words, () => this.root.isConnected && this.status.textContent === words);
  }

  /**
   * Holds a guess against what the figure tells, once that is shown.
   * @param {import("../figure.js").Figure} figure
   * @param {Commit} commit
   */
  #weigh(figure, commit) {
    const { answer } = this;
    const found = guarded(() => figure.guess(answer.number ?? NaN, commit.answer, commit.within));
    if (!found) return;
    const { truth, right } = JSON.parse(found);
    this.#answered({ truth, right });
  }

  /**
   * Writes the numbers into the texts. A text speaks of one figure, and stays true when another is shown.
   * @param {import("../figure.js").Figure} figure
   * @param {boolean} settled
   */
  #fill(figure, settled) {
    const { step, answer } = this;
    /** @type {Record<string, string>} */
    const meant = { first: step.figure, last: figureOf(step, answer) };
    const link = this.around.link();
    const found = [this.root, ...this.before].flatMap((part) => [...part.querySelectorAll("[data-number]")]);
    const places = /** @type {HTMLElement[]} */ (found).map((place) => {
      const { number = "", when = "last" } = place.dataset;
      return { place, number, when };
    });
    const unknown = (/** @type {string} */ when) => places.filter((each) => each.when === when && !this.kept[when].has(each.number));
    if (link !== step.figure && unknown("first").length > 0) this.#recall(unknown("first").map(({ number }) => number));
    const now = told(figure, ["first", "last"].flatMap(unknown).map(({ number }) => number));
    // What still arrives would be told wrongly, and so would what comes of an answer while another figure is shown.
    const waits = (/** @type {string} */ when) => (link === meant[when] ? !settled : when === "last");
    for (const { place, number, when } of places) {
      const words = this.kept[when].get(number) ?? (waits(when) ? undefined : now.get(number));
      if (words && settled && link === meant[when]) this.kept[when].set(number, words);
      setText(place, words ?? "…");
    }
  }

  /**
   * Whoever comes back to a step reads the numbers that it began with, if they are quickly found. What that
   * figure does not tell it will never tell, so that it is asked once.
   * @param {string[]} numbers
   */
  #recall(numbers) {
    if (this.recalled) return;
    this.recalled = true;
    const figure = guarded(() => new core.Figure(this.step.figure));
    if (figure.ready) told(figure, numbers).forEach((words, number) => this.kept.first.set(number, words));
    figure.free();
  }
}
