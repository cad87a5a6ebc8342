/* Built-in functions on bits. */

unsigned short __lariat_builtin_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }

unsigned int __lariat_builtin_bswap32(unsigned int x) {
  return x << 24 | (x << 8 & 0xff0000u) | (x >> 8 & 0xff00u) | x >> 24;
}

unsigned long long __lariat_builtin_bswap64(unsigned long long x) {
  return (unsigned long long)__lariat_builtin_bswap32((unsigned int)x) << 32
       | __lariat_builtin_bswap32((unsigned int)(x >> 32));
}

int __lariat_builtin_popcountll(unsigned long long x) {
  x = x - (x >> 1 & 0x5555555555555555ull);
  x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0full;
  return (int)(x * 0x0101010101010101ull >> 56);
}
int __lariat_builtin_popcount(unsigned int x) { return __lariat_builtin_popcountll(x); }
int __lariat_builtin_popcountl(unsigned long x) { return __lariat_builtin_popcountll(x); }
int __lariat_builtin_parityll(unsigned long long x) { return __lariat_builtin_popcountll(x) & 1; }
int __lariat_builtin_parity(unsigned int x) { return __lariat_builtin_popcountll(x) & 1; }
int __lariat_builtin_parityl(unsigned long x) { return __lariat_builtin_popcountll(x) & 1; }

int __lariat_builtin_ctzll(unsigned long long x) { return __lariat_builtin_popcountll((x & -x) - 1); }
int __lariat_builtin_ctz(unsigned int x) { return __lariat_builtin_ctzll(x); }
int __lariat_builtin_ctzl(unsigned long x) { return __lariat_builtin_ctzll(x); }

int __lariat_builtin_clzll(unsigned long long x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  x |= x >> 32;
  return 64 - __lariat_builtin_popcountll(x);
}
int __lariat_builtin_clrsbll(long long x) { return __lariat_builtin_clzll(x < 0 ? ~x : x) - 1; }
int __lariat_builtin_clrsb(int x) { return __lariat_builtin_clrsbll(x) - 32; }
int __lariat_builtin_clrsbl(long x) { return __lariat_builtin_clrsbll(x) - (64 - 8 * (int)sizeof(long)); }
int __lariat_builtin_clz(unsigned int x) { return __lariat_builtin_clzll(x) - 32; }
int __lariat_builtin_clzl(unsigned long x) { return __lariat_builtin_clzll(x) - (64 - 8 * (int)sizeof(long)); }

int __lariat_ffsll(long long x) { return x ? __lariat_builtin_ctzll((unsigned long long)x) + 1 : 0; }
int __lariat_ffs(int x) { return x ? __lariat_builtin_ctzll((unsigned int)x) + 1 : 0; }
int __lariat_ffsl(long x) { return x ? __lariat_builtin_ctzll((unsigned long)x) + 1 : 0; }

