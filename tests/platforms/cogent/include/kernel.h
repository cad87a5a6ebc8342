#ifndef KERNEL_H
#define KERNEL_H
typedef long NTSTATUS;
typedef unsigned long ULONG;
typedef struct DEVICE_OBJECT { ULONG Flags; void *Extension; } DEVICE_OBJECT;
typedef struct DRIVER_OBJECT { struct DRIVER_EXTENSION *DriverExtension; } DRIVER_OBJECT;
typedef NTSTATUS DRIVER_ADD_DEVICE(DRIVER_OBJECT *driver, DEVICE_OBJECT *below);
typedef void DRIVER_UNLOAD(DRIVER_OBJECT *driver);
struct DRIVER_EXTENSION { DRIVER_ADD_DEVICE *AddDevice; };

#define STATUS_SUCCESS 0L
#define STATUS_INSUFFICIENT_RESOURCES ((NTSTATUS)0xC000009AL)
#define STATUS_OBJECT_NAME_COLLISION ((NTSTATUS)0xC0000035L)
#define DO_DEVICE_INITIALIZING 0x80
#define DO_POWER_PAGABLE 0x2000

NTSTATUS IoCreateDevice(DRIVER_OBJECT *driver, ULONG size, DEVICE_OBJECT **device);
void IoDeleteDevice(DEVICE_OBJECT *device);

/* In place of what a real header has: a model replaces it. */
static inline DEVICE_OBJECT *IoAttachDevice(DEVICE_OBJECT *device, DEVICE_OBJECT *below) {
  extern DEVICE_OBJECT *(*const table[])(DEVICE_OBJECT *, DEVICE_OBJECT *);
  return table[3](device, below);
}

/* The object that the model of IoCreateDevice gives. */
extern DEVICE_OBJECT *pdevobj;
#endif
