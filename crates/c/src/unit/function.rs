//! Function declarations and definitions.

use super::declaration::Declared;
use super::declarator::{Declarator, Derivation, Param};
use super::nested::Outward;
use super::scope::Binding;
use super::specifiers::Storage;
use super::{External, Parsed, Unit};
use crate::diagnostic::Diagnostic;
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::*;
use crate::types::{FunctionType, Type, TypeId};
use rustc_hash::FxHashMap;

/// A label while its function is read.
pub(super) struct PendingLabel {
    pub id: LabelId,
    pub defined: bool,
    pub used: Place,
}

/// A switch while its body is read.
pub(super) struct PendingSwitch {
    pub ty: TypeId,
    pub cases: Vec<Case>,
    pub default: Option<LabelId>,
}

/// The function being read.
pub(crate) struct FunctionState {
    pub id: FunctionId,
    pub result: TypeId,
    pub locals: Vec<VarId>,
    pub labels: Vec<Label>,
    pub named: FxHashMap<Symbol, PendingLabel>,
    pub switches: Vec<PendingSwitch>,
    /// How many loops (second: loops and switches) are around.
    pub loops: u32,
    pub breakable: u32,
    /// How many blocks of `__try` are open.
    pub guarded: u32,
    /// In the initialiser of a static object.
    pub in_static: bool,
    pub name: Symbol,
    /// Labels whose address is taken, and the numbers that stand for the addresses.
    pub addressed: Vec<(LabelId, i128)>,
    /// Jumps to computed addresses: switches whose cases are known at the end of the function.
    pub computed: Vec<StmtId>,
    /// Jumps to labels.
    pub jumps: Vec<(LabelId, StmtId)>,
}

impl FunctionState {
    pub fn new_label(&mut self, name: Option<Symbol>, place: Place) -> LabelId {
        self.labels.push(Label { name, place });
        LabelId(self.labels.len() as u32 - 1)
    }
}

