//! Places in programs as people know them, and what bounds cut off there.

use lariat_c2boogie::in_c;
use lariat_program::{InfoId, Place, Procedure, Program};
use lariat_reach::BoundHit;
use lariat_verdict::{Cut, CutOff};

/// A place as people know it.
pub use lariat_verdict::Place as Location;

/// The place of something in a core program, if it has one.
pub fn location(program: &Program, place: Place) -> Option<Location> {
    let file = program.files.get(place.file as usize)?.clone();
    (place.line > 0).then_some(Location { file, line: place.line, column: place.column })
}

/// The same place as the trace knows it.
pub fn location_in_trace(place: &lariat_trace::Location) -> Option<Location> {
    let lariat_trace::Location { file, line, column } = place.clone();
    (line > 0).then_some(Location { file, line, column })
}

/// Where a procedure or loop is in the source that it was translated from, else in the program.
fn place_of(program: &Program, procedure: &Procedure) -> Option<Location> {
    source_place(program, procedure.info)
}

/// A place in the source that the program was translated from, else in the program.
pub fn source_place(program: &Program, info: InfoId) -> Option<Location> {
    let info = &program.infos[info];
    let source = lariat_trace::source_location(&program.terms, info, None);
    source.as_ref().and_then(location_in_trace).or_else(|| location(program, info.place))
}

/// Every procedure as something that a bound may cut off, in the words of C if it was translated.
pub fn cut_offs(program: &Program, is_c: bool) -> Vec<CutOff> {
    let describe = |procedure: &Procedure| {
        let owner = procedure.loop_info.as_ref().map(|l| &program.procedures[l.procedure].name);
        let name = owner.unwrap_or(&procedure.name);
        CutOff {
            is_loop: owner.is_some(),
            procedure: if is_c { in_c(name).into_owned() } else { name.clone() },
            place: place_of(program, procedure),
        }
    };
    program.procedures.iter().map(describe).collect()
}

/// The bound up to which was searched, from what it cut off.
pub fn cut(bound: u32, hits: &[BoundHit], cut_offs: &[CutOff]) -> Cut {
    // A search that goes on until nothing but bounds of single loops stops it ends with the largest number.
    let recursion = (bound != u32::MAX).then_some(bound);
    let mut cut = Cut { recursion, ..Cut::default() };
    for hit in hits {
        let Some(what) = cut_offs.get(hit.procedure.index()) else { continue };
        if Some(hit.bound) != recursion {
            cut.own.insert(what.clone(), hit.bound);
        }
        cut.hit.insert(what.clone());
    }
    cut
}
