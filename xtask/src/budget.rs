//! How large the page may be, as sent by a host that compresses, and how large the file as which it is
//! saved.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hash::name_of;
use crate::results::{BESIDE, RESULTS};
use crate::site::{Files, Site};
use crate::standalone::{STANDALONE, filled};
use crate::workspace::target_directory;

/// The budgets. Extend this table, nothing else.
const BUDGETS: [Budget; 6] = [
    Budget { name: "wasm", kinds: &["wasm"], brotli_kilobytes: 740 },
    Budget { name: "JS + CSS + HTML", kinds: &["js", "css", "html"], brotli_kilobytes: 130 },
    Budget { name: SHELL, kinds: &[SHELL], brotli_kilobytes: 115 },
    Budget { name: SAVED, kinds: &[SAVED], brotli_kilobytes: 1100 },
    Budget { name: SHELF, kinds: &[SHELF], brotli_kilobytes: 900 },
    Budget { name: REPORT, kinds: &[REPORT], brotli_kilobytes: 400 },
];

/// The kind of parts that are known before: one of their files is fetched where it saves work.
const SHELF: &str = "parts beside the page";

/// The kind of what only readers of the results fetch.
const REPORT: &str = "page of results";

/// The kind of a file that is fetched, when there is nothing else to do, only for saving the page.
const SHELL: &str = "shell of the page in one file";

/// The kind, and the name, of what is not on the host at all: the page as it is saved.
const SAVED: &str = "the page saved as one file";

/// Prints the size of each file and each budget, and fails if one is exceeded or empty.
pub fn check(site: &Site) -> Result<()> {
    let kept = target_directory()?.join("sizes.txt");
    let known = fs::read_to_string(&kept).unwrap_or_default();
    let files = measure(site, &known)?;
    let lines = files.iter().map(|(_, sizes)| sizes.line());
    fs::write(&kept, lines.collect::<String>())
        .with_context(|| format!("writing {}", kept.display()))?;
    judge(&files)
}

/// Measures each file and the page as it is saved, but for those whose sizes are known: the best
/// compression takes seconds.
fn measure(site: &Site, known: &str) -> Result<Vec<(String, Sizes)>> {
    let known: BTreeMap<_, _> = known.lines().filter_map(Sizes::read).collect();
    let sizes = |contents: &[u8]| {
        known.get(&name_of(&[contents])).cloned().unwrap_or_else(|| Sizes::of(contents))
    };
    let measured = |(name, contents): (&String, &Vec<u8>)| (name.clone(), sizes(contents));
    let mut files: Vec<_> = site.files.iter().map(measured).collect();
    files.push((SAVED.into(), sizes(&saved(site)?)));
    Ok(files)
}

fn judge(files: &[(String, Sizes)]) -> Result<()> {
    println!("{:<44} {:>10} {:>10} {:>10}", "bytes", "raw", "gzip", "brotli");
    for (name, sizes) in files {
        println!("{name:<44} {sizes}");
    }
    let mut complaints = Vec::new();
    for budget in &BUDGETS {
        let counted = files.iter().filter(|(name, _)| budget.covers(name));
        let total = counted.fold(Sizes::default(), |sum, (_, sizes)| sum.plus(sizes));
        println!("{:<44} {total}  {}", budget.name, budget.verdict(&total));
        if !budget.holds(&total) {
            complaints.push(format!("{}: {}", budget.name, budget.verdict(&total)));
        }
    }
    if !complaints.is_empty() {
        bail!("the page is out of its budget: {}", complaints.join("; "));
    }
    Ok(())
}

/// The page in one file; nothing if there is no shell.
fn saved(site: &Site) -> Result<Vec<u8>> {
    let below = |(name, contents): (&String, &Vec<u8>)| {
        Some((name.split_once('/')?.1.to_owned(), contents.clone()))
    };
    let files: Files = site.files.iter().filter_map(below).collect();
    let Some(shell) = files.get(STANDALONE) else { return Ok(Vec::new()) };
    Ok(filled(&String::from_utf8_lossy(shell), &files)?.into_bytes())
}

/// A limit on the sum of some files.
struct Budget {
    name: &'static str,
    kinds: &'static [&'static str],
    /// In thousands of bytes.
    brotli_kilobytes: usize,
}

impl Budget {
    fn covers(&self, name: &str) -> bool {
        self.kinds.contains(&kind(name))
    }

    /// A total of nothing means that the page is not what this table thinks it is.
    fn holds(&self, total: &Sizes) -> bool {
        (1..=self.brotli_kilobytes * 1000).contains(&total.brotli)
    }

    fn verdict(&self, total: &Sizes) -> String {
        let mark = if self.holds(total) { "met" } else { "MISSED" };
        let value = total.brotli as f64 / 1000.0;
        format!("goal at most {} KB brotli, value {value:.1} KB: {mark}", self.brotli_kilobytes)
    }
}

