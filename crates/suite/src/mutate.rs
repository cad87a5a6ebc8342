//! `lariat verify --mutate`: how much of what goes wrong do the rules notice?
//!
//! The platform names changes (a release is left out, a request is completed twice, a function is called at another level). Each
//! place in the program where one applies makes a mutant, and a mutant is caught if a rule that speaks of the changed function
//! finds a defect where it found none before. Rules that do not apply to the program, or have a defect in it already, are not asked.

use crate::args::VerifyArgs;
use crate::instance::{Outcome, Spec};
use crate::plan::Plan;
use crate::queue;
use crate::result::{Answer, Instance};
use lariat_c::Part;
use lariat_c::preprocess::line_marker;
use lariat_platform::Mutation;
use lariat_process::exit::Exit;
use lariat_process::output::write_out;
use lariat_rules::lexer::{Kind, Token, lex};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A change at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Site {
    /// The unit, by its place among the units.
    unit: usize,
    /// The statement in the preprocessed text, with the semicolon.
    from: usize,
    to: usize,
    /// The place in the file.
    file: String,
    line: u32,
    function: String,
    /// What is done, in words, and what stands there then.
    name: String,
    becomes: String,
}

/// Runs `lariat verify --mutate` and ends the process.
pub fn main(plan: &Plan, args: &VerifyArgs) -> ! {
    plan.problems.iter().for_each(|problem| eprint!("{problem}"));
    let answers = answers(&plan.specs, args.jobs);
    let asked: Vec<&Spec> = plan
        .specs
        .iter()
        .filter(|spec| {
            let answer = answers.get(&spec.instance);
            !spec.is_property
                && answer.is_some_and(|a| {
                    !matches!(a, Answer::Defect | Answer::Error | Answer::NotApplicable)
                })
        })
        .collect();
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut caught = 0;
    for (driver, mutations) in &plan.mutations {
        let own: Vec<&Spec> =
            asked.iter().copied().filter(|s| &s.instance.driver == driver).collect();
        let Some(first) = own.first() else { continue };
        for site in sites(first, mutations) {
            // What no rule speaks of is not for these rules to notice.
            if !own.iter().any(|spec| speaks_of(spec, &site.function)) {
                continue;
            }
            let by = notice(&own, &site, args.jobs);
            caught += usize::from(by.is_some());
            let Site { file, line, name, function, .. } = &site;
            let by = by.map_or_else(
                || "not caught".to_owned(),
                |instance| format!("{} ({})", instance.rule, instance.harness),
            );
            if !args.quiet {
                eprintln!("{file}:{line}  {name}: {function}  {by}");
            }
            lines.push((format!("{file}:{line}  {name}: {function}"), by));
        }
    }
    if lines.is_empty() {
        eprintln!(
            "error: there is nothing to change: no rule that holds speaks of a function that the program calls"
        );
        Exit::BadInput.now()
    }
    let width = lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let mut out = format!("{:<width$}  caught by\n", "mutant");
    for (what, by) in &lines {
        out.push_str(&format!("{what:<width$}  {by}\n"));
    }
    let all = lines.len();
    out.push_str(&format!("{caught} of {all} mutants caught ({} in 100)\n", 100 * caught / all));
    write_out(&out);
    if caught == all { Exit::Proved.now() } else { Exit::Inconclusive.now() }
}

/// What instances say.
fn answers(specs: &[Spec], jobs: usize) -> BTreeMap<Instance, Answer> {
    let mut answers = BTreeMap::new();
    queue::run(specs, jobs, |n, outcome| {
        if let Outcome::Answered(result) = outcome {
            answers.insert(specs[n].instance.clone(), result.answer);
        }
    });
    answers
}

/// Does the rule of an instance have an event of this function?
fn speaks_of(spec: &Spec, function: &str) -> bool {
    let mut functions = spec.events.iter().filter_map(|event| event.rsplit_once('.'));
    functions.any(|(f, _)| f == function)
}

/// The first instance that has a defect in a mutant.
fn notice(specs: &[&Spec], site: &Site, jobs: usize) -> Option<Instance> {
    let own = specs.iter().filter(|spec| speaks_of(spec, &site.function));
    let mutants: Vec<Spec> = own.map(|spec| mutant(spec, site)).collect();
    for some in mutants.chunks(jobs.max(1)) {
        let answers = answers(some, jobs);
        let mut defects = answers.into_iter().filter(|(_, answer)| *answer == Answer::Defect);
        if let Some((instance, _)) = defects.next() {
            return Some(instance);
        }
    }
    None
}

fn mutant(spec: &Spec, site: &Site) -> Spec {
    let mut units = (*spec.units).clone();
    let text = &mut units[site.unit].text;
    text.replace_range(site.from..site.to, &site.becomes);
    Spec { units: Arc::new(units), ..spec.clone() }
}

/// All places where a change applies, in the program's own files.
fn sites(spec: &Spec, mutations: &[Mutation]) -> Vec<Site> {
    let mut found = Vec::new();
    for (unit, source) in spec.units.iter().enumerate() {
        if source.part == Part::Program {
            in_unit(unit, &source.name, &source.text, mutations, &mut found);
        }
    }
    found
}

