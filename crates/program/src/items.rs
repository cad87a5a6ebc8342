//! The checked places of a program, and programs in which some of them are not checked.
//!
//! A program has an assertion for an item, or many: copies made by peeling, inlining or splitting, the
//! returns of a procedure. What is done to an item is done to all of them. The procedure of a loop has
//! its assertions as assumptions: these belong to the item, too.

use crate::attribute::{Info, Place};
use crate::graph::CallGraph;
use crate::program::{Command, CommandKind, ProcId, Program};
use lariat_verdict::{ItemId, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// A checked place with what the program says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedItem {
    /// Its number.
    pub id: ItemId,
    /// What would go wrong.
    pub kind: Kind,
    /// Where it is written.
    pub place: Place,
    /// The procedure that it is in; never one that was made from a loop.
    pub procedure: ProcId,
    /// The statement as written.
    pub text: String,
    /// What the front end says about it (`{:msg "…"}`).
    pub message: Option<String>,
}

impl Program {
    /// The items that are asserted anywhere in the program, by number.
    pub fn items(&self) -> Vec<CheckedItem> {
        self.items_in(self.procedures.ids())
    }

    /// The items that are asserted in a procedure or in what it calls, by number. No execution that
    /// starts there fails at another one.
    pub fn items_from(&self, entry: ProcId) -> Vec<CheckedItem> {
        let graph = CallGraph::new(self);
        let mut reached = BTreeSet::from([entry]);
        let mut stack = vec![entry];
        while let Some(procedure) = stack.pop() {
            let callees = graph.callees[procedure].iter().copied();
            stack.extend(callees.filter(|&callee| reached.insert(callee)));
        }
        self.items_in(reached.into_iter())
    }

    fn items_in(&self, procedures: impl Iterator<Item = ProcId>) -> Vec<CheckedItem> {
        let mut found = BTreeMap::new();
        for id in procedures {
            let procedure = &self.procedures[id];
            let written = procedure.loop_info.as_ref().map_or(id, |l| l.procedure);
            for command in procedure.body.blocks.iter().flat_map(|b| &b.commands) {
                if let CommandKind::Assert(_) = command.kind
                    && let Some(info) = self.infos.get(command.info)
                    && let Some(item) = info.checked_item(written)
                {
                    found.entry(item.id).or_insert(item);
                }
            }
        }
        found.into_values().collect()
    }

    /// The item that a command asserts or, in the procedure of a loop, assumes.
    pub fn item_of(&self, command: &Command) -> Option<ItemId> {
        match command.kind {
            CommandKind::Assert(_) | CommandKind::Assume(_) => {
                Some(self.infos.get(command.info)?.item?.id)
            }
            _ => None,
        }
    }

    /// Makes assumptions of the assertions of these items: executions that fail there end there.
    ///
    /// All other executions stay as they are. In the procedures of loops nothing changes: they have
    /// assumptions already, as they would have for an `assume` of the source.
    pub fn assume_items(&mut self, items: &BTreeSet<ItemId>) {
        self.change_commands(|program, mut command| {
            if let CommandKind::Assert(condition) = command.kind
                && program.item_of(&command).is_some_and(|item| items.contains(&item))
            {
                command.kind = CommandKind::Assume(condition);
            }
            Some(command)
        });
    }

    /// Takes the assertions of these items away: executions that fail there go on. For a lowered
    /// program before any pass; passes use what is asserted.
    ///
    /// **Why the assumptions in the procedures of loops must go, too.** Such a procedure stands for the
    /// iterations before the last one. It may assume an assertion of the loop only because an execution in
    /// which it fails is not lost: that iteration is also a last one, in the copy of the loop that the
    /// enclosing procedure has, and fails there. If that copy does not check the assertion, nobody has
    /// the execution that goes on after the failure, and a proof would not speak about it. Without the
    /// assumption the procedure of the loop has the iterations of a loop in which the assertion was never
    /// written.
    ///
    /// Contracts are relied upon by the other side: a precondition is assumed in the procedure that is
    /// called, a postcondition at every return. Items of these kinds are no longer asserted, but they are
    /// still assumed, and they are what is returned: what is found out about other items of
    /// such a program is about executions that do not fail at these.
    pub fn skip_items(&mut self, items: &BTreeSet<ItemId>) -> BTreeSet<ItemId> {
        let mut assumed = BTreeSet::new();
        self.change_commands(|program, command| {
            let item = program.item_of(&command).filter(|item| items.contains(item));
            let Some(id) = item else { return Some(command) };
            let kind = program.infos[command.info].item.map(|item| item.kind);
            if let Some(Kind::Precondition | Kind::Postcondition) = kind {
                assumed.insert(id);
            }
            None
        });
        assumed
    }

    /// Changes or removes each command.
    fn change_commands(&mut self, mut change: impl FnMut(&Program, Command) -> Option<Command>) {
        for procedure in self.procedures.ids() {
            for block in self.procedures[procedure].body.blocks.ids() {
                let body = &mut self.procedures[procedure].body;
                let commands = std::mem::take(&mut body.blocks[block].commands);
                let changed = commands.into_iter().filter_map(|c| change(self, c)).collect();
                self.procedures[procedure].body.blocks[block].commands = changed;
            }
        }
    }
}

impl Info {
    /// What front ends say about a failure here.
    pub fn message(&self) -> Option<&str> {
        let message = self.attribute("msg").or_else(|| self.attribute("message"));
        message.and_then(|m| m.text(0))
    }

    fn checked_item(&self, procedure: ProcId) -> Option<CheckedItem> {
        let item = self.item?;
        Some(CheckedItem {
            id: item.id,
            kind: item.kind,
            place: item.place,
            procedure,
            text: self.text.clone(),
            message: self.message().map(str::to_owned),
        })
    }
}
