//! Does it matter that memory from outside is told apart by type?
//!
//! A pointer from outside is one to an object of the type that it is used with. That object may be a part of a larger
//! one, or bytes of any: an `int *` may be the address of a member, a `char *` that of anything. And what an untyped
//! pointer is used as for scalars may be any object that has such. Where both are accessed they live in different maps
//! unless somebody compares them, so such pointers are not followed, which the verdict has to say.

use super::objects::{Abstract, Scalar, Shape};
use super::{Region, Regions};
use lariat_c::{Type, TypeId};
use rustc_hash::FxHashSet;

/// Members are looked for so deep.
const DEPTH: u32 = 8;

/// More shapes of memory from outside than this are not looked at: it matters.
const MAX_SHAPES: usize = 400;

impl Regions<'_> {
    /// Are there accesses by pointers from outside that could go to something else that is accessed?
    pub fn has_parts_outside(&self) -> bool {
        let objects = &self.solver.objects;
        let mut known: Vec<(Region, Shape)> = Vec::new();
        for (i, object) in objects.iter().enumerate() {
            if object.visible && !object.cells.is_empty() {
                let mut shapes: Vec<Shape> = object.seen.iter().map(|s| s.0).collect();
                shapes.sort_unstable();
                shapes.dedup();
                known.extend(shapes.into_iter().map(|shape| (i as Region, shape)));
            }
        }
        let is_stand_in = |r: Region| objects[r as usize].shape.is_some();
        if known.len() > MAX_SHAPES {
            return known.iter().any(|k| is_stand_in(k.0));
        }
        let mirrors = self.solver.mirrors.iter().filter(|m| m.same);
        let followed: FxHashSet<(Region, Region)> =
            mirrors.flat_map(|m| [(m.a.object, m.b.object), (m.b.object, m.a.object)]).collect();
        known.iter().filter(|part| is_stand_in(part.0)).any(|&(x, part)| {
            known.iter().any(|&(y, whole)| {
                let untyped = is_untyped(&objects[x as usize]) && matches!(part, Shape::Scalar(..));
                let may_be = part == whole && untyped || self.is_part(part, whole);
                x != y && may_be && !followed.contains(&(x, y))
            })
        })
    }

    /// Can something of one shape be a part of something of another?
    fn is_part(&self, part: Shape, whole: Shape) -> bool {
        if part == whole {
            return false;
        }
        match (part, whole) {
            (Shape::Scalar(Scalar::Integer, 1), _) => true,
            (_, Shape::Record(record)) => {
                let fields = &self.solver.shapes.c.types.record(record).fields;
                fields.iter().any(|f| f.bits.is_none() && self.has_inside(f.ty, part, DEPTH))
            }
            _ => false,
        }
    }

    fn has_inside(&self, ty: TypeId, part: Shape, depth: u32) -> bool {
        let shapes = &self.solver.shapes;
        let types = &shapes.c.types;
        match types.get(ty) {
            _ if depth == 0 => true,
            Type::Array(element, _) => self.has_inside(*element, part, depth - 1),
            Type::Record(id) => {
                let fields = &types.record(*id).fields;
                part == Shape::Record(shapes.record(*id))
                    || fields.iter().any(|f| self.has_inside(f.ty, part, depth - 1))
            }
            _ => types.size_of(ty).is_some_and(|size| shapes.scalar(ty, size as u32) == part),
        }
    }
}

/// Does the type of pointers to it not say what it is?
fn is_untyped(object: &Abstract) -> bool {
    matches!(object.shape, Some(Shape::Behind(_) | Shape::BehindField(..)))
}
