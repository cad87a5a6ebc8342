//! A program in a platform: its units, closed by models and a harness, with a rule.

use crate::bundled;
use crate::manifest::{Harness, Manifest, Problem};
use crate::scan::Found;
use lariat_c::preprocess::{self, Flag, PreprocessError, Preprocessor};
use lariat_c::{DataModel, Part, Source};
use lariat_diagnostics::Report;
use lariat_rules::{Compiled, Known, Mode, Rule};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A platform, open for use.
#[derive(Clone, Debug)]
pub struct Platform {
    /// What `platform.toml` says.
    pub manifest: Manifest,
    /// Its folder.
    folder: PathBuf,
    /// The widths of types.
    pub model: DataModel,
    /// Folders of the system that were found.
    system: Vec<PathBuf>,
    /// What could not be found and is not required, in words.
    pub missing: Vec<String>,
    /// Texts that were preprocessed already, by what they were.
    done: Arc<Mutex<HashMap<(String, Flags), String>>>,
}

/// What the user says about how the program is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// Folders with headers.
    pub include: Vec<PathBuf>,
    /// Macros.
    pub define: Vec<String>,
    /// Macros that are not defined.
    pub undefine: Vec<String>,
    /// Other flags.
    pub other: Vec<Flag>,
    /// Folders of the program, where headers are that no folder of `include` has.
    pub roots: Vec<PathBuf>,
}

/// A unit of an instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its file, as the user knows it.
    pub name: String,
    /// As written.
    pub original: String,
    /// As preprocessed.
    pub text: String,
    /// What it is.
    #[serde(with = "part")]
    pub part: Part,
}

/// A program that was read with a platform.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its units.
    pub units: Vec<Unit>,
    /// What it has.
    pub found: Found,
    /// Files that were not read, with the reason.
    pub refused: Vec<String>,
}

/// A program with models and a harness.
#[derive(Clone, Debug)]
pub struct Closed {
    /// All units but that of a rule.
    pub units: Arc<Vec<Unit>>,
    /// What rules can speak of.
    pub known: Known,
    /// The program, read without a rule.
    pub program: lariat_c::Program,
}

