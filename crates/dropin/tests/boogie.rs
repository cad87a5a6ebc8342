//! Boogie's lines, read by those who call it: the expressions with which the Move Prover, Carbon, SMACK, VeriSol and BASIL take its output apart,
//! over programs in the style of theirs.

use lariat_budget::Budget;
use lariat_dropin::Files;
use lariat_dropin::boogie::{Counts, Parsed, error_lines, logo, parse, trailer};
use lariat_modular::{infer, verify};
use lariat_verdict::Place;
use lariat_verify::Program;
use regex::Regex;

struct NoFiles;

impl Files for NoFiles {
    fn is_file(&self, _: &str) -> bool {
        false
    }
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("cannot read `{name}`"))
    }
}

fn boogie(program: &str, flags: &str) -> String {
    let args: Vec<String> =
        ["p.bpl"].into_iter().chain(flags.split_whitespace()).map(str::to_owned).collect();
    let Ok(Parsed::Run(flags)) = parse(&args, 1, &NoFiles) else { panic!("{flags}") };
    let program = Program::boogie("p.bpl", program).expect("a text");
    let source = program.source(flags.settings.infer_modifies, |_| {});
    let source = source.unwrap_or_else(|e| panic!("{}", e.in_words()));
    let chosen = flags.choice.of(source.implementations(), flags.settings.inline);
    let budget = Budget::seconds(120);
    let verified = match flags.infer_contracts {
        true => {
            let constants = source.existentials();
            infer(&program, constants, &chosen, &flags.settings, &budget)
                .expect("an answer")
                .verified
        }
        false => verify(&program, &chosen, &flags.settings, &budget, |_| {}),
    };
    let mut counts = Counts::default();
    let mut out = if flags.logo { logo(flags.dialect) } else { String::new() };
    for one in &verified {
        let (file, line, column) = source.place(&one.implementation);
        out.push_str(&error_lines(one, &Place { file, line, column }, &flags, &mut counts));
    }
    out + &trailer(counts, &flags)
}

fn lines(pattern: &str, text: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).expect("a pattern");
    text.lines().filter(|line| pattern.is_match(line)).map(str::to_owned).collect()
}

const MOVE: &str = r#"
type $Value;
procedure {:timeLimit 40} $transfer_verify(amount: int, balance: int) returns (left: int)
{
  assume amount >= 0 && balance >= 0;
  assume {:print "$at(2,100,120)"} true;
  assume {:print "$track_local(0,1,2):", amount} amount == amount;
  left := balance - amount;
  assert {:msg "assert_failed(2,300,310): balance does not go below zero"} left >= 0;
}
procedure $ok_verify(x: int) { assert {:msg "assert_failed(2,1,2): none"} x == x; }
"#;

#[test]
fn the_move_prover() {
    let flags = "-printVerifiedProceduresCount:0 -printModel:1 -enhancedErrorMessages:1 -errorLimit:5 -vcsCores:4 -inferModifies \
                 -useArrayAxioms -vcsSplitOnEveryAssert -proverLog:@PROC@.smt -proverOpt:O:smt.QI.EAGER_THRESHOLD=100";
    let out = boogie(MOVE, flags);
    let failed = lines(r"^assert_failed\(\d+,\d+,\d+\): .*$", &out);
    assert_eq!(failed, ["assert_failed(2,300,310): balance does not go below zero"], "{out}");
    assert_eq!(lines(r"^\$track_local\(0,1,2\):\d+$", &out).len(), 1, "{out}");
    assert!(out.contains("Execution trace:") && out.contains("Augmented execution trace:"));
    assert!(
        out.contains("*** MODEL\n")
            && out.contains("*** STATE <initial>\n")
            && out.contains("*** END_MODEL\n")
    );
    assert!(out.ends_with("Boogie program verifier finished with 1 error\n"), "{out}");
    let version = Regex::new(r"version ([0-9]+)\.([0-9]+)\.([0-9]+)\.([0-9]+)").expect("a pattern");
    let found = version.captures(&out).expect("a version");
    let number = |n: usize| found[n].parse::<u32>().expect("a number");
    let numbers = [number(1), number(2), number(3), number(4)];
    assert!(([3, 0, 1, 0]..=[3, 5, 6, 0]).contains(&numbers));
}

const VIPER: &str = r#"
type HeapType = [int]int;
var Heap: HeapType;
procedure inc(this: int) modifies Heap;
{
  assume {:captureState "start"} true;
  Heap[this] := Heap[this] + 1;
  assert {:msg "  Assert might fail. Assertion x.f > 0 might not hold. (inc.vpr@5.10--5.17) [23]"} Heap[this] > 0;
  assert {:msg "  Assert might fail. Assertion true might not hold. (inc.vpr@6.10--6.14) [24]"} true;
}
procedure right(this: int) { assert {:msg "  Assert might fail. [25]"} this == this; }
"#;

