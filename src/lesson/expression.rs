//! A tiny language of arithmetic over a figure's own numbers: `0.9 * batch-mig.information`, and natural
//! logarithms, `log(2)`.
//!
//! Names are words joined by hyphens and dots, so that a minus between two of them needs spaces around it.

use std::fmt;
use std::str::FromStr;

use super::words::{like, readable, said};
use crate::error::{Error, Result, quoted};
use crate::numeric::math::ln as log;

/// The numbers of a figure by their names, as [`Figure::numbers`](crate::lab::Figure::numbers) gives them.
pub type Numbers = [(String, f64)];

/// A number that depends on a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    source: String,
    root: Node,
}

/// Whether a figure's numbers are as they should be: comparisons, all of which must hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    source: String,
    comparisons: Vec<(Node, Relation, Node)>,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Number(f64),
    Name(String),
    Negative(Box<Node>),
    Log(Box<Node>),
    Two(Box<Node>, char, Box<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
}

/// Longer ones are refused.
const LONGEST: usize = 600;
/// Brackets and signs within each other.
const DEEPEST: usize = 20;

impl Expression {
    /// Its value; nothing if the figure lacks one of its numbers, or there is none, as of 1 / 0.
    pub fn value(&self, numbers: &Numbers) -> Option<f64> {
        self.root.value(numbers)
    }

    /// Whether it is a number of standard errors, of which one decimal says all.
    pub fn is_z(&self) -> bool {
        self.source.trim_end().ends_with(".z")
    }

    /// The names that a figure lacks.
    pub fn missing(&self, numbers: &Numbers) -> Vec<String> {
        missing(&[&self.root], numbers)
    }
}

impl Goal {
    /// Whether all comparisons hold; nothing if the figure lacks a number.
    pub fn is_met(&self, numbers: &Numbers) -> Option<bool> {
        let mut met = true;
        for (left, relation, right) in &self.comparisons {
            met &= relation.holds(left.value(numbers)?, right.value(numbers)?);
        }
        Some(met)
    }

    /// The names that a figure lacks.
    pub fn missing(&self, numbers: &Numbers) -> Vec<String> {
        missing(&self.nodes(), numbers)
    }

    /// What its numbers are now: `held = 0.949`; those that are not there yet have no value.
    pub fn now(&self, numbers: &Numbers) -> String {
        let value = |name: &str| find(name, numbers).map_or("…".into(), readable);
        let each = |name: String| format!("{name} = {}", value(&name));
        names(&self.nodes()).into_iter().map(each).collect::<Vec<_>>().join(", ")
    }

    /// The same for learners, who do not write goals, and what they should be: `TIG: 0.125 nats about the targets
    /// (should be above 0.5 nats)`.
    pub fn told(&self, numbers: &Numbers) -> String {
        let plain = |name: &String| said(name, find(name, numbers));
        let mut told = Vec::new();
        let mut each = |(left, relation, right): &(Node, Relation, Node)| {
            // A number that two parts of a goal compare is said once.
            let fresh: Vec<String> =
                names(&[left]).into_iter().filter(|name| !told.contains(name)).collect();
            let now = fresh.iter().map(plain).collect::<Vec<_>>().join(", ");
            told.extend(fresh);
            let Some((is, wanted)) = left.value(numbers).zip(right.value(numbers)) else {
                return now;
            };
            let should = relation.words();
            match left {
                _ if relation.holds(is, wanted) => now,
                Node::Name(name) => format!("{now} (should be {should}{})", like(name, wanted)),
                _ => {
                    let (is, wanted) = (readable(is), readable(wanted));
                    let what = match left {
                        Node::Two(_, '-', _) => "difference",
                        _ => "together",
                    };
                    format!("{now} ({what} {is}, should be {should}{wanted})")
                }
            }
        };
        let all: Vec<String> = self.comparisons.iter().map(&mut each).collect();
        all.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ")
    }

    fn nodes(&self) -> Vec<&Node> {
        self.comparisons.iter().flat_map(|(left, _, right)| [left, right]).collect()
    }
}

impl Node {
    fn value(&self, numbers: &Numbers) -> Option<f64> {
        let value = match self {
            Self::Number(number) => *number,
            Self::Name(name) => find(name, numbers)?,
            Self::Negative(node) => -node.value(numbers)?,
            Self::Log(node) => log(node.value(numbers)?),
            Self::Two(left, sign, right) => {
                let (left, right) = (left.value(numbers)?, right.value(numbers)?);
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ => left / right,
                }
            }
        };
        Some(value).filter(|value| value.is_finite())
    }

    fn names(&self, into: &mut Vec<String>) {
        match self {
            Self::Number(_) => {}
            Self::Name(name) if into.contains(name) => {}
            Self::Name(name) => into.push(name.clone()),
            Self::Negative(node) | Self::Log(node) => node.names(into),
            Self::Two(left, _, right) => {
                left.names(into);
                right.names(into);
            }
        }
    }
}

impl Relation {
    fn words(self) -> &'static str {
        match self {
            Self::Less => "below ",
            Self::AtMost => "at most ",
            Self::More => "above ",
            Self::AtLeast => "at least ",
            Self::Equal => "",
        }
    }

    fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
            Self::Equal => left == right,
        }
    }
}

