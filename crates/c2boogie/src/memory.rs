//! Memory models: which map an access lives in (section 3 of the paper).
//!
//! A map holds words if all accesses to its bytes agree in place and width, else bytes. Maps
//! are indexed by addresses, so splitting memory into maps never changes where things are.

use crate::MemoryModelKind;
use crate::ir::*;
use crate::regions::Regions;
use lariat_c::{Program, RecordId, Type, TypeId};
use rustc_hash::FxHashMap;

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

/// A choice of maps.
pub(crate) trait MemoryModel {
    /// All maps.
    fn maps(&self) -> &[MapInfo];
    /// The map of an access of fixed width.
    fn map_of(&self, access: AccessId) -> u32;
    /// What an access to a range touches; `size` is its length, if known.
    fn parts(&self, access: AccessId, size: Option<u64>) -> Vec<Part>;
    /// Why the maps are as they are, if the model has reasons beyond types.
    fn regions(&self) -> Option<(&Regions, Vec<u32>)> {
        None
    }
    /// All that an access to a range of unknown length can touch, if that is little: its memory
    /// has no arrays in it.
    fn all_parts(&self, _: AccessId) -> Option<Vec<Part>> {
        None
    }
}

/// The model of a kind.
pub(crate) fn model(kind: MemoryModelKind, m: &Module, c: &Program) -> Box<dyn MemoryModel> {
    match kind {
        MemoryModelKind::Unified => Box::new(Unified {
            maps: vec![MapInfo {
                name: "$M".into(),
                width: 1,
                is_static: false,
                about: "all of memory".into(),
            }],
        }),
        MemoryModelKind::Split => Box::new(Split::new(m, c)),
        MemoryModelKind::Refined => Box::new(Refined::new(m, c)),
    }
}

/// One map of bytes.
struct Unified {
    maps: Vec<MapInfo>,
}

impl MemoryModel for Unified {
    fn maps(&self) -> &[MapInfo] {
        &self.maps
    }

    fn map_of(&self, _: AccessId) -> u32 {
        0
    }

    fn parts(&self, _: AccessId, size: Option<u64>) -> Vec<Part> {
        vec![Part { map: 0, offsets: (0..size.unwrap_or(0)).collect(), step: 1 }]
    }
}

/// One map per type and field, as the paper has it: fast, and blind to aliases between them.
struct Split {
    maps: Vec<MapInfo>,
    keys: FxHashMap<(String, u32), u32>,
    of_access: Vec<u32>,
    types: Vec<TypeId>,
    leaves: FxHashMap<TypeId, Vec<(u64, u32)>>,
}

