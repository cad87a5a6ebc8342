//! The checked places of C programs, with the same numbers in every translation.

use lariat_c::{DataModel, Source};
use lariat_c2boogie::{
    Check, CheckedItem, Checks, IntegerEncoding, LIBRARY, MemoryModelKind, Options, Translation,
};
use lariat_verdict::Kind;
use std::collections::BTreeSet;

const INTEGERS: [IntegerEncoding; 4] = [
    IntegerEncoding::Int,
    IntegerEncoding::Bv,
    IntegerEncoding::Mixed,
    IntegerEncoding::MixedAllOps,
];
const MEMORY: [MemoryModelKind; 3] =
    [MemoryModelKind::Unified, MemoryModelKind::Split, MemoryModelKind::Refined];

#[track_caller]
fn translate(text: &str, options: &Options) -> Translation {
    let sources = [Source { name: "test.c", text }, LIBRARY];
    let program = lariat_c::read_program(&sources, DataModel::Lp64);
    assert!(!program.has_errors());
    lariat_c2boogie::translate(&program, options).expect("translates")
}

fn checks(checks: &[Check]) -> Options {
    Options { checks: Checks::of(checks), ..Options::default() }
}

/// `kind function line:column message` of the items in the user's file.
fn shown(items: &[CheckedItem]) -> Vec<String> {
    let own = items.iter().filter(|i| !i.is_library);
    own.map(|i| {
        let place = i.place.as_ref().map_or(String::new(), |p| format!("{}:{}", p.line, p.column));
        format!("{} {} {place} {}", i.kind.word(), i.function, i.message)
    })
    .collect()
}

const PROGRAM: &str = "int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);
int half(int x, int *p) {
  int y = x / *p + x / (x - 1);
  return y << x;
}
int main(void) {
  int z = __VERIFIER_nondet_int();
  int q;
  __VERIFIER_assert(z < 3); __VERIFIER_assert(z > half(z, &z));
  return q;
}
";

#[test]
fn places_are_those_of_the_file() {
    let wanted =
        [Check::Assertion, Check::Null, Check::DivisionByZero, Check::Shift, Check::Uninitialised];
    let items = translate(PROGRAM, &checks(&wanted)).items;
    let expected = [
        "null half 4:11 dereference of a null pointer",
        "division-by-zero half 4:13 division by zero",
        "division-by-zero half 4:22 division by zero",
        "shift half 5:12 shift by a negative amount or by the width or more",
        "assertion main 10:20 the assertion fails",
        "assertion main 10:46 the assertion fails",
        "uninitialised main 11:3 read of uninitialised variable `q`",
    ];
    assert_eq!(shown(&items), expected);
}

#[test]
fn every_assertion_of_the_text_has_a_number() {
    let translation = translate(PROGRAM, &checks(&Check::ALL));
    let listed: BTreeSet<u32> = translation.items.iter().map(|i| i.id.0).collect();
    for line in translation.text.lines().filter(|l| l.starts_with("  assert ")) {
        let number = line.strip_prefix("  assert {:item ").and_then(|l| l.split_once(','));
        let number: u32 = number.expect(line).0.parse().expect(line);
        assert!(listed.contains(&number), "{line}");
    }
}

#[test]
fn the_same_numbers_in_every_encoding_and_memory_model() {
    for set in [&[Check::Assertion, Check::Overflow][..], &Check::ALL] {
        let reference = translate(PROGRAM, &checks(set)).items;
        for integers in INTEGERS {
            for memory in MEMORY {
                let options = Options { integers, memory, ..checks(set) };
                assert_eq!(translate(PROGRAM, &options).items, reference);
            }
        }
    }
}

#[test]
fn the_same_numbers_whatever_is_checked() {
    let all = translate(PROGRAM, &checks(&Check::ALL)).items;
    for check in Check::ALL {
        for item in translate(PROGRAM, &checks(&[check])).items {
            // A shift that is not checked has no meaning in C, so it is a place of another kind then, with its own number.
            let is_apart = item.kind == Kind::Unsupported && all.iter().all(|i| i.id != item.id);
            assert!(all.contains(&item) || is_apart, "{item:?} is not in {all:#?}");
        }
    }
}

#[test]
fn what_is_skipped_is_not_in_the_text() {
    let options = checks(&[Check::Assertion, Check::DivisionByZero]);
    let items = translate(PROGRAM, &options).items;
    let skipped = BTreeSet::from([items[0].id]);
    let number = |id: u32| format!("{{:item {id}, ");
    let shorter = translate(PROGRAM, &Options { skipped, ..options });
    assert!(!shorter.text.contains(&number(items[0].id.0)));
    assert!(shorter.text.contains(&number(items[1].id.0)));
    assert_eq!(shorter.items, items, "the list stays");
}
