//! Compiling the program that was checked.

use crate::scratch::Scratch;
use lariat_budget::Budget;
use lariat_c::DataModel;
use lariat_evidence::{COMMON, FLAGS, Harness};
use lariat_process::confined::{Ended, Limits, run};
use lariat_verify::{Translated, stop_in_words};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// How long the compiler may run.
const COMPILE_FOR: Duration = Duration::from_secs(60);
/// Libraries that programs are linked with.
const LIBRARIES: &str = "-lm";

/// How the program is compiled.
#[derive(Clone)]
pub struct Build<'a> {
    /// The files that the user named; `Err` says why they cannot be compiled here.
    pub files: Result<&'a [String], &'static str>,
    /// The machine.
    pub model: DataModel,
    /// The preprocessor's flags.
    pub flags: Vec<String>,
    /// The program as it was checked.
    pub c: &'a Translated,
}

impl Build<'_> {
    /// The compiler and what concerns every file.
    fn compiler(&self, flags: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut command = vec!["cc".to_owned(), self.model.machine_flag().to_owned()];
        command.extend(flags);
        command.extend(self.flags.iter().cloned());
        command
    }

    /// The files of the program as arguments of the compiler. Those that a harness has to change are given to `copy`
    /// with a name, which says where the copy is.
    pub fn sources(
        &self,
        harness: &Harness,
        mut copy: impl FnMut(&str, String) -> Result<String, String>,
    ) -> Result<Vec<String>, String> {
        let mut arguments = Vec::new();
        for (n, file) in self.files?.iter().enumerate() {
            let lines = &self.c.parsed.lines;
            let Some(text) = lariat_evidence::patched(file, &harness.patches, lines) else {
                arguments.push(file.clone());
                continue;
            };
            let original = Path::new(file);
            let name = original.file_name().unwrap_or_default().to_string_lossy();
            // Files in different folders may have the same name.
            let name = if n == 0 { name.into_owned() } else { format!("{}.{name}", n + 1) };
            // Reports speak of the original.
            let text = format!("#line 1 {file:?}\n{text}");
            let folder = original.parent().filter(|p| !p.as_os_str().is_empty());
            let folder = folder.map_or(".".into(), |f| f.to_string_lossy());
            arguments.extend(["-iquote".to_owned(), folder.into_owned(), copy(&name, text)?]);
        }
        Ok(arguments)
    }

    /// The command that compiles the program with a harness.
    pub fn command(
        &self,
        harness: &Harness,
        harness_file: &str,
        sources: &[String],
        output: &str,
    ) -> Vec<String> {
        let mut command = self.compiler(harness.flags.iter().cloned());
        command.push(harness_file.to_owned());
        command.extend(sources.iter().cloned());
        command.extend(["-o".to_owned(), output.to_owned(), LIBRARIES.to_owned()]);
        command
    }

    /// The names that nobody defines when the program is linked with the C library; `Err` says why that cannot be found out.
    pub fn undefined(&self, budget: &Budget) -> Result<BTreeSet<String>, String> {
        let files = self.files?;
        let scratch = Scratch::new()?;
        let mut command = self.compiler(FLAGS.iter().chain([&COMMON]).map(|&f| f.to_owned()));
        command.extend(files.iter().cloned());
        let output = scratch.file("linked").to_string_lossy().into_owned();
        command.extend(["-o".to_owned(), output, LIBRARIES.to_owned()]);
        let said = match run_compiler(&command, budget)? {
            None => return Ok(BTreeSet::new()),
            Some(said) => said,
        };
        let undefined: BTreeSet<String> = said.lines().filter_map(undefined_name).collect();
        if undefined.is_empty() || first_error(&said).is_some() {
            return Err(self.why_not(&said));
        }
        Ok(undefined)
    }

    /// Compiles; `Err` says what is wrong.
    pub fn compile(&self, command: &[String], budget: &Budget) -> Result<(), String> {
        match run_compiler(command, budget)? {
            None => Ok(()),
            Some(said) => Err(self.why_not(&said)),
        }
    }

    fn why_not(&self, said: &str) -> String {
        let missing = ["cannot find Scrt1.o", "cannot find crt1.o", "skipping incompatible"];
        let narrow = self.model.pointer_size() == 4;
        if narrow && missing.iter().any(|m| said.contains(m)) {
            return "the C compiler has no libraries for -m32 (on Debian: gcc-multilib)".into();
        }
        let sanitizer = |l: &&str| l.contains("cannot find") && l.contains("san");
        if let Some(line) = said.lines().find(sanitizer) {
            return format!("the C compiler has no sanitizers here: {line}");
        }
        let words = ["error", "undefined", "cannot find", "multiple", "relocation"];
        let other = || said.lines().find(|l| words.iter().any(|w| l.contains(w)));
        let line = first_error(said).or_else(other).or_else(|| said.lines().next());
        format!("it does not compile: {}", line.unwrap_or("the C compiler does not say why"))
    }
}

/// Runs the compiler; if it does not succeed, what it says.
fn run_compiler(command: &[String], budget: &Budget) -> Result<Option<String>, String> {
    let mut compiler = Command::new(&command[0]);
    // Messages that we can read.
    compiler.args(&command[1..]).env("LC_ALL", "C");
    let ran = run(compiler, &Limits::time(COMPILE_FOR), budget)?;
    match ran.ended {
        Ended::Code(0) => Ok(None),
        Ended::Code(_) => Ok(Some(ran.said)),
        Ended::Signal(signal) => Err(format!("the compiler ended with signal {signal}")),
        Ended::Late | Ended::Large => Err("the compiler took too long".into()),
        Ended::Stopped(stop) => Err(stop_in_words(stop, budget).text),
    }
}

/// The first message of the compiler proper, not of the linker.
fn first_error(said: &str) -> Option<&str> {
    let of_linker = |l: &str| l.starts_with("collect2:") || l.contains("linker command failed");
    said.lines().find(|l| l.contains("error: ") && !of_linker(l) && undefined_name(l).is_none())
}

/// The name in a linker's message about a name that nobody defines: GNU ld, lld and mold, Apple's.
fn undefined_name(line: &str) -> Option<String> {
    let name = if let Some((_, rest)) = line.split_once("undefined reference to ") {
        rest.trim_start_matches(['`', '\'', '"']).trim_end_matches(['\'', '"'])
    } else if let Some((_, rest)) = line.split_once("undefined symbol: ") {
        rest.trim()
    } else {
        let (name, _) = line.trim_start().strip_prefix("\"_")?.split_once("\", referenced from")?;
        name
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linkers_say() {
        for line in [
            "/usr/bin/ld: x.c:3: undefined reference to `ask'",
            "/usr/bin/ld: x.o: more undefined references to `other' follow",
            "ld.lld: error: undefined symbol: ask",
            "  \"_ask\", referenced from:",
        ] {
            let expected = (!line.contains("more")).then(|| "ask".to_owned());
            assert_eq!(undefined_name(line), expected);
            assert_eq!(first_error(line), None);
        }
        assert_eq!(
            first_error("a\nx.c:1:2: error: expected ';'"),
            Some("x.c:1:2: error: expected ';'")
        );
        assert_eq!(first_error("collect2: error: ld returned 1 exit status"), None);
    }
}
