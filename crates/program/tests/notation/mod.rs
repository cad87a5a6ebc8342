//! A terse notation for core programs in tests, one thing per line, terms as in SMT-LIB:
//!
//! ```text
//! global x int
//! const N int
//! function f int -> int
//! axiom (< 0 N)
//! proc main
//!   in a int
//!   out r int
//!   local m [int]int
//!   ensures (= r (old x))
//!   block start
//!     x := (+ x 1)
//!     {sourceloc "f.c" 12 3} assume true
//!     {item "3" "bounds"} assert (< x 8)
//!     call r := p a 3
//!     goto left right
//!   block left
//!     return
//! ```
#![allow(dead_code)]

use lariat_logic::{Binder, BinderKind, FunctionId, Op, Sort, SortId, TermId, Terms, Value, VarId};
use lariat_program::verdict::{ItemId, Kind};
use lariat_program::{
    Attribute, AttributeArg, Axiom, Block, BlockId, Call, Command, CommandKind, Exit, Info, InfoId,
    LoopInfo, Obligation, Place, ProcId, Procedure, Program,
};
use std::collections::HashMap;

/// Reads a program.
pub fn program(text: &str) -> Program {
    let mut reader = Reader::default();
    reader.program.files.push("test.bpl".into());
    reader.program.add_info(Info::default());
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(i, l)| (i + 1, l.trim()))
        .filter(|(_, l)| !l.is_empty() && !l.starts_with("//"))
        .collect();
    for (_, line) in &lines {
        if let Some(name) = line.strip_prefix("proc ") {
            let id = ProcId(reader.procs.len() as u32);
            let name = name.split_whitespace().next().unwrap();
            reader.procs.insert(name.into(), id);
        }
    }
    // Signatures and block labels first: calls and gotos look ahead.
    for (_, line) in &lines {
        reader.declare(line);
    }
    reader.current = None;
    for (number, line) in &lines {
        reader.fill(*number as u32, line);
    }
    reader.program.validate().unwrap();
    reader.program
}

#[derive(Default)]
struct Reader {
    program: Program,
    procs: HashMap<String, ProcId>,
    shared: HashMap<String, VarId>,
    functions: HashMap<String, FunctionId>,
    locals: Vec<HashMap<String, VarId>>,
    labels: Vec<Vec<String>>,
    current: Option<usize>,
    blocks: usize,
}

impl Reader {
    fn sort(&mut self, text: &str) -> SortId {
        if let Some(rest) = text.strip_prefix('[') {
            let (index, element) = rest.split_once(']').unwrap();
            let indices = index.split(',').map(|i| self.sort(i)).collect();
            let element = self.sort(element);
            return self.program.terms.sort(Sort::Map { indices, element });
        }
        match text {
            "bool" => Terms::BOOL,
            "int" => Terms::INT,
            "real" => Terms::REAL,
            _ => match text.strip_prefix("bv").and_then(|w| w.parse().ok()) {
                Some(width) => self.program.terms.bv_sort(width),
                None => self.program.terms.sort(Sort::Uninterpreted(text.into())),
            },
        }
    }

    fn variable(&mut self, words: &[&str]) -> VarId {
        let sort = self.sort(words[2]);
        self.program.terms.declare(words[1], sort)
    }

