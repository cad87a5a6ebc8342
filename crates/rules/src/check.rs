//! What a rule is about, for people.

use crate::syntax::{Item, PieceKind, Rule, Watch};
use std::collections::BTreeSet;

/// What there is to say about a rule without a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name.
    pub name: String,
    /// What it says.
    pub about: Option<String>,
    /// Is it a property rule?
    pub is_property: bool,
    /// The events, in order.
    pub events: Vec<String>,
    /// The roles that functions of the program must have for some of the events.
    pub roles: Vec<String>,
    /// What its state belongs to.
    pub watches: Option<String>,
    /// Property rules that switch it on.
    pub requires: Vec<String>,
    /// The harnesses that it is meant for.
    pub harnesses: Vec<String>,
    /// What it says where it is violated.
    pub messages: Vec<String>,
}

/// The same for a rule.
pub fn summary(rule: &Rule) -> Summary {
    let mut events = Vec::new();
    let mut roles = BTreeSet::new();
    for (event, _) in rule.events() {
        if !events.contains(&event.to_string()) {
            events.push(event.to_string());
        }
        if let Some(role) = event.function.strip_prefix("fun_") {
            roles.insert(role.to_owned());
        }
    }
    let watches = rule.items.iter().find_map(|item| match item {
        Item::Watch(Watch::Named { ty, name }) => {
            Some(format!("{} {name}", rule.source(*ty).trim()))
        }
        Item::Watch(Watch::Parameters(all)) => {
            let show = |(f, n, _): &(String, usize, _)| match n {
                0 => format!("{f}.$return"),
                n => format!("{f}.${n}"),
            };
            Some(all.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        _ => None,
    });
    let messages = rule.pieces().filter_map(|piece| match &piece.what {
        PieceKind::Abort(Some(text)) => Some(text.clone()),
        _ => None,
    });
    let mut said: Vec<String> = Vec::new();
    for message in messages {
        if !said.contains(&message) {
            said.push(message);
        }
    }
    let names = |list: &[(String, _)]| list.iter().map(|(name, _)| name.clone()).collect();
    Summary {
        name: rule.name.clone(),
        about: rule.about.clone(),
        is_property: rule.is_property,
        events,
        roles: roles.into_iter().collect(),
        watches,
        requires: names(&rule.requires),
        harnesses: names(&rule.harnesses),
        messages: said,
    }
}
