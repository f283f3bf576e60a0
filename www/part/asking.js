// @ts-check
// Hands that place questions: by pointer, finger and key, wherever a learner asks.

import { core, guarded } from "../core.js";
import { noteDone, speak } from "../dom.js";
import { pointAt } from "../hands.js";
import { watchKeys } from "../keys.js";
import { watchPointer } from "../pointer.js";

/**
 * @typedef {object} Asked
 * @property {number} asked how many questions are placed
 * @property {number} wanted
 * @property {[number, number][]} places x and y of each
 * @property {string} task what there is to do
 * @property {string[]} heard where each question is, in words
 * @property {string} left how many are to come, in words
 */

export class Asking {
  /** @param {import("./panel.js").Lab} lab whose words have the questions under `you` */
  constructor(lab) {
    this.lab = lab;
  }

  /** @returns {Asked | null} */
  words() {
    return this.lab.words().you;
  }

  /**
   * Lets hands on a canvas, and keys.
   * @param {HTMLCanvasElement} canvas
   * @param {import("../keys.js").View} view
   */
  watch(canvas, view) {
    const { state } = this.lab;
    let before = this.lab.link;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", "you-keys");
    watchKeys(canvas, view, this);
    const at = (/** @type {import("../pointer.js").Place} */ place, /** @type {number} */ reach) =>
      pointAt(this.grips().points, place, reach, view.frame());
    watchPointer(canvas, {
      frame: view.frame,
      grip: (place, reach) => {
        const index = at(place, reach);
        const { link } = this.lab;
        const moved = (/** @type {import("../pointer.js").Place} */ now) => () =>
          core.touch(link, "move question", Float64Array.of(index, now.x));
        return index < 0 ? null : {
          cursor: "grab",
          sideways: true,
          move: (now) => state.preview(moved(now)),
          end: (now) => state.commit(moved(now)),
          cancel: () => state.commit(() => link),
        };
      },
      hover: (place) => view.probe(place && place.x),
      click: ({ x }) => {
        before = this.lab.link;
        this.observeAt(x);
      },
      takeBack: () => state.takeBack(before),
      doubleClick: (place, reach) => {
        const index = at(place, reach);
        if (index >= 0) this.remove(index);
      },
    });
  }

  /** What there is to hold, as of other hands: the questions are the points. */
  grips() {
    return { points: this.words()?.places ?? [], regions: [] };
  }

  /**
   * Asks at a place.
   * @param {number} x
   */
  observeAt(x) {
    const { asked = 0, wanted = 0 } = this.words() ?? {};
    if (asked === wanted) return speak(`All ${wanted} questions are placed: Shift with an arrow key moves the nearest, Delete takes it back.`);
    this.#change(() => core.touch(this.lab.link, "ask", Float64Array.of(x)), () => this.#placed(asked, x));
  }

  /**
   * Moves the question nearest to a place.
   * @param {number} x
   * @param {number} to
   * @returns {number} where the probe is then
   */
  moveNear(x, to) {
    const index = this.#nearest(x);
    if (index < 0) {
      speak("Nothing is asked yet.");
      return x;
    }
    this.#change(() => core.touch(this.lab.link, "move question", Float64Array.of(index, to)), () => this.#placed(index, to), "move question");
    return to;
  }

  /**
   * @param {number} index
   * @param {number} x where it was meant to be
   */
  #placed(index, x) {
    const { heard = [], left = "", places = [] } = this.words() ?? {};
    if (!heard[index]) return "";
    const off = (/** @type {[number, number]} */ [place]) => Math.abs(place - x);
    const isTaken = places.some((place, other) => other !== index && off(place) < off(places[index]));
    return `${isTaken ? "Taken; beside it: " : ""}${heard[index]}; ${left}.`;
  }

  /** @param {number} x */
  #nearest(x) {
    const distances = this.grips().points.map(([other]) => Math.abs(other - x));
    return distances.indexOf(Math.min(...distances));
  }

  /**
   * Takes back the question nearest to a place.
   * @param {number} x
   */
  removeNear(x) {
    const index = this.#nearest(x);
    if (index < 0) return speak("Nothing is asked yet.");
    this.remove(index);
  }

  /** @param {number} index */
  remove(index) {
    const make = () => core.touch(this.lab.link, "remove question", Float64Array.of(index));
    this.#change(make, () => `Question ${index + 1} taken back; ${this.words()?.left ?? ""}.`);
  }

  /**
   * @param {() => string} make
   * @param {() => string} done in words, which the figure that follows has
   * @param {string} [what] changes; steps of it in quick succession are undone as one
   */
  #change(make, done, what = "") {
    this.lab.state.commit(() => guarded(make), what);
    noteDone("");
    speak(done());
  }
}
