// @ts-check
// The list of labs. A lab is one file here, one template in index.html, and its twin in src/lab.

import { correlation } from "./lab/correlation.js";
import { marginal } from "./lab/marginal.js";
import { toy } from "./lab/toy.js";

/**
 * @typedef {object} Page what a lab may use of the page
 * @property {import("./state.js").State} state
 * @property {import("./workers.js").Pool} pool
 * @property {(words: string) => void} fingerprint shows it, or why there is none
 *
 * @typedef {object} Mounted a lab on the page
 * @property {(link: string, change: import("./state.js").Change) => void} show throws if it cannot,
 *   and then keeps what it showed
 * @property {() => void} redraw
 * @property {() => void} leave
 * @property {() => void} forget drops handles into a core that was started anew
 * @property {(width: number, height: number, dark: boolean) => string} svg
 * @property {() => string} csv
 * @property {() => string} json
 * @property {import("./canvas.js").Draw} paint draws the whole figure on a canvas
 *
 * @typedef {object} Lab
 * @property {string} name as in links
 * @property {string} title
 * @property {(page: Page) => Mounted} mount
 */

/** @type {Lab[]} */
export const labs = [toy, correlation, marginal];
