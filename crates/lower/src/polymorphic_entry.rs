//! An entry with type parameters: an execution may start with any types for them.
//!
//! A type that occurs in the program can make a difference (`f: Field T` may be the same field as `g: Field int` if `T` is `int`), and
//! about all others the program says the same: one [`TyKind::Opaque`] type for each parameter stands for them (the argument
//! is that of [`crate::polymorphism`]). So there is an instance of the entry for each choice of these, and a procedure that calls one of them with
//! any arguments.
//!
//! Types with polymorphic maps in them are left out of the choice, since a map cannot have a component for its own type. Such a type could
//! make a difference only as a type argument (`Field Heap`) or where a value of type `T` is compared with a map: both are refused.

use crate::context::Lowering;
use lariat_boogie::checked::ProcId as BoogieProcId;
use lariat_boogie::{Ty, TyKind};
use lariat_logic::{SortId, VarId};
use lariat_program::{
    Block, Body, Call, Command, CommandKind, Exit, Info, InfoId, ProcId, Procedure,
};
use std::rc::Rc;

/// So many choices of types are made.
const MAX_CHOICES: usize = 64;

fn is_opaque_or_polymorphic(kind: &TyKind) -> bool {
    matches!(kind, TyKind::Opaque(_) | TyKind::Map { params: 1.., .. })
}

impl Lowering<'_> {
    /// The entry, if it has type parameters.
    fn polymorphic_entry(&self) -> Option<BoogieProcId> {
        let entry = self.checked.procedure(self.boogie, self.options.entry.as_deref()?)?;
        let info = &self.checked.procedures[entry.index()];
        (!info.type_params.is_empty()).then_some(entry)
    }

    /// Makes the instances of an entry with type parameters. What fails has been reported.
    pub fn entry_instances(&mut self) -> Vec<ProcId> {
        let Some(entry) = self.polymorphic_entry() else { return Vec::new() };
        let span = self.procedure_decl(entry).map(|decl| decl.name.span).unwrap_or_default();
        let is_polymorphic = |kind: &TyKind| matches!(kind, TyKind::Map { params: 1.., .. });
        let arguments = self.map_instances.types.iter().flat_map(|&ty| match self.types.kind(ty) {
            TyKind::Ctor(_, args) => args.to_vec(),
            _ => Vec::new(),
        });
        let functions = self.map_instances.functions.iter().flat_map(|f| f.1.iter().copied());
        if arguments.chain(functions).any(|ty| self.has_part(ty, &is_polymorphic)) {
            _ = self.unsupported::<()>(
                span,
                "the entry has type parameters, and polymorphic maps are type arguments",
                "write a procedure without type parameters that calls it, and start there",
            );
            return Vec::new();
        }
        let params = self.checked.procedures[entry.index()].type_params.len();
        let known = self.map_instances.entry_types.clone().unwrap_or_default();
        let mut choices: Vec<Vec<Ty>> = vec![Vec::new()];
        for i in 0..params {
            // The odd ones are those of quantifiers.
            let opaque = self.types.intern(TyKind::Opaque(2 * i as u32));
            let candidates = || std::iter::once(opaque).chain(known.iter().copied());
            choices = choices
                .iter()
                .flat_map(|choice| candidates().map(|ty| [choice.as_slice(), &[ty]].concat()))
                .take(MAX_CHOICES + 1)
                .collect();
        }
        if choices.len() > MAX_CHOICES {
            _ = self.unsupported::<()>(
                span,
                "the entry has too many choices of types for its type parameters",
                "write a procedure without type parameters that calls it, and start there",
            );
            return Vec::new();
        }
        let instances =
            choices.into_iter().map(|types| self.procedure(entry, Rc::from(types), span));
        instances.filter_map(Result::ok).collect()
    }

    /// The types at which the entry is to be looked at besides an opaque one: those in use when it is at that one alone.
    pub fn types_for_entry(&self) -> Option<Vec<Ty>> {
        self.polymorphic_entry()?;
        let found = || {
            let in_use = self.types_in_use.iter().copied();
            in_use.filter(|&ty| !self.has_part(ty, &is_opaque_or_polymorphic)).collect::<Vec<Ty>>()
        };
        Some(self.map_instances.entry_types.clone().unwrap_or_else(found))
    }

    fn has_part(&self, ty: Ty, is_it: &dyn Fn(&TyKind) -> bool) -> bool {
        let kind = self.types.kind(ty);
        is_it(kind)
            || match kind {
                TyKind::Ctor(_, args) => args.iter().any(|&a| self.has_part(a, is_it)),
                TyKind::Map { indices, result, .. } => {
                    self.has_part(*result, is_it)
                        || indices.iter().any(|&i| self.has_part(i, is_it))
                }
                _ => false,
            }
    }

    /// Whether values of this sort are polymorphic maps, and the entry has type parameters: it is not looked at with such a
    /// type for them, so whether a value of another type is one is not known.
    pub fn may_be_type_of_entry(&self, sort: SortId) -> bool {
        let is_sort = |ty: &&Ty| self.sorts.get(ty.index()) == Some(&Some(sort));
        self.polymorphic_entry().is_some()
            && self.types_in_use.iter().any(|ty| {
                is_sort(&ty) && matches!(self.types.kind(*ty), TyKind::Map { params: 1.., .. })
            })
    }

    /// Makes the procedure that calls one of these instances.
    pub fn choose_entry(&mut self, instances: &[ProcId]) {
        let (Some(entry), [first, ..]) = (self.polymorphic_entry(), instances) else { return };
        let place = self.program.infos[self.program.procedures[*first].info].place;
        let name = self.boogie.text(self.checked.procedures[entry.index()].name).to_owned();
        let info = |program: &mut lariat_program::Program, text: String| -> InfoId {
            program.add_info(Info { place, attributes: Vec::new(), text, item: None })
        };
        let own = info(&mut self.program, format!("procedure {name} at any types"));
        let mut locals: Vec<VarId> = Vec::new();
        let mut body = Body::default();
        let label = |n: usize| if n == 0 { "choice".to_owned() } else { format!("types{n}") };
        let start = body.blocks.push(Block {
            label: label(0),
            commands: Vec::new(),
            exit: Exit::Goto(Vec::new()),
        });
        let mut targets = Vec::new();
        for (n, &callee) in instances.iter().enumerate() {
            let Procedure { name, inputs, outputs, .. } = self.program.procedures[callee].clone();
            let mut fresh = |var: VarId| {
                let text = format!("any#{}", self.program.terms.variable(var).name);
                let local = self.program.terms.declare_version(text, var);
                locals.push(local);
                local
            };
            let inputs: Vec<VarId> = inputs.into_iter().map(&mut fresh).collect();
            let results: Vec<VarId> = outputs.into_iter().map(&mut fresh).collect();
            let args = inputs.into_iter().map(|v| self.program.terms.var(v)).collect();
            let info = info(&mut self.program, format!("call {name}"));
            let kind = CommandKind::Call(Call { callee, args, results });
            targets.push(body.blocks.push(Block {
                label: label(n + 1),
                commands: vec![Command { kind, info }],
                exit: Exit::Return,
            }));
        }
        body.blocks[start].exit = Exit::Goto(targets);
        let modifies = self.program.procedures[*first].modifies.clone();
        let id = self.program.procedures.push(Procedure {
            name: name.clone(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            locals,
            modifies,
            ensures: Vec::new(),
            body,
            extra_recursion: 0,
            fixed_recursion: None,
            needs_recursion: 0,
            has_body: true,
            loop_info: None,
            info: own,
        });
        self.procedure_names.insert(name);
        self.entry_choice = Some((entry, id));
    }
}
