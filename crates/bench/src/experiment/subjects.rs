//! The programs of an experiment: generated ones, in a folder that goes away, and those of a list.

use crate::args::{BenchArgs, Problem};
use crate::list::{Instance, List};
use lariat_process::exit::Exit;
use std::path::PathBuf;

/// A program and how `check` is to be called for it.
pub struct Subject {
    /// The program.
    pub instance: Instance,
    /// Arguments that its list means, and the user's.
    pub args: Vec<String>,
    /// Whether it was generated.
    pub generated: bool,
}

/// A generated program.
pub struct Generated {
    /// Its name, without ending.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether no assertion can fail.
    pub correct: bool,
}

/// All programs of an experiment.
pub struct Subjects {
    folder: PathBuf,
    /// The programs.
    pub all: Vec<Subject>,
}

impl Subjects {
    /// Writes the generated programs that the filter lets through, and reads the list if there is one.
    pub fn new(generated: Vec<Generated>, args: &BenchArgs) -> Result<Subjects, Problem> {
        let is_wanted = args.name_filter()?;
        let folder = std::env::temp_dir().join(format!("lariat-experiment-{}", std::process::id()));
        let cannot_write = |e: std::io::Error| {
            let reason = lariat_process::output::plain_reason(&e);
            (format!("cannot write to `{}`: {reason}", folder.display()), Exit::Usage)
        };
        std::fs::create_dir_all(&folder).map_err(cannot_write)?;
        let mut all = Vec::new();
        for program in generated.into_iter().filter(|p| is_wanted(&p.name)) {
            let path = folder.join(format!("{}.bpl", program.name));
            std::fs::write(&path, program.text).map_err(cannot_write)?;
            let instance = Instance {
                file: program.name,
                path,
                expected: if program.correct { "true" } else { "false" }.to_owned(),
                published: Vec::new(),
                args: Vec::new(),
            };
            all.push(Subject { instance, args: args.extra.clone(), generated: true });
        }
        if let Some(list) = &args.list {
            let list = List::read(list).map_err(|m| (m, Exit::BadInput))?;
            let arguments = list.arguments(&args.extra);
            for instance in list.instances.into_iter().filter(|i| is_wanted(&i.file)) {
                all.push(Subject { instance, args: arguments.clone(), generated: false });
            }
        }
        Ok(Subjects { folder, all })
    }
}

impl Drop for Subjects {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
