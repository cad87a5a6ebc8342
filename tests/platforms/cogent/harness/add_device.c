#include "kernel.h"
extern NTSTATUS fun_AddDevice(DRIVER_OBJECT *, DEVICE_OBJECT *);

void call_add_device(void) {
  DRIVER_OBJECT driver = { 0 };
  DEVICE_OBJECT below = { 0 };
  fun_AddDevice(&driver, &below);
}
