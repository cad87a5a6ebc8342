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

/// Random hypotheses and claims on one prover, and each on a prover of its own.
#[test]
fn what_is_kept_changes_no_answer() {
    let facts = [
        "x > 3",
        "y == x + 1",
        "x < 100",
        "z != 0",
        "x / z == 2",
        "s.a[1] < s.m",
        "x + y > x",
        "p == &x",
        "p != &y",
        "un.i == 4",
        "f(x) == y",
        "f(3) == 9",
        "(x ^ y) % 5 == 2",
        "forall (unsigned char k) k < 200 || x > k - 150",
        "s.m == un.c",
        "x == 3",
        "y << 2 == x",
    ];
    let declarations = "int x, y, z; int *p; struct { int m; signed char a[3]; } s; \
                        union { int i; signed char c; } un; int f(int)";
    let mut state = 5u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    let time_limit = Some(std::time::Duration::from_millis(300));
    let options = Options { time_limit, ..Options::default() };
    let mut prover = Prover::new(options.clone());
    prover.declare(declarations).unwrap();
    let (mut asked, mut again, mut valid) = (0, 0, 0);
    let mut assumed: Vec<Vec<&str>> = vec![Vec::new()];
    while asked < 150 {
        match below(6) {
            0 => {
                prover.push();
                assumed.push(Vec::new());
            }
            1 if assumed.len() > 1 => {
                prover.pop();
                assumed.pop();
            }
            2 if assumed.iter().flatten().count() < 4 => {
                let fact = facts[below(facts.len())];
                prover.assume(fact).unwrap();
                assumed.last_mut().unwrap().push(fact);
            }
            3.. => {
                let claim = match below(2) {
                    0 => facts[below(facts.len())].to_owned(),
                    _ => format!(
                        "({}) || ({})",
                        facts[below(facts.len())],
                        facts[below(facts.len())]
                    ),
                };
                let mut fresh = Prover::new(options.clone());
                fresh.declare(declarations).unwrap();
                for fact in assumed.iter().flatten() {
                    fresh.assume(fact).unwrap();
                }
                let (one, other) = (prover.prove(&claim).unwrap(), fresh.prove(&claim).unwrap());
                let word = |a: &lariat_cogent::Answer| std::mem::discriminant(&a.verdict);
                let unknown = |a: &lariat_cogent::Answer| {
                    matches!(a.verdict, lariat_cogent::Verdict::Unknown(_))
                };
                asked += 1;
                if unknown(&one) || unknown(&other) {
                    continue;
                }
                assert_eq!(word(&one), word(&other), "{assumed:?} ==> {claim}: {one} or {other}");
                again += usize::from(prover.claims_since_start() > 1);
                valid += usize::from(one.is_valid());
            }
            _ => {}
        }
    }
    assert!(again > 30 && valid > 10, "{again} on a kept solver, {valid} valid");
}

#[test]
fn later_claims_are_cheap() {
    let mut prover = Prover::new(Options::default());
    prover.declare("unsigned x, y").unwrap();
    prover.assume("x < 1000 && y < 1000 && x * y == 391").unwrap();
    let first = prover.prove("x != 2").unwrap();
    for k in [3, 5, 6, 7] {
        assert!(prover.prove(&format!("x != {k}")).unwrap().is_valid());
    }
    assert!(first.is_valid());
    assert_eq!(prover.claims_since_start(), 5);
    assert!(!prover.prove("x != 17").unwrap().is_valid());
}
