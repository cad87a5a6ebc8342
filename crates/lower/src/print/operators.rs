//! Operators that Boogie writes as functions, and literals.

use super::Printer;
use lariat_logic::{Op, Sort, SortId, TermId, Value};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The builtin functions that the text needs.
#[derive(Default)]
pub(super) struct Builtins {
    names: FxHashMap<(String, Vec<SortId>, SortId), String>,
    declarations: Vec<String>,
}

impl Builtins {
    pub fn declare(&self, out: &mut String) {
        for declaration in &self.declarations {
            out.push_str(declaration);
        }
    }
}

/// What SMT-LIB calls an operator.
fn smt_name(op: &Op) -> String {
    match op {
        Op::BvExtract { high, low } => format!("(_ extract {high} {low})"),
        Op::BvZeroExtend(by) => format!("(_ zero_extend {by})"),
        Op::BvSignExtend(by) => format!("(_ sign_extend {by})"),
        Op::NatToBv(width) => format!("(_ int2bv {width})"),
        Op::ConstMap(_) => "MapConst".to_string(),
        Op::Smt(name) => name.clone(),
        _ => op.smt_symbol().unwrap_or("unknown").to_string(),
    }
}

impl Printer<'_> {
    /// The function that stands for an operator at these sorts.
    pub(super) fn builtin(&mut self, op: &Op, args: &[TermId], result: SortId) -> String {
        let sorts: Vec<SortId> = args.iter().map(|&a| self.program.terms.sort_of(a)).collect();
        let smt = smt_name(op);
        let key = (smt, sorts, result);
        if let Some(name) = self.builtins.names.get(&key) {
            return name.clone();
        }
        let (smt, sorts) = (&key.0, &key.1);
        let shown: Vec<String> = sorts.iter().map(|&s| self.sort(s)).collect();
        let base: String = smt.trim_matches(['(', ')', '_', ' ']).replace(' ', "_");
        let suffix = shown.first().cloned().unwrap_or_default();
        let name = self.names.builtin(&format!("{base}.{suffix}"));
        let declaration = format!(
            "function {{:builtin \"{smt}\"}} {name}({}): {};\n",
            shown.join(", "),
            self.sort(result)
        );
        self.builtins.declarations.push(declaration);
        self.builtins.names.insert(key, name.clone());
        name
    }

    /// A literal; the flag says whether it must be put in parentheses inside an expression.
    pub(super) fn literal(&mut self, value: &Value) -> (String, bool) {
        match value {
            Value::Bool(b) => (b.to_string(), false),
            Value::Int(n) => (n.to_string(), n.sign() == num_bigint::Sign::Minus),
            Value::Real(r) => {
                let minus = r.numer().sign() == num_bigint::Sign::Minus;
                let mut text = format!("{}.0", r.numer());
                if !r.is_integer() {
                    _ = write!(text, " / {}.0", r.denom());
                }
                (text, minus || !r.is_integer())
            }
            Value::Bv { bits, width } => (format!("{bits}bv{width}"), false),
            Value::Smt { sort, text } => match self.program.terms.sort_of_id(*sort) {
                Sort::Float { exponent, significand } => {
                    let shown = float_literal(text, *exponent, *significand);
                    let minus = shown.starts_with('-');
                    (shown, minus)
                }
                _ => (text.clone(), false),
            },
            Value::Map(_) | Value::Element { .. } | Value::Data { .. } => {
                (super::names::legal(&value.to_string()), false)
            }
        }
    }
}

/// An SMT-LIB float literal in Boogie's syntax.
fn float_literal(text: &str, eb: u32, sb: u32) -> String {
    let sizes = format!("{sb}e{eb}");
    if text.contains("NaN") {
        return format!("0NaN{sizes}");
    }
    if text.contains("oo") {
        let sign = if text.contains("-oo") { '-' } else { '+' };
        return format!("0{sign}oo{sizes}");
    }
    let bits: Vec<&str> = text
        .trim_matches(['(', ')'])
        .split_whitespace()
        .filter_map(|w| w.strip_prefix("#b"))
        .collect();
    let &[sign, exponent, significand] = bits.as_slice() else { return format!("0NaN{sizes}") };
    let biased = i64::from_str_radix(exponent, 2).unwrap_or(0);
    let bias = (1i64 << (eb - 1)) - 1;
    let hidden = if biased == 0 { "0" } else { "1" };
    let digits = format!("{hidden}{significand}");
    let mut number = num_bigint::BigUint::parse_bytes(digits.as_bytes(), 2).unwrap_or_default();
    // The value is number · 2^power; hexadecimal wants a power of sixteen.
    let mut power = biased.max(1) - bias - i64::from(sb - 1);
    if number == num_bigint::BigUint::default() {
        power = 0;
    } else {
        let zeros = number.trailing_zeros().unwrap_or(0);
        number >>= zeros;
        power += zeros as i64;
    }
    let shift = power.rem_euclid(4);
    number <<= shift as u64;
    let minus = if sign == "1" { "-" } else { "" };
    format!("{minus}0x{}.0e{}f{sizes}", number.to_str_radix(16), (power - shift) / 4)
}

#[cfg(test)]
mod tests {
    use super::float_literal;

    #[test]
    fn floats_in_hexadecimal() {
        let one = "(fp #b0 #b01111111 #b00000000000000000000000)";
        assert_eq!(float_literal(one, 8, 24), "0x1.0e0f24e8");
        let minus = "(fp #b1 #b10000000 #b11000000000000000000000)";
        assert_eq!(float_literal(minus, 8, 24), "-0x38.0e-1f24e8");
        let tiny = "(fp #b0 #b00000 #b0000000001)";
        assert_eq!(float_literal(tiny, 5, 11), "0x1.0e-6f11e5");
        assert_eq!(float_literal("(_ -oo 5 11)", 5, 11), "0-oo11e5");
    }
}
