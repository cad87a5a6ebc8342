// verdict: unknown
// What a function returns that ends without a value depends on the compiler; a caller that uses it is not followed.
extern void reach_error(void);
int sign(int x) {
    if (x > 0) return 1;
    if (x < 0) return -1;
}
int main(void) {
    if (sign(0)) reach_error();
    return 0;
}
