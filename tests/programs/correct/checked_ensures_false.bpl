// verdict: correct
// options: --goal return
procedure main()
{
  call never();
}
procedure never()
ensures false;
{
}
