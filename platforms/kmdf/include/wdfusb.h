/* KMDF: USB targets. */
#ifndef LARIAT_WDFUSB_H
#define LARIAT_WDFUSB_H

#include <wdf.h>
#include <usb.h>

LARIAT_WDF_HANDLE(WDFUSBDEVICE);
LARIAT_WDF_HANDLE(WDFUSBINTERFACE);
LARIAT_WDF_HANDLE(WDFUSBPIPE);
#ifndef LARIAT_USBD_TYPES
#define LARIAT_USBD_TYPES
#endif

typedef enum _WDF_USB_REQUEST_TYPE { WdfUsbRequestTypeInvalid, WdfUsbRequestTypeNoFormat, WdfUsbRequestTypeDeviceString, WdfUsbRequestTypeDeviceControlTransfer, WdfUsbRequestTypeDeviceUrb, WdfUsbRequestTypePipeWrite, WdfUsbRequestTypePipeRead, WdfUsbRequestTypePipeAbort, WdfUsbRequestTypePipeReset, WdfUsbRequestTypePipeUrb } WDF_USB_REQUEST_TYPE;
typedef enum _WDF_USB_PIPE_TYPE { WdfUsbPipeTypeInvalid, WdfUsbPipeTypeControl, WdfUsbPipeTypeIsochronous, WdfUsbPipeTypeBulk, WdfUsbPipeTypeInterrupt } WDF_USB_PIPE_TYPE;
typedef enum _WDF_USB_BMREQUEST_DIRECTION { BmRequestHostToDevice = 0, BmRequestDeviceToHost = 1 } WDF_USB_BMREQUEST_DIRECTION;
typedef enum _WDF_USB_BMREQUEST_TYPE { BmRequestStandard, BmRequestClass, BmRequestVendor } WDF_USB_BMREQUEST_TYPE;
typedef enum _WDF_USB_BMREQUEST_RECIPIENT { BmRequestToDevice, BmRequestToInterface, BmRequestToEndpoint, BmRequestToOther } WDF_USB_BMREQUEST_RECIPIENT;
typedef enum _WDF_USB_DEVICE_TRAITS { WDF_USB_DEVICE_TRAIT_SELF_POWERED = 1, WDF_USB_DEVICE_TRAIT_REMOTE_WAKE_CAPABLE = 2, WDF_USB_DEVICE_TRAIT_AT_HIGH_SPEED = 4 } WDF_USB_DEVICE_TRAITS;
typedef enum _WdfUsbTargetDeviceSelectConfigType { WdfUsbTargetDeviceSelectConfigTypeInvalid = 0, WdfUsbTargetDeviceSelectConfigTypeDeconfig = 1, WdfUsbTargetDeviceSelectConfigTypeSingleInterface = 2, WdfUsbTargetDeviceSelectConfigTypeMultiInterface = 3, WdfUsbTargetDeviceSelectConfigTypeInterfacesPairs = 4, WdfUsbTargetDeviceSelectConfigTypeInterfacesDescriptor = 5, WdfUsbTargetDeviceSelectConfigTypeUrb = 6 } WdfUsbTargetDeviceSelectConfigType;
typedef enum _WdfUsbTargetDeviceSelectSettingType { WdfUsbInterfaceSelectSettingTypeDescriptor = 0x10, WdfUsbInterfaceSelectSettingTypeSetting = 0x11, WdfUsbInterfaceSelectSettingTypeUrb = 0x12 } WdfUsbTargetDeviceSelectSettingType;
#define WDF_USB_REQUEST_TYPE_DIRECTION_MASK BmRequestDirectionMask

