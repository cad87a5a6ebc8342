//! `lariat prove` and `lariat prove-path`: the bit-precise prover for C expressions.

use crate::args::Format;
use crate::args::choice::{choice, default};
use crate::check::write_out;
use crate::diagnostics::{self, render_all};
use crate::exit::Exit;
use crate::input::plain_reason;
use crate::style::{ColorChoice, Paint};
use crate::{qbf, quantity};
use clap::Args;
use lariat_c::{DataModel, Diagnostic, IntKind, Originals, Program, Source, preprocess};
use lariat_cogent::{
    Answer, Arch, Counterexample, Extras, Options, PointerComparison, ProofFormat, Query, Size,
    SolverChoice, UnionReads, Verdict, Widths, core_hypotheses, prove, prove_path,
};
use lariat_diagnostics::Report;
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// Examples for the help.
pub const HELP: &str = "\
A claim is C: declarations, then an expression. On top of C there are `==>`, `<==>`,
`forall (T x) e`, `exists (T x) e`, overflow_add(a, b) and the like, in_bounds(p),
same_object(p, q), equal(s, t) and update(s, .member, value).

Examples:
  lariat prove 'int x; x + 1 > x'
  lariat prove 'unsigned x, y; (x ^ y) + 2*(x & y) == x + y'
  lariat prove --arch twos-complement 'int x; x + 1 - 1 == x'
  lariat prove --file queries.c --format json
  lariat prove --core 'int x, y; x > 0 && y > 0 && y < 9 ==> x != 0'";

impl ProveArgs {
    fn proof_format(&self) -> Option<ProofFormat> {
        let file = self.proof.as_ref()?;
        let is_lrat = Path::new(file).extension().is_some_and(|e| e == "lrat");
        let by_name = if is_lrat { ProofFormat::Lrat } else { ProofFormat::Drat };
        Some(self.proof_format.unwrap_or(by_name))
    }
}

/// What both commands understand.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// How wide `long` and pointers are
    #[arg(long, ignore_case = true, value_parser = choice(DataModel::TABLE), default_value = default(DataModel::TABLE))]
    pub data_model: DataModel,
    /// What undefined arithmetic means
    #[arg(long, value_parser = choice(Arch::TABLE), default_value = default(Arch::TABLE))]
    pub arch: Arch,
    /// What reading a union member other than the one written last gives
    #[arg(long, value_parser = choice(UnionReads::TABLE), default_value = default(UnionReads::TABLE))]
    pub unions: UnionReads,
    /// What comparing pointers looks at
    #[arg(long, value_parser = choice(PointerComparison::TABLE), default_value = default(PointerComparison::TABLE))]
    pub pointers: PointerComparison,
    /// The width in bits of a type: char, short, int, long or longlong
    #[arg(long, value_name = "TYPE=BITS", value_parser = quantity::setting)]
    pub width: Vec<(String, String)>,
    /// The SAT solver
    #[arg(long, value_parser = choice(SolverChoice::TABLE), default_value = default(SolverChoice::TABLE))]
    pub sat: SolverChoice,
    /// Give up on a claim after this time
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "60s")]
    pub time_limit: Duration,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
}

