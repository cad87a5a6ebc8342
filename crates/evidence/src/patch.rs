//! Local variables that are not initialised: only the program itself can set them. A patch turns
//! `int x;` into `int x = …;`, or sets the content of an array or struct behind its declaration:
//! one of the values that C lets it have.

use crate::lines::SourceLines;
use lariat_trace::Location;

/// Something to insert into an input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The variable that it sets.
    pub variable: String,
    /// Where it goes.
    pub place: Location,
    /// What is inserted.
    pub text: String,
}

impl Patch {
    /// An initialiser for the scalar that is declared at a place (as line markers tell it); none
    /// if there is no plain declaration in an input file.
    pub fn initialiser(
        lines: &SourceLines,
        variable: &str,
        place: &Location,
        text: String,
    ) -> Option<Patch> {
        let (place, rest) = declaration(lines, variable, place)?;
        let plain = rest.trim_start().starts_with([',', ';']);
        plain.then(|| Patch { variable: variable.to_owned(), place, text })
    }

    /// A statement behind the declaration at a place.
    pub fn statement(
        lines: &SourceLines,
        variable: &str,
        place: &Location,
        text: String,
    ) -> Option<Patch> {
        let (mut place, rest) = declaration(lines, variable, place)?;
        let end = rest.find(';')?;
        place.column += end as u32 + 1;
        // A name with an initialiser, or inside of something, is not what we look for.
        let plain = !rest[..end].contains(['=', '{', '(', ')']);
        plain.then(|| Patch { variable: variable.to_owned(), place, text })
    }
}

/// The place behind the name that is declared, in the input file, and the rest of the line.
fn declaration<'l>(
    lines: &'l SourceLines,
    variable: &str,
    place: &Location,
) -> Option<(Location, &'l str)> {
    let (file, line) = lines.position(&place.file, place.line)?;
    let source = lines.input_line(file, line)?;
    let start = place.column.checked_sub(1)? as usize;
    let rest = source.get(start..)?.strip_prefix(variable)?;
    let column = place.column + variable.len() as u32;
    Some((Location { file: file.to_owned(), line, column }, rest))
}

/// An input file with its patches; none if it has none.
pub fn patched(file: &str, patches: &[Patch], lines: &SourceLines) -> Option<String> {
    let mut here: Vec<&Patch> = patches.iter().filter(|p| p.place.file == file).collect();
    if here.is_empty() {
        return None;
    }
    // From the end, so that positions stay what they are.
    here.sort_by_key(|p| std::cmp::Reverse((p.place.line, p.place.column)));
    let mut text: Vec<String> = lines.input(file)?.to_vec();
    for patch in here {
        let line = text.get_mut(patch.place.line as usize - 1)?;
        let at = patch.place.column as usize - 1;
        if line.is_char_boundary(at) {
            line.insert_str(at, &patch.text);
        }
    }
    let mut whole = text.join("\n");
    whole.push('\n');
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# 10 \"a.h\"\nint f(void) {\n  int x, y;\n  char list[4] ;\n  int z = 1;\n}\n";

    fn lines() -> SourceLines {
        let mut lines = SourceLines::default();
        lines.add_input("a.i", TEXT);
        lines
    }

    fn at(line: u32, column: u32) -> Location {
        Location { file: "a.h".into(), line, column }
    }

    #[test]
    fn declarations_are_found_through_line_markers() {
        let lines = lines();
        let y = Patch::initialiser(&lines, "y", &at(11, 10), " = 2".into());
        let x = Patch::initialiser(&lines, "x", &at(11, 7), " = 1".into());
        let list = Patch::statement(&lines, "list", &at(12, 8), " fill(list);".into());
        let patches: Vec<Patch> = [y, x, list].into_iter().flatten().collect();
        let expected = TEXT
            .replace("int x, y;", "int x = 1, y = 2;")
            .replace("char list[4] ;", "char list[4] ; fill(list);");
        assert_eq!(patched("a.i", &patches, &lines), Some(expected));
        assert_eq!(patched("b.i", &patches, &lines), None);
    }

    #[test]
    fn what_is_no_plain_declaration_is_left_alone() {
        let lines = lines();
        let none = |name: &str, line, column| {
            assert_eq!(Patch::initialiser(&lines, name, &at(line, column), String::new()), None);
            assert_eq!(Patch::statement(&lines, name, &at(line, column), String::new()), None);
        };
        none("z", 13, 7);
        none("x", 12, 7);
        none("x", 99, 7);
        none("f", 10, 5);
    }
}
