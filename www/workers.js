// @ts-check
// The worker pool: jobs of many units, shared among as many workers as the machine has cores to spare. A
// worker hears nothing while it computes, so cancelling ends it; a new one takes its place when needed.

import { ownFile } from "./files.js";
import { Job, MORE } from "./job.js";
import { Parts } from "./parts.js";
import { Seat } from "./seat.js";
import { Shelf } from "./shelf.js";

/**
 * The workers' script as a URL that needs no network: workers must start even when the page has
 * gone offline.
 * @returns {Promise<string>}
 */
export async function workerScript() {
  const files = await Promise.all([ownFile("talscope_worker.js"), ownFile("worker.js")]);
  const scripts = await Promise.all(files.map((file) => file.text()));
  return URL.createObjectURL(new Blob(scripts, { type: "text/javascript" }));
}

/** How many seconds a worker may be silent where only silence tells that it is gone. */
const PATIENCE = 120;

export class Pool {
  /**
   * @param {WebAssembly.Module} module the compiled core, which all workers share
   * @param {string} script the URL of what they run
   * @param {Shelf} [shelf] what need not be computed
   */
  constructor(module, script, shelf = new Shelf()) {
    this.module = module;
    this.script = script;
    // One core is left to the page itself, which would stand still otherwise.
    this.size = Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, 16));
    this.patience = PATIENCE;
    this.parts = new Parts();
    this.shelf = shelf;
    /** @type {Seat[]} */
    this.seats = [];
    /**
     * Jobs under way, the one whose turn is next first.
     * @type {Job[]}
     */
    this.jobs = [];
  }

  /**
   * Starts work, beside all that is going on. Jobs take turns unit by unit.
   * @param {import("./job.js").Plan} plan
   * @param {import("./job.js").Hearing} hearing
   * @param {import("./job.js").Manner & { after?: Job | null }} [manner] `after` is the job whose place it takes
   * @returns {Job}
   */
  run(plan, hearing, { after = null, ...manner } = {}) {
    const job = new Job(this, plan, hearing, manner);
    job.begin(after);
    if (job.over) return job;
    this.jobs.push(job);
    this.advance();
    job.settle();
    return job;
  }

  /**
   * Calls one of the core's functions in a worker of its own: what would hold up the page for long.
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  ask(name, args) {
    return new Promise((resolve, reject) => {
      const died = (/** @type {string} */ reason) => reject(new Error(`a worker stopped (${reason})`));
      const seat = new Seat(this.script, this.module, died);
      const hear = (/** @type {{ answer?: any, error?: string }} */ data) => {
        seat.end();
        if ("answer" in data) resolve(data.answer);
        else reject(new Error(data.error));
      };
      // There is no second try.
      seat.give({ call: name, args }, hear, this.patience * MORE);
    });
  }

  /** Gives waiting pieces to free workers. */
  advance() {
    while (this.seats.filter((seat) => !seat.free).length < this.size) {
      const job = this.#next();
      if (!job) return;
      try {
        job.give(this.seats.find((seat) => seat.free) ?? this.#start());
      } catch (error) {
        job.fail(error);
      }
    }
  }

  /** @param {Job} job that is over; its workers are still busy with it and must be ended */
  drop(job) {
    this.jobs = this.jobs.filter((other) => other !== job);
    this.end([...job.busy.keys()]);
  }

  /** @param {Seat[]} seats whose workers are busy with what nobody wants any more */
  end(seats) {
    seats.forEach((seat) => seat.end());
    this.seats = this.seats.filter((seat) => !seats.includes(seat));
    this.advance();
  }

  /** @returns {Job | undefined} the job whose turn it is: after that, it is last */
  #next() {
    const waiting = this.jobs.filter((job) => job.next());
    const job = waiting.find(({ urgent }) => urgent) ?? waiting[0];
    if (job) this.jobs = [...this.jobs.filter((other) => other !== job), job];
    return job;
  }

  /** @returns {Seat} a new worker */
  #start() {
    const seat = new Seat(this.script, this.module, (reason) => {
      this.seats = this.seats.filter((other) => other !== seat);
      this.jobs.find((job) => job.busy.has(seat))?.crashed(seat, reason);
      this.advance();
    });
    this.seats.push(seat);
    return seat;
  }
}
