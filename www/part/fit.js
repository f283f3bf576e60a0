// @ts-check
// One panel of the lab of models: a model as it learns, how good it is, and how far to trust it.

import { make, setText } from "../dom.js";
import { Panel } from "./panel.js";

/**
 * @typedef {object} More
 * @property {number} place 0 is the exact posterior, i + 1 candidate i
 * @property {number[]} units the units of its work
 * @property {string} kind
 * @property {string[]} about what it is, in a few sentences
 * @property {"exact" | "waiting" | "learning" | "done"} state
 * @property {{ place: number, value: string | null, words: string } | null} beside the same network, sampled, if it is there
 * @property {string | null} gap how far its bound on the evidence is below the best found of the same
 * @property {boolean} curve whether there is something to see of its training
 * @property {boolean} traces
 * @property {string} fault whose fault it can be that its correlations are wrong
 * @property {{ good: boolean, words: string } | null} verdict how far to trust it
 *
 * @typedef {import("./panel.js").PanelFacts & More} FitFacts
 *
 * @typedef {object} Fit how far the workers are with it
 * @property {number} share
 * @property {number} took in milliseconds
 * @property {string | null} stopped why it was, if it was; empty if someone wanted it
 */

export class FitPanel extends Panel {
  /**
   * @param {import("../lab/models.js").ModelsLab} lab
   * @param {FitFacts} facts
   */
  constructor(lab, { place, kind }) {
    super(lab, place, `kind-${kind}`);
    this.kind = kind;
    /** Whether it shows its model, or one that it was before. */
    this.shown = false;
    this.name = make(place > 0 ? "button" : "span", { className: "title" });
    this.verdict = make("p", { className: "trust" });
    this.fault = make("p", { className: "fault" });
    this.bar = make("progress", { max: 1, value: 0 });
    this.status = make("span");
    this.act = make("button", { type: "button" });
    this.learning = make("div", { className: "learning" }, this.bar, this.status, this.act);
    this.remove = make("button", { type: "button", className: "remove", title: "Remove" }, "×");
    this.head.append(make("h2", {}, this.name), this.words);
    this.root.append(make("div", { className: "foot" }, this.verdict, this.fault, this.learning));
    if (place === 0) return;
    this.head.append(this.remove);
    this.remove.addEventListener("click", () => lab.editor.remove(place - 1));
    this.name.addEventListener("click", () => lab.view("model", String(place - 1)));
    this.act.addEventListener("click", () => lab.stopOrResume(this));
  }

  /**
   * @param {FitFacts} facts
   * @param {boolean} selected
   */
  show(facts, selected) {
    this.tell({ ...facts, scores: [...facts.scores, this.#time(0)] });
    setText(this.name, facts.title);
    this.name.title = facts.title;
    if (this.name instanceof HTMLButtonElement) {
      // An embedded figure has nothing to select a model for.
      this.name.disabled = document.documentElement.dataset.embed !== undefined;
      this.name.ariaPressed = String(selected);
      this.remove.ariaLabel = `Remove ${facts.title}`;
    }
    this.root.toggleAttribute("data-selected", selected);
    const { verdict } = facts;
    setText(this.verdict, verdict?.words ?? "");
    this.verdict.dataset.good = String(verdict?.good ?? "");
    setText(this.fault, facts.fault);
  }

  /**
   * How far it is; called often, so that it touches only what changes.
   * @param {FitFacts} facts
   * @param {Fit} fit
   */
  follow({ title, state }, { share, took, stopped }) {
    const done = state === "done" || state === "exact";
    // Its button goes, but who has it under the finger stays here.
    if (done && document.activeElement === this.act) this.name.focus({ preventScroll: true });
    this.learning.hidden = done;
    if (done) {
      // A panel that has just come to be may hear of its work before it is first shown.
      const time = /** @type {HTMLElement | null | undefined} */ (this.numbers.lastElementChild?.lastElementChild);
      if (time) setText(time, this.#time(took).value);
      return;
    }
    const failed = stopped ? `Failed: ${stopped}` : "Stopped.";
    setText(this.status, stopped !== null ? failed : share > 0 ? "learning …" : "waiting for its turn");
    this.bar.hidden = stopped !== null;
    this.bar.value = share;
    const word = stopped === null ? "Cancel" : "Fit again";
    if (this.act.textContent === word) return;
    this.act.textContent = word;
    this.act.ariaLabel = `${word}: ${title}`;
    this.bar.ariaLabel = `How far ${title} has learned`;
  }

  /** @param {number} took in milliseconds */
  #time(took) {
    const value = took === 0 ? "–" : took < 1000 ? `${Math.ceil(took)} ms` : `${(took / 1000).toFixed(1)} s`;
    return { label: "time", value, best: false, help: "How long it took to learn, in one worker; nothing else depends on it." };
  }
}
