//! Tables as people have them, and tables that nobody can use.

mod lost;

use super::*;

/// The number of a row, and values that follow from it.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| row(number) + "\n").collect()
}

fn good(number: usize) -> String {
    format!("{number},{}.5,{}", number * 2, number % 7)
}

fn sheet(text: &str) -> Sheet {
    Sheet::read(text.as_bytes(), &Reading::default(), NATIVE).unwrap()
}

fn numbers(text: &str) -> Result<Numbers> {
    Sheet::read(text.as_bytes(), &Reading::default(), NATIVE)?.choose(&Choice::default())
}

fn refused(text: &str) -> String {
    numbers(text).unwrap_err().to_string()
}

#[test]
fn every_usual_way_to_write_a_table_is_read_alike() {
    let plain = numbers(&rows(25, good)).unwrap();
    assert_eq!((plain.x.shape(), plain.y.len(), &*plain.target), ((2, 25), 25, "3"));
    assert_eq!(plain.x[(1, 3)], 6.5);
    let with = |separator: &str| rows(25, |n| good(n).replace(',', separator));
    let header = format!("a,b,\"c, in m\"\r\n{}", rows(25, good).replace('\n', "\r\n"));
    let quoted =
        rows(25, |n| good(n).split(',').map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(","));
    let wide: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(with("\t").encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    for (what, bytes) in [
        ("semicolons", with(";").into_bytes()),
        ("tabs", with("\t").into_bytes()),
        ("spaces", rows(25, |n| format!("  {}", good(n).replace(',', "    "))).into_bytes()),
        ("commas and spaces", with(", ").into_bytes()),
        ("decimal commas", rows(25, |n| good(n).replace(',', ";").replace('.', ",")).into_bytes()),
        ("a header and DOS line ends", header.into_bytes()),
        ("quotes", quoted.into_bytes()),
        ("a byte-order mark", format!("\u{feff}{}", rows(25, good)).into_bytes()),
        (
            "comments and blank lines",
            format!("# of 2020\n\n{}\n# end\n", rows(25, good)).into_bytes(),
        ),
        ("no last line end", rows(25, good).trim_end().to_string().into_bytes()),
        ("two bytes a letter", wide),
    ] {
        let sheet = Sheet::read(&bytes, &Reading::default(), NATIVE).unwrap();
        let found = sheet.choose(&Choice::default()).unwrap();
        assert_eq!((&found.x, &found.y), (&plain.x, &plain.y), "{what}");
        assert_eq!(sheet.question, None, "{what}");
    }
}

#[test]
fn headers_name_columns_and_can_be_overruled() {
    let table = format!("width,height,y\n{}", rows(25, good));
    let found = numbers(&table).unwrap();
    assert_eq!((found.inputs, &*found.target), (vec!["width".into(), "height".to_string()], "y"));
    assert!(!sheet(&rows(25, good)).has_header);
    // A first line of numbers that is a header all the same.
    let years = format!("1999,2000,2001\n{}", rows(25, good));
    let said = Reading { header: Some(true), ..Reading::default() };
    let sheet = Sheet::read(years.as_bytes(), &said, NATIVE).unwrap();
    assert_eq!((sheet.rows(), &*sheet.columns[0].name), (25, "1999"));
    let none = Reading { header: Some(false), ..Reading::default() };
    let error = Sheet::read(table.as_bytes(), &none, NATIVE).unwrap().choose(&Choice::default());
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("row 1 (line 1 of the file), column 1 must be a number, got \"width\""),
        "{error}"
    );
}

