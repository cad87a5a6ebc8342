//! Names and operator symbols in SMT-LIB.
//!
//! Every user name gets a suffix that makes it unique (`x!12`), which also keeps it apart from the
//! words of SMT-LIB and its theories.

use lariat_logic::{ConstructorId, DatatypeId, FunctionId, Op, SortId, Terms, Value};
use num_traits::Signed;

/// A name as a symbol, quoted if need be.
pub(super) fn quote(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty()
        && name.chars().all(simple)
        && !name.starts_with(|c: char| c.is_ascii_digit())
    {
        return name.to_owned();
    }
    let printable = |c: char| matches!(c, ' '..='~') && c != '|' && c != '\\';
    let inner: String = name.chars().map(|c| if printable(c) { c } else { '_' }).collect();
    format!("|{inner}|")
}

pub(super) fn uninterpreted_sort(name: &str, id: SortId) -> String {
    quote(&format!("{name}!s{}", id.0))
}

pub(super) fn datatype(terms: &Terms, id: DatatypeId) -> String {
    quote(&format!("{}!d{}", terms.datatype(id).name, id.0))
}

pub(super) fn constructor(terms: &Terms, id: ConstructorId) -> String {
    quote(&format!("{}!c{}", terms.constructor(id).name, id.0))
}

pub(super) fn field(terms: &Terms, id: ConstructorId, field: usize) -> String {
    quote(&format!("{}!c{}.{field}", terms.constructor(id).fields[field].0, id.0))
}

pub(super) fn function(terms: &Terms, id: FunctionId) -> String {
    quote(&format!("{}!f{}", terms.function(id).name, id.0))
}

/// The function from the elements of an uninterpreted sort to their numbers.
pub(super) fn numbering(id: SortId) -> String {
    format!("number-of!s{}", id.0)
}

/// The symbol of an operator that is written as a plain application; `None` for the others.
pub(super) fn operator(op: &Op) -> Option<&'static str> {
    Some(match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Add => "+",
        Op::Sub | Op::Neg => "-",
        Op::Mul => "*",
        Op::IntDiv => "div",
        Op::IntMod => "mod",
        Op::RealDiv => "/",
        Op::Pow => "^",
        Op::ToReal => "to_real",
        Op::ToInt => "to_int",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::BvConcat => "concat",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvSdiv => "bvsdiv",
        Op::BvSrem => "bvsrem",
        Op::BvSmod => "bvsmod",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::BvUlt => "bvult",
        Op::BvUle => "bvule",
        Op::BvSlt => "bvslt",
        Op::BvSle => "bvsle",
        Op::BvToNat => "bv2nat",
        Op::Select => "select",
        Op::Store => "store",
        _ => return None,
    })
}

/// A scalar value as text; `None` for those that need declarations (maps, elements, data).
pub(super) fn scalar(value: &Value) -> Option<String> {
    Some(match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(n) if n.is_negative() => format!("(- {})", n.abs()),
        Value::Int(n) => n.to_string(),
        Value::Real(r) => {
            let (numerator, denominator) = (r.numer().abs(), r.denom());
            let size = if r.is_integer() {
                format!("{numerator}.0")
            } else {
                format!("(/ {numerator}.0 {denominator}.0)")
            };
            if r.is_negative() { format!("(- {size})") } else { size }
        }
        Value::Bv { bits, width } => format!("(_ bv{bits} {width})"),
        Value::Smt { text, .. } => text.clone(),
        Value::Map(_) | Value::Element { .. } | Value::Data { .. } => return None,
    })
}
