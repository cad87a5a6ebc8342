// A filter above a device: it passes requests down, waits for the start of the device, and reads its configuration. Each
// DEFECT is one thing that such drivers get wrong.
#include "filter.h"

#ifndef DEFECT
#define DEFECT 0
#endif

static IO_COMPLETION_ROUTINE FilterStarted;
static IO_COMPLETION_ROUTINE FilterReadDone;

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
    ULONG i;
    UNREFERENCED_PARAMETER(RegistryPath);
    for (i = 0; i <= IRP_MJ_MAXIMUM_FUNCTION; i++) {
        DriverObject->MajorFunction[i] = FilterPass;
    }
    DriverObject->MajorFunction[IRP_MJ_PNP] = FilterPnp;
    DriverObject->MajorFunction[IRP_MJ_POWER] = FilterPower;
    DriverObject->MajorFunction[IRP_MJ_READ] = FilterRead;
    DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = FilterControl;
    DriverObject->DriverExtension->AddDevice = FilterAddDevice;
    DriverObject->DriverUnload = FilterUnload;
    return STATUS_SUCCESS;
}

NTSTATUS FilterAddDevice(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject)
{
    PDEVICE_OBJECT device;
    PFILTER filter;
    NTSTATUS status;

    PAGED_CODE();
    status = IoCreateDevice(DriverObject, sizeof(FILTER), NULL, FILE_DEVICE_UNKNOWN, FILE_DEVICE_SECURE_OPEN, FALSE, &device);
    if (!NT_SUCCESS(status)) {
        return status;
    }
    filter = device->DeviceExtension;
    filter->Self = device;
    filter->Physical = PhysicalDeviceObject;
    IoInitializeRemoveLock(&filter->RemoveLock, FILTER_TAG, 0, 0);
    KeInitializeSpinLock(&filter->Lock);
#if DEFECT == 1
    filter->Lower = PhysicalDeviceObject;
#else
    filter->Lower = IoAttachDeviceToDeviceStack(device, PhysicalDeviceObject);
#endif
    if (filter->Lower == NULL) {
        IoDeleteDevice(device);
        return STATUS_NO_SUCH_DEVICE;
    }
    device->Flags |= filter->Lower->Flags & (DO_BUFFERED_IO | DO_DIRECT_IO | DO_POWER_PAGABLE);
    device->Flags &= ~DO_DEVICE_INITIALIZING;
    return STATUS_SUCCESS;
}

static NTSTATUS FilterComplete(PIRP Irp, NTSTATUS Status)
{
    Irp->IoStatus.Status = Status;
    Irp->IoStatus.Information = 0;
    IoCompleteRequest(Irp, IO_NO_INCREMENT);
    return Status;
}

NTSTATUS FilterPass(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    PFILTER filter = DeviceObject->DeviceExtension;
    NTSTATUS status = IoAcquireRemoveLock(&filter->RemoveLock, Irp);
    if (!NT_SUCCESS(status)) {
        return FilterComplete(Irp, status);
    }
    IoSkipCurrentIrpStackLocation(Irp);
    status = IoCallDriver(filter->Lower, Irp);
#if DEFECT != 2
    IoReleaseRemoveLock(&filter->RemoveLock, Irp);
#endif
    return status;
}

static NTSTATUS FilterStarted(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context)
{
    UNREFERENCED_PARAMETER(DeviceObject);
#if DEFECT == 3
    if (Irp->PendingReturned) {
        IoMarkIrpPending(Irp);
    }
#else
    if (Irp->PendingReturned) {
        KeSetEvent((PKEVENT)Context, IO_NO_INCREMENT, FALSE);
    }
#endif
    return STATUS_MORE_PROCESSING_REQUIRED;
}

static NTSTATUS FilterStart(PFILTER filter, PIRP Irp)
{
    KEVENT started;
    NTSTATUS status;

    KeInitializeEvent(&started, NotificationEvent, FALSE);
    IoCopyCurrentIrpStackLocationToNext(Irp);
    IoSetCompletionRoutine(Irp, FilterStarted, &started, TRUE, TRUE, TRUE);
    status = IoCallDriver(filter->Lower, Irp);
    if (status == STATUS_PENDING) {
        KeWaitForSingleObject(&started, Executive, KernelMode, FALSE, NULL);
        status = Irp->IoStatus.Status;
    }
    if (NT_SUCCESS(status)) {
        filter->IsStarted = TRUE;
    }
#if DEFECT == 4
    return status;
#else
    return FilterComplete(Irp, status);
#endif
}