/// Arguments of `prove`.
#[derive(Debug, Args)]
pub struct ProveArgs {
    /// Declarations and a claim
    #[arg(required_unless_present = "file", value_name = "CLAIM")]
    pub claim: Option<String>,
    /// Read declarations and any number of claims from a file, one answer per line
    #[arg(long, value_name = "FILE", conflicts_with = "claim")]
    pub file: Option<String>,
    /// Say which hypotheses of `h1 && h2 ==> c` a proof needed
    #[arg(long)]
    pub core: bool,
    /// Write the clauses, satisfiable if and only if the claim is not valid
    #[arg(long, value_name = "FILE")]
    pub dimacs: Option<String>,
    /// Write the claim as a quantified Boolean formula, true if and only if it is not valid
    #[arg(long, value_name = "FILE")]
    pub qdimacs: Option<String>,
    /// The solver for quantified Boolean formulas: a command that takes a QDIMACS file and ends
    /// with 10 (true) or 20 (false); asked if the claim has more than two levels of
    /// quantifiers, or the prover gives up on them
    #[arg(long, value_name = "CMD", default_value = "depqbf")]
    pub qbf_solver: String,
    /// Write a proof of validity, for the clauses that --dimacs writes
    #[arg(long, value_name = "FILE")]
    pub proof: Option<String>,
    /// The format of the proof; by default LRAT if the file is called so, else DRAT
    #[arg(long, value_name = "FORMAT", requires = "proof", value_parser = choice(ProofFormat::TABLE))]
    pub proof_format: Option<ProofFormat>,
    /// The machine and the effort
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Arguments of `prove-path`.
#[derive(Debug, Args)]
pub struct ProvePathArgs {
    /// The C file
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The function whose assertions are checked, for all parameters and globals
    #[arg(long, value_name = "NAME")]
    pub function: String,
    /// How many rounds of a loop (and activations of a recursive function) are looked at; if
    /// there may be more, nothing is called valid
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub unwind: usize,
    /// The machine and the effort
    #[command(flatten)]
    pub machine: MachineArgs,
}

fn fail(message: &str, exit: Exit) -> ! {
    eprintln!("error: {message}");
    exit.now()
}

fn paint() -> Paint {
    Paint { on: ColorChoice::Auto.applies_to(&std::io::stderr()) }
}

/// What is wrong with a text of C.
struct Problems<'p> {
    diagnostics: &'p [Diagnostic],
    originals: Originals<'p>,
}

impl<'p> Problems<'p> {
    fn new(program: &'p Program, name: &'p str, text: &'p str) -> Self {
        let originals = Originals::new(&program.files, &[Source { name, text }], [(name, text)]);
        Problems { diagnostics: &program.diagnostics, originals }
    }

    fn print(&self) {
        let errors = self.diagnostics.iter().filter(|d| d.is_error());
        let errors: Vec<Diagnostic> = errors.cloned().collect();
        eprint!("{}", render_all(&errors, &self.originals, &paint()));
    }

    /// The answer for a claim that these say something about, or else for all claims.
    fn as_json(&self, about: Option<Range<usize>>) -> Value {
        let about = about.and_then(|range| self.diagnostics.get(range));
        let about = about.unwrap_or(self.diagnostics);
        json!({ "verdict": "error", "diagnostics": diagnostics::as_json(about, &self.originals) })
    }
}

fn options(args: &MachineArgs) -> Options {
    let mut widths = Widths::default();
    for (name, bits) in &args.width {
        let kind = match &name[..] {
            "char" => IntKind::Char,
            "short" => IntKind::Short,
            "int" => IntKind::Int,
            "long" => IntKind::Long,
            "longlong" => IntKind::LongLong,
            _ => fail(&format!("there is no type `{name}` to give a width"), Exit::Usage),
        };
        match bits.parse::<usize>() {
            Ok(bits) if (2..=128).contains(&bits) => widths.integers.push((kind, bits)),
            _ => fail("a width is a number from 2 to 128", Exit::Usage),
        }
    }
    Options {
        model: args.data_model,
        widths,
        arch: args.arch,
        unions: args.unions,
        pointers: args.pointers,
        solver: args.sat,
        time_limit: Some(args.time_limit),
        ..Options::default()
    }
}

fn as_json(answer: &Answer, claim: &str) -> Value {
    let mut object = json!({ "claim": claim, "seconds": answer.time.as_secs_f64() });
    match &answer.verdict {
        Verdict::Valid => object["verdict"] = json!("valid"),
        Verdict::Unknown(why) => {
            object["verdict"] = json!("unknown");
            object["reason"] = json!(why);
        }
        Verdict::NotValid(c) => {
            object["verdict"] = json!("not valid");
            object["counterexample"] = c
                .values
                .iter()
                .map(|v| json!({ "name": v.name, "value": v.text, "hex": v.hex }))
                .collect();
            object["made_up"] = c
                .made_up
                .iter()
                .map(|m| json!({ "expression": m.expr, "reason": m.reason.describe() }))
                .collect();
        }
    }
    object
}

