//! The checked places of a program, and `check --list`.

use crate::pipeline::{Job, Loaded};
use crate::property::Property;
use crate::report::location;
use lariat_c2boogie::Check;
use lariat_passes::Goal;
use lariat_program::CheckedItem;
use lariat_verdict::{Item, ItemId, Kind, Knowledge};

/// The places that executions from the entry can get to.
pub fn of(job: &Job, loaded: &Loaded) -> Vec<Item> {
    match job.goal {
        Goal::Return => vec![the_return(loaded)],
        Goal::Failure => {
            let asserted = loaded.program.items_from(loaded.entry);
            asserted.into_iter().map(|item| describe(job, loaded, item)).collect()
        }
    }
}

/// Where the question is whether the entry returns, that is the one place.
fn the_return(loaded: &Loaded) -> Item {
    let info = loaded.program.procedures[loaded.entry].info;
    Item {
        id: ItemId(0),
        kind: Kind::Return,
        property: "return".into(),
        function: loaded.name.clone(),
        place: location(&loaded.program, loaded.program.infos[info].place),
        message: format!("procedure {} can return", loaded.name),
        known: Knowledge::default(),
    }
}

fn describe(job: &Job, loaded: &Loaded, item: CheckedItem) -> Item {
    let CheckedItem { id, kind, place, procedure, message, .. } = item;
    let said = message.as_deref().unwrap_or_default();
    let check = loaded.translated.as_ref().and_then(|c| c.translation.failures.get(said).copied());
    let kind = match check {
        Some(check) => kind_of(check),
        None if said.starts_with(lariat_c2boogie::UNSUPPORTED) => Kind::Unsupported,
        None => kind,
    };
    let place = location(&loaded.program, place);
    Item {
        id,
        kind,
        property: property_of(&job.properties, kind).to_owned(),
        function: loaded.program.procedures[procedure].name.clone(),
        place,
        message: message.unwrap_or_else(|| "this assertion can fail".to_owned()),
        known: Knowledge::default(),
    }
}

/// The property that a kind of places belongs to.
fn property_of(properties: &[Property], kind: Kind) -> &str {
    let first = properties.first().map_or("", |p| p.name);
    let covers = |p: &&Property| Check::ALL.iter().any(|&c| p.checks.has(c) && kind_of(c) == kind);
    properties.iter().find(covers).map_or(first, |p| p.name)
}

fn kind_of(check: Check) -> Kind {
    match check {
        Check::Assertion => Kind::Assertion,
        Check::Null => Kind::Null,
        Check::Bounds => Kind::Bounds,
        Check::Lifetime => Kind::Lifetime,
        Check::Free => Kind::Free,
        Check::Leak => Kind::Leak,
        Check::Lost => Kind::Lost,
        Check::DivisionByZero => Kind::DivisionByZero,
        Check::Overflow => Kind::Overflow,
        Check::Shift => Kind::Shift,
        Check::Uninitialised => Kind::Uninitialised,
    }
}
