//! A model of the circuit as a counterexample in C terms.

use crate::answer::{Assignment, Counterexample, MadeUp};
use crate::search::Model;
use crate::translate::{Doubt, ObjectKind, Translator, UfSymbol};
use crate::value::Value;
use lariat_c::{FunctionId, RecordKind, Type, TypeId};

/// Writes values of one model.
struct Renderer<'a, 'p> {
    translator: &'a Translator<'p>,
    model: &'a Model,
}

/// The counterexample that a model describes.
pub(crate) fn counterexample(
    translator: &Translator<'_>,
    model: &Model,
    doubts: &[Doubt],
) -> Counterexample {
    let r = Renderer { translator, model };
    let mut values = Vec::new();
    let program = translator.program;
    let mut globals: Vec<_> = translator.env.globals.iter().collect();
    globals.sort_by_key(|(id, _)| **id);
    for (id, value) in globals {
        let global = program.global(*id);
        if *value != Value::Far {
            values.push(r.assignment(program.name(global.name).to_owned(), value, global.ty));
        }
    }
    for (var, value) in &translator.choices {
        let v = program.var(*var);
        let name = v.name.map_or("_", |n| program.name(n)).to_owned();
        values.push(r.assignment(name, value, v.ty));
    }
    r.lookups(&mut values);
    let mut made_up: Vec<MadeUp> = Vec::new();
    for doubt in doubts.iter().filter(|d| model.lit(d.condition)) {
        let expr = crate::show::expr(program, doubt.expr);
        let one = MadeUp { expr, reason: doubt.reason };
        if !made_up.contains(&one) {
            made_up.push(one);
        }
    }
    Counterexample { values, made_up }
}

impl Renderer<'_, '_> {
    fn assignment(&self, name: String, value: &Value, ty: TypeId) -> Assignment {
        Assignment { name, text: self.value(value, ty, false), hex: self.value(value, ty, true) }
    }

    fn is_signed(&self, ty: TypeId) -> bool {
        self.translator.program.types.is_signed(ty)
    }

    fn number(&self, bits: &[crate::aig::Lit], signed: bool) -> i128 {
        let mut number: i128 = 0;
        for (i, &bit) in bits.iter().enumerate().take(128) {
            if self.model.lit(bit) {
                number |= 1i128 << i;
            }
        }
        if bits.len() < 128 { lariat_c::wrap_to(number, bits.len() as u32, signed) } else { number }
    }

    fn value(&self, value: &Value, ty: TypeId, hex: bool) -> String {
        let program = self.translator.program;
        match value {
            Value::Int(bits) => {
                let signed = self.is_signed(ty);
                let number = self.number(bits, signed);
                if hex {
                    return format!("{:#x}", self.number(bits, false) as u128);
                }
                if let Type::Enum(id) = program.types.get(ty) {
                    let constants = &program.types.enumeration(*id).constants;
                    if let Some((name, _)) = constants.iter().find(|c| c.1 == number) {
                        return program.name(*name).to_owned();
                    }
                }
                if !signed && bits.len() == 128 {
                    return (number as u128).to_string();
                }
                number.to_string()
            }
            Value::Pointer(p) => {
                let object = self.number(&p.object, false) as usize;
                let offset = self.number(&p.offset, true);
                self.address(object, offset, program.types.pointee(ty))
            }
            Value::Struct(parts) => {
                let mut texts = Vec::new();
                if let Some(id) = program.types.record_of(ty) {
                    for (field, part) in program.types.record(id).fields.iter().zip(parts) {
                        if *part == Value::Far {
                            continue;
                        }
                        let text = self.value(part, field.ty, hex);
                        match field.name {
                            Some(name) => texts.push(format!(".{} = {text}", program.name(name))),
                            None => texts.push(text),
                        }
                    }
                }
                format!("{{{}}}", texts.join(", "))
            }
            Value::Array(parts) => {
                let element = program.types.element(ty).unwrap_or(TypeId::INT);
                let texts: Vec<String> =
                    parts.iter().map(|p| self.value(p, element, hex)).collect();
                format!("{{{}}}", texts.join(", "))
            }
            Value::Union { payload, member } => {
                let number = self.number(member, false) as usize;
                let Some(id) = program.types.record_of(ty) else { return "{}".to_owned() };
                let Some(field) = program.types.record(id).fields.get(number) else {
                    return "{}".to_owned();
                };
                let Ok(shape) = self.translator.zero_value(field.ty) else {
                    return "{}".to_owned();
                };
                let part = shape.rebuild(&mut payload.iter().copied());
                let name = field.name.map_or("_", |n| program.name(n));
                format!("{{.{name} = {}}}", self.value(&part, field.ty, hex))
            }
            Value::Far => "{…}".to_owned(),
        }
    }

