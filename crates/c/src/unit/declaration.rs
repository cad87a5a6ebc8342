//! Declarations at file and block scope: typedefs, objects, function declarations.

use super::attributes::Attributes;
use super::declarator::Declarator;
use super::scope::Binding;
use super::specifiers::{Specifiers, Storage};
use super::{External, Parsed, Unit};
use crate::diagnostic::Diagnostic;
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::*;
use crate::types::{ArrayLength, Type, TypeId};

/// A declared name with all that its declaration says.
pub(super) struct Declared<'d> {
    pub name: Symbol,
    pub ty: TypeId,
    pub place: Place,
    pub specifiers: &'d Specifiers,
    pub attributes: &'d Attributes,
}

impl Unit<'_> {
    /// One declaration or function definition at file scope.
    pub(super) fn external_declaration(&mut self) -> Parsed<()> {
        match self.peek() {
            T::Semi => {
                self.next();
                return Ok(());
            }
            T::Pragma => return self.pragma().map(|_| ()),
            T::Asm => {
                self.next();
                while matches!(self.peek(), T::Volatile | T::Inline | T::Goto) {
                    self.next();
                }
                let place = self.expect(T::LParen)?.place;
                self.skip_to_closing(T::LParen, T::RParen)?;
                self.expect(T::Semi)?;
                self.p.ignored.push(("assembly outside of functions".into(), place));
                return Ok(());
            }
            T::StaticAssert => return self.static_assert(),
            T::Extension if self.peek_at(1) == T::StaticAssert => {
                self.next();
                return self.static_assert();
            }
            _ => {}
        }
        let implicit_int = self.peek() == T::Name && self.peek_at(1) == T::LParen;
        if !self.starts_type_name(0) && !implicit_int {
            self.syntax_error("expected a declaration");
            return Err(super::Failed);
        }
        self.declaration(None)
    }

    /// A declaration. With `out` it is one of a block, and statements are added there.
    pub(super) fn declaration(&mut self, mut out: Option<&mut Vec<StmtId>>) -> Parsed<()> {
        let s = self.specifiers()?;
        if self.accept(T::Semi) {
            // A type alone may have lengths to evaluate, or be one that is not supported.
            if let Some(out) = &mut out {
                out.append(&mut self.pending);
            }
            return Ok(());
        }
        if !s.has_type {
            self.warning("implicit-int", s.place, "the type is missing; taken to be int");
        }
        let mut first = true;
        loop {
            let before = self.attributes()?;
            let d = self.declarator(false)?;
            let Some((name, place)) = d.name else {
                self.syntax_error("expected a name");
                return Err(super::Failed);
            };
            let mut attributes = self.trailing_attributes()?;
            attributes.merge(before);
            attributes.merge(s.attributes.clone());
            attributes.aligned = attributes.aligned.max(d.aligned);
            attributes.noreturn |= d.noreturn;
            let base = self.with_vector(s.ty, &attributes, place);
            let mut ty = self.derive(base, &d);
            if let Some(mode) = attributes.mode.take() {
                ty = self.apply_mode(ty, &mode);
            }
            if let Some(out) = &mut out {
                out.append(&mut self.pending);
            }
            let is_function = matches!(self.p.types.get(ty), Type::Function(_));
            if first && is_function && out.is_none() && self.function_body_follows(&d) {
                let declared =
                    Declared { name, ty, place, specifiers: &s, attributes: &attributes };
                return self.function_definition(declared, d);
            }
            let declared = Declared { name, ty, place, specifiers: &s, attributes: &attributes };
            self.declare(declared, is_function, &d, out.as_deref_mut())?;
            first = false;
            if !self.accept(T::Comma) {
                break;
            }
        }
        self.expect(T::Semi)?;
        Ok(())
    }

    fn function_body_follows(&self, d: &Declarator) -> bool {
        let old_style = d.params().is_some_and(|(_, prototyped)| !prototyped);
        self.peek() == T::LBrace || (old_style && self.starts_declaration())
    }

    fn declare(
        &mut self,
        d: Declared<'_>,
        is_function: bool,
        declarator: &Declarator,
        out: Option<&mut Vec<StmtId>>,
    ) -> Parsed<()> {
        let storage = d.specifiers.storage;
        if storage == Some(Storage::Typedef) {
            let aligned = d.attributes.aligned.or(if declarator.is_pointer() {
                None
            } else {
                d.specifiers.type_aligned
            });
            if d.attributes.transparent
                && let Some(id) = self.p.types.record_of(d.ty)
            {
                self.p.types.records[id.0 as usize].transparent = true;
            }
            self.declare_typedef(d.name, d.ty, aligned, d.place);
            return Ok(());
        }
        if is_function {
            let id = self.declare_function(&d);
            if self.peek() == T::Assign {
                self.syntax_error("a function has no initialiser");
                return Err(super::Failed);
            }
            let depth = self.scopes.depth;
            self.bind(d.name, Binding::Function(id), d.place, depth);
            return Ok(());
        }
        let is_static =
            self.scopes.depth == 0 || matches!(storage, Some(Storage::Static | Storage::Extern));
        if is_static { self.global_declaration(d) } else { self.local_declaration(d, out) }
    }

    /// Binds a name unless the current scope has the same binding already.
    pub(super) fn bind(&mut self, name: Symbol, what: Binding, place: Place, depth: u32) {
        match self.scopes.names.get(name) {
            Some(e) if e.depth == depth => self.scopes.names.update(name, what),
            _ => self.scopes.names.declare(name, what, place, depth),
        }
    }

    fn declare_typedef(&mut self, name: Symbol, ty: TypeId, aligned: Option<u32>, place: Place) {
        if let Some(entry) = self.scopes.names.get(name).copied()
            && entry.depth == self.scopes.depth
        {
            let same = match entry.what {
                Binding::Typedef { ty: first, .. } => self.p.types.compatible(first, ty),
                _ => false,
            };
            if !same {
                self.conflict(name, place, entry.place);
            }
        }
        // A record without a tag goes by the name of its typedef.
        match *self.p.types.get(ty) {
            Type::Record(id) => {
                let record = &mut self.p.types.records[id.0 as usize];
                record.tag = record.tag.or(Some(name));
            }
            Type::Enum(id) => {
                let e = &mut self.p.types.enums[id.0 as usize];
                e.tag = e.tag.or(Some(name));
            }
            _ => {}
        }
        let depth = self.scopes.depth;
        self.bind(name, Binding::Typedef { ty, aligned }, place, depth);
    }

    pub(super) fn conflict(&mut self, name: Symbol, place: Place, first: Place) {
        let message = format!("conflicting declarations of `{}`", self.p.name(name));
        self.report(
            Diagnostic::error("redefinition", place, message)
                .with_note(first, "declared here before"),
        );
    }

    pub(super) fn check_fresh_name(&mut self, name: Symbol, place: Place) {
        if let Some(entry) = self.scopes.names.get(name).copied()
            && entry.depth == self.scopes.depth
        {
            self.conflict(name, place, entry.place);
        }
    }

    fn global_declaration(&mut self, d: Declared<'_>) -> Parsed<()> {
        let storage = d.specifiers.storage;
        let at_file_scope = self.scopes.depth == 0;
        let has_init = self.peek() == T::Assign;
        let id = if at_file_scope || storage == Some(Storage::Extern) {
            let defines = has_init || storage != Some(Storage::Extern);
            let id = self.linked_global(&d, defines);
            if defines && !d.attributes.weak {
                self.shared.strong_in.entry(id).or_insert(self.unit);
            }
            id
        } else {
            self.check_fresh_name(d.name, d.place);
            let owner = self.function.as_ref().map(|f| f.id);
            self.new_global(&d, Linkage::None, true, owner)
        };
        if self.p.types.is_void(d.ty) && storage != Some(Storage::Extern) {
            self.error("type", d.place, "a variable cannot be void");
        }
        let depth = self.scopes.depth;
        self.bind(d.name, Binding::Global(id), d.place, depth);
        if has_init {
            self.next();
            let defined_before = self.p.globals[id.index()].init.is_some();
            let was_weak = self.shared.weak_globals.contains(&id);
            // Of several with `selectany` the linker takes any; that they are the same is the programmer's promise.
            // A weak one gives way to any other.
            let elsewhere = self.shared.strong_in.get(&id).is_some_and(|&unit| unit != self.unit);
            let gives_way = d.attributes.weak && (defined_before || elsewhere);
            let stays = defined_before && d.attributes.select_any || gives_way;
            if defined_before && !stays && !was_weak {
                let first = self.p.globals[id.index()].place;
                let message = format!("`{}` is initialised twice", self.p.name(d.name));
                self.report(
                    Diagnostic::error("redefinition", d.place, message)
                        .with_note(first, "first here"),
                );
            }
            let ty = self.p.globals[id.index()].ty;
            // The type as written here rules, completed by what was known before.
            let ty = if self.p.types.is_complete(d.ty) { d.ty } else { ty };
            let was = self.function.as_mut().map(|f| std::mem::replace(&mut f.in_static, true));
            let result = self.initializer(ty);
            if let (Some(f), Some(was)) = (&mut self.function, was) {
                f.in_static = was;
            }
            let (init, ty) = result?;
            self.check_constant_init(&init);
            let global = &mut self.p.globals[id.index()];
            if !stays {
                global.ty = ty;
                global.init = Some(init);
                global.place = d.place;
                match d.attributes.weak {
                    true => self.shared.weak_globals.insert(id),
                    false => self.shared.weak_globals.remove(&id),
                };
            }
        }
        Ok(())
    }

    fn check_constant_init(&mut self, init: &Init) {
        for entry in &init.entries {
            if let InitValue::Expr(e) = entry.value
                && !self.is_error_type(self.ty(e))
                && self.p.constant(e).is_none()
                && !matches!(self.kind(e), ExprKind::Unsupported(_))
            {
                let place = self.place_of(e);
                self.error("constant", place, "the initialiser of a static object is not constant");
            }
        }
    }

    fn new_global(
        &mut self,
        d: &Declared<'_>,
        linkage: Linkage,
        defined: bool,
        owner: Option<FunctionId>,
    ) -> GlobalId {
        let id = GlobalId(self.p.globals.len() as u32);
        self.p.globals.push(Global {
            name: d.name,
            ty: d.ty,
            linkage,
            defined,
            init: None,
            thread_local: d.specifiers.thread_local,
            address_taken: false,
            aligned: d.attributes.aligned.or(d.specifiers.type_aligned),
            owner,
            unit: self.unit,
            place: d.place,
        });
        id
    }

    /// An object with linkage: new, or one that is known already.
    fn linked_global(&mut self, d: &Declared<'_>, defines: bool) -> GlobalId {
        if let Some(target) = d.attributes.alias
            && let Some(id) = self.alias_of(d, target)
        {
            return id;
        }
        let entry = self.scopes.names.get(d.name).copied();
        let mut known = None;
        match entry.map(|e| e.what) {
            Some(Binding::Global(id)) if self.p.globals[id.index()].linkage != Linkage::None => {
                known = Some(id);
            }
            Some(_) => {
                if let Some(entry) = entry
                    && entry.depth == self.scopes.depth
                {
                    self.conflict(d.name, d.place, entry.place);
                    return self.new_global(d, Linkage::None, defines, None);
                }
            }
            None => {}
        }
        let internal = d.specifiers.storage == Some(Storage::Static)
            || known.is_some_and(|id| self.p.globals[id.index()].linkage == Linkage::Internal);
        if known.is_none() && !internal {
            match self.shared.externals.get(&d.name) {
                Some(External::Global(id)) => known = Some(*id),
                Some(External::Function(f)) => {
                    let first = self.p.functions[f.index()].place;
                    self.conflict(d.name, d.place, first);
                }
                None => {}
            }
        }
        let Some(id) = known else {
            let linkage = if internal { Linkage::Internal } else { Linkage::External };
            let id = self.new_global(d, linkage, defines, None);
            if !internal {
                self.shared.externals.insert(d.name, External::Global(id));
            }
            return id;
        };
        let first = self.p.globals[id.index()].clone();
        if !self.p.types.compatible(first.ty, d.ty) {
            self.conflict(d.name, d.place, first.place);
        }
        let ty = self.p.types.composite(first.ty, d.ty);
        let global = &mut self.p.globals[id.index()];
        global.ty = ty;
        global.thread_local |= d.specifiers.thread_local;
        global.aligned = global.aligned.max(d.attributes.aligned);
        // Without an initialiser it is zero, also if a weak one had one.
        if defines
            && !d.attributes.weak
            && global.unit != self.unit
            && self.shared.weak_globals.remove(&id)
        {
            global.init = None;
            global.place = d.place;
        }
        if defines && !global.defined {
            global.defined = true;
            global.place = d.place;
        }
        id
    }

    /// The variable that a declaration gives another name, with `alias`. Whoever used the name before means another.
    fn alias_of(&mut self, d: &Declared<'_>, target: StringId) -> Option<GlobalId> {
        let units = self.p.string(target).units.iter();
        let name: String =
            units.filter_map(|&u| char::from_u32(u)).filter(|&c| c != '\0').collect();
        let symbol = self.p.names.intern(&name);
        let known = self.scopes.names.get(symbol).map(|entry| entry.what);
        let free = !self.shared.externals.contains_key(&d.name);
        match known {
            Some(Binding::Global(id)) if free => {
                self.shared.externals.insert(d.name, External::Global(id));
                Some(id)
            }
            _ => {
                let what = format!("an alias of `{name}`, which is not defined before it");
                self.error("unsupported", d.place, &what);
                None
            }
        }
    }

    fn local_declaration(&mut self, d: Declared<'_>, out: Option<&mut Vec<StmtId>>) -> Parsed<()> {
        self.check_fresh_name(d.name, d.place);
        let var = self.new_var(Some(d.name), d.ty, VarRole::Local, d.place);
        self.p.vars[var.index()].aligned = d.attributes.aligned.or(d.specifiers.type_aligned);
        let depth = self.scopes.depth;
        let mut init = None;
        if d.specifiers.auto_type {
            self.expect(T::Assign)?;
            let e = self.assignment()?;
            let e = self.value(e);
            let ty = self.written_type(e);
            let e = self.convert(e, ty);
            let ty = ty.with(d.ty.qualifiers());
            self.p.vars[var.index()].ty = ty;
            init = Some(Init { entries: vec![whole_entry(ty, e, d.place)], zero_rest: false });
            self.scopes.names.declare(d.name, Binding::Var(var), d.place, depth);
        } else {
            self.scopes.names.declare(d.name, Binding::Var(var), d.place, depth);
            if self.accept(T::Assign) {
                let (flat, ty) = self.initializer(d.ty)?;
                self.p.vars[var.index()].ty = ty;
                init = Some(flat);
            }
        }
        let ty = self.p.vars[var.index()].ty;
        if !self.p.types.is_complete(ty) {
            let message = format!("variable of incomplete type {}", self.show(ty));
            self.error("type", d.place, message);
            self.p.vars[var.index()].ty = TypeId::ERROR;
        }
        if let Some(function) = d.attributes.cleanup {
            let object = self.expr(ExprKind::Var(var), ty, d.place);
            let address = self.address_of(object, d.place);
            let function = self.function_pointer(function);
            let call = self.call_of(function, vec![address], d.place);
            self.p.vars[var.index()].cleanup = Some(call);
        }
        if let Some(out) = out {
            out.append(&mut self.pending);
            let declare = self.stmt(StmtKind::Declare(var, init.map(Box::new)), d.place);
            out.push(declare);
            if let Some(what) = d.attributes.unsupported {
                let what = self.p.names.intern(what);
                let stmt = self.stmt(StmtKind::Unsupported(what), d.place);
                out.push(stmt);
            }
        }
        Ok(())
    }

    pub(super) fn static_assert(&mut self) -> Parsed<()> {
        let place = self.next().place;
        self.expect(T::LParen)?;
        let e = self.conditional()?;
        let value = self.require_constant(e);
        let mut text = String::new();
        if self.accept(T::Comma) {
            let message = self.string_literal()?;
            text = self.p.string(message).text();
        }
        self.expect(T::RParen)?;
        self.accept(T::Semi);
        if value == 0 {
            self.error("static-assert", place, format!("static assertion failed: {text}"));
        }
        Ok(())
    }

    /// A pragma; returns the text of one for the verifier.
    pub(super) fn pragma(&mut self) -> Parsed<Option<String>> {
        let token = self.token();
        let text = self.token_text(token);
        let body = text.trim_start_matches('#').trim_start().trim_start_matches("pragma").trim();
        let word = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        match word.unwrap_or_default() {
            "pack" => self.pragma_pack(body),
            "weak" if !body.contains('=') => {
                let name = self.p.names.intern(body.trim_start_matches("weak").trim());
                self.weak_names.insert(name);
                if let Some(Binding::Function(id)) = self.scopes.names.get(name).map(|e| e.what) {
                    self.p.functions[id.index()].weak = true;
                }
            }
            // All others mean nothing to compilers, or nothing about what the program does.
            "scalar_storage_order" => {
                let order = body.trim_start_matches("scalar_storage_order").trim();
                if !matches!(order, "little-endian" | "default") {
                    let message = "unsupported: pragma scalar_storage_order";
                    self.error("unsupported", token.place, message);
                }
            }
            "weak" | "redefine_extname" | "ms_struct" | "options" => {
                self.p.ignored.push((format!("pragma `{body}`"), token.place));
            }
            _ => {}
        }
        self.next();
        Ok(body.strip_prefix("lariat").map(|rest| rest.trim().to_owned()))
    }

    /// Completes an array of unknown length.
    pub(super) fn with_length(&mut self, ty: TypeId, length: u64) -> TypeId {
        match *self.p.types.get(ty) {
            Type::Array(element, ArrayLength::Unknown) => {
                self.p.types.array_of(element, length).with(ty.qualifiers())
            }
            _ => ty,
        }
    }
}

/// An entry for a whole object.
pub(super) fn whole_entry(ty: TypeId, e: ExprId, place: Place) -> InitEntry {
    let path = Box::default();
    InitEntry { offset: 0, bits: None, path, ty, value: InitValue::Expr(e), place }
}
