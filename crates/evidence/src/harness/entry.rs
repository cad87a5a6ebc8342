//! Where execution starts: the arguments of `main`, or a `main` that calls another entry.

use super::Writer;
use crate::memory::initial_words;
use crate::text;
use lariat_c::{Linkage, Type, TypeId};
use lariat_c2boogie::Origin;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// More arguments are not passed.
const MOST_ARGUMENTS: u128 = 64;

impl Writer<'_> {
    /// Calls an entry that is not `main`.
    pub fn main(&mut self) {
        let program = self.execution.program;
        let Some(entry) = self.execution.symbols.entry.map(|f| program.function(f)) else { return };
        let name = program.name(entry.name);
        let arguments: FxHashMap<u32, u128> = self
            .inputs
            .iter()
            .filter_map(|i| match i.origin {
                Origin::Argument(n) => Some((n, i.bits.unwrap_or(0))),
                _ => None,
            })
            .collect();
        if name == "main" {
            self.arguments_of_main(&arguments);
            return;
        }
        if entry.linkage != Linkage::External {
            self.harness.unset.push(format!("a call of `{name}`, which is static"));
            return;
        }
        let mut args = Vec::new();
        for (n, &param) in entry.params.iter().enumerate() {
            let bits = arguments.get(&(n as u32)).copied().unwrap_or(0);
            let ty: TypeId = program.var(param).ty;
            args.push(match (program.types.get(ty), text::scalar_type(program, ty)) {
                (Type::Pointer(_), _) => self.environment.pointer(bits as u64),
                (Type::Float(_), _) | (_, None) => {
                    self.harness.unset.push(format!("argument {} of `{name}`", n + 1));
                    "0".into()
                }
                (_, Some(text_of)) => {
                    format!("({text_of}){}", text::integer(program, ty, bits))
                }
            });
        }
        let _ = writeln!(
            self.definitions,
            "void {name}();\nint main(void) {{ {name}({}); return 0; }}\n",
            args.join(", ")
        );
    }

    fn arguments_of_main(&mut self, arguments: &FxHashMap<u32, u128>) {
        let count = arguments.get(&0).copied().unwrap_or(1).max(1);
        if count > MOST_ARGUMENTS {
            self.harness.unset.push(format!("the {count} arguments of main"));
            return;
        }
        let words = initial_words(self.execution);
        self.harness.arguments = vec![Vec::new(); count as usize - 1];
        for (n, text) in self.texts.iter().enumerate() {
            match n.checked_sub(1).and_then(|n| self.harness.arguments.get_mut(n)) {
                Some(argument) => *argument = text.bytes(&words),
                None if text.is_read(&words) => {
                    self.harness.unset.push("the name of the program, `argv[0]`".into());
                }
                None => {}
            }
        }
        if arguments.get(&1).is_some_and(|&argv| argv != 0) {
            self.harness.unset.push("what the second argument of main points to".into());
        }
    }
}
