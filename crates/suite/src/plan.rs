//! From programs, platforms and rules to instances.

use crate::args::VerifyArgs;
use crate::instance::{RuleUnit, Spec, not_called};
use crate::reachable::Reachable;
use crate::result::{Answer, Instance, InstanceResult};
use crate::rules::{wanted, with_required};
use crate::suite_file::{self, Driver};
use lariat_platform::{Closed, Flags, Mutation, Platform, Problem, Sources, Target};
use lariat_rules::{Mode, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is to be done.
#[derive(Debug, Default)]
pub struct Plan {
    /// Instances to be answered.
    pub specs: Vec<Spec>,
    /// Property rules that an instance waits for, by its place in `specs`.
    pub requires: BTreeMap<usize, Vec<String>>,
    /// Answers that need no search.
    pub answered: Vec<InstanceResult>,
    /// What is wrong, for people: each once, with the lines concerned.
    pub problems: Vec<String>,
    /// What people may want to know.
    pub notes: Vec<String>,
    /// Changes of programs that rules should notice, by program.
    pub mutations: BTreeMap<String, Vec<Mutation>>,
    /// Rules as C, if that was asked for.
    pub emitted: Vec<String>,
}

/// A program of the command line or of a suite.
#[derive(Clone, Debug)]
struct Subject {
    name: String,
    sources: Vec<PathBuf>,
    platform: String,
    rules: Vec<String>,
    harness: Vec<String>,
    flags: Flags,
}

/// What an instance is made of, besides the rule.
#[derive(Clone, Copy)]
struct Parts<'a> {
    platform: &'a Platform,
    target: &'a Target,
    closed: &'a Closed,
    entry: &'a str,
    /// Names of functions that executions may get to.
    reachable: &'a BTreeSet<String>,
    subject: &'a Subject,
}

/// Makes a plan. An error concerns all of it.
pub fn plan(args: &VerifyArgs) -> Result<Plan, Problem> {
    let mut plan = Plan::default();
    for subject in subjects(args)? {
        if let Err(problem) = plan.subject(&subject, args) {
            let nothing = Instance {
                driver: subject.name.clone(),
                rule: subject.rules.join(","),
                harness: "-".into(),
            };
            plan.fail(nothing, &problem);
        }
    }
    Ok(plan)
}

fn subjects(args: &VerifyArgs) -> Result<Vec<Subject>, Problem> {
    let flags = Flags {
        include: args.include.clone(),
        define: args.define.clone(),
        undefine: args.undefine.clone(),
        other: lariat_c::command_line::flags(&args.compiler_flag),
        roots: Vec::new(),
    };
    if let Some(file) = &args.suite {
        let suite = suite_file::read(file)?;
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        let of = |driver: &Driver| subject_of(driver, &suite, &folder, &flags);
        let subjects: Result<Vec<Subject>, Problem> = suite.driver.iter().map(of).collect();
        return match subjects?.as_slice() {
            [] => Err(Problem::new(format!("`{}` has no [[driver]]", file.display()))),
            all => Ok(all.to_vec()),
        };
    }
    let Some(first) = args.files.first() else {
        return Err(Problem::new("name the folder or the files of a program, or a --suite"));
    };
    let Some(platform) = &args.platform else {
        let known = lariat_platform::bundled().join(", ");
        return Err(Problem::new(format!("which --platform? There are {known}, and folders")));
    };
    Ok(vec![Subject {
        name: name_of(first),
        sources: args.files.clone(),
        platform: platform.clone(),
        rules: args.rules.clone(),
        harness: args.harness.clone(),
        flags,
    }])
}

fn subject_of(
    driver: &Driver,
    suite: &suite_file::SuiteFile,
    folder: &Path,
    flags: &Flags,
) -> Result<Subject, Problem> {
    let here = |path: &PathBuf| folder.join(path);
    let sources: Vec<PathBuf> = driver.sources.iter().map(here).collect();
    let name = driver.name.clone().or_else(|| sources.first().map(|path| name_of(path)));
    let name = name.ok_or_else(|| Problem::new("a [[driver]] of the suite has no sources"))?;
    let platform = driver.platform.clone().or_else(|| suite.platform.clone());
    let platform = platform.ok_or_else(|| Problem::new(format!("`{name}` has no platform")))?;
    // A folder is meant from where the suite is.
    let platform = match folder.join(&platform) {
        path if path.is_dir() => path.display().to_string(),
        _ => platform,
    };
    let rules = [&driver.rules, &suite.rules].into_iter().find(|rules| !rules.is_empty());
    let mut flags = flags.clone();
    flags.include.extend(driver.include.iter().map(here));
    flags.define.extend(driver.defines.iter().cloned());
    Ok(Subject {
        name,
        sources,
        platform,
        rules: rules.cloned().unwrap_or_else(|| vec!["all".into()]),
        harness: driver.harness.clone(),
        flags,
    })
}

