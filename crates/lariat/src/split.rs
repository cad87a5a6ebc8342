//! `lariat split`: writes the parts of a search, for other processes and machines.

use crate::args::given::question;
use crate::check::write_out;
use crate::exit::Exit;
use crate::host::Files;
use crate::job::Job;
use crate::parts;
use crate::progress::ProgressLine;
use crate::style::Paint;
use crate::supervise::{Ended, Limits, Supervisor};
use crate::{failure, quantity};
use clap::Args;
use lariat_verify::{Answer, SplitRequest};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The long help.
pub const HELP: &str = "\
A part is a small file that says which calls executions pass and which not. Every execution belongs to
one part, so the program is right if every part is. `lariat check` takes a part like a program; on another
machine the program must be there too (beside the part, or under the same name). `lariat merge` puts the
answers together.

First the program is searched as usual for the time given with --after; if there is an answer by then, it
is printed and nothing is written. Arguments of `check` that belong to the question come after `--`.

Examples:
  lariat split drv.bpl --parts 8 -o parts -- --goal return --recursion-bound 3
  for p in parts/*.part.json; do lariat check $p --jobs 1 --format json > ${p%.part.json}.json; done
  lariat merge parts/drv.*.json";

/// Arguments of `split`.
#[derive(Clone, Debug, Args)]
pub struct SplitArgs {
    /// Files that together make one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// How many parts to make (fewer, if there is not enough to decide)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    pub parts: u16,
    /// The folder for the part files
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output_dir: PathBuf,
    /// How long to search before splitting: the longer, the more is known about where the work is
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "5s")]
    pub after: Duration,
    /// Arguments of `lariat check`
    #[arg(last = true, value_name = "CHECK-ARGS")]
    pub extra: Vec<String>,
}

/// Runs the command and ends the process.
pub fn main(args: &SplitArgs, started: Instant) -> ! {
    let problem = |message: String| -> ! {
        eprintln!("error: {}", message.trim_start_matches("error: ").trim_end());
        Exit::Usage.now()
    };
    if args.files.iter().any(|f| f == "-" || parts::is_part(f)) {
        problem("only programs in files can be split".into());
    }
    let (check_args, given) =
        parts::arguments(&args.files, &args.extra).unwrap_or_else(|m| problem(m));
    let limits = Limits { time: None, memory: check_args.memory_limit };
    let mut job = Job::new(&check_args).unwrap_or_else(|f| failure::end(&f, Paint { on: false }));
    job.question.search.jobs = 1;
    job.question.split = Some(SplitRequest { parts: usize::from(args.parts), after: args.after });
    let supervisor = Supervisor::new(started, limits, Files::of(&job));
    let ended = supervisor.supervise(ProgressLine::new(true, started), move |run| {
        lariat_verify::split(&job.read(run)?, &job.question, run)
    });
    let answer = match ended {
        Ended::Finished(Ok(answer)) => answer,
        Ended::Finished(Err(failure)) => failure::end(&failure, Paint { on: false }),
        Ended::Abandoned(reason) => {
            eprintln!("nothing was written: {}", reason.text);
            Exit::Inconclusive.now()
        }
    };
    if answer.parts.is_empty() {
        let why = answer.not_split.as_ref().map_or("the search is over already", |r| &r.text);
        write_out(&format!("nothing to split: {why}; use `lariat check`\n"));
        Exit::Inconclusive.now()
    }
    let written = write(args, &question(&given), &answer).unwrap_or_else(|m| problem(m));
    write_out(&written);
    Exit::Proved.now()
}

/// Writes the part files; says what was written.
fn write(args: &SplitArgs, question: &[String], answer: &Answer) -> Result<String, String> {
    let parts = parts::write(&args.files, question, &answer.parts)?;
    let cannot = |path: &Path, e: &std::io::Error| {
        format!("cannot write `{}`: {}", path.display(), crate::input::plain_reason(e))
    };
    std::fs::create_dir_all(&args.output_dir).map_err(|e| cannot(&args.output_dir, &e))?;
    let first = Path::new(&args.files[0]);
    let stem = first.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let mut out = String::new();
    for (number, text) in (1..).zip(parts) {
        let path = args.output_dir.join(format!("{stem}.{number}{}", parts::ENDING));
        std::fs::write(&path, text).map_err(|e| cannot(&path, &e))?;
        out.push_str(&format!("{}\n", path.display()));
    }
    Ok(out)
}
