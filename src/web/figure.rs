//! The two handles of the page: any lab's figure, and what it is drawn on.

use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::{Answer, part, style, theme};
use crate::chart::{self, Frame, Style, canvas};
use crate::lab::{Opened, WHOLE};
use crate::scenario::Link;

/// A canvas of the page, for one drawing: what lived longer here would keep the canvas, and all that was
/// ever built around it, for as long.
#[wasm_bindgen]
pub struct Surface {
    canvas: HtmlCanvasElement,
    size: (u32, u32),
    ratio: f64,
    dark: bool,
    strong: bool,
}

#[wasm_bindgen]
impl Surface {
    /// A canvas of so many CSS pixels, of so many device pixels each, in this theme, with strong contrasts or not.
    #[wasm_bindgen(constructor)]
    pub fn new(
        canvas: HtmlCanvasElement,
        width: u32,
        height: u32,
        ratio: f64,
        dark: bool,
        strong: bool,
    ) -> Surface {
        Self { canvas, size: (width, height), ratio, dark, strong }
    }
}

/// What a picture's file says of itself.
#[wasm_bindgen]
pub struct Inscription(chart::Inscription);

#[wasm_bindgen]
impl Inscription {
    /// A PNG file with it.
    pub fn on_png(&self, file: &[u8]) -> Answer<Vec<u8>> {
        Ok(self.0.on_png(file)?)
    }
}

/// A link's figure, of whatever lab.
#[wasm_bindgen]
pub struct Figure {
    pub(super) opened: Opened,
}

#[wasm_bindgen]
impl Figure {
    /// What is quick is computed at once; all else waits for the workers' parts. Refuses what no page
    /// should begin. `bottom` and `top`, if there are any, keep the y axis as it was.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str, bottom: Option<f64>, top: Option<f64>) -> Answer<Figure> {
        let mut opened = Opened::new(link.parse::<Link>()?)?;
        opened.costs().all().check_for_a_page()?;
        if let Some(range) = bottom.zip(top) {
            opened.figure_mut().hold_y_axis(range);
        }
        opened.begin()?;
        Ok(Self { opened })
    }

    /// Whether there is something to draw.
    #[wasm_bindgen(getter)]
    pub fn ready(&self) -> bool {
        self.opened.figure().is_ok()
    }

    /// Whether all numbers are there.
    #[wasm_bindgen(getter)]
    pub fn complete(&self) -> bool {
        self.opened.is_complete()
    }

    /// Looks at the same numbers as another link does.
    pub fn look(&mut self, link: &str) -> Answer<()> {
        Ok(self.opened.look(&link.parse()?)?)
    }

    /// Takes what the unit with that place in the plan found.
    pub fn add(&mut self, unit: usize, bytes: &[u8]) -> Answer<()> {
        Ok(self.opened.add(unit, part(bytes)?)?)
    }

    /// Takes what a unit under way has found so far.
    pub fn preview(&mut self, unit: usize, bytes: &[u8]) -> Answer<()> {
        Ok(self.opened.preview(unit, part(bytes)?)?)
    }

    /// All words beside the figure, as JSON that its lab's script knows.
    pub fn words(&self) -> Answer<String> {
        Ok(self.opened.figure()?.words()?.to_string())
    }

    /// A smaller question, answered as JSON.
    pub fn ask(&self, what: &str, at: &[f64]) -> Answer<String> {
        Ok(self.opened.figure()?.ask(what, at)?.to_string())
    }

    /// A file that the figure gives away.
    pub fn file(&self, name: &str) -> Answer<Vec<u8>> {
        Ok(self.opened.figure()?.file(name)?)
    }

    /// The figure in one line.
    pub fn heading(&self) -> Answer<String> {
        Ok(self.opened.heading()?)
    }

    /// The figure in words, for those who cannot see it.
    pub fn description(&self) -> Answer<String> {
        Ok(self.opened.description()?)
    }

    /// What hands can hold: the number of points, x and y of each, then low, high and count of each
    /// target region. Nothing if they can hold nothing.
    pub fn grips(&self) -> Option<Vec<f64>> {
        let grips = self.opened.figure().ok()?.grips()?;
        let mut numbers = vec![grips.points.len() as f64];
        numbers.extend(grips.points.iter().flat_map(|(x, y)| [*x, *y]));
        numbers.extend(grips.regions.iter().flat_map(|r| [r.low, r.high, r.count as f64]));
        Some(numbers)
    }

    /// Draws one of the figure's views, and tells where: the pixels of the left, right, top and bottom
    /// edge, then the data there. Nothing if there is nothing to show. The surface ends with it.
    pub fn draw(&self, view: &str, at: &[f64], on: Surface) -> Answer<Option<Vec<f64>>> {
        let Some(chart) = self.opened.chart(view, at)? else { return Ok(None) };
        let Frame { columns, rows, x, y } = canvas(
            &*chart,
            &on.canvas,
            on.size,
            on.ratio,
            &Style { strong: on.strong, ..style(on.dark) },
        )?;
        let ranges = [columns, rows, x, y];
        Ok(Some(ranges.into_iter().flat_map(|range| [range.start, range.end]).collect()))
    }

    /// The view that files hold.
    #[wasm_bindgen(getter)]
    pub fn whole(&self) -> String {
        WHOLE.into()
    }

    /// Width and height of the figure in a file.
    pub fn saved_size(&self) -> Answer<Vec<u32>> {
        let (width, height) = self.opened.saved_size()?;
        Ok(vec![width, height])
    }

    /// What a file of this figure is called, without its ending.
    pub fn file_name(&self) -> String {
        self.opened.file_name()
    }

    /// The fingerprint of all numbers; there is none while some are missing.
    pub fn fingerprint(&self) -> Answer<Option<String>> {
        Ok(self.opened.fingerprint()?)
    }

    /// The whole figure as an SVG document.
    pub fn svg(&self, dark: bool) -> Answer<String> {
        Ok(self.opened.svg(Some(theme(dark)))?)
    }

    /// One of its views alone as an SVG document; nothing if there is nothing to show.
    pub fn svg_of(
        &self,
        view: &str,
        width: u32,
        height: u32,
        dark: bool,
        at: &[f64],
    ) -> Answer<Option<String>> {
        let chart = self.opened.chart(view, at)?;
        let drawn = chart.map(|chart| chart::svg(&*chart, (width, height), &style(dark)));
        Ok(drawn.transpose()?)
    }

    /// What a file of the figure says of itself, whatever the figure shows by the time it is made.
    pub fn inscription(&self) -> Answer<Inscription> {
        Ok(Inscription(self.opened.inscription()?))
    }

    /// All tables as comma-separated values, after the link they belong to.
    pub fn csv(&self) -> Answer<String> {
        Ok(self.opened.csv()?)
    }

    /// The link, the fingerprint and all tables, as JSON.
    pub fn json(&self) -> Answer<String> {
        Ok(self.opened.json()?)
    }

    /// All tables, as JSON `[{name, labels, columns: [{name, values}]}, ..]`.
    pub fn tables(&self) -> Answer<String> {
        Ok(self.opened.report()?.tables_json().to_string())
    }
}
