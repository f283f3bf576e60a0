//! The worker pool: progress, cancelling, crashes, and a core that traps.

use serde_json::{Value, json};

use super::{Page, native_fingerprint};

#[test]
fn long_work_shows_a_count_and_can_be_cancelled() {
    let page = Page::open("repetitions=1000");
    page.set("repetitions", "1000000");
    page.wait_for("/^[1-9].* of 400 batches/.test(document.getElementById('count').textContent)");
    let progress = page.value("document.getElementById('progress').value").as_f64().unwrap();
    assert!(progress > 0.0 && progress < 400.0, "{progress} of 400 units");
    page.screenshot("marginal-computing");
    page.browser.click("#cancel").unwrap();
    page.wait_for("/^stopped at/.test(document.getElementById('count').textContent)");
    assert_eq!(page.text("cancel"), "Start again");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    assert!(page.text("facts").contains("over"), "what was found is still shown");
    page.set("repetitions", "3000");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("repetitions=3000"));
    page.close();
}

#[test]
fn work_that_was_cancelled_can_be_started_again() {
    let page = Page::open("repetitions=1000");
    page.set("repetitions", "200000");
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('cancel').textContent === 'Start again'");
    page.browser.click("#cancel").unwrap();
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("repetitions=200000"));
    page.close();
}

/// Runs units in a pool whose workers do `extra` first, and tells how that went.
fn run_pool(page: &Page, extra: &str) -> Value {
    let function = "async ({ Pool }) => {
          const { core } = await import(new URL('core.js', main));
          const wasm = await fetch(new URL('talscope_bg.wasm', main));
          const module = await WebAssembly.compileStreaming(wasm);
          const text = async (name) => (await fetch(new URL(name, main))).text();
          const source = [await text('talscope_worker.js'), await text('worker.js'), EXTRA];
          const url = URL.createObjectURL(new Blob(source, { type: 'text/javascript' }));
          const pool = new Pool(module, url);
          const units = core.plan('lab=marginal&repetitions=20000');
          const parts = [];
          const channel = new BroadcastChannel('test');
          let started = 0;
          channel.onmessage = () => (started += 1);
          try {
            const job = pool.run(units, { onPart: (part) => parts.push(part) });
            const complete = await job.finished;
            await new Promise((later) => setTimeout(later, 50));
            return { complete, units: units.length, parts: parts.length, size: pool.size, started };
          } catch (error) {
            return { error: error.message };
          }
        }";
    page.module("workers.js", &function.replace("EXTRA", &json!(extra).to_string()))
}

const COUNT: &str = "new BroadcastChannel('test').postMessage('started');";

#[test]
fn as_many_workers_start_as_there_are_cores_to_spare() {
    let page = Page::open("repetitions=1000");
    let ran = run_pool(&page, COUNT);
    assert_eq!((&ran["complete"], &ran["parts"]), (&json!(true), &ran["units"]), "{ran}");
    let cores = page.value("Math.max(1, Math.min(navigator.hardwareConcurrency - 1, 16))");
    assert_eq!(ran["size"], cores);
    assert!(ran["started"].as_u64() <= cores.as_u64(), "{ran}");
    page.close();
}

/// Every worker dies on its second unit: each is replaced and its unit tried again.
#[test]
fn a_worker_that_dies_is_replaced_and_its_unit_tried_again() {
    let page = Page::open("repetitions=1000");
    let dying = format!(
        "{COUNT} const honest = onmessage; let seen = 0;
         onmessage = (event) => {{
           if (event.data.unit && ++seen > 1) throw new Error('boom');
           honest(event);
         }};"
    );
    let ran = run_pool(&page, &dying);
    assert_eq!((&ran["complete"], &ran["parts"]), (&json!(true), &ran["units"]), "{ran}");
    assert!(ran["started"].as_u64() >= ran["units"].as_u64(), "a new worker for each unit: {ran}");
    page.close();
}

#[test]
fn a_unit_that_kills_two_workers_is_reported_in_words() {
    let page = Page::open("repetitions=1000");
    let ran = run_pool(&page, "onmessage = () => { throw new Error('boom'); };");
    let words = ran["error"].as_str().unwrap();
    assert!(words.contains("stopped 2 times") && words.contains("boom"), "{words}");
    page.close();
}

#[test]
fn an_error_of_the_core_arrives_in_words() {
    let page = Page::open("repetitions=1000");
    let spoiling = "const honest = onmessage;
        onmessage = ({ data }) => honest({ data: data.unit ? { unit: data.unit.slice(3) } : data });";
    let ran = run_pool(&page, spoiling);
    assert_eq!(ran["error"], "a unit of work must be written by plan, got other bytes");
    page.close();
}

/// A trap leaves the core in an unknown state: it is started anew and the figure rebuilt.
#[test]
fn a_core_that_traps_is_started_anew() {
    let page = Page::open("preset=edge&repetitions=1000");
    let fingerprint = page.text("fingerprint");
    let function = "({ guarded }) => {
          const trap = () => { throw new WebAssembly.RuntimeError('unreachable'); };
          try { guarded(trap); } catch (error) { return error.message; }
        }";
    let words = page.module("core.js", function);
    assert!(words.as_str().unwrap().contains("started anew"), "{words}");
    // It is rebuilt a moment later, and says so meanwhile.
    let shows = |fingerprint: &str| {
        page.wait_for(&format!(
            "document.getElementById('fingerprint').textContent === '{fingerprint}'"
        ));
    };
    shows(&fingerprint);
    page.set("noise", "0.3");
    shows(&native_fingerprint("preset=edge&repetitions=1000&noise=0.3"));
    page.close();
}
