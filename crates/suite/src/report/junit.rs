//! JUnit's XML, which build servers read: a suite for each program, a test for each instance.

use crate::result::{Answer, InstanceResult, SuiteResult};
use std::fmt::Write;

/// The whole run.
pub fn write(suite: &SuiteResult) -> String {
    let mut drivers: Vec<&str> = suite.results.iter().map(|r| r.instance.driver.as_str()).collect();
    drivers.dedup();
    let mut body = String::new();
    for driver in drivers {
        let of: Vec<&InstanceResult> =
            suite.results.iter().filter(|r| r.instance.driver == driver).collect();
        let _ = writeln!(body, "  <testsuite name=\"{}\" {}>", escaped(driver), counts(&of));
        of.iter().for_each(|result| test(&mut body, result));
        body.push_str("  </testsuite>\n");
    }
    let all: Vec<&InstanceResult> = suite.results.iter().collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"lariat verify\" {}>\n{body}</testsuites>\n",
        counts(&all)
    )
}

/// What a test of JUnit's can end with.
#[derive(PartialEq)]
enum End {
    Passed,
    Failed,
    Skipped,
    Broken,
}

fn end(result: &InstanceResult) -> End {
    match result.answer {
        Answer::Defect => End::Failed,
        Answer::Error => End::Broken,
        Answer::NotApplicable | Answer::Unknown => End::Skipped,
        Answer::Proved | Answer::HoldsIf | Answer::Bounded | Answer::Found | Answer::NotFound => {
            End::Passed
        }
    }
}

fn counts(of: &[&InstanceResult]) -> String {
    let count = |wanted: End| of.iter().filter(|r| end(r) == wanted).count();
    let seconds: f64 = of.iter().map(|r| r.seconds).sum();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{seconds:.3}\"",
        of.len(),
        count(End::Failed),
        count(End::Broken),
        count(End::Skipped),
    )
}

fn test(out: &mut String, result: &InstanceResult) {
    let of = &result.instance;
    let _ = writeln!(
        out,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">",
        escaped(&format!("{}.{}", of.driver, of.harness)),
        escaped(&of.rule),
        result.seconds
    );
    let reason = match result.reason.is_empty() {
        true => result.answer.shown().to_owned(),
        false => format!("{}: {}", result.answer.shown(), result.reason),
    };
    match end(result) {
        End::Passed => {
            let _ = writeln!(out, "      <system-out>{}</system-out>", escaped(&reason));
        }
        End::Failed => {
            for defect in &result.defects {
                let place = defect.place.as_ref();
                let at = place.map(|p| format!("{}:{}:{}", p.file, p.line, p.column));
                let _ = writeln!(
                    out,
                    "      <failure type=\"defect\" message=\"{}\">{}</failure>",
                    escaped(&defect.message),
                    escaped(&at.unwrap_or_default())
                );
            }
        }
        End::Skipped => {
            let _ = writeln!(out, "      <skipped message=\"{}\"/>", escaped(&reason));
        }
        End::Broken => {
            let _ = writeln!(out, "      <error message=\"{}\"/>", escaped(&reason));
        }
    }
    out.push_str("    </testcase>\n");
}

/// Text in XML; characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(c),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}
