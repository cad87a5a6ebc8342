//! Tries candidates from the rule on a file with an error flag:
//! `cargo run --example rule FILE.bpl ENTRY [--relations] [--summaries] [--certificate FILE] [--solvers N]`; with
//! `--relations`, what is kept is then joined by relations.

use lariat_budget::Budget;
use lariat_houdini::{
    Options, RelationLimits, RuleLimits, infer, relation_candidates, rule_candidates, summaries,
};
use lariat_lower::LowerOptions;
use lariat_passes::Goal;
use lariat_solver::{Solver, Z3Options, Z3Solver};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).expect("readable");
    let (lowered, _) =
        lariat_lower::load("x.bpl", &text, &LowerOptions::default()).expect("lowered");
    let name = arguments.get(2).map_or("fakeMain", String::as_str);
    let entry = lowered.procedure(name).expect("the entry");
    let mut prepared =
        lariat_passes::prepare(&lowered.program, entry, Goal::Return, &mut |_, _, _| {});
    let candidates = rule_candidates(&mut prepared, &RuleLimits::default());
    let mut new_solver =
        || -> Result<Box<dyn Solver>, _> { Ok(Box::new(Z3Solver::new(&Z3Options::default()))) };
    let after = |option: &str| {
        let at = arguments.iter().position(|a| a == option)?;
        arguments.get(at + 1)
    };
    let solvers = after("--solvers").and_then(|n| n.parse().ok());
    let options = Options::default();
    let options = Options { solvers: solvers.unwrap_or(options.solvers), ..options };
    let budget = Budget::unlimited();
    let mut inferred =
        infer(&prepared, candidates, &mut new_solver, &options, &budget).expect("no solver error");
    if arguments.iter().any(|a| a == "--relations") && !inferred.proved {
        let started = std::time::Instant::now();
        let limits = RelationLimits::default();
        let relations =
            relation_candidates(&mut prepared, &limits, &mut new_solver, &options, &budget)
                .expect("no solver error");
        println!("{} relations in {:?}", relations.len(), started.elapsed());
        let all = inferred.kept.into_iter().chain(relations).collect();
        inferred = infer(&prepared, all, &mut new_solver, &options, &budget).expect("no error");
    }
    let refuted = |name: &str| {
        let is_false = |c: &&lariat_houdini::Candidate| c.formula == lariat_logic::Terms::FALSE;
        let mut kept = inferred.kept.iter().filter(is_false);
        kept.any(|c| prepared.program.procedures[c.procedure].name == name)
    };
    let errors = &prepared.modes.error_procedures;
    let open: Vec<&String> = errors.iter().filter(|e| !refuted(e)).collect();
    println!(
        "{} proved {} {:?} open errors {} of {}",
        arguments[1],
        inferred.proved,
        inferred.stats,
        open.len(),
        errors.len()
    );
    if let Some(file) = after("--certificate") {
        let text = lariat_houdini::certificate(&prepared, &inferred.kept);
        std::fs::write(file, text).expect("written");
    }
    if arguments.iter().any(|a| a == "--summaries") {
        println!("{}", summaries(&prepared.program, &inferred.kept));
        println!("{open:?}");
    }
}
