//! Which words an instruction can give for operands between two bounds.

use super::code::{Code, mask, signed};

/// All words from the first to the second.
pub(super) type Range = (u128, u128);

/// The least word with only ones that is not smaller.
fn ones(n: u128) -> u128 {
    u128::MAX.checked_shr(n.leading_zeros()).unwrap_or(0)
}

/// A range as signed numbers of width `w`.
fn signed_range((low, high): Range, w: u8) -> (i128, i128) {
    let (a, b) = (signed(low, w), signed(high, w));
    match a <= b && (low ^ high) >> (w - 1) & 1 == 0 {
        true => (a, b),
        false => (signed(1 << (w - 1), w), signed(mask(w) >> 1, w)),
    }
}

fn truth(never: bool, always: bool) -> Range {
    match (never, always) {
        (true, _) => (0, 0),
        (_, true) => (1, 1),
        _ => (0, 1),
    }
}

/// Bounds of what [`pure`](super::pure::pure) gives; `None` for instructions of which nothing is known.
pub(super) fn range(code: Code, w: u8, a: Range, b: Range, more: u32) -> Option<Range> {
    let full = (0, mask(w));
    let positive = |r: Range| r.1 <= mask(w) >> 1;
    let known = match code {
        Code::Copy => Some(a),
        Code::Not => Some((a.1 ^ 1, a.0 ^ 1)),
        Code::And if w == 1 => Some((a.0 & b.0, a.1 & b.1)),
        Code::And => Some((0, a.1.min(b.1))),
        Code::Or if w == 1 => Some((a.0 | b.0, a.1 | b.1)),
        Code::Or => Some((a.0.max(b.0), ones(a.1 | b.1))),
        Code::Implies => Some(((a.1 ^ 1) | b.0, (a.0 ^ 1) | b.1)),
        Code::BitXor => Some((0, ones(a.1 | b.1))),
        Code::BitNot => Some((mask(w) - a.1, mask(w) - a.0)),
        Code::Negate if a.0 > 0 => Some((mask(w) - a.1 + 1, mask(w) - a.0 + 1)),
        Code::Add => a.1.checked_add(b.1).filter(|&high| high <= mask(w)).map(|h| (a.0 + b.0, h)),
        Code::Subtract if a.0 >= b.1 => Some((a.0 - b.1, a.1 - b.0)),
        // All wrap around.
        Code::Subtract if a.1 < b.0 => {
            let wrapped = |x: u128, y: u128| x.wrapping_sub(y) & mask(w);
            Some((wrapped(a.0, b.1), wrapped(a.1, b.0)))
        }
        Code::Multiply => {
            a.1.checked_mul(b.1).filter(|&high| high <= mask(w)).map(|h| (a.0 * b.0, h))
        }
        Code::DivideUnsigned if b.0 > 0 => Some((a.0 / b.1, a.1 / b.0)),
        Code::DivideSigned if b.0 > 0 && positive(a) && positive(b) => Some((a.0 / b.1, a.1 / b.0)),
        Code::RemainderUnsigned if a.1 < b.0 => Some(a),
        Code::RemainderUnsigned if b.0 > 0 => Some((0, a.1.min(b.1 - 1))),
        Code::RemainderUnsigned => Some((0, a.1)),
        Code::RemainderSigned if b.0 > 0 && positive(a) && positive(b) => {
            Some((0, a.1.min(b.1 - 1)))
        }
        Code::ShiftLeft if b.0 == b.1 && b.0 < u128::from(w) && a.1 <= mask(w) >> b.0 => {
            Some((a.0 << b.0, a.1 << b.0))
        }
        Code::ShiftRight if b.0 == b.1 && b.0 < u128::from(w) => Some((a.0 >> b.0, a.1 >> b.0)),
        Code::ShiftRight => Some((0, a.1)),
        Code::ShiftRightSigned if positive(a) => Some((0, a.1)),
        Code::LessUnsigned => Some(truth(a.0 >= b.1, a.1 < b.0)),
        Code::AtMostUnsigned => Some(truth(a.0 > b.1, a.1 <= b.0)),
        Code::LessSigned | Code::AtMostSigned => {
            let (a, b) = (signed_range(a, w), signed_range(b, w));
            Some(match code {
                Code::LessSigned => truth(a.0 >= b.1, a.1 < b.0),
                _ => truth(a.0 > b.1, a.1 <= b.0),
            })
        }
        Code::Equal => Some(truth(a.1 < b.0 || b.1 < a.0, a.0 == a.1 && a == b)),
        Code::Concatenate => {
            let low = if a.0 == a.1 { b } else { full };
            Some(((a.0 << w) | low.0, (a.1 << w) | low.1))
        }
        Code::Extract => {
            let (low, high) = (a.0 >> more, a.1 >> more);
            (low & !mask(w) == high & !mask(w)).then_some((low & mask(w), high & mask(w)))
        }
        Code::ExtendSigned => {
            let to = more as u8;
            let extended = |n: u128| signed(n, w) as u128 & mask(to);
            let same_sign = (a.0 ^ a.1) >> (w - 1) & 1 == 0;
            Some(if same_sign { (extended(a.0), extended(a.1)) } else { (0, mask(to)) })
        }
        _ => None,
    };
    let of_bits = matches!(
        code,
        Code::Negate
            | Code::Add
            | Code::Subtract
            | Code::Multiply
            | Code::DivideUnsigned
            | Code::DivideSigned
            | Code::RemainderSigned
            | Code::ShiftLeft
            | Code::ShiftRightSigned
            | Code::Extract
    );
    known.or(of_bits.then_some(full))
}