typedef struct _WDF_USB_REQUEST_COMPLETION_PARAMS {
    USBD_STATUS UsbdStatus;
    WDF_USB_REQUEST_TYPE Type;
    union {
        struct { WDFMEMORY Buffer; USHORT LangID; UCHAR StringIndex; UCHAR RequiredSize; } DeviceString;
        struct { WDFMEMORY Buffer; WDF_USB_REQUEST_TYPE SetupPacket; ULONG Length; } DeviceControlTransfer;
        struct { WDFMEMORY Buffer; } DeviceUrb;
        struct { WDFMEMORY Buffer; size_t Length; size_t Offset; } PipeWrite;
        struct { WDFMEMORY Buffer; size_t Length; size_t Offset; } PipeRead;
        struct { WDFMEMORY Buffer; } PipeUrb;
    } Parameters;
} WDF_USB_REQUEST_COMPLETION_PARAMS, *PWDF_USB_REQUEST_COMPLETION_PARAMS;
typedef union _WDF_USB_CONTROL_SETUP_PACKET {
    struct {
        union { struct { UCHAR Recipient : 2; UCHAR Reserved : 3; UCHAR Type : 2; UCHAR Dir : 1; } Request; UCHAR Byte; } bm;
        UCHAR bRequest;
        union { struct { UCHAR LowByte, HiByte; } Bytes; USHORT Value; } wValue;
        union { struct { UCHAR LowByte, HiByte; } Bytes; USHORT Value; } wIndex;
        USHORT wLength;
    } Packet;
    struct { UCHAR Bytes[8]; } Generic;
} WDF_USB_CONTROL_SETUP_PACKET, *PWDF_USB_CONTROL_SETUP_PACKET;
FORCEINLINE VOID WDF_USB_CONTROL_SETUP_PACKET_INIT(PWDF_USB_CONTROL_SETUP_PACKET Packet, WDF_USB_BMREQUEST_DIRECTION Direction, WDF_USB_BMREQUEST_RECIPIENT Recipient, UCHAR Request, USHORT Value, USHORT Index)
{
    RtlZeroMemory(Packet, sizeof(*Packet));
    Packet->Packet.bm.Request.Dir = (UCHAR)Direction;
    Packet->Packet.bm.Request.Type = (UCHAR)BmRequestStandard;
    Packet->Packet.bm.Request.Recipient = (UCHAR)Recipient;
    Packet->Packet.bRequest = Request;
    Packet->Packet.wValue.Value = Value;
    Packet->Packet.wIndex.Value = Index;
}
FORCEINLINE VOID WDF_USB_CONTROL_SETUP_PACKET_INIT_CLASS(PWDF_USB_CONTROL_SETUP_PACKET Packet, WDF_USB_BMREQUEST_DIRECTION Direction, WDF_USB_BMREQUEST_RECIPIENT Recipient, UCHAR Request, USHORT Value, USHORT Index) { WDF_USB_CONTROL_SETUP_PACKET_INIT(Packet, Direction, Recipient, Request, Value, Index); Packet->Packet.bm.Request.Type = (UCHAR)BmRequestClass; }
FORCEINLINE VOID WDF_USB_CONTROL_SETUP_PACKET_INIT_VENDOR(PWDF_USB_CONTROL_SETUP_PACKET Packet, WDF_USB_BMREQUEST_DIRECTION Direction, WDF_USB_BMREQUEST_RECIPIENT Recipient, UCHAR Request, USHORT Value, USHORT Index) { WDF_USB_CONTROL_SETUP_PACKET_INIT(Packet, Direction, Recipient, Request, Value, Index); Packet->Packet.bm.Request.Type = (UCHAR)BmRequestVendor; }
FORCEINLINE VOID WDF_USB_CONTROL_SETUP_PACKET_INIT_FEATURE(PWDF_USB_CONTROL_SETUP_PACKET Packet, WDF_USB_BMREQUEST_RECIPIENT BmRequestRecipient, USHORT FeatureSelector, USHORT Index, BOOLEAN SetFeature) { WDF_USB_CONTROL_SETUP_PACKET_INIT(Packet, BmRequestHostToDevice, BmRequestRecipient, SetFeature ? 3 : 1, FeatureSelector, Index); }
FORCEINLINE VOID WDF_USB_CONTROL_SETUP_PACKET_INIT_GET_STATUS(PWDF_USB_CONTROL_SETUP_PACKET Packet, WDF_USB_BMREQUEST_RECIPIENT BmRequestRecipient, USHORT Index) { WDF_USB_CONTROL_SETUP_PACKET_INIT(Packet, BmRequestDeviceToHost, BmRequestRecipient, 0, 0, Index); Packet->Packet.wLength = 2; }

