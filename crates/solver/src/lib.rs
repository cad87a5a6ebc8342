//! The solver interface: Z3 in process, any SMT-LIB 2 solver as a process.
