// verdict: correct
type Colour;
const unique red: Colour;
const unique green: Colour;
const blue: Colour;
procedure main()
{
  assert red != green;
}
