use crate::refuses;
use expect_test::expect;

#[test]
fn threads() {
    refuses(
        "procedure p(); procedure main() { async call p(); par p() | p(); yield; }",
        expect![[r#"
            test.bpl(1,35): error: asynchronous calls are not supported
              help: call the procedure synchronously, or make the program sequential first
            test.bpl(1,51): error: parallel calls are not supported
              help: call the procedures one after the other
            test.bpl(1,66): error: yield is not supported
              help: remove it, or make the program sequential first
        "#]],
    );
}

#[test]
fn code_expressions() {
    refuses(
        "procedure main() {
           assert |{ A: goto B, C; B: return true; C: return false; }|;
           assert |{ var x: int; A: return x > 0; }|;
           assert |{ A: goto B; B: goto A; }|;
         }",
        expect![[r#"
            test.bpl(2,25): error: this code expression may have several values: a goto has targets without conditions
              help: compute the condition in statements, or in a procedure
            test.bpl(3,19): error: this code expression may have several values: its variables are read before they are assigned
              help: compute the condition in statements, or in a procedure
            test.bpl(4,41): error: loops in code expressions are not supported
              help: compute the condition in a procedure
        "#]],
    );
}

#[test]
fn quantifiers_over_types_that_are_not_assumed() {
    refuses(
        "function f<a>(x: a): bool;
         axiom !(forall<a> x: a :: f(x));
         procedure main() { assert (forall<a> x: a :: f(x)); }",
        expect![[r#"
            test.bpl(2,17): error: this quantifier over types cannot be replaced by its instances
              help: only what is assumed for all types can be; name the types instead
        "#]],
    );
}

#[test]
fn builtins_that_do_not_fit() {
    refuses(
        "function {:bvbuiltin \"bvadd\"} add(bv8, bv16): bv8;
         function {:builtin \"MapAdd\"} sum([int]bool): int;
         procedure main() { assert add(1bv8, 2bv16) == 3bv8 && sum((lambda i: int :: true)) == 0; }",
        expect![[r#"
            test.bpl(1,1): error: the builtin bvadd does not fit this function: the number or the types of its arguments are wrong
        "#]],
    );
}

#[test]
fn instances_without_end() {
    refuses(
        "type Box a; function f<a>(x: a): int { f(g(x)) } function g<a>(x: a): Box a;
         procedure main() { assert f(1) == 2; }",
        expect![[r#"
            test.bpl(1,50): error: a type is nested too deeply: Box (Box (Box (Box (Box (Box (Box (Box (Box (Box (Box (Box (…
              help: a polymorphic function that calls itself at ever larger types cannot be made monomorphic
        "#]],
    );
}
