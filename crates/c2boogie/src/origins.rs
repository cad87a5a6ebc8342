//! What pointers from outside can be, said where they come in.
//!
//! The outside cannot know the address of an object that was never given away: a pointer that it makes is not one to
//! that object, and an execution that has it so is none of C's. What the outside knows is read from the sets that
//! decide about maps ([`crate::regions`]). It is said of objects only that such a pointer is compared with: nothing else
//! in a program shows where a pointer points to.
//!
//! With `--no-env-alias` pointers from outside point to memory of their own. Then each of them has an interval of
//! addresses, in the half of the address space where no object of the program is.
//!
//! Checks of memory have a segment for all memory of others; there a pointer from outside is null, or in that segment,
//! or in that of an object that the outside knows.

use crate::Options;
use crate::ir::*;
use crate::regions::{Compared, Regions};
use lariat_c::{Program, Type, TypeId};

/// The places of so many elements of an array are spelled out.
const MOST_ELEMENTS: i64 = 64;

/// Where things are.
pub(crate) struct Layout {
    /// Where allocation starts.
    pub heap: u64,
    /// What stands for memory of others if objects have segments.
    pub foreign: Option<ObjectId>,
}

/// Adds what is known of pointers from outside.
pub(crate) fn restrict(m: &mut Module, c: &Program, options: &Options, layout: &Layout) {
    let inputs = pointers_from_outside(m, c);
    if inputs.is_empty() {
        return;
    }
    m.origin_terms = Some(m.terms.len());
    let compared = || {
        let regions = Regions::new(m, c, options.env_alias);
        if regions.gave_up() { Compared::default() } else { regions.compared() }
    };
    let mut conditions: Vec<(VarId, TermId)> = Vec::new();
    match layout.foreign {
        Some(foreign) if m.segments.is_some() => {
            let compared = compared();
            for &(var, _) in &inputs {
                conditions.push((var, null_or_foreign(m, var, foreign, &compared, layout)));
            }
        }
        _ if m.segments.is_some() => return,
        _ if options.env_alias => {
            let ranges = hidden_ranges(m, &compared(), layout);
            if ranges.is_empty() {
                return;
            }
            for &(var, _) in &inputs {
                conditions.push((var, outside_of(m, var, &ranges)));
            }
        }
        _ => {
            let span = upper_half(m) / (inputs.len() as i128 + 1);
            for (i, &(var, ty)) in inputs.iter().enumerate() {
                let start = upper_half(m) + span * i as i128;
                conditions.push((var, on_its_own(m, c, (var, ty), start, start + span)));
            }
        }
    }
    say(m, &conditions);
}

/// No execution allocates memory in the upper half of the address space; see [`ALLOCATION`].
fn upper_half(m: &Module) -> i128 {
    1i128 << (m.pointer_width - 1)
}

/// Assumes what holds of variables where they get any value.
fn say(m: &mut Module, conditions: &[(VarId, TermId)]) {
    for proc in &mut m.procs {
        let mut at = 0;
        while at < proc.body.len() {
            if let StmtKind::Havoc(var) = proc.body[at].kind
                && let Some(&(_, condition)) = conditions.iter().find(|(v, _)| *v == var)
            {
                let place = proc.body[at].place;
                proc.body.insert(at + 1, Stmt { kind: StmtKind::Assume(condition), place });
            }
            at += 1;
        }
    }
}

/// The variables that get pointers from outside.
fn pointers_from_outside(m: &Module, c: &Program) -> Vec<(VarId, TypeId)> {
    let inputs = crate::regions::inputs(m, c).into_iter();
    let outside = inputs.filter(|(_, input)| input.outside);
    let typed = outside.filter_map(|(var, input)| input.ty.map(|ty| (var, ty)));
    let mut all: Vec<(VarId, TypeId)> = typed.filter(|&(_, ty)| c.types.is_pointer(ty)).collect();
    all.sort_unstable_by_key(|&(var, _)| var);
    all.dedup();
    all
}

/// The addresses of objects that pointers from outside are compared with but cannot be.
fn hidden_ranges(m: &Module, compared: &Compared, layout: &Layout) -> Vec<(i128, i128)> {
    let mut ranges: Vec<(i128, i128)> = Vec::new();
    for object in &compared.hidden {
        let object = &m.objects[object.index()];
        if let (Some(address), Some(size)) = (object.address, object.size) {
            ranges.push((i128::from(address), i128::from(address) + i128::from(size)));
        }
    }
    if compared.hides_allocated {
        ranges.push((i128::from(layout.heap), upper_half(m)));
    }
    ranges
}

