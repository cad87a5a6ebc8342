//! Rules on Boogie programs.

use crate::args::VerifyArgs;
use lariat_process::exit::Exit;

/// Verifies a Boogie program against rules and ends the process.
pub fn main(_args: &VerifyArgs) -> ! {
    eprintln!("error: rules on Boogie programs are not supported yet");
    Exit::Usage.now()
}
