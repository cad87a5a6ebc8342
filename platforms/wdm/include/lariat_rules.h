/* What rules see: the kernel's headers and state, and the moments at which the kernel calls the driver. The functions here have empty
   bodies in the harness; rules hook them (lariat_dispatch_end.entry). */
#ifndef LARIAT_RULES_H
#define LARIAT_RULES_H

#include <lariat_wdm.h>

/* A dispatch routine starts, and has returned this. */
VOID lariat_dispatch_begin(PDEVICE_OBJECT DeviceObject, PIRP Irp);
VOID lariat_dispatch_end(PDEVICE_OBJECT DeviceObject, PIRP Irp, NTSTATUS Status);
/* Another routine of the driver starts, or has returned: AddDevice, StartIo, a DPC, … */
VOID lariat_add_device_end(NTSTATUS Status);
VOID lariat_callback_begin(VOID);
VOID lariat_callback_end(VOID);

#endif
