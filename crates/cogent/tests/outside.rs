//! Claims with more than two levels of quantifiers: the answer of an outside solver, a process
//! that ends with 10 or 20, becomes the verdict. The code is that of `lariat prove`.

#[path = "../../lariat/src/qbf.rs"]
mod qbf;

use lariat_c::IntKind;
use lariat_cogent::{Options, Query, Widths};
use qbf::Outside;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

type Ask = fn(&Query<'_>, &Options, &str) -> Option<Outside>;

/// Formulas are in files named after the process and their length: one at a time.
static ASKING: Mutex<()> = Mutex::new(());

fn ask(how: Ask, claim: &str, options: &Options, command: &str) -> Option<Outside> {
    let source = lariat_c::Source { name: "claim", text: claim };
    let (program, claims) = lariat_c::read_claims(source, options.model, &[]);
    assert!(!program.has_errors(), "{claim}: {:?}", program.diagnostics);
    let expr = claims.first().and_then(|c| c.expr).expect("a claim");
    let _alone = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    how(&Query { program: &program, hypotheses: Vec::new(), claim: expr }, options, command)
}

/// A solver in a folder of its own, which goes with it.
struct Solver(PathBuf);

impl Solver {
    fn new(name: &str, script: &str) -> Solver {
        let folder =
            std::env::temp_dir().join(format!("lariat-outside-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("solver.sh"), script).expect("a script");
        Solver(folder)
    }
    fn command(&self) -> String {
        format!("sh {}", self.0.join("solver.sh").display())
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Four levels, and whether they hold.
const DEEP: &[(&str, bool)] = &[
    ("forall (B a) exists (B b) forall (B c) exists (B d) (a ^ b) == (c ^ d)", true),
    ("forall (B a) exists (B b) forall (B c) exists (B d) (a & b) == (c | d)", false),
    (
        "forall (B a) exists (B b) forall (B c) exists (B d) (B)(a + b) == 7 && (B)(c - d) == b",
        true,
    ),
    ("forall (B a) exists (B b) forall (B c) exists (B d) b > a || (c ^ d) == z", true),
    ("forall (B a) exists (B b) forall (B c) exists (B d) b > a && (c ^ d) == z", false),
    ("forall (B a) exists (B b) forall (B c) exists (B d) (b ^ c) == a || d == z", true),
    ("forall (B a) exists (B b) forall (B c) exists (B d) (b ^ c) == a && d == z", false),
];

fn text(claim: &str) -> String {
    format!("typedef unsigned char B; B z; {claim}")
}

#[test]
fn the_answer_becomes_the_verdict() {
    let claim = text(DEEP[0].0);
    let options = Options::default();
    for (code, valid) in [(10, Some(false)), (20, Some(true)), (0, None), (30, None)] {
        let solver = Solver::new(&format!("ends{code}"), &format!("exit {code}\n"));
        let outside = ask(qbf::deep, &claim, &options, &solver.command());
        assert_eq!(outside.map(|o| o.valid), valid, "a solver that ends with {code}");
    }
    let killed = Solver::new("killed", "kill -9 $$\n");
    assert!(ask(qbf::deep, &claim, &options, &killed.command()).is_none());
    assert!(ask(qbf::deep, &claim, &options, "no-such-solver").is_none());
}

#[test]
fn it_gets_the_formula_with_all_levels() {
    let solver = Solver::new("copies", "cp \"$1\" \"${0%/*}/asked\" && exit 20\n");
    let options = Options::default();
    let outside = ask(qbf::deep, &text(DEEP[3].0), &options, &solver.command()).expect("an answer");
    let asked = std::fs::read_to_string(solver.0.join("asked")).expect("a formula");
    assert_eq!(asked, outside.qdimacs);
    assert_eq!(outside.by, "sh");
    let levels: String =
        asked.lines().filter(|l| l.starts_with(['e', 'a'])).map(|l| &l[..1]).collect();
    // A counterexample chooses z and a, nobody b, then it chooses c, then nobody d; last come
    // the variables of the clauses.
    assert_eq!(levels, "eaeae");
}

#[test]
fn few_levels_are_left_to_the_prover() {
    let solver = Solver::new("few", "exit 10\n");
    let options = Options::default();
    let two = text("forall (B a) exists (B b) (a ^ b) == z");
    assert!(ask(qbf::deep, &two, &options, &solver.command()).is_none());
    // Unless it gave up: then any claim of which something is chosen by nobody may be asked.
    assert!(ask(qbf::any, &two, &options, &solver.command()).is_some_and(|o| !o.valid));
    let none = text("forall (B a) (a ^ z) == (z ^ a)");
    assert!(ask(qbf::any, &none, &options, &solver.command()).is_none());
}

#[test]
fn a_solver_that_hangs_is_stopped() {
    let solver = Solver::new("hangs", "exec sleep 60\n");
    let options = Options { time_limit: Some(Duration::from_millis(200)), ..Options::default() };
    let start = Instant::now();
    assert!(ask(qbf::deep, &text(DEEP[0].0), &options, &solver.command()).is_none());
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn depqbf_is_right() {
    if std::process::Command::new("depqbf").arg("--version").output().is_err() {
        println!("depqbf is not installed: not asked");
        return;
    }
    // Few bits, but more than are expanded, and sums fit into an int.
    let integers = vec![(IntKind::Char, 5), (IntKind::Int, 8)];
    let widths = Widths { integers, offset: None };
    let time_limit = Some(Duration::from_secs(60));
    let options = Options { widths, time_limit, ..Options::default() };
    for (claim, valid) in DEEP {
        let outside = ask(qbf::deep, &text(claim), &options, "depqbf").expect("an answer");
        println!("{claim}: {} by {} in {:?}", outside.valid, outside.by, outside.time);
        assert_eq!(outside.valid, *valid, "{claim}");
    }
}
