use crate::{check, unchanged};
use expect_test::expect;
use lariat_passes::merge_blocks;
use lariat_program::{ProcId, Program};

fn pass(program: &mut Program, entry: ProcId) -> ProcId {
    merge_blocks(program);
    entry
}

#[test]
fn a_straight_line_is_one_block() {
    check(
        &pass,
        "procedure main(x: int) {
           a: assume x > 0; goto b;
           b: assume true; assert true; goto c, c;
           c: assert x > 1; goto d;
           d: return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
            a:
              assume 0 < x;
              assert {:item 2} 1 < x;
              return;
            }
        "#]],
    );
}

#[test]
fn forks_and_joins_stay() {
    unchanged(
        &pass,
        "procedure main(x: int) {
           start: goto a, b;
           a: assume x > 0; goto join;
           b: assume x < 0; goto join;
           join: assert x != 0; return;
         }",
    );
}

#[test]
fn lines_between_forks_and_joins() {
    check(
        &pass,
        "procedure main(x: int) {
           start: goto first;
           first: goto a, b;
           a: assume x > 0; goto a2;
           a2: assume x > 1; goto join;
           b: assume x < 0; goto join;
           join: goto last;
           last: assert x != 0; return;
         }",
        expect![[r#"

            procedure main(x: int)
            {
            start:
              goto a, b;
            a:
              assume 0 < x;
              assume 1 < x;
              goto join;
            b:
              assume x < 0;
              goto join;
            join:
              assert {:item 1} x != 0;
              return;
            }
        "#]],
    );
}
