//! A picture that can stand alone: over it what it shows, under it what its marks mean and where it
//! is from.

use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Frame, Plot, refused, size, units};
use super::style::TEXT;
use super::{Area, Chart, Style, text};
use crate::error::Result;

/// A chart with a heading and notes.
pub struct Plate<'a> {
    /// Over the chart, larger than all else.
    pub heading: String,
    /// Under it, each from a line of its own.
    pub notes: Vec<String>,
    /// The chart.
    pub body: Box<dyn Chart + 'a>,
}

/// The size of the heading's letters, and the heights of its lines and of the notes'.
const LARGE: f64 = 16.0;
const HEADING: f64 = 24.0;
const NOTE: f64 = 17.0;
/// Room at the left and right of words, and between them and the chart.
const SIDE: f64 = 16.0;
const GAP: f64 = 6.0;

impl Chart for Plate<'_> {
    fn draw(&self, area: &Area, style: &Style) -> Result<Frame> {
        area.fill(&style.ground).map_err(refused)?;
        let (width, height) = size(area);
        let (heading, notes) = self.lines(width);
        let (above, below) = heights(&heading, &notes);
        let plot = Plot::bare(area.clone(), style, Frame::default());
        let anchor = (HPos::Left, VPos::Center);
        for (number, line) in heading.iter().enumerate() {
            let row = GAP + HEADING * (number as f64 + 0.5);
            plot.write_in(LARGE, line, (SIDE, row), style.ink, anchor)?;
        }
        let foot = height - below + GAP;
        for (number, line) in notes.iter().enumerate() {
            let row = foot + NOTE * (number as f64 + 0.5);
            plot.write(line, (SIDE, row), style.quiet, anchor)?;
        }
        let (body, _) = area.split_vertically(units(height - below));
        let (_, body) = body.split_vertically(units(above));
        self.body.draw(&body, style)
    }
}

impl Plate<'_> {
    /// How large it is with a body of `size`.
    pub fn around(&self, (width, height): (u32, u32)) -> (u32, u32) {
        let (heading, notes) = self.lines(f64::from(width));
        let (above, below) = heights(&heading, &notes);
        (width, height + (above + below).ceil() as u32)
    }

    /// The lines of the heading and of the notes.
    fn lines(&self, width: f64) -> (Vec<String>, Vec<String>) {
        let room = width - 2.0 * SIDE;
        let notes = self.notes.iter().flat_map(|note| text::wrap_or_cut(note, room));
        (text::wrap_or_cut(&self.heading, room * TEXT / LARGE), notes.collect())
    }
}

/// The room over and under the body.
fn heights(heading: &[String], notes: &[String]) -> (f64, f64) {
    (2.0 * GAP + HEADING * heading.len() as f64, 2.0 * GAP + NOTE * notes.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::{ColorBar, svg};
    use super::*;
    use crate::scenario::Theme;

    fn plate(heading: &str, notes: &[&str]) -> Plate<'static> {
        let notes = notes.iter().map(|note| note.to_string()).collect();
        Plate { heading: heading.into(), notes, body: Box::new(ColorBar) }
    }

    #[test]
    fn words_get_room_of_their_own() {
        assert_eq!(plate("one line", &["a note"]).around((300, 100)), (300, 100 + 36 + 29));
        let wide = plate(&"many words ".repeat(8), &["a note", "and another"]);
        assert_eq!(wide.around((1000, 100)).1, 100 + 36 + 46);
        assert!(wide.around((300, 100)).1 > 100 + 36 + 46, "a narrow one needs more lines");
    }

    #[test]
    fn the_body_lies_between_them() {
        let plate = plate("What it shows", &["where it is from"]);
        let document = svg(&plate, plate.around((200, 40)), &Style::of(Theme::Light)).unwrap();
        let place = |words: &str| document.find(words).unwrap();
        assert!(place("What it shows") < place("where it is from"));
        // The image starts below the heading's 36 pixels, in units of an eighth.
        let image = &document[place("<image")..];
        let row: f64 =
            image.split(" y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
        assert_eq!(row, 8.0 * (36.0 + 2.0));
    }
}
