//! Functions with a format: `printf`, `scanf` and their relatives.
//!
//! A format that is a literal is read here. What is printed into memory is known byte by byte for texts, characters
//! and integers; other conversions give some text of a length that they can have. What `scanf` reads is anything.

use super::Lowering;
use super::conversions::{Conversion, Number, Piece, parse};
use crate::ir::*;
use crate::symbols::Origin;
use lariat_c::{ExprId, FunctionId, TypeId};
use lariat_float::TextConversion;

/// Padding to more than this is not spelled out.
const WIDEST: u32 = 32;

/// The longest text of a floating-point number without its precision: `-` and the digits of the largest double.
const LONGEST_FLOAT: u32 = 4_950;

/// Where something is printed to.
struct Sink {
    to: TermId,
    /// How many bytes there may be with the end; any number if none.
    most: Option<TermId>,
    /// How many bytes were printed.
    at: TermId,
}

/// What a function with a format does with it.
struct Call {
    /// The function without `v`.
    reads: bool,
    /// Where the format is among the arguments.
    format: usize,
    /// The memory that is printed to, or the text that is read.
    memory: Option<usize>,
    size: Option<usize>,
    stream: Option<usize>,
    /// The arguments of the format are in a `va_list`.
    list: bool,
}

/// The functions that have a format.
pub(super) const NAMES: [&str; 15] = [
    "printf",
    "fprintf",
    "dprintf",
    "syslog",
    "sprintf",
    "snprintf",
    "scanf",
    "fscanf",
    "sscanf",
    "vprintf",
    "vfprintf",
    "vdprintf",
    "vsyslog",
    "vsprintf",
    "vsnprintf",
];

fn call(name: &str) -> Option<Call> {
    let plain = name.strip_prefix("__isoc99_").unwrap_or(name);
    let plain = plain.strip_prefix("__isoc23_").unwrap_or(plain);
    let (plain, list) = match plain.strip_prefix('v') {
        Some(rest) => (rest, true),
        None => (plain, false),
    };
    let (reads, format, memory, size, stream) = match plain {
        "printf" => (false, 0, None, None, None),
        "fprintf" => (false, 1, None, None, Some(0)),
        "dprintf" | "syslog" => (false, 1, None, None, None),
        "sprintf" => (false, 1, Some(0), None, None),
        "snprintf" => (false, 2, Some(0), Some(1), None),
        "scanf" => (true, 0, None, None, None),
        "fscanf" => (true, 1, None, None, Some(0)),
        "sscanf" => (true, 1, Some(0), None, None),
        _ => return None,
    };
    Some(Call { reads, format, memory, size, stream, list })
}

/// Does a function of this name have a format?
pub(crate) fn has_format(name: &str) -> bool {
    call(name).is_some()
}

/// Does it write what its arguments point to?
pub(super) fn writes_memory(name: &str) -> bool {
    call(name).is_some_and(|call| call.reads || call.memory.is_some())
}

/// The arguments that the checked variant of a function has besides: `__sprintf_chk(to, flag, size, format, …)`.
fn extra_arguments(name: &str) -> &'static [usize] {
    match name.strip_prefix('v').unwrap_or(name) {
        "printf" => &[0],
        "fprintf" | "dprintf" | "syslog" => &[1],
        "sprintf" => &[1, 2],
        "snprintf" => &[2, 3],
        _ => &[],
    }
}

type Scalar = Option<Option<TermId>>;

