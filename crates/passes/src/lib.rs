//! Program to program transformations, one file per pass.
