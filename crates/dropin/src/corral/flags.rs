//! Corral's flags: `/name`, `/name:value`, or the same with a dash.

use crate::{Files, flag};
use lariat_reach::StrategyKind;
use lariat_refine::{Houdini, Variables};
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
    /// How many procedures may be on the stack, the entry not counted.
    pub stack_depth: Option<u32>,
    /// A loop that needs up to so many iterations gets them; 0 if all loops have the recursion bound.
    pub static_loop_bound: u32,
    /// How many bugs are reported.
    pub bugs: usize,
    /// The time limit.
    pub time_limit: Option<Duration>,
    /// The memory limit in bytes.
    pub memory_limit: Option<u64>,
    /// The strategy.
    pub strategy: StrategyKind,
    /// What is left out until a path needs it.
    pub leave_out: Variables,
    /// When summaries are inferred.
    pub houdini: Houdini,
    /// Whether proofs for every bound are looked for.
    pub unbounded: bool,
    /// Variables tracked from the start.
    pub track: Vec<String>,
    /// Whether places are those that the front end's attributes name.
    pub source_places: bool,
    /// Whether recorded values are printed.
    pub data_values: bool,
    /// Whether the trace is printed.
    pub trace: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Flags {
            files: Vec::new(),
            main: None,
            recursion_bound: 1,
            stack_depth: None,
            static_loop_bound: 0,
            bugs: 1,
            time_limit: None,
            memory_limit: None,
            strategy: StrategyKind::Widening,
            leave_out: Variables::Auto,
            houdini: Houdini::Off,
            unbounded: false,
            track: Vec::new(),
            source_places: false,
            data_values: false,
            trace: true,
        }
    }
}

/// What the arguments are.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    /// A question.
    Run(Box<Flags>),
    /// A cry for help.
    Help,
}

/// Flags without a say in the verdict: how Corral searches, what it prints besides, what it writes to disk, and bounds of
/// threads, which the programs do not have.
const OF_TASTE: &[&str] = &[
    "boolcontrolvc",
    "break",
    "cadetiming",
    "catchall",
    "checkstaticanalysis",
    "collectstats",
    "cooperative",
    "di",
    "disablestaticanalysis",
    "dislike",
    "domodsetanalysis",
    "dumpcorralstate",
    "explainquantifiers",
    "fastrequiresinference",
    "fwdbck",
    "fwdbckinref",
    "houdinitimelimit",
    "ignoreassertmethod",
    "k",
    "newstratifiedinlining",
    "noarraytheory",
    "nocalltreereuse",
    "noinitpruning",
    "nologo",
    "nonuniformunfolding",
    "noraiseexception",
    "notraceondisk",
    "oldcorralflags",
    "oldstratifiedinlining",
    "prevcorralstate",
    "print",
    "printboogieflags",
    "printfinalprog",
    "printhoudiniquery",
    "printinstrumented",
    "printmemusage",
    "printprogress",
    "printverify",
    "prover",
    "proverlog",
    "refinementalgo",
    "rootcause",
    "sdv",
    "sdvinstrumentassert",
    "set",
    "si",
    "special",
    "stats",
    "traceprogram",
    "unifymaps",
    "usearraytheory",
    "useproverevaluate",
    "v",
    "z3exe",
    "z3opt",
];

/// Flags of Corral that change what it answers, with why they are not taken.
const NOT_TAKEN: &[(&str, &str)] = &[
    ("assertvar", "assertions are looked for, not a variable that says whether they passed"),
    ("assertvarisint", "assertions are looked for, not a variable that says whether they passed"),
    ("ann", "loops are not abstracted on the word of an annotation"),
    ("dainst", "programs with asserts moved to the entry are not written"),
    ("deepasserts", "the recursion bound counts on the way to a failing assertion, too"),
    ("deepassertsnoloop", "the recursion bound counts on the way to a failing assertion, too"),
    ("irreducibleloopunroll", "loops with several entries have the recursion bound, as all others"),
    ("unfoldrecursion", "programs without recursion are not written"),
];

