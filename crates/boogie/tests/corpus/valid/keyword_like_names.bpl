// words of later versions are names elsewhere
const datatype: int;
const uses: int;
const is: int;
const pure: int;
const hide: int;
procedure p() returns (push: int, reveal: int) {
  push := is;
  reveal := uses + datatype;
  push, reveal := hide, pure;
}
