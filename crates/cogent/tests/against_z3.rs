//! The same claims for Z3's bit-vector theory: the same verdicts, and how fast.
//!
//! The claims are generated as trees that are written both as C and as SMT-LIB, with
//! unconstrained results as fresh constants on the SMT side. Z3 runs in this process, with a
//! new context per claim that is made before the clock starts; both sides include reading
//! the text.

mod random;

use lariat_cogent::{Options, Prover, Verdict};
use random::*;
use std::ffi::{CStr, CString};
use std::time::{Duration, Instant};
use z3_sys::{
    Z3_context, Z3_del_config, Z3_del_context, Z3_eval_smtlib2_string, Z3_mk_config, Z3_mk_context,
};

/// Z3 in this process. Making and warming up the context is not timed.
struct Z3(Z3_context);

impl Z3 {
    fn start() -> Option<Z3> {
        // SAFETY: plain calls; the configuration is not used afterwards.
        unsafe {
            let config = Z3_mk_config()?;
            let context = Z3_mk_context(config);
            Z3_del_config(config);
            // The first command sets up what all others use.
            Z3_eval_smtlib2_string(context?, c"(set-option :timeout 5000)".as_ptr());
            context.map(Z3)
        }
    }

    fn ask(&mut self, text: &str) -> String {
        let text = format!("{text}\n(check-sat)");
        let Ok(text) = CString::new(text) else { return String::new() };
        // SAFETY: the context lives, the text ends with a zero, and the answer is copied
        // before the next call.
        unsafe {
            let answer = Z3_eval_smtlib2_string(self.0, text.as_ptr());
            CStr::from_ptr(answer).to_string_lossy().trim().to_owned()
        }
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // SAFETY: nothing refers to the context any more.
        unsafe { Z3_del_context(self.0) }
    }
}

/// Writes trees as SMT-LIB terms.
struct Smt<'a> {
    vars: &'a Variables,
    m: &'a Machine,
    declarations: String,
    fresh: usize,
}

