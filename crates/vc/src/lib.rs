//! A procedure to a formula: passification, block equations, reusable templates.
