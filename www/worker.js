// A worker: one unit of work in, one part out; or one call of the core in, its answer out. A classic
// script, because module workers cannot start from a page on disk; workers.js joins it to the core's
// bindings.

/** How often, in milliseconds, progress is told. */
const QUIET = 50;

onmessage = ({ data }) => {
  if (data.module) {
    wasm_bindgen.initSync({ module: data.module });
    hold(data.lock);
    return;
  }
  try {
    if (data.call) {
      postMessage({ answer: wasm_bindgen[data.call](...data.args) });
      return;
    }
    const start = performance.now();
    const part = wasm_bindgen.run(data.unit, data.parts, teller(data.snapshots));
    postMessage({ part, took: performance.now() - start }, [part.buffer]);
  } catch (error) {
    // After a trap the module's state is unknown: let the worker die, so that it is replaced.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    postMessage({ error: error.message });
  }
};

/** Holds a lock for life, by whose release the page knows of this worker's end, and says that it does. */
async function hold(name) {
  try {
    await navigator.locks.request(name, () => {
      postMessage({ held: true });
      return new Promise(() => {});
    });
  } catch {
    // Insecure hosts have no locks, and sandboxed frames may not use them.
    postMessage({ held: false });
  }
}

/**
 * What hears the core: the share that is done. It says whether what was found so far is wanted now, and
 * then hears that too, as bytes that may be given away.
 */
function teller(snapshots) {
  let last = performance.now();
  return (share, snapshot) => {
    if (snapshot) {
      postMessage({ progress: share, snapshot }, [snapshot.buffer]);
      return false;
    }
    const now = performance.now();
    if (now - last < QUIET) return false;
    last = now;
    postMessage({ progress: share });
    return snapshots;
  };
}
