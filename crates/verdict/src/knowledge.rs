//! What is known about one place, and how knowledge is put together.
//!
//! **Why the laws hold.** A claim says: no execution that meets the restriction reaches the place. Restrictions are
//! ordered by what they exclude, component by component, and [`Restriction::both`] is their least upper bound. The
//! claims about a place are the minimal elements of a set of restrictions. `join` is the union of such sets, `cover`
//! the set of pairwise upper bounds, both reduced to minimal elements: the two operations of the distributive
//! lattice of upward closed sets, so both are commutative, associative and idempotent, and each is monotone. An
//! execution found is not a claim: it refutes every claim whose restriction it meets.

use crate::assumption::Assumption;
use crate::cut::Cut;
use crate::item::ItemId;
use crate::reason::Reason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// An execution that reaches a place and fails there. It was replayed, so it rests on nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Evidence {
    /// How often a procedure or loop is on its call stack at most, if that was counted.
    pub depth: Option<u32>,
    /// Where it is in the report's list of executions.
    pub id: u32,
    /// Who found it.
    pub by: String,
}

/// Which executions a claim is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Restriction {
    /// Those that stay within a bound.
    pub cut: Option<Cut>,
    /// Those that do not fail at one of these places before.
    pub behind: BTreeSet<ItemId>,
    /// Those that meet these assumptions.
    pub under: BTreeSet<Assumption>,
}

/// No execution that meets the restriction reaches the place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Claim {
    /// The executions that it is about.
    pub restriction: Restriction,
    /// Who showed it.
    pub by: String,
}

/// All that is known about a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    /// An execution that reaches it.
    pub reached: Option<Evidence>,
    /// The strongest claims that none does: none of them follows from another.
    pub claims: BTreeSet<Claim>,
    /// Why nothing more is known.
    pub reasons: BTreeSet<Reason>,
}

