//! The lab's figure: the scene, and what is there of each model.

mod hands;
mod panels;

use serde_json::{Value, json};

use crate::acquisition::Rule;
use crate::chart::{Chart, Panel};
use crate::error::{Error, Result};
use crate::experiment::Part;
use crate::lab::correlation::numbers::{names, pairs};
use crate::lab::correlation::{self, Atlas, Judged, Picture, Repeated, codec, oracle_place, order};
use crate::lab::models::many::Many;
use crate::lab::models::sketch::Sketch;
use crate::lab::models::words::{Facts, Shown};
use crate::lab::models::{
    self, Layout, Scene, Studied, charts, notice, read_scene, report, scene, words,
};
use crate::lab::{Figure, Grips, WHOLE, name_of, not_ready, pull, toy};
use crate::report::{Name, Report};
use crate::scenario::{Candidate, Scenario, View};
use crate::task::side_by_side;

/// What is there of it.
pub struct ModelsFigure {
    scenario: Scenario,
    view: View,
    plan: Layout,
    y_axis: Option<(f64, f64)>,
    scene: Option<Scene>,
    /// One for each model of the plan.
    fits: Vec<Fitting>,
    judged: Option<Judged>,
    /// How models did on further functions, as far as these are there.
    further: Vec<Option<Judged>>,
    /// The squares, made anew when a model comes.
    atlas: Option<Atlas>,
    /// The exact posterior's panel, then one for each model of the plan.
    panels: Vec<Panel>,
}

/// How far a model is.
enum Fitting {
    Waiting,
    Learning(Box<Sketch>),
    Done(Box<Studied>),
}

impl Fitting {
    fn studied(&self) -> Option<&Studied> {
        match self {
            Self::Done(studied) => Some(studied),
            _ => None,
        }
    }

    /// What is known until the model is done.
    fn sketch(&mut self) -> Option<&mut Sketch> {
        if let Self::Waiting = self {
            *self = Self::Learning(Box::default());
        }
        match self {
            Self::Learning(sketch) => Some(sketch),
            _ => None,
        }
    }

    fn state(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Learning(_) => "learning",
            Self::Done(_) => "done",
        }
    }
}

impl ModelsFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let plan = Layout::of(scenario);
        let fits = plan.models.iter().map(|_| Fitting::Waiting).collect();
        let further = vec![None; plan.functions.len()];
        Self {
            scenario: scenario.clone(),
            view: View::default(),
            plan,
            y_axis: None,
            scene: None,
            fits,
            judged: None,
            further,
            atlas: None,
            panels: Vec::new(),
        }
    }

    fn scene(&self) -> Result<&Scene> {
        self.scene.as_ref().ok_or_else(not_ready)
    }

    fn atlas(&self) -> Result<&Atlas> {
        self.atlas.as_ref().ok_or_else(not_ready)
    }

    fn show(&mut self, scene: Scene) {
        self.scene = Some(scene);
        self.panels = (0..=self.fits.len()).map(|at| self.panel(at)).collect();
        self.bind();
    }

    /// Makes the panel of a model of the plan anew.
    fn renew(&mut self, model: usize) {
        if self.scene.is_some() {
            self.panels[model + 1] = self.panel(model + 1);
        }
    }

    /// Makes the squares of what is there.
    fn bind(&mut self) {
        let Some(scene) = &self.scene else { return };
        let mut beliefs = vec![None; self.scenario.models.candidates.len()];
        for (stages, fit) in self.plan.models.iter().zip(&self.fits) {
            beliefs[stages.place] = fit.studied().map(|studied| studied.belief.clone());
        }
        if let Some(place) = oracle_place(&self.scenario) {
            beliefs[place] = Some(scene.oracle.belief.clone());
        }
        let (pool, targets) = (&scene.task.pool, &scene.task.targets);
        let picture = Picture {
            scenario: self.scenario.clone(),
            task: Some(scene.task.clone()),
            y: targets.observed.as_slice().to_vec(),
            order: order::by_position(&side_by_side(&pool.inputs, &targets.inputs)),
            oracle: Some(scene.oracle.belief.clone()),
            beliefs,
            strangers: Vec::new(),
            judged: self.judged.clone().unwrap_or_default(),
        };
        let mut atlas = Atlas::new(picture, Repeated::default());
        atlas.oracle = words::EXACT;
        self.atlas = Some(atlas);
    }

    /// The models as far as they are there, the exact posterior first.
    fn shown(&self) -> Result<Vec<Shown<'_>>> {
        let exact = Shown { place: None, studied: Some(&self.scene()?.oracle) };
        let each = self.plan.models.iter().zip(&self.fits);
        let others =
            each.map(|(stages, fit)| Shown { place: Some(stages.place), studied: fit.studied() });
        Ok(std::iter::once(exact).chain(others).collect())
    }

    fn facts(&self) -> Result<Vec<Facts>> {
        Ok(words::facts(&self.scenario, self.scene()?, &self.shown()?, self.judged.as_ref()))
    }

    /// How the models rank here, over many functions and in the paper.
    fn many(&self) -> Many {
        let further: Vec<&Judged> = self.further.iter().flatten().collect();
        Many::of(&self.scenario, self.judged.as_ref(), &further)
    }

    /// Which panel a place has: the exact posterior's is 0, that of candidate i is i + 1.
    fn at(&self, place: f64) -> Result<usize> {
        let at = self.plan.models.iter().position(|own| (own.place + 1) as f64 == place);
        let at = if place == 0.0 { Some(0) } else { at.map(|at| at + 1) };
        at.filter(|at| *at < self.panels.len())
            .ok_or_else(|| Error::value("panel", place, "that of a model"))
    }

    /// What is known of the model of a panel, once it is fitted.
    fn studied(&self, at: usize) -> Option<&Studied> {
        match at.checked_sub(1) {
            None => self.scene.as_ref().map(|scene| &scene.oracle),
            Some(model) => self.fits[model].studied(),
        }
    }

    /// The panel that is looked at closely.
    fn selected(&self) -> usize {
        let places = || self.plan.models.iter().map(|stages| stages.place);
        let chosen = self.view.model.filter(|model| places().any(|place| place == *model));
        chosen.or_else(|| places().next()).map_or(0, |place| place + 1)
    }

    fn candidate(&self, place: usize) -> Option<&Candidate> {
        self.scenario.models.candidates.get(place.checked_sub(1)?)
    }
}

