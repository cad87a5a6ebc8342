//! The objects of a query, numbered (paper, section 3.4).
//!
//! Number zero is NULL; then come the functions that the query mentions and the objects
//! whose address it takes. (That a pointer points to an object whose address nobody takes
//! cannot be told from pointing to an unknown object with the same contents.) All higher
//! numbers are objects that the query knows only through pointers: there is one for
//! every pointer that could need one of its own, and nobody knows where they end.

use crate::circuit::{self, Bits};
use lariat_c::{
    ArrayLength, CastKind, ExprId, ExprKind, FunctionId, GlobalId, InitValue, Program, StringId,
    Type, TypeId, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum ObjectKind {
    Global(GlobalId),
    Var(VarId),
    Function(FunctionId),
    Str(StringId),
}

/// An object that the query mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    pub kind: ObjectKind,
    pub ty: TypeId,
    /// Its size in bytes, if it is known.
    pub size: Option<u64>,
}

/// All of them; an object's number is its position plus one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Objects {
    pub list: Vec<Object>,
    pub index: FxHashMap<ObjectKind, usize>,
    /// How many bits a number has.
    pub width: usize,
    /// Can an unknown pointer be NULL? Only if the query could tell.
    pub null_matters: bool,
}

impl Objects {
    /// Collects the objects below the roots: those whose address somebody takes; in the
    /// path of a function that others may call, all globals.
    pub fn collect(program: &Program, roots: &[ExprId], path: bool, whole: bool) -> Self {
        let mut objects = Objects::default();
        let mut pointers = 0;
        let mut has_quantifier = false;
        let mut roots = roots.to_vec();
        let mut seen = FxHashSet::default();
        let mut called = FxHashSet::default();
        objects.null_matters = roots.iter().any(|&r| program.types.is_pointer(program.expr(r).ty));
        while !roots.is_empty() {
            let mut more = Vec::new();
            for_each_below(program, &roots, |e, kind| {
                let ty = program.expr(e).ty;
                if program.types.is_pointer(ty) {
                    pointers += 1;
                }
                match *kind {
                    ExprKind::Global(id) if seen.insert(id) => {
                        let global = program.global(id);
                        pointers += pointer_count(program, global.ty, 0);
                        if path && (global.address_taken || !whole) {
                            objects.add(program, ObjectKind::Global(id), global.ty);
                        }
                        if let Some(init) = &global.init {
                            more.extend(init.entries.iter().filter_map(|e| match e.value {
                                InitValue::Expr(e) => Some(e),
                                _ => None,
                            }));
                        }
                    }
                    ExprKind::Var(id) | ExprKind::CompoundLiteral(id, _) => {
                        let ty = program.var(id).ty;
                        pointers += pointer_count(program, ty, 0);
                        if path && program.var(id).address_taken {
                            objects.add(program, ObjectKind::Var(id), ty);
                        }
                    }
                    ExprKind::AddressOf(lv) | ExprKind::Decay(lv) => {
                        if let Some((kind, ty)) = root(program, lv) {
                            objects.add(program, kind, ty);
                        }
                    }
                    ExprKind::Function(id) if !called.contains(&e) => {
                        objects.add(program, ObjectKind::Function(id), program.function(id).ty);
                    }
                    ExprKind::Str(id) => objects.add(program, ObjectKind::Str(id), ty),
                    ExprKind::Quantified { var, .. } => {
                        has_quantifier = true;
                        pointers += pointer_count(program, program.var(var).ty, 0);
                    }
                    ExprKind::Cast(CastKind::NullToPointer | CastKind::IntToPointer, _) => {
                        objects.null_matters = true;
                    }
                    ExprKind::Cast(CastKind::ToBool, a) => {
                        objects.null_matters |= program.types.is_pointer(program.expr(a).ty);
                    }
                    ExprKind::Unary(_, a) | ExprKind::Conditional(a, ..) => {
                        objects.null_matters |= program.types.is_pointer(program.expr(a).ty);
                    }
                    ExprKind::Logical(_, a, b) => {
                        objects.null_matters |= program.types.is_pointer(program.expr(a).ty)
                            | program.types.is_pointer(program.expr(b).ty);
                    }
                    ExprKind::Load(lv) => objects.null_matters |= goes_through_pointer(program, lv),
                    // A function that is only called is no object.
                    ExprKind::Call(callee, _) if program.direct_callee(callee).is_some() => {
                        program.expr(callee).kind.for_each_child(|f| {
                            called.insert(f);
                        });
                    }
                    _ => {}
                }
            });
            roots = more;
        }
        let count = objects.list.len() + pointers.min(60_000) + 1;
        let slack = if has_quantifier && pointers > 0 { 2 } else { 0 };
        objects.width = (usize::BITS - count.leading_zeros()) as usize + slack;
        objects
    }

