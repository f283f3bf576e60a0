// @ts-check
// Small helpers around the DOM.

/**
 * The element with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element "${id}"`);
  return found;
}

/**
 * The element with an id, of a known class.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function typed(id, type) {
  const found = element(id);
  if (!(found instanceof type)) throw new Error(`"${id}" is not a ${type.name}`);
  return found;
}

/**
 * A new element with properties and children; text stays text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, unknown>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/**
 * Says something in a place, unless it is said there already: touching the DOM costs layout, and screen
 * readers read what is written anew. Words that take the place of others change the text alone: a new node would make
 * the browser look again at every style that asks what an element has.
 * @param {HTMLElement} place
 * @param {string} words
 */
export function setText(place, words) {
  const { firstChild } = place;
  if (place.textContent === words) return;
  if (words && firstChild instanceof Text && firstChild === place.lastChild && firstChild.data) firstChild.data = words;
  else place.textContent = words;
}

/**
 * Hides or shows something, unless it is so already.
 * @param {HTMLElement} place
 * @param {boolean} hidden
 */
export function setHidden(place, hidden) {
  if (place.hidden !== hidden) place.hidden = hidden;
}

/**
 * Whether the link leaves a part of the page out. Style sheets see to what is seen of it; this is for ears.
 * @param {"notice" | "scores" | "title"} part
 */
export function isHidden(part) {
  return document.documentElement.matches(`[data-hide~="${part}"]`);
}

/** What was done, to be said with what came of it. */
let done = "";

/** @param {string} words */
export function noteDone(words) {
  done = words;
}

/** Whether something was done of which nobody has said yet what came of it. */
export function isNoted() {
  return done !== "";
}

/**
 * Says something aloud, for those who see nothing of it.
 * @param {string} words
 * @param {"spoken" | "spoken-beside"} [where] a lesson has its own place, so that what a figure says at the same
 *   time does not take it
 */
export function speak(words, where = "spoken") {
  const own = where === "spoken";
  const all = `${own ? done : ""} ${words}`.trim();
  const place = element(where);
  if (own) done = "";
  // What is said a second time must differ to be heard.
  if (all) place.textContent = place.textContent === all ? `${all}\u00a0` : all;
}

/**
 * Lets a button be pressed or not: what it does must see to that. A truly disabled one would lose the focus.
 * @param {string} id
 * @param {boolean} allowed
 */
export function allow(id, allowed) {
  element(id).ariaDisabled = String(!allowed);
}

/**
 * A choice that acts. Arrow keys on a closed list pass by what is not meant: there, Enter or leaving it acts.
 * @param {HTMLSelectElement} choice
 * @param {(value: string) => void} act
 */
export function watchChoice(choice, act) {
  let browsing = false;
  const chosen = () => {
    browsing = false;
    if (choice.value) act(choice.value);
  };
  choice.addEventListener("pointerdown", () => (browsing = false));
  choice.addEventListener("keydown", (event) => {
    const enters = event.key === "Enter";
    if (enters && browsing) event.preventDefault();
    if (enters && browsing) chosen();
    else browsing = !(enters || [" ", "Escape"].includes(event.key) || event.altKey);
  });
  choice.addEventListener("change", () => !browsing && chosen());
  choice.addEventListener("blur", () => browsing && chosen());
}

/**
 * Marks on which sides a box hides what it could scroll to: it fades there.
 * @param {HTMLElement} box
 */
export function watchEdges(box) {
  const mark = () => {
    const right = box.scrollWidth - box.clientWidth - box.scrollLeft;
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    const more = Object.entries({ left: box.scrollLeft, right, below }).filter(([, pixels]) => pixels > 1);
    box.dataset.more = more.map(([side]) => side).join(" ");
  };
  box.addEventListener("scroll", mark);
  // A pointer's click must not move what it hits.
  box.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target !== box && target.matches(":focus-visible")) uncover(box, target);
  });
  const observer = new ResizeObserver(mark);
  for (const each of [box, ...box.children]) observer.observe(each);
}

