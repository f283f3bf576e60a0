// @ts-check
// One worker, and the watch over it. A worker that fails says so; one that the system ends, or that ends
// itself, says nothing. So every worker holds a lock for which the page waits too: the page gets it when the
// worker is gone. Where pages have no locks (insecure hosts, sandboxed frames), long silence counts as death.

/** How often, in milliseconds, silence is counted. */
const TICK = 1000;

export class Seat {
  /**
   * @param {string} script the URL of what the worker runs
   * @param {WebAssembly.Module} module the compiled core
   * @param {(reason: string) => void} onDeath hears, once, that the worker ended unasked
   */
  constructor(script, module, onDeath) {
    this.worker = new Worker(script);
    this.onDeath = onDeath;
    /**
     * Hears the worker while it has something to do.
     * @type {((data: any) => void) | null}
     */
    this.hear = null;
    /**
     * What waits until the worker is ready.
     * @type {[message: object, transfer: Transferable[]] | null}
     */
    this.waiting = null;
    this.ready = false;
    /** For how many ticks nothing was heard, and how many are too many. */
    this.silence = 0;
    this.patience = Infinity;
    this.watch = new AbortController();
    // Ticks are counted, not time: a computer that slept has not been waiting.
    this.ticking = setInterval(() => this.#tick(), TICK);
    // Locks are shared by all pages of a host.
    const lock = `talscope worker ${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
    this.worker.onmessage = ({ data }) => {
      this.silence = 0;
      if ("held" in data) this.#begin(data.held ? lock : null);
      else this.hear?.(data);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.#died(event.message);
    };
    this.worker.postMessage({ module, lock });
  }

  get free() {
    return this.hear === null;
  }

  /**
   * @param {object} message what the worker is to do
   * @param {(data: any) => void} hear hears all that it says, until it is released
   * @param {number} patience how many seconds of silence it may keep where there are no locks
   * @param {Transferable[]} [transfer] buffers of the message that nobody here needs any more: the worker gets
   *   them themselves, and no copies
   */
  give(message, hear, patience, transfer = []) {
    Object.assign(this, { hear, patience, silence: 0 });
    if (this.ready) this.worker.postMessage(message, transfer);
    else this.waiting = [message, transfer];
  }

  /** The worker has done what it was given. */
  release() {
    this.hear = null;
  }

  /** Ends the worker; nothing more is heard of it. */
  end() {
    this.watch.abort();
    clearInterval(this.ticking);
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
  }

  /**
   * The worker is ready, and hears nothing while it computes: so its lock must be held by now.
   * @param {string | null} lock null if there are none here
   */
  #begin(lock) {
    this.ready = true;
    if (lock) this.#await(lock);
    if (this.waiting) this.worker.postMessage(...this.waiting);
    this.waiting = null;
  }

  /** @param {string} lock held by the worker for as long as it lives */
  async #await(lock) {
    clearInterval(this.ticking);
    try {
      await navigator.locks.request(lock, { signal: this.watch.signal }, () => {});
    } catch (error) {
      if (this.watch.signal.aborted) return;
      throw error;
    }
    if (!this.watch.signal.aborted) this.#died("it ended without an error");
  }

  #tick() {
    if (this.free) return;
    this.silence += 1;
    if (this.silence * TICK > this.patience * 1000) this.#died(`nothing was heard from it for ${this.patience} s`);
  }

  /** @param {string} reason */
  #died(reason) {
    this.end();
    this.onDeath(reason);
  }
}
