//! All instances, one after the other or a few at a time, with a progress bar.

use crate::against::Against;
use crate::args::BenchArgs;
use crate::child::measure;
use crate::interrupt::interruptible;
use crate::list::List;
use crate::results::{Agreement, Row, Settings, append};
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two drawings of the progress bar.
const REDRAW_INTERVAL: Duration = Duration::from_millis(150);
/// The width of the progress bar.
const BAR_CHARACTERS: usize = 24;

/// What the workers share.
struct Board<'a> {
    rows: Vec<Row>,
    others: Vec<Row>,
    file: &'a mut File,
    other_file: Option<&'a mut File>,
    problem: Option<std::io::Error>,
    running: Vec<String>,
}

/// Another verifier, and the file of its results.
pub struct Other<'a> {
    pub against: &'a Against,
    pub file: &'a mut File,
}

/// The results of all instances.
#[derive(Default)]
pub struct Measured {
    pub rows: Vec<Row>,
    /// Those of the other verifier.
    pub others: Vec<Row>,
    /// Whether a signal ended it early.
    pub interrupted: bool,
}

/// Runs the instances with these numbers.
pub fn all(
    list: &List,
    todo: &[usize],
    settings: &Settings,
    args: &BenchArgs,
    file: &mut File,
    other: Option<Other<'_>>,
) -> std::io::Result<Measured> {
    let stop = interruptible();
    let next = AtomicUsize::new(0);
    let (against, others) = other.map_or((None, None), |o| (Some(o.against), Some(o.file)));
    let board = Mutex::new(Board {
        rows: Vec::new(),
        others: Vec::new(),
        file,
        other_file: others,
        problem: None,
        running: Vec::new(),
    });
    let finished = AtomicBool::new(false);
    let bar = !args.quiet && std::io::stderr().is_terminal();
    std::thread::scope(|scope| {
        let drawer = bar.then(|| scope.spawn(|| draw_until(&finished, &board, todo.len())));
        let workers: Vec<_> = (0..args.jobs)
            .map(|_| {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let Some(&i) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            break;
                        };
                        let instance = &list.instances[i];
                        with(&board, |b| b.running.push(instance.file.clone()));
                        // In turns: each begins with every second instance.
                        let theirs = || against.and_then(|a| a.measure(instance, settings, &stop));
                        let first = if i % 2 == 1 { theirs() } else { None };
                        let row = measure(instance, settings, &stop);
                        let other = first.or_else(|| if i % 2 == 0 { theirs() } else { None });
                        // Half a comparison is none.
                        let row = row.filter(|_| against.is_none() || other.is_some());
                        if let (Some(_), Some(other)) = (&row, other) {
                            with(&board, |b| b.take_other(other));
                        }
                        with(&board, |b| {
                            b.take(&instance.file, row, todo.len(), bar || args.quiet)
                        });
                    }
                })
            })
            .collect();
        for worker in workers {
            let _ = worker.join();
        }
        finished.store(true, Ordering::Relaxed);
        if let Some(drawer) = drawer {
            let _ = drawer.join();
            eprint!("\r\x1b[2K");
        }
    });
    let board = board.into_inner().unwrap_or_else(PoisonError::into_inner);
    match board.problem {
        Some(error) => Err(error),
        None => Ok(Measured {
            rows: board.rows,
            others: board.others,
            interrupted: stop.load(Ordering::Relaxed),
        }),
    }
}

fn with<T>(board: &Mutex<Board<'_>>, act: impl FnOnce(&mut Board<'_>) -> T) -> T {
    act(&mut board.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Board<'_> {
    fn take_other(&mut self, row: Row) {
        if let Some(file) = &mut self.other_file
            && let Err(error) = append(file, &row)
        {
            self.problem.get_or_insert(error);
        }
        self.others.push(row);
    }

    fn take(&mut self, file: &str, row: Option<Row>, total: usize, silent: bool) {
        if let Some(at) = self.running.iter().position(|r| r == file) {
            self.running.remove(at);
        }
        let Some(row) = row else { return };
        if let Err(error) = append(self.file, &row) {
            self.problem.get_or_insert(error);
        }
        if row.agreement() == Agreement::Wrong {
            eprintln!("\r\x1b[2KWRONG: {file}: {} but {} is expected", row.verdict, row.expected);
        }
        self.rows.push(row);
        if let (false, Some(row)) = (silent, self.rows.last()) {
            let number = self.rows.len();
            eprintln!("{number}/{total}  {:<8} {:>8.2} s  {}", row.verdict, row.wall, row.file);
        }
    }
}

fn draw_until(finished: &AtomicBool, board: &Mutex<Board<'_>>, total: usize) {
    let started = Instant::now();
    while !finished.load(Ordering::Relaxed) {
        let line = with(board, |b| bar(b, total, started.elapsed()));
        eprint!("\r\x1b[2K{line}");
        let _ = std::io::stderr().flush();
        std::thread::sleep(REDRAW_INTERVAL);
    }
}

fn bar(board: &Board<'_>, total: usize, elapsed: Duration) -> String {
    let done = board.rows.len();
    let filled = (done * BAR_CHARACTERS).checked_div(total).unwrap_or(BAR_CHARACTERS);
    let solved = board.rows.iter().filter(|r| r.solved()).count();
    let now: String =
        board.running.first().map(|f| f.chars().take(40).collect()).unwrap_or_default();
    format!(
        "[{}{}] {done}/{total}  {solved} solved  {}:{:02}  {now}",
        "█".repeat(filled),
        "·".repeat(BAR_CHARACTERS - filled),
        elapsed.as_secs() / 60,
        elapsed.as_secs() % 60,
    )
}
