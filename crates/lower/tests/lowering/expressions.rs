use crate::check;
use expect_test::expect;

#[test]
fn operators() {
    check(
        "procedure main(a: int, b: int, p: bool, q: bool, x: real) {
           assert a + b * 2 - 1 >= -a div b mod 3;
           assert ((p && q) || !p) <==> (p ==> q);
           assert p <== q;
           assert x / 2.5 < real(a) && int(x) > 3 && x ** 2.0 != 1e-2;
           assert a / b == x;
           assert (if a > b then a else b) == a;
         }",
        expect![[r#"

            procedure main(a: int, b: int, p: bool, q: bool, x: real)
            {
            entry:
              assert {:item 1} (((-a) div b) mod 3) <= ((b * 2) + a - 1);
              assert {:item 2} ((p && q) || !p) <==> (p ==> q);
              assert {:item 3} q ==> p;
              assert {:item 4} ((x / (5.0 / 2.0)) < real(a)) && (3 < int(x)) && ((x ** 2.0) != (1.0 / 100.0));
              assert {:item 5} (real(a) / real(b)) == x;
              assert {:item 6} (if b < a then a else b) == a;
              return;
            }
        "#]],
    );
}

#[test]
fn bit_vectors() {
    check(
        "procedure main(v: bv8, w: bv8) { assert (v ++ w)[12:4] == v[4:0] ++ w[8:4]; }",
        expect![[r#"

            procedure main(v: bv8, w: bv8)
            {
            entry:
              assert {:item 1} (v[4:0] ++ w[8:4]) == (v ++ w)[12:4];
              return;
            }
        "#]],
    );
}

#[test]
fn maps() {
    check(
        "var m: [int][int]int; var t: [int, bool]int;
         procedure main(i: int, j: int) modifies m, t; {
           m[i][j] := m[i][j] + 1;
           t[i, true], m[0] := 5, m[1][2 := 3];
           assert t[i, true := 4] == t;
         }",
        expect![[r#"
            var m: [int][int]int;
            var t: [int, bool]int;

            procedure main(i: int, j: int)
              modifies m, t;
            {
            entry:
              m := m[i := m[i][j := m[i][j] + 1]];
              t, m := t[i, true := 5], m[0 := m[1][2 := 3]];
              assert {:item 1} t[i, true := 4] == t;
              return;
            }
        "#]],
    );
}

#[test]
fn binders() {
    check(
        "var m: [int]int; function f(int): bool;
         procedure main(k: int) modifies m; {
           assume (forall i: int :: {:qid \"sorted\"} {:weight 2} {m[i], f(i)} i < k ==> m[i] <= m[k]);
           assume (exists i: int, b: bool :: {:nopats f(i)} b ==> f(i));
           m := (lambda i: int :: m[i] + k);
           assert (forall i: int :: (exists j: int :: i < j && f(j)));
         }",
        expect![[r#"
            var m: [int]int;
            function f(int): bool;

            procedure main(k: int)
              modifies m;
            {
            entry:
              assume (forall i: int :: {:qid "sorted"} {:weight 2} { m[i], f(i) } (i < k) ==> (m[i] <= m[k]));
              assume (exists i: int, b: bool :: {:nopats f(i)} b ==> f(i));
              m := (lambda i: int :: m[i] + k);
              assert {:item 1} (forall i: int :: (exists j: int :: (i < j) && f(j)));
              return;
            }
        "#]],
    );
}

#[test]
fn let_is_expanded() {
    check(
        "procedure main(k: int) { assert (var a, b := k + 1, k * k; a * b) > k; }",
        expect![[r#"

            procedure main(k: int)
            {
            entry:
              assert {:item 1} k < ((k + 1) * (k * k));
              return;
            }
        "#]],
    );
}

#[test]
fn floats_and_strings() {
    check(
        "function {:builtin \"fp.sqrt\"} root(rmode, float24e8): float24e8;
         function {:builtin \"str.len\"} len(string): int;
         procedure main(f: float24e8, s: string) {
           assert f + 0x1.8e0f24e8 == root(RTZ, f) || f < -0x3.0e1f24e8 || f != 0NaN24e8;
           assert len(s) == 3 && s != \"abc\";
         }",
        expect![[r#"
            function {:builtin "fp.add"} fp.add.rmode(rmode, float24e8, float24e8): float24e8;
            function {:builtin "fp.sqrt"} fp.sqrt.rmode(rmode, float24e8): float24e8;
            function {:builtin "fp.lt"} fp.lt.float24e8(float24e8, float24e8): bool;
            function {:builtin "str.len"} str.len.string(string): int;

            procedure main(f: float24e8, s: string)
            {
            entry:
              assert {:item 1} (fp.add.rmode(RNE, f, 0x18.0e-1f24e8) == fp.sqrt.rmode(RTZ, f)) || fp.lt.float24e8(f, -0x3.0e1f24e8) || (f != 0NaN24e8);
              assert {:item 2} (str.len.string(s) == 3) && (s != "abc");
              return;
            }
        "#]],
    );
}

#[test]
fn large_shared_terms_are_printed_once() {
    check(
        "function {:inline} d(x: int): int { x * x + x }
         procedure main(k: int) { assert d(d(d(d(d(d(k)))))) > 0; }",
        expect![[r#"

            procedure main(k: int)
            {
            entry:
              assert {:item 1} (var t := (((((k * k) + k) * ((k * k) + k)) + ((k * k) + k)) * ((((k * k) + k) * ((k * k) + k)) + ((k * k) + k))) + ((((k * k) + k) * ((k * k) + k)) + ((k * k) + k)); (var t#2 := (t * t) + t; (var t#3 := (t#2 * t#2) + t#2; 0 < ((t#3 * t#3) + t#3))));
              return;
            }
        "#]],
    );
}
