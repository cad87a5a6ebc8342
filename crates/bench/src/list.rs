//! Lists of programs: tab-separated columns under a header.

use std::path::{Path, PathBuf};

/// A list that was read.
#[derive(Debug)]
pub struct List {
    /// Its name without folder and ending.
    pub name: String,
    /// The programs.
    pub instances: Vec<Instance>,
    /// Names of other tools whose results are in the list.
    pub tools: Vec<String>,
}

/// One program.
#[derive(Debug)]
pub struct Instance {
    /// As the list names it.
    pub file: String,
    /// Where it is.
    pub path: PathBuf,
    /// The expected verdict, as the list says it.
    pub expected: String,
    /// Arguments that this instance needs: the data model and the property of a C program.
    pub args: Vec<String>,
    /// For each tool: seconds, if it solved the instance.
    pub published: Vec<Option<f64>>,
}

/// What other tools say when they did not solve an instance.
const UNSOLVED: [&str; 7] = ["timeout", "unknown", "unsolved", "memout", "error", "-", ""];

impl List {
    /// Reads a list.
    pub fn read(path: &Path) -> Result<List, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|e| {
            format!("cannot read the list `{shown}`: {}", lariat_process::output::plain_reason(&e))
        })?;
        let mut lines = text.lines().enumerate();
        let header: Vec<&str> = match lines.next() {
            Some((_, line)) => line.split('\t').map(str::trim).collect(),
            None => return Err(format!("the list `{shown}` is empty")),
        };
        let column = |name: &str| header.iter().position(|h| *h == name);
        let file_column =
            column("file").ok_or_else(|| format!("the list `{shown}` has no column `file`"))?;
        let (bits_column, property_column) = (column("bits"), column("property"));
        let expected_column = column("verdict").or_else(|| column("expected"));
        let tools: Vec<(String, usize, Option<usize>)> = header
            .iter()
            .enumerate()
            .filter_map(|(i, h)| Some((h.strip_suffix("_s")?.to_owned(), i)))
            .map(|(tool, seconds)| {
                let verdict = column(&format!("{tool}_verdict"));
                (tool, seconds, verdict)
            })
            .collect();
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut instances = Vec::new();
        for (number, line) in lines.filter(|(_, l)| !l.trim().is_empty()) {
            let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
            let cell = |i: usize| cells.get(i).copied().unwrap_or("");
            let file = cell(file_column);
            if file.is_empty() {
                return Err(format!("{shown}:{}: no file name", number + 1));
            }
            let mut args = match bits_column.map(cell) {
                Some("32") => vec!["--data-model=ILP32".to_owned()],
                Some("64") => vec!["--data-model=LP64".to_owned()],
                _ => Vec::new(),
            };
            let property = property_column.map_or("", cell);
            // Such lists come from the competition, and their verdicts are by its rules.
            if !property.is_empty() {
                args.push("--rules=sv-comp".to_owned());
            }
            if property.starts_with("valid-") || property == "no-overflow" {
                args.extend([format!("--check={property}"), "--no-assertions".to_owned()]);
            }
            let published = tools
                .iter()
                .map(|(_, seconds, verdict)| {
                    let solved = verdict.is_none_or(|v| !UNSOLVED.contains(&cell(v)));
                    cell(*seconds).parse().ok().filter(|_| solved)
                })
                .collect();
            let beside = folder.join(&name).join(file);
            instances.push(Instance {
                file: file.to_owned(),
                path: if beside.exists() { beside } else { folder.join(file) },
                expected: expected_column.map_or("", cell).to_owned(),
                args,
                published,
            });
        }
        Ok(List { name, instances, tools: tools.into_iter().map(|t| t.0).collect() })
    }

    /// Arguments of `check`: the user's, and what this kind of list means where the user says nothing.
    pub fn arguments(&self, extra: &[String]) -> Vec<String> {
        let mut args = Vec::new();
        // Dumps taken just before stratified inlining: assertions are an error flag by now, and the
        // question is about the bound.
        if self.tools.iter().any(|t| t == "corral_or") {
            let meant = [
                ("--goal", "return"),
                ("--recursion-bound", "3"),
                ("--houdini", "off"),
                ("--unbounded", "off"),
            ];
            for (name, value) in meant {
                if !extra.iter().any(|a| a == name || a.starts_with(&format!("{name}="))) {
                    args.extend([name.to_owned(), value.to_owned()]);
                }
            }
        }
        args.extend(extra.iter().cloned());
        args
    }
}
