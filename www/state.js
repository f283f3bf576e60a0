// @ts-check
// The link is the state. A gesture previews without touching the address; its end commits one
// history entry, so that back and forward undo and redo it.

import { core, guarded } from "./core.js";
import { noteDone, speak } from "./dom.js";
import { clearError, sentence, showError } from "./errors.js";
import { savedLink } from "./files.js";
import { openingLink } from "./opening.js";
import { inLab } from "./part/brought.js";

/**
 * @typedef {{ final: boolean }} Change `final` is false while a gesture goes on
 * @typedef {(link: string, change: Change) => void} Listener
 */

/** The event after which there may be more or less to undo or redo. */
export const MOVED = "talscope-moved";

/** The event after which another lesson, or another step, may stand beside the figure. */
export const BESIDE = "talscope-beside";

/** How long, in milliseconds, the next change of the same thing belongs to the one before. */
const PAUSE = 1000;

export class State {
  /** @param {Listener} listener hears every valid link */
  constructor(listener) {
    this.listener = listener;
    this.link = guarded(() => core.normalise(""));
    /** Whether any link was shown yet. */
    this.shown = false;
    /** What the address says, in canonical form; empty if it is wrong. */
    this.address = "";
    /** What the address has beside the figure: a lesson, perhaps with answers. */
    this.beside = "";
    /** The index of the newest change, and of that which is shown. */
    this.newest = 0;
    this.at = -1;
    /**
     * The indices of changes that led to another lab: no change of a figure, so none to undo or redo.
     * @type {Set<number>}
     */
    this.arrivals = new Set();
    /** What was changed last, and when. */
    this.last = { what: "", time: 0 };
    /** Whether history goes back or forth because someone undoes or redoes. */
    this.moves = "";
    /** Whether that led to what is shown. */
    this.retraced = false;
  }

  /** Starts from the address and follows it from then on. */
  start() {
    // Undo and redo go through history, and change a figure, not what part of the page is in sight.
    history.scrollRestoration = "manual";
    const opening = location.hash || savedLink() ? "" : openingLink();
    if (opening) history.replaceState(history.state, "", `#${opening}`);
    this.#follow();
    addEventListener("popstate", () => this.#follow());
    addEventListener("keydown", (event) => {
      const { target } = event;
      // What is being typed is the browser's to undo.
      const typing = target instanceof HTMLInputElement && target.type !== "range" && target.value !== target.defaultValue;
      const key = event.key.toLowerCase();
      if (typing || !(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key)) return;
      event.preventDefault();
      if (event.shiftKey || key === "y") this.redo();
      else this.undo();
    });
  }

  /** The part of the address behind its `#`, of what is shown. */
  get fragment() {
    return this.#fragment(this.link);
  }

  /** The figure that a link, or the way to this lab, led to: one can go back to it. */
  get origin() {
    return history.state?.origin || this.address || this.link;
  }

  /** Whether another figure is shown than that; to look at it otherwise does not count. */
  get isAway() {
    return guarded(() => core.scenario(this.link) !== core.scenario(this.origin));
  }

  get canUndo() {
    return this.#index() > this.#first();
  }

  get canRedo() {
    const next = this.#index() + 1;
    return next <= this.newest && !this.arrivals.has(next);
  }

  /** Goes back one committed change, but never out of the lab. */
  undo() {
    if (!this.canUndo) return speak("Nothing to undo.");
    this.moves = "Undone";
    history.back();
  }

  redo() {
    if (!this.canRedo) return speak("Nothing to redo.");
    this.moves = "Redone";
    history.forward();
  }

  /**
   * Takes the newest change back, and neither undo nor redo knows of it any more.
   * @param {string} before the link before that change; if it is shown still, there was no change
   */
  takeBack(before) {
    if (this.link === before) return;
    if (this.#embedded()) return this.commit(() => before);
    this.newest = this.#index() - 1;
    history.back();
  }

  /**
   * Shows a link for a moment: neither the address nor history knows of it.
   * @param {string} link
   */
  glance(link) {
    this.listener(link, { final: true });
  }

  /** Shows the last good link again, or the default if even that fails now. */
  restore() {
    try {
      this.#show(this.link, { final: true });
    } catch {
      this.#show(guarded(() => core.normalise("")), { final: true });
    }
  }

  /**
   * Shows a link in mid-gesture.
   * @param {() => string} make makes the link; what it throws is shown and changes nothing
   */
  preview(make) {
    this.#try(make, (link) => this.#show(link, { final: false }));
  }

  /**
   * Shows a link and remembers it.
   * @param {() => string} make makes the link; what it throws is shown and changes nothing
   * @param {string} what changes; changes of the same thing in quick succession count as one
   * @param {boolean} arrives in another lab
   */
  commit(make, what = "", arrives = false) {
    return this.#try(make, (link) => {
      this.#show(link, { final: true });
      if (link === this.address) return;
      const { last, newest } = this;
      const time = performance.now();
      const goesOn = what !== "" && what === last.what && time - last.time < PAUSE && this.#index() === newest;
      this.last = { what, time };
      this.#remember(link, goesOn, arrives);
    });
  }

