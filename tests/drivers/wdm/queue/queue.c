/*
 * A function driver that queues read requests and completes them from a DPC. It is written in the style of sample drivers and has
 * no defect unless DEFECT names one:
 *
 *   SpinLock               1  the lock stays held on an error path of the read routine
 *   SpinLockRelease        2  released without being held
 *   DoubleCompletion       3  an invalid control request is completed twice
 *   IrpProcessingComplete  4  a close request is neither completed nor passed down
 *   MarkIrpPending         5  STATUS_PENDING without IoMarkIrpPending
 *   PendedCompletedRequest 6  completed, and STATUS_PENDING returned
 *   LowerDriverReturn      7  another status than that of the lower driver
 *   CancelSpinLock         8  the cancel routine keeps the cancel lock
 *   IrqlExPassive          9  a registry call with the lock held
 *   AddDevice              10 the device is not attached
 *   RemoveLock             11 the removal lock is not released on a path
 */
#include <ntddk.h>

#ifndef DEFECT
#define DEFECT 0
#endif

#define QUEUE_TAG 'ueuQ'
#define IOCTL_QUEUE_GET_COUNT CTL_CODE(FILE_DEVICE_UNKNOWN, 0x800, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_QUEUE_RESET CTL_CODE(FILE_DEVICE_UNKNOWN, 0x801, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _DEVICE_EXTENSION {
    PDEVICE_OBJECT Self;
    PDEVICE_OBJECT Physical;
    PDEVICE_OBJECT Lower;
    IO_REMOVE_LOCK RemoveLock;
    KSPIN_LOCK QueueLock;
    LIST_ENTRY Queue;
    ULONG Count;
    BOOLEAN Started;
    KDPC Dpc;
    UNICODE_STRING InterfaceName;
} DEVICE_EXTENSION, *PDEVICE_EXTENSION;

DRIVER_INITIALIZE DriverEntry;
DRIVER_ADD_DEVICE QueueAddDevice;
DRIVER_UNLOAD QueueUnload;
DRIVER_CANCEL QueueCancel;
KDEFERRED_ROUTINE QueueDpc;
IO_COMPLETION_ROUTINE QueueStartCompletion;
__drv_dispatchType(IRP_MJ_CREATE) __drv_dispatchType(IRP_MJ_CLOSE) DRIVER_DISPATCH QueueCreateClose;
_Dispatch_type_(IRP_MJ_READ) DRIVER_DISPATCH QueueRead;
_Dispatch_type_(IRP_MJ_DEVICE_CONTROL) DRIVER_DISPATCH QueueControl;
_Dispatch_type_(IRP_MJ_PNP) DRIVER_DISPATCH QueuePnp;
_Dispatch_type_(IRP_MJ_POWER) DRIVER_DISPATCH QueuePower;
_Dispatch_type_(IRP_MJ_SYSTEM_CONTROL) DRIVER_DISPATCH QueueForward;

#ifdef ALLOC_PRAGMA
#pragma alloc_text(INIT, DriverEntry)
#pragma alloc_text(PAGE, QueueAddDevice)
#pragma alloc_text(PAGE, QueuePnp)
#endif

NTSTATUS
DriverEntry(_In_ PDRIVER_OBJECT DriverObject, _In_ PUNICODE_STRING RegistryPath)
{
    ULONG i;
    UNREFERENCED_PARAMETER(RegistryPath);

    for (i = 0; i <= IRP_MJ_MAXIMUM_FUNCTION; i++) {
        DriverObject->MajorFunction[i] = QueueForward;
    }
    DriverObject->MajorFunction[IRP_MJ_CREATE] = QueueCreateClose;
    DriverObject->MajorFunction[IRP_MJ_CLOSE] = QueueCreateClose;
    DriverObject->MajorFunction[IRP_MJ_READ] = QueueRead;
    DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = QueueControl;
    DriverObject->MajorFunction[IRP_MJ_PNP] = QueuePnp;
    DriverObject->MajorFunction[IRP_MJ_POWER] = QueuePower;
    DriverObject->DriverExtension->AddDevice = QueueAddDevice;
    DriverObject->DriverUnload = QueueUnload;
    return STATUS_SUCCESS;
}

NTSTATUS
QueueAddDevice(_In_ PDRIVER_OBJECT DriverObject, _In_ PDEVICE_OBJECT PhysicalDeviceObject)
{
    NTSTATUS Status;
    PDEVICE_OBJECT Device = NULL;
    PDEVICE_EXTENSION Extension;

    PAGED_CODE();

    Status = IoCreateDevice(DriverObject, sizeof(DEVICE_EXTENSION), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &Device);
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    Extension = (PDEVICE_EXTENSION)Device->DeviceExtension;
    RtlZeroMemory(Extension, sizeof(DEVICE_EXTENSION));
    Extension->Self = Device;
    Extension->Physical = PhysicalDeviceObject;
    IoInitializeRemoveLock(&Extension->RemoveLock, QUEUE_TAG, 0, 0);
    KeInitializeSpinLock(&Extension->QueueLock);
    InitializeListHead(&Extension->Queue);
    KeInitializeDpc(&Extension->Dpc, QueueDpc, Extension);
#if DEFECT == 10
    Extension->Lower = PhysicalDeviceObject;
#else
    Extension->Lower = IoAttachDeviceToDeviceStack(Device, PhysicalDeviceObject);
    if (Extension->Lower == NULL) {
        IoDeleteDevice(Device);
        return STATUS_NO_SUCH_DEVICE;
    }
#endif
    Device->Flags |= DO_BUFFERED_IO | DO_POWER_PAGABLE;
    Device->Flags &= ~DO_DEVICE_INITIALIZING;
    return STATUS_SUCCESS;
}

