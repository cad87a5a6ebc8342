//! Statements to blocks.
//!
//! Structured statements are taken apart into blocks and gotos; the graph may still have cycles here.
//! Statements can be nested deeply, so what is left to do is a stack of [`Todo`]s rather than the
//! machine's.

use crate::context::{Lower, Lowering};
use crate::contracts::Contract;
use crate::expressions::{Old, Scope};
use lariat_boogie::ast::{
    Attr, Call, CallMode, Else, ExprId, ExprKind, If, Name, Stmt, StmtKind, StmtList, While,
};
use lariat_boogie::checked::ImplId;
use lariat_boogie::{Resolution, Span, Symbol, Ty};
use lariat_logic::{IndexVec, Op, Substitution, Term, TermId, Terms, VarId};
use lariat_program::{Block, BlockId, Body, Command, CommandKind, Exit, InfoId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The code of a procedure while it is being built.
pub(crate) struct BodyBuilder<'a> {
    pub scope: Scope<'a>,
    pub contract: Rc<Contract<'a>>,
    pub blocks: IndexVec<BlockId, Block>,
    /// The block that commands go to; `None` after a jump.
    pub current: Option<BlockId>,
    /// Locals made on the way, besides the declared ones.
    pub extra_locals: Vec<VarId>,
    /// Where clauses of the declared locals, by number.
    pub local_where: Vec<Option<TermId>>,
    /// The checked postconditions as the body sees them, with the number of the clause.
    pub postconditions: Vec<(usize, TermId)>,
    labels: FxHashMap<Symbol, BlockId>,
    targets: Vec<BreakTarget>,
    /// Labels directly before the statement at hand.
    pending_labels: Vec<Symbol>,
}

/// A statement that `break` can leave.
struct BreakTarget {
    labels: Vec<Symbol>,
    is_loop: bool,
    after: BlockId,
}

/// What is left to do.
enum Todo<'a> {
    Statements(&'a [Stmt]),
    If(&'a If, &'a [Attr], Span),
    /// Ends the current block with a goto.
    Jump(BlockId),
    /// Goes on in this block.
    Begin(BlockId),
    /// Assumes a guard or its negation.
    Assume(TermId, InfoId),
    LeaveTarget,
}

impl<'a> BodyBuilder<'a> {
    pub fn new(scope: Scope<'a>, contract: Rc<Contract<'a>>) -> Self {
        let mut builder = BodyBuilder {
            scope,
            contract,
            blocks: IndexVec::new(),
            current: None,
            extra_locals: Vec::new(),
            local_where: Vec::new(),
            postconditions: Vec::new(),
            labels: FxHashMap::default(),
            targets: Vec::new(),
            pending_labels: Vec::new(),
        };
        builder.current = Some(builder.new_block("entry"));
        builder
    }

    /// A block without commands that blocks; named by [`BodyBuilder::finish`].
    pub fn new_block(&mut self, hint: &str) -> BlockId {
        let exit = Exit::Goto(Vec::new());
        self.blocks.push(Block { label: format!("{MADE_UP}{hint}"), commands: Vec::new(), exit })
    }

    pub fn emit(&mut self, kind: CommandKind, info: InfoId) {
        let block = match self.current {
            Some(block) => block,
            // After a jump: cannot be reached, but is translated all the same.
            None => self.new_block("dead"),
        };
        self.current = Some(block);
        self.blocks[block].commands.push(Command { kind, info });
    }

    /// Ends the current block.
    pub fn jump(&mut self, targets: Vec<BlockId>) {
        if let Some(block) = self.current.take() {
            self.blocks[block].exit = Exit::Goto(targets);
        }
    }

    fn label(&mut self, name: Symbol) -> BlockId {
        if let Some(&block) = self.labels.get(&name) {
            return block;
        }
        let block = self.new_block("label");
        self.labels.insert(name, block);
        block
    }

    /// Starts a further body of the same procedure.
    pub fn begin_body(&mut self, start: BlockId) {
        self.labels.clear();
        self.targets.clear();
        self.pending_labels.clear();
        self.current = Some(start);
    }

