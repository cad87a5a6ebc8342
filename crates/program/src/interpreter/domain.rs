//! Finite sorts: their values one by one, and equality of values where form alone does not decide.

use lariat_logic::{MapValue, Sort, SortId, Terms, Value};

/// How deep datatypes and maps may be nested in each other before a sort counts as infinite.
const DEPTH: u32 = 8;

/// All values of a sort, if there are at most `limit`.
pub fn enumerate(terms: &Terms, sort: SortId, limit: usize) -> Option<Vec<Value>> {
    all_values(terms, sort, limit, DEPTH)
}

fn all_values(terms: &Terms, sort: SortId, limit: usize, depth: u32) -> Option<Vec<Value>> {
    let depth = depth.checked_sub(1)?;
    let values = match terms.sort_of_id(sort) {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Bv(width) => {
            let count = 1u64.checked_shl(*width).filter(|&n| n <= limit as u64)?;
            (0..count).map(|n| Value::bv(n, *width)).collect()
        }
        Sort::Datatype(datatype) => {
            let mut values = Vec::new();
            for &constructor in &terms.datatype(*datatype).constructors {
                let fields = terms.constructor(constructor).fields.iter();
                let fields = fields
                    .map(|f| all_values(terms, f.1, limit, depth))
                    .collect::<Option<Vec<_>>>()?;
                for fields in product(&fields, limit)? {
                    values.push(Value::Data { constructor, fields });
                }
            }
            values
        }
        Sort::Map { indices, element } => {
            let indices = indices
                .iter()
                .map(|&i| all_values(terms, i, limit, depth))
                .collect::<Option<Vec<_>>>()?;
            let places = product(&indices, limit)?;
            let elements = all_values(terms, *element, limit, depth)?;
            all_maps(&places, &elements, limit)?
        }
        _ => return None,
    };
    (values.len() <= limit).then_some(values)
}

/// All maps that have one of `elements` at each of `places`, and the first element elsewhere.
pub(super) fn all_maps(
    places: &[Vec<Value>],
    elements: &[Value],
    limit: usize,
) -> Option<Vec<Value>> {
    let choices = vec![elements.to_vec(); places.len()];
    let default = elements.first()?;
    let maps = product(&choices, limit)?.into_iter().map(|row| {
        let empty = MapValue::constant(default.clone());
        let stores = places.iter().cloned().zip(row);
        Value::Map(stores.fold(empty, |map, (place, value)| map.store(place, value)))
    });
    Some(maps.collect())
}

/// All ways to take one value from each list, if there are at most `limit`.
pub(super) fn product(lists: &[Vec<Value>], limit: usize) -> Option<Vec<Vec<Value>>> {
    let mut rows = vec![Vec::new()];
    for list in lists {
        if rows.len().checked_mul(list.len())? > limit {
            return None;
        }
        rows = rows
            .into_iter()
            .flat_map(|row| {
                list.iter().map(move |value| {
                    let mut longer = row.clone();
                    longer.push(value.clone());
                    longer
                })
            })
            .collect();
    }
    Some(rows)
}

/// Whether there are infinitely many values of the sort, as far as that is sure.
fn is_infinite(terms: &Terms, sort: SortId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match terms.sort_of_id(sort) {
        Sort::Int | Sort::Real | Sort::String => true,
        Sort::Map { indices, element } => {
            is_infinite(terms, *element, depth)
                || indices.iter().any(|&i| is_infinite(terms, i, depth))
        }
        Sort::Datatype(d) => {
            terms.datatype(*d).constructors.iter().any(|&c| {
                terms.constructor(c).fields.iter().any(|f| is_infinite(terms, f.1, depth))
            })
        }
        _ => false,
    }
}

/// Whether two values of a sort are equal; `None` if that cannot be told (floats written in two
/// ways, maps over a sort of unknown size that differ only in their default).
pub fn equal(terms: &Terms, sort: SortId, a: &Value, b: &Value) -> Option<bool> {
    if a == b {
        return Some(true);
    }
    match (a, b) {
        (Value::Smt { .. }, _) | (_, Value::Smt { .. }) => None,
        (Value::Map(x), Value::Map(y)) => {
            let Sort::Map { indices, element } = terms.sort_of_id(sort) else { return None };
            equal_maps(terms, indices, *element, x, y)
        }
        (Value::Data { constructor, fields: x }, Value::Data { constructor: other, fields: y }) => {
            if constructor != other {
                return Some(false);
            }
            let sorts = terms.constructor(*constructor).fields.iter().map(|f| f.1);
            all_equal(sorts.zip(x.iter().zip(y)).map(|(s, (x, y))| equal(terms, s, x, y)))
        }
        _ => Some(false),
    }
}

fn equal_maps(
    terms: &Terms,
    indices: &[SortId],
    element: SortId,
    x: &MapValue,
    y: &MapValue,
) -> Option<bool> {
    let places = x.entries().chain(y.entries()).map(|e| e.0);
    let listed = all_equal(places.map(|p| equal(terms, element, x.select(p), y.select(p))));
    if listed == Some(false) {
        return Some(false);
    }
    if equal(terms, element, x.default_value(), y.default_value()) == Some(true) {
        return listed;
    }
    // The defaults matter only where a place is left that neither map lists.
    if indices.iter().any(|&i| is_infinite(terms, i, DEPTH)) {
        return equal(terms, element, x.default_value(), y.default_value());
    }
    let domains = indices.iter().map(|&i| enumerate(terms, i, 4096)).collect::<Option<Vec<_>>>()?;
    let places = product(&domains, 4096)?;
    all_equal(places.iter().map(|p| equal(terms, element, x.select(p), y.select(p))))
}

fn all_equal(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut sure = true;
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => sure = false,
        }
    }
    sure.then_some(true)
}
