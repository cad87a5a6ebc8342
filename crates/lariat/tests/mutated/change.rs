//! Changes of programs: of tokens, of lines, of literals, and deep nesting.

use lariat_oracle::random::Random;

/// At most this many changes of one program.
const MOST_CHANGES: usize = 4;

/// Numbers at and beyond what languages can hold, and some that are no numbers.
const NUMBERS: [&str; 17] = [
    "0",
    "1",
    "-1",
    "127",
    "255",
    "32768",
    "2147483647",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0x",
    "1e999",
    "0.0",
    "08",
];

/// How deep nesting is: a little, more than a careless stack holds, and much more.
const DEPTHS: [usize; 4] = [3, 200, 5_000, 60_000];

/// What an expression can be nested in, before and behind.
const AROUND_EXPRESSIONS: [(&str, &str); 9] = [
    ("(", ")"),
    ("-", ""),
    ("!", ""),
    ("~", ""),
    ("1+", ""),
    ("(0,", ")"),
    ("a[", "]"),
    ("f(", ")"),
    ("1?2:", ""),
];

/// What a statement can be nested in.
const AROUND_STATEMENTS: [(&str, &str); 5] =
    [("{", "}"), ("if(1)", ""), ("while(0){", "}"), ("if (*) {", "}"), ("else ", "")];

/// The tokens of a text, with what is between them; together they are the text.
fn tokens(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' || c == '$' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut found = Vec::new();
    let (mut start, mut last) = (0, None);
    for (at, c) in text.char_indices() {
        let kind = kind(c);
        // Each sign is a token of its own.
        if at > start && (last != Some(kind) || kind == 2) {
            found.push(&text[start..at]);
            start = at;
        }
        last = Some(kind);
    }
    found.push(&text[start..]);
    found
}

/// A place among the tokens that is not white.
fn place(tokens: &[String], random: &mut Random) -> usize {
    for _ in 0..20 {
        let at = random.below(tokens.len());
        if !tokens[at].trim().is_empty() {
            return at;
        }
    }
    0
}

/// The place of a token that is a number, if there is one.
fn number(tokens: &[String], random: &mut Random) -> Option<usize> {
    let is_number = |t: &String| t.starts_with(|c: char| c.is_ascii_digit());
    let places: Vec<usize> = (0..tokens.len()).filter(|&i| is_number(&tokens[i])).collect();
    (!places.is_empty()).then(|| *random.pick(&places))
}

/// The program with a few changes; parts of the others may come into it.
pub fn changed(text: &str, others: &[String], random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.between(1, MOST_CHANGES) {
        text = match random.below(10) {
            0..=6 => changed_tokens(&text, others, random),
            _ => changed_lines(&text, others, random),
        };
    }
    text
}

fn changed_tokens(text: &str, others: &[String], random: &mut Random) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let at = place(&tokens, random);
    let other = place(&tokens, random);
    match random.below(12) {
        0 | 1 => {
            tokens.remove(at);
        }
        2 => tokens.insert(at, tokens[at].clone()),
        3 => tokens.swap(at, other),
        4 | 5 => tokens[at] = tokens[other].clone(),
        6 => {
            let from: &String = random.pick(others);
            let from: Vec<String> = self::tokens(from).into_iter().map(str::to_owned).collect();
            let from = from[place(&from, random)].clone();
            tokens.insert(at, format!(" {from} "));
        }
        7 | 8 => {
            let at = number(&tokens, random).unwrap_or(at);
            tokens[at] = (*random.pick(&NUMBERS)).to_owned();
        }
        9 => tokens.truncate(at),
        10 => {
            let at = number(&tokens, random).unwrap_or(at);
            let depth = *random.pick(&DEPTHS);
            let (before, behind) = *random.pick(&AROUND_EXPRESSIONS);
            tokens[at] = format!("{}{}{}", before.repeat(depth), tokens[at], behind.repeat(depth));
        }
        _ => {
            let ends = |i: &usize| matches!(tokens[*i].as_str(), ";" | "{" | "}");
            let at = (at..tokens.len()).find(ends).unwrap_or(at);
            let depth = *random.pick(&DEPTHS);
            let (before, behind) = *random.pick(&AROUND_STATEMENTS);
            tokens[at].push_str(&format!("{};{}", before.repeat(depth), behind.repeat(depth)));
        }
    }
    tokens.concat()
}

fn changed_lines(text: &str, others: &[String], random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(5) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(other, lines[at]),
        2 => lines.swap(at, other),
        3 => {
            let from: Vec<&str> = random.pick(others).lines().collect();
            lines.insert(at, from.get(random.below(from.len().max(1))).copied().unwrap_or(""));
        }
        _ => lines.truncate(at),
    }
    lines.join("\n")
}
