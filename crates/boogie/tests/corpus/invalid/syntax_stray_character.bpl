// a character of no token
// error: unexpected character '@'
const a@b: int;
