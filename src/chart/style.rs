//! Colours (Okabe & Ito's colour-blind-safe palette, lightened on dark ground) and sizes.

use plotters::style::RGBColor;

use super::scale::Scale;
use crate::scenario::Theme;

/// How charts look.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Behind everything.
    pub ground: RGBColor,
    /// Text and marks.
    pub ink: RGBColor,
    /// Axis labels.
    pub quiet: RGBColor,
    /// Grid lines.
    pub grid: RGBColor,
    /// The truth.
    pub blue: RGBColor,
    /// The model.
    pub vermillion: RGBColor,
    /// Scores.
    pub green: RGBColor,
    /// Correlations.
    pub purple: RGBColor,
    /// For series.
    pub orange: RGBColor,
    /// For series.
    pub sky: RGBColor,
    /// From -1 to 1.
    pub scale: Scale,
    /// Whether pale fills are drawn stronger, and with outlines, for whoever sees little contrast.
    pub strong: bool,
}

/// Size of all text, in CSS pixels.
pub const TEXT: f64 = 12.0;

impl Style {
    /// The look of a theme.
    pub fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                ground: RGBColor(255, 255, 255),
                ink: RGBColor(26, 28, 33),
                quiet: RGBColor(90, 95, 105),
                grid: RGBColor(228, 231, 236),
                blue: RGBColor(0, 114, 178),
                vermillion: RGBColor(213, 94, 0),
                green: RGBColor(0, 158, 115),
                purple: RGBColor(181, 93, 143),
                orange: RGBColor(230, 159, 0),
                sky: RGBColor(86, 180, 233),
                scale: Scale::ON_LIGHT,
                strong: false,
            },
            Theme::Dark => Self {
                ground: RGBColor(21, 23, 28),
                ink: RGBColor(236, 238, 242),
                quiet: RGBColor(160, 166, 178),
                grid: RGBColor(46, 50, 59),
                blue: RGBColor(86, 180, 233),
                vermillion: RGBColor(255, 138, 61),
                green: RGBColor(47, 199, 155),
                purple: RGBColor(222, 150, 192),
                orange: RGBColor(245, 193, 77),
                sky: RGBColor(166, 227, 255),
                scale: Scale::ON_DARK,
                strong: false,
            },
        }
    }
}
