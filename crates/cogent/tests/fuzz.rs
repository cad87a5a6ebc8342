//! Random texts as claims: an answer or an error, no panic, no hang.

mod random;

use lariat_cogent::{Options, Prover};
use random::Random;
use std::time::{Duration, Instant};

const WORDS: [&str; 78] = [
    "int",
    "unsigned",
    "char",
    "struct",
    "union",
    "enum",
    "s",
    "x",
    "y",
    "p",
    "q",
    "a",
    "f",
    "*",
    "&",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "==>",
    "<==>",
    "&&",
    "||",
    "!",
    "~",
    "-",
    "+",
    "/",
    "%",
    "<<",
    ">>",
    "?",
    ":",
    ".",
    "->",
    "=",
    "++",
    "--",
    "0",
    "1",
    "7",
    "100000",
    "0x7fffffff",
    "1ull",
    "'c'",
    "\"s\"",
    "forall",
    "exists",
    "sizeof",
    "update",
    "overflow_add",
    "in_bounds",
    "same_object",
    "equal",
    "const",
    "extern",
    "typedef",
    "long",
    "short",
    "_Bool",
    "float",
    "void",
    "if",
    "return",
    "...",
    "1e9",
    "^",
    "|",
];

const SEEDS: [&str; 6] = [
    "int x; x + 1 > x ;",
    "struct s { int a ; union { int i ; char c ; } u ; } x , * p ; update ( x , . u . i , 5 ) . a == x . a ;",
    "int a [ 10 ] ; int * p , * q ; int n ; ! ( p == a + 2 && q == a + n && p == q ) ;",
    "unsigned x ; exists ( unsigned y ) y == x + 1 && forall ( char c ) c <= 127 ;",
    "extern int a [ ] ; int f ( int ) ; int x ; f ( a [ x ] ) == f ( a [ 3 ] ) ==> x / 3 == x % 7 ;",
    "enum e { A , B = 5 } e ; typedef unsigned long ul ; ul z ; ( char ) z << 3 == ( e ? A : B ) ;",
];

fn run(text: &str, slowest: &mut Duration) {
    let time_limit = Some(Duration::from_millis(200));
    let options = Options { time_limit, max_instances: 20, ..Options::default() };
    let start = Instant::now();
    let _ = Prover::new(options).prove(text);
    *slowest = (*slowest).max(start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(20), "{text}");
}

#[test]
fn random_words() {
    let mut r = Random(7);
    let mut slowest = Duration::ZERO;
    for _ in 0..4000 {
        let n = 1 + r.below(25);
        let words: Vec<&str> = (0..n).map(|_| WORDS[r.below(78) as usize]).collect();
        run(&words.join(" "), &mut slowest);
    }
    println!("slowest {slowest:?}");
}

#[test]
fn mutated_claims() {
    let mut r = Random(8);
    let mut slowest = Duration::ZERO;
    for _ in 0..4000 {
        let seed = SEEDS[r.below(6) as usize];
        let mut words: Vec<&str> = seed.split(' ').collect();
        for _ in 0..1 + r.below(4) {
            let at = r.below(words.len() as u64) as usize;
            match r.below(3) {
                0 => words[at] = WORDS[r.below(78) as usize],
                1 => words.insert(at, WORDS[r.below(78) as usize]),
                _ if words.len() > 1 => {
                    words.remove(at);
                }
                _ => {}
            }
        }
        run(&words.join(" "), &mut slowest);
    }
    println!("slowest {slowest:?}");
}

#[test]
fn random_bytes_and_depth() {
    let mut r = Random(9);
    let mut slowest = Duration::ZERO;
    for _ in 0..2000 {
        let n = 1 + r.below(40);
        let text: String = (0..n).map(|_| (32 + r.below(95)) as u8 as char).collect();
        run(&text, &mut slowest);
    }
    for deep in [50, 150, 500, 5000] {
        run(&format!("int x; {}x{}", "(".repeat(deep), ")".repeat(deep)), &mut slowest);
        run(&format!("int x; {}x", "!".repeat(deep)), &mut slowest);
        run(&format!("int x; x{}", " + x".repeat(deep)), &mut slowest);
        run(&format!("int x; x{} == 1", " ? x : x".repeat(deep)), &mut slowest);
        run(&format!("int {}x; x == x", "*".repeat(deep)), &mut slowest);
    }
}
