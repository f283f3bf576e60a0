// @ts-check
// What every lab's figure has in common: a handle into the core, what can be saved of it, and its
// tables.

import { guarded } from "../core.js";
import { element, typed } from "../dom.js";
import { fillTables } from "../tables.js";

/**
 * @typedef {object} Handle what the core's labs have in common
 * @property {() => void} free
 * @property {(width: number, height: number, dark: boolean) => string} svg
 * @property {() => string} csv
 * @property {() => string} json
 * @property {() => string} tables
 */

/** @template {Handle} H */
export class FigureLab {
  constructor() {
    this.link = "";
    /** Whether another lab has taken its place. */
    this.left = false;
    /** @type {H | null} */
    this.figure = null;
    /**
     * Ends of the y axis as last drawn.
     * @type {[number, number] | null}
     */
    this.yAxis = null;
    element("table-box").addEventListener("toggle", () => this.fillTables());
  }

  /** The handle; there is none before the first link, nor after a trap. */
  handle() {
    if (!this.figure) throw new Error("there is no figure yet");
    return this.figure;
  }

  /**
   * @param {string} link
   * @param {H} figure
   */
  replace(link, figure) {
    this.figure?.free();
    this.figure = figure;
    this.link = link;
  }

  /** @param {Float64Array | null} frame where the figure was drawn */
  keepAxis(frame) {
    if (frame) this.yAxis = [frame[6], frame[7]];
  }

  leave() {
    this.left = true;
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
    return guarded(() => this.handle().svg(width, height, dark));
  }

  csv() {
    return guarded(() => this.handle().csv());
  }

  json() {
    return guarded(() => this.handle().json());
  }

  fillTables() {
    if (!typed("table-box", HTMLDetailsElement).open || !this.figure) return;
    fillTables(element("tables"), guarded(() => this.handle().tables()));
  }
}
