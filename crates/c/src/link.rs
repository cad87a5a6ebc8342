//! Several translation units, one program.
//!
//! Units are read one after the other into the same program; names with external linkage
//! meet in a shared table while declarations are read (and conflicts are reported there).
//! What remains is that each unit has its own copy of every struct: afterwards, records and
//! enums of different units that agree in name and members are made one type, so that a
//! pointer stored in one unit and used in another has the same type in both.

mod environment;

use crate::diagnostic::Diagnostic;
use crate::layout::DataModel;
use crate::program::*;
use crate::symbol::Symbol;
use crate::tree::*;
use crate::types::{BitField, EnumId, FunctionType, IntKind, RecordId, RecordKind, Type, TypeId};
use crate::unit::{Shared, Unit};
use rustc_hash::FxHashMap;

/// A preprocessed source text with its name.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// The name that places without line markers show.
    pub name: &'s str,
    /// The text.
    pub text: &'s str,
}

/// Reads, checks and links preprocessed translation units. Look at
/// [`Program::diagnostics`] for errors before relying on the result.
pub fn read_program(sources: &[Source<'_>], model: DataModel) -> Program {
    let parts: Vec<(Part, Source<'_>)> = sources.iter().map(|s| (Part::Program, *s)).collect();
    read_parts(&parts, model)
}

/// The same where some units are not files of the program. They come after it.
pub fn read_parts(sources: &[(Part, Source<'_>)], model: DataModel) -> Program {
    let mut program = Program::new(model);
    let mut shared = Shared::default();
    for (part, source) in sources {
        program.parts.push(*part);
        let mut unit = Unit::new(&mut program, &mut shared, source.name, source.text, false);
        unit.translation_unit();
    }
    if sources.len() > 1 {
        merge_types(&mut program);
    }
    if program.parts.iter().any(|part| *part != Part::Program) {
        environment::connect(&mut program);
    }
    program
}

/// Reads C declarations followed by one expression, with the operators `==>`, `<==>`,
/// `forall (T x) e` and `exists (T x) e` allowed in it. Declared variables are globals of the
/// program. No expression means that errors were reported.
pub fn read_claim(source: Source<'_>, model: DataModel) -> (Program, Option<ExprId>) {
    let mut program = Program::new(model);
    let mut shared = Shared::default();
    program.parts.push(Part::Program);
    let claim = Unit::new(&mut program, &mut shared, source.name, source.text, true).claim();
    (program, claim)
}

/// Reads C declarations and expressions as [`read_claim`] does, but any number of them in
/// any order, each ended by a semicolon. Integer types may have other widths than the model's.
pub fn read_claims(
    source: Source<'_>,
    model: DataModel,
    widths: &[(IntKind, u32)],
) -> (Program, Vec<Claim>) {
    let mut program = Program::new(model);
    program.types.widths = widths.to_vec();
    let mut shared = Shared::default();
    program.parts.push(Part::Program);
    let claims = Unit::new(&mut program, &mut shared, source.name, source.text, true).claims();
    (program, claims)
}

/// What two records must share to be the same type.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    kind: RecordKind,
    tag: Option<Symbol>,
    fields: Vec<(Option<Symbol>, TypeId, u64, Option<BitField>)>,
    size: u64,
}

/// Which record stands for which.
struct Merge {
    records: Vec<u32>,
    enums: Vec<u32>,
}

fn merge_types(program: &mut Program) {
    let mut merge = Merge {
        records: (0..program.types.records.len() as u32).collect(),
        enums: (0..program.types.enums.len() as u32).collect(),
    };
    merge_enums(program, &mut merge);
    // Start from the guess that equal names mean equal records, and split the classes until
    // the members agree as well.
    let mut names: FxHashMap<(RecordKind, Option<Symbol>, bool), u32> = FxHashMap::default();
    let complete: Vec<u32> = (0..merge.records.len() as u32)
        .filter(|&i| program.types.records[i as usize].complete)
        .collect();
    for &i in &complete {
        let r = &program.types.records[i as usize];
        merge.records[i as usize] = *names.entry((r.kind, r.tag, r.tagged)).or_insert(i);
    }
    adopt_incomplete(program, &mut merge);
    loop {
        let mapped = map_types(program, &merge);
        let mut shapes: FxHashMap<(u32, Shape), u32> = FxHashMap::default();
        let mut next = merge.records.clone();
        for &i in &complete {
            let shape = shape_of(program, i, &mapped);
            let class = merge.records[i as usize];
            next[i as usize] = *shapes.entry((class, shape)).or_insert(i);
        }
        let stable = complete.iter().all(|&i| next[i as usize] == merge.records[i as usize]);
        merge.records = next;
        adopt_incomplete(program, &mut merge);
        if stable {
            break;
        }
    }
    rewrite(program, &merge);
    report_incompatible(program);
}

fn merge_enums(program: &Program, merge: &mut Merge) {
    type Key<'p> = (Option<Symbol>, IntKind, &'p [(Symbol, i128)]);
    let mut known: FxHashMap<Key<'_>, u32> = FxHashMap::default();
    for (i, e) in program.types.enums.iter().enumerate() {
        if e.complete {
            merge.enums[i] = *known.entry((e.tag, e.underlying, &e.constants)).or_insert(i as u32);
        }
    }
}

/// A record that a unit leaves incomplete is the complete one of its name, if there is
/// exactly one.
fn adopt_incomplete(program: &Program, merge: &mut Merge) {
    let mut by_name: FxHashMap<(RecordKind, Symbol), Option<u32>> = FxHashMap::default();
    let records = &program.types.records;
    for (i, r) in records.iter().enumerate() {
        if let (true, true, Some(tag)) = (r.complete, r.tagged, r.tag) {
            let class = merge.records[i];
            by_name
                .entry((r.kind, tag))
                .and_modify(|known| {
                    if *known != Some(class) {
                        *known = None;
                    }
                })
                .or_insert(Some(class));
        }
    }
    let mut first: FxHashMap<(RecordKind, Symbol), u32> = FxHashMap::default();
    for (i, r) in records.iter().enumerate() {
        if let (false, Some(tag)) = (r.complete, r.tag) {
            let own = *first.entry((r.kind, tag)).or_insert(i as u32);
            merge.records[i] = by_name.get(&(r.kind, tag)).copied().flatten().unwrap_or(own);
        }
    }
}

fn shape_of(program: &Program, record: u32, mapped: &[TypeId]) -> Shape {
    let r = &program.types.records[record as usize];
    Shape {
        kind: r.kind,
        tag: r.tag,
        fields: r.fields.iter().map(|f| (f.name, remap(mapped, f.ty), f.offset, f.bits)).collect(),
        size: r.size,
    }
}

fn remap(mapped: &[TypeId], ty: TypeId) -> TypeId {
    mapped[ty.index()].with(ty.qualifiers())
}

/// For each type, the type with records and enums replaced by those that stand for them.
/// Types only refer to types made before them, except through records.
fn map_types(program: &mut Program, merge: &Merge) -> Vec<TypeId> {
    let mut mapped = Vec::with_capacity(program.types.count());
    let mut i = 0;
    while i < program.types.kinds.len() {
        let kind = match program.types.kinds[i].clone() {
            Type::Record(id) => Type::Record(RecordId(merge.records[id.0 as usize])),
            Type::Enum(id) => Type::Enum(EnumId(merge.enums[id.0 as usize])),
            Type::Pointer(to) => Type::Pointer(remap(&mapped, to)),
            Type::Array(element, n) => Type::Array(remap(&mapped, element), n),
            Type::Function(f) => Type::Function(FunctionType {
                result: remap(&mapped, f.result),
                params: f.params.iter().map(|p| remap(&mapped, *p)).collect(),
                ..f
            }),
            other => other,
        };
        mapped.push(program.types.intern(kind));
        i += 1;
    }
    mapped
}

fn rewrite(program: &mut Program, merge: &Merge) {
    let mapped = map_types(program, merge);
    let fix = |ty: &mut TypeId| *ty = remap(&mapped, *ty);
    let fix_init = |init: &mut Init| init.entries.iter_mut().for_each(|e| fix(&mut e.ty));
    for expr in &mut program.exprs {
        fix(&mut expr.ty);
        match &mut expr.kind {
            ExprKind::CompoundAssign(c) => fix(&mut c.compute),
            ExprKind::CompoundLiteral(_, init) => fix_init(init),
            _ => {}
        }
    }
    for stmt in &mut program.stmts {
        if let StmtKind::Declare(_, Some(init)) = &mut stmt.kind {
            fix_init(init);
        }
    }
    program.vars.iter_mut().for_each(|v| fix(&mut v.ty));
    program.functions.iter_mut().for_each(|f| fix(&mut f.ty));
    for global in &mut program.globals {
        fix(&mut global.ty);
        if let Some(init) = &mut global.init {
            fix_init(init);
        }
    }
    for record in &mut program.types.records {
        record.fields.iter_mut().for_each(|f| fix(&mut f.ty));
    }
}

/// Records of one tag that stayed different although external names share them.
fn report_incompatible(program: &mut Program) {
    let mut first: FxHashMap<(RecordKind, Symbol), u32> = FxHashMap::default();
    let mut reports = Vec::new();
    for (i, r) in program.types.records.iter().enumerate() {
        let (true, true, Some(tag)) = (r.complete, r.tagged, r.tag) else { continue };
        let other = *first.entry((r.kind, tag)).or_insert(i as u32);
        let o = &program.types.records[other as usize];
        if o.unit != r.unit && (o.size != r.size || o.fields.len() != r.fields.len()) {
            let message =
                format!("`{}` has different members in different units", program.name(tag));
            reports.push(
                Diagnostic::warning("link", r.place, message).with_note(o.place, "the other one"),
            );
        }
    }
    program.diagnostics.extend(reports);
}
