//! Random bodies of labelled blocks and jumps: loops of any shape, irreducible ones too, and blocks
//! that nothing leads to.

use super::statements::BodyWriter;
use super::types::Type;

impl BodyWriter<'_> {
    pub(super) fn blocks(&mut self) {
        let count = self.writer.random.between(2, 6);
        let cyclic = self.writer.features.loops;
        for number in 0..count {
            self.lines.push(format!("  L{number}:"));
            if number > 0 && self.chance(50) {
                let condition = self.expression(&Type::Bool, 2);
                self.line(&format!("assume {condition};"));
            }
            for _ in 0..self.writer.random.between(0, 3) {
                self.simple_statement();
            }
            if number + 1 == count || self.chance(12) {
                self.end();
                self.line("return;");
                continue;
            }
            let lowest = if cyclic && self.chance(50) { 0 } else { number + 1 };
            let mut targets: Vec<String> = Vec::new();
            for _ in 0..self.writer.random.between(1, 3) {
                targets.push(format!("L{}", self.writer.random.between(lowest, count - 1)));
            }
            targets.dedup();
            self.line(&format!("goto {};", targets.join(", ")));
        }
    }
}
