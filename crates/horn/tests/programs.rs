//! Programs of our own with loops and recursion that no bound exhausts: each must be proved, and each
//! buggy one must get a depth at which the bounded search finds the bug.

use lariat_boogie::{CheckOptions, SourceMap};
use lariat_horn::{HornOutcome, Options, prove};
use lariat_lower::LowerOptions;
use lariat_passes::{Goal, Prepared, prepare};
use lariat_reach::{Control, Snapshot};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

struct Until(Instant);

impl Control for Until {
    fn stop(&self) -> Option<String> {
        (Instant::now() >= self.0).then(|| "no answer in time".into())
    }

    fn time_left(&self) -> Option<Duration> {
        Some(self.0.saturating_duration_since(Instant::now()))
    }

    fn progress(&self, _: &Snapshot) {}
}

fn load(text: &str) -> Prepared {
    let sources = SourceMap::single("test.bpl", text).expect("readable");
    let parsed = lariat_boogie::parse(&sources);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let checked = lariat_boogie::check(&parsed.program, &CheckOptions { infer_modifies: false });
    assert!(checked.is_ok(), "{:?}", checked.diagnostics);
    let lowered =
        lariat_lower::lower(&parsed.program, &checked, &sources, &LowerOptions::default())
            .expect("lowered");
    let entry = lowered.procedure("main").expect("main");
    prepare(&lowered.program, entry, Goal::Failure, &mut |_, _, _| {})
}

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "bpl"))
        .collect();
    files.sort();
    files
}

/// For measurements: `HORN_OPTIONS` chooses one encoding (`pre`/`nopre`, `fwd`/`bwd`, then parameters
/// `name=value`), `HORN_TIME` the seconds for each program.
fn options() -> Options {
    let mut options = Options::default();
    if let Ok(text) = std::env::var("HORN_OPTIONS") {
        let mut encoding = options.encodings[0].clone();
        encoding.parameters.clear();
        for word in text.leak().split_whitespace() {
            match word {
                "pre" => encoding.preconditions = true,
                "nopre" => encoding.preconditions = false,
                "fwd" => encoding.forward_loops = true,
                "bwd" => encoding.forward_loops = false,
                other => encoding.parameters.push(other.split_once('=').expect("name=value")),
            }
        }
        options.encodings = vec![encoding];
    }
    options
}

#[test]
fn programs_are_proved_and_bugs_get_a_depth() {
    let seconds: f64 = std::env::var("HORN_TIME").ok().and_then(|s| s.parse().ok()).unwrap_or(20.0);
    let mut wrong = Vec::new();
    let mut proved = 0;
    let mut total = Duration::ZERO;
    for path in programs() {
        if let Ok(only) = std::env::var("HORN_ONLY")
            && !path.to_string_lossy().contains(&only)
        {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("readable");
        let prepared = load(&text);
        let started = Instant::now();
        let control = Until(started + Duration::from_secs_f64(seconds));
        let outcome = prove(&prepared, &options(), &control).expect("an answer");
        let elapsed = started.elapsed();
        total += elapsed;
        let (verdict, detail) = match outcome {
            HornOutcome::Safe(_) => ("proved", String::new()),
            HornOutcome::Unsafe { depth } => ("bug", format!("{depth:?}")),
            HornOutcome::Unknown(why) => ("unknown", why),
        };
        proved += usize::from(verdict == "proved");
        println!("{name:20} {verdict:8} {:6.2} s {detail}", elapsed.as_secs_f64());
        let expected = text.lines().next().and_then(|l| l.strip_prefix("// verdict: "));
        if expected != Some(verdict) {
            wrong.push(format!("{name}: {verdict} {detail}"));
        }
    }
    println!("{proved} proved in {:.1} s", total.as_secs_f64());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
