//! The lab of models as a person uses it: models that learn before one's eyes.

use serde_json::json;

use super::embed::open_in_its_frame;
use super::support::webdriver::Options;
use super::touch::{place, way};
use super::{Page, address_of, native, native_fingerprint};

/// Models that are fitted in an instant.
const SMALL: &str = "v=1&lab=models&preset=net&tasks=0&candidate=gp-rbf&candidate=net:hmc(10,auto,2,100,20,5)&\
    candidate=ensemble(5,10,100)&candidate=dropout(10,0.05,100,0.01,100)";
/// The same, but for a sampler that takes a while.
const SLOW: &str = "v=1&lab=models&preset=net&tasks=0&candidate=gp-rbf&candidate=net:hmc(50,auto,1,50000,1000,1000)&\
    candidate=ensemble(5,10,100)&candidate=dropout(10,0.05,100,0.01,100)&model=1";

#[test]
fn the_lab_opens_with_the_papers_models_and_the_engines_fingerprint() {
    const LINK: &str = "lab=models&tasks=0";
    let page = Page::open_with(LINK, &Options { size: (1280, 800), ..Options::default() });
    assert_eq!(page.text("fingerprint"), native_fingerprint(LINK));
    assert_eq!(page.all(".panel h2")[0], "exact posterior");
    assert_eq!(page.all(".panel").len(), 8);
    assert_eq!(page.text("count"), "done");
    let words = native(LINK).figure().unwrap().words().unwrap();
    assert_eq!(page.text("notice"), words["notice"].as_str().unwrap());
    for (i, panel) in words["panels"].as_array().unwrap().iter().enumerate() {
        let numbers = page.all(&format!(".panel:nth-child({}) dd", i + 1));
        let scores = panel["scores"].as_array().unwrap();
        let values: Vec<_> = scores.iter().map(|score| score["value"].as_str().unwrap()).collect();
        assert_eq!(numbers[..values.len()], values, "panel {i}");
        let trust = page.all(&format!(".panel:nth-child({}) .trust", i + 1));
        assert_eq!(trust, [panel["verdict"]["words"].as_str().unwrap()]);
    }
    page.screenshot("models");
    page.close();
}

#[test]
fn a_model_is_seen_to_learn_and_nothing_else_is_drawn_meanwhile() {
    let page = Page::open(SMALL);
    page.begin(SLOW);
    page.wait_for(&format!("{} && {REACH} > 0", learning("hmc")));
    page.value(COUNT_DRAWINGS);
    // What appears first has all drawn anew, in turns; then its panel and its curve alone.
    page.wait_for(
        "window.rounds.length > 3 && window.rounds.slice(-3).every((drawn) => drawn === 'hmc,learning')",
    );
    // The curve grows to the right.
    let before = page.value(REACH).as_f64().unwrap();
    page.wait_for(&format!("{REACH} > {before} + 4"));
    page.screenshot("models-learning");
    assert!(page.text("count").starts_with("3 of 4 models"), "{}", page.text("count"));
    let bar = page.value("document.querySelector('.kind-hmc progress').value").as_f64().unwrap();
    assert!(bar > 0.0 && bar < 1.0, "{bar}");
    page.go(SMALL);
    page.close();
}

