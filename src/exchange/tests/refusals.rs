//! What wrong files are told.

use super::*;

#[track_caller]
fn refused(bytes: &[u8], words: &str) {
    let error = read(bytes, "mine.npz").unwrap_err().to_string();
    assert!(error.starts_with(words), "said: {error}\nshould say: {words}");
}

#[track_caller]
fn refused_with(name: &'static str, content: Content, words: &str) {
    refused(&file(&[(name, content)]), words);
}

#[test]
fn what_is_no_prediction_is_named() {
    refused(b"", "file must be JSON or an .npz of numpy, got nothing");
    refused(b"mean,y\n1,2\n", "file must be JSON or an .npz of numpy, got something else");
    refused(b"\x93NUMPY\x01", "file must be JSON or an .npz of numpy, got a single array: save");
    refused(b"PK\x03\x04", "file must be a whole zip archive, got 4 bytes without a directory");
    refused(b"{\"y\": \"\xff\"}", "file must be JSON in UTF-8, got other bytes at 7");
    refused(b"{\"y\": [1]", "the file is not valid JSON: EOF");
    let some = npz::write(&[("mean", numbers(&[1], &[1.0])), ("x", numbers(&[1], &[1.0]))]);
    refused(&some, "covariance, noise_variance, y are missing: the file holds mean, x");
    refused(
        &npz::write(&[]),
        "mean, covariance, noise_variance, y are missing: the file holds nothing",
    );
}

#[test]
fn wrong_shapes_are_named() {
    refused_with("y", numbers(&[2, 1], &[1.0, 2.0]), "y must be of shape (n,), got (2, 1)");
    refused_with("y", numbers(&[0], &[]), "y must be an array of at least 1 number, got no number");
    refused_with(
        "y",
        numbers(&[3], &[1.0; 3]),
        "mean must be an array of at least 3 numbers, one for each of y, got 2",
    );
    refused_with("mean", numbers(&[], &[1.0]), "mean must be of shape (n,), got ()");
    refused_with(
        "covariance",
        numbers(&[4], &[1.0; 4]),
        "covariance must be of shape (2, 2), as mean has 2 numbers, got (4,)",
    );
    refused_with(
        "covariance",
        numbers(&[3, 3], &[1.0; 9]),
        "covariance must be of shape (2, 2), as mean has 2 numbers, got (3, 3)",
    );
    refused_with(
        "noise_variance",
        numbers(&[3], &[1.0; 3]),
        "noise_variance must be of shape () or (2,), got (3,)",
    );
    refused_with(
        "mean",
        Content::Text("a".into()),
        "mean's descr must be a dtype of plain numbers: float64, float32, or integers of 8 to 64 bits, got '<U1'",
    );
}

#[test]
fn wrong_numbers_are_named() {
    let within = "must be a number within -1e100 .. 1e100, got";
    refused_with("y", numbers(&[2], &[1.0, f64::NAN]), &format!("y[1] {within} NaN"));
    refused_with(
        "mean",
        numbers(&[2], &[f64::NEG_INFINITY, 1.0]),
        &format!("mean[0] {within} -inf"),
    );
    refused_with(
        "covariance",
        numbers(&[2, 2], &[1.0, 0.0, 1e101, 1.0]),
        &format!("covariance[1][0] {within} 1000"),
    );
    refused_with(
        "covariance",
        numbers(&[2, 2], &[1.0, 0.1, 0.2, 1.0]),
        "covariance[1][0] must be equal to [0][1], which is 0.1, got 0.2",
    );
    refused_with(
        "covariance",
        numbers(&[2, 2], &[1.0, 0.0, 0.0, -1.0]),
        "covariance[1][1] must be a variance, at least 0, got -1",
    );
    refused_with(
        "covariance",
        numbers(&[2, 2], &[1.0, 2.0, 2.0, 1.0]),
        "covariance is not a valid covariance: given point 0, the variance at point 1 would be -",
    );
    refused_with(
        "noise_variance",
        numbers(&[], &[-0.5]),
        "noise_variance must be a variance, at least 0, got -0.5",
    );
    refused_with(
        "noise_variance",
        numbers(&[2], &[0.5, -0.5]),
        "noise_variance[1] must be a variance, at least 0, got -0.5",
    );
    let silent = file(&[
        ("covariance", numbers(&[2, 2], &[1.0, 0.0, 0.0, 0.0])),
        ("noise_variance", numbers(&[], &[0.0])),
    ]);
    refused(&silent, "covariance[1][1] + noise_variance must be above 0, or y has no density");
}

