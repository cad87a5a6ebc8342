//! What a search is told and what it tells.

use crate::part::{CallTree, Part};
use lariat_budget::Stop;
use lariat_program::{Frame, ProcId};
use lariat_solver::{GaveUp, LeftOut};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// How the search decides which call sites to look into next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StrategyKind {
    /// Stratified inlining as in the papers: under- and over-approximate queries in turn, the call
    /// sites on an abstract counterexample are instantiated.
    Stratified,
    /// Under-approximation widening: only under-approximate queries; the call sites in the
    /// unsatisfiable core are instantiated.
    #[default]
    Widening,
    /// Widening in smaller steps: of the call sites in the core, those that an execution comes to first.
    Forward,
    /// The same from the error backwards: those that it comes to last.
    Backward,
    /// Static inlining: everything up to the bound, then one query.
    Static,
}

impl StrategyKind {
    /// All strategies, with their names (on the command line and in JSON) and what users are told about them.
    pub const TABLE: &[(StrategyKind, &str, &str)] = &[
        (
            StrategyKind::Stratified,
            "stratified",
            "Stratified inlining: under- and over-approximate queries in turn",
        ),
        (
            StrategyKind::Widening,
            "widening",
            "Under-approximation widening: only what the unsatisfiable core asks for",
        ),
        (
            StrategyKind::Forward,
            "forward",
            "Widening in smaller steps, calls that are made first before others",
        ),
        (StrategyKind::Backward, "backward", "Widening in smaller steps, from the error backwards"),
        (StrategyKind::Static, "static", "Everything up to the bound, then one query"),
    ];
}

/// Settings of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// The bound where the search starts: smaller ones are known to have no path.
    pub first_bound: u32,
    /// How often a procedure may be on the call stack at once (its own extra is added).
    pub recursion_bound: u32,
    /// How many procedures may be on the call stack at once, the entry not counted; loops count as procedures, and what
    /// passes have made part of its caller does not count.
    pub stack_depth: Option<u32>,
    /// Whether some bounds are left out on the way: the deeper, the more.
    pub skip_bounds: bool,
    /// The strategy.
    pub strategy: StrategyKind,
    /// Whether call sites that cannot be on one path may share an instance.
    pub sharing: bool,
    /// Whether calls that end in the error are instantiated before the search starts.
    pub error_skeleton: bool,
    /// Whether calls beyond the bound may do anything that their summaries allow, instead of not being made. The search can
    /// only prove then: what it finds with such calls need not be an execution, and counts as a bound that was hit.
    pub summarise_beyond: bool,
    /// The call tree of a search of another abstraction of the program: these call sites are looked
    /// into before the search starts.
    pub start_from: Option<Arc<CallTree>>,
    /// Threads that search together ([`crate::search_together`]).
    pub jobs: usize,
    /// When they split the work.
    pub splitting: Splitting,
    /// Only this part of all executions.
    pub part: Option<Arc<Part>>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            first_bound: 1,
            recursion_bound: 1,
            stack_depth: None,
            skip_bounds: false,
            strategy: StrategyKind::default(),
            sharing: true,
            error_skeleton: true,
            summarise_beyond: false,
            start_from: None,
            jobs: 1,
            splitting: Splitting::default(),
            part: None,
        }
    }
}

/// When a search is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// Not before the search has taken this long: most are over by then.
    pub after: Duration,
    /// A part is worked on for this long before it is split.
    pub every: Duration,
    /// Idle time before a thread duplicates another thread's part.
    pub patience: Duration,
    /// So many decisions are made at once, whether a thread asks for work or not (for tests).
    pub at_once: usize,
}

impl Default for Splitting {
    fn default() -> Self {
        Splitting {
            after: Duration::from_secs(60),
            every: Duration::from_millis(500),
            patience: Duration::from_secs(12),
            at_once: 0,
        }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The entry can return; the path is one of the program before any pass.
    Reachable(Found),
    /// The entry cannot return, however deep the recursion.
    Unreachable,
    /// The entry cannot return within the bound; these procedures would have gone deeper.
    UnreachableWithinBound {
        /// The bound searched.
        bound: u32,
        /// What hit it.
        hits: Vec<BoundHit>,
    },
    /// No answer, and why.
    Unknown(UnknownReason),
}

/// Why a search has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// Its budget stopped.
    Stopped(Stop),
    /// The solver gave up.
    Solver(GaveUp),
    /// The part to be searched was made from another program.
    PartOfAnotherProgram,
    /// The only path found is spurious, and there is nothing left to refine.
    Spurious,
    /// Nothing was searched.
    NotSearched,
}

