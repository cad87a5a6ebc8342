// a bracket that is not closed
// error: expected `]`, found `;`
procedure p() { var m: [int]int; m := m[3 := 4; }
