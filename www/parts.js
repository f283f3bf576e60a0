// @ts-check
// What units of work have found, kept for as long as there is room: equal units find the same, so that what
// is fitted stays fitted while other settings change, and an undone change costs nothing.

/** How many bytes are kept at most. */
const MOST = 64 * 1024 * 1024;

/** Units with more bytes hold files: they are too long to be looked for. */
const LONGEST = 64 * 1024;

/** @typedef {{ part: Uint8Array, took: number }} Found a part, and how many milliseconds its unit took */

export class Parts {
  /** @param {number} [most] how many bytes are kept */
  constructor(most = MOST) {
    this.most = most;
    this.bytes = 0;
    /**
     * By their units' keys, the one used last last.
     * @type {Map<string | symbol, Found>}
     */
    this.kept = new Map();
  }

  /**
   * @param {string | symbol} key
   * @returns {Found | undefined}
   */
  find(key) {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    return found;
  }

  /**
   * @param {string | symbol} key
   * @param {Found} found
   */
  keep(key, found) {
    if (typeof key === "symbol" || this.kept.has(key) || found.part.length > this.most) return;
    this.kept.set(key, found);
    this.bytes += found.part.length;
    for (const [oldest, { part }] of this.kept) {
      if (this.bytes <= this.most) return;
      this.kept.delete(oldest);
      this.bytes -= part.length;
    }
  }
}

const TEXT = new TextDecoder("latin1");

/**
 * What tells units apart: equal bytes have equal keys.
 * @param {Uint8Array} unit
 * @returns {string | symbol}
 */
export function keyOf(unit) {
  return unit.length > LONGEST ? Symbol() : TEXT.decode(unit);
}
