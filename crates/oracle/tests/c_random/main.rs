//! Random C programs, closed and deterministic, compute the same when compiled and run, and when
//! translated and interpreted.
//!
//! A program ends by comparing its checksum with the one that the compiled program printed. If
//! the translation computes the same, and only then, it runs into the error. Three in four have
//! some iterations of every loop as plain code, and constants are propagated in half of them.

mod floats;
mod generator;
mod interpret;
mod native;

use floats::Floats;
use generator::{Generator, Style};
use lariat_c::{DataModel, Source};
use lariat_c2boogie::{
    Check, Checks, Discharge, IntegerEncoding, LIBRARY, MemoryModelKind, Options,
};
use lariat_oracle::Subject;

fn agrees(
    seed: u64,
    text: &str,
    model: DataModel,
    options: &Options,
    expected: u32,
) -> Result<(), String> {
    let closed = format!(
        "{text}\nextern void __VERIFIER_error(void);\n\
         int main(void) {{ if (run() == {expected}u) __VERIFIER_error(); return 0; }}\n"
    );
    let sources = [Source { name: "random.c", text: &closed }, LIBRARY];
    let program = lariat_c::read_program(&sources, model);
    if program.has_errors() {
        let shown: Vec<String> =
            program.diagnostics.iter().map(|d| d.as_lines(&program.files)).collect();
        return Err(shown.join("\n"));
    }
    let boogie =
        lariat_c2boogie::translate(&program, options).map_err(|e| e.as_lines(&program.files))?;
    let copies = (seed % 4) as u32;
    let mut subject = Subject::peeled(&boogie.text, Some("$start"), true, copies)
        .map_err(|r| format!("{r:?}"))?;
    if seed % 8 < 4 {
        lariat_passes::propagate_constants(&mut subject.program);
    }
    match interpret::fails(&subject)? {
        true => Ok(()),
        false => Err(format!("the translation does not compute {expected}")),
    }
}

fn compare(
    model: DataModel,
    encodings: &[IntegerEncoding],
    memory: MemoryModelKind,
    seeds: std::ops::Range<u64>,
) {
    compare_with(model, encodings, &Options { memory, ..Options::default() }, seeds);
}

fn compare_with(
    model: DataModel,
    encodings: &[IntegerEncoding],
    options: &Options,
    seeds: std::ops::Range<u64>,
) {
    // Where `x & y` is left open, nothing can be computed with it.
    let style = Style { only_constant_masks: encodings.contains(&IntegerEncoding::Int) };
    let programs: Vec<(u64, String)> =
        seeds.map(|seed| (seed, Generator::new(seed, style).program())).collect();
    compare_programs(model, encodings, options, &programs);
}

fn compare_programs(
    model: DataModel,
    encodings: &[IntegerEncoding],
    options: &Options,
    programs: &[(u64, String)],
) {
    let Some(expected) = native::run(programs, model) else {
        eprintln!("skipped: the compiler cannot make programs for {model:?} that run here");
        return;
    };
    let mut problems = Vec::new();
    for ((seed, text), expected) in programs.iter().zip(expected) {
        for &integers in encodings {
            let options = Options { integers, ..options.clone() };
            if let Err(problem) = agrees(*seed, text, model, &options, expected) {
                problems.push(format!("seed {seed}, {integers:?}: {problem}\n{text}"));
            }
        }
    }
    let heads: Vec<&str> = problems.iter().filter_map(|p| p.lines().next()).collect();
    assert!(
        problems.is_empty(),
        "{} differ:\n{}\nThe first:\n{}",
        problems.len(),
        heads.join("\n"),
        problems[0]
    );
}

