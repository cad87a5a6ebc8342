//! Functions by which programs talk to verifiers: what is given, what must hold, what is an input.
//!
//! Each tool has its own names. A name with such a prefix that we do not know is an error: taken for an unknown
//! function, an assertion would be skipped in silence.

use super::Lowering;
use crate::checks::Check;
use crate::ir::*;
use crate::symbols::Origin;
use lariat_c::{Diagnostic, ExprId, ExprKind, FunctionId, TypeId};

/// What a function of a verifier does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Only executions matter in which its first argument is true.
    Assume,
    /// A model of the library says so about a value that it leaves open.
    Bound,
    /// Its first argument must be true.
    Assert,
    /// It must not be called.
    Error,
    /// It must not be called: a rule is violated, and the argument says how.
    Violation,
    /// It returns any value.
    Input,
    /// It returns any value from its first argument up to its second, without that.
    Range,
    /// It fills memory (pointer, size) with any content.
    Symbolic,
    /// It gives numbers in memory (pointer) any value; pointers there keep theirs.
    AnyNumbers,
    /// It ends the execution without a failure.
    Exit,
    /// Nothing: threads do not interrupt each other anyway, or it only steers the other tool.
    Nothing,
}

/// The names that verifiers claim for themselves.
const PREFIXES: [&str; 4] = ["__VERIFIER_", "__CPROVER_", "__ESBMC_", "klee_"];

const NAMES: &[(&str, Meaning)] = &[
    ("__VERIFIER_assume", Meaning::Assume),
    ("__VERIFIER_assert", Meaning::Assert),
    ("__VERIFIER_error", Meaning::Error),
    ("__VERIFIER_nondet_", Meaning::Input),
    ("__VERIFIER_atomic_begin", Meaning::Nothing),
    ("__VERIFIER_atomic_end", Meaning::Nothing),
    ("__CPROVER_assume", Meaning::Assume),
    ("__CPROVER_assert", Meaning::Assert),
    ("__CPROVER_precondition", Meaning::Assert),
    ("__CPROVER_postcondition", Meaning::Assert),
    ("__CPROVER_atomic_begin", Meaning::Nothing),
    ("__CPROVER_atomic_end", Meaning::Nothing),
    ("__CPROVER_cover", Meaning::Nothing),
    ("__CPROVER_input", Meaning::Nothing),
    ("__CPROVER_output", Meaning::Nothing),
    ("__CPROVER_havoc_object", Meaning::Symbolic),
    ("__ESBMC_assume", Meaning::Assume),
    ("__ESBMC_assert", Meaning::Assert),
    ("__ESBMC_atomic_begin", Meaning::Nothing),
    ("__ESBMC_atomic_end", Meaning::Nothing),
    ("klee_assume", Meaning::Assume),
    ("klee_assert", Meaning::Assert),
    ("klee_abort", Meaning::Error),
    ("klee_report_error", Meaning::Error),
    ("klee_silent_exit", Meaning::Exit),
    ("klee_int", Meaning::Input),
    ("klee_range", Meaning::Range),
    ("klee_make_symbolic", Meaning::Symbolic),
    ("klee_prefer_cex", Meaning::Nothing),
    ("klee_warning", Meaning::Nothing),
    ("klee_warning_once", Meaning::Nothing),
    ("klee_print_expr", Meaning::Nothing),
    ("__lariat_assume", Meaning::Bound),
    ("__lariat_any_numbers", Meaning::AnyNumbers),
    ("__lariat_violation", Meaning::Violation),
];

/// What a function of a verifier with this name does.
pub fn meaning(name: &str) -> Option<Meaning> {
    let known = |(known, meaning): &(&str, Meaning)| {
        (name == *known || known.ends_with('_') && name.starts_with(known)).then_some(*meaning)
    };
    NAMES.iter().find_map(known)
}

/// Is this an input by its name: `nondet`, `nondet_int`, `__VERIFIER_nondet_int` …?
pub(crate) fn is_input(name: &str) -> bool {
    name == "nondet"
        || ["nondet_", "__lariat_nondet_"].iter().any(|prefix| name.starts_with(prefix))
        || meaning(name) == Some(Meaning::Input)
}

/// Does a function of a verifier have this name?
pub(crate) fn is_known(name: &str) -> bool {
    is_input(name) || meaning(name).is_some()
}

/// Does it give a program values from outside?
pub(crate) fn gives_inputs(name: &str) -> bool {
    let inputs = [Meaning::Range, Meaning::Symbolic, Meaning::AnyNumbers];
    is_input(name) || meaning(name).is_some_and(|meaning| inputs.contains(&meaning))
}

