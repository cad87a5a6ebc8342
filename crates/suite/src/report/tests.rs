//! What reports say about a run with one defect, one proof and one instance that was fixed.

use super::{command_for, junit, page, sarif};
use crate::result::SuiteResult;
use serde_json::{Value, json};

fn step(file: &str, line: u32, function: &str, depth: u32, kind: &Value, writes: &Value) -> Value {
    let place = json!({ "file": file, "line": line, "column": 3 });
    json!({
        "place": place, "source": place, "procedure": function, "depth": depth, "iteration": null, "kind": kind,
        "text": "lock(&a); // </script> & \"quotes\"", "writes": writes, "havocked": [], "reads": [], "printed": null,
        "attributes": [],
    })
}

/// A run over `a <b>.c`.
fn run() -> SuiteResult {
    let instance = |rule: &str| json!({ "driver": "a <b>", "rule": rule, "harness": "main" });
    let result = |rule: &str, answer: &str, reason: &str, defects: Value| {
        json!({
            "instance": instance(rule), "about": "Locks & keys", "answer": answer, "reason": reason,
            "entry_points": ["main"], "events": [{ "event": "lock.entry", "reached": "yes" }], "unmodelled": ["strange"],
            "assumptions": [], "configuration": null, "defects": defects,
            "environment": ["<posix>/models/posix.c"], "fingerprint": "f", "seconds": 1.5,
        })
    };
    let state = json!([{ "name": "held", "value": { "Other": "1" }, "global": true }]);
    let call = json!({ "Call": { "callee": "work", "args": [], "external": false } });
    let trace = json!({
        "entry": "main", "inputs": [], "assumptions": [], "initial": [], "left_out": 0,
        "steps": [
            step("a <b>.c", 7, "main", 0, &call, &json!([])),
            step("<posix>/rules/Lock.slic", 4, "lock.entry", 2, &json!("Assign"), &state),
            step("<posix>/models/posix.c", 2, "lock", 2, &json!("Assign"), &state),
        ],
        "failure": {
            "place": { "file": "<posix>/rules/Lock.slic", "line": 9, "column": 5 }, "source": null, "item": null,
            "procedure": "main.exit", "depth": 0, "text": "abort \"held\";", "message": null, "values": [],
            "printed": null, "attributes": [],
        },
    });
    let defect = json!([{
        "message": "the lock is held", "rule_place": { "file": "<posix>/rules/Lock.slic", "line": 9, "column": 5 },
        "place": { "file": "a <b>.c", "line": 8, "column": 2 }, "function": "main", "fingerprint": "1",
        "bug": {
            "item": null, "message": "the lock is held", "bound": 1, "certain": true, "trace": trace, "trusted": [],
            "bits": null,
            "evidence": {
                "confirmed": null, "unset": [], "brought_about": [], "not_isolated": null, "patched": [], "witness": null,
                "translated": null,
            },
        },
    }]);
    let suite = json!({
        "schema": 1,
        "command": ["lariat", "verify", "a <b>.c", "--platform", "posix", "--rules", "all", "--report=out", "-j", "2", "--again"],
        "results": [
            result("Lock", "defect", "the lock is held", defect),
            result("Other", "proved", "", json!([])),
            result("Third", "not-applicable", "nothing & nobody", json!([])),
        ],
        "changes": [
            { "instance": instance("Lock"), "fingerprint": "1", "message": "the lock is held", "change": "still-there" },
            { "instance": instance("Gone"), "fingerprint": "2", "message": "was held", "change": "fixed" },
        ],
        "has_baseline": true, "problems": [], "seconds": 3.0,
    });
    serde_json::from_value(suite).expect("it is a run")
}

#[test]
fn sarif_has_code_flows_and_states() {
    let log: Value = serde_json::from_str(&sarif::write(&run()).unwrap()).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let ids: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|r| &r["id"]).collect();
    assert_eq!(ids, ["Gone", "Lock", "Other", "Third"]);
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(result["ruleId"], *ids[index]);
    }
    assert_eq!(results[0]["baselineState"], "unchanged");
    assert_eq!(results[1]["baselineState"], "absent");
    let at = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(at["artifactLocation"]["uri"], "a%20%3Cb%3E.c");
    assert_eq!(at["region"]["startLine"], 8);
    let flow = results[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    assert_eq!(flow.len(), 4);
    assert_eq!(flow[0]["importance"], "important");
    assert_eq!(flow[1]["state"]["held"]["text"], "1");
    assert_eq!(flow[1]["importance"], "unimportant");
    let last = &flow[3]["location"];
    assert_eq!(last["message"]["text"], "violated: the lock is held");
    assert_eq!(last["physicalLocation"]["artifactLocation"]["uri"], "lariat:posix/rules/Lock.slic");
}

#[test]
fn junit_counts_and_escapes() {
    let xml = junit::write(&run());
    assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""), "{xml}");
    assert!(xml.contains("<testcase classname=\"a &lt;b&gt;.main\" name=\"Lock\""), "{xml}");
    assert!(xml.contains("message=\"not applicable: nothing &amp; nobody\""), "{xml}");
    assert!(xml.contains(">a &lt;b&gt;.c:8:2</failure>"), "{xml}");
}

#[test]
fn the_page_holds_its_data() {
    let html = page::write(&run()).unwrap();
    let (_, rest) = html.split_once("id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    let defect = &data["rows"][0]["defects"][0];
    assert_eq!(defect["change"], "still there");
    let who: Vec<&Value> = defect["steps"].as_array().unwrap().iter().map(|s| &s["who"]).collect();
    assert_eq!(who, ["program", "rule", "environment", "rule"]);
    // The state of the rule is its own, not what models write.
    assert_eq!(defect["steps"][3]["state"], json!([["held", "1"]]));
    assert_eq!(data["files"]["a <b>.c"][6], "lock(&a); // </script> & \"quotes\"");
    assert!(!html.contains("/*DATA*/") && !html.contains("http"), "the page needs nothing else");
}

#[test]
fn one_instance_again() {
    let suite = run();
    let command = command_for(&suite, &suite.results[0].instance);
    assert_eq!(
        command,
        "lariat verify 'a <b>.c' --platform posix --rules Lock --harness main --again"
    );
}
