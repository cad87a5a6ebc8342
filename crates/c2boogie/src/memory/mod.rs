//! Memory models: which map an access lives in (section 3 of the paper).
//!
//! A map holds words if all accesses to its bytes agree in place and width, else bytes. Maps
//! are indexed by addresses, so splitting memory into maps never changes where things are.

mod refined;

use crate::checks::Check;
use crate::ir::*;
use crate::lower::in_boogie;
use crate::regions::Regions;
use crate::settings::Options;
use lariat_c::{Program, RecordId, Type, TypeId};
use lariat_verdict::What;
use rustc_hash::FxHashMap;

/// `long double`, in bytes.
pub(crate) const LARGEST_ELEMENT_BYTES: u64 = 16;

/// The memory models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryModelKind {
    /// One map of bytes.
    Unified,
    /// A map per type and field, whatever may alias.
    Split,
    /// As many maps as aliasing allows.
    #[default]
    Refined,
}

impl MemoryModelKind {
    /// All of them, with their names and what users are told about them.
    pub const TABLE: &[(MemoryModelKind, &str, &str)] = &[
        (MemoryModelKind::Unified, "unified", "One map of bytes"),
        (
            MemoryModelKind::Split,
            "split",
            "One map per type and field; misses aliases between them",
        ),
        (MemoryModelKind::Refined, "refined", "As many maps as aliasing allows"),
    ];
}

/// A memory map.
#[derive(Clone, Debug)]
pub struct MapInfo {
    /// Its name in Boogie.
    pub name: String,
    /// Bytes in an element; one for a map of bytes.
    pub width: u32,
    /// May the program know more about its initial content than nothing: is it zero?
    pub is_static: bool,
    /// Why it is as it is, for people.
    pub about: String,
}

/// A part of memory that a range of bytes touches.
#[derive(Clone, Debug)]
pub struct Part {
    /// The map.
    pub map: u32,
    /// Distances from the start, if the length is known.
    pub offsets: Vec<u64>,
    /// The greatest step that meets all elements.
    pub step: u64,
}

/// What there is to say about a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reasons {
    /// What lies in it.
    pub objects: Vec<String>,
    /// Why it is not finer, with the place.
    pub why: Vec<(lariat_c::Place, String)>,
}

/// A choice of maps.
pub(crate) trait MemoryModel {
    /// All maps.
    fn maps(&self) -> &[MapInfo];
    /// The map of an access of fixed width.
    fn map_of(&self, access: AccessId) -> u32;
    /// What the choice leaves out: no default, a new model has to answer.
    fn assumptions(&self, options: &Options) -> Vec<What>;
    /// What an access to a range touches; `size` is its length, if known.
    fn parts(&self, access: AccessId, size: Option<u64>) -> Vec<Part>;
    /// What an access to a range touches whose length is not known, but is at most this; none if the model cannot say.
    fn parts_up_to(&self, _access: AccessId, _most: u64) -> Option<Vec<Part>> {
        None
    }
    /// The objects in a map, and why it is not split further.
    fn reasons(&self, _map: u32) -> Reasons {
        Reasons::default()
    }
    /// Does a range of so many bytes cover all that the map holds, in one object, besides memory
    /// that is never written?
    fn is_all_of(&self, _access: AccessId, _map: u32, _size: u64) -> bool {
        false
    }
    /// All that an access to a range of unknown length can touch, if that is little: its memory
    /// has no arrays in it.
    fn all_parts(&self, _: AccessId) -> Option<Vec<Part>> {
        None
    }
}

/// The model of a kind.
pub(crate) fn model<'a>(
    options: &Options,
    m: &'a Module,
    c: &'a Program,
) -> Box<dyn MemoryModel + 'a> {
    match options.memory {
        MemoryModelKind::Unified => Box::new(Unified::new(m, c, "all of memory")),
        MemoryModelKind::Split => Box::new(Split::new(m, c)),
        MemoryModelKind::Refined => match refined::Refined::new(m, c, options.env_alias) {
            Some(model) => Box::new(model),
            None => Box::new(Unified::new(m, c, "all of memory: too many pointers to follow")),
        },
    }
}

/// That accesses stay inside of their objects, unless that is checked, or seen without a check. The function says
/// so for accesses by pointers whose flow the model has followed.
fn accesses_stay_inside(
    m: &Module,
    options: &Options,
    stays: impl Fn(AccessId, u64) -> Option<bool>,
) -> Vec<What> {
    let checked = options.checks.has(Check::Bounds);
    let shown = checked || crate::bounds::all_inside(m, stays);
    if shown { Vec::new() } else { vec![What::InBounds] }
}

/// One map of bytes.
struct Unified<'a> {
    m: &'a Module,
    c: &'a Program,
    maps: Vec<MapInfo>,
}

impl<'a> Unified<'a> {
    fn new(m: &'a Module, c: &'a Program, about: &str) -> Unified<'a> {
        let map =
            MapInfo { name: "$M".into(), width: 1, is_static: false, about: about.to_owned() };
        Unified { m, c, maps: vec![map] }
    }
}