    /// The blocks, with names that are all different: labels of the source keep theirs if they can.
    pub fn finish(mut self) -> Body {
        self.merge_entry();
        let mut taken: FxHashMap<String, u32> = FxHashMap::default();
        for made_up in [false, true] {
            for block in self.blocks.iter_mut() {
                let base = match block.label.strip_prefix(MADE_UP) {
                    Some(hint) if made_up => hint.to_string(),
                    None if !made_up => block.label.clone(),
                    _ => continue,
                };
                block.label = unique_name(&mut taken, base);
            }
        }
        Body { blocks: self.blocks }
    }
}

impl BodyBuilder<'_> {
    /// Lets the procedure start in the block that the first label names, if nothing else goes there.
    fn merge_entry(&mut self) {
        const ENTRY: BlockId = BlockId(0);
        let &[next] = self.blocks[ENTRY].successors() else { return };
        let arrivals = self.blocks.iter().flat_map(Block::successors).filter(|t| **t == next);
        if next == ENTRY || arrivals.count() != 1 {
            return;
        }
        let dead = Exit::Goto(Vec::new());
        let block = &mut self.blocks[next];
        let label = std::mem::replace(&mut block.label, format!("{MADE_UP}dead"));
        let commands = std::mem::take(&mut block.commands);
        let exit = std::mem::replace(&mut block.exit, dead);
        let entry = &mut self.blocks[ENTRY];
        entry.label = label;
        entry.commands.extend(commands);
        entry.exit = exit;
    }
}

/// Starts the labels that are no label of the source.
const MADE_UP: char = '\u{1}';

/// The name itself, or with a number if it is taken.
pub(crate) fn unique_name(taken: &mut FxHashMap<String, u32>, base: String) -> String {
    if !taken.contains_key(&base) {
        taken.insert(base.clone(), 1);
        return base;
    }
    loop {
        let number = taken.get_mut(&base).map_or(1, |n| {
            *n += 1;
            *n
        });
        let name = format!("{base}#{number}");
        if !taken.contains_key(&name) {
            taken.insert(name.clone(), 1);
            return name;
        }
    }
}

impl<'a> Lowering<'a> {
    /// Translates the statements of a body, from the current block to its returns.
    pub fn statements(&mut self, b: &mut BodyBuilder<'a>, list: &'a StmtList) {
        let mut todo = vec![Todo::Statements(&list.stmts)];
        while let Some(next) = todo.pop() {
            match next {
                Todo::Statements([]) => {}
                Todo::Statements([first, rest @ ..]) => {
                    todo.push(Todo::Statements(rest));
                    // What fails has been reported; later statements may have errors too.
                    _ = self.statement(b, first, &mut todo);
                    if !matches!(first.kind, StmtKind::Label(_)) {
                        b.pending_labels.clear();
                    }
                }
                Todo::If(node, attrs, span) => {
                    _ = self.if_statement(b, node, attrs, span, &mut todo)
                }
                Todo::Jump(block) => b.jump(vec![block]),
                Todo::Begin(block) => b.current = Some(block),
                Todo::Assume(condition, info) => b.emit(CommandKind::Assume(condition), info),
                Todo::LeaveTarget => _ = b.targets.pop(),
            }
        }
        if b.current.is_some() {
            self.return_from(b, list.end, &[]);
        }
    }

