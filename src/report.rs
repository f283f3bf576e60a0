//! The numbers behind a figure, as tables, and their fingerprint.

use serde_json::{Value, json};

use crate::numeric::hash::Fingerprint;

/// Everything a lab computed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// In the order in which the fingerprint reads them.
    pub tables: Vec<Table>,
}

/// Columns of equal length.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What it is.
    pub name: Name,
    /// What each row is; empty if the rows need no names.
    pub labels: Vec<Name>,
    /// Its columns.
    pub columns: Vec<Column>,
}

/// What something is called: by fingerprints and programs, and by people. Words can change; an id stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Part of the fingerprint.
    pub id: String,
    /// What people read.
    pub label: String,
}

impl Name {
    /// With words of its own.
    pub fn new(id: impl Into<String>, label: impl Into<String>) -> Self {
        Self { id: id.into(), label: label.into() }
    }

    /// What belongs to it.
    #[must_use]
    pub fn with(&self, what: &str) -> Self {
        Self::new(format!("{}: {what}", self.id), format!("{}: {what}", self.label))
    }
}

/// Called alike by all.
impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self::new(name, name)
    }
}

impl From<String> for Name {
    fn from(name: String) -> Self {
        Self::new(name.clone(), name)
    }
}

/// What a file of numbers says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The link that shows them again.
    pub link: String,
    /// There is none while numbers are still missing.
    pub fingerprint: Option<String>,
    /// What they are, by the names of these words: title, caption, credit.
    pub words: Vec<(&'static str, String)>,
}

/// A named list of numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Its heading.
    pub name: Name,
    /// Its numbers.
    pub values: Vec<f64>,
}

impl Report {
    /// A 64-bit hash of ids and numbers, as 16 hexadecimal digits: equal link, equal fingerprint,
    /// natively and in every browser, whatever things are called.
    pub fn fingerprint(&self) -> String {
        let mut hash = Fingerprint::new();
        for table in &self.tables {
            hash = hash.text(&table.name.id);
            hash = table.labels.iter().fold(hash, |hash, label| hash.text(&label.id));
            for column in &table.columns {
                hash = hash.text(&column.name.id).floats(&column.values);
            }
        }
        format!("{:016x}", hash.finish())
    }

    /// All that can be known of a figure, as JSON `{link, fingerprint, .., tables}`, with the words
    /// about it between.
    pub fn json(&self, about: &About) -> Value {
        let mut file = json!({ "link": about.link, "fingerprint": about.fingerprint });
        for (name, words) in &about.words {
            file[*name] = words.as_str().into();
        }
        file["tables"] = self.tables_json();
        file
    }

    /// All tables as JSON: `[{id, name, labels, ids, columns: [{id, name, values}]}, ..]`; rows may have no
    /// labels, which their ids go with.
    pub fn tables_json(&self) -> Value {
        let column =
            |c: &Column| json!({ "id": c.name.id, "name": c.name.label, "values": c.values });
        let table = |t: &Table| {
            let columns: Vec<_> = t.columns.iter().map(column).collect();
            let of = |of: fn(&Name) -> &String| t.labels.iter().map(of).collect::<Vec<_>>();
            let (ids, labels) = (of(|name| &name.id), of(|name| &name.label));
            let Name { id, label } = &t.name;
            json!({ "id": id, "name": label, "labels": labels, "ids": ids, "columns": columns })
        };
        self.tables.iter().map(table).collect()
    }

    /// All tables as comma-separated values, every digit kept, after the link that they belong to, the
    /// fingerprint and the words about them, as in [`Report::json`]. Names that a spreadsheet would take
    /// for formulas begin with an apostrophe.
    pub fn csv(&self, about: &About) -> String {
        let tables: String = self.tables.iter().map(|table| format!("\n{}", table.csv())).collect();
        let fingerprint = about.fingerprint.as_deref().unwrap_or("none: numbers are still missing");
        // The same link, but one cell; and words are one cell, too, on one line.
        let link = about.link.replace(',', "%2C");
        let line = |(name, words): &(&str, String)| {
            let words = words.replace(',', ";").replace(char::is_control, " ");
            format!("# {name} {words}\n")
        };
        let words: String = about.words.iter().map(line).collect();
        format!("# talscope {link}\n# fingerprint {fingerprint}\n{words}{tables}")
    }
}

impl Table {
    /// A table from its columns.
    pub fn new<const N: usize>(name: impl Into<Name>, columns: [(&str, &[f64]); N]) -> Self {
        let mut table = Self { name: name.into(), labels: Vec::new(), columns: Vec::new() };
        columns.into_iter().for_each(|(name, values)| table.push(name, values.to_vec()));
        table
    }

    /// The same table with named rows.
    #[must_use]
    pub fn labelled(mut self, labels: impl IntoIterator<Item = impl Into<Name>>) -> Self {
        self.labels = labels.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a column.
    pub fn push(&mut self, name: impl Into<Name>, values: Vec<f64>) {
        self.columns.push(Column { name: name.into(), values });
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.values.len())
    }

