//! Single values of links: read strictly, refused in words, printed short.

use super::Point;
use super::preset::Region;
use crate::error::{Error, Result};
use crate::numeric::shortest;

pub(crate) use crate::error::quoted;

/// Positions lie within this distance of 0.
const FARTHEST: f64 = 1000.0;

pub fn point(text: &str) -> Result<Point> {
    match text.split_once(':') {
        Some((_, y)) if y.contains(':') => {
            Err(Error::value("point", quoted(text), "written x or x:y"))
        }
        None => Ok(Point { x: position("point", text)?, y: None }),
        Some((x, y)) => {
            Ok(Point { x: position("point", x)?, y: Some(position("y of a point", y)?) })
        }
    }
}

pub fn point_text(point: &Point) -> String {
    let x = shortest(point.x);
    point.y.map_or(x.clone(), |y| format!("{x}:{}", shortest(y)))
}

pub fn region_text(region: &Region) -> String {
    format!("{}:{}:{}", shortest(region.low), shortest(region.high), region.count)
}

pub fn region(key: &str, text: &str, most: usize) -> Result<Region> {
    let [low, high, count] = text.split(':').collect::<Vec<_>>()[..] else {
        return Err(Error::value(key, quoted(text), "written from:to:how many"));
    };
    let (low, high) = (position(key, low)?, position(key, high)?);
    if low >= high {
        return Err(Error::value(
            key,
            format!("from {} to {}", shortest(low), shortest(high)),
            "a region whose low end is left of its high end",
        ));
    }
    let count = integer(&format!("the count of {key}"), &[count], (1, most as u32))?;
    Ok(Region { low, high, count: count as usize })
}

pub fn position(key: &str, text: &str) -> Result<f64> {
    number(key, &[text], (-FARTHEST, FARTHEST))
}

pub fn number(key: &str, values: &[&str], (least, most): (f64, f64)) -> Result<f64> {
    let text = one(key, values)?;
    let value = text.parse::<f64>().ok();
    // Adding 0 turns -0 into 0, which prints and behaves the same everywhere.
    value.filter(|value| (least..=most).contains(value)).map(|x| x + 0.0).ok_or_else(|| {
        let what = if value.is_none() { "a number " } else { "" };
        let expected = format!("{what}{}", between(shortest(least), shortest(most)));
        Error::value(key, quoted(text), expected)
    })
}

pub fn integer(key: &str, values: &[&str], (least, most): (u32, u32)) -> Result<u32> {
    let text = one(key, values)?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|value| digits && (least..=most).contains(value));
    value.ok_or_else(|| {
        Error::value(key, quoted(text), format!("a whole number {}", between(least, most)))
    })
}

pub fn one<'a>(key: &str, values: &[&'a str]) -> Result<&'a str> {
    match values {
        [""] => Err(Error::missing(format!("the value of {key}"), "")),
        [value] => Ok(value),
        [] => Err(Error::missing(key, "")),
        _ => Err(Error::repeated(key)),
    }
}

pub fn at_least_one(key: &str, values: &[&str]) -> Result<()> {
    if values.is_empty() { Err(Error::missing(key, "give at least one")) } else { Ok(()) }
}

pub fn between(least: impl std::fmt::Display, most: impl std::fmt::Display) -> String {
    format!("between {least} and {most}")
}
