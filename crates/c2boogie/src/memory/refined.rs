//! As many maps as aliasing allows; see [`crate::regions`].
//!
//! Cells of an object that overlap are a cluster. Clusters that one access can go to, or that
//! correspond byte by byte, share a map. It holds words if all its clusters are single cells of
//! the same width.

use super::{LARGEST_ELEMENT_BYTES, MapInfo, MemoryModel, Part, Reasons};
use crate::Options;
use crate::ir::*;
use crate::lower::in_boogie;
use crate::regions::{Coarser, Pair, Region, Regions, gcd};
use lariat_c::{Place, Program, Type};
use lariat_verdict::What;
use rustc_hash::FxHashMap;

/// Cells of one object that overlap.
#[derive(Clone, Debug)]
struct Cluster {
    object: Region,
    members: Vec<(i64, u32)>,
    bytes: bool,
}

impl Cluster {
    fn offsets(&self) -> Vec<i64> {
        let mut offsets: Vec<i64> = self.members.iter().map(|m| m.0).collect();
        offsets.dedup();
        offsets
    }
}

/// What a map has of an object.
#[derive(Clone, Debug)]
struct Group {
    map: u32,
    /// Where its elements start, in the object.
    offsets: Vec<i64>,
    width: u32,
}

/// By flow of pointers.
pub(super) struct Refined<'a> {
    maps: Vec<MapInfo>,
    of_access: Vec<u32>,
    groups: FxHashMap<Region, Vec<Group>>,
    regions: Regions<'a>,
    merges: Vec<Vec<(Place, String)>>,
}

/// Clusters that share a map.
struct Sharing {
    parent: Vec<u32>,
    merges: Vec<(u32, Place, String)>,
}

impl Sharing {
    fn find(&mut self, mut i: u32) -> u32 {
        while self.parent[i as usize] != i {
            let up = self.parent[i as usize];
            self.parent[i as usize] = self.parent[up as usize];
            i = up;
        }
        i
    }

    fn join(&mut self, a: u32, b: u32, place: Place, why: impl FnOnce() -> String) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            self.parent[high as usize] = low;
            self.merges.push((low, place, why()));
        }
    }
}

