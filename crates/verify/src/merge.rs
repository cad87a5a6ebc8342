//! Verdicts on the parts of one program as one verdict.
//!
//! Verdicts on the same part are joined (somebody tried again; two that exclude each other are an error), those on
//! different parts cover the whole. Whether they do is checked from the decisions that made them, not from their
//! number: if executions are missing, nothing is known about these.

use crate::report::PartReport;
use lariat_verdict::{Item, Knowledge, Overall, Reason, ReasonKind, Verdict};
use std::collections::BTreeMap;

/// What is known about a part.
#[derive(Clone, Debug)]
pub struct Part {
    /// The verdict on it.
    pub verdict: Verdict,
    decisions: Vec<(u32, bool)>,
    /// Which of the reports has the execution, if one was found; otherwise the first about the part.
    pub report: usize,
}

/// The program that was split.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The verdict on it.
    pub verdict: Verdict,
    /// The split.
    pub split: String,
    /// How many parts there are.
    pub count: usize,
    /// What is known about each, by its number.
    pub parts: BTreeMap<usize, Part>,
    /// Parts without a report.
    pub missing: Vec<usize>,
    /// Parts without a verdict.
    pub unknown: Vec<usize>,
}

/// One verdict from many reports, each with its name; an error in words if they exclude each other or do not belong
/// together.
pub fn merge(reports: &[(&str, PartReport)]) -> Result<Whole, String> {
    let Some((first_name, PartReport { of: first, .. })) = reports.first() else {
        return Err("there is no answer to merge".into());
    };
    let mut parts: BTreeMap<usize, Part> = BTreeMap::new();
    for (report, (name, PartReport { of, verdict })) in reports.iter().enumerate() {
        if of.split != first.split {
            return Err(format!(
                "`{name}` and `{first_name}` are about different programs or splits"
            ));
        }
        let (verdict, decisions) = (verdict.clone(), of.decisions.clone());
        let Some(known) = parts.get_mut(&of.number) else {
            parts.insert(of.number, Part { verdict, decisions, report });
            continue;
        };
        let joined = known.verdict.join(&verdict).map_err(|e| {
            let number = of.number;
            format!("answers about part {number} contradict each other (`{name}`): {e}")
        })?;
        let fails = |verdict: &Verdict| verdict.failures().next().is_some();
        if fails(&verdict) && !fails(&known.verdict) {
            known.report = report;
        }
        known.verdict = joined;
    }
    Ok(together(parts, &first.split, first.of))
}

/// The parts as a whole.
fn together(parts: BTreeMap<usize, Part>, split: &str, count: usize) -> Whole {
    let is_unknown = |part: &Part| matches!(part.verdict.overall(), Overall::Unknown(_));
    let missing: Vec<usize> = (1..=count).filter(|n| !parts.contains_key(n)).collect();
    let unknown: Vec<usize> =
        parts.iter().filter(|(_, part)| is_unknown(part)).map(|(&n, _)| n).collect();
    let decisions: Vec<Vec<(u32, bool)>> = parts.values().map(|p| p.decisions.clone()).collect();
    let mut verdicts = parts.values().map(|p| p.verdict.clone());
    let first = verdicts.next().unwrap_or_default();
    let mut verdict = verdicts.fold(first, |all, part| all.cover(&part));
    if !missing.is_empty() || !unknown.is_empty() || !lariat_reach::covers(&decisions) {
        // Executions that no part has may do anything.
        let reason = Reason::new(ReasonKind::Part, lacking(&missing, &unknown));
        let rest = Knowledge::unknown(reason);
        let others = |item: &Item| Item { known: rest.clone(), ..item.clone() };
        verdict = verdict.cover(&Verdict::of(verdict.items.iter().map(others).collect()));
        for item in &mut verdict.items {
            item.known.reasons = rest.reasons.clone();
        }
    }
    Whole { verdict, split: split.to_owned(), count, parts, missing, unknown }
}

