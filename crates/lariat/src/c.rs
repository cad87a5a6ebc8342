//! Reading C programs: files, compilation databases, preprocessing.

use crate::args::c::CArgs;
use crate::input::read_c;
use lariat_c::DataModel;
use lariat_c::compile_commands::{CompileCommand, read_compile_commands};
use lariat_c::preprocess::{self, Flag, PreprocessError, Preprocessor};
use lariat_diagnostics::Report;
use lariat_verify::{CProgram, Failure, UnitText};
use std::path::Path;

/// Is this a C file, or a list of such, by its name?
pub fn is_c(file: &str) -> bool {
    is_database(file) || Path::new(file).extension().is_some_and(|e| e == "c" || e == "i")
}

/// Is this a `compile_commands.json`?
pub fn is_database(file: &str) -> bool {
    Path::new(file).file_name().is_some_and(|name| name == "compile_commands.json")
}

/// A file with the flags that it alone has.
struct Unit {
    file: String,
    flags: Vec<Flag>,
}

/// The files to read: those given, and those that compilation databases among them list.
fn units(files: &[String], model: DataModel) -> Result<Vec<Unit>, Failure> {
    let mut units = Vec::new();
    for file in files {
        if !is_database(file) {
            units.push(Unit { file: file.clone(), flags: Vec::new() });
            continue;
        }
        let text = text_of(file)?;
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let wrong =
            |line, message: String| Report::error_in("database", (file, &text), line, message);
        let commands = read_compile_commands(&text)
            .map_err(|error| Failure::C(wrong(error.line, error.to_string())))?;
        if commands.is_empty() {
            return Err(Failure::C(wrong(0, "no C file is compiled there".into())));
        }
        for CompileCommand { directory, file: source, flags, model: wanted, line } in commands {
            let directory = folder.join(directory);
            if let Some(wanted) =
                wanted.filter(|wanted| wanted.pointer_size() != model.pointer_size())
            {
                let (flag, name) = (wanted.machine_flag(), wanted.name());
                let message = format!("{} is compiled with {flag}", source.display());
                let help = format!("use --data-model {name}");
                return Err(Failure::C(wrong(line, message).with_help(help)));
            }
            let flags = flags.into_iter().map(|flag| flag.within(&directory)).collect();
            units.push(Unit { file: directory.join(source).display().to_string(), flags });
        }
    }
    Ok(units)
}

fn text_of(file: &str) -> Result<String, Failure> {
    read_c(file).map_err(Failure::Input)
}

/// Reads C files, and the models of the library.
pub fn read(files: &[String], args: &CArgs) -> Result<CProgram, Failure> {
    let model = args.data_model;
    let mut read: Vec<(String, UnitText)> = Vec::new();
    for Unit { file, flags } in units(files, model)? {
        let text = preprocessed(&file, flags, model, args)?;
        read.push((file, text));
    }
    CProgram::read(read, model, |header| std::fs::read_to_string(header).ok())
}

/// Reads a file and preprocesses it if need be.
fn preprocessed(
    file: &str,
    flags: Vec<Flag>,
    model: DataModel,
    args: &CArgs,
) -> Result<UnitText, Failure> {
    let path = Path::new(file);
    let original = text_of(file)?;
    let flags: Vec<Flag> = flags.into_iter().chain(preprocessor_flags(args)).collect();
    let plain = flags.is_empty() && !preprocess::should_preprocess(&original);
    if preprocess::is_preprocessed(path) || plain {
        return Ok(UnitText { original, preprocessed: None });
    }
    // Without a compiler a text without directives is what it is, up to predefined macros.
    let optional = flags.is_empty() && !preprocess::needs_preprocessing(&original);
    let preprocessor = Preprocessor { flags, ..Preprocessor::new(model) };
    match preprocessor.run(path) {
        Ok(result) => Ok(UnitText { original, preprocessed: Some(result) }),
        Err(PreprocessError::NotStarted { .. }) if optional => {
            Ok(UnitText { original, preprocessed: None })
        }
        Err(e) => Err(Failure::C(e.report())),
    }
}

/// The flags for the preprocessor that all files have.
pub fn preprocessor_flags(args: &CArgs) -> Vec<Flag> {
    let define = args.define.iter().cloned().map(Flag::Define);
    let undefine = args.undefine.iter().cloned().map(Flag::Undefine);
    let include = args.include.iter().cloned().map(Flag::IncludeDirectory);
    let others = lariat_c::command_line::flags(&args.compiler_flag);
    include.chain(define).chain(undefine).chain(others).collect()
}
