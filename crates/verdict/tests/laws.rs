//! The laws of verdicts, on random values: what is known about a few places, from a small stock of assumptions, bounds,
//! executions and reasons, so that equal and comparable parts are frequent.

use lariat_verdict::*;
use std::collections::{BTreeMap, BTreeSet};

const COMBINATIONS: u64 = 10_000;

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn maybe(&mut self) -> bool {
        self.below(2) == 0
    }

    fn assumption(&mut self) -> Assumption {
        let what = match self.below(3) {
            0 => What::NoWrap,
            1 => What::WritesNothing("f".into()),
            _ => What::AllocationSucceeds,
        };
        let by = match self.below(3) {
            0 => By::Command("--no-wrap".into()),
            1 => By::Semantics,
            _ => By::Tool,
        };
        Assumption { what, by }
    }

    fn cut_off(&mut self) -> CutOff {
        let line = 1 + self.below(2) as u32;
        let place = Some(Place { file: "f.c".into(), line, column: 0 });
        CutOff { is_loop: true, procedure: "f".into(), place }
    }

    fn cut(&mut self) -> Cut {
        let recursion = self.maybe().then(|| 1 + self.below(3) as u32);
        let mut own: BTreeMap<CutOff, u32> = BTreeMap::new();
        let mut hit = BTreeSet::new();
        for _ in 0..self.below(3) {
            let at = self.cut_off();
            let bound = 1 + self.below(4) as u32;
            if Some(bound) != recursion {
                own.insert(at.clone(), bound);
            }
            hit.insert(at);
        }
        // A bound cuts something.
        let recursion = if own.is_empty() { recursion.or(Some(1)) } else { recursion };
        Cut { recursion, own, hit }
    }

    fn restriction(&mut self) -> Restriction {
        let cut = self.maybe().then(|| self.cut());
        let behind = (0..self.below(2)).map(|_| ItemId(self.below(3) as u32)).collect();
        let under = (0..self.below(3)).map(|_| self.assumption()).collect();
        Restriction { cut, behind, under }
    }

    fn knowledge(&mut self) -> Knowledge {
        let by = |r: &mut Random| if r.maybe() { "search" } else { "prover" }.to_owned();
        match self.below(6) {
            0 => {
                let depth = self.maybe().then(|| self.below(5) as u32);
                let (id, by) = (self.below(3) as u32, by(self));
                Knowledge::reached(Evidence { depth, id, by })
            }
            1 => {
                let kind = if self.maybe() { ReasonKind::TimeLimit } else { ReasonKind::Solver };
                Knowledge::unknown(Reason::new(kind, "why"))
            }
            _ => {
                let mut known = Knowledge::default();
                for _ in 0..1 + self.below(3) {
                    let claim = Claim { restriction: self.restriction(), by: by(self) };
                    known = known.join(&Knowledge::claimed(claim)).expect("claims agree");
                }
                known
            }
        }
    }

    fn verdict(&mut self) -> Verdict {
        let item = |id: u32, known| Item {
            id: ItemId(id),
            kind: Kind::Assertion,
            property: "assertions".into(),
            function: "main".into(),
            place: None,
            message: "this assertion can fail".into(),
            known,
        };
        Verdict::of((0..3).map(|id| item(id, self.knowledge())).collect())
    }
}

fn joined(a: &Verdict, b: &Verdict) -> Option<Verdict> {
    a.join(b).ok()
}

/// Equal but for who said it and what a bound cut off: neither is part of what is claimed.
fn claims_of(v: &Verdict) -> Vec<(Option<u32>, BTreeSet<Restriction>)> {
    let plain = |c: &Claim| {
        let mut restriction = c.restriction.clone();
        if let Some(cut) = &mut restriction.cut {
            cut.hit.clear();
        }
        restriction
    };
    v.items
        .iter()
        .map(|i| {
            (i.known.reached.as_ref().map(|e| e.id), i.known.claims.iter().map(plain).collect())
        })
        .collect()
}

