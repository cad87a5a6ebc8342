//! What the table of options says about a command line.

use super::CheckLine;
use super::table::{OPTIONS, Role, Row};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};

/// The row of an option; positional arguments and `--help` have none.
fn row(arg: &Arg) -> Option<&'static Row> {
    let letter = arg.get_short().map(String::from);
    let name = arg.get_long().map(str::to_owned).or(letter)?;
    OPTIONS.iter().find(|row| row.name == name)
}

/// The command with help that says which executions options leave out.
pub fn with_cuts(check: Command) -> Command {
    check.mut_args(|arg| match row(&arg).filter(|row| !row.cuts.is_empty()) {
        None => arg,
        Some(row) => {
            let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
            arg.long_help(format!("{}\n\nLeaves out: {}", help.unwrap_or_default(), row.cuts))
        }
    })
}

/// The options that were given, as words that give them again.
pub fn given(matches: &ArgMatches) -> Vec<(&'static Row, Vec<String>)> {
    let mut all = Vec::new();
    for arg in CheckLine::command().get_arguments() {
        let (Some(row), id) = (row(arg), arg.get_id().as_str()) else { continue };
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let flag =
            if row.name.len() == 1 { format!("-{}", row.name) } else { format!("--{}", row.name) };
        let values = matches.get_raw(id).into_iter().flatten().map(|v| v.to_string_lossy());
        let words = match arg.get_action().takes_values() {
            false => vec![flag],
            true if row.name.len() == 1 => values.map(|v| format!("{flag}{v}")).collect(),
            true => values.map(|v| format!("{flag}={v}")).collect(),
        };
        all.push((row, words));
    }
    all
}

/// The words of the options that belong to the question.
pub fn question(given: &[(&'static Row, Vec<String>)]) -> Vec<String> {
    let of_question = given.iter().filter(|(row, _)| row.role == Role::Question);
    of_question.flat_map(|(_, words)| words.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_options_of_the_command_line() {
        let command = CheckLine::command();
        let options = command.get_arguments().filter(|a| !a.is_positional());
        let options: Vec<&Arg> = options.filter(|a| a.get_id() != "help").collect();
        for arg in &options {
            assert!(row(arg).is_some(), "{} is not in the table", arg.get_id());
        }
        for known in OPTIONS {
            let found = options.iter().filter(|a| row(a).is_some_and(|r| r.name == known.name));
            assert_eq!(found.count(), 1, "{}", known.name);
        }
    }

    #[test]
    fn what_was_given_can_be_given_again() {
        let line =
            ["lariat check", "a.c", "-Iinclude", "--check=null,div0", "--unwind=3", "--quiet"];
        let matches = CheckLine::command().get_matches_from(line);
        let given = given(&matches);
        let words: Vec<&String> = given.iter().flat_map(|(_, words)| words).collect();
        assert_eq!(words, ["--unwind=3", "-Iinclude", "--check=null", "--check=div0", "--quiet"]);
        assert_eq!(question(&given), words[..4].iter().map(|w| (*w).clone()).collect::<Vec<_>>());
    }
}
