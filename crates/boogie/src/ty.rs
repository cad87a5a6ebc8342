//! Resolved types: synonyms expanded, names resolved, each distinct type stored once.
//!
//! Equal types have equal [`Ty`] handles. The parameters of a polymorphic map are
//! counted from the inside (`depth`) and by first occurrence (`index`), so that maps
//! that differ only in the names of their parameters are the same type.

use crate::ast::index_type;
use crate::checked::{Checked, TyVarId, TypeCtorId};
use crate::interner::Interner;
use rustc_hash::FxHashMap;
use std::fmt::Write;

index_type!(
    /// An interned type; look at it with [`TyTable::kind`].
    Ty
);

impl Ty {
    /// Stands where there was an error; fits every type.
    pub const ERROR: Ty = Ty(0);
    /// `bool`
    pub const BOOL: Ty = Ty(1);
    /// `int`
    pub const INT: Ty = Ty(2);
    /// `real`
    pub const REAL: Ty = Ty(3);
    /// `rmode`
    pub const RMODE: Ty = Ty(4);
    /// `string`
    pub const STRING: Ty = Ty(5);
    /// `regex`
    pub const REGEX: Ty = Ty(6);
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TyKind {
    /// See [`Ty::ERROR`].
    Error,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `real`
    Real,
    /// `rmode`, the rounding modes
    RMode,
    /// `string`
    Str,
    /// `regex`
    Regex,
    /// `bvN`
    Bv(u32),
    /// `floatSeE`: `significand` bits (with the hidden one) and `exponent` bits
    Float {
        /// Bits of the significand.
        significand: u32,
        /// Bits of the exponent.
        exponent: u32,
    },
    /// A type constructor or datatype with its arguments.
    Ctor(TypeCtorId, Box<[Ty]>),
    /// A type parameter of a function, procedure, quantifier, synonym or datatype.
    Var(TyVarId),
    /// A parameter of an enclosing polymorphic map type: `depth` maps outwards (0 is the
    /// innermost polymorphic map), the `index`-th parameter.
    MapParam {
        /// Polymorphic maps to leave.
        depth: u32,
        /// Which parameter of that map.
        index: u32,
    },
    /// `<params>[indices]result`. Only maps with `params > 0` count for `depth`.
    Map {
        /// Number of type parameters.
        params: u32,
        /// Index types.
        indices: Box<[Ty]>,
        /// Result type.
        result: Ty,
    },
    /// A type of which nothing is known but that it differs from all others, by number: what holds for it holds for all
    /// types that nothing else is said of. The checker makes none.
    Opaque(u32),
    /// An unknown of type inference; never left in a [`Checked`] without errors.
    Unknown(u32),
}

/// The table of types.
#[derive(Clone, Debug)]
pub struct TyTable {
    kinds: Vec<TyKind>,
    index: FxHashMap<TyKind, Ty>,
    /// Whether a type has an [`TyKind::Unknown`] inside.
    pub(crate) has_unknown: Vec<bool>,
    /// Whether a type has a [`TyKind::Var`] inside.
    pub(crate) has_var: Vec<bool>,
    /// 0 if closed, else 1 + the largest `depth` by which a map parameter leaves the type.
    pub(crate) open_depth: Vec<u32>,
    /// Nodes of the type written out, and how deep they nest.
    extent: Vec<(u32, u32)>,
}

/// Types larger than this are rejected, so that walks over types stay cheap.
const MAX_TYPE_NODES: u32 = 10_000;
/// Types that nest deeper than this are rejected, so that walks may use recursion.
const MAX_TYPE_DEPTH: u32 = crate::MAX_DEPTH;

impl Default for TyTable {
    fn default() -> Self {
        let mut table = TyTable {
            kinds: Vec::new(),
            index: FxHashMap::default(),
            has_unknown: Vec::new(),
            has_var: Vec::new(),
            open_depth: Vec::new(),
            extent: Vec::new(),
        };
        for kind in [
            TyKind::Error,
            TyKind::Bool,
            TyKind::Int,
            TyKind::Real,
            TyKind::RMode,
            TyKind::Str,
            TyKind::Regex,
        ] {
            table.intern(kind);
        }
        table
    }
}

impl TyTable {
    /// The handle of a type.
    pub fn intern(&mut self, kind: TyKind) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        let (mut unknown, mut var, mut open) = (false, false, 0);
        let (mut nodes, mut depth) = (1u32, 0u32);
        let mut part = |t: &Ty| {
            let (part_nodes, part_depth) = self.extent[t.index()];
            nodes = nodes.saturating_add(part_nodes);
            depth = depth.max(part_depth + 1);
            unknown |= self.has_unknown[t.index()];
            var |= self.has_var[t.index()];
            open = open.max(self.open_depth[t.index()]);
        };
        match &kind {
            TyKind::Ctor(_, args) => args.iter().for_each(&mut part),
            TyKind::Map { params, indices, result } => {
                indices.iter().for_each(&mut part);
                part(result);
                if *params > 0 {
                    open = open.saturating_sub(1);
                }
            }
            TyKind::Unknown(_) => unknown = true,
            TyKind::Var(_) => var = true,
            TyKind::MapParam { depth, .. } => open = depth + 1,
            _ => {}
        }
        self.has_unknown.push(unknown);
        self.has_var.push(var);
        self.open_depth.push(open);
        self.extent.push((nodes, depth));
        self.kinds.push(kind.clone());
        self.index.insert(kind, ty);
        ty
    }

