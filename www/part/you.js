// @ts-check
// A learner's own questions in the toy lab: placed by hand, then compared with the rules' and the best there are.

import { core } from "../core.js";
import { element, keepFocus, make, noteDone, setHidden, setText, speak } from "../dom.js";
import { spoken } from "../hands.js";
import { Asking } from "./asking.js";
import { Panel } from "./panel.js";

/**
 * @typedef {object} Compared
 * @property {boolean} covered whether what the rules ask is not shown yet
 * @property {string} verdict
 * @property {[string, string, string][]} questions place, what it tells alone, what would be lost without it
 * @property {[string, string, string, string][]} rows who asked, information, log likelihood, where
 *
 * @typedef {import("./asking.js").Asked & Compared} Words
 */

export class You extends Asking {
  /** @param {import("../lab/toy.js").ToyLab} lab */
  constructor(lab) {
    super(lab);
    /** @type {Panel | null} */
    this.panel = null;
    /** @type {(id: string, act: () => void) => void} */
    const on = (id, act) => element(id).addEventListener("click", act);
    on("try", () => this.#begin());
    on("you-again", () => this.#begin());
    on("you-show", () => {
      noteDone("The rules’ questions are shown.");
      lab.state.commit(() => core.look(lab.link, "guess"));
      element("you-verdict").focus({ preventScroll: true });
      // Once all that stands above it is drawn: on a phone the score would be below the fold.
      requestAnimationFrame(() => requestAnimationFrame(() => element("you-verdict").scrollIntoView({ block: "nearest" })));
    });
    on("you-end", () => {
      lab.state.commit(() => core.set_list(lab.link, "you", []));
      // It is there again with the next frame; what has the focus now is gone then.
      element("try").hidden = false;
      element("try").focus({ preventScroll: true });
    });
  }

  /** @returns {Words | null} */
  words() {
    return this.lab.words().you;
  }

  /**
   * Shows all but what is drawn.
   * @param {import("./panel.js").PanelFacts | null} facts
   * @param {number} place by which the figure knows the panel
   * @returns {Panel[]} what is to be drawn
   */
  show(facts, place) {
    const words = this.words();
    setHidden(element("you"), !words);
    setHidden(element("try"), words !== null);
    setHidden(element("panels"), words?.covered === true);
    document.documentElement.toggleAttribute("data-guess", words?.covered === true);
    if (!words || !facts) {
      this.panel = null;
      return [];
    }
    if (this.panel?.place !== place) {
      this.panel = new Panel(this.lab, place, "rule-you", this);
      this.panel.head.append(make("h2", {}, "You"), this.panel.words);
      element("you-panel").replaceChildren(this.panel.root);
    }
    this.panel.tell({ ...facts, ...(words.covered ? { meaning: "the answers come once all questions are placed", scores: [] } : {}) });
    setText(element("you-task"), words.task);
    setText(element("you-verdict"), words.verdict);
    const ready = words.covered && words.asked === words.wanted;
    setHidden(element("you-show"), !words.covered);
    element("you-show").ariaDisabled = String(!ready);
    setHidden(element("you-again"), words.asked === 0);
    this.#fill(words);
    return [this.panel];
  }

  /** @param {Words} words */
  #fill({ covered, places, questions, rows }) {
    const cells = (/** @type {string[]} */ texts) => texts.map((text) => make("td", {}, text));
    const head = (/** @type {string[]} */ names) => make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)));
    const caption = (/** @type {string} */ words) => make("caption", { className: "unseen" }, words);
    const own = places.map(([x], index) => {
      const back = make("button", { type: "button", ariaLabel: `Take question ${index + 1} back` }, "×");
      back.addEventListener("click", () => this.remove(index));
      const numbers = covered ? [spoken(x)] : questions[index];
      return make("tr", {}, make("th", { scope: "row" }, String(index + 1)), ...cells(numbers), make("td", { className: "off-paper" }, back));
    });
    const table = element("you-questions");
    const names = ["question", "x", ...(covered ? [] : ["alone", "lost without it"]), ""];
    keepFocus(table, () => table.replaceChildren(...(own.length > 0 ? [caption("Your questions"), head(names), ...own] : [])));
    const others = rows.map(([name, ...rest]) => make("tr", {}, make("th", { scope: "row" }, name), ...cells(rest)));
    element("you-rows").replaceChildren(...(covered ? [] : [caption("Your questions beside the rules’"), head(["who", "information", "log likelihood", "asked at"]), ...others]));
  }

  #begin() {
    const { state } = this.lab;
    state.commit(() => core.look(core.set_list(this.lab.link, "you", [""]), "guess", "1"));
    noteDone("");
    speak(this.words()?.task ?? "");
    // Once it is drawn, and so is there.
    requestAnimationFrame(() => {
      element("you").scrollIntoView({ block: "nearest" });
      this.panel?.overlay.canvas.focus({ preventScroll: true });
    });
  }
}