/// What the compiled program does is not shown to be impossible: neither exactly, nor when loops are fixed points, nor
/// with inputs that can have the values of the compiled program.
#[test]
fn what_happens_is_not_discharged() {
    for (model, seeds) in
        [(DataModel::Lp64, 110_000..110_200), (DataModel::Ilp32, 120_000..120_100)]
    {
        let style = Style { only_constant_masks: false };
        let programs: Vec<(u64, String)> =
            seeds.map(|seed| (seed, Generator::new(seed, style).program())).collect();
        let Some(expected) = native::run(&programs, model) else { return };
        for ((seed, text), expected) in programs.iter().zip(expected) {
            let inputs: String = ["g0", "g1", "g2", "g3", "arr[1]", "s0.a", "s0.d[2]"]
                .iter()
                .enumerate()
                .map(|(i, place)| {
                    let (below, above) = (seed >> i & 3, seed >> (i + 1) & 7);
                    format!(
                        "{{ long long now = {place}, n = input(); \
                         if (n < now - {below} || n > now + {above}) return 0; {place} = n; }}\n"
                    )
                })
                .collect();
            for inputs in ["", &inputs] {
                let c = format!(
                    "{text}\nextern void __VERIFIER_error(void); extern long long input(void);\n\
                     int main(void) {{\n{inputs}if (run() == {expected}u) __VERIFIER_error(); return 0; }}\n"
                );
                let sources = [Source { name: "random.c", text: &c }, LIBRARY];
                let program = lariat_c::read_program(&sources, model);
                assert!(!program.has_errors(), "{c}");
                for discharge in [Discharge::Shown, Discharge::Coarsely] {
                    let options = Options { discharge, ..Options::default() };
                    let boogie = lariat_c2boogie::translate(&program, &options).unwrap().text;
                    let error = boogie.lines().find(|l| l.contains("{:item")).unwrap();
                    assert!(error.ends_with("false;"), "seed {seed}, {discharge:?}: {error}\n{c}");
                }
            }
        }
    }
}

#[test]
fn floats() {
    let seeds = 100_000..100_150;
    for (model, wide) in [(DataModel::Lp64, true), (DataModel::Ilp32, false)] {
        let programs: Vec<(u64, String)> =
            seeds.clone().map(|seed| (seed, Floats::new(seed, wide).program())).collect();
        compare_programs(model, &[Bv, Mixed, Int], &Options::default(), &programs);
    }
}

use IntegerEncoding::{Bv, Int, Mixed, MixedAllOps};

/// A check that finds fault with a program that does nothing wrong would fail. (The programs overflow on purpose.)
#[test]
fn checks_find_no_fault() {
    let checks = Checks::ALL.without(Checks::of(&[Check::Overflow]));
    let options = Options { checks, ..Options::default() };
    compare_with(DataModel::Lp64, &[Bv, Mixed], &options, 80_000..80_100);
    compare_with(DataModel::Ilp32, &[Bv], &options, 90_000..90_050);
}

#[test]
fn lp64() {
    compare(DataModel::Lp64, &[Bv, Mixed], MemoryModelKind::Refined, 0..1000);
}

#[test]
fn ilp32() {
    compare(DataModel::Ilp32, &[Bv, Mixed], MemoryModelKind::Refined, 10_000..11_000);
}

#[test]
fn all_operators_on_bits() {
    compare(DataModel::Lp64, &[MixedAllOps], MemoryModelKind::Refined, 20_000..20_100);
    compare(DataModel::Ilp32, &[MixedAllOps], MemoryModelKind::Refined, 30_000..30_100);
}

#[test]
fn integers_only() {
    compare(DataModel::Lp64, &[Int], MemoryModelKind::Refined, 40_000..40_100);
    compare(DataModel::Ilp32, &[Int], MemoryModelKind::Refined, 50_000..50_100);
}

#[test]
fn one_map_of_bytes() {
    compare(DataModel::Lp64, &[Bv, Mixed], MemoryModelKind::Unified, 60_000..60_050);
    compare(DataModel::Ilp32, &[Bv, Mixed], MemoryModelKind::Unified, 70_000..70_050);
}
