//! Values as SMT-LIB solvers print them.

use super::sexp::Sexp;
use super::symbols;
use crate::finite::Finite;
use lariat_logic::{ConstructorId, MapValue, Sort, SortId, Terms, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Num;
use rustc_hash::FxHashMap;
use std::str::FromStr;

/// Values nested deeper than this are not read.
const MAX_DEPTH: u32 = 1_000;

/// What `let`s and lambdas bind.
type Names = Vec<(String, Binding)>;

#[derive(Clone)]
enum Binding {
    /// An abbreviation.
    Text(Sexp),
    /// The index of a map at this position.
    Index(usize),
}

/// Reads values of the sorts of a store.
pub(super) struct Reader<'a> {
    terms: &'a Terms,
    /// Whether maps with several indices are nested.
    nested: bool,
    /// The numbers of elements, by sort and the solver's name.
    elements: &'a FxHashMap<SortId, FxHashMap<String, u64>>,
}

impl<'a> Reader<'a> {
    pub fn new(
        terms: &'a Terms,
        nested: bool,
        elements: &'a FxHashMap<SortId, FxHashMap<String, u64>>,
    ) -> Self {
        Self { terms, nested, elements }
    }

    /// The value of this sort, if the text is one.
    pub fn value(&self, text: &Sexp, sort: SortId) -> Option<Value> {
        self.read(text, sort, &mut Vec::new(), 0)
    }

    fn read(&self, text: &Sexp, sort: SortId, names: &mut Names, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let text = &resolve(text, names);
        let depth = depth + 1;
        if let Some((bindings, body)) = as_let(text) {
            let before = names.len();
            bind_let(bindings, names)?;
            let value = self.read(body, sort, names, depth);
            names.truncate(before);
            return value;
        }
        match self.terms.sort_of_id(sort) {
            Sort::Bool => Some(Value::Bool(bool::from_str(text.atom()?).ok()?)),
            Sort::Int => {
                let number = rational(text)?;
                number.is_integer().then(|| Value::Int(number.to_integer()))
            }
            Sort::Real => Some(Value::Real(rational(text)?)),
            Sort::Bv(width) => Some(Value::bv(bits(text)?, *width)),
            Sort::Map { indices, element } => {
                self.map(text, indices, *element, names, depth).map(Value::Map)
            }
            Sort::Uninterpreted(_) => self.element(text, sort),
            Sort::Datatype(datatype) => {
                let (head, args) = match text {
                    Sexp::List(items) => match items.split_first()? {
                        (first, _) if first.atom() == Some("as") => (items.get(1)?, &[][..]),
                        (first, args) => (first, args),
                    },
                    atom => (atom, &[][..]),
                };
                let name = match head {
                    Sexp::List(items) if items.first()?.atom() == Some("as") => items.get(1)?,
                    other => other,
                };
                let name = name.atom()?;
                let constructors = &self.terms.datatype(*datatype).constructors;
                let constructor = *constructors.iter().find(|&&k| self.is_named(k, name))?;
                let fields = &self.terms.constructor(constructor).fields;
                if fields.len() != args.len() {
                    return None;
                }
                let fields = args
                    .iter()
                    .zip(fields)
                    .map(|(arg, field)| self.read(arg, field.1, names, depth))
                    .collect::<Option<_>>()?;
                Some(Value::Data { constructor, fields })
            }
            Sort::Float { .. }
            | Sort::RoundingMode
            | Sort::String
            | Sort::RegLan
            | Sort::Seq(_) => Some(Value::Smt { sort, text: text.to_string() }),
        }
    }

    fn is_named(&self, constructor: ConstructorId, name: &str) -> bool {
        symbols::constructor(self.terms, constructor).trim_matches('|') == name
    }

    /// `S!val!3`, `(as @S_3 S)`, `@S_3`.
    fn element(&self, text: &Sexp, sort: SortId) -> Option<Value> {
        let named = self.elements.get(&sort);
        if let Some(&number) = named.and_then(|n| n.get(&text.to_string())) {
            return Some(Value::Element { sort, number });
        }
        let name = match text {
            Sexp::List(items) if items.first()?.atom() == Some("as") => items.get(1)?.atom()?,
            other => other.atom()?,
        };
        let digits = name.len() - name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let own: u64 = name[digits..].parse().ok()?;
        let first_free = named.and_then(|n| n.values().max()).map_or(0, |&greatest| greatest + 1);
        Some(Value::Element { sort, number: first_free + own })
    }

