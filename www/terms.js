// @ts-check
// Terms in a lab's text that open their meaning, by click, tap and key. All meanings stand in one list,
// among the words of every lab.

import { element, make, speak } from "./dom.js";

/** How wide a meaning is, in rem, if there is room; and its distance from an edge, in pixels. */
const WIDTH = 22;
const EDGE = 8;

/** @param {HTMLElement} lab whose terms are buttons with a `data-term` */
export function explainTerms(lab) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const terms = lab.querySelectorAll("button.term");
  for (const term of terms) {
    const name = element("meanings").querySelector(`[data-term="${term.dataset.term}"]`);
    const meaning = name?.nextElementSibling?.textContent;
    if (!name || !meaning) throw new Error(`the term "${term.dataset.term}" has no meaning`);
    const box = make("div", { className: "meaning-box", popover: "auto" }, make("b", {}, name.textContent ?? ""), ": ", meaning);
    // The browser opens and closes it, Escape and a click elsewhere included.
    term.popoverTargetElement = box;
    box.addEventListener("beforetoggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== "open") return;
      place(box, term.getBoundingClientRect());
      speak(meaning);
    });
    lab.append(box);
  }
}

/**
 * Below a word, or above it where the window ends.
 * @param {HTMLElement} box
 * @param {DOMRect} word
 */
function place(box, word) {
  const width = Math.min(WIDTH * parseFloat(getComputedStyle(document.documentElement).fontSize), innerWidth - 2 * EDGE);
  const above = word.bottom > 0.7 * innerHeight;
  const left = Math.max(EDGE, Math.min(word.left, document.documentElement.clientWidth - EDGE - width));
  box.style.width = `${width}px`;
  box.style.left = `${left + scrollX}px`;
  box.style.top = `${scrollY + (above ? word.top : word.bottom)}px`;
  box.toggleAttribute("data-above", above);
}