impl<'a> Refined<'a> {
    /// None if the program is too much for the analysis.
    pub fn new(m: &'a Module, c: &'a Program, env_alias: bool) -> Option<Refined<'a>> {
        let mut regions = Regions::new(m, c, env_alias);
        let mut clusters;
        loop {
            clusters = all_clusters(&regions);
            let mut changed = false;
            for cluster in clusters.iter().filter(|c| c.bytes) {
                changed |= regions.overlap(cluster.object, &cluster.offsets());
            }
            if !changed || regions.gave_up() {
                break;
            }
            regions.solve();
        }
        if regions.gave_up() {
            return None;
        }
        let mut of_cell: FxHashMap<(Region, i64), u32> = FxHashMap::default();
        for (i, cluster) in clusters.iter().enumerate() {
            for &(offset, _) in &cluster.members {
                of_cell.insert((cluster.object, offset), i as u32);
            }
        }
        let shared = share(m, &regions, &of_cell, clusters.len());
        Some(Refined::of_clusters(m, c, regions, clusters, &of_cell, shared))
    }

    fn of_clusters(
        m: &Module,
        c: &Program,
        regions: Regions<'a>,
        clusters: Vec<Cluster>,
        of_cell: &FxHashMap<(Region, i64), u32>,
        mut shared: Sharing,
    ) -> Refined<'a> {
        // Maps in the order of their first accesses.
        let mut order: Vec<u32> = Vec::new();
        let mut accesses: FxHashMap<u32, Vec<AccessId>> = FxHashMap::default();
        for i in 0..m.accesses.len() {
            let access = AccessId(i as u32);
            let targets = regions.targets(access);
            let Some(&cluster) = targets.first().and_then(|t| of_cell.get(t)) else { continue };
            if m.accesses[i].width > 0 {
                let list = accesses.entry(shared.find(cluster)).or_default();
                if list.is_empty() {
                    order.push(shared.find(cluster));
                }
                list.push(access);
            }
        }
        let mut members: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for i in 0..clusters.len() as u32 {
            members.entry(shared.find(i)).or_default().push(i);
        }
        let mut model = Refined {
            maps: Vec::new(),
            of_access: vec![u32::MAX; m.accesses.len()],
            groups: FxHashMap::default(),
            regions,
            merges: Vec::new(),
        };
        let mut of_root: FxHashMap<u32, u32> = FxHashMap::default();
        let mut names: FxHashMap<String, u32> = FxHashMap::default();
        for root in order {
            let map = model.maps.len() as u32;
            of_root.insert(root, map);
            let all: Vec<&Cluster> =
                members[&root].iter().map(|&i| &clusters[i as usize]).collect();
            let width = all[0].members[0].1;
            let bytes = all.iter().any(|c| c.bytes || c.members[0].1 != width);
            let name = map_name(m, c, &accesses[&root], &mut names);
            let is_static = all.iter().all(|c| model.regions.is_static(c.object));
            let about = if bytes { "bytes, since accesses overlap" } else { "" };
            let width = if bytes { 1 } else { width };
            model.maps.push(MapInfo { name, width, is_static, about: about.into() });
            for access in &accesses[&root] {
                model.of_access[access.index()] = map;
            }
            for cluster in all {
                let mut offsets: Vec<i64> = cluster.members.iter().map(|m| m.0).collect();
                if bytes {
                    let ends = cluster.members.iter().flat_map(|&(o, w)| o..o + i64::from(w));
                    offsets = ends.map(|o| model.regions.moved(cluster.object, o, 0)).collect();
                }
                offsets.sort_unstable();
                offsets.dedup();
                let group = Group { map, offsets, width };
                model.groups.entry(cluster.object).or_default().push(group);
            }
        }
        model.merges = vec![Vec::new(); model.maps.len()];
        for (cluster, place, why) in std::mem::take(&mut shared.merges) {
            if let Some(&map) = of_root.get(&shared.find(cluster)) {
                model.merges[map as usize].push((place, why));
            }
        }
        model
    }

    /// What a range that starts in an object can touch of it: of a string only the array that it lies in.
    fn groups_in_reach(&self, access: AccessId, object: Region, start: i64) -> Vec<&Group> {
        let all = self.groups.get(&object).map_or(&[][..], |g| g).iter();
        match self.regions.module().accesses[access.index()].text {
            true => all.filter(|g| g.offsets.binary_search(&start).is_ok()).collect(),
            false => all.collect(),
        }
    }

    /// The parts of memory that a range touches, without offsets.
    fn touched(&self, access: AccessId, targets: &[(Region, i64)]) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for &(object, start) in targets {
            for group in self.groups_in_reach(access, object, start) {
                let mut step = i64::from(group.width);
                for &offset in &group.offsets {
                    let period = self.regions.period(object, offset);
                    step = gcd(gcd(step, period), offset - start);
                }
                match parts.iter_mut().find(|p| p.map == group.map) {
                    Some(p) => p.step = gcd(p.step as i64, step).unsigned_abs().max(1),
                    None => {
                        let step = step.unsigned_abs().max(1);
                        parts.push(Part { map: group.map, offsets: Vec::new(), step });
                    }
                }
            }
        }
        parts
    }
}

