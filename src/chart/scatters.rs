//! Many quantities against each other: a triangle of small scatters.

use std::ops::Range;

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::around_most;
use super::plot::{Frame, Plot, refused, size};
use super::scatter::way;
use super::style::TEXT;
use super::{Area, Chart, Style, text};
use crate::error::Result;

/// Small scatters below the diagonal, the columns' quantity to the right and the rows' up.
#[derive(Debug, Clone, Default)]
pub struct Scatters {
    /// What each quantity says of each model, more being better; NaN leaves a model out.
    pub quantities: Vec<Vec<f64>>,
    /// Which of the looks each model has.
    pub looks: Vec<usize>,
    /// Names along the diagonal, if they are told here.
    pub names: Vec<String>,
    /// Coefficients above the diagonal, row after row, if they are told here.
    pub coefficients: Vec<Vec<Option<f64>>>,
    /// Which models are lit, if no sheet over it shows them.
    pub lit: Vec<usize>,
}

/// Half the size of a dot, and of one that is lit; the air at the edge of a cell.
const DOT: f64 = 1.6;
const LIT: f64 = 2.75;
const AIR: f64 = 4.0;
/// How strong a cell's colour is: words stand on it.
const SHADE: f64 = 0.45;
/// Height of a line of a name.
const LINE: f64 = 13.0;

impl Scatters {
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.quantities.len()).flat_map(|row| (0..row).map(move |column| (row, column)))
    }

    /// Left, top, width and height of a cell.
    fn cell(&self, area: &Area, row: usize, column: usize) -> [f64; 4] {
        let ((width, height), count) = (size(area), self.quantities.len().max(1) as f64);
        let (wide, high) = (width / count, height / count);
        [wide * column as f64, high * row as f64, wide, high]
    }

    /// Of all quantities, from where to where most models lie.
    fn ranges(&self) -> Vec<Range<f64>> {
        self.quantities.iter().map(|values| around_most(values.iter().copied())).collect()
    }

    /// Draws some models in a cell: dots of some size and colour, arrows at its edge for what lies outside.
    fn draw_models(
        &self,
        (plot, cell): (&Plot, [f64; 4]),
        ranges: [&Range<f64>; 2],
        (row, column): (usize, usize),
        models: impl Iterator<Item = (usize, f64, RGBColor)>,
    ) -> Result<()> {
        let (x, y) = (&self.quantities[column], &self.quantities[row]);
        let [left, top, wide, high] = cell;
        let share = |value: f64, range: &Range<f64>| {
            ((value - range.start) / (range.end - range.start)).clamp(0.0, 1.0)
        };
        for (model, half, color) in models {
            let (Some(&x), Some(&y)) = (x.get(model), y.get(model)) else { continue };
            if !(x.is_finite() && y.is_finite()) {
                continue;
            }
            let place = (
                left + AIR + share(x, ranges[0]) * (wide - 2.0 * AIR),
                top + high - AIR - share(y, ranges[1]) * (high - 2.0 * AIR),
            );
            match way(ranges, [x, y]) {
                [0.0, 0.0] => dot(plot, place, half, color)?,
                way => plot.arrow(place, way, 1.8 * half, color)?,
            }
        }
        Ok(())
    }

    fn light(&self, plot: &Plot, area: &Area, models: &[usize]) -> Result<()> {
        let ranges = self.ranges();
        for (row, column) in self.cells() {
            let cell = self.cell(area, row, column);
            let lit = models.iter().map(|model| (*model, LIT, plot.style.ink));
            self.draw_models((plot, cell), [&ranges[column], &ranges[row]], (row, column), lit)?;
        }
        Ok(())
    }

    fn write_names(&self, plot: &Plot, area: &Area) -> Result<()> {
        for (place, name) in self.names.iter().enumerate() {
            let [left, top, wide, high] = self.cell(area, place, place);
            let lines = text::wrap_or_cut(name, wide - 2.0);
            let start = top + high / 2.0 - LINE * (lines.len() as f64 - 1.0) / 2.0;
            for (number, line) in lines.iter().enumerate() {
                let at = (left + wide / 2.0, start + LINE * number as f64);
                plot.write(line, at, plot.style.ink, (HPos::Center, VPos::Center))?;
            }
        }
        Ok(())
    }

    fn write_coefficients(&self, plot: &Plot, area: &Area) -> Result<()> {
        for (row, all) in self.coefficients.iter().enumerate() {
            for (column, value) in all.iter().enumerate().skip(row + 1) {
                let [left, top, wide, high] = self.cell(area, row, column);
                let corners = [(left + 1.0, top + 1.0), (left + wide - 1.0, top + high - 1.0)];
                let shade = value.map_or(plot.style.ground, |value| plot.style.scale.color(value));
                let strength = value.map_or(0.0, |value| SHADE * value.abs().min(1.0));
                plot.block(corners, shade, strength)?;
                let words = value.map_or("–".into(), coefficient_words);
                let at = (left + wide / 2.0, top + high / 2.0);
                plot.write(&words, at, plot.style.ink, (HPos::Center, VPos::Center))?;
            }
        }
        Ok(())
    }
}

fn coefficient_words(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

impl Chart for Scatters {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (plot, ranges) = (Plot::bare(area.clone(), style, Frame::default()), self.ranges());
        for (row, column) in self.cells() {
            let cell = self.cell(area, row, column);
            let [left, top, wide, high] = cell;
            let corners = [
                (left + 0.5, top + 0.5),
                (left + wide - 0.5, top + 0.5),
                (left + wide - 0.5, top + high - 0.5),
                (left + 0.5, top + high - 0.5),
                (left + 0.5, top + 0.5),
            ];
            plot.path(&corners, style.grid, 1.0)?;
            let looks = self.looks.iter().enumerate();
            let looks = looks.map(|(model, look)| (model, DOT, style.series(*look).color));
            let ends = [&ranges[column], &ranges[row]];
            self.draw_models((&plot, cell), ends, (row, column), looks)?;
        }
        self.light(&plot, area, &self.lit)?;
        if wide_enough(area, self.quantities.len()) {
            self.write_names(&plot, area)?;
            self.write_coefficients(&plot, area)?;
        }
        Ok(Frame::default())
    }
}

/// Whether words fit into cells.
fn wide_enough(area: &Area, count: usize) -> bool {
    size(area).0 / count.max(1) as f64 > 2.5 * TEXT
}

fn dot(plot: &Plot, (column, row): (f64, f64), half: f64, color: RGBColor) -> Result<()> {
    plot.block([(column - half, row - half), (column + half, row + half)], color, 1.0)
}

/// Some models' dots in all small scatters, on a sheet over them.
pub struct ScattersLit {
    /// The scatters below.
    pub scatters: Scatters,
    /// Which models.
    pub models: Vec<usize>,
}

impl Chart for ScattersLit {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        let plot = Plot::bare(area.clone(), style, Frame::default());
        self.scatters.light(&plot, area, &self.models)?;
        Ok(Frame::default())
    }
}