impl std::fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnknownReason::Stopped(stop) => stop.fmt(f),
            UnknownReason::Solver(reason) => reason.fmt(f),
            UnknownReason::PartOfAnotherProgram => {
                f.write_str("the part was made from another program")
            }
            UnknownReason::Spurious => f.write_str("a path was found that no values take"),
            UnknownReason::NotSearched => f.write_str("no engine has an answer"),
        }
    }
}

impl From<Stop> for UnknownReason {
    fn from(stop: Stop) -> Self {
        UnknownReason::Stopped(stop)
    }
}

/// A path that reaches the goal.
#[derive(Clone, Debug)]
pub struct Found {
    /// The path, in terms of the program before any pass.
    pub path: Frame,
    /// The bound at which it was found.
    pub bound: u32,
    /// Whether the solver was sure (quantifiers can leave it unsure).
    pub certain: bool,
    /// What the search had looked into.
    pub call_tree: Arc<CallTree>,
}

/// A procedure whose recursion was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundHit {
    /// The procedure of the program before any pass.
    pub procedure: ProcId,
    /// How often it may be on the stack.
    pub bound: u32,
}

/// Counters of a search.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SearchStats {
    /// Procedure instances made.
    pub instances: u64,
    /// Call sites that share an instance made for another.
    pub shared: u64,
    /// Call sites that could have shared one but for a possible path through both.
    pub sharing_refused: u64,
    /// Under-approximate queries.
    pub under_queries: u64,
    /// Over-approximate queries.
    pub over_queries: u64,
    /// Formula templates made.
    pub templates: u64,
    /// Nodes in all templates.
    pub template_nodes: u64,
    /// Time to make templates.
    pub template_time: Duration,
    /// Time to instantiate.
    pub instantiate_time: Duration,
    /// Time in the solver.
    pub solver_time: Duration,
    /// Of that, in under-approximate queries.
    pub under_time: Duration,
    /// Of that, in over-approximate queries.
    pub over_time: Duration,
    /// Queries with a path as the answer.
    pub queries_sat: u64,
    /// Queries answered "no".
    pub queries_unsat: u64,
    /// Queries that the solver gave up, or that were interrupted.
    pub queries_unknown: u64,
    /// The longest single query.
    pub longest_query: Duration,
    /// How many instances there were in it.
    pub longest_query_instances: u64,
    /// How many call sites were blocked or decided in it.
    pub longest_query_blocked: u64,
    /// How often work was split between threads.
    pub splits: u64,
    /// What queries were not told of at first.
    pub left_out: LeftOut,
    /// The bound the search got to.
    pub bound: u32,
}

impl SearchStats {
    /// Adds those of a later search for the same answer.
    pub fn add(&mut self, later: &SearchStats) {
        self.instances += later.instances;
        self.shared += later.shared;
        self.sharing_refused += later.sharing_refused;
        self.under_queries += later.under_queries;
        self.over_queries += later.over_queries;
        self.templates += later.templates;
        self.template_nodes += later.template_nodes;
        self.template_time += later.template_time;
        self.instantiate_time += later.instantiate_time;
        self.solver_time += later.solver_time;
        self.under_time += later.under_time;
        self.over_time += later.over_time;
        self.queries_sat += later.queries_sat;
        self.queries_unsat += later.queries_unsat;
        self.queries_unknown += later.queries_unknown;
        if later.longest_query > self.longest_query {
            self.longest_query = later.longest_query;
            self.longest_query_instances = later.longest_query_instances;
            self.longest_query_blocked = later.longest_query_blocked;
        }
        self.splits += later.splits;
        self.left_out.add(&later.left_out);
        self.bound = later.bound;
    }
}

/// Where a running search is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The bound being searched.
    pub bound: u32,
    /// Open call sites.
    pub open: usize,
    /// Instances so far.
    pub instances: u64,
    /// Queries so far.
    pub queries: u64,
}

/// What can be seen of a running search from outside. It cannot stop one: that is the
/// [`Budget`](lariat_budget::Budget)'s business.
pub trait Progress {
    /// Called between queries.
    fn at(&self, snapshot: &Snapshot, stats: &SearchStats) {
        let _ = (snapshot, stats);
    }

    /// Called when a bound has been searched without finding anything, with what was cut off.
    fn bound_searched(&self, bound: u32, hits: &[BoundHit]) {
        let _ = (bound, hits);
    }
}

/// Tells nothing.
pub struct Silent;

impl Progress for Silent {}
