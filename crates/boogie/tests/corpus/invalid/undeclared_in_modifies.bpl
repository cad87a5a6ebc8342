// a modifies clause with an unknown name
// error: there is no variable or constant `x`
procedure p(); modifies x;
