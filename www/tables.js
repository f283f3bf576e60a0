// @ts-check
// A report's tables in the DOM, every digit kept in the title of its cell.

import { make } from "./dom.js";

/** @typedef {{ name: string, columns: { name: string, values: (number | null)[] }[] }} Table */

/**
 * @param {HTMLElement} root
 * @param {string} json what the core's `tables` returned
 */
export function fillTables(root, json) {
  /** @type {Table[]} */
  const tables = JSON.parse(json);
  root.replaceChildren(...tables.map((table) => make("div", { tabIndex: 0 }, fill(table))));
}

/** @param {Table} table */
function fill({ name, columns }) {
  const head = columns.map((column) => make("th", { scope: "col" }, column.name));
  const rows = columns[0].values.map((_, row) => make("tr", {}, ...columns.map((c) => cell(c.values[row]))));
  const caption = make("caption", {}, name);
  return make("table", {}, caption, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

/** @param {number | null} value */
function cell(value) {
  return make("td", { title: String(value) }, value === null ? "–" : String(Number(value.toPrecision(5))));
}
