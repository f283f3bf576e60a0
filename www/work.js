// @ts-check
// Long work on the page: units for the workers, a bar, a count, and a button to cancel or start again.

import { element, typed } from "./dom.js";
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
   * @param {Uint8Array[]} units
   * @param {(part: Uint8Array) => void} onPart
   * @param {number} [uncounted] how many of the units come first and are not counted
   * @returns {Promise<boolean>} whether all was done
   */
  async run(units, onPart, uncounted = 0) {
    const count = (/** @type {number} */ done) =>
      `${Math.max(0, Math.floor(done) - uncounted)} of ${units.length - uncounted} ${this.what}`;
    this.progress.max = Math.max(1, units.length);
    this.progress.value = 0;
    this.#say("", "Cancel");
    const job = this.pool.run(units, {
      onPart,
      onProgress: (done) => {
        this.progress.value = done;
        this.#say(count(done), "Cancel");
      },
    });
    this.job = job;
    let complete = false;
    try {
      complete = await job.finished;
      // Cancelled because other work began: that speaks for itself.
      if (this.job !== job) return false;
      if (complete) this.progress.value = this.progress.max;
      this.#say(complete ? "done" : `stopped at ${count(job.done)}`, complete ? "" : "Start again");
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
    element("count").textContent = count;
    const button = typed("cancel", HTMLButtonElement);
    button.disabled = action === "";
    button.textContent = action || "Cancel";
  }
}
