// a brace too many
// error: this `}` closes nothing
procedure p() { } }
