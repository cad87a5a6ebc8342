/* Identities of network interfaces. */
#ifndef LARIAT_NETIOAPI_TYPES_H
#define LARIAT_NETIOAPI_TYPES_H
#include <ifdef.h>
#endif
