//! The numbers of checked places.
//!
//! A checked place is an assertion of the source, an invariant, a checked postcondition, or a checked
//! precondition at one call. It has the number that its attribute `{:item n, "kind"}` says (the kind may be left
//! out), or the next free one in the order of the source. So the numbers depend on the text and on nothing else:
//! bodies of polymorphic procedures are translated several times, in an order of their own, and all their
//! instances have the same items.

use crate::context::Lowering;
use lariat_boogie::Span;
use lariat_boogie::ast::{Attr, AttrArg, find_attr};
use lariat_program::verdict::{ItemId, Kind};
use lariat_program::{InfoId, Obligation};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The attribute that has the number.
const ITEM: &str = "item";

/// What makes a checked place the one that it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    /// The number that was given to it.
    Given(u32),
    /// Where it is checked, and where the condition stands.
    Written(u32, u32),
    /// After an iteration, what is also checked where the loop is entered: the position of that.
    Maintained(u32),
}

/// The checked places found so far. Until all are known their numbers are positions in this list.
#[derive(Default)]
pub(crate) struct Items {
    keys: Vec<Key>,
    position: FxHashMap<Key, u32>,
}

impl Items {
    fn position(&mut self, key: Key) -> ItemId {
        let next = self.keys.len() as u32;
        let position = *self.position.entry(key).or_insert(next);
        if position == next {
            self.keys.push(key);
        }
        ItemId(position)
    }

    /// The place where an invariant is checked after an iteration.
    pub fn maintained(&mut self, entered: ItemId) -> ItemId {
        self.position(Key::Maintained(entered.0))
    }

    /// The number of each position.
    fn numbers(&self) -> Vec<u32> {
        let mut sorted: Vec<usize> = (0..self.keys.len()).collect();
        sorted.sort_by_key(|&i| self.keys[i]);
        let is_given = |key: &Key| match *key {
            Key::Given(n) => Some(n),
            Key::Written(..) | Key::Maintained(_) => None,
        };
        let given: BTreeSet<u32> = self.keys.iter().filter_map(is_given).collect();
        let mut free = (1..).filter(|n| !given.contains(n));
        let mut numbers = vec![0; self.keys.len()];
        for i in sorted {
            numbers[i] = match self.keys[i] {
                Key::Given(n) => n,
                Key::Written(..) | Key::Maintained(_) => free.next().unwrap_or(u32::MAX),
            };
        }
        numbers
    }
}

impl<'a> Lowering<'a> {
    /// Says what a command checks. `at` is where it is checked, `condition` where the condition stands with
    /// its attributes.
    pub fn checks(
        &mut self,
        info: InfoId,
        kind: Kind,
        at: Span,
        condition: Span,
        attrs: &'a [Attr],
    ) {
        let key = match self.given_item(attrs) {
            Some((number, _)) => Key::Given(number),
            None => Key::Written(at.start, condition.start),
        };
        let kind = self.given_item(attrs).and_then(|given| given.1).unwrap_or(kind);
        let id = self.items.position(key);
        let place = self.places.place(at.start);
        self.program.infos[info].attributes.retain(|a| a.name != ITEM);
        self.program.infos[info].item = Some(Obligation { id, kind, place });
    }

    /// Says that an assumption stands for an assertion, if an attribute says so: printed programs have such
    /// assumptions in the procedures of loops.
    pub fn stands_for(&mut self, info: InfoId, at: Span, attrs: &'a [Attr]) {
        if self.given_item(attrs).is_some() {
            self.checks(info, Kind::Assertion, at, at, attrs);
        }
    }

    /// What `{:item n, "kind"}` says.
    fn given_item(&self, attrs: &[Attr]) -> Option<(u32, Option<Kind>)> {
        let number = self.number_attribute(attrs, ITEM)?;
        let kind = match find_attr(self.boogie, attrs, ITEM)?.args.get(1) {
            Some(AttrArg::Str(word)) => Kind::from_word(self.boogie.text(*word)),
            _ => None,
        };
        Some((number, kind))
    }

    /// Gives the checked places their numbers, when all are known.
    pub fn number_items(&mut self) {
        let numbers = self.items.numbers();
        for info in self.program.infos.iter_mut() {
            if let Some(item) = &mut info.item {
                item.id = ItemId(numbers[item.id.0 as usize]);
            }
        }
    }
}
