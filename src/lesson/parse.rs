//! From the pieces of a file to a lesson.

use super::markdown::{self, Piece};
use super::settings::Number;
use super::text::Block;
use super::{Choice, Commit, CommitKind, LONGEST_FILE, Lesson, Mistake, Stated, Step, Task};
use crate::error::quoted;
use crate::numeric::sorted_by;

/// A class has an hour, a screen has little room, and a browser has other things to do.
const MOST_STEPS: usize = 40;
const MOST_CHOICES: usize = 8;
const MOST_HINTS: usize = 5;
const MOST_IN_ORDER: usize = 10;
const LONGEST_TITLE: usize = 120;
const LONGEST_TEXT: usize = 4000;

/// Reads a whole file.
pub fn parse(source: &str) -> Result<Lesson, Vec<Mistake>> {
    if source.len() > LONGEST_FILE {
        let words = format!("a lesson is at most {LONGEST_FILE} bytes long, got {}", source.len());
        return Err(vec![Mistake::new(1, words)]);
    }
    // An editor may leave a mark at the start.
    let source = source.trim_start_matches('\u{feff}');
    let (pieces, mistakes) = markdown::read(source);
    let mut reader = Reader { mistakes };
    let lesson = reader.lesson(pieces);
    let mistakes = sorted_by(reader.mistakes, |mistake| mistake.line as f64);
    if mistakes.is_empty() { Ok(lesson) } else { Err(mistakes) }
}

pub struct Reader {
    mistakes: Vec<Mistake>,
}

/// A heading and what stands below it.
pub struct Section {
    pub line: usize,
    level: usize,
    title: String,
    pub fences: Vec<Fence>,
    text: Vec<Block>,
    /// How many characters of the file that is.
    length: usize,
}

/// Its line, what stands behind its fence, and the lines in it.
type Fence = (usize, String, Vec<(usize, String)>);

impl Reader {
    pub fn wrong(&mut self, line: usize, words: impl Into<String>) {
        self.mistakes.push(Mistake::new(line, words));
    }

    /// What could be read, or else the mistake.
    pub fn read<T>(&mut self, line: usize, read: crate::Result<T>) -> Option<T> {
        read.map_err(|error| self.wrong(line, error.to_string())).ok()
    }

    fn lesson(&mut self, pieces: Vec<(usize, Piece)>) -> Lesson {
        let sections = self.sections(pieces);
        let (title, summary, steps) = Default::default();
        let mut lesson = Lesson { title, lang: None, summary, steps };
        let steps = sections.iter().filter(|section| section.level == 2).count();
        if steps > MOST_STEPS {
            self.wrong(1, format!("a lesson has at most {MOST_STEPS} steps, got {steps}"));
            return lesson;
        }
        let mut sections = sections.into_iter().peekable();
        match sections.next_if(|section| section.level == 1) {
            Some(first) => {
                lesson.lang = self.about(&first);
                (lesson.title, lesson.summary) = (first.title, first.text);
            }
            None => self.wrong(1, "a lesson must begin with its title: # Title"),
        }
        while let Some(head) = sections.next() {
            if head.level != 2 {
                self.wrong(head.line, "a heading must be ## for a step, or ### inside of one");
                continue;
            }
            let mut parts = Vec::new();
            while let Some(part) = sections.next_if(|section| section.level == 3) {
                parts.push(part);
            }
            let line = head.line;
            let step = self.step(head, parts);
            if step.as_ref().is_some_and(|new| lesson.steps.iter().any(|old| old.id == new.id)) {
                self.wrong(line, "two steps have the same name");
            }
            lesson.steps.extend(step);
        }
        if lesson.steps.is_empty() && self.mistakes.is_empty() {
            self.wrong(1, "a lesson needs a step: ## Title");
        }
        lesson
    }