  /**
   * Opens another lab with what was changed here. What a lesson has set nobody chose: then the lab opens afresh, without it.
   * @param {string} lab
   * @param {boolean} along whether the same data and models go there, changed or not
   */
  visit(lab, along = false) {
    if (this.beside) return this.put("", () => core.normalise(`lab=${lab}`));
    const before = this.link;
    if (!this.commit(() => inLab(before, lab, along), "", true)) return;
    const left = guarded(() => core.left_behind(before, this.link));
    if (left) showError(new Error(left));
  }

  /**
   * Shows a link that only looks at the same figure otherwise: no step of history.
   * @param {() => string} make makes the link; what it throws is shown and changes nothing
   */
  view(make) {
    this.#try(make, (link) => {
      this.#show(link, { final: true });
      // A lesson that was called by its name had no figure to go back to.
      history.replaceState({ ...history.state, origin: history.state?.origin ?? link }, "", `#${this.#fragment(link)}`);
      this.address = link;
    });
  }

  /**
   * Puts something else beside a figure.
   * @param {string} beside
   * @param {() => string} make makes the figure's link
   */
  put(beside, make) {
    this.#try(make, (link) => {
      this.#show(link, { final: true });
      this.beside = beside;
      this.#remember(link, false, true);
    });
    dispatchEvent(new Event(BESIDE));
  }

  /** @param {string} link */
  #fragment(link) {
    return [this.beside, link].filter(Boolean).join("&");
  }

  /**
   * @param {string} link
   * @param {boolean} goesOn whether it takes the place of the one before
   * @param {boolean} arrives
   */
  #remember(link, goesOn, arrives) {
    if (this.#embedded() || goesOn) {
      history.replaceState(history.state, "", `#${this.#fragment(link)}`);
    } else {
      const index = (this.newest = this.#index() + 1);
      if (arrives) this.arrivals.add(index);
      else this.arrivals.delete(index);
      const [first, origin] = arrives ? [index, link] : [this.#first(), this.origin];
      history.pushState({ index, first, origin }, "", `#${this.#fragment(link)}`);
      this.at = index;
    }
    this.address = link;
    dispatchEvent(new Event(MOVED));
  }

  /** An embedded figure adds nothing to the history of the page around it. */
  #embedded() {
    return document.documentElement.dataset.embed !== undefined;
  }

  /** An address that was typed, or that a link led to, knows nothing of changes: nothing of what was before it can be redone. */
  #arrive() {
    if (history.state?.index === undefined) {
      const index = (this.newest = this.at + 1);
      this.arrivals.add(index);
      history.replaceState({ index, first: index }, "");
    }
    this.at = this.#index();
    this.newest = Math.max(this.newest, this.at);
  }

  /** How many changes of this page lie behind the present one. */
  #index() {
    return history.state?.index ?? 0;
  }

  /** With how many changes this lab was arrived in. */
  #first() {
    return history.state?.first ?? 0;
  }

  /** A bad address is reported and left as it is; what was shown stays. */
  #follow() {
    clearError();
    this.address = "";
    this.last = { what: "", time: 0 };
    this.#arrive();
    const { beside, link } = parted(location.hash || savedLink());
    this.beside = beside;
    // A lesson that is called by its name alone knows its own figure.
    if (beside && !link) return void dispatchEvent(new Event(BESIDE));
    try {
      this.address = guarded(() => core.normalise(link));
      const changed = this.moves && guarded(() => core.changed(this.link, this.address));
      this.retraced = this.moves !== "";
      if (this.moves) noteDone(`${this.moves}${changed && ": "}${changed}.`);
      this.moves = "";
      this.#show(this.address, { final: true });
      if (!history.state?.origin) history.replaceState({ ...history.state, origin: this.address }, "");
      const idle = guarded(() => core.idle(link));
      if (idle) showError(new Error(idle));
    } catch (error) {
      const reason = /** @type {Error} */ (error).message;
      const instead = this.shown ? "What you see is the figure before it" : "What you see is the default figure";
      const why = sentence(`this link cannot be shown: ${reason}`);
      showError(new Error(`${why} ${instead}`));
      if (!this.shown) this.link = guarded(() => core.fallback(location.hash));
      this.#show(this.link, { final: true });
    }
    dispatchEvent(new Event(BESIDE));
    dispatchEvent(new Event(MOVED));
  }

  /**
   * @param {string} link
   * @param {Change} change
   */
  #show(link, change) {
    this.listener(link, change);
    this.link = link;
    this.shown = true;
  }

  /**
   * @param {() => string} make
   * @param {(link: string) => void} use
   */
  #try(make, use) {
    try {
      const link = guarded(make);
      this.retraced = false;
      use(link);
      clearError();
      return true;
    } catch (error) {
      noteDone("");
      showError(error);
      return false;
    }
  }
}

/**
 * What an address has beside a figure, and the figure's own link.
 * @param {string} fragment
 */
function parted(fragment) {
  const items = fragment.replace(/^#/, "").split("&").filter(Boolean);
  const isBeside = (/** @type {string} */ item) => /^(lesson|answers)=/.test(item);
  const join = (/** @type {boolean} */ wanted) => items.filter((item) => isBeside(item) === wanted).join("&");
  return { beside: join(true), link: join(false) };
}