#[test]
fn what_only_its_owner_can_know_is_asked() {
    let table = rows(25, |n| format!("2,9{:02};{n}", n + 10));
    let asked = sheet(&table);
    let question = asked.question.clone().unwrap();
    assert_eq!((question.row, question.column, &*question.cell), (0, 0, "2,910"));
    assert_eq!(question.readings, [2910.0, 2.91]);
    let error = asked.choose(&Choice::default()).unwrap_err().to_string();
    assert!(error.contains("row 1 (line 1 of the file), column 1 can be 2910 or 2.91"), "{error}");
    for (decimal, first) in [(Decimal::Point, 2910.0), (Decimal::Comma, 2.91)] {
        let said = Reading { decimal: Some(decimal), ..Reading::default() };
        let sheet = Sheet::read(table.as_bytes(), &said, NATIVE).unwrap();
        assert_eq!(sheet.choose(&Choice::default()).unwrap().x[0], first);
    }
    // One cell that can be read in one way only answers for all.
    for (cell, first) in [("0,5", 2.91), ("1.5", 2910.0), ("1,234.5", 2910.0), ("1.234,5", 2.91)] {
        let sheet = sheet(&format!("{table}{cell};7\n"));
        assert_eq!(
            (sheet.question.clone(), sheet.choose(&Choice::default()).unwrap().x[0]),
            (None, first)
        );
    }
}

#[test]
fn columns_are_chosen_by_name_or_number() {
    let table = format!("a,b,c\n{}", rows(25, good));
    let choose = |target: Option<&str>, left_out: &[&str]| {
        let left_out = left_out.iter().map(|text| text.to_string()).collect();
        let choice = Choice { target: target.map(String::from), left_out, drops_missing: false };
        sheet(&table).choose(&choice)
    };
    let by_name = choose(Some("b"), &[]).unwrap();
    assert_eq!((&by_name.inputs[..], by_name.y[3]), (&["a".to_string(), "c".into()][..], 6.5));
    assert_eq!(choose(Some("2"), &[]).unwrap(), by_name);
    assert_eq!(choose(None, &["c"]).unwrap().target, "b", "the last that is left");
    let error = choose(Some("d"), &[]).unwrap_err().to_string();
    assert_eq!(error, "the table has no column \"d\"; it has a, b, c");
    assert!(choose(Some("4"), &[]).is_err() && choose(Some("0"), &[]).is_err());
    assert!(choose(Some("a"), &["a"]).unwrap_err().to_string().contains("predicted and left out"));
    assert!(choose(None, &["a", "b"]).unwrap_err().to_string().contains("no column is left"));
    let twice = sheet(&format!("a,a,c\n{}", rows(25, good)));
    let choice = Choice { target: Some("a".into()), ..Choice::default() };
    assert!(
        twice.choose(&choice).unwrap_err().to_string().contains("columns 1 and 2 are both called")
    );
}

#[test]
fn words_are_categories_and_a_missing_one_is_none() {
    let kind = |n: usize| ["red", "green", "?"][n % 3];
    let table = format!("colour,x,y\n{}", rows(30, |n| format!("{},{n},{}", kind(n), n * n)));
    let read = sheet(&table);
    assert_eq!(read.columns[0].kind, Kind::Category(vec!["green".into(), "red".into()]));
    assert_eq!(read.columns[0].missing.len(), 10);
    let error = read.choose(&Choice::default()).unwrap_err().to_string();
    assert!(
        error.contains(
            "missing at row 3 (line 4 of the file), column 1 (\"colour\") and in 9 more rows"
        ),
        "{error}"
    );
    let found = read.choose(&Choice { drops_missing: true, ..Choice::default() }).unwrap();
    assert_eq!(found.inputs, ["colour=green", "colour=red", "x"]);
    assert_eq!((found.rows[2], found.x.column(2).as_slice()), (3, &[0.0, 1.0, 3.0][..]));
    assert!(
        found.notes[0].starts_with("10 rows with missing values are left out: 3, 6, 9"),
        "{:?}",
        found.notes
    );
    assert!(found.x.row(0).iter().zip(found.x.row(1).iter()).all(|(a, b)| a + b == 1.0));
    let names = rows(60, |n| format!("name {n};{n};{}", n * n));
    assert!(
        refused(&names).contains("column 1 holds 60 different words in 60 rows"),
        "{}",
        refused(&names)
    );
}

