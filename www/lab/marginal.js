// @ts-check
// The marginal lab, twin of src/lab/marginal: the posterior follows every gesture at once, the
// calibration check follows in the workers.

import { core, guarded } from "../core.js";
import { drawSharp, watchSize } from "../canvas.js";
import { element, make, markFigure, oncePerFrame, typed } from "../dom.js";
import { Form } from "../form.js";
import { showError } from "../errors.js";
import { fillTables } from "../tables.js";

/** How long, in milliseconds, a gesture must rest before the check starts. */
const REST = 200;

/** @type {import("../labs.js").Lab} */
export const marginal = {
  name: "marginal",
  title: "Marginal uncertainty",
  mount: (page) => new MarginalLab(page),
};

class MarginalLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    this.page = page;
    this.form = new Form(element("controls"), page.state);
    this.posterior = typed("posterior", HTMLCanvasElement);
    this.calibration = typed("calibration", HTMLCanvasElement);
    this.redraw = oncePerFrame(() => this.#draw());
    this.link = "";
    /** @type {InstanceType<typeof core.MarginalLab> | null} */
    this.figure = null;
    /** @type {import("../workers.js").Job | null} */
    this.job = null;
    this.rest = 0;
    /** @type {[number, number] | null} */
    this.yAxis = null;
    const unwatch = [this.posterior, this.calibration].map((canvas) => watchSize(canvas, this.redraw));
    this.unwatch = () => unwatch.forEach((stop) => stop());
    element("cancel").addEventListener("click", () => this.#cancelOrResume());
    element("table-box").addEventListener("toggle", () => this.#fillTables());
  }

  /**
   * @param {string} link
   * @param {import("../state.js").Change} change
   */
  show(link, { final }) {
    const figure = guarded(() => new core.MarginalLab(link));
    if (!final && this.yAxis) figure.hold_y_axis(...this.yAxis);
    this.figure?.free();
    this.figure = figure;
    this.link = link;
    this.form.show(link);
    this.job?.cancel();
    this.redraw();
    clearTimeout(this.rest);
    if (final) this.#check();
    else this.rest = setTimeout(() => this.show(link, { final: true }), REST);
  }

  leave() {
    clearTimeout(this.rest);
    this.job?.cancel();
    this.unwatch();
    this.figure?.free();
    this.figure = null;
  }

  forget() {
    this.figure = null;
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {boolean} dark
   */
  svg(width, height, dark) {
    return guarded(() => this.#figure().svg(width, height, dark));
  }

  csv() {
    return guarded(() => this.#figure().csv());
  }

  json() {
    return `{"link":${JSON.stringify(this.link)},"tables":${guarded(() => this.#figure().tables())}}`;
  }

  /** @type {import("../canvas.js").Draw} */
  paint(...where) {
    return guarded(() => this.#figure().draw_posterior(...where));
  }

  #figure() {
    if (!this.figure) throw new Error("there is no figure yet");
    return this.figure;
  }

  #draw() {
    const { figure } = this;
    if (!figure) return;
    try {
      const frame = drawSharp(this.posterior, (...where) => guarded(() => figure.draw_posterior(...where)));
      if (frame) this.yAxis = [frame[6], frame[7]];
      drawSharp(this.calibration, (...where) => guarded(() => figure.draw_calibration(...where)));
      this.#tell(figure);
      markFigure();
    } catch (error) {
      showError(error);
    }
  }

  /** @param {InstanceType<typeof core.MarginalLab>} figure */
  #tell(figure) {
    /** @type {{ label: string, value: string, note: string }[]} */
    const facts = JSON.parse(guarded(() => figure.facts()));
    const rows = facts.flatMap(({ label, value, note }) => [
      make("dt", {}, label),
      make("dd", {}, value),
      make("dd", { className: "note" }, note),
    ]);
    element("facts").replaceChildren(...rows);
    const { honest, words } = JSON.parse(guarded(() => figure.verdict()));
    element("verdict").textContent = words;
    element("verdict").toggleAttribute("data-honest", honest);
    element("description").textContent = guarded(() => figure.description());
    const unfinished = this.job ? "computing …" : "incomplete";
    this.page.fingerprint(guarded(() => figure.fingerprint()) ?? unfinished);
    this.#fillTables();
  }

  #fillTables() {
    if (!typed("table-box", HTMLDetailsElement).open || !this.figure) return;
    fillTables(element("tables"), guarded(() => this.#figure().tables()));
  }

  /** Draws functions from the prior in the workers, and redraws as parts arrive. */
  async #check() {
    const figure = this.#figure();
    const units = guarded(() => core.plan(this.link));
    const progress = typed("progress", HTMLProgressElement);
    progress.max = units.length;
    progress.value = 0;
    this.#say("", "Cancel");
    const job = this.page.pool.run(units, {
      onPart: (part) => {
        guarded(() => figure.add(part));
        this.redraw();
      },
      onProgress: (done) => {
        progress.value = done;
        this.#say(`${Math.floor(done)} of ${units.length} batches`, "Cancel");
      },
    });
    this.job = job;
    try {
      const complete = await job.finished;
      if (this.job !== job || this.figure !== figure) return;
      const count = complete ? "tested" : `stopped at ${job.done} of ${units.length} batches`;
      this.#say(count, complete ? "" : "Start again");
    } catch (error) {
      this.#say("failed", "Start again");
      showError(error);
    }
    this.job = null;
    this.redraw();
  }

  #cancelOrResume() {
    if (this.job) this.job.cancel();
    else this.show(this.link, { final: true });
  }

  /**
   * @param {string} count how far the work has come
   * @param {string} action what the button does; empty if there is nothing to do
   */
  #say(count, action) {
    element("count").textContent = count;
    const button = typed("cancel", HTMLButtonElement);
    button.disabled = action === "";
    button.textContent = action || "Cancel";
  }
}
