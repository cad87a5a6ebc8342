//! Another verifier beside Lariat: the same programs with the same limits, one after the other in turns, so that what else
//! runs on the machine meets both alike.
//!
//! What it says is read from its output: it has found a bug, or shown that there is none, if a line matches.

use crate::child::{Ran, run};
use crate::list::Instance;
use crate::results::{Row, Settings};
use crate::summary::geometric_mean;
use regex::Regex;
use std::fmt::Write;
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// Words of verifiers for a bug: of CBMC, of SV-COMP's witnesses and of Lariat's relatives.
pub const BUG: &str = r"(?i)\bverification failed\b|\bresult:? false\b|^false\b|: bug: ";
/// Words for the absence of one.
pub const PROVED: &str = r"(?i)\bverification successful\b|\bresult:? true\b|^true\b|: proved\b";

/// A verifier to compare with.
pub struct Against {
    /// The program and its arguments; `{file}` stands for the file.
    words: Vec<String>,
    bug: Regex,
    proved: Regex,
}

impl Against {
    /// The verifier of this command line, cut at blanks; says what is wrong with it.
    pub fn new(command: &str, bug: &str, proved: &str) -> Result<Against, String> {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if !words.iter().skip(1).any(|w| w.contains("{file}")) {
            return Err(format!("`--against {command}` has no argument with `{{file}}`"));
        }
        let regex = |text: &str| Regex::new(text).map_err(|e| e.to_string());
        Ok(Against { words, bug: regex(bug)?, proved: regex(proved)? })
    }

    /// The command line.
    pub fn shown(&self) -> String {
        self.words.join(" ")
    }

    /// Runs it on one instance; `None` if `stop` was set meanwhile.
    pub fn measure(
        &self,
        instance: &Instance,
        settings: &Settings,
        stop: &AtomicBool,
    ) -> Option<Row> {
        let file = instance.path.to_string_lossy();
        let mut words = self.words.iter().map(|w| w.replace("{file}", &file));
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        run(instance, Ok(command), settings, stop, |ran, row| self.read(ran, row))
    }

    fn read(&self, ran: &Ran<'_>, row: &mut Row) {
        let says = |what: &Regex| ran.output.lines().any(|line| what.is_match(line));
        row.verdict = match (says(&self.bug), says(&self.proved)) {
            (true, false) => "bug",
            (false, true) => "proved",
            (true, true) => {
                row.reason = "its output says both".into();
                "error"
            }
            (false, false) => "unknown",
        }
        .into();
        if let Some(why) = ran.killed {
            (row.verdict, row.reason) = ("unknown".into(), why.into());
        }
    }
}

/// Both on each instance, and what that comes to.
pub fn summary(command: &str, rows: &[(&Row, &Row)]) -> String {
    let mut out = format!("against    {command}\n");
    let _ = writeln!(
        out,
        "  {:<10} {:>9} {:>8}   {:<10} {:>9} {:>8}   {:>6} {:>6}  file",
        "lariat", "cpu s", "MB", "other", "cpu s", "MB", "cpu", "memory"
    );
    for (ours, other) in rows {
        let _ = writeln!(
            out,
            "  {:<10} {:>9.3} {:>8.1}   {:<10} {:>9.3} {:>8.1}   {:>6.2} {:>6.2}  {}",
            ours.verdict,
            ours.cpu,
            ours.peak,
            other.verdict,
            other.cpu,
            other.peak,
            ratio(other.cpu, ours.cpu),
            ratio(other.peak, ours.peak),
            ours.file
        );
    }
    let both: Vec<&(&Row, &Row)> = rows.iter().filter(|(a, b)| a.solved() && b.solved()).collect();
    let count =
        |which: &dyn Fn(&Row, &Row) -> bool| rows.iter().filter(|r| which(r.0, r.1)).count();
    let _ = writeln!(
        out,
        "  answered by both {}, by lariat alone {}, by the other alone {}",
        both.len(),
        count(&|a, b| a.solved() && !b.solved()),
        count(&|a, b| !a.solved() && b.solved())
    );
    let is_bug = |row: &Row| row.verdict == "bug";
    for (ours, other) in both.iter().filter(|(a, b)| is_bug(a) != is_bug(b)) {
        let _ = writeln!(
            out,
            "  different answers: {}: {}, the other says {}",
            ours.file, ours.verdict, other.verdict
        );
    }
    let of = |value: fn(&Row) -> f64| {
        let ratios: Vec<f64> = both.iter().map(|(a, b)| ratio(value(b), value(a))).collect();
        geometric_mean(&ratios)
    };
    if let (Some(time), Some(memory)) = (of(|r| r.cpu), of(|r| r.peak)) {
        let _ = writeln!(
            out,
            "  where both answer, the other takes {time:.2} times the processor time and {memory:.2} times the memory \
             (geometric means)"
        );
    }
    out
}

/// Times below a hundredth of a second are not told apart.
fn ratio(a: f64, b: f64) -> f64 {
    a.max(0.01) / b.max(0.01)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(output: &str) -> String {
        let against = Against::new("tool {file}", BUG, PROVED).expect("a command");
        let mut row = Row::default();
        let ran = Ran { output, errors: "", exit_code: Some(0), killed: None };
        against.read(&ran, &mut row);
        row.verdict
    }

    #[test]
    fn what_verifiers_say() {
        assert_eq!(verdict("** 1 of 9 failed\nVERIFICATION FAILED\n"), "bug");
        assert_eq!(verdict("VERIFICATION SUCCESSFUL"), "proved");
        assert_eq!(verdict("Verification result: TRUE."), "proved");
        assert_eq!(verdict("a.c: bug: out of bounds\n"), "bug");
        assert_eq!(verdict("a.c: proved: no execution fails"), "proved");
        assert_eq!(verdict("true\n"), "proved");
        assert_eq!(verdict("it is true that it failed\n"), "unknown");
        assert_eq!(verdict("VERIFICATION FAILED\nVERIFICATION SUCCESSFUL"), "error");
    }

    #[test]
    fn commands_name_the_file() {
        assert!(Against::new("cbmc {file} --unwind 5", BUG, PROVED).is_ok());
        assert!(Against::new("cbmc x.c", BUG, PROVED).is_err());
        assert!(Against::new("{file}", BUG, PROVED).is_err());
        assert!(Against::new("cbmc {file}", "(", PROVED).is_err());
    }

    #[test]
    fn ratios_are_of_what_both_answer() {
        let row = |verdict: &str, cpu: f64| Row {
            file: "a.c".into(),
            verdict: verdict.into(),
            cpu,
            peak: 10.0,
            ..Row::default()
        };
        let (a, b) = (row("bug", 1.0), row("bug", 4.0));
        let (c, d) = (row("proved", 2.0), row("unknown", 60.0));
        let (e, f) = (row("proved", 1.0), row("bug", 1.0));
        let text = summary("tool {file}", &[(&a, &b), (&c, &d), (&e, &f)]);
        assert!(text.contains("by both 2, by lariat alone 1, by the other alone 0"), "{text}");
        assert!(text.contains("takes 2.00 times the processor time and 1.00 times"), "{text}");
        assert!(text.contains("different answers: a.c: proved, the other says bug"), "{text}");
    }
}