impl Lowering<'_> {
    /// A call of a function with a format; `None` if it is another function.
    pub fn format_call(
        &mut self,
        f: FunctionId,
        name: &str,
        args: &[ExprId],
        result: TypeId,
    ) -> Scalar {
        let call = call(name)?;
        let checked = self.c.name(self.c.function(f).name).ends_with("_chk");
        let extra = if checked { extra_arguments(name) } else { &[] };
        let args: Vec<ExprId> =
            (0..args.len()).filter(|i| !extra.contains(i)).map(|i| args[i]).collect();
        args.get(call.format)?;
        let values = self.arguments(&args);
        let values: Vec<TermId> = values.into_iter().map(|v| self.save(v)).collect();
        if let Some(stream) = call.stream {
            self.model("__lariat_uses", &[*values.get(stream)?]);
        }
        let text = self.literal_text(values[call.format]);
        let text = text.and_then(|t| t.split(|&b| b == 0).next().map(<[u8]>::to_vec));
        let pieces = text.and_then(|text| parse(&text, call.reads)).filter(|_| !call.list);
        let ty = self.ity(result);
        let Some(pieces) = pieces else {
            return Some(self.unknown_format(f, name, &call, &values, ty));
        };
        let more = &values[call.format + 1..];
        if call.reads {
            if let Some(memory) = call.memory {
                self.model("__lariat_strlen", &[values[memory]]);
            }
            return Some(self.scan(
                f,
                &pieces,
                more,
                ty,
                call.memory.is_some() && !self.has_texts_from_outside(),
            ));
        }
        let count = match call.memory {
            None => {
                self.print_nowhere(&pieces, more);
                self.set_errno(None);
                self.model("__lariat_printed", &[])
            }
            Some(memory) => {
                let pointer = self.m.pointer_ty();
                let most = call.size.map(|i| self.m.cast(values[i], pointer));
                let zero = self.m.address(0);
                let mut sink = Sink { to: values[memory], most, at: zero };
                self.print(&mut sink, &pieces, more);
                self.end_text(&sink);
                Some(sink.at)
            }
        };
        Some(match (count, ty) {
            (Some(count), Some(ty)) => Some(self.m.cast(count, ty)),
            _ => None,
        })
    }

    /// A format about which nothing is known.
    fn unknown_format(
        &mut self,
        f: FunctionId,
        name: &str,
        call: &Call,
        values: &[TermId],
        ty: Option<IntTy>,
    ) -> Option<TermId> {
        if call.reads {
            self.unsupported(format!("{name} with a format that is not a literal"));
            return ty.map(|ty| self.input(ty, Origin::ResultOf(f)));
        }
        match (call.memory, call.size) {
            (None, _) => {
                if self.checks_memory() {
                    self.unsupported(format!("{name} with a format that is not a literal"));
                }
            }
            (Some(memory), Some(size)) => {
                self.model("__lariat_some_line", &[values[memory], values[size]]);
            }
            (Some(_), None) => {
                self.unsupported(format!("{name} with a format that is not a literal"));
            }
        }
        let ty = ty?;
        let count = self.input(ty, Origin::ResultOf(f));
        let least = self.m.int(-1, ty);
        let fits = self.m.compare(CmpOp::Le, least, count);
        self.emit(StmtKind::Assume(fits));
        Some(count)
    }

    /// What is printed to a stream: only texts and counts matter.
    fn print_nowhere(&mut self, pieces: &[Piece], values: &[TermId]) {
        let mut values = values.iter().copied();
        for piece in pieces {
            let Piece::Conversion(conversion) = piece else { continue };
            self.number(conversion.width, &mut values);
            let precision = self.number(conversion.precision, &mut values);
            let Some(value) = values.next() else { continue };
            match conversion.letter {
                b's' if conversion.length.is_empty() && self.checks_memory() => {
                    match conversion.precision {
                        None => self.model("__lariat_strlen", &[value]),
                        Some(_) => self.model("__lariat_strnlen", &[value, precision]),
                    };
                }
                b'n' => self.store_count(conversion, value, None),
                _ => {}
            }
        }
    }

    fn print(&mut self, sink: &mut Sink, pieces: &[Piece], values: &[TermId]) {
        let mut values = values.iter().copied();
        for piece in pieces {
            let conversion = match piece {
                Piece::Text(text) => {
                    self.put_bytes(sink, text);
                    continue;
                }
                Piece::Conversion(conversion) => conversion,
            };
            let width = self.number(conversion.width, &mut values);
            let precision = self.number(conversion.precision, &mut values);
            let letter = conversion.letter;
            if letter == b'm' {
                self.put_some(sink, 1, 256, width);
                continue;
            }
            // A format with more conversions than arguments is undefined.
            let Some(value) = values.next() else {
                self.unsupported("a format with more conversions than arguments");
                return;
            };
            match letter {
                b's' if conversion.length.is_empty() => {
                    let precision = match conversion.precision {
                        None => self.m.address(-1),
                        Some(_) => precision,
                    };
                    self.put_string(sink, value, precision, width, conversion.has(b'-'));
                }
                b'c' if conversion.length.is_empty() && conversion.width.is_none() => {
                    let byte = self.m.cast(value, IntTy::unsigned(8));
                    let always = self.m.truth(true);
                    self.put_if(sink, always, byte);
                }
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                    self.put_integer(sink, conversion, value, width);
                }
                b'n' => self.store_count(conversion, value, Some(sink.at)),
                b'c' => self.put_some(sink, 1, 1, width),
                b'p' => self.put_some(sink, 1, 20, width),
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                    let digits = match conversion.precision {
                        Some(Number::Fixed(n)) => n,
                        Some(Number::Argument) => 1 << 20,
                        None => 64,
                    };
                    let longest = LONGEST_FLOAT.saturating_add(digits);
                    match exact_text(conversion) {
                        Some(how) => self.put_double(sink, value, how, longest, width, conversion),
                        None => {
                            let least = self.least_float(conversion, value);
                            self.put_some_from(sink, least, longest, width);
                        }
                    }
                }
                _ => {
                    let letter = char::from(letter);
                    self.unsupported(format!("the conversion %{}{letter}", conversion.length));
                }
            }
        }
    }

    /// The width or precision: a number of the size of pointers.
    fn number(
        &mut self,
        number: Option<Number>,
        values: &mut impl Iterator<Item = TermId>,
    ) -> TermId {
        let pointer = self.m.pointer_ty();
        match number {
            None => self.m.address(0),
            Some(Number::Fixed(n)) => self.m.address(i128::from(n)),
            Some(Number::Argument) => {
                let Some(value) = values.next() else { return self.m.address(0) };
                let zero = self.m.int(0, self.m.ty(value));
                let negative = self.m.compare(CmpOp::Lt, value, zero);
                if self.m.constant(negative) != Some(0) {
                    let positive = self.m.not(negative);
                    self.supported(positive, "a negative width or precision as an argument");
                }
                self.m.cast(value, pointer)
            }
        }
    }

    fn put_bytes(&mut self, sink: &mut Sink, text: &[u8]) {
        let always = self.m.truth(true);
        for &byte in text {
            let byte = self.m.int(i128::from(byte), IntTy::unsigned(8));
            self.put_if(sink, always, byte);
        }
    }

    /// A byte is printed if the condition holds, and stored if it has room.
    fn put_if(&mut self, sink: &mut Sink, condition: TermId, byte: TermId) {
        let one = self.m.address(1);
        let next = self.m.binary(BinOp::Add, sink.at, one);
        let fits = match sink.most {
            Some(most) => self.m.compare(CmpOp::Lt, next, most),
            None => self.m.truth(true),
        };
        let stored = self.m.and(condition, fits);
        let (yes, end) = (self.new_label(), self.new_label());
        self.branch(stored, yes, end);
        self.label(yes);
        let address = self.m.offset(sink.to, sink.at);
        self.store_to(address, TypeId::CHAR, byte);
        self.goto(end);
        self.label(end);
        let next = self.m.ite(condition, next, sink.at);
        sink.at = self.save(next);
    }

    fn end_text(&mut self, sink: &Sink) {
        let zero = self.m.int(0, IntTy::unsigned(8));
        let Some(most) = sink.most else {
            let address = self.m.offset(sink.to, sink.at);
            return self.store_to(address, TypeId::CHAR, zero);
        };
        let (none, one) = (self.m.address(0), self.m.address(1));
        let some = self.m.compare(CmpOp::Ne, most, none);
        let last = self.m.binary(BinOp::Sub, most, one);
        let fits = self.m.compare(CmpOp::Lt, sink.at, most);
        let at = self.m.ite(fits, sink.at, last);
        let (yes, end) = (self.new_label(), self.new_label());
        self.branch(some, yes, end);
        self.label(yes);
        let address = self.m.offset(sink.to, at);
        self.store_to(address, TypeId::CHAR, zero);
        self.goto(end);
        self.label(end);
    }

    fn most(&mut self, sink: &Sink) -> TermId {
        sink.most.unwrap_or_else(|| self.m.address(-1))
    }

    /// Some text, at least as wide as it has to be.
    fn put_some(&mut self, sink: &mut Sink, least: u32, greatest: u32, width: TermId) {
        let least = self.m.address(i128::from(least));
        self.put_some_from(sink, least, greatest, width);
    }

    /// How many bytes the text of a floating-point number has at least: three for `inf` and `nan`, of other numbers
    /// the digits that the precision asks for.
    fn least_float(&mut self, conversion: &Conversion, value: TermId) -> TermId {
        const EXPONENT: i128 = 0x7ff << 52;
        let places = match conversion.precision {
            Some(Number::Fixed(n)) => n,
            Some(Number::Argument) => 0,
            None => 6,
        };
        let point = u32::from(places > 0);
        let finite = match conversion.letter {
            b'f' | b'F' => 1 + point + places,
            b'e' | b'E' => 5 + point + places,
            _ => 1,
        };
        let bits = IntTy::unsigned(64);
        if !conversion.length.is_empty() || self.m.ty(value).width != bits.width {
            return self.m.address(i128::from(finite.min(3)));
        }
        let value = self.m.cast(value, bits);
        let exponent = self.m.int(EXPONENT, bits);
        let its = self.m.binary(BinOp::And, value, exponent);
        let is_finite = self.m.compare(CmpOp::Ne, its, exponent);
        let (finite, other) = (self.m.address(i128::from(finite)), self.m.address(3));
        self.m.ite(is_finite, finite, other)
    }

    /// Some text of so many bytes, at least as wide as it has to be.
    fn put_some_from(&mut self, sink: &mut Sink, low: TermId, greatest: u32, width: TermId) {
        let high = self.m.address(i128::from(greatest));
        let wide = self.m.compare(CmpOp::Lt, low, width);
        let low = self.m.ite(wide, width, low);
        let wider = self.m.compare(CmpOp::Lt, high, width);
        let high = self.m.ite(wider, width, high);
        let most = self.most(sink);
        let values = [sink.to, most, sink.at, low, high];
        if let Some(at) = self.model("__lariat_put_some", &values) {
            sink.at = at;
        }
    }

    /// The text of a `double`.
    fn put_double(
        &mut self,
        sink: &mut Sink,
        value: TermId,
        how: u64,
        longest: u32,
        width: TermId,
        conversion: &Conversion,
    ) {
        let (most, least) = (self.most(sink), self.least_float(conversion, value));
        let how = self.m.int(i128::from(how), IntTy::unsigned(64));
        let longest = self.m.address(i128::from(longest));
        let left = self.m.int(i128::from(conversion.has(b'-')), IntTy::unsigned(8));
        let values = [sink.to, most, sink.at, value, how, least, longest, width, left];
        if let Some(at) = self.model("__lariat_put_double", &values) {
            sink.at = at;
        }
    }

    fn put_string(
        &mut self,
        sink: &mut Sink,
        text: TermId,
        precision: TermId,
        width: TermId,
        left: bool,
    ) {
        let known =
            self.literal_text(text).and_then(|t| t.split(|&b| b == 0).next().map(<[u8]>::to_vec));
        let (most, wanted) = (self.m.constant(precision), self.m.constant(width));
        if let (Some(mut bytes), Some(most), Some(0)) = (known, most, wanted) {
            if let Ok(most) = usize::try_from(most) {
                bytes.truncate(most);
            }
            return self.put_bytes(sink, &bytes);
        }
        let most = self.most(sink);
        let left = self.m.int(i128::from(left), IntTy::unsigned(8));
        let values = [sink.to, most, sink.at, text, precision, width, left];
        if let Some(at) = self.model("__lariat_put_text", &values) {
            sink.at = at;
        }
    }

    /// The type of an integer that a conversion prints or reads.
    fn integer_type(&self, conversion: &Conversion) -> IntTy {
        let long = self.m.pointer_width;
        let width = match conversion.length.as_str() {
            "hh" => 8,
            "h" => 16,
            "" => 32,
            "ll" | "j" | "q" | "L" => 64,
            // `l`, `z`, `t`: as wide as pointers in both data models.
            _ => long,
        };
        IntTy { width, signed: matches!(conversion.letter, b'd' | b'i' | b'n') }
    }

    fn put_integer(
        &mut self,
        sink: &mut Sink,
        conversion: &Conversion,
        value: TermId,
        width: TermId,
    ) {
        let ty = self.integer_type(conversion);
        let value = self.m.cast(value, ty);
        let value = self.save(value);
        let (base, upper) = match conversion.letter {
            b'x' => (16, false),
            b'X' => (16, true),
            b'o' => (8, false),
            _ => (10, false),
        };
        let hexadecimal = base == 16 && conversion.has(b'#');
        let least = match conversion.precision {
            None => Some(1),
            Some(Number::Fixed(n)) if (1..=WIDEST).contains(&n) => Some(n),
            Some(_) => None,
        };
        // With a precision, zeros do not fill the width.
        let zeros = conversion.has(b'0') && !conversion.has(b'-') && conversion.precision.is_none();
        let fixed = self.m.constant(width).and_then(|w| u32::try_from(w).ok());
        let plain = !conversion.has(b'\'')
            && (hexadecimal || !conversion.has(b'#'))
            && least.is_some()
            && fixed.is_some_and(|w| w <= WIDEST);
        let digits = digits_of(ty.width, base);
        if !plain {
            let more = match conversion.precision {
                None => 0,
                Some(Number::Fixed(n)) => n,
                Some(Number::Argument) => 1 << 20,
            };
            // A sign or `0x`.
            return self.put_some(sink, u32::from(more > 0), digits.max(more) + 2, width);
        }
        let width = fixed.unwrap_or(0);
        let zero = self.m.int(0, ty);
        let negative = match ty.signed {
            true => self.m.compare(CmpOp::Lt, value, zero),
            false => self.m.truth(false),
        };
        let natural = IntTy::unsigned(ty.width);
        let plus = self.m.cast(value, natural);
        let none = self.m.int(0, natural);
        let minus = self.m.binary(BinOp::Sub, none, plus);
        let value = self.m.ite(negative, minus, plus);
        let value = self.save(value);
        // A sign, `0x`, digits: one, and one for each power of the base that is not larger.
        let byte = IntTy::unsigned(8);
        let positive = [b'+', b' '].into_iter().find(|&f| ty.signed && conversion.has(f));
        let signed = match positive {
            Some(_) => self.m.truth(true),
            None => negative,
        };
        let dash = self.m.int(i128::from(b'-'), byte);
        let sign = match positive {
            Some(letter) => {
                let letter = self.m.int(i128::from(letter), byte);
                self.m.ite(negative, dash, letter)
            }
            None => dash,
        };
        let is_zero = self.m.compare(CmpOp::Eq, value, none);
        let prefixed = match hexadecimal {
            true => self.m.not(is_zero),
            false => self.m.truth(false),
        };
        let mut count = self.m.truth_as(signed, byte);
        let least = least.unwrap_or(1);
        let mut present = vec![prefixed, prefixed];
        for i in 0..digits.max(least) {
            let always = i < least;
            present.push(match always {
                true => self.m.truth(true),
                false => {
                    let power = self.m.int(i128::from(base).pow(i), natural);
                    self.m.compare(CmpOp::Le, power, value)
                }
            });
        }
        for &digit in &present {
            let one = self.m.truth_as(digit, byte);
            count = self.m.binary(BinOp::Add, count, one);
        }
        let count = self.save(count);
        let pad = |this: &mut Self, sink: &mut Sink, letter: u8| {
            let letter = this.m.int(i128::from(letter), byte);
            for i in 1..=width {
                let room = this.m.int(i128::from(width - i), byte);
                let short = this.m.compare(CmpOp::Le, count, room);
                this.put_if(sink, short, letter);
            }
        };
        if !conversion.has(b'-') && !zeros {
            pad(self, sink, b' ');
        }
        self.put_if(sink, signed, sign);
        for letter in [b'0', if upper { b'X' } else { b'x' }] {
            let letter = self.m.int(i128::from(letter), byte);
            self.put_if(sink, prefixed, letter);
        }
        if zeros {
            pad(self, sink, b'0');
        }
        let nought = self.m.int(i128::from(b'0'), byte);
        for i in (0..digits.max(least)).rev() {
            let there = present[i as usize + 2];
            if i >= digits {
                self.put_if(sink, there, nought);
                continue;
            }
            let power = self.m.int(i128::from(base).pow(i), natural);
            let shifted = self.m.binary(BinOp::Div, value, power);
            let base = self.m.int(i128::from(base), natural);
            let digit = self.m.binary(BinOp::Rem, shifted, base);
            let digit = self.m.cast(digit, byte);
            let letter = self.digit(digit, upper);
            self.put_if(sink, there, letter);
        }
        if conversion.has(b'-') {
            pad(self, sink, b' ');
        }
    }

    /// The letter of a digit.
    fn digit(&mut self, digit: TermId, upper: bool) -> TermId {
        let byte = self.m.ty(digit);
        let (zero, ten) = (self.m.int(i128::from(b'0'), byte), self.m.int(10, byte));
        let letter = self.m.int(i128::from(if upper { b'A' } else { b'a' }) - 10, byte);
        let small = self.m.compare(CmpOp::Lt, digit, ten);
        let (a, b) =
            (self.m.binary(BinOp::Add, digit, zero), self.m.binary(BinOp::Add, digit, letter));
        self.m.ite(small, a, b)
    }

    /// `%n`
    fn store_count(&mut self, conversion: &Conversion, to: TermId, count: Option<TermId>) {
        let ty = self.integer_type(conversion);
        let count = count.unwrap_or_else(|| self.any(ty));
        self.store_integer(to, ty, count);
    }

    /// Stores an integer of this width.
    fn store_integer(&mut self, to: TermId, ty: IntTy, value: TermId) {
        let c_ty = match ty.width {
            8 => TypeId::CHAR,
            16 => TypeId::SHORT,
            32 => TypeId::INT,
            _ if ty.width == self.m.pointer_width => TypeId::LONG,
            _ => TypeId::LONG_LONG,
        };
        self.store_to(to, c_ty, value);
    }

    /// What `scanf` reads: of the conversions, the first few are done. How many depends on a `text` if it is always
    /// the same.
    fn scan(
        &mut self,
        f: FunctionId,
        pieces: &[Piece],
        values: &[TermId],
        ty: Option<IntTy>,
        text: bool,
    ) -> Option<TermId> {
        let stores = |c: &Conversion| !c.has(b'*') && c.letter != b'n';
        let conversions: Vec<&Conversion> = pieces
            .iter()
            .filter_map(|p| match p {
                Piece::Conversion(conversion) => Some(conversion),
                Piece::Text(_) => None,
            })
            .collect();
        let most = conversions.iter().filter(|c| stores(c)).count();
        let int = ty.unwrap_or(IntTy::INT);
        let count = self.input(int, Origin::ResultOf(f));
        if text {
            self.is_rough(count);
        }
        let (low, high) = (self.m.int(-1, int), self.m.int(most as i128, int));
        let above = self.m.compare(CmpOp::Le, low, count);
        let below = self.m.compare(CmpOp::Le, count, high);
        let both = self.m.and(above, below);
        self.emit(if text { StmtKind::Bound(both) } else { StmtKind::Assume(both) });
        self.set_errno(None);
        let mut done = 0;
        let mut values = values.iter().copied();
        for conversion in conversions.into_iter().filter(|c| !c.has(b'*')) {
            let Some(to) = values.next() else {
                self.unsupported("a format with more conversions than arguments");
                break;
            };
            let number = self.m.int(done, int);
            let stored = self.m.compare(CmpOp::Lt, number, count);
            let (yes, end) = (self.new_label(), self.new_label());
            // `%n` is done if all before it are, and perhaps the text between.
            match conversion.letter {
                b'n' => {
                    let open = self.any(IntTy::INT);
                    if text {
                        self.is_rough(open);
                    }
                    let zero = self.m.int(0, IntTy::INT);
                    let done = self.m.compare(CmpOp::Ne, open, zero);
                    self.branch(done, yes, end);
                }
                _ => self.branch(stored, yes, end),
            }
            self.label(yes);
            if conversion.letter == b'n' {
                let reached = self.m.compare(CmpOp::Le, number, count);
                self.emit(if text { StmtKind::Bound(reached) } else { StmtKind::Assume(reached) });
            }
            self.scan_one(conversion, to, text);
            self.goto(end);
            self.label(end);
            done += i128::from(stores(conversion));
        }
        Some(count)
    }

    fn scan_one(&mut self, conversion: &Conversion, to: TermId, text: bool) {
        let width = match conversion.width {
            Some(Number::Fixed(n)) => Some(n),
            _ => None,
        };
        match (conversion.letter, conversion.length.as_str()) {
            _ if conversion.has(b'm') => self.unsupported("%m in a format that reads"),
            (b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n', _) => {
                let ty = self.integer_type(conversion);
                let value = if text { self.approximation(ty) } else { self.any(ty) };
                self.store_integer(to, ty, value);
            }
            (b'f' | b'e' | b'g' | b'a' | b'F' | b'E' | b'G' | b'A', length) => {
                let ty = match length {
                    "" => TypeId::FLOAT,
                    "l" => TypeId::DOUBLE,
                    _ => return self.unsupported("a long double in a format that reads"),
                };
                let int = self.ity_or_int(ty);
                let value = if text { self.approximation(int) } else { self.any(int) };
                self.store_to(to, ty, value);
            }
            (b'c', "") => {
                let n = self.m.address(i128::from(width.unwrap_or(1)));
                self.any_bytes(to, n);
            }
            (b's' | b'[', "") => {
                if width.is_none() {
                    self.assume(lariat_verdict::What::InBounds);
                }
                // Without a width, as long as a text can be.
                let most = width.map_or(1 << (self.m.pointer_width - 3), i128::from);
                let most = self.m.address(most);
                self.model("__lariat_scan_text", &[to, most]);
            }
            (letter, length) => {
                let letter = char::from(letter);
                self.unsupported(format!(
                    "the conversion %{length}{letter} in a format that reads"
                ));
            }
        }
    }
}