impl Platform {
    /// One that comes with Lariat, or a folder.
    pub fn open(name: &str) -> Result<Platform, Problem> {
        let folder = match bundled::names().contains(&name) {
            true => bundled::folder().map_err(Problem::new)?.join(name),
            false => PathBuf::from(name),
        };
        let file = folder.join("platform.toml");
        let shown = file.display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|error| {
            let known = bundled::names().join(", ");
            Problem::new(format!(
                "`{name}` is no platform: {error} ({shown}); there are {known}, and folders with a platform.toml"
            ))
        })?;
        let manifest = Manifest::read(&shown, &text)?;
        let wrong = |message: String| {
            Problem::from(Report::error_in("platform", (&shown, &text), 0, message))
        };
        let model = match &manifest.data_model {
            None => DataModel::Lp64,
            Some(name) => {
                let found = DataModel::TABLE.iter().find(|m| m.1.eq_ignore_ascii_case(name));
                found.map(|m| m.0).ok_or_else(|| {
                    let all: Vec<&str> = DataModel::TABLE.iter().map(|m| m.1).collect();
                    wrong(format!("`{name}` is no data model; {} are", all.join(", ")))
                })?
            }
        };
        let (mut system, mut missing) = (Vec::new(), Vec::new());
        for group in &manifest.system_include {
            let found = group.folders.iter().map(PathBuf::from).find(|folder| folder.is_dir());
            match found {
                Some(folder) => system.push(folder),
                None if group.required => return Err(wrong(group.missing.clone())),
                None => missing.push(group.missing.clone()),
            }
        }
        Ok(Platform { manifest, folder, model, system, missing, done: Arc::default() })
    }

    /// The files of its rules, in the order of their names.
    pub fn rule_files(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.folder.join("rules"));
        let mut files: Vec<PathBuf> = entries
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "slic"))
            .collect();
        files.sort();
        files
    }

    /// A file of the platform as people know it: without the folder where it happens to lie.
    pub fn shown(&self, file: &Path) -> String {
        let bundled = bundled::names().contains(&self.manifest.name.as_str());
        match file.strip_prefix(&self.folder) {
            Ok(inner) if bundled => format!("<{}>/{}", self.manifest.name, inner.display()),
            _ => file.display().to_string(),
        }
    }

    /// The harnesses by name. Without any, the program's own `main`.
    pub fn harnesses(&self) -> BTreeMap<String, Harness> {
        if !self.manifest.harness.is_empty() {
            return self.manifest.harness.clone();
        }
        let main = Harness {
            file: None,
            entry: "main".into(),
            about: "the program's main".into(),
            needs: vec!["main".into()],
        };
        BTreeMap::from([("main".to_owned(), main)])
    }

    fn preprocessor(&self, flags: &Flags) -> Preprocessor {
        let manifest = &self.manifest;
        let mut all: Vec<Flag> = Vec::new();
        all.extend(flags.include.iter().cloned().map(Flag::IncludeDirectory));
        all.extend(
            manifest.include.iter().map(|dir| Flag::IncludeDirectory(self.folder.join(dir))),
        );
        all.extend(self.system.iter().cloned().map(Flag::SystemDirectory));
        all.extend(manifest.defines.iter().cloned().map(Flag::Define));
        all.extend(manifest.undefines.iter().cloned().map(Flag::Undefine));
        all.extend(flags.define.iter().cloned().map(Flag::Define));
        all.extend(flags.undefine.iter().cloned().map(Flag::Undefine));
        all.extend(manifest.flags.iter().cloned().map(Flag::Other));
        all.extend(flags.other.iter().cloned());
        for header in &manifest.forced_include {
            let here = manifest.include.iter().map(|dir| self.folder.join(dir).join(header));
            let file = here.into_iter().find(|file| file.is_file());
            all.push(Flag::Include(file.unwrap_or_else(|| PathBuf::from(header))));
        }
        let roots = flags.roots.clone();
        let mut preprocessor = Preprocessor { flags: all, roots, ..Preprocessor::new(self.model) };
        if let Some(compiler) = &manifest.compiler {
            preprocessor.compiler = compiler.into();
        }
        preprocessor
    }

    /// Reads the files of a program.
    pub fn target(&self, files: &[PathBuf], flags: &Flags) -> Result<Target, Problem> {
        let preprocessor = self.preprocessor(flags);
        let mut target = Target { units: Vec::new(), found: Found::default(), refused: Vec::new() };
        for file in files {
            let name = file.display().to_string();
            if is_cpp(file) {
                target.refused.push(format!("{name}: it is C++, and Lariat reads C"));
                continue;
            }
            let bytes = std::fs::read(file)
                .map_err(|error| Problem::new(format!("cannot read `{name}`: {error}")))?;
            let original = lariat_c::text_of(bytes);
            let text = match preprocess::is_preprocessed(file) {
                true => original.clone(),
                false => preprocessor
                    .run(file)
                    .map_err(|e: PreprocessError| Problem::from(e.report()))?,
            };
            let foreign = |file: &str| self.is_foreign(Path::new(file));
            target.found.look(&text, &self.manifest.role, &foreign);
            target.units.push(Unit { name, original, text, part: Part::Program });
        }
        if target.units.is_empty() {
            return Err(Problem::new("there is no C file to be verified"));
        }
        target.found.by_name(&self.manifest.role);
        Ok(target)
    }

    /// Is this a header of the platform or of the system?
    fn is_foreign(&self, file: &Path) -> bool {
        file.starts_with(&self.folder)
            || file.starts_with("/usr")
            || self.system.iter().any(|folder| file.starts_with(folder))
    }

    /// A unit of the platform: text in front of a file of it.
    fn environment(&self, file: &Path, prelude: &str, flags: &Flags) -> Result<Unit, Problem> {
        let shown = self.shown(file);
        let original = std::fs::read_to_string(file)
            .map_err(|error| Problem::new(format!("cannot read `{shown}`: {error}")))?;
        let text = format!("{prelude}#line 1 \"{}\"\n{original}", quoted(&shown));
        let near = file.parent().map(Path::to_path_buf);
        let text = self.preprocessed(&shown, &text, near, flags)?;
        Ok(Unit { name: shown, original, text, part: Part::Environment })
    }

    /// Preprocesses a text that is no file; `near` is where files that it includes may lie.
    fn preprocessed(
        &self,
        shown: &str,
        text: &str,
        near: Option<PathBuf>,
        flags: &Flags,
    ) -> Result<String, Problem> {
        // A rule is the same text for many harnesses.
        let key = (text.to_owned(), flags.clone());
        let done =
            |of: &Self| of.done.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = done(self) {
            return Ok(known);
        }
        let result = self.preprocess(shown, text, near, flags)?;
        self.done.lock().unwrap_or_else(PoisonError::into_inner).insert(key, result.clone());
        Ok(result)
    }

    fn preprocess(
        &self,
        shown: &str,
        text: &str,
        near: Option<PathBuf>,
        flags: &Flags,
    ) -> Result<String, Problem> {
        let folder = std::env::temp_dir().join(format!("lariat-{}", std::process::id()));
        let fail = |error: std::io::Error| {
            Problem::new(format!("cannot write to `{}`: {error}", folder.display()))
        };
        std::fs::create_dir_all(&folder).map_err(fail)?;
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let file = folder.join(format!("{number}.c"));
        std::fs::write(&file, text).map_err(fail)?;
        let mut preprocessor = self.preprocessor(flags);
        preprocessor.flags.extend(near.map(Flag::IncludeDirectory));
        let result = preprocessor.run(&file);
        let _ = std::fs::remove_file(&file);
        let _ = std::fs::remove_dir(&folder);
        result.map_err(|error| match error {
            PreprocessError::Rejected { output, .. } => {
                Problem::from(PreprocessError::Rejected { file: shown.into(), output }.report())
            }
            other => Problem::from(other.report()),
        })
    }

    /// Why a harness does not apply to a program, if it does not.
    pub fn lacks(&self, harness: &Harness, target: &Target) -> Option<String> {
        let needs = harness.needs.iter().map(String::as_str);
        let lacking: Vec<&str> = needs.filter(|need| !target.found.has(need)).collect();
        (!lacking.is_empty()).then(|| format!("the program has no {}", lacking.join(", no ")))
    }

    /// Closes a program by models and the file of a harness, which may have several entries.
    pub fn close(
        &self,
        file: Option<&str>,
        target: &Target,
        flags: &Flags,
    ) -> Result<Closed, Problem> {
        let macros = target.found.macros();
        let mut units = target.units.clone();
        for file in self.manifest.models.iter().map(String::as_str).chain(file) {
            units.push(self.environment(&self.folder.join(file), &macros, flags)?);
        }
        let sources: Vec<(Part, Source<'_>)> =
            units.iter().map(|u| (u.part, Source { name: &u.name, text: &u.text })).collect();
        let program = lariat_c::read_parts(&sources, self.model);
        if program.has_errors() {
            return Err(self.errors(&program, &units));
        }
        let known = Known::of(&program, target.found.roles.clone());
        Ok(Closed { units: Arc::new(units), known, program })
    }

    /// The errors of a program that was read.
    fn errors(&self, program: &lariat_c::Program, units: &[Unit]) -> Problem {
        let sources: Vec<Source<'_>> =
            units.iter().map(|u| Source { name: &u.name, text: &u.text }).collect();
        let given = units.iter().map(|u| (u.name.as_str(), u.original.as_str()));
        let originals = lariat_c::Originals::new(&program.files, &sources, given);
        let errors: Vec<lariat_c::Diagnostic> =
            program.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
        Report::resolve(&errors, &originals).into()
    }

    /// A rule as a unit of a closed program.
    pub fn rule(
        &self,
        rule: &Rule,
        closed: &Closed,
        target: &Target,
        mode: Mode,
        flags: &Flags,
    ) -> Result<(Unit, Compiled), Problem> {
        let mut prelude = target.found.macros();
        for header in &self.manifest.rules.include {
            prelude.push_str(&format!("#include \"{header}\"\n"));
        }
        let compiled = lariat_rules::compile(rule, &closed.known, mode, &prelude)?;
        let near = Path::new(&rule.file).parent().map(Path::to_path_buf);
        let text = self.preprocessed(&rule.file, &compiled.text, near, flags)?;
        let unit = Unit {
            name: rule.file.clone(),
            original: rule.text.clone(),
            text,
            part: Part::Monitor,
        };
        Ok((unit, compiled))
    }
}

fn quoted(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}

pub(crate) fn is_cpp(file: &Path) -> bool {
    let suffix = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
    matches!(suffix, "cc" | "cpp" | "cxx" | "c++" | "C")
}

/// Parts as words.
mod part {
    use lariat_c::Part;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(part: &Part, serializer: S) -> Result<S::Ok, S::Error> {
        match part {
            Part::Program => "program",
            Part::Environment => "environment",
            Part::Monitor => "monitor",
        }
        .serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Part, D::Error> {
        Ok(match String::deserialize(deserializer)?.as_str() {
            "program" => Part::Program,
            "environment" => Part::Environment,
            _ => Part::Monitor,
        })
    }
}
