// @ts-check
// The page's other files. On a host they lie beside this script; a page that was saved as one file
// holds them itself, because nothing can be fetched from disk.

import { make } from "./dom.js";

/** This page as text if it is one file, taken before anything changes it. */
const whole = document.querySelector("script[data-file]")
  ? `<!doctype html>\n${document.documentElement.outerHTML}`
  : "";

/** Where a page that was saved as one file keeps its figure. */
const SAVED = /<meta name="talscope-link" content="[^"]*">/;

/**
 * One of the page's files. Calls name it in place: what they name goes into the page as one file.
 * @param {string} name
 * @returns {Promise<Response>}
 */
export async function ownFile(name) {
  const held = document.querySelector(`script[data-file="${CSS.escape(name)}"]`);
  if (held) return unpacked(held.textContent ?? "");
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) {
    throw new Error(`${name} could not be fetched (${response.status} ${response.statusText})`);
  }
  return response;
}

/**
 * The page as one file that works from disk and opens with a link's figure.
 * @param {string} link
 * @returns {Promise<string>}
 */
export async function wholePage(link) {
  const page = whole || (await (await ownFile("talscope.html")).text());
  // Links are untrusted: the browser itself escapes them.
  const saved = make("meta", { name: "talscope-link", content: link }).outerHTML;
  return page.replace(SAVED, () => saved);
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
