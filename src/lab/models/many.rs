//! Luck or merit: how the models rank by XLL on the function that is shown, over many, and in the paper. On one
//! function a wrong model can be lucky, so that only many are a verdict.

mod words;

use crate::chart::{self, DotRow, Dots};
use crate::experiment::measure::XLLR;
use crate::lab::correlation::{Judged, titles};
use crate::lab::model_names;
use crate::lab::models::{are_ranked, functions, paper};
use crate::metric::{pearson, ranks};
use crate::numeric::{Estimate, order, sorted_by, t_quantile};
use crate::report::{Name, Table};
use crate::scenario::{Family, Scenario};

/// What is known of all models' ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Many {
    /// One for each model that is ranked, in the order of the link.
    pub models: Vec<Standing>,
    /// On how many functions they will be judged.
    pub wanted: usize,
    /// How many the link asks for: more than that, if they would take too long.
    pub asked: usize,
    /// How many points of each function are seen.
    pub seen: usize,
}

/// How one model ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Its place among the candidates.
    pub place: usize,
    /// What programs and people call it.
    pub name: Name,
    /// XLLR on the function that is shown.
    pub here: Option<f64>,
    /// XLLR on each of the further functions that are there, in their order; NaN where it has none.
    pub each: Vec<f64>,
    /// XLLR in the paper.
    pub paper: Option<f64>,
    /// On how many of the further functions it should not be trusted as it was fitted.
    pub doubtful: usize,
}

impl Standing {
    /// Its mean over the further functions, and how sure that is.
    pub fn mean(&self) -> Option<Estimate> {
        Estimate::of(self.each.iter().copied().filter(|rank| rank.is_finite()))
    }

    /// By how much it is behind another on the same functions, and whether that is more than chance allows: by
    /// Student's t, with 95%.
    pub fn behind(&self, other: &Self) -> Option<(Estimate, bool)> {
        let both = self.each.iter().zip(&other.each).map(|(own, other)| own - other);
        let differences: Vec<f64> = both.filter(|difference| difference.is_finite()).collect();
        let found = Estimate::of(differences.iter().copied())?;
        let sure = found
            .standard_error
            .is_some_and(|error| found.mean.abs() > error * t_quantile(differences.len() - 1));
        Some((found, sure))
    }
}

impl Many {
    /// What is known now: of the shown function, if it was judged, and of those further ones that are there.
    pub fn of(scenario: &Scenario, here: Option<&Judged>, further: &[&Judged]) -> Self {
        let candidates = scenario.models.candidates.iter().enumerate();
        let names = model_names(scenario, titles(scenario));
        let rank = |judged: &Judged, place: usize| {
            let at = judged.models.iter().position(|model| *model == place)?;
            judged.of(&XLLR)[at]
        };
        let doubtful = |judged: &&&Judged, place: usize| {
            let at = judged.models.iter().position(|model| *model == place);
            at.is_some_and(|at| judged.doubts.get(at).is_some_and(Option::is_some))
        };
        let standing = |(place, candidate)| Standing {
            place,
            name: names[place].clone(),
            here: here.and_then(|judged| rank(judged, place)),
            each: further.iter().map(|judged| rank(judged, place).unwrap_or(f64::NAN)).collect(),
            paper: paper::rank(candidate),
            doubtful: further.iter().filter(|judged| doubtful(judged, place)).count(),
        };
        let there = candidates.filter(|(_, candidate)| candidate.kind.family != Family::Own);
        let models = if are_ranked(scenario) { there.map(standing).collect() } else { Vec::new() };
        let (wanted, asked) = (functions(scenario), scenario.judging.tasks);
        Self { models, wanted, asked, seen: scenario.problem.points.len() }
    }

    /// How many of the further functions are there.
    pub fn come(&self) -> usize {
        self.models.first().map_or(0, |model| model.each.len())
    }

    /// The models with their means, the best first.
    pub fn best_first(&self) -> Vec<(&Standing, Estimate)> {
        let known = self.models.iter().filter_map(|model| Some((model, model.mean()?)));
        sorted_by(known.collect(), |(_, mean)| mean.mean)
    }

    /// How alike two orders of the models that have both are: Spearman's coefficient, and of how many models.
    pub fn likeness(
        &self,
        one: impl Fn(&Standing) -> Option<f64>,
        other: impl Fn(&Standing) -> Option<f64>,
    ) -> Option<(f64, usize)> {
        let both = self.models.iter().filter_map(|model| Some((one(model)?, other(model)?)));
        let (one, other): (Vec<f64>, Vec<f64>) = both.unzip();
        let places = |values: &[f64]| ranks(values, |_| true).into_iter().flatten().collect();
        let [a, b]: [Vec<f64>; 2] = [places(&one), places(&other)];
        (one.len() >= LEAST).then_some((pearson(&a, &b)?, one.len()))
    }

