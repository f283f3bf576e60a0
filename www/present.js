// @ts-check
// The presenter's view: one part of the figure at the size of the window, a clicker's keys, and a spot that shows
// where the mouse is. It is a view of the link (`present=1`), so that a link opens in it.

import { core, guarded } from "./core.js";
import { element, speak } from "./dom.js";
import { asksForKeys, listKeys } from "./keylist.js";

/** What has keys of its own while it has the focus. */
const OWN = "input, select, textarea";
const TYPED = "input:not([type=range], [type=checkbox], [type=radio], [type=file]), textarea";
const OWN_BY_KEY = ".overlay:focus-visible, [role=grid] :focus-visible";

/**
 * @param {import("./state.js").State} state
 * @param {() => import("./figure.js").FigureLab | undefined} lab
 * @param {() => import("./lesson/side.js").LessonSide} lesson
 */
export function watchPresenting(state, lab, lesson) {
  const presenter = new Presenter(state, lab, lesson);
  element("present").addEventListener("click", () => presenter.begin());
  // Before the labs, whose arrow keys mean something else.
  addEventListener("keydown", (event) => presenter.key(event), { capture: true });
  addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (!isPresenting() || pointerType === "touch") return;
    element("spot").hidden = false;
    element("spot").style.translate = `${clientX}px ${clientY}px`;
  });
  document.addEventListener("pointerleave", () => (element("spot").hidden = true));
  return (/** @type {boolean} */ on) => presenter.show(on);
}

export function isPresenting() {
  return document.documentElement.dataset.present !== undefined;
}

/**
 * The parts that are shown if a link that is presented names none: the lab's main one, and a learner's questions;
 * a link that opens a pair of targets is about these.
 * @param {string} link
 * @returns {[string, null][]}
 */
export function mainParts(link) {
  const [first, ...others] = partsOf(link).map(([id]) => id);
  if (link.includes("&pair=") && others.includes("ellipse")) return [["ellipse", null]];
  return [first, ...others.filter((id) => id === "you")].map((id) => [id, null]);
}

/**
 * @param {string} link
 * @returns {[string, string, boolean][]} name and words of each part that is a figure, and whether it has several
 */
function partsOf(link) {
  /** @type {[string, string, boolean][]} */
  const parts = JSON.parse(guarded(() => core.parts(link)));
  return parts.filter(([id]) => !["notice", "controls"].includes(id));
}

class Presenter {
  /**
   * @param {import("./state.js").State} state
   * @param {() => import("./figure.js").FigureLab | undefined} lab
   * @param {() => import("./lesson/side.js").LessonSide} lesson
   */
  constructor(state, lab, lesson) {
    this.state = state;
    this.lab = lab;
    this.lesson = lesson;
    /** Whether nothing was stepped through yet. */
    this.fresh = true;
    /** What had the focus before, if it was begun there. @type {HTMLElement | null} */
    this.left = null;
  }

  /** @param {EventTarget | null} [from] where a key was pressed: what is shown need not be elsewhere */
  begin(from = null) {
    this.left = from instanceof HTMLElement && from !== document.body ? from : null;
    this.state.view(() => core.look(this.state.link, "present", "1"));
    speak("Presenter’s view. Alt and slash lists its keys, Escape ends it.");
  }

  end() {
    const { link, origin } = this.state;
    // What was enlarged is as the link had it.
    const before = origin.match(/&show=([^&]*)/)?.[1];
    this.state.view(() => core.look(core.look(link, "present"), "show", before));
    // Back to where it was begun by a key; else to what was shown, since a button is at the foot of the page.
    const { left } = this;
    this.left = null;
    const back = left?.isConnected && left.checkVisibility() ? left : element("lab");
    scrollTo(0, 0);
    back.focus({ preventScroll: back !== left });
    speak("The presenter’s view has ended.");
  }

