//! `--format sarif`.

use crate::support::{BOUNDED, Folder, LOCK, RIGHT};
use serde_json::Value;

/// The log of a check, and its only run.
fn run(program: &str, more: &[&str], code: i32) -> Value {
    let folder = Folder::with(program);
    let mut args = vec!["check", "p.bpl", "--format", "sarif"];
    args.extend(more);
    let ran = folder.run(&args);
    assert_eq!(ran.code, code, "{}{}", ran.out, ran.err);
    let log: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let runs = log["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 1);
    let run = runs[0].clone();
    assert_eq!(run["invocations"][0]["exitCode"], code);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules").clone();
    for result in run["results"].as_array().expect("results") {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
        let at = &result["locations"][0]["physicalLocation"];
        assert_eq!(at["artifactLocation"]["uri"], "p.bpl");
        assert!(at["region"]["startLine"].as_u64() > Some(0), "{result}");
    }
    run
}

fn notes(run: &Value) -> String {
    run["invocations"][0]["toolExecutionNotifications"].to_string()
}

#[test]
fn a_bug_is_a_result_with_its_execution() {
    let bug = run(LOCK, &[], 10);
    let results = bug["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "assertion");
    assert_eq!((&results[0]["kind"], &results[0]["level"]), (&"fail".into(), &"error".into()));
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    let flow = &results[0]["codeFlows"][0]["threadFlows"][0]["locations"];
    assert!(flow.to_string().contains("call acquire"), "{flow}");
    let without = run(LOCK, &["--trace", "none"], 10);
    assert!(without["results"][0].get("codeFlows").is_none());
}

#[test]
fn other_verdicts_are_notifications() {
    let proved = run(RIGHT, &[], 0);
    assert_eq!(proved["results"].as_array().map(Vec::len), Some(0));
    assert!(notes(&proved).contains("proved: no execution fails"), "{proved}");
    let bounded = run(BOUNDED, &["--houdini", "off", "--unbounded", "off"], 5);
    assert!(notes(&bounded).contains("within recursion bound"), "{bounded}");
    assert!(notes(&bounded).contains("\"warning\""), "{bounded}");
}

#[test]
fn places_are_open_before_a_search() {
    let listed = run(LOCK, &["--list"], 0);
    let results = listed["results"].as_array().expect("results");
    assert!(!results.is_empty() && results.iter().all(|r| r["kind"] == "open"), "{listed}");
}

#[test]
fn a_program_with_errors_has_their_places() {
    let wrong = run("procedure main() { x := 1; }", &[], 2);
    assert_eq!(wrong["invocations"][0]["executionSuccessful"], false);
    let note = &wrong["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["level"], "error");
    assert_eq!(note["locations"][0]["physicalLocation"]["region"]["startLine"], 1);
}