    /// A row for each model, the best over many first: without these, in the order of the link. One function alone
    /// is no verdict.
    pub fn chart(&self) -> Option<Dots> {
        let last = self.models.len().checked_sub(1).filter(|_| self.wanted > 0)? as f64;
        let scale = self.scale();
        let mark = |value: Option<f64>| value.map(|value| chart::Estimate { value, error: None });
        let sure =
            |mean: Estimate| chart::Estimate { value: mean.mean, error: mean.standard_error };
        let row = |model: &Standing| DotRow {
            name: model.name.label.clone(),
            marks: vec![
                mark(model.here),
                model.mean().map(sure),
                mark(model.paper.map(|rank| scale * rank)),
            ],
        };
        let means = self.models.iter().map(|model| model.mean().map_or(last, |mean| mean.mean));
        let places = order(&means.collect::<Vec<_>>());
        Some(Dots {
            rows: places.into_iter().map(|place| row(&self.models[place])).collect(),
            kinds: vec![
                ("this function".into(), HERE),
                (self.over(), MANY),
                (self.paper_words(), PAPER),
            ],
            x_range: 0.0..last,
            x_label: "XLLR, 0 is best".into(),
        })
    }

    /// What a rank of the paper, among seven, is among as many as there are here.
    fn scale(&self) -> f64 {
        (self.models.len() - 1) as f64 / (paper::MODELS - 1) as f64
    }

    fn paper_words(&self) -> String {
        match self.models.len() {
            paper::MODELS => "the paper’s Table 1".into(),
            other => format!("the paper’s Table 1, {} ranks as {other}", paper::MODELS),
        }
    }

    /// What the marks with errors are.
    fn over(&self) -> String {
        match (self.come(), self.wanted) {
            (come, wanted) if come < wanted => {
                format!("mean ± error of {come} of {wanted} functions")
            }
            (1, _) => "one further function".into(),
            (come, _) => format!("mean ± error of {come} functions"),
        }
    }

    /// All of it in numbers; no tables where nothing but one function is judged.
    pub fn tables(&self) -> Vec<Table> {
        if self.wanted == 0 {
            return Vec::new();
        }
        let names = || self.models.iter().map(|model| model.name.clone());
        let column = |value: &dyn Fn(&Standing) -> Option<f64>| -> Vec<f64> {
            self.models.iter().map(|model| value(model).unwrap_or(f64::NAN)).collect()
        };
        let mut verdict =
            Table::new(Name::new("verdict", "XLLR: luck or merit"), []).labelled(names());
        verdict.push("this function", column(&|model| model.here));
        verdict.push("mean", column(&|model| Some(model.mean()?.mean)));
        verdict.push("standard error", column(&|model| model.mean()?.standard_error));
        verdict.push("paper", column(&|model| model.paper));
        verdict.push("not to be trusted on", column(&|model| Some(model.doubtful as f64)));
        let title = Name::new("further functions", "XLLR on each further function");
        let mut each = Table::new(title, []);
        for model in &self.models {
            each.push(model.name.clone(), model.each.clone());
        }
        vec![verdict, each]
    }

    /// What lessons can speak of, by the names of the models.
    pub fn numbers(&self, names: &[String]) -> Vec<(String, f64)> {
        let mut found = vec![("functions".to_string(), self.come() as f64)];
        for model in &self.models {
            let (name, mean) = (&names[model.place], model.mean());
            let known = [
                ("mean-xllr", mean.map(|mean| mean.mean)),
                ("mean-xllr.error", mean.and_then(|mean| mean.standard_error)),
                ("paper-xllr", model.paper),
            ];
            let known = known.into_iter().filter_map(|(what, value)| Some((what, value?)));
            found.extend(known.map(|(what, value)| (format!("{name}.{what}"), value)));
        }
        let paper = self.likeness(|model| Some(model.mean()?.mean), |model| model.paper);
        found.extend(paper.map(|(value, _)| ("paper.likeness".into(), value)));
        found
    }
}

/// Of fewer models an order says little.
const LEAST: usize = 4;

/// How marks look.
const HERE: usize = 9;
const MANY: usize = 0;
const PAPER: usize = 1;