#[test]
fn one_model_is_cancelled_and_learns_after_all() {
    let page = Page::open(SMALL);
    page.begin(SLOW);
    page.wait_for(&learning("hmc"));
    page.browser.click(".kind-hmc .learning button").unwrap();
    page.wait_for("document.querySelector('.kind-hmc .learning span').textContent === 'Stopped.'");
    page.wait_for("document.getElementById('count').textContent === 'stopped at 3 of 4 models'");
    page.wait_for("document.getElementById('fingerprint').textContent === 'incomplete'");
    assert!(!page.all(".kind-dropout .trust")[0].is_empty(), "the others went on");
    page.screenshot("models-stopped");
    // It stays as it is while others change, and learns again when it is asked to.
    page.browser.click(".kind-dropout .title").unwrap();
    page.wait_for("document.querySelector('[name=\"candidate.3.rate\"]') !== null");
    page.set("candidate.3.rate", "0.2");
    page.wait_for("document.getElementById('count').textContent === 'stopped at 3 of 4 models'");
    page.browser.click(".kind-hmc .learning button").unwrap();
    page.wait_for(&learning("hmc"));
    page.browser.click("#cancel").unwrap();
    page.wait_for("document.getElementById('cancel').textContent === 'Go on'");
    page.browser.click("#cancel").unwrap();
    page.wait_for(&learning("hmc"));
    page.browser.click(".kind-hmc .remove").unwrap();
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn what_does_not_concern_a_model_leaves_it_as_it_is() {
    let page = Page::open(SMALL);
    page.value(COUNT_UNITS);
    let since = || {
        page.complete();
        page.value("window.units.splice(0).length")
    };
    page.browser.click(".kind-dropout .title").unwrap();
    page.wait_for("document.querySelector('[name=\"candidate.3.rate\"]') !== null");
    page.set("candidate.3.rate", "0.2");
    page.wait_for("location.hash.includes('dropout(units=10,rate=0.2')");
    assert_eq!(since(), 4, "the model, what it says, what examines it, and the judge");
    page.browser.click("#undo").unwrap();
    page.wait_for("!location.hash.includes('dropout(units=10,rate=0.2')");
    assert_eq!(since(), 0, "what was known is known still");
    page.set("candidate.3.name", "mine");
    page.wait_for("document.querySelector('.kind-dropout h2').textContent === 'mine'");
    assert_eq!(since(), 0, "a name");
    page.browser.send_keys(".square:nth-child(2) .overlay", "\u{E014}\u{E015}").unwrap();
    page.wait_for("location.hash.includes('at=')");
    assert_eq!(since(), 0, "the crosshair");
    page.browser.click(".kind-gp-rbf .remove").unwrap();
    page.wait_for("document.querySelectorAll('.panel').length === 4");
    assert_eq!(since(), 1, "a model less: the judge");
    page.set("q", "2");
    page.wait_for("location.hash.includes('q=2')");
    assert_eq!(since(), 1 + 3 + 1, "scene, what examines three models, judge: nothing learns");
    page.set("noise", "0.02");
    page.wait_for("location.hash.includes('noise=0.02')");
    assert_eq!(
        since(),
        1 + 4 + 3 + 3 + 1,
        "scene, two chains, what they say and its examination, two models, judge"
    );
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn a_drag_shows_the_exact_posterior_at_once_and_fits_the_models_when_it_ends() {
    let page = Page::open(SMALL);
    page.value(COUNT_UNITS);
    let task = talscope::task::Task::of(
        &SMALL.parse::<talscope::scenario::Link>().unwrap().scenario.problem,
    );
    let train = task.unwrap().0.train;
    let from = place(&page, (train.inputs[0], train.observed[0]));
    let to = place(&page, (-3.6, 1.5));
    let mouse = |kind: &str, (x, y): (f64, f64)| {
        let buttons = if kind == "mouseReleased" { 0 } else { 1 };
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons,
            "clickCount": 1 });
        page.browser.devtools("Input.dispatchMouseEvent", event).unwrap();
    };
    let exact = "document.querySelector('.kind-exact dl').textContent";
    let others = "document.querySelector('.kind-hmc canvas').toDataURL()";
    let (before, still) = (page.value(exact), page.value(others));
    let waiting = "document.querySelectorAll('.panel[data-waiting]').length";
    // As long as it moves, nothing is fitted.
    page.value("(window.setTimeout = ((later) => (act, ms, ...more) => later(act, ms === 200 ? 1e6 : ms, ...more))(setTimeout), 0)");
    mouse("mousePressed", from);
    way(from, to).into_iter().for_each(|place| mouse("mouseMoved", place));
    page.wait_for(&format!("{exact} !== {before}"));
    page.wait_for(&format!("{waiting} === 4"));
    assert_eq!(page.value(others), still, "the others stay");
    assert_eq!(page.value("window.units.length"), 0);
    page.screenshot("models-dragged");
    mouse("mouseReleased", to);
    page.wait_for("location.hash.includes('point=-3.6')");
    page.complete();
    page.wait_for(&format!("{waiting} === 0"));
    assert!(page.value("window.units.length").as_u64().unwrap() >= 8);
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.close();
}

