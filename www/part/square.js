// @ts-check
// One model's correlations as a square, with a crosshair that all squares share.

import { Sheet } from "../canvas.js";
import { make, setText } from "../dom.js";
import { showError } from "../errors.js";
import { spoken } from "../hands.js";
import { watchRest } from "../pointer.js";
import { place as placePiece } from "../show.js";

/** How many cells a step is by a larger key. */
const LARGE = 10;

/** @returns {HTMLElement} what says, not by weight alone, that no other model has a better number */
export function bestMark() {
  const star = make("span", { ariaHidden: "true" }, "★");
  return make("span", { className: "star", hidden: true }, star, make("span", { className: "unseen" }, "best"));
}

export class Square {
  /**
   * @param {import("./squares.js").Squares} squares
   * @param {number} place 0 is the oracle, i + 1 candidate i
   */
  constructor(squares, place) {
    this.squares = squares;
    this.lab = squares.lab;
    this.place = place;
    /** @type {Float64Array | null} */
    this.frame = null;
    this.canvas = make("canvas", { role: "img" });
    this.overlay = make("canvas", { className: "overlay", tabIndex: 0 });
    this.sheet = new Sheet(this.canvas);
    this.marks = new Sheet(this.overlay);
    this.overlay.setAttribute("role", "application");
    this.title = make("button", { type: "button", className: "title" });
    this.swatch = make("canvas", { className: "swatch", ariaHidden: "true" });
    this.key = new Sheet(this.swatch);
    this.value = make("span");
    this.numbers = make("dl", { className: "numbers" });
    const stack = make("div", { className: "stack" }, this.canvas, this.overlay);
    // Where the first, the middle and the last column lie.
    this.ends = make("p", { className: "ends-of", ariaHidden: "true" }, ...[0, 1, 2].map(() => make("span")));
    this.root = make("section", { className: "square", role: "group" }, make("header", {}, this.swatch, make("h3", {}, this.title)), stack,
      this.ends, this.numbers);
    placePiece(this.root, "squares", place);
    this.title.addEventListener("click", () => this.#select());
    this.#watch(watchRest(this.overlay, (/** @type {MouseEvent | null} */ event) => this.#point(event && this.#cell(event))));
    this.overlay.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {import("./squares.js").Words} facts
   * @param {number} selected
   */
  tell(facts, selected) {
    const model = facts.models[this.place - 1];
    const title = model?.title ?? this.squares.oracle;
    this.title.textContent = title;
    this.title.title = title;
    this.root.ariaLabel = `Correlations of ${title}`;
    this.canvas.ariaLabel = `Correlations of ${title}`;
    this.overlay.ariaLabel = `Crosshair on ${title}: arrow keys move it, with Shift by ${LARGE}; minus and plus go to the row’s lowest and highest`;
    this.title.ariaPressed = String(this.place - 1 === selected);
    this.root.toggleAttribute("data-selected", this.place - 1 === selected);
    const { shown } = this.squares;
    const rows = !model || shown.length === 0 ? [] : model.absence ? [make("dd", {}, model.absence)]
      : shown.map((i) => model.scores[i]).map(({ id, label, short, value, mean, best, lack }) => {
        const none = lack ? `not defined: ${lack}. ` : "";
        const about = `${label}: ${none}${mean ? `on ${facts.further} ${mean}` : value}`;
        const star = bestMark();
        star.hidden = !best;
        const row = make("div", { className: best ? "best" : "", title: about }, make("dt", {}, short, " ", star), make("dd", {}, value));
        row.dataset.score = id;
        return row;
      });
    rows.unshift(make("div", {}, make("dt", {}, "this pair"), make("dd", {}, this.value)));
    if (model?.partial) rows.push(make("div", { className: "partial" }, "of the targets only"));
    if (model?.doubt) rows.push(make("div", { className: "doubt", title: "not to be trusted as it was fitted" }, `▲ ${model.doubt}`));
    this.numbers.replaceChildren(...rows);
  }

  /** @param {import("../figure.js").Figure} figure */
  draw(figure) {
    this.key.draw(figure, "key", this.place);
    const frame = this.sheet.draw(figure, "square", this.place);
    this.frame = frame?.length ? frame : null;
    const waits = !this.frame && this.squares.waits(this.place);
    this.root.toggleAttribute("data-waiting", waits);
    if (!this.frame && !waits) this.sheet.clear();
    this.mark(figure, null);
    const last = (this.frame?.[5] ?? 0) - 1;
    [0, Math.round(last / 2), last].forEach((cell, i) => {
      const [x] = (last > 0 && this.lab.ask("cell places", cell, cell)) || [];
      setText(/** @type {HTMLElement} */ (this.ends.children[i]), x === undefined ? "" : `${i === 0 ? "x = " : ""}${spoken(x)}`);
    });
  }

  /**
   * @param {import("../figure.js").Figure} figure
   * @param {{ row: number, column: number } | null} at where the pointer is; else where the link says
   */
  mark(figure, at) {
    this.marks.clear();
    this.value.textContent = "";
    if (!this.frame) return;
    const place = at ? [at.row, at.column] : [];
    this.value.textContent = this.lab.ask("pair value", this.place, ...place);
    this.marks.draw(figure, "marks", ...place);
  }

  #select() {
    if (this.place > 0) this.lab.view("model", String(this.place - 1));
  }

  /**
   * A mouse points, and so does a finger that has rested; what is clicked, tapped or left so stays.
   * @param {ReturnType<typeof watchRest<MouseEvent>>} rest
   */
  #watch(rest) {
    const { overlay } = this;
    overlay.addEventListener("pointerdown", (event) => event.pointerType === "touch" && rest.begin(event));
    overlay.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch" || rest.hovers) this.#point(this.#cell(event));
    });
    overlay.addEventListener("pointerup", (event) => rest.end() && this.#pin(event));
    overlay.addEventListener("pointerleave", () => this.#point(null));
    overlay.addEventListener("click", (event) => this.#pin(event));
  }

  /** @param {{ row: number, column: number } | null} at */
  #point(at) {
    try {
      this.squares.point(at);
    } catch (error) {
      showError(error);
    }
  }

  /** @param {MouseEvent} event */
  #pin(event) {
    const at = this.#cell(event);
    if (at) this.#keep(at);
  }

  /** @param {{ row: number, column: number }} at */
  #keep(at) {
    const pair = this.lab.figure && this.lab.ask("pair", at.row, at.column);
    if (pair) this.lab.view("at", pair);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [by, all] = [event.shiftKey ? LARGE : 1, this.frame?.[5] ?? 0];
    /** @type {Record<string, [number, number]>} */
    const steps = {
      ArrowUp: [-by, 0], ArrowDown: [by, 0], ArrowLeft: [0, -by], ArrowRight: [0, by],
      PageUp: [-LARGE, 0], PageDown: [LARGE, 0], Home: [0, -all], End: [0, all],
    };
    const way = { "-": -1, "−": -1, "+": 1, "=": 1 }[event.key];
    const step = steps[event.key] ?? (way && [0, 0]);
    if (!step || !this.lab.figure || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const within = (/** @type {number} */ cell) => Math.min(Math.max(0, cell), all - 1);
    const [row, column] = this.lab.words().crosshair;
    const found = way && this.lab.ask("extreme", this.place, way);
    this.#keep({ row: within(row + step[0]), column: found ?? within(column + step[1]) });
    this.squares.speak(this.place);
  }

  /**
   * The row and column under a pointer.
   * @param {MouseEvent} event
   */
  #cell(event) {
    if (!this.frame) return null;
    const [left, right, top, bottom, , size] = this.frame;
    const box = this.overlay.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left - left) / (right - left)) * size);
    const row = Math.floor(((event.clientY - box.top - top) / (bottom - top)) * size);
    const inside = row >= 0 && row < size && column >= 0 && column < size;
    return inside ? { row, column } : null;
  }
}
