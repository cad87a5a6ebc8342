//! Types.

use super::{Parser, Result};
use crate::ast::{Name, TypeId, TypeKind};
use crate::token::T;

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        let start = self.tok.start;
        match self.tok.kind {
            T::Ident => {
                let name = self.bump().symbol;
                let args = if self.at_type_argument() { self.type_args()? } else { Box::default() };
                let span = self.span_from(start);
                Ok(self.program.add_type(TypeKind::Named { name, args }, span))
            }
            T::Lt | T::LBracket => self.map_type(),
            _ => self.type_atom(),
        }
    }

    /// `int`, `real`, `bool`, or a type in parentheses.
    fn type_atom(&mut self) -> Result<TypeId> {
        let kind = match self.tok.kind {
            T::BoolType => TypeKind::Bool,
            T::IntType => TypeKind::Int,
            T::RealType => TypeKind::Real,
            T::LParen => {
                return self.nested(|p| {
                    p.bump();
                    let ty = p.ty()?;
                    p.expect(T::RParen)?;
                    Ok(ty)
                });
            }
            _ => return Err(self.expected("a type")),
        };
        let span = self.bump().span();
        Ok(self.program.add_type(kind, span))
    }

    fn at_type_argument(&self) -> bool {
        match self.tok.kind {
            T::IntType | T::RealType | T::BoolType | T::LParen | T::Lt | T::LBracket => true,
            T::Ident => {
                let (word, words) = (self.tok.symbol, &self.words);
                ![words.extends, words.complete, words.uses, words.is].contains(&word)
            }
            _ => false,
        }
    }

    /// Arguments by juxtaposition. A map type can only be the last one, since it takes all
    /// that follows as its result.
    fn type_args(&mut self) -> Result<Box<[TypeId]>> {
        let mut args = Vec::new();
        while self.at_type_argument() {
            match self.tok.kind {
                T::Ident => {
                    let token = self.bump();
                    let kind = TypeKind::Named { name: token.symbol, args: Box::default() };
                    args.push(self.program.add_type(kind, token.span()));
                }
                T::Lt | T::LBracket => {
                    args.push(self.map_type()?);
                    break;
                }
                _ => args.push(self.type_atom()?),
            }
        }
        Ok(args.into())
    }

    fn map_type(&mut self) -> Result<TypeId> {
        self.nested(|p| {
            let start = p.tok.start;
            let params = p.type_params()?.into();
            p.expect(T::LBracket)?;
            let mut indices = Vec::new();
            if !p.at(T::RBracket) {
                indices.push(p.ty()?);
                while p.eat(T::Comma) {
                    indices.push(p.ty()?);
                }
            }
            p.expect(T::RBracket)?;
            let result = p.ty()?;
            let kind = TypeKind::Map { params, indices: indices.into(), result };
            let span = p.span_from(start);
            Ok(p.program.add_type(kind, span))
        })
    }

    /// `<a, b>`, or nothing.
    pub(super) fn type_params(&mut self) -> Result<Vec<Name>> {
        if !self.eat(T::Lt) {
            return Ok(Vec::new());
        }
        let names = self.names()?;
        self.expect(T::Gt)?;
        Ok(names)
    }
}