/// What a folder or file is called in tables.
fn name_of(path: &Path) -> String {
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_stem().or(path.file_name());
    name.map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

impl Plan {
    fn fail(&mut self, instance: Instance, problem: &Problem) {
        let shown = problem.to_string();
        if !self.problems.contains(&shown) {
            self.problems.push(shown);
        }
        let line = problem.one_line();
        self.answered.push(InstanceResult::plain(instance, Answer::Error, line));
    }

    fn subject(&mut self, subject: &Subject, args: &VerifyArgs) -> Result<(), Problem> {
        let platform = Platform::open(&subject.platform)?;
        for missing in &platform.missing {
            self.note(format!("{}: {missing}", platform.manifest.name));
        }
        self.mutations.insert(subject.name.clone(), platform.manifest.mutation.clone());
        let rules = with_required(wanted(&subject.rules, Some(&platform))?, &platform);
        let harnesses = platform.harnesses();
        for name in &subject.harness {
            if !harnesses.contains_key(name) {
                let known: Vec<&str> = harnesses.keys().map(String::as_str).collect();
                let message =
                    format!("there is no harness `{name}`; there are {}", known.join(", "));
                return Err(Problem::new(message));
            }
        }
        let mut sources = Sources::default();
        for source in &subject.sources {
            sources.add(source)?;
        }
        sources.notes.iter().for_each(|note| self.note(note.clone()));
        let mut flags = subject.flags.clone();
        flags.roots = sources.roots();
        if platform.model.is_microsoft() {
            flags.include.extend(sources.include.iter().cloned());
            flags.define.extend(sources.define.iter().cloned());
        }
        let subject = &Subject { flags, ..subject.clone() };
        let target = platform.target(&sources.files, &subject.flags)?;
        for refused in &target.refused {
            self.note(refused.clone());
        }
        let mut closings: BTreeMap<Option<String>, Result<Closed, Problem>> = BTreeMap::new();
        for (name, harness) in &harnesses {
            if !subject.harness.is_empty() && !subject.harness.contains(name) {
                continue;
            }
            let closed = closings.entry(harness.file.clone()).or_insert_with(|| {
                platform.close(harness.file.as_deref(), &target, &subject.flags)
            });
            let lacks = platform.lacks(harness, &target);
            let reachable = match &closed {
                Ok(closed) => Reachable::of(&closed.program, &harness.entry).names(&closed.program),
                Err(_) => BTreeSet::new(),
            };
            for wanted in &rules {
                let instance = Instance {
                    driver: subject.name.clone(),
                    rule: wanted.name.clone(),
                    harness: name.clone(),
                };
                let rule = match &wanted.rule {
                    Ok(rule) => rule,
                    Err(problem) => {
                        self.fail(instance, problem);
                        continue;
                    }
                };
                if !rule.harnesses.is_empty() && rule.harnesses.iter().all(|(h, _)| h != name) {
                    continue;
                }
                match (&closed, &lacks) {
                    (Err(problem), _) => self.fail(instance, problem),
                    (Ok(_), Some(why)) => self.does_not_apply(instance, rule, why.clone()),
                    (Ok(closed), None) => {
                        if reachable.is_empty() {
                            let entry = &harness.entry;
                            let message =
                                format!("harness `{name}`: there is no function `{entry}`");
                            self.fail(instance, &Problem::new(message));
                            continue;
                        }
                        let with = Parts {
                            platform: &platform,
                            target: &target,
                            closed,
                            entry: &harness.entry,
                            reachable: &reachable,
                            subject,
                        };
                        if let Err(problem) = self.instance(&instance, &with, rule, args) {
                            self.fail(instance, &problem);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn does_not_apply(&mut self, instance: Instance, rule: &Rule, why: String) {
        let answer = if rule.is_property { Answer::NotFound } else { Answer::NotApplicable };
        let about = rule.about.clone();
        self.answered
            .push(InstanceResult { about, ..InstanceResult::plain(instance, answer, why) });
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn instance(
        &mut self,
        instance: &Instance,
        with: &Parts<'_>,
        rule: &Rule,
        args: &VerifyArgs,
    ) -> Result<(), Problem> {
        let Parts { platform, target, closed, entry, reachable, subject } = *with;
        let mut events: Vec<String> = Vec::new();
        let mut happens = false;
        for (event, _) in rule.events() {
            happens |= closed.known.meant(&event.function).iter().any(|f| reachable.contains(*f));
            let event = event.to_string();
            if !events.contains(&event) {
                events.push(event);
            }
        }
        if !happens && !args.emit {
            self.does_not_apply(instance.clone(), rule, not_called(&events));
            return Ok(());
        }
        let make = |mode| platform.rule(rule, closed, target, mode, &subject.flags);
        let (unit, compiled) = make(Mode::Check)?;
        if args.emit {
            self.emitted.push(compiled.text.clone());
            return Ok(());
        }
        let check = RuleUnit::new(unit, &compiled);
        let (unit, compiled) = make(Mode::Reach)?;
        let reach = RuleUnit::new(unit, &compiled);
        let requires: Vec<String> = rule.requires.iter().map(|(name, _)| name.clone()).collect();
        if !requires.is_empty() {
            self.requires.insert(self.specs.len(), requires);
        }
        self.specs.push(Spec {
            instance: instance.clone(),
            about: rule.about.clone(),
            is_property: rule.is_property,
            units: Arc::clone(&closed.units),
            model: platform.model.name().to_owned(),
            entry: entry.to_owned(),
            check,
            reach,
            events,
            seconds: args.time_limit.as_secs_f64(),
            memory: args.memory_limit,
            bound: args.recursion_bound,
            assertions: platform.manifest.assertions && !rule.is_property,
            assumes: platform.manifest.assumes.clone(),
            known: None,
        });
        Ok(())
    }
}
