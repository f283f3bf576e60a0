//! Images of levels: cells that index a ramp of colours.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::png;

/// A rectangle of cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Columns and rows.
    pub size: (usize, usize),
    /// The colour of each level: red, green, blue, opacity. A mean of levels must have a meaning.
    pub palette: Vec<[u8; 4]>,
    /// The level of each cell, row by row from the top; 255 is a missing value, in no mean.
    pub cells: Vec<u8>,
}

/// The level of a cell without value.
pub const MISSING: u8 = 255;

impl Image {
    /// The image on at most so many columns and rows of pixels, each the mean of the cells that it
    /// covers. Levels are averaged and not colours, so that every pixel has a colour of the ramp.
    pub fn reduced(&self, at_most: (usize, usize)) -> Cow<'_, Self> {
        let size = (self.size.0.min(at_most.0.max(1)), self.size.1.min(at_most.1.max(1)));
        if size == self.size {
            return Cow::Borrowed(self);
        }
        let cells = self.means(size).into_iter().map(level).collect();
        Cow::Owned(Self { size, palette: self.palette.clone(), cells })
    }

    /// Red, green, blue and opacity of each cell.
    pub fn rgba(&self) -> Vec<u8> {
        let colors = self.cells.iter().map(|cell| self.palette[usize::from(*cell)]);
        colors.collect::<Vec<_>>().into_flattened()
    }

    /// The image as the address of a PNG.
    pub fn data_uri(&self) -> String {
        format!("data:image/png;base64,{}", STANDARD.encode(self.png()))
    }

    /// The image as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        let [width, height] = [self.size.0, self.size.1].map(|side| (side as u32).to_be_bytes());
        // Eight bits an index; compression, filters and order of rows are PNG's only ones.
        let header = [&width[..], &height, &[8, 3, 0, 0, 0]].concat();
        let colors: Vec<u8> =
            self.palette.iter().flat_map(|color| [color[0], color[1], color[2]]).collect();
        let opacity: Vec<u8> = self.palette.iter().map(|color| color[3]).collect();
        let mut rows = Vec::with_capacity(self.cells.len() + self.size.1);
        for row in self.cells.chunks(self.size.0.max(1)) {
            rows.push(0);
            rows.extend_from_slice(row);
        }
        let data = miniz_oxide::deflate::compress_to_vec_zlib(&rows, 6);
        let mut file = png::SIGNATURE.to_vec();
        let chunks: [(&[u8; 4], &[u8]); 5] = [
            (b"IHDR", &header),
            (b"PLTE", &colors),
            (b"tRNS", &opacity),
            (b"IDAT", &data),
            (b"IEND", &[]),
        ];
        chunks.iter().for_each(|(name, body)| file.extend(png::chunk(name, body)));
        file
    }

    /// Means over fractions of cells, by area: whole blocks alone would beat against the pixels.
    fn means(&self, (columns, rows): (usize, usize)) -> Vec<Mean> {
        let (across, down) = (shares(self.size.0, columns), shares(self.size.1, rows));
        // One more than needed, so that the second share of the last cell, nothing, has a place.
        let mut means = vec![Mean::default(); columns * (rows + 1)];
        let mut row = vec![Mean::default(); columns + 1];
        for (cells, share) in self.cells.chunks(self.size.0).zip(&down) {
            row.fill(Mean::default());
            for (&cell, share) in cells.iter().zip(&across) {
                let weight = if cell == MISSING { 0.0 } else { 1.0 };
                let here = Mean { sum: weight * f32::from(cell), weight };
                row[share.place].add(here, share.first);
                row[share.place + 1].add(here, share.second);
            }
            let (first, second) = means[share.place * columns..].split_at_mut(columns);
            for ((first, second), here) in first.iter_mut().zip(second).zip(&row) {
                first.add(*here, share.first);
                second.add(*here, share.second);
            }
        }
        means.truncate(columns * rows);
        means
    }
}

/// A mean under construction.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    sum: f32,
    weight: f32,
}

impl Mean {
    fn add(&mut self, other: Self, share: f32) {
        self.sum += share * other.sum;
        self.weight += share * other.weight;
    }
}