/// A file's extension, but for those that no figure waits for. Whole places are compared, so that nothing else
/// escapes the count.
fn kind(name: &str) -> &str {
    match name.split_once('/') {
        Some((_, STANDALONE)) => SHELL,
        Some((_, inside)) if inside.starts_with("shelf/") => SHELF,
        Some((_, inside)) if inside.starts_with(BESIDE) => REPORT,
        None if name == SAVED => SAVED,
        None if name == RESULTS => REPORT,
        _ => name.rsplit_once('.').map_or("", |(_, extension)| extension),
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sizes {
    /// The name of the contents that were measured; none of a sum.
    of: String,
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl Sizes {
    fn of(contents: &[u8]) -> Self {
        Self {
            of: name_of(&[contents]),
            raw: contents.len(),
            gzip: packed(contents).len(),
            brotli: brotli(contents),
        }
    }

    /// A line that [`Sizes::read`] understands.
    fn line(&self) -> String {
        format!("{} {} {} {}\n", self.of, self.raw, self.gzip, self.brotli)
    }

    fn read(line: &str) -> Option<(String, Self)> {
        let (of, numbers) = line.split_once(' ')?;
        let numbers: Vec<usize> = numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [raw, gzip, brotli] = numbers[..] else { return None };
        Some((of.into(), Self { of: of.into(), raw, gzip, brotli }))
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            of: String::new(),
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

impl std::fmt::Display for Sizes {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:>10} {:>10} {:>10}", self.raw, self.gzip, self.brotli)
    }
}

/// As hosts send it.
pub fn packed(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(contents).and_then(|()| encoder.finish());
    packed.expect("memory takes all that is written")
}

fn brotli(contents: &[u8]) -> usize {
    let (block, quality, window) = (4096, 11, 22);
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), block, quality, window);
    encoder.write_all(contents).map_or(usize::MAX, |()| encoder.into_inner().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_is_measured() {
        let sizes = Sizes::of(&[b'a'; 10_000]);
        assert_eq!(sizes.raw, 10_000);
        assert!((1..200).contains(&sizes.gzip) && (1..200).contains(&sizes.brotli), "{sizes:?}");
    }

    #[test]
    fn a_page_that_is_too_large_is_refused() {
        let mut site = page();
        assert!(check_anew(&site).is_ok());
        site.files.insert("assets-0/noise.js".into(), noise(135_000));
        let message = check_anew(&site).unwrap_err().to_string();
        assert!(message.contains("JS + CSS + HTML") && message.contains("130 KB"), "{message}");
    }

    #[test]
    fn only_the_shell_escapes_the_count_and_has_its_own() {
        let shell = format!("assets-0/{STANDALONE}");
        let with = |name: &str, length| {
            let mut site = page();
            site.files.entry(name.into()).or_default().extend(noise(length));
            site
        };
        for name in [STANDALONE, "assets-0/lab/talscope.html", "assets-0/other.html"] {
            assert!(check_anew(&with(name, 135_000)).is_err(), "{name}");
        }
        assert!(check_anew(&with(&shell, 40_000)).is_ok());
        let message = check_anew(&with(&shell, 118_000)).unwrap_err().to_string();
        assert!(message.contains(SHELL) && !message.contains("JS + CSS"), "{message}");
    }

    #[test]
    fn the_page_is_measured_as_it_is_saved() {
        let mut site = page();
        let place = "<script type=\"application/gzip\" data-file=\"held.bin\"></script>";
        site.files.insert(format!("assets-0/{STANDALONE}"), place.into());
        site.files.insert("assets-0/held.bin".into(), noise(1_130_000));
        let message = check_anew(&site).unwrap_err().to_string();
        assert!(message.contains(SAVED) && !message.contains(SHELL), "{message}");
        site.files.remove(&format!("assets-0/{STANDALONE}"));
        assert!(check_anew(&site).is_err(), "a page that cannot be saved");
    }

    #[test]
    fn a_page_without_wasm_is_refused() {
        let mut site = page();
        site.files.remove("assets-0/talscope_bg.wasm");
        assert!(check_anew(&site).is_err());
    }

    #[test]
    fn known_sizes_are_kept_and_unknown_ones_measured() {
        let site = page();
        let sizes = measure(&site, "").unwrap();
        let mut lines: Vec<_> = sizes.iter().map(|(_, sizes)| sizes.line()).collect();
        assert_eq!(measure(&site, &lines.concat()).unwrap(), sizes);
        lines[0] = "not a line\n".into();
        let index = sizes.iter().position(|(name, _)| name == "index.html").unwrap();
        lines[index] = lines[index].replacen(" 3 ", " 7777 ", 1);
        let again = measure(&site, &lines.concat()).unwrap();
        assert_eq!(again[index].1.raw, 7777, "what is known is not measured");
        assert_eq!(again[..index], sizes[..index]);
    }

    fn check_anew(site: &Site) -> Result<()> {
        judge(&measure(site, "")?)
    }

    fn page() -> Site {
        let mut site = Site::default();
        site.files.insert("index.html".into(), b"<p>".to_vec());
        site.files.insert("assets-0/talscope_bg.wasm".into(), noise(100));
        site.files.insert(format!("assets-0/{STANDALONE}"), noise(100));
        site.files.insert("assets-0/shelf/index.json".into(), noise(100));
        site.files.insert(RESULTS.into(), noise(100));
        site
    }

    /// Bytes that no compressor can shorten.
    fn noise(length: usize) -> Vec<u8> {
        let mut state: u32 = 1;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        std::iter::repeat_with(&mut next).take(length).collect()
    }
}
