/*
 * A KMDF driver that keeps what was written and gives it back to readers; control requests that have to wait are cancelable. It
 * has no defect unless DEFECT names one:
 *
 *   DoubleCompletionLocal     1  a request that is too large is completed twice
 *   WdfSpinLock               2  the lock stays held on an error path
 *   RequestCompleted          3  a request that could not be forwarded is forgotten
 *   InvalidReqAccessLocal     4  information is set after the completion
 *   ReqSendFail               5  a request that could not be sent is forgotten
 *   DeviceInitAPI             6  the device is initialised after it was created
 *   KmdfIrql                  7  a registry key is opened with the spin lock held
 *   ReqNotCanceled            8  completed while cancelable
 *   DriverCreate              9  DriverEntry succeeds without a driver object
 *   SyncReqSend2              10 a synchronous request from a queue callback at any level
 */
#include <ntddk.h>
#include <wdf.h>

#ifndef DEFECT
#define DEFECT 0
#endif

#define ECHO_CAPACITY 64
#define IOCTL_ECHO_CLEAR CTL_CODE(FILE_DEVICE_UNKNOWN, 0x900, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_ECHO_WAIT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x901, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_ECHO_PASS CTL_CODE(FILE_DEVICE_UNKNOWN, 0x902, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_ECHO_LATER CTL_CODE(FILE_DEVICE_UNKNOWN, 0x903, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _DEVICE_CONTEXT {
    WDFSPINLOCK Lock;
    WDFQUEUE WaitQueue;
    WDFTIMER Timer;
    WDFREQUEST Waiting;
    ULONG Length;
    ULONG Threshold;
    UCHAR Data[ECHO_CAPACITY];
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetDeviceContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD EchoEvtDeviceAdd;
EVT_WDF_IO_QUEUE_IO_READ EchoEvtIoRead;
EVT_WDF_IO_QUEUE_IO_WRITE EchoEvtIoWrite;
EVT_WDF_IO_QUEUE_IO_DEVICE_CONTROL EchoEvtIoDeviceControl;
EVT_WDF_REQUEST_CANCEL EchoEvtRequestCancel;
EVT_WDF_REQUEST_COMPLETION_ROUTINE EchoEvtPassed;
EVT_WDF_TIMER EchoEvtTimer;
EVT_WDF_DEVICE_D0_ENTRY EchoEvtD0Entry;

#ifdef ALLOC_PRAGMA
#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(PAGE, EchoEvtDeviceAdd)
#endif

NTSTATUS
DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
    WDF_DRIVER_CONFIG Config;
    NTSTATUS Status;

    WDF_DRIVER_CONFIG_INIT(&Config, EchoEvtDeviceAdd);
    Status = WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &Config, WDF_NO_HANDLE);
#if DEFECT == 9
    if (!NT_SUCCESS(Status)) {
        KdPrint(("WdfDriverCreate failed 0x%x\n", Status));
    }
    return STATUS_SUCCESS;
#else
    return Status;
#endif
}

NTSTATUS
EchoEvtDeviceAdd(_In_ WDFDRIVER Driver, _Inout_ PWDFDEVICE_INIT DeviceInit)
{
    WDF_PNPPOWER_EVENT_CALLBACKS PnpPower;
    WDF_OBJECT_ATTRIBUTES Attributes;
    WDF_IO_QUEUE_CONFIG QueueConfig;
    WDF_TIMER_CONFIG TimerConfig;
    PDEVICE_CONTEXT Context;
    WDFDEVICE Device;
    NTSTATUS Status;
    UNREFERENCED_PARAMETER(Driver);

    PAGED_CODE();

    WDF_PNPPOWER_EVENT_CALLBACKS_INIT(&PnpPower);
    PnpPower.EvtDeviceD0Entry = EchoEvtD0Entry;
    WdfDeviceInitSetPnpPowerEventCallbacks(DeviceInit, &PnpPower);
#if DEFECT != 6
    WdfDeviceInitSetIoType(DeviceInit, WdfDeviceIoBuffered);
#endif

    WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&Attributes, DEVICE_CONTEXT);
    Status = WdfDeviceCreate(&DeviceInit, &Attributes, &Device);
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
#if DEFECT == 6
    WdfDeviceInitSetIoType(DeviceInit, WdfDeviceIoBuffered);
