//! Modules that need each other can only be understood together: in the crates that people change most,
//! no more than a few may form a cycle.
//!
//! A module is a file. It needs those that it names after `crate::`, `super::` or `self::`, in `use`
//! declarations or in paths. What `use` lines do not show, methods that one file adds to a type of
//! another, is not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates, and how many modules may form a cycle there.
const MAX_CYCLE: [(&str, usize); 6] =
    [("budget", 5), ("reach", 5), ("refine", 5), ("verify", 5), ("bench", 5), ("lariat", 5)];

type Graph = BTreeMap<String, BTreeSet<String>>;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// `a::b` for `src/a/b.rs` and `src/a/b/mod.rs`; nothing for the root.
fn module_of(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).expect("inside").with_extension("");
    let mut parts: Vec<String> =
        path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        parts.pop();
    }
    parts.join("::")
}

/// The text without comments and without its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths in a text after a word such as `crate`, with groups in braces taken apart.
fn paths_after(text: &str, word: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let start = format!("{word}::");
    for (at, _) in text.match_indices(&start) {
        let before = text[..at].chars().next_back();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            read_path(&text[at + start.len()..], &mut Vec::new(), &mut found);
        }
    }
    found
}

/// Reads `a::b`, or `a::{b, c::d}`; returns how much was read.
fn read_path(text: &str, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let depth = prefix.len();
    let mut read = 0;
    loop {
        let rest = &text[read..];
        if rest.starts_with('{') {
            read += 1;
            while !text[read..].starts_with('}') && read < text.len() {
                let skipped =
                    text[read..].len() - text[read..].trim_start_matches([' ', '\n', ',']).len();
                read += skipped;
                let inner = read_path(&text[read..], prefix, found);
                read += inner;
                if inner == 0 && skipped == 0 {
                    break;
                }
            }
            read += 1;
            break;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        prefix.push(rest[..end].to_owned());
        read += end;
        if !text[read..].starts_with("::") {
            found.push(prefix.clone());
            break;
        }
        read += 2;
    }
    prefix.truncate(depth);
    read
}

/// The longest module that a path begins with, other than the crate itself.
fn named(graph: &Graph, path: &[String]) -> Option<String> {
    (1..=path.len()).rev().map(|n| path[..n].join("::")).find(|m| graph.contains_key(m))
}

fn modules(root: &Path) -> Graph {
    let mut files = Vec::new();
    sources(root, &mut files);
    let mut graph: Graph = files.iter().map(|f| (module_of(root, f), BTreeSet::new())).collect();
    for file in &files {
        let module = module_of(root, file);
        let text = code(&std::fs::read_to_string(file).expect("a readable file"));
        let own: Vec<String> =
            module.split("::").filter(|p| !p.is_empty()).map(str::to_owned).collect();
        let above = own[..own.len().saturating_sub(1)].to_vec();
        let mut needed = BTreeSet::new();
        for (word, base) in [("crate", Vec::new()), ("super", above), ("self", own)] {
            for path in paths_after(&text, word) {
                needed.extend(named(&graph, &[base.clone(), path].concat()));
            }
        }
        needed.remove(&module);
        graph.insert(module, needed);
    }
    // The root declares everything and re-exports much; what others need of it is not a place.
    graph.remove("");
    graph
}

fn reachable<'g>(graph: &'g Graph, from: &'g str) -> BTreeSet<&'g str> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(module) = stack.pop() {
        for next in graph.get(module).into_iter().flatten() {
            if seen.insert(next.as_str()) {
                stack.push(next);
            }
        }
    }
    seen
}

/// The largest set of modules that all need each other.
fn largest_cycle(graph: &Graph) -> Vec<String> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|m| (m.as_str(), reachable(graph, m))).collect();
    let cycle_of = |m: &str| -> Vec<String> {
        let back = |n: &&&str| reach[**n].contains(m);
        reach[m]
            .iter()
            .filter(|n| reach.contains_key(**n))
            .filter(back)
            .map(|n| (*n).to_owned())
            .collect()
    };
    graph.keys().map(|m| cycle_of(m)).max_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn no_large_cycles_of_modules() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, most) in MAX_CYCLE {
        let root = crates.join(name).join("src");
        if !root.exists() {
            continue;
        }
        let graph = modules(&root);
        let cycle = largest_cycle(&graph);
        assert!(
            cycle.len() <= most,
            "crates/{name}: {} modules need each other: {cycle:?}",
            cycle.len()
        );
    }
}

#[test]
fn cycles_are_found() {
    let graph = |edges: &[(&str, &[&str])]| -> Graph {
        edges.iter().map(|(a, b)| ((*a).into(), b.iter().map(|&b| b.into()).collect())).collect()
    };
    assert!(largest_cycle(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &[])])).is_empty());
    let three = graph(&[("a", &["b"]), ("b", &["c", "d"]), ("c", &["a"]), ("d", &[])]);
    assert_eq!(largest_cycle(&three), ["a", "b", "c"]);
    let path = |text: &str| paths_after(text, "crate");
    let words = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(path("use crate::a::B; x(lariat_crate::c)"), [words("a::B")]);
    let grouped = path("use crate::{a::{B, c::D}, e};");
    assert_eq!(grouped, [words("a::B"), words("a::c::D"), words("e")]);
}
