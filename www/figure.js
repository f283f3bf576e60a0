// @ts-check
// What every lab's figure has in common: a handle into the core, what is computed at once and what the
// workers do, what can be saved of it, its words and its tables.

import { Aloud } from "./aloud.js";
import { core, guarded } from "./core.js";
import { inTurn, watchSize } from "./canvas.js";
import { element, isHidden, markFigure, oncePerFrame, typed } from "./dom.js";
import { showError } from "./errors.js";
import { Form } from "./form.js";
import { watchOrder } from "./order.js";
import { describe, fillNames, fillTables } from "./tables.js";
import { watchUndo } from "./undo.js";
import { Work } from "./work.js";

/** How long, in milliseconds, a gesture must rest before long work starts. */
const REST = 200;

/** @typedef {InstanceType<typeof core.Figure>} Figure */

export class FigureLab {
  /**
   * @param {import("./labs.js").Page} page
   * @param {string} units what the workers' pieces of work are called
   * @param {string[]} boxes the ids of what is drawn anew when its size changes
   */
  constructor(page, units, boxes) {
    this.page = page;
    this.state = page.state;
    this.link = "";
    /** The part of the link that numbers depend on. */
    this.scenario = "";
    /** Whether another lab has taken its place. */
    this.left = false;
    /** @type {Figure | null} */
    this.figure = null;
    /**
     * What is being computed and cannot be drawn yet.
     * @type {Figure | null}
     */
    this.pending = null;
    this.aloud = new Aloud();
    /** Whether no gesture is going on. */
    this.final = true;
    /** Whether the same figure is looked at otherwise in every frame, by a hand that is still at it. */
    this.looking = false;
    /** Hands on the function, where a figure shows one. @type {import("./part/pull.js").Pull | null} */
    this.pull = null;
    this.rest = 0;
    /**
     * What is fetched because it need not be computed; the work starts after it.
     * @type {Promise<unknown> | null}
     */
    this.waiting = null;
    /**
     * Ends of the y axis as last drawn.
     * @type {[number, number] | null}
     */
    this.yAxis = null;
    /** Whether the figure was made to keep it. */
    this.held = false;
    /** @type {any} */
    this.known = null;
    // What was said in another lab is not said here.
    element("spoken").textContent = "";
    this.form = new Form(element("controls"), page.state, undefined, [], document.getElementById("first"));
    this.work = new Work(page.pool, units, () => this.again());
    this.redraw = oncePerFrame(() => this.#draw());
    /** @type {((tasks: (() => void)[]) => void)[]} */
    this.queues = [];
    const lab = /** @type {HTMLElement} */ (element("lab").querySelector(".lab"));
    this.unwatch = [watchUndo(page.state), watchOrder(lab), ...boxes.map((box) => watchSize(element(box), this.redraw))];
    for (const box of ["table-box", "names-box"]) element(box).addEventListener("toggle", () => this.fillTables());
  }

  /** Draws all that is to be seen. */
  draw() {}

  /** The same without waiting for a frame. */
  drawNow() {
    this.#draw();
  }

  /** Says what need not follow every frame of a gesture. */
  say() {}

  /** What a figure shows that words do not judge. */
  scene() {
    return "";
  }

  /** What the page is called. */
  heading() {
    return guarded(() => this.handle().heading());
  }

  /** What matters most about the figure, in a sentence or two: said aloud when it has changed. */
  gist() {
    return "";
  }

  /**
   * What came from a worker is to be seen.
   * @param {number} _unit of which it is
   */
  arrived(_unit) {
    this.redraw();
  }

  /** Work goes on, or ended. */
  progressed() {}

  /**
   * Goes on or back by a step, if the figure has steps.
   * @param {number} _by
   * @returns {"none" | "moved" | "end"} whether it has, and whether there was one left
   */
  step(_by) {
    return "none";
  }

  /** Goes back to before the first step. @returns {boolean} whether there was something to go back from */
  rewind() {
    return false;
  }

  /**
   * The contents of a link's files; null if there is nothing to compute without them.
   * @param {string} _link
   * @returns {Uint8Array[] | null}
   */
  contents(_link) {
    return [];
  }

  /**
   * @param {string} link
   * @param {import("./state.js").Change} change
   */
  show(link, { final }) {
    const scenario = guarded(() => core.scenario(link));
    const same = scenario === this.scenario && (this.figure || this.pending);
    // At a gesture's end the axis may grow.
    this.looking = Boolean(same && !final && this.final);
    if (same && !(final && this.held)) {
      this.#look(link);
      // A gesture that ends where it was need not rest: until then the fingerprint is that of the figure before it.
      if (final && this.rest) this.#rested();
      return;
    }
    const axis = final ? null : this.yAxis;
    const figure = guarded(() => new core.Figure(link, axis?.[0], axis?.[1]));
    this.held = axis !== null;
    this.waiting = null;
    this.work.pause();
    this.pending?.free();
    this.pending = null;
    this.scenario = scenario;
    this.final = final;
    if (figure.ready) {
      this.replace(link, figure);
    } else {
      this.pending = figure;
      this.link = link;
    }
    document.documentElement.toggleAttribute("data-stale", this.pending !== null);
    this.form.show(link);
    this.redraw();
    clearTimeout(this.rest);
    if (final) this.#start();
    else this.rest = setTimeout(() => this.#rested(), REST);
  }

  /** The words beside the figure, asked for when they are needed. */
  words() {
    this.known ??= JSON.parse(guarded(() => this.handle().words()));
    return this.known;
  }

  /**
   * A smaller question to the figure.
   * @param {string} what
   * @param {...number} at
   */
  ask(what, ...at) {
    return JSON.parse(guarded(() => this.handle().ask(what, Float64Array.from(at))));
  }

  /** The handle; there is none before the first figure, nor after a trap. */
  handle() {
    if (!this.figure) throw new Error("there is no figure yet");
    return this.figure;
  }

  /**
   * @param {string} link
   * @param {Figure} figure
   */
  replace(link, figure) {
    this.#drop();
    this.known = null;
    this.figure?.free();
    this.figure = figure;
    this.link = link;
  }

  /**
   * Looks at the same figure otherwise.
   * @param {string} name
   * @param {string} [value] nothing for none
   */
  view(name, value) {
    this.state.view(() => core.look(this.link, name, value));
  }

  /** @returns {(tasks: (() => void)[]) => void} starts tasks that take turns, as long as the figure is the same */
  turns() {
    const queue = inTurn();
    this.queues.push(queue);
    return queue;
  }

  /** Drawings that wait for their turn would reach into a handle that is gone. */
  #drop() {
    this.queues.forEach((queue) => queue([]));
  }

  /** Computes the same scenario once more: it was cancelled, or a missing file is there now. */
  again() {
    this.work.drop();
    this.scenario = "";
    this.aloud.again();
    this.show(this.link, { final: true });
  }

  /**
   * Goes on with units that were stopped.
   * @param {number[]} units
   */
  resume(units) {
    this.work.newest?.pardon(units);
    if (!this.rest) this.#start();
  }

  /** @param {Float64Array | null} frame where the figure was drawn */
  keepAxis(frame) {
    if (frame && frame.length > 0) this.yAxis = [frame[6], frame[7]];
  }

  leave() {
    this.#drop();
    this.left = true;
    clearTimeout(this.rest);
    this.aloud.leave();
    this.waiting = null;
    this.work.drop();
    this.unwatch.forEach((stop) => stop());
    this.figure?.free();
    this.pending?.free();
    this.figure = this.pending = null;
    document.documentElement.removeAttribute("data-stale");
  }

  /** Drops handles into a core that was started anew. */
  forget() {
    this.#drop();
    this.figure = this.pending = this.known = this.waiting = null;
    this.scenario = "";
  }

  fillTables() {
    if (!this.figure) return;
    if (typed("table-box", HTMLDetailsElement).open) fillTables(element("tables"), guarded(() => this.handle().tables()));
    if (typed("names-box", HTMLDetailsElement).open) fillNames(element("names"), guarded(() => this.handle().named()));
  }

  /** The figure in words, as far as nothing is asked of it. */
  describe() {
    if (this.figure && !this.pending) describe(this.scene(), () => guarded(() => this.handle().description()));
  }

  /**
   * What waits for the numbers of all units.
   * @param {boolean} [ended] whether long work came to its end just now
   */
  tell(ended = false) {
    const { figure } = this;
    const unfinished = this.work.job || this.rest || this.waiting ? "computing …" : "incomplete";
    this.aloud.saySoon();
    if (!figure || this.pending) return this.page.tell(null, unfinished);
    this.describe();
    const fingerprint = guarded(() => figure.fingerprint());
    this.page.tell(this.heading(), fingerprint ?? unfinished);
    this.page.changed();
    if (!fingerprint) return;
    // It may be what is left out.
    const { asking, lesson, show } = document.documentElement.dataset;
    // A lesson's step says what matters to it, unless it shows what the lab notices.
    const beside = lesson !== undefined && show !== undefined && !show.split(" ").includes("notice");
    const gist = asking !== undefined || beside || isHidden("notice") || isHidden("scores") ? "" : this.gist();
    this.aloud.tell(gist, this.scenario, ended);
  }

  /**
   * Looks at the same numbers otherwise.
   * @param {string} link
   */
  #look(link) {
    guarded(() => this.figure?.look(link));
    guarded(() => this.pending?.look(link));
    this.known = null;
    this.link = link;
    this.redraw();
    if (this.final && this.figure && !this.looking) this.tell();
  }

