// @ts-check
// The settings as native controls. What there is to set, and every value, comes from the core.

import { core, guarded } from "./core.js";
import { element, make, noteDone, setText } from "./dom.js";

/**
 * @typedef {object} Control one entry of the core's list
 * @property {string} name
 * @property {string} label
 * @property {string} help
 * @property {string} value
 * @property {string | null} paper what it is in the paper's experiments, if they have it
 * @property {boolean} first whether its lab's point needs it: all others stand under "More settings"
 * @property {"options" | "slider" | "number" | "text"} kind
 * @property {any} more options, or the slider's position and steps
 */

export class Form {
  /**
   * @param {HTMLElement} root
   * @param {import("./state.js").State} state
   * @param {(link: string) => string} [list] the controls of a link, from the core
   * @param {HTMLElement[]} [buttons] what stands below them
   * @param {HTMLElement | null} [first] where the controls stand that its `data-keys` names
   */
  constructor(root, state, list = (link) => core.controls(link), buttons = [], first = null) {
    this.root = root;
    this.first = first;
    this.state = state;
    this.list = list;
    this.buttons = buttons.length > 0 ? make("div", { className: "buttons" }, ...buttons) : this.#buttons();
    this.rest = make("div", { className: "rest" });
    this.folded = make("details", { className: "folded" }, make("summary", {}, "More settings"), this.rest);
    this.built = "";
    /** The control that is being changed. */
    this.changing = "";
    root.addEventListener("submit", (event) => event.preventDefault());
  }

  /**
   * Shows a link's values; the controls are built anew only when there are others.
   * @param {string} link
   */
  show(link) {
    /** @type {Control[]} */
    const controls = JSON.parse(guarded(() => this.list(link)));
    const shape = JSON.stringify(controls.map(({ name, label, paper, kind, more }) => [name, label, paper, kind === "options" ? more : kind]));
    if (shape !== this.built) {
      this.#rebuild(controls);
      this.built = shape;
    }
    controls.forEach((control) => this.#fill(control));
  }

  /**
   * What each control does, for those who see no titles.
   * @param {string} link
   * @returns {HTMLElement[]}
   */
  static helps(link) {
    /** @type {Control[]} */
    const controls = JSON.parse(guarded(() => core.controls(link)));
    return controls.flatMap(({ label, help }) => [make("dt", {}, label), make("dd", {}, help)]);
  }

  /**
   * The control that has the focus keeps it, if it is still there: its change may have brought others.
   * @param {Control[]} controls
   */
  #rebuild(controls) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const inside = [this.root, this.first].some((part) => part?.contains(focused));
    // One that is left for another has the focus no more when its change is told.
    const name = this.changing || (inside ? focused?.getAttribute("name") : null);
    const ahead = this.first?.dataset.keys?.split(" ") ?? [];
    const built = (/** @type {(control: Control) => boolean} */ which) => controls.filter(which).map((each) => this.#build(each));
    this.first?.replaceChildren(...built(({ name }) => ahead.includes(name)));
    this.rest.replaceChildren(...built((control) => !control.first));
    const folded = this.rest.childElementCount > 0 ? [this.folded] : [];
    this.root.replaceChildren(...built(({ name, first }) => first && !ahead.includes(name)), ...folded, this.buttons);
    if (name) this.#seek(name)?.focus({ preventScroll: true });
    else if (inside) focused?.focus({ preventScroll: true });
  }

  /** @param {Control} control */
  #build(control) {
    const { name, label, help, kind } = control;
    const id = `control-${name}`;
    const row = make("div", { className: name.includes(".") ? "control nested" : "control", title: help });
    row.append(make("label", { htmlFor: id }, label));
    if (control.paper !== null) row.append(make("small", { className: "paper", id: `${id}-paper` }));
    if (kind === "options") {
      const options = control.more.map((/** @type {[string, string]} */ [value, words]) =>
        make("option", { value }, words));
      const select = make("select", { id, name }, ...options);
      select.addEventListener("change", () => this.#set(name, select.value));
      row.append(select);
      return row;
    }
    const input = make("input", { id, name, type: "text", autocomplete: "off", spellcheck: false });
    if (kind !== "text") Object.assign(input, { className: "number", inputMode: "decimal" });
    input.addEventListener("change", () => this.#set(name, input.value.trim()));
    row.append(input);
    if (kind === "slider") row.append(this.#slider(control));
    // A symbol is explained where it stands.
    if (this.first?.dataset.explains?.split(" ").includes(name)) {
      row.append(make("small", { className: "paper", id: `${id}-help` }, help));
      for (const each of row.querySelectorAll("input")) each.setAttribute("aria-describedby", `${id}-help`);
    }
    return row;
  }

  /** @param {Control} control */
  #slider({ name, label, more }) {
    const range = make("input", { type: "range", min: "0", max: String(more.steps), name: `${name} slider` });
    range.setAttribute("aria-label", `${label}, slider`);
    const moved = () => core.slide(this.state.link, name, range.valueAsNumber);
    range.addEventListener("input", () => this.state.preview(moved));
    // The keyboard changes a slider step by step; steps in quick succession are undone as one.
    range.addEventListener("change", () => this.state.commit(moved, name));
    return range;
  }

  #buttons() {
    const seed = make("button", { type: "button", title: "Draws everything random anew" }, "New seed");
    seed.addEventListener("click", () => {
      noteDone("New seed.");
      this.state.commit(() => core.reseed(this.state.link));
    });
    const reset = make("button", { type: "button", title: "Back to the problem as it was" }, "Reset");
    reset.addEventListener("click", () => {
      noteDone("Reset.");
      this.state.commit(() => core.reset(this.state.link));
    });
    const back = make("button", { type: "button", id: "to-origin", title: "As it was when you opened it" }, "Back to the link’s figure");
    back.addEventListener("click", () => {
      if (!this.state.isAway) return;
      noteDone("Back to the link’s figure.");
      this.state.commit(() => this.state.origin);
    });
    return make("div", { className: "buttons" }, seed, reset, back);
  }

  /** @param {Control} control */
  #fill({ name, value, paper, kind, more }) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (this.#find(name));
    if (paper !== null) this.#compare(field, value, paper);
    // Touching a control costs layout, even when nothing changes.
    if (field.value !== value || field.hasAttribute("aria-invalid")) {
      field.value = value;
      absolve(field);
    }
    if (field instanceof HTMLInputElement) field.defaultValue = value;
    if (kind !== "slider") return;
    // A typed value is in its box already, but not yet on its slider.
    const range = /** @type {HTMLInputElement} */ (this.#find(`${name} slider`));
    if (range.value !== String(more.position)) range.value = String(more.position);
    if (range.getAttribute("aria-valuetext") !== value) range.setAttribute("aria-valuetext", value);
  }

  /**
   * Says whether a value is the paper's, or else what that would be.
   * @param {HTMLInputElement | HTMLSelectElement} field
   * @param {string} value
   * @param {string} paper
   */
  #compare(field, value, paper) {
    const options = field instanceof HTMLSelectElement ? [...field.options] : [];
    const words = options.find((option) => option.value === paper)?.text ?? paper;
    const place = element(`${field.id}-paper`);
    if (field.ariaInvalid !== "true") field.setAttribute("aria-describedby", place.id);
    setText(place, value === paper ? "as in the paper" : `paper: ${words}`);
    place.toggleAttribute("data-differs", value !== paper);
  }