impl Unit<'_> {
    /// Declares a function: new, or one that is known already.
    pub(super) fn declare_function(&mut self, d: &Declared<'_>) -> FunctionId {
        let id = self.declared_function(d);
        self.p.functions[id.index()].weak |= self.weak_names.contains(&d.name);
        id
    }

    /// Another name of a function that is declared before it.
    fn alias_of_function(&mut self, d: &Declared<'_>, target: StringId) -> Option<FunctionId> {
        let name = self.p.string(target).text();
        let symbol = self.p.names.intern(&name);
        let known = self.scopes.names.get(symbol).map(|entry| entry.what);
        // A weak alias gives way to a definition elsewhere.
        if let (true, Some(External::Function(id))) =
            (d.attributes.weak, self.shared.externals.get(&d.name))
            && self.p.functions[id.index()].body.is_some()
        {
            return None;
        }
        let is_new = !self.shared.externals.contains_key(&d.name)
            && !matches!(self.scopes.names.get(d.name).map(|e| e.what), Some(Binding::Function(_)));
        match known {
            // What replaces a weak function would replace its other names, too.
            Some(Binding::Function(id)) if is_new && !self.p.functions[id.index()].weak => {
                if d.specifiers.storage != Some(Storage::Static) {
                    self.shared.externals.insert(d.name, External::Function(id));
                }
                Some(id)
            }
            _ => {
                let what = match is_new {
                    true => format!(
                        "unsupported: an alias of `{name}`, which is weak, or not declared before it"
                    ),
                    false => format!(
                        "unsupported: an alias that is declared before as a function of its own: `{}`",
                        self.p.name(d.name)
                    ),
                };
                self.error("unsupported", d.place, &what);
                None
            }
        }
    }

    fn declared_function(&mut self, d: &Declared<'_>) -> FunctionId {
        if let Some(target) = d.attributes.alias
            && let Some(id) = self.alias_of_function(d, target)
        {
            return id;
        }
        let entry = self.scopes.names.get(d.name).copied();
        let mut known = None;
        match entry.map(|e| e.what) {
            Some(Binding::Function(id)) => known = Some(id),
            Some(_) => {
                if let Some(entry) = entry
                    && entry.depth == self.scopes.depth
                {
                    self.conflict(d.name, d.place, entry.place);
                    return self.new_function(d, Linkage::None);
                }
            }
            None => {}
        }
        let is_static = d.specifiers.storage == Some(Storage::Static);
        if known.is_none() && !is_static {
            match self.shared.externals.get(&d.name) {
                Some(External::Function(id)) => known = Some(*id),
                Some(External::Global(g)) => {
                    let first = self.p.globals[g.index()].place;
                    self.conflict(d.name, d.place, first);
                }
                None => {}
            }
        }
        let Some(id) = known else {
            let linkage = if is_static { Linkage::Internal } else { Linkage::External };
            let id = self.new_function(d, linkage);
            if !is_static {
                self.shared.externals.insert(d.name, External::Function(id));
            }
            return id;
        };
        let first = &self.p.functions[id.index()];
        let (first_ty, first_place) = (first.ty, first.place);
        let lenient = first.implicit || first_place == Place::NOWHERE;
        let has_body = first.body.is_some();
        let fits = self.p.types.compatible_unqualified(first_ty, d.ty);
        // Declared by a role type, defined with other pointers: Microsoft's compiler warns.
        let another_role = !fits
            && !lenient
            && self.p.types.model.is_microsoft()
            && self.p.types.called_alike(first_ty, d.ty);
        if another_role {
            let message =
                format!("`{}` has other pointers as parameters here", self.p.name(d.name));
            self.report(
                Diagnostic::warning("redefinition", d.place, message)
                    .with_note(first_place, "declared here before"),
            );
        } else if !fits && !lenient {
            self.conflict(d.name, d.place, first_place);
        }
        let ty = match (lenient, another_role) {
            (true, _) => d.ty,
            (_, true) if has_body => first_ty,
            (_, true) => d.ty,
            _ => self.p.types.composite(first_ty, d.ty),
        };
        let function = &mut self.p.functions[id.index()];
        function.ty = ty;
        function.implicit = false;
        function.noreturn |= d.attributes.noreturn;
        function.constructor = function.constructor.or(d.attributes.constructor);
        function.destructor = function.destructor.or(d.attributes.destructor);
        function.pure |= d.attributes.pure;
        function.weak |= d.attributes.weak;
        function.aligned = function.aligned.max(d.attributes.aligned);
        function.assembler_name = function.assembler_name.or(d.attributes.assembler_name);
        if lenient {
            function.place = d.place;
        }
        if is_static && function.linkage == Linkage::External && function.unit == self.unit {
            function.linkage = Linkage::Internal;
            self.shared.externals.remove(&d.name);
        }
        id
    }

    pub(super) fn new_function(&mut self, d: &Declared<'_>, linkage: Linkage) -> FunctionId {
        let id = FunctionId(self.p.functions.len() as u32);
        self.p.functions.push(Function {
            name: d.name,
            ty: d.ty,
            linkage,
            params: Vec::new(),
            locals: Vec::new(),
            labels: Vec::new(),
            body: None,
            noreturn: d.attributes.noreturn,
            pure: d.attributes.pure,
            constructor: d.attributes.constructor,
            destructor: d.attributes.destructor,
            inline: false,
            weak: d.attributes.weak,
            aligned: d.attributes.aligned,
            address_taken: false,
            implicit: false,
            assembler_name: d.attributes.assembler_name,
            unit: self.unit,
            defined_in: None,
            replaces_inline: false,
            place: d.place,
        });
        id
    }

    /// An undeclared function that is called.
    pub(super) fn implicit_function(&mut self, name: Symbol, place: Place) -> FunctionId {
        if let Some(External::Function(id)) = self.shared.externals.get(&name) {
            return *id;
        }
        let ty = self.p.types.intern(Type::Function(FunctionType {
            result: TypeId::INT,
            params: Box::default(),
            variadic: false,
            prototyped: false,
        }));
        let id = FunctionId(self.p.functions.len() as u32);
        self.p.functions.push(Function {
            name,
            ty,
            linkage: Linkage::External,
            params: Vec::new(),
            locals: Vec::new(),
            labels: Vec::new(),
            body: None,
            noreturn: false,
            pure: false,
            constructor: None,
            destructor: None,
            inline: false,
            weak: false,
            aligned: None,
            address_taken: false,
            implicit: true,
            assembler_name: None,
            unit: self.unit,
            defined_in: None,
            replaces_inline: false,
            place,
        });
        self.shared.externals.insert(name, External::Function(id));
        id
    }

    pub(super) fn function_definition(
        &mut self,
        mut d: Declared<'_>,
        declarator: Declarator,
    ) -> Parsed<()> {
        let length_stmts = std::mem::take(&mut self.pending);
        let (mut params, prototyped) = match declarator.steps.last() {
            Some(Derivation::Function { params, prototyped, .. }) => (params.clone(), *prototyped),
            // A function type from a typedef cannot have a body; report and go on.
            _ => {
                self.error("type", d.place, "a function definition needs a parameter list");
                (Vec::new(), true)
            }
        };
        if !prototyped {
            self.old_style_parameters(&mut params)?;
            d.ty = self.old_style_type(d.name, d.ty);
        }
        let id = self.declare_function(&d);
        let depth = self.scopes.depth;
        self.bind(d.name, Binding::Function(id), d.place, depth);
        self.check_redefinition(&d, id);
        let result = self.p.types.function(d.ty).map_or(TypeId::ERROR, |f| f.result);
        if !self.p.types.is_void(result) && !self.p.types.is_complete(result) {
            self.error("type", d.place, "the result type is incomplete");
        }
        let locals = length_stmts
            .iter()
            .filter_map(|s| match self.p.stmt(*s).kind {
                StmtKind::Declare(var, _) => Some(var),
                _ => None,
            })
            .collect();
        self.function = Some(FunctionState {
            id,
            result,
            locals,
            labels: Vec::new(),
            named: FxHashMap::default(),
            switches: Vec::new(),
            loops: 0,
            breakable: 0,
            guarded: 0,
            in_static: false,
            name: d.name,
            addressed: Vec::new(),
            computed: Vec::new(),
            jumps: Vec::new(),
        });
        self.scopes.enter();
        for param in &params {
            if !self.p.types.is_complete(param.ty) {
                self.error("type", param.place, "parameter of incomplete type");
                self.p.vars[param.var.index()].ty = TypeId::ERROR;
            }
            if let Some(name) = param.name {
                self.check_fresh_name(name, param.place);
                let depth = self.scopes.depth;
                self.scopes.names.declare(name, Binding::Var(param.var), param.place, depth);
            }
        }
        let place = self.place();
        let mut stmts = length_stmts;
        self.expect(T::LBrace)?;
        self.block_items(&mut stmts)?;
        self.expect(T::RBrace)?;
        self.scopes.leave();
        let body = self.stmt(StmtKind::Block(stmts), place);
        self.finish_function(&d, id, &params, body);
        Ok(())
    }

    fn check_redefinition(&mut self, d: &Declared<'_>, id: FunctionId) {
        let function = &self.p.functions[id.index()];
        if function.body.is_none() || function.inline || function.weak || d.attributes.weak {
            return;
        }
        if d.specifiers.inline && function.unit != self.unit {
            return;
        }
        if self.gives_way(id) {
            return;
        }
        let message = format!("function `{}` is defined twice", self.p.name(d.name));
        let first = function.place;
        self.report(
            Diagnostic::error("redefinition", d.place, message)
                .with_note(first, "first defined here"),
        );
    }

    /// Does a definition in this unit give way to the one that there is? What is around a program does.
    fn gives_way(&self, id: FunctionId) -> bool {
        let function = &self.p.functions[id.index()];
        let part = |unit: u32| self.p.parts[unit as usize];
        let theirs = function.defined_in.filter(|_| function.body.is_some()).map(part);
        theirs == Some(Part::Program) && part(self.unit) != Part::Program && !function.inline
    }

    /// Has another unit a definition? Then one that is inline adds nothing: where the first one is, the function is defined.
    fn is_defined_elsewhere(&self, id: FunctionId) -> bool {
        let function = &self.p.functions[id.index()];
        function.body.is_some() && function.defined_in != Some(self.unit)
    }

    fn finish_function(
        &mut self,
        d: &Declared<'_>,
        id: FunctionId,
        params: &[Param],
        body: StmtId,
    ) {
        let Some(state) = self.function.take() else { return };
        let mut missing: Vec<_> = state
            .named
            .iter()
            .filter(|(_, l)| !l.defined)
            .map(|(name, l)| (l.used, *name, l.id))
            .collect();
        missing.sort();
        for (place, name, label) in missing {
            let to_label = state.jumps.iter().filter(|(to, _)| *to == label);
            let jumps: Vec<StmtId> = to_label.map(|&(_, jump)| jump).collect();
            if let Some(outward) = self.outward.as_mut().filter(|_| !jumps.is_empty()) {
                outward.push(Outward { label: name, place, jumps });
                continue;
            }
            let message = format!("label `{}` is not defined", self.p.name(name));
            self.error("undeclared", place, message);
        }
        for &jump in &state.computed {
            if let StmtKind::Switch(switch) = &mut self.p.stmts[jump.index()].kind {
                switch.cases.extend(state.addressed.iter().map(|&(label, value)| Case {
                    low: value,
                    high: value,
                    label,
                    place: d.place,
                }));
            }
        }
        for var in params.iter().map(|p| p.var).chain(state.locals.iter().copied()) {
            self.p.vars[var.index()].owner = Some(id);
        }
        if self.gives_way(id) || d.specifiers.inline && self.is_defined_elsewhere(id) {
            return;
        }
        let function = &mut self.p.functions[id.index()];
        function.params = params.iter().map(|p| p.var).collect();
        function.locals = state.locals;
        function.labels = state.labels;
        let was_inline = function.inline && function.body.is_some();
        function.body = Some(body);
        function.replaces_inline = was_inline && !d.specifiers.inline;
        function.inline = d.specifiers.inline;
        function.defined_in = Some(self.unit);
        function.place = d.place;
    }

    /// The declarations between `)` and `{` of an old-style definition.
    fn old_style_parameters(&mut self, params: &mut [Param]) -> Parsed<()> {
        while self.starts_declaration() {
            let s = self.specifiers()?;
            while self.peek() != T::Semi {
                let d = self.declarator(false)?;
                self.trailing_attributes()?;
                let ty = self.derive(s.ty, &d);
                let ty = self.adjust_parameter(ty);
                if let Some((name, place)) = d.name {
                    match params.iter_mut().find(|p| p.name == Some(name)) {
                        Some(param) => {
                            param.ty = ty;
                            self.p.vars[param.var.index()].ty = ty;
                        }
                        None => {
                            let message = format!("`{}` is no parameter", self.p.name(name));
                            self.error("undeclared", place, message);
                        }
                    }
                }
                if !self.accept(T::Comma) {
                    break;
                }
            }
            self.expect(T::Semi)?;
        }
        Ok(())
    }

    /// An old-style definition after a prototype has that prototype's type; otherwise callers
    /// pass promoted arguments and nothing is checked.
    fn old_style_type(&mut self, name: Symbol, ty: TypeId) -> TypeId {
        let declared = match self.scopes.names.get(name).map(|e| e.what) {
            Some(Binding::Function(id)) => Some(self.p.functions[id.index()].ty),
            _ => None,
        };
        if let Some(declared) = declared
            && self.p.types.function(declared).is_some_and(|f| f.prototyped)
        {
            return self.p.types.composite(declared, ty);
        }
        ty
    }
}
