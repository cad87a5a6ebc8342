/* The header of mingw-w64 uses types of these. */
#ifndef LARIAT_USBDLIB_H
#define LARIAT_USBDLIB_H
#include <usb.h>
#include <usbdi.h>
#include_next <usbdlib.h>
typedef struct USBD_HANDLE__ *USBD_HANDLE;
#ifndef USBD_CLIENT_CONTRACT_VERSION_602
#define USBD_CLIENT_CONTRACT_VERSION_INVALID 0xFFFFFFFF
#define USBD_CLIENT_CONTRACT_VERSION_602 0x602
#define USBD_INTERFACE_VERSION_600 0x600
#define USBD_INTERFACE_VERSION_602 0x602
#define USBD_INTERFACE_VERSION_603 0x603
#endif
NTSTATUS USBD_CreateHandle(PDEVICE_OBJECT DeviceObject, PDEVICE_OBJECT TargetDeviceObject, ULONG USBDClientContractVersion, ULONG PoolTag, USBD_HANDLE *USBDHandle);
VOID USBD_CloseHandle(USBD_HANDLE USBDHandle);
NTSTATUS USBD_UrbAllocate(USBD_HANDLE USBDHandle, PURB *Urb);
NTSTATUS USBD_IsochUrbAllocate(USBD_HANDLE USBDHandle, ULONG NumberOfIsochPacket, PURB *Urb);
NTSTATUS USBD_SelectConfigUrbAllocateAndBuild(USBD_HANDLE USBDHandle, PUSB_CONFIGURATION_DESCRIPTOR ConfigurationDescriptor, PUSBD_INTERFACE_LIST_ENTRY InterfaceList, PURB *Urb);
NTSTATUS USBD_SelectInterfaceUrbAllocateAndBuild(USBD_HANDLE USBDHandle, USBD_CONFIGURATION_HANDLE ConfigurationHandle, PUSBD_INTERFACE_LIST_ENTRY InterfaceListEntry, PURB *Urb);
VOID USBD_UrbFree(USBD_HANDLE USBDHandle, PURB Urb);
VOID USBD_AssignUrbToIoStackLocation(USBD_HANDLE USBDHandle, PIO_STACK_LOCATION IoStackLocation, PURB Urb);
NTSTATUS USBD_QueryUsbCapability(USBD_HANDLE USBDHandle, const GUID *CapabilityType, ULONG OutputBufferLength, PUCHAR OutputBuffer, PULONG ResultLength);
#endif
