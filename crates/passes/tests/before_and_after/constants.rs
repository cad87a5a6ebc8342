use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::resolve_constants;
use lariat_program::{ProcId, Program};

fn pass(program: &mut Program, entry: ProcId) -> ProcId {
    resolve_constants(program);
    entry
}

#[test]
fn values_in_place_of_names() {
    check(
        &pass,
        "const N: int; axiom N == 2;
         const B: bool; axiom B == true;
         const M: int; axiom M == N + 1;
         procedure p(x: int) returns (r: int);
           free ensures r == N;
         procedure main() {
           var m: [int]int; var y: int;
           m[N] := N * N;
           call y := p(N);
           assume B ==> y < N;
           assert m[2] == M;
         }",
        expect![[r#"
            const N: int;
            const B: bool;
            const M: int;
            axiom N == 2;
            axiom B;
            axiom M == 3;

            procedure p(x: int) returns (r: int)
              free ensures r == 2;
            {
            entry:
              havoc r;
              return;
            }

            procedure main()
            {
              var m: [int]int;
              var y: int;
            entry:
              m := m[2 := 4];
              call y := p(2);
              assume B ==> (y < 2);
              assert {:item 1} m[2] == M;
              return;
            }
        "#]],
    );
}

#[test]
fn the_first_value_counts_and_both_axioms_stay() {
    check(
        &pass,
        "const N: int; axiom 1 == N; axiom N == 2;
         procedure main() { assert N == 1; }",
        expect![[r#"
            const N: int;
            axiom N == 1;
            axiom N == 2;

            procedure main()
            {
            entry:
              assert {:item 1} true;
              return;
            }
        "#]],
    );
}

#[test]
fn names_without_a_value_stay() {
    unchanged(
        &pass,
        "const N: int; axiom N > 0;
         const M: int; axiom M == N;
         procedure main() { assert N + M > 0; }",
    );
}
