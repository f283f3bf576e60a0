// @ts-check
// Light, dark, or as the system: a link may ask for one, else the reader's own choice counts.

import { typed } from "./dom.js";
import { isPrinting } from "./print.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more), (forced-colors: active)");
const KEPT = "talscope theme";

/** @param {() => void} changed called when the colours change */
export function watchTheme(changed) {
  const choice = typed("theme", HTMLSelectElement);
  choice.value = kept();
  apply(choice.value);
  choice.addEventListener("change", () => {
    keep(choice.value);
    apply(choice.value);
    changed();
  });
  dark.addEventListener("change", changed);
  strong.addEventListener("change", changed);
}

/** @param {string | null} theme what a link asks for */
export function preferTheme(theme) {
  apply(theme ?? typed("theme", HTMLSelectElement).value);
}

export function isDark() {
  if (isPrinting()) return false;
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : dark.matches;
}

/** Whether the reader wants strong contrasts: fills get outlines on the screen, and nowhere else. */
export function isStrong() {
  return strong.matches && !isPrinting();
}

/** @param {string} theme */
function apply(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

// Storage is refused in some embeddings; the choice then lasts as long as the page.
function kept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} theme */
function keep(theme) {
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // See above.
  }
}
