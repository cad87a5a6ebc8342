// parameters of procedures need names
// error: expected a name, found `int`
procedure p(int);
