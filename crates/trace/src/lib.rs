//! An execution: rebuilt from a model, replayed in the interpreter, mapped to source, rendered.
