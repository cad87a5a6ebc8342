//! The text that `printf` has for a number: `%f`, `%e`, `%g` and `%a`, exact to the last digit, rounded to the nearest and
//! of two to the even one, as glibc does it in the default rounding mode.

use crate::{Finite, Format, Number};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// What a conversion asks for, besides its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// One of `f e g a`, or their capitals.
    pub letter: u8,
    /// `#`: the point is always there, and so are zeros at the end.
    pub alternate: bool,
    /// `+`: positive numbers have a sign.
    pub plus: bool,
    /// ` `: positive numbers have a space in its place.
    pub space: bool,
    /// Digits behind the point, or for `%g` in all.
    pub precision: Option<u16>,
}

/// Digits behind the point if nothing is said.
const PRECISION: usize = 6;
/// The precision that stands for none in a packed conversion.
const NO_PRECISION: u64 = 0xffff;
/// Where in a word the parts of a conversion are; the lowest 32 bits are an index.
const LETTER: u32 = 32;
const FLAGS: u32 = 40;
const DIGITS: u32 = 48;

impl Conversion {
    /// The conversion in a word whose lowest 32 bits are zero. `None` for a precision that is too large.
    pub fn packed(self) -> Option<u64> {
        let digits = self.precision.map_or(NO_PRECISION, u64::from);
        if self.precision.is_some() && digits == NO_PRECISION {
            return None;
        }
        let flags = [self.alternate, self.plus, self.space];
        let flags = flags.iter().enumerate().map(|(i, &flag)| u64::from(flag) << i).sum::<u64>();
        Some(u64::from(self.letter) << LETTER | flags << FLAGS | digits << DIGITS)
    }

    /// The conversion in a word, and the index in its lowest bits.
    pub(crate) fn unpacked(word: u64) -> (Conversion, u32) {
        let digits = word >> DIGITS;
        let flag = |i: u32| word >> (FLAGS + i) & 1 == 1;
        let conversion = Conversion {
            letter: (word >> LETTER) as u8,
            alternate: flag(0),
            plus: flag(1),
            space: flag(2),
            precision: (digits != NO_PRECISION).then_some(digits as u16),
        };
        (conversion, word as u32)
    }

    fn digits(self) -> usize {
        self.precision.map_or(PRECISION, usize::from)
    }
}

impl Format {
    /// The text of a number, without anything that makes it as wide as it should be. `None` for a NaN, whose sign is not
    /// kept, and for what is no conversion of this kind.
    pub fn text(self, bits: &BigUint, conversion: Conversion) -> Option<String> {
        let (negative, body) = match self.decode(bits) {
            Number::NaN => return None,
            Number::Infinite { negative } => (negative, "inf".to_owned()),
            Number::Finite(finite) => {
                let body = match conversion.letter.to_ascii_lowercase() {
                    b'f' => fixed(&finite, conversion.digits(), conversion.alternate),
                    b'e' => scientific(&finite, conversion.digits(), conversion.alternate),
                    // Versions of glibc differ in how many zeros `%#g` has.
                    b'g' if conversion.alternate => return None,
                    b'g' => general(&finite, conversion),
                    b'a' => self.hexadecimal(&finite, conversion)?,
                    _ => return None,
                };
                (finite.negative, body)
            }
        };
        let sign = match (negative, conversion.plus, conversion.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        };
        let text = format!("{sign}{body}");
        Some(if conversion.letter.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text })
    }

    /// `0x1.8p+3`; the first digit is zero for numbers that are too small for the exponent.
    fn hexadecimal(self, number: &Finite, conversion: Conversion) -> Option<String> {
        let places = self.places();
        // Whole digits behind the point.
        let digits = usize::try_from(places / 4).ok().filter(|_| places.is_multiple_of(4))?;
        let exponent = match number.mantissa.is_zero() {
            true => 0,
            false => number.exponent + i64::from(places),
        };
        let mut value = number.mantissa.clone();
        let kept = conversion.precision.map_or(digits, usize::from);
        if kept < digits {
            let cut = BigUint::one() << (4 * (digits - kept));
            value = nearest(&value, &cut) * cut;
        }
        let mut text = format!("{:0width$x}", value, width = digits + 1);
        let mut behind = text.split_off(text.len() - digits);
        match conversion.precision {
            None => behind.truncate(behind.trim_end_matches('0').len()),
            Some(_) if kept < digits => behind.truncate(kept),
            Some(_) => behind.extend(std::iter::repeat_n('0', kept - digits)),
        }
        let point = if behind.is_empty() && !conversion.alternate { "" } else { "." };
        Some(format!("0x{text}{point}{behind}p{exponent:+}"))
    }
}

/// The integer nearest to a fraction, of two the even one.
fn nearest(above: &BigUint, below: &BigUint) -> BigUint {
    let (whole, rest) = above.div_rem(below);
    match (rest * 2u8).cmp(below) {
        std::cmp::Ordering::Less => whole,
        std::cmp::Ordering::Equal if whole.is_even() => whole,
        _ => whole + 1u8,
    }
}

/// The integer nearest to a number times a power of ten.
fn times_power_of_ten(number: &Finite, power: i64) -> BigUint {
    let up = |n: i64| u32::try_from(n.max(0)).unwrap_or(u32::MAX);
    let ten = |n: i64| BigUint::from(10u8).pow(up(n));
    let above = (&number.mantissa << up(number.exponent)) * ten(power);
    let below = (BigUint::one() << up(-number.exponent)) * ten(-power);
    nearest(&above, &below)
}

/// `%f`
fn fixed(number: &Finite, digits: usize, point: bool) -> String {
    let scaled = times_power_of_ten(number, digits as i64);
    let mut text = format!("{scaled:0>width$}", scaled = scaled.to_string(), width = digits + 1);
    if digits > 0 || point {
        text.insert(text.len() - digits, '.');
    }
    text
}

/// The first digits of a number, one more than asked for, and the power of ten of the first of them.
fn leading_digits(number: &Finite, digits: usize) -> (String, i64) {
    if number.mantissa.is_zero() {
        return ("0".repeat(digits + 1), 0);
    }
    let power_of_two = number.mantissa.bits() as i64 - 1 + number.exponent;
    // A guess that is at most one away: log10(2) is a bit less than 30103 / 100000.
    let mut power = (power_of_two * 30_103).div_euclid(100_000);
    loop {
        let text = times_power_of_ten(number, digits as i64 - power).to_string();
        match text.len().cmp(&(digits + 1)) {
            std::cmp::Ordering::Equal => return (text, power),
            std::cmp::Ordering::Less => power -= 1,
            std::cmp::Ordering::Greater => power += 1,
        }
    }
}

/// `%e`
fn scientific(number: &Finite, digits: usize, point: bool) -> String {
    let (mut text, power) = leading_digits(number, digits);
    if digits > 0 || point {
        text.insert(1, '.');
    }
    let sign = if power < 0 { '-' } else { '+' };
    format!("{text}e{sign}{:02}", power.unsigned_abs())
}

/// `%g`: the shorter of the two, without zeros at the end.
fn general(number: &Finite, conversion: Conversion) -> String {
    let digits = conversion.digits().max(1);
    let (_, power) = leading_digits(number, digits - 1);
    let (text, exponent) = match usize::try_from(digits as i64 - 1 - power) {
        Ok(behind) if power >= -4 => (fixed(number, behind, false), String::new()),
        _ => {
            let mut text = scientific(number, digits - 1, false);
            let at = text.find('e').unwrap_or(text.len());
            let exponent = text.split_off(at);
            (text, exponent)
        }
    };
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    format!("{text}{exponent}")
}
