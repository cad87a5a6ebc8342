//! Models of library functions, copied to where they are called.
//!
//! A model in C is a function as any other. Called as one, it would be the same code for all its arguments: its
//! parameters point to whatever any caller has, and how often its loops run is not known. Copied, its `const`
//! parameters are the constants that they get, and each call has its own memory and its own loops: those over a
//! literal text, or up to a constant, begin with as many iterations as that text has bytes. (The loop itself stays
//! behind them, so a wrong guess costs nothing but time.) All that a copy does happens at the place of the call.

use super::Lowering;
use crate::ir::*;
use crate::symbols::Thing;
use lariat_c::{FunctionId, Linkage, Program};
use lariat_verdict::What;
use std::mem::take;

/// Longer texts, and counts, are left to the treatment of loops.
const MOST_ROUNDS: u32 = 40;

/// A function that has grown to so many statements gets no further copies.
const MOST_STATEMENTS: usize = 6_000;

/// Models with a state of their own that are called as functions.
const NOT_COPIED: [&str; 3] = ["__lariat_thread_", "__lariat_run_exit_handlers", "__lariat_atexit"];

/// The model of a function that is only declared: `__lariat_f` for `f`, and for `__builtin_f` and `__f_chk`, which
/// has at most a size more at its end; `__lariat_builtin_f` for `__builtin_f` alone. `find` knows functions with a
/// body by their names; those that are `static` are parts of models, and no function of a program is one of them.
pub(crate) fn model_of(
    c: &Program,
    name: &str,
    find: impl Fn(&str) -> Option<FunctionId>,
) -> Option<FunctionId> {
    let built_in = name.strip_prefix("__builtin_");
    let plain = built_in.unwrap_or(name);
    let checked = plain.strip_prefix("__").and_then(|n| n.strip_suffix("_chk"));
    let same = |n: &&str| ["str", "stp", "mem"].iter().any(|start| n.starts_with(start));
    let plain = checked.filter(same).unwrap_or(plain);
    let alone = built_in.and_then(|name| find(&format!("__lariat_builtin_{name}")));
    let model = alone.or_else(|| find(&format!("__lariat_{plain}")));
    model.filter(|&f| c.function(f).linkage == Linkage::External)
}

/// So many iterations, unless they are too many.
fn few(rounds: usize) -> u32 {
    u32::try_from(rounds).ok().filter(|n| *n <= MOST_ROUNDS).unwrap_or_default()
}