/// It is in none of these ranges.
fn outside_of(m: &mut Module, var: VarId, ranges: &[(i128, i128)]) -> TermId {
    let value = m.var(var);
    let mut all = m.truth(true);
    for &(start, end) in ranges {
        let (start, end) = (m.address(start), m.address(end));
        let below = m.compare(CmpOp::Lt, value, start);
        let above = m.compare(CmpOp::Le, end, value);
        let out = m.or(below, above);
        all = m.and(all, out);
    }
    all
}

/// It is in this range, or points to no object: a function, null, or a number that pointers are compared with.
fn on_its_own(
    m: &mut Module,
    c: &Program,
    (var, ty): (VarId, TypeId),
    start: i128,
    end: i128,
) -> TermId {
    let value = m.var(var);
    let (start, end) = (m.address(start), m.address(end));
    let low = m.compare(CmpOp::Le, start, value);
    let high = m.compare(CmpOp::Lt, value, end);
    let mut either = m.and(low, high);
    let mut numbers: Vec<i128> = vec![0];
    for i in 0..m.origin_terms.unwrap_or_default() {
        if let TermKind::Compare(_, a, b) = m.terms[i].kind
            && m.ty(a) == m.pointer_ty()
        {
            numbers.extend([a, b].into_iter().filter_map(|side| m.constant(side)));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let number = m.address(number);
        let same = m.compare(CmpOp::Eq, value, number);
        either = m.or(either, same);
    }
    let to_function =
        c.types.pointee(ty).is_some_and(|to| matches!(c.types.get(to), Type::Function(..)));
    if to_function {
        let last =
            crate::lower::address_of_function(lariat_c::FunctionId(c.functions.len() as u32));
        let last = m.address(i128::from(last));
        let function = m.compare(CmpOp::Lt, value, last);
        either = m.or(either, function);
    }
    either
}

/// It is null, or in the segment of others, or in one that they know.
fn null_or_foreign(
    m: &mut Module,
    var: VarId,
    foreign: ObjectId,
    compared: &Compared,
    layout: &Layout,
) -> TermId {
    let (value, pointer) = (m.var(var), m.pointer_ty());
    let zero = m.address(0);
    let mut either = m.compare(CmpOp::Eq, value, zero);
    let mine = m.push(TermKind::SegmentOf(value), pointer);
    let there = m.push(TermKind::Address(foreign), pointer);
    let segment = m.push(TermKind::SegmentOf(there), pointer);
    let same = m.compare(CmpOp::Eq, mine, segment);
    either = m.or(either, same);
    for &(object, offset, period) in &compared.known {
        let there = m.push(TermKind::Address(object), pointer);
        let size = m.objects[object.index()].size.unwrap_or_default() as i64;
        let elements = if period > 0 { (size - offset) / period } else { 1 };
        if elements > MOST_ELEMENTS {
            let same = is_element(m, value, there, offset, period, size);
            either = m.or(either, same);
            continue;
        }
        for i in 0..elements.max(1) {
            let place = m.offset_by(there, i128::from(offset + i * period));
            let same = m.compare(CmpOp::Eq, value, place);
            either = m.or(either, same);
        }
    }
    if compared.knows_allocated {
        let heap = m.address(i128::from(layout.heap));
        let next = m.var(ALLOCATION);
        let low = m.compare(CmpOp::Le, heap, value);
        let high = m.compare(CmpOp::Lt, value, next);
        let within = m.push(TermKind::Within(value), pointer);
        let start = m.compare(CmpOp::Eq, within, zero);
        let both = m.and(low, high);
        let both = m.and(both, start);
        either = m.or(either, both);
    }
    either
}

/// It is the address of an element of an array in the object that starts `there`.
fn is_element(
    m: &mut Module,
    value: TermId,
    there: TermId,
    offset: i64,
    period: i64,
    size: i64,
) -> TermId {
    let pointer = m.pointer_ty();
    let by = m.binary(BinOp::Sub, value, there);
    let [first, period, end] = [offset, period, size].map(|v| m.address(i128::from(v)));
    let from_first = m.binary(BinOp::Sub, by, first);
    let rest = m.push(TermKind::Binary(BinOp::Rem, from_first, period), pointer);
    let zero = m.address(0);
    let low = m.compare(CmpOp::Le, first, by);
    let high = m.compare(CmpOp::Lt, by, end);
    let whole = m.compare(CmpOp::Eq, rest, zero);
    let inside = m.and(low, high);
    m.and(inside, whole)
}
