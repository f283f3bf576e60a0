//! A table of the reader's own: text, or numpy's arrays `X` and `y`.

use super::npz::Npz;
use crate::error::{Error, Result, quoted};
use crate::table::{Choice, Limits, Numbers, Reading, Sheet};

/// The numbers of a file. What is said of how to read it is about text alone.
///
/// # Errors
/// Those of [`Sheet::read`], [`Sheet::choose`] and [`Npz::array`].
pub fn read_table(
    bytes: &[u8],
    reading: &Reading,
    choice: &Choice,
    limits: Limits,
) -> Result<Numbers> {
    if !is_archive(bytes) {
        return Sheet::read(bytes, reading, limits)?.choose(choice);
    }
    Error::at_most("bytes in the table", bytes.len(), limits.bytes)?;
    let file = Npz::open(bytes)?;
    if file.names().any(|name| name.starts_with("xl/") || name == "content.xml") {
        let why = "it is a spreadsheet program's own; save it as CSV there";
        return Err(Error::unreadable("the table", why));
    }
    file.require(&["X", "y"])?;
    // A row more than is allowed, so that whoever has too many is told how many.
    let y = file.array("y", 16 * limits.rows)?;
    let x = file.array("X", 16 * limits.rows * limits.columns)?;
    let inputs = match x.shape[..] {
        [rows, inputs] if rows == y.numbers.len() => inputs,
        [_] => 1,
        _ => {
            let got = format!("{:?}", x.shape);
            let expected = format!("({}, inputs), a row for each of y", y.numbers.len());
            return Err(Error::value("X's shape", got, expected));
        }
    };
    let kept = inputs_of(choice, inputs)?;
    let rows = x.numbers.chunks(inputs.max(1));
    let numbers: Vec<f64> = rows.flat_map(|row| kept.iter().map(|input| row[*input])).collect();
    Numbers::of_arrays((&numbers, &y.numbers), kept.len(), choice.drops_missing, limits)
}

/// Whether bytes are an archive, as numpy's arrays are.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK")
}

/// The inputs that are not left out: in arrays they have numbers only.
fn inputs_of(choice: &Choice, inputs: usize) -> Result<Vec<usize>> {
    if let Some(target) = choice.target.as_deref().filter(|target| *target != "y") {
        return Err(Error::value("the target of an .npz", quoted(target), "its array y"));
    }
    let number = |text: &String| {
        let number = text.parse::<usize>().ok().filter(|number| (1..=inputs).contains(number));
        let expected = format!("a number from 1 to {inputs}");
        number.ok_or_else(|| Error::value("a column of X that is left out", quoted(text), expected))
    };
    let left_out = choice.left_out.iter().map(number).collect::<Result<Vec<usize>>>()?;
    Ok((0..inputs).filter(|input| !left_out.contains(&(input + 1))).collect())
}
