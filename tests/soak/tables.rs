//! Tables that somebody's program wrote, and what disks, mails and hands make of them.

use super::Trail;
use super::dice::Dice;
use talscope::exchange::read_table;
use talscope::table::{Choice, Decimal, Kind, Limits, Reading, Separator, Sheet};

/// Small, so that random tables meet them.
const LIMITS: Limits = Limits { rows: 60, columns: 12, bytes: 20_000 };

/// What cells hold, from plain numbers to what breaks readers.
const CELLS: [&str; 40] = [
    "0",
    "1",
    "-3",
    "2.5",
    "1e3",
    "1e999",
    "-0",
    "007",
    "2,923",
    "1,5",
    "1.234,5",
    "1,234.5",
    "",
    " ",
    "?",
    "NA",
    "nan",
    "NULL",
    "red",
    "green",
    "two words",
    "\"",
    "\"\"",
    "\"a,b\"",
    "\"open",
    "'",
    "#",
    "#x",
    "\t",
    ";",
    ",",
    "|",
    "é",
    "\u{202e}",
    "\u{feff}",
    "∞",
    "inf",
    "0x10",
    "1_0",
    "-",
];

/// A case: reads a table, chooses from it, and looks at what came of that.
pub fn one_table(number: u64, _: u64, trail: &mut Trail) -> &'static str {
    let mut dice = Dice::new(3, number);
    let whole = table(&mut dice);
    let bytes = mutated(&mut dice, whole);
    trail.push(format!("{:?}", String::from_utf8_lossy(&bytes)));
    let (reading, choice) = (reading(&mut dice), choice(&mut dice));
    trail.push(format!("{reading:?} {choice:?}"));
    let archive = read_table(&bytes, &reading, &choice, LIMITS);
    match Sheet::read(&bytes, &reading, LIMITS) {
        Err(error) => refused(&error),
        Ok(sheet) => {
            check_sheet(&sheet);
            let chosen = sheet.choose(&choice);
            if !bytes.starts_with(b"PK") {
                assert_eq!(format!("{chosen:?}"), format!("{archive:?}"));
            }
            match chosen {
                Err(error) => refused(&error),
                Ok(numbers) => {
                    let (inputs, rows) = numbers.x.shape();
                    assert_eq!((inputs, rows), (numbers.inputs.len(), numbers.y.len()));
                    assert!((20..=LIMITS.rows).contains(&rows) && inputs > 0);
                    assert!(
                        numbers.x.iter().chain(numbers.y.iter()).all(|value| value.is_finite())
                    );
                    assert!(numbers.rows.windows(2).all(|pair| pair[0] < pair[1]));
                    assert!(numbers.y.iter().any(|value| *value != numbers.y[0]));
                    "a table"
                }
            }
        }
    }
}

/// Words for people: short, and without anything that hides.
fn refused(error: &talscope::Error) -> &'static str {
    let words = error.to_string();
    assert!(!words.is_empty() && words.len() < 3000, "{words}");
    assert!(words.chars().all(talscope::error::is_visible), "{words:?}");
    "no table"
}

fn check_sheet(sheet: &Sheet) {
    assert!((2..=LIMITS.columns).contains(&sheet.columns.len()));
    assert!((20..=LIMITS.rows).contains(&sheet.rows()));
    for (place, column) in sheet.columns.iter().enumerate() {
        assert!(column.missing.iter().chain(&column.unreadable).all(|row| *row < sheet.rows()));
        if let Kind::Category(levels) = &column.kind {
            let missing = |level: &String| ["", "?", "na", "nan"].contains(&&*level.to_lowercase());
            assert!(!levels.iter().any(missing), "{levels:?}");
        }
        (0..sheet.rows()).for_each(|row| _ = sheet.cell(row, place));
    }
}

fn table(dice: &mut Dice) -> Vec<u8> {
    let odd_size = dice.percent(20);
    let (rows, columns) = match odd_size {
        true => (dice.within(15, 70), dice.within(1, 14)),
        false => (dice.within(22, 55), dice.within(2, 9)),
    };
    let separator = dice.one(&[",", ";", "\t", " ", "   ", ", "]);
    let end = dice.one(&["\n", "\n", "\r\n", "\r"]);
    let odd = dice.below(12);
    let mut text = String::from(dice.one(&["", "", "\u{feff}", "# a comment\n", "\n\n"]));
    for row in 0..=rows {
        let cell = |dice: &mut Dice, column: usize| match row {
            0 if odd < 9 => format!("c{column}"),
            _ if odd > 5 && dice.below(200) < odd => dice.one(&CELLS).to_string(),
            _ => format!("{}", dice.number(-5.0, 900.0)),
        };
        let cells: Vec<String> = (0..columns).map(|column| cell(dice, column)).collect();
        text += &(cells.join(separator) + end);
    }
    text.into_bytes()
}

/// A few bytes are changed, lost, doubled or moved.
fn mutated(dice: &mut Dice, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..dice.one(&[0, 0, 0, 0, 1, 1, 2, 5, 20]) {
        let at = dice.below(bytes.len().max(1)).min(bytes.len());
        let end = (at + dice.within(1, 30)).min(bytes.len());
        match dice.below(6) {
            0 => bytes.truncate(end.max(1)),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => {
                let cell = dice.one(&CELLS).bytes();
                bytes.splice(at..end, cell);
            }
            4 if at < end => bytes[at] = dice.word() as u8,
            _ if at < end => bytes[at] = dice.one(b"\n\r,;\t \"#\0.-"),
            _ => {}
        }
    }
    if dice.below(200) == 0 {
        bytes.splice(0..0, *b"PK\x03\x04");
    }
    bytes
}

fn reading(dice: &mut Dice) -> Reading {
    let mut maybe = |count: usize| (dice.below(12) == 0).then(|| dice.below(count));
    Reading {
        separator: maybe(4).map(|place| Separator::ALL[place]),
        decimal: maybe(2).map(|place| Decimal::ALL[place]),
        header: maybe(2).map(|place| place == 0),
    }
}

fn choice(dice: &mut Dice) -> Choice {
    const NAMES: [&str; 8] = ["c0", "c1", "1", "2", "99", "0", "", "red"];
    let target = (dice.below(5) == 0).then(|| dice.one(&NAMES).to_string());
    let left_out =
        (0..dice.one(&[0, 0, 0, 0, 0, 0, 1, 2])).map(|_| dice.one(&NAMES).to_string()).collect();
    Choice { target, left_out, drops_missing: dice.percent(50) }
}
