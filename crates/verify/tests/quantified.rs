//! Programs with quantifiers whose truth is known by construction (`quantified/templates.txt`): no wrong verdict, and few
//! without an answer.

use lariat_budget::Budget;
use lariat_verify::{Overall, Program, Question, Silent, check};

/// Of a hundred programs, so many have an answer.
const MIN_ANSWERED_PERCENT: usize = 90;

/// A program may take so long before it counts as unanswered: long for a slow machine, since most take no second.
const SECONDS: u64 = 60;

#[derive(Default)]
struct Template {
    name: String,
    declarations: String,
    before: String,
    holds: String,
    fails: String,
}

fn templates() -> Vec<Template> {
    let mut templates: Vec<Template> = Vec::new();
    for line in include_str!("quantified/templates.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("== ") {
            templates.push(Template { name: name.to_owned(), ..Template::default() });
            continue;
        }
        let (key, text) = line.split_once(": ").expect("a key and a text");
        let template = templates.last_mut().expect("a name comes first");
        let part = match key {
            "decl" => &mut template.declarations,
            "pre" => &mut template.before,
            "holds" => &mut template.holds,
            "fails" => &mut template.fails,
            other => panic!("{other} in {}", template.name),
        };
        part.push_str(text);
        part.push('\n');
    }
    templates
}

/// The names of the global variables in declarations.
fn globals(declarations: &str) -> String {
    let after = declarations.lines().filter_map(|line| line.strip_prefix("var "));
    after.filter_map(|line| line.split(':').next()).collect::<Vec<_>>().join(", ")
}

fn program(template: &Template, rest: &str, numbers: [u64; 3]) -> String {
    let [a, b, c] = numbers;
    let globals = globals(&template.declarations);
    let modifies = if globals.is_empty() { String::new() } else { format!("modifies {globals};") };
    let Template { declarations, before, .. } = template;
    format!("{declarations}procedure main() {modifies}\n{{\n{before}{rest}}}\n")
        .replace("$a", &a.to_string())
        .replace("$b", &b.to_string())
        .replace("$c", &c.to_string())
        .replace("$d", &(a + 1).to_string())
}

/// Numbers from 2 to 40, other ones for each program.
fn numbers(seed: u64) -> [u64; 3] {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    [(); 3].map(|()| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        2 + (state >> 33) % 39
    })
}

#[test]
fn quantified_programs_have_their_verdict() {
    let templates = templates();
    assert!(templates.len() >= 40, "{} templates", templates.len());
    let mut unanswered = Vec::new();
    let mut programs = 0;
    for (i, template) in templates.iter().enumerate() {
        for (rest, holds) in [(&template.holds, true), (&template.fails, false)] {
            programs += 1;
            let text = program(template, rest, numbers(2 * i as u64 + u64::from(holds)));
            let subject = Program::boogie("quantified.bpl", &text).expect("a program");
            let question = Question::assertions().entry("main");
            let report = check(&subject, &question, &Budget::seconds(SECONDS), Silent)
                .unwrap_or_else(|failure| panic!("{}: {failure}\n{text}", template.name));
            match report.overall() {
                Overall::Proved(_) => assert!(holds, "{}: proved\n{text}", template.name),
                Overall::Bug => assert!(!holds, "{}: a bug\n{text}", template.name),
                other => unanswered.push(format!("{} ({holds}): {other:?}", template.name)),
            }
        }
    }
    let answered = programs - unanswered.len();
    assert!(
        answered * 100 >= programs * MIN_ANSWERED_PERCENT,
        "{answered} of {programs} have an answer, not these:\n{}",
        unanswered.join("\n")
    );
}
