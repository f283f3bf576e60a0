//! Bytes that somebody made to do harm, or that the way has damaged.

use super::*;

/// Where the directory's record of an entry stands.
fn record(bytes: &[u8], entry: usize) -> usize {
    let mut starts = (0..bytes.len() - 4).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02"));
    starts.nth(entry).unwrap()
}

/// The error after a field of a record was changed.
fn said(bytes: &[u8], entry: usize, offset: usize, value: &[u8]) -> String {
    let at = record(bytes, entry) + offset;
    let mut changed = bytes.to_vec();
    changed[at..at + value.len()].copy_from_slice(value);
    read(&changed, "mine.npz").unwrap_err().to_string()
}

#[test]
fn an_archive_that_lies_is_refused() {
    let size = |size: u32| said(DEFLATED, 0, 24, &size.to_le_bytes());
    assert!(
        size(800_000).starts_with(
            "mean must be stored or deflated to the size it says, got 800000 bytes from"
        )
    );
    assert!(
        size(3_000_000_000).starts_with("mean must be at most 865536 bytes long, got 3000000000")
    );
    assert_eq!(size(10), "mean must be deflated to the size it says, got damaged data");
    assert_eq!(size(4000), "mean must be deflated to the size it says, got damaged data");
    assert!(size(u32::MAX).contains("entry 0 of 4 cut off or out of place"));
    assert!(said(STORED, 1, 42, &u32::MAX.to_le_bytes()).contains("entry 1 of 5 cut off"));
    assert!(said(STORED, 1, 20, &99_999_u32.to_le_bytes()).contains("entry 1 of 5 cut off"));
    assert!(
        said(STORED, 1, 42, &0_u32.to_le_bytes())
            .contains("\"mean.npy\" and \"covariance.npy\" at one place")
    );
    assert_eq!(
        said(STORED, 1, 16, &[1; 4]),
        "covariance must be what its checksum says, got damaged data"
    );
    assert_eq!(
        said(STORED, 1, 10, &[12]),
        "covariance must be stored or deflated, got compression method 12"
    );
    assert_eq!(
        said(STORED, 1, 8, &[1]),
        "covariance must be readable without a password, got an encrypted one"
    );
}

#[test]
fn an_archive_of_too_many_is_refused() {
    let names: Vec<String> = (0..65).map(|i| format!("a{i}")).collect();
    let arrays: Vec<_> = names.iter().map(|name| (name.as_str(), numbers(&[], &[1.0]))).collect();
    let error = Npz::open(&npz::write(&arrays)).unwrap_err().to_string();
    assert_eq!(error, "file must be an archive of at most 64 arrays, got 65");
    assert!(Npz::open(&npz::write(&arrays[..64])).is_ok());
}

/// Sizes and places in 64 bits, as some writers give even small ones.
#[test]
fn long_fields_are_understood() {
    let bytes = npz::write(&[("a", numbers(&[2], &[1.0, 2.0]))]);
    let at = record(&bytes, 0);
    let size = &bytes[at + 20..at + 24];
    let mut central = bytes[at..at + 51].to_vec();
    [20, 24, 42].into_iter().for_each(|field| central[field..field + 4].fill(0xff));
    central[30] = 28;
    let extra = [&[1, 0, 24, 0][..], size, &[0; 4], size, &[0; 12]].concat();
    let data = &bytes[..at];
    let count = 1_u64.to_le_bytes();
    let [length, start, end] = [central.len() + extra.len(), at, at + central.len() + extra.len()]
        .map(|number| (number as u64).to_le_bytes());
    let end_64 = [&b"PK\x06\x06"[..], &[0; 20], &count, &count, &length, &start].concat();
    let locator = [&b"PK\x06\x07"[..], &[0; 4], &end, &[1, 0, 0, 0]].concat();
    let last = [&b"PK\x05\x06"[..], &[0; 4], &[0xff; 12], &[0; 2]].concat();
    let long = [data, &central, &extra, &end_64, &locator, &last].concat();
    assert_eq!(Npz::open(&long).unwrap().array("a", 2).unwrap().numbers, [1.0, 2.0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_damage_makes_it_panic(
        file in prop::sample::select(vec![STORED, DEFLATED, SINGLE, JOINT]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        length in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = file.to_vec();
        changes.iter().for_each(|(at, byte)| bytes[at.index(file.len())] = *byte);
        if cut {
            bytes.truncate(length.index(file.len()));
        }
        let same = bytes == file;
        let found = read(&bytes, "mine.npz");
        // A cut takes the directory away; other changes may hit what nobody reads.
        prop_assert!(!same || found.is_ok());
        prop_assert!(!cut || found.is_err());
        all_arrays(&bytes);
    }

    #[test]
    fn no_change_of_the_directory_makes_it_panic(
        file in prop::sample::select(vec![STORED, DEFLATED]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = file.to_vec();
        let start = record(file, 0);
        let at = |index: &prop::sample::Index| start + index.index(file.len() - start);
        changes.iter().for_each(|(index, byte)| bytes[at(index)] = *byte);
        all_arrays(&bytes);
    }

    #[test]
    fn no_header_makes_it_panic(
        text in "[{}'()<>|a-z0-9, :L]{0,60}",
        key in prop::sample::select(vec!["descr", "shape", "fortran_order"]),
        version in 0_u8..5,
        data in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let whole = header("<f8", "(2, 2)");
        let (before, after) = whole.split_once(key).unwrap();
        let _ = array(version, &format!("{before}{key}': {text}{after}"), &data);
        let _ = array(version, &text, &data);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, "mine");
        let _ = read(&[b"PK\x03\x04", &bytes[..]].concat(), "mine");
        let _ = read(&[b"{", &bytes[..]].concat(), "mine");
        let _ = npy::parse("a", &[b"\x93NUMPY\x01\x00", &bytes[..]].concat(), 4_000_000);
    }
}

fn all_arrays(bytes: &[u8]) {
    if let Ok(file) = Npz::open(bytes) {
        let names: Vec<String> = file.names().map(str::to_string).collect();
        names.iter().for_each(|name| drop(file.array(name, 1000)));
    }
    let _ = read(bytes, "mine.npz");
}