/// What is known about a place, in one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status<'a> {
    /// An execution reaches it.
    Reachable(&'a Evidence),
    /// No execution does (under the assumptions of the claim).
    Unreachable(&'a Claim),
    /// None does within a bound.
    Within(&'a Cut, &'a Claim),
    /// Only executions that have failed before do, if any (within a bound, if the claim has one).
    Behind(&'a Claim),
    /// Nothing is known.
    Unknown(Option<&'a Reason>),
}

impl Restriction {
    /// Whether every execution that meets `other` meets this one, too.
    pub fn allows_all_of(&self, other: &Restriction) -> bool {
        let cut = match (&self.cut, &other.cut) {
            (None, _) => true,
            (Some(mine), None) => mine.allows_everything(),
            (Some(mine), Some(theirs)) => mine.allows_all_of(theirs),
        };
        cut && self.behind.is_subset(&other.behind) && self.under.is_subset(&other.under)
    }

    /// The executions that meet both.
    pub fn both(&self, other: &Restriction) -> Restriction {
        Restriction {
            cut: match (&self.cut, &other.cut) {
                (None, cut) | (cut, None) => cut.clone(),
                (Some(mine), Some(theirs)) => Some(mine.both(theirs)),
            },
            behind: self.behind.union(&other.behind).copied().collect(),
            under: self.under.union(&other.under).cloned().collect(),
        }
    }

    /// Whether an execution is certain to meet it.
    fn includes(&self, evidence: &Evidence) -> bool {
        let within = self.cut.as_ref().is_none_or(|cut| match evidence.depth {
            // Whatever is deepest in the execution has at most this depth.
            Some(depth) => cut.allows_depth(depth),
            None => cut.allows_everything(),
        });
        within && self.behind.is_empty() && self.under.is_empty()
    }
}

impl Claim {
    /// No execution at all.
    pub fn everywhere(by: &str) -> Claim {
        Claim { restriction: Restriction::default(), by: by.to_owned() }
    }

    /// Whether the other claim follows from this one.
    fn implies(&self, other: &Claim) -> bool {
        self.restriction.allows_all_of(&other.restriction)
    }

    /// Smaller is preferred where several claims could be told: proofs before bounds, then what needs least.
    fn rank(&self) -> (bool, bool, usize, &Claim) {
        let Restriction { cut, behind, under } = &self.restriction;
        let weakening = under.iter().filter(|a| a.weakens()).count();
        (!behind.is_empty(), cut.is_some(), weakening, self)
    }
}

impl Knowledge {
    /// An execution gets there.
    pub fn reached(evidence: Evidence) -> Knowledge {
        Knowledge { reached: Some(evidence), ..Knowledge::default() }
    }

    /// No execution does, under the restriction of the claim.
    pub fn claimed(claim: Claim) -> Knowledge {
        Knowledge { claims: BTreeSet::from([claim]), ..Knowledge::default() }
    }

    /// Nothing is known.
    pub fn unknown(reason: Reason) -> Knowledge {
        Knowledge { reasons: BTreeSet::from([reason]), ..Knowledge::default() }
    }

    /// What two answers about the same executions say together; an error if they exclude each other.
    pub fn join(&self, other: &Knowledge) -> Result<Knowledge, Box<(Evidence, Claim)>> {
        let claims = minimal(self.claims.iter().chain(&other.claims).cloned());
        let reached = first(&self.reached, &other.reached);
        if let Some(evidence) = &reached
            && let Some(claim) = claims.iter().find(|c| c.restriction.includes(evidence))
        {
            return Err(Box::new((evidence.clone(), claim.clone())));
        }
        Ok(Knowledge { reached, claims, reasons: union(&self.reasons, &other.reasons) })
    }

    /// What two answers about executions that together are all of them say about the whole.
    pub fn cover(&self, other: &Knowledge) -> Knowledge {
        let both = |a: &Claim, b: &Claim| Claim {
            restriction: a.restriction.both(&b.restriction),
            by: if a.by <= b.by { a.by.clone() } else { b.by.clone() },
        };
        let pairs = self.claims.iter().flat_map(|a| other.claims.iter().map(move |b| both(a, b)));
        Knowledge {
            reached: first(&self.reached, &other.reached),
            claims: minimal(pairs),
            reasons: union(&self.reasons, &other.reasons),
        }
    }

    /// What to tell: an execution if there is one, otherwise the claim that says most.
    pub fn status(&self) -> Status<'_> {
        if let Some(evidence) = &self.reached {
            return Status::Reachable(evidence);
        }
        match self.claims.iter().min_by(|a, b| a.rank().cmp(&b.rank())) {
            None => Status::Unknown(self.reasons.first()),
            Some(claim) => match &claim.restriction {
                Restriction { behind, .. } if !behind.is_empty() => Status::Behind(claim),
                Restriction { cut: Some(cut), .. } => Status::Within(cut, claim),
                Restriction { cut: None, .. } => Status::Unreachable(claim),
            },
        }
    }
}

impl Status<'_> {
    /// In one word.
    pub fn word(&self) -> &'static str {
        match self {
            Status::Reachable(_) => "reachable",
            Status::Unreachable(_) => "unreachable",
            Status::Within(..) => "within",
            Status::Behind(_) => "behind",
            Status::Unknown(_) => "unknown",
        }
    }
}

/// The claims that do not follow from another one; of equivalent ones the least, so that the order does not matter.
fn minimal(claims: impl Iterator<Item = Claim>) -> BTreeSet<Claim> {
    let all: BTreeSet<Claim> = claims.collect();
    all.iter()
        .filter(|one| {
            !all.iter().any(|other| {
                other != *one && other.implies(one) && (!one.implies(other) || other < *one)
            })
        })
        .cloned()
        .collect()
}

/// The execution that is least deep; of several the first.
fn first(a: &Option<Evidence>, b: &Option<Evidence>) -> Option<Evidence> {
    let key = |e: &Evidence| (e.depth.unwrap_or(u32::MAX), e.clone());
    a.iter().chain(b).min_by_key(|e| key(e)).cloned()
}

fn union<T: Ord + Clone>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {
    a.union(b).cloned().collect()
}
