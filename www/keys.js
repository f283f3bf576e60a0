// @ts-check
// Keys on a figure on a line: what a pointer does by hovering, clicking and double-clicking.

import { speak } from "./dom.js";
import { pullKeys } from "./part/pull.js";

/** How many steps of an arrow key the x axis has. */
const STEPS = 60;

/**
 * @typedef {object} Doing what keys do at a place
 * @property {() => import("./hands.js").Grips} grips
 * @property {(x: number) => void} observeAt
 * @property {(x: number) => void} removeNear
 * @property {(x: number, to: number) => number} [moveNear] moves what is nearest, and tells where the probe is then
 *
 * @typedef {object} View a figure on a line that takes the focus
 * @property {() => Float64Array | null} frame where the chart put its data
 * @property {(x: number | null) => void} probe marks a place; null for none
 * @property {(x: number) => string} sentence what that place shows, to be read aloud
 * @property {number} [model] the model whose function can be held there
 * @property {(x: number) => void} [pulling] hears where a pointer begins to pull it
 * @property {{ by: (x: number, steps: number) => void, letGo: () => boolean }} [pull] what pulls it
 */

/**
 * @param {HTMLElement} surface
 * @param {View} view
 * @param {Doing} hands
 */
export function watchKeys(surface, view, hands) {
  /** @type {number | null} */
  let at = null;
  // Who clicked the figure is not looking for a probe: the arrow keys then mean what they always mean.
  let pointer = false;
  let byKey = false;
  surface.addEventListener("pointerdown", () => {
    pointer = true;
    byKey = false;
  });
  surface.addEventListener("pointerup", () => (pointer = false));
  surface.addEventListener("pointercancel", () => (pointer = false));
  surface.addEventListener("focus", () => (byKey = !pointer));
  surface.addEventListener("blur", () => {
    if (at !== null) put(null);
  });
  /** @param {number | null} x */
  const put = (x) => {
    at = x;
    // The presenter's view waits for a probe to end.
    surface.toggleAttribute("data-probed", x !== null);
    view.probe(x);
  };
  surface.addEventListener("keydown", (event) => {
    const frame = view.frame();
    if (!byKey || !frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = event.shiftKey ? moves(frame[4], frame[5], at, hands)[event.key] : undefined;
    const act = moved ?? acts(frame[4], frame[5], at, hands, at === null ? {} : pullKeys(at, event, view.pull))[event.key];
    if (!act) return;
    event.preventDefault();
    if (moved) return put(moved());
    const x = act();
    if (x !== undefined) put(x);
    if (typeof x === "number") speak(view.sentence(x));
  });
}

/**
 * What Shift and an arrow key move, and where the probe is then.
 * @param {number} low
 * @param {number} high
 * @param {number | null} at
 * @param {Doing} hands
 * @returns {Record<string, () => number>}
 */
function moves(low, high, at, hands) {
  if (at === null || !hands.moveNear) return {};
  const step = (high - low) / STEPS;
  const by = (/** @type {number} */ way) => () => hands.moveNear?.(at, Math.min(high, Math.max(low, at + way))) ?? at;
  return { ArrowLeft: by(-step), ArrowRight: by(step) };
}

/**
 * What each key does; a number is where it puts the probe, null ends it.
 * @param {number} low
 * @param {number} high
 * @param {number | null} at
 * @param {Doing} hands
 * @param {Record<string, () => null | void>} pulls
 * @returns {Record<string, () => number | null | void>}
 */
function acts(low, high, at, hands, pulls) {
  const step = (high - low) / STEPS;
  const within = (/** @type {number} */ x) => Math.min(high, Math.max(low, x));
  const from = at ?? (low + high) / 2;
  const along = hands.grips().points.map(([x]) => x).sort((a, b) => a - b);
  const beyond = step / 1000;
  // Without a probe there is no place to do anything at.
  const nowhere = () => speak("There is no probe yet: an arrow key places it.");
  /** @type {Record<string, () => null | void>} */
  const here = at === null ? { Enter: nowhere, Delete: nowhere, Backspace: nowhere } : {
    Enter: () => hands.observeAt(at),
    Delete: () => hands.removeNear(at),
    Backspace: () => hands.removeNear(at),
    Escape: () => null,
  };
  return {
    ArrowLeft: () => within(at === null ? from : from - step),
    ArrowRight: () => within(at === null ? from : from + step),
    Home: () => low,
    End: () => high,
    PageUp: () => along.filter((x) => x < from - beyond).at(-1) ?? within(from),
    PageDown: () => along.find((x) => x > from + beyond) ?? within(from),
    ...here,
    ...pulls,
  };
}
