// products bind tighter than sums, both to the left
axiom 1 + 2 * 3 - 4 == (1 + (2 * 3)) - 4;
axiom 10 - 4 - 3 == 3 && 10 - (4 - 3) == 9;
axiom 7 div 2 mod 3 == 0 && 7 mod 4 * 2 == 6;
axiom - 3 + 2 == -1 && - - 3 == 3;
