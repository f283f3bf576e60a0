//! The machine against the portable definition.

use super::{F64x2, Lanes, MOST, Work, available, count, machine, on_every_width, portable, run};

const VALUES: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    0.1,
    std::f64::consts::PI,
    1e300,
    -1e300,
    5e-324,
    -2e-310,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn same(machine: machine::Lanes, portable: [f64; 2], name: &str) {
    for (m, p) in machine::to_array(machine).into_iter().zip(portable) {
        let equal = m.to_bits() == p.to_bits() || (m.is_nan() && p.is_nan());
        assert!(equal, "{name}: {m:e} here, {p:e} by definition");
    }
}

macro_rules! compare {
    ($x:ident, $y:ident: $($name:ident)+ ; $($unary:ident)+) => {{
        let (a, b) = (machine::from_array($x), machine::from_array($y));
        let (c, d) = (portable::from_array($x), portable::from_array($y));
        $(same(machine::$name(a, b), portable::$name(c, d), stringify!($name));)+
        $(same(machine::$unary(a), portable::$unary(c), stringify!($unary));)+
        let (mask, defined) = (machine::less(a, b), portable::less(c, d));
        same(machine::select(mask, a, b), portable::select(defined, c, d), "select");
    }};
}

#[test]
fn machine_follows_the_portable_definition() {
    for first in VALUES {
        for second in VALUES {
            let (x, y) = ([first, second], [second, 0.3]);
            compare!(x, y: add sub mul div min max less equal add_bits and_bits or_bits xor_bits
                firsts seconds; sqrt);
            shifted::<12>(x);
            shifted::<52>(x);
            shifted::<63>(x);
            same(machine::splat(first), portable::splat(first), "splat");
            assert_eq!(portable::to_array(x).map(f64::to_bits), x.map(f64::to_bits));
        }
    }
}

fn shifted<const BY: i32>(x: [f64; 2]) {
    let lanes = machine::from_array(x);
    same(machine::shift_left::<BY>(lanes), portable::shift_left::<BY>(x), "shift_left");
    same(machine::shift_right::<BY>(lanes), portable::shift_right::<BY>(x), "shift_right");
}

#[test]
fn min_and_max_keep_a_nan_of_self_only() {
    let (nan, one) = (F64x2::splat(f64::NAN), F64x2::splat(1.0));
    assert!(nan.min(one).sum().is_nan() && nan.max(one).sum().is_nan());
    assert_eq!((one.min(nan).sum(), one.max(nan).sum()), (2.0, 2.0));
}

#[test]
fn loads_stores_and_sums_in_memory_order() {
    let [low, high] = F64x2::load_four(&[1.0, 2.0, 3.0, 4.0]);
    let mut out = [0.0; 2];
    (low * high).store(&mut out);
    assert_eq!((out, high.sum()), ([3.0, 8.0], 7.0));
}

/// Every operation, on as many of these numbers as there are lanes.
struct Everything([f64; MOST], [f64; MOST]);

impl Work for Everything {
    type Output = Vec<(usize, f64)>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Self::Output {
        let (a, b) = (L::load(&self.0), L::load(&self.1));
        let mask = a.less(b);
        let results = [
            [a + b, a - b, a * b, a / b, a.sqrt(), a.min(b), a.max(b), mask],
            [a.equal(b), mask.select(a, b), a.add_bits(b), a.and_bits(b), a.or_bits(b), a, b, b],
            [a.shift_left::<52>(), a.shift_right::<52>(), a.shift_left::<12>(), a, a, a, a, a],
        ];
        let mut lanes = Vec::new();
        for (i, result) in results.as_flattened().iter().enumerate() {
            let mut room = [f64::NAN; MOST];
            result.store(&mut room);
            lanes.extend(room[..2].iter().map(|lane| (i, *lane)));
            assert!(room[L::COUNT..].iter().all(|beyond| beyond.is_nan()));
            // Pairs of lanes hold the same numbers.
            for pair in room[..L::COUNT].chunks_exact(2) {
                let same = pair.iter().zip(room).all(|(a, b)| a.to_bits() == b.to_bits());
                assert!(same, "operation {i}");
            }
        }
        lanes
    }
}

#[test]
fn wide_lanes_do_what_two_do() {
    for first in VALUES {
        for second in VALUES {
            let spread = |pair: [f64; 2]| std::array::from_fn(|i| pair[i % 2]);
            let (x, y) = (spread([first, second]), spread([second, 0.3]));
            let every = on_every_width(|| run(Everything(x, y)));
            for (lanes, two) in every[1..].iter().flat_map(|lanes| lanes.iter().zip(&every[0])) {
                let same = lanes.1.to_bits() == two.1.to_bits();
                assert!(same || lanes.1.is_nan() && two.1.is_nan(), "{lanes:?} {two:?}");
            }
        }
    }
}

#[test]
fn widths_are_those_of_the_processor_and_a_limit_ends() {
    assert_eq!(on_every_width(count), available());
    let before = count();
    let caught = std::panic::catch_unwind(|| super::with_at_most(2, || panic!("stop")));
    assert!(caught.is_err() && count() == before);
    assert_eq!(super::with_at_most(3, count), 2);
}

/// Fours that are taken apart, from two lists and back to them.
struct Halves(Vec<[f64; 4]>);

impl Work for Halves {
    type Output = Vec<f64>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Vec<f64> {
        let (first, second) = self.0.split_at(self.0.len() / 2);
        let (mut left, mut right) = (first.to_vec(), second.to_vec());
        let two = L::splat(2.0);
        for (at, part) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            // Four lanes and eight do the same for every part.
            if part < 2_usize.div_ceil(L::COUNT / 2) {
                let values = L::of_fours([first, second], at, part) * two;
                values.write_fours([&mut left, &mut right], at, part);
            }
        }
        let numbers: Vec<f64> = (0..16).map(f64::from).collect();
        let halves = L::load(&numbers).halves(L::load(&numbers[L::COUNT..]));
        let mut apart = [[f64::NAN; MOST]; 2];
        for (half, room) in halves.into_iter().zip(&mut apart) {
            half.store(room);
        }
        for (i, (low, high)) in apart[0].iter().zip(apart[1]).take(L::COUNT).enumerate() {
            let first = (i / 2 * 4 + i % 2) as f64;
            assert_eq!((*low, high), (first, first + 2.0), "{} lanes", L::COUNT);
        }
        left.into_flattened()
    }
}

#[test]
fn fours_are_taken_apart_alike() {
    let fours = |i: usize| std::array::from_fn(|lane| (4 * i + lane) as f64);
    let found = on_every_width(|| run(Halves((0..4).map(fours).collect())));
    for doubled in found {
        assert_eq!(doubled, (0..8).map(|i| 2.0 * f64::from(i)).collect::<Vec<_>>());
    }
}
