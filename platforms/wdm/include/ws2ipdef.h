/* The header of mingw-w64 uses types of these. */
#ifndef LARIAT_WS2IPDEF_H
#define LARIAT_WS2IPDEF_H
#include <_bsd_types.h>
#include <inaddr.h>
#include <in6addr.h>
#include <psdk_inc/_ip_types.h>
#include <ws2def.h>
#ifndef __LPSOCKET_ADDRESS_DEFINED
typedef struct _SOCKET_ADDRESS { struct sockaddr *lpSockaddr; INT iSockaddrLength; } SOCKET_ADDRESS, *PSOCKET_ADDRESS, *LPSOCKET_ADDRESS;
#endif
typedef USHORT ADDRESS_FAMILY;
#ifndef __ss_aligntype
struct sockaddr_storage { short ss_family; char __ss_pad1[6]; __int64 __ss_align; char __ss_pad2[112]; };
#endif
typedef struct sockaddr_storage SOCKADDR_STORAGE, *PSOCKADDR_STORAGE;
#include_next <ws2ipdef.h>
#endif
