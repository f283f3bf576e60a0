//! Where a PDF file of Chromium's has its pictures: as much of the format as that needs.

use std::collections::BTreeMap;

use miniz_oxide::inflate::decompress_to_vec_zlib;

/// A picture on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The sheet, from 0.
    pub sheet: usize,
    /// Its name in the file.
    pub name: String,
    /// Width and height in pixels.
    pub pixels: (f64, f64),
    /// Left, bottom, right and top on the sheet, in points.
    pub place: [f64; 4],
}

/// How many sheets a file has, and every picture on them.
pub fn pictures(file: &[u8]) -> (usize, Vec<Picture>) {
    let objects = objects(file);
    let sheets: Vec<String> = objects
        .values()
        .filter(|object| object.head.contains("/Type /Page\n"))
        .filter_map(|object| word_after(&object.head, "/Contents "))
        .collect();
    let mut found = Vec::new();
    for (sheet, contents) in sheets.iter().enumerate() {
        draw(&objects, contents, [1.0, 0.0, 0.0, 1.0, 0.0, 0.0], sheet, &mut found);
    }
    (sheets.len(), found)
}

struct Object {
    head: String,
    body: Vec<u8>,
}

/// A matrix as `cm` takes it.
type Matrix = [f64; 6];

/// Follows the operators that place pictures, into groups that are drawn as one.
fn draw(
    objects: &BTreeMap<String, Object>,
    name: &str,
    start: Matrix,
    sheet: usize,
    found: &mut Vec<Picture>,
) {
    let Some(object) = objects.get(name) else { return };
    let text = String::from_utf8_lossy(&object.body);
    let (mut matrix, mut kept, mut operands) = (start, Vec::new(), Vec::new());
    for word in text.split_ascii_whitespace() {
        match word {
            "q" => kept.push(matrix),
            "Q" => matrix = kept.pop().unwrap_or(start),
            "cm" => {
                let numbers = operands.iter().rev().take(6).rev();
                let numbers: Vec<f64> = numbers.filter_map(|n: &&str| n.parse().ok()).collect();
                matrix = times(numbers.try_into().expect("six numbers before cm"), matrix);
            }
            "Do" => {
                let name = operands.last().map_or("", |name| name.trim_start_matches("/X"));
                match objects.get(name).and_then(pixels) {
                    Some(pixels) => found.push(Picture {
                        sheet,
                        name: name.into(),
                        pixels,
                        place: place(matrix),
                    }),
                    None => draw(objects, name, matrix, sheet, found),
                }
            }
            _ => {
                operands.push(word);
                continue;
            }
        }
        operands.clear();
    }
}

fn times(first: Matrix, then: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = first;
    let row = |x: f64, y: f64| (x * then[0] + y * then[2], x * then[1] + y * then[3]);
    let ((a, b), (c, d), (e, f)) = (row(a, b), row(c, d), row(e, f));
    [a, b, c, d, e + then[4], f + then[5]]
}

/// Where the unit square comes to lie.
fn place([a, b, c, d, e, f]: Matrix) -> [f64; 4] {
    let (x, y) = ([e, e + a + c], [f, f + b + d]);
    [x[0].min(x[1]), y[0].min(y[1]), x[0].max(x[1]), y[0].max(y[1])]
}

fn pixels(object: &Object) -> Option<(f64, f64)> {
    let number = |name: &str| word_after(&object.head, name)?.parse().ok();
    let image = object.head.contains("/Subtype /Image");
    image.then(|| Some((number("/Width ")?, number("/Height ")?)))?
}

fn word_after(text: &str, name: &str) -> Option<String> {
    let (_, rest) = text.split_once(name)?;
    rest.split_ascii_whitespace().next().map(String::from)
}

/// All objects by their numbers, their streams unpacked.
fn objects(file: &[u8]) -> BTreeMap<String, Object> {
    let find = |what: &[u8], from: usize| {
        file[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    let (mut objects, mut at) = (BTreeMap::new(), 0);
    while let Some(start) = find(b" 0 obj\n", at) {
        let number = file[..start].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let end = find(b"endobj", start).unwrap_or(file.len());
        let stream = find(b"stream\n", start).filter(|stream| *stream < end);
        let head = String::from_utf8_lossy(&file[start..stream.unwrap_or(end)]).into_owned();
        let length =
            word_after(&head, "/Length ").map(|length| length.trim_end_matches('>').parse());
        let (mut body, mut after) = (Vec::new(), end);
        if let (Some(stream), Some(Ok(length))) = (stream, length) {
            let packed: usize = length;
            after = stream + 7 + packed;
            body = decompress_to_vec_zlib(&file[stream + 7..after]).unwrap_or_default();
        }
        objects.insert(String::from_utf8_lossy(number).into_owned(), Object { head, body });
        at = after;
    }
    objects
}
