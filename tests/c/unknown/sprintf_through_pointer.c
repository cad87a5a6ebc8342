// verdict: unknown
// The text that a function of the library writes is not forgotten when it is called through a pointer.
extern void reach_error(void);
extern int sprintf(char *, const char *, ...);
char buffer[2];
int main(void) {
    int (*print)(char *, const char *, ...) = &sprintf;
    print(buffer, "5");
    if (buffer[0] == '5') reach_error();
    return 0;
}