#endif
    Context = GetDeviceContext(Device);
    Context->Threshold = ECHO_CAPACITY;

    WDF_OBJECT_ATTRIBUTES_INIT(&Attributes);
    Attributes.ParentObject = Device;
    Status = WdfSpinLockCreate(&Attributes, &Context->Lock);
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    WDF_TIMER_CONFIG_INIT(&TimerConfig, EchoEvtTimer);
    WDF_OBJECT_ATTRIBUTES_INIT(&Attributes);
    Attributes.ParentObject = Device;
    Status = WdfTimerCreate(&TimerConfig, &Attributes, &Context->Timer);
    if (!NT_SUCCESS(Status)) {
        return Status;
    }

    WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&QueueConfig, WdfIoQueueDispatchParallel);
    QueueConfig.EvtIoRead = EchoEvtIoRead;
    QueueConfig.EvtIoWrite = EchoEvtIoWrite;
    QueueConfig.EvtIoDeviceControl = EchoEvtIoDeviceControl;
    Status = WdfIoQueueCreate(Device, &QueueConfig, WDF_NO_OBJECT_ATTRIBUTES, WDF_NO_HANDLE);
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    WDF_IO_QUEUE_CONFIG_INIT(&QueueConfig, WdfIoQueueDispatchManual);
    return WdfIoQueueCreate(Device, &QueueConfig, WDF_NO_OBJECT_ATTRIBUTES, &Context->WaitQueue);
}

NTSTATUS
EchoEvtD0Entry(_In_ WDFDEVICE Device, _In_ WDF_POWER_DEVICE_STATE PreviousState)
{
    PDEVICE_CONTEXT Context = GetDeviceContext(Device);
    UNREFERENCED_PARAMETER(PreviousState);
    WdfTimerStart(Context->Timer, WDF_REL_TIMEOUT_IN_SEC(1));
    return STATUS_SUCCESS;
}

VOID
EchoEvtIoRead(_In_ WDFQUEUE Queue, _In_ WDFREQUEST Request, _In_ size_t Length)
{
    PDEVICE_CONTEXT Context = GetDeviceContext(WdfIoQueueGetDevice(Queue));
    NTSTATUS Status;
    PVOID Buffer;
    size_t Count = 0;

    if (Length == 0) {
        WdfRequestCompleteWithInformation(Request, STATUS_SUCCESS, 0);
        return;
    }
    Status = WdfRequestRetrieveOutputBuffer(Request, 1, &Buffer, NULL);
    if (!NT_SUCCESS(Status)) {
        WdfRequestComplete(Request, Status);
        return;
    }
    WdfSpinLockAcquire(Context->Lock);
    if (Context->Length > ECHO_CAPACITY) {
#if DEFECT != 2
        WdfSpinLockRelease(Context->Lock);
#endif
        WdfRequestComplete(Request, STATUS_INTERNAL_ERROR);
        return;
    }
    Count = Length < Context->Length ? Length : Context->Length;
    if (Count > 0) {
        RtlCopyMemory(Buffer, Context->Data, Count);
    }
    Context->Length = 0;
    WdfSpinLockRelease(Context->Lock);
    WdfRequestCompleteWithInformation(Request, STATUS_SUCCESS, Count);
#if DEFECT == 4
    WdfRequestSetInformation(Request, Count);
#endif
}

VOID
EchoEvtIoWrite(_In_ WDFQUEUE Queue, _In_ WDFREQUEST Request, _In_ size_t Length)
{
    PDEVICE_CONTEXT Context = GetDeviceContext(WdfIoQueueGetDevice(Queue));
    NTSTATUS Status = STATUS_SUCCESS;
    PVOID Buffer;

    if (Length > ECHO_CAPACITY) {
        Status = STATUS_BUFFER_OVERFLOW;
#if DEFECT == 1
        WdfRequestComplete(Request, Status);
#endif
        goto Exit;
    }
    Status = WdfRequestRetrieveInputBuffer(Request, 1, &Buffer, NULL);
    if (!NT_SUCCESS(Status)) {
        goto Exit;
    }
    WdfSpinLockAcquire(Context->Lock);
    RtlCopyMemory(Context->Data, Buffer, Length);
    Context->Length = (ULONG)Length;
#if DEFECT == 7
    {
        WDFKEY Key;
        if (NT_SUCCESS(WdfDriverOpenParametersRegistryKey(WdfGetDriver(), KEY_READ, WDF_NO_OBJECT_ATTRIBUTES, &Key))) {
            WdfRegistryClose(Key);
        }
    }
#endif
    WdfSpinLockRelease(Context->Lock);

Exit:
    WdfRequestCompleteWithInformation(Request, Status, NT_SUCCESS(Status) ? Length : 0);
}

