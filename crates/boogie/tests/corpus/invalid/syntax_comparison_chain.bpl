// comparisons do not chain
// error: comparisons do not chain: `<` after `<` needs parentheses
axiom 1 < 2 < 3;
