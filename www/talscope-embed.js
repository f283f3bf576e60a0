// @ts-check
// Figures of talscope in any other page. It needs this script once, from talscope's own host:
//   <script src="https://…/talscope-embed.js" async></script>
//   <talscope-figure link="lab=toy&preset=gap" title="What it shows"></talscope-figure>
// Frames of talscope, these and plain ones, become as high as what they show, whatever is unfolded in them.
// A classic script, because hosts need to allow others to have modules.
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const page = new URL(".", script.src);
  /** The version of the messages between a figure and the page around it. */
  const talscope = 1;
  /** No figure is higher, in pixels: what says so is none. */
  const HIGHEST = 50_000;

  class TalscopeFigure extends HTMLElement {
    static observedAttributes = ["link", "title"];

    connectedCallback() {
      this.style.display ||= "block";
      this.attributeChangedCallback();
    }

    attributeChangedCallback() {
      if (!this.isConnected) return;
      const frame = this.querySelector("iframe") ?? this.appendChild(document.createElement("iframe"));
      // A link may be a whole address; it is shown by the page that this script is from.
      const link = (this.getAttribute("link") ?? "").split("#").slice(-1)[0];
      const parts = link.split("&").filter((part) => part && !part.startsWith("embed="));
      const src = new URL(`#${[...parts, "embed=1"].join("&")}`, page).href;
      frame.title = this.title || "A figure of talscope";
      // Until it has told its height.
      frame.style.cssText ||= "display: block; width: 100%; height: 780px; border: 0";
      if (frame.src !== src) frame.src = src;
    }
  }
  if (!customElements.get("talscope-figure")) customElements.define("talscope-figure", TalscopeFigure);

  const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(page.href));
  /**
   * @param {HTMLIFrameElement} frame whose figure learns that its frame will follow it, and how many times as large
   *   as it thinks it is shown, which anyone may know
   */
  const offer = (frame) => {
    const scale = frame.getBoundingClientRect().width / (frame.offsetWidth || 1) || 1;
    frame.contentWindow?.postMessage({ talscope, sized: true, scale }, "*");
  };

  addEventListener("message", ({ source, origin, data }) => {
    if (origin !== page.origin || data?.talscope !== talscope) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    const { height, sized, escape, key, shiftKey } = data;
    // A deck goes on though the figure has the focus. Some decks look for the old numbers of keys.
    const keyCode = { PageUp: 33, PageDown: 34, " ": 32 }[String(key)];
    if (frame && keyCode) {
      const init = { key, code: key === " " ? "Space" : key, keyCode, which: keyCode, shiftKey: shiftKey === true, bubbles: true, cancelable: true };
      // Keys that a script sends scroll nothing: where no deck took it, the page scrolls as it would have.
      const way = key === "PageUp" || init.shiftKey ? -1 : 1;
      if (frame.dispatchEvent(new KeyboardEvent("keydown", init))) scrollBy(0, way * 0.85 * innerHeight);
      frame.dispatchEvent(new KeyboardEvent("keyup", init));
    }
    if (frame && escape) {
      frame.blur();
      focus();
    }
    if (!frame || !Number.isFinite(height) || height <= 0 || height > HIGHEST) return;
    if (!sized) return offer(frame);
    const border = getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0;
    frame.style.height = `${height + border}px`;
  });
  // Those that were there before this script have spoken already.
  const all = () => frames().forEach(offer);
  all();
  // A deck that fills another window shows its slides at another scale.
  addEventListener("resize", () => setTimeout(all, 300));
})();
