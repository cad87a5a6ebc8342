//! Procedures and implementations.

use super::decl::Where;
use super::{Parser, Result};
use crate::ast::*;
use crate::token::T;

/// What procedures and implementations start with.
struct Signature {
    attrs: Attrs,
    name: Name,
    type_params: Vec<Name>,
    ins: Vec<Variable>,
    outs: Vec<Variable>,
}

impl Parser<'_> {
    pub(super) fn procedure_decl(&mut self, pure: bool) -> Result<()> {
        let start = self.bump().start;
        let Signature { attrs, name, type_params, ins, outs } = self.signature(Where::Allowed)?;
        let header = self.span_from(start);
        let bodiless = self.eat(T::Semicolon);
        let mut specs = Vec::new();
        while let Some(spec) = self.spec()? {
            specs.push(spec);
        }
        let mut body = None;
        if !bodiless {
            if !self.at(T::LBrace) {
                let what = if specs.is_empty() {
                    "`;`, a contract or `{`"
                } else {
                    "a contract clause or `{`"
                };
                return Err(self.expected(what));
            }
            body = self.body()?;
        }
        let decl =
            ProcedureDecl { pure, attrs, name, type_params, ins, outs, specs, body, span: header };
        self.program.decls.push(Decl::Procedure(decl));
        Ok(())
    }

    pub(super) fn implementation_decl(&mut self) -> Result<()> {
        let start = self.bump().start;
        let forbidden = Where::Forbidden("the parameters of an implementation");
        let Signature { attrs, name, type_params, ins, outs } = self.signature(forbidden)?;
        let span = self.span_from(start);
        if !self.at(T::LBrace) {
            return Err(self.expected("`{`"));
        }
        if let Some(body) = self.body()? {
            let decl = ImplementationDecl { attrs, name, type_params, ins, outs, body, span };
            self.program.decls.push(Decl::Implementation(decl));
        }
        Ok(())
    }

    fn signature(&mut self, allowed: Where) -> Result<Signature> {
        let attrs = self.attrs()?;
        let name = self.name()?;
        let type_params = self.type_params()?;
        let ins = self.formals(allowed)?;
        let outs = if self.eat(T::Returns) { self.formals(allowed)? } else { Vec::new() };
        Ok(Signature { attrs, name, type_params, ins, outs })
    }

    fn formals(&mut self, allowed: Where) -> Result<Vec<Variable>> {
        self.expect(T::LParen)?;
        let mut vars = Vec::new();
        if !self.at(T::RParen) {
            self.typed_names(&mut vars, allowed)?;
        }
        self.expect(T::RParen)?;
        Ok(vars)
    }

    fn spec(&mut self) -> Result<Option<Spec>> {
        let free = self.at(T::Free);
        let keyword = if free { self.peek() } else { self.tok.kind };
        Ok(Some(match keyword {
            T::Requires => Spec::Requires(self.condition(T::Requires)?),
            T::Ensures => Spec::Ensures(self.condition(T::Ensures)?),
            T::Modifies if !free => {
                self.bump();
                let names = if self.at(T::Semicolon) { Vec::new() } else { self.names()? };
                self.expect(T::Semicolon)?;
                Spec::Modifies(names)
            }
            T::Ident if !free && self.at_word(self.words.measure) => Spec::Measure(self.measure()?),
            _ if free => {
                self.bump();
                return Err(self.expected("`requires` or `ensures`"));
            }
            _ => return Ok(None),
        }))
    }

    /// `measure e, f;`
    pub(super) fn measure(&mut self) -> Result<Measure> {
        let start = self.bump().start;
        self.attrs()?;
        let mut exprs = vec![self.expr()?];
        while self.eat(T::Comma) {
            exprs.push(self.expr()?);
        }
        self.expect(T::Semicolon)?;
        Ok(Measure { exprs, span: self.span_from(start) })
    }

    /// Locals and statements in braces. `None` if there was an error in the locals or the
    /// body ran into the next declaration; what follows can be read nevertheless.
    fn body(&mut self) -> Result<Option<Body>> {
        self.bump();
        let mut locals = Vec::new();
        while self.at(T::Var) {
            if self.local_vars(&mut locals).is_err() {
                self.skip_local_vars();
            }
        }
        match self.stmt_list() {
            Ok(stmts) => Ok(Some(Body { locals, stmts })),
            Err(reported) => Err(reported),
        }
    }

    fn skip_local_vars(&mut self) {
        while !self.at_declaration()
            && !matches!(self.tok.kind, T::Semicolon | T::Var | T::RBrace | T::LBrace)
        {
            self.bump();
        }
        self.eat(T::Semicolon);
    }
}