impl MemoryModel for Unified<'_> {
    fn maps(&self) -> &[MapInfo] {
        &self.maps
    }

    fn map_of(&self, _: AccessId) -> u32 {
        0
    }

    /// Objects lie in one order of many, and variables without an address are not in memory.
    fn assumptions(&self, options: &Options) -> Vec<What> {
        let mut all = accesses_stay_inside(self.m, options, |_, _| None);
        let regions = Regions::new(self.m, self.c, options.env_alias);
        let seen = regions.gave_up() || regions.sees_layout();
        all.extend(seen.then_some(What::AddressLayout));
        all
    }

    fn parts(&self, _: AccessId, size: Option<u64>) -> Vec<Part> {
        vec![Part { map: 0, offsets: (0..size.unwrap_or(0)).collect(), step: 1 }]
    }

    fn parts_up_to(&self, access: AccessId, most: u64) -> Option<Vec<Part>> {
        Some(self.parts(access, Some(most)))
    }
}

/// One map per type and field, as the paper has it: fast, and blind to aliases between them.
struct Split<'a> {
    m: &'a Module,
    maps: Vec<MapInfo>,
    keys: FxHashMap<(String, u32), u32>,
    of_access: Vec<u32>,
    types: Vec<TypeId>,
    leaves: FxHashMap<TypeId, Vec<(u64, u32)>>,
}

impl<'a> Split<'a> {
    fn new(m: &'a Module, c: &Program) -> Split<'a> {
        let mut split = Split {
            m,
            maps: Vec::new(),
            keys: FxHashMap::default(),
            of_access: Vec::new(),
            types: m.accesses.iter().map(|a| a.ty).collect(),
            leaves: FxHashMap::default(),
        };
        for access in &m.accesses {
            let map = match access.width {
                0 => {
                    if !split.leaves.contains_key(&access.ty) {
                        let mut leaves = Vec::new();
                        split.collect(c, access.ty, None, 0, &mut leaves);
                        split.leaves.insert(access.ty, leaves);
                    }
                    u32::MAX
                }
                width => split.map(c, access.ty, access.field, width),
            };
            split.of_access.push(map);
        }
        split
    }

    fn map(&mut self, c: &Program, ty: TypeId, field: Option<(RecordId, u32)>, width: u32) -> u32 {
        let name = match field {
            Some((record, n)) => {
                let r = c.types.record(record);
                let tag = r.tag.map_or("record".into(), |t| in_boogie(c.name(t)));
                let field = r.fields.get(n as usize).and_then(|f| f.name);
                let field = field.map_or("_".into(), |f| in_boogie(c.name(f)));
                format!("$M.{tag}.{}.{field}", record.0)
            }
            None => {
                let shown = match c.types.get(ty) {
                    Type::Pointer(_) => "pointer".to_owned(),
                    Type::Float(_) => format!("float{width}"),
                    _ => format!("int{}", width * 8),
                };
                format!("$M.{shown}")
            }
        };
        if let Some(&known) = self.keys.get(&(name.clone(), width)) {
            return known;
        }
        let id = self.maps.len() as u32;
        let unique = if self.maps.iter().any(|m| m.name == name) {
            format!("{name}.{width}")
        } else {
            name.clone()
        };
        self.maps.push(MapInfo { name: unique, width, is_static: false, about: String::new() });
        self.keys.insert((name, width), id);
        id
    }

    fn collect(
        &mut self,
        c: &Program,
        ty: TypeId,
        field: Option<(RecordId, u32)>,
        at: u64,
        out: &mut Vec<(u64, u32)>,
    ) {
        if out.len() > 4096 {
            return;
        }
        match c.types.get(ty) {
            Type::Record(id) => {
                for (n, f) in c.types.record(*id).fields.iter().enumerate() {
                    self.collect(c, f.ty, Some((*id, n as u32)), at + f.offset, out);
                }
            }
            Type::Array(element, lariat_c::ArrayLength::Fixed(n)) => {
                let size = c.types.size_of(*element).unwrap_or(0);
                for i in 0..*n {
                    self.collect(c, *element, None, at + i * size, out);
                }
            }
            _ => {
                let width = c.types.size_of(ty).unwrap_or(0) as u32;
                if width > 0 && c.types.is_scalar(ty) {
                    out.push((at, self.map(c, ty, field, width)));
                }
            }
        }
    }
}

impl MemoryModel for Split<'_> {
    fn maps(&self) -> &[MapInfo] {
        &self.maps
    }

    fn map_of(&self, access: AccessId) -> u32 {
        self.of_access[access.index()]
    }

    /// What is written by one type or field is not read by another.
    fn assumptions(&self, options: &Options) -> Vec<What> {
        let mut all = accesses_stay_inside(self.m, options, |_, _| None);
        all.extend((self.maps.len() > 1).then_some(What::TypedMemory));
        all
    }

    fn parts(&self, access: AccessId, size: Option<u64>) -> Vec<Part> {
        let ty = self.types[access.index()];
        let leaves = self.leaves.get(&ty).map_or(&[][..], |l| l);
        if let Some(size) = size
            && leaves.len() > 1
        {
            return leaves
                .iter()
                .filter(|(at, _)| *at < size)
                .map(|&(at, map)| Part { map, offsets: vec![at], step: 1 })
                .collect();
        }
        let width = |i: usize| u64::from(self.maps[i].width);
        (0..self.maps.len())
            .map(|i| Part {
                map: i as u32,
                offsets: (0..size.unwrap_or(0)).step_by(width(i) as usize).collect(),
                step: width(i),
            })
            .collect()
    }
}