    fn declare(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "global" | "const" => {
                let var = self.variable(&words);
                self.shared.insert(words[1].into(), var);
                let list = match words[0] {
                    "global" => &mut self.program.globals,
                    _ => &mut self.program.constants,
                };
                list.push(var);
            }
            "function" => {
                let mut sorts: Vec<SortId> = Vec::new();
                for word in words[2..].iter().filter(|w| **w != "->") {
                    let sort = self.sort(word);
                    sorts.push(sort);
                }
                let result = sorts.pop().unwrap();
                let f = self.program.terms.declare_function(words[1], sorts, result);
                self.functions.insert(words[1].into(), f);
            }
            "proc" => {
                self.current = Some(self.locals.len());
                self.locals.push(HashMap::new());
                self.labels.push(Vec::new());
                // `proc name loop of label`
                let loop_info = (words.get(2) == Some(&"loop")).then(|| LoopInfo {
                    procedure: self.procs[words[3]],
                    label: words[4].into(),
                    inside: Vec::new(),
                });
                self.program.procedures.push(Procedure {
                    name: words[1].into(),
                    inputs: Vec::new(),
                    outputs: Vec::new(),
                    locals: Vec::new(),
                    modifies: Vec::new(),
                    ensures: Vec::new(),
                    body: Default::default(),
                    extra_recursion: 0,
                    fixed_recursion: None,
                    needs_recursion: 0,
                    has_body: true,
                    loop_info,
                    info: InfoId(0),
                });
            }
            "in" | "out" | "local" => {
                let var = self.variable(&words);
                let current = self.current.unwrap();
                self.locals[current].insert(words[1].into(), var);
                let procedure = &mut self.program.procedures[ProcId(current as u32)];
                match words[0] {
                    "in" => procedure.inputs.push(var),
                    "out" => procedure.outputs.push(var),
                    _ => procedure.locals.push(var),
                }
            }
            "block" => {
                let current = self.current.unwrap();
                self.labels[current].push(words[1].into());
                self.program.procedures[ProcId(current as u32)].body.blocks.push(Block {
                    label: words[1].into(),
                    commands: Vec::new(),
                    exit: Exit::Goto(Vec::new()),
                });
            }
            _ => {}
        }
    }

    fn fill(&mut self, number: u32, line: &str) {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "global" | "const" | "function" | "in" | "out" | "local" => {}
            "unique" => {
                let group = rest.split_whitespace().map(|c| self.shared[c]).collect();
                self.program.unique.push(group);
            }
            "axiom" => {
                let formula = self.term(rest);
                let info = self.info(number, line);
                self.program.axioms.push(Axiom { formula, info });
            }
            "proc" => {
                self.current = Some(self.current.map_or(0, |c| c + 1));
                self.blocks = 0;
            }
            "ensures" => {
                let term = self.term(rest);
                self.procedure().ensures.push(term);
            }
            "extra" => self.procedure().extra_recursion = rest.parse().unwrap(),
            "block" => self.blocks += 1,
            "goto" => {
                let labels = &self.labels[self.current.unwrap()];
                let target = |l: &str| BlockId(labels.iter().position(|x| x == l).unwrap() as u32);
                let targets = rest.split_whitespace().map(target).collect();
                self.block().exit = Exit::Goto(targets);
            }
            "return" => self.block().exit = Exit::Return,
            _ => {
                let info = self.info(number, line);
                let bare = line.rsplit_once("} ").map_or(line, |(_, bare)| bare);
                let kind = self.command(bare);
                self.block().commands.push(Command { kind, info });
            }
        }
    }

    fn procedure(&mut self) -> &mut Procedure {
        &mut self.program.procedures[ProcId(self.current.unwrap() as u32)]
    }

    fn block(&mut self) -> &mut Block {
        let block = BlockId(self.blocks as u32 - 1);
        &mut self.procedure().body.blocks[block]
    }

    /// Place, text and the attributes `{name "text" term}` at the start of the line.
    fn info(&mut self, line_number: u32, line: &str) -> InfoId {
        let mut attributes = Vec::new();
        let mut rest = line;
        while let Some(inner) = rest.strip_prefix('{') {
            let (attribute, after) = inner.split_once("} ").unwrap();
            let (name, args) = attribute.split_once(' ').unwrap_or((attribute, ""));
            let mut list = Vec::new();
            for (i, piece) in args.split('"').enumerate() {
                if i % 2 == 1 {
                    list.push(AttributeArg::Text(piece.into()));
                } else {
                    for word in piece.split_whitespace() {
                        let term = self.term(word);
                        list.push(AttributeArg::Term(term));
                    }
                }
            }
            attributes.push(Attribute { name: name.into(), args: list });
            rest = after;
        }
        let place = Place { file: 0, line: line_number, column: 1 };
        let item = attributes.iter().position(|a| a.name == "item").map(|i| attributes.remove(i));
        let item =
            item.and_then(|a| Some((a.text(0)?.parse().ok()?, a.text(1).map(str::to_owned))));
        let item = item.map(|(id, kind)| Obligation {
            id: ItemId(id),
            kind: kind.and_then(|k| Kind::from_word(&k)).unwrap_or(Kind::Assertion),
            place,
        });
        self.program.add_info(Info { place, attributes, text: rest.into(), item })
    }

    fn command(&mut self, line: &str) -> CommandKind {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "assume" => CommandKind::Assume(self.term(rest)),
            "assert" => CommandKind::Assert(self.term(rest)),
            "havoc" => CommandKind::Havoc(rest.split_whitespace().map(|v| self.var(v)).collect()),
            "call" => {
                let (results, call) = rest.split_once(":=").unwrap_or(("", rest));
                let results = results.split_whitespace().map(|v| self.var(v)).collect();
                let mut parts = pieces(call);
                let callee = self.procs[&parts.remove(0)];
                let args = parts.iter().map(|a| self.term(a)).collect();
                CommandKind::Call(Call { callee, args, results })
            }
            _ => {
                let (left, right) = line.split_once(":=").unwrap();
                let left: Vec<VarId> = left.split_whitespace().map(|v| self.var(v)).collect();
                let right = pieces(right);
                assert_eq!(left.len(), right.len(), "{line}");
                let right: Vec<TermId> = right.iter().map(|t| self.term(t)).collect();
                CommandKind::Assign(left.into_iter().zip(right).collect())
            }
        }
    }

    fn var(&self, name: &str) -> VarId {
        let local = self.current.and_then(|c| self.locals.get(c)?.get(name));
        *local.or_else(|| self.shared.get(name)).unwrap_or_else(|| panic!("no variable {name}"))
    }

    fn term(&mut self, text: &str) -> TermId {
        let text = text.trim();
        if let Some(inner) = text.strip_prefix('(') {
            let parts = pieces(inner.strip_suffix(')').unwrap_or_else(|| panic!("{text}")));
            return self.application(&parts);
        }
        match text {
            "true" => return Terms::TRUE,
            "false" => return Terms::FALSE,
            _ => {}
        }
        if let Ok(n) = text.parse::<i64>() {
            return self.program.terms.int(n);
        }
        if let Some((bits, width)) = text.split_once("bv")
            && let (Ok(bits), Ok(width)) = (bits.parse::<u64>(), width.parse())
        {
            return self.program.terms.literal(Value::bv(bits, width));
        }
        let var = self.var(text);
        self.program.terms.var(var)
    }

    fn application(&mut self, parts: &[String]) -> TermId {
        let head = parts[0].as_str();
        let kind = match head {
            "forall" => Some(BinderKind::Forall),
            "exists" => Some(BinderKind::Exists),
            "lambda" => Some(BinderKind::Lambda),
            _ => None,
        };
        if let Some(kind) = kind {
            let sort = self.sort(&parts[2]);
            let var = self.program.terms.declare(parts[1].clone(), sort);
            let hidden = self.shared.insert(parts[1].clone(), var);
            let body = self.term(&parts[3]);
            match hidden {
                Some(hidden) => self.shared.insert(parts[1].clone(), hidden),
                None => self.shared.remove(&parts[1]),
            };
            return self.program.terms.bind(Binder {
                kind,
                vars: vec![var],
                body,
                triggers: Vec::new(),
                no_triggers: Vec::new(),
                name: None,
                weight: None,
            });
        }
        let args: Vec<TermId> = parts[1..].iter().map(|p| self.term(p)).collect();
        let terms = &mut self.program.terms;
        if head == "old" {
            return terms.old(args[0]);
        }
        if let Some(&f) = self.functions.get(head) {
            return terms.call(f, &args);
        }
        let op = match head {
            "not" => Op::Not,
            "and" => Op::And,
            "or" => Op::Or,
            "=>" => Op::Implies,
            "=" => Op::Eq,
            "ite" => Op::Ite,
            "+" => Op::Add,
            "-" => Op::Sub,
            "*" => Op::Mul,
            "div" => Op::IntDiv,
            "mod" => Op::IntMod,
            "<" => Op::Lt,
            "<=" => Op::Le,
            "bvadd" => Op::BvAdd,
            "bvult" => Op::BvUlt,
            "select" => Op::Select,
            "store" => Op::Store,
            _ => panic!("no operator {head}"),
        };
        terms.app(op, &args)
    }
}

/// Splits at blanks outside of parentheses.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && depth == 0 {
            pieces.push(String::new());
        } else {
            pieces.last_mut().unwrap().push(c);
        }
    }
    pieces.retain(|p| !p.is_empty());
    pieces
}
