// @ts-check
// The marginal lab, twin of src/lab/marginal: the posterior follows every gesture at once, the
// calibration check follows in the workers.

import { core, guarded } from "../core.js";
import { drawSharp, watchSize } from "../canvas.js";
import { element, make, markFigure, oncePerFrame, typed } from "../dom.js";
import { Form } from "../form.js";
import { FigureLab } from "./figure.js";
import { showError } from "../errors.js";
import { Work } from "../work.js";

/** How long, in milliseconds, a gesture must rest before the check starts. */
const REST = 200;

/** @type {import("../labs.js").Lab} */
export const marginal = {
  name: "marginal",
  title: "Marginals",
  mount: (page) => new MarginalLab(page),
};

/** @extends {FigureLab<InstanceType<typeof core.MarginalLab>>} */
class MarginalLab extends FigureLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super();
    this.page = page;
    this.form = new Form(element("controls"), page.state);
    this.posterior = typed("posterior", HTMLCanvasElement);
    this.calibration = typed("calibration", HTMLCanvasElement);
    this.redraw = oncePerFrame(() => this.#draw());
    this.work = new Work(page.pool, "batches", () => this.show(this.link, { final: true }));
    this.rest = 0;
    const unwatch = [this.posterior, this.calibration].map((canvas) => watchSize(canvas, this.redraw));
    this.unwatch = () => unwatch.forEach((stop) => stop());
  }

  /**
   * @param {string} link
   * @param {import("../state.js").Change} change
   */
  show(link, { final }) {
    const figure = guarded(() => new core.MarginalLab(link));
    if (!final && this.yAxis) figure.hold_y_axis(...this.yAxis);
    this.replace(link, figure);
    this.form.show(link);
    this.work.drop();
    this.redraw();
    clearTimeout(this.rest);
    if (final) this.#check();
    else this.rest = setTimeout(() => this.show(link, { final: true }), REST);
  }

  leave() {
    clearTimeout(this.rest);
    this.work.drop();
    this.unwatch();
    super.leave();
  }

  /** @type {import("../canvas.js").Draw} */
  paint(...where) {
    return guarded(() => this.handle().draw_posterior(...where));
  }

  #draw() {
    const { figure } = this;
    if (!figure) return;
    try {
      const frame = drawSharp(this.posterior, (...where) => guarded(() => figure.draw_posterior(...where)));
      this.keepAxis(frame);
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
    const unfinished = this.work.job ? "computing …" : "incomplete";
    this.page.fingerprint(guarded(() => figure.fingerprint()) ?? unfinished);
    this.fillTables();
  }

  /** Draws functions from the prior in the workers, and redraws as parts arrive. */
  async #check() {
    const figure = this.handle();
    const units = guarded(() => core.plan(this.link));
    const onPart = (/** @type {number} */ _index, /** @type {Uint8Array} */ part) => {
      guarded(() => figure.add(part));
      this.redraw();
    };
    await this.work.run(units, { onPart });
    if (this.figure === figure) this.redraw();
  }
}