typedef struct _WDF_USB_DEVICE_INFORMATION { ULONG Size; struct { ULONG USBDI_Version; ULONG Supported_USB_Version; } UsbdVersionInformation; ULONG HcdPortCapabilities; ULONG Traits; } WDF_USB_DEVICE_INFORMATION, *PWDF_USB_DEVICE_INFORMATION;
FORCEINLINE VOID WDF_USB_DEVICE_INFORMATION_INIT(PWDF_USB_DEVICE_INFORMATION Config) { LARIAT_WDF_INIT(WDF_USB_DEVICE_INFORMATION); }
typedef struct _WDF_USB_DEVICE_CREATE_CONFIG { ULONG Size; ULONG USBDClientContractVersion; } WDF_USB_DEVICE_CREATE_CONFIG, *PWDF_USB_DEVICE_CREATE_CONFIG;
FORCEINLINE VOID WDF_USB_DEVICE_CREATE_CONFIG_INIT(PWDF_USB_DEVICE_CREATE_CONFIG Config, ULONG USBDClientContractVersion) { LARIAT_WDF_INIT(WDF_USB_DEVICE_CREATE_CONFIG); Config->USBDClientContractVersion = USBDClientContractVersion; }
typedef struct _WDF_USB_PIPE_INFORMATION { ULONG Size; ULONG MaximumPacketSize; UCHAR EndpointAddress; UCHAR Interval; UCHAR SettingIndex; WDF_USB_PIPE_TYPE PipeType; ULONG MaximumTransferSize; } WDF_USB_PIPE_INFORMATION, *PWDF_USB_PIPE_INFORMATION;
FORCEINLINE VOID WDF_USB_PIPE_INFORMATION_INIT(PWDF_USB_PIPE_INFORMATION Config) { LARIAT_WDF_INIT(WDF_USB_PIPE_INFORMATION); }
typedef struct _WDF_USB_INTERFACE_SETTING_PAIR { WDFUSBINTERFACE UsbInterface; UCHAR SettingIndex; } WDF_USB_INTERFACE_SETTING_PAIR, *PWDF_USB_INTERFACE_SETTING_PAIR;
typedef struct _WDF_USB_DEVICE_SELECT_CONFIG_PARAMS {
    ULONG Size;
    WdfUsbTargetDeviceSelectConfigType Type;
    union {
        struct { PUSB_CONFIGURATION_DESCRIPTOR ConfigurationDescriptor; PUSB_INTERFACE_DESCRIPTOR *InterfaceDescriptors; ULONG NumInterfaceDescriptors; } Descriptor;
        struct { PVOID Urb; } Urb;
        struct { UCHAR NumberConfiguredPipes; WDFUSBINTERFACE ConfiguredUsbInterface; } SingleInterface;
        struct { UCHAR NumberInterfaces; PWDF_USB_INTERFACE_SETTING_PAIR Pairs; UCHAR NumberOfConfiguredInterfaces; } MultiInterface;
    } Types;
} WDF_USB_DEVICE_SELECT_CONFIG_PARAMS, *PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS;
FORCEINLINE VOID WDF_USB_DEVICE_SELECT_CONFIG_PARAMS_INIT_DECONFIG(PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS Config) { LARIAT_WDF_INIT(WDF_USB_DEVICE_SELECT_CONFIG_PARAMS); Config->Type = WdfUsbTargetDeviceSelectConfigTypeDeconfig; }
FORCEINLINE VOID WDF_USB_DEVICE_SELECT_CONFIG_PARAMS_INIT_SINGLE_INTERFACE(PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS Config) { LARIAT_WDF_INIT(WDF_USB_DEVICE_SELECT_CONFIG_PARAMS); Config->Type = WdfUsbTargetDeviceSelectConfigTypeSingleInterface; }
FORCEINLINE VOID WDF_USB_DEVICE_SELECT_CONFIG_PARAMS_INIT_MULTIPLE_INTERFACES(PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS Config, UCHAR NumberInterfaces, PWDF_USB_INTERFACE_SETTING_PAIR SettingPairs) { LARIAT_WDF_INIT(WDF_USB_DEVICE_SELECT_CONFIG_PARAMS); Config->Type = SettingPairs ? WdfUsbTargetDeviceSelectConfigTypeInterfacesPairs : WdfUsbTargetDeviceSelectConfigTypeMultiInterface; Config->Types.MultiInterface.NumberInterfaces = NumberInterfaces; Config->Types.MultiInterface.Pairs = SettingPairs; }
FORCEINLINE VOID WDF_USB_DEVICE_SELECT_CONFIG_PARAMS_INIT_INTERFACES_DESCRIPTORS(PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS Config, PUSB_CONFIGURATION_DESCRIPTOR ConfigurationDescriptor, PUSB_INTERFACE_DESCRIPTOR *InterfaceDescriptors, ULONG NumInterfaceDescriptors) { LARIAT_WDF_INIT(WDF_USB_DEVICE_SELECT_CONFIG_PARAMS); Config->Type = WdfUsbTargetDeviceSelectConfigTypeInterfacesDescriptor; Config->Types.Descriptor.ConfigurationDescriptor = ConfigurationDescriptor; Config->Types.Descriptor.InterfaceDescriptors = InterfaceDescriptors; Config->Types.Descriptor.NumInterfaceDescriptors = NumInterfaceDescriptors; }
typedef struct _WDF_USB_INTERFACE_SELECT_SETTING_PARAMS { ULONG Size; WdfUsbTargetDeviceSelectSettingType Type; union { struct { PUSB_INTERFACE_DESCRIPTOR InterfaceDescriptor; } Descriptor; struct { UCHAR SettingIndex; } Interface; struct { PVOID Urb; } Urb; } Types; } WDF_USB_INTERFACE_SELECT_SETTING_PARAMS, *PWDF_USB_INTERFACE_SELECT_SETTING_PARAMS;
FORCEINLINE VOID WDF_USB_INTERFACE_SELECT_SETTING_PARAMS_INIT_SETTING(PWDF_USB_INTERFACE_SELECT_SETTING_PARAMS Config, UCHAR SettingIndex) { LARIAT_WDF_INIT(WDF_USB_INTERFACE_SELECT_SETTING_PARAMS); Config->Type = WdfUsbInterfaceSelectSettingTypeSetting; Config->Types.Interface.SettingIndex = SettingIndex; }
FORCEINLINE VOID WDF_USB_INTERFACE_SELECT_SETTING_PARAMS_INIT_DESCRIPTOR(PWDF_USB_INTERFACE_SELECT_SETTING_PARAMS Config, PUSB_INTERFACE_DESCRIPTOR InterfaceDescriptor) { LARIAT_WDF_INIT(WDF_USB_INTERFACE_SELECT_SETTING_PARAMS); Config->Type = WdfUsbInterfaceSelectSettingTypeDescriptor; Config->Types.Descriptor.InterfaceDescriptor = InterfaceDescriptor; }
typedef VOID EVT_WDF_USB_READER_COMPLETION_ROUTINE(WDFUSBPIPE Pipe, WDFMEMORY Buffer, size_t NumBytesTransferred, WDFCONTEXT Context); typedef EVT_WDF_USB_READER_COMPLETION_ROUTINE *PFN_WDF_USB_READER_COMPLETION_ROUTINE;
typedef BOOLEAN EVT_WDF_USB_READERS_FAILED(WDFUSBPIPE Pipe, NTSTATUS Status, USBD_STATUS UsbdStatus); typedef EVT_WDF_USB_READERS_FAILED *PFN_WDF_USB_READERS_FAILED;
typedef struct _WDF_USB_CONTINUOUS_READER_CONFIG { ULONG Size; size_t TransferLength; size_t HeaderLength; size_t TrailerLength; UCHAR NumPendingReads; PWDF_OBJECT_ATTRIBUTES BufferAttributes; PFN_WDF_USB_READER_COMPLETION_ROUTINE EvtUsbTargetPipeReadComplete; WDFCONTEXT EvtUsbTargetPipeReadCompleteContext; PFN_WDF_USB_READERS_FAILED EvtUsbTargetPipeReadersFailed; } WDF_USB_CONTINUOUS_READER_CONFIG, *PWDF_USB_CONTINUOUS_READER_CONFIG;
FORCEINLINE VOID WDF_USB_CONTINUOUS_READER_CONFIG_INIT(PWDF_USB_CONTINUOUS_READER_CONFIG Config, PFN_WDF_USB_READER_COMPLETION_ROUTINE EvtUsbTargetPipeReadComplete, WDFCONTEXT EvtUsbTargetPipeReadCompleteContext, size_t TransferLength) { LARIAT_WDF_INIT(WDF_USB_CONTINUOUS_READER_CONFIG); Config->EvtUsbTargetPipeReadComplete = EvtUsbTargetPipeReadComplete; Config->EvtUsbTargetPipeReadCompleteContext = EvtUsbTargetPipeReadCompleteContext; Config->TransferLength = TransferLength; }