    fn sections(&mut self, pieces: Vec<(usize, Piece)>) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        for (line, piece) in pieces {
            match (piece, sections.last_mut()) {
                (Piece::Heading(level, title), _) => {
                    if !(1..=LONGEST_TITLE).contains(&title.chars().count()) {
                        let words = format!("a title has 1 to {LONGEST_TITLE} characters");
                        self.wrong(line, words);
                    }
                    let (fences, text, length) = Default::default();
                    sections.push(Section { line, level, title, fences, text, length });
                }
                (Piece::Fence(info, lines), Some(section)) => {
                    section.fences.push((line, info, lines));
                }
                (Piece::Text(block, length), Some(section)) => {
                    section.text.push(block);
                    section.length += length;
                }
                (_, None) => self.wrong(line, "a lesson must begin with its title: # Title"),
            }
        }
        for section in &sections {
            if section.length > LONGEST_TEXT {
                let words = format!("more than {LONGEST_TEXT} characters under one heading");
                self.wrong(section.line, words);
            }
        }
        sections
    }

    fn step(&mut self, head: Section, parts: Vec<Section>) -> Option<Step> {
        let (line, settings) = self.settings(&head)?;
        let parts = self.parts(parts);
        let figure = settings.figure;
        if figure.is_none() {
            self.wrong(line, "a step needs a figure: a line such as figure: lab=toy");
        }
        let mut figure = figure?;
        if let Some((line, shown)) = settings.show
            && self.read(line, shown.check(figure.scenario.lab)).is_some()
        {
            figure.view.show = shown;
        }
        let mut link = |edits: Option<(usize, String)>| {
            let (line, edits) = edits?;
            self.read(line, figure.amended(&edits))
        };
        let (solution, reveal) = (link(settings.solution), link(settings.reveal));
        let commit = self.commit(parts.predict, settings.number, settings.place, line);
        let goal = self.task(parts.trying, settings.goal, line);
        let placed = matches!(&commit, Some(Commit { kind: CommitKind::Place(_), .. }));
        for (wrong, words) in [
            (
                goal.is_some() && solution.is_none(),
                "a goal needs a solution: a line such as solution: step=4",
            ),
            (
                placed && goal.is_none() && solution.is_none(),
                "place needs the figure in which all is placed: a line such as solution: you=0&you=1",
            ),
            (
                !(goal.is_some() || placed) && solution.is_some(),
                "a solution needs a goal that it reaches",
            ),
            (
                reveal.is_some() && solution.is_some(),
                "a figure is revealed only where the learner has not made one",
            ),
            (
                reveal.is_some() && commit.is_none(),
                "a figure is revealed only after something to predict",
            ),
            (
                !parts.then.is_empty() && commit.is_none() && goal.is_none(),
                "there is nothing to predict or to try, so what comes then is text",
            ),
        ] {
            if wrong {
                self.wrong(line, words);
            }
        }
        Some(Step {
            id: settings.id,
            title: head.title,
            line: head.line,
            figure,
            text: head.text,
            commit,
            goal,
            solution,
            reveal,
            hints: parts.hints,
            then: parts.then,
            claims: settings.claims,
        })
    }

    fn parts(&mut self, sections: Vec<Section>) -> Parts {
        let mut parts = Parts::default();
        for section in sections {
            if let Some((line, ..)) = section.fences.first() {
                self.wrong(*line, "a step's block must stand directly below its heading with ##");
            }
            if section.text.is_empty() {
                self.wrong(section.line, "nothing stands below this heading");
            }
            let (line, title) = (section.line, section.title.as_str());
            let twice = match title {
                "Predict" => parts.predict.replace((line, section.text)).is_some(),
                "Try" => parts.trying.replace((line, section.text)).is_some(),
                "Then" => !std::mem::replace(&mut parts.then, section.text).is_empty(),
                "Hint" => {
                    parts.hints.push(section.text);
                    parts.hints.len() > MOST_HINTS
                }
                _ => {
                    let got = quoted(title);
                    let words = format!("### must be Predict, Try, Hint or Then, got {got}");
                    self.wrong(line, words);
                    false
                }
            };
            if twice {
                self.wrong(line, format!("too many of ### {title} in one step"));
            }
        }
        parts
    }

    fn task(
        &mut self,
        trying: Option<(usize, Vec<Block>)>,
        goal: Option<Stated>,
        line: usize,
    ) -> Option<Task> {
        match (trying, goal) {
            (Some((_, words)), Some(stated)) => Some(Task { words, stated }),
            (None, None) => None,
            (Some((line, _)), None) => {
                self.wrong(line, "### Try needs a goal in the step's block");
                None
            }
            (None, Some(_)) => {
                self.wrong(line, "a goal must be told to the learner: ### Try");
                None
            }
        }
    }

    fn commit(
        &mut self,
        predict: Option<(usize, Vec<Block>)>,
        number: Option<Number>,
        place: Option<Stated>,
        step: usize,
    ) -> Option<Commit> {
        let Some((line, mut question)) = predict else {
            if let Some(key) = number.map(|_| "number").or(place.map(|_| "place")) {
                let words = format!("{key} is missing its question: below the text, ### Predict");
                self.wrong(step, words);
            }
            return None;
        };
        let choices = self.choices(&mut question);
        let kind = match (choices, number, place) {
            (Some(choices), None, None) => CommitKind::Choice(choices),
            (None, Some(Number { line, answer, within }), None) => {
                CommitKind::Number { line, answer, within }
            }
            (None, None, Some(stated)) => CommitKind::Place(stated),
            (None, None, None) if let Some(order) = self.order(&mut question) => {
                CommitKind::Order(order)
            }
            _ => {
                let words = "### Predict needs one of: a list of - [ ] answers, a list 1. 2. 3. in its right order, \
                             number: or place:";
                self.wrong(line, words);
                return None;
            }
        };
        Some(Commit { question, kind })
    }

    /// Takes the last list off a question, if it is numbered: its right order.
    fn order(&mut self, question: &mut Vec<Block>) -> Option<Vec<Block>> {
        let numbered = |block: &mut Block| matches!(block, Block::List { ordered: true, .. });
        let Some(Block::List { items, .. }) = question.pop_if(numbered) else { return None };
        if !(3..=MOST_IN_ORDER).contains(&items.len()) {
            let words = format!("3 to {MOST_IN_ORDER} are put in order, got {}", items.len());
            self.wrong(items[0].line, words);
        }
        let mut order = Vec::new();
        for item in items {
            match <[Block; 1]>::try_from(item.blocks) {
                Ok([block @ Block::Paragraph(_)]) => order.push(block),
                _ => self.wrong(item.line, "what is put in order is one paragraph each"),
            }
        }
        Some(order)
    }

    /// Takes the last list off a question, if it has boxes.
    fn choices(&mut self, question: &mut Vec<Block>) -> Option<Vec<Choice>> {
        let boxes = |block: &mut Block| matches!(block, Block::List { items, .. } if items.iter().any(|i| i.ticked.is_some()));
        let Some(Block::List { items, .. }) = question.pop_if(boxes) else { return None };
        let (line, count) = (items[0].line, items.len());
        let right = items.iter().filter(|item| item.ticked == Some(true)).count();
        if right != 1 || !(2..=MOST_CHOICES).contains(&count) {
            let words =
                format!("2 to {MOST_CHOICES} answers are offered, one of them right: - [x]");
            self.wrong(line, words);
        }
        let mut choices = Vec::new();
        for item in items {
            let right = item.ticked == Some(true);
            let mut blocks = item.blocks.into_iter();
            let words = blocks.next().filter(|block| matches!(block, Block::Paragraph(_)));
            let answer: Vec<Block> = blocks.collect();
            if item.ticked.is_none() || words.is_none() {
                self.wrong(item.line, "every answer begins with [ ] or [x], and then its words");
            }
            if !right && answer.is_empty() {
                self.wrong(
                    item.line,
                    "a wrong answer needs a paragraph below it, for whoever chooses it",
                );
            }
            choices.extend(words.map(|words| Choice { words, right, answer }));
        }
        Some(choices)
    }
}

/// What stands under the headings inside of a step.
#[derive(Default)]
struct Parts {
    predict: Option<(usize, Vec<Block>)>,
    trying: Option<(usize, Vec<Block>)>,
    hints: Vec<Vec<Block>>,
    then: Vec<Block>,
}
