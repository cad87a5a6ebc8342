//! Declarations other than procedures, and lists of typed names.

use super::{Parser, Reported, Result};
use crate::ast::*;
use crate::diagnostic::Diagnostic;
use crate::token::T;

/// Whether variables may have a where clause.
#[derive(Clone, Copy)]
pub(super) enum Where {
    Allowed,
    /// With what the variables are called.
    Forbidden(&'static str),
}

impl Parser<'_> {
    /// All declarations up to the end of the text.
    pub(super) fn declarations(&mut self) {
        while !self.at(T::Eof) {
            let before = self.tok.start;
            self.depth = 0;
            self.open_braces = 0;
            self.earlier_problems = self.lexer.problems.len();
            if self.declaration().is_err() {
                self.resume_declarations(before);
            }
        }
    }

    /// After an error: skips to the next declaration. `var` counts only at the left margin
    /// of braces, since it also starts locals.
    fn resume_declarations(&mut self, before: u32) {
        let mut braces = 0u32;
        loop {
            match self.tok.kind {
                // `axiom` and the others may be the very token that was not understood.
                _ if self.at_declaration() && (self.at(T::Eof) || self.tok.start > before) => {
                    return;
                }
                T::LBrace | T::CodeStart => braces += 1,
                T::RBrace | T::CodeEnd => braces = braces.saturating_sub(1),
                T::Var if braces == 0 && self.tok.start > before => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn declaration(&mut self) -> Result<()> {
        match self.tok.kind {
            T::Const => self.const_decl(),
            T::Function => self.function_decl(false),
            T::Axiom => self.axiom_decl(false, false),
            T::Type => self.type_decl(),
            T::Var => self.global_vars(),
            T::Procedure => self.procedure_decl(false),
            T::Implementation => self.implementation_decl(),
            T::Yield | T::Async => Err(self.civl()),
            T::Ident => {
                let (word, words) = (self.tok.symbol, self.words);
                if word == words.datatype {
                    self.datatype_decl()
                } else if word == words.revealed {
                    self.bump();
                    self.function_decl(true)
                } else if word == words.hideable {
                    self.bump();
                    self.axiom_decl(true, false)
                } else if word == words.pure && self.peek() == T::Procedure {
                    self.bump();
                    self.procedure_decl(true)
                } else if [
                    words.pure,
                    words.action,
                    words.left,
                    words.right,
                    words.both,
                    words.atomic,
                ]
                .contains(&word)
                {
                    Err(self.civl())
                } else {
                    Err(self.expected("a declaration"))
                }
            }
            T::RBrace => {
                let span = self.tok.span();
                self.bump();
                Err(self.error(span, "this `}` closes nothing"))
            }
            _ => Err(self.expected("a declaration")),
        }
    }

    #[cold]
    fn civl(&mut self) -> Reported {
        let word = self.lexer.slice(self.tok.start, self.tok.end).to_string();
        let span = self.tok.span();
        // The whole header belongs to the message: nothing in it is read.
        while !self.at(T::Eof) && !self.at(T::LBrace) && !self.at(T::Semicolon) {
            self.bump();
        }
        self.report(
            Diagnostic::error(
                "unsupported",
                span,
                format!("`{word}` starts a declaration for concurrent programs, not supported"),
            )
            .with_help("declare a plain `procedure`"),
        )
    }

    fn type_decl(&mut self) -> Result<()> {
        self.bump();
        let attrs = self.attrs()?;
        let finite = self.at_word(self.words.finite) && self.peek() == T::Ident;
        if finite {
            self.bump();
        }
        loop {
            let start = self.tok.start;
            let name = self.name()?;
            let mut params = Vec::new();
            while self.at(T::Ident) {
                params.push(self.name()?);
            }
            let attrs = attrs.clone();
            let decl = if self.eat(T::Is) {
                let body = self.ty()?;
                let span = self.span_from(start);
                Decl::TypeSynonym(TypeSynonymDecl { attrs, finite, name, params, body, span })
            } else {
                let span = self.span_from(start);
                Decl::TypeCtor(TypeCtorDecl { attrs, finite, name, params, span })
            };
            self.program.decls.push(decl);
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect(T::Semicolon)?;
        Ok(())
    }

    fn datatype_decl(&mut self) -> Result<()> {
        let start = self.bump().start;
        let attrs = self.attrs()?;
        let name = self.name()?;
        let type_params = self.type_params()?;
        self.expect(T::LBrace)?;
        let mut constructors = Vec::new();
        loop {
            let name = self.name()?;
            self.expect(T::LParen)?;
            let mut fields = Vec::new();
            if !self.at(T::RParen) {
                self.typed_names(&mut fields, Where::Forbidden("fields"))?;
            }
            self.expect(T::RParen)?;
            constructors.push(ConstructorDecl { name, fields });
            if !self.eat(T::Comma) {
                break;
            }
        }
        self.expect(T::RBrace)?;
        let span = self.span_from(start);
        let decl = DatatypeDecl { attrs, name, type_params, constructors, span };
        self.program.decls.push(Decl::Datatype(decl));
        Ok(())
    }

    fn const_decl(&mut self) -> Result<()> {
        let start = self.bump().start;
        let attrs = self.attrs()?;
        let unique = self.eat(T::Unique);
        let names = self.names()?;
        self.expect(T::Colon)?;
        let ty = self.ty()?;
        let extends = self.extends()?;
        let span = self.span_from(start);
        let first = self.program.decls.len();
        for name in names {
            let decl = ConstDecl {
                attrs: attrs.clone(),
                unique,
                name,
                ty,
                extends: extends.clone(),
                uses: Vec::new(),
                span,
            };
            self.program.decls.push(Decl::Const(decl));
        }
        if self.at_word(self.words.uses) {
            let last = self.program.decls.len() - 1;
            let uses = self.uses()?;
            // The clause is printed with the last of the names.
            debug_assert!(first <= last);
            if let Decl::Const(decl) = &mut self.program.decls[last] {
                decl.uses = uses;
            }
        } else {
            self.expect(T::Semicolon)?;
        }
        Ok(())
    }

    fn extends(&mut self) -> Result<Option<Extends>> {
        let mut extends = Extends { parents: Vec::new(), complete: false };
        if self.eat_word(self.words.extends) {
            while self.at(T::Unique) || self.at(T::Ident) && !self.at_word(self.words.complete) {
                let unique = self.eat(T::Unique);
                extends.parents.push((unique, self.name()?));
                if !self.eat(T::Comma) {
                    break;
                }
                if !self.at(T::Unique) && !self.at(T::Ident) {
                    return Err(self.expected_name());
                }
            }
            extends.complete = self.eat_word(self.words.complete);
            return Ok(Some(extends));
        }
        Ok(None)
    }

    /// `uses { axiom …; }`: the axioms become declarations of their own.
    fn uses(&mut self) -> Result<Vec<DeclId>> {
        self.bump();
        self.expect(T::LBrace)?;
        let mut uses = Vec::new();
        while !self.at(T::RBrace) {
            uses.push(DeclId(self.program.decls.len() as u32));
            let hideable = self.eat_word(self.words.hideable);
            if !self.at(T::Axiom) {
                return Err(self.expected("`axiom` or `}`"));
            }
            self.axiom_decl(hideable, true)?;
        }
        self.bump();
        Ok(uses)
    }

    fn axiom_decl(&mut self, hideable: bool, in_uses: bool) -> Result<()> {
        let start = self.tok.start;
        self.expect(T::Axiom)?;
        let attrs = self.attrs()?;
        let expr = self.expr()?;
        self.expect(T::Semicolon)?;
        let span = self.span_from(start);
        self.program.decls.push(Decl::Axiom(AxiomDecl { attrs, hideable, expr, in_uses, span }));
        Ok(())
    }

    fn function_decl(&mut self, revealed: bool) -> Result<()> {
        let start = self.tok.start;
        self.expect(T::Function)?;
        let attrs = self.attrs()?;
        let name = self.name()?;
        let type_params = self.type_params()?;
        self.expect(T::LParen)?;
        let mut params = Vec::new();
        if !self.at(T::RParen) {
            params.push(self.name_or_type()?);
            while self.eat(T::Comma) {
                params.push(self.name_or_type()?);
            }
        }
        self.expect(T::RParen)?;
        self.share_types(&mut params)?;
        let result = if self.eat(T::Returns) {
            self.expect(T::LParen)?;
            let result = self.name_or_type()?;
            self.expect(T::RParen)?;
            result
        } else if self.eat(T::Colon) {
            FunctionParam { attrs: Vec::new(), name: None, ty: self.ty()? }
        } else {
            return Err(self.expected("`:` or `returns` and the result type"));
        };
        let mut body = None;
        if self.eat(T::LBrace) {
            body = Some(self.expr()?);
            self.expect(T::RBrace)?;
        }
        let span = self.span_from(start);
        let index = self.program.decls.len();
        self.program.decls.push(Decl::Function(FunctionDecl {
            attrs,
            revealed,
            name,
            type_params,
            params,
            result,
            body,
            uses: Vec::new(),
            span,
        }));
        if self.at_word(self.words.uses) {
            let uses = self.uses()?;
            if let Decl::Function(decl) = &mut self.program.decls[index] {
                decl.uses = uses;
            }
        } else if body.is_none() {
            if !self.at(T::Semicolon) {
                return Err(self.expected("`;` or `{`"));
            }
            self.bump();
        }
        Ok(())
    }

    /// `T` or `x: T`; whether a lone name is a type or a parameter shows at the end of the
    /// list, see [`Parser::share_types`].
    fn name_or_type(&mut self) -> Result<FunctionParam> {
        let attrs = self.attrs()?;
        let ty = self.ty()?;
        if !self.at(T::Colon) {
            return Ok(FunctionParam { attrs, name: None, ty });
        }
        match self.lone_name(ty) {
            Some(name) => {
                self.bump();
                let ty = self.ty()?;
                Ok(FunctionParam { attrs, name: Some(name), ty })
            }
            None => {
                let span = self.program[ty].span;
                Err(self.error(span, "expected the name of a parameter before `:`"))
            }
        }
    }

    fn lone_name(&self, ty: TypeId) -> Option<Name> {
        match &self.program[ty] {
            Type { kind: TypeKind::Named { name, args }, span } if args.is_empty() => {
                Some(Name { symbol: *name, span: *span })
            }
            _ => None,
        }
    }

    /// In `(x, y: int)` the first parameter was read as a type: give it the type that
    /// follows. Nothing to do if no parameter has a name.
    fn share_types(&mut self, params: &mut [FunctionParam]) -> Result<()> {
        if params.iter().all(|p| p.name.is_none()) {
            return Ok(());
        }
        let mut shared = None;
        for param in params.iter_mut().rev() {
            if param.name.is_some() {
                shared = Some(param.ty);
                continue;
            }
            let span = self.program[param.ty].span;
            let Some(ty) = shared else {
                return Err(self.error(span, "the type of the last parameter is missing"));
            };
            let Some(name) = self.lone_name(param.ty) else {
                return Err(self.error(span, "expected the name of a parameter"));
            };
            param.name = Some(name);
            param.ty = ty;
        }
        Ok(())
    }

    fn global_vars(&mut self) -> Result<()> {
        self.bump();
        let attrs = self.attrs()?;
        let mut vars = Vec::new();
        self.names_of_type(&attrs, &mut vars, Where::Allowed)?;
        while self.eat(T::Comma) {
            self.names_of_type(&attrs, &mut vars, Where::Allowed)?;
        }
        self.program.decls.extend(vars.into_iter().map(Decl::Var));
        self.expect(T::Semicolon)?;
        Ok(())
    }

    pub(super) fn local_vars(&mut self, vars: &mut Vec<Variable>) -> Result<()> {
        self.bump();
        let attrs = self.attrs()?;
        self.names_of_type(&attrs, vars, Where::Allowed)?;
        while self.eat(T::Comma) {
            self.names_of_type(&attrs, vars, Where::Allowed)?;
        }
        self.expect(T::Semicolon)?;
        Ok(())
    }

    /// `{:a} x, y: T where e, {:b} z: U`.
    pub(super) fn typed_names(&mut self, vars: &mut Vec<Variable>, allowed: Where) -> Result<()> {
        loop {
            let attrs = self.attrs()?;
            self.names_of_type(&attrs, vars, allowed)?;
            if !self.eat(T::Comma) {
                return Ok(());
            }
        }
    }

    /// `x, y: T where e`
    fn names_of_type(
        &mut self,
        attrs: &Attrs,
        vars: &mut Vec<Variable>,
        allowed: Where,
    ) -> Result<()> {
        let first = self.name()?;
        if self.at(T::Comma) {
            let mut names = vec![first];
            while self.eat(T::Comma) {
                names.push(self.name()?);
            }
            let (ty, where_clause) = self.type_and_where(allowed)?;
            let var = |name| Variable { attrs: attrs.clone(), name, ty, where_clause };
            vars.extend(names.into_iter().map(var));
        } else {
            let (ty, where_clause) = self.type_and_where(allowed)?;
            vars.push(Variable { attrs: attrs.clone(), name: first, ty, where_clause });
        }
        Ok(())
    }

    fn type_and_where(&mut self, allowed: Where) -> Result<(TypeId, Option<ExprId>)> {
        self.expect(T::Colon)?;
        let ty = self.ty()?;
        let mut where_clause = None;
        if self.at(T::Where) {
            if let Where::Forbidden(what) = allowed {
                let span = self.tok.span();
                return Err(self.error(span, format!("{what} take no where clause")));
            }
            self.bump();
            where_clause = Some(self.expr()?);
        }
        Ok((ty, where_clause))
    }
}
