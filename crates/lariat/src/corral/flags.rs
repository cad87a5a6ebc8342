//! Corral's flags: `/name`, `/name:value`, or the same with a dash.

use lariat_reach::StrategyKind;
use lariat_refine::Variables;
use std::path::Path;
use std::time::Duration;

/// What the flags ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flags {
    /// The files of the program, included ones last.
    pub files: Vec<String>,
    /// The entry procedure.
    pub main: Option<String>,
    /// The recursion bound.
    pub recursion_bound: u32,
    /// The time limit.
    pub time_limit: Option<Duration>,
    /// The strategy.
    pub strategy: StrategyKind,
    /// What is left out until a path needs it.
    pub leave_out: Variables,
    /// Variables tracked from the start.
    pub track: Vec<String>,
    /// Whether places are those that the front end's attributes name.
    pub source_places: bool,
    /// Whether recorded values are printed.
    pub data_values: bool,
    /// Whether the trace is printed.
    pub trace: bool,
    /// Flags that nobody knows.
    pub unknown: Vec<String>,
}

impl Default for Flags {
    fn default() -> Self {
        Flags {
            files: Vec::new(),
            main: None,
            recursion_bound: 1,
            time_limit: None,
            strategy: StrategyKind::Widening,
            leave_out: Variables::Auto,
            track: Vec::new(),
            source_places: false,
            data_values: false,
            trace: true,
            unknown: Vec::new(),
        }
    }
}

/// What the arguments are.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    /// A question.
    Run(Flags),
    /// A cry for help.
    Help,
}

/// Flags that Corral's callers use and that change nothing here: Lariat has no threads to
/// bound, writes no trace to disk, and chooses its solver settings itself.
const WITHOUT_EFFECT: &[&str] = &[
    "k",
    "notraceondisk",
    "useproverevaluate",
    "cex",
    "maxstaticloopbound",
    "si",
    "newstratifiedinlining",
    "v",
    "bopt",
    "z3opt",
    "z3exe",
    "usearraytheory",
    "usehoudini",
    "houdini",
    "printverify",
    "cooperative",
    "rootcause",
    "catchall",
    "di",
    "fwdbck",
    "nologo",
    "nonuniformunfolding",
    "domodsetanalysis",
    "nocalltreereuse",
    "print",
    "printfinalprog",
    "printinstrumented",
    "set",
    "collectstats",
    "genctrace",
    "generatectrace",
    "oldstratifiedinlining",
    "prevcorralstate",
    "dumpcorralstate",
];

/// The text of `/help`.
pub const HELP: &str = "
Usage: corral FILE.bpl [FLAGS]          (flags may start with / or -)

Flags with a meaning here:
  /recursionBound:N      how often a procedure or loop head may be on the stack (default 1)
  /main:NAME             the entry procedure (default: the one marked {:entrypoint})
  /include:FILE          one more file of the program
  /timeLimit:S           stop after S seconds
  /killAfter:S           the same
  /trackAllVars          leave no global variable out
  /track:NAME            track this global from the start
  /useLocalVariableAbstraction  leave out local variables, too, until a path needs them
  /staticInlining        inline everything up to the bound, then ask once
  /tryCTrace             name places as the attributes :sourcefile, :sourceline, :sourceloc say
  /printDataValues:N     print recorded values in the trace (N > 0)
  /noTrace               do not print the trace
  /flags:FILE            read more flags from a file, separated by white space
  /help                  this text

Other flags of Corral that front ends use (/k, /cex, /maxStaticLoopBound, /bopt,
/z3opt, /useArrayTheory, /useHoudini and more) are accepted and have no effect. Unknown ones get a
warning. Exit code: 0 after a run, bug or not; 1 on bad input.

See `lariat check --help` for the command line that Lariat itself offers.
";

/// Reads arguments.
pub fn parse(args: &[String]) -> Result<Parsed, String> {
    let mut flags = Flags::default();
    let mut includes = Vec::new();
    let mut waiting: Vec<String> = args.iter().rev().cloned().collect();
    let mut flag_files = 0;
    while let Some(arg) = waiting.pop() {
        let Some((name, value)) = flag(&arg) else {
            flags.files.push(arg);
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "help" | "?" | "h" => return Ok(Parsed::Help),
            "recursionbound" => flags.recursion_bound = number(&arg, value)?.max(1),
            "main" => flags.main = Some(text(&arg, value)?),
            "include" => includes.push(text(&arg, value)?),
            "timelimit" | "killafter" => {
                let seconds = number(&arg, value)?;
                // Corral takes zero for "no limit".
                flags.time_limit = (seconds > 0).then(|| Duration::from_secs(u64::from(seconds)));
            }
            "staticinlining" => flags.strategy = StrategyKind::Static,
            "trackallvars" => flags.leave_out = Variables::Nothing,
            "track" => {
                flags.leave_out = Variables::Globals;
                flags.track.push(text(&arg, value)?);
            }
            "uselocalvariableabstraction" => flags.leave_out = Variables::Locals,
            "tryctrace" => flags.source_places = true,
            "printdatavalues" => flags.data_values = number(&arg, value)? > 0,
            "notrace" => flags.trace = false,
            "flags" => {
                flag_files += 1;
                if flag_files > 100 {
                    return Err("the files of /flags include each other".into());
                }
                waiting.extend(flags_in_file(&text(&arg, value)?)?.into_iter().rev());
            }
            known if is_without_effect(known) => {}
            _ => flags.unknown.push(arg.clone()),
        }
    }
    if flags.files.is_empty() {
        return Err("no input file is given; see /help".into());
    }
    flags.files.append(&mut includes);
    Ok(Parsed::Run(flags))
}