struct _URB;
NTSTATUS WdfUsbTargetDeviceCreate(WDFDEVICE Device, PWDF_OBJECT_ATTRIBUTES Attributes, WDFUSBDEVICE *UsbDevice);
NTSTATUS WdfUsbTargetDeviceCreateWithParameters(WDFDEVICE Device, PWDF_USB_DEVICE_CREATE_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFUSBDEVICE *UsbDevice);
NTSTATUS WdfUsbTargetDeviceRetrieveInformation(WDFUSBDEVICE UsbDevice, PWDF_USB_DEVICE_INFORMATION Information);
VOID WdfUsbTargetDeviceGetDeviceDescriptor(WDFUSBDEVICE UsbDevice, PUSB_DEVICE_DESCRIPTOR UsbDeviceDescriptor);
NTSTATUS WdfUsbTargetDeviceRetrieveConfigDescriptor(WDFUSBDEVICE UsbDevice, PVOID ConfigDescriptor, PUSHORT ConfigDescriptorLength);
NTSTATUS WdfUsbTargetDeviceQueryString(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PUSHORT String, PUSHORT NumCharacters, UCHAR StringIndex, USHORT LangID);
NTSTATUS WdfUsbTargetDeviceAllocAndQueryString(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES StringMemoryAttributes, WDFMEMORY *StringMemory, PUSHORT NumCharacters, UCHAR StringIndex, USHORT LangID);
NTSTATUS WdfUsbTargetDeviceFormatRequestForString(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, WDFMEMORY Memory, PWDFMEMORY_OFFSET Offset, UCHAR StringIndex, USHORT LangID);
NTSTATUS WdfUsbTargetDeviceRetrieveCurrentFrameNumber(WDFUSBDEVICE UsbDevice, PULONG CurrentFrameNumber);
NTSTATUS WdfUsbTargetDeviceSelectConfig(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES PipeAttributes, PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS Params);
NTSTATUS WdfUsbTargetDeviceSendControlTransferSynchronously(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PWDF_USB_CONTROL_SETUP_PACKET SetupPacket, PWDF_MEMORY_DESCRIPTOR MemoryDescriptor, PULONG BytesTransferred);
NTSTATUS WdfUsbTargetDeviceFormatRequestForControlTransfer(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, PWDF_USB_CONTROL_SETUP_PACKET SetupPacket, WDFMEMORY TransferMemory, PWDFMEMORY_OFFSET TransferOffset);
NTSTATUS WdfUsbTargetDeviceSendUrbSynchronously(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, struct _URB *Urb);
NTSTATUS WdfUsbTargetDeviceFormatRequestForUrb(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, WDFMEMORY UrbMemory, PWDFMEMORY_OFFSET UrbMemoryOffset);
NTSTATUS WdfUsbTargetDeviceIsConnectedSynchronous(WDFUSBDEVICE UsbDevice);
NTSTATUS WdfUsbTargetDeviceResetPortSynchronously(WDFUSBDEVICE UsbDevice);
NTSTATUS WdfUsbTargetDeviceCyclePortSynchronously(WDFUSBDEVICE UsbDevice);
NTSTATUS WdfUsbTargetDeviceFormatRequestForCyclePort(WDFUSBDEVICE UsbDevice, WDFREQUEST Request);
NTSTATUS WdfUsbTargetDeviceCreateUrb(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES Attributes, WDFMEMORY *UrbMemory, struct _URB **Urb);
NTSTATUS WdfUsbTargetDeviceCreateIsochUrb(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES Attributes, ULONG NumberOfIsochPackets, WDFMEMORY *UrbMemory, struct _URB **Urb);
NTSTATUS WdfUsbTargetDeviceQueryUsbCapability(WDFUSBDEVICE UsbDevice, CONST GUID *CapabilityType, ULONG CapabilityBufferLength, PVOID CapabilityBuffer, PULONG ResultLength);
WDFIOTARGET WdfUsbTargetDeviceGetIoTarget(WDFUSBDEVICE UsbDevice);
UCHAR WdfUsbTargetDeviceGetNumInterfaces(WDFUSBDEVICE UsbDevice);
WDFUSBINTERFACE WdfUsbTargetDeviceGetInterface(WDFUSBDEVICE UsbDevice, UCHAR InterfaceIndex);
PVOID WdfUsbTargetDeviceWdmGetConfigurationHandle(WDFUSBDEVICE UsbDevice);
UCHAR WdfUsbInterfaceGetInterfaceNumber(WDFUSBINTERFACE UsbInterface);
UCHAR WdfUsbInterfaceGetNumEndpoints(WDFUSBINTERFACE UsbInterface, UCHAR SettingIndex);
VOID WdfUsbInterfaceGetDescriptor(WDFUSBINTERFACE UsbInterface, UCHAR SettingIndex, PUSB_INTERFACE_DESCRIPTOR InterfaceDescriptor);
NTSTATUS WdfUsbInterfaceSelectSetting(WDFUSBINTERFACE UsbInterface, PWDF_OBJECT_ATTRIBUTES PipesAttributes, PWDF_USB_INTERFACE_SELECT_SETTING_PARAMS Params);
UCHAR WdfUsbInterfaceGetNumSettings(WDFUSBINTERFACE UsbInterface);
UCHAR WdfUsbInterfaceGetConfiguredSettingIndex(WDFUSBINTERFACE UsbInterface);
UCHAR WdfUsbInterfaceGetNumConfiguredPipes(WDFUSBINTERFACE UsbInterface);
WDFUSBPIPE WdfUsbInterfaceGetConfiguredPipe(WDFUSBINTERFACE UsbInterface, UCHAR PipeIndex, PWDF_USB_PIPE_INFORMATION PipeInfo);
VOID WdfUsbInterfaceGetEndpointInformation(WDFUSBINTERFACE UsbInterface, UCHAR SettingIndex, UCHAR EndpointIndex, PWDF_USB_PIPE_INFORMATION EndpointInfo);
VOID WdfUsbTargetPipeGetInformation(WDFUSBPIPE Pipe, PWDF_USB_PIPE_INFORMATION PipeInformation);
BOOLEAN WdfUsbTargetPipeIsInEndpoint(WDFUSBPIPE Pipe);
BOOLEAN WdfUsbTargetPipeIsOutEndpoint(WDFUSBPIPE Pipe);
WDF_USB_PIPE_TYPE WdfUsbTargetPipeGetType(WDFUSBPIPE Pipe);
VOID WdfUsbTargetPipeSetNoMaximumPacketSizeCheck(WDFUSBPIPE Pipe);
NTSTATUS WdfUsbTargetPipeWriteSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PWDF_MEMORY_DESCRIPTOR MemoryDescriptor, PULONG BytesWritten);
NTSTATUS WdfUsbTargetPipeFormatRequestForWrite(WDFUSBPIPE Pipe, WDFREQUEST Request, WDFMEMORY WriteMemory, PWDFMEMORY_OFFSET WriteOffset);
NTSTATUS WdfUsbTargetPipeReadSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PWDF_MEMORY_DESCRIPTOR MemoryDescriptor, PULONG BytesRead);
NTSTATUS WdfUsbTargetPipeFormatRequestForRead(WDFUSBPIPE Pipe, WDFREQUEST Request, WDFMEMORY ReadMemory, PWDFMEMORY_OFFSET ReadOffset);
NTSTATUS WdfUsbTargetPipeConfigContinuousReader(WDFUSBPIPE Pipe, PWDF_USB_CONTINUOUS_READER_CONFIG Config);
NTSTATUS WdfUsbTargetPipeAbortSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions);
NTSTATUS WdfUsbTargetPipeFormatRequestForAbort(WDFUSBPIPE Pipe, WDFREQUEST Request);
NTSTATUS WdfUsbTargetPipeResetSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions);
NTSTATUS WdfUsbTargetPipeFormatRequestForReset(WDFUSBPIPE Pipe, WDFREQUEST Request);
NTSTATUS WdfUsbTargetPipeSendUrbSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, struct _URB *Urb);
NTSTATUS WdfUsbTargetPipeFormatRequestForUrb(WDFUSBPIPE Pipe, WDFREQUEST Request, WDFMEMORY UrbMemory, PWDFMEMORY_OFFSET UrbMemoryOffset);
WDFIOTARGET WdfUsbTargetPipeGetIoTarget(WDFUSBPIPE Pipe);
PVOID WdfUsbTargetPipeWdmGetPipeHandle(WDFUSBPIPE Pipe);

#endif
