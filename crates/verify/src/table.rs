//! The table of what is known about each place while a run goes on.
//!
//! Every search enters what it finds out at once: an execution when its replay has succeeded, a claim when a bound
//! was searched to its end. So nothing that comes later (a limit, Ctrl-C, a crash of a later stage) can lose it, and
//! the report is made from the table however the run ends.

use crate::report::{Bug, Finding};
use lariat_verdict::{
    Assumption, Claim, Contradiction, Cut, Evidence, Item, ItemId, Kind, Knowledge, Overall,
    Reason, Restriction, Status, Verdict,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known so far.
#[derive(Clone, Debug, Default)]
pub struct Table {
    verdict: Verdict,
    executions: Vec<Arc<Bug>>,
    /// The first execution that may be one.
    candidate: Option<Bug>,
    round: Round,
    /// Two answers that exclude each other: the run ends with an internal error.
    contradiction: Option<Box<Contradiction>>,
}

/// Places that a search leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// Executions that fail here end here: a failure is known, or something that was not understood.
    pub assumed: BTreeSet<ItemId>,
    /// Executions go on behind these as if nothing had happened.
    pub skipped: BTreeSet<ItemId>,
}

impl Excluded {
    fn has(&self, item: ItemId) -> bool {
        self.assumed.contains(&item) || self.skipped.contains(&item)
    }
}

/// What the search that is going on is about.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The places it looks for.
    pub open: Vec<ItemId>,
    /// The places at which executions end.
    pub behind: BTreeSet<ItemId>,
    /// What its claims rest on.
    pub under: BTreeSet<Assumption>,
    /// Whether executions that it finds are failures. Those behind a skipped place are not.
    pub executions_count: bool,
    /// The least bound that is an answer.
    pub wanted_bound: u32,
}

impl Table {
    /// The places of the program, the first time that they are known; a new round begins.
    pub fn begin(
        &mut self,
        items: impl FnOnce() -> Vec<Item>,
        excluded: &Excluded,
        under: BTreeSet<Assumption>,
        wanted_bound: u32,
    ) {
        if self.verdict.items.is_empty() {
            self.verdict = Verdict::of(items());
        }
        let ids = self.verdict.items.iter().map(|item| item.id);
        self.round = Round {
            open: ids.filter(|id| !excluded.has(*id)).collect(),
            behind: excluded.assumed.clone(),
            under,
            executions_count: excluded.skipped.is_empty(),
            wanted_bound,
        };
    }

    /// Enters what a search found out; says which place an execution reached.
    pub fn learn(&mut self, finding: &Finding, by: &str, depth: Option<u32>) -> Option<ItemId> {
        match finding {
            Finding::Bug(bug) => self.execution(bug, by, depth),
            Finding::Unreachable => {
                self.claim(None, by);
                None
            }
            Finding::Within(cut) => {
                self.claim(Some(cut.clone()), by);
                None
            }
            Finding::Perhaps(bug, reason) => {
                self.candidate.get_or_insert_with(|| (**bug).clone());
                self.give_up(reason);
                None
            }
            Finding::Unknown(reason) => {
                self.give_up(reason);
                None
            }
        }
    }

    /// An execution that may be one, if no place has a better answer.
    pub fn candidate(&self) -> Option<&Bug> {
        self.candidate.as_ref().filter(|_| matches!(self.verdict.overall(), Overall::Unknown(_)))
    }

    /// Enters an execution that was replayed.
    fn execution(&mut self, bug: &Bug, by: &str, depth: Option<u32>) -> Option<ItemId> {
        let item = bug.item.or_else(|| self.only_item())?;
        if self.round.executions_count {
            let id = self.executions.len() as u32;
            self.executions.push(Arc::new(bug.clone()));
            let by = by.to_owned();
            self.enter(item, &Knowledge::reached(Evidence { depth, id, by }));
        }
        Some(item)
    }

    /// Says what goes wrong in the words of the place, unless it is an assertion: these have their own.
    pub fn reword(&self, bug: &mut Bug) {
        let Some(item) = bug.item.and_then(|id| self.verdict.item(id)) else { return };
        if !item.kind.is_assertion() {
            bug.message.clone_from(&item.message);
        }
    }

    /// The place where an execution of this round fails; none if it is no failure of the program.
    pub fn failing(&self, item: ItemId) -> Option<Item> {
        let item = self.verdict.item(item).filter(|item| item.kind.is_failure())?;
        self.round.executions_count.then(|| item.clone())
    }

    /// The question whether the entry returns has one place.
    fn only_item(&self) -> Option<ItemId> {
        match self.verdict.items.as_slice() {
            [one] if one.kind == Kind::Return => Some(one.id),
            _ => None,
        }
    }

    /// Puts more about the last execution in its place.
    pub fn elaborate(&mut self, item: ItemId, bug: Bug) {
        let found = self.verdict.item(item).and_then(|item| item.known.reached.as_ref());
        if let Some(place) = found.and_then(|e| self.executions.get_mut(e.id as usize))
            && self.round.executions_count
        {
            *place = Arc::new(bug);
        }
    }

