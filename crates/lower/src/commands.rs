//! Commands: assignments, havoc, and calls with their preconditions.

use crate::body::BodyBuilder;
use crate::context::{Lower, Lowering};
use crate::contracts::Contract;
use lariat_boogie::ast::{Call, CallMode, ExprId, ExprKind, Stmt};
use lariat_boogie::checked::FunctionKind;
use lariat_boogie::{Resolution, Ty};
use lariat_logic::{Op, TermId, Terms, VarId};
use lariat_program::CommandKind;
use lariat_program::verdict::Kind;
use std::rc::Rc;

impl<'a> Lowering<'a> {
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

    pub fn havoc(
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
                Resolution::Out(i) => self.out_where(&b.contract.clone(), i),
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
    pub fn out_where(&mut self, contract: &Contract<'a>, out: u32) -> Option<TermId> {
        let var = *contract.outs.get(out as usize)?;
        let terms = &mut self.program.terms;
        let about: Vec<TermId> = contract
            .out_where
            .iter()
            .map(|w| w.1)
            .filter(|&w| terms.variables([w]).contains(&var))
            .collect();
        (!about.is_empty()).then(|| terms.and(&about))
    }

    pub fn assign(
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
    pub fn unpack(
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
        let FunctionKind::Constructor(_, n) = self.checked.functions[function.index()].kind else {
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
        self.checks(info, Kind::Assertion, stmt.span, stmt.span, &stmt.attrs);
        b.emit(CommandKind::Assert(built), info);
        b.emit(CommandKind::Assign(pairs), info);
        Ok(())
    }

    pub fn call(&mut self, b: &mut BodyBuilder<'a>, call: &'a Call, stmt: &'a Stmt) -> Lower<()> {
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
        for clause in contract.requires.iter().filter(|c| !c.free || c.always_assumed) {
            let formula = self.precondition(&contract, clause, &args);
            if call.mode == CallMode::Free || clause.always_assumed {
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
                // Each call is an item of its own, whatever number the clause has.
                self.checks(info, Kind::Precondition, call.span, clause.span, &[]);
                b.emit(CommandKind::Assert(formula), info);
            }
        }
        b.emit(CommandKind::Call(lariat_program::Call { callee, args, results }), info);
        Ok(())
    }

    /// A new local with the name and sort of a parameter.
    fn fresh_like(&mut self, b: &mut BodyBuilder<'a>, var: VarId) -> VarId {
        let name = format!("any#{}", self.program.terms.variable(var).name);
        let local = self.terms().declare_version(name, var);
        b.extra_locals.push(local);
        local
    }
}
