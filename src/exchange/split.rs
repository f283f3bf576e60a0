//! Which rows of a table are trained on, asked for and tested, as JSON: so that splits of others can be used here, and
//! ours elsewhere. Rows are those of the file, without its header, from 0.

use serde_json::Value;

use crate::error::{Error, Result, quoted};
use crate::json;
use crate::task::table::Split;

/// The parts of a split, in the order in which they are written.
const PARTS: [&str; 4] = ["train", "pool", "test", "validation"];

/// A split as text.
pub fn write_split(split: &Split) -> String {
    let parts = [&split.train, &split.pool, &split.test, &split.validation];
    let lines = PARTS.iter().zip(parts).map(|(name, rows)| {
        let rows: Vec<String> = rows.iter().map(usize::to_string).collect();
        format!("  \"{name}\": [{}]", rows.join(", "))
    });
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// The split that a text holds; whether it is one of a table, [`Split::check`] says.
///
/// # Errors
/// [`Error::Value`] with the field and its index.
pub fn read_split(bytes: &[u8]) -> Result<Split> {
    let no_text = |_| Error::unreadable("a split", "it is not UTF-8 text");
    let value = json::parse("it", std::str::from_utf8(bytes).map_err(no_text)?)
        .map_err(|error| Error::unreadable("a split", error.to_string()))?;
    let Value::Object(fields) = &value else {
        return Err(Error::unreadable("a split", "it is no JSON object"));
    };
    if let Some(other) = fields.keys().find(|name| !PARTS.contains(&name.as_str())) {
        return Err(Error::unknown("a split", "field", quoted(other), &PARTS));
    }
    let rows = |name: &str| -> Result<Vec<usize>> {
        let Some(Value::Array(list)) = fields.get(name) else {
            let how = match name {
                "validation" => "rows of the pool on which epochs and noise are chosen",
                _ => "rows of the file, from 0",
            };
            return Err(Error::missing(format!("the list {name} of a split"), how));
        };
        let row = |(place, value): (usize, &Value)| {
            let number = value.as_u64().and_then(|row| usize::try_from(row).ok());
            let name = || format!("{name}[{place}] of a split");
            number.ok_or_else(|| Error::value(name(), value, "a row, from 0"))
        };
        list.iter().enumerate().map(row).collect()
    };
    let [train, pool, test, validation] = PARTS.map(rows);
    Ok(Split { train: train?, pool: pool?, test: test?, validation: validation? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_come_back_as_they_went_out_and_others_are_named() {
        for split in [Split::draw(23, 4), Split::draw(506, 1)] {
            assert_eq!(read_split(write_split(&split).as_bytes()).unwrap(), split);
        }
        let whole = write_split(&Split::draw(23, 4));
        for (wrong, said) in [
            ("{}".to_string(), "the list train of a split is missing: rows of the file"),
            (whole.replace("pool", "pole"), "a split has no field \"pole\""),
            (whole.replacen('[', "[-1, ", 1), "train[0] of a split must be a row, from 0, got -1"),
            (whole.replacen('[', "[1.5, ", 1), "train[0] of a split must be a row"),
            ("[]".into(), "it is no JSON object"),
            ("{".into(), "a split cannot be read: it is not valid JSON: "),
        ] {
            let error = read_split(wrong.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
        assert!(read_split(b"\xff").is_err());
    }
}
