/* Identities of network interfaces, as far as drivers need them. */
#ifndef LARIAT_NETIOAPI_H
#define LARIAT_NETIOAPI_H
#include <ws2def.h>
#include <ws2ipdef.h>
#include <ifdef.h>
#endif
