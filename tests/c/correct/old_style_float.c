// verdict: correct
// Callers of old-style functions pass doubles, and a declaration of a library function may have a shorter result.
extern void __VERIFIER_error(void);
static void check(int c) {
    if (!c) __VERIFIER_error();
}

int strlen(char *);

float half(x)
float x;
{
    return x / 2;
}

int calls;
static int target;
static int *counted(void) {
    calls++;
    return &target;
}

static void asm_operand(void) { __asm__("" : "+r"(*counted())); }

int main(void) {
    float half(), four = 4.0f;
    float (*pointer)() = half;
    check(half(four) == 2.0f);
    check(pointer(four) == 2.0f);
    check(strlen("hello") == 5);
    asm_operand();
    check(calls == 1);
    check((int)2147483648.0f == 2147483647);
    check((int)(float)2147483647 == 2147483647);
    check((unsigned char)-3.0 == 0);
    return 0;
}
