//! How a figure is looked at: what travels in a link and never touches its numbers.

use super::axis::Axis;
use super::picked::Picked;
use super::value::{self, quoted};
use super::{Hidden, Shown, setters};
use crate::error::{Error, Result};
use crate::numeric::shortest;

/// What changes the look of a page but no number on it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct View {
    /// Light or dark; `None` follows the reader's own preference.
    pub theme: Option<Theme>,
    /// Shows the figure alone, for an iframe.
    pub embed: bool,
    /// How many picks are shown; `None` shows all.
    pub step: Option<usize>,
    /// Which candidate is looked at closely.
    pub model: Option<usize>,
    /// The two points, pool first and then targets, under the crosshair of the heatmaps.
    pub at: Option<(usize, usize)>,
    /// Where the function is taken hold of, and to what value it is pulled there.
    pub pull: Option<(f64, f64)>,
    /// A reference, and the target whose batch is marked.
    pub batch: Option<(usize, usize)>,
    /// The candidate whose XLL is worked out on that batch.
    pub worked: Option<usize>,
    /// Which two targets of the batch, counted from 0 in it, are drawn as an ellipse.
    pub pair: Option<(usize, usize)>,
    /// The ellipse's tilt, a correlation; `None` is the candidate's own.
    pub tilt: Option<f64>,
    /// How far its box has moved from the reference's marginals, 0, to the candidate's own, 1.
    pub wobble: Option<f64>,
    /// Which of many random cases is looked at closely.
    pub case: Option<usize>,
    /// Which of several lines the others are compared with.
    pub against: Option<usize>,
    /// Whether every task is shown, as a thin line.
    pub each: bool,
    /// By which quantity models are placed from left to right.
    pub x: Option<Axis>,
    /// And from below to above.
    pub y: Option<Axis>,
    /// Whether measures are shown as they are expected, before any y.
    pub expected: bool,
    /// The models whose marks are lit.
    pub lit: Picked,
    /// Keeps what the rules ask covered, until the learner has asked.
    pub guess: bool,
    /// What the game is at: 1 while questions are placed, 2 when they are compared, then a rule each.
    pub play: Option<usize>,
    /// What a player is challenged to beat, in nats.
    pub beat: Option<f64>,
    /// What of the page is left out.
    pub hide: Hidden,
    /// What of the page is shown alone.
    pub show: Shown,
    /// Shows the figure to a room: at the size of the window, with large type.
    pub present: bool,
    /// How many times as fast as usual picks are played; `None` is as usual.
    pub speed: Option<f64>,
}

/// The two colour schemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on white.
    Light,
    /// Light ink on near-black.
    Dark,
}

/// One way to look at a figure.
pub struct ViewKey {
    /// Its name in links.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// Its value; nothing at its default.
    get: fn(&View) -> Option<String>,
    set: fn(&mut View, &str) -> Result<()>,
}

/// No point, candidate or step of a view has a larger number.
const MOST_INDEX: u32 = 4000;
/// And no random case: there are as many as a link may ask for, and a few more that were searched for.
const MOST_CASE: u32 = 2 * setters::CASES.1;
/// How many stages the game has: one to ask, one to compare, and one for each rule that is explained.
pub const STAGES: usize = 5;
/// No question tells more about a target.
const MOST_NATS: f64 = 1000.0;
/// Places and values of a pull lie within these.
const FARTHEST: (f64, f64) = (-1000.0, 1000.0);
/// The least and the most that play can be faster than usual.
const SPEED: (f64, f64) = (0.25, 8.0);

/// How far an ellipse can be tilted by hand: at 1 it would be a line, which has no density.
const TILT: (f64, f64) = (-0.99, 0.99);

