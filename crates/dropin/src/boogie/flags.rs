//! Boogie's flags: `/name`, `/name:value` or `/name value`, or the same with a dash.

use super::words::Dialect;
use crate::{Files, flag};
use lariat_modular::{Choice, Settings};
use lariat_verify::{Inline, Library};
use std::time::Duration;

/// What the flags ask for.
#[derive(Clone, Debug)]
pub struct Flags {
    /// The files of the program.
    pub files: Vec<String>,
    /// Libraries that it uses.
    pub libraries: Vec<Library>,
    /// How it is verified.
    pub settings: Settings,
    /// What of it is verified.
    pub choice: Choice,
    /// Whose words are used.
    pub dialect: Dialect,
    /// Whether only syntax and types are checked.
    pub only_check: bool,
    /// Whether constants marked `{:existential}` are inferred.
    pub infer_contracts: bool,
    /// So many errors of one implementation are told.
    pub error_limit: usize,
    /// Whether executions are told.
    pub trace: bool,
    /// Whether models are told.
    pub model: bool,
    /// Whether what the program prints on the way is told.
    pub enhanced: bool,
    /// Whether the first line says what this is.
    pub logo: bool,
    /// Whether the last line has the number of procedures that are verified.
    pub count_verified: bool,
    /// Whether folders of files are left out.
    pub base_names: bool,
}

/// What the arguments are.
#[derive(Debug)]
pub enum Parsed {
    /// Programs to verify.
    Run(Box<Flags>),
    /// The version is asked for.
    Version(Dialect),
    /// A cry for help.
    Help,
}

/// Boogie tells so many errors of an implementation unless told otherwise.
const ERROR_LIMIT: usize = 5;

/// Flags without a say in the verdict: about the solver, about what is printed or written besides, about how verification
/// conditions are made and split.
const OF_TASTE: &[&str] = &[
    "abbrevOutput",
    "break",
    "coalesceBlocks",
    "emitDebugInformation",
    "enableUnSatCoreExtraction",
    "env",
    "errorTraceModel",
    "fixedPointEngine",
    "freeVarLBAbstraction",
    "hideCalls",
    "implicitlyQuantified",
    "keepOriginalNames",
    "keepQuantifier",
    "liveVariableAnalysis",
    "logPrefix",
    "modelViewFile",
    "monomorphize",
    "mv",
    "mvFile",
    "noarraytheory",
    "noRemoveEmptyBlocks",
    "normalizeDeclarationOrder",
    "normalizeNames",
    "overlookTypeErrors",
    "parallelism",
    "platform",
    "pretty",
    "print",
    "printAssignment",
    "printCFG",
    "printDesugared",
    "printInstrumented",
    "printLambdaLifting",
    "printModelToFile",
    "printNecessaryAssumes",
    "printPassive",
    "printPruned",
    "printSplit",
    "printUnstructured",
    "printWithUniqueIds",
    "prover",
    "proverHelp",
    "proverLog",
    "proverLogAppend",
    "proverMemoryLimit",
    "proverOpt",
    "proverShutdownLimit",
    "proverWarnings",
    "prune",
    "removeEmptyBlocks",
    "reorderAsserts",
    "restartProver",
    "rlimit",
    "simplifyMatchDepth",
    "smoke",
    "smokeTimeout",
    "subsumptionHint",
    "trace",
    "tracePOs",
    "traceTimes",
    "traceUnsatCores",
    "traceverify",
    "typeEncoding",
    "useArrayAxioms",
    "useArrayTheory",
    "useUnsatCoreForContractInfer",
    "useUncheckedContracts",
    "vcBrackets",
    "verificationDumpDir",
    "verifySeparately0",
    "warnVacuousProofs",
    "wait",
    "warnNotEliminatedVars",
    "xml",
];

/// Starts of flags without a say in the verdict.
const OF_TASTE_STARTS: &[&str] = &["vcs", "z3", "simplify", "print", "pool", "trustMoverTypes"];

/// Flags that have a value and stand in front of it if they have no colon.
const WITH_VALUE: &[&str] = &[
    "proc",
    "noproc",
    "errorlimit",
    "errortrace",
    "timelimit",
    "loopunroll",
    "vcscores",
    "inlinedepth",
    "printverifiedprocedurescount",
    "printmodel",
    "enhancederrormessages",
    "randomseed",
    "proverlog",
    "proveropt",
    "rlimit",
    "boogie-version",
];

/// The text of `/help`.
pub const HELP: &str = "
Usage: boogie FILE.bpl … [FLAGS]        (flags may start with / or -; values follow a colon or a blank)

Flags with a meaning here:
  /proc:PATTERN          verify these procedures only; * is anything (may be repeated)
  /noProc:PATTERN        do not verify these
  /timeLimit:S           S seconds for each procedure
  /errorLimit:N          tell up to N errors of a procedure (default 5; 0 is no limit)
  /errorTrace:N          N > 0: tell the execution (default 1)
  /loopUnroll:N          follow loops to their Nth head instead of using invariants
  /inline:assume|none    inline procedures marked {:inline n} (default), or do not
  /inlineDepth:N         inline all procedures, N deep
  /contractInfer         infer the constants marked {:existential true}
  /inferModifies         infer modifies clauses (also /doModSetAnalysis)
  /printModel:1          tell a model for each error
  /enhancedErrorMessages:1  tell what {:print …} says on the way
  /printVerifiedProceduresCount:0  leave that number out of the last line
  /vcsCores:N            N procedures at a time
  /lib:NAME              add a library: base, node, set_size (may be repeated)
  /noVerify              check syntax and types only
  /nologo                leave the first line out
  /useBaseNameForFileName  leave folders out of file names
  /randomSeed:N          seed of the solver
  /boogie-version:V      the words of this version: 2.4.1 or 3.5
  /version, /help        what they say

