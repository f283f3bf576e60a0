//! Kernels in a request.

use super::read::{Field, Fields};
use crate::error::{Error, Result};
use crate::kernel::{Kernel, Smoothness};
use crate::numeric::Matrix;

/// What a kernel must know of the points that it is evaluated on.
pub struct Domain {
    /// Between what they lie, input by input.
    ends: Vec<(f64, f64)>,
}

impl Domain {
    /// That of all these points, which have equally many inputs.
    pub fn of(points: &[&Matrix]) -> Self {
        let nowhere = Self { ends: vec![(f64::INFINITY, f64::NEG_INFINITY); points[0].nrows()] };
        points.iter().fold(nowhere, |domain, points| domain.with(points))
    }

    /// That of further points, too.
    pub fn with(&self, points: &Matrix) -> Self {
        let further = |(input, ends): (usize, &(f64, f64))| {
            let row = points.row(input);
            row.iter().fold(*ends, |(least, most), x| (least.min(*x), most.max(*x)))
        };
        Self { ends: self.ends.iter().enumerate().map(further).collect() }
    }

    /// How many inputs each point has.
    pub fn inputs(&self) -> usize {
        self.ends.len()
    }

    /// The largest distance along any input.
    fn width(&self) -> f64 {
        self.ends.iter().map(|(least, most)| most - least).fold(0.0, f64::max)
    }
}

/// Reads a kernel that must be defined on points of that domain.
pub fn kernel(field: &Field, domain: &Domain) -> Result<Kernel> {
    let kernel = nested(field, domain, 0)?;
    match leaves(&kernel) {
        count if count > MOST_TERMS => {
            let expected = format!("made of at most {MOST_TERMS} kernels");
            Err(Error::value(&field.name, count, expected))
        }
        _ => Ok(kernel),
    }
}

fn leaves(kernel: &Kernel) -> usize {
    match kernel {
        Kernel::Sum(terms) | Kernel::Product(terms) => terms.iter().map(leaves).sum(),
        _ => 1,
    }
}

/// Sums and products deeper than this are refused.
const DEEPEST: usize = 8;
/// Kernels made of more than this are refused: each costs as much as a Gram matrix.
const MOST_TERMS: usize = 64;
/// Parameters lie within this range; beyond it squares and their ratios overflow.
const RANGE: (f64, f64) = (1e-30, 1e30);

const FAMILIES: &str =
    "an object with one of relu, relu_general, rbf, matern, periodic, linear, sum, product";

fn nested(field: &Field, domain: &Domain, depth: usize) -> Result<Kernel> {
    if depth > DEEPEST {
        return Err(field.wrong(format!("nested at most {DEEPEST} deep")));
    }
    let (family, body) = field.only_entry(FAMILIES)?;
    Ok(match family {
        "relu" => Kernel::Relu { eta: positive(&body.object(&["eta"])?, "eta")? },
        "relu_general" => {
            let fields = body.object(&["bias", "weight"])?;
            Kernel::ReluGeneral { bias: two(&fields, "bias")?, weight: two(&fields, "weight")? }
        }
        "rbf" => {
            let fields = body.object(&["lengthscale", "variance"])?;
            let lengthscales = lengthscales(&fields, domain.inputs())?;
            Kernel::Rbf { lengthscales, variance: variance(&fields)? }
        }
        "matern" => {
            let fields = body.object(&["nu", "lengthscale", "variance"])?;
            let smoothness = smoothness(&fields.required("nu")?)?;
            let lengthscales = lengthscales(&fields, domain.inputs())?;
            Kernel::Matern { smoothness, lengthscales, variance: variance(&fields)? }
        }
        "periodic" => {
            let fields = body.object(&["lengthscale", "period", "variance"])?;
            let lengthscale = positive(&fields, "lengthscale")?;
            let period = period(&fields, lengthscale, domain)?;
            Kernel::Periodic { lengthscale, period, variance: variance(&fields)? }
        }
        "linear" => {
            let fields = body.object(&["variance", "bias"])?;
            let variance = positive(&fields, "variance")?;
            Kernel::Linear { variance, bias: not_negative(&fields.required("bias")?)? }
        }
        "sum" => Kernel::Sum(terms(&body, domain, depth)?),
        "product" => Kernel::Product(terms(&body, domain, depth)?),
        _ => return Err(field.wrong(FAMILIES)),
    })
}

fn terms(field: &Field, domain: &Domain, depth: usize) -> Result<Vec<Kernel>> {
    let expected = format!("a list of 1 to {MOST_TERMS} kernels");
    let items = field.items(&expected)?;
    if !(1..=MOST_TERMS).contains(&items.len()) {
        return Err(field.wrong(expected));
    }
    items.iter().map(|item| nested(item, domain, depth + 1)).collect()
}

fn lengthscales(fields: &Fields, inputs: usize) -> Result<Vec<f64>> {
    let field = fields.required("lengthscale")?;
    if !field.is_list() {
        return Ok(vec![within_range(&field)?]);
    }
    let items = field.items("a list")?;
    if items.len() != inputs {
        return Err(field.wrong(format!("a number or a list of {inputs}, one for each input")));
    }
    items.iter().map(within_range).collect()
}

fn variance(fields: &Fields) -> Result<f64> {
    fields.optional("variance").map_or(Ok(1.0), |field| within_range(&field))
}

fn positive(fields: &Fields, name: &str) -> Result<f64> {
    within_range(&fields.required(name)?)
}

/// Sines of this many turns or more are refused: each turn costs an ulp, and the share of them that
/// are lost must stay below what makes a covariance indefinite.
const MOST_TURNS: f64 = 1e7;

/// A period whose sines keep their digits over the whole domain. The sharper the kernel is within a
/// period, the more of them it needs.
fn period(fields: &Fields, lengthscale: f64, domain: &Domain) -> Result<f64> {
    let field = fields.required("period")?;
    let period = within_range(&field)?;
    let least = domain.width() / MOST_TURNS / lengthscale.min(1.0);
    if period >= least {
        return Ok(period);
    }
    Err(field.wrong(format!(
        "at least {least:e} for points {} apart and the lengthscale {lengthscale}, or 64-bit numbers \
         do not tell where in a period they lie",
        domain.width()
    )))
}

/// Variances of two layers; a bias may have none.
fn two(fields: &Fields, name: &str) -> Result<[f64; 2]> {
    let field = fields.required(name)?;
    match &field.items("a list of 2 numbers")?[..] {
        [first, second] => Ok([not_negative(first)?, not_negative(second)?]),
        _ => Err(field.wrong("a list of 2 numbers")),
    }
}

fn within_range(field: &Field) -> Result<f64> {
    let (least, most) = RANGE;
    let number = field.number()?;
    let inside = (least..=most).contains(&number).then_some(number);
    inside.ok_or_else(|| field.wrong(format!("positive, from {least:e} to {most:e}")))
}

fn not_negative(field: &Field) -> Result<f64> {
    if field.number()? == 0.0 { Ok(0.0) } else { within_range(field) }
}

fn smoothness(field: &Field) -> Result<Smoothness> {
    match field.number()? {
        0.5 => Ok(Smoothness::Half),
        1.5 => Ok(Smoothness::ThreeHalves),
        2.5 => Ok(Smoothness::FiveHalves),
        _ => Err(field.wrong("0.5, 1.5 or 2.5")),
    }
}
