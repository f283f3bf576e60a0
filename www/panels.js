// @ts-check
// What labs with small multiples on a line have in common: a place that is marked in all of them.

import { showError } from "./errors.js";
import { FigureLab } from "./figure.js";
import { ELSEWHERE, OVER } from "./part/panel.js";

/** @template {import("./part/panel.js").Panel} P */
export class PanelsLab extends FigureLab {
  /**
   * @param {import("./labs.js").Page} page
   * @param {string} units
   * @param {string[]} boxes
   */
  constructor(page, units, boxes) {
    super(page, units, boxes);
    /** @type {P[]} */
    this.panels = [];
    /** @type {{ under: import("./part/panel.js").Panel, x: number, way: number } | null} */
    this.hovered = null;
  }

  /** @param {P[]} panels that take the place of those before */
  setPanels(panels) {
    this.hovered = null;
    this.panels = panels;
    return panels.map((panel) => panel.root);
  }

  /**
   * Marks a place in all panels, so that they can be compared there.
   * @param {import("./part/panel.js").Panel} under the panel under the pointer, or with the focus
   * @param {number | null} x
   * @param {number} way how it is under it
   * @param {...number} other the other place, if two are compared
   */
  hover(under, x, way = OVER, ...other) {
    this.hovered = x === null ? null : { under, x, way };
    try {
      this.panels.forEach((panel) => panel.mark(x, panel === under ? way : ELSEWHERE, ...other));
    } catch (error) {
      showError(error);
    }
  }

  /** What is under a pointer that rests changes with the figure. */
  hoverAgain() {
    if (this.hovered) this.hover(this.hovered.under, this.hovered.x, this.pull?.going ? this.hovered.way : OVER);
  }

  /** While a function is pulled, its correlations stay: only what is read follows. */
  readAgain() {
    const { hovered } = this;
    if (hovered) this.panels.forEach((panel) => panel.read(hovered.x));
  }
}
