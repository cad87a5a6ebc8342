//! Marks along every path of the program after a pass spell a path of the program before it.

use lariat_program::{BlockId, CommandKind, Exit, Mark, ProcId, Procedure, Program};

/// The activation that marks are about: the procedure and the block visited last.
type Activation = (Option<ProcId>, Option<BlockId>);

/// Checks all paths of all procedures that return.
pub fn check(before: &Program, after: &Program) {
    for procedure in &after.procedures {
        let start: Vec<Activation> = vec![(procedure.original(), None)];
        let mut paths = vec![(BlockId(0), start)];
        while let Some((block, mut stack)) = paths.pop() {
            walk(before, procedure, block, &mut stack);
            match &procedure.body.blocks[block].exit {
                Exit::Goto(targets) => paths.extend(targets.iter().map(|&t| (t, stack.clone()))),
                Exit::Return => {
                    assert_eq!(stack.len(), 1, "{} returns inside a callee", procedure.name)
                }
            }
        }
    }
}

fn walk(before: &Program, procedure: &Procedure, block: BlockId, stack: &mut Vec<Activation>) {
    let name = &procedure.name;
    for command in &procedure.body.blocks[block].commands {
        let CommandKind::Mark(mark) = command.kind else { continue };
        let top = stack.last_mut().expect("an activation");
        match mark {
            Mark::Visit(p, b) => {
                assert_eq!(top.0, Some(p), "a mark of another procedure in {name}");
                let possible = match top.1 {
                    None => b == BlockId(0),
                    Some(last) => before.procedures[p].body.blocks[last].successors().contains(&b),
                };
                assert!(possible, "in {name}: {b:?} after {:?}", top.1);
                top.1 = Some(b);
            }
            Mark::Enter(p) => stack.push((Some(p), None)),
            Mark::Leave => {
                let (Some(p), Some(last)) = *top else { panic!("nothing to leave in {name}") };
                assert_eq!(before.procedures[p].body.blocks[last].exit, Exit::Return, "{name}");
                stack.pop();
            }
        }
    }
}
