/* The header of mingw-w64 uses types of these. */
#ifndef LARIAT_MINITAPE_H
#define LARIAT_MINITAPE_H
#include <srb.h>
#include <ntddtape.h>
#include_next <minitape.h>
#endif
