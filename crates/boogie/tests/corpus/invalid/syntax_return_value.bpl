// return takes no value
// error: `return` takes no value: assign to the out-parameters instead
procedure p() { return 3; }
