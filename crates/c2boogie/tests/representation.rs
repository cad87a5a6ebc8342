//! Which variables and maps become bits: the examples of section 4 of the paper, in C.

use lariat_c::{DataModel, Source};
use lariat_c2boogie::{IntegerEncoding, LIBRARY, Options, translate};

/// Checks that the translation has these pieces, and not those that start with `no `.
#[track_caller]
fn check(text: &str, integers: IntegerEncoding, pieces: &[&str]) {
    let sources = [Source { name: "test.c", text }, LIBRARY];
    let program = lariat_c::read_program(&sources, DataModel::Ilp32);
    assert!(!program.has_errors());
    let options = Options { integers, ..Options::default() };
    let boogie = translate(&program, &options).expect("translates").text;
    for piece in pieces {
        match piece.strip_prefix("no ") {
            Some(piece) => assert!(!boogie.contains(piece), "`{piece}` is in:\n{boogie}"),
            None => assert!(boogie.contains(piece), "`{piece}` is not in:\n{boogie}"),
        }
    }
}

/// Fig. 12: flags are bits, and what also gets the result of a sum is an integer.
const FLAGS: &str = "
struct T { unsigned Flags; } t;
struct R { unsigned Data; } r;
unsigned g;
void __VERIFIER_error(void);
void foo1(struct T *x) {
  x->Flags |= 2;
  if (!(x->Flags & 4)) __VERIFIER_error();
  if (g < x->Flags) __VERIFIER_error();
}
void foo2(struct R *y) {
  g = g + 5;
  y->Data |= 2;
  y->Data = g;
}
int main(void) { foo1(&t); foo2(&r); return 0; }
";

#[test]
fn flags() {
    check(
        FLAGS,
        IntegerEncoding::Mixed,
        &[
            "var $M.T.Flags: [int]bv32;",
            "var $M.R.Data: [int]int;",
            "var g: int;",
            "$M.T.Flags[x] := $bvor.32($M.T.Flags[x], 2bv32);",
            "$M.R.Data[y] := $or.u32.2($M.R.Data[y]);",
            "(g < $bv2int.u32($M.T.Flags[x]))",
        ],
    );
}

#[test]
fn all_operators() {
    let pieces = ["var $M.T.Flags: [int]bv32;", "var $M.R.Data: [int]bv32;", "var g: bv32;"];
    check(FLAGS, IntegerEncoding::MixedAllOps, &pieces);
    check(FLAGS, IntegerEncoding::Int, &["var $M.T.Flags: [int]int;", "no bv32"]);
    check(FLAGS, IntegerEncoding::Bv, &["var $M.T.Flags: [bv32]bv32;", "no : int"]);
}

#[test]
fn bits_reach_what_they_are_computed_from() {
    let text = "
    unsigned f(unsigned a) { return a + 1; }
    unsigned n, m, k;
    int main(void) { n = f(m); k = n & m; return 0; }";
    let pieces = ["var n: bv32;", "var m: bv32;", "procedure f(a: bv32) returns ($result: bv32)"];
    check(text, IntegerEncoding::Mixed, &pieces);
}

#[test]
fn ranges_make_wrapping_unnecessary() {
    let text = "
    int limit = 10, total;
    unsigned char c;
    static int twice(int x) { return 2 * x; }
    int main(int n) {
      for (int i = 0; i < n; i++)
        for (int j = i; j < limit; j++) total = twice(c) + (c & 7) * 100;
      return 0;
    }";
    check(text, IntegerEncoding::Mixed, &["no $wrap", "no mod 4294967296"]);
}

#[test]
fn what_is_only_compared_for_equality_is_not_brought_back() {
    let text = "
    int __VERIFIER_nondet_int(void);
    void __VERIFIER_error(void);
    int main(int n) {
      int a = 0, b = 0;
      while (__VERIFIER_nondet_int()) { a += 2; b += 1; }
      if (a != 2 * b) __VERIFIER_error();
      return 0;
    }";
    let pieces = ["a := (a + 2);", "b := (b + 1);", "$same.32(a, (2 * b))"];
    check(text, IntegerEncoding::Mixed, &pieces);
}
