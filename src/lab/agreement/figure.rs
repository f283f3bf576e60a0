//! What is there of a comparison of measures.

use std::cell::RefCell;

use serde_json::{Value, json};

use super::{PAIRS, power, words};
use crate::chart::{Chart, Look};
use crate::error::Result;
use crate::experiment::agreement::{
    Compared, Likeness, Quantity, Relation, Values, quantities, read, tasks,
};
use crate::experiment::power::{Pair as Told, read as read_power};
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::titles;
use crate::lab::curves::task_words;
use crate::lab::{Figure, WHOLE, count, model_names, not_ready, unknown};
use crate::model::Kind;
use crate::numeric::Estimate;
use crate::report::{Name, Report};
use crate::scenario::{Axis, Family, KINDS, Scenario, View};

/// What is there of it.
pub struct AgreementFigure {
    pub(super) scenario: Scenario,
    pub(super) view: View,
    pub(super) quantities: Vec<Quantity>,
    pub(super) names: Vec<Name>,
    tasks: Vec<Option<Compared>>,
    told: Vec<Option<Vec<Told>>>,
    /// Intervals take their time: each is found once.
    relations: RefCell<Vec<(Key, Option<Relation>)>>,
    pub(super) stable: RefCell<Option<Option<Likeness>>>,
}

/// Two quantities, and whether they are as expected.
type Key = (usize, usize, bool);

impl AgreementFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let titles = titles(scenario);
        Self {
            quantities: quantities(scenario, &titles),
            names: model_names(scenario, titles),
            tasks: vec![None; tasks(scenario)],
            told: vec![None; tasks(scenario)],
            scenario: scenario.clone(),
            view: View::default(),
            relations: RefCell::default(),
            stable: RefCell::default(),
        }
    }

    /// The tasks that are there.
    pub(super) fn known(&self) -> impl Iterator<Item = &Compared> {
        self.tasks.iter().flatten()
    }

    /// Whether all of them are.
    pub(super) fn is_whole(&self) -> bool {
        self.tasks.iter().all(Option::is_some)
    }

    /// What measures said of right and wrong, on the tasks that are there.
    pub(super) fn told(&self) -> impl Iterator<Item = &Vec<Told>> {
        self.told.iter().flatten()
    }

    pub(super) fn models(&self) -> usize {
        self.names.len()
    }

    /// The place of the quantity with that id.
    pub(super) fn place(&self, id: &str) -> usize {
        let place = self.quantities.iter().position(|quantity| quantity.id == id);
        place.expect("a quantity that every comparison has")
    }

    /// What links call a quantity: a reference is named by its place.
    pub(super) fn link_name(&self, quantity: usize) -> String {
        let before = self.quantities[..quantity].iter().filter(|one| one.is_under_one()).count();
        match self.quantities[quantity].is_under_one() {
            true => format!("xll:{}", self.references()[before]),
            false => self.quantities[quantity].id.clone(),
        }
    }

    /// The places of the models that judge.
    pub(super) fn references(&self) -> Vec<usize> {
        let candidates = &self.scenario.models.candidates;
        (0..candidates.len()).filter(|place| candidates[*place].is_reference).collect()
    }

    /// The quantities along the axes: the first pair of the paper's, unless others were chosen. One that went with its
    /// reference is none.
    pub(super) fn axes(&self) -> [usize; 2] {
        let place = |chosen: Option<Axis>, usual: &str| match chosen {
            Some(Axis::Named(name)) => self.place(name),
            Some(under @ Axis::Under(_)) => {
                let name = under.to_string();
                let found = (0..self.quantities.len()).find(|place| self.link_name(*place) == name);
                found.unwrap_or_else(|| self.place(usual))
            }
            None => self.place(usual),
        };
        [place(self.view.x, PAIRS[0].x), place(self.view.y, PAIRS[0].y)]
    }

    /// Whether a quantity is shown as it is expected: if that was asked for and has a closed form.
    pub(super) fn is_expected(&self, quantity: usize) -> bool {
        self.view.expected && self.has_expected(quantity)
    }

    pub(super) fn has_expected(&self, quantity: usize) -> bool {
        let quantity = &self.quantities[quantity];
        let first = self.known().next();
        first.is_some_and(|task| {
            (0..self.models()).any(|model| quantity.expected(task, model).is_some())
        })
    }

    /// A quantity of every model on every task that is there.
    pub(super) fn values(&self, quantity: usize, expected: bool) -> Values {
        let quantity = &self.quantities[quantity];
        let of = |task: &Compared, model: usize| match expected {
            true => quantity.expected(task, model),
            false => quantity.of(task, model),
        };
        let row = |model: usize| self.known().map(|task| of(task, model)).collect();
        Values((0..self.models()).map(row).collect())
    }

    /// Its means and standard errors.
    pub(super) fn estimates(&self, quantity: usize, expected: bool) -> Vec<Option<Estimate>> {
        let rows = self.values(quantity, expected).0;
        let of = |row: Vec<Option<f64>>| {
            Estimate::of(row.into_iter().flatten().collect::<Vec<_>>().into_iter())
        };
        rows.into_iter().map(of).collect()
    }

    /// How alike two quantities are, positive if they prefer the same models, whichever way each counts.
    pub(super) fn relation(&self, x: usize, y: usize, expected: bool) -> Option<Relation> {
        let key = (x.min(y), x.max(y), expected);
        if let Some((_, found)) = self.relations.borrow().iter().find(|(known, _)| *known == key) {
            return *found;
        }
        let as_expected = |quantity: usize| expected && self.has_expected(quantity);
        let [one, other] = [key.0, key.1].map(|place| self.values(place, as_expected(place)));
        let seed = u64::from(self.scenario.problem.seed);
        let turn = self.quantities[x].better * self.quantities[y].better;
        let found = Relation::of(&one, &other, seed).map(|found| Relation {
            pearson: turned(found.pearson, turn),
            spearman: turned(found.spearman, turn),
            ..found
        });
        self.relations.borrow_mut().push((key, found));
        found
    }

    /// Finds one interval that the numbers of the figure need and that is not there yet, and tells how many are left:
    /// together they would hold up a page.
    fn prepare(&self) -> usize {
        let known = |x: &usize, y: &usize| {
            let key = (*x.min(y), *x.max(y), false);
            self.relations.borrow().iter().any(|(known, _)| *known == key)
        };
        let pairs = PAIRS.iter().map(|pair| (self.place(pair.x), self.place(pair.y)));
        let missing: Vec<_> = pairs.filter(|(x, y)| !known(x, y)).collect();
        let unstable = usize::from(self.stable.borrow().is_none());
        match missing.first() {
            Some((x, y)) => {
                self.relation(*x, *y, false);
                missing.len() - 1 + unstable
            }
            None => {
                self.stability();
                0
            }
        }
    }

    /// On how many tasks a model should not be trusted as it was fitted, and why on the first of them.
    pub(super) fn doubt(&self, model: usize) -> Option<(usize, String)> {
        let doubts = || self.known().filter_map(|task| task.judged.doubts[model].as_ref());
        Some((doubts().count(), doubts().next()?.clone()))
    }

    pub(super) fn doubts(&self) -> Vec<String> {
        let line = |model: usize| {
            let (tasks, why) = self.doubt(model)?;
            let (tasks, title) = (count(tasks, "task"), &self.names[model].label);
            Some(format!("not to be trusted on {tasks}: {title}. {why}"))
        };
        (0..self.models()).filter_map(line).collect()
    }

    /// The kinds of models, each with its models, in one order whatever the link's is, so that a kind looks the same
    /// in every set: the oracle first, which is what others are measured against, also where it is none of them.
    pub(super) fn families(&self) -> Vec<(&'static str, Vec<usize>)> {
        let of = |kind: &Kind| -> Vec<usize> {
            let candidates = self.scenario.models.candidates.iter().enumerate();
            candidates.filter(|(_, one)| one.kind == kind).map(|(model, _)| model).collect()
        };
        let kinds = KINDS.iter().map(|kind| (kind.family, kind.label, of(kind)));
        let there =
            kinds.filter(|(family, _, models)| *family == Family::Oracle || !models.is_empty());
        there.map(|(_, label, models)| (label, models)).collect()
    }

    /// Which of the looks each model has: that of its kind.
    pub(super) fn looks(&self) -> Vec<usize> {
        let mut looks = vec![0; self.models()];
        for (look, (_, models)) in self.families().into_iter().enumerate() {
            models.into_iter().for_each(|model| looks[model] = look);
        }
        looks
    }
}

