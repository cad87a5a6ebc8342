//! First-order terms: sorts, operators, hash-consed terms, values and their evaluation.
