// @ts-check
// What labs with small multiples on a line have in common: a place that is marked in all of them.

import { showError } from "./errors.js";
import { FigureLab } from "./figure.js";

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
    /** @type {{ under: import("./part/panel.js").Panel, x: number } | null} */
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
   */
  hover(under, x) {
    this.hovered = x === null ? null : { under, x };
    try {
      this.panels.forEach((panel) => panel.mark(x, panel === under));
    } catch (error) {
      showError(error);
    }
  }

  /** What is under a pointer that rests changes with the figure. */
  hoverAgain() {
    if (this.hovered) this.hover(this.hovered.under, this.hovered.x);
  }
}