/// The text of `/help`.
pub const HELP: &str = "
Usage: corral FILE.bpl [FLAGS]          (flags may start with / or -)

Flags with a meaning here:
  /recursionBound:N      how often a procedure or loop head may be on the stack (default 1)
  /maxStaticLoopBound:N  a loop that needs up to N iterations gets them, whatever the bound
  /stackDepthBound:N     at most N procedures on the stack, the entry not counted
  /bopt:FLAG             stackDepthBound:N, or a flag about printing or the solver
  /main:NAME             the entry procedure (default: the one marked {:entrypoint})
  /concat:FILE           one more file of the program
  /include:FILE          the same
  /cex:N                 report up to N failing assertions (default 1)
  /timeLimit:S           stop after S seconds
  /killAfter:S           the same
  /memLimit:M            stop when M megabytes are in use
  /trackAllVars          leave no global variable out
  /track:NAME            track this global from the start
  /trackSecondary:NAME   the same
  /runHoudini[:N]        infer summaries of procedures before the search
  /useHoudiniLite        the same
  /computeSummary        the same
  /useDuality            look for proofs beyond the bound
  /useLocalVarAbs        leave out local variables, too, until a path needs them
  /staticInlining        inline everything up to the bound, then ask once
  /tryCTrace             name places as the attributes :sourcefile, :sourceline, :sourceloc say
  /printAllTraces        the same
  /printDataValues:N     print recorded values in the trace (N > 0)
  /noTrace               do not print the trace
  /flags:FILE            read more flags from a file, separated by white space
  /help                  this text

Flags about how Corral searches, prints and writes files are accepted and have no effect (docs/cli/corral.md
lists them). Others are an error. Exit code: 0 after a run, bug or not; 1 on bad input.

See `lariat check --help` for the command line that Lariat itself offers.
";

/// Reads arguments.
pub fn parse(args: &[String], files: &dyn Files) -> Result<Parsed, String> {
    let mut flags = Flags::default();
    let mut more = Vec::new();
    let mut waiting: Vec<String> = args.iter().rev().cloned().collect();
    let mut flag_files = 0;
    while let Some(arg) = waiting.pop() {
        let Some((name, value)) = flag(&arg, &|file| files.is_file(file)) else {
            flags.files.push(arg);
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "help" | "?" | "h" => return Ok(Parsed::Help),
            "recursionbound" => flags.recursion_bound = number(&arg, value)?.max(1),
            // Flags for the Boogie in Corral.
            "bopt" => {
                let inner = text(&arg, value)?;
                match flag(&format!("/{inner}"), &|_| false) {
                    Some((name, value)) if name.eq_ignore_ascii_case("stackDepthBound") => {
                        flags.stack_depth = stack_depth(&arg, value)?;
                    }
                    Some((name, _)) if is_of_taste(name) || crate::boogie::is_of_taste(name) => {}
                    _ => return Err(format!("the flag `{arg}` is not supported")),
                }
            }
            "stackdepthbound" => flags.stack_depth = stack_depth(&arg, value)?,
            "maxstaticloopbound" => flags.static_loop_bound = number(&arg, value)?,
            "main" => flags.main = Some(text(&arg, value)?),
            "include" | "concat" => more.push(text(&arg, value)?),
            "cex" => flags.bugs = number(&arg, value)?.max(1) as usize,
            "timelimit" | "killafter" => {
                let seconds = number(&arg, value)?;
                // Corral takes zero for "no limit".
                flags.time_limit = (seconds > 0).then(|| Duration::from_secs(u64::from(seconds)));
            }
            "memlimit" => {
                let megabytes = number(&arg, value)?;
                flags.memory_limit = (megabytes > 0).then(|| u64::from(megabytes) << 20);
            }
            "staticinlining" => flags.strategy = StrategyKind::Static,
            "trackallvars" => flags.leave_out = Variables::Nothing,
            "track" => {
                flags.leave_out = Variables::Globals;
                flags.track.push(text(&arg, value)?);
            }
            "tracksecondary" => flags.track.push(text(&arg, value)?),
            "uselocalvarabs" => flags.leave_out = Variables::Locals,
            "tryctrace" | "printalltraces" => flags.source_places = true,
            "printdatavalues" => flags.data_values = number(&arg, value)? > 0,
            "notrace" => flags.trace = false,
            "runhoudini" | "usehoudinilite" | "computesummary" => flags.houdini = Houdini::First,
            "useduality" => flags.unbounded = true,
            "flags" => {
                flag_files += 1;
                if flag_files > 100 {
                    return Err("the files of /flags include each other".into());
                }
                let found = flags_in(&files.read(&text(&arg, value)?)?);
                waiting.extend(found.into_iter().rev());
            }
            // Some flags carry their variant in the name (`/z3optSEED`).
            known if is_of_taste(known) => {}
            other => {
                let why = NOT_TAKEN.iter().find(|(flag, _)| *flag == other);
                return Err(match why {
                    Some((_, why)) => format!("the flag `{arg}` is not supported: {why}"),
                    None => format!("Invalid flag: {arg}"),
                });
            }
        }
    }
    if flags.files.is_empty() {
        return Err("no input file is given; see /help".into());
    }
    flags.files.append(&mut more);
    Ok(Parsed::Run(Box::new(flags)))
}