fn three(check: impl Fn(&Verdict, &Verdict, &Verdict)) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..COMBINATIONS {
        let (a, b, c) = (random.verdict(), random.verdict(), random.verdict());
        check(&a, &b, &c);
    }
}

#[test]
fn join_is_commutative_associative_idempotent() {
    three(|a, b, c| {
        assert_eq!(joined(a, b), joined(b, a));
        if let Some(same) = joined(a, a) {
            assert_eq!(&same, a);
        }
        let left = joined(a, b).and_then(|ab| joined(&ab, c));
        let right = joined(b, c).and_then(|bc| joined(a, &bc));
        assert_eq!(left, right);
    });
}

#[test]
fn cover_is_commutative_associative_idempotent() {
    three(|a, b, c| {
        assert_eq!(a.cover(b), b.cover(a));
        assert_eq!(claims_of(&a.cover(a)), claims_of(a));
        assert_eq!(claims_of(&a.cover(b).cover(c)), claims_of(&a.cover(&b.cover(c))));
    });
}

#[test]
fn cover_is_never_stronger_than_its_parts() {
    three(|a, b, _| {
        let whole = a.cover(b);
        let has_bug = |v: &Verdict| v.overall() == Overall::Bug;
        assert_eq!(has_bug(&whole), has_bug(a) || has_bug(b));
        if !has_bug(&whole) {
            assert!(whole.overall().at_most(&a.overall()), "{whole:?}");
            assert!(whole.overall().at_most(&b.overall()), "{whole:?}");
            // What was assumed about a part is assumed about the whole.
            if let (Some(all), Some(some)) =
                (whole.overall().assumptions(), a.overall().assumptions())
                && a.items.iter().all(|i| i.known.claims.len() <= 1)
                && b.items.iter().all(|i| i.known.claims.len() <= 1)
            {
                assert!(some.is_subset(all), "{whole:?}");
            }
        }
    });
}

#[test]
fn join_is_never_weaker() {
    three(|a, b, _| {
        let Some(both) = joined(a, b) else { return };
        for (item, before) in both.items.iter().zip(&a.items) {
            // Whatever was claimed follows from what is claimed now.
            for old in &before.known.claims {
                let follows = |c: &Claim| c.restriction.allows_all_of(&old.restriction);
                assert!(item.known.claims.iter().any(follows));
            }
            assert!(before.known.reached.is_none() || item.known.reached.is_some());
        }
    });
}

#[test]
fn join_is_monotone() {
    three(|a, b, c| {
        // c joined to both sides keeps "says at least as much".
        let (Some(ab), Some(ac)) = (joined(a, b), joined(a, c)) else { return };
        let Some(abc) = joined(&ab, c) else { return };
        assert_eq!(joined(&ac, &abc), Some(abc));
    });
}

#[test]
fn an_execution_against_an_unconditional_claim_is_a_contradiction() {
    three(|a, _, _| {
        for item in &a.items {
            let plain = Knowledge::claimed(Claim::everywhere("prover"));
            let result = item.known.join(&plain);
            assert_eq!(result.is_err(), item.known.reached.is_some());
        }
    });
}

#[test]
fn what_was_written_is_read_back() {
    three(|a, _, _| {
        let text = serde_json::to_string(a).expect("plain data");
        assert_eq!(&serde_json::from_str::<Verdict>(&text).expect("as written"), a);
    });
}

#[test]
fn exit_code_zero_needs_proofs_that_the_tool_did_not_qualify() {
    three(|a, _, _| {
        if let Overall::Proved(under) = a.overall() {
            assert!(under.iter().all(|a| !a.weakens()));
            for item in &a.items {
                let Status::Unreachable(claim) = item.known.status() else {
                    panic!("{item:?}");
                };
                assert!(claim.restriction.under.is_subset(&under));
            }
        }
    });
}
