// @ts-check
// Where lessons come from: the page's own files, or the address itself.

import { core, guarded } from "../core.js";
import { path } from "./path.js";

/**
 * @typedef {object} Lesson as the core gives it
 * @property {string} edition
 * @property {string} title
 * @property {string | null} lang
 * @property {import("./text.js").Node[]} summary
 * @property {import("./step.js").Step[]} steps
 * @typedef {{ source: string, lesson: Lesson }} Opened with the text that it was read from
 */

/** What stands before a lesson that a link holds itself, in the place of a name. */
const PACKED = "~";

/**
 * Whether a name is a lesson itself.
 * @param {string} name
 */
export function isPacked(name) {
  return name.startsWith(PACKED);
}

/**
 * @param {string} text a lesson's
 * @returns {string} what an address has beside a figure to hold all of it
 */
export function packedLesson(text) {
  return `lesson=${PACKED}${guarded(() => core.pack(text))}`;
}

/** @type {Map<string, Opened>} */
const known = new Map();

/**
 * @param {string} name of a shipped lesson, or a packed one
 * @returns {Promise<Opened>}
 */
export async function openLesson(name) {
  const before = known.get(name);
  if (before) return before;
  const source = await sourceOf(name);
  const open = { source, lesson: JSON.parse(guarded(() => core.lesson(source))) };
  known.set(name, open);
  return open;
}

/** @param {string} name */
async function sourceOf(name) {
  if (name.startsWith(PACKED)) return guarded(() => core.unpack(name.slice(PACKED.length)));
  const shipped = path.find((lesson) => lesson.name === name);
  if (!shipped) throw new Error(`there is no lesson “${name.slice(0, 40)}”, but there are ${path.map((lesson) => lesson.name).join(", ")}`);
  return (await shipped.file()).text();
}
