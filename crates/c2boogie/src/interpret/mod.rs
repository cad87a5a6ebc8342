//! What needs no search: an abstract interpretation of the flat program.
//!
//! Variables and cells of memory hold intervals with a stride, and addresses as objects (or arrays in them) with such
//! intervals of offsets. States flow along the control flow from the entry, calls are looked into each time they are
//! made, and states that meet are kept apart as long as they are few and a loop is young, so that loops with
//! constant bounds, strings and tables of a closed program are followed exactly. Later rounds are joined, with bounds
//! that move widened to numbers that the program has.
//!
//! The result is which accesses may leave the object, or the array in an object, that their address was made for, and
//! which assertions may fail.
//!
//! *Why that is sound.* A state describes all executions that get to a place: each operation gives at least the
//! values that two's complement gives for some value described before; where nothing is known a value is any of its
//! type, and a number that is used as an address can be each address: a read gives anything, a write makes all of
//! memory anything. An object of a state is one object of the execution, except the last of an allocation that is made
//! again and again, which stands for all others and is only ever added to. States at a label are explored unless
//! they are part of one that was. There is one exception: behind an access that may be outside, executions go on in which it
//! was inside. So the *first* access of an execution that is outside is among those that are reported, and if none is
//! reported, none is outside. Assertions that are shown hold in executions whose accesses are inside.
//!
//! Addresses of different objects are different, and no number is assumed about them. Work is bounded: it is
//! counted in terms evaluated and in variables and cells copied, compared and joined, and what takes more than is due to
//! a program of this size has no result. So results do not depend on the machine.

mod content;
mod eval;
mod guard;
mod run;
mod state;
mod strided;
mod value;

use crate::Discharge;
use crate::ir::*;
use run::Summary;
use state::{State, World};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Why an access is not known to stay inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Doubt {
    /// Its address is not known.
    Unknown,
    /// It may leave its object.
    Object,
    /// It may leave an array in its object.
    Array,
}

/// What was found out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// Accesses that may leave what they are meant for.
    open: BTreeMap<AccessId, Doubt>,
    /// Assertions that may fail: the procedure and the statement.
    failing: BTreeSet<(usize, usize)>,
    /// Is memory read behind the end of an object, where that gives anything?
    reads_beyond: bool,
}

impl Findings {
    /// Do all accesses stay inside? Reads that end with the object are not written so in the program; that counts
    /// unless nothing is left to be asked of it.
    pub fn all_inside(&self) -> bool {
        self.open.is_empty() && (!self.reads_beyond || self.failing.is_empty())
    }

    /// May an access leave something that its address is known to be made for? Checks of bounds look after objects,
    /// not after arrays in them.
    pub fn may_leave(&self, objects_are_checked: bool) -> bool {
        let least = if objects_are_checked { Doubt::Array } else { Doubt::Object };
        self.open.values().any(|&doubt| doubt >= least)
    }

    /// Makes the assertions that always hold trivial.
    pub fn discharge(&self, m: &mut Module) {
        let yes = m.truth(true);
        for (p, proc) in m.procs.iter_mut().enumerate() {
            for (i, stmt) in proc.body.iter_mut().enumerate() {
                if let StmtKind::Assert(condition, _) = &mut stmt.kind
                    && !self.failing.contains(&(p, i))
                {
                    *condition = yes;
                }
            }
        }
    }
}

/// How finely states are told apart.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// So many states at a label before they are joined with those before.
    rounds: usize,
    /// So many states at once.
    apart: usize,
    /// So many objects of one allocation.
    instances: u32,
    /// Are calls only like others whose states are the same?
    exact: bool,
    /// The work that this may take is divided by this.
    part: usize,
}

/// As if it were executed, and with every loop a fixed point.
const EFFORTS: [Effort; 2] = [
    Effort { rounds: 600, apart: 8, instances: 64, exact: true, part: 1 },
    Effort { rounds: 3, apart: 1, instances: 2, exact: false, part: 2 },
];

/// The work that each program may take.
const LEAST_WORK: usize = 300_000;

/// And so much more for each statement of it.
const WORK_PER_STATEMENT: usize = 30;

/// The analysis takes too much work.
#[derive(Debug)]
struct TooMuch;

/// One interpretation.
struct Interpreter<'a> {
    world: World<'a>,
    effort: Effort,
    most_work: usize,
    /// Calls that are being looked into.
    depth: usize,
    /// Numbers at which widening stops, in order.
    landmarks: Vec<i128>,
    /// Where each label of each procedure is.
    labels: Vec<Vec<usize>>,
    /// The last calls of each procedure.
    calls: Vec<Vec<Summary>>,
    open: BTreeMap<AccessId, Doubt>,
    failing: BTreeSet<(usize, usize)>,
    reads_beyond: bool,
}

/// Interprets a program; `None` if that is too much work.
pub(crate) fn interpret(m: &Module, discharge: Discharge) -> Option<Findings> {
    let efforts = match discharge {
        Discharge::Coarsely => &EFFORTS[1..],
        Discharge::Nothing | Discharge::Shown => &EFFORTS[..],
    };
    efforts.iter().find_map(|&effort| {
        let work = Cell::new(0);
        let mut run = Interpreter::new(m, effort, &work);
        let entry = m.procs.iter().position(|p| p.is_entry)?;
        run.call(entry, Vec::new(), State::start()).ok()?;
        let Interpreter { open, failing, reads_beyond, .. } = run;
        Some(Findings { open, failing, reads_beyond })
    })
}

impl<'a> Interpreter<'a> {
    fn new(m: &'a Module, effort: Effort, work: &'a Cell<usize>) -> Interpreter<'a> {
        let labels = m.procs.iter().map(|proc| {
            let mut at = vec![usize::MAX; proc.labels as usize];
            for (i, stmt) in proc.body.iter().enumerate() {
                if let StmtKind::Label(label) = stmt.kind {
                    at[label.index()] = i;
                }
            }
            at
        });
        let statements: usize = m.procs.iter().map(|proc| proc.body.len()).sum();
        Interpreter {
            world: World { m, instances: effort.instances, work },
            effort,
            most_work: (LEAST_WORK + WORK_PER_STATEMENT * statements) / effort.part,
            depth: 0,
            landmarks: landmarks(m),
            labels: labels.collect(),
            calls: m.procs.iter().map(|_| Vec::new()).collect(),
            open: BTreeMap::new(),
            failing: BTreeSet::new(),
            reads_beyond: false,
        }
    }
}

/// The numbers of a program, those next to them, and sizes.
fn landmarks(m: &Module) -> Vec<i128> {
    /// More tell nothing.
    const MOST: usize = 256;
    let constants = m.terms.iter().filter_map(|term| match term.kind {
        TermKind::Const(v) => Some(v),
        _ => None,
    });
    let sizes = m.objects.iter().filter_map(|o| o.size).map(i128::from);
    let near = constants.chain(sizes).filter(|v| v.unsigned_abs() < 1 << 40);
    let all: BTreeSet<i128> = near.flat_map(|v| [v - 1, v, v + 1]).collect();
    let mut all: Vec<i128> = all.into_iter().collect();
    all.sort_by_key(|v| v.abs());
    all.truncate(MOST);
    all.sort_unstable();
    all
}