#[cfg(test)]
mod tests {
    use super::super::pure::pure;
    use super::*;

    /// Whatever words lie in the ranges, the result lies in the range of results.
    #[test]
    fn results_lie_in_their_range() {
        use Code::*;
        let unary = [Copy, Not, BitNot, Negate, Extract, ExtendSigned];
        let binary = [
            And,
            Or,
            Implies,
            BitXor,
            Add,
            Subtract,
            Multiply,
            DivideUnsigned,
            DivideSigned,
            RemainderUnsigned,
            RemainderSigned,
            ShiftLeft,
            ShiftRight,
            ShiftRightSigned,
            LessUnsigned,
            AtMostUnsigned,
            LessSigned,
            AtMostSigned,
            Equal,
            Concatenate,
        ];
        // All ranges of three bits, all words in them.
        for w in 1..=3u8 {
            let words = 0..=mask(w);
            let ranges: Vec<Range> =
                words.clone().flat_map(|a| (a..=mask(w)).map(move |b| (a, b))).collect();
            for (code, is_unary) in
                unary.map(|c| (c, true)).into_iter().chain(binary.map(|c| (c, false)))
            {
                if matches!(code, Not | Implies) && w > 1 {
                    continue;
                }
                let more: Vec<(u8, u32)> = match code {
                    // Bits of a word of three.
                    Extract => (1..=3 - w.min(2))
                        .flat_map(|n| (0..=w - n.min(w)).map(move |l| (n, u32::from(l))))
                        .collect(),
                    ExtendSigned => (w..6).map(|to| (w, u32::from(to))).collect(),
                    _ => vec![(w, 0)],
                };
                for &a in &ranges {
                    for &b in if is_unary { &ranges[..1] } else { &ranges[..] } {
                        for &(w, more) in &more {
                            let Some((low, high)) = range(code, w, a, b, more) else { continue };
                            for x in a.0..=a.1 {
                                for y in b.0..=b.1 {
                                    let result = pure(code, w, x, y, more).expect("a result");
                                    assert!(
                                        (low..=high).contains(&result),
                                        "{code:?} {w} {a:?} {b:?} {more}: {x} {y}"
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
