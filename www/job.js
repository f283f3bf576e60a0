// @ts-check
// A job for the workers: a plan's units of work, some of which need what others found. Its pieces are done in
// any order that their needs allow; some can be stopped while others go on; and the job after it goes on with
// what this one has under way, as far as it wants the same.

/**
 * @typedef {object} Hearing
 * @property {(index: number, part: Uint8Array) => void} onPart hears what each unit found, in any order
 * @property {(done: number, job: Job) => void} [onProgress] hears how many units are done, fractions included
 * @property {(index: number, snapshot: Uint8Array) => void} [onSnapshot] hears what a unit has found so far
 *
 * @typedef {object} Manner
 * @property {boolean} [urgent] whether it goes before all other work
 * @property {number} [given] how many of the first units need not be done, unless others need them, and are
 *   not heard
 *
 * @typedef {object} Step as the core plans it
 * @property {Uint8Array} unit
 * @property {string} name what tells it from all other units: equal names find the same
 * @property {number[]} needs the places of the units whose parts it needs
 * @property {"part" | "glimpses" | ""} hears what of it a figure wants
 *
 * @typedef {object} Plan
 * @property {Step[]} steps
 * @property {number[][]} groups units that are counted together
 * @property {number} functions how many of the groups, the last ones, are further functions
 * @property {boolean} apart whether an error in a group leaves all others as they are
 *
 * @typedef {Step & Course} Piece
 *
 * @typedef {object} Course
 * @property {number} index
 * @property {number} tries
 * @property {number} share how much of it is done
 * @property {number} took how many milliseconds
 * @property {string | null} stopped why it is left undone, if it is; empty if someone wanted it
 *
 * @typedef {{ part?: Uint8Array, took?: number, progress?: number, snapshot?: Uint8Array, error?: string }} Said
 *   by a worker
 */

/** How often a unit is tried before its failure is reported. */
const TRIES = 2;

/** By how much the patience with a silent worker grows when a unit is tried again: it may just be slow. */
export const MORE = 4;

