// @ts-check
// Walks through the picks: slider, buttons and play. Readers who want little motion get steps only.

import { allow, element, make, setHidden, speak, typed } from "./dom.js";

/** How long, in milliseconds, a step is shown while playing, and how many times as fast a link wants it. */
const PACE = 1600;
let speed = 1;

/** @param {number} times */
export function preferSpeed(times) {
  speed = times;
}

export class Stepper {
  /** @param {(step: number) => void} go */
  constructor(go) {
    this.go = go;
    this.step = -1;
    this.steps = -1;
    /** The last pick that may be seen. */
    this.most = -1;
    this.timer = 0;
    this.slider = typed("step", HTMLInputElement);
    this.slider.addEventListener("input", () => {
      this.stop();
      go(this.slider.valueAsNumber);
    });
    element("step-back").addEventListener("click", () => this.move(-1));
    element("step-on").addEventListener("click", () => this.move(1));
    element("play").addEventListener("click", () => (this.timer ? this.stop() : this.most === this.steps && this.#play()));
    this.#label("▶", "Play");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    setHidden(element("play"), still);
    setHidden(element("still"), !still);
  }

  /**
   * @param {number} step
   * @param {number} steps
   */
  show(step, steps) {
    // While a lesson asks, picks beyond those that its step shows would tell what is asked.
    const { asking } = document.documentElement.dataset;
    const most = asking ? Math.max(step, Math.min(steps, Number(asking))) : steps;
    // A drag changes nothing of it, and touching controls costs layout.
    if (step === this.step && steps === this.steps && most === this.most) return;
    if (most < steps) this.stop();
    Object.assign(this, { step, steps, most });
    this.slider.max = String(most);
    this.slider.disabled = most === 0;
    allow("play", most === steps);
    this.slider.value = String(step);
    const picks = steps === 1 ? "pick" : "picks";
    this.slider.setAttribute("aria-valuetext", `${step} of ${steps} ${picks}`);
    // A phone has room for the numbers only: CSS puts a slash between them.
    const word = (/** @type {string} */ text) => make("span", { className: "word" }, text);
    element("step-words").replaceChildren(word("after "), String(step), word(" of "), make("span", {}, String(steps)), word(` ${picks}`));
    allow("step-back", step > 0);
    allow("step-on", step < most);
  }

  /**
   * @param {number} by
   * @returns {boolean} whether there was somewhere to go
   */
  move(by) {
    this.stop();
    const step = Math.min(this.most, Math.max(0, this.step + by));
    const moves = step !== this.step;
    if (moves) this.go(step);
    else speak(by > 0 ? "That was the last pick." : "There is no pick before.");
    return moves;
  }

  stop() {
    // A drag stops it with every move, and touching the button costs layout.
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.#label("▶", "Play");
  }

  /**
   * @param {string} sign
   * @param {string} word
   */
  #label(sign, word) {
    element("play-sign").textContent = sign;
    element("play-word").textContent = word;
    element("play").ariaLabel = word;
  }

  #play() {
    this.#label("❚❚", "Pause");
    const next = () => {
      // The last pick ends it, so that it is told what has come of all.
      if (this.step + 1 >= this.steps) this.stop();
      else this.timer = setTimeout(next, PACE / speed);
      if (this.step < this.steps) this.go(this.step + 1);
    };
    this.timer = setTimeout(next, PACE / speed);
    if (this.step === this.steps) this.go(0);
  }
}
