// @ts-check
// On paper: the figure in light colours, and its words unfolded.

const paper = matchMedia("print");

let printing = paper.matches;

/** Whether the page is being printed. */
export function isPrinting() {
  return printing;
}

/**
 * Draws a figure as for a printer, for whoever takes it from the page then.
 * @template T
 * @param {() => void} draw
 * @param {() => T} take
 * @returns {T}
 */
export function drawnForPaper(draw, take) {
  printing = true;
  try {
    draw();
    return take();
  } finally {
    printing = false;
    draw();
  }
}

/** @param {() => void} draw draws the figure anew, at once: a printer waits for no frame */
export function watchPrint(draw) {
  /** @type {HTMLDetailsElement[]} */
  let unfolded = [];
  const set = (/** @type {boolean} */ now) => {
    if (printing === now) return;
    printing = now;
    if (now) unfolded = [...document.querySelectorAll("details")].filter((box) => !box.open && !box.matches(".off-paper"));
    unfolded.forEach((box) => (box.open = now));
    draw();
  };
  addEventListener("beforeprint", () => set(true));
  addEventListener("afterprint", () => set(false));
  paper.addEventListener("change", () => set(paper.matches));
}
