//! Programs that a front end has compiled to an error flag.

use crate::lower;
use crate::modes::check;
use expect_test::expect;
use lariat_passes::{Goal, error_flag};

const FLAG: &str = "var error: bool; var g: int;
    procedure main(x: int) {
      error := false;
      g := x;
      call p();
      if (!error) { call q(); }
      assume error;
    }
    procedure p() { if (g == 1) { error := true; return; } g := g + 1; }
    procedure q() { g := 0; }";

#[test]
fn versions_by_the_flag_before_and_after() {
    check(
        Goal::Return,
        FLAG,
        expect![[r#"
        // 3 procedures, 1 normal, 2 error (main$any_true, p$false_true), flag: error
        var error: bool;
        var g: int;

        procedure main(x: int)
          modifies error, g;
        {
        entry:
          error := false;
          g := x;
          call p();
          goto Then, Else;
        Then:
          assume !error;
          call q();
          goto join;
        Else:
          assume error;
          goto join;
        join:
          assume error;
          return;
        }

        procedure p()
          modifies error, g;
        {
        entry:
          goto Then, Else;
        Then:
          assume g == 1;
          error := true;
          return;
        Else:
          assume g != 1;
          goto join;
        join:
          g := g + 1;
          return;
        }

        procedure q()
          modifies g;
        {
        entry:
          g := 0;
          return;
        }

        procedure main$any_true(x: int)
          modifies g;
        {
        entry:
          g := x;
          goto entry$call2;
        entry$1:
          goto Else$9;
        entry$call2:
          call p$false_true();
          goto entry$1;
        Else$9:
          assume true;
          goto join$10;
        join$10:
          assume true;
          return;
        }

        procedure p$false_true()
          modifies g;
        {
        entry:
          goto Then$1;
        Then$1:
          assume g == 1;
          return;
        }

        procedure p$false_false()
          modifies g;
        {
        entry:
          goto Else$2;
        Else$2:
          assume g != 1;
          goto join$3;
        join$3:
          g := g + 1;
          return;
        }
    "#]],
    );
}

#[test]
fn a_flag_of_two_numbers() {
    check(
        Goal::Return,
        "var state: int;
         procedure main(x: int) {
           state := 0;
           call p(x);
           call p(x + 1);
           assume state == 1;
         }
         procedure p(x: int) { if (x == 2) { state := 1; } assert state == 0 || x > 1; }",
        expect![[r#"
            // 2 procedures, 2 normal, 2 error (main$any_1, p$0_1), flag: state
            var state: int;

            procedure main(x: int)
              modifies state;
            {
            entry:
              state := 0;
              call p(x);
              call p(x + 1);
              assume state == 1;
              return;
            }

            procedure p(x: int)
              modifies state;
            {
            entry:
              goto Then, Else;
            Then:
              assume x == 2;
              state := 1;
              goto join;
            Else:
              assume x != 2;
              goto join;
            join:
              assume {:item 1} (state == 0) || (1 < x);
              return;
            }

            procedure main$any_1(x: int)
            {
            entry:
              goto entry$call2, entry$call4;
            entry$1:
              goto entry$call9;
            entry$call2:
              call p$0_0(x);
              goto entry$1;
            entry$3:
              goto entry$call6;
            entry$call4:
              call p$0_1(x);
              goto entry$3;
            entry$5:
              assume true;
              return;
            entry$call6:
              call p$1_1(x + 1);
              goto entry$5;
            entry$call9:
              call p$0_1(x + 1);
              goto entry$5;
            }

            procedure p$0_0(x: int)
            {
            entry:
              goto Else$2;
            Else$2:
              assume x != 2;
              goto join$3;
            join$3:
              assume {:item 1} true;
              return;
            }

            procedure p$0_1(x: int)
            {
            entry:
              goto Then$1;
            Then$1:
              assume x == 2;
              goto join$4;
            join$4:
              assume {:item 1} 1 < x;
              return;
            }

            procedure p$1_1(x: int)
            {
            entry:
              goto Then$1, Else$2;
            Then$1:
              assume x == 2;
              goto join$3;
            Else$2:
              assume x != 2;
              goto join$3;
            join$3:
              assume {:item 1} 1 < x;
              return;
            }
        "#]],
    );
}

#[test]
fn what_is_ensured_about_the_flag() {
    check(
        Goal::Return,
        "var error: bool; var g: int;
         procedure main() { error := false; g := 0; call p(); assume error; }
         procedure p();
           modifies error, g;
           free ensures error ==> !old(error) && g > old(g);
         implementation p() { if (*) { error := true; g := g + 1; } else { g := g + 2; } }",
        expect![[r#"
            // 2 procedures, 1 normal, 2 error (main$any_true, p$false_true), flag: error
            var error: bool;
            var g: int;

            procedure main()
              modifies error, g;
            {
            entry:
              error := false;
              g := 0;
              call p();
              assume error;
              return;
            }

            procedure p()
              modifies error, g;
              free ensures error ==> (!old(error) && (old(g) < g));
            {
            entry:
              goto Then, Else;
            Then:
              error := true;
              g := g + 1;
              goto join;
            Else:
              g := g + 2;
              goto join;
            join:
              return;
            }

            procedure main$any_true()
              modifies g;
            {
            entry:
              g := 0;
              goto entry$call2;
            entry$1:
              assume true;
              return;
            entry$call2:
              call p$false_true();
              goto entry$1;
            }

            procedure p$false_true()
              modifies g;
              free ensures old(g) < g;
            {
            entry:
              goto Then$1;
            Then$1:
              g := g + 1;
              goto join$4;
            join$4:
              return;
            }

            procedure p$false_false()
              modifies g;
            {
            entry:
              goto Else$2;
            Else$2:
              g := g + 2;
              goto join$3;
            join$3:
              return;
            }
        "#]],
    );
}

/// Which global is the flag, if any.
fn flag(text: &str) -> Option<String> {
    let (mut program, entry) = lower(text);
    error_flag(&mut program, entry).map(|v| program.terms.variable(v).name.clone())
}

#[test]
fn what_is_a_flag() {
    let program = |declaration: &str, raise: &str, end: &str| {
        format!(
            "{declaration} var g: int;
             procedure main() {{ e := false; call p(); {end} }}
             procedure any() returns (r: bool) {{ }}
             procedure p() {{ if (g == 1) {{ {raise} }} }}"
        )
    };
    let plain = |raise: &str, end: &str| flag(&program("var e: bool;", raise, end));
    assert_eq!(flag(FLAG).as_deref(), Some("error"));
    assert_eq!(plain("e := true;", "assume e;").as_deref(), Some("e"));
    assert_eq!(plain("e := true;", "assume e == true;").as_deref(), Some("e"));
    // Whoever may raise it always does.
    let always = "var e: bool; var g: int;
         procedure main() { e := false; if (g == 1) { call p(); } assume e; }
         procedure p() { e := true; }";
    assert_eq!(flag(always).as_deref(), Some("e"));
    // Nobody calls anything without it.
    let at_once = "var e: bool; procedure main() { e := true; assume e; }";
    assert_eq!(flag(at_once), None);
    // Not required when the program returns.
    assert_eq!(plain("e := true;", ""), None);
    assert_eq!(plain("e := true;", "assume e || g == 1;"), None);
    // Not always a constant.
    assert_eq!(plain("havoc e;", "assume e;"), None);
    assert_eq!(plain("e := g == 1;", "assume e;"), None);
    assert_eq!(plain("if (*) { e := true; } else { havoc e; }", "assume e;"), None);
    assert_eq!(plain("if (*) { e := true; } else { call e := any(); }", "assume e;"), None);
    // Never raised.
    assert_eq!(plain("g := 2;", "assume e;"), None);
}
