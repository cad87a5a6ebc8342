//! Cells instead of maps in the commands of a program.

use super::CellMap;
use super::linear::equal;
use lariat_logic::{Op, SortId, Term, TermId, Terms, VarId};
use lariat_program::{Call, Command, CommandKind, ProcId, Program};
use rustc_hash::FxHashMap;

pub(super) struct Rewriter<'p> {
    program: &'p mut Program,
    maps: FxHashMap<VarId, CellMap>,
    /// In the command at hand: what stands for values that are not known.
    fresh: Vec<VarId>,
    done: FxHashMap<TermId, TermId>,
    /// Whether a map with cells occurs in a term.
    mention: FxHashMap<TermId, bool>,
}

impl<'p> Rewriter<'p> {
    pub fn new(program: &'p mut Program, maps: FxHashMap<VarId, CellMap>) -> Self {
        let (done, mention) = (FxHashMap::default(), FxHashMap::default());
        Rewriter { program, maps, fresh: Vec::new(), done, mention }
    }

    pub fn run(mut self) {
        for id in self.program.procedures.ids() {
            self.procedure(id);
        }
        let cells = self.maps.values().flat_map(|m| m.cells.iter().map(|c| c.1));
        let mut cells: Vec<VarId> = cells.collect();
        cells.sort();
        self.program.globals.extend(cells);
    }

    fn cells_of(&self, vars: &[VarId]) -> Vec<VarId> {
        let mut result = Vec::with_capacity(vars.len());
        for var in vars {
            match self.maps.get(var) {
                Some(map) => result.extend(map.cells.iter().map(|c| c.1)),
                None => result.push(*var),
            }
        }
        result
    }

    fn procedure(&mut self, id: ProcId) {
        let modifies = std::mem::take(&mut self.program.procedures[id].modifies);
        self.program.procedures[id].modifies = self.cells_of(&modifies);
        // Assumed clauses about maps are left out: that only adds executions.
        let ensures = std::mem::take(&mut self.program.procedures[id].ensures);
        let kept = ensures.into_iter().filter(|&clause| !self.mentions_map(clause)).collect();
        self.program.procedures[id].ensures = kept;
        let mut locals: Vec<VarId> = Vec::new();
        for block in self.program.procedures[id].body.blocks.ids() {
            let body = &mut self.program.procedures[id].body;
            let commands = std::mem::take(&mut body.blocks[block].commands);
            let mut changed = Vec::with_capacity(commands.len());
            for Command { kind, info } in commands {
                let kind = self.command(kind);
                if !self.fresh.is_empty() {
                    let fresh = std::mem::take(&mut self.fresh);
                    locals.extend(&fresh);
                    changed.push(Command { kind: CommandKind::Havoc(fresh), info });
                }
                self.done.clear();
                changed.push(Command { kind, info });
            }
            self.program.procedures[id].body.blocks[block].commands = changed;
        }
        self.program.procedures[id].locals.extend(locals);
    }

    fn mentions_map(&mut self, term: TermId) -> bool {
        if let Some(&known) = self.mention.get(&term) {
            return known;
        }
        let mentions = match self.program.terms.get(term) {
            Term::Var(v) => self.maps.contains_key(v),
            Term::Bind(_) => {
                let variables = self.program.terms.variables([term]);
                variables.iter().any(|v| self.maps.contains_key(v))
            }
            _ => {
                let children = self.program.terms.children(term);
                children.into_iter().any(|c| self.mentions_map(c))
            }
        };
        self.mention.insert(term, mentions);
        mentions
    }

    fn command(&mut self, kind: CommandKind) -> CommandKind {
        match kind {
            CommandKind::Assign(pairs) => {
                let mut result = Vec::with_capacity(pairs.len());
                for (var, term) in pairs {
                    let Some(map) = self.maps.get(&var) else {
                        result.push((var, self.term(term)));
                        continue;
                    };
                    for (place, cell) in map.cells.clone() {
                        result.push((cell, self.element(term, place)));
                    }
                }
                CommandKind::Assign(result)
            }
            CommandKind::Havoc(vars) => CommandKind::Havoc(self.cells_of(&vars)),
            CommandKind::Call(Call { callee, args, results }) => {
                let args = args.into_iter().map(|t| self.term(t)).collect();
                CommandKind::Call(Call { callee, args, results })
            }
            mut kind => {
                kind.map_terms(&mut |t| self.term(t));
                kind
            }
        }
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.program.terms
    }

    fn anything(&mut self, sort: SortId) -> TermId {
        let var = self.terms().declare("anything", sort);
        self.fresh.push(var);
        self.terms().var(var)
    }

    /// A term that is no map with cells.
    fn term(&mut self, term: TermId) -> TermId {
        if let Some(&known) = self.done.get(&term) {
            return known;
        }
        let result = if !self.mentions_map(term) {
            term
        } else {
            match self.program.terms.get(term).clone() {
                Term::App(Op::Select, args) if args.len() == 2 => {
                    let place = self.term(args[1]);
                    self.element(args[0], place)
                }
                // A map as a whole, or one of its elements under a binder.
                Term::Var(_) | Term::Bind(_) | Term::Old(_) | Term::App(Op::Store, _) => {
                    let sort = self.program.terms.sort_of(term);
                    self.anything(sort)
                }
                _ => {
                    let children = self.program.terms.children(term);
                    let new: FxHashMap<TermId, TermId> =
                        children.into_iter().map(|c| (c, self.term(c))).collect();
                    self.terms().map_children(term, &mut |c| new[&c])
                }
            }
        };
        self.done.insert(term, result);
        result
    }

    /// What a map term has at a place (in which no map with cells occurs any more).
    fn element(&mut self, map: TermId, place: TermId) -> TermId {
        match self.program.terms.get(map).clone() {
            Term::App(Op::Store, args) if args.len() == 3 => {
                let at = self.term(args[1]);
                let hit = equal(self.terms(), at, place);
                if hit == Terms::FALSE {
                    return self.element(args[0], place);
                }
                let value = self.term(args[2]);
                if hit == Terms::TRUE {
                    return value;
                }
                let below = self.element(args[0], place);
                self.terms().ite(hit, value, below)
            }
            Term::App(Op::Ite, args) => {
                let condition = self.term(args[0]);
                let (yes, no) = (self.element(args[1], place), self.element(args[2], place));
                self.terms().ite(condition, yes, no)
            }
            Term::App(Op::ConstMap(_), args) => self.term(args[0]),
            Term::Var(var) if self.maps.contains_key(&var) => self.cell(var, place),
            _ => {
                let map = self.term(map);
                self.terms().app(Op::Select, &[map, place])
            }
        }
    }

    /// What a map has at a place: the value of one of its cells, or anything.
    fn cell(&mut self, map: VarId, place: TermId) -> TermId {
        let Some(map) = self.maps.get(&map) else { unreachable!("a map with cells") };
        let (element, cells) = (map.element, map.cells.clone());
        let mut hits = Vec::new();
        for (at, cell) in cells {
            let hit = equal(self.terms(), at, place);
            let value = self.terms().var(cell);
            if hit == Terms::TRUE {
                return value;
            }
            if hit != Terms::FALSE {
                hits.push((hit, value));
            }
        }
        let mut result = self.anything(element);
        for (hit, value) in hits {
            result = self.terms().ite(hit, value, result);
        }
        result
    }
}