    fn statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        stmt: &'a Stmt,
        todo: &mut Vec<Todo<'a>>,
    ) -> Lower<()> {
        let attrs = &stmt.attrs;
        match &stmt.kind {
            StmtKind::Label(name) => {
                let block = b.label(name.symbol);
                b.blocks[block].label = self.boogie.text(name.symbol).to_string();
                b.jump(vec![block]);
                b.current = Some(block);
                b.pending_labels.push(name.symbol);
            }
            StmtKind::Assert(e) | StmtKind::Assume(e) => {
                let condition = self.expression(&mut b.scope, *e)?;
                let info = self.info(&mut b.scope, stmt.span, attrs);
                b.emit(
                    match stmt.kind {
                        StmtKind::Assert(_) => CommandKind::Assert(condition),
                        _ => CommandKind::Assume(condition),
                    },
                    info,
                );
            }
            StmtKind::Havoc(targets) => self.havoc(b, stmt, targets)?,
            StmtKind::Assign { lhs, rhs } => self.assign(b, stmt, lhs, rhs)?,
            StmtKind::Unpack { pattern, value } => self.unpack(b, stmt, *pattern, *value)?,
            StmtKind::Call(call) => self.call(b, call, stmt)?,
            StmtKind::Par(_) => {
                return self.unsupported(
                    stmt.span,
                    "parallel calls are not supported",
                    "call the procedures one after the other",
                );
            }
            StmtKind::If(node) => self.if_statement(b, node, attrs, stmt.span, todo)?,
            StmtKind::While(node) => self.while_statement(b, node, stmt, todo)?,
            StmtKind::Break(label) => self.break_statement(b, *label, stmt.span)?,
            StmtKind::Goto(labels) => {
                let targets = labels.iter().map(|l| b.label(l.symbol)).collect();
                b.jump(targets);
            }
            StmtKind::Return => self.return_from(b, stmt.span, attrs),
            StmtKind::ReturnExpr(_) => {
                return self.error("internal", stmt.span, "a value is returned outside code");
            }
            StmtKind::Yield => {
                return self.unsupported(
                    stmt.span,
                    "yield is not supported",
                    "remove it, or make the program sequential first",
                );
            }
            // Hints about which axioms matter: leaving them out changes no meaning.
            StmtKind::Reveal { .. } | StmtKind::Scope(_) => {}
        }
        Ok(())
    }

    /// Asserts the postconditions and returns.
    pub fn return_from(&mut self, b: &mut BodyBuilder<'a>, span: Span, attrs: &'a [Attr]) {
        let contract = b.contract.clone();
        for (clause, formula) in b.postconditions.clone() {
            let clause = &contract.ensures[clause];
            let info =
                self.clause_info(&mut b.scope, "postcondition", &contract, clause, span, attrs);
            b.emit(CommandKind::Assert(formula), info);
        }
        let block = match b.current {
            Some(block) => block,
            None => b.new_block("dead"),
        };
        b.blocks[block].exit = Exit::Return;
        b.current = None;
    }

    /// A formula of the contract as a body sees it: `old` refers to saved values.
    pub fn in_body(&mut self, scope: &mut Scope<'a>, formula: TermId) -> TermId {
        let mut globals = Vec::new();
        let terms = &self.program.terms;
        terms.for_each_subterm([formula], |_, term| {
            if let Term::Old(inner) = term {
                globals.extend(terms.as_var(*inner));
            }
        });
        if globals.is_empty() {
            return formula;
        }
        let mut substitution = Substitution::new();
        for var in globals {
            let position = self.globals.iter().position(|&g| g == var).unwrap_or(0);
            let saved = self.old_global(scope, lariat_boogie::checked::GlobalId(position as u32));
            substitution.set_old(var, saved);
        }
        self.terms().substitute(formula, &mut substitution)
    }

    /// The variable that an assignment target names.
    fn target(&mut self, b: &BodyBuilder<'a>, expr: ExprId) -> Lower<VarId> {
        let scope = &b.scope;
        let var = match self.checked.resolution(expr) {
            Resolution::Global(g) => self.globals.get(g.index()),
            Resolution::Out(i) => scope.outs.get(i as usize),
            Resolution::Local(i) => scope.locals.get(i as usize),
            _ => None,
        };
        match var {
            Some(&var) => Ok(var),
            None => self.error("assign", self.boogie[expr].span, "this cannot be assigned"),
        }
    }

    fn havoc(
        &mut self,
        b: &mut BodyBuilder<'a>,
        stmt: &'a Stmt,
        targets: &'a [ExprId],
    ) -> Lower<()> {
        let mut vars = Vec::with_capacity(targets.len());
        let mut clauses = Vec::new();
        for &target in targets {
            let var = self.target(b, target)?;
            if !vars.contains(&var) {
                vars.push(var);
            }
            let clause = match self.checked.resolution(target) {
                Resolution::Global(g) => self.global_where[g.index()],
                Resolution::Local(i) => b.local_where.get(i as usize).copied().flatten(),
                Resolution::Out(i) => self.out_where(b, i),
                _ => None,
            };
            if let Some(clause) = clause
                && !clauses.contains(&clause)
            {
                clauses.push(clause);
            }
        }
        let info = self.info(&mut b.scope, stmt.span, &stmt.attrs);
        b.emit(CommandKind::Havoc(vars), info);
        for clause in clauses {
            b.emit(CommandKind::Assume(clause), info);
        }
        Ok(())
    }

    /// The where clauses that speak about an out-parameter.
    fn out_where(&mut self, b: &BodyBuilder<'a>, out: u32) -> Option<TermId> {
        let var = *b.scope.outs.get(out as usize)?;
        let terms = &mut self.program.terms;
        let about: Vec<TermId> = b
            .contract
            .out_where
            .iter()
            .map(|w| w.1)
            .filter(|&w| terms.variables([w]).contains(&var))
            .collect();
        (!about.is_empty()).then(|| terms.and(&about))
    }

    fn assign(
        &mut self,
        b: &mut BodyBuilder<'a>,
        stmt: &'a Stmt,
        lhs: &'a [ExprId],
        rhs: &'a [ExprId],
    ) -> Lower<()> {
        let mut pairs: Vec<(VarId, TermId)> = Vec::with_capacity(lhs.len());
        for (&target, &value) in lhs.iter().zip(rhs) {
            let mut term = self.expression(&mut b.scope, value)?;
            let mut place = target;
            // From the outside in: `m[i][j] := e` is `m := m[i := m[i][j := e]]`.
            loop {
                match &self.boogie[place].kind {
                    ExprKind::Select { map, indices } => {
                        let base = self.expression(&mut b.scope, *map)?;
                        let mut terms = Vec::with_capacity(indices.len());
                        for &index in indices {
                            terms.push(self.expression(&mut b.scope, index)?);
                        }
                        term = self.store(&mut b.scope, place, *map, base, terms, term)?;
                        place = *map;
                    }
                    ExprKind::Field { value, field } => {
                        let base = self.expression(&mut b.scope, *value)?;
                        let ty = self.ground(&b.scope, self.checked.ty(*value));
                        let name = self.boogie.text(field.symbol);
                        term = self.field_update(ty, base, name, term, stmt.span)?;
                        place = *value;
                    }
                    _ => break,
                }
            }
            let var = self.target(b, place)?;
            if pairs.iter().any(|p| p.0 == var) {
                return self.error(
                    "assign",
                    self.boogie[place].span,
                    "a variable is assigned twice in one parallel assignment",
                );
            }
            pairs.push((var, term));
        }
        let info = self.info(&mut b.scope, stmt.span, &stmt.attrs);
        b.emit(CommandKind::Assign(pairs), info);
        Ok(())
    }

    /// `C(x, y) := e;` fails unless `e` was built by `C`.
    fn unpack(
        &mut self,
        b: &mut BodyBuilder<'a>,
        stmt: &'a Stmt,
        pattern: ExprId,
        value: ExprId,
    ) -> Lower<()> {
        let term = self.expression(&mut b.scope, value)?;
        let ty = self.ground(&b.scope, self.checked.ty(value));
        let constructors = self.constructors_of(ty, stmt.span)?;
        let (ExprKind::App { args, .. }, Resolution::Function(function)) =
            (&self.boogie[pattern].kind, self.checked.resolution(pattern))
        else {
            return self.error("internal", stmt.span, "a pattern has no constructor");
        };
        let lariat_boogie::checked::FunctionKind::Constructor(_, n) =
            self.checked.functions[function.index()].kind
        else {
            return self.error("internal", stmt.span, "a pattern has no constructor");
        };
        let constructor = constructors[n as usize];
        let mut pairs = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            let var = self.target(b, arg)?;
            pairs.push((var, self.terms().app(Op::Field(constructor, i as u32), &[term])));
        }
        let built = self.terms().app(Op::IsConstructor(constructor), &[term]);
        let info = self.info(&mut b.scope, stmt.span, &stmt.attrs);
        b.emit(CommandKind::Assert(built), info);
        b.emit(CommandKind::Assign(pairs), info);
        Ok(())
    }

    fn call(&mut self, b: &mut BodyBuilder<'a>, call: &'a Call, stmt: &'a Stmt) -> Lower<()> {
        match call.mode {
            CallMode::Plain | CallMode::Free => {}
            CallMode::Async => {
                return self.unsupported(
                    call.span,
                    "asynchronous calls are not supported",
                    "call the procedure synchronously, or make the program sequential first",
                );
            }
            CallMode::Forall => {
                return self.unsupported(
                    call.span,
                    "call forall is not supported",
                    "state what the procedure shows as an axiom or a free ensures",
                );
            }
        }
        let target = self.checked.call(call.id);
        let Some(procedure) = target.procedure else {
            return self.error("internal", call.span, "a call has no procedure");
        };
        let types: Rc<[Ty]> = target.type_args.iter().map(|&t| self.ground(&b.scope, t)).collect();
        let callee = self.procedure(procedure, types, call.span)?;
        let contract = self.contracts[callee].clone();
        let attrs = if call.attrs.is_empty() { &stmt.attrs } else { &call.attrs };
        let info = self.info(&mut b.scope, stmt.span, attrs);
        let mut args = Vec::with_capacity(call.args.len());
        let mut arbitrary = Vec::new();
        for (i, arg) in call.args.iter().enumerate() {
            args.push(match arg {
                Some(e) => self.expression(&mut b.scope, *e)?,
                None => {
                    let var = self.fresh_like(b, contract.ins[i]);
                    arbitrary.push(var);
                    self.terms().var(var)
                }
            });
        }
        let mut results = Vec::with_capacity(call.outs.len());
        for (i, out) in call.outs.iter().enumerate() {
            results.push(match out {
                Some(e) => self.target(b, *e)?,
                None => self.fresh_like(b, contract.outs[i]),
            });
        }
        if !arbitrary.is_empty() {
            b.emit(CommandKind::Havoc(arbitrary), info);
        }
        for clause in contract.requires.iter().filter(|c| !c.free) {
            let formula = self.precondition(&contract, clause, &args);
            if call.mode == CallMode::Free {
                b.emit(CommandKind::Assume(formula), info);
            } else if formula != Terms::TRUE {
                let info = self.clause_info(
                    &mut b.scope,
                    "precondition",
                    &contract,
                    clause,
                    call.span,
                    attrs,
                );
                b.emit(CommandKind::Assert(formula), info);
            }
        }
        b.emit(CommandKind::Call(lariat_program::Call { callee, args, results }), info);
        Ok(())
    }

    /// A new local with the name and sort of a parameter.
    fn fresh_like(&mut self, b: &mut BodyBuilder<'a>, var: VarId) -> VarId {
        let like = self.program.terms.variable(var);
        let (name, sort) = (format!("any#{}", like.name), like.sort);
        let local = self.terms().declare(name, sort);
        b.extra_locals.push(local);
        local
    }

    fn guard(
        &mut self,
        b: &mut BodyBuilder<'a>,
        word: &str,
        guard: Option<ExprId>,
        attrs: &'a [Attr],
        span: Span,
    ) -> Lower<(Option<TermId>, InfoId)> {
        let (condition, text) = match guard {
            Some(e) => (
                Some(self.expression(&mut b.scope, e)?),
                format!("{word} ({})", self.source_text(self.boogie[e].span)),
            ),
            None => (None, format!("{word} (*)")),
        };
        let info = self.info_with_text(&mut b.scope, span, attrs, text);
        Ok((condition, info))
    }

    fn if_statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        node: &'a If,
        attrs: &'a [Attr],
        span: Span,
        todo: &mut Vec<Todo<'a>>,
    ) -> Lower<()> {
        let (condition, info) = self.guard(b, "if", node.guard, attrs, span)?;
        let (then, otherwise) = (b.new_block("Then"), b.new_block("Else"));
        let join = b.new_block("join");
        if b.current.is_none() {
            b.current = Some(b.new_block("dead"));
        }
        b.jump(vec![then, otherwise]);
        let labels = std::mem::take(&mut b.pending_labels);
        b.targets.push(BreakTarget { labels, is_loop: false, after: join });
        // In reverse order of execution.
        todo.push(Todo::Begin(join));
        todo.push(Todo::LeaveTarget);
        todo.push(Todo::Jump(join));
        match &node.otherwise {
            Else::None => {}
            Else::Block(list) => todo.push(Todo::Statements(&list.stmts)),
            Else::If(inner, attrs, span) => todo.push(Todo::If(inner, attrs, *span)),
        }
        if let Some(condition) = condition {
            todo.push(Todo::Assume(self.terms().not(condition), info));
        }
        todo.push(Todo::Begin(otherwise));
        todo.push(Todo::Jump(join));
        todo.push(Todo::Statements(&node.then.stmts));
        if let Some(condition) = condition {
            todo.push(Todo::Assume(condition, info));
        }
        todo.push(Todo::Begin(then));
        Ok(())
    }

    fn while_statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        node: &'a While,
        stmt: &'a Stmt,
        todo: &mut Vec<Todo<'a>>,
    ) -> Lower<()> {
        let (head, body, done) = (b.new_block("head"), b.new_block("body"), b.new_block("done"));
        if b.current.is_none() {
            b.current = Some(b.new_block("dead"));
        }
        b.jump(vec![head]);
        b.current = Some(head);
        let (condition, info) = self.guard(b, "while", node.guard, &stmt.attrs, stmt.span)?;
        for invariant in &node.invariants {
            let Ok(formula) = self.expression(&mut b.scope, invariant.expr) else { continue };
            let info = self.info(&mut b.scope, invariant.span, &invariant.attrs);
            b.emit(
                if invariant.free {
                    CommandKind::Assume(formula)
                } else {
                    CommandKind::Assert(formula)
                },
                info,
            );
        }
        b.jump(vec![body, done]);
        let labels = std::mem::take(&mut b.pending_labels);
        let after = b.new_block("after");
        b.targets.push(BreakTarget { labels, is_loop: true, after });
        todo.push(Todo::Begin(after));
        todo.push(Todo::Jump(after));
        if let Some(condition) = condition {
            todo.push(Todo::Assume(self.terms().not(condition), info));
        }
        todo.push(Todo::Begin(done));
        todo.push(Todo::LeaveTarget);
        todo.push(Todo::Jump(head));
        todo.push(Todo::Statements(&node.body.stmts));
        if let Some(condition) = condition {
            todo.push(Todo::Assume(condition, info));
        }
        todo.push(Todo::Begin(body));
        Ok(())
    }

    fn break_statement(
        &mut self,
        b: &mut BodyBuilder<'a>,
        label: Option<Name>,
        span: Span,
    ) -> Lower<()> {
        let target = b.targets.iter().rev().find(|t| match label {
            Some(name) => t.labels.contains(&name.symbol),
            None => t.is_loop,
        });
        match target.map(|t| t.after) {
            Some(after) => {
                b.jump(vec![after]);
                Ok(())
            }
            None => self.error("break", span, "there is no such loop to leave"),
        }
    }

    /// Sets up the scope of one body and translates it; the current block must be its start.
    pub fn implementation(
        &mut self,
        b: &mut BodyBuilder<'a>,
        id: ImplId,
        types: &[Ty],
    ) -> Lower<()> {
        let checked = self.checked;
        let info = &checked.implementations[id.index()];
        let (body, own_params) = match &self.boogie[info.decl] {
            lariat_boogie::ast::Decl::Procedure(decl) => match &decl.body {
                Some(body) => (body, None),
                None => return Ok(()),
            },
            lariat_boogie::ast::Decl::Implementation(decl) => {
                (&decl.body, Some((&decl.ins, &decl.outs)))
            }
            _ => return Ok(()),
        };
        b.scope.types.extend(info.type_params.iter().copied().zip(types.iter().copied()));
        b.scope.locals = self.declare_variables(&b.scope, &body.locals, &info.locals)?;
        b.extra_locals.extend(&b.scope.locals);
        let mut clauses = Vec::new();
        if let Some((ins, outs)) = own_params {
            clauses.extend(self.where_clauses(&mut b.scope, ins));
            clauses.extend(self.where_clauses(&mut b.scope, outs));
        }
        b.local_where.clear();
        for local in &body.locals {
            let formula = match local.where_clause {
                Some(e) => Some(self.expression(&mut b.scope, e)?),
                None => None,
            };
            b.local_where.push(formula);
            if let (Some(e), Some(formula)) = (local.where_clause, formula)
                && !clauses.iter().any(|c| c.1 == formula)
            {
                clauses.push((self.boogie[e].span, formula));
            }
        }
        for (span, formula) in clauses {
            let info = self.info(&mut b.scope, span, &[]);
            b.emit(CommandKind::Assume(formula), info);
        }
        self.statements(b, &body.stmts);
        Ok(())
    }

    /// Saves at the start of block 0 the globals that `old` asks for.
    pub fn save_old_values(&mut self, b: &mut BodyBuilder<'a>, info: InfoId) {
        let Old::Saved(saved) = &b.scope.old else { return };
        let saved = saved.clone();
        if saved.is_empty() {
            return;
        }
        let pairs = saved.iter().map(|&(g, copy)| (copy, self.terms().var(g))).collect();
        b.extra_locals.extend(saved.iter().map(|s| s.1));
        let command = Command { kind: CommandKind::Assign(pairs), info };
        b.blocks[BlockId(0)].commands.insert(0, command);
    }
}
