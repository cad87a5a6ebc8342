#include "kernel.h"

static DRIVER_ADD_DEVICE MyAddDevice;

static NTSTATUS MyAddDevice(DRIVER_OBJECT *driver, DEVICE_OBJECT *below) {
  DEVICE_OBJECT *device;
  NTSTATUS status = IoCreateDevice(driver, 16, &device);
  if (status != STATUS_SUCCESS) return status;
  if (!IoAttachDevice(device, below)) {
    IoDeleteDevice(device);
    return STATUS_INSUFFICIENT_RESOURCES;
  }
  device->Flags |= DO_POWER_PAGABLE;
  if (device->Extension)
    device->Flags &= ~DO_DEVICE_INITIALIZING;
  return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver) {
  driver->DriverExtension->AddDevice = MyAddDevice;
  return STATUS_SUCCESS;
}