/**
 * Scrolls a box sideways until what has the focus in it is seen whole: browsers are content when some of it is.
 * @param {HTMLElement} box
 * @param {HTMLElement} held
 */
function uncover(box, held) {
  // What stays while the rest scrolls is never cut.
  const { position, left: edge } = getComputedStyle(held.closest("th") ?? held);
  if (position === "sticky" && edge !== "auto") return;
  const { scrollPaddingLeft, scrollPaddingRight } = getComputedStyle(box);
  const [within, { left, right }] = [box.getBoundingClientRect(), held.getBoundingClientRect()];
  const from = within.left + (parseFloat(scrollPaddingLeft) || 0);
  const to = within.right - (parseFloat(scrollPaddingRight) || 0);
  if (left < from) box.scrollLeft -= from - left;
  else if (right > to) box.scrollLeft += Math.min(right - to, left - from);
}

/**
 * Builds a part of the page anew. What had the focus in it keeps it, or else what has its name or its
 * place now.
 * @param {HTMLElement} root
 * @param {() => void} rebuild
 * @param {HTMLElement} [otherwise] gets the focus if nothing in it can
 */
export function keepFocus(root, rebuild, otherwise) {
  const held = /** @type {HTMLInputElement | null} */ (document.activeElement);
  if (!held || !root.contains(held)) return rebuild();
  const all = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, input, select, [tabindex]")]);
  const place = all().indexOf(held);
  // Asking where it is instead would cost a layout in every frame of a drag.
  const seen = (/** @type {Element} */ each) => root.contains(each) && !each.closest("[hidden]");
  // Who goes by keys does not lose sight of it; one that was out of sight already brings nobody back to it.
  const followed = held.matches(":focus-visible") && isInSight(held);
  rebuild();
  if (document.activeElement === held && seen(held)) return;
  const now = all();
  const named = now.find((each) => held.name && each.getAttribute("name") === held.name);
  const next = seen(held) ? held : named ?? now[Math.min(place, now.length - 1)];
  if (!next || !seen(next)) return otherwise?.focus();
  next.focus({ preventScroll: true });
  if (followed && !isInSight(next)) next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Element} each @returns {boolean} whether the window shows some of it */
function isInSight(each) {
  const { top, bottom, left, right } = each.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

/** Marks, once, when the first figure was drawn: a bench reads it. */
export function markFigure() {
  if (performance.getEntriesByName("figure").length === 0) performance.mark("figure");
}

/** Whether the page stands in a frame of another. */
export const isFramed = parent !== window;

/** How long, in milliseconds, a frame that may be out of sight waits to be drawn: browsers draw none there. */
const UNSEEN = 200;

/**
 * Runs `draw` at most once a frame, however often it is asked for. What lies below the fold of another page is
 * drawn too: it may be printed, or come into sight at once.
 * @param {() => void} draw
 * @returns {() => void}
 */
export function oncePerFrame(draw) {
  let [frame, timer] = [0, 0];
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = timer = 0;
    draw();
  };
  return () => {
    if (frame) return;
    frame = requestAnimationFrame(run);
    if (isFramed) timer = setTimeout(run, UNSEEN);
  };
}

/**
 * Offers contents as a file.
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} contents
 */
export function save(name, type, contents) {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Hears of files that are chosen, or dropped on a place.
 * @param {string} input the id of what chooses
 * @param {string} place the id of where they are dropped
 * @param {(files: FileList | null) => void} take
 */
export function watchFiles(input, place, take) {
  const chooser = typed(input, HTMLInputElement);
  chooser.addEventListener("change", () => {
    take(chooser.files);
    chooser.value = "";
  });
  const zone = element(place);
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.toggleAttribute("data-over", true);
  });
  zone.addEventListener("dragleave", () => zone.removeAttribute("data-over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.removeAttribute("data-over");
    take(event.dataTransfer?.files ?? null);
  });
}