    fn map(
        &self,
        text: &Sexp,
        indices: &[SortId],
        element: SortId,
        names: &mut Names,
        depth: u32,
    ) -> Option<MapValue> {
        let before = names.len();
        let map = if self.nested && indices.len() > 1 {
            let mut row = |row: &Sexp, names: &mut Names| {
                self.map(row, &indices[1..], element, names, depth + 1).map(Value::Map)
            };
            let mut shape =
                Shape { reader: self, indices: &indices[..1], depth, element: &mut row };
            shape.map(text, names).map(Finite::into_map).and_then(|rows| flatten(&rows))
        } else {
            let mut read =
                |value: &Sexp, names: &mut Names| self.read(value, element, names, depth);
            let mut shape = Shape { reader: self, indices, depth, element: &mut read };
            shape.map(text, names).map(Finite::into_map)
        };
        names.truncate(before);
        map
    }
}

/// How to read a value in a map.
type ReadElement<'a> = &'a mut dyn FnMut(&Sexp, &mut Names) -> Option<Value>;

/// Reads a map with the given indices.
struct Shape<'a> {
    reader: &'a Reader<'a>,
    indices: &'a [SortId],
    depth: u32,
    element: ReadElement<'a>,
}

impl Shape<'_> {
    fn map(&mut self, text: &Sexp, names: &mut Names) -> Option<Finite> {
        let mut stores = Vec::new();
        let mut text = text.clone();
        let mut finite = loop {
            text = resolve(&text, names);
            if let Some((bindings, body)) = as_let(&text) {
                bind_let(bindings, names)?;
                text = body.clone();
                continue;
            }
            let items = text.list()?;
            let head = items.first()?;
            if head.atom() == Some("store") && items.len() == self.indices.len() + 3 {
                let place = items[2..]
                    .iter()
                    .zip(self.indices)
                    .map(|(place, &sort)| self.reader.read(place, sort, names, self.depth))
                    .collect::<Option<Vec<Value>>>()?;
                stores.push((place, (self.element)(items.last()?, names)?));
                text = items[1].clone();
            } else if is_const_head(head) && items.len() == 2 {
                break Finite::constant((self.element)(&items[1], names)?);
            } else if head.atom() == Some("lambda") && items.len() == 3 {
                for (position, var) in items[1].list()?.iter().enumerate() {
                    let name = var.list()?.first()?.atom()?.to_owned();
                    names.push((name, Binding::Index(position)));
                }
                break self.function(&items[2], names, 0)?;
            } else {
                return None;
            }
        };
        for (place, value) in stores.into_iter().rev() {
            finite.set(place, value);
        }
        Some(finite)
    }

    /// The body of a lambda: a chain of case distinctions.
    fn function(&mut self, body: &Sexp, names: &mut Names, depth: u32) -> Option<Finite> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut cases = Vec::new();
        let mut body = resolve(body, names);
        loop {
            if let Some((bindings, inner)) = as_let(&body) {
                bind_let(bindings, names)?;
                body = resolve(inner, names);
                continue;
            }
            match body.list() {
                Some([head, condition, then, otherwise]) if head.atom() == Some("ite") => {
                    let condition = self.formula(condition, names, depth + 1)?;
                    cases.push((condition, self.function(then, names, depth + 1)?));
                    body = resolve(otherwise, names);
                }
                _ => break,
            }
        }
        let mut finite = match (self.element)(&body, names) {
            Some(value) => Finite::constant(value),
            None => self.formula(&body, names, depth + 1)?,
        };
        for (condition, then) in cases.into_iter().rev() {
            finite = then.when(&condition, finite)?;
        }
        Some(finite)
    }

    /// A formula over the indices: a Boolean combination of single places.
    fn formula(&mut self, formula: &Sexp, names: &mut Names, depth: u32) -> Option<Finite> {
        if depth > MAX_DEPTH {
            return None;
        }
        let formula = resolve(formula, names);
        let constant = |b| Finite::constant(Value::Bool(b));
        if let Some(atom) = formula.atom() {
            return Some(constant(bool::from_str(atom).ok()?));
        }
        if let Some((bindings, inner)) = as_let(&formula) {
            bind_let(bindings, names)?;
            return self.formula(inner, names, depth + 1);
        }
        let (head, args) = formula.list()?.split_first()?;
        match head.atom()? {
            "not" => self.formula(args.first()?, names, depth + 1)?.not(),
            "or" => args.iter().try_fold(constant(false), |any, arg| {
                any.or(self.formula(arg, names, depth + 1)?)
            }),
            "=" => self.equations(std::slice::from_ref(&formula), names),
            "and" => {
                let args: Vec<Sexp> = args.iter().map(|a| resolve(a, names)).collect();
                let is_equation = |a: &Sexp| a.list().is_some_and(|l| l[0].atom() == Some("="));
                let (equations, others): (Vec<Sexp>, Vec<Sexp>) =
                    args.into_iter().partition(is_equation);
                let first = match &equations[..] {
                    [] => constant(true),
                    equations => self.equations(equations, names)?,
                };
                others
                    .iter()
                    .try_fold(first, |all, arg| all.and(self.formula(arg, names, depth + 1)?))
            }
            _ => None,
        }
    }

    /// Equations that fix every index: one place.
    fn equations(&mut self, equations: &[Sexp], names: &mut Names) -> Option<Finite> {
        let mut places: Vec<Option<Value>> = vec![None; self.indices.len()];
        for equation in equations {
            let [_, a, b] = equation.list()? else { return None };
            let (position, value) = match (index_of(a, names), index_of(b, names)) {
                (Some(position), None) => (position, b),
                (None, Some(position)) => (position, a),
                _ => return None,
            };
            let slot = places.get_mut(position)?;
            if slot.is_some() {
                return None;
            }
            *slot = Some(self.reader.read(value, self.indices[position], names, self.depth)?);
        }
        Some(Finite::only_at(places.into_iter().collect::<Option<_>>()?))
    }
}

