//! Values as terms, and some value of every sort that has one.

use crate::notation::World;
use crate::random::Random;
use lariat_logic::{Env, MapValue, Sort, Terms, Value};

#[test]
fn a_value_as_a_term_has_that_value() {
    let mut random = Random(4);
    for _ in 0..200 {
        let mut world = World::new();
        for sort in [Terms::BOOL, Terms::INT, Terms::REAL, world.map, world.table, world.list] {
            let value = random.value(&world, sort);
            let term = world.terms.value_term(&value, sort);
            assert_eq!(world.terms.sort_of(term), sort);
            let mut none = |_, _: &[Value]| None;
            assert_eq!(world.terms.eval(term, &Env::default(), &mut none), Ok(value));
        }
    }
}

#[test]
fn default_values() {
    let mut world = World::new();
    let bits = world.terms.bv_sort(5);
    let name = world.terms.sort(Sort::Uninterpreted("T".into()));
    let text = world.terms.sort(Sort::String);
    let nil = Value::Data { constructor: world.nil, fields: Vec::new() };
    for (sort, expected) in [
        (Terms::BOOL, Some(Value::Bool(false))),
        (Terms::INT, Some(Value::int(0))),
        (bits, Some(Value::bv(0u8, 5))),
        (name, Some(Value::Element { sort: name, number: 0 })),
        (world.map, Some(Value::Map(MapValue::constant(Value::int(0))))),
        (world.list, Some(nil)),
        (text, None),
    ] {
        assert_eq!(world.terms.default_value(sort), expected);
    }
}

/// The first constructor of each leads to the other datatype: only `stop` ends.
#[test]
fn default_values_of_datatypes_that_refer_to_each_other() {
    let mut terms = Terms::new();
    let (one, other) = (terms.declare_datatype("one"), terms.declare_datatype("other"));
    let (one_sort, other_sort) = (terms.datatype(one).sort, terms.datatype(other).sort);
    let go = terms.add_constructor(one, "go", vec![("there".into(), other_sort)]);
    terms.add_constructor(other, "back", vec![("again".into(), one_sort)]);
    let stop = terms.add_constructor(other, "stop", Vec::new());
    let end = Value::Data { constructor: stop, fields: Vec::new() };
    assert_eq!(terms.default_value(other_sort), Some(end.clone()));
    let expected = Value::Data { constructor: go, fields: vec![end] };
    assert_eq!(terms.default_value(one_sort), Some(expected));
    assert_eq!(terms.first_without_values(&[one, other]), None);
}

#[test]
fn datatypes_without_values_are_found() {
    let mut terms = Terms::new();
    let (endless, list) = (terms.declare_datatype("endless"), terms.declare_datatype("list"));
    let sort = terms.datatype(endless).sort;
    terms.add_constructor(endless, "more", vec![("rest".into(), sort)]);
    terms.add_constructor(list, "nil", Vec::new());
    terms.add_constructor(list, "cons", vec![("first".into(), sort)]);
    assert_eq!(terms.first_without_values(&[list]), None);
    assert_eq!(terms.first_without_values(&[list, endless]), Some(endless));
    assert_eq!(terms.datatype_group(list, |_| false), [list, endless]);
    assert_eq!(terms.default_value(sort), None);
}
