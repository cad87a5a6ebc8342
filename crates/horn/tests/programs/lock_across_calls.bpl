// verdict: proved
var held: int;
procedure lock() modifies held; { assert held == 0; held := 1; }
procedure unlock() modifies held; { assert held == 1; held := 0; }
procedure work(n: int) modifies held; {
  var i: int;
  i := 0;
  while (i < n) { call unlock(); call lock(); i := i + 1; }
}
procedure main() modifies held; {
  held := 0;
  while (*) { call lock(); call work(7); call unlock(); }
}