VOID
QueueUnload(_In_ PDRIVER_OBJECT DriverObject)
{
    UNREFERENCED_PARAMETER(DriverObject);
}

static NTSTATUS
QueueComplete(_In_ PIRP Irp, _In_ NTSTATUS Status, _In_ ULONG_PTR Information)
{
    Irp->IoStatus.Status = Status;
    Irp->IoStatus.Information = Information;
    IoCompleteRequest(Irp, IO_NO_INCREMENT);
    return Status;
}

NTSTATUS
QueueCreateClose(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PIO_STACK_LOCATION Stack = IoGetCurrentIrpStackLocation(Irp);
    UNREFERENCED_PARAMETER(DeviceObject);

#if DEFECT == 4
    if (Stack->MajorFunction == IRP_MJ_CLOSE) {
        Irp->IoStatus.Status = STATUS_SUCCESS;
        return STATUS_SUCCESS;
    }
#endif
    UNREFERENCED_PARAMETER(Stack);
    return QueueComplete(Irp, STATUS_SUCCESS, 0);
}

NTSTATUS
QueueForward(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeviceObject->DeviceExtension;
#if DEFECT == 7
    IoSkipCurrentIrpStackLocation(Irp);
    IoCallDriver(Extension->Lower, Irp);
    return STATUS_SUCCESS;
#else
    IoSkipCurrentIrpStackLocation(Irp);
    return IoCallDriver(Extension->Lower, Irp);
#endif
}

VOID
QueueCancel(_Inout_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeviceObject->DeviceExtension;
    KIRQL OldIrql;

#if DEFECT == 8
    if (Extension->Count > 100) {
        return;
    }
#endif
    IoReleaseCancelSpinLock(Irp->CancelIrql);
    KeAcquireSpinLock(&Extension->QueueLock, &OldIrql);
    RemoveEntryList(&Irp->Tail.Overlay.ListEntry);
    Extension->Count--;
    KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
    QueueComplete(Irp, STATUS_CANCELLED, 0);
}

NTSTATUS
QueueRead(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeviceObject->DeviceExtension;
    PIO_STACK_LOCATION Stack = IoGetCurrentIrpStackLocation(Irp);
    NTSTATUS Status;
    KIRQL OldIrql;

    Status = IoAcquireRemoveLock(&Extension->RemoveLock, Irp);
    if (!NT_SUCCESS(Status)) {
        return QueueComplete(Irp, Status, 0);
    }
    if (Stack->Parameters.Read.Length == 0) {
#if DEFECT != 11
        IoReleaseRemoveLock(&Extension->RemoveLock, Irp);
#endif
        return QueueComplete(Irp, STATUS_SUCCESS, 0);
    }

    KeAcquireSpinLock(&Extension->QueueLock, &OldIrql);
    if (Extension->Count >= 16) {
#if DEFECT != 1
        KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
#endif
        IoReleaseRemoveLock(&Extension->RemoveLock, Irp);
        return QueueComplete(Irp, STATUS_DEVICE_BUSY, 0);
    }
    IoSetCancelRoutine(Irp, QueueCancel);
    if (Irp->Cancel && IoSetCancelRoutine(Irp, NULL) != NULL) {
        KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
        IoReleaseRemoveLock(&Extension->RemoveLock, Irp);
        return QueueComplete(Irp, STATUS_CANCELLED, 0);
    }
#if DEFECT != 5
    IoMarkIrpPending(Irp);
#endif
    InsertTailList(&Extension->Queue, &Irp->Tail.Overlay.ListEntry);
    Extension->Count++;
    KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
#if DEFECT == 2
    KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
#endif
    KeInsertQueueDpc(&Extension->Dpc, NULL, NULL);
    IoReleaseRemoveLock(&Extension->RemoveLock, Irp);
    return STATUS_PENDING;
}

VOID
QueueDpc(_In_ PKDPC Dpc, _In_opt_ PVOID DeferredContext, _In_opt_ PVOID SystemArgument1, _In_opt_ PVOID SystemArgument2)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeferredContext;
    PIRP Irp = NULL;
    UNREFERENCED_PARAMETER(Dpc);
    UNREFERENCED_PARAMETER(SystemArgument1);
    UNREFERENCED_PARAMETER(SystemArgument2);

    KeAcquireSpinLockAtDpcLevel(&Extension->QueueLock);
    if (!IsListEmpty(&Extension->Queue)) {
        PLIST_ENTRY Entry = RemoveHeadList(&Extension->Queue);
        Irp = CONTAINING_RECORD(Entry, IRP, Tail.Overlay.ListEntry);
        Extension->Count--;
        if (IoSetCancelRoutine(Irp, NULL) == NULL) {
            /* The cancel routine runs and completes it. */
            InitializeListHead(&Irp->Tail.Overlay.ListEntry);
            Irp = NULL;
        }
    }
    KeReleaseSpinLockFromDpcLevel(&Extension->QueueLock);
    if (Irp != NULL) {
        QueueComplete(Irp, STATUS_SUCCESS, 1);
    }
}

