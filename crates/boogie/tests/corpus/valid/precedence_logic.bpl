// equivalence is weakest, then implication, then and and or
const a, b, c: bool;
axiom a ==> b ==> c <==> (a && b ==> c);
axiom (c <== b <== a) <==> (a || b ==> c);
axiom !a && b ==> c;
axiom a <==> b <==> c;
axiom (a ==> b) ==> c;
axiom (a <==> b) == (b <==> a);
