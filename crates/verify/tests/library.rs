//! The verifier from Rust: programs of both languages, reports as data, and stops.

use lariat_budget::{Budget, Stop};
use lariat_c::DataModel;
use lariat_verify::{
    Bug, Execute, Failure, Host, Item, Overall, Program, Question, Report, Silent, Translated, Use,
    check, chosen,
};
use std::io::Write;
use std::sync::{Arc, Mutex};

const LOOP: &str = "
    extern void abort(void);
    extern int __VERIFIER_nondet_int(void);
    void __VERIFIER_assert(int c) { if (!c) { abort(); } }
    int main(void) {
        int n = __VERIFIER_nondet_int();
        int a[4];
        int i = 0;
        if (n < 0 || n > 4) return 0;
        while (i <= n) { a[i] = i; i++; }
        return 10 / (n - 2);
    }";

fn ask(program: &Program, question: &Question) -> Report {
    check(program, question, &Budget::seconds(60), Silent).expect("a report")
}

#[test]
fn c_with_several_properties() {
    let program = Program::c("loop.c", LOOP, DataModel::Lp64).expect("a program");
    let properties = chosen(false, &["bounds", "div0"], None).expect("known names");
    let report = ask(&program, &Question::assertions().recursion_bound(6).properties(properties));
    assert_eq!(report.overall(), Overall::Bug);
    let failing: Vec<(&str, u32)> = report
        .bugs()
        .iter()
        .map(|(item, _)| (item.property.as_str(), item.place.as_ref().map_or(0, |p| p.line)))
        .collect();
    assert!(failing.contains(&("bounds", 10)) && failing.contains(&("div0", 11)), "{failing:?}");
    // The traces are in C's words.
    assert!(report.bugs().iter().all(|(_, bug)| bug.evidence.translated.is_some()));
}

#[test]
fn a_report_can_be_written_and_read_back() {
    let program = Program::c("loop.c", LOOP, DataModel::Lp64).expect("a program");
    let properties = chosen(false, &["div0"], None).expect("known names");
    let report = ask(&program, &Question::assertions().recursion_bound(6).properties(properties));
    let written = serde_json::to_string(&report).expect("plain data");
    let read: Report = serde_json::from_str(&written).expect("what was written");
    assert_eq!(serde_json::to_string(&read).expect("plain data"), written);
    assert_eq!(read.overall(), report.overall());
    assert_eq!(read.bugs().len(), report.bugs().len());
}

#[test]
fn proofs_bounds_and_other_questions() {
    let text = "var g: int;
        procedure main() modifies g; { g := 1; assert g == 1; call deep(5); }
        procedure deep(n: int) { if (n > 0) { call deep(n - 1); } }
        procedure other() modifies g; { g := 2; assert g == 1; }";
    let program = Program::boogie("p.bpl", text).expect("a program");
    assert!(matches!(ask(&program, &Question::assertions()).overall(), Overall::Proved(_)));
    let other = Question::assertions().entry("other");
    assert_eq!(ask(&program, &other).overall(), Overall::Bug);
    let returns = Question::returns().recursion_bound(2);
    let answer = ask(&program, &returns).overall();
    assert!(matches!(answer, Overall::Bounded(..)), "{answer:?}");
    assert_eq!(ask(&program, &Question::returns().recursion_bound(6)).overall(), Overall::Bug);
}

#[test]
fn what_is_no_program_is_an_error_with_a_place() {
    let program = Program::boogie("p.bpl", "procedure main() { x := 1; }").expect("text");
    let Err(Failure::Program { diagnostics, sources }) =
        check(&program, &Question::assertions(), &Budget::unlimited(), Silent)
    else {
        panic!("an undeclared variable");
    };
    assert_eq!(diagnostics[0].place.start, 19, "{}", diagnostics[0].one_line(&sources));
    let missing = Program::boogie("p.bpl", "procedure p() {} procedure q() {}").expect("text");
    let answer = check(&missing, &Question::assertions(), &Budget::unlimited(), Silent);
    assert!(matches!(answer, Err(Failure::Entry(_))));
    assert!(matches!(Program::c("x.c", "int main( {", DataModel::Lp64), Err(Failure::C(_))));
}

#[test]
fn a_budget_that_is_over_is_a_reason() {
    let program = Program::boogie("p.bpl", "procedure main() { assert false; }").expect("text");
    let budget = Budget::unlimited();
    budget.stop(Stop::Interrupted);
    let report = check(&program, &Question::assertions(), &budget, Silent).expect("a report");
    assert!(matches!(report.overall(), Overall::Unknown(reason) if reason.text == "interrupted"));
}

/// Keeps what it is told.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

impl Listener {
    fn heard(&self, what: &str) {
        self.0.lock().expect("nobody panics").push(what.to_owned());
    }
}

impl Host for Listener {
    fn program(
        &self,
        pass: lariat_passes::Pass,
        _: &lariat_program::Program,
        _: lariat_program::ProcId,
    ) -> Result<(), Failure> {
        self.heard(pass.name());
        Ok(())
    }

    fn query_log(&self, purpose: Use) -> Result<Option<Box<dyn Write + Send>>, Failure> {
        self.heard(&format!("{purpose:?}"));
        Ok(None)
    }

    fn found(&self, bug: &mut Bug, _: &Item, _: &Translated, _: &Budget) -> Result<(), Failure> {
        self.heard(&bug.message);
        bug.evidence.confirmed = Some(Ok("seen".into()));
        Ok(())
    }
}

#[test]
fn a_host_hears_of_everything() {
    let text = "extern int __VERIFIER_nondet_int(void);
        int main(void) { int n = __VERIFIER_nondet_int(); return 10 / (n - 2); }";
    let program = Program::c("division.c", text, DataModel::Lp64).expect("a program");
    let properties = chosen(false, &["div0"], None).expect("known names");
    let mut question = Question::assertions().recursion_bound(6).properties(properties);
    // An execution would find it before a search begins.
    question.loops.execute = Execute::Off;
    let listener = Listener::default();
    let report = check(&program, &question, &Budget::seconds(60), listener.clone());
    let report = report.expect("a report");
    let heard = listener.0.lock().expect("nobody panics").clone();
    for what in ["lower", "tidy", "Search(1)", "division by zero"] {
        assert!(heard.iter().any(|h| h.contains(what)), "{what} of {heard:?}");
    }
    assert_eq!(report.bugs()[0].1.evidence.confirmed, Some(Ok("seen".into())));
}