#[test]
fn task_and_models_survive_the_way_to_the_correlations_and_back() {
    let link = format!("{}&noise=0.02", SMALL.replace("tasks=0", "tasks=1"));
    let page = Page::open(&link);
    page.browser.click("#closely").unwrap();
    page.wait_for("document.querySelector('.cross-table .heat') !== null");
    page.complete();
    let there = page.address();
    assert!(there.contains("lab=correlation&preset=net&noise=0.02"), "{there}");
    assert!(
        there.contains(
            "candidate=gp-rbf&candidate=net:hmc(units=10,chains=2,burn_in=100,draws=20,thin=5)"
        ),
        "{there}"
    );
    assert_eq!(page.text("fingerprint"), native_fingerprint(&there));
    page.value(COUNT_UNITS);
    page.browser.click("nav [href$='#lab=models']").unwrap();
    page.wait_for("document.querySelectorAll('.panel').length === 5");
    page.complete();
    assert_eq!(page.value("window.units.length"), 0, "nothing is fitted again");
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    assert!(page.address().contains("candidate=net:hmc(units=10,chains=2,"), "{}", page.address());
    page.close();
}

#[test]
fn any_number_of_workers_finds_the_same_bits() {
    let page = Page::open(SMALL);
    let function = "async ({ Pool, workerScript }, { 'core.js': { core } }) => {
          const wasm = await fetch(new URL('talscope_bg.wasm', main));
          const [module, script] = [await WebAssembly.compileStreaming(wasm), await workerScript()];
          const found = [];
          for (const size of [1, 2, 5]) {
            const [pool, figure] = [new Pool(module, script), new core.Figure(LINK)];
            pool.size = size;
            const hearing = {
              onPart: (index, part) => figure.add(index, part),
              onSnapshot: (index, part) => figure.preview(index, part),
            };
            await pool.run(core.plan(LINK), hearing, { given: 1 }).finished;
            found.push(figure.fingerprint());
            pool.seats.forEach((seat) => seat.end());
          }
          return found;
        }";
    let found = page.module("workers.js", &function.replace("LINK", &json!(SMALL).to_string()));
    let native = native_fingerprint(SMALL);
    assert_eq!(found, json!([native, native, native]));
    page.close();
}

#[test]
fn models_are_added_by_their_kind_chosen_and_removed_by_key() {
    let page = Page::focused(&SMALL.replace("preset=net&", "preset=net&samples=2&"));
    page.value("document.getElementById('add-model').focus()");
    page.choose("#add-model", "fourier");
    page.wait_for("document.querySelectorAll('.panel').length === 6");
    page.wait_for("document.getElementById('model-title').textContent === '50 Fourier features'");
    page.wait_for("document.activeElement.textContent === '50 Fourier features'");
    page.value("document.querySelector('.kind-hmc .title').focus()");
    page.press("\u{E007}");
    page.wait_for("document.querySelector('.kind-hmc .title').ariaPressed === 'true'");
    page.wait_for("document.querySelector('[name=\"candidate.1.burn_in\"]')?.value === '100'");
    assert_eq!(page.value("document.activeElement.textContent"), page.all(".kind-hmc .title")[0]);
    let paper = |name: &str| page.text(&format!("control-candidate.1.{name}-paper"));
    assert_eq!((paper("units"), paper("eta")), ("paper: 50".into(), "as in the paper".into()));
    let shown = "[...document.querySelectorAll('[data-kind]')].filter((e) => !e.hidden).map((e) => e.dataset.kind)";
    assert_eq!(page.value(shown), json!(["hmc"]));
    page.value("document.querySelector('.kind-hmc .overlay').focus()");
    page.press("\u{E014}");
    let spoken = page.text("spoken");
    assert!(spoken.contains("correlation with the middle of the targets"), "{spoken}");
    for left in (1..6).rev() {
        page.value("document.querySelector('.panel:nth-child(2) .remove').focus()");
        page.press("\u{E007}");
        page.wait_for(&format!("document.querySelectorAll('.panel').length === {left}"));
        assert_ne!(page.value("document.activeElement.tagName"), "BODY", "with {left} left");
    }
    assert_eq!(page.text("model-title"), "none yet");
    page.complete();
    assert_eq!(page.text("fingerprint"), native_fingerprint(&page.address()));
    page.browser.click("#undo").unwrap();
    page.wait_for("document.querySelectorAll('.panel').length === 2");
    page.close();
}

