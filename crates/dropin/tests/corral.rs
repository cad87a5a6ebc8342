//! Corral's lines, read by those who call it: the ways in which SMACK and VeriSol take traces apart, over programs in the style of theirs.

use lariat_budget::Budget;
use lariat_dropin::Files;
use lariat_dropin::corral::{Parsed, answer, parse, question};
use lariat_verify::{Program, Silent, check};
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

fn corral(program: &str, flags: &str) -> String {
    let args: Vec<String> =
        ["p.bpl"].into_iter().chain(flags.split_whitespace()).map(str::to_owned).collect();
    let Ok(Parsed::Run(flags)) = parse(&args, &NoFiles) else { panic!("{flags}") };
    let program = Program::boogie("p.bpl", program).expect("a program");
    let report = check(&program, &question(&flags, 1), &Budget::seconds(60), Silent);
    answer(&report.expect("an answer"), &flags)
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

/// A step of SMACK's own trace: where, and what is left when calls of its own functions are taken out.
type Step = (String, String);

/// How SMACK makes its trace: lines that it does not recognise are gone.
fn smack_trace(output: &str) -> Vec<Step> {
    let place = regex(r"^(\s*)([\w#$~%./-]*)\((\d+),\d+\): (.*)");
    let step = regex(r"^(\S*)\s+Trace:\s+(Thread=\d+)\s+\((.*)[)|;]");
    let hidden = regex(r"((CALL|RETURN from)\s+(\$|__SMACK))|Done|ASSERTION");
    let lines = output.lines().filter(|line| place.is_match(line));
    let steps = lines.filter_map(|line| step.captures(line)).map(|found| {
        let kept: Vec<&str> =
            found[3].split(',').filter(|x| !hidden.is_match(x)).map(str::trim).collect();
        (found[1].to_owned(), kept.join(","))
    });
    steps.collect()
}

/// How SMACK finds the failing assertion and its steps for JSON.
fn smack_json(output: &str) -> (Option<String>, Vec<Step>) {
    let file = r"([\w#$~%./-]+)\((\d+),(\d+)\)";
    let fails = regex(&format!(r"{file}: Trace: Thread=\d+\s+\(ASSERTION FAILS"));
    let step = regex(&format!(r"{file}: Trace: Thread=(\d+)\s+\((.*(;\n)?.*)\)"));
    let at = fails.captures(output).map(|c| format!("{}:{}", &c[1], &c[2]));
    let steps = step.captures_iter(output);
    (at, steps.map(|c| (format!("{}:{}", &c[1], &c[2]), c[5].to_owned())).collect())
}

/// What SMACK's replay takes from the output: one key with its value in a line.
fn smack_replay(output: &str) -> Vec<(String, String)> {
    let value = regex(r".*\((smack:.*) = (.*)\).*");
    let found = output.lines().filter_map(|line| value.captures(line));
    found.map(|c| (c[1].to_owned(), c[2].to_owned())).collect()
}

/// How VeriSol takes a trace apart: calls with their arguments at the outermost level, and the failure.
fn verisol(output: &str) -> Vec<String> {
    let of_interest = ["CALL ", "RETURN ", "ASSERTION FAILS ", "_verisolFirstArg"];
    let mut stack: Vec<String> = Vec::new();
    let (mut collecting, mut arguments) = (false, Vec::new());
    let mut found = Vec::new();
    for line in output.lines().filter(|l| l.contains("Trace: Thread=1")) {
        if !of_interest.iter().any(|word| line.contains(word)) {
            continue;
        }
        let (place, what) = line.split_once("Trace: Thread=1  ").expect("a step");
        if what.starts_with("(ASSERTION FAILS") {
            found.push(format!("{place}fails"));
            continue;
        }
        let what = what.strip_prefix('(').and_then(|w| w.strip_suffix(')')).expect("brackets");
        for element in what.split(", ") {
            if let Some(name) = element.strip_prefix("CALL ") {
                stack.push(name.to_owned());
                arguments.clear();
            } else if let Some(name) = element.strip_prefix("RETURN from ") {
                assert_eq!(stack.pop().as_deref(), Some(name.trim_end()), "{output}");
            } else if element.starts_with("_verisolFirstArg") {
                collecting = true;
            } else if element.starts_with("_verisolLastArg") {
                collecting = false;
                if stack.len() == 1 {
                    found.push(format!("{}({})", stack[0], arguments.join(", ")));
                }
            } else if collecting {
                assert_eq!(element.split(" = ").count(), 2, "{element}");
                arguments.push(element.replace("T@Ref!val", "address"));
            }
        }
    }
    found
}

/// As SMACK writes it: the entry and its arguments are recorded before the first place, results of functions without a body after
/// the call.
const FROM_C: &str = r#"
procedure boogie_si_record_i32(x: int);
procedure boogie_si_record_ref(x: int);
procedure nondet() returns (r: int);
procedure {:entrypoint} main(n: int) returns (r: int)
{
  var p, q: int;
$bb0:
  call {:cexpr "smack:entry:main"} boogie_si_record_ref(1024);
  call {:cexpr "smack:arg:main:n"} boogie_si_record_i32(n);
  assume {:sourceloc "src/a.c", 3, 12} true;
  assume {:verifier.code 0} true;
  call p := nondet();
  call {:cexpr "smack:ext:nondet"} boogie_si_record_i32(p);
  call {:cexpr "p"} boogie_si_record_i32(p);
  assume {:sourceloc "src/a.c", 4, 12} true;
  call q := nondet();
  call {:cexpr "smack:ext:nondet"} boogie_si_record_i32(q);
  assume {:sourceloc "src/a.c", 5, 7} true;
  call check(p, q, n);
  assume {:sourceloc "src/a.c", 6, 3} true;
  r := 0;
}
procedure check(a: int, b: int, n: int)
{
  call {:cexpr "a"} boogie_si_record_i32(a);
  assume {:sourceloc "src/a.c", 9, 2} true;
  assert {:valid_deref} a != 7 || b != -3 || n != 5;
}
"#;

#[test]
fn smack_reads_every_step() {
    let out = corral(FROM_C, "/tryCTrace /noTraceOnDisk /printDataValues:1 /k:1 /cex:1");
    let step = |at: &str, what: &str| (format!("{at}:"), what.to_owned());
    let wanted = [
        step("src/a.c(3,12)", "p = 7"),
        step("src/a.c(4,12)", ""),
        step("src/a.c(5,7)", "CALL check"),
        step("src/a.c(9,2)", "a = 7"),
    ];
    let steps = smack_trace(&out);
    assert!(wanted.iter().all(|w| steps.contains(w)), "{steps:#?}\n{out}");
    assert!(!out.contains("CALL nondet") && !out.contains("from nondet"), "{out}");
    let (fails, steps) = smack_json(&out);
    assert_eq!(fails.as_deref(), Some("src/a.c:9"));
    assert!(steps.iter().any(|s| s.1.starts_with("ASSERTION FAILS assert {:valid_deref}")));
}

#[test]
fn smack_replays_inputs() {
    let out = corral(FROM_C, "/tryCTrace /printDataValues:1");
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let wanted = [
        pair("smack:entry:main", "1024"),
        pair("smack:arg:main:n", "5"),
        pair("smack:ext:nondet", "7"),
        pair("smack:ext:nondet", "-3"),
    ];
    assert_eq!(smack_replay(&out), wanted, "{out}");
}

/// As VeriSol writes it: a choice of transactions without places, arguments before the first place of a function.
const FROM_SOLIDITY: &str = r#"
type Ref;
procedure boogie_si_record_sol2Bpl_bool(x: bool);
procedure boogie_si_record_sol2Bpl_int(x: int);
procedure boogie_si_record_sol2Bpl_ref(x: Ref);
var total: int;
procedure add_Bank(this: Ref, amount: int)
{
  call {:cexpr "_verisolFirstArg"} boogie_si_record_sol2Bpl_bool(false);
  call {:cexpr "this"} boogie_si_record_sol2Bpl_ref(this);
  call {:cexpr "amount"} boogie_si_record_sol2Bpl_int(amount);
  call {:cexpr "_verisolLastArg"} boogie_si_record_sol2Bpl_bool(true);
  assert {:first} {:sourceFile "bank.sol"} {:sourceLine 7} true;
  total := total + amount;
  assert {:sourceFile "bank.sol"} {:sourceLine 8} true;
  call {:cexpr "total"} boogie_si_record_sol2Bpl_int(total);
  call audit_Bank(this);
}
procedure audit_Bank(this: Ref)
{
  call {:cexpr "_verisolFirstArg"} boogie_si_record_sol2Bpl_bool(false);
  call {:cexpr "this"} boogie_si_record_sol2Bpl_ref(this);
  call {:cexpr "_verisolLastArg"} boogie_si_record_sol2Bpl_bool(true);
  assert {:first} {:sourceFile "bank.sol"} {:sourceLine 12} true;
  assert {:sourceFile "bank.sol"} {:sourceLine 12} total != 42;
}
procedure {:entrypoint} CorralEntry_Bank()
{
  var this: Ref; var amount: int;
  total := 2;
  havoc amount;
  call add_Bank(this, amount);
  havoc amount;
  assume amount == 30;
  call add_Bank(this, amount);
}
"#;

#[test]
fn verisol_reads_calls_with_their_arguments() {
    let out = corral(
        FROM_SOLIDITY,
        "/recursionBound:2 /k:1 /tryCTrace /printDataValues:1 /main:CorralEntry_Bank",
    );
    let found = verisol(&out);
    let call = regex(r"^add_Bank\(this = address!\d+, amount = (-?\d+)\)$");
    let calls: Vec<&str> = found
        .iter()
        .filter_map(|f| call.captures(f))
        .map(|c| c.get(1).map_or("", |m| m.as_str()))
        .collect();
    assert!(calls == ["40"] || calls == ["10", "30"], "{found:#?}\n{out}");
    assert_eq!(found.last().map(String::as_str), Some("bank.sol(12,1): fails"), "{out}");
}

#[test]
fn loops_that_need_iterations_get_them() {
    let program =
        "procedure main() { var x: int; x := 0; while (x < 10) { x := x + 1; } assert x == 11; }";
    assert!(corral(program, "").contains("Reached recursion bound of 1"));
    assert!(corral(program, "/maxStaticLoopBound:16").contains("True bug"));
}

#[test]
fn several_bugs() {
    let program =
        "procedure main(x: int) { if (x > 0) { assert x == 1; } else { assert x == 0; } }";
    assert_eq!(corral(program, "").matches("True bug").count(), 1);
    assert_eq!(corral(program, "/cex:2").matches("True bug").count(), 2);
}

#[test]
fn the_stack_is_bounded() {
    let program = "procedure {:entrypoint} start() { var n: int; n := 0; while (n < 6) { n := n + 1; } assert n < 6; }";
    let shallow = corral(program, "/recursionBound:40 /bopt:stackDepthBound:5");
    assert!(shallow.contains("Program has no bugs"), "{shallow}");
    assert!(shallow.contains("Reached recursion bound"), "{shallow}");
    let enough = corral(program, "/recursionBound:40 /stackDepthBound:9");
    assert!(enough.contains("True bug"), "{enough}");
}
