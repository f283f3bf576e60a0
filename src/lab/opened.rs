//! A link's figure as it comes to be: the same for a page, the command line and tests.

use crate::chart::{Chart, Inscription, Plate, Style, svg};
use crate::error::{Error, Result};
use crate::experiment::{self, Costs, Hears, Memory, Part, Plan, Store, Tell};
use crate::lab::{self, Figure, WHOLE, not_ready};
use crate::report::{About, Report};
use crate::scenario::{Link, Scenario, Theme, View};

/// What the figures are after.
const PAPER: &str = "after Wang, Sun & Grosse, “Beyond Marginal Uncertainty”, AISTATS 2021";

/// A link, and what is there of its figure.
pub struct Opened {
    link: Link,
    figure: Box<dyn Figure>,
    /// For each unit, whether nothing is missing of it: its part has come, or no figure wants it.
    come: Vec<bool>,
    /// What every heading begins with.
    mark: &'static str,
}

impl Opened {
    /// Nothing is computed yet.
    pub fn new(link: Link) -> Result<Self> {
        let scenario = &link.scenario;
        let mut figure = lab::figure(scenario);
        figure.look(&link.view)?;
        let steps = experiment::plan(scenario, &[]).steps;
        let come = steps.iter().map(|step| step.hears != Hears::Part).collect();
        Ok(Self { link, figure, come, mark: "" })
    }

    /// The same with a warning before the headings of all its files.
    #[must_use]
    pub fn marked(self, mark: &'static str) -> Self {
        Self { mark, ..self }
    }

    /// Everything, unit after unit.
    pub fn complete(link: Link, files: &[Vec<u8>], tell: Tell) -> Result<Self> {
        Self::complete_from(link, files, &Memory::default(), tell)
    }

    /// Everything, as far as a store does not know it already.
    pub fn complete_from(
        link: Link,
        files: &[Vec<u8>],
        store: &dyn Store,
        tell: Tell,
    ) -> Result<Self> {
        let mut opened = Self::new(link)?;
        let plan = opened.plan(files);
        for place in plan.heard() {
            opened.add(place, plan.solve(place, store, tell)?)?;
        }
        Ok(opened)
    }

    /// Its link.
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// What its work will take.
    pub fn costs(&self) -> Costs {
        experiment::cost(&self.link.scenario)
    }

    /// Its units of work.
    pub fn plan(&self, files: &[Vec<u8>]) -> Plan {
        experiment::plan(&self.link.scenario, files)
    }

    /// Computes what is shown first, if that is quick.
    pub fn begin(&mut self) -> Result<()> {
        if self.costs().first.is_quick() {
            self.figure.compute()?;
            self.come[0] = true;
        }
        Ok(())
    }