  /** @param {boolean} on */
  show(on) {
    if (on === isPresenting()) return;
    document.documentElement.toggleAttribute("data-present", on);
    element("spot").hidden = true;
    this.fresh = true;
    // Letters have another size now, and drawings follow them.
    dispatchEvent(new Event("resize"));
    this.lab()?.redraw();
    scrollTo(0, 0);
    if (on && document.activeElement !== document.body) element("lab").focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey) return;
    // By its place, since some systems write another letter with Alt.
    if (event.altKey && event.code === "KeyP") return this.#take(event, () => (isPresenting() ? this.end() : this.begin(target)));
    if (!(target instanceof Element) || target.closest("dialog")) return;
    if (document.documentElement.dataset.blank !== undefined) return this.#take(event, () => blank(false));
    if (asksForKeys(event) && (event.altKey || !target.matches(TYPED))) return this.#take(event, () => listKeys(isPresenting()));
    if (event.altKey || !isPresenting()) return;
    const act = this.#acts(event.shiftKey)[event.key];
    if (!act || (event.key !== "Escape" && target.matches(OWN)) || (event.key !== "Escape" && target.matches(OWN_BY_KEY))) return;
    // What is held, and a probe, end first; and a button does what it is there for.
    if (event.key === "Escape" && (target.matches("[data-probed]") || document.querySelector("#pull:not([hidden])"))) return;
    if (event.key === " " && target.matches("button:focus-visible, summary:focus-visible, a:focus-visible")) return;
    this.#take(event, act);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {() => void} act
   */
  #take(event, act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /**
   * @param {boolean} shift
   * @returns {Record<string, () => void>}
   */
  #acts(shift) {
    const [on, back] = [() => this.#step(1), () => this.#step(-1)];
    return {
      PageDown: on, ArrowRight: on, " ": shift ? back : on,
      PageUp: back, ArrowLeft: back,
      ArrowDown: () => this.#turn(1), ArrowUp: () => this.#turn(-1),
      Home: () => this.#home(),
      b: () => blank(true), ".": () => blank(true),
      Escape: () => this.end(),
    };
  }

  /** @param {number} by */
  #step(by) {
    const [lab, lesson, { fresh }] = [this.lab(), this.lesson(), this];
    this.fresh = false;
    // In a lesson first what it asks, then the picks that are left, then its next step.
    if (by > 0 && lesson.reveal()) return;
    const went = lab?.step(by) ?? "none";
    if (went === "moved" || (lesson.open && lesson.turn(by))) return;
    if (went === "none" && !lesson.open) return this.#turn(by);
    // What was opened with all picks is played from its beginning.
    if (by > 0 && fresh && lab?.rewind()) return;
    speak(by > 0 ? "That was the last." : "This is the first.");
  }

  /**
   * Goes to another part, or to one panel after the other; before the first is what the link shows.
   * @param {number} by
   */
  #turn(by) {
    const { link } = this.state;
    const pieces = (/** @type {string} */ id) => [...document.querySelectorAll(`[data-part~="${id}"] > [data-place]`)];
    const there = (/** @type {string} */ id) => document.querySelector(`.lab [data-part~="${id}"]:not([hidden])`);
    const all = partsOf(link).filter(([id]) => there(id)).flatMap(([id, , many]) =>
      [id, ...(many ? pieces(id).map((piece) => `${id}:${piece.getAttribute("data-place")}`) : [])]);
    const { show } = JSON.parse(guarded(() => core.view(link)));
    const now = show.map((/** @type {[string, number | null]} */ [id, one]) => (one === null ? id : `${id}:${one}`)).join();
    const at = Math.max(0, all.indexOf(now));
    const next = all[(at + by + all.length) % all.length];
    this.state.view(() => core.look(link, "show", next));
    scrollTo(0, 0);
    speak(labelOf(next, partsOf(link)));
  }

  #home() {
    const { origin, link } = this.state;
    if (guarded(() => core.look(origin, "present", "1")) === link && this.lab()?.rewind()) return;
    this.state.commit(() => core.look(origin, "present", "1"));
    speak("The link’s own figure.");
  }
}

/**
 * @param {string} part
 * @param {[string, string, boolean][]} parts
 */
function labelOf(part, parts) {
  const [id, one] = part.split(":");
  const piece = one && document.querySelector(`[data-part~="${id}"] > [data-place="${one}"]`);
  return (piece && piece.ariaLabel) || (parts.find(([other]) => other === id)?.[1] ?? id);
}

/** @param {boolean} on */
function blank(on) {
  document.documentElement.toggleAttribute("data-blank", on);
  speak(on ? "The screen is dark. Any key shows the figure again." : "The figure is shown again.");
}
