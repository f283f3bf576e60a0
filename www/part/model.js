// @ts-check
// The selected model of the correlation lab: its settings, and adding and removing models.

import { core } from "../core.js";
import { element, keepFocus, make, typed } from "../dom.js";
import { Form } from "../form.js";

export class ModelEditor {
  /** @param {import("../lab/correlation.js").CorrelationLab} lab */
  constructor(lab) {
    this.lab = lab;
    this.reference = make("input", { type: "checkbox", id: "is-reference" });
    this.reference.addEventListener("change", () => lab.setReference(lab.selected(), this.reference.checked));
    this.form = new Form(element("model"), lab.state, (link) => core.candidate_controls(link, lab.selected()),
      [this.#referenceRow(), this.#removeButton()]);
    this.add = typed("add-model", HTMLButtonElement);
    this.add.addEventListener("click", () => this.#add());
  }

  /** @param {import("../lab/correlation.js").Words} facts */
  show({ models, full }) {
    const chosen = models[this.lab.selected()];
    element("model-title").textContent = chosen ? chosen.title : "none yet";
    this.add.disabled = full;
    const root = element("model");
    // Whoever removes one model after the other finds the button under their finger.
    keepFocus(root, () => {
      root.hidden = !chosen;
      if (!chosen) return;
      this.form.show(this.lab.link);
      this.reference.checked = chosen.reference;
    }, this.add);
    this.add.title = full ? `There are ${models.length} models: no link holds more` : "";
  }

  #add() {
    const { lab } = this;
    lab.state.commit(() => core.add_candidate(lab.link));
  }

  #referenceRow() {
    const title = "Whether its means, variances and batches judge the others too";
    return make("label", { className: "check-row", title }, this.reference, "is a reference");
  }

  #removeButton() {
    const { lab } = this;
    const button = make("button", { type: "button" }, "Remove this model");
    button.addEventListener("click", () => lab.state.commit(() => core.remove_candidate(lab.link, lab.selected())));
    return button;
  }
}
