//! Colours, for terminals that want them.

use std::io::IsTerminal;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Whether to colour what goes to this stream.
    pub fn applies_to(self, stream: &impl IsTerminal) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                stream.is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                    && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
            }
        }
    }
}

/// Puts words in colour, or leaves them alone.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    /// Whether colours are on.
    pub on: bool,
}

impl Paint {
    fn code(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// For what is wrong.
    pub fn bad(self, text: &str) -> String {
        self.code("1;31", text)
    }

    /// For what is right.
    pub fn good(self, text: &str) -> String {
        self.code("1;32", text)
    }

    /// For what is neither.
    pub fn unsure(self, text: &str) -> String {
        self.code("1;33", text)
    }

    /// For what matters.
    pub fn strong(self, text: &str) -> String {
        self.code("1", text)
    }

    /// For what is there for orientation.
    pub fn faint(self, text: &str) -> String {
        self.code("2", text)
    }

    /// For values of variables.
    pub fn value(self, text: &str) -> String {
        self.code("36", text)
    }

    /// For line numbers, arrows and bars.
    pub fn frame(self, text: &str) -> String {
        self.code("1;34", text)
    }
}
