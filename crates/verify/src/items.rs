//! The checked places of a program.

use crate::load::Loaded;
use crate::places::location;
use crate::program::Translated;
use crate::property::Property;
use crate::question::Question;
use lariat_c2boogie::Check;
use lariat_passes::Goal;
use lariat_program::CheckedItem;
use lariat_verdict::{Item, ItemId, Kind, Knowledge, What};
use std::collections::BTreeSet;

/// The places that executions from the entry can get to.
pub fn of(question: &Question, loaded: &Loaded) -> Vec<Item> {
    if question.goal == Goal::Return {
        return vec![the_return(loaded)];
    }
    let asserted = loaded.program.items_from(loaded.entry);
    match loaded.translated() {
        None => asserted.into_iter().map(|item| of_boogie(question, loaded, item)).collect(),
        Some(c) => {
            let reached: BTreeSet<ItemId> = asserted.into_iter().map(|item| item.id).collect();
            let items = c.translation.items.iter().filter(|item| reached.contains(&item.id));
            let items: Vec<Item> = items.map(|item| of_c(&question.properties, item)).collect();
            let unchecked = question.properties.iter().filter_map(|p| left_out(p, c, &items));
            let unchecked: Vec<Item> = unchecked.collect();
            [items, unchecked].concat()
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
        function: loaded.name().to_owned(),
        place: location(&loaded.program, loaded.program.infos[info].place),
        message: format!("procedure {} can return", loaded.name()),
        known: Knowledge::default(),
    }
}

/// A property that leaves places out stands for these with one item, if it has no other: what it leaves out is an
/// assumption, and must not be lost because nothing is left to check.
fn left_out(property: &Property, c: &Translated, items: &[Item]) -> Option<Item> {
    let leaves_out = property.checks.has(Check::Uninitialised)
        && c.translation.assumptions.iter().any(|a| a.what == What::AddressTakenInitialised);
    let checked = items.iter().any(|item| item.property == property.name);
    (leaves_out && !checked).then(|| Item {
        id: ItemId(u32::MAX),
        kind: Kind::Uninitialised,
        property: property.name.clone().into_owned(),
        function: String::new(),
        place: None,
        message: "a variable is read before it has a value".to_owned(),
        known: Knowledge::default(),
    })
}

fn of_boogie(question: &Question, loaded: &Loaded, item: CheckedItem) -> Item {
    let CheckedItem { id, kind, place, procedure, message, .. } = item;
    Item {
        id,
        kind,
        property: question.properties.first().map_or("", |p| &p.name).to_owned(),
        function: loaded.program.procedures[procedure].name.clone(),
        place: location(&loaded.program, place),
        message: message.unwrap_or_else(|| "this assertion can fail".to_owned()),
        known: Knowledge::default(),
    }
}

fn of_c(properties: &[Property], item: &lariat_c2boogie::CheckedItem) -> Item {
    let first = properties.first().map_or("", |p| &p.name);
    let covers = |p: &&Property| item.kind.is_failure() && p.checks.has(item.kind);
    Item {
        id: item.id,
        kind: item.kind,
        property: properties.iter().find(covers).map_or(first, |p| &p.name).to_owned(),
        function: item.function.clone(),
        place: item.place.clone(),
        message: item.message.clone(),
        known: Knowledge::default(),
    }
}
