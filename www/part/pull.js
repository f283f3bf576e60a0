// @ts-check
// Hands on the function itself: taken hold of at a place and pulled to a value, by pointer or key. What follows it is
// the core's to say; the link holds it.

import { core } from "../core.js";
import { element, make, setHidden, setText, speak } from "../dom.js";

/**
 * @typedef {import("../figure.js").FigureLab} Lab
 * @typedef {import("../pointer.js").Place} Place
 */

/** How many steps of a key are a large one: a whole deviation. */
const LARGE = 4;

export class Pull {
  /** @param {Lab} lab whose figure answers what a hand can do */
  constructor(lab) {
    this.lab = lab;
    /** The model that the words are about: the one that was held last. */
    this.place = -1;
    /** Whether a hand pulls just now. */
    this.going = false;
    /** The moral that was said of this pull: it is the same at every step. */
    this.moral = "";
    this.box = element("pull");
    element("let-go").addEventListener("click", () => this.letGo());
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !this.going && !document.querySelector("dialog[open]")) this.letGo();
    };
    addEventListener("keydown", key);
    lab.unwatch.push(() => removeEventListener("keydown", key));
  }

  /**
   * Says what is held, and what that does.
   * @param {number} otherwise the model that it is about if no hand chose another
   */
  show(otherwise) {
    const { figure } = this.lab;
    const words = figure && (this.#words(this.place) || this.#words(otherwise));
    setHidden(this.box, !words);
    if (!words) return;
    // A small screen keeps its room for the figure: the moral is for larger ones.
    const place = element("pull-words");
    if (place.childElementCount === 0) place.append(make("span"), make("span", { className: "moral" }));
    const [said, moral] = /** @type {HTMLCollectionOf<HTMLElement>} */ (place.children);
    const [first, ...more] = words.split(/(?=\n)/);
    setText(said, first);
    setText(moral, more.join(""));
  }

  /**
   * What can be held under a pointer: the function where it is held already, or its line, which a click passes
   * through.
   * @param {number} model
   * @param {Place} at
   * @param {number} reach
   * @param {Float64Array} frame
   * @param {(x: number) => void} probe hears where it is held
   * @returns {{ held: import("../pointer.js").Grip | null, line: import("../pointer.js").Grip | null }}
   */
  grips(model, at, reach, frame, probe) {
    const [left, right, top, bottom, xLow, xHigh, yLow, yHigh] = frame;
    const column = (/** @type {number} */ x) => left + ((x - xLow) / (xHigh - xLow)) * (right - left);
    const row = (/** @type {number} */ y) => Math.min(bottom, Math.max(top, bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top)));
    const place = this.lab.ask("held", model);
    if (place && Math.hypot(column(place[0]) - at.column, row(place[1]) - at.row) <= reach) {
      return { held: this.#grip(model, place[0], false, probe), line: null };
    }
    const y = at.inside ? this.lab.ask("line", model, at.x) : null;
    const near = y !== null && Math.abs(row(y) - at.row) <= reach;
    return { held: null, line: near ? this.#grip(model, at.x, true, probe) : null };
  }

  /**
   * Pulls by keys, and says what that does.
   * @param {number} model
   * @param {number} x
   * @param {number} steps
   */
  by(model, x, steps) {
    this.place = model;
    const pull = this.lab.ask("pulled by", model, x, steps);
    if (pull) this.lab.view("pull", pull);
    this.#uncover();
    speak(pull ? this.#news(model) : "The model knows the function here: it cannot be pulled.");
  }

  /** @param {number} model */
  #news(model) {
    const [first, ...more] = this.#words(model).split(/(?=\n)/);
    const moral = more.join("");
    const isNew = moral !== this.moral;
    this.moral = moral;
    return isNew ? first + moral : first;
  }

  /** The words lie over what stands below: what is pulled by keys is scrolled above them, as far as it fits. */
  #uncover() {
    requestAnimationFrame(() => {
      const held = document.activeElement?.closest(".panel")?.getBoundingClientRect();
      if (!held || this.box.hidden || getComputedStyle(this.box).position !== "sticky") return;
      const over = held.bottom - this.box.getBoundingClientRect().top;
      if (over > 0) scrollBy({ top: Math.max(0, Math.min(over, held.top)), behavior: "instant" });
    });
  }

  /** @returns {boolean} whether there was anything to let go */
  letGo() {
    const held = !this.box.hidden;
    if (!held) return false;
    // What has the focus is gone with it.
    const focused = this.box.contains(document.activeElement);
    this.moral = "";
    this.lab.view("pull");
    this.box.hidden = true;
    if (focused) element("lab").focus({ preventScroll: true });
    speak("Let go.");
    return true;
  }

  /**
   * @param {number} model
   * @param {number} x
   * @param {boolean} light
   * @param {(x: number) => void} probe
   * @returns {import("../pointer.js").Grip}
   */
  #grip(model, x, light, probe) {
    const { lab } = this;
    const { state, link } = lab;
    const moved = (/** @type {Place} */ now) => () => core.look(link, "pull", lab.ask("pulled to", model, x, now.y) ?? undefined);
    const done = (/** @type {() => string} */ make) => {
      this.going = false;
      state.view(make);
    };
    return {
      cursor: "ns-resize",
      sideways: false,
      light,
      move: (now) => {
        this.place = model;
        if (!this.going) {
          this.going = true;
          probe(x);
        }
        state.preview(moved(now));
      },
      end: (now) => done(moved(now)),
      cancel: () => done(() => link),
    };
  }

  /**
   * @param {number} model
   * @returns {string}
   */
  #words(model) {
    if (model < 0) return "";
    try {
      return this.lab.ask("pull words", model) ?? "";
    } catch {
      // Its panel was removed.
      this.place = -1;
      return "";
    }
  }
}

/**
 * What keys pull at a probe.
 * @param {number} at
 * @param {KeyboardEvent} event
 * @param {{ by: (x: number, steps: number) => void, letGo: () => boolean } | undefined} pull
 * @returns {Record<string, () => null | void>}
 */
export function pullKeys(at, event, pull) {
  if (!pull) return {};
  const steps = event.shiftKey ? LARGE : 1;
  return {
    ArrowUp: () => pull.by(at, steps),
    ArrowDown: () => pull.by(at, -steps),
    // What is held goes first, then the probe.
    Escape: () => (pull.letGo() ? undefined : null),
  };
}
