//! Kernels as text: `periodic(0.9,3)*rbf(30)`. One table of families serves the parser, the
//! printer and the controls on the page.

use std::fmt;
use std::str::FromStr;

use super::{Kernel, Smoothness};
use crate::error::{Error, Result, quoted};
use crate::numeric::shortest;

/// One number of a kernel expression, as a control shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The family it belongs to, such as `rbf`.
    pub family: &'static str,
    /// Its name, such as `lengthscale`.
    pub name: &'static str,
    /// Its present value.
    pub value: f64,
}

impl Parameter {
    /// The range of a slider for it.
    pub fn range(&self) -> (f64, f64) {
        match self.name {
            LENGTHSCALE | "period" => (0.05, 50.0),
            _ => (0.01, 100.0),
        }
    }

    /// What it means, in one sentence.
    pub fn help(&self) -> &'static str {
        match self.name {
            LENGTHSCALE => "How far apart two points can be and still be strongly correlated.",
            "variance" => "Variance of the function before anything is observed.",
            "period" => "After how long the function repeats itself.",
            "eta" => "Variance of the network's weights and biases.",
            _ => "A variance of the network's weights or biases.",
        }
    }
}

/// Expressions longer than this are refused: links are untrusted.
const LONGEST: usize = 200;
/// Parentheses deeper than this are refused.
const DEEPEST: usize = 8;
/// Every parameter lies in this range; smaller or larger ones only make singular matrices.
const RANGE: (f64, f64) = (1e-6, 1e6);

struct Family {
    name: &'static str,
    /// Names and defaults; a missing trailing argument takes its default.
    parameters: &'static [(&'static str, f64)],
    /// Whether the first parameter may be a list `a:b:c`, one number for each input.
    per_input: bool,
    build: fn(&[f64], Vec<f64>) -> Kernel,
}

const LENGTHSCALE: &str = "lengthscale";

const FAMILIES: [Family; 8] = [
    Family {
        name: "rbf",
        parameters: &[(LENGTHSCALE, 1.0), ("variance", 1.0)],
        per_input: true,
        build: |a, lengthscales| Kernel::Rbf { lengthscales, variance: a[1] },
    },
    Family {
        name: "matern12",
        parameters: &[(LENGTHSCALE, 1.0), ("variance", 1.0)],
        per_input: true,
        build: |a, lengthscales| matern(Smoothness::Half, a, lengthscales),
    },
    Family {
        name: "matern32",
        parameters: &[(LENGTHSCALE, 1.0), ("variance", 1.0)],
        per_input: true,
        build: |a, lengthscales| matern(Smoothness::ThreeHalves, a, lengthscales),
    },
    Family {
        name: "matern52",
        parameters: &[(LENGTHSCALE, 1.0), ("variance", 1.0)],
        per_input: true,
        build: |a, lengthscales| matern(Smoothness::FiveHalves, a, lengthscales),
    },
    Family {
        name: "periodic",
        parameters: &[(LENGTHSCALE, 1.0), ("period", 1.0), ("variance", 1.0)],
        per_input: false,
        build: |a, _| Kernel::Periodic { lengthscale: a[0], period: a[1], variance: a[2] },
    },
    Family {
        name: "relu",
        parameters: &[("eta", 1.0)],
        per_input: false,
        build: |a, _| Kernel::Relu { eta: a[0] },
    },
    Family {
        name: "relunet",
        parameters: &[("bias 1", 2.5), ("weight 1", 1.414), ("bias 2", 2.5), ("weight 2", 1.737)],
        per_input: false,
        build: |a, _| Kernel::ReluGeneral { bias: [a[0], a[2]], weight: [a[1], a[3]] },
    },
    Family {
        name: "linear",
        parameters: &[("variance", 1.0), ("bias", 1.0)],
        per_input: false,
        build: |a, _| Kernel::Linear { variance: a[0], bias: a[1] },
    },
];

impl Kernel {
    /// The numbers of the expression, in the order in which they are written.
    pub fn parameters(&self) -> Vec<Parameter> {
        match self {
            Self::Sum(terms) | Self::Product(terms) => {
                terms.iter().flat_map(Self::parameters).collect()
            }
            leaf => {
                let (family, values) = leaf.leaf();
                let names = family.parameters.iter().map(|(name, _)| *name);
                let pairs = names.zip(values.iter().map(|list| list[0]));
                pairs.map(|(name, value)| Parameter { family: family.name, name, value }).collect()
            }
        }
    }