fn exit_of(answers: &[Option<Answer>]) -> Exit {
    let verdicts = || answers.iter().flatten().map(|a| &a.verdict);
    if answers.iter().any(Option::is_none) {
        Exit::BadInput
    } else if verdicts().any(|v| matches!(v, Verdict::NotValid(_))) {
        Exit::Bug
    } else if verdicts().any(|v| matches!(v, Verdict::Unknown(_))) {
        Exit::Inconclusive
    } else {
        Exit::Proved
    }
}

fn read(file: &str) -> String {
    std::fs::read_to_string(file)
        .unwrap_or_else(|e| fail(&format!("{file}: {}", plain_reason(&e)), Exit::BadInput))
}

fn write(file: &str, text: &str) {
    if let Err(e) = std::fs::write(file, text) {
        fail(&format!("{file}: {}", plain_reason(&e)), Exit::BadInput);
    }
}

/// Runs `prove` and ends the process.
pub fn main(args: &ProveArgs) -> ! {
    let options = options(&args.machine);
    let (name, text) = match (&args.file, &args.claim) {
        (Some(file), _) => (file.as_str(), read(file)),
        (None, claim) => ("<claim>", claim.clone().unwrap_or_default()),
    };
    let source = Source { name, text: &text };
    let (program, claims) =
        lariat_c::read_claims(source, options.model, &options.widths.of_types());
    let mut inside = claims.iter().flat_map(|c| c.problems.clone());
    let first_inside = inside.next().unwrap_or(usize::MAX);
    let single = args.file.is_none();
    let problems = Problems::new(&program, name, &text);
    if let Some(first) = program.diagnostics.iter().position(Diagnostic::is_error) {
        problems.print();
        if single || first < first_inside {
            if args.machine.format == Format::Json {
                write_out(&format!("{}\n", problems.as_json(None)));
            }
            Exit::BadInput.now();
        }
    }
    if claims.is_empty() {
        fail("there is no claim, only declarations", Exit::BadInput);
    }
    if single && claims.len() > 1 {
        fail("more than one claim; put them into a file and use --file", Exit::BadInput);
    }
    let extras = Extras {
        core: args.core,
        dimacs: args.dimacs.is_some(),
        qdimacs: args.qdimacs.is_some(),
        proof: args.proof_format(),
    };
    let mut answers = Vec::new();
    for claim in &claims {
        let claim_text = text.get(claim.text.clone()).unwrap_or("").trim();
        let Some(expr) = claim.expr else {
            if args.machine.format == Format::Json {
                let mut line = problems.as_json(Some(claim.problems.clone()));
                line["claim"] = json!(claim_text);
                write_out(&format!("{line}\n"));
            } else {
                write_out("error\n");
            }
            answers.push(None);
            continue;
        };
        let query = Query { program: &program, hypotheses: Vec::new(), claim: expr };
        if let Some(outside) = qbf::deep(&query, &options, &args.qbf_solver) {
            answers.push(Some(tell_outside(args, claim_text, &outside)));
            continue;
        }
        let (answer, exports) = prove(&query, &options, &extras);
        if matches!(answer.verdict, Verdict::Unknown(_))
            && let Some(outside) = qbf::any(&query, &options, &args.qbf_solver)
        {
            answers.push(Some(tell_outside(args, claim_text, &outside)));
            continue;
        }
        if let (Some(file), Some(text)) = (&args.dimacs, exports.dimacs) {
            write(file, &text);
        }
        if let (Some(file), Some(text)) = (&args.proof, exports.proof) {
            write(file, &text);
        }
        match (&args.qdimacs, exports.qdimacs) {
            (Some(file), Some(text)) => write(file, &text),
            (Some(_), None) => eprintln!(
                "warning: --qdimacs: the claim has quantifiers that are instantiated on demand; \
                 nothing was written"
            ),
            _ => {}
        }
        let core: Option<Vec<String>> = answer.core.as_ref().map(|core| {
            let all = core_hypotheses(&query);
            core.iter().filter_map(|&i| all.get(i).cloned()).collect()
        });
        if args.machine.format == Format::Json {
            let mut object = as_json(&answer, claim_text);
            if let Some(core) = core {
                object["core"] = json!(core);
            }
            write_out(&format!("{object}\n"));
        } else {
            let mut out = format!("{answer}\n");
            if let Some(core) = core {
                out = format!("{answer}; hypotheses used: {}\n", core.join(", "));
            }
            if let (true, Verdict::NotValid(c)) = (single, &answer.verdict) {
                for v in c.values.iter().filter(|v| v.text != v.hex) {
                    out.push_str(&format!("  {} = {} = {}\n", v.name, v.text, v.hex));
                }
            }
            write_out(&out);
        }
        answers.push(Some(answer));
    }
    exit_of(&answers).now()
}

