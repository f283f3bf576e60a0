// @ts-check
// Parts of a lab alone: those that a link names, by the `data-part` of the page's elements. The core has the list
// of all (src/scenario/show.rs).

/**
 * The names of the parts that are shown, each with the place of the one that is, if it is one of several.
 * @type {Map<string, number | null>}
 */
let shown = new Map();

/** Of which lab they are shown, and which they are, as text. */
let last = { lab: /** @type {Element | null} */ (null), parts: "" };

/**
 * Shows some parts and leaves out the rest of the lab; if there are none, shows all.
 * @param {[string, number | null][]} parts
 */
export function showParts(parts) {
  const lab = document.querySelector("#lab > .lab");
  if (!lab || (last.lab === lab && last.parts === JSON.stringify(parts))) return;
  last = { lab, parts: JSON.stringify(parts) };
  shown = new Map(parts);
  const root = document.documentElement;
  root.toggleAttribute("data-show", shown.size > 0);
  if (shown.size > 0) root.dataset.show = [...shown.keys()].join(" ");
  lab.querySelectorAll("[data-off]").forEach((each) => each.removeAttribute("data-off"));
  const kept = [...lab.querySelectorAll("[data-part]")].filter((each) => namesOf(each).length > 0);
  // What a lab does not tell apart is shown whole.
  if (kept.length === 0) return void root.removeAttribute("data-show");
  fold(lab, kept);
  kept.forEach((each) => {
    // What only stands with a part stays as it is.
    for (let box = each.matches(".terms, .key") ? null : each.closest("details"); box && lab.contains(box); box = box.parentElement?.closest("details") ?? null) box.open = true;
    const [place] = namesOf(each).map((name) => shown.get(name)).filter((one) => one !== null);
    if (place === undefined || !each.matches(".panels, .squares")) return;
    for (const piece of /** @type {HTMLCollectionOf<HTMLElement>} */ (each.children)) piece.toggleAttribute("data-off", piece.dataset.place !== String(place));
  });
}

/**
 * Names a piece of a part that has several, and leaves it out if another is shown alone.
 * @param {HTMLElement} piece
 * @param {string} part
 * @param {number} place
 */
export function place(piece, part, place) {
  piece.dataset.place = String(place);
  const one = shown.get(part) ?? null;
  piece.toggleAttribute("data-off", one !== null && one !== place);
}

/**
 * Where a lesson lies over the page's foot, the first part that is shown stands above it: the rest is scrolled to.
 * @param {Element} over what lies there
 */
export function bringIntoView(over) {
  if (getComputedStyle(over).bottom !== "0px") return;
  const [name] = [...shown.keys()].filter((each) => !["notice", "controls"].includes(each));
  // Of what belongs to a part, the largest: others are its headings and notes.
  const [part] = [...document.querySelectorAll(`.lab [data-part~="${name}"]`)].sort((one, other) => other.clientHeight - one.clientHeight);
  part?.scrollIntoView({ block: "nearest" });
}

/** @param {Element} part */
function namesOf(part) {
  return (part.getAttribute("data-part") ?? "").split(" ").filter((name) => shown.has(name));
}

/**
 * Leaves out what neither is kept nor holds what is. The heading stays, for ears.
 * @param {Element} root
 * @param {Element[]} kept
 */
function fold(root, kept) {
  for (const child of root.children) {
    if (kept.includes(child) || child.matches("h1")) continue;
    // Beside a lesson the figure's words stay, for those who do not see it.
    if (child.matches(".words")) {
      for (const each of child.children) each.toggleAttribute("data-off", !each.querySelector("#description"));
      continue;
    }
    if (child.matches(".telling") || kept.some((each) => child.contains(each))) fold(child, kept);
    else child.toggleAttribute("data-off", true);
  }
}
