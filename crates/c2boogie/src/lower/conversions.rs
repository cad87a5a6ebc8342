//! The formats of `printf` and `scanf`.

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(Vec<u8>),
    Conversion(Conversion),
}

/// A number in a format, or the argument that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Fixed(u32),
    Argument,
}

/// `%`, and what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conversion {
    /// Of `-+ #0'` for printing; `*` and `m` for reading.
    pub(super) flags: Vec<u8>,
    pub(super) width: Option<Number>,
    pub(super) precision: Option<Number>,
    /// `hh`, `h`, `l`, `ll`, `j`, `z`, `t`, `L` or nothing.
    pub(super) length: String,
    pub(super) letter: u8,
}

impl Conversion {
    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags.contains(&flag)
    }
}

/// Reads a format; `None` if it is wrong.
pub(super) fn parse(format: &[u8], reads: bool) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    let mut rest = format;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'%' {
            text.push(first);
            continue;
        }
        let flags: &[u8] = if reads { b"*m'" } else { b"-+ #0'" };
        let mut conversion = Conversion {
            flags: take_while(&mut rest, |b| flags.contains(&b)),
            width: take_number(&mut rest, reads)?,
            precision: None,
            length: String::new(),
            letter: 0,
        };
        if !reads && rest.first() == Some(&b'.') {
            rest = &rest[1..];
            let precision = take_number(&mut rest, false)?;
            conversion.precision = Some(precision.unwrap_or(Number::Fixed(0)));
        }
        if reads && rest.first() == Some(&b'm') {
            conversion.flags.push(b'm');
            rest = &rest[1..];
        }
        let length = take_while(&mut rest, |b| b"hljztLq".contains(&b));
        conversion.length = String::from_utf8(length).ok()?;
        let (&letter, after) = rest.split_first()?;
        rest = after;
        conversion.letter = letter;
        if letter == b'[' && reads {
            // `]` first in a set, or behind `^`, belongs to it.
            let negated = usize::from(rest.first() == Some(&b'^'));
            let own = negated + usize::from(rest.get(negated) == Some(&b']'));
            let end = own + rest.get(own..)?.iter().position(|&b| b == b']')?;
            rest = &rest[end + 1..];
        }
        if letter == b'%' {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Conversion(conversion));
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Some(pieces)
}

fn take_while(rest: &mut &[u8], is_part: impl Fn(u8) -> bool) -> Vec<u8> {
    let end = rest.iter().position(|&b| !is_part(b)).unwrap_or(rest.len());
    let (taken, after) = rest.split_at(end);
    *rest = after;
    taken.to_vec()
}

/// `None` inside if there is no number; `None` outside if it is too large.
fn take_number(rest: &mut &[u8], reads: bool) -> Option<Option<Number>> {
    if !reads && rest.first() == Some(&b'*') {
        *rest = &rest[1..];
        return Some(Some(Number::Argument));
    }
    let digits = take_while(rest, |b| b.is_ascii_digit());
    if digits.is_empty() {
        return Some(None);
    }
    let number = std::str::from_utf8(&digits).ok()?.parse().ok()?;
    Some(Some(Number::Fixed(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(format: &str, reads: bool) -> Conversion {
        let pieces = parse(format.as_bytes(), reads).expect(format);
        match pieces.as_slice() {
            [Piece::Conversion(conversion)] => conversion.clone(),
            other => panic!("{format}: {other:?}"),
        }
    }

    #[test]
    fn formats_are_read() {
        let c = conversion("%-08.3lld", false);
        assert_eq!((c.flags.as_slice(), c.letter, c.length.as_str()), (&b"-0"[..], b'd', "ll"));
        assert_eq!((c.width, c.precision), (Some(Number::Fixed(8)), Some(Number::Fixed(3))));
        assert_eq!(conversion("%.*s", false).precision, Some(Number::Argument));
        assert_eq!(conversion("%.s", false).precision, Some(Number::Fixed(0)));
        assert_eq!(conversion("%[^]a]", true).letter, b'[');
        assert!(conversion("%*d", true).has(b'*'));
        assert_eq!(conversion("%15s", true).width, Some(Number::Fixed(15)));
        let pieces = parse(b"a%%b%dc", false).expect("a format");
        assert_eq!(pieces[0], Piece::Text(b"a%b".to_vec()));
        assert_eq!(pieces.len(), 3);
        assert_eq!(parse(b"%", false), None);
        assert_eq!(parse(b"%[ab", true), None);
    }
}
