// @ts-check
// The functions beside the squares: what the exact posterior and the selected model believe along the line, under one
// crosshair with all squares, and under hands that pull.

import { Sheet } from "../canvas.js";
import { element, keepFocus, make, setText, speak } from "../dom.js";
import { gripsOf } from "../hands.js";
import { watchKeys } from "../keys.js";
import { watchPointer } from "../pointer.js";
import { ELSEWHERE, OVER, PULLS } from "./panel.js";

/** @typedef {import("./squares.js").Cell} Cell */

export class Functions {
  /** @param {import("../lab/correlation.js").CorrelationLab} lab */
  constructor(lab) {
    this.lab = lab;
    /** @type {FunctionPanel[]} */
    this.list = [];
    /** @type {{ under: FunctionPanel, x: number } | null} */
    this.hovered = null;
  }

  /**
   * Built anew only when there are others.
   * @param {import("../lab/correlation.js").Words} words
   */
  build({ functions, models }) {
    element("functions").hidden = functions.length === 0;
    if (functions.join() !== this.list.map(({ place }) => place).join()) {
      this.hovered = null;
      this.list = functions.map((place) => new FunctionPanel(this, place));
      const root = element("function-panels");
      keepFocus(root, () => root.replaceChildren(...this.list.map(({ root }) => root)));
    }
    this.list.forEach((panel) => panel.tell(models[panel.place - 1]?.title ?? "oracle"));
  }

  /** What draws all of it, one after the other. */
  tasks() {
    return [...this.list.map((panel) => () => panel.draw()), () => this.again()];
  }

  /** All at once: a hand pulls. */
  draw() {
    this.list.forEach((panel) => panel.draw());
    const { hovered } = this;
    if (hovered) this.list.forEach((panel) => panel.read(hovered.x));
  }

  /** What is under a pointer that rests changes with the figure. */
  again() {
    if (this.hovered) this.hover(this.hovered.under, this.hovered.x);
    else this.mark(null);
  }

  /**
   * The place under a pointer is a row of the squares; the crosshair's column is the other place.
   * @param {FunctionPanel} under
   * @param {number | null} x
   * @param {number} way
   */
  hover(under, x, way = OVER) {
    const { lab } = this;
    this.hovered = x === null ? null : { under, x };
    /** @type {[number, number] | null} */
    const cell = x === null || !lab.figure ? null : lab.ask("cell at", x);
    const at = cell && { row: cell[0], column: cell[1] };
    lab.squares.mark(at);
    this.mark(at, under, way);
    if (x !== null && lab.figure) this.list.forEach((panel) => panel.read(x));
  }

  /**
   * Leaves the crosshair's row at a place.
   * @param {number} x
   */
  pin(x) {
    const cell = this.lab.ask("cell at", x);
    const pair = cell && this.lab.ask("pair", ...cell);
    if (pair) this.lab.view("at", pair);
  }

  /**
   * Marks the two places of a cell; those of the link's crosshair if none is pointed at.
   * @param {Cell | null} at
   * @param {FunctionPanel | null} under
   * @param {number} way
   */
  mark(at, under = null, way = OVER) {
    this.list.forEach((panel) => panel.mark(at, panel === under ? way : ELSEWHERE));
  }
}

class FunctionPanel {
  /**
   * @param {Functions} functions
   * @param {number} place 0 is the oracle, i + 1 candidate i
   */
  constructor(functions, place) {
    const { lab } = functions;
    this.lab = lab;
    this.place = place;
    /** @type {Float64Array | null} */
    this.frame = null;
    this.canvas = make("canvas", { role: "img" });
    this.sheet = new Sheet(this.canvas);
    const canvas = make("canvas", { className: "overlay", tabIndex: 0 });
    this.overlay = new Sheet(canvas);
    this.title = make("span");
    this.readout = make("span", { className: "readout" });
    this.root = make("section", { className: "function" }, make("h2", {}, this.title, " ", this.readout),
      make("div", { className: "stack" }, this.canvas, canvas));
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", "function-keys");
    const { pull } = lab;
    /** @type {import("../keys.js").View} */
    const view = {
      frame: () => this.frame,
      probe: (x) => functions.hover(this, x),
      sentence: (x) => `${this.title.textContent}: ${lab.ask("readout", place, x)}`,
      pull: { by: (x, steps) => pull.by(place, x, steps), letGo: () => pull.letGo() },
    };
    watchKeys(canvas, view, {
      grips: () => gripsOf(lab),
      observeAt: (x) => {
        functions.pin(x);
        lab.squares.speak(place);
      },
      removeNear: () => speak("Points stay as they are here."),
    });
    const grips = (/** @type {import("../pointer.js").Place} */ at, /** @type {number} */ reach) =>
      (this.frame && lab.figure ? pull.grips(place, at, reach, this.frame, (x) => functions.hover(this, x, PULLS)) : { held: null, line: null });
    watchPointer(canvas, {
      frame: () => this.frame,
      grip: (at, reach) => {
        const { held, line } = grips(at, reach);
        return held ?? line;
      },
      hover: (at) => functions.hover(this, at && at.x),
      click: ({ x }) => functions.pin(x),
      takeBack: () => {},
      doubleClick: (at, reach) => grips(at, reach).held && pull.letGo(),
    });
  }

  /** @param {string} title */
  tell(title) {
    setText(this.title, title);
    this.canvas.ariaLabel = `What ${title} believes of the function: mean and 95% band`;
    this.overlay.canvas.ariaLabel = `Probe of ${title}`;
  }

  draw() {
    const frame = this.sheet.draw(this.lab.handle(), "function", this.place);
    this.frame = frame?.length ? frame : null;
  }

  /**
   * @param {Cell | null} at
   * @param {number} way
   */
  mark(at, way) {
    const { figure } = this.lab;
    this.overlay.clear();
    if (!at) setText(this.readout, "");
    if (!figure || !this.frame) return;
    this.overlay.draw(figure, "function hover", this.place, at ? at.row : -1, at ? at.column : -1, way);
  }

  /** @param {number} x */
  read(x) {
    setText(this.readout, this.lab.ask("readout", this.place, x) ?? "");
  }
}