fn turned(found: Likeness, turn: f64) -> Likeness {
    if turn > 0.0 {
        return found;
    }
    Likeness { value: -found.value, ends: found.ends.map(|(low, high)| (-high, -low)), ..found }
}

impl Figure for AgreementFigure {
    fn compute(&mut self) -> Result<()> {
        let plan = experiment::plan(&self.scenario, &[]);
        self.add(0, plan.solve(0, &Memory::default(), &mut to_the_end)?)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        let tasks = self.tasks.len();
        if unit < tasks {
            self.tasks[unit] = Some(read(&part)?);
            self.relations.get_mut().clear();
            *self.stable.get_mut() = None;
        } else if let Some(told) = self.told.get_mut(unit - tasks) {
            *told = Some(read_power(&part)?);
        }
        Ok(())
    }

    fn is_ready(&self) -> bool {
        self.known().next().is_some()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        self.view = *view;
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        self.known().next().ok_or_else(not_ready)?;
        Ok(self.tables())
    }

    fn heading(&self) -> Result<String> {
        let tasks = count(self.known().count(), "task");
        Ok(format!("Models and measures compared on {tasks}: {}", task_words(&self.scenario)))
    }

    fn description(&self) -> Result<String> {
        Ok(words::description(self))
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        Ok(self.terminal_lines())
    }

    fn words(&self) -> Result<Value> {
        Ok(words::words(self))
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        words::numbers(self)
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        match (what, at) {
            ("places", []) => Ok(words::places(self)),
            ("matrix", []) => Ok(words::matrix(self)),
            ("mark", [model]) if (*model as usize) < self.models() => {
                Ok(json!(words::mark(self, *model as usize)))
            }
            ("prepare", []) => Ok(json!(self.prepare())),
            ("references", []) => Ok(self.reference_words()),
            ("power", []) => Ok(power::words(self)),
            _ => Err(unknown("question", what)),
        }
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let models = || at.iter().map(|model| *model as usize);
        Ok(Some(match view {
            WHOLE => Box::new(self.whole()),
            "scatter" => Box::new(self.scatter(false)),
            // The mark that is pointed at comes first, below 0 if there is none.
            "lit" => {
                let pointed = at.first().filter(|model| **model >= 0.0).map(|it| *it as usize);
                Box::new(self.lit(models().skip(1).collect(), pointed))
            }
            "matrix" => Box::new(self.scatters(false)),
            "matrix lit" => Box::new(self.scatters_lit(models().collect())),
            "look" => Box::new(Look(at.first().map_or(0, |index| *index as usize))),
            _ => return Err(unknown("view", view)),
        }))
    }

    fn caption(&self) -> Result<String> {
        Ok(words::caption(self))
    }

    fn saved_size(&self) -> (u32, u32) {
        (1000, 1120)
    }
}
