//! Operations on random and special numbers must give what the machine gives.

use lariat_float::{Format, Operation, Outcome, Rounding, literal};
use num_bigint::BigUint;

/// Numbers at the edges, and the bits of others from a generator that is good enough for this.
fn samples(width: u32, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let edges32 = [0.0f32, 1.0, -1.0, 0.1, 3.0, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::INFINITY];
    let mut all: Vec<u64> = Vec::new();
    for x in edges32 {
        all.push(if width == 32 { u64::from(x.to_bits()) } else { f64::from(x).to_bits() });
        all.push(if width == 32 { u64::from((-x).to_bits()) } else { (-f64::from(x)).to_bits() });
    }
    all.push(if width == 32 { u64::from(f32::NAN.to_bits()) } else { f64::NAN.to_bits() });
    for n in 0..160 {
        let bits = next();
        let exponent = if width == 32 { 120 + next() % 16 } else { 1010 + next() % 30 };
        // Half of them close to one, so that sums are not all trivial.
        all.push(match (width, n % 2) {
            (32, 0) => bits >> 32,
            (32, _) => (bits >> 32) & 0x807f_ffff | exponent << 23,
            (_, 0) => bits,
            _ => bits & 0x800f_ffff_ffff_ffff | exponent << 52,
        });
    }
    all
}

fn bits(operation: Operation, operands: &[(u64, u32)]) -> u64 {
    let held: Vec<BigUint> = operands.iter().map(|o| BigUint::from(o.0)).collect();
    let given: Vec<(&BigUint, u32)> = held.iter().zip(operands).map(|(b, o)| (b, o.1)).collect();
    match operation.apply(&given).expect("operands of the right width") {
        Outcome::Truth(t) => u64::from(t),
        Outcome::Bits(b, _) => u64::try_from(b).expect("at most 64 bits"),
    }
}

fn same(a: u64, b: f64) -> bool {
    a == b.to_bits() || f64::from_bits(a).is_nan() && b.is_nan()
}

fn same32(a: u64, b: f32) -> bool {
    a == u64::from(b.to_bits()) || f32::from_bits(a as u32).is_nan() && b.is_nan()
}

#[test]
fn double_arithmetic_is_that_of_the_machine() {
    let f = Format::DOUBLE;
    let all = samples(64, 88172645463325252);
    for &x in &all {
        let a = f64::from_bits(x);
        assert!(same(bits(Operation::Root(f), &[(x, 64)]), a.sqrt()), "sqrt {a:e}");
        let one = |how| bits(Operation::Round(how, f), &[(x, 64)]);
        assert!(same(one(Rounding::Down), a.floor()), "floor {a:e}");
        assert!(same(one(Rounding::Up), a.ceil()), "ceil {a:e}");
        assert!(same(one(Rounding::TowardZero), a.trunc()), "trunc {a:e}");
        assert!(same(one(Rounding::NearestAway), a.round()), "round {a:e}");
        assert!(same(one(Rounding::NearestEven), a.round_ties_even()), "rint {a:e}");
        let narrow = bits(Operation::Convert(f, Format::SINGLE), &[(x, 64)]);
        assert!(same32(narrow, a as f32), "{a:e} as float");
        assert!(same(bits(Operation::OfSigned(f), &[(x, 64)]), x as i64 as f64));
        assert!(same(bits(Operation::OfUnsigned(f), &[(x, 64)]), x as f64));
        if a > -9.2e18 && a < 9.2e18 {
            assert_eq!(bits(Operation::ToSigned(64, f), &[(x, 64)]), a as i64 as u64, "{a:e}");
        }
        if a > -1.0 && a < 1.8e19 {
            assert_eq!(bits(Operation::ToUnsigned(64, f), &[(x, 64)]), a as u64, "{a:e}");
        }
        for &y in &all {
            let b = f64::from_bits(y);
            let both = [(x, 64), (y, 64)];
            assert!(same(bits(Operation::Add(f), &both), a + b), "{a:e} + {b:e}");
            assert!(same(bits(Operation::Subtract(f), &both), a - b), "{a:e} - {b:e}");
            assert!(same(bits(Operation::Multiply(f), &both), a * b), "{a:e} * {b:e}");
            assert!(same(bits(Operation::Divide(f), &both), a / b), "{a:e} / {b:e}");
            assert_eq!(bits(Operation::Less(f), &both) == 1, a < b, "{a:e} < {b:e}");
            assert_eq!(bits(Operation::LessEqual(f), &both) == 1, a <= b, "{a:e} <= {b:e}");
            assert_eq!(bits(Operation::Equal(f), &both) == 1, a == b, "{a:e} == {b:e}");
        }
    }
}

#[test]
fn single_arithmetic_is_that_of_the_machine() {
    let f = Format::SINGLE;
    let all = samples(32, 2463534242);
    for &x in &all {
        let a = f32::from_bits(x as u32);
        assert!(same32(bits(Operation::Root(f), &[(x, 32)]), a.sqrt()), "sqrt {a:e}");
        assert!(same(bits(Operation::Convert(f, Format::DOUBLE), &[(x, 32)]), f64::from(a)));
        assert!(same32(bits(Operation::OfSigned(f), &[(x, 32)]), x as u32 as i32 as f32));
        for &y in &all {
            let b = f32::from_bits(y as u32);
            let both = [(x, 32), (y, 32)];
            assert!(same32(bits(Operation::Add(f), &both), a + b), "{a:e} + {b:e}");
            assert!(same32(bits(Operation::Multiply(f), &both), a * b), "{a:e} * {b:e}");
            assert!(same32(bits(Operation::Divide(f), &both), a / b), "{a:e} / {b:e}");
        }
    }
}

#[test]
fn literals_are_rounded_once() {
    for text in [
        "0.1",
        "1e23",
        "3.14159265358979323846",
        "5e-324",
        "1.7976931348623157e308",
        "123456789012345678901234567890",
        "0x1.8p3",
        "9007199254740993.0",
        "2.5e-10",
        "1e400",
        "0",
    ] {
        let expected = match text {
            "0x1.8p3" => 12.0,
            _ => text.parse::<f64>().expect("a number"),
        };
        let got = literal(text, Format::DOUBLE).expect("a number");
        assert_eq!(got, BigUint::from(expected.to_bits()), "{text}");
    }
    assert_eq!(literal("0.1f", Format::SINGLE), Some(BigUint::from(0.1f32.to_bits())));
}

#[test]
fn names_are_read_back() {
    let (f, g) = (Format::DOUBLE, Format::SINGLE);
    for operation in [
        Operation::Add(f),
        Operation::Round(Rounding::Down, g),
        Operation::Convert(f, g),
        Operation::ToSigned(32, f),
        Operation::ToUnsigned(64, g),
        Operation::OfUnsigned(g),
        Operation::Equal(f),
    ] {
        assert_eq!(Operation::named(&operation.name()), Some(operation));
    }
    assert_eq!(Operation::named("fp.add"), None);
    assert_eq!(Operation::named("float.add 11"), None);
}
