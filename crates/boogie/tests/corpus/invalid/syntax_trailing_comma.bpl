// a comma at the end of a list
// error: expected a name, found `)`
procedure p(x: int,);
