//! The verdict that a program claims for itself in its first lines.
//!
//! ```text
//! // verdict: bug at 12
//! // options: --recursion-bound 3
//! ```
//!
//! Verdicts: `bug at LINE` (the line of the assertion that fails), `bug` (the entry can return, with
//! `--goal return`), `correct`, `bounded N`, `unknown`, `error: TEXT` (an error message contains it).
//! Options: `--goal failure|return`, `--recursion-bound N`, `--entry NAME`, `--infer-modifies`.

use lariat_passes::Goal;

/// What a program claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A bug; at this line, if the goal is a failure.
    Bug(Option<u32>),
    /// No execution reaches the goal.
    Correct,
    /// None within this bound.
    Bounded(u32),
    /// It is not known.
    Unknown,
    /// The program is refused with a message that contains this.
    Error(String),
}

/// A claim with the settings under which it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The verdict.
    pub verdict: Verdict,
    /// The question.
    pub goal: Goal,
    /// The recursion bound.
    pub bound: u32,
    /// The entry, if it is named.
    pub entry: Option<String>,
    /// Whether modifies clauses are inferred.
    pub infer_modifies: bool,
}

impl Expectation {
    /// Reads the comments at the head of a program.
    pub fn of(text: &str) -> Result<Expectation, String> {
        let mut verdict = None;
        let mut expectation = Expectation {
            verdict: Verdict::Unknown,
            goal: Goal::Failure,
            bound: 3,
            entry: None,
            infer_modifies: false,
        };
        for line in text.lines().map_while(|l| l.strip_prefix("//")) {
            let line = line.trim();
            if let Some(words) = line.strip_prefix("verdict:") {
                verdict = Some(verdict_of(words.trim())?);
            } else if let Some(options) = line.strip_prefix("options:") {
                expectation.set(options)?;
            }
        }
        expectation.verdict = verdict.ok_or("no line `// verdict: …` at the start")?;
        Ok(expectation)
    }

    fn set(&mut self, options: &str) -> Result<(), String> {
        let mut words = options.split_whitespace();
        while let Some(option) = words.next() {
            if option == "--infer-modifies" {
                self.infer_modifies = true;
                continue;
            }
            let value = words.next().ok_or(format!("{option} needs a value"))?;
            match (option, value) {
                ("--goal", "failure") => self.goal = Goal::Failure,
                ("--goal", "return") => self.goal = Goal::Return,
                ("--recursion-bound", n) => {
                    self.bound = n.parse().map_err(|_| format!("no bound: {n}"))?;
                }
                ("--entry", name) => self.entry = Some(name.into()),
                _ => return Err(format!("an option that tests do not know: {option} {value}")),
            }
        }
        Ok(())
    }
}

fn verdict_of(words: &str) -> Result<Verdict, String> {
    let number = |text: &str| text.trim().parse().map_err(|_| format!("no number: {text}"));
    match words.split_once(' ').unwrap_or((words, "")) {
        ("bug", "") => Ok(Verdict::Bug(None)),
        ("bug", place) => {
            let line = place.strip_prefix("at").ok_or(format!("`bug at LINE`, not {words}"))?;
            Ok(Verdict::Bug(Some(number(line)?)))
        }
        ("correct", "") => Ok(Verdict::Correct),
        ("bounded", bound) => Ok(Verdict::Bounded(number(bound)?)),
        ("unknown", "") => Ok(Verdict::Unknown),
        ("error:", message) => Ok(Verdict::Error(message.trim().into())),
        _ => Err(format!("no verdict: {words}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_head() {
        let text =
            "// verdict: bug at 7\n// options: --goal return --recursion-bound 5 --entry p\n";
        let expectation = Expectation::of(text).unwrap();
        assert_eq!(expectation.verdict, Verdict::Bug(Some(7)));
        assert_eq!((expectation.goal, expectation.bound), (Goal::Return, 5));
        assert_eq!(expectation.entry.as_deref(), Some("p"));
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for text in ["", "// verdict: maybe\n", "// verdict: bug 7\n", "procedure p();\n"] {
            assert!(Expectation::of(text).is_err(), "{text}");
        }
        assert!(Expectation::of("// verdict: correct\n// options: --fast 1\n").is_err());
    }
}
