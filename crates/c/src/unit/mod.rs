//! One translation unit: parsing and type checking in a single pass.
//!
//! C cannot be parsed without knowing which names are types, so the parser resolves and
//! types as it goes and builds the typed program directly. Syntax errors unwind as
//! [`Failed`] to the enclosing statement or declaration, where parsing resumes; type errors
//! are reported and leave an expression of type [`Type::Error`] that silences followers.

mod asm;
mod attributes;
mod builtins;
mod convert;
mod declaration;
mod declarator;
mod expression;
mod function;
mod initializer;
mod lanes;
mod literal;
mod nested;
mod operators;
mod postfix;
mod scope;
mod signature;
mod specifiers;
mod statement;
mod tags;
mod wide;

use crate::diagnostic::Diagnostic;
use crate::layout::DataModel;
use crate::lexer::lex;
use crate::program::*;
use crate::source::Place;
use crate::symbol::Symbol;
use crate::token::{T, Token};
use crate::tree::*;
use crate::types::{Type, TypeId};
use function::FunctionState;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Binding, Scopes};

/// A syntax error was reported; unwind to a place where parsing can go on.
pub(crate) struct Failed;

pub(crate) type Parsed<X> = Result<X, Failed>;

/// What a name with external linkage stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum External {
    Global(GlobalId),
    Function(FunctionId),
}

/// State that outlives a translation unit: names with external linkage and known strings.
#[derive(Default)]
pub(crate) struct Shared {
    pub externals: FxHashMap<Symbol, External>,
    /// Objects whose initialiser is that of a weak definition.
    pub weak_globals: FxHashSet<GlobalId>,
    /// The units that define objects, in definitions that are not weak.
    pub strong_in: FxHashMap<GlobalId, u32>,
    pub strings: FxHashMap<StringLiteral, StringId>,
    pub units: u32,
}

/// How deep constructs may nest before we give up.
const MAX_DEPTH: u32 = 200;
/// How high expression trees may get.
const MAX_HEIGHT: u16 = 2000;
/// After so many errors the unit is abandoned.
const MAX_ERRORS: usize = 200;

/// The parser and checker of one translation unit.
pub(crate) struct Unit<'p> {
    pub p: &'p mut Program,
    shared: &'p mut Shared,
    text: &'p str,
    tokens: Vec<Token>,
    at: usize,
    scopes: Scopes,
    unit: u32,
    function: Option<FunctionState>,
    /// Variables before this one belong to functions around the one being read.
    first_var: u32,
    /// Jumps out of the nested function being read, if it is one.
    outward: Option<Vec<nested::Outward>>,
    /// Names that `#pragma weak` has.
    weak_names: FxHashSet<Symbol>,
    pack: Option<u32>,
    pack_stack: Vec<Option<u32>>,
    depth: u32,
    errors: usize,
    claims: bool,
    /// Statements that evaluate the lengths of variable length arrays being declared.
    pending: Vec<StmtId>,
    /// Inside `sizeof` and the like nothing is evaluated.
    unevaluated: u32,
    va_list: Option<TypeId>,
    /// Values with the type of a bit-field wider than `int`: its precision in bits, and the operation that was
    /// wrapped for it.
    wide: FxHashMap<ExprId, (u32, ExprId)>,
    prelude: FxHashMap<&'static str, &'static str>,
}

impl<'p> Unit<'p> {
    pub fn new(
        p: &'p mut Program,
        shared: &'p mut Shared,
        file_name: &str,
        text: &'p str,
        claims: bool,
    ) -> Self {
        let lexed = lex(file_name, text, &mut p.files, &mut p.names, claims);
        let errors = lexed.problems.len();
        p.diagnostics.extend(lexed.problems);
        let unit = shared.units;
        shared.units += 1;
        let tokens = lexed.tokens;
        Unit {
            p,
            shared,
            text,
            tokens,
            at: 0,
            scopes: Scopes::new(),
            unit,
            function: None,
            first_var: 0,
            outward: None,
            weak_names: FxHashSet::default(),
            pack: None,
            pack_stack: Vec::new(),
            depth: 0,
            errors,
            claims,
            pending: Vec::new(),
            unevaluated: 0,
            va_list: None,
            wide: FxHashMap::default(),
            prelude: FxHashMap::default(),
        }
    }

    /// Reads all external declarations.
    pub fn translation_unit(&mut self) {
        self.known_types();
        while self.peek() != T::End && self.errors < MAX_ERRORS {
            let before = self.at;
            if self.external_declaration().is_err() {
                self.function = None;
                self.first_var = 0;
                self.outward = None;
                while self.scopes.depth > 0 {
                    self.scopes.leave();
                }
                self.depth = 0;
                self.unevaluated = 0;
                self.skip_declaration(before);
            }
            self.pending.clear();
        }
    }

