// @ts-check
// The Rust core in this page: loads it once, and starts it anew after a trap.

import { ownFile } from "./files.js";
import * as core from "./talscope.js";

export { core };

/** The event after which every handle into the core is void. */
export const RESTARTED = "talscope-restarted";

/**
 * Fetches, compiles and starts the core.
 * @returns {Promise<WebAssembly.Module>} the compiled module, to be shared with workers
 */
export async function loadCore() {
  const module = await WebAssembly.compileStreaming(ownFile("talscope_bg.wasm"));
  core.initSync({ module });
  return module;
}

/**
 * Calls into the core. A Rust error arrives as an Error in words; a trap leaves the core in an
 * unknown state, so that it is started anew before the error goes on.
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
export function guarded(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      core.__wbg_reset_state();
      dispatchEvent(new Event(RESTARTED));
      throw new Error(`the computation stopped unexpectedly (${error.message}); it was started anew`);
    }
    throw error;
  }
}