/// Writes the answer of a solver for quantified Boolean formulas.
fn tell_outside(args: &ProveArgs, claim: &str, outside: &qbf::Outside) -> Answer {
    let verdict = match outside.valid {
        true => Verdict::Valid,
        false => Verdict::NotValid(Counterexample::default()),
    };
    if args.qdimacs.is_some() || args.dimacs.is_some() || args.proof.is_some() {
        if let Some(file) = &args.qdimacs {
            write(file, &outside.qdimacs);
        }
        if args.dimacs.is_some() || args.proof.is_some() {
            eprintln!("warning: {} gives no clauses and no proof; none were written", outside.by);
        }
    }
    let answer = Answer { verdict, core: None, time: outside.time, size: Size::default() };
    if args.machine.format == Format::Json {
        let mut object = as_json(&answer, claim);
        object["by"] = json!(outside.by);
        write_out(&format!("{object}\n"));
    } else {
        let seconds = outside.time.as_secs_f64();
        write_out(&match outside.valid {
            true => format!("valid ({seconds:.2} s, by {})\n", outside.by),
            false => format!("not valid: by {}, which gives no values\n", outside.by),
        });
    }
    answer
}

/// Runs `prove-path` and ends the process.
pub fn path_main(args: &ProvePathArgs) -> ! {
    if !args.machine.width.is_empty() {
        fail(
            "--width is about the types of claims; a program is compiled with those that it has",
            Exit::Usage,
        );
    }
    let options = Options { unwind: args.unwind, ..options(&args.machine) };
    let original = read(&args.file);
    let mut text = original.clone();
    let path = Path::new(&args.file);
    if !preprocess::is_preprocessed(path) && preprocess::should_preprocess(&text) {
        text = match preprocess::Preprocessor::new(options.model).run(path) {
            Ok(text) => text,
            Err(e) => {
                let Report { diagnostics, excerpts } = e.report();
                eprint!("{}", render_all(&diagnostics, &excerpts, &paint()));
                Exit::BadInput.now()
            }
        };
    }
    let source = Source { name: &args.file, text: &text };
    let program = lariat_c::read_program(&[source], options.model);
    if program.has_errors() {
        let originals =
            Originals::new(&program.files, &[source], [(args.file.as_str(), original.as_str())]);
        Problems { diagnostics: &program.diagnostics, originals }.print();
        Exit::BadInput.now();
    }
    let Some(function) = program.function_named(&args.function) else {
        fail(&format!("there is no function `{}`", args.function), Exit::BadInput);
    };
    let answer = prove_path(&program, function, &options);
    if args.machine.format == Format::Json {
        write_out(&format!("{}\n", as_json(&answer, &args.function)));
    } else {
        write_out(&format!("{answer}\n"));
    }
    exit_of(&[Some(answer)]).now()
}