/// Rows of a nested map as entries with several indices.
fn flatten(rows: &MapValue) -> Option<MapValue> {
    let Value::Map(default_row) = rows.default_value() else { return None };
    if default_row.entries().next().is_some() {
        return None;
    }
    let everywhere = default_row.default_value();
    let mut map = MapValue::constant(everywhere.clone());
    for (first, row) in rows.entries() {
        let Value::Map(row) = row else { return None };
        if row.default_value() != everywhere {
            return None;
        }
        for (rest, value) in row.entries() {
            let place = first.iter().chain(rest).cloned().collect();
            map = map.store(place, value.clone());
        }
    }
    Some(map)
}

fn is_const_head(head: &Sexp) -> bool {
    matches!(head.list(), Some([a, b, _]) if a.atom() == Some("as") && b.atom() == Some("const"))
}

fn as_let(text: &Sexp) -> Option<(&Sexp, &Sexp)> {
    match text.list()? {
        [head, bindings, body] if head.atom() == Some("let") => Some((bindings, body)),
        _ => None,
    }
}

fn bind_let(bindings: &Sexp, names: &mut Names) -> Option<()> {
    for binding in bindings.list()? {
        let [name, value] = binding.list()? else { return None };
        let value = resolve(value, names);
        names.push((name.atom()?.to_owned(), Binding::Text(value)));
    }
    Some(())
}

/// What a name abbreviates, or the text itself.
fn resolve(text: &Sexp, names: &Names) -> Sexp {
    if let Sexp::Atom(name) = text
        && let Some((_, Binding::Text(value))) = names.iter().rev().find(|n| n.0 == *name)
    {
        return value.clone();
    }
    text.clone()
}

fn index_of(text: &Sexp, names: &Names) -> Option<usize> {
    let name = text.atom()?;
    match names.iter().rev().find(|n| n.0 == name)?.1 {
        Binding::Index(position) => Some(position),
        Binding::Text(_) => None,
    }
}

/// `5`, `2.5`, `(- 5)`, `(/ 1.0 3.0)`.
fn rational(text: &Sexp) -> Option<BigRational> {
    match text {
        Sexp::Atom(digits) => {
            let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
            let all = BigInt::from_str(&format!("{whole}{part}")).ok()?;
            Some(BigRational::new(all, BigInt::from(10).pow(part.len() as u32)))
        }
        Sexp::List(items) => match &items[..] {
            [minus, x] if minus.atom() == Some("-") => Some(-rational(x)?),
            [divide, a, b] if divide.atom() == Some("/") => {
                let b = rational(b)?;
                (*b.numer() != BigInt::ZERO).then_some(())?;
                Some(rational(a)? / b)
            }
            [to_real, x] if to_real.atom() == Some("to_real") => rational(x),
            _ => None,
        },
        Sexp::Text(_) => None,
    }
}

/// `#x0f`, `#b01`, `(_ bv5 8)`.
fn bits(text: &Sexp) -> Option<BigUint> {
    match text {
        Sexp::Atom(atom) => match atom.get(..2)? {
            "#x" => BigUint::from_str_radix(&atom[2..], 16).ok(),
            "#b" => BigUint::from_str_radix(&atom[2..], 2).ok(),
            _ => None,
        },
        Sexp::List(items) => BigUint::from_str(items.get(1)?.atom()?.strip_prefix("bv")?).ok(),
        Sexp::Text(_) => None,
    }
}