    /// A bound was searched to its end. That is an answer if it is the bound that was asked for, or as far as time
    /// allowed if that was asked for.
    pub fn bound_searched(&mut self, bound: u32, cut: Option<Cut>) {
        if bound >= self.round.wanted_bound && cut.is_some() {
            self.claim(cut, "search");
        }
    }

    /// Enters that no execution reaches what the round looks for.
    pub fn claim(&mut self, cut: Option<Cut>, by: &str) {
        let Round { open, behind, under, .. } = self.round.clone();
        for id in open {
            let kind = self.verdict.item(id).map(|item| item.kind);
            let concerns = |a: &&Assumption| kind.is_none_or(|kind| a.what.concerns(kind));
            let under = under.iter().filter(concerns).cloned().collect();
            let restriction = Restriction { cut: cut.clone(), behind: behind.clone(), under };
            self.enter(id, &Knowledge::claimed(Claim { restriction, by: by.to_owned() }));
        }
    }

    /// Enters why there is no answer about what the round looks for.
    pub fn give_up(&mut self, reason: &Reason) {
        let news = Knowledge::unknown(reason.clone());
        for id in self.round.open.clone() {
            self.enter(id, &news);
        }
    }

    fn enter(&mut self, item: ItemId, news: &Knowledge) {
        if let Err(contradiction) = self.verdict.learn(item, news) {
            self.contradiction.get_or_insert(contradiction);
        }
    }

    /// Whether executions can go on behind a failure there. Contracts are relied upon on the other side, so what
    /// comes behind a broken one has no meaning.
    pub fn can_be_skipped(&self, item: ItemId) -> bool {
        let kind = self.verdict.item(item).map(|item| item.kind);
        !matches!(kind, None | Some(Kind::Precondition | Kind::Postcondition | Kind::Unsupported))
    }

    /// The places that an execution reaches and where it fails.
    pub fn failed(&self) -> BTreeSet<ItemId> {
        self.verdict.failures().map(|(item, _)| item.id).collect()
    }

    /// The places of the property that this one belongs to.
    pub fn of_same_property(&self, item: ItemId) -> Vec<ItemId> {
        let property = self.verdict.item(item).map(|item| &item.property);
        let same =
            |other: &&Item| Some(&other.property) == property && other.kind != Kind::Unsupported;
        self.verdict.items.iter().filter(same).map(|other| other.id).collect()
    }

    /// Whether a place is one that was not understood.
    pub fn is_unsupported(&self, item: ItemId) -> bool {
        self.verdict.item(item).is_some_and(|item| item.kind == Kind::Unsupported)
    }

    /// Whether there is anything left to find out besides these places.
    pub fn has_others(&self, excluded: &Excluded) -> bool {
        let mut items = self.verdict.items.iter();
        items.any(|item| item.kind.is_failure() && !excluded.has(item.id))
    }

    /// Is there an answer about each place, without a failure or a bound, and is this assumption all that weakens it?
    pub fn rests_only_on(&self, assumption: &Assumption) -> bool {
        let mut rests = false;
        for item in &self.verdict.items {
            let Status::Unreachable(claim) = item.known.status() else { return false };
            let weakening = || claim.restriction.under.iter().filter(|a| a.weakens());
            if weakening().any(|a| a != assumption) {
                return false;
            }
            rests |= weakening().next().is_some();
        }
        rests
    }

    /// All that claims rest on.
    pub fn assumptions(&self) -> BTreeSet<Assumption> {
        let claims = self.verdict.items.iter().flat_map(|item| &item.known.claims);
        claims.flat_map(|claim| claim.restriction.under.iter().cloned()).collect()
    }

    /// Claims that rest on an assumption rest on these instead, from which it follows.
    pub fn replace(&mut self, assumption: &Assumption, by: &BTreeSet<Assumption>) {
        for item in &mut self.verdict.items {
            let claims = std::mem::take(&mut item.known.claims);
            item.known.claims = claims
                .into_iter()
                .map(|mut claim| {
                    if claim.restriction.under.remove(assumption) {
                        claim.restriction.under.extend(by.iter().cloned());
                    }
                    claim
                })
                .collect();
        }
    }

    /// The verdict and its executions, or what makes it impossible. If nothing is known about the places (the run
    /// ended before they were), `reason` says why.
    pub fn finish(mut self, reason: Option<&Reason>) -> Result<(Verdict, Vec<Arc<Bug>>), String> {
        if let Some(contradiction) = self.contradiction {
            return Err(contradiction.to_string());
        }
        if let (true, Some(reason)) = (self.verdict.items.is_empty(), reason) {
            self.verdict = Verdict::of(vec![Item {
                id: ItemId(0),
                kind: Kind::Assertion,
                property: String::new(),
                function: String::new(),
                place: None,
                message: String::new(),
                known: Knowledge::unknown(reason.clone()),
            }]);
        }
        Ok((self.verdict, self.executions))
    }
}
