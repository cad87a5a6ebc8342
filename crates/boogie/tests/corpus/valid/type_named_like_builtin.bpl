// rmode may be declared as a type
type rmode;
const r: rmode;
