// power binds tighter than division, to the right
axiom 2.0 ** 3.0 ** 2.0 == 512.0;
axiom 8.0 / 2.0 ** 2.0 == 2.0;
axiom (2.0 ** 3.0) ** 2.0 == 64.0;
axiom 7 / 2 == 3.5 && 7 / 2.0 == 3.5;
