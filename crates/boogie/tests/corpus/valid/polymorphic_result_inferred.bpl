// a type parameter that occurs in the result only is inferred from the context
function any<a>(): a;
function none<a>(): [a]bool;
axiom any() == 3;
axiom any() ==> any() + 1 > 2;
axiom none()[3] == false;
