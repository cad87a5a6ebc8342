use crate::check;
use expect_test::expect;

#[test]
fn while_loop_with_invariants() {
    let lowered = check(
        "var g: int;
         procedure main(n: int) returns (s: int) modifies g; {
           var i, t: int;
           i := 0;
           while (i < n) invariant i >= 0; free invariant s >= 0; {
             t := i * 2;
             s := s + t;
             g := g + 1;
             i := i + 1;
           }
           assert s >= 0;
         }",
        expect![[r#"
            var g: int;

            procedure main(n: int) returns (s: int)
              modifies g;
            {
              var i: int;
              var t: int;
            entry:
              i := 0;
              goto head;
            head:
              call s, i := main_loop_head(n, s, i);
              assert {:item 1, "invariant"} 0 <= i;
              assume 0 <= s;
              goto body, done;
            body:
              assume i < n;
              t := i * 2;
              s := s + t;
              g := g + 1;
              i := i + 1;
              assume false;
              return;
            done:
              assume n <= i;
              goto after;
            after:
              assert {:item 2} 0 <= s;
              return;
            }

            procedure main_loop_head(n: int, s#in: int, i#in: int) returns (s: int, i: int)
              modifies g;
            {
              var t: int;
            entry:
              s, i := s#in, i#in;
              goto leave, head;
            leave:
              return;
            head:
              assume {:item 1, "invariant"} 0 <= i;
              assume 0 <= s;
              goto body;
            body:
              assume i < n;
              t := i * 2;
              s := s + t;
              g := g + 1;
              i := i + 1;
              goto again;
            again:
              call s, i := main_loop_head(n, s, i);
              return;
            }
        "#]],
    );
    let program = &lowered.program;
    let (_, extracted) = program
        .procedures
        .iter_enumerated()
        .find(|(_, p)| p.loop_info.is_some())
        .expect("a loop procedure");
    let info = extracted.loop_info.as_ref().expect("made from a loop");
    assert_eq!(Some(info.procedure), lowered.procedure("main"));
    assert_eq!(program.infos[extracted.info].place.line, 5);
}

#[test]
fn nested_loops_share_procedures() {
    check(
        "procedure main(n: int) {
           var i, j: int;
           while (i < n) { j := 0; while (j < i) { j := j + 1; assert j < n; } i := i + j; }
         }",
        expect![[r#"

            procedure main(n: int)
            {
              var i: int;
              var j: int;
            entry:
              goto head;
            head:
              call i := main_loop_head(n, i);
              goto body, done;
            body:
              assume i < n;
              j := 0;
              goto head#2;
            head#2:
              call j := main_loop_head#2(n, i, j);
              goto body#2, done#2;
            body#2:
              assume j < i;
              j := j + 1;
              assert {:item 1} j < n;
              assume false;
              return;
            done#2:
              assume i <= j;
              goto after#2;
            after#2:
              i := i + j;
              assume false;
              return;
            done:
              assume n <= i;
              goto after;
            after:
              return;
            }

            procedure main_loop_head(n: int, i#in: int) returns (i: int)
            {
              var j: int;
            entry:
              i := i#in;
              goto leave, head;
            leave:
              return;
            head:
              goto body;
            body:
              assume i < n;
              j := 0;
              goto head#2;
            head#2:
              call j := main_loop_head#2(n, i, j);
              goto done#2;
            done#2:
              assume i <= j;
              goto after#2;
            after#2:
              i := i + j;
              goto again;
            again:
              call i := main_loop_head(n, i);
              return;
            }

            procedure main_loop_head#2(n: int, i: int, j#in: int) returns (j: int)
            {
            entry:
              j := j#in;
              goto leave, head#2;
            leave:
              return;
            head#2:
              goto body#2;
            body#2:
              assume j < i;
              j := j + 1;
              assume {:item 1} j < n;
              goto again;
            again:
              call j := main_loop_head#2(n, i, j);
              return;
            }
        "#]],
    );
}

#[test]
fn loop_of_gotos_with_two_exits_and_old() {
    check(
        "var g: int;
         procedure main() modifies g; {
           A: g := g + 1; goto B, C;
           B: assume g < old(g) + 5; goto A, D;
           C: assert g > old(g); return;
           D: return;
         }",
        expect![[r#"
            var g: int;

            procedure main()
              modifies g;
            {
              var old#g: int;
            entry:
              old#g := g;
              goto A;
            A:
              call main_loop_A(old#g);
              g := g + 1;
              goto B, C;
            B:
              assume g < (old#g + 5);
              goto D;
            D:
              return;
            C:
              assert {:item 1} old#g < g;
              return;
            }

            procedure main_loop_A(old#g: int)
              modifies g;
            {
            entry:
              goto leave, A;
            leave:
              return;
            A:
              g := g + 1;
              goto B;
            B:
              assume g < (old#g + 5);
              goto again;
            again:
              call main_loop_A(old#g);
              return;
            }
        "#]],
    );
}

#[test]
fn irreducible_loop() {
    check(
        "procedure main() returns (i: int) {
           goto A, B;
           A: i := i + 1; goto B, C;
           B: i := i + 2; goto A;
           C: return;
         }",
        expect![[r#"

            procedure main() returns (i: int)
            {
              var entry#: int;
            entry:
              goto enter#A, enter#B;
            enter#A:
              entry# := 1;
              goto dispatch;
            enter#B:
              entry# := 0;
              goto dispatch;
            dispatch:
              call i, entry# := main_loop_dispatch(i, entry#);
              goto to#B, to#A;
            to#B:
              assume entry# == 0;
              goto B;
            B:
              i := i + 2;
              goto back#A;
            back#A:
              entry# := 1;
              assume false;
              return;
            to#A:
              assume entry# == 1;
              goto A;
            A:
              i := i + 1;
              goto back#B, C;
            back#B:
              entry# := 0;
              assume false;
              return;
            C:
              return;
            }

            procedure main_loop_dispatch(i#in: int, entry##in: int) returns (i: int, entry#: int)
            {
            entry:
              i, entry# := i#in, entry##in;
              goto leave, dispatch;
            leave:
              return;
            dispatch:
              goto to#B, to#A;
            to#B:
              assume entry# == 0;
              goto B;
            B:
              i := i + 2;
              goto back#A;
            back#A:
              entry# := 1;
              goto again;
            to#A:
              assume entry# == 1;
              goto A;
            A:
              i := i + 1;
              goto back#B;
            back#B:
              entry# := 0;
              goto again;
            again:
              call i, entry# := main_loop_dispatch(i, entry#);
              return;
            }
        "#]],
    );
}

#[test]
fn loop_that_never_ends_or_only_calls() {
    check(
        "procedure q(); procedure main() { A: call q(); goto A; }",
        expect![[r#"

        procedure q()
        {
        entry:
          return;
        }

        procedure main()
        {
        entry:
          goto A;
        A:
          call main_loop_A();
          call q();
          assume false;
          return;
        }

        procedure main_loop_A()
        {
        entry:
          goto leave, A;
        leave:
          return;
        A:
          call q();
          goto again;
        again:
          call main_loop_A();
          return;
        }
    "#]],
    );
}

#[test]
fn irreducible_loop_inside_a_loop() {
    check(
        "procedure main() returns (i: int) {
           dispatch: i := i + 3; goto A, B;
           A: goto B;
           B: goto A, C;
           C: goto dispatch, D;
           D: return;
         }",
        expect![[r#"

            procedure main() returns (i: int)
            {
              var entry#: int;
            entry:
              goto dispatch;
            dispatch:
              call i := main_loop_dispatch(i);
              i := i + 3;
              goto enter#A, enter#B;
            enter#A:
              entry# := 1;
              goto dispatch#2;
            enter#B:
              entry# := 0;
              goto dispatch#2;
            dispatch#2:
              call entry# := main_loop_dispatch#2(entry#);
              goto to#B, to#A;
            to#B:
              assume entry# == 0;
              goto B;
            B:
              goto back#A, C;
            back#A:
              entry# := 1;
              assume false;
              return;
            C:
              goto D;
            D:
              return;
            to#A:
              assume entry# == 1;
              goto A;
            A:
              goto back#B;
            back#B:
              entry# := 0;
              assume false;
              return;
            }

            procedure main_loop_dispatch(i#in: int) returns (i: int)
            {
              var entry#: int;
            entry:
              i := i#in;
              goto leave, dispatch;
            leave:
              return;
            dispatch:
              i := i + 3;
              goto enter#A, enter#B;
            enter#A:
              entry# := 1;
              goto dispatch#2;
            enter#B:
              entry# := 0;
              goto dispatch#2;
            dispatch#2:
              call entry# := main_loop_dispatch#2(entry#);
              goto to#B;
            to#B:
              assume entry# == 0;
              goto B;
            B:
              goto C;
            C:
              goto again;
            again:
              call i := main_loop_dispatch(i);
              return;
            }

            procedure main_loop_dispatch#2(entry##in: int) returns (entry#: int)
            {
            entry:
              entry# := entry##in;
              goto leave, dispatch#2;
            leave:
              return;
            dispatch#2:
              goto to#B, to#A;
            to#B:
              assume entry# == 0;
              goto B;
            B:
              goto back#A;
            back#A:
              entry# := 1;
              goto again;
            to#A:
              assume entry# == 1;
              goto A;
            A:
              goto back#B;
            back#B:
              entry# := 0;
              goto again;
            again:
              call entry# := main_loop_dispatch#2(entry#);
              return;
            }
        "#]],
    );
}

/// Variables and blocks that were made from others say so: names are for people.
#[test]
fn versions_and_copies_know_what_they_are_made_from() {
    let text = "\
var g: int;
procedure main(n: int) {
  var i: int;
  i := 0;
  head: goto body, done;
  body: assume i < n; i := i + 1; g := g + old(g); goto head;
  done: assume i >= n;
}
";
    let peeling = [(("main".to_owned(), "head".to_owned()), 2)].into_iter().collect();
    let options = crate::LowerOptions { peeling, ..Default::default() };
    let program = crate::lower_with(text, &options).expect("valid").program;
    let terms = &program.terms;
    let of_loop = program.procedures.iter().find(|p| p.loop_info.is_some()).expect("a loop");
    let made_from = of_loop.inputs.iter().map(|&v| {
        let (name, from) = (&terms.variable(v).name, terms.declared_as(v));
        format!("{name} <- {}", terms.variable(from).name)
    });
    let made_from: Vec<String> = made_from.collect();
    assert!(made_from.contains(&"i#in <- i".to_owned()), "{made_from:?}");
    let main = &program.procedures[program.procedure_named("main").expect("main")];
    let saved = main.locals.iter().find(|&&v| terms.variable(v).version_of.is_some());
    let saved = saved.map(|&v| terms.variable(terms.declared_as(v)).name.as_str());
    assert_eq!(saved, Some("g"));
    let mut copies: Vec<(&str, u32)> = program
        .peeled
        .values()
        .filter(|p| p.head == "head")
        .map(|p| (p.label.as_str(), p.iteration))
        .collect();
    copies.sort();
    copies.retain(|c| c.0 == "head");
    assert_eq!(copies, [("head", 1), ("head", 2)]);
    for (procedure, label) in program.peeled.keys() {
        let owner = &program.procedures[program.procedure_named(procedure).expect("there")];
        assert!(owner.body.blocks.iter().any(|b| b.label == *label), "{label}");
    }
}
