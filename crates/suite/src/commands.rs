//! `lariat verify` and `lariat rules`: the only part that prints.

use crate::args::{RulesArgs, RulesCommand, VerifyArgs};
use crate::boogie;
use crate::database::Database;
use crate::instance::{self, Outcome, Spec};
use crate::plan::{Plan, plan};
use crate::result::{Answer, InstanceResult, SCHEMA, SuiteResult};
use crate::rules::{read, wanted};
use crate::{mutate, queue, report, table};
use lariat_platform::{Platform, Problem};
use lariat_process::exit::Exit;
use lariat_process::output::write_out;
use lariat_rules::{Rule, Summary, summary};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Runs `lariat verify` and ends the process.
pub fn verify_main(args: &VerifyArgs) -> ! {
    if args.one_instance {
        one_instance()
    }
    let started = Instant::now();
    if args.files.iter().any(|file| file.extension().is_some_and(|e| e == "bpl")) {
        boogie::main(args)
    }
    let plan = plan(args).unwrap_or_else(|problem| bad(&problem));
    for note in &plan.notes {
        eprintln!("note: {note}");
    }
    if args.mutate {
        mutate::main(&plan, args)
    }
    if args.emit {
        write_out(&plan.emitted.join("\n"));
        plan.problems.iter().for_each(|problem| eprint!("{problem}"));
        let code = if plan.problems.is_empty() { Exit::Proved } else { Exit::BadInput };
        code.now()
    }
    let suite = answered(plan, args, started).unwrap_or_else(|message| {
        eprintln!("error: {message}");
        Exit::Internal.now()
    });
    finish(&suite, args)
}

/// Writes what was found out, and ends the process.
pub fn finish(suite: &SuiteResult, args: &VerifyArgs) -> ! {
    if let Some(folder) = &args.report
        && let Err(error) = report::write(folder, suite)
    {
        eprintln!("error: cannot write to `{}`: {error}", folder.display());
    }
    if args.json {
        let text = serde_json::to_string_pretty(suite).unwrap_or_default();
        write_out(&format!("{text}\n"));
    } else {
        write_out(&shown(suite, args.quiet));
    }
    exit_of(&suite.results).now()
}

fn bad(problem: &Problem) -> ! {
    eprint!("{problem}");
    Exit::BadInput.now()
}

/// What this process is for if it was started by another.
fn one_instance() -> ! {
    let mut text = Vec::new();
    let spec: Option<Spec> = match std::io::stdin().lock().read_to_end(&mut text) {
        Ok(_) => serde_json::from_slice(&text).ok(),
        Err(_) => None,
    };
    let Some(spec) = spec else {
        eprintln!("error: there is no instance on standard input");
        Exit::Usage.now()
    };
    // Reading C recurses, too.
    let work = lariat_budget::spawn("instance", move || instance::run(&spec));
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(outcome)) => {
            write_out(&serde_json::to_string(&outcome).unwrap_or_default());
            Exit::Proved.now()
        }
        _ => Exit::Internal.now(),
    }
}

/// Where results are kept.
fn database_of(args: &VerifyArgs) -> PathBuf {
    const NAME: &str = "results.sqlite";
    match (&args.database, &args.report) {
        (Some(file), _) => file.clone(),
        (None, Some(folder)) => folder.join(NAME),
        (None, None) => Path::new(".lariat").join(NAME),
    }
}

