//! The lab's figure: a solved problem, looked at after some of its picks.

use serde_json::{Value, json};

use crate::acquisition::Rule;
use crate::chart::{Chart, Panel, Probe};
use crate::error::{Error, Result};
use crate::experiment::Part;
use crate::lab::pull::{self, Hand, Pulled};
use crate::lab::toy::game::{self, Stage};
use crate::lab::toy::{
    self, Best, Found, Pair, Toy, charts, compare, heard, part, search, solve, words,
};
use crate::lab::{Figure, Grips, WHOLE, not_ready, unknown};
use crate::report::Report;
use crate::scenario::{Scenario, View};

/// What to notice while what the rules ask is covered.
const GUESS: &str = "Nothing is asked yet, and what the rules would ask is covered. Your questions are \
                     asked all at once: none can wait for the answer to another. Which of them tell most about the \
                     targets together?";

/// What is there of it.
pub struct ToyFigure {
    scenario: Scenario,
    /// How it is looked at: after how many picks, which two questions closely.
    view: View,
    toy: Option<Toy>,
    /// What the shares of the search for the best batch found.
    found: Vec<Option<Option<Found>>>,
    /// The panels at that step.
    panels: Vec<Panel>,
    /// The panels at the step before, if nothing else was looked at otherwise.
    came_from: Vec<Panel>,
    /// What a hand does to the function of each, if one holds it.
    pulled: Vec<Pulled>,
    y_axis: Option<(f64, f64)>,
}

impl ToyFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let shares = if scenario.asking.own.is_some() { search::shares(scenario) } else { 0 };
        Self {
            scenario: scenario.clone(),
            view: View::default(),
            toy: None,
            found: vec![None; shares],
            panels: Vec::new(),
            came_from: Vec::new(),
            pulled: Vec::new(),
            y_axis: None,
        }
    }

    fn toy(&self) -> Result<&Toy> {
        self.toy.as_ref().ok_or_else(not_ready)
    }

    /// After how many picks it is looked at.
    fn step(&self) -> usize {
        let steps = self.scenario.asking.batch_size;
        self.view.step.unwrap_or(steps).min(steps)
    }

    /// After how many picks it is seen: none, as long as they are covered.
    fn seen(&self) -> usize {
        if self.covered() { 0 } else { self.step() }
    }

    /// Whether a learner asks, and what the rules ask is not shown yet.
    fn covered(&self) -> bool {
        let guesses = self.view.guess || self.stage() == Some(Stage::Ask);
        guesses && self.scenario.asking.own.is_some()
    }

    /// What the game is at, if it is played.
    fn stage(&self) -> Option<Stage> {
        self.view.play.filter(|_| game::is_played(&self.scenario, &self.view)).map(Stage::of)
    }

    /// All that stands beside the game's figure, and that figure in words.
    fn game(&self) -> Result<Value> {
        let (toy, Some(stage)) = (self.toy()?, self.stage()) else { return Ok(Value::Null) };
        let mut words = game::words(toy, self.view.play.unwrap_or(1), self.view.beat);
        words["figure"] = heard::figure(toy, stage)?.into();
        Ok(words)
    }

    /// What questions are after, in words.
    fn ground(&self) -> &'static str {
        if self.stage().is_some() { "the blue ground" } else { "the targets" }
    }

    /// The two questions that are looked at closely.
    fn pair(&self) -> Result<Option<Pair>> {
        let toy = self.toy()?;
        let indices = Pair::looked_at(toy, self.view.at).filter(|_| !self.covered());
        indices.map(|indices| Pair::new(toy, indices)).transpose()
    }

    fn show(&mut self, toy: Toy) -> Result<()> {
        self.toy = Some(toy);
        self.compare()?;
        self.build()
    }

    /// Finds the best batch, once all shares of the search are there.
    fn compare(&mut self) -> Result<()> {
        let found: Option<Vec<_>> = self.found.iter().cloned().collect();
        let Some((toy, found)) = self.toy.as_mut().zip(found) else { return Ok(()) };
        if toy.own.is_some() {
            toy.best = Best::of(toy, &found)?;
        }
        Ok(())
    }

    /// Makes the panels of the step that is looked at.
    fn build(&mut self) -> Result<()> {
        let Some(toy) = &mut self.toy else { return Ok(()) };
        if let Some(y_axis) = self.y_axis {
            toy.y_range = y_axis;
        }
        let (toy, step, covered) = (self.toy()?, self.seen(), self.covered());
        let panels = toy.shown().map(|panel| match covered {
            true => charts::covered(toy, panel),
            false => charts::panel(toy, panel, step),
        });
        let mut panels: Vec<Panel> = panels.collect::<Result<_>>()?;
        let pulled: Vec<Pulled> = match self.view.pull.filter(|_| !covered) {
            Some(pull) => {
                let pulled = toy.shown().map(|panel| charts::pulled(toy, panel, step, pull));
                pulled.collect::<Result<_>>()?
            }
            None => Vec::new(),
        };
        for (panel, pulled) in panels.iter_mut().zip(&pulled) {
            panel.band = pulled.on(std::mem::take(&mut panel.band));
        }
        (self.panels, self.pulled) = (panels, pulled);
        if let Some((low, high)) = self.y_axis {
            // A point that is dragged beyond the axis stays in sight.
            let seen = self.panels.iter_mut().flat_map(|panel| &mut panel.band.train.1);
            seen.for_each(|y| *y = y.clamp(low, high));
        }
        Ok(())
    }

    /// A hand on the function of a panel.
    fn hand(&self, index: usize) -> Result<Hand<'_>> {
        let toy = self.toy()?;
        let panel = toy.shown().nth(index).expect("it is drawn");
        let belief = toy.belief(panel, panel.at(self.seen()))?;
        let (scenario, pull, along) = (&self.scenario, self.view.pull, &toy.x);
        Ok(Hand { scenario, pull, along, belief, y_range: toy.y_range })
    }

    /// What a hand can do with the function of a panel, and what that does.
    fn ask_hand(&self, what: &str, index: f64, at: &[f64]) -> Result<Value> {
        let (toy, (index, drawn)) = (self.toy()?, self.panel(index)?);
        if self.covered() {
            return Ok(Value::Null);
        }
        if what != "pull words" {
            return self.hand(index)?.ask(what, at, &drawn.band.mean);
        }
        let title = toy.shown().nth(index).map_or("", |panel| panel.title());
        let pulled = self.pulled.get(index);
        Ok(pulled.map(|held| pull::words(&self.scenario, &toy.x, (title, held), None, None)).into())
    }

    fn panel(&self, index: f64) -> Result<(usize, &Panel)> {
        let count = self.panels.len();
        let missing = || Error::value("panel", index, format!("below {count}"));
        let found = self.panels.get(index as usize).filter(|_| index >= 0.0);
        found.map(|panel| (index as usize, panel)).ok_or_else(missing)
    }
}