#[test]
fn a_network_with_a_gaussian_for_its_weights_stands_beside_the_same_sampled() {
    let models = "candidate=hmc(10,auto,4,1000,200,50)&candidate=bbb(10,auto,20,0.01,2,50)";
    let page = Page::open(&format!("lab=models&tasks=0&{models}&model=1"));
    page.wait_for("!document.getElementById('beside').hidden");
    let words = page.text("beside-words");
    assert!(words.contains("that measures inference alone"), "{words}");
    assert_eq!(page.text("beside-own"), page.all(".kind-bbb .title")[0]);
    let drawn = "['panel', 'square'].every((view) => ['own', 'sampled'].every((which) =>
        document.getElementById(`beside-${view}-${which}`).width > 100))";
    page.wait_for(drawn);
    page.browser.click(".kind-hmc .title").unwrap();
    page.wait_for("document.getElementById('beside').hidden");
    page.close();
}

#[test]
fn what_is_done_wrong_on_purpose_is_said() {
    let link = "lab=models&tasks=0&candidate=ensemble(1,10,100)&candidate=dropout(10,0.05,100,0.01,100,each)";
    let page = Page::open(link);
    let bad = page.all(".trust[data-good=false]");
    assert_eq!(bad.len(), 2, "{bad:?}");
    let marks = "[...document.querySelectorAll('.trust[data-good=false]')].every((e) =>
        getComputedStyle(e, '::before').content.includes('▲'))";
    assert_eq!(page.value(marks), true, "a mark, not a colour alone");
    assert!(!page.text("panels").contains("NaN"));
    assert_eq!(page.text("fingerprint"), native_fingerprint(link));
    page.screenshot("models-wrong");
    page.close();
}

#[test]
fn nothing_moves_while_models_learn() {
    let page = Page::open(SMALL);
    let places = "(scrollTo(0, 0), JSON.stringify([...document.querySelectorAll('.stack, .bar button, .chosen, .foot')].map((box) => {
        const { x, y, width } = box.getBoundingClientRect(); return [x, y, width].map(Math.round); })))";
    for size in [(1280, 800), (820, 1180), (390, 844)] {
        page.browser.emulate(&Options { size, ..Options::default() }).unwrap();
        page.go(&format!("{SMALL}&model=1"));
        let done = page.value(places);
        page.begin(&SLOW.replace("&model=1", "&model=1&seed=2"));
        page.wait_for(&learning("hmc"));
        page.browser.drawn().unwrap();
        assert_eq!(page.value(places), done, "learning at {size:?}");
        page.browser.click(".kind-hmc .learning button").unwrap();
        page.wait_for("document.getElementById('cancel').textContent === 'Go on'");
        page.browser.drawn().unwrap();
        assert_eq!(page.value(places), done, "stopped at {size:?}");
    }
    page.close();
}

#[test]
fn it_fits_a_phone_in_the_dark() {
    let options = Options { size: (390, 844), dark: true, scale: 2.0, ..Options::default() };
    let page = Page::open_with(SMALL, &options);
    let overflow = page.value("document.documentElement.scrollWidth - innerWidth");
    assert!(overflow.as_f64().unwrap() <= 0.0, "{overflow} pixels too wide");
    let columns = "new Set([...document.querySelectorAll('.panel')].map((p) => p.offsetLeft)).size";
    assert_eq!(page.value(columns), 1);
    page.value("document.querySelector('.kind-dropout').scrollIntoView()");
    let top = page.value("document.getElementById('undo').getBoundingClientRect().top");
    assert!((0.0..20.0).contains(&top.as_f64().unwrap()), "undo stays in sight: {top}");
    page.screenshot("models-phone-dark");
    page.close();
}

#[test]
fn a_frame_holds_panels_and_squares_and_little_more() {
    let many = format!("candidate=oracle{}", "&candidate=relu(20)".repeat(8));
    for link in [
        SMALL.strip_prefix("v=1&lab=models&preset=net&tasks=0&").unwrap(),
        "candidate=gp",
        "candidate=gp&candidate=relu(20)&candidate=fourier",
        &many,
    ] {
        let link = format!("v=1&lab=models&tasks=0&{link}");
        let page = Page::open(&format!("{link}&embed=1"));
        open_in_its_frame(&page, &link);
        page.screenshot("models-framed");
        page.close();
    }
}

