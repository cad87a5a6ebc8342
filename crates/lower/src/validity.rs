//! What holds of every variable of a datatype: `datatype {:valid "F"} D<T> { … }`.
//!
//! Like a where clause, it is assumed where a variable has an arbitrary value (parameters, results of calls, havoc), and of
//! variables that quantifiers bind; it is not checked where something is assigned. It reaches into maps and fields, a few steps deep.

use crate::context::{Lower, Lowering};
use crate::expressions::Scope;
use lariat_boogie::ast::{AttrArg, Decl, find_attr};
use lariat_boogie::checked::FunctionId;
use lariat_boogie::{Span, Ty, TyKind};
use lariat_logic::{Binder, BinderKind, Op, TermId, Terms, VarId};

/// How many maps and fields are looked into, one inside of the other.
const DEPTH: u32 = 3;

impl<'a> Lowering<'a> {
    /// What holds of a variable because of its type, if anything does.
    pub fn validity(&mut self, ty: Ty, var: VarId, span: Span) -> Lower<Option<TermId>> {
        if !self.has_validity {
            return Ok(None);
        }
        let term = self.terms().var(var);
        self.valid(ty, term, DEPTH, span)
    }

    fn valid(&mut self, ty: Ty, term: TermId, depth: u32, span: Span) -> Lower<Option<TermId>> {
        match self.types.kind(ty).clone() {
            TyKind::Ctor(ctor, args) => {
                let mut parts = Vec::new();
                if let Some(function) = self.validity_function(ctor.index()) {
                    parts.push(self.apply(function, args.clone(), &[term], span)?);
                }
                if depth > 0 && self.checked.type_ctors[ctor.index()].datatype.is_some() {
                    self.valid_fields(ty, &args, term, depth - 1, span, &mut parts)?;
                }
                Ok((!parts.is_empty()).then(|| self.terms().and(&parts)))
            }
            TyKind::Map { params: 0, indices, result } if depth > 0 && !indices.is_empty() => {
                let mut vars = Vec::with_capacity(indices.len());
                for &index in &indices {
                    let sort = self.sort(index, span)?;
                    vars.push(self.terms().declare("i", sort));
                }
                let mut operands = vec![term];
                operands.extend(vars.iter().map(|&v| self.program.terms.var(v)));
                let element = self.terms().app(Op::Select, &operands);
                let Some(body) = self.valid(result, element, depth - 1, span)? else {
                    return Ok(None);
                };
                Ok(Some(self.terms().bind(Binder {
                    kind: BinderKind::Forall,
                    vars,
                    body,
                    triggers: vec![vec![element]],
                    no_triggers: Vec::new(),
                    name: None,
                    weight: None,
                })))
            }
            _ => Ok(None),
        }
    }

    /// What holds of the fields of a value of this datatype.
    fn valid_fields(
        &mut self,
        ty: Ty,
        args: &[Ty],
        term: TermId,
        depth: u32,
        span: Span,
        parts: &mut Vec<TermId>,
    ) -> Lower<()> {
        let TyKind::Ctor(ctor, _) = *self.types.kind(ty) else { return Ok(()) };
        let checked = self.checked;
        let Some(datatype) = checked.type_ctors[ctor.index()].datatype else { return Ok(()) };
        let made = self.constructors_of(ty, span)?;
        let declared = &checked.datatypes[datatype.index()].constructors;
        for (&constructor, info) in made.iter().zip(declared) {
            let function = &checked.functions[info.function.index()];
            let mut scope = Scope::default();
            if let TyKind::Ctor(_, given) = checked.types.kind(function.result) {
                for (param, &arg) in given.iter().zip(args) {
                    if let TyKind::Var(var) = checked.types.kind(*param) {
                        scope.types.insert(*var, arg);
                    }
                }
            }
            for (n, &param) in function.params.iter().enumerate() {
                let field_ty = self.ground(&scope, param);
                let field = self.terms().app(Op::Field(constructor, n as u32), &[term]);
                let Some(valid) = self.valid(field_ty, field, depth, span)? else { continue };
                let built = self.terms().app(Op::IsConstructor(constructor), &[term]);
                parts.push(self.terms().implies(built, valid));
            }
        }
        Ok(())
    }

    fn validity_function(&self, ctor: usize) -> Option<FunctionId> {
        let info = &self.checked.type_ctors[ctor];
        let Decl::Datatype(decl) = &self.boogie[info.decl] else { return None };
        match find_attr(self.boogie, &decl.attrs, "valid")?.args.first()? {
            AttrArg::Str(name) => self.checked.function(self.boogie, self.boogie.text(*name)),
            AttrArg::Expr(_) => None,
        }
    }

    /// Whether any datatype says what holds of its variables.
    pub fn says_what_holds(boogie: &lariat_boogie::Program) -> bool {
        boogie.decls.iter().any(|decl| match decl {
            Decl::Datatype(decl) => find_attr(boogie, &decl.attrs, "valid").is_some(),
            _ => false,
        })
    }

    /// A where clause and what holds because of the type.
    pub fn with_validity(
        &mut self,
        clause: Option<TermId>,
        ty: Ty,
        var: VarId,
        span: Span,
    ) -> Lower<Option<TermId>> {
        Ok(match (clause, self.validity(ty, var, span)?) {
            (Some(clause), Some(valid)) => Some(self.terms().and(&[clause, valid])),
            (clause, valid) => clause.or(valid),
        })
    }

    /// What holds of the variables that a quantifier binds.
    pub fn bound_validity(&mut self, bound: &[(Ty, VarId)], span: Span) -> Lower<TermId> {
        let mut all = Terms::TRUE;
        for &(ty, var) in bound {
            if let Some(valid) = self.validity(ty, var, span)? {
                all = self.terms().and(&[all, valid]);
            }
        }
        Ok(all)
    }
}