/** Units under way. `finished` resolves to true when all are done, to false when some were given up. */
export class Job {
  /**
   * @param {import("./workers.js").Pool} pool
   * @param {Plan} plan
   * @param {Hearing} hearing
   * @param {Manner} manner
   */
  constructor(pool, plan, hearing, { urgent = false, given = 0 }) {
    this.pool = pool;
    this.hearing = hearing;
    this.urgent = urgent;
    this.given = given;
    this.plan = plan;
    /** @type {Piece[]} */
    this.all = plan.steps.map((step, index) => ({ ...step, index, tries: 0, share: 1, took: 0, stopped: null }));
    /**
     * What units found that others need.
     * @type {Map<number, Uint8Array | null>}
     */
    this.found = new Map();
    /** Those that are to be done: what figures want, and what that needs. What is known needs nothing. */
    this.pieces = this.#wanted();
    this.waiting = [...this.pieces];
    /** @type {Map<import("./seat.js").Seat, Piece>} */
    this.busy = new Map();
    this.done = 0;
    this.over = false;
    /** Whether no further pieces are begun. */
    this.held = false;
    /** @type {Promise<boolean>} */
    this.finished = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /**
   * Begins with what is known already, and with what the job before has under way.
   * @param {Job | null} before
   */
  begin(before) {
    const stopped = new Map(before?.pieces.map(({ name, stopped }) => [name, stopped]));
    for (const piece of this.pieces) piece.stopped = stopped.get(piece.name) ?? null;
    this.waiting = this.waiting.filter((piece) => piece.stopped === null);
    for (const [seat, { name, tries, share }] of before?.busy ?? []) {
      const same = this.waiting.find((piece) => piece.name === name);
      if (!same) continue;
      before?.busy.delete(seat);
      this.#begun(seat, Object.assign(same, { tries, share }));
      seat.hear = (data) => this.#hear(seat, same, data);
    }
    before?.cancel();
    try {
      for (const piece of [...this.waiting]) {
        const known = piece.share < 1 && this.pool.parts.find(piece.name);
        if (known) this.#found(piece, known);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** @returns {Piece | undefined} the next piece for a worker */
  next() {
    if (this.held) return undefined;
    const begun = new Set([...this.busy.values()].map(({ name }) => name));
    return this.waiting.find(({ name, needs }) => !begun.has(name) && needs.every((need) => this.found.get(need)));
  }

  /** Ends this job and the workers that are busy with it. */
  cancel() {
    this.#close(() => this.resolve(false));
  }

  /** @param {unknown} error that ends this job */
  fail(error) {
    this.#close(() => this.reject(error));
  }

  /** Begins no further pieces; those under way go on. */
  hold() {
    this.held = true;
  }

  /** Ends this job if there is nothing left that can be done. */
  settle() {
    if (this.held || this.busy.size > 0 || this.next()) return;
    const all = this.done === this.pieces.length;
    this.#close(() => this.resolve(all));
  }

  /**
   * Leaves pieces undone, and what needs them; all others go on.
   * @param {number[]} indices
   * @param {string} [why]
   */
  stop(indices, why = "") {
    const those = this.of(indices).filter(({ share, stopped }) => share < 1 && stopped === null);
    those.forEach((piece) => (piece.stopped = why));
    this.waiting = this.waiting.filter((piece) => !those.includes(piece));
    const seats = [...this.busy].filter(([, piece]) => those.includes(piece)).map(([seat]) => seat);
    seats.forEach((seat) => this.busy.delete(seat));
    this.pool.end(seats);
    this.#tell();
    this.settle();
  }

  /**
   * Lets a job that comes after this one do what was stopped, and what needs it.
   * @param {number[]} indices
   */
  pardon(indices) {
    const those = new Set(indices);
    // What is needed may stand anywhere in the plan: until nothing more is found.
    for (let known = 0; known !== those.size; ) {
      known = those.size;
      this.all.filter(({ needs }) => needs.some((need) => those.has(need))).forEach(({ index }) => those.add(index));
    }
    this.of([...those]).forEach((piece) => (piece.stopped = null));
  }

  /**
   * @param {number[]} indices
   * @returns {Piece[]}
   */
  of(indices) {
    return indices.map((index) => this.all[index]);
  }

  /** @param {import("./seat.js").Seat} seat a free worker, for the next piece */
  give(seat) {
    const piece = /** @type {Piece} */ (this.next());
    this.#begun(seat, Object.assign(piece, { tries: piece.tries + 1, share: 0 }));
    const parts = piece.needs.map((need) => /** @type {Uint8Array} */ (this.found.get(need)));
    const message = { unit: piece.unit, parts, snapshots: piece.hears !== "" && this.hearing.onSnapshot !== undefined };
    const patience = this.pool.patience * MORE ** (piece.tries - 1);
    seat.give(message, (data) => this.#hear(seat, piece, data), patience);
  }

  /**
   * @param {import("./seat.js").Seat} seat whose worker is no more
   * @param {string} reason
   */
  crashed(seat, reason) {
    const piece = /** @type {Piece} */ (this.busy.get(seat));
    this.busy.delete(seat);
    if (piece.tries < TRIES) this.waiting.unshift(piece);
    else this.#failed(piece, `a worker stopped ${TRIES} times on the same piece of work (${reason})`);
  }

  /**
   * @param {import("./seat.js").Seat} seat
   * @param {Piece} piece
   */
  #begun(seat, piece) {
    this.waiting.splice(this.waiting.indexOf(piece), 1);
    this.busy.set(seat, piece);
  }

  /**
   * @param {import("./seat.js").Seat} seat
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
    // All is done only with the part.
    piece.share = Math.min(share, 0.999);
    if (snapshot) this.hearing.onSnapshot?.(piece.index, snapshot);
    this.#tell();
  }

  /**
   * @param {import("./seat.js").Seat} seat
   * @param {Piece} piece
   * @param {Said} data
   */
  #ended(seat, piece, { part, took = 0, error = "" }) {
    this.busy.delete(seat);
    seat.release();
    if (part) this.pool.parts.keep(piece.name, { part, took });
    if (part && this.found.has(piece.index)) this.found.set(piece.index, part);
    // The worker goes on while the page looks at what it found.
    this.pool.advance();
    if (this.over) return;
    if (part) this.#found(piece, { part, took });
    else this.#failed(piece, error);
    this.settle();
  }

  /**
   * @param {Piece} piece
   * @param {import("./parts.js").Found} found
   */
  #found(piece, { part, took }) {
    // Two models may be the same.
    const all = [piece, ...this.waiting.filter((other) => other !== piece && other.name === piece.name)];
    this.waiting = this.waiting.filter((other) => !all.includes(other));
    this.done += all.length;
    for (const { index } of all) if (this.found.has(index)) this.found.set(index, part);
    all.forEach((each) => Object.assign(each, { share: 1, took }));
    for (const { index, hears } of all) if (hears === "part" && index >= this.given) this.hearing.onPart(index, part);
    this.#tell();
  }

  /**
   * @param {Piece} piece
   * @param {string} reason
   */
  #failed(piece, reason) {
    const group = this.plan.groups.find((indices) => indices.includes(piece.index));
    if (group && this.plan.apart) this.stop(group, reason);
    else this.fail(new Error(reason));
  }

  /** @returns {Piece[]} in the order of the plan */
  #wanted() {
    const wanted = new Set();
    const want = (/** @type {Piece} */ piece) => {
      if (wanted.has(piece)) return;
      wanted.add(piece);
      piece.share = 0;
      if (this.pool.parts.has(piece.name)) return;
      for (const need of piece.needs) {
        this.found.set(need, null);
        want(this.all[need]);
      }
    };
    this.all.filter(({ hears, index }) => hears === "part" && index >= this.given).forEach(want);
    return this.all.filter((piece) => wanted.has(piece));
  }

  #tell() {
    if (this.over) return;
    const under = [...this.busy.values()].reduce((sum, piece) => sum + piece.share, 0);
    this.hearing.onProgress?.(this.done + under, this);
  }

  /** @param {() => void} settle */
  #close(settle) {
    if (this.over) return;
    this.over = true;
    this.waiting = [];
    this.found.clear();
    settle();
    this.pool.drop(this);
    this.busy.clear();
  }
}