#[test]
fn memory_does_not_grow_over_a_hundred_changes() {
    let page = Page::open(SMALL);
    let function = "async ({ Pool, workerScript }, { 'core.js': { core } }) => {
          const wasm = await fetch(new URL('talscope_bg.wasm', main));
          const pool = new Pool(await WebAssembly.compileStreaming(wasm), await workerScript());
          const canvas = document.createElement('canvas');
          const change = async (i) => {
            const link = LINK.replace('0.05', String(0.05 + (i % 7) / 100));
            const figure = new core.Figure(link);
            const draw = () => {
              figure.words();
              for (const [view, ...at] of [['panel', 2], ['panel', 4], ['square', 1], ['rows'], ['learning', 4], ['traces', 2]]) {
                figure.draw(view, Float64Array.from(at), new core.Surface(canvas, 300, 180, 1, false, false));
              }
            };
            const onPart = (index, part) => { figure.add(index, part); draw(); };
            const onSnapshot = (index, part) => { figure.preview(index, part); draw(); };
            await pool.run(core.plan(link), { onPart, onSnapshot }, { given: 1 }).finished;
            figure.free();
          };
          const bytes = [];
          for (let i = 0; i < 120; i += 1) {
            await change(i);
            if (i === 19 || i === 119) bytes.push(core.memory_bytes());
          }
          pool.seats.forEach((seat) => seat.end());
          return bytes;
        }";
    let bytes = page.module("workers.js", &function.replace("LINK", &json!(SMALL).to_string()));
    assert_eq!(bytes[0], bytes[1], "bytes of wasm memory after 20 and after 120 changes");
    page.close();
}

/// Whether a model of a kind is learning and shows it.
fn learning(kind: &str) -> String {
    format!("document.querySelector('.kind-{kind} .learning span')?.textContent === 'learning …'")
}

/// Notes what is drawn between two drawings of the panel of HMC: a panel by its kind, another canvas by its id.
const COUNT_DRAWINGS: &str = "(() => { window.rounds = [];
    const { prototype } = CanvasRenderingContext2D;
    const fill = prototype.fillRect;
    const drawn = new Set();
    let last = '';
    prototype.fillRect = function (...box) {
      const panel = this.canvas.closest('.panel');
      const name = panel ? panel.className.replace('panel kind-', '') : this.canvas.id || 'square';
      if (name === 'hmc' && last !== 'hmc' && drawn.size > 0) {
        window.rounds.push([...drawn].sort().join());
        drawn.clear();
      }
      drawn.add(name);
      last = name;
      return fill.apply(this, box);
    }; })()";

/// Notes the units that workers are given.
const COUNT_UNITS: &str = "(() => { window.units = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.unit) window.units.push(message.unit.length);
      return post.call(this, message, ...more);
    }; })()";

/// How far to the right the training curve reaches, in pixels.
const REACH: &str = "(() => { const canvas = document.getElementById('learning');
    const { data, width } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let most = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = data.subarray(i, i + 3);
      if (r > 180 && g < 150 && b < 90) most = Math.max(most, (i / 4) % width);
    }
    return most; })()";

impl Page {
    /// Opens a link without waiting for its figure.
    fn begin(&self, link: &str) {
        self.browser.navigate(&address_of(link)).unwrap();
    }
}

#[test]
fn what_came_of_a_change_is_said_and_the_focus_stays_with_its_model() {
    let page = Page::focused(SMALL);
    page.set("noise", "0.02");
    page.complete();
    page.wait_for("document.getElementById('spoken').textContent.includes('metacorrelation')");
    // The button goes when its model has learned.
    page.begin(&SMALL.replace("hmc(10,auto,2,100,20,5)", "hmc(200,auto,1,50000,100,100)"));
    page.wait_for(&learning("hmc"));
    page.value("document.querySelector('.kind-hmc .learning button').focus()");
    page.complete();
    let focused = page.value("document.activeElement.textContent");
    assert_eq!(focused.as_str().unwrap(), page.all(".kind-hmc .title")[0]);
    page.close();
}
