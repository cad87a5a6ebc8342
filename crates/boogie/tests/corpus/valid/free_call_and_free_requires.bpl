// a free call assumes the precondition
procedure q(); requires false;
procedure p() { free call q(); }
