// verdict: error: modif
var g: int;
procedure main()
{
  g := 1;
}