/// Which clusters share a map.
fn share(
    m: &Module,
    regions: &Regions<'_>,
    of_cell: &FxHashMap<(Region, i64), u32>,
    count: usize,
) -> Sharing {
    let mut shared = Sharing { parent: (0..count as u32).collect(), merges: Vec::new() };
    for i in (0..m.accesses.len()).filter(|&i| m.accesses[i].width > 0) {
        let targets = regions.targets(AccessId(i as u32));
        for pair in targets.windows(2) {
            if let (Some(&a), Some(&b)) = (of_cell.get(&pair[0]), of_cell.get(&pair[1])) {
                let name = |t: (Region, i64)| regions.name(t.0).to_owned();
                shared.join(a, b, regions.places[i], || {
                    format!("a pointer may point to {} and to {}", name(pair[0]), name(pair[1]))
                });
            }
        }
    }
    for Pair { a, b, same, place } in regions.pairs() {
        if let (Some(&x), Some(&y)) = (of_cell.get(&a), of_cell.get(&b)) {
            let (a, b) = (regions.name(a.0), regions.name(b.0));
            shared.join(x, y, place, || match same {
                true => format!("{a} and {b} have a type in common and are known outside"),
                false => format!("bytes of {a} and {b} are copied"),
            });
        }
    }
    shared
}

impl MemoryModel for Refined<'_> {
    fn maps(&self) -> &[MapInfo] {
        &self.maps
    }

    fn map_of(&self, access: AccessId) -> u32 {
        self.of_access[access.index()]
    }

    /// Pointers are followed as far as they stay inside of the objects that they were made for.
    fn assumptions(&self, options: &Options) -> Vec<What> {
        let m = self.regions.module();
        let stays = |access, width| Some(self.regions.stays_inside(access, width));
        let mut all = super::accesses_stay_inside(m, options, stays);
        let alias = !options.env_alias && crate::assume::outside_can_alias(m);
        all.extend(alias.then_some(What::NoEnvironmentAlias));
        all.extend(self.regions.sees_layout().then_some(What::AddressLayout));
        all.extend(self.regions.has_parts_outside().then_some(What::WholeObjects));
        all
    }

    fn reasons(&self, map: u32) -> Reasons {
        let mut objects: Vec<Region> = Vec::new();
        for (&object, groups) in &self.groups {
            if groups.iter().any(|g| g.map == map) {
                objects.push(object);
            }
        }
        objects.sort_unstable();
        let folded = self.regions.history().iter().filter(|h| objects.contains(&h.0));
        let mut why = self.merges[map as usize].clone();
        why.extend(folded.map(|&(object, Coarser::Stride(n), place)| {
            let name = self.regions.name(object);
            (
                place,
                match n {
                    0 => format!("an array in {name}"),
                    1 => format!("a pointer may point anywhere in {name}"),
                    n => format!("a pointer moves in {name} by multiples of {n} bytes"),
                },
            )
        }));
        let objects = objects.into_iter().map(|o| self.regions.name(o).to_owned()).collect();
        Reasons { objects, why }
    }

    fn parts(&self, access: AccessId, size: Option<u64>) -> Vec<Part> {
        let targets = self.regions.targets(access);
        let mut parts = self.touched(access, &targets);
        let Some(size) = size else { return parts };
        for &(object, start) in &targets {
            let groups = self.groups_in_reach(access, object, start);
            for by in (0..size.min(1 << 20)).filter(|_| !groups.is_empty()) {
                let at = self.regions.moved(object, start, by as i64);
                for group in &groups {
                    let fits = by + u64::from(group.width) <= size;
                    if fits
                        && group.offsets.binary_search(&at).is_ok()
                        && let Some(part) = parts.iter_mut().find(|p| p.map == group.map)
                    {
                        part.offsets.push(by);
                    }
                }
            }
        }
        for part in &mut parts {
            part.offsets.sort_unstable();
            part.offsets.dedup();
        }
        parts
    }

    fn parts_up_to(&self, access: AccessId, most: u64) -> Option<Vec<Part>> {
        // Elements that begin in the range, though it may end inside of them.
        let mut parts = self.parts(access, Some(most + LARGEST_ELEMENT_BYTES));
        parts.iter_mut().for_each(|part| part.offsets.retain(|&by| by < most));
        Some(parts)
    }

    fn is_all_of(&self, access: AccessId, map: u32, size: u64) -> bool {
        let targets = self.regions.targets(access);
        let [(region, start)] = targets.as_slice() else { return false };
        let end = start + size as i64;
        let inside = |g: &Group| {
            let width = i64::from(g.width);
            g.offsets.iter().all(|&o| *start <= o && o + width <= end)
        };
        let here = |groups: &[Group]| groups.iter().filter(|g| g.map == map).all(inside);
        self.regions.is_one_object(*region, end)
            && self.groups.iter().all(|(other, groups)| match other == region {
                true => here(groups),
                false => self.regions.is_input(*other) || groups.iter().all(|g| g.map != map),
            })
    }

    fn all_parts(&self, access: AccessId) -> Option<Vec<Part>> {
        const FEW: usize = 64;
        let targets = self.regions.targets(access);
        let mut parts = self.touched(access, &targets);
        for &(object, start) in &targets {
            let size = self.regions.size_of(object);
            for group in self.groups_in_reach(access, object, start) {
                let part = parts.iter_mut().find(|p| p.map == group.map)?;
                for &offset in &group.offsets {
                    let (mut by, period) = (offset - start, self.regions.period(object, offset));
                    if period == 0 {
                        part.offsets.extend(u64::try_from(by).ok());
                        continue;
                    }
                    // The elements of an array, as far as the object goes.
                    by = by.rem_euclid(period);
                    let last = size.filter(|size| size / period <= FEW as i64)?;
                    let elements = (by..last).step_by(period as usize);
                    part.offsets.extend(elements.filter_map(|by| u64::try_from(by).ok()));
                }
            }
        }
        for part in &mut parts {
            part.offsets.sort_unstable();
            part.offsets.dedup();
            part.step = u64::from(self.maps[part.map as usize].width);
        }
        (parts.iter().map(|p| p.offsets.len()).sum::<usize>() <= FEW).then_some(parts)
    }
}