impl Smt<'_> {
    fn convert(&self, term: &str, from: Kind, to: Kind) -> String {
        let (a, b) = (self.m.width(from), self.m.width(to));
        match a.cmp(&b) {
            std::cmp::Ordering::Equal => term.to_owned(),
            std::cmp::Ordering::Greater => format!("((_ extract {} 0) {term})", b - 1),
            std::cmp::Ordering::Less if from.signed() => {
                format!("((_ sign_extend {}) {term})", b - a)
            }
            std::cmp::Ordering::Less => format!("((_ zero_extend {}) {term})", b - a),
        }
    }

    fn constant(&self, k: u64, kind: Kind) -> String {
        format!("(_ bv{k} {})", self.m.width(kind))
    }

    fn truth(&mut self, t: &Tree) -> String {
        match t {
            Tree::Binary(op @ ("&&" | "||" | "==>" | "<==>"), a, b) => {
                let op = match *op {
                    "&&" => "and",
                    "||" => "or",
                    "==>" => "=>",
                    _ => "=",
                };
                format!("({op} {} {})", self.truth(a), self.truth(b))
            }
            Tree::Unary("!", a) => format!("(not {})", self.truth(a)),
            Tree::Binary(op, a, b) if COMPARISONS.contains(op) => {
                let (ka, kb) = (a.kind(self.vars, self.m), b.kind(self.vars, self.m));
                let common = self.m.common(ka, kb);
                let (x, y) = (self.term(a), self.term(b));
                let (x, y) = (self.convert(&x, ka, common), self.convert(&y, kb, common));
                let s = if common.signed() { 's' } else { 'u' };
                match *op {
                    "==" => format!("(= {x} {y})"),
                    "!=" => format!("(distinct {x} {y})"),
                    "<" => format!("(bv{s}lt {x} {y})"),
                    ">" => format!("(bv{s}gt {x} {y})"),
                    "<=" => format!("(bv{s}le {x} {y})"),
                    _ => format!("(bv{s}ge {x} {y})"),
                }
            }
            _ => {
                let kind = t.kind(self.vars, self.m);
                let zero = self.constant(0, kind);
                format!("(distinct {} {zero})", self.term(t))
            }
        }
    }

    fn unless(&mut self, bad: &str, term: &str, kind: Kind) -> String {
        self.fresh += 1;
        let n = self.fresh;
        let w = self.m.width(kind);
        self.declarations.push_str(&format!("(declare-const u{n} (_ BitVec {w}))"));
        format!("(ite {bad} u{n} {term})")
    }

    fn term(&mut self, t: &Tree) -> String {
        let kind = t.kind(self.vars, self.m);
        match t {
            Tree::Var(v) => self.vars.list[*v].0.clone(),
            Tree::Const(k) => self.constant(*k, Int),
            Tree::Cast(to, a) => {
                let from = a.kind(self.vars, self.m);
                let term = self.term(a);
                self.convert(&term, from, *to)
            }
            Tree::Unary(op @ ("-" | "~"), a) => {
                let from = a.kind(self.vars, self.m);
                let inner = self.term(a);
                let x = self.convert(&inner, from, kind);
                if *op == "~" {
                    return format!("(bvnot {x})");
                }
                if !kind.signed() {
                    return format!("(bvneg {x})");
                }
                let least = self.constant(1 << (self.m.width(kind) - 1), kind);
                self.unless(&format!("(= {x} {least})"), &format!("(bvneg {x})"), kind)
            }
            Tree::Choose(c, a, b) => {
                let c = self.truth(c);
                let (ka, kb) = (a.kind(self.vars, self.m), b.kind(self.vars, self.m));
                let (x, y) = (self.term(a), self.term(b));
                let (x, y) = (self.convert(&x, ka, kind), self.convert(&y, kb, kind));
                format!("(ite {c} {x} {y})")
            }
            Tree::Binary(op, a, b) if ARITHMETIC.contains(op) => self.arithmetic(op, a, b, kind),
            _ => {
                let truth = self.truth(t);
                let (one, zero) = (self.constant(1, Int), self.constant(0, Int));
                format!("(ite {truth} {one} {zero})")
            }
        }
    }

    fn arithmetic(&mut self, op: &str, a: &Tree, b: &Tree, kind: Kind) -> String {
        let w = self.m.width(kind);
        let (ka, kb) = (a.kind(self.vars, self.m), b.kind(self.vars, self.m));
        let (x, y) = (self.term(a), self.term(b));
        let x = self.convert(&x, ka, kind);
        let y = self.convert(&y, kb, kind);
        let s = if kind.signed() { 's' } else { 'u' };
        let wide = |t: &str| format!("((_ sign_extend {w}) {t})");
        let leaves = |exact: &str, narrow: &str| format!("(distinct {exact} {})", wide(narrow));
        let zero = self.constant(0, kind);
        match op {
            "&" => format!("(bvand {x} {y})"),
            "|" => format!("(bvor {x} {y})"),
            "^" => format!("(bvxor {x} {y})"),
            "+" | "-" | "*" => {
                let f = ["bvadd", "bvsub", "bvmul"]
                    [["+", "-", "*"].iter().position(|o| *o == op).unwrap_or(0)];
                let narrow = format!("({f} {x} {y})");
                if !kind.signed() {
                    return narrow;
                }
                let exact = format!("({f} {} {})", wide(&x), wide(&y));
                let bad = leaves(&exact, &narrow);
                self.unless(&bad, &narrow, kind)
            }
            "/" | "%" => {
                let f = match (op, kind.signed()) {
                    ("/", true) => "bvsdiv",
                    ("/", false) => "bvudiv",
                    (_, true) => "bvsrem",
                    (_, false) => "bvurem",
                };
                let mut bad = format!("(= {y} {zero})");
                if kind.signed() {
                    let least = self.constant(1 << (w - 1), kind);
                    bad = format!("(or {bad} (and (= {x} {least}) (= {y} (bvnot {zero}))))");
                }
                self.unless(&bad, &format!("({f} {x} {y})"), kind)
            }
            _ => {
                let limit = self.constant(u64::from(w), kind);
                let mut bad = format!("(bvuge {y} {limit})");
                let f = match (op, s) {
                    ("<<", _) => "bvshl",
                    (_, 's') => "bvashr",
                    _ => "bvlshr",
                };
                let result = format!("({f} {x} {y})");
                if op == "<<" && kind.signed() {
                    let back = format!("(bvashr {result} {y})");
                    bad = format!("(or {bad} (bvslt {x} {zero}) (distinct {back} {x}))");
                }
                self.unless(&bad, &result, kind)
            }
        }
    }
}

fn var(n: usize) -> Box<Tree> {
    Box::new(Tree::Var(n))
}

fn bin(op: &'static str, a: Tree, b: Tree) -> Tree {
    Tree::Binary(op, Box::new(a), Box::new(b))
}

