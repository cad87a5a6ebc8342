//! The verdict that a program claims for itself in its first lines.
