#ifndef FILTER_H
#define FILTER_H

#include <ntddk.h>

#define FILTER_TAG 'tliF'
#define IOCTL_FILTER_COUNT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x801, METHOD_BUFFERED, FILE_READ_ACCESS)

typedef struct _FILTER {
    PDEVICE_OBJECT Self;
    PDEVICE_OBJECT Physical;
    PDEVICE_OBJECT Lower;
    IO_REMOVE_LOCK RemoveLock;
    KSPIN_LOCK Lock;
    ULONG BytesRead;
    BOOLEAN IsStarted;
} FILTER, *PFILTER;

DRIVER_INITIALIZE DriverEntry;
DRIVER_ADD_DEVICE FilterAddDevice;
DRIVER_UNLOAD FilterUnload;
_Dispatch_type_(IRP_MJ_PNP) DRIVER_DISPATCH FilterPnp;
_Dispatch_type_(IRP_MJ_POWER) DRIVER_DISPATCH FilterPower;
_Dispatch_type_(IRP_MJ_READ) DRIVER_DISPATCH FilterRead;
_Dispatch_type_(IRP_MJ_DEVICE_CONTROL) DRIVER_DISPATCH FilterControl;
DRIVER_DISPATCH FilterPass;

#endif
