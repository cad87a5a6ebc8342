// break out of a labelled loop or if
procedure p() {
  outer: while (*) {
    inner: while (*) { break outer; }
    here: if (*) { break here; }
  }
}
