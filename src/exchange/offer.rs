//! A table that a page is offered: what its owner sees of it before anything is computed, and where it leads.

use serde_json::{Value, json};

use super::prediction::file_hash;
use super::table::{is_archive, read_table};
use crate::error::Result;
use crate::scenario::{FileName, Link, Scenario, TableUse};
use crate::table::{Choice, Decimal, IN_A_TAB, Kind, Numbers, Role, Separator, Sheet, sample};

/// So many rows are seen.
const FIRST_ROWS: usize = 6;

/// What is seen of a table read as a link's settings say, as JSON `{hash, name, text, said, sheet, sizes, notes, error,
/// link}`: the link that judges models on it, or the error that keeps it from being used. A text that cannot be read has
/// no sheet: what is `said` of how it is written may be wrong, and can be said otherwise. `name` is empty for the made-up
/// one.
///
/// # Errors
/// If no link can be made of it.
pub fn offer(link: &Link, name: &str, bytes: &[u8]) -> Result<Value> {
    let made_up = sample().into_bytes();
    let bytes = if name.is_empty() { &made_up[..] } else { bytes };
    let (table, hash) = (&link.scenario.data.table, file_hash(bytes));
    let is_text = !is_archive(bytes);
    let sheet = is_text.then(|| Sheet::read(bytes, &table.reading, IN_A_TAB));
    let numbers = match &sheet {
        Some(Ok(sheet)) => sheet.choose(&table.choice),
        Some(Err(error)) => Err(error.clone()),
        None => read_table(bytes, &table.reading, &table.choice, IN_A_TAB),
    };
    let sheet = sheet.and_then(Result::ok);
    let choice = sheet.as_ref().filter(|_| !name.is_empty()).map(|own| by_name(own, &table.choice));
    let led = |numbers: &Numbers| {
        let named = choice.as_ref().and_then(|own| led(link, (name, &hash), numbers, own).ok());
        // A link may have no room for so many names.
        named.map_or_else(|| led(link, (name, &hash), numbers, &table.choice), Ok)
    };
    let found = numbers.and_then(|numbers| Ok((led(&numbers)?, numbers)));
    let mut seen = json!({
        "hash": hash,
        "name": name,
        "text": is_text,
        "said": said_json(table),
        "sheet": sheet.map(|sheet| sheet_json(&sheet, &table.choice)),
    });
    match found {
        Ok((link, numbers)) => {
            seen["link"] = link.to_string().into();
            seen["notes"] = numbers.notes.clone().into();
            let sizes = (numbers.y.len(), numbers.inputs.len());
            seen["sizes"] = json!({ "rows": sizes.0, "inputs": sizes.1, "target": numbers.target });
        }
        Err(error) => seen["error"] = error.to_string().into(),
    }
    Ok(seen)
}

/// What was said of how a table is to be read; all else is inferred.
fn said_json(table: &TableUse) -> Value {
    let TableUse { reading, choice, .. } = table;
    json!({
        "separator": reading.separator.map(Separator::word),
        "decimal": reading.decimal.map(Decimal::word),
        "header": reading.header.map(header_word),
        "drops": choice.drops_missing,
    })
}

fn header_word(has_header: bool) -> &'static str {
    if has_header { "header" } else { "no-header" }
}

/// The same models on this table.
fn led(
    link: &Link,
    (name, hash): (&str, &str),
    numbers: &Numbers,
    choice: &Choice,
) -> Result<Link> {
    let mut scenario: Scenario = link.scenario.clone();
    scenario.data.files = match name {
        "" => Vec::new(),
        _ => vec![FileName::new(name, hash)?],
    };
    (scenario.data.table.rows, scenario.data.dimension) = (numbers.y.len(), numbers.inputs.len());
    scenario.data.table.choice = choice.clone();
    // What was pointed at is of another table.
    let view = crate::scenario::View { at: None, ..link.view.without_cell() };
    // A scenario is what a link can say.
    Link { scenario, view }.to_string().parse()
}

/// A choice that calls columns by their names, so that a figure can say what it is about; by its number one that shares
/// its name.
fn by_name(sheet: &Sheet, choice: &Choice) -> Choice {
    let called = |place: usize| {
        let name = &sheet.columns[place].name;
        let alone = sheet.columns.iter().filter(|other| other.name == *name).count() == 1;
        if alone && !name.is_empty() { name.clone() } else { (place + 1).to_string() }
    };
    let roles = &sheet.roles(choice)[..];
    let of = |role: Role| (0..roles.len()).filter(move |place| roles[*place] == role).map(called);
    let (target, left_out) = (of(Role::Target).next(), of(Role::LeftOut).collect());
    Choice { target, left_out, ..choice.clone() }
}

