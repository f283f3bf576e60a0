// @ts-check
// XLL and XLLR as a heat table: one row for each reference, one column for each candidate.

import { guarded } from "../core.js";
import { element, make } from "../dom.js";

/**
 * @typedef {{ value: string, rank: string, mean: string, shade: number }} Cell
 * @typedef {{ candidates: string[], rows: { reference: number, title: string, cells: Cell[] }[] }} Cross
 */

/**
 * @param {import("./correlation.js").CorrelationLab} lab
 * @param {import("./correlation.js").Facts} facts
 */
export function showCross(lab, facts) {
  /** @type {Cross} */
  const cross = JSON.parse(guarded(() => lab.handle().cross()));
  const there = facts.models.filter((model) => !model.absence);
  const head = make("tr", {}, make("td"), ...cross.candidates.map((title) => make("th", { scope: "col" }, title)));
  const rows = facts.models.map((model, i) => row(lab, model, i, cross));
  const means = ["XLLR", "XLL"].map((label) => {
    const cells = there.map((model) => {
      const score = model.scores.find((each) => each.label === label);
      const value = make("span", { className: score?.best ? "best" : "" }, score?.value ?? "–");
      return make("td", {}, value, quiet(score?.mean ?? ""));
    });
    const name = label === "XLLR" ? "XLLR: mean rank, 0 is best" : "XLL: mean";
    return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
  });
  const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows), make("tfoot", {}, ...means));
  element("cross-table").replaceChildren(table);
  element("cross-words").textContent = facts.cross;
}

/**
 * @param {import("./correlation.js").CorrelationLab} lab
 * @param {import("./correlation.js").ModelFacts} model
 * @param {number} index
 * @param {Cross} cross
 */
function row(lab, model, index, cross) {
  const found = cross.rows.find((each) => each.reference === index);
  const cells = cross.candidates.map((_, at) => (found ? heat(found.cells[at]) : make("td", {}, "")));
  return make("tr", {}, make("th", { scope: "row" }, include(lab, model, index), batches(lab, model, index, !found)), ...cells);
}

/**
 * @param {import("./correlation.js").CorrelationLab} lab
 * @param {import("./correlation.js").ModelFacts} model
 * @param {number} index
 */
function include(lab, model, index) {
  const box = make("input", { type: "checkbox", checked: model.reference, title: "Judge by this reference too" });
  box.ariaLabel = `${model.title} is a reference`;
  box.addEventListener("change", () => lab.setReference(index, box.checked));
  return box;
}

/**
 * A reference's name marks the batch that it chose for the crosshair's target.
 * @param {import("./correlation.js").CorrelationLab} lab
 * @param {import("./correlation.js").ModelFacts} model
 * @param {number} index
 * @param {boolean} none
 */
function batches(lab, model, index, none) {
  const title = "Marks in the squares the batch that this reference chose for the target at the crosshair";
  const button = make("button", { type: "button", className: "link", title, disabled: none }, model.title);
  const marked = guarded(() => lab.handle().marked) === index;
  button.ariaPressed = String(marked);
  if (marked) button.append(" ▣");
  button.addEventListener("click", () => {
    lab.view("batch", guarded(() => lab.handle().batch_of(index)));
    element("squares").scrollIntoView({ block: "nearest" });
  });
  return button;
}

/** @param {Cell} cell */
function heat({ value, rank, mean, shade }) {
  const made = make("td", { className: "heat" }, `${value} (${rank})`, quiet(mean));
  made.style.setProperty("--shade", `${Math.round(shade * 100)}%`);
  return made;
}

/** @param {string} words */
function quiet(words) {
  return make("small", {}, words);
}
