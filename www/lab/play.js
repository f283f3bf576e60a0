// @ts-check
// The game that a visitor without a link begins with, twin of src/lab/toy/game.rs: one large figure, four questions
// to place, then what they tell beside those of the rules, and why.

import { core } from "../core.js";
import { element, isHidden, make, markFigure, noteDone, setText, speak, typed } from "../dom.js";
import { endGame, markSeen } from "../opening.js";
import { PanelsLab } from "../panels.js";
import { Asking } from "../part/asking.js";
import { Panel } from "../part/panel.js";
import { copy } from "../share.js";

/**
 * @typedef {object} Bar what someone's questions tell
 * @property {string} id
 * @property {string} name
 * @property {number | null} told in nats; nothing before it is known
 * @property {string} words the same
 * @property {number[]} alone what each question would tell alone, where it is explained
 * @property {boolean} here whether the text speaks of it
 *
 * @typedef {object} Game
 * @property {number} stage from 1
 * @property {number} stages
 * @property {string} title
 * @property {string} text
 * @property {number} asked
 * @property {number} wanted
 * @property {string | null} score
 * @property {Bar[]} bars
 * @property {number} longest of all stages
 * @property {string} figure in words
 */

/** The one large figure. */
class Board extends Panel {
  /** @param {import("../figure.js").Figure} figure */
  draw(figure) {
    this.frame = this.sheet.draw(figure, "game");
  }

  /** @param {number | null} x */
  mark(x) {
    this.overlay.clear();
    if (x !== null && this.lab.figure) this.overlay.draw(this.lab.figure, "game", x);
  }
}

/** @extends {PanelsLab<Board>} */
export class PlayLab extends PanelsLab {
  /** @param {import("../labs.js").Page} page */
  constructor(page) {
    super(page, "parts of the search", ["board"]);
    this.asking = new Asking(this);
    this.board = new Board(this, 0, "large", this.asking);
    element("board").append(...this.setPanels([this.board]));
    /** @type {(id: string, act: () => void) => void} */
    const on = (id, act) => element(id).addEventListener("click", act);
    on("play-on", () => this.#go(1));
    on("play-back", () => this.#go(-1));
    on("play-again", () => {
      this.state.commit(() => core.look(core.set_list(this.link, "you", [""]), "play", "1"));
      // The button is gone.
      element("play-text").focus({ preventScroll: true });
    });
    on("play-challenge", () => this.#challenge());
    for (const id of ["play-skip", "play-figure"]) {
      element(id).addEventListener("click", (event) => {
        event.preventDefault();
        endGame(this.state);
      });
    }
  }

  /** @param {number} by */
  step(by) {
    const { stage, stages, asked, wanted } = this.game();
    if (stage + by < 1 || stage + by > stages) return "end";
    if (asked < wanted) speak(element("play-count").textContent ?? "");
    else this.#go(by);
    return "moved";
  }

  /** Hands that the board does not have are not asked for. */
  get hands() {
    return this.asking;
  }

  /** @returns {Game} */
  game() {
    return this.words().game;
  }

  draw() {
    const { figure, stage } = this.game();
    this.#tell();
    // Until all is placed, nothing of the page has the answer.
    document.documentElement.toggleAttribute("data-guess", stage === 1);
    this.board.canvas.ariaLabel = isHidden("scores") ? "The figure" : figure;
    const over = this.board.overlay.canvas;
    over.ariaLabel = stage === 1 ? "Where you ask" : "The figure";
    over.setAttribute("aria-describedby", stage === 1 ? "you-keys" : "look-keys");
    this.board.sheet.measure();
    this.board.draw(this.handle());
    this.keepAxis(this.board.frame);
    this.hoverAgain();
    markFigure();
  }

  /** The search for the best batch goes on behind: what it finds is words. */
  arrived() {
    if (this.figure) this.#tell();
    this.page.changed();
  }

  /** Questions are told as they are placed, and the text has the focus when it is another: its title is left to say. */
  gist() {
    return this.game().stage === 1 ? "" : `${this.#title()}.`;
  }

  /**
   * Whether words about the result may be said: all of them have numbers in them. @param {"notice" | "title"} part
   */
  #tells(part) {
    return this.game().stage === 1 || !(isHidden(part) || isHidden("scores"));
  }

  /** Each part of the game has its own. */
  heading() {
    return this.#title();
  }

  #title() {
    const { title, stage } = this.game();
    return this.#tells("title") ? title : stage === 2 ? "Your questions" : "The rules’ questions";
  }

  /** @param {number} by how many stages */
  #go(by) {
    const { stage, stages, asked, wanted } = this.game();
    if (asked < wanted) return speak(`Not yet: ${element("play-count").textContent}.`);
    markSeen();
    const next = Math.min(stages, Math.max(1, stage + by));
    if (next === stage) return speak(by > 0 ? "That was the last part." : "This is the first part.");
    this.aloud.told = "";
    this.state.commit(() => core.look(this.link, "play", String(next)));
    // While a search goes on, nobody has said it yet.
    if (this.aloud.told !== this.gist()) speak((this.aloud.told = this.gist()));
    // What is asked next stands with the text; the button may be gone.
    element("play-text").focus({ preventScroll: true });
    element("play-title").scrollIntoView({ block: "nearest" });
  }

