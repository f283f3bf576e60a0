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
    assert_eq!(page.text("cancel"), "Go on");
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
    page.wait_for("document.getElementById('cancel').textContent === 'Go on'");
    page.browser.click("#cancel").unwrap();
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint("repetitions=200000"));
    page.close();
}

/// What a function body makes of a `pool` whose workers do `extra` first, and of 20 `units`, which `planOf` makes
/// a plan of.
fn with_pool(page: &Page, extra: &str, body: &str) -> Value {
    let function = "async ({ Pool }, { 'core.js': { core } }) => {
          const wasm = await fetch(new URL('talscope_bg.wasm', main));
          const module = await WebAssembly.compileStreaming(wasm);
          const text = async (name) => (await fetch(new URL(name, main))).text();
          const source = [await text('talscope_worker.js'), await text('worker.js'), EXTRA];
          const url = URL.createObjectURL(new Blob(source, { type: 'text/javascript' }));
          const pool = new Pool(module, url);
          const units = core.plan('lab=marginal&repetitions=50000').steps.map(({ unit }) => unit);
          const name = (unit) => new TextDecoder('latin1').decode(unit);
          const planOf = (list, { needs = [], groups = [] } = {}) => ({
            steps: list.map((unit, i) => ({ unit, name: name(unit), needs: needs[i] ?? [], hears: 'part' })),
            groups,
            apart: true,
          });
          BODY
        }";
    let function = function.replace("EXTRA", &json!(extra).to_string()).replace("BODY", body);
    page.module("workers.js", &function)
}

