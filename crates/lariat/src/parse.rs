//! `lariat parse`: checks syntax and types, and prints the program again.

use crate::args::ParseArgs;
use crate::check::write_out;
use crate::exit::Exit;
use crate::input::read_sources;
use crate::progress::ProgressLine;
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Supervisor};
use crate::{diagnostics, failure};
use lariat_verify::{Failure, Silent, Source};
use std::sync::Arc;
use std::time::Instant;

/// Runs the command and ends the process.
pub fn main(args: &ParseArgs, started: Instant) -> ! {
    let supervisor = Supervisor::new(started, Limits::default(), Silent);
    let (files, infer, print) = (args.files.clone(), args.infer_modifies, !args.no_print);
    let libraries = args.library.lib.clone();
    let progress = ProgressLine::new(!args.output.quiet, started);
    let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
    let ended = supervisor.supervise(progress, move |_| {
        let sources = Arc::new(read_sources(&files, &libraries).map_err(Failure::Input)?);
        let source = Source::new(sources, infer, |_| {})?;
        let warnings = diagnostics::render_all(&source.warnings, &source.sources, &paint);
        let text = print.then(|| lariat_boogie::print(&source.program));
        Ok::<_, Failure>((warnings, text))
    });
    match ended {
        Ended::Finished(Ok((warnings, text))) => {
            if !args.output.quiet {
                eprint!("{warnings}");
            }
            write_out(&text.unwrap_or_default());
            Exit::Proved.now()
        }
        Ended::Finished(Err(failure)) => failure::end(&failure, paint),
        Ended::Abandoned(doubt) => {
            eprintln!("{}", doubt.text);
            Exit::Inconclusive.now()
        }
    }
}