  #tell() {
    const { text } = this.game();
    setText(element("play-title"), this.#title());
    setText(element("play-text"), this.#tells("notice") ? text : "");
    this.#buttons();
    this.#bars();
  }

  #buttons() {
    const { stage, stages, asked, wanted } = this.game();
    const on = typed("play-on", HTMLButtonElement);
    const last = stage === stages;
    on.hidden = last;
    // It stands where one has pressed until now.
    element("play-start").hidden = !last;
    on.ariaDisabled = String(asked < wanted);
    if (asked < wanted) on.setAttribute("aria-describedby", "play-count");
    else on.removeAttribute("aria-describedby");
    setText(on, stage === 1 ? "Show who asked best" : stage === 2 ? "Why?" : "Next");
    const left = wanted - asked;
    const keys = !matchMedia("(hover: none)").matches;
    setText(element("play-count"), stage > 1 ? "" : left > 0 ? `${left} to place: ${keys ? "click in the figure, or press Enter" : "tap in the figure"}` : `All placed. Drag one${keys ? ", or Shift + arrow," : ""} to change your mind.`);
    element("play-back").hidden = stage === 1;
    for (const id of ["undo", "redo"]) element(id).hidden = stage > 1;
    for (const id of ["play-again", "play-challenge"]) element(id).hidden = stage === 1;
    // Once all is placed, there is nothing to skip.
    element("play-skip").hidden = stage > 1;
    element("ending").hidden = !last;
    element("tally").hidden = stage === 1;
  }

  /** Bars are kept, so that they grow instead of being there. */
  #bars() {
    const { bars, longest } = this.game();
    const list = element("bars");
    const share = (/** @type {number} */ value) => `${longest > 0 ? (100 * value) / longest : 0}%`;
    if (list.childElementCount !== bars.length) list.replaceChildren(...bars.map(newBar));
    bars.forEach(({ id, name, told, words, alone, here }, i) => {
      const row = /** @type {HTMLElement} */ (list.children[i]);
      row.className = `bar-${id}`;
      row.toggleAttribute("data-here", here);
      const [label, track, number] = /** @type {HTMLCollectionOf<HTMLElement>} */ (row.children);
      setText(label, name);
      setText(number, words);
      const [counted, bar] = /** @type {HTMLCollectionOf<HTMLElement>} */ (track.children);
      bar.style.width = share(told ?? 0);
      // Shares that are too small to be seen would look like more than nothing.
      counted.hidden = !alone.some((value) => value > longest / 100);
      // Each question as long as what it tells alone: what is longer than the bar is counted twice.
      counted.replaceChildren(...alone.map((value, question) => {
        const part = make("span", {}, String(question + 1));
        part.style.width = share(value);
        return part;
      }));
    });
  }

  async #challenge() {
    const { score } = this.game();
    if (!score) return;
    const bare = core.look(core.look(core.set_list(this.link, "you", [""]), "play", "1"), "beat", score);
    noteDone("");
    const done = "Link copied: it has the problem and your score, not your questions.";
    // Beside the button, too: the foot of the page may be out of sight.
    if (await copy(new URL(`#${bare}`, location.href).href, done)) setText(element("play-count"), done);
  }

  leave() {
    markSeen();
    document.documentElement.removeAttribute("data-guess");
    super.leave();
  }
}

function newBar() {
  const track = make("span", { className: "track", ariaHidden: "true" }, make("span", { className: "counted" }), make("span", { className: "bar" }));
  return make("li", {}, make("span", { className: "who" }), track, make("span", { className: "nats" }));
}
