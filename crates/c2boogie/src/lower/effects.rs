//! Does evaluating an expression change anything?

use super::Lowering;
use lariat_c::{ExprId, ExprKind};

const PURE: u8 = 1;
const EFFECTS: u8 = 2;

impl Lowering<'_> {
    /// Does evaluation change anything, or need statements?
    pub fn has_effects(&mut self, e: ExprId) -> bool {
        match self.effects[e.index()] {
            PURE => return false,
            EFFECTS => return true,
            _ => {}
        }
        let mut found = match &self.c.expr(e).kind {
            ExprKind::Call(..)
            | ExprKind::Assign(..)
            | ExprKind::CompoundAssign(_)
            | ExprKind::Increment { .. }
            | ExprKind::StmtExpr(..)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::VaArg(_)
            | ExprKind::Builtin(..)
            | ExprKind::Unsupported(_)
            | ExprKind::Error
            | ExprKind::Quantified { .. } => true,
            // A float that does not fit becomes anything.
            ExprKind::Cast(kind, _) => {
                matches!(kind, lariat_c::CastKind::FloatToInt | lariat_c::CastKind::ToUnion(_))
            }
            _ => false,
        };
        found |= self.is_checked(e);
        if !found {
            let mut children = Vec::new();
            self.c.expr(e).kind.for_each_child(|child| children.push(child));
            found = children.into_iter().any(|child| self.has_effects(child));
        }
        self.effects[e.index()] = if found { EFFECTS } else { PURE };
        found
    }
}
