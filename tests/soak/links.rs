//! Links as strangers write them: mostly right, often at a limit, sometimes absurd.

use talscope::scenario::FORMS;
use talscope::scenario::{KEYS, KINDS, PRESETS};

use super::dice::Dice;

/// A link.
pub fn link(dice: &mut Dice) -> String {
    // Most links are small, and so quick enough to be drawn.
    let wide = dice.percent(20);
    let share = if wide { 50 } else { 12 };
    let mut parts = vec![format!("lab={}", value(dice, "lab"))];
    if dice.percent(80) {
        parts.push(format!("preset={}", value(dice, "preset")));
    }
    if !wide && dice.percent(70) {
        parts.push(format!("pool=-6:6:{}", dice.within(1, 60)));
        parts.push(format!("q={}", dice.within(1, 4)));
    }
    for key in KEYS.iter().filter(|key| !["lab", "preset"].contains(&key.name)) {
        if dice.percent(share) {
            let count = if dice.percent(97) { usual_count(dice, key.name) } else { dice.below(70) };
            let values = dice.some(count, |dice| value(dice, key.name));
            parts.extend(values.iter().map(|value| format!("{}={}", key.name, encoded(value))));
        }
    }
    const LOOKS: [&str; 25] = [
        "step", "model", "at", "batch", "worked", "pair", "tilt", "wobble", "case", "against",
        "each", "theme", "embed", "guess", "play", "beat", "hide", "speed", "x", "y", "expected",
        "lit", "pull", "show", "present",
    ];
    for name in LOOKS {
        if dice.percent(25) {
            parts.push(format!("{name}={}", look(dice, name)));
        }
    }
    if dice.percent(3) {
        parts.push(
            dice.one(&["colour=red", "x", "=", "kernel=%zz", "v=2", "%ff=1", "point=%f"]).into(),
        );
    }
    let lead = dice.one(&["", "", "#", "v=1&", "https://example.org/a/?b=c#", "  "]);
    format!("{lead}{}", parts.join("&"))
}

/// A value for a key, as a reader sees it.
pub fn value(dice: &mut Dice, key: &str) -> String {
    if dice.percent(1) {
        return absurd(dice);
    }
    match key {
        "lab" => dice.one(&FORMS.each_ref()).name.into(),
        "preset" => PRESETS[dice.below(PRESETS.len())].name.into(),
        "task" => dice.one(&["line", "line", "line", "paper", "benchmark", "file", "table"]).into(),
        "d" => dice.within(1, 20).to_string(),
        "stretch" => dice.number(0.25, 4.0).to_string(),
        "kernel" => kernel(dice),
        "noise" => dice.one(&["1e-10", "0.01", "1", "10", "0.000123456789", "3e-7"]).into(),
        "truth" => dice.one(&["formula", "draw"]).into(),
        "observe" => dice.one(&["exact", "noisy"]).into(),
        "seed" => dice.one(&["0", "1", "7", "4294967295"]).into(),
        "point" => point(dice),
        "target" => region(dice, 500),
        "pool" => region(dice, 400),
        "q" => dice.within(1, 20).to_string(),
        "rule" => {
            const RULES: [&str; 9] =
                ["random", "tig", "mig", "batch-mig", "batch-tig", "epig", "itl", "vtl", "ctl"];
            dice.one(&RULES).into()
        }
        "you" => dice.one(&["", "0", "-1.5", "2.66", "0.3", "1000", "-5.9999"]).into(),
        "samples" => dice.within(0, 20).to_string(),
        "rounds" => dice.within(1, 4).to_string(),
        "functions" => dice.one(&["own", "splits"]).into(),
        "predict" => candidate(dice),
        "repetitions" => dice.one(&["100", "101", "2500", "20000", "1000000"]).into(),
        "candidate" => candidate(dice),
        "file" => format!("{}:{:016x}", name(dice), dice.word()),
        "patience" => dice.within(0, 2000).to_string(),
        "rows" => dice.within(20, 20_000).to_string(),
        "column" | "leave" => name(dice),
        "read" => {
            dice.one(&["", "tab", "semicolon,decimal-comma", "no-header,drop-missing"]).into()
        }
        "b" => dice.within(1, 20).to_string(),
        "batches" => dice.one(&["noisy", "latent"]).into(),
        "compare" => dice.one(&["pool", "targets"]).into(),
        "tasks" => dice.within(0, 200).to_string(),
        "xi" => dice.one(&["1e-6", "0.001", "0.0123456789", "1", "10"]).into(),
        "error" => dice.number(0.0, 1.0).to_string(),
        "lambda" => dice.one(&["0.001", "0.2", "0.999999", "1"]).into(),
        "set" => dice.one(&["known", "known", "known", "paper", "authors"]).into(),
        "factor" => dice.number(0.01, 1.0).to_string(),
        "cases" => dice.one(&["100", "401", "10000", "100000"]).into(),
        _ => absurd(dice),
    }
}

