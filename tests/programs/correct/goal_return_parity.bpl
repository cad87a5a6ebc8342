// verdict: correct
// options: --goal return
procedure main(x: int) returns (y: int)
{
  y := x * 2;
  assume y == 11;
}
