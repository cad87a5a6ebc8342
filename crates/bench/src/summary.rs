//! What a benchmark run shows, in a screenful.

use crate::answer::CONDITIONAL;
use crate::list::List;
use crate::results::{Agreement, Row, Settings};
use lariat_process::quantity::{show_bytes, show_duration};
use std::fmt::Write;

/// Times, in seconds, within which solved instances are counted.
const MILESTONES_SECONDS: [f64; 3] = [60.0, 300.0, 900.0];

/// The summary of `rows`, numbered as in the list, of `wanted` instances.
pub fn summary(list: &List, rows: &[(usize, &Row)], wanted: usize, settings: &Settings) -> String {
    let mut out = String::new();
    let limit = settings.limit.as_secs_f64();
    let _ = writeln!(
        out,
        "{}: {} of {wanted} instances, {} and {} each, check {}",
        list.name,
        rows.len(),
        show_duration(settings.limit),
        show_bytes(settings.memory),
        settings.args.join(" ")
    );
    verdicts(&mut out, rows);
    disagreements(&mut out, rows);
    times(&mut out, rows, limit);
    published(&mut out, list, rows, limit);
    out
}

fn verdicts(out: &mut String, rows: &[(usize, &Row)]) {
    let count = |verdict: &str| rows.iter().filter(|(_, r)| r.verdict == verdict).count();
    let solved = rows.iter().filter(|(_, r)| r.solved()).count();
    let _ = writeln!(
        out,
        "  solved     {solved}: {} bugs, {} proved, {} without bug within the bound",
        count("bug"),
        count("proved"),
        count("bounded")
    );
    let errors = count("error");
    let _ = writeln!(out, "  not solved {}, errors {errors}", rows.len() - solved - errors);
    let conditional = count(CONDITIONAL);
    if conditional > 0 {
        let _ = writeln!(out, "  no bug found, if what Lariat assumed holds: {conditional}");
    }
    let new = rows.iter().filter(|(_, r)| r.agreement() == Agreement::New).count();
    if new > 0 {
        let _ = writeln!(out, "  answered where no answer was known: {new}");
    }
    for (_, row) in rows.iter().filter(|(_, r)| r.verdict == "error") {
        let _ = writeln!(out, "  error: {}: {}", row.file, row.reason);
    }
}

fn disagreements(out: &mut String, rows: &[(usize, &Row)]) {
    let wrong: Vec<&Row> =
        rows.iter().filter(|(_, r)| r.agreement() == Agreement::Wrong).map(|(_, r)| *r).collect();
    if wrong.is_empty() {
        let _ = writeln!(out, "  no disagreement with the expected verdicts");
        return;
    }
    let _ = writeln!(out, "\n  !!! {} WRONG VERDICTS !!!", wrong.len());
    for row in wrong {
        let _ = writeln!(out, "  !!! {}: {}, expected {}", row.file, row.verdict, row.expected);
    }
    out.push('\n');
}

fn times(out: &mut String, rows: &[(usize, &Row)], limit: f64) {
    let mut solved: Vec<f64> =
        rows.iter().filter(|(_, r)| r.solved()).map(|(_, r)| r.wall).collect();
    solved.sort_by(f64::total_cmp);
    if !solved.is_empty() {
        let shown: Vec<String> =
            [(0.25, "25 %"), (0.5, "median"), (0.75, "75 %"), (0.9, "90 %"), (1.0, "max")]
                .iter()
                .map(|(q, name)| format!("{name} {:.2} s", quantile(&solved, *q)))
                .collect();
        let _ = writeln!(out, "  solved in  {}", shown.join(", "));
        let marks: Vec<String> = MILESTONES_SECONDS
            .iter()
            .filter(|m| **m <= limit)
            .map(|m| format!("{} within {m} s", solved.iter().filter(|t| *t <= m).count()))
            .collect();
        if !marks.is_empty() {
            let _ = writeln!(out, "  of these   {}", marks.join(", "));
        }
    }
    let total: f64 = rows.iter().map(|(_, r)| r.wall).sum();
    let peak = rows.iter().map(|(_, r)| r.peak).fold(0.0, f64::max);
    let _ = writeln!(out, "  in all     {total:.0} s, peak memory {peak:.0} MB");
}

fn published(out: &mut String, list: &List, rows: &[(usize, &Row)], limit: f64) {
    if list.tools.is_empty() {
        return;
    }
    let ours = rows.iter().filter(|(_, r)| r.solved()).count();
    let _ = writeln!(
        out,
        "  published results on these instances, with the same limit (lariat {ours}):"
    );
    for (t, tool) in list.tools.iter().enumerate() {
        let time = |i: usize| list.instances[i].published[t].filter(|s| *s <= limit);
        let solved = rows.iter().filter(|(i, _)| time(*i).is_some()).count();
        let lost = rows.iter().filter(|(i, r)| time(*i).is_some() && !r.solved()).count();
        let both = rows.iter().filter(|(_, r)| r.solved());
        let ratios: Vec<f64> = both
            .filter_map(|(i, r)| Some(time(*i)? / r.wall.max(0.001)))
            .filter(|r| *r > 0.0)
            .collect();
        let speed = match geometric_mean(&ratios) {
            Some(mean) => {
                format!("{mean:.1} times our time on the {} solved by both", ratios.len())
            }
            None => "none solved by both".into(),
        };
        let _ = writeln!(out, "    {tool:<12} {solved} solved ({lost} that we do not); {speed}");
    }
    let any = |i: usize| list.instances[i].published.iter().flatten().any(|s| *s <= limit);
    let union = rows.iter().filter(|(i, _)| any(*i)).count();
    let _ = writeln!(out, "    any of them  {union} solved");
}

/// The smallest value that a share `q` of the (sorted) values does not exceed.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

/// The geometric mean, if there is anything.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs: f64 = values.iter().map(|v| v.ln()).sum();
    (!values.is_empty()).then(|| (logs / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_means() {
        let sorted = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sorted, 0.5), 2.0);
        assert_eq!(quantile(&sorted, 0.9), 4.0);
        assert_eq!(quantile(&sorted[..1], 0.25), 1.0);
        assert_eq!(geometric_mean(&[]), None);
        assert!((geometric_mean(&[2.0, 8.0]).unwrap() - 4.0).abs() < 1e-9);
    }
}
