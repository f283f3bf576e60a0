// @ts-check
// The page's store: what units of work have found, by their names, kept for as long as there is room. Equal units
// find the same, so that what is trained stays trained while other settings change, in every lab, and an undone
// change costs nothing.

/** How many bytes are kept at most. */
const MOST = 64 * 1024 * 1024;

/** @typedef {{ part: Uint8Array, took: number }} Found a part, and how many milliseconds its unit took */

export class Parts {
  /** @param {number} [most] how many bytes are kept */
  constructor(most = MOST) {
    this.most = most;
    this.bytes = 0;
    /**
     * By their units' names, the one used last last.
     * @type {Map<string, Found>}
     */
    this.kept = new Map();
  }

  /** @param {string} name */
  has(name) {
    return this.kept.has(name);
  }

  /**
   * @param {string} name
   * @returns {Found | undefined}
   */
  find(name) {
    const found = this.kept.get(name);
    if (!found) return undefined;
    this.kept.delete(name);
    this.kept.set(name, found);
    return found;
  }

  /**
   * @param {string} name
   * @param {Found} found
   */
  keep(name, found) {
    if (this.kept.has(name) || found.part.length > this.most) return;
    this.kept.set(name, found);
    this.bytes += found.part.length;
    for (const [oldest, { part }] of this.kept) {
      if (this.bytes <= this.most) return;
      this.kept.delete(oldest);
      this.bytes -= part.length;
    }
  }
}
