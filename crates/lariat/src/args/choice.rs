//! Options whose values are a table of a library's: a new row there is a new value here.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Values with their names and what users are told about them.
type Table<T> = &'static [(T, &'static str, &'static str)];

/// Reads a name of the table as the value that stands beside it.
pub fn choice<T: Copy + Send + Sync>(table: Table<T>) -> impl TypedValueParser<Value = T> {
    names(table.iter().map(|&(_, name, help)| (name, help.to_owned()))).try_map(move |given| {
        let found = table.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(given));
        found.map(|(value, ..)| *value).ok_or("there is no such value")
    })
}

/// Reads one of these names; the rest is help.
pub fn names(
    all: impl Iterator<Item = (&'static str, String)>,
) -> impl TypedValueParser<Value = &'static str> {
    let all: Vec<(&'static str, String)> = all.collect();
    let shown = all.iter().map(|(name, help)| PossibleValue::new(*name).help(help.clone()));
    PossibleValuesParser::new(shown.collect::<Vec<_>>()).try_map(move |given: String| {
        let found = all.iter().find(|(name, _)| name.eq_ignore_ascii_case(&given));
        found.map(|(name, _)| *name).ok_or("there is no such value")
    })
}

/// The name of the value that holds if none is given.
pub fn default<T: Default + PartialEq>(table: Table<T>) -> &'static str {
    let value = T::default();
    table.iter().find(|(known, ..)| *known == value).map_or("", |(_, name, _)| name)
}
