//! What a file may say, and how its mistakes are named.

use super::*;
use crate::lab::to_the_end;
use crate::scenario::Link;

pub const WHOLE: &str = "\u{feff}<!-- A comment
with <script>alert(1)</script>
-->

# A *plain* title

About `code` and **more**.

## First

```step first
figure: https://example.org/#lesson=x/y&v=1&lab=toy&rule=mig&step=0
# a comment
goal: mig.information > 0.5 and step == 1
solution: step=1
before: mig.information == 0
after: mig.spread == 0
```

See [the edge](#lab=toy&preset=edge), [another lesson](#lesson=bands/promise), [the
paper](https://arxiv.org/abs/2011.03178) or <https://example.org>: error `= mig.rmse`.

1. One
2. Two
   - inside, `= 100 * mig.information %`

### Predict

How many?

- [ ] none

  *No*: one.

- [x] one

  Yes.
- [ ] two

  No.

### Try

Ask.

### Hint

First hint.

### Hint

Second hint.

### Then

Done: `= mig.information`.

## Second

```step second-2
figure: lab=marginal&repetitions=100
number: 100 * held within 2 * 1.5
reveal: stretch=2
```

### Predict

A number?

### Then

That.
";

#[test]
fn a_lesson_is_read_whole() {
    let lesson = Lesson::parse(WHOLE).unwrap();
    assert_eq!(lesson.title, "A plain title");
    let [first, second] = &lesson.steps[..] else { panic!("two steps") };
    assert_eq!((&*first.id, &*first.title, &*second.id), ("first", "First", "second-2"));
    assert_eq!(first.figure.to_string(), "v=1&lab=toy&preset=gap&rule=mig&step=0");
    let solution = first.solution.as_ref().unwrap().to_string();
    assert_eq!(solution, "v=1&lab=toy&preset=gap&rule=mig&step=1");
    assert_eq!((first.hints.len(), first.claims.len()), (2, 2));
    let Some(Commit { kind: CommitKind::Choice(choices), question }) = &first.commit else {
        panic!("a choice")
    };
    assert_eq!(question.len(), 1);
    let right: Vec<bool> = choices.iter().map(|choice| choice.right).collect();
    assert_eq!(right, [false, true, false]);
    assert!(choices.iter().all(|choice| choice.answer.len() == 1));
    assert!(matches!(
        second.commit.as_ref().map(|commit| &commit.kind),
        Some(CommitKind::Number { .. })
    ));
    assert!(second.reveal.is_some() && second.solution.is_none());
}

#[test]
fn the_page_gets_text_and_nothing_else() {
    let lesson = Lesson::parse(WHOLE).unwrap();
    let json = lesson.json(WHOLE);
    let text = &json["steps"][0]["text"];
    assert_eq!(text[0][1], "See ");
    assert_eq!(text[0][2], serde_json::json!(["a", "lab=toy&preset=edge", ["span", "the edge"]]));
    assert_eq!(text[0][4][1], "lesson=bands/promise");
    let shown = text[0].to_string();
    assert!(shown.contains("the paper (https://arxiv.org/abs/2011.03178)"), "{shown}");
    assert!(!shown.contains("\"https://"), "no address elsewhere is more than text: {shown}");
    assert!(shown.contains(r#"["number","mig.rmse"]"#), "{shown}");
    assert_eq!(text[1][0], "ol");
    assert_eq!(text[1][2][2][1][1][2], serde_json::json!(["number", "100 * mig.information %"]));
    assert!(!json.to_string().contains("script"), "comments are gone");
}

#[test]
fn a_sound_lesson_is_proved() {
    let lesson = Lesson::parse(WHOLE).unwrap();
    let mut asked = Vec::new();
    let proofs = check(&lesson, &mut |link: &Link| {
        asked.push(link.to_string());
        crate::lab::Opened::complete(link.clone(), &[], &mut to_the_end)
    })
    .unwrap();
    assert!(proofs[0].words.contains("unmet at first (mig.information = 0, step = 0)"));
    assert!(proofs[0].words.contains("met by the solution (mig.information = 0.640"));
    assert_eq!(asked.len(), 4, "each figure once: {asked:?}");
}

#[test]
fn goals_that_are_met_at_first_or_never_are_named_with_their_lines() {
    let open = &mut |link: &Link| crate::lab::Opened::complete(link.clone(), &[], &mut to_the_end);
    let step = "```step one\nfigure: lab=toy&step=1\ngoal: GOAL\nsolution: step=2\nbefore: CLAIM\n```\n\n\
                `= tig.nothing`\n\n### Try\n\nDo.";
    for (goal, claim, words) in [
        ("mig.rmse < 2", "step == 1", "line 9: the goal is met before anything is done"),
        ("mig.rmse < 0.1", "step == 1", "line 9: the goal is not met by the solution"),
        (
            "step == 2 and you.information > 1",
            "step == 1",
            "line 9: the figure has no number you.information",
        ),
        (
            "step == 2",
            "step == 0",
            "line 11: the claim does not hold at first: step == 0, with step = 1",
        ),
        ("step == 2", "step == 1", "line 14: the figure has no number tig.nothing; it has step, q"),
    ] {
        let source = lesson_with(&step.replace("GOAL", goal).replace("CLAIM", claim));
        let mistakes = check(&Lesson::parse(&source).unwrap(), open).unwrap_err();
        let all = mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(all.contains(words), "{goal}, {claim}: {all}");
    }
}

#[test]
fn numbers_in_a_summary_are_those_of_the_first_figure() {
    let open = &mut |link: &Link| crate::lab::Opened::complete(link.clone(), &[], &mut to_the_end);
    let source = |number: &str| {
        let step = "## S\n\n```step s\nfigure: lab=toy&step=1\n```\n\nText.\n";
        format!("# T\n\nAfter `= {number}` picks.\n\n{step}")
    };
    assert!(check(&Lesson::parse(&source("step")).unwrap(), open).is_ok());
    let mistakes = check(&Lesson::parse(&source("nonsense")).unwrap(), open).unwrap_err();
    let words = "line 3: the figure has no number nonsense; it has step, q";
    assert!(mistakes[0].to_string().starts_with(words), "{mistakes:?}");
}

#[test]
fn a_goal_on_a_number_that_only_the_solution_brings_is_refused() {
    let step = "```step one\nfigure: lab=toy&rule=tig\ngoal: mig.information > 0.5\nsolution: rule=mig\n```\n\n\
                ### Try\n\nAdd a rule.";
    let open = &mut |link: &crate::scenario::Link| {
        crate::lab::Opened::complete(link.clone(), &[], &mut to_the_end)
    };
    let mistakes = check(&Lesson::parse(&lesson_with(step)).unwrap(), open).unwrap_err();
    let words = "line 9: the figure has no number mig.information; it has step, q, points, tig";
    assert!(mistakes[0].to_string().starts_with(words), "{mistakes:?}");
}

#[test]
fn mistakes_are_named_by_their_lines() {
    let predict = |rest: &str| lesson_with(&format!("{STEP}\n\n### Predict\n\n{rest}"));
    for (source, words) in [
        (String::new(), "line 1: a lesson must begin with its title"),
        ("# Title".into(), "line 1: a lesson needs a step"),
        ("Text first.\n\n# Title".into(), "line 1: a lesson must begin with its title"),
        ("# T\n\n### Deep\n\nx".into(), "line 3: a heading must be ## for a step"),
        (lesson_with("Text."), "line 5: a step needs one fenced block"),
        (lesson_with("```\nfigure: lab=toy\n```"), "line 7: the block must be ```step"),
        (lesson_with("```step Big Name\n```"), "got \"step Big Name\""),
        (lesson_with("```step one\n```"), "line 7: a step needs a figure"),
        (lesson_with("```step one\nfigure: lab=nope\n```"), "line 8: lab must be one of toy"),
        (lesson_with("```step one\nfigure lab=toy\n```"), "line 8: written key: value"),
        (
            lesson_with("```step one\nfigure: lab=toy\ncolour: red\n```"),
            "line 9: a key must be one",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\nfigure: lab=toy\n```"),
            "line 9: figure is said twice",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\ngoal: rmse\n```"),
            "line 9: the expression \"rmse\"",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\ngoal: q > 4\nsolution: q=5\n```"),
            "line 7: a goal must be told",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\ngoal: q > 4\n```\n\n### Try\n\nx"),
            "line 7: a goal needs a solution",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\nsolution: q=5\n```"),
            "line 7: a solution needs a goal",
        ),
        (lesson_with("```step one\nfigure: lab=toy\nsolution: q=five\n```"), "line 9: q must be"),
        (
            lesson_with("```step one\nfigure: lab=toy\nreveal: q=5\n```"),
            "line 7: a figure is revealed only after",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\nnumber: 3\n```"),
            "line 9: written number: 0.5 within 0.1",
        ),
        (
            lesson_with("```step one\nfigure: lab=toy\nnumber: 3 within 1\n```"),
            "line 7: number is missing its question: below the text, ### Predict",
        ),
        (lesson_with(&format!("{STEP}\n\n### Then\n\nx")), "there is nothing to predict"),
        (lesson_with(&format!("{STEP}\n\n### Try\n\nx")), "line 13: ### Try needs a goal"),
        (
            lesson_with(&format!("{STEP}\n\n### Guess\n\nx")),
            "line 13: ### must be Predict, Try, Hint or Then",
        ),
        (lesson_with(&format!("{STEP}\n\n### Hint")), "line 13: nothing stands below this heading"),
        (
            lesson_with(&format!("{STEP}\n\n## Again\n\n{STEP}")),
            "line 13: two steps have the same name",
        ),
        (predict("What?"), "line 13: ### Predict needs one of"),
        (predict("- [x] a\n- [x] b"), "line 15: 2 to 8 answers"),
        (predict("- [ ] a\n\n  x\n- [ ] b\n\n  x"), "line 15: 2 to 8 answers"),
        (predict("- [x] a\n- [ ] b"), "line 16: a wrong answer needs a paragraph"),
        (predict("- [x] a\n- b\n\n  x"), "line 16: every answer begins with [ ] or [x]"),
        (lesson_with(&format!("{STEP}\n\n`= mig.`")), "line 13: the expression"),
        (lesson_with(&format!("{STEP}\n\n> quoted")), "line 13: only headings, paragraphs, lists"),
        (lesson_with(&format!("{STEP}\n\n    code")), "line 13: four spaces make a block of code"),
        (lesson_with(&format!("{STEP}\n\n---")), "line 13: only headings"),
        (lesson_with(&format!("{STEP}\n\n```\nx\n```")), "line 5: a step needs one fenced block"),
        (lesson_with(&format!("{STEP}\n\n- ```step two\n  ```")), "must stand by itself"),
    ] {
        let mistakes = mistakes_of(&source);
        assert!(mistakes.contains(words), "wanted {words}\ngot {mistakes}\nof\n{source}");
    }
}

#[test]
fn lines_are_those_of_the_file_whatever_ends_them() {
    let source = lesson_with("```step one\nfigure: lab=nope\n```").replace('\n', "\r\n");
    assert!(
        mistakes_of(&source).contains("line 8: lab must be one of"),
        "{}",
        mistakes_of(&source)
    );
}

#[test]
fn the_example_of_a_new_lesson_holds() {
    let source = include_str!("../../cli/example.md");
    let lesson = Lesson::parse(source).unwrap();
    check(&lesson, &mut |link| crate::lab::Opened::complete(link.clone(), &[], &mut to_the_end))
        .unwrap();
}