fn is_of_taste(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    OF_TASTE.contains(&name.as_str()) || name.starts_with("z3opt")
}

/// The bound on the stack; 0 is none.
fn stack_depth(flag: &str, value: Option<&str>) -> Result<Option<u32>, String> {
    number(flag, value).map(|depth| (depth > 0).then_some(depth))
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
fn flags_in(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|l| !l.starts_with('#') && !l.starts_with("//"));
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoFiles;

    impl Files for NoFiles {
        fn is_file(&self, _: &str) -> bool {
            false
        }
        fn read(&self, name: &str) -> Result<String, String> {
            Err(format!("cannot read `{name}`"))
        }
    }

    fn parse(args: &[String]) -> Result<Parsed, String> {
        super::parse(args, &NoFiles)
    }

    fn run(args: &[&str]) -> Flags {
        let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
        match parse(&args) {
            Ok(Parsed::Run(flags)) => *flags,
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
            "/maxStaticLoopBound:64",
            "/recursionBound:4",
            "/bopt:proverOpt:OPTIMIZE_FOR_BV=true",
            "/bopt:boolControlVC",
        ]);
        assert_eq!(flags.files, ["/tmp/a-x.bpl"]);
        assert_eq!((flags.recursion_bound, flags.static_loop_bound, flags.bugs), (4, 64, 1));
        assert_eq!(flags.time_limit, Some(Duration::from_secs(1200)));
        assert!(flags.source_places && flags.data_values && flags.trace);
    }

    #[test]
    fn reads_what_verisol_gives() {
        let flags =
            run(&["/recursionBound:2", "/k:1", "/main:CorralEntry_A", "/tryCTrace", "out.bpl"]);
        assert_eq!(flags.main.as_deref(), Some("CorralEntry_A"));
        assert_eq!(flags.files, ["out.bpl"]);
    }

    #[test]
    fn takes_dashes_and_no_flag_that_it_does_not_know() {
        let flags = run(&["a.bpl", "-recursionBound:7", "-trackAllVars"]);
        assert_eq!(flags.recursion_bound, 7);
        let refused = |flag: &str| match parse(&["a.bpl".to_owned(), flag.to_owned()]) {
            Err(message) => message.contains(flag),
            Ok(_) => false,
        };
        assert!(
            refused("/frobnicate:3")
                && refused("/deepAsserts")
                && refused("/bopt:deepAsserts")
                && refused("/assertVar:passed")
        );
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
