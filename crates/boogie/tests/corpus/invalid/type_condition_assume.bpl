// an assumption that is no condition
// error: an assumption must be of type bool, not int
procedure p() { assume 3; }
