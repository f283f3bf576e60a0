// @ts-check
// A lesson beside the figure: which step, how far, and what can be done with it.

import { core, guarded } from "../core.js";
import { element, make, speak } from "../dom.js";
import { showError } from "../errors.js";
import { isPresenting } from "../present.js";
import { say } from "../share.js";
import { bringIntoView } from "../show.js";
import { BESIDE } from "../state.js";
import { figureOf, isDone, isRight, scored } from "./done.js";
import { ENDING, ending } from "./ending.js";
import { path, placeOf } from "./path.js";
import { keep, newId, readAnswers, recall } from "./progress.js";
import { isPacked, openLesson } from "./source.js";
import { StepView } from "./step.js";
import { elements } from "./text.js";
import { lessonTools, report } from "./tools.js";
import { printWorksheet } from "./worksheet.js";

export class LessonSide {
  /**
   * @param {import("../state.js").State} state
   * @param {() => import("../figure.js").FigureLab | undefined} lab
   */
  constructor(state, lab) {
    this.state = state;
    this.lab = lab;
    this.root = element("lesson");
    /** What the address had beside the figure when it was last looked at. */
    this.beside = "";
    /** @type {({ name: string } & import("./source.js").Opened) | null} */
    this.open = null;
    /** @type {import("./progress.js").Answers} */
    this.answers = { edition: "", same: true, name: "", id: "", steps: {} };
    /** Whether they are someone else's. */
    this.readOnly = false;
    /** Whether what was kept of them cannot be read. */
    this.broken = false;
    this.place = 0;
    /** What the page is called beside it: a figure's own heading may tell what is asked. */
    this.title = "";
    /** @type {StepView | null} */
    this.view = null;
    /** Whether the page has been looked at before: what it opens with takes no focus. */
    this.started = this.arrives = false;
    addEventListener(BESIDE, () => this.follow());
    // One key between lesson and figure.
    addEventListener("keydown", (event) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== "KeyL" || this.root.hidden) return;
      event.preventDefault();
      if (!this.root.contains(document.activeElement)) return this.#focus();
      if (this.last?.isConnected && this.last.checkVisibility()) this.last.focus();
      else element("skip").click();
    });
    // Where one was in the figure.
    /** @type {HTMLElement | null} */
    this.last = null;
    element("lab").addEventListener("focusin", ({ target }) => (this.last = /** @type {HTMLElement} */ (target)));
  }

  /** The figure changed; that of another step is not held against this one. */
  check() {
    if (this.state.beside === this.beside) this.view?.check();
  }

  /** Tells a room what the step asks. @returns {boolean} whether there was something left to tell */
  reveal() {
    return this.view?.reveal() ?? false;
  }

  /** Goes to another step, if there is one. @param {number} by */
  turn(by) {
    const is = this.#opened().lesson.steps[this.place + by] !== undefined;
    if (is) this.#go(this.place + by);
    return is;
  }

  /** A link as it is looked at now. @param {string} link */
  #kept(link) {
    return isPresenting() ? guarded(() => core.look(link, "present", "1")) : link;
  }

  /** Shows what the address has beside the figure. */
  async follow() {
    const { beside } = this.state;
    this.arrives = this.started;
    this.started = true;
    if (beside === this.beside) return;
    this.beside = beside;
    this.view = null;
    try {
      if (!beside) return this.#close();
      const items = new Map(beside.split("&").map((item) => /** @type {[string, string]} */ (item.split(/=(.*)/s, 2))));
      const [name, id] = (items.get("lesson") ?? "").split("/", 2);
      if (name === ENDING) return await this.#end(beside);
      const open = await openLesson(name);
      // The address may have changed meanwhile.
      if (beside !== this.state.beside) return;
      this.#begin(name, open, items.get("answers"), id);
    } catch (error) {
      this.#close();
      if (!this.state.shown) this.state.restore();
      showError(error);
    }
  }

  /**
   * @param {string} name
   * @param {import("./source.js").Opened} open
   * @param {string | undefined} packed answers, if the address has some
   * @param {string | undefined} id of a step
   */
  #begin(name, { source, lesson }, packed, id) {
    this.open = { name, source, lesson };
    this.readOnly = packed !== undefined;
    this.broken = false;
    this.answers = packed === undefined ? this.#recalled() : readAnswers(guarded(() => core.unpack(packed)), source);
    const asked = lesson.steps.findIndex((step) => step.id === id);
    if (id && asked < 0) throw new Error(`this lesson has no step “${id}”`);
    const next = lesson.steps.findIndex((step) => !isDone(step, this.answers.steps[step.id] ?? {}));
    this.place = id ? asked : this.readOnly ? 0 : Math.max(0, next);
    document.documentElement.toggleAttribute("data-lesson", true);
    this.root.hidden = false;
    // A lesson that was called by its name has no step and no figure yet.
    this.state.beside = this.beside = this.#address(this.#step().id);
    this.state.view(() => this.state.address || figureOf(this.#step(), this.#answer()));
    this.#build();
    // A lesson begins at its beginning, and so does the page beside it.
    this.root.scrollTop = 0;
    if (this.arrives) this.#focus();
  }

  #focus() {
    // Who has reached what was asked reads on there.
    const heading = this.root.querySelector(".then") ?? this.root.querySelector(".step h3") ?? this.root.querySelector("h2");
    if (heading instanceof HTMLElement) heading.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "nearest" });
  }

  /** What this browser kept of earlier answers. Other programs, or a crash, may have left anything there. */
  #recalled() {
    const { source } = this.#opened();
    try {
      return readAnswers(recall(this.#key()), source);
    } catch {
      this.broken = true;
      return readAnswers("", source);
    }
  }

  /** The way is over: what it was about, and how it went. @param {string} beside */
  async #end(beside) {
    const { parts, batch } = await ending();
    if (beside !== this.state.beside) return;
    this.open = this.view = null;
    document.documentElement.removeAttribute("data-asking");
    document.documentElement.toggleAttribute("data-lesson", true);
    this.root.hidden = false;
    this.state.view(() => this.state.address || batch);
    const leave = make("button", { type: "button", className: "link" }, "Finish");
    leave.addEventListener("click", () => this.#leave());
    const title = make("h2", { id: "lesson-title", tabIndex: -1 }, "What stays");
    this.root.replaceChildren(title, ...parts, make("p", { className: "buttons" }, leave));
    this.title = "What stays – talscope";
    document.title = this.title;
    this.root.scrollTop = 0;
    title.focus({ preventScroll: true });
  }

  #close() {
    this.open = this.view = null;
    this.title = "";
    document.documentElement.removeAttribute("data-asking");
    this.root.hidden = true;
    this.root.replaceChildren();
    document.documentElement.toggleAttribute("data-lesson", false);
  }

  #opened() {
    if (!this.open) throw new Error("there is no lesson");
    return this.open;
  }

  #step() {
    return this.#opened().lesson.steps[this.place];
  }

  /** What was answered to the step that is shown. */
  #answer() {
    return (this.answers.steps[this.#step().id] ??= {});
  }

  /** What answers are kept under: a lesson of someone's own by what it says. */
  #key() {
    const { name, lesson } = this.#opened();
    return isPacked(name) ? lesson.edition : name;
  }

  /**
   * What an address has beside the figure for a step of this lesson.
   * @param {string} [id]
   */
  #address(id) {
    const answers = this.readOnly ? this.beside.split("&").filter((item) => item.startsWith("answers=")) : [];
    return [`lesson=${this.#opened().name}${id ? `/${id}` : ""}`, ...answers].join("&");
  }

  /** @param {number} place */
  #go(place) {
    const step = this.#opened().lesson.steps[place];
    const beside = this.#address(step.id);
    const before = { beside: this.beside, view: this.view };
    // At once: nothing has to be fetched.
    Object.assign(this, { beside, view: null });
    this.state.put(beside, () => this.#kept(figureOf(step, this.answers.steps[step.id] ?? {})));
    if (this.state.beside !== beside) return void Object.assign(this, before);
    this.place = place;
    this.#build();
    // A step is read from its beginning; how far one was in the step before it means nothing here.
    this.root.scrollTop = 0;
    /** @type {HTMLElement | null} */ (this.root.querySelector(".step h3"))?.focus({ preventScroll: true });
  }

  #build() {
    const { name, lesson } = this.#opened();
    const step = this.#step();
    const summary = make("div", { className: "summary" }, ...elements(lesson.summary, (link) => this.state.commit(() => link), "first"));
    this.view = new StepView(step, this.#answer(), {
      lab: this.lab,
      open: (link) => this.state.commit(() => this.#kept(link)),
      // The state learns of a link only after the lab has shown it.
      link: () => {
        const link = this.lab()?.link ?? this.state.link;
        return isPresenting() ? guarded(() => core.look(link, "present")) : link;
      },
      readOnly: this.readOnly,
      lang: lesson.lang ?? "",
      answered: () => this.#answered(),
    }, this.place === 0 ? [summary] : []);
    this.title = `${step.title} – ${lesson.title} – talscope`;
    document.title = this.title;
    const lang = lesson.lang ?? "";
    summary.lang = lang;
    const where = placeOf(name) || "A lesson from a file or a link";
    const head = [make("p", { className: "where" }, where), make("h2", { id: "lesson-title", dir: "auto", lang }, lesson.title)];
    if (this.readOnly) head.push(this.#report());
    if (this.broken) head.push(this.#breakage());
    if (this.place === 0) head.push(summary);
    this.steps = make("details", { className: "steps" });
    this.foot = make("p", { className: "buttons" });
    const title = make("h3", { tabIndex: -1, dir: "auto", lang }, step.title);
    this.root.replaceChildren(...head, this.steps, make("section", { className: "step", ariaLabel: "Step" }, title, this.view.root, this.foot), lessonTools(this.#tools()));
    this.#progress();
    // What a step speaks of stands first: the rest is folded away.
    scrollTo(0, 0);
    bringIntoView(this.root);
    // A lab that has just come lays itself out with its first drawing.
    requestAnimationFrame(() => requestAnimationFrame(() => bringIntoView(this.root)));
  }

  /** What changes when something was answered. */
  #progress() {
    const { lesson } = this.#opened();
    const { steps } = this.answers;
    const items = lesson.steps.map((step, place) => {
      const answer = steps[step.id] ?? {};
      const right = isRight(step, answer);
      const mark = !isDone(step, answer) ? "○" : right === false ? "✗" : "✓";
      const words = !isDone(step, answer) ? "open" : right === false ? "done, predicted otherwise" : "done";
      const button = make("button", { type: "button", className: "link", ariaLabel: `${step.title} (${words})` }, `${mark} ${step.title}`);
      if (place === this.place) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.#go(place));
      return make("li", {}, button);
    });
    this.steps?.replaceChildren(make("summary", {}, `Step ${this.place + 1} of ${lesson.steps.length}`), make("ol", {}, ...items));
    this.foot?.replaceChildren(...this.#onwards());
  }

  /** @returns {HTMLElement[]} the ways on and back */
  #onwards() {
    const { name, lesson } = this.#opened();
    const back = make("button", { type: "button", disabled: this.place === 0 }, "Back");
    back.addEventListener("click", () => this.#go(this.place - 1));
    const prominent = this.view?.done || this.#isText() ? "primary" : "";
    if (this.place < lesson.steps.length - 1) {
      const on = make("button", { type: "button", className: prominent }, "Next step");
      on.addEventListener("click", () => {
        this.#read();
        this.#go(this.place + 1);
      });
      return [back, on];
    }
    if (placeOf(name)) {
      const next = path[path.findIndex((other) => other.name === name) + 1];
      const on = make("a", { className: next ? prominent : "primary", href: `#lesson=${next?.name ?? ENDING}` }, next ? `Next lesson: ${next.title}` : "The end: what stays");
      on.addEventListener("click", () => this.#read());
      return [back, on];
    }
    const end = make("button", { type: "button", className: "primary" }, "Finish");
    end.addEventListener("click", () => {
      this.#read();
      this.#leave();
      say("The lesson is over.");
    });
    return [back, end];
  }

  #isText() {
    return !this.#step().commit && !this.#step().goal;
  }

  /** Whoever goes on has read a step that asks for nothing else. */
  #read() {
    if (!this.#isText() || this.readOnly) return;
    this.#answer().read = true;
    this.#keep();
  }

  #answered() {
    if (this.readOnly) return;
    this.#keep();
    this.#progress();
    const below = this.root.checkVisibility() ? " What happened is explained below." : "";
    if (this.view?.done) speak(`${this.#answer().met ? this.view.status.textContent : "Done"}.${below}`, "spoken-beside");
  }

  #keep() {
    const { lesson } = this.#opened();
    const done = lesson.steps.filter((step) => isDone(step, this.answers.steps[step.id] ?? {})).length;
    this.broken = false;
    this.answers.id ||= newId();
    keep(this.#key(), JSON.stringify({ ...this.answers, done, of: lesson.steps.length }));
  }

  /** How someone's answers are, on the whole. */
  #report() {
    const { lesson, source } = this.#opened();
    const words = scored(lesson.steps, this.answers);
    const other = this.answers.same ? "" : " They were given to another version of this lesson, and may not fit.";
    return report(words + other, "Go on with these answers as your own", () => {
      const text = JSON.stringify({ ...this.answers, id: newId() });
      keep(this.#key(), JSON.stringify(readAnswers(text, source)));
      this.state.put(`lesson=${this.#opened().name}`, () => this.state.link);
    });
  }

  /** Says that earlier answers are lost; whoever answers again, or starts over, is rid of them. */
  #breakage() {
    return report("What this browser kept of your answers cannot be read.", "Start over", () => this.#startOver());
  }

  /** What can be done with the lesson as a whole. */
  #tools() {
    const { name, lesson } = this.#opened();
    return {
      name,
      title: lesson.title,
      answers: this.readOnly ? null : (/** @type {string} */ who) => {
        // Who shares before anything is answered stays the same person, too.
        this.#keep();
        return JSON.stringify({ ...this.answers, name: who });
      },
      whole: () => this.state.commit(() => core.look(this.state.link, "show")),
      print: (/** @type {boolean} */ answers) => this.#print(answers),
      restore: () => this.state.commit(() => this.#step().figure),
      startOver: () => this.#startOver(),
      leave: () => this.#leave(),
    };
  }

  /** @param {boolean} answers */
  async #print(answers) {
    const { name, lesson } = this.#opened();
    const { view } = this;
    // Other steps' figures are not held against this one.
    this.view = null;
    try {
      await printWorksheet(lesson, answers, {
        glance: (link) => this.state.glance(link),
        lab: this.lab,
        address: (step) => (isPacked(name) ? "" : new URL(`#lesson=${name}/${step.id}`, location.href).href),
      });
    } finally {
      this.view = view;
      this.state.restore();
    }
  }

  #startOver() {
    keep(this.#key(), "");
    this.broken = false;
    this.answers = readAnswers("", this.#opened().source);
    this.#go(0);
    say("Started over: all answers are forgotten.");
  }

  /** What a lesson has set nobody chose: the lab opens afresh. */
  #leave() {
    const { lab } = JSON.parse(guarded(() => core.view(this.state.link)));
    this.state.visit(lab);
    element("lab").focus({ preventScroll: true });
  }
}