/// The known name that is most like one that is not.
fn nearest(name: &str) -> Option<&'static str> {
    let distance = |known: &str| edit_distance(name.as_bytes(), known.as_bytes());
    let prefixed = |name: &&str| PREFIXES.iter().any(|p| name.starts_with(p));
    let all = NAMES.iter().map(|(known, _)| *known).filter(prefixed);
    all.min_by_key(|known| distance(known)).filter(|known| distance(known) <= known.len() / 3)
}

/// Levenshtein's distance.
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

impl Lowering<'_> {
    /// A call of a function of a verifier; `None` if the name is none of these.
    pub fn verifier_call(
        &mut self,
        f: FunctionId,
        args: &[ExprId],
        result: TypeId,
    ) -> Option<Option<TermId>> {
        let c = self.c;
        let name = c.name(c.function(f).name);
        let ty = self.ity(result);
        let Some(meaning) = meaning(name) else {
            if PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
                self.unknown_name(name);
                return Some(ty.map(|ty| self.any(ty)));
            }
            return None;
        };
        match meaning {
            Meaning::Input => return None,
            Meaning::Assume => {
                let truth = self.condition(*args.first()?);
                self.rest(args);
                self.emit(StmtKind::Assume(truth));
            }
            Meaning::Bound => {
                let truth = self.condition(*args.first()?);
                self.emit(StmtKind::Bound(truth));
            }
            Meaning::Assert => {
                self.assert_first(args)?;
            }
            Meaning::Error => {
                args.iter().for_each(|&arg| self.effect(arg));
                self.violation(&format!("{name} is called"));
            }
            Meaning::Violation => {
                let message = args.first().and_then(|&arg| self.text_of(arg));
                self.violation_of(Check::Rule, message.as_deref().unwrap_or(name));
            }
            Meaning::Range => {
                let [low, high, ..] = *self.arguments(args).as_slice() else { return None };
                let value = self.input(ty?, Origin::ResultOf(f));
                let ty = self.m.ty(value);
                let (low, high) = (self.m.cast(low, ty), self.m.cast(high, ty));
                let (above, below) =
                    (self.m.compare(CmpOp::Le, low, value), self.m.compare(CmpOp::Lt, value, high));
                let between = self.m.and(above, below);
                self.emit(StmtKind::Assume(between));
                return Some(Some(value));
            }
            Meaning::Symbolic => {
                let values = self.arguments(args);
                let access = self.raw_access(0, TypeId::CHAR, None);
                self.emit(StmtKind::HavocMemory(access, *values.first()?));
            }
            Meaning::AnyNumbers => {
                let values = self.arguments(args);
                let access = self.raw_access(0, TypeId::CHAR, None);
                self.emit(StmtKind::HavocNumbers(access, *values.first()?));
            }
            Meaning::Exit => {
                args.iter().for_each(|&arg| self.effect(arg));
                self.stop();
            }
            Meaning::Nothing => args.iter().for_each(|&arg| self.effect(arg)),
        }
        Some(ty.map(|ty| self.m.int(0, ty)))
    }

    /// The first argument of a call is asserted; the others are evaluated.
    pub(crate) fn assert_first(&mut self, args: &[ExprId]) -> Option<()> {
        let place = self.frame.place;
        let truth = self.condition(*args.first()?);
        self.rest(args);
        // A call in the condition has another place.
        self.frame.place = place;
        match self.wants(Check::Assertion) {
            true => self.require(Check::Assertion, truth, || "the assertion fails".into()),
            false => self.emit(StmtKind::Assume(truth)),
        }
        Some(())
    }

    /// The text of a string literal.
    fn text_of(&self, mut e: ExprId) -> Option<String> {
        loop {
            match self.c.expr(e).kind {
                ExprKind::Decay(inner) | ExprKind::Cast(_, inner) => e = inner,
                ExprKind::Str(id) => return Some(self.c.string(id).text()),
                _ => return None,
            }
        }
    }

    /// The other arguments are messages, but they are evaluated.
    fn rest(&mut self, args: &[ExprId]) {
        args.iter().skip(1).for_each(|&arg| self.effect(arg));
    }

    fn unknown_name(&mut self, name: &str) {
        let hint = nearest(name).map(|known| format!("; did you mean `{known}`?"));
        let message = format!(
            "`{name}` is not known, and its name is one of a verifier's{}",
            hint.unwrap_or_default()
        );
        self.errors.push(Diagnostic::error("verifier", self.frame.place, message));
    }
}
