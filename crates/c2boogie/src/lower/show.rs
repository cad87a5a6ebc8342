//! Expressions as people wrote them, more or less: for messages.

use lariat_c::{BinaryOp, ExprId, ExprKind, LogicalOp, Program, UnaryOp};

/// Longer texts are cut.
const LONGEST: usize = 60;

/// The text of an expression, without the conversions that nobody wrote.
pub fn show(c: &Program, e: ExprId) -> String {
    let text = text(c, e, 0);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// The same, with parentheses around what binds less tightly than `context`.
fn text(c: &Program, e: ExprId, context: u8) -> String {
    let at = |e, context| text(c, e, context);
    let (own, shown) = match &c.expr(e).kind {
        ExprKind::Int(v) => (20, v.to_string()),
        ExprKind::Float(v, _) => (20, v.to_string()),
        ExprKind::Str(_) => (20, "'...'".into()),
        ExprKind::Var(id) => (20, c.var(*id).name.map_or("_", |n| c.name(n)).to_owned()),
        ExprKind::Global(id) => (20, c.name(c.global(*id).name).to_owned()),
        ExprKind::Function(id) => (20, c.name(c.function(*id).name).to_owned()),
        ExprKind::Load(e) | ExprKind::Decay(e) | ExprKind::Cast(_, e) => return at(*e, context),
        ExprKind::Deref(p) => match &c.expr(*p).kind {
            ExprKind::PointerOffset { pointer, offset, negative: false } => {
                (18, format!("{}[{}]", at(*pointer, 18), at(*offset, 0)))
            }
            _ => (15, format!("*{}", at(*p, 15))),
        },
        ExprKind::Member(base, n) => {
            let record = c.types.record_of(c.expr(*base).ty);
            let field = record.and_then(|r| c.types.record(r).fields.get(*n as usize)?.name);
            let field = field.map_or("_", |f| c.name(f));
            (
                18,
                match &c.expr(*base).kind {
                    ExprKind::Deref(p) => format!("{}->{field}", at(*p, 18)),
                    _ => format!("{}.{field}", at(*base, 18)),
                },
            )
        }
        ExprKind::AddressOf(e) => (15, format!("&{}", at(*e, 15))),
        ExprKind::Unary(op, a) => {
            let op = match op {
                UnaryOp::Negate => "-",
                UnaryOp::Complement => "~",
                UnaryOp::Not => "!",
            };
            (15, format!("{op}{}", at(*a, 15)))
        }
        ExprKind::Binary(op, a, b) => {
            let (word, strength) = operator(*op);
            (strength, format!("{} {word} {}", at(*a, strength), at(*b, strength + 1)))
        }
        ExprKind::Logical(op, a, b) => {
            let word = match op {
                LogicalOp::And => "&&",
                LogicalOp::Or => "||",
                LogicalOp::Implies => "==>",
                LogicalOp::Iff => "<==>",
            };
            (4, format!("{} {word} {}", at(*a, 5), at(*b, 5)))
        }
        ExprKind::PointerOffset { pointer, offset, negative } => {
            let word = if *negative { "-" } else { "+" };
            (12, format!("{} {word} {}", at(*pointer, 12), at(*offset, 13)))
        }
        ExprKind::PointerDifference(a, b) => (12, format!("{} - {}", at(*a, 12), at(*b, 13))),
        ExprKind::Call(f, args) => {
            let args: Vec<String> = args.iter().map(|&a| at(a, 2)).collect();
            (18, format!("{}({})", at(*f, 18), args.join(", ")))
        }
        ExprKind::Assign(l, r) => (2, format!("{} = {}", at(*l, 3), at(*r, 2))),
        ExprKind::CompoundAssign(assign) => {
            let (word, _) = operator(assign.op);
            (2, format!("{} {word}= {}", at(assign.target, 3), at(assign.operand, 2)))
        }
        ExprKind::Increment { target, up, postfix } => {
            let word = if *up { "++" } else { "--" };
            let target = at(*target, 15);
            (15, if *postfix { format!("{target}{word}") } else { format!("{word}{target}") })
        }
        ExprKind::Conditional(test, a, b) => {
            (3, format!("{} ? {} : {}", at(*test, 4), at(*a, 3), at(*b, 3)))
        }
        ExprKind::Comma(a, b) => (1, format!("{}, {}", at(*a, 1), at(*b, 2))),
        _ => (20, "...".into()),
    };
    if own < context { format!("({shown})") } else { shown }
}

fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Multiply => ("*", 13),
        BinaryOp::Divide => ("/", 13),
        BinaryOp::Remainder => ("%", 13),
        BinaryOp::Add => ("+", 12),
        BinaryOp::Subtract => ("-", 12),
        BinaryOp::ShiftLeft => ("<<", 11),
        BinaryOp::ShiftRight => (">>", 11),
        BinaryOp::Less => ("<", 10),
        BinaryOp::Greater => (">", 10),
        BinaryOp::LessEqual => ("<=", 10),
        BinaryOp::GreaterEqual => (">=", 10),
        BinaryOp::Equal => ("==", 9),
        BinaryOp::NotEqual => ("!=", 9),
        BinaryOp::And => ("&", 8),
        BinaryOp::Xor => ("^", 7),
        BinaryOp::Or => ("|", 6),
    }
}
