//! Models of library functions.

use crate::all_true;

#[test]
fn strings() {
    all_true(
        "unsigned long strlen(const char *); int strcmp(const char *, const char *);
         int strncmp(const char *, const char *, unsigned long);
         char *strcpy(char *, const char *); char *strcat(char *, const char *);
         char *strncpy(char *, const char *, unsigned long);
         char *strchr(const char *, int); char *strrchr(const char *, int);
         char buffer[16], other[16]; const char *word = \"banana\";",
        &[
            "strlen(\"\") == 0 && strlen(word) == 6",
            "strcmp(word, \"banana\") == 0 && strcmp(\"a\", \"b\") < 0 && strcmp(\"b\", \"a\") > 0",
            "strcmp(\"a\", \"ab\") < 0",
            "strncmp(\"abc\", \"abd\", 2) == 0 && strncmp(\"abc\", \"abd\", 3) < 0",
            "strcpy(buffer, word) == buffer && buffer[5] == 'a' && buffer[6] == 0",
            "(strcpy(buffer, \"ab\"), strcat(buffer, \"cd\"), strcmp(buffer, \"abcd\")) == 0",
            "(other[3] = 'x', strncpy(other, \"ab\", 4), other[2]) == 0 && other[3] == 0",
            "strchr(word, 'n') == word + 2 && strchr(word, 'z') == 0 && strchr(word, 0) == word + 6",
            "strrchr(word, 'n') == word + 4",
        ],
    );
}

#[test]
fn memory() {
    all_true(
        "void *memcpy(void *, const void *, unsigned long);
         void *memmove(void *, const void *, unsigned long);
         void *memset(void *, int, unsigned long);
         int memcmp(const void *, const void *, unsigned long);
         char a[8] = \"abcdefg\", b[8]; int n[3] = { 1, 2, 3 }, m[3];",
        &[
            "memcpy(b, a, 8) == b && b[2] == 'c' && b[7] == 0",
            "(memcpy(m, n, sizeof n), m[0] + m[1] + m[2]) == 6",
            "(memmove(a + 1, a, 3), a[0]) == 'a' && a[1] == 'a' && a[3] == 'c' && a[4] == 'e'",
            "(memset(b, 'x', 3), b[2]) == 'x' && b[3] != 'x'",
            "(memset(m, 0, sizeof m), m[2]) == 0",
            "(memset(m, 255, 4), m[0]) == -1",
            "memcmp(\"abc\", \"abd\", 2) == 0 && memcmp(\"abc\", \"abd\", 3) < 0",
        ],
    );
}

#[test]
fn characters_and_numbers() {
    all_true(
        "int isdigit(int); int isalpha(int); int isspace(int); int toupper(int); int tolower(int);
         int abs(int); long labs(long); int n = -4; unsigned u = 40;",
        &[
            "isdigit('0') && isdigit('9') && !isdigit('a')",
            "isalpha('z') && !isalpha('1') && isspace('\\t') && !isspace('x')",
            "toupper('q') == 'Q' && toupper('1') == '1' && tolower('Q') == 'q'",
            "abs(n) == 4 && labs(-5) == 5",
            "__builtin_popcount(u) == 2 && __builtin_ctz(u) == 3 && __builtin_clz(u) == 26",
            "__builtin_ffs(0) == 0 && __builtin_ffs(n) == 3 && __builtin_parity(7) == 1",
            "__builtin_bswap32(0x01020304) == 0x04030201 && __builtin_bswap16(0x0102) == 0x0201",
            "__builtin_expect(n, 0) == -4",
            "({ int r; __builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1; })",
            "({ int r; !__builtin_mul_overflow(6, 7, &r) && r == 42; })",
        ],
    );
}

#[test]
fn variable_arguments() {
    all_true(
        "int sum(int count, ...) {
           __builtin_va_list list; int total = 0;
           __builtin_va_start(list, count);
           for (int k = 0; k < count; k++) total += __builtin_va_arg(list, int);
           __builtin_va_end(list);
           return total;
         }",
        &["sum(0) == 0", "sum(3, 1, 2, 4) == 7", "sum(1, sum(2, 3, 4)) == 7"],
    );
}