#[test]
fn json_may_be_of_the_pool_too_but_not_of_less_than_the_targets() {
    let json = |points: usize| {
        let mean = vec!["0"; points].join(",");
        let row = |i: usize| {
            (0..points).map(|j| if i == j { "1" } else { "0" }).collect::<Vec<_>>().join(",")
        };
        let rows: Vec<_> = (0..points).map(|i| format!("[{}]", row(i))).collect();
        format!(
            r#"{{"y": [1, 2], "seed": 3, "models": [{{"mean": [{mean}], "covariance": [{}], "noise_variance": 0.1}}]}}"#,
            rows.join(",")
        )
    };
    assert_eq!(read(json(3).as_bytes(), "a.json").unwrap().models[0].posterior.len(), 3);
    refused(
        json(1).as_bytes(),
        "models[0].mean must be a list of at least 2 numbers, one for each target, got a list of 1",
    );
    // And so in a request, which must say by which batches.
    let error = crate::json::answer("score", &json(3)).unwrap_err().to_string();
    assert_eq!(error, "batch_size is missing");
}

#[test]
fn wrong_arrays_are_named() {
    let said = |header: &str, data: &[u8]| array(1, header, data).unwrap_err().to_string();
    assert_eq!(said(&header("<f8", "(2,)"), &[0; 15]), "a must be 16 bytes of numbers, got 15");
    assert!(
        said(&header("<f8", "(1, 1, 1)"), &[0; 8])
            .starts_with("a's shape must be of at most 2 dimensions, got (1, 1, 1)")
    );
    assert!(said(&header("<f8", "(-1,)"), &[]).starts_with("a's shape must be"));
    assert_eq!(
        said(&header("<f8", "(9999999999, 4)"), &[]),
        "a must be of at most 4000000 numbers, got (9999999999, 4)"
    );
    for dtype in ["<c16", "|O", "<f2", "<M8[ns]", "f8", "|f8", ""] {
        assert!(
            said(&header(dtype, "()"), &[0; 8]).starts_with("a's descr must be a dtype"),
            "{dtype}"
        );
        let error = said(&header(dtype, "()"), &[0; 8]);
        assert!(error.ends_with(&format!("got '{dtype}'")), "{error}");
    }
    assert!(said("{'descr': [('x', '<f8')], }", &[]).starts_with("a's descr must be a dtype"));
    assert!(
        said("{'descr': '<f8', }", &[])
            .starts_with("a's fortran_order must be True or False, got nothing")
    );
    assert_eq!(
        array(4, &header("<f8", "()"), &[0; 8]).unwrap_err().to_string(),
        "a must be an array in numpy's format, got something else"
    );
}

/// Beside a variance of 1e12, anything passes for rounding in the matrix itself.
#[test]
fn what_is_indefinite_beside_a_huge_variance_is_named() {
    let mut covariance = [1e12, 0.1, 0.2, 0.1, 1.0, 2.5, 0.2, 2.5, 1.1];
    let three = |covariance: &[f64; 9]| {
        file(&[
            ("mean", numbers(&[3], &[0.0; 3])),
            ("y", numbers(&[3], &[0.1; 3])),
            ("covariance", numbers(&[3, 3], covariance)),
        ])
    };
    let words = "covariance is not a valid covariance: given points 0–1, the variance at point 2 would be -";
    refused(&three(&covariance), words);
    // Numbers of single precision are lifted, but not by something of the size of the huge one.
    covariance.iter_mut().for_each(|entry| *entry = f64::from(*entry as f32));
    refused(&three(&covariance), words);
    // Noise makes up for what rounding did, and the pool is not judged.
    (covariance[5], covariance[7]) = (1.05, 1.05);
    assert_eq!(read(&three(&covariance), "a.npz").unwrap().models[0].lift, 0.0);
    let request = r#"{"y": [0, 0], "models": [{"mean": [0, 0], "noise_variance": 0.1,
        "covariance": [[1e14, 3e7], [3e7, 1]]}]}"#;
    refused(
        request.as_bytes(),
        "models[0].covariance is not a valid covariance: given point 0, the variance",
    );
}

#[test]
fn names_are_what_they_look_like() {
    let request = "{\"y\": [0], \"models\": [{\"name\": \"a\u{202e}\u{200b}b\", \"mean\": [0], \
                   \"noise_variance\": 1, \"covariance\": [[1]]}]}";
    assert_eq!(read(request.as_bytes(), "x").unwrap().models[0].name, "ab");
    assert_eq!(read(&file(&[]), "m\u{202e}zpn.e\u{1b}.npz").unwrap().models[0].name, "mzpn.e");
}
