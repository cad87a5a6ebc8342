// verdict: error: there is no variable
procedure main()
{
  x := 1;
}
