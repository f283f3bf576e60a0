//! The colours of correlations: blue, white and vermillion.

use plotters::style::RGBColor;

use super::image::MISSING;
use crate::numeric::math;

/// The colour of a value from -1 to 1, the same in both themes: blue at -1, white at 0, vermillion
/// at 1; NaN, a missing value, is grey. Equal steps look about equal, and opposite values are
/// equally dark.
pub fn diverging(value: f64) -> RGBColor {
    if value.is_nan() {
        return GREY;
    }
    let end = if value < 0.0 { BLUE } else { VERMILLION };
    let share = value.abs().min(1.0);
    let [red, green, blue] = srgb([1.0 - share * (1.0 - end[0]), share * end[1], share * end[2]]);
    RGBColor(red, green, blue)
}

/// The colours of all levels: those from 0 to 254 are the values from -1 to 1.
pub fn palette() -> Vec<[u8; 4]> {
    let color = |level: u8| {
        let missing = level == MISSING;
        let value = if missing { f64::NAN } else { (f64::from(level) - 127.0) / 127.0 };
        let RGBColor(red, green, blue) = diverging(value);
        [red, green, blue, 255]
    };
    (0..=MISSING).map(color).collect()
}

/// The nearest level of a value.
pub fn level(value: f32) -> u8 {
    if value.is_nan() { MISSING } else { (value.clamp(-1.0, 1.0) * 127.0 + 127.5) as u8 }
}

const GREY: RGBColor = RGBColor(160, 160, 160);

/// The ends in Oklab (Ottosson 2020), in which equal distances look about equal: Okabe & Ito's blue
/// #0072B2, and their vermillion darkened to the same CIE lightness of 46, #BB4800.
const BLUE: [f64; 3] = [0.531_929, -0.057_459, -0.118_068];
const VERMILLION: [f64; 3] = [0.550_223, 0.118_315, 0.111_156];

/// From Oklab to the numbers of a pixel.
fn srgb([lightness, a, b]: [f64; 3]) -> [u8; 3] {
    let cone = |from_a: f64, from_b: f64| {
        let root = lightness + from_a * a + from_b * b;
        root * root * root
    };
    let long = cone(0.396_337_777_4, 0.215_803_757_3);
    let middle = cone(-0.105_561_345_8, -0.063_854_172_8);
    let short = cone(-0.089_484_177_5, -1.291_485_548_0);
    [
        [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
        [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
        [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
    ]
    .map(|row| encode(row[0] * long + row[1] * middle + row[2] * short))
}

/// From an amount of light to the number of a pixel.
fn encode(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let number = if light <= 0.003_130_8 {
        12.92 * light
    } else {
        1.055 * math::pow(light, 1.0 / 2.4) - 0.055
    };
    (255.0 * number).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_middle_are_exact() {
        assert_eq!(diverging(-1.0), RGBColor(0, 114, 178));
        assert_eq!(diverging(0.0), RGBColor(255, 255, 255));
        assert_eq!(diverging(1.0), RGBColor(187, 72, 0));
        assert_eq!((diverging(-7.0), diverging(7.0)), (diverging(-1.0), diverging(1.0)));
    }

    #[test]
    fn a_missing_value_is_grey() {
        assert_eq!(diverging(f64::NAN), GREY);
        assert_eq!(palette()[usize::from(level(f32::NAN))], [160, 160, 160, 255]);
    }

    #[test]
    fn opposite_values_are_equally_dark_and_steps_are_even() {
        let lightness: Vec<f64> =
            (0..=10).map(|i| cie_lightness(diverging(f64::from(i) / 10.0))).collect();
        let opposite: Vec<f64> =
            (0..=10).map(|i| cie_lightness(diverging(f64::from(-i) / 10.0))).collect();
        for (one, other) in lightness.iter().zip(&opposite) {
            assert!((one - other).abs() < 3.0, "{lightness:?} {opposite:?}");
        }
        for pair in lightness.windows(2).chain(opposite.windows(2)) {
            assert!((4.0..7.0).contains(&(pair[0] - pair[1])), "{lightness:?} {opposite:?}");
        }
    }

    #[test]
    fn levels_are_symmetric_and_reach_the_ends() {
        assert_eq!([-1.0, 0.0, 1.0].map(level), [0, 127, 254]);
        assert_eq!([-9.0, f32::INFINITY].map(level), [0, 254]);
        for i in 0..=100 {
            let value = i as f32 / 100.3;
            assert_eq!(level(value) - 127, 127 - level(-value), "{value}");
        }
    }

    fn cie_lightness(RGBColor(red, green, blue): RGBColor) -> f64 {
        let light = |number: u8| math::pow((f64::from(number) / 255.0 + 0.055) / 1.055, 2.4);
        let luminance = 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
        116.0 * math::pow(luminance, 1.0 / 3.0) - 16.0
    }
}
