// @ts-check
// A figure in a frame of another page tells that page how high it is.

/** The version of these messages. */
const talscope = 1;

/**
 * Tells the page around it `{ talscope, height, sized }` whenever the height changes. A page that makes its
 * frame as high says so by `{ talscope, sized: true }`; then the figure takes the height that it needs, and
 * not that of its frame. Nothing but the height is told, so anyone may hear it.
 */
export function watchFrame() {
  if (parent === window) return;
  const root = document.documentElement;
  let told = "";
  const tell = () => {
    if (root.dataset.embed === undefined) return;
    const sized = root.dataset.sized !== undefined;
    const height = sized ? Math.ceil(document.body.getBoundingClientRect().height) : root.scrollHeight;
    const news = `${height} ${sized}`;
    if (news !== told) parent.postMessage({ talscope, height, sized }, "*");
    told = news;
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.talscope !== talscope || data.sized !== true) return;
    root.dataset.sized = "";
    tell();
  });
  new ResizeObserver(tell).observe(document.body);
}
