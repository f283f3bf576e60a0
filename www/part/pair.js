// @ts-check
// The information diagram of two questions, chosen among the first two of anyone, or along the pool.

import { Sheet } from "../canvas.js";
import { guarded } from "../core.js";
import { element, make, save, setHidden, setText, typed, watchChoice } from "../dom.js";
import { spoken } from "../hands.js";
import { say } from "../share.js";
import { isDark } from "../theme.js";

/**
 * @typedef {object} Words
 * @property {[number, number]} at
 * @property {[number, number]} x
 * @property {number} last number of the last point of the pool
 * @property {string} words
 * @property {[string, string][]} choices whose first two, and where they are
 */

export class Pair {
  /** @param {import("../lab/toy.js").ToyLab} lab */
  constructor(lab) {
    this.lab = lab;
    this.box = typed("pair-box", HTMLDetailsElement);
    this.sheet = new Sheet(typed("pair", HTMLCanvasElement));
    this.choice = typed("pair-of", HTMLSelectElement);
    this.sliders = ["pair-1", "pair-2"].map((id) => typed(id, HTMLInputElement));
    watchChoice(this.choice, (at) => lab.view("at", at));
    this.sliders.forEach((slider) => slider.addEventListener("input", () =>
      lab.view("at", this.sliders.map(({ value }) => value).join(":"))));
    this.box.addEventListener("toggle", () => lab.redraw());
    element("pair-save").addEventListener("click", () => {
      const figure = lab.handle();
      const name = `${guarded(() => figure.file_name())}-information.svg`;
      const svg = guarded(() => figure.svg_of("pair", 640, 360, isDark(), new Float64Array()));
      if (!svg) return;
      save(name, "image/svg+xml", svg);
      say(`${name} saved.`);
    });
  }

  /** @param {import("../figure.js").Figure} figure */
  draw(figure) {
    setHidden(this.box, this.lab.words().you?.covered === true);
    // Asked for only where it is seen.
    /** @type {Words | null} */
    const words = this.box.open && !this.box.hidden ? this.lab.ask("pair") : null;
    if (!words) return;
    const at = words.at.join(":");
    const known = words.choices.find(([, other]) => other === at);
    const options = words.choices.map(([title, value]) => make("option", { value }, title));
    const other = make("option", { value: at, hidden: true }, "your choice");
    if (document.activeElement !== this.choice) this.choice.replaceChildren(...options, ...(known ? [] : [other]));
    this.choice.value = at;
    this.sliders.forEach((slider, i) => {
      slider.max = String(words.last);
      slider.value = String(words.at[i]);
      slider.setAttribute("aria-valuetext", `x ${spoken(words.x[i])}`);
      setText(element(`${slider.id}-x`), `x ${spoken(words.x[i])}`);
    });
    this.sheet.show(figure, "pair");
    this.sheet.canvas.ariaLabel = words.words;
    setText(element("pair-words"), words.words);
  }
}