impl Figure for ToyFigure {
    fn compute(&mut self) -> Result<()> {
        self.show(solve(&self.scenario)?)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        let Some(share) = unit.checked_sub(1) else {
            return self.show(part::read(&self.scenario, &part)?);
        };
        self.found[share] = Some(search::read(&self.scenario, &part)?);
        self.compare()
    }

    fn is_ready(&self) -> bool {
        self.toy.is_some()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        let stepped = View { step: view.step, ..self.view } == *view;
        self.came_from = if stepped { std::mem::take(&mut self.panels) } else { Vec::new() };
        self.view = *view;
        self.build()
    }

    fn hold_y_axis(&mut self, range: (f64, f64)) {
        self.y_axis = Some(range);
    }

    fn report(&self) -> Result<Report> {
        toy::report(self.toy()?)
    }

    fn heading(&self) -> Result<String> {
        Ok(charts::heading(self.toy()?, self.seen()))
    }

    fn description(&self) -> Result<String> {
        let (toy, seen) = (self.toy()?, self.seen());
        if let Some(stage) = self.stage() {
            return heard::figure(toy, stage);
        }
        let placed = toy.own.as_ref().filter(|_| self.covered()).map(|own| {
            let places = words::named_places(toy, &own.panel.batch.indices);
            format!(" Questions placed: {places}.")
        });
        let pulled = pull::remark(&self.view).filter(|_| !self.pulled.is_empty());
        let more = [placed, pulled.map(|words| format!(" {words}"))];
        Ok(toy::description(toy, seen) + &more.into_iter().flatten().collect::<String>())
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        Ok(words::lines(self.toy()?, self.seen()))
    }

