//! From means to charts.

use super::figure::AgreementFigure;
use super::{MATRIX, words};
use crate::chart::{Chart, Lit, Pane, Panes, Scatter, ScatterMark, Scatters, ScattersLit};
use crate::metric;
use crate::numeric::Estimate;

/// So many models are named beside their marks.
const FEW: usize = 8;

impl AgreementFigure {
    /// The chosen two quantities; with a legend it stands alone, and shows itself what is lit.
    pub(super) fn scatter(&self, legend: bool) -> Scatter {
        let (axes, looks) = (self.axes(), self.looks());
        let all = axes.map(|axis| self.estimates(axis, self.is_expected(axis)));
        let turns = axes.map(|axis| self.quantities[axis].better);
        let mark = |model: usize| {
            let of = |value: fn(&Estimate) -> f64| {
                [0, 1].map(|axis| all[axis][model].as_ref().map_or(f64::NAN, value))
            };
            let (means, errors) =
                (of(|it| it.mean), of(|it| it.standard_error.unwrap_or(f64::NAN)));
            ScatterMark {
                at: [turns[0] * means[0], turns[1] * means[1]],
                errors,
                index: looks[model],
                is_doubtful: self.doubt(model).is_some(),
            }
        };
        let families = self.families().into_iter().enumerate();
        let families = families.filter(|(_, (_, models))| legend && !models.is_empty());
        Scatter {
            marks: (0..self.models()).map(mark).collect(),
            x_label: format!("{} · better →", words::axis(self, axes[0])),
            y_label: format!("↑ better · {}", words::axis(self, axes[1])),
            flips: turns.map(|turn| turn < 0.0),
            names: match self.models() {
                0..=FEW => self.names.iter().map(|name| name.label.clone()).collect(),
                _ => Vec::new(),
            },
            legend: families.map(|(look, (label, _))| (label.to_string(), look)).collect(),
            lit: if legend { self.lit_models() } else { Vec::new() },
        }
    }

    pub(super) fn lit(&self, marks: Vec<usize>, pointed: Option<usize>) -> Lit {
        Lit { scatter: self.scatter(false), marks, pointed }
    }

    /// All quantities of the matrix, with words if it stands alone.
    pub(super) fn scatters(&self, alone: bool) -> Scatters {
        let quantities: Vec<Vec<f64>> =
            MATRIX.iter().map(|(id, _)| self.oriented(self.place(id))).collect();
        let coefficient =
            |row: usize, column: usize| pearson(&quantities[row], &quantities[column]);
        let all = |row: usize| (0..MATRIX.len()).map(|column| coefficient(row, column)).collect();
        let rows = if alone { MATRIX.len() } else { 0 };
        Scatters {
            coefficients: (0..rows).map(all).collect(),
            names: MATRIX[..rows].iter().map(|(_, name)| (*name).into()).collect(),
            quantities,
            looks: self.looks(),
            lit: if alone { self.lit_models() } else { Vec::new() },
        }
    }

    /// Those that the link lights.
    pub(super) fn lit_models(&self) -> Vec<usize> {
        (0..self.models()).filter(|model| self.view.lit.has(*model)).collect()
    }

    pub(super) fn scatters_lit(&self, models: Vec<usize>) -> ScattersLit {
        ScattersLit { scatters: self.scatters(false), models }
    }

    /// The mean of a quantity of each model, more being better.
    pub(super) fn oriented(&self, quantity: usize) -> Vec<f64> {
        let better = self.quantities[quantity].better;
        let means = self.values(quantity, self.is_expected(quantity)).mean();
        means.into_iter().map(|mean| mean.map_or(f64::NAN, |mean| better * mean)).collect()
    }

    /// The scatter over the matrix, for files.
    pub(super) fn whole(&self) -> Panes<'static> {
        let pane =
            |title: &'static str, chart: Box<dyn Chart>| vec![Pane { share: 1.0, title, chart }];
        Panes {
            rows: vec![
                (1.0, pane("One mark for each model", Box::new(self.scatter(true)))),
                (
                    1.2,
                    pane(
                        "All at once: below the diagonal the same marks, above it Pearson’s coefficients",
                        Box::new(self.scatters(true)),
                    ),
                ),
            ],
        }
    }
}

/// Over the models that have both; nothing for fewer than three.
fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    let both = x.iter().zip(y).filter(|(x, y)| x.is_finite() && y.is_finite());
    let (x, y): (Vec<f64>, Vec<f64>) = both.map(|(x, y)| (*x, *y)).unzip();
    if x.len() < 3 { None } else { metric::pearson(&x, &y) }
}
