//! Changes as hands, keys and scripts make them to any link.

use talscope::scenario::{Edit, KEYS, Link, Touch};

use super::dice::Dice;
use super::links::{candidate, kernel, look, name, value};

/// A change to a link.
pub fn edit(dice: &mut Dice, link: &Link) -> Edit {
    match dice.below(12) {
        0..=2 => {
            let (name, value) = control(dice, link);
            Edit::Set(name, value)
        }
        3 | 4 => list(dice),
        5 => {
            let name = if dice.percent(70) { slider(dice) } else { control(dice, link).0 };
            Edit::Slide(name, dice.one(&[0, 1, 77, 150, 199, 200, 201, u32::MAX]))
        }
        6 => Edit::Seed(dice.word() as u32),
        7 => Edit::Lab(value(dice, "lab")),
        8 | 9 => touch(dice),
        10 if dice.percent(50) => Edit::AddCandidate,
        10 if dice.percent(80) => Edit::RemoveCandidate(dice.below(13)),
        10 => Edit::Reset,
        _ => {
            const LOOKS: [&str; 26] = [
                "step", "model", "at", "batch", "worked", "pair", "tilt", "wobble", "case",
                "against", "each", "theme", "embed", "guess", "play", "beat", "hide", "speed", "x",
                "y", "expected", "lit", "pull", "noise", "", "v",
            ];
            let key = dice.one(&LOOKS);
            let value = dice.percent(80).then(|| look(dice, key));
            Edit::Look(key.into(), value)
        }
    }
}

/// The name of a control, and a value that may or may not suit it.
fn control(dice: &mut Dice, link: &Link) -> (String, String) {
    let models = link.scenario.models.candidates.len();
    let index = if dice.percent(90) { dice.below(models.max(1)) } else { dice.below(99) };
    match dice.below(10) {
        0 => (format!("kernel.{}", dice.below(6)), dice.wild().to_string()),
        1 => (format!("candidate.{index}.name"), name(dice)),
        2 => (format!("candidate.{index}.kind"), value(dice, "candidate")),
        3 => (format!("candidate.{index}.kernel"), kernel(dice)),
        4 => {
            let part = dice.one(&[
                "0",
                "units",
                "width",
                "kernel.0",
                "kernel.7",
                "reference",
                "",
                "colour",
            ]);
            (format!("candidate.{index}.{part}"), dice.wild().to_string())
        }
        5 => (dice.one(&["", "kernel.", "candidate.", "kernel.-1", "v"]).into(), "1".into()),
        _ => {
            let key = KEYS[dice.below(KEYS.len())].name;
            (key.into(), value(dice, key))
        }
    }
}

fn slider(dice: &mut Dice) -> String {
    const SLIDERS: [&str; 12] = [
        "noise",
        "stretch",
        "xi",
        "error",
        "b",
        "lambda",
        "kernel.0",
        "kernel.1",
        "candidate.0.stretch",
        "candidate.1.width",
        "candidate.2.noise",
        "candidate.3.kernel.0",
    ];
    dice.one(&SLIDERS).into()
}

/// A list for a key that has one, or for any other; now and then an empty one.
fn list(dice: &mut Dice) -> Edit {
    const LISTS: [&str; 6] = ["point", "target", "rule", "you", "candidate", "file"];
    let any = KEYS[dice.below(KEYS.len())].name;
    let key = if dice.percent(90) { dice.one(&LISTS) } else { any };
    let count = dice.one(&[0, 1, 1, 2, 3, 5, 12, 13, 64, 65]);
    let values = match (key, dice.percent(20)) {
        // Twelve models with names as long as they may be.
        ("candidate", true) => dice.some(12, |dice| format!("{}:{}", "😀".repeat(40), long(dice))),
        ("candidate", false) => dice.some(count.min(13), candidate),
        _ => dice.some(count, |dice| value(dice, key)),
    };
    Edit::List(key.into(), values)
}

fn long(dice: &mut Dice) -> String {
    let kernel = ["matern52(0.12345,1)"; 10].join("+");
    if dice.percent(50) { "oracle".into() } else { format!("gp({kernel})") }
}

fn touch(dice: &mut Dice) -> Edit {
    const GESTURES: [(&str, usize); 14] = [
        ("move point", 3),
        ("shift point", 2),
        ("observe point", 1),
        ("add point", 2),
        ("add point", 0),
        ("remove point", 1),
        ("move region", 3),
        ("shift region", 2),
        ("add region", 0),
        ("remove region", 1),
        ("ask", 1),
        ("move question", 2),
        ("remove question", 1),
        ("wave", 1),
    ];
    let (name, count) = dice.one(&GESTURES);
    let mut numbers = dice.some(count, Dice::wild);
    if let (true, [index, ..]) = (dice.percent(80), &mut numbers[..]) {
        *index = dice.below(7) as f64;
    }
    match Touch::new(name, &numbers) {
        Ok(touch) => Edit::Touch(touch),
        // Scripts cannot get past this one: it stands in for whatever they would have tried.
        Err(_) => Edit::Touch(Touch::MovePoint(usize::MAX, dice.wild(), dice.wild())),
    }
}
