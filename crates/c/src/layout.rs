//! Sizes, alignments and the placement of members, as gcc and Microsoft's compiler do it.
//!
//! Four data models: ILP32 (System V i386, where eight-byte scalars are aligned to four
//! bytes inside records), LP64 (System V x86-64), and the two of Windows, LLP64 and WIN32, where scalars
//! are aligned to their size everywhere. gcc's bit-fields follow the rule that a bit-field may not span more
//! alignment units of its declared type than that type does; packing drops the rule. Microsoft's live in
//! storage units of their declared type: a unit is shared by neighbours whose types have the same size and that
//! fit into it. The tests compare with the system's compiler, which knows both (`ms_struct`).

use crate::types::{
    ArrayLength, BitField, Field, FloatKind, IntKind, RecordKind, Type, TypeId, Types,
};

/// How wide `long` and pointers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// 32-bit `int`, `long` and pointers.
    Ilp32,
    /// 64-bit `long` and pointers.
    #[default]
    Lp64,
    /// Windows on x86-64: 32-bit `long`, 64-bit pointers, 16-bit `wchar_t`.
    Llp64,
    /// Windows on x86: 32-bit `long` and pointers, 16-bit `wchar_t`.
    Win32,
}

impl DataModel {
    /// All, with their names and what users are told about them.
    pub const TABLE: &[(DataModel, &str, &str)] = &[
        (DataModel::Ilp32, "ILP32", "32-bit int, long and pointers"),
        (DataModel::Lp64, "LP64", "64-bit long and pointers"),
        (
            DataModel::Llp64,
            "LLP64",
            "Windows x86-64: 32-bit long, 64-bit pointers, Microsoft's layout",
        ),
        (DataModel::Win32, "WIN32", "Windows x86: 32-bit long and pointers, Microsoft's layout"),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
            DataModel::Llp64 => "LLP64",
            DataModel::Win32 => "WIN32",
        }
    }

    /// Does Microsoft's compiler decide about types and layout?
    pub fn is_microsoft(self) -> bool {
        matches!(self, DataModel::Llp64 | DataModel::Win32)
    }

    /// The flag that makes gcc compile for pointers of this size.
    pub fn machine_flag(self) -> &'static str {
        match self.pointer_size() {
            4 => "-m32",
            _ => "-m64",
        }
    }

    /// The size of an integer type in bytes.
    pub fn int_size(self, kind: IntKind) -> u32 {
        use IntKind::*;
        match kind {
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 4,
            Long | ULong if self == DataModel::Lp64 => 8,
            Long | ULong => 4,
            LongLong | ULongLong => 8,
            Int128 | UInt128 => 16,
        }
    }

    /// The size of a pointer in bytes.
    pub fn pointer_size(self) -> u32 {
        match self {
            DataModel::Ilp32 | DataModel::Win32 => 4,
            DataModel::Lp64 | DataModel::Llp64 => 8,
        }
    }

    /// The type of `sizeof`.
    pub fn size_type(self) -> TypeId {
        match self {
            DataModel::Ilp32 | DataModel::Win32 => TypeId::UINT,
            DataModel::Lp64 => TypeId::ULONG,
            DataModel::Llp64 => TypeId::ULONG_LONG,
        }
    }

    /// The type of a difference of pointers.
    pub fn ptrdiff_type(self) -> TypeId {
        match self {
            DataModel::Ilp32 | DataModel::Win32 => TypeId::INT,
            DataModel::Lp64 => TypeId::LONG,
            DataModel::Llp64 => TypeId::LONG_LONG,
        }
    }

    /// The element type of `L"…"`.
    pub fn wchar_type(self) -> TypeId {
        match self {
            DataModel::Ilp32 => TypeId::LONG,
            DataModel::Lp64 => TypeId::INT,
            DataModel::Llp64 | DataModel::Win32 => TypeId::USHORT,
        }
    }
}

