//! The forms in which `check` answers.

mod sarif;

use crate::args::{CheckArgs, ReportFormat};
use crate::style::Paint;
use crate::{json, text};
use lariat_verdict::Item;
use lariat_verify::{Failure, Report};

/// A verdict.
pub fn result(report: &Report, args: &CheckArgs) -> String {
    match args.format {
        ReportFormat::Json => json::result(report, args.trace),
        ReportFormat::Sarif => sarif::result(report, args.trace),
        ReportFormat::Text => {
            let paint = Paint { on: args.output.color.applies_to(&std::io::stdout()) };
            text::result(report, args, paint)
        }
    }
}

/// The places that would be checked.
pub fn list(items: &[Item], args: &CheckArgs) -> String {
    match args.format {
        ReportFormat::Json => json::list(&args.files, items),
        ReportFormat::Sarif => sarif::list(items),
        ReportFormat::Text => text::list(items),
    }
}

/// A run without a verdict; people read about it on standard error.
pub fn failure(failure: &Failure, args: &CheckArgs) -> String {
    match args.format {
        ReportFormat::Json => json::failure(failure, &args.files),
        ReportFormat::Sarif => sarif::failure(failure),
        ReportFormat::Text => String::new(),
    }
}
