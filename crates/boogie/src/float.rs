//! Floating-point literals taken apart.

/// The value of a floating-point literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloatValue {
    /// Not a number.
    NaN,
    /// Plus (false) or minus (true) infinity.
    Infinity {
        /// Whether negative.
        negative: bool,
    },
    /// `± 0xH.F · 16^exponent`
    Finite {
        /// Whether negative.
        negative: bool,
        /// Hexadecimal digits before the point.
        integer: String,
        /// Hexadecimal digits after the point.
        fraction: String,
        /// Exponent of sixteen, in decimal.
        exponent: i64,
    },
}

/// A floating-point literal such as `0x1.8e3f24e8`, `0NaN24e8` or `0-oo53e11`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatLit {
    /// Its value.
    pub value: FloatValue,
    /// Bits of the significand, with the hidden one.
    pub significand: u32,
    /// Bits of the exponent.
    pub exponent: u32,
}

impl FloatLit {
    /// Takes the text of an [`crate::ast::ExprKind::Float`] apart. `None` if the text is no
    /// literal or a number in it is too large.
    pub fn parse(text: &str) -> Option<FloatLit> {
        let (minus, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let rest = rest.strip_prefix('0')?;
        let sizes = |s: &str| -> Option<(u32, u32)> {
            let (significand, exponent) = s.split_once('e')?;
            Some((significand.parse().ok()?, exponent.parse().ok()?))
        };
        let (value, (significand, exponent)) = if let Some(rest) = rest.strip_prefix('x') {
            let (integer, rest) = rest.split_once('.')?;
            // `e` is a hexadecimal digit as well: the exponent starts at the last `e`
            // before the `f` that starts the sizes, and both are the last of their kind.
            let (rest, exponent_size) = rest.rsplit_once('e')?;
            let (rest, significand_size) = rest.rsplit_once('f')?;
            let (fraction, power) = rest.rsplit_once('e')?;
            let value = FloatValue::Finite {
                negative: minus,
                integer: integer.to_string(),
                fraction: fraction.to_string(),
                exponent: power.parse().ok()?,
            };
            (value, (significand_size.parse().ok()?, exponent_size.parse().ok()?))
        } else if let Some(rest) = rest.strip_prefix("NaN").or(rest.strip_prefix("nan")) {
            (FloatValue::NaN, sizes(rest)?)
        } else if let Some(rest) = rest.strip_prefix("+oo") {
            (FloatValue::Infinity { negative: false }, sizes(rest)?)
        } else {
            let rest = rest.strip_prefix("-oo")?;
            (FloatValue::Infinity { negative: true }, sizes(rest)?)
        };
        Some(FloatLit { value, significand, exponent })
    }
}
