use crate::check;
use expect_test::expect;

#[test]
fn bodies_are_expanded() {
    check(
        "function {:inline} inc(x: int): int { x + 1 }
         function twice(x: int): int { inc(inc(x)) }
         function {:define} big(x: int): bool { (exists y: int :: y > twice(x)) }
         procedure main(k: int) { assert big(k) && big(twice(k)); }",
        expect![[r#"

            procedure main(k: int)
            {
            entry:
              assert {:item 1} (exists y: int :: (k + 2) < y) && (exists y: int :: (k + 4) < y);
              return;
            }
        "#]],
    );
}

#[test]
fn recursive_functions_are_axioms() {
    check(
        "function even(n: int): bool { n == 0 || odd(n - 1) }
         function odd(n: int): bool { n != 0 && even(n - 1) }
         function zero(): int { zero() }
         procedure main(k: int) { assert even(k + zero()); }",
        expect![[r#"
            function even(int): bool;
            function odd(int): bool;
            function zero(): int;
            axiom (forall n: int :: { even(n) } ((n == 0) || odd(n - 1)) <==> even(n));
            axiom (forall n: int :: { odd(n) } ((n != 0) && even(n - 1)) <==> odd(n));

            procedure main(k: int)
            {
            entry:
              assert {:item 1} even(zero() + k);
              return;
            }
        "#]],
    );
}

#[test]
fn builtins() {
    check(
        "function {:bvbuiltin \"bvadd\"} add(bv8, bv8): bv8;
         function {:bvbuiltin \"bvuge\"} uge(bv8, bv8): bool;
         function {:bvbuiltin \"bvnor\"} nor(bv8, bv8): bv8;
         function {:bvbuiltin \"(_ sign_extend 8)\"} sext(bv8): bv16;
         function {:bvbuiltin \"(_ rotate_left 3)\"} rot(bv8): bv8;
         function {:builtin \"(_ int2bv 16)\"} tobv(int): bv16;
         function {:builtin \"bv2int\"} toint(bv16): int;
         function {:builtin \"rem\"} rem(int, int): int;
         function {:builtin \"-\"} neg(int): int;
         procedure main(v: bv8, w: bv8, i: int) {
           assert uge(add(v, w), nor(v, w)) || rot(v) == w;
           assert sext(v) == tobv(toint(tobv(i)));
           assert rem(i, 3) == neg(i);
         }",
        expect![[r#"
            function {:builtin "bvule"} bvule.bv8(bv8, bv8): bool;
            function {:builtin "bvnot"} bvnot.bv8(bv8): bv8;
            function {:builtin "bvor"} bvor.bv8(bv8, bv8): bv8;
            function {:builtin "bvadd"} bvadd.bv8(bv8, bv8): bv8;
            function {:builtin "(_ int2bv 16)"} int2bv_16.int(int): bv16;
            function {:builtin "bv2nat"} bv2nat.bv16'(bv16): int;
            function {:builtin "(_ sign_extend 8)"} sign_extend_8.bv8(bv8): bv16;

            procedure main(v: bv8, w: bv8, i: int)
            {
            entry:
              assert {:item 1} bvule.bv8(bvnot.bv8(bvor.bv8(v, w)), bvadd.bv8(v, w)) || ((v[5:0] ++ v[8:5]) == w);
              assert {:item 2} int2bv_16.int(bv2nat.bv16'(int2bv_16.int(i))) == sign_extend_8.bv8(v);
              assert {:item 3} (i mod 3) == (-i);
              return;
            }
        "#]],
    );
}

#[test]
fn builtins_on_maps() {
    check(
        "type Set = [int]bool;
         function {:builtin \"MapConst\"} all(bool): Set;
         function {:builtin \"MapOr\"} union(Set, Set): Set;
         function {:builtin \"MapNot\"} not(Set): Set;
         function {:builtin \"MapIte\"} ite(Set, [int]int, [int]int): [int]int;
         function {:builtin \"MapGt\"} gt([int]int, [int]int): Set;
         procedure main(s: Set, m: [int]int) {
           assert union(s, not(s)) == all(true);
           assert ite(s, m, m) == m && gt(m, m) == all(false);
         }",
        expect![[r#"
            function {:builtin "MapConst"} MapConst.bool(bool): [int]bool;

            procedure main(s: [int]bool, m: [int]int)
            {
            entry:
              assert {:item 1} (lambda i: int :: s[i] || (lambda i#2: int :: !s[i#2])[i]) == MapConst.bool(true);
              assert {:item 2} ((lambda i: int :: m[i]) == m) && ((lambda i: int :: false) == MapConst.bool(false));
              return;
            }
        "#]],
    );
}

#[test]
fn constants_and_axioms() {
    check(
        "type T;
         const unique a: T; const unique b: T; const unique n: int; const c: T;
         function f(T): int;
         axiom {:why \"because\"} f(a) == 3;
         axiom (forall t: T :: {f(t)} f(t) >= 0);",
        expect![[r#"
            type T;
            const unique a: T;
            const unique b: T;
            const n: int;
            const c: T;
            function f(T): int;
            axiom {:why "because"} f(a) == 3;
            axiom (forall t: T :: { f(t) } 0 <= f(t));
        "#]],
    );
}

#[test]
fn orders() {
    check(
        "type T;
         const unique top: T;
         const unique left: T extends unique top;
         const unique right: T extends unique top complete;
         procedure main(t: T) { assert t <: left ==> !(t <: right); }",
        expect![[r#"
            type T;
            const unique top: T;
            const unique left: T;
            const unique right: T;
            function extends_T_(T, T): bool;
            function oneStep_T_(T, T): T;
            axiom left != top;
            axiom right != top;
            axiom (forall x: T :: { extends_T_(x, x) } extends_T_(x, x));
            axiom (forall x: T, y: T :: { extends_T_(x, y), extends_T_(y, x) } (extends_T_(x, y) && extends_T_(y, x)) ==> (x == y));
            axiom (forall x: T, y: T, z: T :: { extends_T_(x, y), extends_T_(y, z) } (extends_T_(x, y) && extends_T_(y, z)) ==> extends_T_(x, z));
            axiom extends_T_(left, top);
            axiom (forall w: T :: { extends_T_(left, w), extends_T_(w, top) } (extends_T_(left, w) && extends_T_(w, top)) ==> ((left == w) || (top == w)));
            axiom (forall w: T :: { extends_T_(w, left) } extends_T_(w, left) ==> (oneStep_T_(top, w) == left));
            axiom (forall w: T :: { extends_T_(left, w) } extends_T_(left, w) ==> ((left == w) || extends_T_(top, w)));
            axiom extends_T_(right, top);
            axiom (forall w: T :: { extends_T_(right, w), extends_T_(w, top) } (extends_T_(right, w) && extends_T_(w, top)) ==> ((right == w) || (top == w)));
            axiom (forall w: T :: { extends_T_(w, right) } extends_T_(w, right) ==> (oneStep_T_(top, w) == right));
            axiom (forall w: T :: { extends_T_(right, w) } extends_T_(right, w) ==> ((right == w) || extends_T_(top, w)));
            axiom (forall w: T :: { extends_T_(w, right) } extends_T_(w, right) ==> (right == w));

            procedure main(t: T)
            {
            entry:
              assert {:item 1} extends_T_(t, left) ==> !extends_T_(t, right);
              return;
            }
        "#]],
    );
}
