//! What is JSON, and keys that come twice.

use proptest::prelude::*;

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
    assert_eq!(crate::json::parse("it", text).unwrap(), want);
    for wrong in ["", "{", "[1, 2", "{\"a\" 1}", "[1] 2", "{\"a\": 1,}"] {
        let error = crate::json::parse("the request", wrong).unwrap_err().to_string();
        assert!(error.starts_with("the request is not valid JSON: "), "{error}");
    }
}

/// Numbers to the last bit, and the sign of zero, because both are printed with all their digits.
fn assert_as_serde_json(text: &str) {
    let want: Result<Value, _> = serde_json::from_str(text);
    match (crate::json::read(text), want) {
        (Ok(got), Ok(want)) => {
            assert_eq!((&got, got.to_string()), (&want, want.to_string()), "{text}");
        }
        (Err(_), Err(_)) => {}
        (got, want) => panic!("{text}: {got:?}, serde_json: {want:?}"),
    }
}

#[test]
fn the_edges_of_json_are_where_serde_json_has_them() {
    for text in [
        "-0",
        "0",
        "-",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "1e",
        "1e+",
        "1E-3",
        "0e999",
        "1e999",
        "-1e400",
        "1e-400",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "9007199254740993",
        "9007199254740993.0",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "-9223372036854775809",
        "123456789012345678901234567890",
        "0.1000000000000000055511151231257827021181583404541015625",
        "nul",
        "nulll",
        "true",
        "tru",
        "falsee",
        "True",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ud83d\\n\"",
        "\"\\ude00\"",
        "\"\\ud83d\\u0041\"",
        "\"\\u00e9\\/\\b\\f\"",
        "\"\\u00g0\"",
        "\"\\u00",
        "\"\\é\"",
        "\"\\x\"",
        "\"\n\"",
        "\"\u{7f}\"",
        "\"",
        "\"\\",
        "\u{feff}1",
        " \t\r\n1\u{a0}",
        "[]",
        "[,]",
        "[1,]",
        "[1 2]",
        "[1",
        "[",
        "]",
        "{}",
        "{,}",
        "{\"a\":1,}",
        "{\"a\"}",
        "{\"a\":}",
        "{1:1}",
        "{\"a\" : 1 , \"b\":[]}",
    ] {
        assert_as_serde_json(text);
    }
    for depth in [126, 127, 128, 100_000] {
        assert_as_serde_json(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        assert_as_serde_json(&"{\"a\":".repeat(depth));
    }
    let error = crate::json::parse("it", "[1,\n 2 3]").unwrap_err().to_string();
    assert!(error.ends_with("expected `,` or a bracket that closes at line 2 column 4"), "{error}");
}

proptest! {
    #[test]
    fn numbers_are_those_of_serde_json(bits: u64, digits in "-?[0-9]{1,25}(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?") {
        assert_as_serde_json(&format!("{:e}", f64::from_bits(bits)));
        assert_as_serde_json(&f64::from_bits(bits).to_string());
        assert_as_serde_json(&digits);
    }

    #[test]
    fn any_text_is_read_as_by_serde_json(tokens in prop::collection::vec(0..TOKENS.len(), 0..12)) {
        let mut key = 0;
        // Every key another one: only ours are refused if they come twice.
        let token = |at: &usize| {
            key += 1;
            TOKENS[*at].replace('#', &key.to_string())
        };
        assert_as_serde_json(&tokens.iter().map(token).collect::<String>());
    }
}

const TOKENS: [&str; 20] = [
    "[", "]", "{", "}", ",", "\"#\":", "\"#\":[", "\"#\":{", "],", "},", "1", "-", "0.5", "e3",
    "\"", "\\u00e9", "\\", " ", "null", "\n",
];
