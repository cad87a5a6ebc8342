/* What models of the framework and the harness share. */
#ifndef LARIAT_WDF_MODELS_H
#define LARIAT_WDF_MODELS_H

#include <lariat_models.h>
#include <wdf.h>

/* An object of the framework, of whatever kind. */
typedef struct _LARIAT_OBJECT {
    PVOID Context;
    PVOID Parent;
    PVOID First;
    KIRQL Irql;
    int Passive;
    /* A queue. */
    PFN_WDF_IO_QUEUE_IO_DEFAULT EvtIoDefault;
    PFN_WDF_IO_QUEUE_IO_READ EvtIoRead;
    PFN_WDF_IO_QUEUE_IO_WRITE EvtIoWrite;
    PFN_WDF_IO_QUEUE_IO_DEVICE_CONTROL EvtIoDeviceControl;
    PFN_WDF_IO_QUEUE_IO_INTERNAL_DEVICE_CONTROL EvtIoInternalDeviceControl;
    PFN_WDF_IO_QUEUE_IO_STOP EvtIoStop;
    PFN_WDF_IO_QUEUE_IO_CANCELED_ON_QUEUE EvtIoCanceledOnQueue;
    /* A request, or memory. */
    int Type;
    ULONG Code;
    NTSTATUS Status;
    size_t InputLength, OutputLength;
    PVOID Buffer;
    PFN_WDF_REQUEST_CANCEL EvtCancel;
    PFN_WDF_REQUEST_COMPLETION_ROUTINE EvtCompletion;
    WDFCONTEXT CompletionContext;
    /* Others. */
    PFN_WDF_TIMER EvtTimer;
    PFN_WDF_DPC EvtDpc;
    PFN_WDF_WORKITEM EvtWork;
    PFN_WDF_INTERRUPT_ISR EvtIsr;
    PFN_WDF_INTERRUPT_DPC EvtInterruptDpc;
} LARIAT_OBJECT;

extern WDFDRIVER lariat_wdf_driver;
extern WDFDEVICE lariat_wdf_device;
extern WDFFILEOBJECT lariat_wdf_file;
extern PVOID lariat_device_context;
extern PFN_WDF_DRIVER_DEVICE_ADD lariat_device_add;
extern PFN_WDF_DRIVER_UNLOAD lariat_unload;
extern PFN_WDF_IO_IN_CALLER_CONTEXT lariat_in_caller_context;
extern WDF_PNPPOWER_EVENT_CALLBACKS lariat_pnp_power;
extern WDF_FILEOBJECT_CONFIG lariat_file_config;
extern PCWDF_OBJECT_CONTEXT_TYPE_INFO lariat_request_type;
extern LARIAT_OBJECT *lariat_default_queue, *lariat_other_queue, *lariat_read_queue, *lariat_write_queue, *lariat_control_queue;
extern LARIAT_OBJECT *lariat_timer, *lariat_wdf_dpc, *lariat_wdf_work, *lariat_wdf_interrupt;
LARIAT_OBJECT *lariat_new_request(void);

#endif
