//! `lariat bench`: runs a list of programs, one child process each, and compares with what is expected.
//!
//! The product is measured from outside: a child is `lariat check` of the same executable, and what it
//! says is its JSON and its exit code. Only the experiment on refinement algorithms works inside, on
//! paths that no child prints; it takes the defaults of `lariat_verify`.

mod against;
mod answer;
mod args;
mod child;
mod experiment;
mod families;
mod interrupt;
mod list;
mod panels;
mod plot;
mod results;
mod run;
mod sample;
mod scatter;
mod summary;

pub use args::{BenchArgs, Experiment, HELP, Size};

use against::Against;
use args::{Problem, exit_of};
use lariat_process::exit::Exit;
use lariat_process::output::write_out;
use list::List;
use results::{Row, Settings};
use run::{Measured, Other};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Runs the command and ends the process.
pub fn main(args: &BenchArgs) -> ! {
    match bench(args) {
        Ok(exit) => exit.now(),
        Err((message, exit)) => {
            eprintln!("error: {message}");
            exit.now()
        }
    }
}

/// Time for each instance of a list, if the user says nothing.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(60);
/// Memory for each instance of a list, if the user says nothing.
const DEFAULT_MEMORY_LIMIT_BYTES: u64 = 1500 << 20;

fn bench(args: &BenchArgs) -> Result<Exit, Problem> {
    match (args.experiment, &args.list) {
        (Some(experiment), _) => experiment::run(experiment, args),
        (None, Some(list)) => bench_list(list, args),
        (None, None) => Err(("there is no list of programs".into(), Exit::Usage)),
    }
}

fn bench_list(list: &Path, args: &BenchArgs) -> Result<Exit, Problem> {
    let list = List::read(list).map_err(|m| (m, Exit::BadInput))?;
    let is_wanted = args.name_filter()?;
    let settings = Settings {
        list: list.name.clone(),
        limit: args.limit.unwrap_or(DEFAULT_TIME_LIMIT),
        memory: args.memory.unwrap_or(DEFAULT_MEMORY_LIMIT_BYTES),
        args: list.arguments(&args.extra),
    };
    let out =
        args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.results.tsv", list.name)));
    let (mut file, done) =
        results::open(&out, &settings, args.fresh).map_err(|m| (m, Exit::Usage))?;
    let wanted: Vec<usize> =
        (0..list.instances.len()).filter(|&i| is_wanted(&list.instances[i].file)).collect();
    let wanted = match args.sample {
        Some(count) => sample::spread(&list, wanted, usize::from(count)),
        None => wanted,
    };
    let against = args.against.as_deref();
    let against = against.map(|c| Against::new(c, &args.against_bug, &args.against_proved));
    let against = against.transpose().map_err(|m| (m, Exit::Usage))?;
    let (mut other_file, others_done) = match &against {
        Some(against) => {
            let path = out.with_extension("against.tsv");
            let settings = Settings { args: vec![against.shown()], ..settings.clone() };
            let (file, done) =
                results::open(&path, &settings, args.fresh).map_err(|m| (m, Exit::Usage))?;
            (Some(file), done)
        }
        None => (None, Vec::new()),
    };
    let has = |rows: &[Row], i: usize| rows.iter().any(|r| r.file == list.instances[i].file);
    let is_done = |i: &usize| has(&done, *i) && (against.is_none() || has(&others_done, *i));
    let todo: Vec<usize> = wanted.iter().copied().filter(|i| !is_done(i)).collect();
    if todo.len() < wanted.len() && !args.quiet {
        let name = out.display();
        eprintln!(
            "{} of {} instances are in {name} already",
            wanted.len() - todo.len(),
            wanted.len()
        );
    }
    let other =
        against.as_ref().zip(other_file.as_mut()).map(|(against, file)| Other { against, file });
    let Measured { rows: new, others, interrupted } =
        run::all(&list, &todo, &settings, args, &mut file, other)
            .map_err(|e| (format!("cannot write `{}`: {e}", out.display()), Exit::Usage))?;
    // In the order of the list, whatever the order of the runs.
    let all: Vec<&Row> = new.iter().chain(&done).collect();
    let rows: Vec<(usize, &Row)> = wanted
        .iter()
        .filter_map(|&i| {
            let file = &list.instances[i].file;
            all.iter().find(|row| row.file == *file).map(|row| (i, *row))
        })
        .collect();
    write_out(&summary::summary(&list, &rows, wanted.len(), &settings));
    if let Some(against) = &against {
        let others: Vec<&Row> = others.iter().chain(&others_done).collect();
        let pairs: Vec<(&Row, &Row)> = rows
            .iter()
            .filter_map(|(_, row)| Some((*row, *others.iter().find(|o| o.file == row.file)?)))
            .collect();
        write_out(&against::summary(&against.shown(), &pairs));
    }
    write_out(&format!("results: {}\n", out.display()));
    if let Some(path) = &args.plot {
        let svg = plot::cactus(&list, &rows, settings.limit);
        std::fs::write(path, svg)
            .map_err(|e| (format!("cannot write `{}`: {e}", path.display()), Exit::Usage))?;
        write_out(&format!("plot: {}\n", path.display()));
    }
    let wrong = rows.iter().any(|(_, row)| row.agreement() == results::Agreement::Wrong);
    Ok(exit_of(wrong, interrupted))
}
