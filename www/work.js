// @ts-check
// Long work on the page: units for the workers, a bar, a count, and a button to cancel or start again.

import { element, setText, typed } from "./dom.js";
import { showError } from "./errors.js";

export class Work {
  /**
   * @param {import("./workers.js").Pool} pool
   * @param {string} what the units are called
   * @param {() => void} again starts the work that was cancelled or failed
   */
  constructor(pool, what, again) {
    this.pool = pool;
    this.what = what;
    /** @type {import("./workers.js").Job | null} */
    this.job = null;
    this.progress = typed("progress", HTMLProgressElement);
    element("cancel").addEventListener("click", () => (this.job ? this.job.cancel() : again()));
  }

  /**
   * Starts work in place of the work before.
   * @param {Uint8Array[]} units
   * @param {Omit<import("./workers.js").Hearing, "onProgress">} hearing
   * @param {import("./workers.js").Manner & { uncounted?: number }} [manner] `uncounted` tells how many of the
   *   units come first and are not counted
   * @returns {Promise<boolean>} whether all was done
   */
  async run(units, hearing, { uncounted = 0, ...manner } = {}) {
    this.drop();
    const counted = units.length - uncounted;
    const count = (/** @type {number} */ done) =>
      `${Math.max(0, Math.floor(done) - uncounted)} of ${counted} ${this.what}`;
    this.progress.max = Math.max(1, units.length);
    this.progress.value = 0;
    // Of a single piece of work nobody knows how far it is.
    if (counted === 0) this.progress.removeAttribute("value");
    this.#say(counted === 0 ? "computing …" : "", "Cancel");
    const onProgress = (/** @type {number} */ done) => {
      if (counted === 0) return;
      this.progress.value = done;
      this.#say(count(done), "Cancel");
    };
    const job = this.pool.run(units, { ...hearing, onProgress }, manner);
    this.job = job;
    let complete = false;
    try {
      complete = await job.finished;
      // Cancelled because other work began: that speaks for itself.
      if (this.job !== job) return false;
      if (complete) this.progress.value = this.progress.max;
      this.#say(complete ? "done" : counted === 0 ? "stopped" : `stopped at ${count(job.done)}`, complete ? "" : "Start again");
    } catch (error) {
      if (this.job !== job) return false;
      this.#say("failed", "Start again");
      showError(error);
    }
    this.job = null;
    return complete;
  }

  /** There is nothing to do. */
  clear() {
    this.progress.value = 0;
    this.#say("", "");
  }

  /** Drops work under way: what it finds is not wanted any more. */
  drop() {
    const { job } = this;
    this.job = null;
    job?.cancel();
  }

  /**
   * @param {string} count how far the work has come
   * @param {string} action what the button does; empty if there is nothing to do
   */
  #say(count, action) {
    const place = element("count");
    // Read aloud how it ended, not every step on the way, which the bar tells those who ask.
    place.ariaLive = action === "Cancel" ? "off" : "polite";
    setText(place, count);
    const button = typed("cancel", HTMLButtonElement);
    button.disabled = action === "";
    setText(button, action || "Cancel");
  }
}
