//! Exit codes: what a script learns without reading the output.

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The property holds, or the command did what it was asked to do.
    Proved = 0,
    /// The command line makes no sense.
    Usage = 1,
    /// A file cannot be read or is not a valid program.
    BadInput = 2,
    /// No answer: the bound was reached, a limit was hit, or the solver gave up.
    Inconclusive = 5,
    /// Lariat itself failed.
    Internal = 6,
    /// A bug was found.
    Bug = 10,
}

impl Exit {
    /// The number.
    pub fn code(self) -> i32 {
        self as i32
    }

    /// Ends the process at once. Destructors of other threads' data are not run on purpose: a
    /// solver that is still busy in another thread must not be torn down under its feet.
    pub fn now(self) -> ! {
        end_process(self.code())
    }
}

/// Ends the process with any code, without running destructors.
pub fn end_process(code: i32) -> ! {
    use std::io::Write;
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().flush();
    #[cfg(unix)]
    // SAFETY: `_exit` has no preconditions; everything buffered was flushed above.
    unsafe {
        libc::_exit(code)
    }
    #[cfg(not(unix))]
    std::process::exit(code)
}