    fn csv(&self) -> String {
        let named = !self.labels.is_empty();
        let heads = self.columns.iter().map(|column| cell(&column.name.label));
        let heads: Vec<_> = named.then(String::new).into_iter().chain(heads).collect();
        let row = |i: usize| {
            let label = self.labels.get(i).map(|name| cell(&name.label));
            let numbers = self.columns.iter().map(|column| column.values[i].to_string());
            label.into_iter().chain(numbers).collect::<Vec<_>>().join(",")
        };
        let rows: String = (0..self.rows()).map(|i| row(i) + "\n").collect();
        let title = cell(&format!("# {}", guarded(&self.name.label)));
        format!("{title}\n{}\n{rows}", heads.join(","))
    }
}

/// Words as one cell, in quotes where they would be more (RFC 4180).
fn cell(words: &str) -> String {
    let words = guarded(words);
    if words.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", words.replace('"', "\"\""));
    }
    words
}

/// Words that no spreadsheet computes: names come from links and files, and a spreadsheet takes what
/// begins with one of these signs for a formula.
fn guarded(words: &str) -> String {
    let formula = |c: char| "=+-@".contains(c) || c.is_control();
    let begins = words.trim_start_matches(' ').starts_with(formula);
    if begins { format!("'{words}") } else { words.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(link: &str, fingerprint: Option<&str>) -> About {
        About { link: link.into(), fingerprint: fingerprint.map(String::from), words: Vec::new() }
    }

    fn report() -> Report {
        let columns = [("x", &[0.1, -0.0][..]), ("y", &[1e300, f64::NAN])];
        Report { tables: vec![Table::new("a", columns), Table::new("b", [("z", &[])])] }
    }

    #[test]
    fn the_fingerprint_is_pinned_and_knows_one_zero() {
        assert_eq!(report().fingerprint(), "3e4f657c12cd3c1a");
        let mut positive = report();
        positive.tables[0].columns[0].values[1] = 0.0;
        assert_eq!(positive.fingerprint(), report().fingerprint());
    }

    #[test]
    fn csv_keeps_every_digit() {
        let csv = report().csv(&about("v=1", Some("3e4f")));
        let start = "# talscope v=1\n# fingerprint 3e4f\n\n# a\nx,y\n0.1,1";
        assert!(csv.starts_with(start), "{csv}");
        assert!(csv.ends_with("# b\nz\n"), "{csv}");
        assert!(report().csv(&about("v=1", None)).contains("# fingerprint none"));
        let digits: f64 = csv.lines().nth(5).unwrap().split(',').nth(1).unwrap().parse().unwrap();
        assert_eq!(digits, 1e300);
    }

    #[test]
    fn rows_may_have_names_and_csv_quotes_them() {
        let named =
            Table::new("c", [("rbf(1,2)", &[1.0][..])]).labelled(["a \"b\", c".to_string()]);
        let report = Report { tables: vec![named] };
        assert!(
            report.csv(&about("v=1", None)).ends_with("# c\n,\"rbf(1,2)\"\n\"a \"\"b\"\", c\",1\n")
        );
        assert_eq!(report.tables_json()[0]["labels"][0], "a \"b\", c");
    }

    #[test]
    fn csv_names_are_never_formulas() {
        let names =
            ["=1+1", "+1", "-1", "@sum", "\tx", " =1", "\r\n=1", "=\"a\",b", "plain", "a=b"];
        let mut table = Table::new("=cmd|' /c calc'!a1", []);
        names.iter().for_each(|name| table.push(*name, vec![-1.0]));
        let table = table.labelled(["-label".to_string()]);
        let csv = Report { tables: vec![table] }.csv(&about("v=1", None));
        let rest = csv.split_once("\n\n").unwrap().1;
        let heads = ",'=1+1,'+1,'-1,'@sum,'\tx,' =1,\"'\r\n=1\",\"'=\"\"a\"\",b\",plain,a=b";
        let numbers = ["-1"; 10].join(",");
        let want = format!("# '=cmd|' /c calc'!a1\n{heads}\n'-label,{numbers}\n");
        assert_eq!(rest, want);
        let two = Report { tables: vec![Table::new("a,=1", [])] }.csv(&about("name=a,+1:b", None));
        assert!(two.starts_with("# talscope name=a%2C+1:b\n"), "{two}");
        assert!(two.contains("\n\"# a,=1\"\n"), "{two}");
    }

    #[test]
    fn words_about_numbers_are_one_line_and_one_cell() {
        let words = vec![("title", "a, =1+1\n\"b\"".into()), ("credit", "c".into())];
        let about = About { words, ..about("v=1", None) };
        let csv = report().csv(&about);
        assert!(csv.contains("missing\n# title a; =1+1 \"b\"\n# credit c\n\n# a\n"), "{csv}");
        assert_eq!(report().json(&about)["title"], "a, =1+1\n\"b\"");
    }

    #[test]
    fn json_has_null_where_there_is_no_number() {
        let json = report().json(&about("v=1", Some("3e4f")));
        assert_eq!(json["tables"][0]["columns"][1]["values"][1], Value::Null);
        assert_eq!((&json["link"], &json["fingerprint"]), (&"v=1".into(), &"3e4f".into()));
        assert_eq!(report().json(&about("v=1", None))["fingerprint"], Value::Null);
    }
}
