//! Types taken from the signature of a function.

use super::scope::Binding;
use super::{Parsed, Unit};
use crate::symbol::Symbol;
use crate::token::T;
use crate::types::TypeId;

const PARAMETER: &str = "__lariat_parameter";
const RESULT: &str = "__lariat_result";

impl Unit<'_> {
    /// `__lariat_parameter(f, n)` and `__lariat_result(f)`: types from the signature of a function of the program, `static` or
    /// not, for code that watches it and does not know its header. `None` if the name is another.
    pub(super) fn type_of_signature(&mut self, word: Symbol) -> Parsed<Option<TypeId>> {
        let is_result = match self.p.name(word) {
            PARAMETER => false,
            RESULT => true,
            _ => return Ok(None),
        };
        self.next();
        self.expect(T::LParen)?;
        let place = self.place();
        let token = self.expect(T::Name)?;
        let function = Symbol(token.value);
        let mut number = 0;
        if !is_result {
            self.expect(T::Comma)?;
            let e = self.conditional()?;
            number = self.require_constant(e);
        }
        self.expect(T::RParen)?;
        let known = match self.scopes.names.get(function).map(|e| e.what) {
            Some(Binding::Function(id)) => Some(id),
            _ => self.p.function_named(self.p.name(function)),
        };
        let name = self.p.name(function).to_owned();
        let signature = known.and_then(|id| self.p.types.function(self.p.function(id).ty)).cloned();
        let Some(signature) = signature else {
            self.error("undeclared", place, format!("there is no function `{name}`"));
            return Ok(Some(TypeId::ERROR));
        };
        if is_result {
            if self.p.types.is_void(signature.result) {
                self.error("type", place, format!("`{name}` returns nothing"));
                return Ok(Some(TypeId::ERROR));
            }
            return Ok(Some(signature.result.unqualified()));
        }
        let at = usize::try_from(number - 1).ok();
        match at.and_then(|at| signature.params.get(at)) {
            Some(ty) => Ok(Some(ty.unqualified())),
            None => {
                let count = signature.params.len();
                let message = match signature.prototyped {
                    true => {
                        format!("`{name}` has {count} parameters, and `${number}` is none of them")
                    }
                    false => format!("the parameters of `{name}` are not declared"),
                };
                self.error("type", place, message);
                Ok(Some(TypeId::ERROR))
            }
        }
    }

    /// Is this one of the words that [`Unit::type_of_signature`] knows?
    pub(super) fn names_signature(&self, word: Symbol) -> bool {
        matches!(self.p.name(word), PARAMETER | RESULT)
    }
}
