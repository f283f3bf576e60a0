// @ts-check
// In a wide window a lab's settings stand beside its figure, before it; in a narrow one they come after.
// They are moved, not only shown elsewhere, so that the Tab key goes the way the eye goes.

/** One column: as in the style sheets. */
export const NARROW = "(max-width: 56.25em)";
export const PHONE = "(max-width: 37.5em)";

/**
 * @param {HTMLElement} lab whose children `data-beside` fill its `.side` in a wide window, if it has one,
 *   and else stand where its template has them
 * @returns {() => void} stops watching
 */
export function watchOrder(lab) {
  const side = lab.querySelector(".side");
  const beside = [...lab.querySelectorAll(":scope > [data-beside]")];
  const homes = beside.map((each) => {
    const home = new Comment();
    each.before(home);
    return home;
  });
  const stops = [
    watchMedia(NARROW, (narrow) => keepFocus(() => {
      if (narrow) beside.forEach((each, i) => homes[i].after(each));
      else side?.append(...beside);
    })),
    watchLow(lab),
  ];
  return () => stops.forEach((stop) => stop());
}

/** A phone that lies on its side: as in the style sheets. */
const LOW = "screen and (max-height: 30em) and (max-width: 60em) and (orientation: landscape)";

/**
 * In a low window the figure comes first, and what is said of it, and the first settings, after it.
 * @param {HTMLElement} lab
 */
function watchLow(lab) {
  /** @type {[ChildNode, Element][]} */
  let moved = [];
  const below = document.createElement("div");
  below.className = "telling";
  return watchMedia(LOW, (low) => keepFocus(() => {
    for (const [home, each] of moved) home.replaceWith(each);
    moved = [];
    below.remove();
    const after = lab.querySelector(":scope > :is(.controls:not(.first), .editors, .words)");
    if (!low || !after || lab.matches(".play")) return;
    for (const each of lab.querySelectorAll(":scope > .telling > p, :scope > :is(.first, .rule), :scope > .stage > .key")) {
      const home = new Comment();
      each.replaceWith(home);
      moved.push([home, each]);
      if (each.matches("p")) below.append(each);
      else after.before(each);
    }
    after.before(below);
  }));
}

/**
 * @param {string} query
 * @param {(matches: boolean) => void} settle called at once, and whenever it changes
 * @returns {() => void} stops watching
 */
export function watchMedia(query, settle) {
  const media = matchMedia(query);
  const changed = () => settle(media.matches);
  media.addEventListener("change", changed);
  changed();
  return () => media.removeEventListener("change", changed);
}

/**
 * What is moved loses the focus; it gets it back.
 * @param {() => void} move
 */
export function keepFocus(move) {
  const focused = document.activeElement;
  move();
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus({ preventScroll: true });
}
