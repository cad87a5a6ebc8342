// A driver for a door, with a defect that a test would hardly find. docs/tutorial/drivers.md finds it and mends it.
#include <wdm.h>

#define IOCTL_DOOR_OPEN CTL_CODE(FILE_DEVICE_UNKNOWN, 0x800, METHOD_BUFFERED, FILE_ANY_ACCESS)
#define IOCTL_DOOR_CLOSE CTL_CODE(FILE_DEVICE_UNKNOWN, 0x801, METHOD_BUFFERED, FILE_ANY_ACCESS)

typedef struct _DOOR {
  PDEVICE_OBJECT Lower;
  KSPIN_LOCK Lock;
  BOOLEAN IsOpen;
  ULONG Openings;
} DOOR, *PDOOR;

DRIVER_INITIALIZE DriverEntry;
DRIVER_ADD_DEVICE DoorAddDevice;
DRIVER_UNLOAD DoorUnload;
_Dispatch_type_(IRP_MJ_CREATE) _Dispatch_type_(IRP_MJ_CLOSE) DRIVER_DISPATCH DoorCreateClose;
_Dispatch_type_(IRP_MJ_DEVICE_CONTROL) DRIVER_DISPATCH DoorControl;
_Dispatch_type_(IRP_MJ_PNP) DRIVER_DISPATCH DoorPnp;

static NTSTATUS DoorComplete(PIRP Irp, NTSTATUS Status)
{
  Irp->IoStatus.Status = Status;
  Irp->IoStatus.Information = 0;
  IoCompleteRequest(Irp, IO_NO_INCREMENT);
  return Status;
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
  UNREFERENCED_PARAMETER(RegistryPath);
  DriverObject->DriverExtension->AddDevice = DoorAddDevice;
  DriverObject->DriverUnload = DoorUnload;
  DriverObject->MajorFunction[IRP_MJ_CREATE] = DoorCreateClose;
  DriverObject->MajorFunction[IRP_MJ_CLOSE] = DoorCreateClose;
  DriverObject->MajorFunction[IRP_MJ_DEVICE_CONTROL] = DoorControl;
  DriverObject->MajorFunction[IRP_MJ_PNP] = DoorPnp;
  return STATUS_SUCCESS;
}

NTSTATUS DoorAddDevice(PDRIVER_OBJECT DriverObject, PDEVICE_OBJECT PhysicalDeviceObject)
{
  PDEVICE_OBJECT device;
  PDOOR door;
  NTSTATUS status = IoCreateDevice(DriverObject, sizeof(DOOR), NULL, FILE_DEVICE_UNKNOWN, 0, FALSE, &device);
  if (!NT_SUCCESS(status)) {
    return status;
  }
  door = device->DeviceExtension;
  KeInitializeSpinLock(&door->Lock);
  door->Lower = IoAttachDeviceToDeviceStack(device, PhysicalDeviceObject);
  if (door->Lower == NULL) {
    IoDeleteDevice(device);
    return STATUS_NO_SUCH_DEVICE;
  }
  device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

NTSTATUS DoorCreateClose(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
  UNREFERENCED_PARAMETER(DeviceObject);
  return DoorComplete(Irp, STATUS_SUCCESS);
}

NTSTATUS DoorControl(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
  PDOOR door = DeviceObject->DeviceExtension;
  PIO_STACK_LOCATION location = IoGetCurrentIrpStackLocation(Irp);
  NTSTATUS status = STATUS_SUCCESS;
  KIRQL irql;

  KeAcquireSpinLock(&door->Lock, &irql);
  switch (location->Parameters.DeviceIoControl.IoControlCode) {
  case IOCTL_DOOR_OPEN:
    door->IsOpen = TRUE;
    door->Openings++;
    break;
  case IOCTL_DOOR_CLOSE:
    door->IsOpen = FALSE;
    break;
  default:
    return DoorComplete(Irp, STATUS_INVALID_DEVICE_REQUEST);
  }
  KeReleaseSpinLock(&door->Lock, irql);
  return DoorComplete(Irp, status);
}

NTSTATUS DoorPnp(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
  PDOOR door = DeviceObject->DeviceExtension;
  UCHAR minor = IoGetCurrentIrpStackLocation(Irp)->MinorFunction;
  NTSTATUS status;

  IoSkipCurrentIrpStackLocation(Irp);
  status = IoCallDriver(door->Lower, Irp);
  if (minor == IRP_MN_REMOVE_DEVICE) {
    IoDetachDevice(door->Lower);
    IoDeleteDevice(DeviceObject);
  }
  return status;
}

VOID DoorUnload(PDRIVER_OBJECT DriverObject)
{
  UNREFERENCED_PARAMETER(DriverObject);
}
