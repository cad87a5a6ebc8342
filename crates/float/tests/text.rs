//! Texts of numbers against those of the C library.

#![allow(unsafe_code)]

use lariat_float::{Format, TextConversion};
use num_bigint::BigUint;
use std::ffi::{CString, c_char, c_int};

unsafe extern "C" {
    fn snprintf(to: *mut c_char, most: usize, format: *const c_char, ...) -> c_int;
}

fn of_the_library(format: &str, value: f64) -> String {
    let format = CString::new(format).expect("no zero inside");
    let mut to = vec![0u8; 4096];
    // SAFETY: the format has one conversion, of a double; there is room for so many bytes.
    let n = unsafe { snprintf(to.as_mut_ptr().cast(), to.len(), format.as_ptr(), value) };
    String::from_utf8(to[..n as usize].to_vec()).expect("text")
}

/// SplitMix64.
fn number(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Any bits, numbers as people write them, and those on the edge of rounding.
fn value(state: &mut u64) -> f64 {
    let n = number(state);
    match n % 5 {
        0 => f64::from_bits(number(state)),
        1 => (number(state) % 100_000) as f64 / 100.0 - 300.0,
        2 => (number(state) % 4096) as f64 / 64.0,
        3 => 10f64.powi((number(state) % 40) as i32 - 20) * (number(state) % 11) as f64,
        _ => f64::from_bits(number(state) >> 12),
    }
}

#[test]
fn texts_are_those_of_the_library() {
    let mut state = 1;
    let edges = [
        0.0,
        -0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        9.5,
        99.5,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        5e-324,
    ];
    for round in 0..20_000 {
        let x = edges.get(round / 50).copied().unwrap_or_else(|| value(&mut state));
        if x.is_nan() {
            continue;
        }
        let n = number(&mut state);
        let flag = |bit: u64| n >> bit & 1 == 1;
        let precision =
            [None, Some((n >> 8 & 3) as u16), Some((n >> 8 & 31) as u16)][(n >> 16) as usize % 3];
        let conversion = TextConversion {
            letter: b"fegaFEGA"[(n >> 24) as usize % 8],
            alternate: flag(0) && flag(1),
            plus: flag(2) && flag(3),
            space: flag(4) && flag(5),
            precision,
        };
        if conversion.alternate && conversion.letter.eq_ignore_ascii_case(&b'g') {
            continue;
        }
        let mut format = "%".to_owned();
        let flags = [(conversion.alternate, '#'), (conversion.plus, '+'), (conversion.space, ' ')];
        format.extend(flags.iter().filter(|(is, _)| *is).map(|(_, flag)| flag));
        if let Some(digits) = precision {
            format.push_str(&format!(".{digits}"));
        }
        format.push(char::from(conversion.letter));
        let text = Format::DOUBLE.text(&BigUint::from(x.to_bits()), conversion);
        assert_eq!(text, Some(of_the_library(&format, x)), "{format} of {x:e}");
    }
}
