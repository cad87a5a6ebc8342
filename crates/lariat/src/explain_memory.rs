//! `lariat explain-memory`: the memory maps of a C program.

use crate::args::c::{self, CArgs};
use crate::args::{Format, OutputArgs};
use crate::c::read;
use crate::check::write_out;
use crate::exit::Exit;
use crate::failure;
use crate::style::Paint;
use clap::Args;
use lariat_c2boogie::{ExplainedMap, Options};
use lariat_verify::Failure;
use serde_json::{Value, json};
use std::fmt::Write;

/// The long help.
pub const HELP: &str = "\
Each map holds the parts of memory that pointers in the program may mix up. Few large maps make the
search slow; the reasons say which line put things together. Memory that the program did not make is
`outside: TYPE` if it comes from outside (all pointers of that type from outside may point to it; see
--no-env-alias), and `unknown in OBJECT` if a pointer was never initialised.

Examples:
  lariat explain-memory driver.c
  lariat explain-memory driver.c --memory split
  lariat explain-memory driver.c --format json | jq '.[].name'";

/// Arguments of `explain-memory`.
#[derive(Clone, Debug, Args)]
pub struct ExplainMemoryArgs {
    /// C files that together make one program
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// The function that is executed [default: main]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// The form of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: Format,
    /// How C is translated
    #[command(flatten)]
    pub c: CArgs,
    /// What appears on the terminal
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Runs the command and ends the process.
pub fn main(args: &ExplainMemoryArgs) -> ! {
    match explain(args) {
        Ok(text) => {
            write_out(&text);
            Exit::Proved.now()
        }
        Err(failure) => {
            let paint = Paint { on: args.output.color.applies_to(&std::io::stderr()) };
            failure::end(&failure, paint)
        }
    }
}

fn explain(args: &ExplainMemoryArgs) -> Result<String, Failure> {
    let parsed = read(&args.files, &args.c)?;
    let options = Options { entry: args.entry.clone(), ..c::options(&args.c) };
    let maps = lariat_c2boogie::explain_memory(&parsed.program, &options)
        .map_err(|error| Failure::C(parsed.report(&[error])))?;
    Ok(match args.format {
        Format::Json => {
            let maps: Vec<Value> = maps.iter().map(as_json).collect();
            format!("{:#}\n", Value::from(maps))
        }
        Format::Text => {
            let paint = Paint { on: args.output.color.applies_to(&std::io::stdout()) };
            as_text(&maps, paint)
        }
    })
}

fn as_text(maps: &[ExplainedMap], paint: Paint) -> String {
    let mut out = String::new();
    if maps.is_empty() {
        out.push_str("no memory maps: nothing has its address taken\n");
    }
    for map in maps {
        let words =
            if map.width == 1 { "bytes".into() } else { format!("words of {} bytes", map.width) };
        let _ = writeln!(out, "{}: {words}", paint.strong(&map.name));
        let list = |items: &[String]| match items.len() {
            0..=SHOWN => items.join(", "),
            n => format!("{}, and {} more", items[..SHOWN].join(", "), n - SHOWN),
        };
        let holds: Vec<String> =
            map.holds.iter().map(|(what, count)| format!("{what} ({count})")).collect();
        for (word, items) in [("holds", &holds), ("in", &map.objects)] {
            if !items.is_empty() {
                let _ = writeln!(out, "  {word:<6} {}", list(items));
            }
        }
        for reason in &map.reasons {
            let _ = writeln!(out, "  since  {reason}");
        }
    }
    out
}

/// Longer lists are cut for people.
const SHOWN: usize = 8;

fn as_json(map: &ExplainedMap) -> Value {
    let holds: Vec<Value> =
        map.holds.iter().map(|(what, count)| json!({ "what": what, "accesses": count })).collect();
    json!({
        "name": map.name,
        "element_bytes": map.width,
        "holds": holds,
        "objects": map.objects,
        "reasons": map.reasons,
    })
}