/// Looks at each expression statement of a file for calls of the functions.
fn in_unit(unit: usize, name: &str, text: &str, mutations: &[Mutation], found: &mut Vec<Site>) {
    let tokens = lex(text);
    let (mut depth, mut file, mut first_line) = (0i32, name.to_owned(), (1u32, 1u32));
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Directive {
            if let Some(marker) = line_marker(token.text(text)) {
                file = marker.file.unwrap_or(file);
                first_line = (marker.line, token.span.at.line + 1);
            }
            continue;
        }
        if token.is(b'{') || token.is(b'}') {
            depth += if token.is(b'{') { 1 } else { -1 };
            start = at + 1;
        } else if token.is(b';') {
            if depth > 0 && same_file(&file, name) {
                let statement: Vec<Token> = tokens[start..at]
                    .iter()
                    .filter(|t| t.kind != Kind::Directive)
                    .copied()
                    .collect();
                let line = (token.span.at.line + first_line.0).saturating_sub(first_line.1);
                for mutation in mutations {
                    if let Some((function, from)) = applies(mutation, &statement, text) {
                        let to = token.span.to;
                        let becomes = match mutation.becomes.as_str() {
                            "" => ";".to_owned(),
                            text_of => text_of.replace("$0", &text[from..token.span.from]),
                        };
                        let (file, name) = (name.to_owned(), mutation.name.clone());
                        found.push(Site { unit, from, to, file, line, function, name, becomes });
                    }
                }
            }
            start = at + 1;
        }
    }
}

fn same_file(a: &str, b: &str) -> bool {
    a.trim_start_matches("./") == b.trim_start_matches("./")
}

/// The function of a mutation that a statement calls, and where the statement starts.
fn applies(mutation: &Mutation, statement: &[Token], text: &str) -> Option<(String, usize)> {
    let word =
        |at: usize| statement.get(at).filter(|t| t.kind == Kind::Word).map_or("", |t| t.text(text));
    let is = |at: usize, mark: u8| statement.get(at).is_some_and(|t| t.is(mark));
    // `if (…) f(x)`: what is behind the condition is the statement.
    let mut first = 0;
    loop {
        match word(first) {
            "else" | "do" => first += 1,
            "if" | "while" | "for" | "switch" => first = closing(statement, first + 1)? + 1,
            "case" | "default" => {
                while first < statement.len() && !is(first, b':') {
                    first += 1;
                }
                first += 1;
            }
            _ if !word(first).is_empty() && is(first + 1, b':') => first += 2,
            _ => break,
        }
    }
    let start = statement.get(first)?.span.from;
    let is_declaration =
        !word(first).is_empty() && (!word(first + 1).is_empty() || is(first + 1, b'*'));
    if is_declaration || matches!(word(first), "return" | "goto" | "break" | "continue" | "") {
        return None;
    }
    let whole = !mutation.becomes.contains("$0");
    let calls = |at: usize| mutation.functions.iter().any(|f| f == word(at)) && is(at + 1, b'(');
    match whole {
        true => (calls(first) && closing(statement, first + 1)? + 1 == statement.len())
            .then(|| (word(first).to_owned(), start)),
        false => {
            (first..statement.len()).find(|&at| calls(at)).map(|at| (word(at).to_owned(), start))
        }
    }
}

/// The parenthesis that closes the one at this place.
fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        depth += i32::from(token.is(b'(')) - i32::from(token.is(b')'));
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutated(becomes: &str, text: &str) -> Vec<String> {
        let functions = vec!["unlock".to_owned()];
        let mutation = Mutation { name: "x".into(), functions, becomes: becomes.into() };
        let mut found = Vec::new();
        in_unit(0, "a.c", text, &[mutation], &mut found);
        let apply = |site: &Site| {
            let mut text = text.to_owned();
            text.replace_range(site.from..site.to, &site.becomes);
            text
        };
        found.iter().map(apply).collect()
    }

    #[test]
    fn statements_are_dropped_doubled_and_moved() {
        let text = "void f(void) { if (a) unlock(&l); else { x = unlock(p[1]); } return unlock(q); int y = unlock(z); }";
        let dropped = mutated("", text);
        assert_eq!(dropped, [text.replace("unlock(&l)", "")]);
        let doubled = mutated("{ $0; $0; }", text);
        let expected = [
            text.replace("unlock(&l);", "{ unlock(&l); unlock(&l); }"),
            text.replace("x = unlock(p[1]);", "{ x = unlock(p[1]); x = unlock(p[1]); }"),
        ];
        assert_eq!(doubled, expected);
    }

    #[test]
    fn other_files_and_declarations_are_left_alone() {
        let text = "# 1 \"a.h\"\nvoid g(void) { unlock(1); }\n# 7 \"a.c\"\nvoid unlock(int);\nvoid f(void)\n{ unlock(2); }\n";
        let mut found = Vec::new();
        let functions = vec!["unlock".to_owned()];
        let mutation = Mutation { name: "x".into(), functions, becomes: String::new() };
        in_unit(0, "./a.c", text, &[mutation], &mut found);
        assert_eq!(found.iter().map(|s| s.line).collect::<Vec<_>>(), [9]);
    }
}
