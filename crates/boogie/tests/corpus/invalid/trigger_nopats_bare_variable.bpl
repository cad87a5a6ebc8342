// nopats of a variable
// error: a trigger must be more than the variable `x` alone
function f(int): bool;
axiom (forall x: int :: {:nopats x} f(x));