    /// Types that are there before anything is declared: those that models of the library are written with, and those that
    /// Microsoft's headers declare so early that programs take them to be there.
    fn known_types(&mut self) {
        let model = self.p.types.model;
        let microsoft = model.is_microsoft();
        let size = if model == DataModel::Llp64 { TypeId::ULONG_LONG } else { TypeId::ULONG };
        let wide = if microsoft { TypeId::USHORT } else { TypeId::INT };
        let own = [("__lariat_size_t", size), ("__lariat_wchar_t", wide)];
        let theirs = [("size_t", model.size_type()), ("wchar_t", model.wchar_type())];
        for (name, ty) in own.into_iter().chain(theirs.into_iter().filter(|_| microsoft)) {
            let name = self.p.names.intern(name);
            let what = Binding::Typedef { ty, aligned: None };
            self.scopes.names.declare(name, what, Place::NOWHERE, 0);
        }
    }

    /// Reads declarations up to an expression, and the expression.
    pub fn claim(&mut self) -> Option<ExprId> {
        while self.peek() != T::End && self.errors < MAX_ERRORS {
            if self.starts_declaration() || self.peek() == T::Semi {
                self.claim_declaration();
                continue;
            }
            let e = self.expression().ok()?;
            let e = self.value(e);
            self.accept(T::Semi);
            if self.peek() != T::End {
                self.syntax_error("expected the end after the expression");
            }
            return Some(e);
        }
        self.error("syntax", self.place(), "expected an expression");
        None
    }

    /// Reads declarations and expressions, each ended by a semicolon, in any order.
    pub fn claims(&mut self) -> Vec<Claim> {
        let mut claims = Vec::new();
        while self.peek() != T::End && self.errors < MAX_ERRORS {
            if self.starts_declaration() || self.peek() == T::Semi {
                self.claim_declaration();
                continue;
            }
            let (first, before) = (self.at, self.p.diagnostics.len());
            let place = self.place();
            let mut expr = self.expression().ok().map(|e| self.value(e));
            if expr.is_some() && !matches!(self.peek(), T::Semi | T::End) {
                self.syntax_error("expected `;` after the claim");
                expr = None;
            }
            if expr.is_none() {
                while self.scopes.depth > 0 {
                    self.scopes.leave();
                }
                self.depth = 0;
                self.unevaluated = 0;
                self.at = self.at.max(first);
                while !matches!(self.peek(), T::Semi | T::End) {
                    self.next();
                }
            }
            let start = self.tokens[first].start as usize;
            let end = self.tokens[self.at].start as usize;
            self.accept(T::Semi);
            let problems = before..self.p.diagnostics.len();
            if self.p.diagnostics[problems.clone()].iter().any(Diagnostic::is_error) {
                expr = None;
            }
            claims.push(Claim { expr, place, text: start..end.max(start), problems });
        }
        claims
    }

    fn claim_declaration(&mut self) {
        let before = self.at;
        if self.external_declaration().is_err() {
            self.skip_declaration(before);
        }
    }

    /// `update(s, .member[index], value)` in a claim: `s` with a part replaced.
    fn update(&mut self, name: Symbol, place: Place) -> Parsed<ExprId> {
        self.expect(T::LParen)?;
        let whole = self.assignment()?;
        self.expect(T::Comma)?;
        let base = self.materialize(whole);
        let part = self.postfix_of(base)?;
        self.expect(T::Comma)?;
        let new = self.assignment()?;
        self.expect(T::RParen)?;
        let ty = self.ty(part);
        let new = self.assign_convert(new, ty.unqualified(), "update");
        let value = self.value(whole);
        let ty = self.ty(value);
        Ok(self.expr(ExprKind::Builtin(name, Box::new([value, part, new])), ty, place))
    }

    // Tokens.

    fn peek(&self) -> T {
        self.tokens[self.at].kind
    }

    fn peek_at(&self, ahead: usize) -> T {
        self.tokens.get(self.at + ahead).map_or(T::End, |t| t.kind)
    }

    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn place(&self) -> Place {
        self.tokens[self.at].place
    }

    fn symbol(&self) -> Symbol {
        Symbol(self.tokens[self.at].value)
    }

    /// Moves on; never past the end token.
    fn next(&mut self) -> Token {
        let token = self.tokens[self.at];
        if token.kind != T::End {
            self.at += 1;
        }
        token
    }

    fn accept(&mut self, kind: T) -> bool {
        let found = self.peek() == kind;
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, kind: T) -> Parsed<Token> {
        if self.peek() == kind {
            Ok(self.next())
        } else {
            self.syntax_error(&format!("expected `{}`", kind.spelling()));
            Err(Failed)
        }
    }

    fn expect_name(&mut self) -> Parsed<Symbol> {
        Ok(Symbol(self.expect(T::Name)?.value))
    }

    /// The text of a token, for messages and literals.
    fn token_text(&self, token: Token) -> String {
        match token.kind {
            T::End => "end of file".to_owned(),
            T::Number | T::CharLit | T::Str | T::Pragma => {
                self.text.get(token.start as usize..token.value as usize).unwrap_or("").to_owned()
            }
            T::Name => self.p.name(Symbol(token.value)).to_owned(),
            kind if (token.value as usize) < crate::token::RESERVED.len()
                && kind as u8 > T::Iff as u8 =>
            {
                self.p.name(Symbol(token.value)).to_owned()
            }
            kind => kind.spelling().to_owned(),
        }
    }

