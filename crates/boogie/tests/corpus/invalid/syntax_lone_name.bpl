// a name alone is no statement
// error: expected `:=` or `:`, found `;`
procedure p() { skip; }
