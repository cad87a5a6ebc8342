// the word finite is accepted
type finite Color;
const unique red, green: Color;
