//! Names and operator symbols in SMT-LIB.
//!
//! Every user name gets a suffix that makes it unique (`x!12`), which also keeps it apart from the
//! words of SMT-LIB and its theories.

use lariat_logic::{ConstructorId, DatatypeId, FunctionId, SortId, Terms, Value};
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
