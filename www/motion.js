// @ts-check
// From one computed state to the next in a moment, for those who want motion. A new state ends what is under way.

import { isPrinting } from "./print.js";

/** How long, in milliseconds, it takes. */
const LASTS = 250;

export class Motion {
  constructor() {
    this.wanted = false;
    this.timer = 0;
  }

  /** What is drawn next may move to where it is. */
  want() {
    this.wanted = !matchMedia("(prefers-reduced-motion: reduce)").matches && !isPrinting();
  }

  /**
   * Draws, and then what comes after it: at once, or when the motion has come to its end. Until then the page is
   * marked, for who looks at pixels.
   * @param {(share: number) => void} draw a share of the way
   * @param {() => void} after
   */
  run(draw, after) {
    this.stop();
    if (!this.wanted) return after();
    this.wanted = false;
    document.documentElement.toggleAttribute("data-moving", true);
    const start = performance.now();
    const frame = () => {
      const share = (performance.now() - start) / LASTS;
      if (share < 1 && !isPrinting()) {
        this.timer = requestAnimationFrame(frame);
        return draw(share);
      }
      this.stop();
      after();
    };
    frame();
  }

  /** Ends it, wherever it is: what is drawn next is the state itself. */
  stop() {
    cancelAnimationFrame(this.timer);
    document.documentElement.removeAttribute("data-moving");
  }
}