    /// What a type is.
    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.kinds[ty.index()]
    }

    /// Whether a type is larger than any program needs.
    pub(crate) fn is_too_large(&self, ty: Ty) -> bool {
        let (nodes, depth) = self.extent[ty.index()];
        nodes > MAX_TYPE_NODES || depth > MAX_TYPE_DEPTH
    }

    /// `bvN`.
    pub fn bv(&mut self, width: u32) -> Ty {
        self.intern(TyKind::Bv(width))
    }

    /// Replaces type parameters (not map parameters) by types.
    pub fn substitute(&mut self, ty: Ty, map: &FxHashMap<TyVarId, Ty>) -> Ty {
        if map.is_empty() || !self.has_var[ty.index()] {
            return ty;
        }
        match self.kind(ty).clone() {
            TyKind::Var(v) => map.get(&v).copied().unwrap_or(ty),
            TyKind::Ctor(c, args) => {
                let args = args.iter().map(|&a| self.substitute(a, map)).collect();
                self.intern(TyKind::Ctor(c, args))
            }
            TyKind::Map { params, indices, result } => {
                let indices = indices.iter().map(|&a| self.substitute(a, map)).collect();
                let result = self.substitute(result, map);
                self.intern(TyKind::Map { params, indices, result })
            }
            _ => ty,
        }
    }

    /// Instantiates the parameters of a polymorphic map type: its index types and result
    /// with `args` for its parameters.
    pub fn instantiate_map(&mut self, indices: &[Ty], result: Ty, args: &[Ty]) -> (Vec<Ty>, Ty) {
        let indices = indices.iter().map(|&t| self.open(t, 0, args)).collect();
        (indices, self.open(result, 0, args))
    }

    /// Replaces the map parameters of level `level` by `args` (closed types).
    pub(crate) fn open(&mut self, ty: Ty, level: u32, args: &[Ty]) -> Ty {
        if self.open_depth[ty.index()] <= level {
            return ty;
        }
        match self.kind(ty).clone() {
            TyKind::MapParam { depth, index } if depth == level => {
                args.get(index as usize).copied().unwrap_or(Ty::ERROR)
            }
            TyKind::Ctor(c, parts) => {
                let parts = parts.iter().map(|&a| self.open(a, level, args)).collect();
                self.intern(TyKind::Ctor(c, parts))
            }
            TyKind::Map { params, indices, result } => {
                let inner = level + u32::from(params > 0);
                let indices = indices.iter().map(|&a| self.open(a, inner, args)).collect();
                let result = self.open(result, inner, args);
                self.intern(TyKind::Map { params, indices, result })
            }
            _ => ty,
        }
    }
}

impl Checked {
    /// A type as text, in Boogie's syntax.
    pub fn show(&self, names: &Interner, ty: Ty) -> String {
        let mut out = String::new();
        let shown = Shown { types: &self.types, checked: self, names };
        shown.write(&mut out, ty, false, 0, 0);
        out
    }
}

struct Shown<'a> {
    types: &'a TyTable,
    checked: &'a Checked,
    names: &'a Interner,
}

impl Shown<'_> {
    fn write(&self, out: &mut String, ty: Ty, atom: bool, maps: u32, nesting: u32) {
        if nesting > 50 || out.len() > 1000 {
            out.push('…');
            return;
        }
        let deeper = nesting + 1;
        match self.types.kind(ty) {
            TyKind::Error => out.push('?'),
            TyKind::Bool => out.push_str("bool"),
            TyKind::Int => out.push_str("int"),
            TyKind::Real => out.push_str("real"),
            TyKind::RMode => out.push_str("rmode"),
            TyKind::Str => out.push_str("string"),
            TyKind::Regex => out.push_str("regex"),
            TyKind::Bv(n) => _ = write!(out, "bv{n}"),
            TyKind::Float { significand, exponent } => {
                _ = write!(out, "float{significand}e{exponent}");
            }
            TyKind::Var(v) => out.push_str(self.names.text(self.checked.type_vars[v.index()])),
            TyKind::MapParam { depth, index } => {
                let level = maps.saturating_sub(depth + 1);
                _ = write!(out, "{}", map_param_name(level, *index));
            }
            TyKind::Opaque(n) => _ = write!(out, "any#{n}"),
            TyKind::Unknown(_) => out.push('_'),
            TyKind::Ctor(c, args) => {
                let name = self.names.text(self.checked.type_ctors[c.index()].name);
                let parens = atom && !args.is_empty();
                out.push_str(if parens { "(" } else { "" });
                out.push_str(name);
                for &arg in args {
                    out.push(' ');
                    self.write(out, arg, true, maps, deeper);
                }
                out.push_str(if parens { ")" } else { "" });
            }
            TyKind::Map { params, indices, result } => {
                out.push_str(if atom { "(" } else { "" });
                let inner = maps + u32::from(*params > 0);
                if *params > 0 {
                    let names: Vec<_> = (0..*params).map(|i| map_param_name(maps, i)).collect();
                    _ = write!(out, "<{}>", names.join(","));
                }
                out.push('[');
                for (i, &index) in indices.iter().enumerate() {
                    out.push_str(if i > 0 { "," } else { "" });
                    self.write(out, index, false, inner, deeper);
                }
                out.push(']');
                self.write(out, *result, false, inner, deeper);
                out.push_str(if atom { ")" } else { "" });
            }
        }
    }
}

fn map_param_name(level: u32, index: u32) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    match (level, index / 26) {
        (0, 0) => letter.to_string(),
        (l, n) => format!("{letter}{}", l + n * 1000),
    }
}