/// Runs units in a pool whose workers do `extra` first, and tells how that went.
fn run_pool(page: &Page, extra: &str) -> Value {
    let body = "const found = new Set();
          const channel = new BroadcastChannel('test');
          let started = 0;
          channel.onmessage = () => (started += 1);
          try {
            const job = pool.run(planOf(units), { onPart: (index) => found.add(index) });
            const complete = await job.finished;
            await new Promise((later) => setTimeout(later, 50));
            return { complete, units: units.length, parts: found.size, size: pool.size, started };
          } catch (error) {
            return { error: error.message };
          }";
    with_pool(page, extra, body)
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

/// Every worker ends at its second unit without any error, as the system ends one for want of memory.
/// Only the lock that it held tells.
#[test]
fn a_worker_that_ends_in_silence_is_replaced_and_its_unit_tried_again() {
    let page = Page::open("repetitions=1000");
    let ran = run_pool(&page, &format!("{COUNT}{SILENT}"));
    assert_eq!((&ran["complete"], &ran["parts"]), (&json!(true), &ran["units"]), "{ran}");
    assert!(ran["started"].as_u64() >= ran["units"].as_u64(), "a new worker for each unit: {ran}");
    page.close();
}

#[test]
fn without_locks_a_silent_worker_is_given_up_after_a_while() {
    let page = Page::open("repetitions=1000");
    let without = "Object.defineProperty(navigator, 'locks', { value: undefined });";
    let body = "pool.patience = 2;
        return pool.run(planOf(units.slice(0, pool.size + 1)), { onPart: () => {} }).finished;";
    assert_eq!(with_pool(&page, &format!("{without}{SILENT}"), body), true);
    let body = "pool.patience = 1;
        const job = pool.run(planOf(units.slice(0, 1)), { onPart: () => {} });
        return job.finished.catch((error) => error.message);";
    let words = with_pool(&page, "onmessage = () => {};", body);
    let words = words.as_str().unwrap();
    assert!(
        words.contains("stopped 2 times") && words.contains("heard from it for 4 s"),
        "{words}"
    );
    page.close();
}

const SILENT: &str = "const honest = onmessage; let seen = 0;
    onmessage = (event) => (event.data.unit && ++seen > 1 ? close() : honest(event));";

#[test]
fn a_call_whose_worker_ends_in_silence_fails_in_words() {
    let page = Page::open("repetitions=1000");
    let body = "try { return await pool.ask('normalise', ['']); }
        catch (error) { return error.message; }";
    assert_eq!(with_pool(&page, "", body), "v=1&lab=toy&preset=gap");
    let ending = "const honest = onmessage;
        onmessage = (event) => (event.data.call ? close() : honest(event));";
    let words = with_pool(&page, ending, body);
    assert_eq!(words, "a worker stopped (it ended without an error)");
    page.close();
}

#[test]
fn jobs_take_turns_and_urgent_ones_go_first() {
    let page = Page::open("repetitions=1000");
    let body = "pool.size = 1;
        const order = [];
        const start = (name, count, manner) =>
          pool.run(planOf(units.slice(0, count)), { onPart: (index) => order.push(name + index) }, manner);
        const jobs = [start('a', 4), start('b', 2), start('c', 3, { urgent: true }), start('d', 0)];
        const complete = await Promise.all(jobs.map((job) => job.finished));
        return { complete, order: order.join(' '), seats: pool.seats.length, jobs: pool.jobs.length };";
    let ran = with_pool(&page, "", body);
    // The first piece was under way when the urgent ones came.
    assert_eq!(ran["order"], "a0 c0 c1 c2 a1 b0 a2 b1 a3");
    assert_eq!(ran["complete"], json!([true, true, true, true]));
    assert_eq!((&ran["seats"], &ran["jobs"]), (&json!(1), &json!(0)), "one worker did it all");
    page.close();
}

#[test]
fn a_job_is_cancelled_alone() {
    let page = Page::open("repetitions=1000");
    let body = "pool.size = 2;
        let parts = 0, others;
        const kept = pool.run(planOf(units), { onPart: () => (parts += 1) });
        const dropped = pool.run(planOf(units), { onPart: (index) => {
          if (index < 2) return;
          others = [...kept.busy.keys()];
          dropped.cancel();
          others = others.map((seat) => pool.seats.includes(seat));
        } });
        const after = await dropped.finished;
        const complete = await kept.finished;
        return { after, done: dropped.done, complete, parts, units: units.length, others };";
    let ran = with_pool(&page, "", body);
    assert_eq!((&ran["after"], &ran["others"][0]), (&json!(false), &json!(true)), "{ran}");
    assert!((1..20).contains(&ran["done"].as_u64().unwrap()), "{ran}");
    assert_eq!((&ran["complete"], &ran["parts"]), (&json!(true), &ran["units"]), "{ran}");
    page.close();
}

#[test]
fn snapshots_arrive_with_the_index_of_their_unit() {
    let page = Page::open("repetitions=1000");
    let telling = "const run = wasm_bindgen.run;
        let clock = 0;
        performance.now = () => clock;
        wasm_bindgen.run = (unit, parts, tell) => {
          for (const [later, share] of [[60, 0.5], [40, 0.6]]) {
            clock += later;
            if (tell(share)) tell(share, new Uint8Array([unit.length, 10 * share]));
          }
          return run(unit, parts, tell);
        };";
    let body = "const heard = [], shares = [];
        const onPart = () => {};
        const onSnapshot = (index, bytes) => heard.push([index, ...bytes]);
        pool.size = 1;
        await pool.run(planOf(units.slice(0, 3)), { onPart, onSnapshot }).finished;
        await pool.run(planOf(units.slice(3, 4)), { onPart, onProgress: (done) => shares.push(done) }).finished;
        return { heard, shares, want: units.slice(0, 3).map((unit, index) => [index, unit.length, 5]) };";
    let ran = with_pool(&page, telling, body);
    assert_eq!(ran["heard"], ran["want"], "one of each unit: more would have come too soon");
    assert_eq!(ran["shares"][0], 0.5, "progress is heard also where nobody listens to snapshots");
    page.close();
}

/// Workers that find, for each unit, how long it is, how many parts it got, and the first byte of the last.
const MEASURING: &str = "wasm_bindgen.run = (unit, parts) =>
    new Uint8Array([unit.length, parts.length, parts.at(-1)?.[0] ?? 0]);";

#[test]
fn units_that_need_others_wait_and_get_their_parts() {
    let page = Page::open("repetitions=1000");
    let body = "const found = {}, order = [];
        const four = [1, 2, 3, 4].map((n) => new Uint8Array(100 + n));
        const needs = [[], [], [0, 1], [0, 2]];
        const onPart = (index, part) => { order.push(index); found[index] = [...part]; };
        const job = pool.run(planOf(four, { needs }), { onPart }, { given: 1 });
        return { complete: await job.finished, order, found };";
    let ran = with_pool(&page, MEASURING, body);
    assert_eq!(ran["complete"], true, "{ran}");
    // The first is given, so that nobody hears of it, but others need it.
    assert_eq!(ran["order"], json!([1, 2, 3]));
    assert_eq!(ran["found"]["1"], json!([102, 0, 0]));
    assert_eq!(
        ran["found"]["2"],
        json!([103, 2, 102]),
        "what the units that it needs found, in order"
    );
    assert_eq!(ran["found"]["3"], json!([104, 2, 103]));
    page.close();
}

/// A unit's parts may be hundreds of megabytes.
#[test]
fn what_nobody_needs_any_more_is_given_to_a_worker_and_not_copied() {
    let page = Page::open("repetitions=1000");
    let function = "async ({ Seat }, { 'workers.js': { workerScript } }) => {
          const wasm = await fetch(new URL('talscope_bg.wasm', main));
          const seat = new Seat(await workerScript(), await WebAssembly.compileStreaming(wasm), () => {});
          const give = () => new Promise((done) => {
            const bytes = new Uint8Array(1000);
            const hear = ({ answer }) => done([answer.length > 0, bytes.length]);
            seat.give({ call: 'labs', args: [], bytes }, hear, 60, [bytes.buffer]);
          });
          // Before the worker is ready, and after.
          const left = [await give(), await give()];
          seat.end();
          return left;
        }";
    assert_eq!(page.module("seat.js", function), json!([[true, 0], [true, 0]]));
    page.close();
}

