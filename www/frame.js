// @ts-check
// A figure in a frame of another page tells that page how high it is, and gives its keys back.

import { showAt } from "./canvas.js";
import { isFramed } from "./dom.js";

/** The version of these messages. */
const talscope = 1;

/** The keys of a clicker, and what has a use for them itself. */
const CLICKER = ["PageUp", "PageDown", " "];
const OWN = "input, select, textarea, button, summary, a";

/**
 * Tells the page around it `{ talscope, height, sized }` whenever the height changes. A page that makes its
 * frame as high says so by `{ talscope, sized: true }`; then the figure takes the height that it needs, and
 * not that of its frame. It may say, too, how many times as large it shows the frame (`scale`), and is told
 * when Escape is pressed (`escape`) and nothing here needs it: a deck of slides has its keys again then. Such a page
 * also gets a clicker's keys (`key`), where nothing here uses them. Nothing else is told, so anyone may hear it.
 * @param {() => void} redraw
 * @returns {() => void} tells it; out of sight no size is observed
 */
export function watchFrame(redraw) {
  if (!isFramed) return () => {};
  const root = document.documentElement;
  let told = "";
  const tell = () => {
    if (root.dataset.embed === undefined) return;
    const sized = root.dataset.sized !== undefined;
    const height = sized ? Math.ceil(document.body.getBoundingClientRect().height) : root.scrollHeight;
    const news = `${height} ${sized}`;
    if (news !== told) parent.postMessage({ talscope, height, sized }, "*");
    told = news;
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.talscope !== talscope || data.sized !== true) return;
    root.dataset.sized = "";
    if (Number.isFinite(data.scale) && showAt(data.scale)) redraw();
    tell();
  });
  new ResizeObserver(tell).observe(document.body);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { target, key, shiftKey } = event;
    if (root.dataset.sized !== undefined && CLICKER.includes(key) && target instanceof Element && !target.matches(OWN) && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      return parent.postMessage({ talscope, key, shiftKey }, "*");
    }
    if (key !== "Escape") return;
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    parent.postMessage({ talscope, escape: true }, "*");
    parent.focus();
  });
  return tell;
}