fn sheet_json(sheet: &Sheet, choice: &Choice) -> Value {
    let column = |(place, role): (usize, Role)| {
        let own = &sheet.columns[place];
        json!({
            "name": own.name,
            "holds": sheet.holds(place),
            "number": own.kind == Kind::Number,
            "role": match role {
                Role::Target => "target",
                Role::Input => "input",
                Role::LeftOut => "left",
            },
            "missing": own.missing.len(),
            "faults": own.unreadable.len(),
        })
    };
    let row = |row: usize| -> Vec<&str> {
        (0..sheet.columns.len()).map(|column| sheet.cell(row, column)).collect()
    };
    let (faults, all) = sheet.faults();
    json!({
        "separator": sheet.separator.word(),
        "decimal": sheet.decimal.word(),
        "header": header_word(sheet.has_header),
        "rows": sheet.rows(),
        "columns": sheet.roles(choice).into_iter().enumerate().map(column).collect::<Vec<_>>(),
        "first": (0..sheet.rows().min(FIRST_ROWS)).map(row).collect::<Vec<_>>(),
        "faults": faults,
        "more": all - faults.len(),
        "question": sheet.question.as_ref().map(|open| json!({
            "place": sheet.place(open.row, open.column),
            "cell": open.cell,
            "readings": open.readings,
        })),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(settings: &str, text: &str) -> Value {
        let link: Link = format!("lab=data{settings}").parse().unwrap();
        offer(&link, "mine.csv", text.as_bytes()).unwrap()
    }

    fn rows(row: impl Fn(usize) -> String) -> String {
        (0..30).map(row).collect()
    }

    #[test]
    fn a_good_table_leads_to_a_link_that_can_be_read_again() {
        let text = format!("a,b,y\n{}", rows(|i| format!("{i},{},{}\n", i * i % 7, i % 5)));
        let seen = offered("&candidate=gp-rbf&at=3:4", &text);
        let link: Link = seen["link"].as_str().unwrap().parse().unwrap();
        assert_eq!((link.scenario.data.table.rows, link.scenario.data.dimension), (30, 2));
        assert_eq!(link.scenario.data.files[0].name, "mine.csv");
        assert_eq!(link.view.at, None);
        assert_eq!(seen["sheet"]["columns"][2]["role"], "target");
        assert_eq!(seen["sheet"]["first"].as_array().unwrap().len(), 6);
        // The link calls columns by their names, whatever they were called.
        assert_eq!(link.scenario.data.table.choice.target.as_deref(), Some("y"));
        let seen = offered("&column=1&leave=2", &text);
        assert!(seen["link"].as_str().unwrap().contains("column=a&leave=b"), "{seen}");
        // Another target, and a column left out.
        let seen = offered("&column=a&leave=b", &text);
        assert_eq!(seen["sizes"]["target"], "a");
        assert_eq!(seen["sheet"]["columns"][1]["role"], "left");
        assert_eq!(seen["sizes"]["inputs"], 1);
    }

    #[test]
    fn what_keeps_a_table_from_being_used_is_seen_with_it() {
        let text = format!(
            "a,b\n{}",
            rows(|i| format!("{},{i}\n", if i == 7 { "oops".into() } else { i.to_string() }))
        );
        let seen = offered("", &text);
        assert!(seen["link"].is_null());
        assert!(seen["error"].as_str().unwrap().contains("row 8"), "{seen}");
        assert!(seen["sheet"]["faults"][0].as_str().unwrap().contains("oops"), "{seen}");
        // Left out, it does no harm; but then nothing is left to predict from.
        assert!(
            offered("&leave=a", &text)["error"].as_str().unwrap().contains("no column is left")
        );
        let open = format!("a;b\n{}", rows(|i| format!("2,92{};{i}\n", i % 10)));
        let seen = offered("", &open);
        assert_eq!(seen["sheet"]["question"]["readings"][1], 2.92);
        assert!(offered("&read=decimal-comma", &open)["error"].is_null());
    }

    #[test]
    fn the_made_up_table_needs_no_file() {
        let link: Link = "lab=data".parse().unwrap();
        let seen = offer(&link, "", &[]).unwrap();
        assert_eq!(seen["link"], link.to_string());
        assert!(offer(&link, "mine.csv", &[]).unwrap()["error"].is_string());
    }

    #[test]
    fn a_text_that_cannot_be_read_says_why_and_can_be_read_otherwise() {
        // Commas part most of its lines, and are none of the marks that part its cells.
        let text =
            rows(|i| format!("{},2,3{};{}\n", i % 3, if i == 24 { "" } else { ",4" }, i * i % 11));
        let seen = offered("&read=no-header", &text);
        assert!(seen["error"].as_str().unwrap().contains("row 25"), "{seen}");
        assert!(seen["sheet"].is_null() && seen["link"].is_null());
        assert_eq!((&seen["text"], &seen["said"]["header"]), (&true.into(), &"no-header".into()));
        assert!(seen["said"]["separator"].is_null());
        let seen = offered("&read=semicolon,drop-missing", &text);
        assert!(seen["error"].is_null(), "{seen}");
        assert_eq!(seen["said"]["separator"], "semicolon");
        assert_eq!(seen["said"]["drops"], true);
    }
}