  /**
   * A wrong value stays in its box, marked, until it is mended. A choice that is refused goes back to what is shown.
   * @param {string} name
   * @param {string} value
   */
  #set(name, value) {
    const before = this.state.link;
    this.changing = name;
    const taken = this.state.commit(() => {
      try {
        const link = core.set(before, name, value);
        // What was wrong and is as before changes no link, and so nothing else would clear it.
        absolve(this.#find(name));
        return link;
      } catch (error) {
        const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (this.#find(name));
        blame(field);
        throw new Error(`${field.labels?.[0]?.textContent}: ${/** @type {Error} */ (error).message}`);
      }
    });
    this.changing = "";
    if (taken) return;
    const field = this.#find(name);
    if (field instanceof HTMLSelectElement) this.show(before);
    else blame(field);
  }

  /**
   * @param {string} name
   * @returns {HTMLElement | null}
   */
  #seek(name) {
    const selector = `[name="${CSS.escape(name)}"]`;
    return this.first?.querySelector(selector) ?? this.root.querySelector(selector);
  }

  /** @param {string} name */
  #find(name) {
    const found = this.#seek(name);
    if (!found) throw new Error(`the form has no control "${name}"`);
    return found;
  }
}

/**
 * Marks a field whose value is wrong, and says with it what is.
 * @param {HTMLElement} field
 */
export function blame(field) {
  field.ariaInvalid = "true";
  field.setAttribute("aria-errormessage", "banner-words");
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== "banner-words");
  field.setAttribute("aria-describedby", ["banner-words", ...others].join(" "));
  // Not under the words that say what is wrong with it.
  requestAnimationFrame(() => {
    const over = element("banner").getBoundingClientRect().bottom - field.getBoundingClientRect().top;
    if (document.activeElement === field && over > 0) scrollBy({ top: -over - 8, behavior: "instant" });
  });
}

/** @param {HTMLElement} field whose value is right */
export function absolve(field) {
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-errormessage");
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== "banner-words");
  if (others.length > 0) field.setAttribute("aria-describedby", others.join(" "));
  else field.removeAttribute("aria-describedby");
}