    /// An address, as near to C as it gets.
    fn address(&self, object: usize, offset: i128, target: Option<TypeId>) -> String {
        let program = self.translator.program;
        if object == 0 {
            return beyond("NULL", offset);
        }
        let Some(known) = self.translator.objects.list.get(object - 1) else {
            return beyond(&format!("&<object {object}>"), offset);
        };
        let name = match known.kind {
            ObjectKind::Global(id) => program.name(program.global(id).name).to_owned(),
            ObjectKind::Var(id) => {
                program.var(id).name.map_or("<literal>", |n| program.name(n)).to_owned()
            }
            ObjectKind::Str(id) => format!("{:?}", program.string(id).text()),
            ObjectKind::Function(id) => {
                return beyond(program.name(program.function(id).name), offset);
            }
        };
        match self.path(known.ty, offset, target, 0) {
            Some(path) => format!("&{name}{path}"),
            None => beyond(&format!("&{name}"), offset),
        }
    }

    /// The way to the part of a type at an offset.
    fn path(&self, ty: TypeId, offset: i128, target: Option<TypeId>, depth: u32) -> Option<String> {
        let types = &self.translator.program.types;
        let here = target.is_none_or(|t| {
            t.unqualified() == ty.unqualified()
                || types.is_void(t)
                || types.int_kind(t).is_some() && types.int_kind(t) == types.int_kind(ty)
        });
        if offset == 0 && here {
            return Some(String::new());
        }
        if depth > 20 {
            return None;
        }
        match types.get(ty) {
            Type::Array(element, _) => {
                let size = i128::from(types.size_of(*element)?.max(1));
                let index = offset.div_euclid(size);
                let rest = self.path(*element, offset.rem_euclid(size), target, depth + 1)?;
                Some(format!("[{index}]{rest}"))
            }
            Type::Record(id) => {
                let record = types.record(*id);
                record.fields.iter().find_map(|field| {
                    let start = i128::from(field.offset);
                    let size = i128::from(types.size_of(field.ty)?);
                    let inside = start <= offset && offset < start + size;
                    if field.bits.is_some() || (!inside && record.kind == RecordKind::Struct) {
                        return None;
                    }
                    let rest = self.path(field.ty, offset - start, target, depth + 1)?;
                    let name = self.translator.program.name(field.name?);
                    Some(format!(".{name}{rest}"))
                })
            }
            _ => None,
        }
    }

    /// What was looked up in memory and what functions returned.
    fn lookups(&self, out: &mut Vec<Assignment>) {
        let width = self.translator.objects.width;
        for a in &self.translator.memory.applications {
            let (name, value, ty) = match a.symbol {
                UfSymbol::Contents { pointer, .. } => {
                    let (object, offset) = a.key.split_at(width.min(a.key.len()));
                    let object = self.number(object, false) as usize;
                    let offset = self.number(offset, true);
                    if pointer || object == 0 {
                        continue;
                    }
                    let kind = match a.value.len() {
                        8 => TypeId::CHAR,
                        16 => TypeId::SHORT,
                        64 => TypeId::LONG_LONG,
                        _ => TypeId::INT,
                    };
                    let text = self.address(object, offset, Some(kind));
                    let name = match text.strip_prefix('&') {
                        Some(place) if !place.contains(' ') => place.to_owned(),
                        _ => format!("*({text})"),
                    };
                    (name, Value::Int(a.value.clone()), kind)
                }
                UfSymbol::Call(function) => match self.call(function, &a.key) {
                    Some((name, ty)) => {
                        let Ok(shape) = self.translator.zero_value(ty) else { continue };
                        (name, shape.rebuild(&mut a.value.iter().copied()), ty)
                    }
                    None => continue,
                },
                UfSymbol::Address => continue,
            };
            let one = self.assignment(name, &value, ty);
            if !out.iter().any(|o| o.name == one.name) {
                out.push(one);
            }
        }
    }

    fn call(&self, function: FunctionId, key: &[crate::aig::Lit]) -> Option<(String, TypeId)> {
        let program = self.translator.program;
        let f = program.function(function);
        let ty = program.types.function(f.ty)?;
        let mut bits = key.iter().copied();
        let mut args = Vec::new();
        for &param in &ty.params {
            let shape = self.translator.zero_value(param).ok()?;
            args.push(self.value(&shape.rebuild(&mut bits), param, false));
        }
        Some((format!("{}({})", program.name(f.name), args.join(", ")), ty.result))
    }
}

/// A place so many bytes from another one.
fn beyond(place: &str, offset: i128) -> String {
    let bytes = offset.unsigned_abs();
    match offset {
        0 => place.to_owned(),
        1.. => format!("{place} + {bytes} bytes"),
        _ => format!("{place} - {bytes} bytes"),
    }
}