  /** A gesture rests: all that waited for it follows. */
  #rested() {
    this.rest = 0;
    this.final = true;
    this.redraw();
    this.#start();
  }

  /** Gives the workers all that is not there yet. */
  async #start() {
    clearTimeout(this.rest);
    this.rest = 0;
    this.waiting = null;
    this.aloud.begin(this.scenario);
    const figure = this.pending ?? this.handle();
    const contents = this.contents(this.link);
    if (contents === null) {
      this.work.clear();
      return this.tell();
    }
    /** @type {import("./job.js").Plan} */
    const plan = guarded(() => core.plan(this.link, contents));
    const { shelf, parts } = this.page.pool;
    const waiting = (this.waiting = shelf.stock(plan, parts));
    if (waiting) {
      this.tell();
      await waiting;
      // Something else was begun meanwhile.
      if (this.waiting !== waiting) return;
      this.waiting = null;
    }
    const given = figure.ready ? 1 : 0;
    const heard = plan.steps.filter(({ hears }) => hears === "part").length;
    const job = heard === given ? this.work.clear() : this.work.run(plan, {
      onPart: (unit, part) => this.#heard(figure, () => figure.add(unit, part), unit),
      onSnapshot: (unit, part) => this.#heard(figure, () => figure.preview(unit, part), unit),
      onProgress: () => this.progressed(),
    }, { given, urgent: this.pending === figure });
    this.tell();
    const done = await job;
    if (![this.figure, this.pending].includes(figure)) return;
    this.tell(done === true);
    this.progressed();
  }

  /**
   * @param {Figure} figure that a worker found something for
   * @param {() => void} take
   * @param {number} unit
   */
  #heard(figure, take, unit) {
    if (![this.figure, this.pending].includes(figure)) return;
    guarded(take);
    this.known = null;
    if (this.pending === figure && figure.ready) {
      this.pending = null;
      document.documentElement.removeAttribute("data-stale");
      this.replace(this.link, figure);
      this.redraw();
    } else if (this.figure === figure) {
      this.arrived(unit);
    }
  }

  #draw() {
    if (!this.figure) return;
    try {
      this.draw();
      if (this.looking) return;
      if (this.final) {
        this.say();
        this.fillTables();
      }
      this.page.changed();
      // Where drawings take turns, the last one marks it.
      if (this.queues.length === 0) markFigure();
    } catch (error) {
      showError(error);
    }
  }
}