/// Some flags carry their variant in the name (`/useHoudini:a`, `/z3optSEED`).
fn is_without_effect(name: &str) -> bool {
    WITHOUT_EFFECT.contains(&name)
        || ["usehoudini", "z3opt", "usearraytheory", "bopt"].iter().any(|p| name.starts_with(p))
}

/// Name and value, unless the argument is a file: absolute paths start with a slash, too.
fn flag(arg: &str) -> Option<(&str, Option<&str>)> {
    let body = arg.strip_prefix('/').or_else(|| arg.strip_prefix('-'))?;
    let is_file = arg.starts_with('/')
        && (arg.ends_with(".bpl") && !body.contains(':') || Path::new(arg).is_file());
    if is_file || body.is_empty() {
        return None;
    }
    match body.split_once(':') {
        Some((name, value)) => Some((name, Some(value))),
        None => Some((body, None)),
    }
}

fn number(flag: &str, value: Option<&str>) -> Result<u32, String> {
    let wrong = || format!("the flag `{flag}` needs a number, as in `{}:3`", name_of(flag));
    value.and_then(|v| v.trim().parse().ok()).ok_or_else(wrong)
}

fn text(flag: &str, value: Option<&str>) -> Result<String, String> {
    let given = value.filter(|v| !v.is_empty()).map(str::to_owned);
    given.ok_or_else(|| format!("the flag `{flag}` needs a value, as in `{}:x`", name_of(flag)))
}

fn name_of(flag: &str) -> &str {
    flag.split(':').next().unwrap_or(flag)
}

/// Flags in a file: separated by white space, lines that start with `#` or `//` are comments.
fn flags_in_file(file: &str) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file)
        .map_err(|e| format!("cannot read `{file}`: {}", crate::input::plain_reason(&e)))?;
    let lines = text.lines().map(str::trim).filter(|l| !l.starts_with('#') && !l.starts_with("//"));
    Ok(lines.flat_map(str::split_whitespace).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> Flags {
        let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
        match parse(&args) {
            Ok(Parsed::Run(flags)) => flags,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reads_what_smack_gives() {
        let flags = run(&[
            "/tmp/a-x.bpl",
            "/tryCTrace",
            "/noTraceOnDisk",
            "/printDataValues:1",
            "/k:1",
            "/useProverEvaluate",
            "/timeLimit:1200",
            "/cex:1",
            "/maxStaticLoopBound:1",
            "/recursionBound:4",
            "/bopt:proverOpt:OPTIMIZE_FOR_BV=true",
            "/bopt:boolControlVC",
        ]);
        assert_eq!(flags.files, ["/tmp/a-x.bpl"]);
        assert_eq!(flags.recursion_bound, 4);
        assert_eq!(flags.time_limit, Some(Duration::from_secs(1200)));
        assert!(flags.source_places && flags.data_values && flags.trace);
        assert_eq!(flags.unknown, Vec::<String>::new());
    }

    #[test]
    fn reads_what_verisol_gives() {
        let flags =
            run(&["/recursionBound:2", "/k:1", "/main:CorralEntry_A", "/tryCTrace", "out.bpl"]);
        assert_eq!(flags.main.as_deref(), Some("CorralEntry_A"));
        assert_eq!(flags.files, ["out.bpl"]);
    }

    #[test]
    fn takes_dashes_and_warns_about_the_unknown() {
        let flags = run(&["a.bpl", "-recursionBound:7", "-trackAllVars", "/frobnicate:3"]);
        assert_eq!(flags.recursion_bound, 7);
        assert_eq!(flags.unknown, ["/frobnicate:3"]);
    }

    #[test]
    fn complains_about_values_that_are_missing_or_wrong() {
        let args = |a: &str| parse(&["a.bpl".to_owned(), a.to_owned()]);
        assert!(args("/recursionBound").is_err());
        assert!(args("/recursionBound:many").is_err());
        assert!(args("/main:").is_err());
        assert!(parse(&[]).is_err());
        assert_eq!(args("/help"), Ok(Parsed::Help));
    }
}
