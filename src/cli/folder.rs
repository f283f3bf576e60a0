//! What units have found, in a folder: a file for each, named by its unit, in subfolders of two letters. It holds
//! its length and a checksum before the part, so that what was cut short or spoiled is found out when it is read,
//! named, and computed again. Two runners may use one folder at the same time: they can only write the same bytes.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use talscope::experiment::{Part, Store};
use talscope::numeric::hash::Fingerprint;

use super::output;

/// Before the part: its length and its checksum, eight bytes each.
const HEAD: usize = 16;

/// A store in a folder, and others that are only read.
pub struct Folder {
    own: PathBuf,
    others: Vec<PathBuf>,
    /// Why something could not be kept, the first time.
    refused: Mutex<Option<String>>,
    /// The files that are known not to be whole: each is named once.
    spoiled: Mutex<HashSet<PathBuf>>,
}

/// What is at a unit's place in a folder.
#[derive(Debug, PartialEq)]
pub enum Found {
    /// Its part.
    Part(Part),
    /// Nothing.
    Nothing,
    /// Something else than a part: why.
    Spoiled(&'static str),
}

impl Folder {
    /// Opens a folder, making it if it is not there.
    ///
    /// # Errors
    /// Whatever the system says.
    pub fn open(own: &Path, others: Vec<PathBuf>) -> io::Result<Self> {
        fs::create_dir_all(own)?;
        Ok(Self::look(own, others))
    }

    /// A folder that is only looked at, and need not be there.
    pub fn look(own: &Path, others: Vec<PathBuf>) -> Self {
        Self { own: own.into(), others, refused: Mutex::default(), spoiled: Mutex::default() }
    }

    /// Whether a unit's part is there and whole; says if it is not whole.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Why a part could not be kept, if one could not.
    pub fn refused(&self) -> Option<String> {
        self.refused.lock().ok()?.clone()
    }

    fn write(&self, name: &str, part: &Part) -> io::Result<()> {
        let file = place(&self.own, name);
        write_whole(&file, &sealed(&part.to_bytes()))
    }
}

impl Store for Folder {
    fn find(&self, name: &str) -> Option<Part> {
        let folders = [&self.own].into_iter().chain(&self.others);
        folders.into_iter().find_map(|folder| match read(folder, name) {
            Found::Part(part) => Some(part),
            Found::Nothing => None,
            Found::Spoiled(why) => {
                let file = place(folder, name);
                if self.spoiled.lock().is_ok_and(|mut known| known.insert(file.clone())) {
                    output::complain(&format!("{} {why}: it is not used", file.display()));
                }
                None
            }
        })
    }

    fn keep(&self, name: &str, part: &Part) -> talscope::Result<()> {
        self.write(name, part).map_err(|error| {
            let words = format!("{} cannot be written: {error}", place(&self.own, name).display());
            if let Ok(mut refused) = self.refused.lock() {
                refused.get_or_insert(words);
            }
            talscope::Error::Cancelled
        })
    }
}

/// What a folder has of a unit.
pub fn read(folder: &Path, name: &str) -> Found {
    match fs::read(place(folder, name)) {
        Ok(bytes) => opened(&bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Found::Nothing,
        Err(_) => Found::Spoiled("cannot be read"),
    }
}

/// Where a unit's file is.
pub fn place(folder: &Path, name: &str) -> PathBuf {
    folder.join(&name[..2]).join(name)
}

/// The names of all units that have a file in a folder.
///
/// # Errors
/// Whatever the system says.
pub fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for letters in fs::read_dir(folder)? {
        let letters = letters?;
        if letters.file_name().len() != 2 || !letters.file_type()?.is_dir() {
            continue;
        }
        for file in fs::read_dir(letters.path())? {
            let name = file?.file_name().to_string_lossy().into_owned();
            if name.len() == 32 && name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                names.push(name);
            }
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Writes a file beside its place, sees to it that it is on the disk, and puts it there in one step. Whoever is
/// killed on the way leaves the place as it was.
///
/// # Errors
/// Whatever the system says.
pub fn write_whole(file: &Path, contents: &[u8]) -> io::Result<()> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
        return Err(io::ErrorKind::InvalidInput.into());
    };
    fs::create_dir_all(folder)?;
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let own = format!(".{}.{}.{number}", name.to_string_lossy(), std::process::id());
    let staged = folder.join(own);
    let written = File::create(&staged).and_then(|mut out| {
        out.write_all(contents)?;
        out.sync_all()
    });
    written.and_then(|()| fs::rename(&staged, file)).inspect_err(|_| {
        let _ = fs::remove_file(&staged);
    })?;
    File::open(folder)?.sync_all()
}

fn sealed(part: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + part.len());
    bytes.extend((part.len() as u64).to_le_bytes());
    bytes.extend(checksum(part).to_le_bytes());
    bytes.extend(part);
    bytes
}

fn opened(bytes: &[u8]) -> Found {
    let Some((head, part)) = bytes.split_first_chunk::<HEAD>() else {
        return Found::Spoiled("is cut short");
    };
    let (numbers, _) = head.as_chunks::<8>();
    if u64::from_le_bytes(numbers[0]) != part.len() as u64 {
        return Found::Spoiled("is cut short");
    }
    if u64::from_le_bytes(numbers[1]) != checksum(part) {
        return Found::Spoiled("is spoiled");
    }
    Part::from_bytes(part).map_or(Found::Spoiled("is spoiled"), Found::Part)
}

fn checksum(part: &[u8]) -> u64 {
    Fingerprint::new().bytes(part).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_opened_and_any_other_byte_is_found_out() {
        let part = Part(vec![1.5, f64::NAN, -0.0]);
        let bytes = sealed(&part.to_bytes());
        let Found::Part(back) = opened(&bytes) else { panic!("not opened") };
        assert_eq!(back.to_bytes(), part.to_bytes());
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            assert!(matches!(opened(&other), Found::Spoiled(_)), "byte {at}");
            assert!(matches!(opened(&bytes[..at]), Found::Spoiled(_)), "cut at {at}");
        }
    }
}
