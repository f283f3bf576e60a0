//! Timings by name, and their table.

use std::collections::BTreeMap;

/// Where something was timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Native,
    Wasm,
    /// The same work in a library of Python's, for some of the rows.
    Peer,
}

/// Nanoseconds by name and side.
#[derive(Debug, Default)]
pub struct Timings {
    rows: BTreeMap<String, Row>,
    /// The libraries that were there.
    peers: Vec<&'static str>,
    /// How many lanes native code worked on.
    lanes: Option<usize>,
}

#[derive(Debug, Default)]
struct Row {
    native: Option<f64>,
    wasm: Option<f64>,
    peer: Option<f64>,
}

impl Timings {
    /// Takes a line `bench <name> <nanoseconds>`, and keeps the best of several for one name, or a line
    /// `lanes <count>`; other lines, and names without the filter or one of its parts between commas in
    /// them, are left alone.
    pub fn read(&mut self, line: &str, side: Side, filter: Option<&str>) {
        let words: Vec<_> = line.split_whitespace().collect();
        if let ["lanes", count] = words[..] {
            self.lanes = count.parse().ok();
        }
        let ["bench", name, nanoseconds] = words[..] else { return };
        let Ok(nanoseconds) = nanoseconds.parse::<f64>() else { return };
        if filter.is_some_and(|text| !text.split(',').any(|part| name.contains(part))) {
            return;
        }
        let row = self.rows.entry(name.into()).or_default();
        let kept = match side {
            Side::Native => &mut row.native,
            Side::Wasm => &mut row.wasm,
            Side::Peer => &mut row.peer,
        };
        *kept = Some(kept.map_or(nanoseconds, |before| before.min(nanoseconds)));
    }

    /// Whether native code worked on eight lanes.
    pub fn has_eight_lanes(&self) -> bool {
        self.lanes == Some(8)
    }

    /// Names that were timed both natively and in a library, in less than a second each.
    pub fn compared(&self) -> Vec<&str> {
        let short = |time: Option<f64>| time.is_some_and(|nanoseconds| nanoseconds < 1e9);
        let both = |(_, row): &(&String, &Row)| short(row.native) && short(row.peer);
        self.rows.iter().filter(both).map(|(name, _)| name.as_str()).collect()
    }

    /// Notes that a library was there to be timed.
    pub fn has_peer(&mut self, library: &'static str) {
        self.peers.push(library);
    }

    /// Whether it was.
    pub fn knows_peer(&self, library: &str) -> bool {
        self.peers.contains(&library)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }

    /// How many names have a timing on this side.
    pub fn count(&self, side: Side) -> usize {
        self.rows.keys().filter(|name| self.get(name, side).is_some()).count()
    }

    /// The nanoseconds of one entry, if it was timed.
    pub fn get(&self, name: &str, side: Side) -> Option<f64> {
        let row = self.rows.get(name)?;
        match side {
            Side::Native => row.native,
            Side::Wasm => row.wasm,
            Side::Peer => row.peer,
        }
    }

    /// One row a name: native, wasm and their ratio, a peer and how many times as long it takes as
    /// native code.
    pub fn table(&self) -> String {
        let heads = ["native", "wasm", "wasm/native", "peer", "peer/native"];
        let line = |name: &str, cells: [String; 5]| {
            format!("{name:<36}{}\n", cells.map(|cell| format!(" {cell:>12}")).concat())
        };
        let mut table = line("name", heads.map(String::from));
        for (name, row) in &self.rows {
            let ratio = |side: Option<f64>| {
                side.zip(row.native).map(|(side, native)| format!("{:.2}", side / native))
            };
            let [native, wasm, peer] =
                [row.native, row.wasm, row.peer].map(|time| time.map(readable));
            let cells = [native, wasm, ratio(row.wasm), peer, ratio(row.peer)];
            table += &line(name, cells.map(|cell| cell.unwrap_or_else(|| "-".into())));
        }
        table
    }
}

/// A time with three digits and a unit.
fn readable(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns")];
    let largest = units.into_iter().find(|(size, _)| nanoseconds >= *size);
    let (size, unit) = largest.unwrap_or((1.0, "ns"));
    let value = nanoseconds / size;
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_sides_meet_in_a_row() {
        let mut timings = Timings::default();
        timings.read("bench cholesky-1024 2000000", Side::Native, None);
        timings.read("    bench cholesky-1024 2500000.5", Side::Wasm, None);
        timings.read("bench gemm-64 100", Side::Wasm, Some("cholesky"));
        timings.read("benchmarks are fun", Side::Wasm, None);
        assert_eq!(timings.count(Side::Native), 1);
        timings.read("bench cholesky-1024 9000000", Side::Peer, None);
        assert_eq!(timings.count(Side::Wasm), 1);
        assert_eq!(timings.compared(), ["cholesky-1024"]);
        let mut again = Timings::default();
        again.read("bench a 3", Side::Native, None);
        again.read("bench a 2", Side::Native, Some("b,a"));
        again.read("bench a 4", Side::Native, None);
        assert_eq!(again.get("a", Side::Native), Some(2.0));
        assert!(again.compared().is_empty() && !again.has_eight_lanes());
        again.read("lanes 8", Side::Native, None);
        assert!(again.has_eight_lanes());
        let table = timings.table();
        assert!(table.contains("2.00 ms") && table.contains("2.50 ms") && table.contains("1.25"));
        assert!(table.contains("9.00 ms") && table.contains("4.50"), "{table}");
    }

    #[test]
    fn times_have_three_digits() {
        for (nanoseconds, text) in [
            (0.5, "0.50 ns"),
            (12.34, "12.3 ns"),
            (1234.0, "1.23 us"),
            (123.4e6, "123 ms"),
            (2e9, "2.00 s"),
        ] {
            assert_eq!(readable(nanoseconds), text);
        }
    }
}
