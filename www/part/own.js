// @ts-check
// Models of one's own: tasks out, predictions in. Files stay in this page; links hold their names and
// hashes only.

import { core, guarded } from "../core.js";
import { element, make, save, typed, watchFiles } from "../dom.js";
import { clearError, showError } from "../errors.js";

/** Larger files are refused before they are read. */
const LARGEST = 256 * 1024 * 1024;

/**
 * The files that were opened, by their hashes; they outlive the lab.
 * @type {Map<string, Uint8Array>}
 */
const opened = new Map();

export class OwnFiles {
  /** @param {import("../lab/correlation.js").CorrelationLab} lab */
  constructor(lab) {
    this.lab = lab;
    watchFiles("own-file", "own", (files) => this.#openAll(files));
    /** @type {(id: string, act: () => void) => void} */
    const on = (id, act) => element(id).addEventListener("click", () => this.#try(act));
    /** @type {(name: string, type: string) => void} */
    const give = (name, type) => {
      const bytes = guarded(() => lab.handle().file(name));
      save(name, type, /** @type {BlobPart} */ (bytes));
    };
    on("task-json", () => give("task.json", "application/json"));
    on("task-npz", () => give("task.npz", "application/zip"));
    on("predictions", () => give("predictions.json", "application/json"));
    on("leave-file", () => lab.state.commit(() => core.set(lab.link, "task", "line")));
  }

  /**
   * Says which files a link still needs.
   * @param {string} link
   */
  show(link) {
    const missing = this.#files(link).filter(({ hash }) => !opened.has(hash));
    element("own-missing").hidden = missing.length === 0;
    element("own-missing-names").replaceChildren(...missing.map(({ name, hash }) =>
      make("li", {}, make("b", {}, name), ` (hash ${hash})`)));
    if (missing.length > 0) /** @type {HTMLDetailsElement} */ (element("own").closest("details")).open = true;
    const isFile = this.#task(link) === "file";
    element("own-away").hidden = !isFile;
    for (const id of ["task-json", "task-npz"]) typed(id, HTMLButtonElement).disabled = isFile;
  }

  /**
   * The contents of a link's files, empty where one is missing; null if there is nothing to show
   * without them.
   * @param {string} link
   * @returns {Uint8Array[] | null}
   */
  contents(link) {
    const contents = this.#files(link).map(({ hash }) => opened.get(hash) ?? new Uint8Array());
    return this.#task(link) === "file" && contents[0].length === 0 ? null : contents;
  }

  /**
   * @param {string} link
   * @returns {{ name: string, hash: string }[]}
   */
  #files(link) {
    return JSON.parse(guarded(() => core.files(link)));
  }

  /** @param {string} link */
  #task(link) {
    return guarded(() => core.task_kind(link));
  }

  /** @param {FileList | null} files */
  async #openAll(files) {
    for (const file of files ?? []) await this.#open(file);
  }

  /** @param {File} file */
  async #open(file) {
    const { lab } = this;
    try {
      if (file.size > LARGEST) {
        throw new Error(`${file.name} is too large: ${file.size} bytes, of at most ${LARGEST}`);
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const found = await this.#read(file.name, bytes);
      if (!found) return;
      const { link, hash, note } = found;
      clearError();
      opened.set(hash, bytes);
      if (guarded(() => core.scenario(link)) === lab.scenario) lab.again();
      else lab.state.commit(() => link);
      element("squares").scrollIntoView({ block: "nearest" });
      if (note) showError(new Error(`“${file.name}”: ${note}`));
    } catch (error) {
      showError(new Error(`“${file.name}”: ${/** @type {Error} */ (error).message}`));
    }
  }

  /**
   * Where a file leads from what is shown by then: reading a large one takes seconds, in which settings
   * may change.
   * @param {string} name
   * @param {Uint8Array} bytes
   * @returns {Promise<{ link: string, hash: string, note: string | null } | null>} null if the lab was left
   */
  async #read(name, bytes) {
    const { lab } = this;
    for (;;) {
      const { link } = lab;
      const shown = this.#task(link) === "file" ? this.contents(link)?.[0] : undefined;
      const found = JSON.parse(await lab.page.pool.ask("open_file", [link, name, bytes, shown ?? new Uint8Array()]));
      if (lab.left) return null;
      if (lab.link === link) return found;
    }
  }

  /** @param {() => void} act */
  #try(act) {
    try {
      act();
    } catch (error) {
      showError(error);
    }
  }
}
