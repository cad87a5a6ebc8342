/* malloc.h of mingw-w64 wants it; the kernel has no such functions. */
