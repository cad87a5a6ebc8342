//! Characteristic lines of the Boogie text: memory models, unknown functions, what is not supported.

use crate::translated;
use lariat_c2boogie::{Check, FloatEncoding, MemoryModelKind, Options, UnknownCalls};

/// The translation has these pieces, and not those that start with `no `.
#[track_caller]
fn check(text: &str, options: &Options, pieces: &[&str]) {
    let boogie = translated(text, options).text;
    for piece in pieces {
        match piece.strip_prefix("no ") {
            Some(piece) => assert!(!boogie.contains(piece), "`{piece}` is in:\n{boogie}"),
            None => assert!(boogie.contains(piece), "`{piece}` is not in:\n{boogie}"),
        }
    }
}

/// Two structs and a pointer that may be to either field of an `int`.
const FIELDS: &str = "
struct a { int x; int y; } one; struct b { int x; } other;
void set(int *p) { *p = 1; }
int main(int n) { set(&one.x); other.x = 2; set(n ? &one.x : &one.y); return other.x; }";

#[test]
fn memory_models() {
    let with = |memory| Options { memory, ..Options::default() };
    check(FIELDS, &with(MemoryModelKind::Unified), &["var $M: [int]bv8;", "no $M.b"]);
    check(FIELDS, &with(MemoryModelKind::Split), &["no var $M: "]);
    // What `p` may point to is one map, and the other struct is apart from it.
    let refined = translated(FIELDS, &with(MemoryModelKind::Refined)).text;
    let maps = refined.lines().filter(|l| l.starts_with("var $M")).count();
    let split = translated(FIELDS, &with(MemoryModelKind::Split)).text;
    let more = split.lines().filter(|l| l.starts_with("var $M")).count();
    assert!(maps >= 1 && maps <= more, "{maps} and {more} maps:\n{refined}");
}

#[test]
fn unknown_functions() {
    let text = "int g; int unknown(int *); int main(void) { return unknown(&g); }";
    let with = |unknown_calls| Options { unknown_calls: Some(unknown_calls), ..Options::default() };
    for way in [UnknownCalls::Pure, UnknownCalls::Havoc, UnknownCalls::Error] {
        let translation = translated(text, &with(way));
        assert_eq!(translation.unknown_calls, ["unknown"], "{way:?}");
    }
    let pure = translated(text, &with(UnknownCalls::Pure)).text;
    let havoc = translated(text, &with(UnknownCalls::Havoc)).text;
    let error = translated(text, &with(UnknownCalls::Error)).text;
    assert_ne!(pure, havoc);
    assert!(error.contains("unknown") && error.contains("assert"), "{error}");
}

#[test]
fn what_is_not_supported_is_an_assertion_and_listed() {
    let text = "void h(void); int main(int n) { int r = n; asm volatile(\"mov %0, %1\" : \"=r\"(r) : \"r\"(n)); return r; }";
    let translation = translated(text, &Options::default());
    let places = translation.items.iter().filter(|item| item.kind == Check::Unsupported);
    let places: Vec<_> = places.collect();
    assert_eq!(places.len(), translation.unsupported.len());
    for item in places {
        let assertion = format!("assert {{:item {}, \"unsupported\"}}", item.id.0);
        assert!(translation.text.contains(&assertion), "{item:?}");
    }
}

#[test]
fn floats_as_unknown_functions() {
    let text = "double d; int main(void) { d = d + 1.0; return d > 2; }";
    let plain = translated(text, &Options::default()).text;
    let unknown = Options { floats: FloatEncoding::Uninterpreted, ..Options::default() };
    let unknown = translated(text, &unknown).text;
    assert!(plain != unknown);
}

#[test]
fn pragmas() {
    let text = "int main(void) {
#pragma lariat unwind 7
  for (int i = 0; i < 3; i++) ;
#pragma lariat nonsense
  return 0; }";
    let translation = translated(text, &Options::default());
    let [unwind] = &translation.unwind[..] else { panic!("{:?}", translation.unwind) };
    assert_eq!((unwind.line, unwind.iterations), (2, 7));
    assert!(
        translation.warnings.iter().any(|w| w.message.contains("nonsense")),
        "{:?}",
        translation.warnings
    );
}

#[test]
fn no_entry_is_an_error() {
    let sources = [lariat_c::Source { name: "t.c", text: "int f(void) { return 0; }" }];
    let program = lariat_c::read_program(&sources, lariat_c::DataModel::Ilp32);
    assert!(lariat_c2boogie::translate(&program, &Options::default()).is_err());
    let named = Options { entry: Some("f".into()), ..Options::default() };
    assert!(lariat_c2boogie::translate(&program, &named).is_ok());
}