    // Errors.

    fn syntax_error(&mut self, expectation: &str) {
        let found = self.token_text(self.token());
        self.error("syntax", self.place(), format!("{expectation}, found `{found}`"));
    }

    fn error(&mut self, code: &'static str, place: Place, message: impl Into<String>) {
        self.report(Diagnostic::error(code, place, message));
    }

    fn warning(&mut self, code: &'static str, place: Place, message: impl Into<String>) {
        self.report(Diagnostic::warning(code, place, message));
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            self.errors += 1;
        }
        if self.errors <= MAX_ERRORS {
            self.p.diagnostics.push(diagnostic);
        }
    }

    /// Guards recursion; call [`Unit::leave_nested`] when it returned `Ok`.
    fn enter_nested(&mut self) -> Parsed<()> {
        if self.depth >= MAX_DEPTH {
            self.error("limit", self.place(), "nested too deeply");
            // Nothing good can follow: go to the end.
            self.at = self.tokens.len() - 1;
            return Err(Failed);
        }
        self.depth += 1;
        Ok(())
    }

    fn leave_nested(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// After an error at file scope: past the next `;` or `}` outside of brackets.
    fn skip_declaration(&mut self, start: usize) {
        self.at = self.at.max(start);
        if self.at == start {
            self.next();
        }
        // Count the braces that are open here.
        let mut open = 0i64;
        for token in &self.tokens[start..self.at] {
            match token.kind {
                T::LBrace => open += 1,
                T::RBrace => open -= 1,
                _ => {}
            }
        }
        loop {
            match self.peek() {
                T::End => return,
                T::Semi if open <= 0 => {
                    self.next();
                    return;
                }
                T::LBrace => open += 1,
                T::RBrace => {
                    open -= 1;
                    if open <= 0 {
                        self.next();
                        self.accept(T::Semi);
                        return;
                    }
                }
                _ => {}
            }
            self.next();
        }
    }

    // Building nodes.

    fn expr(&mut self, kind: ExprKind, ty: TypeId, place: Place) -> ExprId {
        let mut height = 0;
        kind.for_each_child(|child| height = height.max(self.p.exprs[child.index()].height));
        let height = height + 1;
        if height > MAX_HEIGHT {
            self.error("limit", place, "expression nested too deeply");
            return self.expr(ExprKind::Error, TypeId::ERROR, place);
        }
        self.p.exprs.push(Expr { kind, ty, place, height });
        ExprId(self.p.exprs.len() as u32 - 1)
    }

    fn stmt(&mut self, kind: StmtKind, place: Place) -> StmtId {
        self.p.stmts.push(Stmt { kind, place });
        StmtId(self.p.stmts.len() as u32 - 1)
    }

    fn error_expr(&mut self, place: Place) -> ExprId {
        self.expr(ExprKind::Error, TypeId::ERROR, place)
    }

    fn type_error(&mut self, place: Place, message: impl Into<String>) -> ExprId {
        self.error("type", place, message);
        self.error_expr(place)
    }

    /// Inside functions a node that says so, elsewhere an error.
    fn unsupported(&mut self, what: &str, ty: TypeId, place: Place) -> ExprId {
        if self.function.is_none() {
            self.error("unsupported", place, format!("unsupported: {what}"));
        }
        let what = self.p.names.intern(what);
        self.expr(ExprKind::Unsupported(what), ty, place)
    }

    fn int(&mut self, value: i128, ty: TypeId, place: Place) -> ExprId {
        self.expr(ExprKind::Int(value), ty, place)
    }

    fn ty(&self, e: ExprId) -> TypeId {
        self.p.exprs[e.index()].ty
    }

    fn place_of(&self, e: ExprId) -> Place {
        self.p.exprs[e.index()].place
    }

    fn kind(&self, e: ExprId) -> &ExprKind {
        &self.p.exprs[e.index()].kind
    }

    fn show(&self, ty: TypeId) -> String {
        self.p.show_type(ty)
    }

    /// A new variable, owned by the current function if there is one.
    fn new_var(&mut self, name: Option<Symbol>, ty: TypeId, role: VarRole, place: Place) -> VarId {
        let id = VarId(self.p.vars.len() as u32);
        self.p.vars.push(Var {
            name,
            ty,
            role,
            address_taken: false,
            aligned: None,
            owner: None,
            captured: false,
            cleanup: None,
            place,
        });
        if let Some(function) = &mut self.function
            && role != VarRole::Param
        {
            function.locals.push(id);
        }
        id
    }

    /// Is the name at the cursor the name of a type here?
    fn is_type_name(&self, symbol: Symbol) -> bool {
        match self.scopes.names.get(symbol).map(|e| e.what) {
            Some(what) => matches!(what, Binding::Typedef { .. }),
            None => self.names_signature(symbol),
        }
    }

    fn is_error_type(&self, ty: TypeId) -> bool {
        matches!(self.p.types.get(ty), Type::Error)
    }
}