/// How the text of a `double` is asked for, if it is known exactly: not with a precision that is an argument, nor with
/// zeros up to the width, nor with a locale's separators.
fn exact_text(conversion: &Conversion) -> Option<u64> {
    let precision = match conversion.precision {
        None => None,
        Some(Number::Fixed(n)) => Some(u16::try_from(n).ok()?),
        Some(Number::Argument) => return None,
    };
    let zeros = conversion.has(b'0') && conversion.width.is_some() && !conversion.has(b'-');
    let plain = matches!(conversion.length.as_str(), "" | "l") && !zeros && !conversion.has(b'\'');
    let general = conversion.letter.eq_ignore_ascii_case(&b'g');
    let text = TextConversion {
        letter: conversion.letter,
        alternate: conversion.has(b'#'),
        plus: conversion.has(b'+'),
        space: conversion.has(b' '),
        precision,
    };
    text.packed().filter(|_| plain && !(general && text.alternate))
}

/// How many digits the largest number of so many bits has.
fn digits_of(bits: u32, base: u32) -> u32 {
    let mut rest: u128 = (1 << bits) - 1;
    let mut digits = 0;
    while rest > 0 {
        rest /= u128::from(base);
        digits += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_digits() {
        assert_eq!(digits_of(32, 10), 10);
        assert_eq!(digits_of(64, 10), 20);
        assert_eq!(digits_of(8, 8), 3);
        assert_eq!(digits_of(32, 16), 8);
    }
}
