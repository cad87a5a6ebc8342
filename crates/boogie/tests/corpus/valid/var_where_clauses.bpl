// where clauses may mention other variables
var x: int where x >= 0, y: int where y > x;
var a, b: bool where a || b;
procedure p(n: int where n >= k, k: int) returns (r: int where r > n) {
  var i: int where i < j;
  var j: int where j < r && x == x;
  i := j;
}
