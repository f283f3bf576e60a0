//! Keys that come twice.

use super::*;

#[test]
fn a_key_that_comes_twice_is_named() {
    for (body, name) in [
        (r#"{"x": [1], "kernel": {"relu": {"eta": 1}}, "x": [2]}"#, "x"),
        (r#"{"x": [1], "kernel": {"relu": {"eta": 1, "eta": 1}}}"#, "kernel.relu.eta"),
        (
            r#"{"x": [1], "kernel": {"sum": [{"relu": {"eta": 1}}, {"relu": {}, "relu": {}}]}}"#,
            "kernel.sum[1].relu",
        ),
        (r#"{"x": [[[{"a": 1, "\u0061": 2}]]], "kernel": 1}"#, "x[0][0][0].a"),
        (r#"{"x": [NaN], "kernel": {"relu": {"eta": 1, "eta": 2}}}"#, "kernel.relu.eta"),
    ] {
        let error = answer("kernel", body).unwrap_err().to_string();
        assert_eq!(error, format!("{name} is given more than once"));
    }
    let file = r#"{"y": [0], "y": [1], "models": []}"#;
    let error = crate::exchange::read(file.as_bytes(), "a.json").unwrap_err().to_string();
    assert_eq!(error, "y is given more than once");
}

/// What serde_json itself makes of a text, however it is nested.
#[test]
fn everything_else_is_read_as_before() {
    let text = r#" {"a": [1, -2, 3.5e-7, 18446744073709551615, 1e300, 0.1], "b": {"a": null},
        "": [true, false, [], {}, "é\n\ud83d\ude00"]} "#;
    let want: Value = serde_json::from_str(text).unwrap();
    assert_eq!(crate::json::syntax::parse(text).unwrap(), want);
    for wrong in ["", "{", "[1, 2", "{\"a\" 1}", "[1] 2", "{\"a\": 1,}"] {
        let error = crate::json::syntax::parse(wrong).unwrap_err().to_string();
        assert!(error.starts_with("request must be valid JSON, got an error"), "{error}");
    }
}
