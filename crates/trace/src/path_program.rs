//! A path as a program of its own: one straight line of commands, callees in place (Sec. 3.1 of the
//! Corral paper refines on such programs).
//!
//! Globals and constants keep their identity. Each activation has variables of its own, and one more
//! for every global whose value at its start an ensures clause refers to.

use crate::path_walk::{PathError, Position, check_path};
use crate::symbolic::free_variables;
use lariat_logic::{IndexVec, Substitution, TermId, VarId};
use lariat_program::{
    Block, BlockId, Body, Command, CommandKind, Exit, Frame, InfoId, ProcId, Procedure, Program,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A straight-line program with one path.
pub struct PathProgram {
    /// One procedure with one block.
    pub program: Program,
    /// The path through it.
    pub path: Frame,
    /// Which variable of the original program a variable of the path stands for: parameters and
    /// locals of an activation, and globals at its start. Globals stand for themselves.
    pub stands_for: FxHashMap<VarId, VarId>,
}

/// The path program of a path.
pub fn path_program(program: &Program, path: &Frame) -> Result<PathProgram, PathError> {
    check_path(program, path)?;
    let mut builder = Builder {
        source: program,
        result: Program {
            terms: program.terms.clone(),
            globals: program.globals.clone(),
            constants: program.constants.clone(),
            unique: program.unique.clone(),
            axioms: program.axioms.clone(),
            files: program.files.clone(),
            infos: program.infos.clone(),
            procedures: IndexVec::new(),
            peeled: FxHashMap::default(),
        },
        commands: Vec::new(),
        locals: Vec::new(),
        stands_for: FxHashMap::default(),
        stack: Vec::new(),
        failing: false,
        old_globals: FxHashMap::default(),
    };
    builder.enter(path);
    while !builder.stack.is_empty() && builder.step() {}
    Ok(builder.finish(path))
}

struct Activation<'f> {
    position: Position<'f>,
    command: usize,
    rename: Substitution,
}

struct Builder<'p, 'f> {
    source: &'p Program,
    result: Program,
    commands: Vec<Command>,
    locals: Vec<VarId>,
    stands_for: FxHashMap<VarId, VarId>,
    stack: Vec<Activation<'f>>,
    /// Whether the rest of the block is where an assertion fails.
    failing: bool,
    /// The globals under `old` in the ensures clauses of a procedure.
    old_globals: FxHashMap<ProcId, Rc<Vec<VarId>>>,
}

