// statements after return start a new block
procedure p() { return; assert false; goto a; a: return; }