impl Types {
    /// The size in bytes, if the type is complete and of constant size. As in GNU C, `void`
    /// and functions have size one.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        Some(match self.get(ty) {
            Type::Error | Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Int(kind) => self.int_bytes(*kind),
            Type::Enum(id) => self.int_bytes(self.enumeration(*id).underlying),
            Type::Float(FloatKind::Half) => 2,
            Type::Float(FloatKind::Float) => 4,
            Type::Float(FloatKind::Double) => 8,
            Type::Float(FloatKind::LongDouble) if self.model == DataModel::Ilp32 => 12,
            Type::Float(FloatKind::LongDouble) if self.model.is_microsoft() => 8,
            Type::Float(_) => 16,
            Type::Pointer(_) => u64::from(self.model.pointer_size()),
            Type::Array(element, ArrayLength::Fixed(n)) => {
                self.size_of(*element)?.checked_mul(*n)?
            }
            Type::Array(..) => return None,
            Type::Record(id) if self.record(*id).complete => self.record(*id).size,
            Type::Record(_) => return None,
        })
    }

    fn int_bytes(&self, kind: IntKind) -> u64 {
        u64::from(self.width_of(kind).div_ceil(8))
    }

    /// The alignment in bytes that objects of the type prefer (`__alignof__`).
    pub fn align_of(&self, ty: TypeId) -> u32 {
        match self.get(ty) {
            Type::Array(element, _) => self.align_of(*element),
            Type::Record(id) => self.record(*id).align.max(1),
            Type::Float(FloatKind::LongDouble) if self.model == DataModel::Ilp32 => 4,
            _ => self.size_of(ty).unwrap_or(1) as u32,
        }
    }

    /// The alignment in bytes that the type needs as a member (`_Alignof`).
    pub fn member_align_of(&self, ty: TypeId) -> u32 {
        let align = self.align_of(ty);
        let mut scalar = ty;
        while let Type::Array(element, _) = self.get(scalar) {
            scalar = *element;
        }
        match self.get(scalar) {
            Type::Record(_) | Type::Float(FloatKind::Float128) => align,
            Type::Int(IntKind::Int128 | IntKind::UInt128) => align,
            _ if self.model == DataModel::Ilp32 => align.min(4),
            _ => align,
        }
    }
}

/// A member before it has an offset.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub field: Field,
    /// The width, for bit-fields; zero only if unnamed.
    pub width: Option<u32>,
    /// `aligned` on the member itself.
    pub aligned: Option<u32>,
    /// An alignment that its typedef brings along.
    pub type_aligned: Option<u32>,
    /// `packed` on the member or on the record.
    pub packed: bool,
}

/// The members with offsets, and size and alignment of the whole.
pub(crate) struct RecordLayout {
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u32,
}

