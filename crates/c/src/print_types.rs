//! Types as C text.

use crate::program::Program;
use crate::types::{ArrayLength, FloatKind, IntKind, Qualifiers, RecordKind, Type, TypeId};

impl Program {
    /// A type as C writes it in a cast.
    pub fn show_type(&self, ty: TypeId) -> String {
        self.show_declaration(ty, "")
    }

    /// A declaration of a name with a type.
    pub fn show_declaration(&self, ty: TypeId, name: &str) -> String {
        let qualifiers = qualifier_words(ty.qualifiers());
        let join = |base: &str| {
            let mut out = format!("{qualifiers}{base}");
            if !name.is_empty() {
                out.push(' ');
                out.push_str(name);
            }
            out
        };
        match self.types.get(ty) {
            Type::Error => join("<error>"),
            Type::Void => join("void"),
            Type::Bool => join("_Bool"),
            Type::Int(kind) => join(kind.name()),
            Type::Float(kind) => join(float_name(*kind)),
            Type::Record(id) => {
                let record = self.types.record(*id);
                if let Some(lanes) = record.lanes {
                    let element = self.show_type(lanes.element);
                    return join(&match lanes.complex {
                        true => format!("_Complex {element}"),
                        false => {
                            format!("{element} __attribute__((vector_size({})))", record.size)
                        }
                    });
                }
                let word = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                match record.tag {
                    Some(tag) => join(&format!("{word} {}", self.name(tag))),
                    None => join(&format!("{word} <anonymous {}>", id.0)),
                }
            }
            Type::Enum(id) => match self.types.enumeration(*id).tag {
                Some(tag) => join(&format!("enum {}", self.name(tag))),
                None => join(&format!("enum <anonymous {}>", id.0)),
            },
            Type::Pointer(to) => {
                let inner = format!("*{qualifiers}{name}");
                let inner = match self.types.get(*to) {
                    Type::Array(..) | Type::Function(_) => format!("({inner})"),
                    _ => inner,
                };
                self.show_declaration(*to, &inner)
            }
            Type::Array(element, length) => {
                let length = match length {
                    ArrayLength::Fixed(n) => n.to_string(),
                    ArrayLength::Unknown => String::new(),
                    ArrayLength::Variable(var) => format!("<{}>", var.0),
                };
                self.show_declaration(*element, &format!("{name}[{length}]"))
            }
            Type::Function(f) => {
                let mut params: Vec<String> = f.params.iter().map(|p| self.show_type(*p)).collect();
                if f.variadic {
                    params.push("...".to_owned());
                }
                if params.is_empty() && f.prototyped {
                    params.push("void".to_owned());
                }
                self.show_declaration(f.result, &format!("{name}({})", params.join(", ")))
            }
        }
    }
}

fn qualifier_words(qualifiers: Qualifiers) -> String {
    let mut out = String::new();
    for (bit, word) in [
        (Qualifiers::CONST, "const "),
        (Qualifiers::VOLATILE, "volatile "),
        (Qualifiers::RESTRICT, "restrict "),
        (Qualifiers::ATOMIC, "_Atomic "),
    ] {
        if qualifiers.contains(bit) {
            out.push_str(word);
        }
    }
    out
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}

impl IntKind {
    /// As it is written in C.
    pub fn name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}
