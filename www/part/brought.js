// @ts-check
// The tables that were brought to this page: they stay in it, and links hold their names and hashes only.

import { core, guarded } from "../core.js";
import { element, noteDone, setText, typed } from "../dom.js";
import { showError } from "../errors.js";

/** @typedef {{ name: string, bytes: Uint8Array }} Table */

/**
 * The tables that were opened, by their hashes; they outlive labs.
 * @type {Map<string, Table>}
 */
export const brought = new Map();

/**
 * How models were last judged on each of them: whoever comes back from another lab goes on there.
 * @type {Map<string, string>}
 */
const judged = new Map();

/** @param {string} link of the lab of tables */
export function keepJudged(link) {
  const file = tableOf(link);
  if (file) judged.set(file.hash, link);
}

/**
 * Another lab, with what was changed here, or with what was chosen there for the same table.
 * @param {string} link
 * @param {string} lab
 * @param {boolean} along
 */
export function inLab(link, lab, along) {
  const file = tableOf(link);
  return (lab === "data" && file && judged.get(file.hash)) || core.in_lab(link, lab, along);
}

/**
 * The table that a link names; nothing for the made-up one.
 * @param {string} link
 * @returns {{ name: string, hash: string } | undefined}
 */
export function tableOf(link) {
  return JSON.parse(guarded(() => core.files(link)))[0];
}

/**
 * The contents of a link's table; null if it is missing.
 * @param {string} link
 * @returns {Uint8Array[] | null}
 */
export function contentsOf(link) {
  const file = tableOf(link);
  if (!file) return [];
  const found = brought.get(file.hash);
  return found ? [found.bytes] : null;
}

/**
 * Says which table a link needs, if it is not here.
 * @param {string} link
 * @returns {boolean} whether it is missing
 */
export function showMissing(link) {
  const file = tableOf(link);
  const missing = Boolean(file && !brought.has(file.hash));
  element("table-missing").hidden = !missing;
  setText(element("missing-name"), file?.name ?? "");
  setText(element("missing-hash"), file?.hash ?? "");
  return missing;
}

/**
 * A file of the reader's own as a table.
 * @param {File} file
 * @returns {Promise<Table>}
 */
export async function tableFrom(file) {
  const most = guarded(() => core.largest_table());
  if (file.size > most) {
    throw new Error(`it has ${file.size} bytes, and a page takes at most ${most}; the command line takes more: talscope bench`);
  }
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/**
 * Where a lab only waits for a link's table: opens it, and goes on.
 * @param {import("../figure.js").FigureLab} lab
 */
export function awaitTable(lab) {
  const input = typed("table-file", HTMLInputElement);
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    const wanted = tableOf(lab.link);
    if (!file || !wanted) return;
    try {
      const table = await tableFrom(file);
      const { hash } = JSON.parse(await lab.page.pool.ask("offer_table", [lab.link, table.name, table.bytes]));
      if (hash !== wanted.hash) throw new Error(`it is another table than ${wanted.name}: its hash is ${hash}`);
      brought.set(hash, table);
      noteDone(`${table.name} opened.`);
      showMissing(lab.link);
      lab.again();
    } catch (error) {
      showError(new Error(`“${file.name}”: ${/** @type {Error} */ (error).message}`));
    }
    input.value = "";
  });
}
