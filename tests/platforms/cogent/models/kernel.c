#include "kernel.h"
int __VERIFIER_nondet_int(void);

static DEVICE_OBJECT the_device;
DEVICE_OBJECT *pdevobj = &the_device;

NTSTATUS IoCreateDevice(DRIVER_OBJECT *driver, ULONG size, DEVICE_OBJECT **device) {
  switch (__VERIFIER_nondet_int()) {
  case 0:
    *device = pdevobj;
    pdevobj->Flags |= DO_DEVICE_INITIALIZING;
    return STATUS_SUCCESS;
  case 1:
    *device = 0;
    return STATUS_INSUFFICIENT_RESOURCES;
  default:
    *device = 0;
    return STATUS_OBJECT_NAME_COLLISION;
  }
}

void IoDeleteDevice(DEVICE_OBJECT *device) {}

DEVICE_OBJECT *IoAttachDevice(DEVICE_OBJECT *device, DEVICE_OBJECT *below) {
  return __VERIFIER_nondet_int() ? below : 0;
}
