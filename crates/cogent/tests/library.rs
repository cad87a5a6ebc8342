//! The library interface: hypotheses, cores, threads, second solver, exports, proofs.

use lariat_cogent::{Extras, Options, Prover, SolverChoice, prove_path};

#[test]
fn hypotheses_come_and_go() {
    let mut prover = Prover::new(Options::default());
    prover.declare("int x, y").unwrap();
    prover.assume("x > 3").unwrap();
    assert!(prover.prove("x > 2").unwrap().is_valid());
    prover.push();
    prover.assume("y > x").unwrap();
    assert!(prover.prove("y > 4").unwrap().is_valid());
    prover.pop();
    assert!(!prover.prove("y > 4").unwrap().is_valid());
    assert!(prover.assume("z > 4").is_err());
    assert!(prover.declare("int 3").is_err());
}

#[test]
fn cores_name_the_hypotheses_used() {
    let mut prover = Prover::new(Options::default());
    prover.declare("unsigned x, y, z").unwrap();
    prover.assume("x < y").unwrap();
    prover.assume("z == 7").unwrap();
    prover.assume("y < 10").unwrap();
    let extras = Extras { core: true, ..Extras::default() };
    let (answer, _) = prover.prove_with("x < 9", &extras).unwrap();
    assert!(answer.is_valid());
    assert_eq!(answer.core, Some(vec![0, 2]));
    let claim = "int a, b; a > 0 && b > 0 ==> a != 0";
    let (answer, _) = Prover::default().prove_with(claim, &extras).unwrap();
    assert_eq!(answer.core, Some(vec![0]));
}

#[test]
fn provers_work_in_threads() {
    let mut prover = Prover::new(Options::default());
    prover.declare("unsigned x").unwrap();
    std::thread::scope(|s| {
        for k in 1..5 {
            let prover = &prover;
            s.spawn(move || {
                let claim = format!("x % {k} < {k}");
                assert!(prover.prove(&claim).unwrap().is_valid());
            });
        }
    });
}

#[test]
fn the_second_solver_agrees() {
    let options = Options { solver: SolverChoice::Batsat, ..Options::default() };
    let prover = Prover::new(options);
    assert!(prover.prove("unsigned x, y; x - y == x + ~y + 1").unwrap().is_valid());
    let answer = prover.prove("int x; x + 1 > x").unwrap();
    assert_eq!(answer.counterexample().unwrap().values[0].text, "2147483647");
}

const STRAIGHT: &str = "
void __VERIFIER_assert(int); void __VERIFIER_assume(int);
int g;
void average(int a, int b) {
    __VERIFIER_assume(a >= 0 && b >= a);
    int m = a + (b - a) / 2;
    __VERIFIER_assert(m >= a && m <= b);
}
void wrong(unsigned a, unsigned b) {
    unsigned m = (a + b) / 2;
    if (a <= b) __VERIFIER_assert(m >= a);
}
void alias(int *p) {
    g = 1;
    *p = 2;
    __VERIFIER_assert(g == 1);
}
void swap(void) {
    int a[2] = {1, 2};
    int t = a[0]; a[0] = a[1]; a[1] = t; a[0]++;
    __VERIFIER_assert(a[0] == 3 && a[1] == 1);
}
void bytes(int *p, char *q) {
    __VERIFIER_assume(p != 0 && q == (char *)p);
    *p = 1;
    *q = 7;
    __VERIFIER_assert(*p == 1);
}
";

#[test]
fn straight_line_functions() {
    let source = lariat_c::Source { name: "path.c", text: STRAIGHT };
    let options = Options::default();
    let program = lariat_c::read_program(&[source], options.model);
    assert!(!program.has_errors(), "{:?}", program.diagnostics);
    let answer = |name: &str| prove_path(&program, program.function_named(name).unwrap(), &options);
    assert!(answer("average").is_valid(), "{}", answer("average"));
    assert!(answer("swap").is_valid(), "{}", answer("swap"));
    assert!(answer("wrong").counterexample().is_some(), "{}", answer("wrong"));
    // Lost writes prove nothing.
    assert!(!answer("bytes").is_valid(), "{}", answer("bytes"));
    let alias = answer("alias");
    let shown = alias.counterexample().expect("aliasing").to_string();
    assert!(shown.contains("p = &g"), "{shown}");
}