#[test]
fn carbon_knows_every_line() {
    let flags = "/vcsCores:2 /errorTrace:0 /errorLimit:10000000 /proverOpt:O:smt.mbqi=false";
    let out = boogie(VIPER, flags);
    let known = [
        r"^Boogie program verifier version ([0-9.]+),.*$",
        r"^  .+ \[([0-9]+)\]$",
        r"^Boogie program verifier finished with ([0-9]+) verified, ([0-9]+) error.*$",
        r"^$",
    ];
    let known: Vec<Regex> = known.iter().map(|p| Regex::new(p).expect("a pattern")).collect();
    assert!(out.lines().all(|line| known.iter().any(|k| k.is_match(line))), "{out}");
    let errors: Vec<&str> = out
        .lines()
        .filter_map(|l| known[1].captures(l))
        .map(|c| c.get(1).map_or("", |m| m.as_str()))
        .collect();
    assert_eq!(errors, ["23"]);
    assert!(out.contains("finished with 1 verified, 1 error"), "{out}");
}

#[test]
fn smack() {
    let program = "var x: int;\nprocedure main()\n{\n  x := 0;\n  while (x < 3) { x := x + 1; }\n  assert x == 2;\n}\n";
    let flags = "/doModSetAnalysis /useArrayTheory /timeLimit:60 /errorLimit:1 /loopUnroll:4 /proverOpt:O:smt.relevancy=0";
    let out = boogie(program, flags);
    let error = lines(r"^[\w#$~%./-]*\((\d+),\d+\): Error: This assertion might not hold", &out);
    assert_eq!(error.len(), 1, "{out}");
    assert!(error[0].starts_with("p.bpl(6,3)"));
    assert_eq!(lines(r"\d* verified, [1-9]\d* errors?", &out).len(), 1);
    let out = boogie(program, &flags.replace("loopUnroll:4", "loopUnroll:3"));
    assert_eq!(lines(r"[1-9]\d* verified, 0 errors?", &out).len(), 1, "{out}");
}

#[test]
fn verisol_infers_invariants() {
    let program = "var total: int;\n\
        const {:existential true} b1: bool;\nconst {:existential true} b2: bool;\n\
        procedure {:inline 1} add(n: int) modifies total; { assume n >= 0; total := total + n; }\n\
        procedure BoogieEntry_Bank() modifies total;\n{\n  var n: int;\n  assume total == 0;\n\
        \n  while (true) invariant b1 ==> total >= 0; invariant b2 ==> total == 0;\n  { havoc n; call add(n); assert total >= 0; }\n}\n\
        procedure Other() { assert false; }\n";
    let flags =
        "-doModSetAnalysis -inline:spec -noinfer -contractInfer -inlineDepth:4 -proc:BoogieEntry_*";
    let out = boogie(program, flags);
    assert!(
        out.contains("Boogie program verifier finished with ")
            && out.contains(" verified, 0 errors"),
        "{out}"
    );
    let without = boogie(program, &flags.replace("-contractInfer", ""));
    assert!(!without.contains(" verified, 0 errors"), "{without}");
}

#[test]
fn basil() {
    let program = "procedure f(x: int) returns (r: int)\n  ensures r > x;\n{\n  r := x;\n}\nprocedure g() { assert false; }\n";
    let out = boogie(
        program,
        "/useArrayAxioms /timeLimit 10 /proc f /smoke /printVerifiedProceduresCount:0",
    );
    assert_eq!(
        lines("^p.bpl.*: Error: a postcondition could not be proved on this return path$", &out)
            .len(),
        1
    );
    assert_eq!(
        lines("this is the postcondition that could not be proved", &out),
        ["p.bpl(2,3): Related location: this is the postcondition that could not be proved"]
    );
    let out = boogie(program, "/useArrayAxioms /timeLimit 10 /proc g");
    assert_eq!(lines(": Error: this assertion could not be proved", &out).len(), 1, "{out}");
    let out = boogie("procedure f() { assert true; }", "/printVerifiedProceduresCount:0");
    assert!(out.contains("finished with 0 errors"), "{out}");
}

#[test]
fn flags_that_change_verdicts_are_taken_or_refused() {
    let args = |flag: &str| vec!["p.bpl".to_owned(), flag.to_owned()];
    for flag in
        ["/alwaysAssumeFreeLoopInvariants", "/subsumption:0", "/frobnicate", "/kInductionDepth:3"]
    {
        let Err(message) = parse(&args(flag), 1, &NoFiles) else { panic!("{flag}") };
        assert!(message.contains(flag), "{message}");
    }
    assert!(parse(&args("/subsumption:2"), 1, &NoFiles).is_ok());
}