#[test]
fn broken_tables_are_refused_with_row_and_column() {
    let with = |row: usize, text: &str| {
        format!("a,b,c\n{}", rows(25, |n| if n == row { text.into() } else { good(n) }))
    };
    let binary = format!("{}\u{1}{}", rows(10, good), rows(15, good));
    let many = format!("{}\n", vec!["1"; 1_000_000].join(","));
    for (what, text, said) in [
        (
            "ragged, short",
            with(6, "1,2"),
            "row 7 (line 8 of the file) ends before column 3: it has 2 cells",
        ),
        ("ragged, long", with(6, "1,2,3,4"), "row 7 (line 8 of the file) goes on after column 3"),
        ("no numbers", rows(25, |n| format!("x{n},y{}", n % 3)), "column 2 holds \"y0\""),
        ("few rows", rows(19, good), "it has 19 rows, and at least 20 are needed"),
        (
            "constant target",
            rows(25, |n| format!("{n},5")),
            "what is predicted, \"2\", is 5 in every row",
        ),
        ("columns", many, "there are 1000000 columns in the table, but at most 100 are allowed"),
        ("binary", binary, "line 11 of the file has the byte 1 at its place 1"),
        ("NaN", with(4, "1,NaN,3"), "missing at row 5 (line 6 of the file), column 2 (\"b\")"),
        (
            "text",
            with(4, "1,two,3"),
            "row 5 (line 6 of the file), column 2 (\"b\") must be a number, got \"two\"",
        ),
        (
            "several texts",
            rows(25, |n| if n < 8 { format!("{n},x{n},1") } else { good(n) })
                .replacen("0,x0,1", "0,0,1", 1),
            "got \"x1\"; neither can these be read: \"x2\" in row 3 (line 3 of the file), column 2",
        ),
        (
            "text in the target",
            with(4, "1,2,inf"),
            "column 3 (\"c\") must be a number, got \"inf\"",
        ),
        ("too large a number", with(4, "1,1e999,3"), "got \"1e999\""),
        ("header only", "a,b,c\n".into(), "it has a header and no rows"),
        ("nothing", "\n\n".into(), "it is empty"),
        ("one column", rows(25, |n| n.to_string()), "it has one column: a table needs one that is"),
        (
            "an open quote",
            with(4, &format!("1,\"{}", "x".repeat(2000))),
            "line 6 of the file, column 2, is longer",
        ),
        ("rows", rows(20_007, good), "there are 20007 rows in the table, but at most 20000"),
    ] {
        let error = refused(&text);
        assert!(error.contains(said), "{what}: {error}");
        assert!(error.len() < 500, "{what}: {error}");
    }
    let in_a_tab = Sheet::read(rows(5_001, good).as_bytes(), &Reading::default(), IN_A_TAB);
    assert!(in_a_tab.unwrap_err().to_string().contains("5001 rows"));
    let long = vec![b'1'; IN_A_TAB.bytes + 1];
    let error = Sheet::read(&long, &Reading::default(), IN_A_TAB).unwrap_err().to_string();
    assert!(error.starts_with("there are 16777217 bytes"), "{error}");
}

/// Quotes span lines, and lines are counted as editors do.
#[test]
fn lines_are_counted_through_comments_quotes_and_blanks() {
    let mut table = String::from("# one\n\na,\"b\nb\",c\n");
    table += &rows(25, |n| if n == 2 { "1,oops,3".into() } else { good(n) });
    let error = refused(&table);
    assert!(
        error.contains("row 3 (line 7 of the file), column 2 (\"bb\") must be a number"),
        "{error}"
    );
}

