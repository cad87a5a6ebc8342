//! Makes a program on which the oracles disagree small, line by line.
//!
//! Generated programs have one statement a line, so dropping lines, whole `{ … }` groups, the frame
//! of a group, and parts of expressions is enough. Whatever is no program any more is refused by the
//! caller's test, since it fails in another way.

/// The smallest text found that still shows the problem. `shows` must be true of `text`.
pub fn minimise(text: &str, mut shows: impl FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> =
        text.lines().filter(|l| !l.trim().is_empty()).map(str::to_string).collect();
    loop {
        let before = lines.join("\n").len();
        drop_groups(&mut lines, &mut shows);
        drop_lines(&mut lines, &mut shows);
        simplify_expressions(&mut lines, &mut shows);
        if lines.join("\n").len() >= before {
            return lines.join("\n") + "\n";
        }
    }
}

fn accept(
    lines: &mut Vec<String>,
    candidate: Vec<String>,
    shows: &mut impl FnMut(&str) -> bool,
) -> bool {
    let ok = shows(&(candidate.join("\n") + "\n"));
    if ok {
        *lines = candidate;
    }
    ok
}

/// Drops groups in braces with their heads, or only head and end; whole procedures first.
fn drop_groups(lines: &mut Vec<String>, shows: &mut impl FnMut(&str) -> bool) {
    let mut start = 0;
    while start < lines.len() {
        if let Some(end) = group_end(lines, start) {
            let mut without = lines.clone();
            without.drain(start..=end);
            if accept(lines, without, shows) {
                continue;
            }
            let mut unwrapped = lines.clone();
            unwrapped.remove(end);
            unwrapped.remove(start);
            if accept(lines, unwrapped, shows) {
                continue;
            }
        }
        start += 1;
    }
}

/// Where the group that starts on this line ends: a procedure, a loop, a branch up to its `else`.
fn group_end(lines: &[String], start: usize) -> Option<usize> {
    let first = lines[start].trim();
    let opens = first.ends_with('{')
        || first.starts_with("procedure")
        || first.starts_with("implementation")
        || first.starts_with("while");
    if !opens {
        return None;
    }
    let mut depth = 0_i32;
    for (number, line) in lines.iter().enumerate().skip(start) {
        let line = line.trim();
        if number > start
            && depth <= 0
            && first.starts_with("procedure")
            && line.starts_with("procedure")
        {
            return Some(number - 1);
        }
        if line.starts_with('}') && number > start {
            depth -= 1;
            if depth <= 0 {
                return Some(number);
            }
        }
        if line.ends_with('{') {
            depth += 1;
        }
    }
    None
}

fn drop_lines(lines: &mut Vec<String>, shows: &mut impl FnMut(&str) -> bool) {
    let mut size = (lines.len() / 2).max(1);
    loop {
        let mut start = 0;
        while start < lines.len() {
            let end = (start + size).min(lines.len());
            let mut without = lines.clone();
            without.drain(start..end);
            if !accept(lines, without, shows) {
                start += size;
            }
        }
        if size == 1 {
            return;
        }
        size /= 2;
    }
}

/// Puts something simple in place of groups in parentheses, and drops sides of `||`.
fn simplify_expressions(lines: &mut Vec<String>, shows: &mut impl FnMut(&str) -> bool) {
    for number in 0..lines.len() {
        let mut position = 0;
        while number < lines.len() && position < lines[number].len() {
            let line = lines[number].clone();
            let candidates = simpler(&line, position);
            let mut changed = false;
            for candidate in candidates {
                let mut all = lines.clone();
                all[number] = candidate;
                if accept(lines, all, shows) {
                    changed = true;
                    break;
                }
            }
            if !changed {
                position += 1;
            }
        }
    }
}

/// Simpler versions of a line by what starts at this byte.
fn simpler(line: &str, position: usize) -> Vec<String> {
    let bytes = line.as_bytes();
    let mut result = Vec::new();
    if bytes[position] == b'(' {
        let Some(end) = closing(bytes, position) else { return result };
        let (before, inside, after) =
            (&line[..position], &line[position + 1..end], &line[end + 1..]);
        let mut replacements: Vec<String> =
            ["true", "false", "0", "1"].iter().map(|s| (*s).to_string()).collect();
        let mut depth = 0;
        for (i, byte) in inside.bytes().enumerate() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b' ' if depth == 0 => {
                    replacements.push(inside[..i].to_string());
                    replacements.push(inside[i + 1..].to_string());
                }
                _ => {}
            }
        }
        for replacement in replacements {
            if replacement.len() < end + 1 - position {
                result.push(format!("{before}{replacement}{after}"));
            }
        }
    }
    if line[position..].starts_with(" || ") {
        let end = line.rfind(';').unwrap_or(line.len());
        if position < end {
            result.push(format!("{}{}", &line[..position], &line[end..]));
        }
        if let Some(word) = line.trim_start().find(' ') {
            let start = line.len() - line.trim_start().len() + word + 1;
            if start < position {
                result.push(format!("{}{}", &line[..start], &line[position + 4..]));
            }
        }
    }
    result
}

fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, byte) in bytes.iter().enumerate().skip(open) {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::minimise;

    #[test]
    fn keeps_only_what_shows_the_problem() {
        let text = "procedure p()\n{\n  if (a) {\n    x := 1;\n  } else {\n    y := 2;\n  }\n}\n";
        assert_eq!(minimise(text, |t| t.contains("y := 2;")), "    y := 2;\n");
    }

    #[test]
    fn simplifies_expressions() {
        let text = "assert (a + (b * c)) || d;\n";
        assert_eq!(minimise(text, |t| t.contains("assert") && t.contains('d')), "assert d;\n");
    }
}
