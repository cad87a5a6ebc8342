// all special characters that names may have
const 'a~b#c$d^e_f.g?h`i: int;
const ~: int;
const .: int;
const ##: int;
axiom 'a~b#c$d^e_f.g?h`i == ~ + . - ##;
