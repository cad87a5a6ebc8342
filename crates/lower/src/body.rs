//! The code of a procedure while it is being built.

use crate::contracts::Contract;
use crate::expressions::Scope;
use lariat_boogie::Symbol;
use lariat_logic::{IndexVec, TermId, VarId};
use lariat_program::{Block, BlockId, Body, Command, CommandKind, Exit, InfoId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The code of a procedure while it is being built.
pub(crate) struct BodyBuilder<'a> {
    pub scope: Scope<'a>,
    pub contract: Rc<Contract<'a>>,
    pub blocks: IndexVec<BlockId, Block>,
    /// The block that commands go to; `None` after a jump.
    pub current: Option<BlockId>,
    /// Locals made on the way, besides the declared ones.
    pub extra_locals: Vec<VarId>,
    /// Where clauses of the declared locals, by number.
    pub local_where: Vec<Option<TermId>>,
    /// The checked postconditions, and those always assumed, as the body sees them, with the number of the clause.
    pub postconditions: Vec<(usize, TermId)>,
    labels: FxHashMap<Symbol, BlockId>,
    pub targets: Vec<BreakTarget>,
    /// Labels directly before the statement at hand.
    pub pending_labels: Vec<Symbol>,
}

/// A statement that `break` can leave.
pub(crate) struct BreakTarget {
    pub labels: Vec<Symbol>,
    pub is_loop: bool,
    pub after: BlockId,
}

impl<'a> BodyBuilder<'a> {
    pub fn new(scope: Scope<'a>, contract: Rc<Contract<'a>>) -> Self {
        let mut builder = BodyBuilder {
            scope,
            contract,
            blocks: IndexVec::new(),
            current: None,
            extra_locals: Vec::new(),
            local_where: Vec::new(),
            postconditions: Vec::new(),
            labels: FxHashMap::default(),
            targets: Vec::new(),
            pending_labels: Vec::new(),
        };
        builder.current = Some(builder.new_block("entry"));
        builder
    }

    /// A block without commands that blocks; named by [`BodyBuilder::finish`].
    pub fn new_block(&mut self, hint: &str) -> BlockId {
        let exit = Exit::Goto(Vec::new());
        self.blocks.push(Block { label: format!("{MADE_UP}{hint}"), commands: Vec::new(), exit })
    }

    pub fn emit(&mut self, kind: CommandKind, info: InfoId) {
        let block = match self.current {
            Some(block) => block,
            // After a jump: cannot be reached, but is translated all the same.
            None => self.new_block("dead"),
        };
        self.current = Some(block);
        self.blocks[block].commands.push(Command { kind, info });
    }

    /// Ends the current block.
    pub fn jump(&mut self, targets: Vec<BlockId>) {
        if let Some(block) = self.current.take() {
            self.blocks[block].exit = Exit::Goto(targets);
        }
    }

    /// The block that a label of the source names.
    pub fn label(&mut self, name: Symbol) -> BlockId {
        if let Some(&block) = self.labels.get(&name) {
            return block;
        }
        let block = self.new_block("label");
        self.labels.insert(name, block);
        block
    }

    /// Starts a further body of the same procedure.
    pub fn begin_body(&mut self, start: BlockId) {
        self.labels.clear();
        self.targets.clear();
        self.pending_labels.clear();
        self.current = Some(start);
    }

    /// The blocks, with names that are all different: labels of the source keep theirs if they can.
    pub fn finish(mut self) -> Body {
        self.merge_entry();
        let mut taken: FxHashMap<String, u32> = FxHashMap::default();
        for made_up in [false, true] {
            for block in self.blocks.iter_mut() {
                let base = match block.label.strip_prefix(MADE_UP) {
                    Some(hint) if made_up => hint.to_string(),
                    None if !made_up => block.label.clone(),
                    _ => continue,
                };
                block.label = unique_name(&mut taken, base);
            }
        }
        Body { blocks: self.blocks }
    }
}

impl BodyBuilder<'_> {
    /// Lets the procedure start in the block that the first label names, if nothing else goes there.
    fn merge_entry(&mut self) {
        const ENTRY: BlockId = BlockId(0);
        let &[next] = self.blocks[ENTRY].successors() else { return };
        let arrivals = self.blocks.iter().flat_map(Block::successors).filter(|t| **t == next);
        if next == ENTRY || arrivals.count() != 1 {
            return;
        }
        let dead = Exit::Goto(Vec::new());
        let block = &mut self.blocks[next];
        let label = std::mem::replace(&mut block.label, format!("{MADE_UP}dead"));
        let commands = std::mem::take(&mut block.commands);
        let exit = std::mem::replace(&mut block.exit, dead);
        let entry = &mut self.blocks[ENTRY];
        entry.label = label;
        entry.commands.extend(commands);
        entry.exit = exit;
    }
}

/// Starts the labels that are no label of the source.
const MADE_UP: char = '\u{1}';

/// The name itself, or with a number if it is taken.
pub(crate) fn unique_name(taken: &mut FxHashMap<String, u32>, base: String) -> String {
    if !taken.contains_key(&base) {
        taken.insert(base.clone(), 1);
        return base;
    }
    loop {
        let number = taken.get_mut(&base).map_or(1, |n| {
            *n += 1;
            *n
        });
        let name = format!("{base}#{number}");
        if !taken.contains_key(&name) {
            taken.insert(name.clone(), 1);
            return name;
        }
    }
}
