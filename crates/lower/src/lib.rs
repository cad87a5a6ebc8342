//! Boogie to core program, and core program back to Boogie text.
