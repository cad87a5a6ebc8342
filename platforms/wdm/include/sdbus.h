/* SD buses: requests of functions on the bus. */
#ifndef LARIAT_SDBUS_H
#define LARIAT_SDBUS_H
#include <ntddsd.h>
typedef struct _SDBUS_REQUEST_PACKET {
    SD_REQUEST_FUNCTION RequestFunction;
    PVOID UserContext[3];
    ULONG_PTR Information;
    union { UCHAR AsUCHAR[16]; ULONG AsULONG[4]; } ResponseData;
    UCHAR ResponseLength;
    UCHAR Reserved;
    USHORT Flags;
    union {
        struct { SDBUS_PROPERTY Property; PVOID Buffer; ULONG Length; } GetSetProperty;
        struct { SDCMD_DESCRIPTOR CmdDesc; ULONG Argument; ULONG Length; PMDL Mdl; } DeviceCommand;
    } Parameters;
} SDBUS_REQUEST_PACKET, *PSDBUS_REQUEST_PACKET;
typedef VOID (*PSDBUS_CALLBACK_ROUTINE)(PVOID CallbackRoutineContext, ULONG InterruptType);
typedef struct { USHORT Size; USHORT Reserved; PDEVICE_OBJECT TargetObject; BOOLEAN DeviceGeneratesInterrupts; BOOLEAN CallbackAtDpcLevel; PSDBUS_CALLBACK_ROUTINE CallbackRoutine; PVOID CallbackRoutineContext; } SDBUS_INTERFACE_PARAMETERS, *PSDBUS_INTERFACE_PARAMETERS;
typedef NTSTATUS (*PSDBUS_INITIALIZE_INTERFACE_ROUTINE)(PVOID Context, PSDBUS_INTERFACE_PARAMETERS InterfaceParameters);
typedef NTSTATUS (*PSDBUS_ACKNOWLEDGE_INT_ROUTINE)(PVOID Context);
typedef struct _SDBUS_INTERFACE_STANDARD { USHORT Size; USHORT Version; PVOID Context; PINTERFACE_REFERENCE InterfaceReference; PINTERFACE_DEREFERENCE InterfaceDereference; PSDBUS_INITIALIZE_INTERFACE_ROUTINE InitializeInterface; PSDBUS_ACKNOWLEDGE_INT_ROUTINE AcknowledgeInterrupt; } SDBUS_INTERFACE_STANDARD, *PSDBUS_INTERFACE_STANDARD;
NTSTATUS SdBusOpenInterface(PDEVICE_OBJECT Pdo, PSDBUS_INTERFACE_STANDARD InterfaceStandard, USHORT Size, USHORT Version);
NTSTATUS SdBusSubmitRequest(PVOID InterfaceContext, PSDBUS_REQUEST_PACKET Packet);
NTSTATUS SdBusSubmitRequestAsync(PVOID InterfaceContext, PSDBUS_REQUEST_PACKET Packet, PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID UserContext);
#endif
