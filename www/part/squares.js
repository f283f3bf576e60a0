// @ts-check
// All models' correlations as squares with one crosshair, and the row under it.

import { Sheet } from "../canvas.js";
import { element, keepFocus, setText, speak, typed } from "../dom.js";
import { Square } from "./square.js";

/**
 * @typedef {object} Words
 * @property {string} order how the squares are sorted
 * @property {string} further how many further tasks were judged
 * @property {boolean} oracle whether there is one
 * @property {[number, number]} crosshair its row and column
 * @property {ModelFacts[]} models
 *
 * @typedef {object} ModelFacts
 * @property {string} title
 * @property {boolean} reference
 * @property {string | null} absence why it is left out, if it is
 * @property {string | null} [doubt] why it should not be trusted as it was fitted, if it should not
 * @property {boolean} partial
 * @property {boolean} oracle
 * @property {{ id: string, label: string, short: string, value: string, mean: string, best: boolean, lack: string | null }[]} scores
 *
 * @typedef {import("../figure.js").FigureLab & { selected(): number, view(name: string, value?: string): void, pointed(at: Cell | null): void }} Lab
 * @typedef {{ row: number, column: number }} Cell
 */

export class Squares {
  /**
   * @param {Lab} lab
   * @param {number[]} shown the numbers under each square, by their places in the core's list
   * @param {string} oracle what the oracle is called here
   * @param {(place: number) => boolean} [waits] whether a square that has nothing to show will have it soon: what it
   *   showed before stays until then
   */
  constructor(lab, shown, oracle, waits = () => false) {
    this.lab = lab;
    this.shown = shown;
    this.oracle = oracle;
    this.waits = waits;
    /** @type {Square[]} */
    this.list = [];
    this.colors = new Sheet(typed("color-bar", HTMLCanvasElement));
    this.rows = new Sheet(typed("rows", HTMLCanvasElement));
  }

  /**
   * The squares are built anew only when there are others. The oracle's comes first, as a candidate's or on its own.
   * @param {Words} words
   * @returns {boolean} whether they were
   */
  build({ oracle, models }) {
    const extra = oracle && !models.some((model) => model.oracle);
    const places = [...(extra ? [0] : []), ...models.map((_, i) => i + 1)];
    if (places.join() === this.list.map((square) => square.place).join()) return false;
    this.list = places.map((place) => new Square(this, place));
    const root = element("squares");
    keepFocus(root, () => root.replaceChildren(...this.list.map((square) => square.root)));
    this.list.forEach((square) => this.tell(square));
    return true;
  }

  /** What draws all of it, one after the other, so that no frame waits for everything. */
  tasks() {
    const figure = this.lab.handle();
    return [
      () => {
        setText(element("order-words"), this.lab.words().order);
        this.#read(null);
      },
      () => this.colors.draw(figure, "colors"),
      ...this.list.map((square) => () => {
        this.tell(square);
        square.draw(figure);
      }),
      () => this.#row(),
    ];
  }

  /** @param {Square} square */
  tell(square) {
    square.tell(this.lab.words(), this.lab.selected());
  }

  /**
   * Crosshair, row and the two places on the functions follow a pointer over any square.
   * @param {Cell | null} at
   */
  point(at) {
    this.mark(at);
    this.lab.pointed(at);
  }

  /**
   * Crosshair and row alone: the pointer is over a function, which marks its places itself.
   * @param {Cell | null} at
   */
  mark(at) {
    const { figure } = this.lab;
    if (!figure) return;
    this.list.forEach((square) => square.mark(figure, at));
    this.#read(at);
    this.#row(...(at ? [at.row] : []));
  }

  /**
   * Says, for who moves the crosshair by keys, what the model of a square thinks of the pair under it.
   * @param {number} place
   */
  speak(place) {
    speak(this.lab.ask("pair sentence", place));
  }

  /** @param {...number} row */
  #row(...row) {
    this.rows.show(this.lab.handle(), "rows", ...row);
  }

  /** @param {{ row: number, column: number } | null} at */
  #read(at) {
    const pair = this.lab.ask("pair words", ...(at ? [at.row, at.column] : []));
    setText(element("readout"), `Under the crosshair: ${pair}.`);
    setText(element("meant"), this.lab.ask("pair meaning", ...(at ? [at.row, at.column] : [])) ?? "");
  }
}
