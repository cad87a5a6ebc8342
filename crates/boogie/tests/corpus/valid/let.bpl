// values bound by var, in sequence by nesting
axiom (var x := 3; x + x == 6);
axiom (var x, y := 3, true; y ==> x == 3);
axiom (var x := 1; (var y := x + 1; {:attr} x < y));
axiom (var {:attr} x := 3; x > 2);
