//! What models of the library are made of: memory of the library's own, bytes that come from outside, `errno`; and
//! what a program finds when it starts: streams and arguments.

use super::Lowering;
use super::objects::Mark;
use crate::ir::*;
use crate::symbols::{Origin, Thing};
use lariat_c::{ExprKind, FunctionId, GlobalId, Program};
use lariat_float::Operation;

/// The streams that are open when a program starts.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The size of a `FILE` of glibc in bytes.
const STREAM_SIZE: u64 = 216;

/// The model of a list of texts.
const TEXTS: &str = "__lariat_texts";

/// The greatest error number of Linux (`EHWPOISON`).
const MOST_ERRNO: i128 = 133;

const ERRNO: &str = "__errno_location";

/// Does the program look at `errno`? If not, nobody needs to keep it.
pub(super) fn uses_errno(c: &Program) -> bool {
    c.exprs.iter().any(
        |e| matches!(e.kind, ExprKind::Function(f) if c.name(c.function(f).name) == ERRNO && c.function(f).body.is_none()),
    )
}

/// The operations of models that write memory.
pub(super) const PRIMITIVE_WRITERS: [&str; 5] = [
    "__lariat_copy",
    "__lariat_copy_text",
    "__lariat_zeros",
    "__lariat_zeros_text",
    "__lariat_any_bytes",
];

/// Is this an object that the C library defines?
pub(super) fn is_library_object(name: &str) -> bool {
    const OTHERS: [&str; 6] = ["environ", "optarg", "optind", "opterr", "optopt", "signgam"];
    STREAMS.contains(&name) || OTHERS.contains(&name) || name.starts_with("__")
}