impl Split {
    fn new(m: &Module, c: &Program) -> Split {
        let mut split = Split {
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
                let tag = r.tag.map_or("record", |t| c.name(t)).to_owned();
                let field = r.fields.get(n as usize).and_then(|f| f.name);
                format!("$M.{tag}.{}.{}", record.0, field.map_or("_", |f| c.name(f)))
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

impl MemoryModel for Split {
    fn maps(&self) -> &[MapInfo] {
        &self.maps
    }

    fn map_of(&self, access: AccessId) -> u32 {
        self.of_access[access.index()]
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

/// The maps of a node.
#[derive(Clone, Debug)]
struct Group {
    map: u32,
    /// Where its elements start, in the node.
    offsets: Vec<i64>,
    width: u32,
}

/// By flow of pointers; see [`crate::regions`].
struct Refined {
    maps: Vec<MapInfo>,
    of_access: Vec<u32>,
    places: Vec<Option<(u32, i64)>>,
    groups: FxHashMap<u32, Vec<Group>>,
    regions: Regions,
}

impl Refined {
    fn new(m: &Module, c: &Program) -> Refined {
        let mut regions = Regions::new(m);
        let mut clusters;
        loop {
            clusters = cluster(m, &mut regions);
            let mut changed = false;
            for (node, list) in &clusters {
                for cluster in list.iter().filter(|c| c.bytes) {
                    let offsets: Vec<i64> = cluster.members.iter().map(|m| m.0).collect();
                    changed |= regions.unify_cells(*node, &offsets);
                }
            }
            if !changed {
                break;
            }
        }
        let places: Vec<Option<(u32, i64)>> =
            (0..m.accesses.len()).map(|i| regions.place(AccessId(i as u32))).collect();
        let mut model = Refined {
            maps: Vec::new(),
            of_access: vec![u32::MAX; m.accesses.len()],
            places,
            groups: FxHashMap::default(),
            regions,
        };
        let mut names: FxHashMap<String, u32> = FxHashMap::default();
        for (node, list) in clusters {
            for cluster in list {
                let map = model.maps.len() as u32;
                let name = map_name(m, c, &cluster, &mut names);
                let width = if cluster.bytes { 1 } else { cluster.members[0].1 };
                let is_static = model.regions.is_static(node);
                let about = if cluster.bytes { "bytes, since accesses overlap" } else { "" };
                let about = about.to_owned();
                model.maps.push(MapInfo { name, width, is_static, about });
                for &access in &cluster.accesses {
                    model.of_access[access.index()] = map;
                }
                let offsets: Vec<i64> = if cluster.bytes {
                    let ends = cluster.members.iter().flat_map(|&(o, w)| o..o + i64::from(w));
                    let mut all: Vec<i64> = ends.map(|o| model.regions.moved(node, o, 0)).collect();
                    all.sort_unstable();
                    all.dedup();
                    all
                } else {
                    vec![cluster.members[0].0]
                };
                model.groups.entry(node).or_default().push(Group { map, offsets, width });
            }
        }
        model
    }
}

impl MemoryModel for Refined {
    fn maps(&self) -> &[MapInfo] {
        &self.maps
    }

    fn map_of(&self, access: AccessId) -> u32 {
        self.of_access[access.index()]
    }

    fn regions(&self) -> Option<(&Regions, Vec<u32>)> {
        let mut nodes = vec![0; self.maps.len()];
        for (node, groups) in &self.groups {
            groups.iter().for_each(|g| nodes[g.map as usize] = *node);
        }
        Some((&self.regions, nodes))
    }

    fn parts(&self, access: AccessId, size: Option<u64>) -> Vec<Part> {
        let Some((node, start)) = self.places[access.index()] else { return Vec::new() };
        let Some(groups) = self.groups.get(&node) else { return Vec::new() };
        let mut parts: Vec<Part> = Vec::new();
        for group in groups {
            let mut step = i64::from(group.width);
            for &offset in &group.offsets {
                let period = self.regions.period(node, offset);
                step = gcd(gcd(step, period), offset - start);
            }
            let step = step.unsigned_abs().max(1);
            parts.push(Part { map: group.map, offsets: Vec::new(), step });
        }
        if let Some(size) = size {
            for by in 0..size.min(1 << 20) {
                let at = self.regions.moved(node, start, by as i64);
                for (part, group) in parts.iter_mut().zip(groups) {
                    let fits = by + u64::from(group.width) <= size;
                    if fits && group.offsets.binary_search(&at).is_ok() {
                        part.offsets.push(by);
                    }
                }
            }
        }
        parts
    }

    fn all_parts(&self, access: AccessId) -> Option<Vec<Part>> {
        const FEW: usize = 64;
        let (node, start) = self.places[access.index()]?;
        let groups = self.groups.get(&node)?;
        let offsets = || groups.iter().flat_map(|g| &g.offsets);
        let scattered = offsets().all(|&o| self.regions.period(node, o) == 0);
        (scattered && offsets().count() <= FEW).then(|| {
            let part = |g: &Group| Part {
                map: g.map,
                offsets: g.offsets.iter().filter_map(|o| u64::try_from(o - start).ok()).collect(),
                step: u64::from(g.width),
            };
            groups.iter().map(part).collect()
        })
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Accesses of one node whose bytes overlap.
struct Cluster {
    members: Vec<(i64, u32)>,
    accesses: Vec<AccessId>,
    bytes: bool,
}

/// For each node, in order of the accesses, its clusters.
fn cluster(m: &Module, regions: &mut Regions) -> Vec<(u32, Vec<Cluster>)> {
    let mut order: Vec<u32> = Vec::new();
    let mut by_node: FxHashMap<u32, Vec<(i64, u32, AccessId)>> = FxHashMap::default();
    for (i, access) in m.accesses.iter().enumerate() {
        let id = AccessId(i as u32);
        if access.width == 0 {
            continue;
        }
        if let Some((node, offset)) = regions.place(id) {
            let list = by_node.entry(node).or_default();
            if list.is_empty() {
                order.push(node);
            }
            list.push((offset, access.width, id));
        }
    }
    let mut result = Vec::new();
    for node in order {
        let Some(mut list) = by_node.remove(&node) else { continue };
        list.sort();
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut end = i64::MIN;
        for (offset, width, id) in list {
            let member = (offset, width);
            // An element that is wider than its period overlaps the next one.
            let period = regions.period(node, offset);
            let wraps = period > 0 && i64::from(width) > period;
            if offset >= end || clusters.is_empty() {
                clusters.push(Cluster { members: vec![member], accesses: vec![id], bytes: wraps });
                end = offset + i64::from(width);
                continue;
            }
            let Some(last) = clusters.last_mut() else { continue };
            if !last.members.contains(&member) {
                last.members.push(member);
                last.bytes = true;
            }
            last.bytes |= wraps;
            last.accesses.push(id);
            end = end.max(offset + i64::from(width));
        }
        // What reaches over the end of a period meets what is at its start.
        merge_wrapped(regions, node, &mut clusters);
        result.push((node, clusters));
    }
    result
}

/// Bytes of an access that count as bytes at smaller offsets: they belong to what is there.
fn merge_wrapped(regions: &Regions, node: u32, clusters: &mut Vec<Cluster>) {
    let mut i = 0;
    while i < clusters.len() {
        let mut bytes = Vec::new();
        for &(offset, width) in &clusters[i].members {
            for b in 0..i64::from(width) {
                let at = regions.moved(node, offset, b);
                if at != offset + b {
                    bytes.push(at);
                }
            }
        }
        let covers =
            |c: &Cluster, at: i64| c.members.iter().any(|&(o, w)| o <= at && at < o + i64::from(w));
        let hit = (0..clusters.len())
            .find(|&j| j != i && bytes.iter().any(|&at| covers(&clusters[j], at)));
        if !bytes.is_empty() {
            clusters[i].bytes = true;
        }
        match hit {
            Some(j) => {
                let (low, high) = (i.min(j), i.max(j));
                let gone = clusters.remove(high);
                let stays = &mut clusters[low];
                for member in gone.members {
                    if !stays.members.contains(&member) {
                        stays.members.push(member);
                    }
                }
                stays.members.sort_unstable();
                stays.accesses.extend(gone.accesses);
                stays.bytes = true;
                i = 0;
            }
            None => i += 1,
        }
    }
}

/// A name that says what is in a map: the field or the type of its first access.
fn map_name(
    m: &Module,
    c: &Program,
    cluster: &Cluster,
    names: &mut FxHashMap<String, u32>,
) -> String {
    let fields = cluster.accesses.iter().filter_map(|a| m.accesses[a.index()].field);
    let base = match fields.min() {
        Some((record, n)) => {
            let r = c.types.record(record);
            let tag = r.tag.map_or("record", |t| c.name(t));
            let field = r.fields.get(n as usize).and_then(|f| f.name);
            format!("$M.{tag}.{}", field.map_or("_", |f| c.name(f)))
        }
        None => {
            let access = m.accesses[cluster.accesses[0].index()];
            match c.types.get(access.ty) {
                Type::Pointer(_) => "$M.pointer".into(),
                Type::Float(_) => "$M.float".into(),
                _ => format!("$M.int{}", access.width * 8),
            }
        }
    };
    let count = names.entry(base.clone()).or_insert(0);
    *count += 1;
    if *count == 1 { base } else { format!("{base}.{count}") }
}
