//! Does it matter that memory from outside is told apart by type?
//!
//! A pointer from outside is one to an object of the type that it is used with. That object may be a part of a larger
//! one, or bytes of any: an `int *` may be the address of a member, a `char *` that of anything. Where both are accessed
//! they live in different maps, so that such pointers are not followed, which the verdict has to say.

use super::Regions;
use super::objects::{Scalar, Shape};
use lariat_c::{Type, TypeId};

/// Members are looked for so deep.
const DEPTH: u32 = 8;

impl Regions<'_> {
    /// Are there accesses by pointers from outside that could go to a part of something else that is accessed?
    pub fn has_parts_outside(&self) -> bool {
        let objects = &self.solver.objects;
        let known = || objects.iter().filter(|o| o.visible && !o.cells.is_empty());
        // What pointers from outside are used as.
        let mut used: Vec<Shape> = Vec::new();
        for object in known().filter(|o| o.shape.is_some()) {
            used.extend(object.seen.iter().map(|&(shape, _)| shape));
        }
        let mut seen: Vec<Shape> =
            known().flat_map(|o| o.seen.iter().map(|&(shape, _)| shape)).collect();
        for list in [&mut used, &mut seen] {
            list.sort_by_key(|s| format!("{s:?}"));
            list.dedup();
        }
        used.iter().any(|&part| seen.iter().any(|&whole| self.is_part(part, whole)))
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