impl Lowering<'_> {
    /// One of the operations that models are made of; `None` if it is something else.
    pub fn primitive(&mut self, name: &str, values: &[TermId]) -> Option<Option<TermId>> {
        let pointer = self.m.pointer_ty();
        let number = |this: &mut Self, i: usize| {
            let value = this.m.cast(*values.get(i)?, pointer);
            Some(this.save(value))
        };
        match name {
            "reads" => {
                let (at, n) = (number(self, 0)?, number(self, 1)?);
                self.guard(at, n);
            }
            "copy" => {
                let (to, from, n) = (number(self, 0)?, number(self, 1)?, number(self, 2)?);
                self.guard(from, n);
                self.guard(to, n);
                self.copy(to, from, n);
            }
            "zeros" => {
                let (to, n) = (number(self, 0)?, number(self, 1)?);
                self.guard(to, n);
                self.fill(to, 0, n);
            }
            "copy_text" => {
                let (to, from, n) = (number(self, 0)?, number(self, 1)?, number(self, 2)?);
                self.guard(from, n);
                self.guard(to, n);
                let (a, b) = (self.text_access(), self.text_access());
                self.emit(StmtKind::Copy(a, to, b, from, n));
            }
            "zeros_text" => {
                let (to, n) = (number(self, 0)?, number(self, 1)?);
                self.guard(to, n);
                let (access, zero) = (self.text_access(), self.m.int(0, IntTy::unsigned(8)));
                self.emit(StmtKind::Fill(access, to, zero, n));
            }
            "any_bytes" => {
                let (to, n) = (number(self, 0)?, number(self, 1)?);
                self.any_bytes(to, n);
            }
            "malloc" | "realloc" => {
                // A program may have its own.
                let own = self.functions_by_name.get(name).copied();
                let Some(f) = own else { return self.heap_call(name, values) };
                let result = self.c.types.function(self.c.function(f).ty)?.result;
                return Some(self.call_function(f, values, &[], result, None));
            }
            "own" => {
                let n = number(self, 0)?;
                return Some(Some(self.allocate("library", n, Thing::Temporary)));
            }
            "release" => {
                let at = number(self, 0)?;
                self.released(at);
            }
            "float_text" => {
                let (x, which) = (*values.first()?, *values.get(1)?);
                let text = Operation::Text(lariat_float::Format::DOUBLE);
                let term = TermKind::Float(text, x, Some(which));
                return Some(Some(self.m.push(term, IntTy::unsigned(32))));
            }
            "sets_errno" => {
                let code = *values.first()?;
                self.set_errno(Some(code));
            }
            "may_set_errno" => self.set_errno(None),
            "fails" => {
                let code = self.any(IntTy::INT);
                let (zero, last) = (self.m.int(0, IntTy::INT), self.m.int(MOST_ERRNO, IntTy::INT));
                let above = self.m.compare(CmpOp::Lt, zero, code);
                let below = self.m.compare(CmpOp::Le, code, last);
                let both = self.m.and(above, below);
                self.emit(StmtKind::Assume(both));
                self.set_errno(Some(code));
            }
            "unsupported" => self.unsupported("a case of a library function that has no model"),
            _ => return None,
        }
        Some(None)
    }

    /// Bytes from outside: those of new memory, which has any content.
    pub fn any_bytes(&mut self, to: TermId, n: TermId) {
        self.guard(to, n);
        if self.m.constant(n) == Some(0) {
            return;
        }
        let from = self.allocate("input", n, Thing::Temporary);
        self.copy(to, from, n);
    }

    /// Memory of the library is gone.
    fn released(&mut self, address: TermId) {
        if !self.follows_objects() {
            return;
        }
        let zero = self.m.address(0);
        let null = self.m.compare(CmpOp::Eq, address, zero);
        let freed = self.mark(Mark::Freed);
        let mark = self.m.ite(null, zero, freed);
        self.set(Ghost::Size, address, mark);
    }

    /// `errno` gets this value, or any.
    pub fn set_errno(&mut self, code: Option<TermId>) {
        if !self.uses_errno {
            return;
        }
        let code = code.unwrap_or_else(|| self.any(IntTy::INT));
        self.model("__lariat_store_errno", &[code]);
    }

    /// What a variable that the library defines holds at the start.
    pub fn value_of_the_library(&mut self, id: GlobalId) -> Option<TermId> {
        let global = self.c.global(id);
        let name = self.c.name(global.name);
        if self.is_environment(id) {
            let count = self.some_count(Origin::Global(id));
            return self.call_model(TEXTS, &[count]);
        }
        if !STREAMS.contains(&name) || !self.c.types.is_pointer(global.ty) {
            return None;
        }
        let object = self.object(format!("*{name}"), Some(STREAM_SIZE), 16, true);
        self.m.objects[object.index()].thing = Some(Thing::Temporary);
        self.fixed_is_born(object);
        let pointer = self.m.pointer_ty();
        Some(self.m.push(TermKind::Address(object), pointer))
    }

    /// Is it `environ`, which the library defines?
    fn is_environment(&self, id: GlobalId) -> bool {
        let global = self.c.global(id);
        let is_list = self.c.types.pointee(global.ty).is_some_and(|t| self.c.types.is_pointer(t));
        let named = matches!(self.c.name(global.name), "environ" | "__environ");
        named && is_list && !global.defined && self.options.rules.is_none()
    }

    /// How many texts there are in a list.
    fn some_count(&mut self, origin: Origin) -> TermId {
        let count = self.input(IntTy::INT, origin);
        let zero = self.m.int(0, IntTy::INT);
        let positive = self.m.compare(CmpOp::Le, zero, count);
        self.emit(StmtKind::Assume(positive));
        count
    }

    /// Names the model of lists of texts if `main` or `environ` needs it, so that it is lowered.
    pub fn queue_arguments(&mut self, entry: FunctionId) {
        let mut globals = (0..self.c.globals.len() as u32).map(GlobalId);
        let list = [1, 2].into_iter().any(|i| self.is_list_of_texts(entry, i))
            || globals.any(|id| self.is_environment(id));
        if let (true, Some(&model)) = (list, self.functions_by_name.get(TEXTS)) {
            self.procedure(model);
        }
    }

    /// Is it a parameter of `main` that is such a list, and is it used?
    pub fn is_list_of_texts(&self, entry: FunctionId, i: usize) -> bool {
        let c = self.c;
        let function = c.function(entry);
        let Some(&param) = function.params.get(i) else { return false };
        let is_list = c.types.pointee(c.var(param).ty).is_some_and(|t| c.types.is_pointer(t));
        let is_main = c.name(function.name) == "main" && self.options.rules.is_none();
        is_main && is_list && c.exprs.iter().any(|e| e.kind == ExprKind::Var(param))
    }

    /// The arguments of `main`: how many there are, their texts behind a list that ends with a null pointer, and
    /// the same for the environment. `None` for another entry, or another type.
    pub fn argument_of_main(
        &mut self,
        entry: FunctionId,
        i: usize,
        before: &[TermId],
    ) -> Option<TermId> {
        if i == 0 || !self.is_list_of_texts(entry, i) {
            return None;
        }
        let count = match i {
            1 => *before.first()?,
            _ => self.some_count(Origin::Argument(i as u32)),
        };
        self.call_model(TEXTS, &[count])
    }
}
