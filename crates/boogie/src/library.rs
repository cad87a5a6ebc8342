//! Libraries of declarations that come with Lariat, under the names that Boogie gives to its own (`/lib:base`).

use crate::source::{SourceMap, SourceTooLarge};

/// A library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// Maps, options, vectors, sequences, sets, finite maps.
    Base,
    /// Linked lists.
    Node,
    /// Sizes of sets.
    SetSize,
}

impl Library {
    /// All libraries, with their names and what is in them.
    pub const TABLE: &[(Library, &str, &str)] = &[
        (
            Library::Base,
            "base",
            "Operations on maps, options, vectors, sequences, sets, finite maps",
        ),
        (Library::Node, "node", "Linked lists in memory (with `base`)"),
        (Library::SetSize, "set_size", "Sizes of sets (with `base`)"),
    ];

    /// The library of this name.
    pub fn named(name: &str) -> Option<Library> {
        Self::TABLE.iter().find(|(_, known, _)| *known == name).map(|(library, ..)| *library)
    }

    fn text(self) -> (&'static str, &'static str) {
        match self {
            Library::Base => ("<base>", include_str!("../lib/base.bpl")),
            Library::Node => ("<node>", include_str!("../lib/node.bpl")),
            Library::SetSize => ("<set_size>", include_str!("../lib/set_size.bpl")),
        }
    }

    /// Adds libraries to the texts of a program, each once and with those that it needs.
    pub fn add_all(wanted: &[Library], sources: &mut SourceMap) -> Result<(), SourceTooLarge> {
        let needed = |library: &Library| match library {
            Library::Base => !wanted.is_empty(),
            other => wanted.contains(other),
        };
        for (library, ..) in Self::TABLE.iter().filter(|(library, ..)| needed(library)) {
            let (name, text) = library.text();
            sources.add(name, text)?;
        }
        Ok(())
    }
}
