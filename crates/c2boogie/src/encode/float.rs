//! Operations on floats: functions on bits that `lariat_float` and the solvers know by name.

use super::Encoder;
use crate::ir::*;
use lariat_float::{Format, Operation};

/// The formats of operands and result; none for what is an integer or a truth value.
fn formats(operation: Operation) -> (Option<Format>, Option<Format>) {
    use Operation::*;
    match operation {
        Add(f) | Subtract(f) | Multiply(f) | Divide(f) | Root(f) | Round(_, f) => {
            (Some(f), Some(f))
        }
        Less(f) | LessEqual(f) | Equal(f) => (Some(f), None),
        Convert(from, to) => (Some(from), Some(to)),
        OfSigned(f) | OfUnsigned(f) => (None, Some(f)),
        ToSigned(_, f) | ToUnsigned(_, f) | Text(f) => (Some(f), None),
    }
}

impl Encoder<'_> {
    /// The text of an operation on floats; the result is bits or a truth value.
    pub fn float(&mut self, id: TermId) -> String {
        let Term { kind: TermKind::Float(operation, a, b), ty } = self.m.term(id) else {
            return self.truth(id);
        };
        let (from, to) = formats(operation);
        let mut texts = Vec::new();
        let mut params = Vec::new();
        for (n, operand) in [Some(a), b].into_iter().flatten().enumerate() {
            let held = self.m.ty(operand).width;
            let text = self.value(operand, true);
            let is_number = n == 0 || !matches!(operation, Operation::Text(_));
            let width = from.filter(|_| is_number).map_or(held, Format::width);
            texts.push(if held == width { text } else { self.without_first_bit(&text, held) });
            params.push(format!("x{n}: bv{width}"));
        }
        let result = match (ty == IntTy::BOOL, to) {
            (true, _) => "bool".to_owned(),
            (_, Some(format)) => format!("bv{}", format.width()),
            _ => format!("bv{}", ty.width),
        };
        let smt = operation.name();
        let held = self.m.ty(a).width;
        let name = format!("${}.{held}", smt.replace(' ', "."));
        let attribute = match self.floats_are_open {
            true => String::new(),
            false => format!("{{:builtin \"{smt}\"}} "),
        };
        self.function(&name, || {
            format!("function {attribute}{name}({}): {result};", params.join(", "))
        });
        let text = format!("{name}({})", texts.join(", "));
        match to {
            Some(format) if format.width() != ty.width => self.with_first_bit(&text, ty.width),
            _ => text,
        }
    }

    /// The 80-bit format has the first bit of the significand; SMT's floats do not.
    fn without_first_bit(&mut self, text: &str, width: u32) -> String {
        let name = format!("$float.of_extended.{width}");
        self.function(&name, || {
            format!("function {{:inline}} {name}(x: bv{width}): bv79 {{ x[80:64] ++ x[63:0] }}")
        });
        format!("{name}({text})")
    }

    fn with_first_bit(&mut self, text: &str, width: u32) -> String {
        let name = format!("$float.extended.{width}");
        let padding = width - 80;
        self.function(&name, || {
            format!(
                "function {{:inline}} {name}(x: bv79): bv{width} \
                 {{ 0bv{padding} ++ x[79:63] ++ (if x[78:63] == 0bv15 then 0bv1 else 1bv1) \
                 ++ x[63:0] }}"
            )
        });
        format!("{name}({text})")
    }
}
