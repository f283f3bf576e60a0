// @ts-check
// A learner's own questions in the toy lab: placed by hand, then compared with the rules' and the best there are.

import { core, guarded } from "../core.js";
import { element, isNoted, keepFocus, make, noteDone, setText, speak } from "../dom.js";
import { pointAt, spoken } from "../hands.js";
import { watchKeys } from "../keys.js";
import { watchPointer } from "../pointer.js";
import { Panel } from "./panel.js";

/**
 * @typedef {object} Words
 * @property {boolean} covered whether what the rules ask is not shown yet
 * @property {number} asked
 * @property {number} wanted
 * @property {[number, number][]} places x and y of each question
 * @property {string} task
 * @property {string} verdict
 * @property {[string, string, string][]} questions place, what it tells alone, what would be lost without it
 * @property {[string, string, string, string][]} rows who asked, information, log likelihood, where
 */

export class You {
  /** @param {import("../lab/toy.js").ToyLab} lab */
  constructor(lab) {
    this.lab = lab;
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
    element("you").hidden = !words;
    element("try").hidden = words !== null;
    element("panels").hidden = words?.covered === true;
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
    element("you-show").hidden = !words.covered;
    element("you-show").ariaDisabled = String(!ready);
    element("you-again").hidden = words.asked === 0;
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
    noteDone("Place your questions.");
    state.commit(() => core.look(core.set_list(this.lab.link, "you", [""]), "guess", "1"));
    // Once it is drawn, and so is there.
    requestAnimationFrame(() => {
      element("you").scrollIntoView({ block: "nearest" });
      this.panel?.overlay.canvas.focus({ preventScroll: true });
    });
  }

  /**
   * What hands do to the learner's panel, and keys.
   * @param {HTMLCanvasElement} canvas
   * @param {import("../keys.js").View} view
   */
  watch(canvas, view) {
    const { state } = this.lab;
    let before = this.lab.link;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", "you-keys");
    watchKeys(canvas, view, this);
    const at = (/** @type {import("../pointer.js").Place} */ place, /** @type {number} */ reach) =>
      pointAt(this.grips().points, place, reach, view.frame());
    watchPointer(canvas, {
      frame: view.frame,
      grip: (place, reach) => {
        const index = at(place, reach);
        const { link } = this.lab;
        const moved = (/** @type {import("../pointer.js").Place} */ now) => () =>
          core.touch(link, "move question", Float64Array.of(index, now.x));
        return index < 0 ? null : {
          cursor: "grab",
          sideways: true,
          move: (now) => state.preview(moved(now)),
          end: (now) => state.commit(moved(now)),
          cancel: () => state.commit(() => link),
        };
      },
      hover: (place) => view.probe(place && place.x),
      click: ({ x }) => {
        before = this.lab.link;
        this.observeAt(x);
      },
      takeBack: () => state.takeBack(before),
      doubleClick: (place, reach) => {
        const index = at(place, reach);
        if (index >= 0) this.remove(index);
      },
    });
  }

  /** What there is to hold, as of other hands: the questions are the points. */
  grips() {
    return { points: this.words()?.places ?? [], regions: [] };
  }

  /**
   * Asks at a place.
   * @param {number} x
   */
  observeAt(x) {
    const { asked = 0, wanted = 0 } = this.words() ?? {};
    if (asked === wanted) return speak(`All ${wanted} questions are placed: move one, or take one back.`);
    this.#change(`Question ${asked + 1} placed.`, () => core.touch(this.lab.link, "ask", Float64Array.of(x)));
  }

  /**
   * Takes back the question nearest to a place.
   * @param {number} x
   */
  removeNear(x) {
    const distances = this.grips().points.map(([other]) => Math.abs(other - x));
    if (distances.length === 0) return speak("Nothing is asked yet.");
    this.remove(distances.indexOf(Math.min(...distances)));
  }

  /** @param {number} index */
  remove(index) {
    this.#change(`Question ${index + 1} taken back.`, () => core.touch(this.lab.link, "remove question", Float64Array.of(index)));
  }

  /**
   * @param {string} done in words
   * @param {() => string} make
   */
  #change(done, make) {
    noteDone(done);
    this.lab.state.commit(() => guarded(make));
    // While a search goes on, nobody has said it yet.
    if (isNoted()) speak(this.words()?.task ?? "");
  }
}
