// A program that a front end has already compiled to an error flag, as drivers come out of Static
// Driver Verifier: something went wrong if `main` returns with the flag raised. The question is then
// whether the entry returns at all.
//
//   lariat check examples/handshake.bpl --goal return    bug: it does

var error: bool;
var state: int;

procedure open_session()
  modifies error, state;
{
  if (state != 0) {
    error := true;
    return;
  }
  state := 1;
}

procedure close_session()
  modifies error, state;
{
  if (state != 1) {
    error := true;
    return;
  }
  state := 0;
}

procedure serve(kind: int)
  modifies error, state;
{
  call open_session();
  if (error) { return; }
  if (kind == 7) {
    // A retry that forgets the session that is open.
    call open_session();
    if (error) { return; }
  }
  call close_session();
}

procedure {:entrypoint} main(kind: int)
  modifies error, state;
{
  error := false;
  state := 0;
  call serve(kind);
  assume error;
}
