//! `lariat parse`: checks syntax and types, and prints the program again.

use crate::check::write_out;
use crate::cli::ParseArgs;
use crate::diagnostics;
use crate::exit::Exit;
use crate::pipeline::read_program;
use crate::progress::ProgressLine;
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Shared, supervise};
use std::sync::Arc;
use std::time::Instant;

/// Runs the command and ends the process.
pub fn main(args: &ParseArgs, started: Instant) -> ! {
    let shared = Arc::new(Shared::new(started, Limits::default()));
    let (files, infer, print) = (args.files.clone(), args.infer_modifies, !args.no_print);
    let progress = ProgressLine::new(!args.output.quiet, started);
    let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
    let ended = supervise(&shared, progress, move |shared| {
        let source = read_program(&files, infer, shared)?;
        let warnings = diagnostics::render_all(&source.warnings, &source.sources, &paint);
        let text = print.then(|| lariat_boogie::print(&source.program));
        Ok((warnings, text))
    });
    match ended {
        Ended::Finished(Ok((warnings, text))) => {
            if !args.output.quiet {
                eprint!("{warnings}");
            }
            write_out(&text.unwrap_or_default());
            Exit::Proved.now()
        }
        Ended::Finished(Err(failure)) => {
            let failure: crate::failure::Failure = failure;
            eprint!("{}", failure.show(paint));
            failure.exit().now()
        }
        Ended::Abandoned(doubt) => {
            eprintln!("{}", doubt.text);
            Exit::Inconclusive.now()
        }
    }
}