NTSTATUS
QueueControl(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeviceObject->DeviceExtension;
    PIO_STACK_LOCATION Stack = IoGetCurrentIrpStackLocation(Irp);
    NTSTATUS Status = STATUS_SUCCESS;
    ULONG_PTR Information = 0;
    KIRQL OldIrql;

    switch (Stack->Parameters.DeviceIoControl.IoControlCode) {
    case IOCTL_QUEUE_GET_COUNT:
        if (Stack->Parameters.DeviceIoControl.OutputBufferLength < sizeof(ULONG)) {
            Status = STATUS_BUFFER_TOO_SMALL;
            break;
        }
        KeAcquireSpinLock(&Extension->QueueLock, &OldIrql);
        *(PULONG)Irp->AssociatedIrp.SystemBuffer = Extension->Count;
        KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
        Information = sizeof(ULONG);
        break;

    case IOCTL_QUEUE_RESET:
        KeAcquireSpinLock(&Extension->QueueLock, &OldIrql);
        Extension->Count = 0;
#if DEFECT == 9
        RtlWriteRegistryValue(RTL_REGISTRY_SERVICES, L"queue", L"Count", REG_DWORD, &Extension->Count, sizeof(ULONG));
#endif
        KeReleaseSpinLock(&Extension->QueueLock, OldIrql);
        break;

    default:
        Status = STATUS_INVALID_DEVICE_REQUEST;
#if DEFECT == 3
        QueueComplete(Irp, Status, 0);
#endif
        break;
    }
    QueueComplete(Irp, Status, Information);
#if DEFECT == 6
    return NT_SUCCESS(Status) ? STATUS_PENDING : Status;
#else
    return Status;
#endif
}

NTSTATUS
QueueStartCompletion(_In_ PDEVICE_OBJECT DeviceObject, _In_ PIRP Irp, _In_opt_ PVOID Context)
{
    PKEVENT Event = (PKEVENT)Context;
    UNREFERENCED_PARAMETER(DeviceObject);
    if (Irp->PendingReturned) {
        KeSetEvent(Event, IO_NO_INCREMENT, FALSE);
    }
    return STATUS_MORE_PROCESSING_REQUIRED;
}

NTSTATUS
QueuePnp(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeviceObject->DeviceExtension;
    PIO_STACK_LOCATION Stack = IoGetCurrentIrpStackLocation(Irp);
    NTSTATUS Status;
    KEVENT Event;

    PAGED_CODE();

    Status = IoAcquireRemoveLock(&Extension->RemoveLock, Irp);
    if (!NT_SUCCESS(Status)) {
        return QueueComplete(Irp, Status, 0);
    }
    switch (Stack->MinorFunction) {
    case IRP_MN_START_DEVICE:
        KeInitializeEvent(&Event, NotificationEvent, FALSE);
        IoCopyCurrentIrpStackLocationToNext(Irp);
        IoSetCompletionRoutine(Irp, QueueStartCompletion, &Event, TRUE, TRUE, TRUE);
        Status = IoCallDriver(Extension->Lower, Irp);
        if (Status == STATUS_PENDING) {
            KeWaitForSingleObject(&Event, Executive, KernelMode, FALSE, NULL);
            Status = Irp->IoStatus.Status;
        }
        if (NT_SUCCESS(Status)) {
            Extension->Started = TRUE;
        }
        IoReleaseRemoveLock(&Extension->RemoveLock, Irp);
        return QueueComplete(Irp, Status, 0);

    case IRP_MN_REMOVE_DEVICE:
        Extension->Started = FALSE;
        IoReleaseRemoveLockAndWait(&Extension->RemoveLock, Irp);
        IoSkipCurrentIrpStackLocation(Irp);
        Status = IoCallDriver(Extension->Lower, Irp);
        IoDetachDevice(Extension->Lower);
        IoDeleteDevice(DeviceObject);
        return Status;

    default:
        IoSkipCurrentIrpStackLocation(Irp);
        Status = IoCallDriver(Extension->Lower, Irp);
        IoReleaseRemoveLock(&Extension->RemoveLock, Irp);
        return Status;
    }
}

NTSTATUS
QueuePower(_In_ PDEVICE_OBJECT DeviceObject, _Inout_ PIRP Irp)
{
    PDEVICE_EXTENSION Extension = (PDEVICE_EXTENSION)DeviceObject->DeviceExtension;
    PoStartNextPowerIrp(Irp);
    IoSkipCurrentIrpStackLocation(Irp);
    return PoCallDriver(Extension->Lower, Irp);
}
