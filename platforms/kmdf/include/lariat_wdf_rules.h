/* What rules for KMDF drivers see. */
#ifndef LARIAT_WDF_RULES_H
#define LARIAT_WDF_RULES_H

#include <lariat_wdm.h>
#include <wdf.h>

/* The request that the harness makes. */
extern WDFREQUEST lariat_request;
/* A queue callback, or EvtDeviceFileCreate, starts and has returned, with its request. */
VOID lariat_request_begin(WDFREQUEST Request);
VOID lariat_request_end(WDFREQUEST Request);
/* DriverEntry and EvtDriverDeviceAdd have returned this. */
VOID lariat_driver_entry_end(NTSTATUS Status);
VOID lariat_device_add_end(NTSTATUS Status);
/* Any callback starts, and has returned. */
VOID lariat_callback_begin(VOID);
VOID lariat_callback_end(VOID);

#endif
