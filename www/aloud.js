// @ts-check
// What is said aloud of a figure: what was done soon, what came of it once its numbers are there, and nothing twice.

import { isNoted, noteDone, speak } from "./dom.js";

/** How long, in milliseconds, what was done waits to be said with what came of it. */
const SOON = 500;

export class Aloud {
  constructor() {
    /**
     * The gist that was told last.
     * @type {string | null}
     */
    this.told = null;
    /** Whether something was said since work began, and of which numbers. */
    this.heard = false;
    this.heardOf = "";
    /** Says what was done before it is known what came of it. */
    this.soon = 0;
    /** Whether that was said, and what came of it is still to be told. */
    this.owed = false;
    /** Whether what the page opens with takes so long that its end is told. */
    this.long = false;
  }

  /** Work begins: what was told of these numbers while a hand was at it is not told again. @param {string} scenario */
  begin(scenario) {
    this.heard = this.heardOf === scenario;
  }

  /** The same numbers are computed once more. */
  again() {
    this.heardOf = "";
  }

  /** Who did something need not wait for what comes of it to hear that it is done. */
  saySoon() {
    this.soon ||= setTimeout(() => {
      this.soon = 0;
      this.owed ||= isNoted();
      if (isNoted()) speak("");
    }, SOON);
  }

  /**
   * All numbers are there.
   * @param {string} gist what matters most about them
   * @param {string} scenario whose they are
   * @param {boolean} ended whether long work came to its end just now
   */
  tell(gist, scenario, ended) {
    this.leave();
    // What a page opens with is not said, unless one waited for it; who waits for what is as before hears that it is over.
    const opening = this.told === null && !(ended && this.long);
    const due = isNoted() || this.owed;
    this.owed = false;
    if (ended && gist && gist === this.told && !this.heard && !due) noteDone("Computed.");
    this.heard ||= due || (!opening && gist !== this.told);
    if (this.heard) this.heardOf = scenario;
    speak(opening || (gist === this.told && !due) ? "" : gist);
    this.told = gist;
  }

  /** Nothing more is to be said of it. */
  leave() {
    clearTimeout(this.soon);
    this.soon = 0;
  }
}
