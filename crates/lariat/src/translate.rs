//! `lariat translate`: C to Boogie.

use crate::args::OutputArgs;
use crate::args::c::{self, CArgs};
use crate::args::checks;
use crate::c::read;
use crate::check::write_out;
use crate::diagnostics::render_all;
use crate::exit::Exit;
use crate::failure::{self, write_file};
use crate::style::Paint;
use clap::Args;
use lariat_diagnostics::Report;
use lariat_verify::{Failure, Translated, together};
use std::sync::Arc;

/// The long help.
pub const HELP: &str = "\
Examples:
  lariat translate driver.c -o driver.bpl
  lariat translate prog.i --data-model ILP32 --integers int
  lariat translate a.c b.c -I include -DDEBUG -o both.bpl";

/// Arguments of `translate`.
#[derive(Clone, Debug, Args)]
pub struct TranslateArgs {
    /// C files that together make one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Where the Boogie program goes [default: standard output]
    #[arg(short, long, value_name = "FILE.bpl")]
    pub output_file: Option<String>,
    /// The function that is executed [default: main]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// How C is translated
    #[command(flatten)]
    pub c: CArgs,
    /// What appears on the terminal
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the command and ends the process.
pub fn main(args: &TranslateArgs) -> ! {
    match translate(args) {
        Ok(()) => Exit::Proved.now(),
        Err(failure) => {
            let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
            failure::end(&failure, paint)
        }
    }
}

fn translate(args: &TranslateArgs) -> Result<(), Failure> {
    let options = lariat_c2boogie::Options {
        entry: args.entry.clone(),
        checks: together(&checks::chosen(&args.c)?),
        // All that the program asserts.
        discharge: lariat_c2boogie::Discharge::Nothing,
        ..c::options(&args.c)
    };
    let program = Arc::new(read(&args.files, &args.c)?);
    let Translated { parsed, translation } = lariat_verify::translate(&program, &options, None)?;
    if !args.output.quiet {
        let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
        let mut all = translation.warnings;
        let help = "a path that gets there has no verdict";
        all.extend(translation.unsupported.into_iter().map(|u| u.with_help(help)));
        let Report { diagnostics, excerpts } = parsed.report(&all);
        eprint!("{}", render_all(&diagnostics, &excerpts, &paint));
    }
    match &args.output_file {
        None => write_out(&translation.text),
        Some(file) => write_file(file, &translation.text)?,
    }
    Ok(())
}
