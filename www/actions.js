// @ts-check
// What the foot of the page does: copies links, and saves the figure in every form.

import { guarded } from "./core.js";
import { Sheet } from "./canvas.js";
import { element, make, save } from "./dom.js";
import { offerEmbedding } from "./embed.js";
import { showError } from "./errors.js";
import { wholePage } from "./files.js";
import { copy, say } from "./share.js";
import { isDark } from "./theme.js";

/**
 * @param {import("./state.js").State} state
 * @param {() => import("./figure.js").FigureLab | undefined} lab
 */
export function watchActions(state, lab) {
  /** @type {(id: string, act: (figure: import("./figure.js").Figure) => unknown) => void} */
  const on = (id, act) => element(id).addEventListener("click", async () => {
    try {
      const mounted = lab();
      if (mounted) await act(mounted.handle());
    } catch (error) {
      showError(error);
    }
  });
  const address = (/** @type {string} */ link) => new URL(`#${link}`, location.href).href;
  on("copy-link", () => copy(address(state.link), "Link copied."));
  on("copy-embed", (figure) => offerEmbedding(state.link, figure));
  /** @type {(ending: string, type: string, make: (figure: import("./figure.js").Figure) => BlobPart | Promise<BlobPart>) => void} */
  const onSave = (ending, type, contents) => on(`save-${ending}`, async (figure) => {
    const name = `${guarded(() => figure.file_name())}.${ending}`;
    save(name, type, await contents(figure));
    say(`${name} saved.`);
  });
  onSave("svg", "image/svg+xml", (figure) => guarded(() => figure.svg(isDark())));
  onSave("png", "image/png", (figure) => picture(figure));
  onSave("csv", "text/csv", (figure) => guarded(() => figure.csv()));
  onSave("json", "application/json", (figure) => guarded(() => figure.json()));
  onSave("html", "text/html", (figure) => wholePage(state.fragment, guarded(() => figure.heading())));
}

/**
 * The figure as a PNG of twice its size, with its title and its link inside.
 * @param {import("./figure.js").Figure} figure
 * @returns {Promise<BlobPart>}
 */
async function picture(figure) {
  const canvas = make("canvas");
  const [width, height] = guarded(() => figure.saved_size());
  // Another figure may be shown by the time the file is made.
  const inscription = guarded(() => figure.inscription());
  new Sheet(canvas).drawAs(width, height, 2, isDark(), figure, figure.whole);
  /** @type {Blob} */
  const blob = await new Promise((resolve, reject) => canvas.toBlob((blob) =>
    blob ? resolve(blob) : reject(new Error("this browser could not make a PNG"))));
  const file = new Uint8Array(await blob.arrayBuffer());
  const inscribed = guarded(() => inscription.on_png(file));
  inscription.free();
  return /** @type {BlobPart} */ (inscribed);
}
