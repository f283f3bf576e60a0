// @ts-check
// The page: header, one lab at a time, footer.

import { RESTARTED, core, guarded, loadCore } from "./core.js";
import { element, make, save, typed } from "./dom.js";
import { showError, watchErrors } from "./errors.js";
import { labs } from "./labs.js";
import { State } from "./state.js";
import { isDark, preferTheme, watchTheme } from "./theme.js";
import { Pool, workerScript } from "./workers.js";

/** The size of a saved figure, in pixels. */
const SAVED = { width: 800, height: 420 };

watchErrors();
start().catch((error) => showError(new Error(`talscope could not start: ${error.message ?? error}`)));

async function start() {
  const [module, script] = await Promise.all([loadCore(), workerScript()]);
  const pool = new Pool(module, script);
  /** @type {{ name: string, lab: import("./labs.js").Mounted } | null} */
  let shown = null;
  const state = new State((link, change) => {
    const { lab: name, theme, embed } = JSON.parse(guarded(() => core.view(link)));
    preferTheme(theme);
    document.documentElement.toggleAttribute("data-embed", embed);
    if (shown?.name !== name) {
      shown?.lab.leave();
      shown = { name, lab: mount(name, { state, pool, fingerprint }) };
    }
    shown?.lab.show(link, change);
  });
  watchTheme(() => shown?.lab.redraw());
  watchActions(state, () => shown?.lab);
  addEventListener(RESTARTED, () => {
    shown?.lab.forget();
    // Later, because the call that trapped is still on the stack.
    setTimeout(() => state.restore());
  });
  state.start();
}

/**
 * @param {string} name
 * @param {import("./labs.js").Page} page
 */
function mount(name, page) {
  const lab = labs.find((known) => known.name === name);
  if (!lab) throw new Error(`there is no lab "${name}"`);
  const items = labs.map((known) => {
    const link = make("a", { href: `#lab=${known.name}` }, known.title);
    if (known === lab) link.ariaCurrent = "page";
    return make("li", {}, link);
  });
  element("labs").replaceChildren(...items);
  element("lab").replaceChildren(typed(`lab-${name}`, HTMLTemplateElement).content.cloneNode(true));
  return lab.mount(page);
}

/** @param {string} words */
function fingerprint(words) {
  element("fingerprint").textContent = words;
}

/**
 * @param {State} state
 * @param {() => import("./labs.js").Mounted | undefined} lab
 */
function watchActions(state, lab) {
  /** @type {(id: string, act: () => unknown) => void} */
  const on = (id, act) => element(id).addEventListener("click", async () => {
    try {
      await act();
    } catch (error) {
      showError(error);
    }
  });
  on("copy-link", async () => {
    await navigator.clipboard.writeText(new URL(`#${state.link}`, location.href).href);
    say("Link copied.");
  });
  on("save-svg", () => {
    const svg = lab()?.svg(SAVED.width, SAVED.height, isDark());
    if (svg) save("talscope.svg", "image/svg+xml", svg);
    say("Figure saved.");
  });
  on("save-csv", () => {
    const csv = lab()?.csv();
    if (csv) save("talscope.csv", "text/csv", csv);
    say("Numbers saved.");
  });
  // A fragment is a scenario here, so the skip link must not become one.
  on("skip", () => element("lab").focus());
  element("skip").addEventListener("click", (event) => event.preventDefault());
}

/** @param {string} words */
function say(words) {
  element("said").textContent = words;
  setTimeout(() => (element("said").textContent = ""), 3000);
}
