//! Rows and numbers that nearly got lost: what looks like a comment, a word or one long cell.

use super::*;

fn notes(text: &str) -> String {
    numbers(text).unwrap().notes.join("; ")
}

#[test]
fn a_row_that_begins_like_a_comment_is_a_row() {
    let colours = rows(60, |n| format!("{},{n},{}", ["#3", "red", "blue"][n % 3], n * n));
    for (what, table) in [
        ("with a header", format!("colour,x,y\n{colours}")),
        ("without one", colours.clone()),
        ("behind comments", format!("# colours of 2020\n#\n{colours}# end\n")),
        ("in spaces", colours.replace(',', "  ")),
    ] {
        let found = numbers(&table).unwrap();
        assert_eq!((found.y.len(), found.inputs.len(), found.y[3]), (60, 4, 9.0), "{what}");
    }
    // Only rows that the table could not have are comments, and they are counted.
    let table = rows(25, |n| if n == 7 { "# by hand\n7,8,1".into() } else { good(n) });
    assert!(notes(&table).contains("1 line that begins with # is a comment"), "{}", notes(&table));
    let table = format!("# one\n# two\n\n{table}");
    assert!(notes(&table).contains("3 lines that begin with # are comments"), "{}", notes(&table));
    let error = refused(&rows(25, |n| if n == 7 { "#7,8,1".into() } else { good(n) }));
    assert!(error.contains("row 8 (line 8 of the file), column 1 must be a number, got \"#7\""));
    assert!(refused(&rows(30, |n| format!("#{n},{n}"))).contains("all of its lines begin with #"));
}

#[test]
fn a_header_may_begin_like_a_comment() {
    for first in ["#id,x,y\n", "# made in 2020\n#id,x,y\n"] {
        let read = sheet(&format!("{first}{}", rows(25, good)));
        assert!(read.has_header, "{first}");
        assert_eq!((&*read.columns[0].name, read.rows()), ("#id", 25), "{first}");
    }
    // Where a header follows, it is a comment however many cells it has.
    let read = sheet(&format!("# a, b, c\na,b,c\n{}", rows(25, good)));
    assert_eq!((&*read.columns[0].name, read.rows()), ("a", 25));
}

#[test]
fn categories_are_said_and_words_of_nearly_every_row_are_none() {
    let table = rows(30, |n| format!("{},{n}", ["5%", "6%", "7%"][n % 3]));
    assert!(notes(&table).contains("column 1 is read as 3 categories"), "{}", notes(&table));
    for cell in ["$1.5", "1'2", "2024-01-", "1 2", "0x1"] {
        let error = refused(&format!("a;b\n{}", rows(30, |n| format!("{cell}{:02};{n}", n + 10))));
        let said = format!(
            "column 1 (\"a\") holds 30 different words in 30 rows, too many to be categories: row 1 (line 2 of \
             the file), column 1 (\"a\") has \"{cell}10\""
        );
        assert!(error.contains(&said), "{error}");
    }
    // A column of numbers is one in which most are.
    let some = |share: usize| {
        rows(40, |n| format!("{},{n}", if n % 4 < share { n.to_string() } else { "x".into() }))
    };
    assert!(notes(&some(1)).contains("column 1 is read as 11 categories"), "{}", notes(&some(1)));
    assert!(refused(&some(2)).contains("column 1 holds 21 different words in 40 rows"));
    assert!(refused(&some(3)).contains("row 4 (line 4 of the file), column 1 must be a number"));
    let target = refused(&rows(40, |n| format!("{n},{}", if n % 4 < 1 { "5" } else { "x" })));
    assert!(target.contains("row 2 (line 2 of the file), column 2 holds \"x\""), "{target}");
}

#[test]
fn quotes_that_are_left_open_are_named() {
    let with = |text: &str| rows(25, |n| if n == 4 { text.into() } else { good(n) });
    let error = refused(&with("1,\"2,3"));
    assert!(
        error.contains("a quote that is opened at line 5 of the file is never closed"),
        "{error}"
    );
    let error = refused(&with("1,2,\"3"));
    assert!(error.contains("opened at line 5 of the file"), "{error}");
    let error = refused(&format!("{}1,2,\"3\"\n", with("1,\"2,3")));
    assert!(error.contains("row 5 (line 5 of the file)"), "{error}");
    assert!(error.contains("is a quote left open?"), "{error}");
    let fine = rows(25, |n| format!("{n},\"a\nb\",{}", n % 7));
    assert_eq!(numbers(&fine).unwrap().inputs.len(), 2);
    let note = "the row at line 1 of the file goes on over several lines, as cells in quotes may";
    assert!(notes(&fine).contains(note), "{}", notes(&fine));
    let last = rows(25, |n| format!("{n},{},\"a\nb\"", n % 7));
    assert_eq!(sheet(&last).rows(), 25);
}

#[test]
fn spaces_part_no_words_in_quotes() {
    let table = rows(30, |n| format!("\"{}\"  \"{n}\"  {}", ["so so", "good"][n % 2], n * n));
    let found = numbers(&format!("\"how\" \"x\" \"y 1\"\n{table}")).unwrap();
    assert_eq!(found.inputs, ["how=good", "how=so so", "x"]);
    assert_eq!((&*found.target, found.y[5]), ("y 1", 25.0));
}

#[test]
fn first_lines_and_line_ends_of_other_programs_are_known() {
    let table = format!("sep=;\na;b;c\n{}", rows(25, good).replace(',', ";"));
    let found = numbers(&table).unwrap();
    assert_eq!((found.y.len(), &*found.target), (25, "c"));
    let error = refused(&table.replace("\n4;", "\nfour;"));
    assert!(error.contains("row 5 (line 7 of the file), column 1 (\"a\")"), "{error}");
    let old = format!("a,b,c\n{}", rows(25, good).replace("\n7,", "\nseven,")).replace('\n', "\r");
    let error = refused(&old);
    assert!(error.contains("row 8 (line 9 of the file), column 1 (\"a\")"), "{error}");
}

#[test]
fn one_of_a_thing_is_one() {
    let error = refused("a,b\n1,2\n");
    assert!(error.contains("it has 1 row, and at least 20 are needed"), "{error}");
    let error = refused(&rows(25, |n| if n == 4 { "1".into() } else { good(n) }));
    assert!(error.contains("it has 1 cell, and the first line has 3"), "{error}");
    let twice = rows(25, good) + &good(3) + "\n";
    assert!(notes(&twice).contains("1 row repeats an earlier one"), "{}", notes(&twice));
}
