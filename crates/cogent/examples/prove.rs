//! Proves the claims of its arguments; `-` reads standard input, one text of declarations
//! and a claim per line.

use lariat_cogent::{Options, Prover};
use std::io::Read;

fn main() {
    let limit = Some(std::time::Duration::from_secs(5));
    let prover = Prover::new(Options { time_limit: limit, ..Options::default() });
    let show = |text: &str| match prover.prove(text) {
        Ok(answer) => println!("{answer}  [{} gates, {:?}]", answer.size.gates, answer.time),
        Err(error) => println!("error: {error}"),
    };
    for arg in std::env::args().skip(1) {
        if arg == "-" {
            let mut text = String::new();
            let _ = std::io::stdin().read_to_string(&mut text);
            text.lines().filter(|l| !l.trim().is_empty()).for_each(|line| {
                println!("{line}");
                show(line);
            });
        } else {
            show(&arg);
        }
    }
}
