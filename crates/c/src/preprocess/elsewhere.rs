//! Files that programs for Microsoft's compiler include and that no include directory has.
//!
//! Which directories are searched says the project file, and nobody hands that over. So a file that is not found is looked for
//! in the folders of the program. The header that the message compiler would make of a `.mc` file is made here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How many entries of folders are looked at.
const MOST_ENTRIES: usize = 50_000;

/// The files in these folders whose path ends with the name, in any case; the one nearest to the includer.
pub(super) fn find(roots: &[PathBuf], includer: &Path, name: &str) -> Option<PathBuf> {
    let wanted: Vec<String> = parts(name);
    let near = fs::canonicalize(includer).unwrap_or_else(|_| includer.to_owned());
    let mut found: Vec<PathBuf> = Vec::new();
    let mut left = MOST_ENTRIES;
    for root in roots {
        walk(root, &mut left, &mut |file| {
            let path = file.to_string_lossy();
            let all = parts(&path);
            if all.ends_with(&wanted) {
                found.extend(fs::canonicalize(file));
            }
        });
        if !found.is_empty() {
            break;
        }
    }
    found.sort_by_key(|path| {
        let shared = path.components().zip(near.components()).take_while(|(a, b)| a == b).count();
        (usize::MAX - shared, path.components().count(), path.clone())
    });
    found.into_iter().next()
}

/// The names of a path, without steps up: those lead out of folders that are not known.
fn parts(path: &str) -> Vec<String> {
    let parts = path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."));
    parts.map(str::to_ascii_lowercase).collect()
}

fn walk(folder: &Path, left: &mut usize, take: &mut dyn FnMut(&Path)) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.filter_map(Result::ok).map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if path.is_symlink() || hidden {
            continue;
        }
        match path.is_dir() {
            true => walk(&path, left, take),
            false => take(&path),
        }
    }
}

/// The header that the build makes: of a message file of the same name, or of a manifest of events, whose functions become nothing.
pub(super) fn generated(roots: &[PathBuf], includer: &Path, name: &str) -> Option<String> {
    messages(roots, includer, name).or_else(|| {
        let mut left = MOST_ENTRIES;
        let mut has_manifest = false;
        let mut look = |file: &Path| {
            has_manifest |= file.extension().is_some_and(|e| e.eq_ignore_ascii_case("man"));
        };
        // Those around the program are of other programs.
        roots.iter().take(1).for_each(|root| walk(root, &mut left, &mut look));
        has_manifest.then(String::new)
    })
}

fn messages(roots: &[PathBuf], includer: &Path, name: &str) -> Option<String> {
    let stem = name.strip_suffix(".h").or_else(|| name.strip_suffix(".H"))?;
    let file = find(roots, includer, &format!("{stem}.mc"))?;
    Some(header_of_messages(&crate::text_of(fs::read(file).ok()?)))
}

/// `MessageId=0x0001 Facility=Io Severity=Error SymbolicName=NAME`: `#define NAME` with the status code.
fn header_of_messages(text: &str) -> String {
    // What names stand for where the file does not say: success 0, …; the system's facilities.
    let mut severities: BTreeMap<String, u32> = BTreeMap::new();
    for (name, value) in [("Success", 0), ("Informational", 1), ("Warning", 2), ("Error", 3)] {
        severities.insert(name.to_ascii_lowercase(), value);
    }
    let mut facilities: BTreeMap<String, u32> = BTreeMap::new();
    facilities.insert("system".into(), 0xff);
    facilities.insert("application".into(), 0xfff);
    let (mut id, mut severity, mut facility) = (0u32, 0u32, 0u32);
    let mut out = String::new();
    let mut list = String::new();
    for line in text.lines() {
        let line = line.trim();
        if line.starts_with(';') || line.starts_with("//") {
            continue;
        }
        // Names of facilities and severities are given in lists over several lines.
        if !list.is_empty() || line.contains("Names") && line.contains('(') {
            list.push_str(line);
            list.push(' ');
            if line.contains(')') {
                let is_severity = list.to_ascii_lowercase().starts_with("severity");
                let names = if is_severity { &mut severities } else { &mut facilities };
                names.extend(names_in(&list));
                list.clear();
            }
            continue;
        }
        for (key, value) in pairs(line) {
            let low = value.to_ascii_lowercase();
            match key.to_ascii_lowercase().as_str() {
                "messageid" if value.is_empty() => id = id.wrapping_add(1),
                "messageid" => match value.strip_prefix('+').map(number) {
                    Some(step) => id = id.wrapping_add(step.unwrap_or(1)),
                    None => id = number(&value).unwrap_or(id),
                },
                "severity" => severity = severities.get(&low).copied().unwrap_or(severity),
                "facility" => facility = facilities.get(&low).copied().unwrap_or(facility),
                "symbolicname" => {
                    let code = (severity << 30) | (facility & 0xfff) << 16 | (id & 0xffff);
                    out.push_str(&format!("#define {value} ((NTSTATUS)0x{code:08X}L)\n"));
                }
                _ => {}
            }
        }
    }
    out
}

/// `key=value` for all of a line; the value may be left out.
fn pairs(line: &str) -> Vec<(String, String)> {
    let spaced = line.replace('=', " = ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let keys = (0..words.len()).filter(|&at| words.get(at + 1) == Some(&"="));
    keys.map(|at| {
        let has_value = words.get(at + 3) != Some(&"=");
        let value = words.get(at + 2).filter(|_| has_value).copied().unwrap_or_default();
        (words[at].to_owned(), value.to_owned())
    })
    .collect()
}

/// `name=number` and `name=number:symbol` in a list.
fn names_in(list: &str) -> Vec<(String, u32)> {
    let inside = list.split_once('(').map_or("", |(_, rest)| rest);
    let inside = inside.split_once(')').map_or(inside, |(before, _)| before);
    let pairs = pairs(&inside.replace(" :", ":")).into_iter();
    let pair = |(name, value): (String, String)| {
        Some((name.to_ascii_lowercase(), number(value.split(':').next()?)?))
    };
    pairs.filter_map(pair).collect()
}

fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex.trim_end_matches(['L', 'l']), 16).ok(),
        None => text.trim_end_matches(['L', 'l']).parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_their_codes() {
        let text = "\
;// a comment
MessageIdTypedef=NTSTATUS
SeverityNames=(Success=0x0:STATUS_SEVERITY_SUCCESS
               Error  = 0x3 :STATUS_SEVERITY_ERROR
              )
FacilityNames=(System=0x0 Serial=0x6:FACILITY_SERIAL)
MessageId=0x0001 Facility=Serial Severity=Error SymbolicName=SERIAL_GONE
Language=English
The device is gone.
.
MessageId= Severity=Success SymbolicName=SERIAL_THERE
";
        let expected = "\
#define SERIAL_GONE ((NTSTATUS)0xC0060001L)
#define SERIAL_THERE ((NTSTATUS)0x00060002L)
";
        assert_eq!(header_of_messages(text), expected);
    }
}