impl Figure for ModelsFigure {
    fn compute(&mut self) -> Result<()> {
        self.show(scene(&self.scenario)?);
        Ok(())
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        if unit == 0 {
            self.show(read_scene(&part)?);
            return Ok(());
        }
        if self.plan.judge == Some(unit) {
            self.judged = Some(codec::read_judged(&part)?);
            self.bind();
            return Ok(());
        }
        if let Some(function) = self.plan.functions.iter().position(|place| *place == unit) {
            self.further[function] = Some(codec::read_judged(&part)?);
            return Ok(());
        }
        let pool = self.scenario.problem.pool.count;
        let Some(model) = self.plan.model_of(unit) else { return Ok(()) };
        self.fits[model] = Fitting::Done(Box::new(Studied::of(&part, pool)?));
        self.bind();
        self.renew(model);
        Ok(())
    }

    fn preview(&mut self, unit: usize, snapshot: Part) -> Result<()> {
        let Some(model) = self.plan.model_of(unit) else { return Ok(()) };
        let x = self.scene()?.x.clone();
        if let Some(sketch) = self.fits[model].sketch() {
            sketch.preview(unit, &snapshot, &x)?;
            self.renew(model);
        }
        Ok(())
    }

    fn is_ready(&self) -> bool {
        self.scene.is_some()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        let pulled = view.pull != self.view.pull;
        self.view = *view;
        if pulled && self.scene.is_some() {
            self.panels = (0..=self.fits.len()).map(|at| self.panel(at)).collect();
        }
        Ok(())
    }

    fn hold_y_axis(&mut self, range: (f64, f64)) {
        self.y_axis = Some(range);
    }

    fn report(&self) -> Result<Report> {
        let names = self.facts()?.into_iter().zip(self.shown()?).map(|(facts, one)| {
            let candidate = one.place.map(|place| self.scenario.models.candidates[place].id());
            (Name::new(candidate.unwrap_or_else(|| "exact".into()), facts.title), one)
        });
        let known = names.filter_map(|(name, one)| Some((name, one.place, one.studied?)));
        let mut models: Vec<report::Known> = known.collect();
        models[0].1 = oracle_place(&self.scenario);
        let mut report = report::report(self.scene()?, &models, self.judged.as_ref());
        report.tables.extend(self.many().tables());
        Ok(report)
    }

    fn heading(&self) -> Result<String> {
        let changed = if toy::is_own(&self.scenario) { "" } else { " (changed)" };
        Ok(format!("What models believe: {}{changed}", self.scenario.problem.preset.title))
    }