/// All ways to look at a figure, in the order in which links say them.
pub static VIEW_KEYS: [ViewKey; 25] = [
    ViewKey {
        name: "theme",
        help: "Forces light or dark colours; if it is not said, the reader's own preference counts.",
        get: |view| {
            let name = |theme| if theme == Theme::Light { "light" } else { "dark" };
            view.theme.map(|theme| name(theme).into())
        },
        set: |view, text| {
            view.theme = Some(match text {
                "light" => Theme::Light,
                "dark" => Theme::Dark,
                _ => return Err(Error::value("theme", quoted(text), "light or dark")),
            });
            Ok(())
        },
    },
    ViewKey {
        name: "embed",
        help: "1 shows the figure alone, for a frame in another page.",
        get: |view| view.embed.then(|| "1".into()),
        set: |view, text| flag("embed", text).map(|is| view.embed = is),
    },
    ViewKey {
        name: "step",
        help: "How many picks are shown; if it is not said, all of them.",
        get: |view| view.step.map(|step| step.to_string()),
        set: |view, text| index("step", text, MOST_INDEX).map(|step| view.step = Some(step)),
    },
    ViewKey {
        name: "model",
        help: "Which model is looked at closely, counted from 0.",
        get: |view| view.model.map(|model| model.to_string()),
        set: |view, text| index("model", text, MOST_INDEX).map(|model| view.model = Some(model)),
    },
    ViewKey {
        name: "worked",
        help: "The model whose XLL is worked out on the marked batch, counted from 0.",
        get: |view| view.worked.map(|model| model.to_string()),
        set: |view, text| index("worked", text, MOST_INDEX).map(|model| view.worked = Some(model)),
    },
    ViewKey {
        name: "pair",
        help: "Which two targets of the marked batch are drawn as an ellipse, counted from 0 in it, such as 0:1.",
        get: |view| view.pair.map(pair_text),
        set: |view, text| pair("pair", text).map(|pair| view.pair = Some(pair)),
    },
    ViewKey {
        name: "tilt",
        help: "The correlation by which that ellipse is tilted; if it is not said, the candidate's own.",
        get: |view| view.tilt.map(shortest),
        set: |view, text| value::number("tilt", &[text], TILT).map(|tilt| view.tilt = Some(tilt)),
    },
    ViewKey {
        name: "wobble",
        help: "How far the ellipse's box has moved, from 0, the reference's marginals, to 1, the candidate's own.",
        get: |view| view.wobble.map(shortest),
        set: |view, text| {
            value::number("wobble", &[text], (0.0, 1.0)).map(|share| view.wobble = Some(share))
        },
    },
    ViewKey {
        name: "case",
        help: "Which of the theorem's random cases is looked at closely, counted from 0.",
        get: |view| view.case.map(|case| case.to_string()),
        set: |view, text| index("case", text, MOST_CASE).map(|case| view.case = Some(case)),
    },
    ViewKey {
        name: "against",
        help: "Which line of learning curves the others are compared with, counted from 0.",
        get: |view| view.against.map(|line| line.to_string()),
        set: |view, text| index("against", text, MOST_INDEX).map(|line| view.against = Some(line)),
    },
    ViewKey {
        name: "each",
        help: "1 shows every task of learning curves as a thin line.",
        get: |view| view.each.then(|| "1".into()),
        set: |view, text| flag("each", text).map(|is| view.each = is),
    },
    ViewKey {
        name: "x",
        help: "What places models from left to right: batch-mig, tig, a measure such as xll, or xll:2 for XLL under a \
               model, counted from 0.",
        get: |view| view.x.map(|name| name.to_string()),
        set: |view, text| Axis::parse("x", text).map(|name| view.x = Some(name)),
    },
    ViewKey {
        name: "y",
        help: "What places models from below to above, by the same names.",
        get: |view| view.y.map(|name| name.to_string()),
        set: |view, text| Axis::parse("y", text).map(|name| view.y = Some(name)),
    },
    ViewKey {
        name: "expected",
        help: "1 shows measures as the oracle expects them, before anything is observed at the targets.",
        get: |view| view.expected.then(|| "1".into()),
        set: |view, text| flag("expected", text).map(|is| view.expected = is),
    },
    ViewKey {
        name: "lit",
        help: "The models whose marks are lit, counted from 0, such as 0,3-7.",
        get: |view| (!view.lit.is_empty()).then(|| view.lit.to_string()),
        set: |view, text| Picked::parse("lit", text).map(|lit| view.lit = lit),
    },
    ViewKey {
        name: "at",
        help: "The two points under the crosshair, such as 3:7.",
        get: |view| view.at.map(pair_text),
        set: |view, text| pair("at", text).map(|pair| view.at = Some(pair)),
    },
    ViewKey {
        name: "pull",
        help: "Takes hold of the function at a place and pulls it to a value, such as 0.5,1.2.",
        get: |view| view.pull.map(|(x, y)| format!("{},{}", shortest(x), shortest(y))),
        set: |view, text| pull(text).map(|pull| view.pull = Some(pull)),
    },
    ViewKey {
        name: "batch",
        help: "A reference and the target whose batch is marked, such as 0:4.",
        get: |view| view.batch.map(pair_text),
        set: |view, text| pair("batch", text).map(|pair| view.batch = Some(pair)),
    },
    ViewKey {
        name: "guess",
        help: "1 keeps what the rules ask covered until the learner has asked.",
        get: |view| view.guess.then(|| "1".into()),
        set: |view, text| flag("guess", text).map(|is| view.guess = is),
    },
    ViewKey {
        name: "play",
        help: "Shows a learner's questions (you) as a game: 1 while they are placed, 2 beside the rules', 3 to 5 why.",
        get: |view| view.play.map(|stage| stage.to_string()),
        set: |view, text| {
            let stage = value::integer("play", &[text], (1, STAGES as u32))?;
            view.play = Some(stage as usize);
            Ok(())
        },
    },
    ViewKey {
        name: "beat",
        help: "What a player of the game is challenged to beat, in nats.",
        get: |view| view.beat.map(shortest),
        set: |view, text| {
            value::number("beat", &[text], (0.0, MOST_NATS)).map(|nats| view.beat = Some(nats))
        },
    },
    ViewKey {
        name: "hide",
        help: "What to leave out: notice, controls, buttons (of panels), scores, title, separated by commas.",
        get: |view| (!view.hide.is_empty()).then(|| view.hide.to_string()),
        set: |view, text| Hidden::parse(text).map(|hide| view.hide = hide),
    },
    ViewKey {
        name: "show",
        help: "The parts of the lab that are shown alone, between commas, such as squares,rows, or panels:2 for one \
               panel, counted from 0.",
        get: |view| (!view.show.is_empty()).then(|| view.show.to_string()),
        set: |view, text| Shown::parse(text).map(|show| view.show = show),
    },
    ViewKey {
        name: "present",
        help: "1 shows the figure to a room: as large as the window, with large type, stepped by a clicker's keys.",
        get: |view| view.present.then(|| "1".into()),
        set: |view, text| flag("present", text).map(|is| view.present = is),
    },
    ViewKey {
        name: "speed",
        help: "How many times as fast as usual picks are played, from 0.25 to 8.",
        get: |view| view.speed.map(shortest),
        set: |view, text| {
            value::number("speed", &[text], SPEED).map(|speed| view.speed = Some(speed))
        },
    },
];

