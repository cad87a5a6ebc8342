//! Expressions as C text, for messages: without the conversions that C leaves implicit.

use lariat_c::{BinaryOp, CastKind, ExprId, ExprKind, LogicalOp, Program, UnaryOp};

/// The text of an expression.
pub fn expr(program: &Program, e: ExprId) -> String {
    let mut out = String::new();
    write(program, e, 0, &mut out);
    if out.len() > 200 {
        let cut = (0..=200).rev().find(|&i| out.is_char_boundary(i)).unwrap_or(0);
        out.truncate(cut);
        out.push('…');
    }
    out
}

fn write(program: &Program, e: ExprId, above: u8, out: &mut String) {
    if out.len() > 400 {
        return;
    }
    let node = program.expr(e);
    match &node.kind {
        ExprKind::Int(v) => out.push_str(&v.to_string()),
        ExprKind::Float(_, text) => out.push_str(program.name(*text)),
        ExprKind::Str(id) => out.push_str(&format!("{:?}", program.string(*id).text())),
        ExprKind::Var(id) => {
            out.push_str(program.var(*id).name.map_or("_", |n| program.name(n)));
        }
        ExprKind::Global(id) => out.push_str(program.name(program.global(*id).name)),
        ExprKind::Function(id) => out.push_str(program.name(program.function(*id).name)),
        ExprKind::Load(a) | ExprKind::Decay(a) => write(program, *a, above, out),
        ExprKind::Cast(kind, a) => {
            let explicit = matches!(kind, CastKind::IntToPointer | CastKind::PointerToInt);
            if explicit {
                out.push_str(&format!("({})", program.show_type(node.ty)));
            }
            write(program, *a, if explicit { 13 } else { above }, out);
        }
        ExprKind::Unary(op, a) => {
            out.push_str(match op {
                UnaryOp::Negate => "-",
                UnaryOp::Complement => "~",
                UnaryOp::Not => "!",
            });
            write(program, *a, 13, out);
        }
        ExprKind::Binary(op, a, b) => {
            let (text, level) = binary(*op);
            infix(program, text, level, *a, *b, above, out);
        }
        ExprKind::Logical(op, a, b) => {
            let (text, level) = match op {
                LogicalOp::And => ("&&", 4),
                LogicalOp::Or => ("||", 3),
                LogicalOp::Implies => ("==>", 2),
                LogicalOp::Iff => ("<==>", 1),
            };
            infix(program, text, level, *a, *b, above, out);
        }
        ExprKind::PointerOffset { pointer, offset, negative } => {
            infix(program, if *negative { "-" } else { "+" }, 11, *pointer, *offset, above, out);
        }
        ExprKind::PointerDifference(a, b) => infix(program, "-", 11, *a, *b, above, out),
        ExprKind::Member(base, field) => {
            let record = program.types.record_of(program.expr(*base).ty);
            let name = record
                .and_then(|r| program.types.record(r).fields.get(*field as usize))
                .and_then(|f| f.name)
                .map_or("_", |n| program.name(n));
            match program.expr(*base).kind {
                ExprKind::Deref(p) if element(program, p).is_none() => {
                    write(program, p, 14, out);
                    out.push_str("->");
                }
                _ => {
                    write(program, *base, 14, out);
                    out.push('.');
                }
            }
            out.push_str(name);
        }
        ExprKind::Deref(p) => match element(program, *p) {
            Some((array, index)) => {
                write(program, array, 14, out);
                out.push('[');
                write(program, index, 0, out);
                out.push(']');
            }
            None => {
                out.push('*');
                write(program, *p, 13, out);
            }
        },
        ExprKind::AddressOf(a) => {
            out.push('&');
            write(program, *a, 13, out);
        }
        ExprKind::Call(callee, args) => {
            write(program, *callee, 14, out);
            arguments(program, args, out);
        }
        ExprKind::Builtin(name, args) => {
            out.push_str(program.name(*name));
            arguments(program, args, out);
        }
        ExprKind::Conditional(c, t, f) => {
            if above > 0 {
                out.push('(');
            }
            write(program, *c, 3, out);
            out.push_str(" ? ");
            write(program, *t, 0, out);
            out.push_str(" : ");
            write(program, *f, 0, out);
            if above > 0 {
                out.push(')');
            }
        }
        ExprKind::Quantified { universal, var, body } => {
            let v = program.var(*var);
            let name = v.name.map_or("_", |n| program.name(n));
            let word = if *universal { "forall" } else { "exists" };
            out.push_str(&format!("{word} ({}) ", program.show_declaration(v.ty, name)));
            write(program, *body, 2, out);
        }
        ExprKind::Assign(a, b) => infix(program, "=", 0, *a, *b, above, out),
        ExprKind::CompoundAssign(c) => {
            let text = format!("{}=", binary(c.op).0);
            infix(program, &text, 0, c.target, c.operand, above, out);
        }
        ExprKind::Increment { target, up, postfix } => {
            let sign = if *up { "++" } else { "--" };
            if *postfix {
                write(program, *target, 14, out);
                out.push_str(sign);
            } else {
                out.push_str(sign);
                write(program, *target, 13, out);
            }
        }
        ExprKind::Comma(a, b) => infix(program, ",", 0, *a, *b, above, out),
        _ => out.push('…'),
    }
}

fn arguments(program: &Program, args: &[ExprId], out: &mut String) {
    out.push('(');
    for (i, &arg) in args.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write(program, arg, 0, out);
    }
    out.push(')');
}

/// `array + index`, as the operand of `*`.
fn element(program: &Program, p: ExprId) -> Option<(ExprId, ExprId)> {
    match program.expr(p).kind {
        ExprKind::PointerOffset { pointer, offset, negative: false } => Some((pointer, offset)),
        _ => None,
    }
}

fn infix(
    program: &Program,
    text: &str,
    level: u8,
    a: ExprId,
    b: ExprId,
    above: u8,
    out: &mut String,
) {
    if level < above {
        out.push('(');
    }
    write(program, a, level, out);
    out.push(' ');
    out.push_str(text);
    out.push(' ');
    write(program, b, level + 1, out);
    if level < above {
        out.push(')');
    }
}

fn binary(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Multiply => ("*", 12),
        BinaryOp::Divide => ("/", 12),
        BinaryOp::Remainder => ("%", 12),
        BinaryOp::Add => ("+", 11),
        BinaryOp::Subtract => ("-", 11),
        BinaryOp::ShiftLeft => ("<<", 10),
        BinaryOp::ShiftRight => (">>", 10),
        BinaryOp::Less => ("<", 9),
        BinaryOp::Greater => (">", 9),
        BinaryOp::LessEqual => ("<=", 9),
        BinaryOp::GreaterEqual => (">=", 9),
        BinaryOp::Equal => ("==", 8),
        BinaryOp::NotEqual => ("!=", 8),
        BinaryOp::And => ("&", 7),
        BinaryOp::Xor => ("^", 6),
        BinaryOp::Or => ("|", 5),
    }
}
