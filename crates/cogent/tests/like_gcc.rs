//! Values of random expressions with defined behaviour: the same as gcc computes, under both
//! data models.

mod random;

use lariat_c::DataModel;
use lariat_cogent::{Arch, Options, Prover};
use random::*;
use std::process::Command;

const VARIABLES: usize = 6;

struct Batch {
    /// Initial values as C text, and the expression.
    exprs: Vec<(String, String)>,
}

fn literal(r: &mut Random, kind: Kind) -> String {
    let value = match r.below(4) {
        0 => r.below(4),
        1 => r.next() >> 33,
        2 => r.next(),
        _ => r.below(300),
    };
    format!("({})({}ull)", kind.name(), value)
}

/// Random expressions over constants whose behaviour is defined.
fn batch(r: &mut Random, model: DataModel, count: usize) -> Batch {
    let trap = Prover::new(Options { arch: Arch::Trap, model, ..Options::default() });
    let mut exprs = Vec::new();
    while exprs.len() < count {
        let mut list = Vec::new();
        let mut declarations = String::new();
        for i in 0..VARIABLES {
            let kind = KINDS[r.below(8) as usize];
            declarations.push_str(&format!("const {} v{i} = {};", kind.name(), literal(r, kind)));
            list.push((format!("v{i}"), kind));
        }
        let vars = Variables { list };
        let grammar = Grammar { vars, array: None, union: None, members: 0, quantifiers: false };
        let tree = loop {
            let depth = 2 + r.below(3) as u32;
            let tree = grammar.number(r, depth, &[]);
            let text = tree.c(&grammar.vars);
            if !text.contains("==>") {
                break text;
            }
        };
        let defined = trap.prove(&format!("{declarations} (({tree}), 1)"));
        if defined.is_ok_and(|a| a.is_valid()) {
            exprs.push((declarations, tree));
        }
    }
    Batch { exprs }
}

fn program(batch: &Batch) -> String {
    let mut text = String::from("#include <stdio.h>\n");
    for (i, (declarations, e)) in batch.exprs.iter().enumerate() {
        let volatile = declarations.replace("const", "volatile");
        text.push_str(&format!("static void f{i}(void) {{ {volatile} "));
        for v in 0..VARIABLES {
            text.push_str(&format!("(void)v{v};"));
        }
        text.push_str(&format!("printf(\"%lld %d\\n\", (long long)({e}), (int)sizeof({e})); }}\n"));
    }
    text.push_str("int main(void) {\n");
    for i in 0..batch.exprs.len() {
        text.push_str(&format!("f{i}();\n"));
    }
    text.push_str("return 0; }\n");
    text
}

/// The values as constants of a program that needs no library, for machines without one.
fn bare_program(batch: &Batch) -> String {
    let mut text = String::from("static const long long values[] = {\n");
    for (declarations, e) in &batch.exprs {
        // Replace the variables by their values.
        let mut e = format!(" {e} ");
        for (i, d) in declarations.split(';').enumerate().take(VARIABLES) {
            let value = d.split('=').nth(1).unwrap_or("0");
            e = e.replace(&format!("v{i}"), &format!("({value})"));
        }
        text.push_str(&format!("(long long)({e}), sizeof({e}),\n"));
    }
    text.push_str(
        "};
void _start(void) {
    const char *p = (const char *)values; long left = sizeof values, n;
    while (left > 0) {
        __asm__ volatile(\"int $0x80\" : \"=a\"(n) : \"a\"(4), \"b\"(1), \"c\"(p), \"d\"(left) : \"memory\");
        if (n <= 0) break;
        p += n; left -= n;
    }
    __asm__ volatile(\"int $0x80\" : : \"a\"(1), \"b\"(0));
}\n",
    );
    text
}

/// Compiles and runs; value and size of each expression. `None` if the machine cannot.
fn computed(batch: &Batch, model: DataModel, name: &str) -> Option<Vec<(i64, i64)>> {
    let dir = std::env::temp_dir();
    let base = dir.join(format!("lariat-cogent-{}-{name}", std::process::id()));
    let (source, binary) = (base.with_extension("c"), base.with_extension("exe"));
    let bare = model == DataModel::Ilp32;
    std::fs::write(&source, if bare { bare_program(batch) } else { program(batch) }).ok()?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-std=gnu11", "-o"]).arg(&binary).arg(&source);
    if bare {
        gcc.args(["-m32", "-nostdlib", "-static", "-fno-pie", "-no-pie", "-fno-stack-protector"]);
    }
    let built = gcc.output().ok()?;
    let ran = built.status.success().then(|| Command::new(&binary).output().ok()).flatten();
    if !built.status.success() {
        println!("gcc: {}", String::from_utf8_lossy(&built.stderr).lines().next().unwrap_or(""));
    }
    let _ = std::fs::remove_file(&source);
    let _ = std::fs::remove_file(&binary);
    let out = ran?.stdout;
    if bare {
        let word = |c: &[u8]| i64::from_le_bytes(c.try_into().unwrap_or_default());
        return Some(out.chunks_exact(16).map(|c| (word(&c[..8]), word(&c[8..]))).collect());
    }
    let text = String::from_utf8_lossy(&out).into_owned();
    let pairs = text.lines().filter_map(|l| l.split_once(' '));
    Some(pairs.filter_map(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))).collect())
}

fn compare(model: DataModel, name: &str, batches: usize, per_batch: usize, seed: u64) {
    let mut r = Random(seed);
    let mut checked = 0;
    for k in 0..batches {
        let batch = batch(&mut r, model, per_batch);
        let Some(values) = computed(&batch, model, &format!("{name}{k}")) else {
            println!("{name}: this machine cannot compile and run for the model");
            return;
        };
        assert_eq!(values.len(), batch.exprs.len());
        let prover = Prover::new(Options { model, ..Options::default() });
        for ((declarations, e), (value, size)) in batch.exprs.iter().zip(values) {
            let claim = format!(
                "{declarations} (long long)({e}) == (long long){}ull && sizeof({e}) == {size}",
                value as u64
            );
            let answer = prover.prove(&claim).unwrap_or_else(|e| panic!("{claim}: {e}"));
            assert!(answer.is_valid(), "{claim}: {answer}");
            checked += 1;
        }
    }
    println!("{name}: {checked} expressions agree");
}

#[test]
fn lp64() {
    compare(DataModel::Lp64, "lp64", 10, 1000, 11);
}

#[test]
fn ilp32() {
    compare(DataModel::Ilp32, "ilp32", 10, 1000, 12);
}
