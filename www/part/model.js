// @ts-check
// The selected model: its settings, and adding and removing models.

import { core, guarded } from "../core.js";
import { element, keepFocus, make, noteDone, setText, watchChoice } from "../dom.js";
import { Form } from "../form.js";

/** The oracle is no model that one would add where it is there anyway. */
const ORACLE = "oracle";

/**
 * @typedef {{ models: { title: string, reference?: boolean }[], full: boolean }} Words what is to be known of models
 * @typedef {import("../figure.js").FigureLab & { selected(): number, words(): Omit<Words, "full"> }} Lab
 */

export class ModelEditor {
  /**
   * @param {Lab} lab
   * @param {{ judges?: boolean, box?: () => Element | null }} [manner] whether models judge each other here, and
   *   where the one that is looked at stands
   */
  constructor(lab, { judges = true, box = selectedBox } = {}) {
    this.lab = lab;
    this.box = box;
    this.reference = make("input", { type: "checkbox", id: "is-reference" });
    this.reference.addEventListener("change", () => this.setReference(lab.selected(), this.reference.checked));
    this.removal = make("button", { type: "button" });
    this.removal.addEventListener("click", () => this.remove(lab.selected()));
    /** The place of a model that was added and is still to be shown, or -1. */
    this.added = -1;
    this.form = new Form(element("model"), lab.state, (link) => core.candidate_controls(link, lab.selected()),
      judges ? [this.#referenceRow(), this.removal] : [this.removal]);
    /** A button, or a choice of kinds. */
    this.add = /** @type {HTMLButtonElement | HTMLSelectElement} */ (element("add-model"));
    const { add } = this;
    if (add instanceof HTMLSelectElement) watchChoice(add, (kind) => this.#add(kind));
    else add.addEventListener("click", () => this.#add());
  }

  /** @param {Words} facts */
  show({ models, full }) {
    const chosen = models[this.lab.selected()];
    element("model-title").textContent = chosen ? chosen.title : "none yet";
    if (this.add instanceof HTMLSelectElement) this.#offer(this.add, models.length, full);
    this.add.disabled = full;
    const root = element("model");
    // Whoever removes one model after the other finds the button under their finger.
    keepFocus(root, () => {
      root.hidden = !chosen;
      // The settings of what is still being computed may be those of fewer models.
      if (!chosen || this.lab.pending) return;
      this.form.show(this.lab.link);
      this.reference.checked = chosen.reference ?? true;
      setText(this.removal, `Remove ${chosen.title}`);
    }, this.add);
    if (this.added >= 0 && this.added < models.length) this.#reveal(models[this.added].title);
    this.add.title = full ? `There are ${models.length} models, as many as a link can hold` : "";
  }

  /**
   * @param {number} model
   * @param {boolean} is
   */
  setReference(model, is) {
    const { lab } = this;
    lab.state.commit(() => core.set(lab.link, `candidate.${model}.reference`, String(is)));
  }

  /** @param {number} model */
  remove(model) {
    const { lab } = this;
    noteDone(`${lab.words().models[model].title} removed.`);
    lab.state.commit(() => core.remove_candidate(lab.link, model));
  }

  /** @param {string} [kind] */
  #add(kind) {
    const { lab } = this;
    const place = lab.words().models.length;
    lab.state.commit(() => {
      const link = core.add_candidate(lab.link);
      this.added = place;
      return kind ? core.set(link, `candidate.${place}.kind`, kind) : link;
    });
  }

  /**
   * Offers the kinds that there are, those that learn first: they are the ones with a formula in the page.
   * @param {HTMLSelectElement} choice
   * @param {number} count how many models there are
   * @param {boolean} full
   */
  #offer(choice, count, full) {
    choice.value = "";
    if (full || choice.options.length > 1) return;
    /** @type {import("../form.js").Control[]} */
    const controls = JSON.parse(guarded(() => core.candidate_controls(core.add_candidate(this.lab.link), count)));
    /** @type {[string, string][]} */
    const kinds = controls.find(({ name }) => name.endsWith(".kind"))?.more ?? [];
    const learns = (/** @type {[string, string]} */ [name]) => document.querySelector(`[data-kind="${name}"]`) !== null;
    const group = (/** @type {string} */ label, /** @type {[string, string][]} */ those) =>
      make("optgroup", { label }, ...those.map(([value, words]) => make("option", { value }, words)));
    choice.append(group("Models that learn", kinds.filter(learns)),
      group("For comparison", kinds.filter((kind) => !learns(kind) && kind[0] !== ORACLE)));
  }

  #referenceRow() {
    const title = "Whether the others are judged by its means, variances and batches, too";
    return make("label", { className: "check-row", title }, this.reference, "a reference: judges others");
  }

  /**
   * The newest model may be far from where it was added.
   * @param {string} title
   */
  #reveal(title) {
    this.added = -1;
    noteDone(`${title} added.`);
    this.lab.aloud.saySoon();
    const box = this.box();
    /** @type {HTMLElement | null | undefined} */ (box?.querySelector(".title"))?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: "nearest" });
  }
}

function selectedBox() {
  return document.querySelector(".panel[data-selected]") ?? element("squares").lastElementChild;
}