    /// The same expression with its number `index` (as counted by [`Kernel::parameters`]) replaced.
    pub fn with_parameter(&self, index: usize, value: f64) -> Result<Self> {
        let count = self.parameters().len();
        if index >= count {
            return Err(Error::value("kernel parameter", index, format!("below {count}")));
        }
        self.replaced(index, check("kernel parameter", value)?).readable()
    }

    /// Refuses a kernel that prints longer than what is read, as `rbf+rbf+..` does with its default
    /// numbers: a link that holds it could not be opened.
    fn readable(self) -> Result<Self> {
        check_length(&self.to_string())?;
        Ok(self)
    }

    fn replaced(&self, index: usize, value: f64) -> Self {
        let each = |terms: &[Self]| {
            let mut first = 0;
            let replace = |term: &Self| {
                let (from, count) = (first, term.parameters().len());
                first += count;
                let inside = (from..from + count).contains(&index);
                if inside { term.replaced(index - from, value) } else { term.clone() }
            };
            terms.iter().map(replace).collect()
        };
        match self {
            Self::Sum(terms) => Self::Sum(each(terms)),
            Self::Product(terms) => Self::Product(each(terms)),
            leaf => {
                let (family, mut values) = leaf.leaf();
                values[index] = vec![value];
                build(family, values)
            }
        }
    }

    /// The family of a kernel that is neither sum nor product, and its arguments.
    fn leaf(&self) -> (&'static Family, Vec<Vec<f64>>) {
        let one = |values: &[f64]| values.iter().map(|v| vec![*v]).collect();
        let scaled = |lengthscales: &[f64], v: f64| vec![lengthscales.to_vec(), vec![v]];
        let (name, values) = match self {
            Self::Relu { eta } => ("relu", one(&[*eta])),
            Self::ReluGeneral { bias: b, weight: w } => ("relunet", one(&[b[0], w[0], b[1], w[1]])),
            Self::Rbf { lengthscales, variance } => ("rbf", scaled(lengthscales, *variance)),
            Self::Matern { smoothness, lengthscales, variance } => {
                (matern_name(*smoothness), scaled(lengthscales, *variance))
            }
            Self::Periodic { lengthscale, period, variance } => {
                ("periodic", one(&[*lengthscale, *period, *variance]))
            }
            Self::Linear { variance, bias } => ("linear", one(&[*variance, *bias])),
            Self::Sum(_) | Self::Product(_) => unreachable!("sums and products are not leaves"),
        };
        (family(name).expect("every leaf has a family"), values)
    }
}

/// Prints the shortest expression that parses back to the same kernel.
impl fmt::Display for Kernel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |terms: &[Self], sign: &str| -> String {
            // A product of products keeps its parentheses: multiplied in another order, it would
            // have other bits.
            let term = |kernel: &Self| match kernel {
                Self::Sum(_) => format!("({kernel})"),
                Self::Product(_) if sign == "*" => format!("({kernel})"),
                other => other.to_string(),
            };
            terms.iter().map(term).collect::<Vec<_>>().join(sign)
        };
        match self {
            Self::Sum(terms) => out.write_str(&join(terms, "+")),
            Self::Product(terms) => out.write_str(&join(terms, "*")),
            leaf => {
                let (family, mut values) = leaf.leaf();
                while values.len() > 1 && values.last() == Some(&default_of(family, &values)) {
                    values.pop();
                }
                let list = |numbers: &Vec<f64>| {
                    numbers.iter().map(|number| shortest(*number)).collect::<Vec<_>>().join(":")
                };
                let arguments: Vec<String> = values.iter().map(list).collect();
                write!(out, "{}({})", family.name, arguments.join(","))
            }
        }
    }
}

impl FromStr for Kernel {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        check_length(text)?;
        let mut parser = Parser { text, rest: text };
        let kernel = parser.sum(0)?;
        if parser.rest.is_empty() { kernel.readable() } else { Err(parser.error("+ or *")) }
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl Parser<'_> {
    fn sum(&mut self, depth: usize) -> Result<Kernel> {
        let mut terms = vec![self.product(depth)?];
        while self.take('+') {
            terms.push(self.product(depth)?);
        }
        Ok(if terms.len() == 1 { terms.remove(0) } else { Kernel::Sum(terms) })
    }

