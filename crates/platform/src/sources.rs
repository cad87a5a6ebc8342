//! The files that a program consists of, as the user names them: files, folders, and what project files in the folders say.
//!
//! A project file of Visual Studio (`.vcxproj`) names the sources of its program, folders with headers, and macros. It is read as far as
//! it can be understood without the build system. Projects of programs that are no drivers (tools beside a driver) are left out.

use crate::manifest::Problem;
use crate::target::is_cpp;
use std::path::{Path, PathBuf};

/// What a program is read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Its C (and C++) files, in order.
    pub files: Vec<PathBuf>,
    /// Folders with headers, as projects name them.
    pub include: Vec<PathBuf>,
    /// Macros, as projects define them.
    pub define: Vec<String>,
    /// Folders that the user names, or with files that the user names.
    named: Vec<PathBuf>,
    /// The folders around these.
    around: Vec<PathBuf>,
    /// What was left out.
    pub notes: Vec<String>,
}

impl Sources {
    /// Adds a file, or a folder with what is in it.
    pub fn add(&mut self, path: &Path) -> Result<(), Problem> {
        if !path.is_dir() {
            self.files.push(path.to_owned());
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
            self.root(folder.unwrap_or(Path::new(".")));
            return Ok(());
        }
        let mut found = Vec::new();
        self.folder(path, &mut found)?;
        found.sort();
        found.dedup();
        self.files.extend(found);
        self.root(path);
        Ok(())
    }

    /// A folder, and the one around it: headers that several programs share lie beside them.
    fn root(&mut self, folder: &Path) {
        if !self.named.iter().any(|known| known == folder) {
            self.named.push(folder.to_owned());
        }
        let around = folder.canonicalize().ok().and_then(|f| f.parent().map(Path::to_path_buf));
        self.around.extend(around.filter(|folder| !self.around.contains(folder)));
    }

    /// Folders where headers are looked for that are nowhere else.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.named.iter().chain(&self.around).cloned().collect()
    }

    fn folder(&mut self, folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Problem> {
        let fail = |error: std::io::Error| {
            Problem::new(format!("cannot read `{}`: {error}", folder.display()))
        };
        let mut inner = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(fail)? {
            inner.push(entry.map_err(fail)?.path());
        }
        inner.sort();
        let projects: Vec<Project> = inner
            .iter()
            .filter(|path| has_suffix(path, "vcxproj"))
            .filter_map(|p| Project::read(p))
            .collect();
        let mut listed = Vec::new();
        for project in &projects {
            if !project.is_driver {
                let message = format!("{}: it is no driver, and left out", project.file.display());
                self.notes.push(message);
                continue;
            }
            listed.extend(project.sources.iter().cloned());
            add_new(&mut self.include, &project.include);
            add_new(&mut self.define, &project.define);
        }
        let own: Vec<PathBuf> = inner
            .iter()
            .filter(|p| has_suffix(p, "c") || has_suffix(p, "i") || is_cpp(p))
            .filter(|p| p.is_file())
            .cloned()
            .collect();
        match (projects.is_empty(), listed.is_empty()) {
            // A project whose sources are not understood stands for the files beside it.
            (true, _) => found.extend(own),
            (false, true) if projects.iter().any(|p| p.is_driver) => found.extend(own),
            _ => found.append(&mut listed),
        }
        for path in inner.iter().filter(|p| p.is_dir()) {
            let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
            if !hidden {
                self.folder(path, found)?;
            }
        }
        Ok(())
    }
}

fn add_new<T: PartialEq + Clone>(all: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
}

fn has_suffix(path: &Path, suffix: &str) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case(suffix))
}

/// The C (and C++) files of a folder, with those in folders of it, in order; or the file itself.
pub fn sources_in(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut sources = Sources::default();
    sources.add(path)?;
    Ok(sources.files)
}

/// What a project file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Project {
    file: PathBuf,
    is_driver: bool,
    sources: Vec<PathBuf>,
    include: Vec<PathBuf>,
    define: Vec<String>,
}

impl Project {
    fn read(file: &Path) -> Option<Project> {
        let text = lariat_c::text_of(std::fs::read(file).ok()?);
        let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut project = Project { file: file.to_owned(), ..Project::default() };
        let types: Vec<&str> = values(&text, "ConfigurationType");
        let is_kernel = text.contains("WindowsKernelModeDriver")
            || text.contains("<DriverType>")
            || types.contains(&"Driver");
        project.is_driver = is_kernel || types.is_empty();
        for item in attributes(&text, "<ClCompile Include=\"") {
            for name in item.split(';') {
                let found = inside(folder, name).filter(|path| path.is_file());
                project.sources.extend(found.filter(|p| !project.sources.contains(p)));
            }
        }
        for list in values(&text, "AdditionalIncludeDirectories") {
            for name in list.split(';') {
                let found = inside(folder, name).filter(|path| path.is_dir());
                project.include.extend(found.filter(|p| !project.include.contains(p)));
            }
        }
        for list in values(&text, "PreprocessorDefinitions") {
            for name in list.split(';').map(str::trim) {
                let depends = name.contains("$(") || name.contains("%(") || name.is_empty();
                // One of several configurations has these.
                let varies = ["DBG", "_DEBUG", "DEBUG", "NDEBUG"]
                    .contains(&name.split('=').next().unwrap_or(name));
                let fixed = [
                    "_WIN64",
                    "_AMD64_",
                    "AMD64",
                    "_X86_",
                    "i386",
                    "_ARM_",
                    "_ARM64_",
                    "NTDDI_VERSION",
                    "_WIN32_WINNT",
                    "WINVER",
                ];
                let is_fixed = fixed.contains(&name.split('=').next().unwrap_or(name));
                if !depends && !varies && !is_fixed && !project.define.iter().any(|d| d == name) {
                    project.define.push(name.to_owned());
                }
            }
        }
        Some(project)
    }
}

/// The texts between `<tag>` and `</tag>`.
fn values<'t>(text: &'t str, tag: &str) -> Vec<&'t str> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(&open) {
        rest = &rest[at + open.len()..];
        let Some((_, inside)) = rest.split_once('>') else { break };
        if let Some(end) = inside.find(&close) {
            found.push(inside[..end].trim());
        }
        rest = inside;
    }
    found
}

/// The texts from a beginning to the next quote.
fn attributes<'t>(text: &'t str, beginning: &str) -> Vec<&'t str> {
    let parts = text.split(beginning).skip(1);
    parts.filter_map(|part| part.split_once('"').map(|(name, _)| name)).collect()
}

/// A path of a project file, in any case; `None` if it depends on the build system.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let name = name.trim().replace("$(ProjectDir)", "").replace("$(MSBuildProjectDirectory)", "");
    let name = name.replace('\\', "/");
    if name.is_empty() || name.contains("$(") || name.contains("%(") || name.contains('*') {
        return None;
    }
    let name = name.trim_matches('/');
    let mut at = folder.to_owned();
    for part in name.split('/').filter(|part| !matches!(*part, "" | ".")) {
        let exact = at.join(part);
        at = match exact.exists() {
            true => exact,
            false => {
                let entries = std::fs::read_dir(&at).ok()?.filter_map(Result::ok).map(|e| e.path());
                let same = |p: &PathBuf| {
                    p.file_name().is_some_and(|n| n.to_string_lossy().eq_ignore_ascii_case(part))
                };
                let mut all: Vec<PathBuf> = entries.filter(same).collect();
                all.sort();
                all.into_iter().next()?
            }
        };
    }
    Some(at)
}
