//! x
/// x
pub fn print(_p: &lariat_program::Program) -> String {
    String::new()
}