#[test]
fn odd_tables_are_accepted_with_a_note() {
    let table = rows(25, |n| format!("{},7,,{}", n / 2, n / 2)) + ",,,\n";
    let found = numbers(&table).unwrap();
    assert_eq!((found.inputs.len(), &*found.target, found.repeated()), (2, "4", 12));
    let notes = found.notes.join("; ");
    for note in [
        "1 empty line was skipped",
        "column 3 is empty",
        "the same in every row: \"2\"",
        "12 rows repeat an earlier one",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    let latin = [b"a,b\xe9,c\n".to_vec(), rows(25, good).into_bytes()].concat();
    let sheet = Sheet::read(&latin, &Reading::default(), NATIVE).unwrap();
    assert_eq!(sheet.columns[1].name, "bé");
    assert!(sheet.notes[0].contains("line 1 of the file is no UTF-8"), "{:?}", sheet.notes);
}

#[test]
fn numbers_are_what_people_mean_by_them() {
    let point = |text: &str| number::number(text, Decimal::Point);
    for (text, value) in [
        ("1", 1.0),
        ("-1.5", -1.5),
        ("+2", 2.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("1e3", 1000.0),
        ("1E-3", 0.001),
        ("-2.5e+1", -25.0),
        ("1,234", 1234.0),
        ("1,234,567.5", 1_234_567.5),
        ("007", 7.0),
        ("\u{2212}5", -5.0),
        ("1e\u{2212}3", 0.001),
    ] {
        assert_eq!(point(text), Some(value), "{text}");
    }
    for text in [
        "",
        ".",
        "-",
        "e5",
        "5e",
        "1,2",
        "12,34",
        "0,123",
        "1,2345",
        "1..5",
        "1.5.2",
        "inf",
        "nan",
        "0x1f",
        "1_000",
        "1e999",
        "--1",
        "1 000",
        "1e1.5",
        "1,234e",
        ",123",
        "1,,234",
        "\u{2212}-5",
        "5\u{2212}",
    ] {
        assert_eq!(point(text), None, "{text}");
    }
    assert_eq!(number::number("1.234,5", Decimal::Comma), Some(1234.5));
    assert_eq!(number::number("1.5", Decimal::Comma), None);
}

#[test]
fn how_to_read_prints_and_parses() {
    for text in ["", "semicolon", "spaces,decimal-comma", "tab,decimal-point,no-header", "header"] {
        assert_eq!(text.parse::<Reading>().unwrap().to_string(), text);
    }
    let error = "semikolon".parse::<Reading>().unwrap_err().to_string();
    assert!(error.contains("one of tab, semicolon, comma, spaces, decimal-point"), "{error}");
    assert!("tab,comma".parse::<Reading>().is_err());
}

#[test]
fn arrays_are_a_table_too() {
    let (x, y): (Vec<f64>, Vec<f64>) =
        ((0..60).map(f64::from).collect(), (0..30).map(f64::from).collect());
    let found = Numbers::of_arrays((&x, &y), 2, false, NATIVE).unwrap();
    assert_eq!((found.x.shape(), found.x[(1, 4)], found.y[4]), ((2, 30), 9.0, 4.0));
    let mut bad = x.clone();
    bad[7] = f64::NAN;
    let error = Numbers::of_arrays((&bad, &y), 2, false, NATIVE).unwrap_err().to_string();
    assert!(error.contains("row 4, column 2 of X must be finite, got NaN"), "{error}");
    assert!(Numbers::of_arrays((&x, &y), 3, false, NATIVE).is_err());
    assert!(Numbers::of_arrays((&x[..20], &y[..10]), 2, false, NATIVE).is_err());
    let found = Numbers::of_arrays((&bad, &y), 2, true, NATIVE).unwrap();
    assert_eq!((found.rows.len(), found.rows[3], found.x[(0, 3)], found.y[3]), (29, 4, 8.0, 4.0));
    assert_eq!(found.notes, ["1 row with missing values is left out: 4"]);
    bad[7] = f64::INFINITY;
    assert!(Numbers::of_arrays((&bad, &y), 2, true, NATIVE).is_err());
}