    fn add(&mut self, program: &Program, kind: ObjectKind, ty: TypeId) {
        if self.index.contains_key(&kind) {
            return;
        }
        self.index.insert(kind, self.list.len());
        let size = match kind {
            ObjectKind::Function(_) => Some(1),
            _ => program.types.size_of(ty),
        };
        self.list.push(Object { kind, ty, size });
    }

    /// The number of an object, as bits.
    pub fn number(&self, kind: ObjectKind) -> Option<Bits> {
        let number = *self.index.get(&kind)? + 1;
        Some(circuit::constant(number as i128, self.width))
    }
}

/// The object that an lvalue is a part of.
fn root(program: &Program, lv: ExprId) -> Option<(ObjectKind, TypeId)> {
    let expr = program.expr(lv);
    match expr.kind {
        ExprKind::Global(id) => Some((ObjectKind::Global(id), expr.ty)),
        ExprKind::Var(id) | ExprKind::CompoundLiteral(id, _) => {
            Some((ObjectKind::Var(id), expr.ty))
        }
        ExprKind::Member(base, _) => root(program, base),
        // `a[i]` is a part of `a`; the decay of `a` is seen on its own.
        _ => None,
    }
}

/// Is the lvalue found by following a pointer (and not just by indexing a known array)?
fn goes_through_pointer(program: &Program, lv: ExprId) -> bool {
    match program.expr(lv).kind {
        ExprKind::Member(base, _) => goes_through_pointer(program, base),
        ExprKind::Deref(p) => match program.expr(p).kind {
            ExprKind::Decay(array) => goes_through_pointer(program, array),
            ExprKind::PointerOffset { pointer, .. } => match program.expr(pointer).kind {
                ExprKind::Decay(array) => goes_through_pointer(program, array),
                _ => true,
            },
            _ => true,
        },
        _ => false,
    }
}

/// How many pointers an object of the type holds (roughly, and not too many).
fn pointer_count(program: &Program, ty: TypeId, depth: u32) -> usize {
    if depth > 20 {
        return 0;
    }
    match program.types.get(ty) {
        Type::Pointer(_) => 1,
        Type::Array(element, ArrayLength::Fixed(n)) => {
            let inside = pointer_count(program, *element, depth + 1);
            inside.saturating_mul(usize::try_from((*n).min(64)).unwrap_or(64)).min(4096)
        }
        Type::Array(element, _) => pointer_count(program, *element, depth + 1),
        Type::Record(id) => {
            let fields = &program.types.record(*id).fields;
            fields.iter().map(|f| pointer_count(program, f.ty, depth + 1)).sum::<usize>().min(4096)
        }
        _ => 0,
    }
}

/// Calls `f` on every expression below the roots, each once.
pub(crate) fn for_each_below(
    program: &Program,
    roots: &[ExprId],
    mut f: impl FnMut(ExprId, &ExprKind),
) {
    let mut seen = FxHashSet::default();
    let mut todo = roots.to_vec();
    while let Some(e) = todo.pop() {
        if !seen.insert(e) {
            continue;
        }
        let kind = &program.expr(e).kind;
        f(e, kind);
        kind.for_each_child(|child| todo.push(child));
    }
}
