// @ts-check
// The page: header, one lab at a time, footer.

import { watchActions } from "./actions.js";
import { RESTARTED, core, guarded, loadCore } from "./core.js";
import { element, make, setText, typed, watchEdges } from "./dom.js";
import { showError, watchErrors } from "./errors.js";
import { prepareToSave } from "./files.js";
import { watchFrame } from "./frame.js";
import { labs } from "./labs.js";
import { offerLesson, watchMenu } from "./lesson/menu.js";
import { LessonSide } from "./lesson/side.js";
import { endGame } from "./opening.js";
import { mainParts, watchPresenting } from "./present.js";
import { watchPrint } from "./print.js";
import { Shelf } from "./shelf.js";
import { showParts } from "./show.js";
import { State } from "./state.js";
import { preferSpeed } from "./stepper.js";
import { explainTerms } from "./terms.js";
import { preferTheme, watchTheme } from "./theme.js";
import { Pool, workerScript } from "./workers.js";

watchErrors();
element("unstarted").remove();
start().catch((error) => {
  element("loading").remove();
  showError(new Error(`talscope could not start: ${error.message ?? error}`));
});

async function start() {
  const [module, script, shelf] = await Promise.all([loadCore(), workerScript(), new Shelf().open()]);
  const pool = new Pool(module, script, shelf);
  /** @type {{ name: string, lab: import("./figure.js").FigureLab } | null} */
  let shown = null;
  const state = new State((link, change) => {
    const { lab, play, theme, embed, hide, show, present, speed } = JSON.parse(guarded(() => core.view(link)));
    const name = play ? "play" : lab;
    preferTheme(theme);
    preferSpeed(speed);
    document.documentElement.toggleAttribute("data-embed", embed);
    document.documentElement.toggleAttribute("data-hide", hide.length > 0);
    if (hide.length > 0) document.documentElement.dataset.hide = hide.join(" ");
    if (shown?.name !== name) {
      shown?.lab.leave();
      const arrived = shown !== null;
      shown = { name, lab: mount(name, { state, pool, tell, changed }) };
      // Where one was is gone, unless a lesson goes on beside it.
      const heading = document.querySelector("h1");
      if (arrived && heading && !state.beside) Object.assign(heading, { tabIndex: -1 }).focus();
    }
    if (change.final) {
      presents(present);
      showParts(present && show.length === 0 ? mainParts(link) : show);
    }
    shown?.lab.show(link, change);
    if (!change.final) return;
    const without = (/** @type {string} */ key) => guarded(() => core.look(link, key));
    const whole = `#${without("embed")}`;
    const less = hide.length > 0 ? "hide" : show.length > 0 && !present ? "show" : "";
    offerMore(embed ? whole : less && `#${without(less)}`, embed);
    setText(element("paper-link"), new URL(whole, location.href).href);
  });
  const tellFrame = watchFrame(() => shown?.lab.redraw());
  const changed = () => {
    side.check();
    tellFrame();
  };
  const presents = watchPresenting(state, () => shown?.lab, () => side);
  const side = new LessonSide(state, () => shown?.lab);
  watchMenu(state);
  watchEdges(element("labs"));
  watchTheme(() => shown?.lab.redraw());
  watchPrint(() => shown?.lab.drawNow());
  watchActions(state, () => shown?.lab);
  // A fragment is a scenario here, so the links that skip must not become one.
  element("skip").addEventListener("click", (event) => {
    event.preventDefault();
    const main = element("lab");
    // What keys can do something with, or else the figure as a whole.
    const [first] = ["#step, .overlay[tabindex]", "section[aria-label]:has(canvas)"].flatMap((what) => /** @type {HTMLElement[]} */ ([...main.querySelectorAll(what)]).filter((each) => each.checkVisibility()));
    if (first?.tabIndex < 0) first.tabIndex = -1;
    (first ?? main).focus();
  });
  element("skip-to-lesson").addEventListener("click", (event) => {
    event.preventDefault();
    element("lesson").focus();
  });
  addEventListener(RESTARTED, () => {
    shown?.lab.forget();
    // Later, because the call that trapped is still on the stack.
    setTimeout(() => state.restore());
  });
  typed("home", HTMLAnchorElement).href = `#${guarded(() => core.opening())}`;
  state.start();
  // An embedded figure has no button to save it.
  if (document.documentElement.dataset.embed === undefined) prepareToSave();
}

/**
 * @param {string} name
 * @param {import("./labs.js").Page} page
 */
function mount(name, page) {
  // The game is the first lab, looked at otherwise.
  const lab = name === "play" ? "toy" : name;
  /** @type {[string, string, string][]} */
  const known = JSON.parse(guarded(() => core.labs()));
  const items = known.map(([other, question, title]) => {
    const topic = make("span", { className: "topic" }, title);
    // Not by the fragment alone: out of sight in a narrow window, such links would pass for ones that skip.
    const link = make("a", { href: `?#lab=${other}` }, make("span", {}, question), " ", topic);
    // The other lab opens with the same data; the address alone would open it afresh.
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (name === "play" && other === "toy") endGame(page.state);
      // Nobody's questions go along.
      else if (name === "play") page.state.put("", () => core.normalise(`lab=${other}`));
      else page.state.visit(other);
    });
    if (other === lab) link.ariaCurrent = "page";
    return make("li", {}, link);
  });
  const list = element("labs");
  list.replaceChildren(...items);
  const current = items.find((item) => item.querySelector("[aria-current]"));
  // Not by scrollIntoView, which would scroll the page, too.
  if (current) list.scrollLeft = current.offsetLeft + (current.offsetWidth - list.clientWidth) / 2 - list.offsetLeft;
  typed("actions", HTMLFieldSetElement).disabled = true;
  offerLesson(lab);
  const main = element("lab");
  main.replaceChildren(copyOf(`lab-${name}`));
  const heading = main.querySelector("h1");
  // What a lab's heading says may be what is asked: then its name stands there.
  heading?.replaceChildren(make("span", { className: "point" }, ...heading.childNodes), make("span", { className: "lab-name" }, items.find((item) => item.querySelector("[aria-current]"))?.textContent ?? ""));
  main.querySelector(".words")?.append(copyOf("details"));
  // Who hears the page goes from heading to heading: folds are among them.
  main.querySelectorAll(".words summary, .pair-box summary, .terms summary").forEach((fold) => fold.replaceChildren(make("h2", {}, ...fold.childNodes)));
  explainTerms(/** @type {HTMLElement} */ (main.firstElementChild));
  return new labs[name](page);
}

/**
 * Leads to what is left out.
 * @param {string} address nothing if nothing is left out
 * @param {boolean} embed
 */
function offerMore(address, embed) {
  const more = typed("whole", HTMLAnchorElement);
  if (address) more.href = address;
  more.target = embed ? "_blank" : "";
  setText(more, embed ? "Open this figure in talscope" : "Show what this link leaves out");
}

/** @param {string} template its id */
function copyOf(template) {
  return typed(template, HTMLTemplateElement).content.cloneNode(true);
}

/**
 * @param {string | null} heading
 * @param {string} fingerprint
 */
function tell(heading, fingerprint) {
  if (heading) {
    // A lesson has a title of its own, which does not tell what is asked.
    if (document.documentElement.dataset.lesson === undefined) document.title = `${heading} – talscope`;
    typed("actions", HTMLFieldSetElement).disabled = false;
  }
  setText(element("fingerprint"), fingerprint);
}
