// @ts-check
// The link is the state. A gesture previews without touching the address; its end commits one
// history entry, so that back and forward undo and redo it.

import { core, guarded } from "./core.js";
import { clearError, showError } from "./errors.js";

/**
 * @typedef {{ final: boolean }} Change `final` is false while a gesture goes on
 * @typedef {(link: string, change: Change) => void} Listener
 */

export class State {
  /** @param {Listener} listener hears every valid link */
  constructor(listener) {
    this.listener = listener;
    this.link = guarded(() => core.normalise(""));
    /** What the address says, in canonical form; empty if it is wrong. */
    this.address = "";
    /** The index of the newest change. */
    this.newest = 0;
  }

  /** Starts from the address and follows it from then on. */
  start() {
    this.#follow();
    addEventListener("popstate", () => this.#follow());
    addEventListener("keydown", (event) => {
      const typing = event.target instanceof HTMLInputElement && event.target.type !== "range";
      const key = event.key.toLowerCase();
      if (typing || !(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key)) return;
      event.preventDefault();
      if (event.shiftKey || key === "y") this.redo();
      else this.undo();
    });
  }

  /** Goes back one committed change, but never out of the page. */
  undo() {
    if (this.#index() > 0) history.back();
  }

  redo() {
    if (this.#index() < this.newest) history.forward();
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
   */
  commit(make) {
    this.#try(make, (link) => {
      this.#show(link, { final: true });
      if (link !== this.address) this.#remember(link);
    });
  }

  /**
   * Shows a link that only looks at the same figure otherwise: no step of history.
   * @param {() => string} make makes the link; what it throws is shown and changes nothing
   */
  view(make) {
    this.#try(make, (link) => {
      this.#show(link, { final: true });
      history.replaceState({ index: this.#index() }, "", `#${link}`);
      this.address = link;
    });
  }

  /** @param {string} link */
  #remember(link) {
    if (document.documentElement.dataset.embed !== undefined) {
      history.replaceState(null, "", `#${link}`);
    } else {
      this.newest = this.#index() + 1;
      history.pushState({ index: this.newest }, "", `#${link}`);
    }
    this.address = link;
  }

  /** How many changes of this page lie behind the present one. */
  #index() {
    return history.state?.index ?? 0;
  }

  /** A bad address is reported and left as it is; what was shown stays. */
  #follow() {
    clearError();
    this.address = "";
    try {
      this.address = guarded(() => core.normalise(location.hash));
      this.#show(this.address, { final: true });
    } catch (error) {
      const reason = /** @type {Error} */ (error).message;
      showError(new Error(`this link cannot be shown: ${reason}. What you see is another figure`));
      this.#show(this.link, { final: true });
    }
  }

  /**
   * @param {string} link
   * @param {Change} change
   */
  #show(link, change) {
    this.listener(link, change);
    this.link = link;
  }

  /**
   * @param {() => string} make
   * @param {(link: string) => void} use
   */
  #try(make, use) {
    try {
      use(guarded(make));
      clearError();
    } catch (error) {
      showError(error);
    }
  }
}
