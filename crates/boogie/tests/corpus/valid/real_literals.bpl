// decimals with fraction and exponent
axiom 1.5 == 15e-1;
axiom 1.0e3 == 1e3;
axiom 0.25e-2 < 1.0;
axiom real(3) == 3.0 && int(3.7) == 3;
