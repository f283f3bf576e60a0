// @ts-check
// Lists of numbers that can be typed: the same changes as by hand, for the keyboard.

import { core, guarded } from "../core.js";
import { make, noteDone } from "../dom.js";
import { showError } from "../errors.js";
import { absolve, blame } from "../form.js";

/**
 * @typedef {object} List
 * @property {string} what one entry, in words
 * @property {string[]} columns
 * @property {(index: number, values: number[], column: number) => boolean} change which column was typed; whether it could be
 * @property {number} [optional] the column whose box may be empty
 * @property {(index: number) => void} remove
 * @property {() => void} add
 */

/**
 * Shows rows of numbers; a box that is being typed into is left alone.
 * @param {HTMLElement} root
 * @param {List} list
 * @param {number[][]} rows
 */
export function showList(root, list, rows) {
  const count = root.querySelectorAll(".row").length;
  if (count !== rows.length) {
    const at = [...root.querySelectorAll(".row")].findIndex((row) => row.contains(document.activeElement));
    const inside = root.contains(document.activeElement);
    build(root, list, rows);
    if (inside) refocus(root, count < rows.length ? rows.length - 1 : at, count > rows.length);
  }
  root.querySelectorAll(".row").forEach((row, i) => {
    row.querySelectorAll("input").forEach((input, j) => {
      const typing = input === document.activeElement && input.value !== input.defaultValue;
      if (input.ariaInvalid) absolve(input);
      input.defaultValue = String(Number(rows[i][j].toPrecision(5)));
      if (!typing) input.value = input.defaultValue;
    });
  });
}

/**
 * What had the focus is gone: a new row gets it, or the neighbour of one that was removed.
 * @param {HTMLElement} root
 * @param {number} index of the row
 * @param {boolean} removed
 */
function refocus(root, index, removed) {
  const rows = root.querySelectorAll(".row");
  const row = rows[Math.min(index, rows.length - 1)] ?? root;
  const next = removed ? row.querySelector("button") : row.querySelector("input");
  next?.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} root
 * @param {List} list
 * @param {number[][]} rows
 */
function build(root, list, rows) {
  const boxes = rows.map((values, index) => {
    const inputs = values.map((_, j) => {
      const name = `${list.what} ${index + 1}, ${list.columns[j]}`;
      const input = make("input", { type: "text", inputMode: "decimal", autocomplete: "off", ariaLabel: name });
      input.addEventListener("change", () => {
        const typed = inputs.map((box) => read(box.value));
        const isNumber = !Number.isNaN(typed[j]) || j === list.optional;
        if (!isNumber) showError(new Error(`${name} must be a number`));
        // What was typed is done with: the box shows again what there is.
        input.defaultValue = input.value;
        if (isNumber && list.change(index, typed, j)) absolve(input);
        else blame(input);
      });
      return input;
    });
    const remove = make("button", { type: "button", ariaLabel: `Remove ${list.what} ${index + 1}` }, "×");
    remove.addEventListener("click", () => {
      noteDone(`${list.what} ${index + 1} removed.`);
      list.remove(index);
    });
    return make("div", { className: "row" }, ...inputs, remove);
  });
  const add = make("button", { type: "button" }, `Add ${list.what}`);
  add.addEventListener("click", () => {
    noteDone(`${list.what} added.`);
    list.add();
  });
  const head = make("div", { className: "head", ariaHidden: "true" }, ...list.columns.map((c) => make("span", {}, c)));
  root.replaceChildren(head, ...boxes, add);
}

/**
 * @param {string} typed
 * @returns {number} NaN if it is none
 */
function read(typed) {
  try {
    return typed.trim() === "" ? NaN : guarded(() => core.typed_number(typed));
  } catch {
    return NaN;
  }
}
