// @ts-check
// The page's other files. On a host they lie beside this script; a page that was saved as one file
// holds them itself, because nothing can be fetched from disk.

import { make } from "./dom.js";

/** This page as text if it is one file, taken before anything changes it. */
const whole = document.querySelector("script[data-file]")
  ? `<!doctype html>\n${document.documentElement.outerHTML}`
  : "";

/** Whether this page is one file, without a host that has more of them. */
export const isOneFile = whole !== "";

/** Where a page that was saved as one file keeps its figure. */
const SAVED = /<meta name="talscope-link" content="[^"]*">/;

/** How it is called where it is not opened, in lists of files. */
const TITLE = /<title>[^<]*<\/title>/;

/** Where the shell of a page in one file wants one of the files that this page has fetched. */
const WANTED = /(?<=<script type="application\/gzip" data-file="([^"]+)">)(?=<)/g;

/**
 * The files that were fetched, so that the page can be saved when its host is out of reach.
 * @type {Map<string, Promise<Blob>>}
 */
const fetched = new Map();

/**
 * One of the page's files. Calls name it in place: what they name goes into the page as one file.
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function ownFile(name) {
  const held = document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
  if (held) return unpacked(held.textContent ?? "");
  const before = await fetched.get(name);
  if (before) return new Response(before);
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) {
    throw new Error(`${name} could not be fetched (${response.status} ${response.statusText})`);
  }
  const copy = response.clone().blob();
  fetched.set(name, copy);
  copy.catch(() => fetched.delete(name));
  return response;
}

/** How long, in milliseconds, the page waits for what it can do without. */
const PATIENCE = 5000;

/**
 * A file on the host that the page can do without: who asks goes on without it if it does not come.
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function extraFile(name) {
  if (isOneFile || !navigator.onLine) throw new Error("there is no host");
  const response = await fetch(new URL(name, import.meta.url), { signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw new Error(`${name} could not be fetched (${response.status})`);
  return response;
}

/** Fetches, in a quiet moment, what saving the page as one file needs and nothing else does. */
export function prepareToSave() {
  const { connection } = /** @type {{ connection?: { saveData: boolean } }} */ (navigator);
  if (whole || connection?.saveData) return;
  const quiet = window.requestIdleCallback ?? ((act) => setTimeout(act, 1000));
  const all = async () => {
    if (!navigator.onLine) return;
    const shell = await (await ownFile("talscope.html")).text();
    await Promise.all(wanted(shell).map((name) => ownFile(name)));
  };
  // After the next frame, because that shows the first figure. Saving tries again what fails here.
  requestAnimationFrame(() => quiet(() => all().catch(() => {})));
}

/**
 * The page as one file that works from disk and opens with a link's figure, or with a lesson.
 * @param {string} link the part of an address behind its `#`
 * @param {string} title of the figure
 * @returns {Promise<string>}
 */
export async function wholePage(link, title) {
  const page = whole || (await filled(await (await ownFile("talscope.html")).text()));
  // Links are untrusted: the browser itself escapes them.
  const saved = make("meta", { name: "talscope-link", content: link }).outerHTML;
  return page.replace(SAVED, () => saved).replace(TITLE, () => make("title", {}, `${title} – talscope`).outerHTML);
}

/** The link that this page was saved with; empty on a host. */
export function savedLink() {
  return document.querySelector('meta[name="talscope-link"]')?.getAttribute("content") ?? "";
}

/** @param {string} text compressed, as base64 */
function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  // Compiling while reading asks for this type; reading as text asks for none.
  return new Response(stream, { headers: { "Content-Type": "application/wasm" } });
}

/** @param {string} shell */
function wanted(shell) {
  return Array.from(shell.matchAll(WANTED), ([, name]) => name);
}

/**
 * @param {string} shell the page in one file without the files that its scripts ask for
 * @returns {Promise<string>} with them
 */
async function filled(shell) {
  const contents = await Promise.all(wanted(shell).map(async (name) => packed(await ownFile(name))));
  return shell.replace(WANTED, () => /** @type {string} */ (contents.shift()));
}

/**
 * @param {Response} file
 * @returns {Promise<string>} compressed, as base64
 */
async function packed(file) {
  const stream = (await file.blob()).stream().pipeThrough(new CompressionStream("gzip"));
  const reader = new FileReader();
  const read = new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsDataURL(await new Response(stream).blob());
  await read;
  const address = /** @type {string} */ (reader.result);
  return address.slice(address.indexOf(",") + 1);
}
