//! What a child says: its JSON and its exit code, which have to agree.
//!
//! A proof that rests on what Lariat assumed by itself ends with another exit code than a proof: it is
//! no answer here, but [`CONDITIONAL`]. A verdict with an exit code that it never has is an error.

use crate::results::Row;
use lariat_process::exit::Exit;
use serde_json::Value;

/// The verdict of a run that found no bug under assumptions that Lariat made by itself.
pub const CONDITIONAL: &str = "conditional";

/// How a child ended, and what it wrote.
pub struct Said<'a> {
    /// Standard output: a JSON object, if all is well.
    pub output: &'a str,
    /// Standard error.
    pub errors: &'a str,
    /// The exit code; absent if a signal ended it.
    pub exit_code: Option<i32>,
    /// Why it was killed, if it was.
    pub killed: Option<&'a str>,
}

impl Said<'_> {
    /// Puts verdict and figures into a row.
    pub fn fill(&self, row: &mut Row) {
        let answer: Value = serde_json::from_str(self.output).unwrap_or(Value::Null);
        let search = &answer["stats"]["search"];
        row.queries = search["queries"].as_u64();
        row.instances = search["instances"].as_u64();
        row.solver = search["solver_s"].as_f64();
        row.assumptions = assumptions(&answer["assumptions"]).join(" | ");
        let reason = answer["reason"]["text"].as_str().unwrap_or("").to_owned();
        let assumes = answer["reason"]["kind"] == "assumptions";
        (row.verdict, row.reason) = match answer["verdict"].as_str() {
            Some(word) if self.ends_as(word) && assumes => (CONDITIONAL.to_owned(), reason),
            Some(word) if self.ends_as(word) => (word.to_owned(), reason),
            Some("proved") if self.exit_code == Some(Exit::Inconclusive.code()) => {
                (CONDITIONAL.to_owned(), reason)
            }
            word => self.no_verdict(word),
        };
    }

    /// Whether the exit code is the one of this verdict.
    fn ends_as(&self, verdict: &str) -> bool {
        let exit = |exits: &[Exit]| exits.iter().any(|e| self.exit_code == Some(e.code()));
        match verdict {
            "proved" => exit(&[Exit::Proved]),
            "bug" => exit(&[Exit::Bug]),
            "error" => exit(&[Exit::Usage, Exit::BadInput, Exit::Internal]),
            // `bounded` and `unknown`, and whatever other words there may be for no answer.
            _ => exit(&[Exit::Inconclusive]),
        }
    }

    fn no_verdict(&self, word: Option<&str>) -> (String, String) {
        let how = self.exit_code.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
        match (self.killed, word) {
            (Some(why), _) => ("unknown".into(), why.to_owned()),
            (None, Some(word)) => ("error".into(), format!("says `{word}`, but ends with {how}")),
            (None, None) => {
                let first: Vec<&str> = self.errors.trim().lines().take(3).collect();
                ("error".into(), first.join(" | "))
            }
        }
    }
}

/// Assumptions in words: texts, or objects with a `text` and a short name `what`.
fn assumptions(list: &Value) -> Vec<String> {
    let words = |assumption: &Value| {
        let known = [assumption, &assumption["text"], &assumption["what"]];
        let text = known.into_iter().find_map(Value::as_str);
        text.map_or_else(|| assumption.to_string(), str::to_owned)
    };
    list.as_array().map_or_else(Vec::new, |all| all.iter().map(words).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(output: &str, exit_code: Option<i32>, killed: Option<&str>) -> Row {
        let mut row = Row::default();
        Said { output, errors: "it broke\n", exit_code, killed }.fill(&mut row);
        row
    }

    #[test]
    fn a_proof_under_own_assumptions_is_conditional() {
        let text =
            r#"{"verdict":"unknown","reason":{"kind":"assumptions","text":"no bug found, if …"}}"#;
        assert_eq!(row(text, Some(5), None).verdict, CONDITIONAL);
    }

    #[track_caller]
    fn check(output: &str, exit_code: i32, verdict: &str) {
        let row = row(output, Some(exit_code), None);
        assert_eq!(row.verdict, verdict, "{output} with exit code {exit_code}: {}", row.reason);
    }

    #[test]
    fn verdict_and_exit_code_agree() {
        check(r#"{"verdict":"proved"}"#, 0, "proved");
        check(r#"{"verdict":"bug"}"#, 10, "bug");
        check(r#"{"verdict":"bounded"}"#, 5, "bounded");
        check(r#"{"verdict":"unknown"}"#, 5, "unknown");
        check(r#"{"verdict":"error"}"#, 2, "error");
    }

    #[test]
    fn only_exit_code_0_is_a_proof() {
        check(r#"{"verdict":"proved"}"#, 5, CONDITIONAL);
        assert!(!row(r#"{"verdict":"proved"}"#, Some(5), None).solved());
        for verdict in ["unknown", "bounded", "something new"] {
            check(&format!(r#"{{"verdict":"{verdict}"}}"#), 0, "error");
        }
        check(r#"{"verdict":"proved"}"#, 10, "error");
        check(r#"{"verdict":"proved"}"#, 6, "error");
        check(r#"{"verdict":"bug"}"#, 0, "error");
        assert_eq!(row(r#"{"verdict":"proved"}"#, None, None).verdict, "error");
        assert_eq!(row(r#"{"verdict":"proved"}"#, None, Some("late")).verdict, "unknown");
    }

    #[test]
    fn children_without_an_answer() {
        let broken = row("", Some(6), None);
        assert_eq!((broken.verdict.as_str(), broken.reason.as_str()), ("error", "it broke"));
        let killed = row("", None, Some("late"));
        assert_eq!((killed.verdict.as_str(), killed.reason.as_str()), ("unknown", "late"));
    }

    #[test]
    fn assumptions_are_texts_or_objects() {
        let texts = r#"{"verdict":"proved","assumptions":["no overlap","finite memory"]}"#;
        assert_eq!(row(texts, Some(0), None).assumptions, "no overlap | finite memory");
        let objects = r#"{"verdict":"proved","assumptions":[
            {"what":"memory-split","by":"command line","text":"regions do not overlap"},
            {"what":"allocation","by":"tool"}]}"#;
        assert_eq!(row(objects, Some(0), None).assumptions, "regions do not overlap | allocation");
        assert_eq!(row(r#"{"verdict":"proved"}"#, Some(0), None).assumptions, "");
    }
}
