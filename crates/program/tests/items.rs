//! Items of programs, and programs without some of them.

mod notation;

use lariat_program::interpreter::{Budget, Domains, explore};
use lariat_program::verdict::{ItemId, Kind};
use lariat_program::{ProcId, Program};
use notation::program;
use std::collections::BTreeSet;

const MAIN: ProcId = ProcId(0);

/// A loop as lowering leaves it: the first iteration in which `x` is 1 fails, and one in which it
/// is 2 fails at another place.
const LOOP: &str = "
global x int
proc main
  block start
    x := 0
    call p_loop
    {item \"7\"} assert (not (= x 1))
    x := (+ x 1)
    {item \"3\" \"bounds\"} {msg \"too far\"} assert (not (= x 3))
    return
proc p_loop loop main head
  block entry
    goto leave body
  block body
    {item \"7\"} assume (not (= x 1))
    x := (+ x 1)
    {item \"3\" \"bounds\"} assume (not (= x 3))
    call p_loop
    return
  block leave
    return
proc unused
  block start
    {item \"9\"} assert false
    return
";

fn fails(p: &Program) -> bool {
    let found = explore(p, MAIN, 8, &Domains::default(), Budget::default());
    assert!(found.complete);
    found.fails
}

fn set(ids: &[u32]) -> BTreeSet<ItemId> {
    ids.iter().copied().map(ItemId).collect()
}

#[test]
fn items_have_number_kind_place_and_message() {
    let p = program(LOOP);
    let shown: Vec<String> = p
        .items()
        .iter()
        .map(|i| format!("{} {} {} {:?}", i.id.0, i.kind.word(), i.place.line, i.message))
        .collect();
    assert_eq!(
        shown,
        ["3 bounds 9 Some(\"too far\")", "7 assertion 7 None", "9 assertion 24 None"]
    );
    assert_eq!(p.items()[0].kind, Kind::Bounds);
    let reached: Vec<u32> = p.items_from(MAIN).iter().map(|i| i.id.0).collect();
    assert_eq!(reached, [3, 7]);
}

#[test]
fn assumed_items_end_executions() {
    let mut p = program(LOOP);
    assert!(fails(&p));
    p.assume_items(&set(&[7]));
    assert!(!fails(&p), "nothing gets past the first failure");
    assert_eq!(p.items_from(MAIN).len(), 1);
}

#[test]
fn skipped_items_let_executions_go_on() {
    let mut p = program(LOOP);
    assert!(p.skip_items(&set(&[7])).is_empty());
    assert!(fails(&p), "the other item is reached through the loop");
    p.skip_items(&set(&[3]));
    assert!(!fails(&p));
}

#[test]
fn contracts_that_are_skipped_are_still_assumed() {
    let mut p = program(
        "proc main
           block start
             {item \"1\" \"precondition\"} assert false
             {item \"2\" \"shift\"} assert false
             return",
    );
    assert_eq!(p.skip_items(&set(&[1, 2])), set(&[1]));
    assert!(p.items().is_empty());
}
