//! A small made-up table, so that nothing needs to be at hand: how much plants grew in a greenhouse.

use crate::numeric::{Stream, fixed, math};

/// Its rows.
pub const SAMPLE_ROWS: usize = 150;
/// Its inputs, once each kind of soil is one of its own.
pub const SAMPLE_INPUTS: usize = 6;

/// Soils, how much water each loses, in millilitres, and what each adds, in centimetres.
const SOILS: [(&str, f64, f64); 3] =
    [("clay", 0.0, -0.5), ("loam", 30.0, 1.0), ("sand", 90.0, 0.0)];
/// The deviation of what nobody measured.
const NOISE: f64 = 0.5;

/// Its text, as comma-separated values.
pub fn sample() -> String {
    let mut stream = Stream::new(1, "a greenhouse", 0);
    let row = |_| {
        let mut between = |low: f64, high: f64| low + (high - low) * stream.uniform();
        let (temperature, light, water) =
            (between(12.0, 32.0), between(4.0, 16.0), between(50.0, 400.0));
        let (soil, lost, gain) = SOILS[stream.below(SOILS.len() as u64) as usize];
        let warm = (temperature - 23.0) / 6.0;
        let fed = 1.0 - math::exp(-(water - lost).max(0.0) / 120.0);
        let growth = 2.0 + 5.0 * math::exp(-warm * warm) + 0.4 * light * fed + gain;
        let growth = growth + NOISE * stream.normal();
        let cells = [fixed(temperature, 1), fixed(light, 1), fixed(water, 0), soil.into()];
        cells.join(",") + "," + &fixed(growth, 2) + "\n"
    };
    let rows: String = (0..SAMPLE_ROWS).map(row).collect();
    format!("temperature,light,water,soil,growth\n{rows}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Choice, IN_A_TAB, Reading, Sheet};

    #[test]
    fn it_has_the_sizes_that_links_expect() {
        let sheet = Sheet::read(sample().as_bytes(), &Reading::default(), IN_A_TAB).unwrap();
        let numbers = sheet.choose(&Choice::default()).unwrap();
        assert_eq!((numbers.y.len(), numbers.inputs.len()), (SAMPLE_ROWS, SAMPLE_INPUTS));
        assert_eq!(numbers.target, "growth");
        assert_eq!(numbers.notes, ["column 4 (\"soil\") is read as 3 categories"]);
        assert!(numbers.y.iter().all(|y| (0.0..20.0).contains(y)), "{}", numbers.y);
    }
}
