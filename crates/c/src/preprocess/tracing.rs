//! Functions that Microsoft's trace preprocessor (WPP) makes during the build: they become nothing.
//!
//! Comments say which they are (`begin_wpp config`, `FUNC TraceEvents(LEVEL, FLAGS, MSG, ...);`); their calls name flags that nothing
//! declares. A program may also declare functions of these names for builds without tracing: those stay what they are.

use super::line_marker;
use std::collections::BTreeSet;
use std::fs;

/// Functions that need no comment, in programs that include what the trace preprocessor makes.
const KNOWN: [&str; 9] = [
    "TraceEvents",
    "TraceEvent",
    "Trace",
    "WPP_INIT_TRACING",
    "WPP_INIT_TRACING_SIMPLE",
    "WPP_CLEANUP",
    "WPP_RECORDER_CONFIGURE_PARAMS_INIT",
    "DoTraceMessage",
    "DoTraceLevelMessage",
];

/// The functions of tracing that a preprocessed text calls, and that it does not declare.
pub(super) fn undeclared(text: &str) -> Vec<String> {
    only_called(text, &named_by_files(text))
}

/// Functions of these names, and of manifests, that are called and not declared.
fn only_called(text: &str, names: &BTreeSet<String>) -> Vec<String> {
    let mut called: BTreeSet<String> = BTreeSet::new();
    let mut declared: BTreeSet<String> = BTreeSet::new();
    let mut depth = 0i32;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut rest = line;
        while let Some(at) =
            rest.find(|c: char| matches!(c, '{' | '}' | '_') || c.is_ascii_alphabetic())
        {
            rest = &rest[at..];
            let end = rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()).max(1));
            match word {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ if after.trim_start().starts_with('(')
                    && (names.contains(word) || is_of_manifest(word)) =>
                {
                    let all = if depth > 0 { &mut called } else { &mut declared };
                    all.insert(word.to_owned());
                }
                _ => {}
            }
            rest = after;
        }
    }
    called.difference(&declared).cloned().collect()
}

/// Functions that the message compiler makes of a manifest of events.
fn is_of_manifest(name: &str) -> bool {
    ["EventWrite", "EventRegister", "EventUnregister"].iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(char::is_uppercase))
    })
}

/// The names in the comments of the files that the text was made of; those that need none if a file of tracing is included.
fn named_by_files(text: &str) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut files: BTreeSet<String> = BTreeSet::new();
    for line in text.lines().filter(|line| line.starts_with('#')) {
        files.extend(line_marker(line).and_then(|marker| marker.file));
    }
    for file in files.iter().filter(|file| !file.starts_with("/usr/") && !file.starts_with('<')) {
        let Ok(bytes) = fs::read(file) else { continue };
        let text = crate::text_of(bytes);
        if text.contains(".tmh") {
            names.extend(KNOWN.iter().map(|name| (*name).to_owned()));
        }
        if text.contains("begin_wpp") {
            names.extend(text.lines().filter_map(function_of_comment));
        }
    }
    names
}

/// `// FUNC Trace{FLAG=ALL}(LEVEL, MSG, ...);`
fn function_of_comment(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches(['/', '*', ' ', '\t']);
    let rest = line.strip_prefix("FUNC ")?.trim_start();
    let end = rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric())?;
    (end > 0).then(|| rest[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_without_a_declaration() {
        let text =
            "void f(void) { DoTraceMessage(FLAG, \"x\"); { WPP_CLEANUP (d); } }\nint g(void) { }";
        let names = KNOWN.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(only_called(text, &names), ["DoTraceMessage", "WPP_CLEANUP"]);
        let declared = format!("void DoTraceMessage(int flag, ...);\n{text}");
        assert_eq!(only_called(&declared, &names), ["WPP_CLEANUP"]);
        assert!(undeclared(text).is_empty());
    }

    #[test]
    fn functions_of_comments() {
        assert_eq!(function_of_comment("// FUNC Trace(L, ...);").as_deref(), Some("Trace"));
        assert_eq!(function_of_comment("//FUNC Err{LEVEL=1}(MSG);").as_deref(), Some("Err"));
        assert_eq!(function_of_comment("// a FUNC of it"), None);
    }
}