impl Lowering<'_> {
    /// Is it one of our models?
    pub fn is_model(&self, f: FunctionId) -> bool {
        self.c.files.name(self.c.function(f).place.file) == crate::LIBRARY.name
    }

    /// Is a call of this function replaced by its body?
    pub fn is_copied(&self, f: FunctionId) -> bool {
        let function = self.c.function(f);
        let name = self.c.name(function.name);
        let record = self.c.types.function(function.ty).is_some_and(|t| self.is_record(t.result));
        self.is_model(f)
            && !record
            && !NOT_COPIED.iter().any(|other| name.starts_with(other))
            && self.frame.body.len() < MOST_STATEMENTS
    }

    /// A model by its name, with these arguments; its result, if it has one.
    pub fn model(&mut self, name: &str, values: &[TermId]) -> Option<TermId> {
        let f = *self.functions_by_name.get(name)?;
        match self.is_copied(f) {
            true => self.copy_of(f, values),
            false => self.call_model(name, values),
        }
    }

    /// The body of a model at the place of its call.
    pub fn copy_of(&mut self, f: FunctionId, values: &[TermId]) -> Option<TermId> {
        let c = self.c;
        let function = c.function(f);
        if let Some(length) = self.known_length(c.name(function.name), values) {
            return Some(self.m.address(length as i128));
        }
        if c.name(function.name) == "__lariat_setlocale" {
            self.locale(values);
        }
        let body = function.body?;
        let result = c.types.function(function.ty).and_then(|t| self.ity(t.result));
        let result = result.map(|ty| self.local("$t", ty));
        let end = self.new_label();
        // What belongs to one body; the rest of the frame is the caller's.
        let place = self.frame.place;
        let outer_place = self.frame.copied_at;
        self.frame.copied_at.get_or_insert(place);
        let homes = take(&mut self.frame.homes);
        let constants = take(&mut self.frame.constants);
        let labels = take(&mut self.frame.c_labels);
        let breaks = take(&mut self.frame.breaks);
        let continues = take(&mut self.frame.continues);
        let mortals = take(&mut self.frame.mortals);
        let dues = take(&mut self.frame.dues);
        let outer_result = std::mem::replace(&mut self.frame.result, result);
        let epilogue = self.frame.epilogue.replace(end);
        let outer_rounds = take(&mut self.frame.rounds);
        let mut rounds = 0;
        for (&param, &value) in function.params.iter().zip(values) {
            let info = c.var(param);
            let ty = self.ity_or_int(info.ty);
            let value = self.m.cast(value, ty);
            let value = if info.ty.is_const() { value } else { self.save(value) };
            if let Some(text) = self.literal_text(value) {
                rounds = rounds.max(few(text.len()));
                self.say_text(value, &text);
            }
            let known = self.is_known(value);
            if info.ty.is_const() && known {
                if let Some(count) = self.m.constant(value).filter(|_| ty == self.m.pointer_ty()) {
                    rounds = rounds.max(few(usize::try_from(count).unwrap_or(usize::MAX)));
                }
                self.frame.constants.insert(param, value);
                continue;
            }
            let name = info.name.map_or("$p", |n| c.name(n)).to_owned();
            let var = self.local(&name, ty);
            self.emit(StmtKind::Assign(var, value));
            self.parameter(param, var);
        }
        self.frame.rounds = rounds;
        self.statements(body);
        self.label(end);
        self.end_block(0);
        self.frame.rounds = outer_rounds;
        self.frame.epilogue = epilogue;
        self.frame.result = outer_result;
        self.frame.dues = dues;
        self.frame.mortals = mortals;
        self.frame.continues = continues;
        self.frame.breaks = breaks;
        self.frame.c_labels = labels;
        self.frame.constants = constants;
        self.frame.homes = homes;
        self.frame.copied_at = outer_place;
        self.frame.place = place;
        result.map(|r| self.m.var(r))
    }

    /// Characters have the classes of the locale "C", in which a program starts; in another one that is assumed.
    fn locale(&mut self, values: &[TermId]) {
        let name = values.get(1).copied();
        let asks = name.is_some_and(|name| self.m.constant(name) == Some(0));
        let text = name.and_then(|name| self.literal_text(name));
        let plain = text.is_some_and(|t| [&b"C\0"[..], b"POSIX\0"].contains(&t.as_slice()));
        if !asks && !plain {
            self.assume(What::Ignored("`setlocale`".into()));
        }
    }

    /// The length of a literal, where it is asked for.
    fn known_length(&self, name: &str, values: &[TermId]) -> Option<usize> {
        let most = match (name, values) {
            ("__lariat_strlen", [_]) => usize::MAX,
            ("__lariat_strnlen", [_, most]) => usize::try_from(self.m.constant(*most)?).ok()?,
            _ => return None,
        };
        let text = self.literal_text(*values.first()?)?;
        text.iter().position(|&b| b == 0).map(|length| length.min(most))
    }

    /// Is it the same whatever happens: a number, a place in a fixed object, a function?
    fn is_known(&self, value: TermId) -> bool {
        matches!(self.m.term(value).kind, TermKind::Const(_) | TermKind::FunctionAddress(_))
            || self.is_fixed(value)
    }

    /// The bytes of the string literal from where the pointer points to.
    pub fn literal_text(&self, pointer: TermId) -> Option<Vec<u8>> {
        let (root, steps) = self.origin(pointer);
        let TermKind::Address(object) = self.m.term(root).kind else { return None };
        let Some(Thing::Literal(id)) = self.m.objects[object.index()].thing else { return None };
        let literal = self.c.string(id);
        if self.c.types.size_of(literal.element) != Some(1) {
            return None;
        }
        let by: i128 = steps.iter().map(|&by| self.m.constant(by)).sum::<Option<i128>>()?;
        let rest = literal.units.get(usize::try_from(by).ok()?..)?;
        Some(rest.iter().map(|&unit| unit as u8).collect())
    }

    /// Says what is in a literal: nobody can change it, but whoever looks at this function alone does not know.
    fn say_text(&mut self, at: TermId, text: &[u8]) {
        if text.len() > MOST_ROUNDS as usize {
            return;
        }
        let ty = self.ity_or_int(lariat_c::TypeId::CHAR);
        for (i, &byte) in text.iter().enumerate() {
            let address = self.m.offset_by(at, i as i128);
            let access = self.access(lariat_c::TypeId::CHAR, None);
            let there = self.m.push(TermKind::Load(access, address), ty);
            let byte = self.m.int(ty.wrap(i128::from(byte)), ty);
            let same = self.m.compare(CmpOp::Eq, there, byte);
            self.emit(StmtKind::Assume(same));
        }
    }
}