    fn words(&self) -> Result<Value> {
        let toy = self.toy()?;
        let facts = toy::panel_facts(toy, self.seen());
        let tells = !self.view.hide.has("notice");
        let panel = |(panel, facts): (&toy::Panel, &toy::PanelFacts)| {
            let score =
                |s: &toy::Score| json!({ "label": s.label, "value": s.value, "best": s.best });
            json!({
                "rule": panel.name(),
                "title": facts.title,
                "meaning": format!("{}{}", facts.meaning, if tells { facts.remark } else { "" }),
                "scores": facts.scores.iter().map(score).collect::<Vec<_>>(),
            })
        };
        let learner = facts.get(toy.panels.len()).zip(toy.own.as_ref());
        let learner = learner.map(|(facts, own)| panel((&own.panel, facts)));
        Ok(json!({
            "step": self.seen(),
            "steps": toy.steps(),
            "notice": if self.covered() { GUESS.into() } else { toy::notice(toy, self.seen()) },
            // Unseen, so that another sentence moves nothing.
            "room": toy::longest_notice(),
            "panels": toy.panels.iter().zip(&facts).map(panel).collect::<Vec<_>>(),
            "learner": learner,
            "you": compare::words(toy, self.covered(), self.ground()),
            "game": self.game()?,
            "rules": Rule::ALL.map(|rule| (rule.name(), toy::title(rule), toy::meaning(rule))),
        }))
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        self.toy.as_ref().map_or(Vec::new(), |toy| words::numbers(toy, self.step()))
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        let toy = self.toy()?;
        match (what, at) {
            ("readout", [panel, x]) => {
                let (index, drawn) = self.panel(*panel)?;
                Ok(format!("{}{}", drawn.readout(*x), self.hand(index)?.remark(*x)).into())
            }
            (_, [panel, at @ ..]) if pull::QUESTIONS.contains(&what) => {
                self.ask_hand(what, *panel, at)
            }
            ("pair", []) => {
                let pair = self.pair()?;
                Ok(pair.map_or(Value::Null, |pair| pair_words(toy, &pair)))
            }
            ("probe", [_, x]) if self.stage().is_some() => {
                let stage = self.stage().unwrap_or(Stage::Ask);
                Ok(heard::probe(toy, stage, *x)?.into())
            }
            ("probe", [panel, x]) => {
                let (index, drawn) = self.panel(*panel)?;
                Ok(words::probe(toy, index, self.seen(), *x, drawn)?.into())
            }
            _ => Err(unknown("question", what)),
        }
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let toy = self.toy()?;
        Ok(Some(match (view, at) {
            (WHOLE, _) => Box::new(charts::multiples(toy, self.seen(), &self.panels)),
            ("pair", []) => return Ok(self.pair()?.map(|pair| Box::new(pair.bars()) as _)),
            ("game", at) => {
                let Some(band) = game::band(toy, self.stage().unwrap_or(Stage::Ask))? else {
                    return Ok(None);
                };
                match at {
                    [x] => Box::new(Probe { band, x: *x }),
                    _ => Box::new(band),
                }
            }
            ("panel", [index]) => Box::new(self.panel(*index)?.1.clone()),
            // The same on its way from the step before.
            ("panel", [index, share]) => {
                let (index, panel) = self.panel(*index)?;
                let before = self.came_from.get(index).unwrap_or(panel);
                Box::new(panel.on_its_way(before, *share))
            }
            // What a pointer at x shows, over another panel (0), over this one (1), or in a hand that pulls (2).
            ("hover", [index, x, way]) => {
                let (index, drawn) = self.panel(*index)?;
                let (step, under) = (self.seen(), *way != 0.0);
                let grip = *way == 1.0 && !self.covered() && self.hand(index)?.holds(*x);
                let solved = toy.shown().nth(index).expect("it is drawn");
                Box::new(charts::hover(toy, solved, step, *x, drawn, (under, grip))?)
            }
            _ => return Err(unknown("view", view)),
        }))
    }

    fn caption(&self) -> Result<String> {
        let pulled = pull::remark(&self.view).filter(|_| !self.pulled.is_empty());
        let words = [charts::caption(self.toy()?, self.seen()), pulled.unwrap_or_default()];
        Ok(words.join(" ").trim().into())
    }

    /// As high as its rows of panels need.
    fn saved_size(&self) -> (u32, u32) {
        (1000, 640 + 290 * self.rows().saturating_sub(2))
    }

    fn grips(&self) -> Option<Grips> {
        let train = &self.toy.as_ref()?.task.train;
        let points = train.inputs.iter().copied().zip(train.observed.iter().copied()).collect();
        Some(Grips { points, regions: self.scenario.problem.targets.clone() })
    }
}

impl ToyFigure {
    /// Rows of panels, in two columns.
    fn rows(&self) -> u32 {
        let learner = usize::from(self.scenario.asking.own.is_some());
        (self.scenario.asking.rules.len() + learner).div_ceil(2) as u32
    }
}

/// The two questions that are looked at closely, and whose first two could be.
fn pair_words(toy: &Toy, pair: &Pair) -> Value {
    let first = |panel: &toy::Panel| {
        let [a, b] = *panel.batch.indices.first_chunk()?;
        Some((panel.title(), format!("{a}:{b}")))
    };
    json!({
        "at": pair.indices,
        "x": pair.x,
        "last": toy.task.pool.len() - 1,
        "words": pair.words(),
        "choices": toy.shown().filter_map(first).collect::<Vec<_>>(),
    })
}
