//! The Boogie language: lexer, parser, syntax tree, name and type checking, printer.