A file named stdin.bpl that is not there is standard input. Flags about the solver, about splitting and about printing are accepted and have
no effect. Others are an error. Exit code: 0 after a run, with errors or without; 1 on wrong usage.

See `lariat modular --help` for the command line that Lariat itself offers.
";

/// Reads arguments.
pub fn parse(args: &[String], jobs: usize, files: &dyn Files) -> Result<Parsed, String> {
    let mut flags = Flags {
        files: Vec::new(),
        libraries: Vec::new(),
        settings: Settings { jobs, ..Settings::default() },
        choice: Choice::default(),
        dialect: Dialect::default(),
        only_check: false,
        infer_contracts: false,
        error_limit: ERROR_LIMIT,
        trace: true,
        model: false,
        enhanced: false,
        logo: true,
        count_verified: true,
        base_names: false,
    };
    let mut dialect = None;
    let mut wants_version = false;
    let mut inline = "assume".to_owned();
    let mut depth = None;
    let mut args = args.iter().peekable();
    while let Some(arg) = args.next() {
        let Some((name, value)) = flag(arg, &|file| files.is_file(file)) else {
            flags.files.push(arg.clone());
            continue;
        };
        let word = name.trim_start_matches('-').to_ascii_lowercase();
        let mut value = value.map(str::to_owned);
        if value.is_none()
            && WITH_VALUE.contains(&word.as_str())
            && let Some(next) = args.next_if(|next| flag(next, &|_| false).is_none())
        {
            value = Some(next.clone());
        }
        let number = || match value.as_deref().map(str::parse::<u32>) {
            Some(Ok(number)) => Ok(number),
            _ => Err(format!("the flag {arg} needs a number")),
        };
        let text = || value.clone().ok_or_else(|| format!("the flag {arg} needs a value"));
        match word.as_str() {
            "help" | "?" | "h" => return Ok(Parsed::Help),
            "version" => wants_version = true,
            "boogie-version" => {
                let version = text()?;
                let known = Dialect::of_version(&version);
                dialect = Some(known.ok_or_else(|| format!("Boogie {version} is not known here"))?);
            }
            "proc" => flags.choice.procedures.push(text()?),
            "noproc" => flags.choice.without.push(text()?),
            "timelimit" => {
                flags.settings.time_limit = Some(Duration::from_secs(number()?.into()));
            }
            "errorlimit" => {
                flags.error_limit = match number()? {
                    0 => usize::MAX,
                    limit => limit as usize,
                };
            }
            "errortrace" => flags.trace = number()? > 0,
            "loopunroll" => flags.settings.unroll = Some(number()?),
            "inline" | "i" => inline = text()?.to_ascii_lowercase(),
            "inlinedepth" => depth = Some(number()?),
            "contractinfer" => flags.infer_contracts = true,
            "infermodifies" => flags.settings.infer_modifies = true,
            // A flag of Boogie 2, and so are the words that its callers look for.
            "domodsetanalysis" => {
                flags.settings.infer_modifies = true;
                dialect = dialect.or(Some(Dialect::Two));
            }
            "printmodel" => flags.model = number()? > 0,
            "enhancederrormessages" => flags.enhanced = number()? > 0,
            "printverifiedprocedurescount" => flags.count_verified = number()? > 0,
            "vcscores" => flags.settings.jobs = number()?.max(1) as usize,
            "lib" => {
                let name = value.clone().unwrap_or_else(|| "base".to_owned());
                let library = Library::named(&name);
                flags.libraries.push(library.ok_or_else(|| format!("there is no library {name}"))?);
            }
            "noverify" => flags.only_check = true,
            "nologo" => flags.logo = false,
            "usebasenameforfilename" => flags.base_names = true,
            "randomseed" => flags.settings.seed = number()?,
            "noinfer" => {}
            "subsumption" if value.as_deref() == Some("2") => {}
            known if is_of_taste(known) => {}
            _ => return Err(format!("the flag {arg} is not supported")),
        }
    }
    flags.dialect = dialect.unwrap_or_default();
    if wants_version {
        return Ok(Parsed::Version(flags.dialect));
    }
    flags.settings.inline = match (inline.as_str(), depth) {
        ("none" | "n", _) => Inline::Never,
        ("assume" | "u" | "spec" | "s" | "assert" | "a", None) => Inline::Marked,
        ("assume" | "u" | "spec" | "s" | "assert" | "a", Some(depth)) => Inline::All(depth),
        (other, _) => return Err(format!("/inline:{other} is not supported")),
    };
    flags.settings.may_recur = matches!(inline.as_str(), "assume" | "u");
    flags.choice.inlined = matches!(inline.as_str(), "spec" | "s");
    if flags.files.is_empty() {
        return Err("no input file was given; see /help".into());
    }
    Ok(Parsed::Run(Box::new(flags)))
}

/// Whether a flag of Boogie, in any case, has no say in the verdict.
pub(crate) fn is_of_taste(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    OF_TASTE.iter().any(|taste| taste.eq_ignore_ascii_case(&word))
        || OF_TASTE_STARTS.iter().any(|start| word.starts_with(&start.to_ascii_lowercase()))
}
