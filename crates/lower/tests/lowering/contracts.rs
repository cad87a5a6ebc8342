use crate::check;
use expect_test::expect;

#[test]
fn contracts_of_bodies() {
    check(
        "var g: int; var h: int;
         procedure p(a: int) returns (r: int);
           requires {:msg \"positive\"} a > 0;
           free requires a < 100;
           modifies g;
           ensures g == old(g) + a;
           ensures h == old(h);
           free ensures r >= 0;
         implementation p(b: int) returns (s: int) {
           g := old(g) + b;
           if (*) { return; }
           assert old(g + h) < g;
         }
         procedure main() modifies g; { var x: int; call x := p(x + 1); free call x := p(x); }",
        expect![[r#"
            var g: int;
            var h: int;

            procedure p(b: int) returns (s: int)
              modifies g;
              free ensures (old(g) + b) == g;
              free ensures 0 <= s;
            {
              var old#g: int;
            entry:
              old#g := g;
              assume {:msg "positive"} 0 < b;
              assume b < 100;
              g := b + old#g;
              goto Then, Else;
            Then:
              assert {:item 1, "postcondition"} {:postcondition "p", "6:12"} (b + old#g) == g;
              return;
            Else:
              goto join;
            join:
              assert {:item 2} (h + old#g) < g;
              assert {:item 1, "postcondition"} {:postcondition "p", "6:12"} (b + old#g) == g;
              return;
            }

            procedure main()
              modifies g;
            {
              var x: int;
            entry:
              assert {:item 3, "precondition"} {:msg "positive"} {:precondition "p", "3:12"} 0 < (x + 1);
              call x := p(x + 1);
              assume 0 < x;
              call x := p(x);
              return;
            }
        "#]],
    );
}

#[test]
fn procedures_without_body() {
    check(
        "var g: int where g >= 0; var h: int;
         procedure p(a: int) returns (r: int where r > a);
           requires a > 0;
           modifies g;
           ensures g > old(g) && h == 1;
         procedure main() modifies g; { var x: int; call x := p(3); havoc g; }",
        expect![[r#"
            var g: int;
            var h: int;

            procedure p(a: int) returns (r: int)
              modifies g;
              free ensures (old(g) < g) && (h == 1);
            {
            entry:
              havoc r, g;
              assume a < r;
              assume 0 <= g;
              return;
            }

            procedure main()
              modifies g;
            {
              var x: int;
            entry:
              call x := p(3);
              havoc g;
              assume 0 <= g;
              return;
            }
        "#]],
    );
}

#[test]
fn several_implementations_are_a_choice() {
    check(
        "procedure p(a: int) returns (r: int); ensures r > a;
         implementation p(x: int) returns (y: int) { y := x + 1; }
         implementation p(u: int) returns (v: int) { var w: int; w := u; v := w + 2; }
         procedure main() { var x: int; call x := p(3); }",
        expect![[r#"

            procedure p(a: int) returns (r: int)
              free ensures a < r;
            {
              var w: int;
            entry:
              goto choice, choice#2;
            choice:
              r := a + 1;
              assert {:item 1, "postcondition"} {:postcondition "p", "1:39"} a < r;
              return;
            choice#2:
              w := a;
              r := w + 2;
              assert {:item 1, "postcondition"} {:postcondition "p", "1:39"} a < r;
              return;
            }

            procedure main()
            {
              var x: int;
            entry:
              call x := p(3);
              return;
            }
        "#]],
    );
}

#[test]
fn where_clauses() {
    let lowered = check(
        "var g: int where g > 2;
         procedure main(a: int where a > 0) returns (r: int where r > a) modifies g; {
           var l: int where l > r;
           havoc l, r;
           havoc g;
         }",
        expect![[r#"
            var g: int;

            procedure main(a: int) returns (r: int)
              modifies g;
            {
              var l: int;
            entry:
              assume 0 < a;
              assume a < r;
              assume r < l;
              havoc l, r;
              assume r < l;
              assume a < r;
              havoc g;
              assume 2 < g;
              return;
            }
        "#]],
    );
    assert_eq!(lowered.global_where.len(), 1);
}

#[test]
fn extra_recursion() {
    let lowered = check(
        "procedure p(); implementation {:SIextraRecBound 4} p() { call p(); }",
        expect![[r#"

            procedure {:SIextraRecBound 4} p()
            {
            entry:
              call p();
              return;
            }
        "#]],
    );
    let p = lowered.procedure("p").expect("p");
    assert_eq!(lowered.program.procedures[p].extra_recursion, 4);
}
