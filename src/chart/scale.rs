//! The colours of correlations: blue, the ground and vermillion.

use plotters::style::RGBColor;

use super::image::MISSING;
use crate::numeric::math;

/// The colours at -1, 0 and 1 in Oklab (Ottosson 2020), in which equal distances look about equal.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    low: [f64; 3],
    middle: [f64; 3],
    high: [f64; 3],
}

impl Scale {
    /// On white: Okabe & Ito's blue #0072B2, and their vermillion darkened to the same CIE lightness of 46, #BB4800.
    pub const ON_LIGHT: Self = Self {
        low: [0.531_929, -0.057_459, -0.118_068],
        middle: [1.0, 0.0, 0.0],
        high: [0.550_223, 0.118_315, 0.111_156],
    };

    /// On the dark ground #15171C: the same two lightened, #56B4E9 and #FF8A3D, both of lightness 69.
    pub const ON_DARK: Self = Self {
        low: [0.734_520, -0.065_333, -0.097_509],
        middle: [0.204_722, -0.000_333, -0.010_428],
        high: [0.749_976, 0.106_017, 0.128_771],
    };

    /// The colour of a value from -1 to 1: blue at -1, the ground at 0, so that nothing is what is not seen,
    /// vermillion at 1; NaN, a missing value, is grey. Equal steps look about equal, and opposite values are equally
    /// far from the ground.
    pub fn color(&self, value: f64) -> RGBColor {
        if value.is_nan() {
            return GREY;
        }
        let end = if value < 0.0 { self.low } else { self.high };
        let share = value.abs().min(1.0);
        let mixed = [0, 1, 2].map(|i| self.middle[i] - share * (self.middle[i] - end[i]));
        let [red, green, blue] = srgb(mixed);
        RGBColor(red, green, blue)
    }

    /// The colours of all levels: those from 0 to 254 are the values from -1 to 1.
    pub fn palette(&self) -> Vec<[u8; 4]> {
        let color = |level: u8| {
            let missing = level == MISSING;
            let value = if missing { f64::NAN } else { (f64::from(level) - 127.0) / 127.0 };
            let RGBColor(red, green, blue) = self.color(value);
            [red, green, blue, 255]
        };
        (0..=MISSING).map(color).collect()
    }
}

/// The nearest level of a value.
pub fn level(value: f32) -> u8 {
    if value.is_nan() { MISSING } else { (value.clamp(-1.0, 1.0) * 127.0 + 127.5) as u8 }
}

const GREY: RGBColor = RGBColor(160, 160, 160);

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
    use crate::chart::Style;
    use crate::scenario::Theme;

    #[test]
    fn ends_and_middle_are_exact() {
        let ends = |scale: Scale| [-1.0, 0.0, 1.0, -7.0, 7.0].map(|value| scale.color(value));
        let [blue, white, vermillion] =
            [RGBColor(0, 114, 178), RGBColor(255, 255, 255), RGBColor(187, 72, 0)];
        assert_eq!(ends(Scale::ON_LIGHT), [blue, white, vermillion, blue, vermillion]);
        let Style { ground, blue, vermillion, .. } = Style::of(Theme::Dark);
        assert_eq!(ends(Scale::ON_DARK), [blue, ground, vermillion, blue, vermillion]);
    }

    #[test]
    fn a_missing_value_is_grey() {
        let scale = Scale::ON_LIGHT;
        assert_eq!(scale.color(f64::NAN), GREY);
        assert_eq!(scale.palette()[usize::from(level(f32::NAN))], [160, 160, 160, 255]);
    }

    #[test]
    fn opposite_values_are_equally_far_from_the_ground_and_steps_are_even() {
        for scale in [Scale::ON_LIGHT, Scale::ON_DARK] {
            let along = |end: f64| {
                let lightness = |i| cie_lightness(scale.color(end * f64::from(i) / 10.0));
                (0..=10).map(lightness).collect::<Vec<_>>()
            };
            let (lightness, opposite) = (along(1.0), along(-1.0));
            for (one, other) in lightness.iter().zip(&opposite) {
                assert!((one - other).abs() < 3.0, "{lightness:?} {opposite:?}");
            }
            for pair in lightness.windows(2).chain(opposite.windows(2)) {
                let step = (pair[0] - pair[1]).abs();
                assert!((4.0..7.5).contains(&step), "{lightness:?} {opposite:?}");
            }
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
