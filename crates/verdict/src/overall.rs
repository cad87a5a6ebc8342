//! A verdict: what is known about all items, and the one answer that follows from it.

use crate::assumption::Assumption;
use crate::cut::Cut;
use crate::item::{Item, ItemId};
use crate::knowledge::{Claim, Evidence, Knowledge, Restriction, Status};
use crate::reason::{Reason, ReasonKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// What is known about the places of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The places, by number.
    pub items: Vec<Item>,
}

/// The one answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overall {
    /// An execution fails.
    Bug,
    /// No execution fails; whatever was assumed was asked for or belongs to the question.
    Proved(BTreeSet<Assumption>),
    /// No execution fails under assumptions, some of which the tool made on its own.
    NoBugIf(BTreeSet<Assumption>),
    /// No execution fails within a bound.
    Bounded(Cut, BTreeSet<Assumption>),
    /// Only executions that fail before go wrong, if any. That is never the answer about all places, since there is
    /// a bug then; but it can be about some of them.
    Behind(Restriction),
    /// There is no answer.
    Unknown(Reason),
}

/// Two answers that cannot both be right: an internal error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The place.
    pub item: ItemId,
    /// The execution found.
    pub evidence: Evidence,
    /// What excludes it.
    pub claim: Claim,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { item, evidence, claim } = self;
        write!(
            f,
            "{} found an execution that fails at place {}, and {} showed that there is none",
            evidence.by, item.0, claim.by
        )
    }
}

impl Verdict {
    /// Nothing is known about these places.
    pub fn of(items: Vec<Item>) -> Verdict {
        Verdict { items }
    }

    /// What is known about a place.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// Adds what is known about one place.
    pub fn learn(&mut self, id: ItemId, news: &Knowledge) -> Result<(), Box<Contradiction>> {
        for item in self.items.iter_mut().filter(|item| item.id == id) {
            item.known = item.known.join(news).map_err(|both| {
                let (evidence, claim) = *both;
                Box::new(Contradiction { item: id, evidence, claim })
            })?;
        }
        Ok(())
    }

    /// Adds that no execution reaches any of these places, under a restriction.
    pub fn claim(
        &mut self,
        ids: impl IntoIterator<Item = ItemId>,
        claim: &Claim,
    ) -> Result<(), Box<Contradiction>> {
        let news = Knowledge::claimed(claim.clone());
        ids.into_iter().try_for_each(|id| self.learn(id, &news))
    }

    /// What two answers about the same executions say together.
    pub fn join(&self, other: &Verdict) -> Result<Verdict, Box<Contradiction>> {
        let mut joined = self.clone();
        for item in &other.items {
            match joined.item(item.id) {
                None => joined.items.push(item.clone()),
                Some(_) => joined.learn(item.id, &item.known)?,
            }
        }
        joined.items.sort_by_key(|item| item.id);
        Ok(joined)
    }

    /// What two answers about executions that together are all of them say about the whole. A place that only one
    /// of them knows is not known.
    pub fn cover(&self, other: &Verdict) -> Verdict {
        let nothing = Knowledge::default();
        let mut items: Vec<Item> = Vec::new();
        let known = |verdict: &Verdict, id| {
            verdict.item(id).map_or_else(|| nothing.clone(), |item| item.known.clone())
        };
        for item in self.items.iter().chain(&other.items) {
            if items.iter().all(|done| done.id != item.id) {
                let covered = known(self, item.id).cover(&known(other, item.id));
                items.push(Item { known: covered, ..item.clone() });
            }
        }
        items.sort_by_key(|item| item.id);
        Verdict { items }
    }

    /// The places that an execution reaches and where it fails.
    pub fn failures(&self) -> impl Iterator<Item = (&Item, &Evidence)> {
        let reached = |item: &'_ Item| item.kind.is_failure() && item.known.reached.is_some();
        self.items
            .iter()
            .filter(move |item| reached(item))
            .filter_map(|item| item.known.reached.as_ref().map(|evidence| (item, evidence)))
    }

    /// The one answer: a bug if there is one, otherwise the weakest that holds of some place, under everything that
    /// was assumed about any.
    pub fn overall(&self) -> Overall {
        if self.failures().next().is_some() {
            return Overall::Bug;
        }
        let mut restriction = Restriction::default();
        let mut unknown: Option<Reason> = None;
        for item in &self.items {
            let news = match item.known.status() {
                Status::Unreachable(claim) | Status::Within(_, claim) | Status::Behind(claim) => {
                    restriction = restriction.both(&claim.restriction);
                    continue;
                }
                // What was not understood is reached.
                Status::Reachable(_) => {
                    let text = match &item.place {
                        Some(place) => format!("unsupported: {} at {}", item.message, place.show()),
                        None => format!("unsupported: {}", item.message),
                    };
                    Reason::new(ReasonKind::Unsupported, text)
                }
                Status::Unknown(Some(reason)) => reason.clone(),
                Status::Unknown(None) => Reason::new(ReasonKind::NotAsked, "nothing was asked"),
            };
            if unknown.as_ref().is_none_or(|old| news < *old) {
                unknown = Some(news);
            }
        }
        if let Some(reason) = unknown {
            return Overall::Unknown(reason);
        }
        if !restriction.behind.is_empty() {
            return Overall::Behind(restriction);
        }
        let Restriction { cut, under, .. } = restriction;
        match cut {
            Some(cut) => Overall::Bounded(cut, under),
            None if under.iter().any(Assumption::weakens) => Overall::NoBugIf(under),
            None => Overall::Proved(under),
        }
    }
}

impl Overall {
    /// The word in JSON: what was assumed on the tool's own account is no proof.
    pub fn word(&self) -> &'static str {
        match self {
            Overall::Bug => "bug",
            Overall::Proved(_) => "proved",
            Overall::Bounded(..) => "bounded",
            Overall::NoBugIf(_) | Overall::Behind(_) | Overall::Unknown(_) => "unknown",
        }
    }

    /// What was assumed.
    pub fn assumptions(&self) -> Option<&BTreeSet<Assumption>> {
        match self {
            Overall::Proved(under) | Overall::NoBugIf(under) | Overall::Bounded(_, under) => {
                Some(under)
            }
            Overall::Behind(restriction) => Some(&restriction.under),
            Overall::Bug | Overall::Unknown(_) => None,
        }
    }

    /// Whether this says no more than `other`: `Bug` and proofs are answers, bounds less, the rest least.
    pub fn at_most(&self, other: &Overall) -> bool {
        self.strength() <= other.strength()
    }

    fn strength(&self) -> u8 {
        match self {
            Overall::Unknown(_) => 0,
            Overall::Behind(_) => 1,
            Overall::Bounded(..) => 2,
            Overall::NoBugIf(_) => 3,
            Overall::Proved(_) => 4,
            Overall::Bug => 5,
        }
    }
}
