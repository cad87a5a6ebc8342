//! Measures how fast files are parsed and checked: `throughput FILE…`.

use lariat_boogie::{CheckOptions, SourceMap, check, parse};
use std::time::{Duration, Instant};

fn main() -> std::io::Result<()> {
    let (mut bytes, mut parsing, mut checking) = (0, Duration::ZERO, Duration::ZERO);
    for path in std::env::args().skip(1) {
        let text = std::fs::read(&path)?;
        let mut sources = SourceMap::new();
        if sources.add_bytes(&path, &text).is_err() {
            eprintln!("{path}: too large");
            continue;
        }
        let start = Instant::now();
        let parsed = parse(&sources);
        let between = Instant::now();
        let checked = check(&parsed.program, &CheckOptions::default());
        checking += between.elapsed();
        parsing += between - start;
        bytes += text.len();
        for diagnostic in parsed.diagnostics.iter().chain(&checked.diagnostics).take(10) {
            println!("{}", diagnostic.one_line(&sources));
        }
    }
    let rate = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{:.1} MB", bytes as f64 / 1e6);
    println!("parse  {:8.1} ms {:7.1} MB/s", parsing.as_secs_f64() * 1e3, rate(parsing));
    println!("check  {:8.1} ms {:7.1} MB/s", checking.as_secs_f64() * 1e3, rate(checking));
    let both = parsing + checking;
    println!("both   {:8.1} ms {:7.1} MB/s", both.as_secs_f64() * 1e3, rate(both));
    Ok(())
}
