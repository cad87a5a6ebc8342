// verdict: bug at 9
type Colour;
const unique red: Colour;
const unique green: Colour;
const blue: Colour;
procedure main()
{
  assert red != green;
  assert red != blue; // fails
}
