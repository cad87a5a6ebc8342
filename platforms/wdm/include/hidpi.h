/* The header of mingw-w64 uses types of this one. */
#ifndef LARIAT_HIDPI_H
#define LARIAT_HIDPI_H
#include <hidusage.h>
#include_next <hidpi.h>
#endif