impl<'f> Builder<'_, 'f> {
    fn enter(&mut self, frame: &'f Frame) {
        let procedure = &self.source.procedures[frame.procedure];
        let mut rename = Substitution::new();
        let own = procedure.inputs.iter().chain(&procedure.outputs).chain(&procedure.locals);
        for &v in own {
            let copy = self.copy(v);
            rename.set(v, copy);
        }
        let mut snapshots = Vec::new();
        for &v in self.old_globals(frame.procedure).iter() {
            let copy = self.copy(v);
            rename.set_old(v, copy);
            let copy = self.result.terms.as_var(copy).expect("a variable");
            snapshots.push((copy, self.result.terms.var(v)));
        }
        if !snapshots.is_empty() {
            self.push(CommandKind::Assign(snapshots), procedure.info);
        }
        rename.drop_old();
        self.stack.push(Activation { position: Position::new(frame), command: 0, rename });
    }

    /// A variable of this activation.
    fn copy(&mut self, v: VarId) -> TermId {
        let terms = &mut self.result.terms;
        let (name, sort) = (terms.variable(v).name.clone(), terms.variable(v).sort);
        let copy = terms.declare(name, sort);
        self.locals.push(copy);
        self.stands_for.insert(copy, v);
        terms.var(copy)
    }

    fn old_globals(&mut self, procedure: ProcId) -> Rc<Vec<VarId>> {
        let source = self.source;
        let entry = self.old_globals.entry(procedure);
        let globals = entry.or_insert_with(|| {
            let mut old = free_variables(&source.terms, &source.procedures[procedure].ensures).old;
            old.retain(|v| source.globals.contains(v));
            Rc::new(old)
        });
        globals.clone()
    }

    fn push(&mut self, kind: CommandKind, info: InfoId) {
        self.commands.push(Command { kind, info });
    }

    fn top(&mut self) -> &mut Activation<'f> {
        self.stack.last_mut().expect("a running activation")
    }

    /// An expression of the running activation.
    fn renamed(&mut self, e: TermId) -> TermId {
        let activation = self.stack.last_mut().expect("a running activation");
        self.result.terms.substitute(e, &mut activation.rename)
    }

    fn renamed_var(&mut self, v: VarId) -> VarId {
        let copy = self.top().rename.get(v);
        copy.and_then(|t| self.result.terms.as_var(t)).unwrap_or(v)
    }

    /// One command or exit; `false` at the end of the path.
    fn step(&mut self) -> bool {
        let source = self.source;
        let position = self.top().position;
        let at = position.at(self.top().command);
        let block = &source.procedures[at.procedure].body.blocks[at.block];
        self.failing |= position.is_failing();
        let Some(command) = block.commands.get(at.command) else {
            return self.exit(at.procedure);
        };
        self.top().command += 1;
        let kind = match &command.kind {
            CommandKind::Mark(_) => return true,
            CommandKind::Assert(e) if self.failing => CommandKind::Assert(self.renamed(*e)),
            CommandKind::Assume(e) | CommandKind::Assert(e) => {
                CommandKind::Assume(self.renamed(*e))
            }
            CommandKind::Assign(pairs) => CommandKind::Assign(
                pairs.iter().map(|&(v, e)| (self.renamed_var(v), self.renamed(e))).collect(),
            ),
            CommandKind::Havoc(vars) => {
                CommandKind::Havoc(vars.iter().map(|&v| self.renamed_var(v)).collect())
            }
            CommandKind::Call(_) if self.failing => return false,
            CommandKind::Call(call) => {
                let args: Vec<TermId> = call.args.iter().map(|&e| self.renamed(e)).collect();
                let frame = self.top().position.enter(call.callee).expect("the path was checked");
                let inputs = &source.procedures[call.callee].inputs;
                let before = self.commands.len();
                self.enter(frame);
                let pairs: Vec<(VarId, TermId)> =
                    inputs.iter().zip(args).map(|(&v, e)| (self.renamed_var(v), e)).collect();
                if !pairs.is_empty() {
                    let kind = CommandKind::Assign(pairs);
                    self.commands.insert(before, Command { kind, info: command.info });
                }
                return true;
            }
        };
        self.push(kind, command.info);
        true
    }

    fn exit(&mut self, procedure: ProcId) -> bool {
        if self.failing {
            return false;
        }
        if self.top().position.advance().is_some() {
            self.top().command = 0;
            return true;
        }
        let procedure = &self.source.procedures[procedure];
        for &e in &procedure.ensures {
            let kind = CommandKind::Assume(self.renamed(e));
            self.push(kind, procedure.info);
        }
        let results: Vec<VarId> = procedure.outputs.iter().map(|&v| self.renamed_var(v)).collect();
        self.stack.pop();
        let Some(caller) = self.stack.last() else { return false };
        let command = caller.position.at(caller.command - 1).command(self.source);
        let Some(CommandKind::Call(call)) = command.map(|c| &c.kind) else {
            unreachable!("a caller stands after its call")
        };
        let mut pairs = Vec::new();
        for (&target, result) in call.results.iter().zip(results) {
            let value = self.result.terms.var(result);
            pairs.push((self.renamed_var(target), value));
        }
        if !pairs.is_empty() {
            self.push(CommandKind::Assign(pairs), procedure.info);
        }
        true
    }

    fn finish(self, path: &Frame) -> PathProgram {
        let entry = &self.source.procedures[path.procedure];
        let block = Block { label: "path".into(), commands: self.commands, exit: Exit::Return };
        let procedure = Procedure {
            name: entry.name.clone(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            locals: self.locals,
            modifies: self.result.globals.clone(),
            ensures: Vec::new(),
            body: Body { blocks: IndexVec::from_vec(vec![block]) },
            extra_recursion: 0,
            fixed_recursion: None,
            needs_recursion: 0,
            has_body: true,
            loop_info: None,
            info: entry.info,
        };
        let mut program = self.result;
        let procedure = program.procedures.push(procedure);
        let path =
            Frame { procedure, visits: vec![BlockId(0)], calls: Vec::new(), fails: path.fails };
        PathProgram { program, path, stands_for: self.stands_for }
    }
}
