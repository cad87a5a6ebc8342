//! Postfix and primary expressions: calls, members, names, `_Generic`, compound literals.

use super::declaration::Declared;
use super::scope::Binding;
use super::{Failed, Parsed, Unit};
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::T;
use crate::tree::*;
use crate::types::{RecordId, Type, TypeId};

impl Unit<'_> {
    pub(super) fn postfix(&mut self) -> Parsed<ExprId> {
        let e = self.primary()?;
        self.postfix_of(e)
    }

    /// The postfix operators after an expression.
    pub(super) fn postfix_of(&mut self, mut e: ExprId) -> Parsed<ExprId> {
        loop {
            let place = self.place();
            e = match self.peek() {
                T::LBracket => {
                    self.next();
                    let index = self.expression()?;
                    self.expect(T::RBracket)?;
                    if self.lanes(self.ty(e)).is_some_and(|l| !l.complex) {
                        e = self.vector_element(e, index, place);
                        continue;
                    }
                    let sum = self.binary_operator(BinaryOp::Add, e, index, place);
                    self.deref(sum, place)
                }
                T::LParen => {
                    self.next();
                    self.call(e, place)?
                }
                T::Dot => {
                    self.next();
                    let name = self.expect_name()?;
                    self.member(e, name, place)
                }
                T::Arrow => {
                    self.next();
                    let name = self.expect_name()?;
                    let object = self.deref(e, place);
                    self.member(object, name, place)
                }
                T::PlusPlus | T::MinusMinus => {
                    let up = self.next().kind == T::PlusPlus;
                    self.increment(e, up, true, place)
                }
                _ => return Ok(e),
            };
        }
    }

    fn member(&mut self, base: ExprId, name: Symbol, place: Place) -> ExprId {
        let ty = self.ty(base);
        if self.is_error_type(ty) {
            return self.error_expr(place);
        }
        let Some(record) = self.p.types.record_of(ty) else {
            let message = format!("`{}` is no member of {}", self.p.name(name), self.show(ty));
            return self.type_error(place, message);
        };
        if !self.p.types.record(record).complete {
            let message = format!("{} is incomplete here", self.show(ty));
            return self.type_error(place, message);
        }
        let Some(path) = self.find_member(record, name) else {
            let message = format!("`{}` is no member of {}", self.p.name(name), self.show(ty));
            return self.type_error(place, message);
        };
        let mut e = self.materialize(base);
        for field in path {
            e = self.member_at(e, field, place);
        }
        e
    }

    /// A member by number; it inherits the qualifiers of the record.
    fn member_at(&mut self, base: ExprId, field: u32, place: Place) -> ExprId {
        let ty = self.ty(base);
        let Some(record) = self.p.types.record_of(ty) else { return self.error_expr(place) };
        let field_ty = self.p.types.record(record).fields[field as usize].ty;
        let field_ty = self.qualify(field_ty, ty.qualifiers());
        self.expr(ExprKind::Member(base, field), field_ty, place)
    }

    /// The way to a member, through anonymous records.
    pub(super) fn find_member(&self, record: RecordId, name: Symbol) -> Option<Vec<u32>> {
        let fields = &self.p.types.record(record).fields;
        if let Some(i) = fields.iter().position(|f| f.name == Some(name)) {
            return Some(vec![i as u32]);
        }
        for (i, field) in fields.iter().enumerate() {
            if field.name.is_none()
                && let Some(inner) = self.p.types.record_of(field.ty)
                && let Some(mut path) = self.find_member(inner, name)
            {
                path.insert(0, i as u32);
                return Some(path);
            }
        }
        None
    }

    fn arguments(&mut self) -> Parsed<Vec<ExprId>> {
        let mut args = Vec::new();
        if !self.accept(T::RParen) {
            loop {
                args.push(self.assignment()?);
                if !self.accept(T::Comma) {
                    break;
                }
            }
            self.expect(T::RParen)?;
        }
        Ok(args)
    }

    fn call(&mut self, callee: ExprId, place: Place) -> Parsed<ExprId> {
        let args = self.arguments()?;
        let direct = matches!(self.p.types.get(self.ty(callee)), Type::Function(_));
        let pointer = if direct { self.function_pointer(callee) } else { self.value(callee) };
        Ok(self.call_of(pointer, args, place))
    }

    pub(super) fn call_of(&mut self, pointer: ExprId, args: Vec<ExprId>, place: Place) -> ExprId {
        let ty = self.ty(pointer);
        if self.is_error_type(ty) {
            return self.error_expr(place);
        }
        let called = self.p.types.pointee(ty).and_then(|t| self.p.types.function(t)).cloned();
        let Some(function) = called else {
            let message = format!("{} is not a function", self.show(ty));
            return self.type_error(place, message);
        };
        if function.prototyped {
            let (given, wanted) = (args.len(), function.params.len());
            if given < wanted || (given > wanted && !function.variadic) {
                let word = if given < wanted { "few" } else { "many" };
                let message = format!("too {word} arguments: {given} given, {wanted} expected");
                return self.type_error(place, message);
            }
        }
        let mut converted = Vec::with_capacity(args.len());
        for (i, arg) in args.into_iter().enumerate() {
            let arg = match function.params.get(i) {
                Some(&to) => self.assign_convert(arg, to, "argument"),
                None => {
                    let arg = self.value(arg);
                    if self.p.types.is_void(self.ty(arg)) {
                        let at = self.place_of(arg);
                        self.type_error(at, "an argument cannot be void")
                    } else {
                        self.promote_argument(arg)
                    }
                }
            };
            converted.push(arg);
        }
        self.expr(ExprKind::Call(pointer, converted.into()), function.result, place)
    }

    pub(super) fn primary(&mut self) -> Parsed<ExprId> {
        let place = self.place();
        match self.peek() {
            T::Name => self.name_expr(),
            T::Number => Ok(self.number()),
            T::CharLit => Ok(self.character()),
            T::Str | T::FuncName => {
                let id = self.string_literal()?;
                Ok(self.string_expr(id, place))
            }
            T::LParen if self.peek_at(1) == T::LBrace => self.statement_expression(),
            T::LParen => {
                self.next();
                let e = self.expression()?;
                self.expect(T::RParen)?;
                Ok(e)
            }
            T::Generic => self.generic_selection(),
            T::VaArg
            | T::VaStart
            | T::VaEnd
            | T::VaCopy
            | T::Offsetof
            | T::TypesCompatible
            | T::ChooseExpr => self.builtin_form(),
            _ => {
                self.syntax_error("expected an expression");
                Err(Failed)
            }
        }
    }

    fn name_expr(&mut self) -> Parsed<ExprId> {
        let name = self.symbol();
        let place = self.next().place;
        let called = self.peek() == T::LParen;
        if called && let Some(e) = self.generic_builtin(name, place)? {
            return Ok(e);
        }
        let mut binding = self.scopes.names.get(name).map(|e| e.what);
        if self.claims && called && binding.is_none() && self.p.name(name) == "update" {
            return self.update(name, place);
        }
        if binding.is_none() {
            binding = self.prelude_function(name, place);
        }
        Ok(match binding {
            Some(Binding::Var(id)) => {
                self.note_use(id);
                let ty = self.p.vars[id.index()].ty;
                self.expr(ExprKind::Var(id), ty, place)
            }
            Some(Binding::Global(id)) => {
                let ty = self.p.globals[id.index()].ty;
                self.expr(ExprKind::Global(id), ty, place)
            }
            Some(Binding::Function(id)) => {
                let ty = self.p.functions[id.index()].ty;
                self.expr(ExprKind::Function(id), ty, place)
            }
            Some(Binding::EnumConstant { value, ty }) => self.int(value, ty, place),
            Some(Binding::Typedef { .. }) => {
                let message = format!("`{}` is a type, not a value", self.p.name(name));
                self.type_error(place, message)
            }
            None if called => {
                let message = format!("function `{}` is not declared", self.p.name(name));
                self.warning("implicit-function", place, message);
                let id = self.implicit_function(name, place);
                self.scopes.names.declare(name, Binding::Function(id), place, self.scopes.depth);
                let ty = self.p.functions[id.index()].ty;
                self.expr(ExprKind::Function(id), ty, place)
            }
            None => {
                let message = format!("`{}` is not declared", self.p.name(name));
                self.error("undeclared", place, message);
                self.error_expr(place)
            }
        })
    }

    /// `({ …; value; })`
    fn statement_expression(&mut self) -> Parsed<ExprId> {
        let place = self.next().place;
        self.next();
        self.scopes.enter();
        let outer = std::mem::take(&mut self.pending);
        let mut stmts = Vec::new();
        self.block_items(&mut stmts)?;
        self.expect(T::RBrace)?;
        self.scopes.leave();
        self.expect(T::RParen)?;
        self.pending = outer;
        let mut result = None;
        // A labelled last statement is a block of its own; its value counts all the same.
        if let Some(&last) = stmts.last()
            && let StmtKind::Block(inner) = &self.p.stmt(last).kind
            && inner.first().is_some_and(|s| matches!(self.p.stmt(*s).kind, StmtKind::Label(_)))
        {
            let inner = inner.clone();
            stmts.pop();
            stmts.extend(inner);
        }
        if let Some(&last) = stmts.last()
            && let StmtKind::Expr(e) = self.p.stmt(last).kind
        {
            stmts.pop();
            result = Some(e);
        }
        let ty = result.map_or(TypeId::VOID, |e| self.ty(e));
        let block = self.stmt(StmtKind::Block(stmts), place);
        Ok(self.expr(ExprKind::StmtExpr(block, result), ty, place))
    }

    fn generic_selection(&mut self) -> Parsed<ExprId> {
        let place = self.next().place;
        self.expect(T::LParen)?;
        self.unevaluated += 1;
        let control = self.assignment();
        self.unevaluated -= 1;
        let control = self.value(control?);
        let ty = self.written_type(control).unqualified();
        let mut chosen = None;
        let mut fallback = None;
        while self.accept(T::Comma) {
            if self.accept(T::Default) {
                self.expect(T::Colon)?;
                fallback = Some(self.assignment()?);
            } else {
                let candidate = self.type_name()?;
                self.expect(T::Colon)?;
                let e = self.assignment()?;
                if self.p.types.compatible(candidate, ty) && chosen.is_none() {
                    chosen = Some(e);
                }
            }
        }
        self.expect(T::RParen)?;
        match chosen.or(fallback) {
            Some(e) => Ok(e),
            None => {
                let message = format!("_Generic has no choice for {}", self.show(ty));
                Ok(self.type_error(place, message))
            }
        }
    }

    /// `(T){…}`: an object of its own, static outside of functions.
    pub(super) fn compound_literal(&mut self, ty: TypeId, place: Place) -> Parsed<ExprId> {
        let (init, ty) = self.initializer(ty)?;
        let is_static = self.function.as_ref().is_none_or(|f| f.in_static);
        if is_static {
            let id = GlobalId(self.p.globals.len() as u32);
            let name = self.p.names.intern("<literal>");
            self.p.globals.push(Global {
                name,
                ty,
                linkage: Linkage::None,
                defined: true,
                init: Some(init),
                thread_local: false,
                address_taken: false,
                aligned: None,
                owner: self.function.as_ref().map(|f| f.id),
                unit: self.unit,
                place,
            });
            return Ok(self.expr(ExprKind::Global(id), ty, place));
        }
        let var = self.new_var(None, ty, VarRole::Literal, place);
        Ok(self.expr(ExprKind::CompoundLiteral(var, Box::new(init)), ty, place))
    }

    /// Declares a library function from the prelude when it is first named.
    fn prelude_function(&mut self, name: Symbol, place: Place) -> Option<Binding> {
        if let Some(super::External::Function(id)) = self.shared.externals.get(&name)
            && self.p.functions[id.index()].place == Place::NOWHERE
        {
            return Some(Binding::Function(*id));
        }
        let (ty, noreturn) = self.prelude_type(name)?;
        if !self.p.name(name).starts_with("__builtin_") && self.peek() == T::LParen {
            let message = format!("function `{}` is not declared", self.p.name(name));
            self.warning("implicit-function", place, message);
        }
        let specifiers = super::builtins::plain_specifiers(noreturn);
        let declared = Declared {
            name,
            ty,
            place: Place::NOWHERE,
            specifiers: &specifiers,
            attributes: &specifiers.attributes,
        };
        let id = self.declare_function(&declared);
        Some(Binding::Function(id))
    }
}