/// A value for a key of the view.
pub fn look(dice: &mut Dice, key: &str) -> String {
    if dice.percent(3) {
        return absurd(dice);
    }
    match key {
        "theme" => dice.one(&["light", "dark"]).into(),
        "embed" | "guess" | "each" | "expected" | "present" => dice.one(&["0", "1"]).into(),
        "hide" => {
            const PARTS: [&str; 5] = ["notice", "controls", "buttons", "scores", "all"];
            let count = dice.within(1, 3);
            dice.some(count, |dice| dice.one(&PARTS)).join(",")
        }
        "show" => {
            const PARTS: [&str; 6] =
                ["notice", "controls", "panels", "panels:1", "squares:0", "xll"];
            let count = dice.within(1, 2);
            dice.some(count, |dice| dice.one(&PARTS)).join(",")
        }
        "speed" => dice.one(&["0.25", "1", "1.0", "2.5", "8", "8.01", "1e-1"]).into(),
        "x" | "y" => {
            const AXES: [&str; 7] =
                ["tig", "batch-mig", "xllr", "energy", "joint-20", "xll:0", "xll:9"];
            dice.one(&AXES).into()
        }
        "pull" => {
            dice.one(&["0,0", "0.5,1.2", "-6,3", "1e3,-1e3", "0", "x,1", "0,NaN", "2,1,0"]).into()
        }
        "lit" => dice.one(&["0", "1,3", "0-11", "2-2,447", "5,1-3,2", "0-447"]).into(),
        "pair" => dice.one(&["0:1", "1:0", "0:4", "2:2", "3:19"]).into(),
        "tilt" => dice.one(&["0", "-0.99", "0.99", "0.123456789", "-1", "1e-9"]).into(),
        "wobble" => dice.one(&["0", "1", "0.5", "1e-7", "1.01"]).into(),
        "at" | "batch" => format!("{}:{}", dice.below(13), dice.below(300)),
        _ => dice.one(&["0", "1", "2", "3", "5", "11", "19", "99", "4000"]).into(),
    }
}

/// A kernel: up to 25 terms, up to all that a link may nest.
pub fn kernel(dice: &mut Dice) -> String {
    match dice.below(12) {
        0 => ["relu(1)"; 25].join("+"),
        1 => ["linear"; 12].join("*"),
        2 => format!("{}rbf(2){}", "(".repeat(8), "*rbf(3)+linear(1))".repeat(8)),
        3 => ["rbf(1,1e6)"; 18].join("*"),
        _ => {
            let terms = dice.one(&[1, 1, 1, 2, 3, 6]);
            let mut text = leaf(dice);
            for _ in 1..terms {
                let sign = dice.one(&["+", "*"]);
                text = format!("{text}{sign}{}", leaf(dice));
                if dice.percent(20) {
                    text = format!("({text})");
                }
            }
            text
        }
    }
}

fn leaf(dice: &mut Dice) -> String {
    const FAMILIES: [(&str, usize); 8] = [
        ("rbf", 2),
        ("matern12", 2),
        ("matern32", 2),
        ("matern52", 2),
        ("periodic", 3),
        ("relu", 1),
        ("relunet", 4),
        ("linear", 2),
    ];
    const NUMBERS: [&str; 8] = ["0.8", "1", "3", "0.05", "50", "1e-6", "1000000", "0.1234567"];
    let (family, most) = dice.one(&FAMILIES);
    let count = dice.within(0, most);
    let numbers = dice.some(count, |dice| {
        if dice.percent(85) { dice.one(&NUMBERS[..5]) } else { dice.one(&NUMBERS) }
    });
    if numbers.is_empty() { family.into() } else { format!("{family}({})", numbers.join(",")) }
}