fn find(name: &str, numbers: &Numbers) -> Option<f64> {
    numbers.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
}

fn names(nodes: &[&Node]) -> Vec<String> {
    let mut all = Vec::new();
    nodes.iter().for_each(|node| node.names(&mut all));
    all
}

fn missing(nodes: &[&Node], numbers: &Numbers) -> Vec<String> {
    let mut all = names(nodes);
    all.retain(|name| find(name, numbers).is_none());
    all
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.source)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.source)
    }
}

impl FromStr for Expression {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let source = checked(text)?;
        let mut reader = Reader { text: source, rest: source, depth: 0 };
        let root = reader.sum()?;
        reader.end()?;
        Ok(Self { source: source.into(), root })
    }
}

impl FromStr for Goal {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let source = checked(text)?;
        let mut reader = Reader { text: source, rest: source, depth: 0 };
        let mut comparisons = vec![reader.comparison()?];
        while reader.word("and") {
            comparisons.push(reader.comparison()?);
        }
        reader.end()?;
        Ok(Self { source: source.into(), comparisons })
    }
}

fn checked(text: &str) -> Result<&str> {
    let text = text.trim();
    if text.chars().count() <= LONGEST {
        return Ok(text);
    }
    let expected = format!("at most {LONGEST} characters long");
    Err(Error::value("a goal or number", format!("{} bytes", text.len()), expected))
}

/// Reads from the left, one token after the other.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn wrong(&self, expected: &str) -> Error {
        let name = format!("the expression {}", quoted(self.text));
        match self.rest.trim_start() {
            "" => Error::value(name, "its end", expected),
            rest => Error::value(name, quoted(rest), expected),
        }
    }

    fn comparison(&mut self) -> Result<(Node, Relation, Node)> {
        let left = self.sum()?;
        let signs = [
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("==", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::More),
        ];
        let found = signs.into_iter().find(|(sign, _)| self.sign(sign));
        let (_, relation) = found.ok_or_else(|| self.wrong("continued with <, <=, >, >= or =="))?;
        Ok((left, relation, self.sum()?))
    }

    fn sum(&mut self) -> Result<Node> {
        let mut node = self.product()?;
        while let Some(sign) = ['+', '-'].into_iter().find(|sign| self.sign(&sign.to_string())) {
            node = Node::Two(Box::new(node), sign, Box::new(self.product()?));
        }
        Ok(node)
    }

    fn product(&mut self) -> Result<Node> {
        let mut node = self.factor()?;
        while let Some(sign) = ['*', '/'].into_iter().find(|sign| self.sign(&sign.to_string())) {
            node = Node::Two(Box::new(node), sign, Box::new(self.factor()?));
        }
        Ok(node)
    }

    fn factor(&mut self) -> Result<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong(&format!("at most {DEEPEST} brackets or signs deep")));
        }
        let node = if self.sign("-") {
            Node::Negative(Box::new(self.factor()?))
        } else if self.sign("(") {
            let node = self.sum()?;
            if !self.sign(")") {
                return Err(self.wrong("continued with a closing bracket"));
            }
            node
        } else {
            self.number_or_name()?
        };
        self.depth -= 1;
        Ok(node)
    }

    fn number_or_name(&mut self) -> Result<Node> {
        let rest = self.rest.trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        if digits > 0 {
            let number = rest[..digits].parse::<f64>().ok().filter(|number| number.is_finite());
            let number = number.ok_or_else(|| self.wrong("continued with a number such as 0.9"))?;
            self.rest = &rest[digits..];
            return Ok(Node::Number(number));
        }
        let end = name_end(rest);
        let name = &rest[..end];
        if end == 0 || name == "and" {
            return Err(self.wrong("continued with a number, or a name such as batch-mig.rmse"));
        }
        self.rest = &rest[end..];
        if name != "log" {
            return Ok(Node::Name(name.into()));
        }
        if !self.rest.trim_start().starts_with('(') {
            return Err(self.wrong("continued with a bracket: log(2)"));
        }
        Ok(Node::Log(Box::new(self.factor()?)))
    }

    /// Takes a sign if it comes next.
    fn sign(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        rest.is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    /// Takes a word if it comes next.
    fn word(&mut self, word: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = &rest[..name_end(rest)] == word;
        if found {
            self.rest = &rest[word.len()..];
        }
        found
    }

    fn end(&self) -> Result<()> {
        let expected = "at its end, or continued with a sign that has spaces around it";
        if self.rest.trim().is_empty() { Ok(()) } else { Err(self.wrong(expected)) }
    }
}

/// Where a name ends: after its last letter or digit. What joins them stands between two.
fn name_end(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    if !text.starts_with(|c: char| c.is_ascii_lowercase()) {
        return 0;
    }
    let (mut end, mut before) = (0, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '0'..='9' if before == '.' => break,
            c if is_part(c) => end = at + 1,
            '-' | '.' if end == at => {}
            _ => break,
        }
        before = c;
    }
    end
}
