// @ts-check
// Canvases that are as sharp as the screen, and drawings that take turns.

import { core, guarded } from "./core.js";
import { isFramed } from "./dom.js";
import { showError } from "./errors.js";
import { isPrinting } from "./print.js";
import { isDark, isStrong } from "./theme.js";

/** Fewer pixels hold no axis: a canvas that is folded away, or not laid out yet. */
const LEAST = 16;

/** How much larger than usual the reader wants text: drawings grow with it. */
let enlarged = 0;
addEventListener("resize", () => (enlarged = 0));
function enlargement() {
  enlarged ||= parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
  return enlarged;
}

/** How many times as large a page around this one shows it, as far as it has told. */
let shownAt = 1;

/**
 * @param {number} scale
 * @returns {boolean} whether it is another than before
 */
export function showAt(scale) {
  const before = shownAt;
  shownAt = Math.min(4, Math.max(1, scale));
  return shownAt !== before;
}

/** Device pixels each. A deck of slides may enlarge its frames without a word, so that there are always some to spare. */
function pixels() {
  return isFramed ? Math.max(2, devicePixelRatio * shownAt) : devicePixelRatio;
}

/** A canvas that the core draws on. The core keeps nothing of it, so that it goes when the page lets go of it. */
export class Sheet {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    /**
     * Its width and height for the next drawing, if they were asked for before.
     * @type {[number, number] | null}
     */
    this.size = null;
    /**
     * Those that it was drawn with last.
     * @type {[number, number] | null}
     */
    this.last = null;
    /**
     * What a printer gets in its place.
     * @type {Element | null}
     */
    this.paper = null;
    /** Whether it is drawn for a screen whose reader wants strong contrasts. */
    this.strong = false;
    /** Width and height of that. */
    this.printed = [0, 0];
  }

  /** Asks for its size before others are drawn, each of which would cost a layout to whoever asks after it. */
  measure() {
    this.size = [this.canvas.clientWidth, this.canvas.clientHeight];
  }

  /**
   * Takes it as it was last: under a hand that is still at it nothing changes its size, and every word that follows the
   * hand would cost a layout to whoever asks after it.
   * @param {Sheet} like one of the same size
   */
  keep(like = this) {
    this.size = like.last;
  }

  /**
   * Draws one of a figure's views.
   * @param {import("./figure.js").Figure} figure
   * @param {string} view
   * @param {...number} at
   * @returns {Float64Array | null} where: empty if there is nothing to show, null while the canvas has
   *   no size
   */
  draw(figure, view, ...at) {
    if (isPrinting()) return this.#print(figure, view, at);
    this.paper?.remove();
    this.paper = null;
    const scale = enlargement();
    if (!this.size) this.measure();
    this.last = this.size;
    this.size = null;
    const [width, height] = /** @type {[number, number]} */ (this.last).map((pixels) => pixels / scale);
    if (width < LEAST || height < LEAST) return null;
    this.strong = isStrong();
    const frame = this.drawAs(width, height, pixels() * scale, isDark(), figure, view, ...at);
    // The first four are pixels.
    return scale === 1 ? frame : frame.map((value, i) => (i < 4 ? value * scale : value));
  }

  /**
   * On paper lines and letters are as sharp as the printer, so they are not pixels: a canvas stays only where its
   * figure is a picture itself. Its size may be given for paper (`data-paper`), whatever the window's is.
   * @param {import("./figure.js").Figure} figure
   * @param {string} view
   * @param {number[]} at
   */
  #print(figure, view, at) {
    const own = this.canvas.dataset.paper?.split(" ").map(Number);
    const now = own ?? [this.canvas.clientWidth, this.canvas.clientHeight].map((pixels) => Math.round(pixels / enlargement()));
    // What is replaced already has no size of its own any more.
    if (!this.paper || now[0] >= LEAST) this.printed = now;
    const [width, height] = this.printed;
    this.size = null;
    this.paper?.remove();
    this.paper = null;
    if (width < LEAST || height < LEAST) return null;
    this.strong = false;
    const frame = this.drawAs(width, height, 2, false, figure, view, ...at);
    if (this.canvas.matches(".overlay, .swatch") || frame.length === 0) return frame;
    const text = guarded(() => figure.svg_of(view, width, height, false, Float64Array.from(at)));
    if (!text || text.includes("<image")) return frame;
    const made = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.paper = document.importNode(made, true);
    this.paper.setAttribute("class", "paper");
    this.canvas.after(this.paper);
    return frame;
  }

  /**
   * The same; a canvas with nothing to show says so to its style.
   * @param {import("./figure.js").Figure} figure
   * @param {string} view
   * @param {...number} at
   */
  show(figure, view, ...at) {
    this.canvas.toggleAttribute("data-empty", this.draw(figure, view, ...at)?.length === 0);
  }

  /**
   * The same in a size of its own.
   * @param {number} width in CSS pixels
   * @param {number} height
   * @param {number} ratio device pixels each
   * @param {boolean} dark
   * @param {import("./figure.js").Figure} figure
   * @param {string} view
   * @param {...number} at
   * @returns {Float64Array}
   */
  drawAs(width, height, ratio, dark, figure, view, ...at) {
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    // Setting the size clears the canvas and costs time, even when it stays the same.
    if (this.canvas.width !== columns) this.canvas.width = columns;
    if (this.canvas.height !== rows) this.canvas.height = rows;
    return guarded(() => {
      const surface = new core.Surface(this.canvas, width, height, ratio, dark, this.strong);
      return figure.draw(view, Float64Array.from(at), surface) ?? new Float64Array();
    });
  }

  /** Leaves nothing of what was drawn. */
  clear() {
    this.canvas.width = 0;
  }
}

/**
 * @param {HTMLElement} box
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchSize(box, changed) {
  const observer = new ResizeObserver(changed);
  observer.observe(box);
  /** @type {MediaQueryList} */
  let ratio;
  const follow = () => {
    ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    ratio.addEventListener("change", moved, { once: true });
  };
  const moved = () => {
    changed();
    follow();
  };
  follow();
  return () => {
    observer.disconnect();
    ratio.removeEventListener("change", moved);
  };
}

/** How long, in milliseconds, drawings may hold up the page in one go. */
const GO = 6;

/**
 * Does tasks one after the other, with a breath between them when they take long.
 * @returns {(tasks: (() => void)[]) => void} starts tasks; those that were waiting are dropped
 */
export function inTurn() {
  /** @type {(() => void)[]} */
  let waiting = [];
  let timer = 0;
  let going = false;
  const go = () => {
    const start = performance.now();
    going = true;
    // A printer does not wait.
    while (waiting.length > 0 && (isPrinting() || performance.now() - start < GO)) {
      try {
        /** @type {() => void} */ (waiting.shift())();
      } catch (error) {
        // What can be drawn is drawn.
        showError(error);
      }
    }
    going = false;
    timer = waiting.length > 0 ? setTimeout(go) : 0;
  };
  return (tasks) => {
    clearTimeout(timer);
    waiting = [...tasks];
    // A task that starts others is still at it: they take their turns after it.
    if (!going) go();
  };
}
