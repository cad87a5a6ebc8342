// verdict: correct
procedure main()
{
  var x: int;
  goto one, two;
  one:
    x := 1;
    goto join;
  two:
    x := 2;
    goto join;
  join:
    assert 1 <= x && x <= 2;
}
