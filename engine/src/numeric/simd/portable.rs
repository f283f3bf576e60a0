//! The definition of every operation, and the fallback where no instruction set is known.

pub type Lanes = [f64; 2];
#[allow(dead_code)] // In tests the functions alone are compared.
pub const ZERO: Lanes = [0.0; 2];

pub fn from_array(values: [f64; 2]) -> Lanes {
    values
}
pub fn to_array(lanes: Lanes) -> [f64; 2] {
    lanes
}
pub fn splat(value: f64) -> Lanes {
    [value; 2]
}

macro_rules! lanewise {
    ($($name:ident$(<$by:ident>)?($($lane:ident),+) = $body:expr;)+) => {$(
        #[inline(always)]
        pub fn $name$(<const $by: i32>)?($($lane: Lanes),+) -> Lanes {
            std::array::from_fn(|i| {
                $(let $lane = $lane[i];)+
                $body
            })
        }
    )+};
}
lanewise! {
    add(a, b) = a + b;
    sub(a, b) = a - b;
    mul(a, b) = a * b;
    div(a, b) = a / b;
    sqrt(a) = a.sqrt();
    min(a, b) = if b < a { b } else { a };
    max(a, b) = if a < b { b } else { a };
    less(a, b) = mask(a < b);
    equal(a, b) = mask(a == b);
    select(chosen, a, b) = if chosen.to_bits() == 0 { b } else { a };
    add_bits(a, b) = f64::from_bits(a.to_bits().wrapping_add(b.to_bits()));
    and_bits(a, b) = f64::from_bits(a.to_bits() & b.to_bits());
    or_bits(a, b) = f64::from_bits(a.to_bits() | b.to_bits());
    xor_bits(a, b) = f64::from_bits(a.to_bits() ^ b.to_bits());
    shift_left<BY>(a) = f64::from_bits(a.to_bits() << BY);
    shift_right<BY>(a) = f64::from_bits(a.to_bits() >> BY);
}

pub fn firsts(a: Lanes, b: Lanes) -> Lanes {
    [a[0], b[0]]
}
pub fn seconds(a: Lanes, b: Lanes) -> Lanes {
    [a[1], b[1]]
}

fn mask(holds: bool) -> f64 {
    f64::from_bits(if holds { u64::MAX } else { 0 })
}
