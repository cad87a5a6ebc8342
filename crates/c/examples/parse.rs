//! Reads C files and reports errors and speed.
//!
//! `parse [-m32|-m64] FILE...` reads each file as a program of its own; with
//! `--list LIST.tsv` the files (first column) and their data models (last column) come from
//! a table beside the directory that holds them.

use lariat_c::{DataModel, ExprKind, Program, Source, StmtKind, read_program};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() {
    let mut model = DataModel::Lp64;
    let mut files: Vec<(PathBuf, DataModel)> = Vec::new();
    let mut quiet = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &arg[..] {
            "-m32" => model = DataModel::Ilp32,
            "-m64" => model = DataModel::Lp64,
            "-q" => quiet = true,
            "--list" => files.extend(read_list(Path::new(&args.next().unwrap_or_default()))),
            file => files.push((file.into(), model)),
        }
    }
    let (mut bytes, mut time, mut bad, mut unsupported) = (0, Duration::ZERO, 0, 0);
    let mut slowest = (0.0f64, PathBuf::new());
    for (file, model) in &files {
        let Ok(raw) = std::fs::read(file) else {
            println!("{}: cannot read", file.display());
            bad += 1;
            continue;
        };
        let text = String::from_utf8_lossy(&raw);
        let name = file.to_string_lossy();
        let start = Instant::now();
        let program = read_program(&[Source { name: &name, text: &text }], *model);
        let took = start.elapsed();
        time += took;
        bytes += text.len();
        let per_byte = took.as_secs_f64() / text.len().max(1) as f64;
        if text.len() > 50_000 && per_byte > slowest.0 {
            slowest = (per_byte, file.clone());
        }
        if program.has_errors() {
            bad += 1;
            println!("== {}", file.display());
        }
        for d in &program.diagnostics {
            if d.is_error() || !quiet {
                println!("{}", d.as_lines(&program.files));
            }
        }
        let marks = unsupported_marks(&program);
        if !marks.is_empty() {
            unsupported += 1;
            println!("{}: unsupported: {}", file.display(), marks.join(", "));
        }
    }
    let rate = bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9);
    println!(
        "{} files, {bad} with errors, {unsupported} with unsupported constructs, {:.1} MB, {:.1} MB/s",
        files.len(),
        bytes as f64 / 1e6,
        rate
    );
    if slowest.0 > 0.0 {
        println!("slowest large file: {:.1} MB/s, {}", 1e-6 / slowest.0, slowest.1.display());
    }
}

fn unsupported_marks(program: &Program) -> Vec<String> {
    let exprs = program.exprs.iter().filter_map(|e| match e.kind {
        ExprKind::Unsupported(what) => Some((what, e.place)),
        _ => None,
    });
    let stmts = program.stmts.iter().filter_map(|s| match s.kind {
        StmtKind::Unsupported(what) => Some((what, s.place)),
        _ => None,
    });
    exprs
        .chain(stmts)
        .map(|(what, place)| format!("{} at {}", program.name(what), program.files.show(place)))
        .collect()
}

fn read_list(list: &Path) -> Vec<(PathBuf, DataModel)> {
    let root = list.with_extension("");
    let text = std::fs::read_to_string(list).unwrap_or_default();
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let file = line.split('\t').next()?;
            let model = if line.ends_with("32") { DataModel::Ilp32 } else { DataModel::Lp64 };
            Some((root.join(file), model))
        })
        .collect()
}
