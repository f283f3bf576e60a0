// @ts-check
// The page: header, one lab at a time, footer.

import { RESTARTED, core, guarded, loadCore } from "./core.js";
import { element, make, save, setText, typed } from "./dom.js";
import { showError, watchErrors } from "./errors.js";
import { prepareToSave, wholePage } from "./files.js";
import { labs } from "./labs.js";
import { copy, say } from "./share.js";
import { State } from "./state.js";
import { isDark, preferTheme, watchTheme } from "./theme.js";
import { Pool, workerScript } from "./workers.js";

watchErrors();
element("unstarted").remove();
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
    if (embed && change.final) typed("whole", HTMLAnchorElement).href = `#${guarded(() => core.embed(link, false))}`;
  });
  watchTheme(() => shown?.lab.redraw());
  watchActions(state, () => shown?.lab);
  addEventListener(RESTARTED, () => {
    shown?.lab.forget();
    // Later, because the call that trapped is still on the stack.
    setTimeout(() => state.restore());
  });
  state.start();
  // An embedded figure has no button to save it.
  if (document.documentElement.dataset.embed === undefined) prepareToSave();
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
    // The other lab opens with the same data; the address alone would open it afresh.
    link.addEventListener("click", (event) => {
      event.preventDefault();
      page.state.commit(() => core.in_lab(page.state.link, known.name));
    });
    if (known === lab) link.ariaCurrent = "page";
    return make("li", {}, link);
  });
  element("labs").replaceChildren(...items);
  const main = element("lab");
  main.replaceChildren(copyOf(`lab-${name}`));
  main.querySelector(".words")?.append(copyOf("details"));
  return lab.mount(page);
}

/** @param {string} template its id */
function copyOf(template) {
  return typed(template, HTMLTemplateElement).content.cloneNode(true);
}

/** @param {string} words */
function fingerprint(words) {
  setText(element("fingerprint"), words);
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
    await copy(new URL(`#${state.link}`, location.href).href, "Link copied.");
  });
  on("copy-embed", async () => {
    const address = new URL(`#${guarded(() => core.embed(state.link, true))}`, location.href).href;
    const [, , width, height] = guarded(() => core.figure_sizes(state.link));
    const frame = make("iframe", { src: address, width: String(width), height: String(height), title: "talscope" });
    await copy(frame.outerHTML, "HTML for an iframe copied.");
  });
  /** @type {(id: string, name: string, type: string, make: (lab: import("./labs.js").Mounted) => BlobPart | Promise<BlobPart>) => void} */
  const onSave = (id, name, type, contents) => on(id, async () => {
    const mounted = lab();
    if (!mounted) return;
    save(name, type, await contents(mounted));
    say(`${name} saved.`);
  });
  const size = () => guarded(() => core.figure_sizes(state.link));
  onSave("save-svg", "talscope.svg", "image/svg+xml", (mounted) => mounted.svg(size()[0], size()[1], isDark()));
  onSave("save-png", "talscope.png", "image/png", (mounted) => picture(mounted, size()));
  onSave("save-csv", "talscope.csv", "text/csv", (mounted) => mounted.csv());
  onSave("save-json", "talscope.json", "application/json", (mounted) => mounted.json());
  onSave("save-html", "talscope.html", "text/html", () => wholePage(state.link));
  // A fragment is a scenario here, so the skip link must not become one.
  on("skip", () => element("lab").focus());
  element("skip").addEventListener("click", (event) => event.preventDefault());
}

/**
 * The figure as a PNG of twice its size.
 * @param {import("./labs.js").Mounted} lab
 * @param {Uint32Array} size
 * @returns {Promise<Blob>}
 */
async function picture(lab, [width, height]) {
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  lab.paint(canvas, width, height, 2, isDark());
  return new Promise((resolve, reject) => canvas.toBlob((blob) =>
    blob ? resolve(blob) : reject(new Error("this browser could not make a PNG"))));
}
