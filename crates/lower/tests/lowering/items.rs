//! Every checked place of a Boogie program has a number, a kind and a place.

use crate::{lower, lower_with};
use lariat_lower::{LowerOptions, Lowered, Peeling, print};
use lariat_program::verdict::ItemId;
use std::collections::BTreeSet;

/// `number kind line:column procedure` of all items.
fn shown(lowered: &Lowered) -> Vec<String> {
    let one = |i: &lariat_program::CheckedItem| {
        let name = &lowered.program.procedures[i.procedure].name;
        let (line, column) = (i.place.line, i.place.column);
        format!("{} {} {line}:{column} {name}", i.id.0, i.kind.word())
    };
    lowered.program.items().iter().map(one).collect()
}

const PROGRAM: &str = "procedure p(x: int) returns (y: int)
  requires x > 0;
  ensures y > 1;
  ensures y > x;
{
  y := x + 1;
  if (*) { return; }
  assert y == x + 1;
}
procedure main() {
  var i: int;
  i := 0;
  while (i < 5)
    invariant i <= 5;
    free invariant i >= 0;
  {
    call i := p(i + 1); assert i != 4;
  }
  call i := p(i);
}
";

#[test]
fn items_are_numbered_in_the_order_of_the_source() {
    let expected = [
        "1 postcondition 3:3 p",
        "2 postcondition 4:3 p",
        "3 assertion 8:3 p",
        "4 invariant 14:5 main",
        "5 precondition 17:5 main",
        "6 assertion 17:25 main",
        "7 precondition 19:3 main",
    ];
    assert_eq!(shown(&lower(PROGRAM).expect("accepted")), expected);
}

#[test]
fn peeling_and_loops_as_cycles_change_nothing() {
    let plain = shown(&lower(PROGRAM).expect("accepted"));
    for count in [1, 3] {
        let peeling = Peeling::from_iter([(("main".to_owned(), "head".to_owned()), count)]);
        let options = LowerOptions { peeling, ..LowerOptions::default() };
        let peeled = lower_with(PROGRAM, &options).expect("accepted");
        assert!(print(&peeled.program).contains("head#1"), "peeled");
        assert_eq!(shown(&peeled), plain);
    }
    let options = LowerOptions { keep_loops: true, ..LowerOptions::default() };
    assert_eq!(shown(&lower_with(PROGRAM, &options).expect("accepted")), plain);
}

#[test]
fn printed_programs_keep_their_items() {
    let first = lower(PROGRAM).expect("accepted");
    let again = lower(&print(&first.program)).expect("accepted");
    let kinds = |l: &Lowered| -> Vec<_> {
        l.program.items().iter().map(|i| (i.id, i.kind, i.procedure)).collect()
    };
    assert_eq!(kinds(&again), kinds(&first));
    // With those that procedures of loops assume.
    let without = |lowered: Lowered| {
        let mut program = lowered.program;
        program.skip_items(&BTreeSet::from([ItemId(6)]));
        print(&program)
    };
    let (a, b) = (without(first), without(again));
    assert_eq!(a, b);
    assert!(!a.contains("{:item 6}"));
}

#[test]
fn given_numbers_are_kept_and_the_others_go_around_them() {
    let text = "procedure main() {
  assert {:item 2, \"bounds\"} true;
  assert false;
  assert true;
  assert {:item 2, \"bounds\"} false;
}";
    let expected = ["1 assertion 3:3 main", "2 bounds 2:3 main", "3 assertion 4:3 main"];
    assert_eq!(shown(&lower(text).expect("accepted")), expected);
}

#[test]
fn instances_share_their_items() {
    let text = "procedure main() { call p(1); call p(true); assert true; }
procedure p<T>(x: T) { assert x == x; }";
    let items = shown(&lower(text).expect("accepted"));
    assert_eq!(items.len(), 2, "{items:?}");
    assert!(items[0].starts_with("1 assertion 1:45"), "{items:?}");
    assert!(items[1].starts_with("2 assertion 2:24"), "{items:?}");
}
