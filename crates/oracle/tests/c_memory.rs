//! Memory means what addresses say: small random programs with pointers from outside that are compared with objects,
//! objects that are given away, neighbouring members, unions, casts and copies of unknown length have the same verdict
//! with as many maps as aliasing allows and with one map of bytes.
//!
//! Pointers from outside are used only where they were compared with a place, or with each other: elsewhere the map of
//! bytes has them point between elements, which types exclude. `LARIAT_MEMORY_PROGRAMS` is how many programs.

use lariat_c::{DataModel, Source};
use lariat_c2boogie::{IntegerEncoding, LIBRARY, MemoryModelKind, Options};
use lariat_oracle::Subject;
use lariat_oracle::random::Random;
use lariat_oracle::search::{Config, search};
use lariat_passes::Goal;

const PROGRAMS: u64 = 12;

const HEAD: &str = "extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
struct pair { int left; short right; short last; };
struct outer { short head; struct pair inner; int tail; };
union both { int number; short half[2]; };
extern int *some_int(int); extern short *some_short(int); extern void *some(int);
extern struct pair *some_pair(int);
extern void give(void *);
int row[3]; static int quiet; static struct outer box; struct pair pairs[2]; static union both both;
";

/// Places of type `int` and of type `short`.
const INTS: &[&str] = &[
    "row[0]",
    "row[1]",
    "row[2]",
    "quiet",
    "box.inner.left",
    "box.tail",
    "pairs[0].left",
    "pairs[1].left",
    "both.number",
];
const SHORTS: &[&str] = &[
    "box.head",
    "box.inner.right",
    "box.inner.last",
    "pairs[1].right",
    "pairs[0].last",
    "both.half[0]",
    "both.half[1]",
];
const OBJECTS: &[&str] =
    &["row", "&quiet", "&box", "&box.inner", "&pairs[1]", "&both", "&box.tail"];

struct Program {
    random: Random,
    text: String,
}

impl Program {
    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        self.random.pick::<&str>(from)
    }

    fn line(&mut self, line: String) {
        self.text.push_str("  ");
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// The name of a pointer, the places it may be compared with.
    fn pointer(&mut self) -> (&'static str, &'static [&'static str]) {
        match self.random.below(5) {
            0 => ("p", INTS),
            1 => ("q", INTS),
            2 => ("r", SHORTS),
            3 => ("((int *)v)", INTS),
            _ => ("(&w->left)", INTS),
        }
    }

    fn statement(&mut self) {
        let value = self.random.below(4);
        match self.random.below(9) {
            0 | 1 => {
                let place = self.pick(INTS);
                self.line(format!("{place} = {value};"));
            }
            2 => {
                let place = self.pick(SHORTS);
                self.line(format!("{place} = {value};"));
            }
            3 | 4 => {
                let (pointer, places) = self.pointer();
                let place = self.pick(places);
                let check = self.check(place, value);
                self.line(format!(
                    "if ({pointer} == &{place}) {{ *{pointer} = {value}; {check} }}"
                ));
            }
            5 => {
                let (check, place) = (self.check("*q", value), self.pick(INTS));
                let both = format!("p == q && q == &{place}");
                self.line(format!("if ({both}) {{ *q = 9; *p = {value}; {check} }}"));
            }
            6 => {
                let object = self.pick(OBJECTS);
                self.line(format!("give({object});"));
            }
            7 => {
                let (to, from) = (self.random.below(2), self.random.below(2));
                let from = ["&pairs[0]", "&box.inner"][from];
                self.line(format!("if (n <= 8) memcpy(&pairs[{to}], {from}, n);"));
            }
            _ => self.line("if (n <= 5) memset(&box.inner, 0, n);".to_owned()),
        }
    }

    /// A check that holds in half of the programs.
    fn check(&mut self, place: &str, value: usize) -> String {
        let relation = if self.random.below(3) == 0 { "==" } else { "!=" };
        format!("if ({place} {relation} {value}) __VERIFIER_error();")
    }
}

fn program(seed: u64) -> String {
    let text = format!("{HEAD}int main(void) {{\n");
    let mut program = Program { random: Random::new(seed), text };
    program.line("unsigned n = __VERIFIER_nondet_uint();".into());
    program.line("int *p = some_int(1), *q = some_int(2); short *r = some_short(3);".into());
    program.line("void *v = some(4); struct pair *w = some_pair(5);".into());
    for _ in 0..5 + program.random.below(5) {
        program.statement();
    }
    let place = program.pick(INTS);
    let value = program.random.below(3);
    let last = format!("if ({place} == {value}) __VERIFIER_error();");
    if program.random.below(2) == 0 {
        program.line(last);
    }
    program.line("return 0;\n}".into());
    program.text
}

fn fails(c: &str, memory: MemoryModelKind) -> Option<bool> {
    let sources = [Source { name: "random.c", text: c }, LIBRARY];
    let program = lariat_c::read_program(&sources, DataModel::Lp64);
    assert!(!program.has_errors(), "{c}");
    let options = Options { memory, integers: IntegerEncoding::Bv, ..Options::default() };
    let boogie = lariat_c2boogie::translate(&program, &options).unwrap();
    let subject = Subject::with(&boogie.text, Some("$start"), true).unwrap();
    search(&subject, Goal::Failure, 10, Config::SEARCHES[0]).reached()
}

#[test]
fn maps_and_one_map_agree() {
    let wanted = std::env::var("LARIAT_MEMORY_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let mut problems = Vec::new();
    for seed in 0..wanted.unwrap_or(PROGRAMS) {
        let text = program(seed);
        let refined = fails(&text, MemoryModelKind::Refined);
        let unified = fails(&text, MemoryModelKind::Unified);
        if let (Some(refined), Some(unified)) = (refined, unified)
            && refined != unified
        {
            problems.push(format!("seed {seed}: refined {refined}, unified {unified}\n{text}"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
