/* The header of mingw-w64 uses types of these. */
#ifndef LARIAT_KBDMOU_H
#define LARIAT_KBDMOU_H
#include <ntddkbd.h>
#include <ntddmou.h>
#ifndef WINAPI
#define WINAPI __stdcall
#endif
#include_next <kbdmou.h>
#endif
