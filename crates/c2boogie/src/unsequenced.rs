//! Where C leaves the order of evaluation open, and what depends on it.
//!
//! An expression is a tree of evaluations. An operator is evaluated after its operands, a call after its arguments;
//! between operands there is no order, and theirs may interleave: `(a() + b()) + c()` may call `a`, `c`, `b`. So what is
//! looked at is not the pairs of operands of each operator but all evaluations between two sequence points, which
//! are those below one *top*. Operators with a sequence point inside (`&&`, `||`, `?:`, the comma, statement
//! expressions, initialisers of compound literals) are single evaluations here, and their parts have tops of their own.
//!
//! Two evaluations *interfere* if one writes what the other reads or writes. If one of them is a call, both orders
//! are allowed and give different results: both have to be tried ([`Open::events`]). If none is, and it is one object,
//! the behaviour is undefined (C11 6.5p2). That is known here of variables by their names ([`Open::undefined`]); of
//! memory it is only known that it may be so, which is left to an assumption ([`Open::assumes`]).
//!
//! Not looked at: whether the pointer that `*p++` moves lies where it points to.

use crate::touched::{Effects, Touched};
use crate::walk;
use lariat_c::{ExprId, ExprKind, Init, InitValue, Program, StmtId, StmtKind, VarId};
use rustc_hash::FxHashMap;

/// What is open below a top.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    /// Evaluations whose order matters, each after its operands, otherwise from left to right or from right to left.
    pub events: Vec<ExprId>,
    /// For each event, those before which it cannot be: a set of bits.
    pub after: Vec<u64>,
    /// For each event, those that it interferes with.
    pub conflicts: Vec<u64>,
    /// A variable that is changed twice, or changed and read.
    pub undefined: Option<ExprId>,
    /// Are there orders that the events do not show?
    pub assumes: bool,
}

/// All that is open in a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllOpen {
    /// By top.
    pub tops: FxHashMap<ExprId, Open>,
    /// Initialisers, by the variable.
    pub initialisers: FxHashMap<VarId, Open>,
}

/// Which order the events are listed in, and which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    /// Those of which several orders are allowed, from left to right.
    Choices,
    /// All that interfere, from left to right.
    FromLeft,
    /// All that interfere, from right to left.
    FromRight,
}

/// What an evaluation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    /// It reads or writes one object.
    Access,
    /// A call: nothing comes in between while it runs.
    Call,
    /// Something with sequence points inside.
    Several,
}

/// An evaluation. Its operands are the nodes from `start` up to it.
struct Node {
    e: ExprId,
    nature: Nature,
    touched: Touched,
    start: usize,
}

/// More events than this below one top are not told apart.
const MOST_EVENTS: usize = 12;

/// The parts of a function in which the order matters.
pub(crate) fn open(effects: &Effects<'_>, c: &Program, body: StmtId, listed: Listed) -> AllOpen {
    let mut search = Search { effects, c, listed, found: AllOpen::default(), tops: Vec::new() };
    search.statements(body);
    while let Some(e) = search.tops.pop() {
        search.top(e);
    }
    search.found
}

struct Search<'a, 'p> {
    effects: &'a Effects<'p>,
    c: &'p Program,
    listed: Listed,
    found: AllOpen,
    /// Expressions that were not looked at.
    tops: Vec<ExprId>,
}