    fn product(&mut self, depth: usize) -> Result<Kernel> {
        let mut factors = vec![self.atom(depth)?];
        while self.take('*') {
            factors.push(self.atom(depth)?);
        }
        Ok(if factors.len() == 1 { factors.remove(0) } else { Kernel::Product(factors) })
    }

    fn atom(&mut self, depth: usize) -> Result<Kernel> {
        if depth > DEEPEST {
            return Err(self.error(&format!("nested at most {DEEPEST} deep")));
        }
        if self.take('(') {
            let inner = self.sum(depth + 1)?;
            return if self.take(')') { Ok(inner) } else { Err(self.error(")")) };
        }
        let names = || FAMILIES.map(|family| family.name).join(", ");
        let name = self.word(|c| c.is_ascii_alphanumeric());
        let family = family(name).ok_or_else(|| self.error(&format!("one of {}", names())))?;
        let values = self.arguments(family.per_input)?;
        if values.len() > family.parameters.len() {
            let most = family.parameters.len();
            return Err(self.error(&format!("at most {most} numbers for {}", family.name)));
        }
        Ok(build(family, values))
    }

    fn arguments(&mut self, per_input: bool) -> Result<Vec<Vec<f64>>> {
        let mut values = Vec::new();
        if !self.take('(') {
            return Ok(values);
        }
        while !self.take(')') {
            let mut list = vec![self.number()?];
            while per_input && values.is_empty() && self.take(':') {
                list.push(self.number()?);
            }
            values.push(list);
            if !self.take(',') && !self.rest.starts_with(')') {
                return Err(self.error(", or )"));
            }
        }
        Ok(values)
    }

    fn number(&mut self) -> Result<f64> {
        let digits = self.word(|c| c.is_ascii_digit() || ".eE-".contains(c));
        let value = digits.parse().map_err(|_| self.error("a number"))?;
        check("a kernel parameter", value)
    }

    /// Takes the longest prefix whose characters all are `wanted`.
    fn word(&mut self, wanted: impl Fn(char) -> bool) -> &str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn take(&mut self, sign: char) -> bool {
        let stripped = self.rest.strip_prefix(sign);
        self.rest = stripped.unwrap_or(self.rest);
        stripped.is_some()
    }

    fn error(&self, expected: &str) -> Error {
        let at = self.text.len() - self.rest.len();
        let expected = format!("an expression such as periodic(0.9,3)*rbf(30), with {expected}");
        Error::value(
            "kernel",
            format!("{} (wrong at character {})", quoted(self.text), at + 1),
            expected,
        )
    }
}

fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

fn build(family: &Family, mut values: Vec<Vec<f64>>) -> Kernel {
    while values.len() < family.parameters.len() {
        values.push(default_at(family, values.len()));
    }
    let firsts: Vec<f64> = values.iter().map(|list| list[0]).collect();
    (family.build)(&firsts, values.swap_remove(0))
}

fn default_at(family: &Family, index: usize) -> Vec<f64> {
    vec![family.parameters[index].1]
}

fn default_of(family: &Family, values: &[Vec<f64>]) -> Vec<f64> {
    default_at(family, values.len() - 1)
}

fn matern(smoothness: Smoothness, arguments: &[f64], lengthscales: Vec<f64>) -> Kernel {
    Kernel::Matern { smoothness, lengthscales, variance: arguments[1] }
}

fn matern_name(smoothness: Smoothness) -> &'static str {
    match smoothness {
        Smoothness::Half => "matern12",
        Smoothness::ThreeHalves => "matern32",
        Smoothness::FiveHalves => "matern52",
    }
}

fn check_length(expression: &str) -> Result<()> {
    if expression.len() <= LONGEST {
        return Ok(());
    }
    let expected = format!("at most {LONGEST} characters long with all its numbers");
    Err(Error::value("kernel", format!("{} characters", expression.len()), expected))
}

fn check(name: &str, value: f64) -> Result<f64> {
    let (least, most) = RANGE;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let expected = format!("between {} and {}", shortest(least), shortest(most));
    Err(Error::value(name, shortest(value), expected))
}
