//! Fields of datatypes. A field name that several constructors share reads the field of whichever
//! constructor built the value.

use crate::context::{Lower, Lowering};
use lariat_boogie::{Span, Ty};
use lariat_logic::{ConstructorId, Op, Sort, TermId};

impl Lowering<'_> {
    /// The constructors of a datatype that have the field, with its position.
    fn owners(&mut self, ty: Ty, field: &str, span: Span) -> Lower<Vec<(ConstructorId, u32)>> {
        let constructors = self.constructors_of(ty, span)?;
        let terms = &self.program.terms;
        let owners: Vec<_> = constructors
            .iter()
            .filter_map(|&c| {
                let fields = &terms.constructor(c).fields;
                Some((c, fields.iter().position(|f| f.0 == field)? as u32))
            })
            .collect();
        if owners.is_empty() {
            return self.error("internal", span, format!("no constructor has the field {field}"));
        }
        Ok(owners)
    }

    /// `value->field`
    pub fn field(&mut self, ty: Ty, value: TermId, field: &str, span: Span) -> Lower<TermId> {
        let owners = self.owners(ty, field, span)?;
        self.by_constructor(&owners, value, |low, c, i| low.terms().app(Op::Field(c, i), &[value]))
    }

    /// `value->(field := with)`
    pub fn field_update(
        &mut self,
        ty: Ty,
        value: TermId,
        field: &str,
        with: TermId,
        span: Span,
    ) -> Lower<TermId> {
        let owners = self.owners(ty, field, span)?;
        self.by_constructor(&owners, value, |low, c, i| low.with_field(c, i, value, with))
    }

    /// `x == y`. Of values with one constructor and maps in them, field by field: solvers compare two maps element by
    /// element where the equation between them is there, and not where it only follows.
    pub fn equal(&mut self, x: TermId, y: TermId) -> TermId {
        let terms = &self.program.terms;
        let Sort::Datatype(datatype) = *terms.sort_of_id(terms.sort_of(x)) else {
            return self.terms().eq(x, y);
        };
        let &[constructor] = terms.datatype(datatype).constructors.as_slice() else {
            return self.terms().eq(x, y);
        };
        let fields = &terms.constructor(constructor).fields;
        let has_map = fields.iter().any(|f| matches!(terms.sort_of_id(f.1), Sort::Map { .. }));
        if !has_map {
            return self.terms().eq(x, y);
        }
        let parts: Vec<TermId> = (0..fields.len() as u32)
            .map(|i| {
                let of =
                    |low: &mut Self, value| low.terms().app(Op::Field(constructor, i), &[value]);
                let (a, b) = (of(self, x), of(self, y));
                self.terms().eq(a, b)
            })
            .collect();
        self.terms().and(&parts)
    }

    fn by_constructor(
        &mut self,
        owners: &[(ConstructorId, u32)],
        value: TermId,
        mut make: impl FnMut(&mut Self, ConstructorId, u32) -> TermId,
    ) -> Lower<TermId> {
        let mut owners = owners.iter().rev();
        let Some(&(c, i)) = owners.next() else { return Err(crate::context::Reported) };
        let mut result = make(self, c, i);
        for &(c, i) in owners {
            let built = self.terms().app(Op::IsConstructor(c), &[value]);
            let here = make(self, c, i);
            result = self.terms().ite(built, here, result);
        }
        Ok(result)
    }

    /// A value built by `constructor` with one field changed.
    pub fn with_field(
        &mut self,
        constructor: ConstructorId,
        field: u32,
        value: TermId,
        with: TermId,
    ) -> TermId {
        let count = self.program.terms.constructor(constructor).fields.len() as u32;
        let args: Vec<TermId> = (0..count)
            .map(|i| {
                if i == field {
                    with
                } else {
                    self.terms().app(Op::Field(constructor, i), &[value])
                }
            })
            .collect();
        self.terms().app(Op::Construct(constructor), &args)
    }
}
