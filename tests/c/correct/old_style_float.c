// verdict: correct
// Callers of old-style functions pass doubles, and a declaration of a library function may have a shorter result.
extern void __VERIFIER_error(void);
#define CHECK(c) do { if (!(c)) __VERIFIER_error(); } while (0)

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
    CHECK(half(four) == 2.0f);
    CHECK(pointer(four) == 2.0f);
    CHECK(strlen("hello") == 5);
    asm_operand();
    CHECK(calls == 1);
    CHECK((int)2147483648.0f == 2147483647);
    CHECK((int)(float)2147483647 == 2147483647);
    CHECK((unsigned char)-3.0 == 0);
    return 0;
}
