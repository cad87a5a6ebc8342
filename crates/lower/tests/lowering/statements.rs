use crate::check;
use expect_test::expect;

#[test]
fn choices_jumps_and_labels() {
    check(
        "var g: int;
         procedure main(k: int) returns (r: int) modifies g; {
           if (k > 0) { r := 1; } else if (*) { r := 2; return; } else { goto out, again; }
           again: havoc g, r;
           assume {:note \"here\", g} r > g;
           out: r, g := g, r;
         }",
        expect![[r#"
            var g: int;

            procedure main(k: int) returns (r: int)
              modifies g;
            {
            entry:
              goto Then, Else;
            Then:
              assume 0 < k;
              r := 1;
              goto join;
            join:
              goto again;
            Else:
              assume k <= 0;
              goto Then#2, Else#2;
            Then#2:
              r := 2;
              return;
            Else#2:
              goto out, again;
            again:
              havoc g, r;
              assume {:note "here", g} g < r;
              goto out;
            out:
              r, g := g, r;
              return;
            }
        "#]],
    );
}

#[test]
fn breaks() {
    check(
        "procedure main(k: int) {
           var i: int;
           outer: while (i < k) {
             while (*) { if (i == 3) { break outer; } break; }
             choice: if (*) { i := i + 1; break choice; } else { i := i + 2; }
           }
         }",
        expect![[r#"

            procedure main(k: int)
            {
              var i: int;
            outer:
              goto head;
            head:
              call i := main_loop_head(k, i);
              goto body, done;
            body:
              assume i < k;
              goto head#2;
            head#2:
              goto body#2, done#2;
            body#2:
              goto Then, Else;
            Then:
              assume i == 3;
              goto after;
            Else:
              assume i != 3;
              goto join;
            join:
              goto after#2;
            done#2:
              goto after#2;
            after#2:
              goto choice;
            choice:
              goto Then#2, Else#2;
            Then#2:
              i := i + 1;
              goto join#2;
            Else#2:
              i := i + 2;
              goto join#2;
            join#2:
              assume false;
              return;
            done:
              assume k <= i;
              goto after;
            after:
              return;
            }

            procedure main_loop_head(k: int, i#in: int) returns (i: int)
            {
            entry:
              i := i#in;
              goto leave, head;
            leave:
              return;
            head:
              goto body;
            body:
              assume i < k;
              goto head#2;
            head#2:
              goto body#2, done#2;
            body#2:
              goto Else;
            Else:
              assume i != 3;
              goto join;
            join:
              goto after#2;
            done#2:
              goto after#2;
            after#2:
              goto choice;
            choice:
              goto Then#2, Else#2;
            Then#2:
              i := i + 1;
              goto join#2;
            Else#2:
              i := i + 2;
              goto join#2;
            join#2:
              goto again;
            again:
              call i := main_loop_head(k, i);
              return;
            }
        "#]],
    );
}

#[test]
fn calls_with_arbitrary_values() {
    check(
        "procedure p(a: int, b: bool) returns (x: int, y: int);
         procedure main() { var x: int; call x, * := p(*, x > 2); }",
        expect![[r#"

            procedure p(a: int, b: bool) returns (x: int, y: int)
            {
            entry:
              havoc x, y;
              return;
            }

            procedure main()
            {
              var x: int;
              var any#a: int;
              var any#y: int;
            entry:
              havoc any#a;
              call x, any#y := p(any#a, 2 < x);
              return;
            }
        "#]],
    );
}

#[test]
fn attributes_places_and_texts() {
    let lowered = check(
        "procedure {:entrypoint} {:inline 3} main(x: int) {
  assume {:sourcefile \"a.c\"} {:sourceline 12} x > 0;
  assert   {:msg \"no\"}
    x > 1;
  goto L;
  L: call {:cexpr \"x\"} record(x);
}
procedure record(x: int);",
        expect![[r#"

            procedure {:entrypoint} {:inline 3} main(x: int)
            {
            L:
              assume {:sourcefile "a.c"} {:sourceline 12} 0 < x;
              assert {:item 1} {:msg "no"} 1 < x;
              call {:cexpr "x"} record(x);
              return;
            }

            procedure record(x: int)
            {
            entry:
              return;
            }
        "#]],
    );
    let program = &lowered.program;
    let main = &program.procedures[lowered.procedure("main").expect("main")];
    let shown: Vec<String> = main
        .body
        .blocks
        .iter()
        .flat_map(|b| &b.commands)
        .map(|c| &program.infos[c.info])
        .map(|i| format!("{}:{} {}", i.place.line, i.place.column, i.text))
        .collect();
    expect![[r#"
        2:3 assume {:sourcefile "a.c"} {:sourceline 12} x > 0;
        3:3 assert {:msg "no"} x > 1;
        6:6 call {:cexpr "x"} record(x);"#]]
    .assert_eq(&shown.join("\n"));
    assert!(lowered.entry_points().map(|p| p.name.as_str()).eq(["main"]));
}
