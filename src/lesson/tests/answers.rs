//! Answers as they are kept and sent.

use serde_json::{Value, json};

use super::*;

const SOURCE: &str = "# T

## A

```step a
figure: lab=toy
```

### Predict

?

- [x] yes
- [ ] no

  Why not?

## B

```step b
figure: lab=toy
number: 3 within 1
goal: step == 1
solution: step=1
```

### Predict

?

### Try

!

## C

```step c
figure: lab=toy
place: points == 7
solution: point=1&point=2&point=3&point=4&point=5&point=0&point=-1
```

### Predict

!

## D

```step d
figure: lab=toy
```
";

fn read(given: &Value) -> Value {
    let lesson = Lesson::parse(SOURCE).unwrap();
    Answers::read(&given.to_string(), &lesson, SOURCE).unwrap().json(SOURCE)
}

#[test]
fn answers_come_back_as_they_went() {
    let lesson = Lesson::parse(SOURCE).unwrap();
    let edition = lesson.json(SOURCE)["edition"].clone();
    let steps = json!({
        "a": { "choice": 1 },
        "b": { "number": 2.5, "truth": 3.0, "right": true, "met": "v=1&lab=toy&preset=gap&step=1", "hints": 2 },
        "c": { "placed": "v=1&lab=toy&preset=gap&point=1" },
        "d": { "read": true },
    });
    let given = json!({ "edition": edition, "steps": steps, "done": 4, "of": 4 });
    let got = read(&given);
    assert_eq!(got["steps"], steps);
    assert_eq!((got["same"].clone(), got["edition"].clone()), (json!(true), edition));
    assert_eq!(read(&got), got);
    let other = read(&json!({ "edition": "0123456789abcdef", "steps": {} }));
    assert_eq!((other["same"].clone(), other["steps"].clone()), (json!(false), json!({})));
}

/// Two who answer alike are two; links of old have nothing to tell them by.
#[test]
fn answers_say_whose_they_are() {
    let id = |given: Value| read(&json!({ "steps": {}, "id": given }))["id"].clone();
    assert_eq!(id(json!("0a1b2c3d4e5f6071")), "0a1b2c3d4e5f6071");
    for wrong in [json!(null), json!(7), json!("a b"), json!("<b>"), json!("a".repeat(33))] {
        assert_eq!(id(wrong), "");
    }
}

/// Words for whoever was sent the link, and nothing about how it is made.
#[test]
fn a_link_that_was_cut_says_so() {
    let whole = pack(r#"{"steps":{"a":{"choice":1}}}"#).unwrap();
    for cut in [&whole[..whole.len() - 4], "?", "AAAA"] {
        let error = unpack(cut).unwrap_err().to_string();
        assert!(error.starts_with("this link is damaged: part of it may be missing"), "{error}");
    }
}

#[test]
fn what_does_not_fit_is_left_out() {
    let steps = json!({
        "a": { "choice": 2, "number": 1, "met": "lab=nope", "hints": "many" },
        "b": { "choice": 0, "number": "1", "truth": null, "right": 1 },
        "c": { "placed": "<script>", "met": 7, "read": "yes" },
        "d": [1, 2],
        "unknown": { "choice": 0 },
    });
    assert_eq!(read(&json!({ "steps": steps }))["steps"], json!({}));
    let lesson = Lesson::parse(SOURCE).unwrap();
    let deep = "[".repeat(60_000);
    for text in ["", "[]", "{}", "null", "{\"steps\": 1}", &deep, &"x".repeat(LONGEST_FILE + 1)] {
        let error = Answers::read(text, &lesson, SOURCE).unwrap_err().to_string();
        assert!(error.starts_with("answers must be written by a lesson"), "{error}");
    }
}
