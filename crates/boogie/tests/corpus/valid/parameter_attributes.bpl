// attributes on parameters, results and locals
procedure p({:pointer} {:scalar} x: int, y: int) returns ({:result} r: int) {
  var {:tmp 1} i, j: int;
  r := x + y + i + j;
}
