/* <ctype.h> in the locale "C", in which programs start. "True" is the bit that glibc has for the class. */

int __lariat_isdigit(int c) { return (c >= '0' && c <= '9') ? 2048 : 0; }
int __lariat_isupper(int c) { return (c >= 'A' && c <= 'Z') ? 256 : 0; }
int __lariat_islower(int c) { return (c >= 'a' && c <= 'z') ? 512 : 0; }
int __lariat_isalpha(int c) { return ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) ? 1024 : 0; }
int __lariat_isalnum(int c) { return (__lariat_isalpha(c) || __lariat_isdigit(c)) ? 8 : 0; }
int __lariat_isspace(int c) { return (c == ' ' || (c >= '\t' && c <= '\r')) ? 8192 : 0; }
int __lariat_isblank(int c) { return (c == ' ' || c == '\t') ? 1 : 0; }
int __lariat_iscntrl(int c) { return ((c >= 0 && c < 32) || c == 127) ? 2 : 0; }
int __lariat_isprint(int c) { return (c >= 32 && c < 127) ? 16384 : 0; }
int __lariat_isgraph(int c) { return (c > 32 && c < 127) ? 32768 : 0; }
int __lariat_ispunct(int c) { return (__lariat_isgraph(c) && !__lariat_isalnum(c)) ? 4 : 0; }
int __lariat_isxdigit(int c) { return ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')) ? 4096 : 0; }
int __lariat_isascii(int c) { return c >= 0 && c < 128; }
int __lariat_toascii(int c) { return c & 127; }
int __lariat_toupper(int c) { return __lariat_islower(c) ? c - 32 : c; }
int __lariat_tolower(int c) { return __lariat_isupper(c) ? c + 32 : c; }

/* What the table behind glibc's macros holds (see lower/ctype.rs): a bit for each class. */
static unsigned short __lariat_ctype_b(int c) {
  return __lariat_isupper(c)
       | __lariat_islower(c)
       | __lariat_isalpha(c)
       | __lariat_isdigit(c)
       | __lariat_isxdigit(c)
       | __lariat_isspace(c)
       | __lariat_isprint(c)
       | __lariat_isgraph(c)
       | __lariat_isblank(c)
       | __lariat_iscntrl(c)
       | __lariat_ispunct(c)
       | __lariat_isalnum(c);
}

/* The tables for negative indices other than -1 repeat those for the same byte. */
static int __lariat_ctype_toupper(int c) { return __lariat_toupper(c < -1 ? c + 256 : c); }
static int __lariat_ctype_tolower(int c) { return __lariat_tolower(c < -1 ? c + 256 : c); }
