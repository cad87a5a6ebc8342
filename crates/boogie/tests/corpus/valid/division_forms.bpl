// div and mod of int, / of int and real
axiom 7 div 2 == 3 && 7 mod 2 == 1 && 7 / 2 > 3.0 && 7.0 / 2 > 3.0;