fn all_clusters(regions: &Regions<'_>) -> Vec<Cluster> {
    let mut all = Vec::new();
    for object in regions.objects() {
        all.extend(cluster(regions, object));
    }
    all
}

/// The clusters of an object.
fn cluster(regions: &Regions<'_>, object: Region) -> Vec<Cluster> {
    let mut list = regions.entries(object);
    list.sort_unstable();
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut end = i64::MIN;
    for (offset, width) in list {
        let member = (offset, width);
        // An element that is wider than its period overlaps the next one.
        let period = regions.period(object, offset);
        let wraps = period > 0 && i64::from(width) > period;
        match clusters.last_mut() {
            Some(last) if offset < end => {
                last.members.push(member);
                last.bytes = true;
            }
            _ => clusters.push(Cluster { object, members: vec![member], bytes: wraps }),
        }
        end = end.max(offset + i64::from(width));
    }
    // What reaches over the end of a period meets what is at its start.
    merge_wrapped(regions, object, &mut clusters);
    clusters
}

/// Bytes of an access that count as bytes at smaller offsets: they belong to what is there.
fn merge_wrapped(regions: &Regions<'_>, object: Region, clusters: &mut Vec<Cluster>) {
    let mut i = 0;
    while i < clusters.len() {
        let mut bytes = Vec::new();
        for &(offset, width) in &clusters[i].members {
            for b in 0..i64::from(width) {
                let at = regions.moved(object, offset, b);
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
    accesses: &[AccessId],
    names: &mut FxHashMap<String, u32>,
) -> String {
    let fields = accesses.iter().filter_map(|a| m.accesses[a.index()].field);
    let base = match fields.min() {
        Some((record, n)) => {
            let r = c.types.record(record);
            let tag = r.tag.map_or("record".into(), |t| in_boogie(c.name(t)));
            let field = r.fields.get(n as usize).and_then(|f| f.name);
            format!("$M.{tag}.{}", field.map_or("_".into(), |f| in_boogie(c.name(f))))
        }
        None => {
            let access = m.accesses[accesses[0].index()];
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
