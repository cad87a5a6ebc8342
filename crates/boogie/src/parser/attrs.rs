//! Attributes and triggers, which share their braces.

use super::{Parser, Result};
use crate::ast::{Attr, AttrArg, Attrs, Trigger};
use crate::token::T;

impl Parser<'_> {
    /// Any number of attributes.
    #[inline]
    pub(super) fn attrs(&mut self) -> Result<Attrs> {
        let mut attrs = Vec::new();
        if self.at(T::LBrace) {
            self.more_attrs(&mut attrs)?;
        }
        Ok(attrs)
    }

    fn more_attrs(&mut self, attrs: &mut Attrs) -> Result<()> {
        while self.at(T::LBrace) && self.peek() == T::Colon {
            let attr = self.attr()?;
            if attr.name.symbol == self.words.nopats {
                return Err(self.error(attr.span, "`nopats` has a meaning in quantifiers only"));
            }
            attrs.push(attr);
        }
        Ok(())
    }

    /// Attributes and triggers of a quantifier or lambda.
    pub(super) fn attrs_and_triggers(&mut self) -> Result<(Attrs, Vec<Trigger>)> {
        let (mut attrs, mut triggers) = (Vec::new(), Vec::new());
        while self.at(T::LBrace) {
            if self.peek() != T::Colon {
                triggers.push(self.trigger()?);
                continue;
            }
            let attr = self.attr()?;
            if attr.name.symbol != self.words.nopats {
                attrs.push(attr);
                continue;
            }
            match attr.args[..] {
                [AttrArg::Expr(expr)] => {
                    triggers.push(Trigger { negative: true, exprs: vec![expr], span: attr.span });
                }
                _ => return Err(self.error(attr.span, "`nopats` takes one expression")),
            }
        }
        Ok((attrs, triggers))
    }

    fn trigger(&mut self) -> Result<Trigger> {
        let start = self.bump().start;
        self.open_braces += 1;
        let mut exprs = vec![self.expr()?];
        while self.eat(T::Comma) {
            exprs.push(self.expr()?);
        }
        self.expect(T::RBrace)?;
        self.open_braces -= 1;
        Ok(Trigger { negative: false, exprs, span: self.span_from(start) })
    }

    fn attr(&mut self) -> Result<Attr> {
        let start = self.bump().start;
        self.open_braces += 1;
        self.expect(T::Colon)?;
        let name = self.name()?;
        let mut args = Vec::new();
        if !self.at(T::RBrace) {
            args.push(self.attr_arg()?);
            while self.eat(T::Comma) {
                args.push(self.attr_arg()?);
            }
        }
        self.expect(T::RBrace)?;
        self.open_braces -= 1;
        Ok(Attr { name, args, span: self.span_from(start) })
    }

    fn attr_arg(&mut self) -> Result<AttrArg> {
        if self.at(T::Str) {
            let token = self.bump();
            return Ok(AttrArg::Str(self.string_text(token)));
        }
        Ok(AttrArg::Expr(self.expr()?))
    }
}
