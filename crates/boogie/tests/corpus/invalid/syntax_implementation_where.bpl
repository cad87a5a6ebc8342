// parameters of implementations have no where clause
// error: the parameters of an implementation take no where clause
procedure p(x: int);
implementation p(x: int where x > 3) { }