#[test]
fn what_is_known_is_not_done_again_and_what_is_under_way_goes_on() {
    let page = Page::open("repetitions=1000");
    let body = "pool.size = 1;
        let begun = 0;
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, ...more) {
          begun += message.unit ? 1 : 0;
          return post.call(this, message, ...more);
        };
        const heard = [];
        const hear = (name) => ({ onPart: (index) => heard.push(name + index) });
        const [a, b, c, d] = units;
        const first = pool.run(planOf([a, b, c]), hear('a'));
        while (first.done < 1) await new Promise((next) => setTimeout(next));
        const [seat] = first.busy.keys();
        const second = pool.run(planOf([d, b, a]), hear('b'), { after: first });
        const same = second.busy.has(seat);
        const complete = [await first.finished, await second.finished];
        Worker.prototype.postMessage = post;
        return { complete, heard: heard.join(' '), begun, same, seats: pool.seats.length };";
    let ran = with_pool(&page, "", body);
    assert_eq!(ran["complete"], json!([false, true]), "{ran}");
    assert_eq!(ran["heard"], "a0 b2 b1 b0", "{ran}");
    assert_eq!((&ran["begun"], &ran["same"], &ran["seats"]), (&json!(3), &json!(true), &json!(1)));
    page.close();
}

#[test]
fn a_group_is_stopped_alone_by_hand_or_by_its_error() {
    let page = Page::open("repetitions=1000");
    let failing = "const run = wasm_bindgen.run;
        wasm_bindgen.run = (unit, parts, tell) => {
          const text = new TextDecoder().decode(unit);
          if (text.startsWith('marginal-check 1 5000 ')) throw new Error('no luck');
          return run(unit, parts, tell);
        };";
    let body = "pool.size = 1;
        const groups = [[1, 2], [3, 4], [5]];
        const heard = [];
        const plan = planOf(units.slice(0, 6), { groups });
        const job = pool.run(plan, { onPart: (index) => heard.push(index) });
        job.stop([5]);
        const complete = await job.finished;
        const why = job.all.map((piece) => piece.stopped);
        job.pardon([5]);
        const again = pool.run(plan, { onPart: () => {} }, { after: job });
        await again.finished;
        return { complete, heard, why, again: again.all.map((piece) => piece.stopped) };";
    let ran = with_pool(&page, failing, body);
    assert_eq!(ran["complete"], false, "{ran}");
    assert_eq!(ran["heard"], json!([0, 1, 2]), "{ran}");
    assert_eq!(ran["why"], json!([null, null, null, "no luck", "no luck", ""]), "{ran}");
    assert_eq!(ran["again"], json!([null, null, null, "no luck", "no luck", null]), "{ran}");
    page.close();
}

#[test]
fn only_so_much_is_kept_and_what_was_used_last_longest() {
    let page = Page::open("repetitions=1000");
    let function = "({ Parts }) => {
          const parts = new Parts(100);
          const part = new Uint8Array(40);
          for (const key of ['a', 'b']) parts.keep(key, { part, took: 1 });
          parts.find('a');
          parts.keep('c', { part, took: 1 });
          parts.keep('large', { part: new Uint8Array(101), took: 1 });
          return [[...parts.kept.keys()].join(), parts.bytes, parts.has('a') && !parts.has('b')];
        }";
    assert_eq!(page.module("parts.js", function), json!(["a,c", 80, true]));
    page.close();
}

#[test]
fn what_a_listener_throws_ends_the_job() {
    let page = Page::open("repetitions=1000");
    let body = "const onPart = () => { throw new Error('no room'); };
        try { await pool.run(planOf(units), { onPart }).finished; } catch (error) { return error.message; }";
    assert_eq!(with_pool(&page, "", body), "no room");
    page.close();
}

#[test]
fn an_error_of_the_core_arrives_in_words() {
    let page = Page::open("repetitions=1000");
    let spoiling = "const honest = onmessage;
        onmessage = ({ data }) => honest({ data: data.unit ? { ...data, unit: data.unit.slice(3) } : data });";
    let ran = run_pool(&page, spoiling);
    assert_eq!(ran["error"], "a unit of work cannot be read: its bytes are not those of a plan");
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