/// Places the members of a record. `pack` is the bound of `#pragma pack`, `aligned` the
/// record's own attribute.
pub(crate) fn lay_out(
    types: &Types,
    kind: RecordKind,
    members: Vec<Member>,
    pack: Option<u32>,
    aligned: Option<u32>,
) -> RecordLayout {
    let mut fields = Vec::with_capacity(members.len());
    let mut end_bits: u64 = 0;
    let mut next_bit: u64 = 0;
    let mut align: u32 = 1;
    let microsoft = types.model.is_microsoft();
    let mut unit: Option<StorageUnit> = None;
    for member in members {
        if kind == RecordKind::Union {
            next_bit = 0;
            unit = None;
        }
        let mut field = member.field.clone();
        let own_align = member_alignment(types, &member, pack);
        let start;
        let bits;
        match member.width {
            // Ends the unit of the bit-field before it, and means nothing anywhere else.
            Some(0) if microsoft => {
                if unit.take().is_some() {
                    align = align.max(own_align);
                    next_bit = round_up(next_bit, u64::from(own_align) * 8);
                }
                continue;
            }
            Some(width) if microsoft => {
                let bytes = types.size_of(field.ty).unwrap_or(1);
                let shared = unit.filter(|u| u.bytes == bytes && u.used + width <= u.bits());
                let mut current = shared.unwrap_or_else(|| {
                    let start = round_up(next_bit, u64::from(own_align) * 8);
                    StorageUnit { start, bytes, used: 0 }
                });
                align = align.max(own_align);
                let at = current.start + u64::from(current.used);
                current.used += width;
                unit = Some(current);
                field.offset = at / 8;
                field.bits = Some(BitField { offset: at, width });
                next_bit = current.start.saturating_add(u64::from(current.bits()));
                end_bits = end_bits.max(next_bit);
                fields.push(field);
                continue;
            }
            None => {
                unit = None;
                align = align.max(own_align);
                start = round_up(next_bit, u64::from(own_align) * 8);
                bits = types.size_of(field.ty).unwrap_or(0).saturating_mul(8);
                field.offset = start / 8;
            }
            Some(0) => {
                next_bit = round_up(next_bit, u64::from(own_align) * 8);
                continue;
            }
            Some(width) => {
                let mut at = next_bit;
                if let Some(aligned) = member.aligned {
                    let aligned = pack.map_or(aligned, |p| aligned.min(p));
                    at = round_up(at, u64::from(aligned) * 8);
                    align = align.max(aligned);
                }
                if !member.packed && pack.is_none() {
                    let unit = u64::from(type_alignment(types, &member)) * 8;
                    let type_bits = types.size_of(field.ty).unwrap_or(1) * 8;
                    let spans = (at % unit + u64::from(width)).div_ceil(unit);
                    if spans > type_bits / unit {
                        at = round_up(at, unit);
                    }
                }
                if field.name.is_some() {
                    align = align.max(own_align);
                }
                start = at;
                bits = u64::from(width);
                field.offset = at / 8;
                field.bits = Some(BitField { offset: at, width });
            }
        }
        next_bit = start.saturating_add(bits);
        end_bits = end_bits.max(next_bit);
        fields.push(field);
    }
    // A zero-width bit-field at the end still ends the unit before it.
    if kind == RecordKind::Struct {
        end_bits = end_bits.max(next_bit);
    }
    if let Some(aligned) = aligned {
        align = align.max(aligned);
    }
    let size = round_up(end_bits.div_ceil(8), u64::from(align));
    RecordLayout { fields, size, align }
}

/// Where neighbouring bit-fields of Microsoft's compiler live.
#[derive(Clone, Copy)]
struct StorageUnit {
    /// Its first bit.
    start: u64,
    /// The size of the declared type.
    bytes: u64,
    /// How many bits are taken.
    used: u32,
}

impl StorageUnit {
    fn bits(&self) -> u32 {
        self.bytes as u32 * 8
    }
}

fn type_alignment(types: &Types, member: &Member) -> u32 {
    member.type_aligned.unwrap_or_else(|| types.member_align_of(member.field.ty)).max(1)
}

/// What the member asks of the record's alignment (and of its own offset, if it is no
/// bit-field of nonzero width).
fn member_alignment(types: &Types, member: &Member, pack: Option<u32>) -> u32 {
    let natural = type_alignment(types, member);
    if member.width == Some(0) {
        return natural;
    }
    if member.width.is_some() {
        // `#pragma pack` overrides `packed` here.
        return match pack {
            Some(pack) => natural.min(pack),
            None if member.packed => 1,
            None => natural,
        };
    }
    let wanted = match (member.packed, member.aligned) {
        (true, None) => 1,
        (true, Some(aligned)) => aligned,
        (false, aligned) => natural.max(aligned.unwrap_or(1)),
    };
    pack.map_or(wanted, |p| wanted.min(p)).max(1)
}

fn round_up(value: u64, to: u64) -> u64 {
    value.div_ceil(to.max(1)).saturating_mul(to.max(1))
}
