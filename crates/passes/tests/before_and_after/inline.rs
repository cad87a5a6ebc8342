use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::{InlineLimits, inline_marked, inline_small};
use lariat_program::{ProcId, Program};

fn marked(program: &mut Program, entry: ProcId) -> ProcId {
    inline_marked(program);
    entry
}

fn small(program: &mut Program, entry: ProcId) -> ProcId {
    let limits = InlineLimits { commands: 3, blocks: 3, caller_commands: 8 };
    inline_small(program, entry, limits);
    entry
}

#[test]
fn inputs_outputs_and_locals_are_renamed() {
    check(
        &marked,
        "procedure {:inline 1} p(x: int) returns (r: int) { var t: int; t := x + 1; r := t; }
         procedure main(x: int) {
           var t: int; var u: int;
           t := 5;
           call u := p(t);
           call t := p(u + x);
           assert t != 6;
         }",
        expect![[r#"

            procedure {:inline 1} p(x: int) returns (r: int)
            {
              var t: int;
            entry:
              t := x + 1;
              r := t;
              return;
            }

            procedure main(x: int)
            {
              var t: int;
              var u: int;
              var x#2: int;
              var r: int;
              var t#2: int;
              var x#3: int;
              var r#2: int;
              var t#3: int;
            entry:
              t := 5;
              x#2 := t;
              goto entry$1$entry;
            entry$1$entry:
              t#2 := x#2 + 1;
              r := t#2;
              goto entry$1$after;
            entry$1$after:
              u := r;
              x#3 := u + x;
              goto entry$2$entry;
            entry$2$entry:
              t#3 := x#3 + 1;
              r#2 := t#3;
              goto entry$2$after;
            entry$2$after:
              t := r#2;
              assert {:item 1} t != 6;
              return;
            }
        "#]],
    );
}

#[test]
fn several_returns_join_after_the_call() {
    check(
        &marked,
        "procedure {:inline 1} p(x: int) returns (r: int) {
           if (x > 0) { r := 1; return; }
           r := 2;
         }
         procedure main(x: int) { var y: int; call y := p(x); assert y == 1; }",
        expect![[r#"

            procedure {:inline 1} p(x: int) returns (r: int)
            {
            entry:
              goto Then, Else;
            Then:
              assume 0 < x;
              r := 1;
              return;
            Else:
              assume x <= 0;
              goto join;
            join:
              r := 2;
              return;
            }

            procedure main(x: int)
            {
              var y: int;
              var x#2: int;
              var r: int;
            entry:
              x#2 := x;
              goto entry$1$entry;
            entry$1$entry:
              goto entry$1$Then, entry$1$Else;
            entry$1$Then:
              assume 0 < x#2;
              r := 1;
              goto entry$1$after;
            entry$1$Else:
              assume x#2 <= 0;
              goto entry$1$join;
            entry$1$join:
              r := 2;
              goto entry$1$after;
            entry$1$after:
              y := r;
              assert {:item 1} y == 1;
              return;
            }
        "#]],
    );
}

#[test]
fn what_a_callee_ensures_is_assumed() {
    check(
        &marked,
        "var g: int; var h: int;
         procedure {:inline 1} p(x: int) returns (r: int);
           modifies g;
           free ensures g == old(g) + x && h == old(h) && r > 0;
         implementation p(x: int) returns (r: int) { havoc g; }
         procedure main() {
           var y: int;
           g := 1;
           call y := p(1);
           assert g == 2 && y > 0;
         }",
        expect![[r#"
            var g: int;
            var h: int;

            procedure {:inline 1} p(x: int) returns (r: int)
              modifies g;
              free ensures ((old(g) + x) == g) && (0 < r);
            {
            entry:
              havoc g;
              return;
            }

            procedure main()
              modifies g;
            {
              var y: int;
              var x: int;
              var r: int;
              var old$g: int;
            entry:
              g := 1;
              x := 1;
              old$g := g;
              goto entry$1$entry;
            entry$1$entry:
              havoc g;
              assume ((old$g + x) == g) && (0 < r);
              goto entry$1$after;
            entry$1$after:
              y := r;
              assert {:item 1} (g == 2) && (0 < y);
              return;
            }
        "#]],
    );
}

#[test]
fn callees_first() {
    check(
        &marked,
        "procedure {:inline 1} a() { assert true; call b(); }
         procedure {:inline 1} b() { assert false; }
         procedure main() { call a(); }",
        expect![[r#"

            procedure {:inline 1} a()
            {
            entry:
              assert {:item 1} true;
              goto entry$1$entry;
            entry$1$entry:
              assert {:item 2} false;
              goto entry$1$after;
            entry$1$after:
              return;
            }

            procedure {:inline 1} b()
            {
            entry:
              assert {:item 2} false;
              return;
            }

            procedure main()
            {
            entry:
              goto entry$1$entry;
            entry$1$entry:
              assert {:item 1} true;
              goto entry$1$entry$1$entry;
            entry$1$entry$1$entry:
              assert {:item 2} false;
              goto entry$1$entry$1$after;
            entry$1$entry$1$after:
              goto entry$1$after;
            entry$1$after:
              return;
            }
        "#]],
    );
}

#[test]
fn recursive_and_unmarked_procedures_stay() {
    unchanged(
        &marked,
        "procedure {:inline 1} up(x: int) { if (x < 2) { call up(x + 1); } }
         procedure plain() { assert false; }
         procedure main() { call up(0); call plain(); }",
    );
}

#[test]
fn small_ones_go_and_large_ones_stay() {
    check(
        &small,
        "var g: int;
         procedure tiny() { g := g + 1; }
         procedure large() { g := 1; g := g + 1; g := g + 2; g := g + 3; }
         procedure calls() { call large(); }
         procedure main() { g := 0; call tiny(); call large(); call calls(); assert g == 1; }",
        expect![[r#"
            var g: int;

            procedure tiny()
              modifies g;
            {
            entry:
              g := g + 1;
              return;
            }

            procedure large()
              modifies g;
            {
            entry:
              g := 1;
              g := g + 1;
              g := g + 2;
              g := g + 3;
              return;
            }

            procedure calls()
              modifies g;
            {
            entry:
              call large();
              return;
            }

            procedure main()
              modifies g;
            {
            entry:
              g := 0;
              goto entry$1$entry;
            entry$1$entry:
              g := g + 1;
              goto entry$1$after;
            entry$1$after:
              call large();
              call calls();
              assert {:item 1} g == 1;
              return;
            }
        "#]],
    );
}

#[test]
fn a_caller_that_is_full_takes_no_more() {
    unchanged(
        &small,
        "var g: int;
         procedure tiny() { g := g + 1; }
         procedure main() {
           g := 0; g := g + 1; g := g + 1; g := g + 1; g := g + 1; g := g + 1; g := g + 1;
           call tiny(); call tiny(); call tiny(); assert g == 1; }",
    );
}

#[test]
fn wrappers_around_the_program_go() {
    check(
        &small,
        "var g: int;
         procedure work() { g := 1; g := g + 1; call rest(); call rest(); assert g == 1; }
         procedure rest() { call rest(); g := 1; g := g + 1; g := g + 1; }
         procedure wrapper() { call work(); }
         procedure main() { call wrapper(); }",
        expect![[r#"
            var g: int;

            procedure work()
              modifies g;
            {
            entry:
              g := 1;
              g := g + 1;
              call rest();
              call rest();
              assert {:item 1} g == 1;
              return;
            }

            procedure rest()
              modifies g;
            {
            entry:
              call rest();
              g := 1;
              g := g + 1;
              g := g + 1;
              return;
            }

            procedure wrapper()
              modifies g;
            {
            entry:
              call work();
              return;
            }

            procedure main()
              modifies g;
            {
            entry:
              goto entry$1$entry;
            entry$1$entry:
              goto entry$1$entry$1$entry;
            entry$1$after:
              return;
            entry$1$entry$1$entry:
              g := 1;
              g := g + 1;
              call rest();
              call rest();
              assert {:item 1} g == 1;
              goto entry$1$entry$1$after;
            entry$1$entry$1$after:
              goto entry$1$after;
            }
        "#]],
    );
}
