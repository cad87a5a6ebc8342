//! Finding and reading rules.

use lariat_platform::{Platform, Problem};
use lariat_rules::Rule;
use std::path::{Path, PathBuf};

/// A rule, or what is wrong with it.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Its name.
    pub name: String,
    /// The rule.
    pub rule: Result<Rule, Problem>,
}

/// Reads the rules that are asked for: `all`, names of the platform's, files.
pub fn wanted(names: &[String], platform: Option<&Platform>) -> Result<Vec<Wanted>, Problem> {
    let mut files: Vec<PathBuf> = Vec::new();
    let all = platform.map(Platform::rule_files).unwrap_or_default();
    for name in names {
        if name == "all" {
            files.extend(all.iter().cloned());
            continue;
        }
        let known = all.iter().find(|file| stem(file).eq_ignore_ascii_case(name));
        match known {
            Some(file) => files.push(file.clone()),
            None if Path::new(name).is_file() => files.push(PathBuf::from(name)),
            None => return Err(unknown(name, &all)),
        }
    }
    let mut seen = Vec::new();
    files.retain(|file| {
        let new = !seen.contains(file);
        seen.push(file.clone());
        new
    });
    let shown = |file: &Path| match platform {
        Some(platform) => platform.shown(file),
        None => file.display().to_string(),
    };
    Ok(files.iter().map(|file| read(file, &shown(file))).collect())
}

/// Property rules that others need, if the platform has them and they are not there yet.
pub fn with_required(mut rules: Vec<Wanted>, platform: &Platform) -> Vec<Wanted> {
    let needed: Vec<String> = rules
        .iter()
        .filter_map(|wanted| wanted.rule.as_ref().ok())
        .flat_map(|rule| rule.requires.iter().map(|(name, _)| name.clone()))
        .collect();
    for name in needed {
        if rules.iter().any(|wanted| wanted.name == name) {
            continue;
        }
        let file = platform.rule_files().into_iter().find(|file| stem(file) == name);
        rules.extend(file.map(|file| read(&file, &platform.shown(&file))));
    }
    rules
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reads a rule; `shown` is what its file is called.
pub fn read(file: &Path, shown: &str) -> Wanted {
    let name = stem(file);
    let rule = match std::fs::read_to_string(file) {
        Ok(text) => lariat_rules::parse(&name, shown, &text).map_err(Problem::from),
        Err(error) => Err(Problem::new(format!("cannot read `{shown}`: {error}"))),
    };
    Wanted { name, rule }
}

fn unknown(name: &str, all: &[PathBuf]) -> Problem {
    let known: Vec<String> = all.iter().map(|file| stem(file)).collect();
    let help = match known.is_empty() {
        true => "and there is no file of this name".to_owned(),
        false => format!("there are {}", known.join(", ")),
    };
    Problem::new(format!("there is no rule `{name}`; {help}"))
}
