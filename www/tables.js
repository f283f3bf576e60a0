// @ts-check
// A report's tables in the DOM, every digit kept in the title of its cell.

import { element, make, setText, watchEdges } from "./dom.js";

/** How many rows are shown; a saved file has them all. */
const MOST = 300;

/** @typedef {{ name: string, labels: string[], columns: { name: string, values: (number | null)[] }[] }} Table */

/**
 * @param {HTMLElement} root
 * @param {string} json what the core's `tables` returned
 */
export function fillTables(root, json) {
  /** @type {Table[]} */
  const tables = JSON.parse(json);
  const boxes = tables.map((table) => make("div", { tabIndex: 0, role: "group", ariaLabel: table.name }, fill(table)));
  root.replaceChildren(...boxes);
  boxes.forEach(watchEdges);
}

/** @param {Table} table */
function fill({ name, labels, columns }) {
  const corner = labels.length > 0 ? [make("td")] : [];
  const head = [...corner, ...columns.map((column) => make("th", { scope: "col" }, column.name))];
  const values = columns[0]?.values ?? [];
  const rows = values.slice(0, MOST).map((_, row) => {
    const label = labels.length > 0 ? [make("th", { scope: "row" }, labels[row])] : [];
    return make("tr", {}, ...label, ...columns.map((column) => cell(column.values[row])));
  });
  const rest = values.length > MOST ? ` (the first ${MOST} of ${values.length} rows)` : "";
  const caption = make("caption", {}, name + rest);
  return make("table", {}, caption, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

/** @param {number | null} value */
function cell(value) {
  return make("td", { title: String(value) }, value === null ? "–" : String(Number(value.toPrecision(5))));
}

/**
 * The numbers of a figure by the names that lessons give them.
 * @param {HTMLElement} root
 * @param {string} json what the core's `named` returned
 */
export function fillNames(root, json) {
  /** @type {[string, string][]} */
  const named = JSON.parse(json);
  const rows = named.map(([name, number]) => make("tr", {}, make("th", { scope: "row" }, make("code", {}, name)), make("td", {}, number)));
  root.replaceChildren(make("table", {}, make("caption", {}, "Goals and texts of lessons can say these names"), make("tbody", {}, ...rows)));
}

/**
 * What is to be seen, for who does not see it; and what to make of it, once nothing is asked of it.
 * @param {string} scene
 * @param {() => string} description
 */
export function describe(scene, description) {
  setText(element("scene"), scene);
  setText(element("description"), document.documentElement.dataset.asking === undefined ? description() : "");
}
