// @ts-check
// The worker pool: jobs of many units, shared among as many workers as the machine has cores to spare. A
// worker hears nothing while it computes, so cancelling ends it; a new one takes its place when needed.

import { ownFile } from "./files.js";
import { Seat } from "./seat.js";

/**
 * @typedef {object} Hearing
 * @property {(index: number, part: Uint8Array) => void} onPart hears what each unit found, in any order
 * @property {(done: number) => void} [onProgress] hears how many units are done, fractions included
 * @property {(index: number, snapshot: Uint8Array) => void} [onSnapshot] hears what a unit has found so far
 *
 * @typedef {{ urgent?: boolean }} Manner urgent work goes before all other
 *
 * @typedef {{ index: number, unit: Uint8Array, tries: number, share: number }} Piece
 * @typedef {{ part?: Uint8Array, progress?: number, snapshot?: Uint8Array, error?: string }} Said by a worker
 */

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

/** How often a unit is tried before its failure is reported. */
const TRIES = 2;

/** How many seconds a worker may be silent where only silence tells that it is gone. */
const PATIENCE = 120;

/** By how much that grows when a unit is tried again: it may just be slow. */
const MORE = 4;

export class Pool {
  /**
   * @param {WebAssembly.Module} module the compiled core, which all workers share
   * @param {string} script the URL of what they run
   */
  constructor(module, script) {
    this.module = module;
    this.script = script;
    // One core is left to the page itself, which would stand still otherwise.
    this.size = Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, 16));
    this.patience = PATIENCE;
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
   * @param {Uint8Array[]} units
   * @param {Hearing} hearing
   * @param {Manner} [manner]
   * @returns {Job}
   */
  run(units, hearing, { urgent = false } = {}) {
    const job = new Job(this, units, hearing, urgent);
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
    job.busy.forEach((_, seat) => seat.end());
    this.seats = this.seats.filter((seat) => !job.busy.has(seat));
    this.jobs = this.jobs.filter((other) => other !== job);
    this.advance();
  }

  /** @returns {Job | undefined} the job whose turn it is: after that, it is last */
  #next() {
    const waiting = this.jobs.filter((job) => job.waiting.length > 0);
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

/** Units under way. `finished` resolves to true when all are done, to false when cancelled. */
export class Job {
  /**
   * @param {Pool} pool
   * @param {Uint8Array[]} units
   * @param {Hearing} hearing
   * @param {boolean} urgent
   */
  constructor(pool, units, hearing, urgent) {
    this.pool = pool;
    this.hearing = hearing;
    this.urgent = urgent;
    /** @type {Piece[]} */
    this.waiting = units.map((unit, index) => ({ index, unit, tries: 0, share: 0 }));
    /** @type {Map<Seat, Piece>} */
    this.busy = new Map();
    this.done = 0;
    this.over = false;
    /** @type {Promise<boolean>} */
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Ends this job and the workers that are busy with it. */
  cancel() {
    this.#close(() => this.resolve(false));
  }

  /** @param {unknown} error that ends this job */
  fail(error) {
    this.#close(() => this.reject(error));
  }

  /** Ends this job if there is nothing left to do. */
  settle() {
    if (this.waiting.length === 0 && this.busy.size === 0) this.#close(() => this.resolve(true));
  }

  /** @param {Seat} seat a free worker, for the next piece */
  give(seat) {
    const piece = /** @type {Piece} */ (this.waiting.shift());
    Object.assign(piece, { tries: piece.tries + 1, share: 0 });
    this.busy.set(seat, piece);
    const message = { unit: piece.unit, snapshots: this.hearing.onSnapshot !== undefined };
    const patience = this.pool.patience * MORE ** (piece.tries - 1);
    seat.give(message, (data) => this.#hear(seat, piece, data), patience);
  }

  /**
   * @param {Seat} seat whose worker is no more
   * @param {string} reason
   */
  crashed(seat, reason) {
    const piece = /** @type {Piece} */ (this.busy.get(seat));
    this.busy.delete(seat);
    if (piece.tries < TRIES) this.waiting.unshift(piece);
    else this.fail(new Error(`a worker stopped ${TRIES} times on the same piece of work (${reason})`));
  }

  /**
   * @param {Seat} seat
   * @param {Piece} piece
   * @param {Said} data
   */
  #hear(seat, piece, data) {
    try {
      if (data.progress !== undefined) this.#told(piece, data.progress, data.snapshot);
      else this.#ended(seat, piece, data);
    } catch (error) {
      // Who listens may fail, too: that must not leave the job waiting for ever.
      this.fail(error);
    }
  }

  /**
   * @param {Piece} piece
   * @param {number} share
   * @param {Uint8Array} [snapshot]
   */
  #told(piece, share, snapshot) {
    piece.share = share;
    if (snapshot) this.hearing.onSnapshot?.(piece.index, snapshot);
    this.#tell();
  }

  /**
   * @param {Seat} seat
   * @param {Piece} piece
   * @param {Said} data
   */
  #ended(seat, piece, { part, error }) {
    this.busy.delete(seat);
    seat.release();
    if (!part) throw new Error(error);
    this.done += 1;
    // The worker goes on while the page looks at what it found.
    this.pool.advance();
    if (this.over) return;
    this.hearing.onPart(piece.index, part);
    this.#tell();
    this.settle();
  }

  #tell() {
    if (this.over) return;
    const under = [...this.busy.values()].reduce((sum, piece) => sum + piece.share, 0);
    this.hearing.onProgress?.(this.done + under);
  }

  /** @param {() => void} settle */
  #close(settle) {
    if (this.over) return;
    this.over = true;
    this.waiting = [];
    settle();
    this.pool.drop(this);
    this.busy.clear();
  }
}
