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
  return watchMedia(NARROW, (narrow) => keepFocus(() => {
    if (narrow) beside.forEach((each, i) => homes[i].after(each));
    else side?.append(...beside);
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