    fn description(&self) -> Result<String> {
        let words = words::description(&self.scenario, self.scene()?, &self.facts()?);
        let verdict = Some(self.many().words()).filter(|words| !words.is_empty());
        let all = [Some(words), verdict, pull::remark(&self.view)];
        Ok(all.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        let mut lines = words::lines(self.scene()?, &self.shown()?, &self.facts()?);
        lines.extend(self.many().lines());
        Ok(lines)
    }

    fn words(&self) -> Result<Value> {
        let (atlas, facts) = (self.atlas()?, self.facts()?);
        let panel = |(at, facts): (usize, &Facts)| self.panel_json(at, facts);
        let panels: Vec<Value> = facts.iter().enumerate().map(panel).collect();
        let notice = notice::notice(self.scene()?, &self.shown()?, &facts);
        let (row, column) = atlas.cell(&self.view, &[]);
        Ok(json!({
            "notice": notice,
            "room": notice::room(&facts),
            "panels": panels,
            "selected": self.selected(),
            "rule": models::rule(&self.scenario).name(),
            "rules": Rule::ALL.map(|rule| (rule.name(), toy::title(rule), toy::meaning(rule))),
            "order": correlation::order_words(&atlas.picture) + &words::jitter(self.judged.as_ref()),
            "crosshair": [row, column],
            "models": atlas.models_json(),
            "full": self.scenario.models.candidates.len() >= self.scenario.lab.most_models,
            "oracle": true,
            "further": "",
        }))
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let (Ok(shown), Some(atlas)) = (self.shown(), &self.atlas) else { return Vec::new() };
        let learned = shown[1..].iter().filter(|one| one.studied.is_some()).count();
        let mut numbers = vec![("learned".into(), learned as f64)];
        numbers.extend(words::numbers(&self.scenario, &shown, self.judged.as_ref()));
        let exact = name_of(words::EXACT).unwrap_or_default();
        numbers.extend(pairs(atlas, &self.view, &exact));
        numbers.extend(self.many().numbers(&names(&atlas.titles)));
        numbers
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        match (what, at) {
            ("verdict", _) => Ok(self.verdict()),
            ("readout", [place, x]) => Ok(self.readout(*place, *x)?.into()),
            ("probe", [place, x]) => {
                let at = self.at(*place)?;
                let title = &self.facts()?[at].title;
                let targets = self.studied(at).map(|studied| {
                    let correlation = charts::correlation(self.scene()?, studied, *x);
                    Ok(toy::with_targets(&self.scenario, &self.scene()?.x, &correlation))
                });
                let targets =
                    targets.transpose()?.map_or(String::new(), |words| format!("; {words}"));
                let values = self.readout(*place, *x)?.replace(",  ", ", ");
                Ok(format!("{title}: {values}{targets}.").into())
            }
            (_, [place, at @ ..]) if pull::QUESTIONS.contains(&what) => {
                self.ask_hand(what, *place, at)
            }
            _ => self.atlas()?.ask(&self.view, what, at),
        }
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        fn boxed<'a>(chart: impl Chart + 'a) -> Box<dyn Chart + 'a> {
            Box::new(chart)
        }
        Ok(match (view, at) {
            (WHOLE, _) => {
                let facts = self.facts()?;
                let done = |at: &usize| self.studied(*at).is_some();
                let done = (0..facts.len()).filter(done).map(|at| (&self.panels[at], &facts[at]));
                let panels = charts::multiples(&done.collect::<Vec<_>>());
                let (squares, verdict) = (self.atlas()?.squares(), self.many().chart());
                Some(boxed(charts::Whole { panels, squares, verdict }))
            }
            ("verdict", _) => self.many().chart().map(boxed),
            ("panel", [place]) => Some(boxed(self.panels[self.at(*place)?].clone())),
            ("hover", [place, x, way, other @ ..]) => {
                let at = self.at(*place)?;
                Some(boxed(self.hover(at, *x, *way, other.first().copied())?))
            }
            ("learning", [place]) => self.learning(self.at(*place)?).map(boxed),
            ("traces", [place]) => {
                let scene = self.scene()?;
                let studied = self.studied(self.at(*place)?);
                studied.and_then(|studied| charts::traces(scene, studied)).map(boxed)
            }
            _ => return self.atlas()?.chart(&self.view, view, at),
        })
    }

    fn caption(&self) -> Result<String> {
        let words = "* marks the best. Metacorrelation: whether correlations rise and fall with the exact ones. \
                     XLLR: mean rank by XLL on this function, 0 is best. Numbered: what each model would ask for.";
        let verdict = Some(self.many().words()).filter(|words| !words.is_empty());
        let all = [Some(words.to_string()), verdict, pull::remark(&self.view)];
        Ok(all.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    fn saved_size(&self) -> (u32, u32) {
        let squares = self.fits.iter().filter(|fit| fit.studied().is_some()).count() + 1;
        let verdict = charts::Whole::height_of_verdict(self.many().chart().as_ref());
        (1000, 60 + 310 * self.rows() + charts::Whole::height_of_squares(squares) + verdict)
    }

    fn grips(&self) -> Option<Grips> {
        let train = &self.scene.as_ref()?.task.train;
        let points = train.inputs.iter().copied().zip(train.observed.iter().copied()).collect();
        Some(Grips { points, regions: self.scenario.problem.targets.clone() })
    }
}

impl ModelsFigure {
    /// What the page says of the verdict, and how many rows its chart has.
    fn verdict(&self) -> Value {
        let many = self.many();
        let rows = many.chart().map_or(0, |chart| chart.rows.len());
        json!({ "paragraphs": many.paragraphs(), "rows": rows, "units": self.plan.functions })
    }

    /// Rows of panels, in two columns.
    fn rows(&self) -> u32 {
        (self.plan.models.len() + 1).div_ceil(2) as u32
    }
}
