//! The verdict in words, which say no more than the numbers do.

use super::{Many, Standing};
use crate::cost::Cost;
use crate::lab::correlation::quoted;
use crate::lab::{count, three_decimals};
use crate::numeric::Estimate;

/// From here on two orders are called much the same, and below here different.
const ALIKE: f64 = 0.75;
const DIFFERENT: f64 = 0.4;

impl Many {
    /// What follows from it, one thing after the other; nothing where nobody asks for more than one function.
    pub fn paragraphs(&self) -> Vec<String> {
        if self.models.is_empty() || self.asked == 0 {
            return Vec::new();
        }
        if self.wanted == 0 {
            return vec![format!(
                "On one function a wrong model can be lucky. These models are too slow to be judged on further \
                 ones: with one of them this would be more than {} of work, which is all that a page takes on.",
                Cost::LONGEST_IN_A_PAGE
            )];
        }
        let all = [self.leading(), self.here(), self.in_the_paper(), self.doubts(), self.cut()];
        all.into_iter().flatten().collect()
    }

    /// All of it as one.
    pub fn words(&self) -> String {
        self.paragraphs().join(" ")
    }

    /// Who is ahead over many, and whether the next one could be.
    fn leading(&self) -> Option<String> {
        let order = self.best_first();
        let [(first, best), (second, _), ..] = order[..] else {
            let all = count(self.wanted, "further function");
            return Some(format!(
                "On one function a wrong model can be lucky: {all} are being judged."
            ));
        };
        let (behind, sure) = second.behind(first)?;
        let next = match sure {
            true => format!("“{}” is next, behind by {}", second.label(), rank_words(behind)),
            false => format!(
                "“{}” is next, behind by no more than chance allows ({})",
                second.label(),
                rank_words(behind)
            ),
        };
        let (last, worst) = order[order.len() - 1];
        let end = match order.len() {
            2 => String::new(),
            _ => format!("; “{}” is last ({})", last.label(), rank_words(worst)),
        };
        Some(format!(
            "Over {} “{}” is ahead (mean rank {}); {next}{end}.",
            self.functions(),
            first.label(),
            rank_words(best)
        ))
    }

    /// Who is first on the shown function, and whether that holds over many. It may be luck, or a formula that is no
    /// draw of the prior.
    fn here(&self) -> Option<String> {
        let known = || self.models.iter().filter_map(|model| Some((model, model.here?)));
        let least = known().map(|(_, rank)| rank).reduce(f64::min)?;
        let first: Vec<&Standing> =
            known().filter(|(_, rank)| rank - least < 1e-9).map(|(model, _)| model).collect();
        let names: Vec<&str> = first.iter().map(|model| model.label()).collect();
        let verb = if names.len() > 1 { "are" } else { "is" };
        let said = format!("On this function {} {verb} first ({least:.2})", quoted(&names));
        let order = self.best_first();
        let Some((leader, _)) = order.first() else { return Some(said + ".") };
        // Of several the one that does best over many speaks for them.
        let is_first = |model: &Standing| first.iter().any(|other| other.place == model.place);
        let here = order.iter().map(|(model, _)| *model).find(|model| is_first(model))?;
        if here.place == leader.place {
            return Some(said + ", as over many.");
        }
        let (behind, sure) = here.behind(leader)?;
        let one = if names.len() > 1 { format!("“{}”", here.label()) } else { "it".into() };
        let behind = rank_words(behind);
        Some(match sure {
            true => format!(
                "{said}, but over many {one} is behind “{}” by {behind}: one function misleads.",
                leader.label()
            ),
            false => format!(
                "{said}; over many {one} is behind “{}” by no more than chance allows ({behind}).",
                leader.label()
            ),
        })
    }

    /// Whether the order over many is that of the paper, and that of the shown function is.
    fn in_the_paper(&self) -> Option<String> {
        let paper = |model: &Standing| model.paper;
        let (many, models) = self.likeness(|model| Some(model.mean()?.mean), paper)?;
        let order = match many {
            _ if many >= ALIKE => "much the same order",
            _ if many >= DIFFERENT => "only roughly the same order",
            _ => "another order",
        };
        let these = match models == self.models.len() {
            true => format!("these {models} models"),
            false => format!("{models} of these models"),
        };
        let here = self
            .likeness(|model| model.here, paper)
            .map(|(here, _)| format!("; for this function alone, {}", three_decimals(here)));
        let differs = if many < ALIKE { self.differing() } else { String::new() };
        Some(format!(
            "The paper’s Table 1, over eight real data sets, has {these} in {order} (Spearman’s coefficient {}{}).{differs}",
            three_decimals(many),
            here.unwrap_or_default()
        ))
    }

    /// What differs most from the paper, and that so do the data. Which of that is the reason nobody knows from here.
    fn differing(&self) -> String {
        let scale = self.scale();
        let far = self.models.iter().filter_map(|model| {
            let (mean, paper) = (model.mean()?.mean, scale * model.paper?);
            Some(((mean - paper).abs(), model, mean, paper))
        });
        let Some((_, model, mean, paper)) = far.max_by(|a, b| a.0.total_cmp(&b.0)) else {
            return String::new();
        };
        let most = format!(" “{}” differs most: {mean:.2} here, {paper:.2} there.", model.label());
        let seen = count(self.seen, "point");
        format!("{most} Here models saw {seen} on a line, there real data with several inputs.")
    }

    /// Models that should not be trusted on some of the functions.
    fn doubts(&self) -> Option<String> {
        let doubtful = self.models.iter().filter(|model| model.doubtful > 0);
        let one = |model: &Standing| format!("“{}” on {}", model.label(), model.doubtful);
        let all: Vec<String> = doubtful.map(one).collect();
        let of = count(self.come(), "function");
        (!all.is_empty())
            .then(|| format!("Not to be trusted as fitted, of {of}: {}.", all.join(", ")))
    }

    /// That fewer are judged than were asked for.
    fn cut(&self) -> Option<String> {
        (self.wanted < self.asked).then(|| {
            format!(
                "{} were asked for: more than {} would be over {} of work, which is all that a page takes on.",
                self.asked,
                self.wanted,
                Cost::LONGEST_IN_A_PAGE
            )
        })
    }

    /// What a mean is over.
    fn functions(&self) -> String {
        match self.come() {
            come if come < self.wanted => {
                format!("{come} of {} further functions, so far,", self.wanted)
            }
            come => count(come, "further function"),
        }
    }

    /// The same for a terminal, a line for each model, the best first.
    #[cfg(feature = "cli")]
    pub fn lines(&self) -> Vec<String> {
        let line = |(model, mean): &(&Standing, Estimate)| {
            let rank = |value: Option<f64>| value.map_or("–".into(), |rank| format!("{rank:.2}"));
            format!(
                "{:16} XLLR here {}, over {} {}, in the paper {}",
                model.label(),
                rank(model.here),
                self.come(),
                rank_words(*mean),
                rank(model.paper)
            )
        };
        let order = self.best_first();
        order.iter().map(line).chain(Some(self.words()).filter(|words| !words.is_empty())).collect()
    }
}

impl Standing {
    fn label(&self) -> &str {
        &self.name.label
    }
}

/// A rank, or a difference of two, with its standard error.
fn rank_words(rank: Estimate) -> String {
    let error = rank.standard_error.map(|error| format!(" ± {error:.2}")).unwrap_or_default();
    format!("{:.2}{error}", rank.mean).replace('-', "−")
}
