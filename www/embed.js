// @ts-check
// The dialog that makes the code with which another page shows this figure.

import { core, guarded } from "./core.js";
import { element, make } from "./dom.js";
import { copy } from "./share.js";

/** Where the script lies that makes frames as high as their figures; its address stays from release to release. */
const SCRIPT = "talscope-embed.js";

/** The height of a frame until the preview has told it, in pixels. */
const HEIGHT = 900;

/**
 * @param {string} link
 * @param {import("./figure.js").Figure} figure
 */
export function offerEmbedding(link, figure) {
  const template = /** @type {HTMLTemplateElement} */ (element("embedding"));
  const dialog = /** @type {HTMLDialogElement} */ (template.content.firstElementChild?.cloneNode(true));
  document.body.append(dialog);
  new Embedding(dialog, link, guarded(() => figure.heading()));
  // What is typed here is none of the figure's business.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

class Embedding {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {string} link
   * @param {string} title of the figure
   */
  constructor(dialog, link, title) {
    this.dialog = dialog;
    this.link = link;
    this.title = title;
    /** How high a frame must be. */
    this.height = HEIGHT;
    /** What the preview shows. */
    this.shown = "";
    this.width = "";
    this.code = /** @type {HTMLTextAreaElement} */ (element("embed-code"));
    const { theme, hide, show } = JSON.parse(guarded(() => core.view(link)));
    this.#field("theme").value = theme ?? "";
    this.#offerParts(show.map((/** @type {[string, number | null]} */ [id, one]) => (one === null ? id : `${id}:${one}`)).join());
    // A frame has not everything of every lab to leave out.
    const hides = document.querySelector(".lab")?.getAttribute("data-hides")?.split(" ") ?? [];
    this.#hidden().forEach((box) => {
      box.checked = hide.includes(box.value) && hides.includes(box.value);
      (box.closest("label") ?? box).hidden = !hides.includes(box.value);
    });
    // A page on disk has no script beside it, and may show no frame.
    this.onDisk = location.protocol === "file:";
    element("embed-form").hidden = this.onDisk;
    element("embed-preview").hidden = this.onDisk;
    if (this.onDisk) this.#field("form").value = "iframe";
    dialog.addEventListener("change", () => this.#show());
    element("embed-close").addEventListener("click", () => dialog.close());
    element("embed-copy").addEventListener("click", () => this.#copy());
    this.#show();
    if (!this.onDisk) this.#watchHeight();
  }

  /**
   * The lab's parts, and each of those of which it has several.
   * @param {string} now what the link shows
   */
  #offerParts(now) {
    /** @type {[string, string, boolean][]} */
    const parts = JSON.parse(guarded(() => core.parts(this.link)));
    const pieces = (/** @type {string} */ id) => [...document.querySelectorAll(`.lab [data-part~="${id}"] > [data-place]`)];
    const all = parts.filter(([id]) => !["notice", "controls"].includes(id)).flatMap(([id, words, many]) => [
      [id, words],
      ...(many ? pieces(id).map((piece) => [`${id}:${piece.getAttribute("data-place")}`, piece.ariaLabel ?? ""]) : []),
    ]);
    const kept = now && !all.some(([value]) => value === now) ? [[now, now]] : [];
    const field = this.#field("show");
    field.append(...[...all, ...kept].map(([value, words]) => make("option", { value }, words)));
    field.value = now;
  }

  /** What is chosen, as a link of an embedded figure. */
  #chosen() {
    const hide = this.#hidden().filter((box) => box.checked).map((box) => box.value).join();
    const look = (/** @type {string} */ link, /** @type {string[]} */ [name, value]) =>
      guarded(() => core.look(link, name, value || undefined));
    return [["theme", this.#field("theme").value], ["hide", hide], ["show", this.#field("show").value], ["embed", "1"]].reduce(look, this.link);
  }

  #show() {
    const link = this.#chosen();
    const width = this.#field("width").value;
    const address = (/** @type {string} */ path) => new URL(path, location.href).href;
    const frame = () => make("iframe", { src: address(`#${link}`), width, height: String(this.height), title: this.title });
    const figure = document.createElement("talscope-figure");
    figure.setAttribute("link", link.replace(/&embed=1\b/, ""));
    figure.title = this.title;
    figure.style.maxWidth = `${width}px`;
    const script = make("script", { src: address(SCRIPT), async: true });
    const whole = this.#field("form").value === "figure";
    const code = whole ? `${script.outerHTML.replace(' async=""', " async")}\n${figure.outerHTML}` : frame().outerHTML;
    // A number at a time may be all that has changed.
    if (this.code.value !== code) this.code.value = code;
    element("embed-follows").hidden = whole;
    if (this.onDisk || (this.shown === link && this.width === width)) return;
    [this.shown, this.width] = [link, width];
    if (!customElements.get("talscope-figure")) document.head.append(script);
    const box = make("div", {}, figure);
    box.style.width = `${width}px`;
    element("embed-preview").replaceChildren(box);
  }

  /** The preview knows best how high a frame must be. */
  #watchHeight() {
    const hear = (/** @type {MessageEvent} */ { source, data }) => {
      const frame = this.dialog.querySelector("iframe");
      if (source !== frame?.contentWindow || data?.sized !== true || !Number.isFinite(data.height)) return;
      this.height = data.height;
      this.#show();
    };
    addEventListener("message", hear);
    this.dialog.addEventListener("close", () => removeEventListener("message", hear));
  }

  async #copy() {
    const { value } = this.code;
    this.dialog.close();
    await copy(value, "HTML to embed the figure copied.");
  }

  /**
   * @param {string} name
   * @returns {HTMLSelectElement}
   */
  #field(name) {
    return /** @type {HTMLSelectElement} */ (this.dialog.querySelector(`select[name="${name}"]`));
  }

  /** @returns {HTMLInputElement[]} */
  #hidden() {
    return [...this.dialog.querySelectorAll("input")];
  }
}