VOID
EchoEvtPassed(_In_ WDFREQUEST Request, _In_ WDFIOTARGET Target, _In_ PWDF_REQUEST_COMPLETION_PARAMS Params, _In_ WDFCONTEXT Context)
{
    UNREFERENCED_PARAMETER(Target);
    UNREFERENCED_PARAMETER(Context);
    WdfRequestComplete(Request, Params->IoStatus.Status);
}

VOID
EchoEvtIoDeviceControl(_In_ WDFQUEUE Queue, _In_ WDFREQUEST Request, _In_ size_t OutputBufferLength, _In_ size_t InputBufferLength, _In_ ULONG IoControlCode)
{
    WDFDEVICE Device = WdfIoQueueGetDevice(Queue);
    PDEVICE_CONTEXT Context = GetDeviceContext(Device);
    NTSTATUS Status;
    UNREFERENCED_PARAMETER(OutputBufferLength);
    UNREFERENCED_PARAMETER(InputBufferLength);

    switch (IoControlCode) {
    case IOCTL_ECHO_CLEAR:
        WdfSpinLockAcquire(Context->Lock);
        Context->Length = 0;
        WdfSpinLockRelease(Context->Lock);
#if DEFECT == 10
        WdfIoTargetSendIoctlSynchronously(WdfDeviceGetIoTarget(Device), NULL, IOCTL_ECHO_CLEAR, NULL, NULL, NULL, NULL);
#endif
        WdfRequestComplete(Request, STATUS_SUCCESS);
        return;

    case IOCTL_ECHO_LATER:
        Status = WdfRequestForwardToIoQueue(Request, Context->WaitQueue);
        if (!NT_SUCCESS(Status)) {
#if DEFECT != 3
            WdfRequestComplete(Request, Status);
#endif
        }
        return;

    case IOCTL_ECHO_PASS:
        WdfRequestFormatRequestUsingCurrentType(Request);
        WdfRequestSetCompletionRoutine(Request, EchoEvtPassed, Context);
        if (!WdfRequestSend(Request, WdfDeviceGetIoTarget(Device), WDF_NO_SEND_OPTIONS)) {
#if DEFECT != 5
            WdfRequestComplete(Request, WdfRequestGetStatus(Request));
#endif
        }
        return;

    case IOCTL_ECHO_WAIT:
        Status = WdfRequestMarkCancelableEx(Request, EchoEvtRequestCancel);
        if (!NT_SUCCESS(Status)) {
            WdfRequestComplete(Request, Status);
            return;
        }
#if DEFECT == 8
        if (Context->Length > 0) {
            WdfRequestComplete(Request, STATUS_SUCCESS);
            return;
        }
#endif
        Context->Waiting = Request;
        return;

    default:
        WdfRequestComplete(Request, STATUS_INVALID_DEVICE_REQUEST);
        return;
    }
}

VOID
EchoEvtRequestCancel(_In_ WDFREQUEST Request)
{
    WdfRequestComplete(Request, STATUS_CANCELLED);
}

VOID
EchoEvtTimer(_In_ WDFTIMER Timer)
{
    PDEVICE_CONTEXT Context = GetDeviceContext(WdfTimerGetParentObject(Timer));
    WDFREQUEST Request;

    if (NT_SUCCESS(WdfIoQueueRetrieveNextRequest(Context->WaitQueue, &Request))) {
        WdfRequestComplete(Request, STATUS_SUCCESS);
    }
    WdfTimerStart(Context->Timer, WDF_REL_TIMEOUT_IN_SEC(1));
}