fn lacking(missing: &[usize], unknown: &[usize]) -> String {
    let list = |numbers: &[usize]| {
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        words.join(", ")
    };
    match (missing, unknown) {
        ([], []) => "the parts do not cover every execution".into(),
        (missing, []) => format!("no answer is there about part {}", list(missing)),
        ([], unknown) => format!("part {} has no verdict", list(unknown)),
        (missing, unknown) => format!(
            "no answer is there about part {}, and part {} has no verdict",
            list(missing),
            list(unknown)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::PartOf;
    use lariat_verdict::{
        Assumption, Claim, Cut, Evidence, ItemId, Kind, Restriction, What, in_words,
    };

    /// The verdict on the one place of a program.
    fn verdict(known: Knowledge) -> Verdict {
        Verdict::of(vec![Item {
            id: ItemId(0),
            kind: Kind::Assertion,
            property: "assertions".into(),
            function: "main".into(),
            place: None,
            message: String::new(),
            known,
        }])
    }

    fn proved(under: &[Assumption]) -> Knowledge {
        let under = under.iter().cloned().collect();
        let restriction = Restriction { under, ..Restriction::default() };
        Knowledge::claimed(Claim { restriction, by: "search".into() })
    }

    fn bounded() -> Knowledge {
        let restriction = Restriction { cut: Some(Cut::recursion(2)), ..Restriction::default() };
        Knowledge::claimed(Claim { restriction, by: "search".into() })
    }

    fn bug() -> Knowledge {
        Knowledge::reached(Evidence { depth: Some(1), id: 0, by: "search".into() })
    }

    fn unknown() -> Knowledge {
        Knowledge::unknown(Reason::new(ReasonKind::TimeLimit, "time"))
    }

    type Named = (&'static str, PartReport);

    fn answer(number: usize, known: Knowledge, decisions: &[(u32, bool)]) -> Named {
        let of = PartOf { split: "a".into(), number, of: 3, decisions: decisions.to_vec() };
        ("p", PartReport { of, verdict: verdict(known) })
    }

    const A: &[(u32, bool)] = &[(0, true)];
    const B: &[(u32, bool)] = &[(0, false), (1, true)];
    const C: &[(u32, bool)] = &[(0, false), (1, false)];

    #[track_caller]
    fn check(reports: &[Named], expected: &str) -> Whole {
        let whole = merge(reports).expect("they belong together");
        assert_eq!(whole.verdict.overall().word(), expected, "{whole:?}");
        whole
    }

    #[test]
    fn all_parts_make_the_whole() {
        let (a, b, c) =
            (answer(1, proved(&[]), A), answer(2, proved(&[]), B), answer(3, proved(&[]), C));
        check(&[a.clone(), b.clone(), c.clone()], "proved");
        let whole = check(&[a.clone(), answer(2, bounded(), B), c.clone()], "bounded");
        let Overall::Bounded(cut, _) = whole.verdict.overall() else { panic!("{whole:?}") };
        assert_eq!(cut.recursion, Some(2));
        check(&[a.clone(), answer(2, unknown(), B), b, c.clone()], "proved");
    }

    #[test]
    fn what_a_part_assumes_the_whole_assumes() {
        let (a, c) = (answer(1, proved(&[]), A), answer(3, proved(&[]), C));
        let by_user = Assumption::by_option(What::NoWrap, "--no-wrap");
        let whole = check(&[a.clone(), answer(2, proved(&[by_user]), B), c.clone()], "proved");
        let Overall::Proved(under) = whole.verdict.overall() else { panic!("{whole:?}") };
        assert_eq!(in_words(&under), "no integer overflows or is truncated");
        let by_tool = Assumption::by_tool(What::AllocationSucceeds);
        let whole = check(&[a, answer(2, proved(&[by_tool]), B), c], "unknown");
        assert!(matches!(whole.verdict.overall(), Overall::NoBugIf(_)));
    }

    #[test]
    fn an_incomplete_set_proves_nothing() {
        let (a, c) = (answer(1, proved(&[]), A), answer(3, proved(&[]), C));
        let whole = check(&[a.clone(), c.clone()], "unknown");
        assert_eq!(whole.missing, [2]);
        check(&[a.clone(), answer(2, unknown(), B), c.clone()], "unknown");
        // Three answers, but executions that are in none of the parts.
        check(&[a.clone(), answer(2, proved(&[]), A), c], "unknown");
    }

    #[test]
    fn a_bug_is_a_bug_and_contradictions_are_errors() {
        let found = answer(2, bug(), B);
        check(&[answer(1, unknown(), A), found.clone()], "bug");
        assert!(merge(&[answer(2, proved(&[]), B), found.clone()]).is_err());
        assert!(merge(&[found, answer(2, bounded(), B)]).is_err());
        let mut other = answer(1, proved(&[]), A);
        other.1.of.split = "b".into();
        assert!(merge(&[answer(1, proved(&[]), A), other]).is_err());
        assert!(merge(&[]).is_err());
    }
}
