//! Random and damaged input: whatever comes in, there is an answer, and what is accepted
//! survives printing. A failure names its seed.

mod common;

use common::{Random, corpus, parse_text};
use lariat_boogie::{CheckOptions, check, print};

/// Parses, prints and checks; also a tree with gaps must do no harm.
fn exercise(text: &str, what: &str) {
    let parsed = parse_text(text);
    let printed = print(&parsed.program);
    for infer_modifies in [false, true] {
        check(&parsed.program, &CheckOptions { infer_modifies });
    }
    if parsed.is_ok() {
        let again = parse_text(&printed);
        assert!(again.is_ok(), "{what}: {:?}\n{text}\n{printed}", again.diagnostics);
        assert_eq!(print(&again.program), printed, "{what}: {text}");
    }
}

const TOKENS: &str = "var where int real bool const unique function returns axiom type procedure \
    implementation modifies free requires ensures goto return if else while invariant break assert \
    assume havoc yield async call par div mod false true old forall exists lambda then RNE extends \
    complete finite uses datatype is hideable revealed pure hide reveal push pop ( ) [ ] { } |{ }| \
    ; , : :: := = -> | <==> ==> <== && || ! == != < <= > >= <: ++ + - * / ** {: {:nopats x y z T a \
    b f p 0 1 23 1.5 2e3 5bv8 0x1.8e3f24e8 0NaN24e8 \"s\" \\old // /* */ bv8 float24e8 rmode é";

#[test]
fn token_soup() {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(60);
        let words: Vec<&str> = (0..count).map(|_| *random.pick(&tokens)).collect();
        exercise(&words.join(" "), &format!("seed {seed}"));
    }
}

#[test]
fn soup_inside_of_a_body() {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(12);
        let words: Vec<&str> = (0..count).map(|_| *random.pick(&tokens)).collect();
        let soup = words.join(" ");
        let text = match seed % 3 {
            0 => format!("procedure p(x: int) returns (y: int) {{ var z: [int]int; {soup} }}"),
            1 => format!("const x: int; function f(a: int): int; axiom {soup};"),
            _ => format!("type T a; var x: {soup};"),
        };
        exercise(&text, &format!("seed {seed}"));
    }
}

/// Deletes, repeats, exchanges or inserts bytes.
fn damage_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => _ = bytes.remove(at),
            1 => bytes.insert(at, bytes[at]),
            2 => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => bytes.insert(at, *random.pick(b"(){}[]<>:;,=+-*/!&|\"'x0 \n\0\xff")),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The same with words.
fn damage_tokens(text: &str, random: &mut Random) -> String {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    let mut words: Vec<&str> = text.split(' ').collect();
    for _ in 0..1 + random.below(4) {
        if words.is_empty() {
            break;
        }
        let at = random.below(words.len());
        match random.below(4) {
            0 => _ = words.remove(at),
            1 => words.insert(at, words[at]),
            2 => {
                let other = random.below(words.len());
                words.swap(at, other);
            }
            _ => {
                let word: &&str = random.pick(&tokens);
                words.insert(at, *word);
            }
        }
    }
    words.join(" ")
}

#[test]
fn damaged_corpus() {
    let mut seed = 0;
    for folder in ["valid", "invalid"] {
        for case in corpus(folder) {
            for _ in 0..30 {
                seed += 1;
                let mut random = Random::new(seed);
                let damaged = if random.chance(2) {
                    damage_bytes(&case.text, &mut random)
                } else {
                    damage_tokens(&case.text, &mut random)
                };
                exercise(&damaged, &format!("{} seed {seed}", case.name));
            }
        }
    }
}

#[test]
fn truncated_corpus() {
    for folder in ["valid", "invalid"] {
        for case in corpus(folder) {
            let body = case.text.find('\n').map_or(0, |i| i + 1);
            for end in (body..case.text.len()).step_by(3) {
                if case.text.is_char_boundary(end) {
                    exercise(&case.text[body..end], &format!("{} up to {end}", case.name));
                }
            }
        }
    }
}
