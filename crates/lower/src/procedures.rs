//! Procedures: one core procedure for each ground instance.
//!
//! The body of a core procedure assumes what the contract lets it assume, saves the globals that `old`
//! speaks about, and runs the statements. Several implementations of one procedure become one body
//! that starts with a choice. A procedure without a body havocs what it may change; its contract does
//! the rest.

use crate::LoweredProcedure;
use crate::body::BodyBuilder;
use crate::context::{Lower, Lowering};
use crate::contracts::Contract;
use crate::expressions::{Old, Scope};
use lariat_boogie::ast::{self, Attr, Decl};
use lariat_boogie::checked::{ImplId, ProcId as BoogieProcId};
use lariat_boogie::{Span, Ty};
use lariat_logic::{TermId, Terms, VarId};
use lariat_program::{BlockId, Body, Command, CommandKind, Exit, Info, InfoId, ProcId, Procedure};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl<'a> Lowering<'a> {
    /// The core procedure of a Boogie procedure at ground types, made when first asked for.
    pub fn procedure(
        &mut self,
        procedure: BoogieProcId,
        types: Rc<[Ty]>,
        span: Span,
    ) -> Lower<ProcId> {
        let known = if types.is_empty() {
            self.plain_procedures[procedure.index()]
        } else {
            self.poly_procedures.get(&(procedure, types.clone())).copied()
        };
        if let Some(id) = known {
            return Ok(id);
        }
        if self.poly_procedures.len() >= self.options.instance_limit {
            return self.unsupported(
                span,
                format!(
                    "more than {} instances of polymorphic procedures",
                    self.options.instance_limit
                ),
                "raise the instance limit, or call the procedures at fewer types",
            );
        }
        let mut contract = self.contract(procedure, &types)?;
        self.take_candidates(&mut contract);
        let mut name = contract.name.clone();
        if !types.is_empty() {
            let types: Vec<String> = types.iter().map(|&t| self.show(t)).collect();
            name = format!("{name}<{}>", types.join(","));
        }
        while !self.procedure_names.insert(name.clone()) {
            name.push_str("#contract");
        }
        let id = self.program.procedures.push(Procedure {
            name,
            inputs: contract.ins.clone(),
            outputs: contract.outs.clone(),
            locals: Vec::new(),
            modifies: contract.modifies.iter().map(|g| self.globals[g.index()]).collect(),
            ensures: contract
                .ensures
                .iter()
                .map(|c| c.formula)
                .filter(|&f| f != Terms::TRUE)
                .collect(),
            body: Body::default(),
            extra_recursion: 0,
            fixed_recursion: None,
            needs_recursion: 0,
            has_body: true,
            loop_info: None,
            info: InfoId(0),
        });
        self.contracts.push(Rc::new(contract));
        self.procedure_instances.push((procedure, types.clone()));
        if types.is_empty() {
            self.plain_procedures[procedure.index()] = Some(id);
        } else {
            self.poly_procedures.insert((procedure, types), id);
        }
        Ok(id)
    }

    /// Makes all procedures without type parameters.
    pub fn declare_procedures(&mut self) {
        for (i, info) in self.checked.procedures.iter().enumerate() {
            if info.type_params.is_empty() {
                let id = BoogieProcId(i as u32);
                // What fails has been reported.
                _ = self.procedure(id, Rc::from([]), Span::default());
            }
        }
    }

    /// Translates the body of a core procedure.
    pub fn procedure_body(&mut self, id: ProcId) -> Lower<()> {
        let checked = self.checked;
        let (procedure, types) = self.procedure_instances[id.index()].clone();
        let info = &checked.procedures[procedure.index()];
        let contract = self.contracts[id].clone();
        let proc_info = self.procedure_info(id, procedure);
        let place = self.program.infos[proc_info].place;
        let text = format!("contract of {}", contract.name);
        let made_info =
            self.program.add_info(Info { place, attributes: Vec::new(), text, item: None });
        let mut scope = Scope {
            ins: contract.ins.clone(),
            outs: contract.outs.clone(),
            modifies: contract.modifies,
            old: Old::Saved(Vec::new()),
            ..Scope::default()
        };
        scope.types.extend(info.type_params.iter().copied().zip(types.iter().copied()));
        for (i, &out) in contract.outs.iter().enumerate() {
            let clause = self.out_where(&contract, i as u32);
            self.where_clauses.extend(clause.map(|clause| (out, clause)));
        }
        let mut b = BodyBuilder::new(scope, contract.clone());
        let bodies = self.bodies_of(id, procedure).to_vec();
        self.program.procedures[id].has_body = !bodies.is_empty();
        if bodies.is_empty() {
            self.body_from_contract(&mut b, made_info);
        } else {
            self.assume_contract(&mut b, &contract);
            for (n, clause) in
                contract.ensures.iter().enumerate().filter(|(_, c)| !c.free || c.always_assumed)
            {
                let formula = self.in_body(&mut b.scope, clause.formula);
                if formula != Terms::TRUE {
                    b.postconditions.push((n, formula));
                }
            }
            if let &[only] = bodies.as_slice() {
                self.implementation(&mut b, only, &types)?;
            } else {
                let starts: Vec<_> = bodies.iter().map(|_| b.new_block("choice")).collect();
                b.jump(starts.clone());
                for (&body, start) in bodies.iter().zip(starts) {
                    b.begin_body(start);
                    self.implementation(&mut b, body, &types)?;
                }
            }
            self.save_old_values(&mut b, made_info);
        }
        let locals = std::mem::take(&mut b.extra_locals);
        let body = b.finish();
        let target = &mut self.program.procedures[id];
        target.info = proc_info;
        target.locals = locals;
        target.body = crate::blocks::in_order(body);
        let mut attrs = self.procedure_attrs(procedure).into_iter();
        if attrs.any(|a| ast::find_attr(self.boogie, a, "selective_checking").is_some()) {
            crate::selective::check_from_marks(&mut self.program, id);
        }
        Ok(())
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
            Decl::Procedure(decl) => match &decl.body {
                Some(body) => (body, None),
                None => return Ok(()),
            },
            Decl::Implementation(decl) => (&decl.body, Some((&decl.ins, &decl.outs))),
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
            let is_assumption = ast::find_attr(self.boogie, &local.attrs, "assumption").is_some();
            let formula = match local.where_clause {
                Some(e) => Some(self.condition(&mut b.scope, e)?),
                None => None,
            };
            let (n, span) = (b.local_where.len(), local.name.span);
            let var = b.scope.locals[n];
            let ty = self.ground(&b.scope, info.locals[n]);
            let given = formula;
            let formula = self.with_validity(formula, ty, var, span)?;
            if is_assumption {
                // It starts as true; the checker has seen that it is never havocked.
                let (info, term) =
                    (self.info(&mut b.scope, local.name.span, &[]), self.terms().var(var));
                b.emit(CommandKind::Assume(term), info);
            }
            self.where_clauses.extend(formula.map(|clause| (var, clause)));
            b.local_where.push(formula);
            let at = match local.where_clause {
                Some(e) if formula == given => self.boogie[e].span,
                _ => span,
            };
            if let Some(formula) = formula
                && !clauses.iter().any(|c| c.1 == formula)
            {
                clauses.push((at, formula));
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

    /// Assumes preconditions and where clauses of parameters.
    fn assume_contract(&mut self, b: &mut BodyBuilder<'a>, contract: &Contract<'a>) {
        for clause in &contract.requires {
            let text = format!("precondition of {}: {}", contract.name, clause.text);
            let info = self.info_with_text(&mut Scope::default(), clause.span, clause.attrs, text);
            b.emit(CommandKind::Assume(clause.formula), info);
        }
        for &(span, formula) in contract.in_where.iter().chain(&contract.out_where) {
            let info = self.info(&mut Scope::default(), span, &[]);
            b.emit(CommandKind::Assume(formula), info);
        }
    }

    fn body_from_contract(&mut self, b: &mut BodyBuilder<'a>, info: InfoId) {
        let contract = b.contract.clone();
        let globals = contract.modifies;
        let vars: Vec<VarId> = contract
            .outs
            .iter()
            .copied()
            .chain(globals.iter().map(|g| self.globals[g.index()]))
            .collect();
        let mut commands = Vec::new();
        if !vars.is_empty() {
            commands.push(Command { kind: CommandKind::Havoc(vars), info });
        }
        let clauses: Vec<TermId> = contract
            .in_where
            .iter()
            .chain(&contract.out_where)
            .map(|w| w.1)
            .chain(globals.iter().filter_map(|g| self.global_where[g.index()]))
            .collect();
        for clause in clauses {
            commands.push(Command { kind: CommandKind::Assume(clause), info });
        }
        if let Some(block) = b.current.take() {
            b.blocks[block].commands = commands;
            b.blocks[block].exit = Exit::Return;
        }
    }

    /// The declarations that say something about a procedure: its own and its implementations'.
    pub fn procedure_attrs(&self, procedure: BoogieProcId) -> Vec<&'a [Attr]> {
        let info = &self.checked.procedures[procedure.index()];
        let bodies =
            info.implementations.iter().map(|b| self.checked.implementations[b.index()].decl);
        let mut decls: Vec<_> = std::iter::once(info.decl).chain(bodies).collect();
        decls.dedup();
        decls
            .into_iter()
            .filter_map(|decl| match &self.boogie[decl] {
                Decl::Procedure(d) => Some(d.attrs.as_slice()),
                Decl::Implementation(d) => Some(d.attrs.as_slice()),
                _ => None,
            })
            .collect()
    }

    fn procedure_info(&mut self, id: ProcId, procedure: BoogieProcId) -> InfoId {
        let info = &self.checked.procedures[procedure.index()];
        let mut attributes = Vec::new();
        for attrs in self.procedure_attrs(procedure) {
            for attribute in self.attributes(&mut Scope::default(), attrs) {
                if !attributes.contains(&attribute) {
                    attributes.push(attribute);
                }
            }
            if let Some(n) = self.number_attribute(attrs, "SIextraRecBound") {
                self.program.procedures[id].extra_recursion = n;
            }
            if let Some(n) = self.number_attribute(attrs, "unwind") {
                self.program.procedures[id].fixed_recursion = Some(n);
            }
        }
        if let Some(depth) = self.inline_depth(procedure).filter(|_| !self.verified.contains(&id)) {
            self.program.procedures[id].fixed_recursion = Some(depth);
        }
        // The place of the body, if there is just one: that is where a user looks.
        let decl = match info.implementations.as_slice() {
            &[only] => self.checked.implementations[only.index()].decl,
            _ => info.decl,
        };
        let span = match &self.boogie[decl] {
            Decl::Procedure(d) => d.name.span,
            Decl::Implementation(d) => d.name.span,
            _ => Span::default(),
        };
        let place = self.places.place(span.start);
        let text = format!("procedure {}", self.boogie.text(info.name));
        self.program.add_info(Info { place, attributes, text, item: None })
    }

    pub fn number_attribute(&self, attrs: &[Attr], name: &str) -> Option<u32> {
        crate::modular::number_attribute(self.boogie, attrs, name)
    }

    /// What the command line asks about procedures.
    pub fn lowered_procedures(&self) -> Vec<LoweredProcedure> {
        let mut result = Vec::new();
        if let Some((procedure, id)) = self.entry_choice {
            let name =
                self.boogie.text(self.checked.procedures[procedure.index()].name).to_string();
            result.push(LoweredProcedure { name, id, has_body: true, entry_point: false });
        }
        for (i, (procedure, _)) in self.procedure_instances.iter().enumerate() {
            let info = &self.checked.procedures[procedure.index()];
            let entry_point = self
                .procedure_attrs(*procedure)
                .iter()
                .any(|attrs| ast::find_attr(self.boogie, attrs, "entrypoint").is_some());
            result.push(LoweredProcedure {
                name: self.boogie.text(info.name).to_string(),
                id: ProcId::from(i),
                has_body: !info.implementations.is_empty(),
                entry_point,
            });
        }
        result
    }

    /// Names that no loop procedure may take.
    pub fn taken_names(&self) -> FxHashMap<String, u32> {
        let mut names: Vec<&String> = self.procedure_names.iter().collect();
        names.sort();
        names.into_iter().map(|n| (n.clone(), 1)).collect()
    }
}
