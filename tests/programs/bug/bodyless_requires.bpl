// verdict: bug at 5
procedure main(a: int)
{
  var r: int;
  call r := unknown(a); // fails
}
procedure unknown(a: int) returns (r: int);
requires a == 5;