/// A candidate of any kind, perhaps with a long or an odd name.
pub fn candidate(dice: &mut Dice) -> String {
    // The last kind is a file's, which few links have.
    let kinds = KINDS.len() - usize::from(dice.percent(80));
    let kind = KINDS[dice.below(kinds)];
    let arguments = match kind.id {
        "detuned" => dice.one(&["", "(0.1)", "(10,1000)", "(1,0.001)"]).into(),
        "gp" => {
            let noise = dice.one(&["", ",1e-10", ",10"]);
            format!("({}{noise})", kernel(dice))
        }
        "relu" => dice.one(&["", "(1)", "(30,100)", "(2000,0.1)"]).into(),
        "fourier" => dice.one(&["", "(1,0.05)", "(40,20)", "(2000)"]).into(),
        "shrunk" => dice.one(&["", "(0.01)", "(1)"]).into(),
        "bbb" => dice.one(&["", "(1,auto,1,0.0001,1,10)", "(3,epochs=20,batch=1)"]).into(),
        "nng" => dice
            .one(&["", "(1,100,2,1,1,10,factored)", "(epochs=20000,damping=0)", "(drop_at=1)"])
            .into(),
        "svgp" => dice.one(&["", "(1)", "(500,own)", "(20,rbf,5000)", "(batch=2,steps=1)"]).into(),
        "nkn" => dice.one(&["", "(1)", "(steps=20000)", "(2,1)"]).into(),
        "fbnn" => dice.one(&["", "(1,1,1,1)", "(epochs=20000)", "(50,100,0.1,200,own)"]).into(),
        "ensemble" => dice.one(&["", "(1)", "(members=3,members=3)", "(lenght=1)", "(=)"]).into(),
        "own" => dice.one(&["", "(0,1)", "(7,63)", "(1)"]).into(),
        _ => String::new(),
    };
    let mark = if dice.percent(20) { "!" } else { "" };
    let name = if dice.percent(40) { format!("{}:", name(dice)) } else { String::new() };
    format!("{mark}{name}{}{arguments}", kind.id)
}

/// A name that people might give, or that none would.
pub fn name(dice: &mut Dice) -> String {
    const NAMES: [&str; 12] = [
        "mine",
        "a: b",
        "x(y",
        "y)x",
        "<img src=x onerror=alert(1)>",
        "a&b=c#d%e",
        "\u{61c}עברית\u{202e}",
        "–",
        "e\u{301}e\u{301}",
        "too, many, commas",
        "!no",
        "   ",
    ];
    match dice.below(16) {
        0 => "👩‍🚀".repeat(13),
        1 => "😀".repeat(40),
        2 => "W".repeat(40),
        3 => "i".repeat(41),
        i => NAMES[i - 4].into(),
    }
}

fn point(dice: &mut Dice) -> String {
    let far = if dice.percent(95) { 6.0 } else { 1000.0 };
    let x = dice.number(-far, far);
    if dice.percent(50) { format!("{x}:{}", dice.number(-far, far)) } else { x.to_string() }
}

fn region(dice: &mut Dice, most: usize) -> String {
    let far = if dice.percent(95) { 6.0 } else { 1000.0 };
    let (a, b) = (dice.number(-far, far), dice.number(-far, far));
    let count = if dice.percent(85) { dice.within(1, 20) } else { dice.within(1, most) };
    if dice.percent(97) {
        return format!("{}:{}:{count}", a.min(b), a.max(b));
    }
    format!("{a}:{b}:{count}")
}

fn usual_count(dice: &mut Dice, key: &str) -> usize {
    match key {
        "point" => dice.one(&[1, 2, 5, 9, 64]),
        "target" | "file" => dice.within(1, 3),
        "rule" | "predict" => dice.within(1, 2),
        "you" => dice.within(1, 3),
        "candidate" => dice.one(&[1, 2, 3, 12]),
        _ => 1,
    }
}

fn absurd(dice: &mut Dice) -> String {
    const ABSURD: [&str; 20] = [
        "",
        "NaN",
        "inf",
        "-inf",
        "1e999",
        "-0",
        "-1",
        "0",
        "1e-400",
        "0x10",
        "１",
        "1,2",
        "::",
        "()",
        "null",
        "\u{0}",
        "1e3",
        "+5",
        "99999999999999999999",
        "rbf(",
    ];
    if dice.percent(5) { "9".repeat(3000) } else { dice.one(&ABSURD).into() }
}

/// Percent-encoded, for the most part.
fn encoded(value: &str) -> String {
    let letter = |byte: u8| match byte {
        b'&' | b'#' | b'%' | b'=' | 0..=32 => format!("%{byte:02x}"),
        _ if byte.is_ascii() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(letter).collect()
}
