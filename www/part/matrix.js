// @ts-check
// All quantities against each other: small scatters below the diagonal, coefficients above it. Arrow keys go from
// cell to cell, and a cell that is pressed is shown large.

import { Sheet } from "../canvas.js";
import { element, make, typed } from "../dom.js";

/** @typedef {{ names: [string, string, string][], cells: (number | null)[][] }} Words */

export class Matrix {
  /** @param {import("../lab/agreement.js").AgreementLab} lab */
  constructor(lab) {
    this.lab = lab;
    this.root = element("matrix");
    this.sheet = new Sheet(typed("matrix-marks", HTMLCanvasElement));
    this.over = new Sheet(typed("matrix-lit", HTMLCanvasElement));
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** The cell that takes the focus. */
    this.at = [1, 0];
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  show() {
    /** @type {Words} */
    const words = this.lab.ask("matrix");
    if (this.cells.length === 0) this.#build(words);
    const { axes } = this.lab.words();
    words.cells.forEach((row, i) => row.forEach((value, j) => {
      const cell = this.cells[i][j];
      if (i === j) return;
      const said = value === null ? "–" : value.toFixed(2).replace("-", "−");
      cell.ariaLabel = `${words.names[i][2]} against ${words.names[j][2]}: ${said}`;
      cell.ariaPressed = String([words.names[j][0], words.names[i][0]].join() === axes.join());
      if (i > j) return;
      cell.textContent = said;
      cell.style.setProperty("--shade", `${Math.round(45 * Math.abs(value ?? 0))}%`);
      cell.toggleAttribute("data-against", (value ?? 0) < 0);
    }));
  }

  draw() {
    this.sheet.draw(this.lab.handle(), "matrix");
  }

  /** @param {number[]} models */
  light(models) {
    this.over.clear();
    if (this.lab.figure && models.length > 0) this.over.draw(this.lab.figure, "matrix lit", ...models);
  }

  /** @param {Words} words */
  #build({ names }) {
    this.root.style.setProperty("--count", String(names.length));
    this.cells = names.map(([y], i) => names.map(([x, short], j) => {
      if (i === j) return make("span", { className: "name" }, short);
      const cell = make("button", { type: "button", tabIndex: i === 1 && j === 0 ? 0 : -1, className: i > j ? "cell small" : "cell number" });
      cell.addEventListener("click", () => {
        this.#focus(i, j, false);
        this.lab.choose(x, y);
      });
      return cell;
    }));
    const rows = this.cells.map((row) => {
      const line = make("div", { className: "line" }, ...row.map((cell) => {
        const box = make("div", {}, cell);
        box.setAttribute("role", cell.className === "name" ? "rowheader" : "gridcell");
        return box;
      }));
      line.setAttribute("role", "row");
      return line;
    });
    this.root.append(...rows);
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} moves the focus, too
   */
  #focus(row, column, moves) {
    const cell = this.cells[row]?.[column];
    if (!(cell instanceof HTMLButtonElement)) return;
    this.cells[this.at[0]][this.at[1]].tabIndex = -1;
    this.at = [row, column];
    cell.tabIndex = 0;
    if (moves) cell.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    let [row, column] = [this.at[0] + step[0], this.at[1] + step[1]];
    // Names take no focus: they are passed over.
    if (row === column) [row, column] = [row + step[0], column + step[1]];
    this.#focus(row, column, true);
  }
}
