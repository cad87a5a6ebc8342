//! Options whose values are a table of a library's: a new row there is a new value here.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of some names as the value that stands beside it; the rest of a row is help.
pub fn choice<T: Copy + Send + Sync + 'static, H: Into<String> + Clone>(
    rows: impl IntoIterator<Item = (T, &'static str, H)>,
) -> impl TypedValueParser<Value = T> {
    let rows: Vec<(T, &'static str, String)> =
        rows.into_iter().map(|(value, name, help)| (value, name, help.into())).collect();
    let names = rows.iter().map(|(_, name, help)| PossibleValue::new(*name).help(help.clone()));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(move |given: String| {
        let found = rows.iter().find(|(_, name, _)| *name == given);
        found.map(|(value, ..)| *value).ok_or("there is no such value")
    })
}

/// The name of a value.
pub fn name<T: PartialEq>(table: &[(T, &'static str, &'static str)], value: &T) -> &'static str {
    table.iter().find(|(known, ..)| known == value).map_or("", |(_, name, _)| name)
}
