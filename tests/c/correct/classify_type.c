// verdict: correct
// The numbers of gcc for kinds of types; arguments are promoted first.
extern void reach_error(void);
enum e { A } en;
struct s { int a; } s;
union u { int a; } u;
_Bool b;
int *p, array[3];
int function(void) { return 0; }
_Complex double z;
static void check(int c) {
    if (!c) reach_error();
}
int main(void) {
    check(__builtin_classify_type(s) == 12);
    check(__builtin_classify_type(u) == 13);
    check(__builtin_classify_type(b) == 1);
    check(__builtin_classify_type('c') == 1);
    check(__builtin_classify_type(en) == 1);
    check(__builtin_classify_type(1.0f) == 8);
    check(__builtin_classify_type(z) == 9);
    check(__builtin_classify_type(p) == 5);
    check(__builtin_classify_type(array) == 5);
    check(__builtin_classify_type(function) == 5);
    return 0;
}