/// Answers what is not known yet.
fn answered(plan: Plan, args: &VerifyArgs, started: Instant) -> Result<SuiteResult, String> {
    let command: Vec<String> = std::env::args().collect();
    let mut database = Database::open(&database_of(args), &command.join(" "))?;
    let Plan { specs, requires, answered, problems, .. } = plan;
    let mut results = answered;
    for result in &results {
        database.keep(result, "")?;
    }
    // Property rules first: they switch others on.
    let (first, second): (Vec<usize>, Vec<usize>) =
        (0..specs.len()).partition(|&n| specs[n].is_property);
    let mut progress = Progress::new(specs.len() + results.len(), args.quiet || args.json);
    let mut properties: Properties = BTreeMap::new();
    for round in [first, second] {
        let mut asked = Vec::new();
        for n in round {
            let spec = &specs[n];
            let lacking = lacking(spec, requires.get(&n), &properties);
            match lacking {
                Some((answer, reason)) => {
                    let mut result = InstanceResult::plain(spec.instance.clone(), answer, reason);
                    result.about.clone_from(&spec.about);
                    database.keep(&result, "")?;
                    results.push(result);
                }
                None => asked.push(spec.clone()),
            }
        }
        run_round(asked, args, &mut database, &mut results, &mut progress)?;
        for result in &results {
            let key = &result.instance;
            let key = (key.driver.clone(), key.harness.clone(), key.rule.clone());
            properties.insert(key, result.answer);
        }
    }
    progress.clear();
    results.sort_by(|a, b| a.instance.cmp(&b.instance));
    let changes = database.compare(&results)?;
    database.end()?;
    Ok(SuiteResult {
        schema: SCHEMA,
        command,
        has_baseline: changes.is_some(),
        changes: changes.unwrap_or_default(),
        results,
        problems,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// The answers of property rules, by program, harness and rule.
type Properties = BTreeMap<(String, String, String), Answer>;

/// The answer of an instance that needs a property which the program does not have. Where that is not known, the rule is
/// checked.
fn lacking(
    spec: &Spec,
    requires: Option<&Vec<String>>,
    properties: &Properties,
) -> Option<(Answer, String)> {
    let Spec { instance, .. } = spec;
    let answer = |property: &String| {
        let key = (instance.driver.clone(), instance.harness.clone(), property.clone());
        properties.get(&key).copied()
    };
    requires?.iter().find_map(|property| match answer(property) {
        Some(Answer::NotFound | Answer::NotApplicable) => {
            let reason = format!("the program does not have the property {property}");
            Some((Answer::NotApplicable, reason))
        }
        Some(Answer::Error) => {
            Some((Answer::Error, format!("the property rule {property} cannot be used")))
        }
        None => Some((Answer::Error, format!("there is no property rule {property}"))),
        Some(_) => None,
    })
}

/// Takes answers from the database where the question is the same, and runs the others.
fn run_round(
    specs: Vec<Spec>,
    args: &VerifyArgs,
    database: &mut Database,
    results: &mut Vec<InstanceResult>,
    progress: &mut Progress,
) -> Result<(), String> {
    let mut open = Vec::new();
    let mut hashes = Vec::new();
    let mut known = Vec::new();
    for mut spec in specs {
        let hash = spec.text_hash();
        let stored = if args.again { None } else { database.known(&spec.instance)? };
        // What is wrong may lie outside of the texts, and what broke off may not do so again.
        let stored =
            stored.filter(|s| s.result.answer != Answer::Error && !s.result.fingerprint.is_empty());
        match stored {
            Some(stored) if stored.text_hash == hash => {
                let result = InstanceResult { reused: true, ..stored.result };
                database.keep(&result, &hash)?;
                progress.add(&result);
                results.push(result);
            }
            stored => {
                let result = stored.map(|stored| stored.result);
                spec.known =
                    result.as_ref().map(|r| r.fingerprint.clone()).filter(|f| !f.is_empty());
                known.push(result);
                hashes.push(hash);
                open.push(spec);
            }
        }
    }
    let mut broken = None;
    queue::run(&open, args.jobs, |n, outcome| {
        let result = match outcome {
            Outcome::Answered(result) => *result,
            Outcome::Unchanged => match known[n].take() {
                Some(result) => InstanceResult { reused: true, ..result },
                None => return,
            },
        };
        if let Err(message) = database.keep(&result, &hashes[n]) {
            broken.get_or_insert(message);
        }
        progress.add(&result);
        results.push(result);
    });
    broken.map_or(Ok(()), Err)
}

/// One line on a terminal.
struct Progress {
    wanted: bool,
    all: usize,
    counts: BTreeMap<Answer, usize>,
}

impl Progress {
    fn new(all: usize, quiet: bool) -> Progress {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Progress { wanted, all, counts: BTreeMap::new() }
    }

    fn add(&mut self, result: &InstanceResult) {
        *self.counts.entry(result.answer).or_default() += 1;
        if self.wanted {
            let done: usize = self.counts.values().sum();
            let counts = self.counts.iter().map(|(a, n)| format!("{n} {}", a.word()));
            let counts = counts.collect::<Vec<_>>().join(", ");
            let _ = write!(std::io::stderr(), "\r\x1b[2K{done}/{}  {counts}", self.all);
            let _ = std::io::stderr().flush();
        }
    }

    fn clear(&self) {
        if self.wanted {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

fn shown(suite: &SuiteResult, quiet: bool) -> String {
    let mut out = String::new();
    for problem in &suite.problems {
        out.push_str(problem);
        out.push('\n');
    }
    if !quiet {
        for result in &suite.results {
            for defect in &result.defects {
                out.push_str(&table::defect(result, defect));
            }
            let plain = matches!(result.answer, Answer::NotApplicable | Answer::Error);
            if !plain {
                out.push_str(&table::details(result));
            }
        }
        out.push('\n');
    }
    out.push_str(&table::table(&suite.results));
    out.push_str(&table::summary(suite));
    out
}

fn exit_of(results: &[InstanceResult]) -> Exit {
    if results.iter().any(|r| r.answer == Answer::Defect) {
        return Exit::Bug;
    }
    if !results.is_empty() && results.iter().all(|r| r.answer == Answer::Error) {
        return Exit::BadInput;
    }
    match results.iter().all(|r| r.answer.is_settled()) {
        true => Exit::Proved,
        false => Exit::Inconclusive,
    }
}

/// Runs `lariat rules` and ends the process.
pub fn rules_main(args: &RulesArgs) -> ! {
    match &args.command {
        RulesCommand::Check { files, platform } => check(files, platform.as_deref()),
        RulesCommand::Fmt { files, check } => format(files, *check),
        RulesCommand::List { platform } => list(platform),
    }
}

fn check(files: &[PathBuf], platform: Option<&str>) -> ! {
    let platform =
        platform.map(|name| Platform::open(name).unwrap_or_else(|problem| bad(&problem)));
    let mut out = String::new();
    let mut wrong = false;
    for file in files {
        let wanted = read(file, &file.display().to_string());
        match &wanted.rule {
            Ok(rule) => out.push_str(&about(rule, platform.as_ref())),
            Err(problem) => {
                eprint!("{problem}");
                wrong = true;
            }
        }
    }
    write_out(&out);
    if wrong { Exit::BadInput.now() } else { Exit::Proved.now() }
}

fn about(rule: &Rule, platform: Option<&Platform>) -> String {
    let Summary { name, about, is_property, events, roles, watches, requires, harnesses, messages } =
        summary(rule);
    let kind = if is_property { "property rule" } else { "rule" };
    let mut out = format!("{name}: {kind}");
    if let Some(about) = about {
        out.push_str(&format!(", {about}"));
    }
    out.push('\n');
    let mut line = |what: &str, list: &[String]| {
        if !list.is_empty() {
            out.push_str(&format!("  {what}: {}\n", list.join(", ")));
        }
    };
    line("watches", &events);
    line("the state belongs to", &watches.into_iter().collect::<Vec<_>>());
    line("entry points needed", &roles);
    line("needs the property", &requires);
    line("harnesses", &harnesses);
    line("violations", &messages);
    if let Some(platform) = platform {
        let known = &platform.manifest.role;
        let unknown: Vec<String> = roles
            .iter()
            .filter(|role| {
                !known.iter().any(|r| &r.name == *role || r.types.iter().any(|ty| ty == *role))
            })
            .cloned()
            .collect();
        line("roles that the platform does not have", &unknown);
    }
    out
}

fn format(files: &[PathBuf], only_check: bool) -> ! {
    let mut changed = false;
    for file in files {
        let shown = file.display();
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| {
            eprintln!("error: cannot read `{shown}`: {error}");
            Exit::BadInput.now()
        });
        let formatted = lariat_rules::format(&text);
        if formatted == text {
            continue;
        }
        changed = true;
        if only_check {
            println!("{shown}");
        } else if let Err(error) = std::fs::write(file, formatted) {
            eprintln!("error: cannot write `{shown}`: {error}");
            Exit::BadInput.now()
        }
    }
    if only_check && changed { Exit::Usage.now() } else { Exit::Proved.now() }
}

fn list(platform: &str) -> ! {
    let platform = Platform::open(platform).unwrap_or_else(|problem| bad(&problem));
    let rules =
        wanted(&["all".to_owned()], Some(&platform)).unwrap_or_else(|problem| bad(&problem));
    let width = rules.iter().map(|wanted| wanted.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for wanted in rules {
        let about = match &wanted.rule {
            Ok(rule) => rule.about.clone().unwrap_or_default(),
            Err(problem) => problem.one_line(),
        };
        out.push_str(format!("{:<width$}  {about}", wanted.name).trim_end());
        out.push('\n');
    }
    write_out(&out);
    Exit::Proved.now()
}