impl View {
    /// The same view with one of its keys changed; nothing puts it back to its default.
    ///
    /// # Errors
    /// [`Error::Unknown`] for another key, and [`Error::Value`] for a wrong value.
    pub fn with(self, name: &str, value: Option<&str>) -> Result<Self> {
        let known = || VIEW_KEYS.iter().map(|key| key.name).collect::<Vec<_>>();
        let found = VIEW_KEYS.iter().find(|key| key.name == name);
        let key = found.ok_or_else(|| Error::unknown("a figure", "view key", name, &known()))?;
        // Everything but this key, which is then at its default.
        let mut view = Self::default();
        for other in VIEW_KEYS.iter().filter(|other| other.name != name) {
            if let Some(text) = (other.get)(&self) {
                (other.set)(&mut view, &text)?;
            }
        }
        value.map_or(Ok(()), |text| (key.set)(&mut view, text))?;
        Ok(view)
    }

    /// The same view without the cell of XLL that is worked out.
    #[must_use]
    pub fn without_cell(self) -> Self {
        Self { batch: None, worked: None, pair: None, tilt: None, wobble: None, ..self }
    }

    /// The keys that are not at their defaults, with their values.
    pub fn said(&self) -> impl Iterator<Item = (&'static str, String)> {
        VIEW_KEYS.iter().filter_map(|key| Some((key.name, (key.get)(self)?)))
    }
}

fn flag(name: &str, text: &str) -> Result<bool> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(Error::value(name, quoted(text), "0 or 1")),
    }
}

fn index(name: &str, text: &str, most: u32) -> Result<usize> {
    value::integer(name, &[text], (0, most)).map(|number| number as usize)
}

fn pull(text: &str) -> Result<(f64, f64)> {
    let wrong = || Error::value("pull", quoted(text), "a place and a value, such as 0.5,1.2");
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    Ok((value::number("pull", &[x], FARTHEST)?, value::number("pull", &[y], FARTHEST)?))
}

fn pair_text((first, second): (usize, usize)) -> String {
    format!("{first}:{second}")
}

fn pair(name: &str, text: &str) -> Result<(usize, usize)> {
    let wrong = || Error::value(name, quoted(text), "two whole numbers, such as 3:7");
    let (first, second) = text.split_once(':').ok_or_else(wrong)?;
    Ok((index(name, first, MOST_INDEX)?, index(name, second, MOST_INDEX)?))
}