impl<'p> Search<'_, 'p> {
    fn statements(&mut self, body: StmtId) {
        let (mut stmts, mut exprs) = (vec![body], Vec::new());
        while let Some(s) = stmts.pop() {
            if let StmtKind::Declare(var, Some(init)) = &self.c.stmt(s).kind {
                self.initialiser(*var, init);
            }
            walk::children(self.c, s, &mut stmts, &mut exprs);
            self.tops.append(&mut exprs);
        }
    }

    /// Looks at an expression between two sequence points.
    fn top(&mut self, e: ExprId) {
        let mut e = e;
        // Where there is one operand only, nothing is open.
        while let ExprKind::Load(a)
        | ExprKind::Decay(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Cast(_, a)
        | ExprKind::Member(a, _)
        | ExprKind::Deref(a)
        | ExprKind::AddressOf(a)
        | ExprKind::Increment { target: a, .. } = self.c.expr(e).kind
        {
            e = a;
        }
        let mut nodes = Vec::new();
        self.collect(e, &mut nodes);
        for node in nodes.iter().filter(|node| node.nature == Nature::Several) {
            self.parts(node.e);
        }
        let open = self.interference(&nodes);
        if let Some(open) = open {
            self.found.tops.insert(e, open);
        }
    }

    /// The parts of something with sequence points inside.
    fn parts(&mut self, e: ExprId) {
        let kind = &self.c.expr(e).kind;
        match kind {
            ExprKind::StmtExpr(s, _) => self.statements(*s),
            ExprKind::CompoundLiteral(var, init) => self.initialiser(*var, init),
            _ => {}
        }
        kind.for_each_child(|child| self.tops.push(child));
    }

    /// The evaluations below an expression, each after its operands.
    fn collect(&self, e: ExprId, nodes: &mut Vec<Node>) {
        let start = nodes.len();
        let c = self.c;
        let both = |a: ExprId, b: ExprId, nodes: &mut Vec<Node>| match self.listed {
            Listed::FromRight => {
                self.operand(b, nodes);
                self.operand(a, nodes);
            }
            _ => {
                self.operand(a, nodes);
                self.operand(b, nodes);
            }
        };
        let mut touched = Touched::default();
        let nature = match &c.expr(e).kind {
            ExprKind::Load(a) | ExprKind::Increment { target: a, .. } => {
                self.collect(*a, nodes);
                Nature::Access
            }
            ExprKind::Binary(_, a, b) => {
                both(*a, *b, nodes);
                Nature::Access
            }
            ExprKind::PointerDifference(a, b) => return both(*a, *b, nodes),
            ExprKind::PointerOffset { pointer, offset, .. } => {
                return both(*pointer, *offset, nodes);
            }
            ExprKind::Assign(target, value) => {
                match self.listed {
                    Listed::FromRight => {
                        self.operand(*value, nodes);
                        self.collect(*target, nodes);
                    }
                    _ => {
                        self.collect(*target, nodes);
                        self.operand(*value, nodes);
                    }
                }
                Nature::Access
            }
            ExprKind::CompoundAssign(assign) => {
                // The old value may be read before the operand is evaluated, and after.
                match self.is_simple(assign.target) {
                    true => both(assign.target, assign.operand, nodes),
                    false => {
                        self.collect(assign.target, nodes);
                        self.operand(assign.operand, nodes);
                    }
                }
                Nature::Access
            }
            ExprKind::Call(callee, args) => {
                let mut operands: Vec<ExprId> =
                    std::iter::once(*callee).chain(args.iter().copied()).collect();
                if self.listed == Listed::FromRight {
                    operands.reverse();
                }
                operands.into_iter().for_each(|a| self.operand(a, nodes));
                touched = self.effects.of_callee(*callee).clone();
                Nature::Call
            }
            ExprKind::Builtin(..) | ExprKind::VaArg(_) => {
                let mut operands = Vec::new();
                c.expr(e).kind.for_each_child(|a| operands.push(a));
                if self.listed == Listed::FromRight {
                    operands.reverse();
                }
                operands.into_iter().for_each(|a| self.operand(a, nodes));
                Nature::Call
            }
            ExprKind::Conditional(..)
            | ExprKind::Logical(..)
            | ExprKind::Comma(..)
            | ExprKind::StmtExpr(..)
            | ExprKind::CompoundLiteral(..) => {
                self.effects.expression(e, &mut touched);
                Nature::Several
            }
            kind => {
                kind.for_each_child(|child| self.collect(child, nodes));
                return;
            }
        };
        self.effects.itself(e, &mut touched);
        if !touched.is_empty() {
            nodes.push(Node { e, nature, touched, start });
        }
    }

    /// An operand, which is read if it is an lvalue.
    fn operand(&self, e: ExprId, nodes: &mut Vec<Node>) {
        let start = nodes.len();
        self.collect(e, nodes);
        if self.is_lvalue(e) {
            let mut touched = Touched::default();
            self.effects.reads(e, &mut touched);
            nodes.push(Node { e, nature: Nature::Access, touched, start });
        }
    }

    fn is_lvalue(&self, e: ExprId) -> bool {
        let kind = &self.c.expr(e).kind;
        matches!(
            kind,
            ExprKind::Var(_) | ExprKind::Global(_) | ExprKind::Member(..) | ExprKind::Deref(_)
        )
    }

    /// Is it an lvalue that can be evaluated twice?
    fn is_simple(&self, e: ExprId) -> bool {
        let mut nodes = Vec::new();
        self.collect(e, &mut nodes);
        nodes.iter().all(|node| node.touched.writes.is_empty())
    }

    /// What interferes with what.
    fn interference(&self, nodes: &[Node]) -> Option<Open> {
        if nodes.iter().all(|node| node.touched.writes.is_empty()) {
            return None;
        }
        let mut open = Open::default();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (j, second) in nodes.iter().enumerate() {
            for (i, first) in nodes[..j].iter().enumerate() {
                // Reads do not interfere, and most evaluations are reads.
                if first.touched.writes.is_empty() && second.touched.writes.is_empty() {
                    continue;
                }
                if i >= second.start {
                    self.operand_interferes(first, second, &mut open);
                } else if first.touched.conflicts(&second.touched) {
                    let choice = self.meet(first, second, &mut open);
                    if choice || self.listed != Listed::Choices {
                        pairs.push((i, j));
                    }
                }
            }
        }
        if pairs.is_empty() {
            return (open.assumes || open.undefined.is_some()).then_some(open);
        }
        let mut members: Vec<usize> = pairs.iter().flat_map(|&(i, j)| [i, j]).collect();
        members.sort_unstable();
        members.dedup();
        if members.len() > MOST_EVENTS && self.listed == Listed::Choices {
            open.assumes = true;
            members.clear();
        }
        let at = |node: usize| members.iter().position(|&m| m == node);
        for &j in &members {
            open.events.push(nodes[j].e);
            let operands = (nodes[j].start..j).filter_map(at);
            open.after.push(operands.fold(0, |set, i| set | bit(i)));
            let others = pairs.iter().filter_map(|&(a, b)| match j {
                _ if a == j => at(b),
                _ if b == j => at(a),
                _ => None,
            });
            open.conflicts.push(others.fold(0, |set, i| set | bit(i)));
        }
        // A choice has each evaluation more than once.
        if self.listed == Listed::Choices && open.events.iter().any(|&e| has_labels(self.c, e)) {
            open = Open { assumes: true, undefined: open.undefined, ..Open::default() };
        }
        Some(open)
    }

    /// Two evaluations without order that interfere: may one come before the other, and the other before the one?
    fn meet(&self, first: &Node, second: &Node, open: &mut Open) -> bool {
        if first.nature == Nature::Access && second.nature == Nature::Access {
            match self.same_variable(first.e, second.e) {
                true => open.undefined = open.undefined.or(Some(second.e)),
                false => open.assumes = true,
            }
            return false;
        }
        for (several, other) in [(first, second), (second, first)] {
            open.assumes |= several.nature == Nature::Several && self.interleaves(several, other);
        }
        true
    }

    /// May something come in the middle of something with sequence points, and does it matter?
    fn interleaves(&self, several: &Node, other: &Node) -> bool {
        let (mut exprs, mut stmts, mut seen) = (vec![several.e], Vec::new(), 0);
        while let Some(e) = exprs.pop() {
            let kind = &self.c.expr(e).kind;
            if let ExprKind::StmtExpr(s, _) = kind {
                stmts.push(*s);
            }
            kind.for_each_child(|child| exprs.push(child));
            while let Some(s) = stmts.pop() {
                walk::children(self.c, s, &mut stmts, &mut exprs);
            }
            let mut touched = Touched::default();
            self.effects.itself(e, &mut touched);
            let mut call = false;
            if let ExprKind::Call(callee, _) = kind {
                touched = self.effects.of_callee(*callee).clone();
                call = true;
            }
            if touched.conflicts(&other.touched) {
                seen += 1;
                // Two accesses of one object are undefined.
                seen += usize::from(!call && other.nature != Nature::Call);
            }
        }
        seen > 1
    }

    /// An operand and what is evaluated after it: the value of the operand comes first, but not what else it changes.
    fn operand_interferes(&self, operand: &Node, whole: &Node, open: &mut Open) {
        let kind = &self.c.expr(whole.e).kind;
        let stores = matches!(kind, ExprKind::Assign(..) | ExprKind::CompoundAssign(_));
        if !stores || operand.touched.writes.is_empty() {
            return;
        }
        match operand.nature {
            Nature::Call => {
                // A target that is not simple is read where the compiler likes.
                let ExprKind::CompoundAssign(assign) = kind else { return };
                let interferes = operand.touched.conflicts(&whole.touched);
                open.assumes |= interferes && !self.is_simple(assign.target);
            }
            Nature::Access if self.same_variable(operand.e, whole.e) => {
                open.undefined = open.undefined.or(Some(whole.e));
            }
            Nature::Access | Nature::Several => {
                let last = matches!(self.c.expr(operand.e).kind, ExprKind::Comma(..));
                let writes = |touched: &Touched| Touched {
                    writes: touched.writes.clone(),
                    ..Touched::default()
                };
                let both = writes(&operand.touched).conflicts(&writes(&whole.touched));
                open.assumes |= both && !last;
            }
        }
    }

    /// Do two accesses name the same variable, all of it?
    fn same_variable(&self, a: ExprId, b: ExprId) -> bool {
        let variable = |e: ExprId| {
            let lvalue = match &self.c.expr(e).kind {
                ExprKind::Load(l) | ExprKind::Assign(l, _) => *l,
                ExprKind::Increment { target, .. } => *target,
                ExprKind::CompoundAssign(assign) => assign.target,
                _ => e,
            };
            match self.c.expr(lvalue).kind {
                ExprKind::Var(v) => Some((true, v.index())),
                ExprKind::Global(g) => Some((false, g.index())),
                _ => None,
            }
        };
        variable(a).is_some() && variable(a) == variable(b)
    }

    /// The values of an initialiser come one after the other, in any order.
    fn initialiser(&mut self, var: VarId, init: &Init) {
        let values = init.entries.iter().filter_map(|entry| match entry.value {
            InitValue::Expr(e) => Some(e),
            _ => None,
        });
        let mut nodes: Vec<Node> = Vec::new();
        for e in values {
            let mut touched = Touched::default();
            self.effects.expression(e, &mut touched);
            if !touched.is_empty() {
                nodes.push(Node { e, nature: Nature::Call, touched, start: nodes.len() });
            }
        }
        // What is read of the variable itself may be there already, or not.
        let own = crate::touched::Cell::Local(var);
        let own = nodes.len() > 1 && nodes.iter().any(|n| n.touched.reads.contains(&own));
        if self.listed == Listed::FromRight {
            nodes.reverse();
            (0..nodes.len()).for_each(|i| nodes[i].start = i);
        }
        let mut open = self.interference(&nodes).unwrap_or_default();
        open.assumes |= own;
        if open.assumes || !open.events.is_empty() {
            self.found.initialisers.insert(var, open);
        }
    }
}

/// The set of one event.
pub(crate) fn bit(i: usize) -> u64 {
    1 << (i % 64)
}

/// Are there labels in statement expressions, of which there must be one only?
fn has_labels(c: &Program, e: ExprId) -> bool {
    let (mut exprs, mut stmts) = (vec![e], Vec::new());
    loop {
        if let Some(e) = exprs.pop() {
            let kind = &c.expr(e).kind;
            if let ExprKind::StmtExpr(s, _) = kind {
                stmts.push(*s);
            }
            kind.for_each_child(|child| exprs.push(child));
        } else if let Some(s) = stmts.pop() {
            if matches!(c.stmt(s).kind, StmtKind::Label(_)) {
                return true;
            }
            walk::children(c, s, &mut stmts, &mut exprs);
        } else {
            return false;
        }
    }
}
