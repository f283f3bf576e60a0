// A worker: one unit of work in, one part out; or one call of the core in, its answer out. A classic
// script, because module workers cannot start from a page on disk; workers.js joins it to the core's
// bindings.

/** How often, in milliseconds, progress is told. */
const QUIET = 50;

onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    return;
  }
  try {
    if (data.call) {
      postMessage({ answer: wasm_bindgen[data.call](...data.args) });
      return;
    }
    const part = wasm_bindgen.run(data.unit, teller());
    postMessage({ part }, [part.buffer]);
  } catch (error) {
    // After a trap the module's state is unknown: let the worker die, so that it is replaced.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    postMessage({ error: error.message });
  }
};

function teller() {
  let last = performance.now();
  return (share) => {
    const now = performance.now();
    if (now - last < QUIET) return;
    last = now;
    postMessage({ progress: share });
  };
}
