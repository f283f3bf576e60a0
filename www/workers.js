// @ts-check
// The worker pool: units of work, shared among as many workers as the machine has cores to spare. A worker
// hears nothing while it computes, so cancelling ends it; a new one takes its place when needed.

import { ownFile } from "./files.js";

/**
 * @typedef {object} Hearing
 * @property {(part: Uint8Array) => void} onPart hears what each unit found, in any order
 * @property {(done: number) => void} [onProgress] hears how many units are done, fractions included
 *
 * @typedef {{ unit: Uint8Array, tries: number, share: number }} Piece
 * @typedef {{ worker: Worker, piece: Piece | null }} Seat
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
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {Job | null} */
    this.job = null;
  }

  /**
   * Starts work; work that was going on is cancelled.
   * @param {Uint8Array[]} units
   * @param {Hearing} hearing
   * @returns {Job}
   */
  run(units, hearing) {
    this.job?.cancel();
    const job = new Job(this, units, hearing);
    this.job = job;
    // Without units it is over at once.
    job.advance();
    return job;
  }

  /**
   * Calls one of the core's functions in a worker of its own: what would hold up the page for long.
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  ask(name, args) {
    const worker = new Worker(this.script);
    worker.postMessage({ module: this.module });
    worker.postMessage({ call: name, args });
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => ("answer" in data ? resolve(data.answer) : reject(new Error(data.error)));
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(`a worker stopped (${event.message})`));
      };
    });
    return answer.finally(() => worker.terminate());
  }

  /** @returns {Seat} a worker that is free, or a new one */
  take() {
    const free = this.seats.find((seat) => seat.piece === null);
    if (free) return free;
    const seat = { worker: new Worker(this.script), piece: null };
    seat.worker.postMessage({ module: this.module });
    this.seats.push(seat);
    return seat;
  }

  /** @param {Seat} seat whose worker is ended */
  end(seat) {
    seat.worker.onmessage = seat.worker.onerror = null;
    seat.worker.terminate();
    this.seats = this.seats.filter((other) => other !== seat);
  }
}

/** Units under way. `finished` resolves to true when all are done, to false when cancelled. */
export class Job {
  /**
   * @param {Pool} pool
   * @param {Uint8Array[]} units
   * @param {Hearing} hearing
   */
  constructor(pool, units, hearing) {
    this.pool = pool;
    this.hearing = hearing;
    /** @type {Piece[]} */
    this.waiting = units.map((unit) => ({ unit, tries: 0, share: 0 }));
    /** @type {Seat[]} */
    this.busy = [];
    this.done = 0;
    this.over = false;
    /** @type {Promise<boolean>} */
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  cancel() {
    this.#close(() => this.resolve(false));
  }

  /** Gives waiting pieces to free workers, and ends when there are none left. */
  advance() {
    while (this.waiting.length > 0 && this.busy.length < this.pool.size) {
      this.#give(/** @type {Piece} */ (this.waiting.shift()));
    }
    if (this.busy.length === 0) this.#close(() => this.resolve(true));
  }

  /** @param {Piece} piece */
  #give(piece) {
    const seat = this.pool.take();
    Object.assign(piece, { tries: piece.tries + 1, share: 0 });
    seat.piece = piece;
    this.busy.push(seat);
    seat.worker.onmessage = ({ data }) => this.#hear(seat, piece, data);
    seat.worker.onerror = (event) => {
      event.preventDefault();
      this.#crashed(seat, piece, event.message);
    };
    seat.worker.postMessage({ unit: piece.unit });
  }

  /**
   * @param {Seat} seat
   * @param {Piece} piece
   * @param {{ part?: Uint8Array, progress?: number, error?: string }} data
   */
  #hear(seat, piece, data) {
    if (data.progress !== undefined) {
      piece.share = data.progress;
      this.#tell();
    } else if (data.part) {
      this.#free(seat);
      this.done += 1;
      this.hearing.onPart(data.part);
      this.#tell();
      this.advance();
    } else {
      this.#free(seat);
      this.#close(() => this.reject(new Error(data.error)));
    }
  }

  /**
   * @param {Seat} seat
   * @param {Piece} piece
   * @param {string} reason
   */
  #crashed(seat, piece, reason) {
    this.#free(seat);
    this.pool.end(seat);
    if (piece.tries < TRIES) {
      this.waiting.unshift(piece);
      this.advance();
    } else {
      const words = `a worker stopped ${TRIES} times on the same piece of work (${reason})`;
      this.#close(() => this.reject(new Error(words)));
    }
  }

  /** @param {Seat} seat */
  #free(seat) {
    seat.piece = null;
    this.busy = this.busy.filter((other) => other !== seat);
  }

  #tell() {
    const under = this.busy.reduce((sum, seat) => sum + (seat.piece?.share ?? 0), 0);
    this.hearing.onProgress?.(this.done + under);
  }

  /** @param {() => void} settle */
  #close(settle) {
    if (this.over) return;
    this.over = true;
    this.busy.forEach((seat) => this.pool.end(seat));
    this.busy = [];
    this.waiting = [];
    if (this.pool.job === this) this.pool.job = null;
    settle?.();
  }
}
