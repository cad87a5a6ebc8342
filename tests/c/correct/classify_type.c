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
#define CLASS(x, n) if (__builtin_classify_type(x) != (n)) reach_error()
int main(void) {
    CLASS(s, 12);
    CLASS(u, 13);
    CLASS(b, 1);
    CLASS('c', 1);
    CLASS(en, 1);
    CLASS(1.0f, 8);
    CLASS(z, 9);
    CLASS(p, 5);
    CLASS(array, 5);
    CLASS(function, 5);
    return 0;
}
