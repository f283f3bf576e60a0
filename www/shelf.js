// @ts-check
// Parts that lie beside the page, so that nobody waits for what is known: named and made like those of the workers.
// Without them, or with old or broken ones, the page computes.

import { extraFile } from "./files.js";

/** Before a part stand its unit's name, 16 bytes, and its length. */
const NAME = 16;
const HEAD = NAME + 4;

/** So many digits of a name are in the index. */
const DIGITS = 8;

export class Shelf {
  constructor() {
    /**
     * The files, by the beginnings of the names of their units.
     * @type {Map<string, string>}
     */
    this.files = new Map();
    /**
     * Those that were asked for.
     * @type {Map<string, Promise<Map<string, Uint8Array>>>}
     */
    this.fetched = new Map();
  }

  /** Looks what there is. */
  async open() {
    try {
      for (const [file, names] of Object.entries(await (await extraFile("shelf/index.json")).json())) {
        for (let at = 0; at < names.length; at += DIGITS) this.files.set(names.slice(at, at + DIGITS), file);
      }
    } catch {
      this.files.clear();
    }
    return this;
  }

  /**
   * Puts what is known of a plan into the page's store.
   * @param {import("./job.js").Plan} plan
   * @param {import("./parts.js").Parts} parts
   * @returns {Promise<unknown> | null} nothing if nothing is known that is not there
   */
  stock(plan, parts) {
    const wanted = plan.steps.filter(({ name, hears }) => hears === "part" && !parts.has(name));
    const files = new Set(wanted.map(({ name }) => this.files.get(name.slice(0, DIGITS)) ?? ""));
    files.delete("");
    if (files.size === 0) return null;
    const put = async (/** @type {string} */ file) => {
      const known = await this.#parts(file);
      // It is taken as often as it is wanted: what the store lets go may come again.
      for (const { name } of wanted) {
        const part = known.get(name);
        if (part) parts.keep(name, { part, took: 0 });
      }
    };
    return Promise.all([...files].map(put));
  }

  /**
   * @param {string} file
   * @returns {Promise<Map<string, Uint8Array>>} its parts by their units' names; none if it cannot be read
   */
  #parts(file) {
    const before = this.fetched.get(file);
    if (before) return before;
    const parts = extraFile(`shelf/${file}.bin`).then(unpacked).catch(() => new Map());
    this.fetched.set(file, parts);
    return parts;
  }
}

/** @param {Response} response */
async function unpacked(response) {
  if (!response.body) throw new Error("nothing came");
  const bytes = new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const parts = new Map();
  for (let at = 0; at < bytes.length; ) {
    const name = Array.from(bytes.subarray(at, at + NAME), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const end = at + HEAD + view.getUint32(at + NAME, true);
    if (end > bytes.length) throw new Error("it is cut short");
    parts.set(name, bytes.slice(at + HEAD, end));
    at = end;
  }
  return parts;
}
