// an assertion that is no condition
// error: an assertion must be of type bool, not int
procedure p() { assert 3; }
