//! `--check` and property files: which properties are asked for.

use super::c::CArgs;
use crate::input::plain_reason;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use lariat_verify::{Failure, Property, in_property_file};
use std::path::Path;

/// What `--check` can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckArg {
    /// Dereference of a null pointer
    Null,
    /// Access outside of the object that the pointer belongs to
    Bounds,
    /// Division or remainder by zero
    Div0,
    /// Signed arithmetic whose result does not fit the type
    Overflow,
    /// Shift by a negative amount, or by the width or more
    Shift,
    /// Double free, free of what is not from malloc, use after free or after return
    Free,
    /// Memory that is not freed when the program ends
    Leak,
    /// Read of a variable before it has a value
    Uninit,
    /// null, bounds, free, leak
    Memory,
    /// All of the above
    All,
    /// SV-COMP: an error function is called
    UnreachCall,
    /// SV-COMP: valid-deref, valid-free, valid-memtrack
    ValidMemsafety,
    /// SV-COMP: every dereference is of a live object
    ValidDeref,
    /// SV-COMP: every free is of a live object of malloc
    ValidFree,
    /// SV-COMP: memory is freed or reachable
    ValidMemtrack,
    /// SV-COMP: memory is freed at the end
    ValidMemcleanup,
    /// SV-COMP: signed arithmetic does not overflow
    NoOverflow,
}

/// The properties asked for.
pub fn chosen(args: &CArgs) -> Result<Vec<Property>, Failure> {
    let names: Vec<_> = args.check.iter().filter_map(ValueEnum::to_possible_value).collect();
    let names: Vec<&str> = names.iter().map(PossibleValue::get_name).collect();
    let in_file = args.property.as_deref().map(read_file).transpose()?;
    lariat_verify::chosen(!args.no_assertions, &names, in_file.as_deref())
}

/// The names in a property file.
fn read_file(file: &Path) -> Result<Vec<&'static str>, Failure> {
    let shown = file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|e| {
        Failure::c("property", format!("cannot read `{shown}`: {}", plain_reason(&e)))
    })?;
    in_property_file(&shown, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_properties() {
        for check in CheckArg::value_variants() {
            let args = CArgs { check: vec![*check], no_assertions: true, ..CArgs::default() };
            assert!(chosen(&args).is_ok_and(|found| !found.is_empty()), "{check:?}");
        }
    }
}
