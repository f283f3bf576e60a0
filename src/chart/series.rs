//! How series are told apart: never by colour alone.

use plotters::style::RGBColor;

use super::Style;

/// How a series looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeriesLook {
    /// Its colour.
    pub color: RGBColor,
    /// Lengths of dashes and of the gaps after them, in CSS pixels; a solid line has none.
    pub dash: &'static [f64],
    /// The shape of its points.
    pub mark: Mark,
}

/// The shape of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // Their names say it.
pub enum Mark {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
    Plus,
    Ring,
    OpenSquare,
    OpenTriangle,
    OpenDiamond,
    Star,
    Hourglass,
    Bowtie,
}

impl Style {
    /// How the series of an index looks: 0, for what others are measured against, in ink and
    /// solid. There are thirteen colours and marks; after these come the same with other dashes.
    pub fn series(&self, index: usize) -> SeriesLook {
        let Self { ink, quiet, blue, vermillion, green, orange, purple, sky, .. } = *self;
        // Ink is for the first alone; the others go round without it.
        let colors = [blue, vermillion, green, orange, purple, sky, quiet];
        let (round, place) = (index / LOOKS.len(), index % LOOKS.len());
        let ((_, mark), (dash, _)) = (LOOKS[place], LOOKS[(place + APART * round) % LOOKS.len()]);
        let color = place.checked_sub(1).map_or(ink, |i| colors[i % colors.len()]);
        SeriesLook { color, dash, mark }
    }
}

/// How many there are before marks come again.
pub const SERIES: usize = LOOKS.len();

/// How far the dashes of one round are from those of the next: no divisor of their number.
const APART: usize = 4;

const LOOKS: [(&[f64], Mark); 13] = [
    (&[], Mark::Disc),
    (&[10.0, 3.0], Mark::Square),
    (&[5.0, 3.0], Mark::Triangle),
    (&[10.0, 3.0, 2.0, 3.0], Mark::Diamond),
    (&[2.0, 3.0], Mark::Cross),
    (&[16.0, 4.0], Mark::Plus),
    (&[10.0, 3.0, 2.0, 3.0, 2.0, 3.0], Mark::Ring),
    (&[6.0, 6.0], Mark::OpenSquare),
    (&[14.0, 3.0, 5.0, 3.0], Mark::OpenTriangle),
    (&[3.0, 6.0], Mark::OpenDiamond),
    (&[5.0, 3.0, 2.0, 3.0], Mark::Star),
    (&[16.0, 8.0], Mark::Hourglass),
    (&[2.0, 8.0], Mark::Bowtie),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Theme;

    #[test]
    fn no_two_series_differ_in_colour_alone() {
        for style in [Theme::Light, Theme::Dark].map(Style::of) {
            let looks: Vec<SeriesLook> = (0..13).map(|index| style.series(index)).collect();
            for (index, look) in looks.iter().enumerate() {
                for other in &looks[..index] {
                    assert!(look.dash != other.dash && look.mark != other.mark);
                }
            }
            assert!(looks[0].color == style.ink && looks[0].dash.is_empty());
            let all: Vec<SeriesLook> = (0..13 * 13).map(|index| style.series(index)).collect();
            for (index, look) in all.iter().enumerate() {
                assert!(all[..index].iter().all(|it| (it.dash, it.mark) != (look.dash, look.mark)));
            }
            assert!(all[13].mark == looks[0].mark && all[13].color == looks[0].color);
        }
    }
}