/// Identities, bit tricks and overflow checks over `x`, `y`, `z`.
fn fixed() -> Vec<Tree> {
    let [x, y, z] = [0, 1, 2].map(|n| move || *var(n));
    let k = Tree::Const;
    let not = |t: Tree| Tree::Unary("~", Box::new(t));
    let neg = |t: Tree| Tree::Unary("-", Box::new(t));
    vec![
        bin(
            "==",
            bin("+", bin("^", x(), y()), bin("*", k(2), bin("&", x(), y()))),
            bin("+", x(), y()),
        ),
        bin("==", bin("-", x(), y()), bin("+", x(), bin("+", not(y()), k(1)))),
        bin("==", neg(x()), bin("+", not(x()), k(1))),
        bin("==", bin("+", x(), y()), bin("+", y(), x())),
        bin("==", bin("*", x(), y()), bin("*", y(), x())),
        bin("==", bin("+", bin("|", x(), y()), bin("&", x(), y())), bin("+", x(), y())),
        bin("==", bin("-", bin("|", x(), y()), bin("&", x(), y())), bin("^", x(), y())),
        bin("==>", bin("!=", x(), k(0)), bin("<", bin("&", x(), bin("-", x(), k(1))), x())),
        bin("==", bin("&", x(), neg(x())), bin("&", x(), bin("+", not(x()), k(1)))),
        bin("==", bin("^", bin("^", x(), y()), y()), x()),
        bin("==", bin("*", x(), k(7)), bin("-", bin("<<", x(), k(3)), x())),
        bin("==", bin("*", x(), k(5)), bin("+", bin("<<", x(), k(2)), x())),
        bin("<=", bin("&", x(), y()), x()),
        bin(">=", bin("|", x(), y()), x()),
        bin("<==>", bin("<", bin("+", x(), y()), x()), bin("<", bin("+", x(), y()), y())),
        bin(">=", bin("+", x(), y()), x()),
        bin("==>", bin("<", x(), y()), bin("<", bin("+", x(), z()), bin("+", y(), z()))),
        bin("==>", bin("&&", bin("<", x(), y()), bin("<", y(), z())), bin("<", x(), z())),
        bin(
            "==",
            bin("+", bin("&", x(), y()), bin(">>", bin("^", x(), y()), k(1))),
            bin(">>", bin("+", x(), y()), k(1)),
        ),
        bin("==>", bin("!=", y(), k(0)), bin("<", bin("%", x(), y()), y())),
        bin("==", bin("%", x(), k(8)), bin("&", x(), k(7))),
        bin("==", bin("/", x(), k(4)), bin(">>", x(), k(2))),
        bin("<=", bin("/", x(), k(3)), x()),
        bin("!=", bin("*", x(), x()), k(2)),
        bin("!=", bin("*", x(), x()), k(3)),
        bin("==", bin("&", bin("*", x(), bin("+", x(), k(1))), k(1)), k(0)),
        bin(
            "==",
            bin("&", x(), bin("|", y(), z())),
            bin("|", bin("&", x(), y()), bin("&", x(), z())),
        ),
        bin("==", bin("-", bin("-", x(), y()), z()), bin("-", x(), bin("+", y(), z()))),
        bin("==>", bin("<", x(), k(100)), bin("<", bin("*", x(), x()), k(10000))),
        bin("==", bin("*", x(), bin("+", y(), k(1))), bin("+", bin("*", x(), y()), x())),
    ]
}

/// Claims about pointers into arrays, with offsets spelled out for Z3.
fn pointer_claims() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for n in [4, 10, 100, 1000, 60000] {
        let c = format!(
            "int a[{n}]; struct s {{ int a, b, c; }} t[{n}]; int i, j; \
             0 <= i && i < {n} && 0 <= j && j < {n} ==> "
        );
        let smt = |goal: &str| {
            let at = |v: &str| format!("(bvmul ((_ sign_extend 32) {v}) (_ bv4 64))");
            let goal = goal.replace("@i", &at("i")).replace("@j", &at("j"));
            let range = |v: &str| format!("(bvsle (_ bv0 32) {v}) (bvslt {v} (_ bv{n} 32))");
            format!(
                "(declare-const i (_ BitVec 32))(declare-const j (_ BitVec 32))\
                 (assert (and {} {}))(assert (not {goal}))",
                range("i"),
                range("j")
            )
        };
        let mut add = |claim: &str, goal: &str| out.push((format!("{c}({claim})"), smt(goal)));
        add("a + i == a + j <==> i == j", "(= (= @i @j) (= i j))");
        add("&a[i] < &a[j] <==> i < j", "(= (bvslt @i @j) (bvslt i j))");
        add(
            "&a[i] - &a[j] == i - j",
            "(= (bvsdiv (bvsub @i @j) (_ bv4 64)) ((_ sign_extend 32) (bvsub i j)))",
        );
        add("a + i != a + 2", "(distinct @i (_ bv8 64))");
        add(
            "(char *)&t[i].b - (char *)t == 12 * i + 4",
            "(= (bvadd (bvmul ((_ sign_extend 32) i) (_ bv12 64)) (_ bv4 64)) \
             ((_ sign_extend 32) (bvadd (bvmul i (_ bv12 32)) (_ bv4 32))))",
        );
    }
    out
}

