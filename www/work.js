// @ts-check
// Long work on the page: units for the workers, a bar, a count, and a button to cancel or start again.

import { allow, element, setText, typed } from "./dom.js";
import { showError } from "./errors.js";

/** @typedef {import("./job.js").Job} Job */

export class Work {
  /**
   * @param {import("./workers.js").Pool} pool
   * @param {string} what the units, or their groups, are called
   * @param {() => void} again starts the work that was cancelled or failed
   */
  constructor(pool, what, again) {
    this.pool = pool;
    this.what = what;
    /**
     * What is under way and wanted.
     * @type {Job | null}
     */
    this.job = null;
    /**
     * The newest job, over or not: the next one goes on from it.
     * @type {Job | null}
     */
    this.newest = null;
    this.progress = typed("progress", HTMLProgressElement);
    const cancel = element("cancel");
    cancel.addEventListener("click", () => {
      if (this.job) this.job.stop(this.job.pieces.map(({ index }) => index));
      else if (cancel.ariaDisabled !== "true") again();
    });
  }

  /**
   * Starts work in place of the work before. Its first unit is what is shown first, and not counted.
   * @param {import("./job.js").Plan} plan
   * @param {import("./job.js").Hearing} hearing
   * @param {import("./job.js").Manner} manner
   * @returns {Promise<boolean>} whether all was done
   */
  async run(plan, hearing, manner) {
    const counted = plan.groups;
    const several = counted.length > 0;
    // What was found is kept: of several pieces, whoever begins again goes on.
    const [stop, again] = several ? ["Pause", "Go on"] : ["Cancel", "Start again"];
    const whole = (/** @type {Job} */ job) => (/** @type {number[]} */ group) =>
      job.of(group).every(({ share }) => share === 1);
    const told = (/** @type {Job} */ job, /** @type {number[][]} */ groups, /** @type {string} */ what) =>
      `${groups.filter(whole(job)).length} of ${groups.length} ${what}`;
    // Further functions come last, and are spoken of when all else is there.
    const first = counted.slice(0, counted.length - plan.functions);
    const further = counted.slice(first.length);
    const count = (/** @type {Job} */ job) =>
      further.length > 0 && first.every(whole(job)) ? told(job, further, "functions") : told(job, first, this.what);
    this.progress.max = 1;
    this.progress.value = 0;
    // Of a single piece of work nobody knows how far it is.
    if (!several) this.progress.removeAttribute("value");
    this.#say(several ? "" : "computing …", stop);
    /** @type {import("./job.js").Hearing["onProgress"]} */
    const onProgress = (done, job) => {
      if (job.held) return;
      hearing.onProgress?.(done, job);
      if (job.pieces.length < 2) return;
      this.progress.max = job.pieces.length;
      this.progress.value = done;
      if (several) this.#say(count(job), stop);
    };
    const job = this.pool.run(plan, { ...hearing, onProgress }, { ...manner, after: this.newest });
    this.job = this.newest = job;
    return this.#end(job, again, () => (several ? `stopped at ${count(job)}` : "stopped"));
  }

  /** There is nothing to do. */
  clear() {
    this.drop();
    this.progress.value = 0;
    this.#say("", "");
  }

  /** Waits for other work: nothing more is begun, but what is under way may be wanted still. */
  pause() {
    this.job?.hold();
    this.job = null;
  }

  /** Drops work under way: what it finds is not wanted any more. */
  drop() {
    const { newest } = this;
    this.job = this.newest = null;
    newest?.cancel();
  }

  /**
   * @param {Job} job
   * @param {string} again what the button does if it was stopped
   * @param {() => string} stopped how far it came
   */
  async #end(job, again, stopped) {
    let complete = false;
    try {
      complete = await job.finished;
      // Cancelled because other work began: that speaks for itself.
      if (this.job !== job) return false;
      if (complete) this.progress.value = this.progress.max;
      if (complete) this.#say("done", "");
      else this.#say(stopped(), again, "polite");
    } catch (error) {
      if (this.job !== job) return false;
      this.#say("failed", again, "polite");
      showError(error);
    }
    this.job = null;
    return complete;
  }

  /**
   * @param {string} count how far the work has come
   * @param {string} action what the button does; empty if there is nothing to do
   * @param {string} live whether it is read aloud: what ended it early is, but not every step on the way, which is the
   *   bar's, nor what came of it, which is the figure's
   */
  #say(count, action, live = "off") {
    const place = element("count");
    place.ariaLive = live;
    setText(place, count);
    // What is done needs no bar.
    place.parentElement?.toggleAttribute("data-idle", action === "");
    allow("cancel", action !== "");
    setText(element("cancel"), action || "Cancel");
  }
}