NTSTATUS FilterPnp(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    PFILTER filter = DeviceObject->DeviceExtension;
    PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(Irp);
    NTSTATUS status = IoAcquireRemoveLock(&filter->RemoveLock, Irp);

    if (!NT_SUCCESS(status)) {
        return FilterComplete(Irp, status);
    }
    switch (location->MinorFunction) {
    case IRP_MN_START_DEVICE:
        status = FilterStart(filter, Irp);
        IoReleaseRemoveLock(&filter->RemoveLock, Irp);
        return status;
    case IRP_MN_REMOVE_DEVICE:
        filter->IsStarted = FALSE;
        Irp->IoStatus.Status = STATUS_SUCCESS;
        IoSkipCurrentIrpStackLocation(Irp);
        status = IoCallDriver(filter->Lower, Irp);
#if DEFECT == 5
        IoReleaseRemoveLock(&filter->RemoveLock, Irp);
#else
        IoReleaseRemoveLockAndWait(&filter->RemoveLock, Irp);
#endif
        IoDetachDevice(filter->Lower);
#if DEFECT != 6
        IoDeleteDevice(DeviceObject);
#endif
        return status;
    case IRP_MN_SURPRISE_REMOVAL:
        filter->IsStarted = FALSE;
#if DEFECT == 7
        IoDetachDevice(filter->Lower);
#endif
        break;
    default:
        break;
    }
    IoSkipCurrentIrpStackLocation(Irp);
    status = IoCallDriver(filter->Lower, Irp);
    IoReleaseRemoveLock(&filter->RemoveLock, Irp);
    return status;
}

NTSTATUS FilterPower(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    PFILTER filter = DeviceObject->DeviceExtension;
    PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(Irp);

#if DEFECT == 8
    if (location->MinorFunction == IRP_MN_SET_POWER && !filter->IsStarted) {
        return FilterComplete(Irp, STATUS_DEVICE_NOT_READY);
    }
#else
    UNREFERENCED_PARAMETER(location);
#endif
    PoStartNextPowerIrp(Irp);
    IoSkipCurrentIrpStackLocation(Irp);
    return PoCallDriver(filter->Lower, Irp);
}

static NTSTATUS FilterReadDone(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context)
{
    PFILTER filter = Context;
    KIRQL irql;
    UNREFERENCED_PARAMETER(DeviceObject);
    if (Irp->PendingReturned) {
        IoMarkIrpPending(Irp);
    }
    KeAcquireSpinLock(&filter->Lock, &irql);
    filter->BytesRead += (ULONG)Irp->IoStatus.Information;
#if DEFECT == 9
    if (filter->BytesRead > 4096) {
        return STATUS_CONTINUE_COMPLETION;
    }
#endif
    KeReleaseSpinLock(&filter->Lock, irql);
    return STATUS_CONTINUE_COMPLETION;
}

NTSTATUS FilterRead(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    PFILTER filter = DeviceObject->DeviceExtension;

    if (!filter->IsStarted) {
        return FilterComplete(Irp, STATUS_DEVICE_NOT_READY);
    }
#if DEFECT == 10
    IoSkipCurrentIrpStackLocation(Irp);
#else
    IoCopyCurrentIrpStackLocationToNext(Irp);
#endif
    IoSetCompletionRoutine(Irp, FilterReadDone, filter, TRUE, TRUE, TRUE);
    return IoCallDriver(filter->Lower, Irp);
}

NTSTATUS FilterControl(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    PFILTER filter = DeviceObject->DeviceExtension;
    PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(Irp);
    KIRQL irql;
    ULONG bytes;

    if (location->Parameters.DeviceIoControl.IoControlCode != IOCTL_FILTER_COUNT) {
        return FilterPass(DeviceObject, Irp);
    }
    if (location->Parameters.DeviceIoControl.OutputBufferLength < sizeof(ULONG)) {
        return FilterComplete(Irp, STATUS_BUFFER_TOO_SMALL);
    }
    KeAcquireSpinLock(&filter->Lock, &irql);
    bytes = filter->BytesRead;
    filter->BytesRead = 0;
#if DEFECT == 11
    if (bytes == 0) {
        FilterComplete(Irp, STATUS_NO_MORE_ENTRIES);
        KeReleaseSpinLock(&filter->Lock, irql);
        return STATUS_NO_MORE_ENTRIES;
    }
#endif
    KeReleaseSpinLock(&filter->Lock, irql);
    *(PULONG)Irp->AssociatedIrp.SystemBuffer = bytes;
    Irp->IoStatus.Status = STATUS_SUCCESS;
    Irp->IoStatus.Information = sizeof(ULONG);
    IoCompleteRequest(Irp, IO_NO_INCREMENT);
#if DEFECT == 12
    return STATUS_PENDING;
#else
    return STATUS_SUCCESS;
#endif
}

VOID FilterUnload(PDRIVER_OBJECT DriverObject)
{
    UNREFERENCED_PARAMETER(DriverObject);
    PAGED_CODE();
}
