//! The objects that pointers can point to: those of the program, and stand-ins for memory that
//! the program did not make.

use super::layout::Layout;
use super::solve::Node;
use crate::ir::*;
use lariat_c::{Program, RecordId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// An object or a stand-in for some.
pub(crate) type Region = u32;

/// Where memory comes from that the program did not make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Root {
    /// From outside: pointers of compatible type may be equal.
    Outside,
    /// From one input only: the variable that got it.
    Input(VarId),
    /// Never initialised memory of this object holds pointers to it.
    Garbage(Region),
    /// Only null pointers point there.
    Nowhere,
}

/// What is in such memory, as far as the type of a pointer to it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Shape {
    /// Records of a type.
    Record(RecordId),
    /// Scalars of a kind and a width in bytes.
    Scalar(Scalar, u32),
    /// What an untyped pointer in this field points to.
    BehindField(RecordId, u32),
    /// What other untyped pointers point to.
    Behind(u32),
}

/// Kinds of scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Scalar {
    Integer,
    Pointer,
    Float,
}

/// The bytes at one offset.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// What pointers they hold.
    pub content: Node,
    /// Widths of accesses.
    pub widths: Vec<u32>,
}

/// What is known of an object.
#[derive(Clone, Debug)]
pub(crate) struct Abstract {
    pub layout: Layout,
    pub cells: BTreeMap<i64, Cell>,
    /// Does it hold zeros and initial values only, when the program starts?
    pub is_static: bool,
    /// Where the pointers come from that it holds before anything is written to it.
    pub holds: Option<Root>,
    /// Can pointers from outside point to it?
    pub visible: bool,
    /// The types of what was seen at offsets.
    pub seen: FxHashSet<(Shape, i64)>,
    /// What is loaded from it.
    pub loads: FxHashSet<(Node, AccessId)>,
    /// Ranges that other ranges correspond to.
    pub mirrors: Vec<u32>,
    /// What it holds if it is a stand-in, whose addresses may be any.
    pub shape: Option<Shape>,
    /// Is it a function? There is nothing to read or write in it.
    pub is_function: bool,
    /// For people.
    pub name: String,
}

impl Abstract {
    pub fn new(name: String) -> Abstract {
        Abstract {
            layout: Layout::default(),
            cells: BTreeMap::new(),
            is_static: false,
            holds: None,
            visible: false,
            seen: FxHashSet::default(),
            loads: FxHashSet::default(),
            mirrors: Vec::new(),
            shape: None,
            is_function: false,
            name,
        }
    }
}

/// The types of a program as far as memory from outside has them.
pub(crate) struct Shapes<'a> {
    pub c: &'a Program,
    /// Records of the same name in different files are one.
    same: FxHashMap<(u32, u64), RecordId>,
}

impl<'a> Shapes<'a> {
    pub fn new(c: &'a Program) -> Shapes<'a> {
        let mut same = FxHashMap::default();
        for (id, record) in c.types.records() {
            if let (Some(tag), true) = (record.tag, record.complete) {
                same.entry((tag.0, record.size)).or_insert(id);
            }
        }
        Shapes { c, same }
    }

    pub fn record(&self, id: RecordId) -> RecordId {
        let record = self.c.types.record(id);
        record.tag.and_then(|tag| self.same.get(&(tag.0, record.size)).copied()).unwrap_or(id)
    }

    pub fn scalar(&self, ty: TypeId, width: u32) -> Shape {
        let kind = match self.c.types.get(ty) {
            Type::Pointer(_) => Scalar::Pointer,
            Type::Float(_) => Scalar::Float,
            _ => Scalar::Integer,
        };
        Shape::Scalar(kind, width)
    }

    /// What is at an access, and how far its start is before the access.
    pub fn accessed(&self, access: &Access, inside: Option<(RecordId, u64)>) -> (Shape, i64) {
        match inside {
            Some((record, start)) => (Shape::Record(self.record(record)), start as i64),
            None => (self.scalar(access.ty, access.width), 0),
        }
    }

    /// What a pointer of a type points to, if the type says so.
    pub fn pointee(&self, ty: TypeId) -> Option<Shape> {
        let mut to = self.c.types.pointee(ty)?;
        while let Some(element) = self.c.types.element(to) {
            to = element;
        }
        match self.c.types.get(to) {
            Type::Record(id) if self.c.types.record(*id).complete => {
                Some(Shape::Record(self.record(*id)))
            }
            Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                let width = self.c.types.size_of(to)? as u32;
                (width > 1).then(|| self.scalar(to, width))
            }
            _ => None,
        }
    }

    /// What a pointer that this access loads points to.
    pub fn loaded(&self, access: &Access) -> Shape {
        self.pointee(access.ty).unwrap_or_else(|| match access.field {
            Some((record, n)) => Shape::BehindField(self.record(record), n),
            None => Shape::Behind(access.width),
        })
    }

    /// The size of what is there, if it can be one of several in an array.
    pub fn stride(&self, shape: Shape) -> i64 {
        match shape {
            Shape::Record(id) => {
                let record = self.c.types.record(id);
                let flexible = record.fields.last().is_some_and(|f| is_open_array(self.c, f.ty));
                if flexible { 0 } else { record.size as i64 }
            }
            Shape::Scalar(_, width) => i64::from(width),
            _ => 0,
        }
    }

    pub fn size(&self, shape: Shape) -> Option<i64> {
        match shape {
            Shape::Record(id) => Some(self.c.types.record(id).size as i64),
            Shape::Scalar(_, width) => Some(i64::from(width)),
            _ => None,
        }
    }

    pub fn name(&self, shape: Shape) -> String {
        let tag = |id: RecordId| {
            let tag = self.c.types.record(id).tag;
            tag.map_or("record", |t| self.c.name(t)).to_owned()
        };
        match shape {
            Shape::Record(id) => tag(id),
            Shape::Scalar(Scalar::Integer, width) => format!("int{}", 8 * width),
            Shape::Scalar(Scalar::Pointer, _) => "pointer".into(),
            Shape::Scalar(Scalar::Float, width) => format!("float{}", 8 * width),
            Shape::BehindField(id, n) => {
                let field = self.c.types.record(id).fields.get(n as usize).and_then(|f| f.name);
                format!("behind {}.{}", tag(id), field.map_or("_", |f| self.c.name(f)))
            }
            Shape::Behind(_) => "untyped".into(),
        }
    }
}

/// The last member of a record that stands for as many elements as there is memory for.
pub(crate) fn is_open_array(c: &Program, ty: TypeId) -> bool {
    use lariat_c::ArrayLength;
    match c.types.get(ty) {
        Type::Array(_, ArrayLength::Fixed(n)) => *n <= 1,
        Type::Array(..) => true,
        _ => false,
    }
}