/// A pixel has a value if at least half of it has.
fn level(Mean { sum, weight }: Mean) -> u8 {
    if weight < 0.499 { MISSING } else { (sum / weight + 0.5) as u8 }
}

/// How a cell is divided between a pixel and the next.
struct Share {
    place: usize,
    first: f32,
    second: f32,
}

/// The shares of `cells` in as many or fewer `pixels`, in parts of a pixel.
fn shares(cells: usize, pixels: usize) -> Vec<Share> {
    let part = |count: usize| count as f32 / cells as f32;
    let share = |cell: usize| {
        let (start, end) = (cell * pixels, (cell + 1) * pixels);
        let place = start / cells;
        let edge = end.min((place + 1) * cells);
        Share { place, first: part(edge - start), second: part(end - edge) }
    };
    (0..cells).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(size: (usize, usize), cells: &[u8]) -> Image {
        let palette = (0..=255).map(|level| [level, 7, 255 - level, level / 2]).collect();
        Image { size, palette, cells: cells.to_vec() }
    }

    #[test]
    fn another_decoder_reads_the_same_pixels() {
        let many: Vec<u8> = (0..70 * 30).map(|i| (i * i % 256) as u8).collect();
        for (size, cells) in
            [((1, 1), vec![2]), ((3, 2), vec![0, 1, 2, 3, 255, 1]), ((70, 30), many)]
        {
            let image = image(size, &cells);
            let file = std::io::Cursor::new(image.png());
            let mut decoder = ::png::Decoder::new(file);
            decoder.set_transformations(::png::Transformations::EXPAND);
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let frame = reader.next_frame(&mut pixels).unwrap();
            assert_eq!((frame.width as usize, frame.height as usize), size);
            assert_eq!(pixels, image.rgba());
        }
    }

    #[test]
    fn an_image_that_fits_is_left_as_it_is() {
        let image = image((2, 1), &[2, 255]);
        assert_eq!(*image.reduced((100, 100)), image);
        assert_eq!(image.rgba(), [2, 7, 253, 1, 255, 7, 0, 127]);
    }

    #[test]
    fn a_checkerboard_becomes_even_at_any_size() {
        let cells: Vec<u8> = (0..64 * 64).map(|i| 200 * ((i + i / 64) % 2) as u8).collect();
        let reduced = image((64, 64), &cells).reduced((16, 32)).into_owned();
        assert_eq!((reduced.size, &reduced.cells), ((16, 32), &vec![100; 512]));
        // An odd ratio: no stripes either, beyond the fraction of a cell.
        let reduced = image((64, 64), &cells).reduced((30, 30)).into_owned();
        assert!(reduced.cells.iter().all(|cell| cell.abs_diff(100) < 4), "{:?}", reduced.cells);
    }

    #[test]
    fn fractions_of_cells_count_by_area() {
        // Three cells on two pixels: the middle one is shared.
        assert_eq!(image((3, 1), &[90, 30, 0]).reduced((2, 1)).cells, [70, 10]);
        assert_eq!(image((1, 3), &[90, 30, 0]).reduced((5, 2)).cells, [70, 10]);
    }

    #[test]
    fn what_is_missing_is_in_no_mean() {
        let reduced = |cells: &[u8]| image((cells.len(), 1), cells).reduced((1, 1)).cells[0];
        assert_eq!(reduced(&[MISSING, 40]), 40);
        assert_eq!(reduced(&[MISSING, MISSING, 40]), MISSING);
        assert_eq!(reduced(&[MISSING, 10, 40]), 25);
        assert_eq!(reduced(&[254, 254, 254]), 254);
    }

    #[test]
    fn nothing_is_lost_or_made() {
        for (cells, pixels) in [(700, 600), (700, 150), (7, 7), (5, 1)] {
            let shares = shares(cells, pixels);
            let total: f32 = shares.iter().map(|share| share.first + share.second).sum();
            assert!((total - pixels as f32).abs() < 1e-3, "{cells} on {pixels}: {total}");
            assert!(shares.iter().all(|share| share.place < pixels));
        }
    }
}
