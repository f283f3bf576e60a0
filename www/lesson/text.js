// @ts-check
// A lesson's text as elements, made one by one: nothing of it is ever read as HTML.

import { make } from "../dom.js";

/**
 * @typedef {string | [string, ...any[]]} Node text, or an element's name and what is in it
 */

/** @type {Set<string>} */
const PLAIN = new Set(["p", "ul", "ol", "li", "em", "strong", "code", "span"]);

/**
 * @param {Node[]} nodes as the core gives them
 * @param {(link: string) => void} open shows another figure beside the lesson
 * @param {string} [when] of which of a step's figures its numbers are
 * @returns {(HTMLElement | string)[]}
 */
export function elements(nodes, open, when = "") {
  return nodes.map((node) => element(node, open, when));
}

/**
 * @param {Node} node
 * @param {(link: string) => void} open
 * @param {string} when
 */
function element(node, open, when) {
  if (typeof node === "string") return node;
  const [name, ...inside] = node;
  if (name === "number") return numberOf(inside[0], when);
  if (name === "a") return anchor(inside[0], elements(inside.slice(1), open, when), open);
  const made = make(PLAIN.has(name) ? /** @type {"p"} */ (name) : "span", {}, ...elements(inside, open, when));
  // Readers of any script wrote it.
  if (name === "p" || name === "li") made.dir = "auto";
  return made;
}

/**
 * @param {string} source which number of the figure it is
 * @param {string} when
 */
function numberOf(source, when) {
  const made = make("span", { className: "figure-number" }, "…");
  Object.assign(made.dataset, { number: source, when });
  return made;
}

/**
 * @param {string} target the part behind the `#`, which the core has read
 * @param {(HTMLElement | string)[]} words
 * @param {(link: string) => void} open
 */
function anchor(target, words, open) {
  const made = make("a", { href: `#${target}` }, ...words);
  // The address alone would leave the lesson.
  if (!target.startsWith("lesson=")) {
    made.addEventListener("click", (event) => {
      event.preventDefault();
      open(target);
    });
  }
  return made;
}
