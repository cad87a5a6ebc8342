//! `--check` and property files: which properties are asked for.

use super::c::CArgs;
use crate::input::plain_reason;
use lariat_verify::{Failure, Property, in_property_file};
use std::path::Path;

/// The properties asked for.
pub fn chosen(args: &CArgs) -> Result<Vec<Property>, Failure> {
    let in_file = args.property.as_deref().map(read_file).transpose()?;
    lariat_verify::chosen(!args.no_assertions, &args.check, in_file.as_deref())
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
    fn every_name_has_properties() {
        for (name, about) in lariat_verify::property_names() {
            let args = CArgs { check: vec![name], no_assertions: true, ..CArgs::default() };
            assert!(chosen(&args).is_ok_and(|found| !found.is_empty()), "{name}: {about}");
        }
    }
}