#[test]
fn the_same_verdicts_as_z3() {
    let m = Machine { widths: [8, 16, 32, 64] };
    let mut claims: Vec<(Tree, Variables)> = Vec::new();
    let variables = |kinds: [Kind; 3]| {
        let names = ["x", "y", "z"].iter().map(|n| (*n).to_owned());
        Variables { list: names.zip(kinds).collect() }
    };
    for kinds in [[UInt; 3], [ULong; 3], [Int; 3], [Int, UInt, Char]] {
        claims.extend(fixed().into_iter().map(|t| (t, variables(kinds))));
    }
    let mut r = Random(21);
    while claims.len() < 420 {
        let kinds = [0; 3].map(|_| [Int, UInt, Long, ULong, Int, Char][r.below(6) as usize]);
        let grammar = Grammar {
            vars: variables(kinds),
            array: None,
            union: None,
            members: 0,
            quantifiers: false,
        };
        let tree = grammar.claim(&mut r, 2, &[]);
        claims.push((tree, grammar.vars));
    }
    let limit = Duration::from_secs(5);
    let prover = Prover::new(Options { time_limit: Some(limit), ..Options::default() });
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut agreed, mut only_us, mut only_z3, mut neither) = (0, 0, 0, 0);
    let mut texts = pointer_claims();
    for (tree, vars) in &claims {
        let mut text = String::new();
        let mut smt = Smt { vars, m: &m, declarations: String::new(), fresh: 0 };
        let goal = smt.truth(tree);
        let mut query = String::new();
        for (name, kind) in &vars.list {
            text.push_str(&format!("{} {name}; ", kind.name()));
            query.push_str(&format!("(declare-const {name} (_ BitVec {}))", m.width(*kind)));
        }
        text.push_str(&tree.c(vars));
        query.push_str(&smt.declarations);
        query.push_str(&format!("(assert (not {goal}))"));
        texts.push((text, query));
    }
    for (text, query) in &texts {
        let mut z3 = Z3::start().expect("Z3 starts");
        let start = Instant::now();
        let answer = prover.prove(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let own_time = start.elapsed();
        let start = Instant::now();
        let theirs_says = z3.ask(query);
        let z3_time = start.elapsed();
        match (&answer.verdict, &theirs_says[..]) {
            (Verdict::Valid, "unsat") | (Verdict::NotValid(_), "sat") => {
                agreed += 1;
                ours.push(own_time.as_secs_f64());
                theirs.push(z3_time.as_secs_f64());
            }
            (Verdict::Unknown(_), "sat" | "unsat") => {
                only_z3 += 1;
                println!("only Z3 ({z3_time:?}): {text}");
            }
            (Verdict::Unknown(_), _) => neither += 1,
            (_, "unknown" | "timeout") => only_us += 1,
            (own, other) => panic!("{text}\n{query}\n{own:?} but Z3 says {other}"),
        }
    }
    let mean = |times: &[f64]| {
        let logs: f64 = times.iter().map(|t| t.max(1e-6).ln()).sum();
        (logs / times.len() as f64).exp() * 1e3
    };
    let fast = ours.iter().filter(|t| **t < 0.010).count();
    println!(
        "{} claims: {agreed} agree, {only_us} only we, {only_z3} only Z3, {neither} neither; \
         geometric mean {:.3} ms, Z3 {:.3} ms; {fast} of {} in under 10 ms",
        texts.len(),
        mean(&ours),
        mean(&theirs),
        ours.len()
    );
    assert!(agreed >= 300);
}