    /// Takes a unit's part.
    pub fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        let count = self.come.len();
        let stranger = || Error::value("a part", format!("part {unit}"), format!("one of {count}"));
        let come = self.come.get_mut(unit).ok_or_else(stranger)?;
        self.figure.add(unit, part)?;
        *come = true;
        Ok(())
    }

    /// Takes what a unit under way has found so far.
    pub fn preview(&mut self, unit: usize, snapshot: Part) -> Result<()> {
        self.figure.preview(unit, snapshot)
    }

    /// Looks at the same numbers as another link does.
    pub fn look(&mut self, link: &Link) -> Result<()> {
        self.link.view = link.view;
        self.figure.look(&link.view)
    }

    /// Whether all is there, and so has a fingerprint.
    pub fn is_complete(&self) -> bool {
        self.come.iter().all(|come| *come) && self.figure.is_whole()
    }

    /// The figure, once there is something to see.
    pub fn figure(&self) -> Result<&dyn Figure> {
        self.figure.is_ready().then_some(&*self.figure).ok_or_else(not_ready)
    }

    /// The figure as it is.
    pub fn figure_mut(&mut self) -> &mut dyn Figure {
        &mut *self.figure
    }

    /// The fingerprint of all numbers; there is none while some are missing.
    pub fn fingerprint(&self) -> Result<Option<String>> {
        self.is_complete().then(|| Ok(self.report()?.fingerprint())).transpose()
    }

    /// Every number.
    pub fn report(&self) -> Result<Report> {
        self.figure()?.report()
    }

    /// All tables as comma-separated values, after the link they belong to.
    pub fn csv(&self) -> Result<String> {
        Ok(self.report()?.csv(&self.about()?))
    }

    /// The link, the fingerprint, what it shows, and all tables, as JSON.
    pub fn json(&self) -> Result<String> {
        Ok(self.report()?.json(&self.about()?).to_string())
    }

    /// What a file of its numbers says of itself.
    pub fn about(&self) -> Result<About> {
        let words = [
            ("title", self.heading()?),
            ("caption", self.description()?),
            ("credit", format!("talscope; {PAPER}")),
        ];
        let (link, fingerprint) = (self.shared_link().to_string(), self.fingerprint()?);
        Ok(About { link, fingerprint, words: words.into() })
    }

    /// One of its charts; nothing if there is nothing to show. The whole one can stand alone.
    pub fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        match view {
            WHOLE => Ok(Some(Box::new(self.plate()?))),
            _ => self.figure()?.chart(view, at),
        }
    }

    /// The whole figure as an SVG document, in the link's theme unless another is asked for.
    pub fn svg(&self, theme: Option<Theme>) -> Result<String> {
        let theme = theme.or(self.link.view.theme).unwrap_or(Theme::Light);
        let document = svg(&self.plate()?, self.saved_size()?, &Style::of(theme))?;
        Ok(self.inscription()?.on_svg(&document))
    }

    /// Width and height of the whole figure in a file.
    pub fn saved_size(&self) -> Result<(u32, u32)> {
        Ok(self.plate()?.around(self.figure()?.saved_size()))
    }

    /// The whole figure between its heading and its credits.
    fn plate(&self) -> Result<Plate<'_>> {
        let figure = self.figure()?;
        let body = figure.chart(WHOLE, &[])?.ok_or_else(not_ready)?;
        let notes = [self.unless("notice", || figure.caption())?, self.credits()?];
        let notes = notes.into_iter().filter(|note| !note.is_empty()).collect();
        Ok(Plate { heading: self.heading()?, notes, body })
    }

    fn credits(&self) -> Result<String> {
        let fingerprint = match self.fingerprint()? {
            Some(fingerprint) => format!("fingerprint {fingerprint}"),
            None => "some numbers were still missing".into(),
        };
        Ok(format!("talscope; {PAPER}; {fingerprint}"))
    }

    /// What a file of the whole figure says of itself.
    pub fn inscription(&self) -> Result<Inscription> {
        let link = self.shared_link();
        Ok(Inscription {
            title: self.heading()?,
            description: self.description()?,
            source: format!("{}; link: {link}", self.credits()?),
        })
    }

    /// The figure in one line; the lab's name, if the link leaves out titles, or the numbers that may stand in one.
    pub fn heading(&self) -> Result<String> {
        let hide = self.link.view.hide;
        if hide.has("title") || hide.has("scores") {
            return Ok(self.link.scenario.lab.title.into());
        }
        let heading = self.figure()?.heading()?;
        Ok(if self.mark.is_empty() { heading } else { format!("{}: {heading}", self.mark) })
    }

    /// The figure in words, unless they would tell what the link leaves out.
    pub fn description(&self) -> Result<String> {
        self.unless("notice", || self.unless("scores", || self.figure()?.description()))
    }

    fn unless(&self, part: &str, words: impl FnOnce() -> Result<String>) -> Result<String> {
        if self.link.view.hide.has(part) { Ok(String::new()) } else { words() }
    }

    /// The link that leads from a file back to what was seen: whoever opens it has a theme of their own, and wants
    /// the page.
    fn shared_link(&self) -> Link {
        let view = View { theme: None, embed: false, ..self.link.view };
        Link { view, ..self.link.clone() }
    }

    /// What a file of this figure is called, without its ending: `talscope-toy-gap`.
    pub fn file_name(&self) -> String {
        let Scenario { lab, problem, data, .. } = &self.link.scenario;
        let problem = match self.link.scenario.key_value("task").as_str() {
            "line" if lab.keys.contains(&"preset") => format!("-{}", problem.preset.name),
            "line" => format!("-xi-{}", self.link.scenario.key_value("xi")),
            "file" => "-file".into(),
            setting => format!("-{setting}-{}d", data.dimension),
        };
        let step = self.link.view.step.map_or(String::new(), |step| format!("-step-{step}"));
        format!("talscope-{}{problem}{step}", lab.name)
    }
}
