//! What files hold, what wrong ones are told, and that no bytes at all do harm.

use proptest::prelude::*;

use super::npz::{Array, Content, Npz};
use super::*;
use crate::error::Result;
use crate::numeric::Factor;

mod hostile;
mod refusals;

const STORED: &[u8] = include_bytes!("../../tests/fixtures/own-f64.npz");
const DEFLATED: &[u8] = include_bytes!("../../tests/fixtures/own-f64-compressed.npz");
const SINGLE: &[u8] = include_bytes!("../../tests/fixtures/own-f32-compressed.npz");
const JOINT: &[u8] = include_bytes!("../../tests/fixtures/joint.npz");

fn numbers(shape: &[usize], numbers: &[f64]) -> Content {
    Content::Numbers(shape.to_vec(), numbers.to_vec())
}

/// A whole prediction of two targets, some of its arrays replaced.
fn file(replaced: &[(&'static str, Content)]) -> Vec<u8> {
    let mut arrays = vec![
        ("mean", numbers(&[2], &[0.0, 1.0])),
        ("covariance", numbers(&[2, 2], &[1.0, 0.3, 0.3, 1.1])),
        ("noise_variance", numbers(&[], &[0.1])),
        ("y", numbers(&[2], &[0.2, 0.7])),
    ];
    for (name, content) in replaced {
        arrays.iter_mut().filter(|array| array.0 == *name).for_each(|a| a.1 = content.clone());
    }
    npz::write(&arrays)
}

/// The array that an `.npy` of this header and these numbers holds.
fn array(version: u8, header: &str, data: &[u8]) -> Result<Array> {
    let length = (header.len() as u32).to_le_bytes();
    let length = if version == 1 { &length[..2] } else { &length[..] };
    let magic = [b"\x93NUMPY", &[version, 0][..]].concat();
    npy::parse("a", &[&magic, length, header.as_bytes(), data].concat(), 4_000_000)
}

fn header(dtype: &str, shape: &str) -> String {
    format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}\n")
}

#[test]
fn every_kind_of_number_is_read() {
    let read = |dtype: &str, data: &[u8]| array(1, &header(dtype, "()"), data).unwrap().numbers[0];
    assert_eq!(read("<f8", &(-1.5e-300_f64).to_le_bytes()), -1.5e-300);
    assert_eq!(read(">f8", &0.1_f64.to_be_bytes()), 0.1);
    assert_eq!(read("<f4", &0.1_f32.to_le_bytes()), f64::from(0.1_f32));
    assert_eq!(read(">f4", &(-7.25_f32).to_be_bytes()), -7.25);
    assert_eq!(read("<i8", &(-3_i64).to_le_bytes()), -3.0);
    assert_eq!(read("<i4", &(-3_i32).to_le_bytes()), -3.0);
    assert_eq!(read(">i4", &70_000_i32.to_be_bytes()), 70_000.0);
    assert_eq!(read("|i1", &[255]), -1.0);
    assert_eq!(read("|u1", &[255]), 255.0);
}

#[test]
fn every_shape_order_and_version_is_read_row_after_row() {
    let data: Vec<u8> = (0..6).flat_map(|i| f64::from(i).to_le_bytes()).collect();
    let rows = header("<f8", "(2, 3)");
    for version in 1..=3 {
        let found = array(version, &rows, &data).unwrap();
        assert_eq!(
            (&found.shape[..], &found.numbers[..]),
            (&[2, 3][..], &[0., 1., 2., 3., 4., 5.][..])
        );
    }
    let columns = array(1, &rows.replace("False", "True"), &data).unwrap();
    assert_eq!(columns.numbers, [0., 2., 4., 1., 3., 5.]);
    assert_eq!(array(1, &header("<f8", "(6,)"), &data).unwrap().shape, [6]);
    assert_eq!(array(1, &header("<f8", "(3L, 2L)"), &data).unwrap().shape, [3, 2]);
    assert_eq!(array(1, &header("<f8", "()"), &data[..8]).unwrap().shape, [0; 0]);
    assert_eq!(array(1, &header("<f8", "(0, 4)"), &[]).unwrap().shape, [0, 4]);
}

#[test]
fn what_is_written_is_read_again() {
    let bytes = npz::write(&[
        ("none", numbers(&[0, 2], &[])),
        ("some", numbers(&[2, 2], &[0.1, -2.0, 3e-310, 4.0])),
        ("words", Content::Text("π".into())),
    ]);
    let file = Npz::open(&bytes).unwrap();
    assert_eq!(file.names().collect::<Vec<_>>(), ["none", "some", "words"]);
    let some = file.array("some", 4).unwrap();
    assert_eq!((some.shape, some.numbers), (vec![2, 2], vec![0.1, -2.0, 3e-310, 4.0]));
    assert_eq!(file.array("none", 4).unwrap().numbers, [0.0; 0]);
    assert!(file.array("words", 4).is_err());
}

#[test]
fn draws_are_read_row_by_row() {
    let rest = [("noise_variance", numbers(&[], &[0.1])), ("y", numbers(&[2], &[0.2, 0.7]))];
    let with = |more: &[(&'static str, Content)]| npz::write(&[more, &rest[..]].concat());
    let draws = ("draws", numbers(&[3, 2], &[1.0, 2.0, 3.0, 4.0, 2.0, 6.0]));
    let found =
        read(&with(std::slice::from_ref(&draws)), "a.npz").unwrap().models.remove(0).posterior;
    let (third, two) = (8.0 / 3.0, 2.0 / 3.0);
    assert_eq!(found.mean.as_slice(), [2.0, 4.0]);
    let want = [two, two, two, third];
    assert!(found.covariance.iter().zip(want).all(|(a, b)| (a - b).abs() < 1e-15));
    let refused = |more: &[(&'static str, Content)], words: &str| {
        let error = read(&with(more), "a.npz").unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    };
    let covariance = ("covariance", numbers(&[2, 2], &[1.0, 0.0, 0.0, 1.0]));
    refused(&[draws, covariance], "covariance must be left out where there are draws");
    for shape in [&[6][..], &[6, 1], &[0, 2]] {
        let count: usize = shape.iter().product();
        let draws = ("draws", numbers(shape, &vec![1.0; count]));
        refused(&[draws], "draws must be of shape (draws, n), n being at least 2");
    }
    refused(&[], "mean, covariance are missing");
}

#[test]
fn one_noise_for_all_is_one_for_each() {
    let one = read(&file(&[]), "mine.npz").unwrap();
    let each = file(&[("noise_variance", numbers(&[2], &[0.1, 0.1]))]);
    assert_eq!(one, read(&each, "mine.npz").unwrap());
    assert_eq!(one.models[0].posterior.noise.as_slice(), [0.1, 0.1]);
}

#[test]
fn a_model_of_the_pool_too_ends_with_the_targets() {
    let joint = read(JOINT, "joint.npz").unwrap();
    let targets = read(STORED, "targets.npz").unwrap();
    let [own, same] =
        [&joint, &targets].map(|read| read.models[0].at_targets(8).unwrap().posterior);
    assert!((own.mean - same.mean).abs().max() < 1e-12);
    assert!((own.covariance - same.covariance).abs().max() < 1e-12);
    assert!(targets.models[0].at_targets(9).is_err());
}

#[test]
fn names_come_from_files_where_there_are_none() {
    let json = r#"{"y": [1], "models": [{"mean": [0], "covariance": [[1]], "noise_variance": 0}]}"#;
    let name = |bytes: &[u8], file: &str| read(bytes, file).unwrap().models[0].name.clone();
    assert_eq!(name(json.as_bytes(), "C:\\of mine\\deep.net.json"), "deep.net");
    assert_eq!(name(&json.replace("[{", "[{\"name\": \"a\", ").into_bytes(), "b.json"), "a");
    assert_eq!(name(STORED, ".npz"), ".npz");
    assert_eq!(name(STORED, ""), "own model");
    let marked = [b"\xef\xbb\xbf \n", json.as_bytes()].concat();
    assert_eq!(name(&marked, "x"), "x");
}

#[test]
fn a_file_has_a_hash_of_16_digits() {
    assert_eq!(file_hash(b""), file_hash(&[]));
    assert_eq!(file_hash(STORED).len(), 16);
    assert_ne!(file_hash(STORED), file_hash(DEFLATED));
}

/// Single precision makes a singular covariance neither symmetric nor semi-definite to the last bit.
#[test]
fn rounding_to_single_precision_is_forgiven() {
    let points = 40;
    // Of rank 2, its diagonal too small by the error that 32-bit sums have.
    let entry =
        |i: usize, j: usize| 1.0 + (i * j) as f64 / 700.0 - f64::from(u8::from(i == j)) * 2e-5;
    let rounded = |k: usize| f64::from(entry(k / points, k % points) as f32);
    let single: Vec<f64> = (0..points * points).map(rounded).collect();
    let read = |entries: &[f64]| {
        let list = || numbers(&[points], &vec![0.5; points]);
        let covariance = numbers(&[points, points], entries);
        let file = file(&[("mean", list()), ("y", list()), ("covariance", covariance)]);
        read(&file, "mine.npz").map(|mut read| read.models.remove(0))
    };
    let mut asymmetric = single.clone();
    asymmetric[1] = f64::from(single[1] as f32 * (1.0 + 2.0 * f32::EPSILON));
    let OwnModel { posterior, lift, .. } = read(&asymmetric).unwrap();
    let covariance = posterior.covariance;
    assert!((1e-5..3e-4).contains(&lift), "what was added is told: {lift}");
    assert!((covariance[(3, 3)] - rounded(3 * points + 3) - lift).abs() < 1e-12);
    assert_eq!(covariance, covariance.transpose());
    assert!(Factor::new(covariance.clone()).is_ok());
    assert!((0..points).all(|i| (covariance[(i, i)] - entry(i, i)).abs() < 3e-4));

    // In double precision neither is rounding.
    let double = |mut entries: Vec<f64>| {
        entries[points * points - 1] += 1e-12;
        read(&entries).unwrap_err().to_string()
    };
    let error = double(asymmetric);
    assert!(error.starts_with("covariance[1][0] must be equal to [0][1], which is 1."), "{error}");
    let error = double(single);
    assert!(error.contains("is not a valid covariance"), "{error}");
}
