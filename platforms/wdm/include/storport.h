/* Storage miniports of Storport, as far as drivers use them. */
#ifndef LARIAT_STORPORT_H
#define LARIAT_STORPORT_H
#include <ntddk.h>
#include <ntddscsi.h>
#include <ntddstor.h>
/* Storport has other fields in these than the port driver before it. */
#define _ACCESS_RANGE lariat_scsi_port__ACCESS_RANGE
#define ACCESS_RANGE lariat_scsi_port_ACCESS_RANGE
#define PACCESS_RANGE lariat_scsi_port_PACCESS_RANGE
#define _PORT_CONFIGURATION_INFORMATION lariat_scsi_port__PORT_CONFIGURATION_INFORMATION
#define PORT_CONFIGURATION_INFORMATION lariat_scsi_port_PORT_CONFIGURATION_INFORMATION
#define PPORT_CONFIGURATION_INFORMATION lariat_scsi_port_PPORT_CONFIGURATION_INFORMATION
#define _HW_INITIALIZATION_DATA lariat_scsi_port__HW_INITIALIZATION_DATA
#define HW_INITIALIZATION_DATA lariat_scsi_port_HW_INITIALIZATION_DATA
#define PHW_INITIALIZATION_DATA lariat_scsi_port_PHW_INITIALIZATION_DATA
#define HW_FIND_ADAPTER lariat_scsi_port_HW_FIND_ADAPTER
#define PHW_FIND_ADAPTER lariat_scsi_port_PHW_FIND_ADAPTER
#define HW_ADAPTER_CONTROL lariat_scsi_port_HW_ADAPTER_CONTROL
#define PHW_ADAPTER_CONTROL lariat_scsi_port_PHW_ADAPTER_CONTROL
#include <srb.h>
#undef HW_FIND_ADAPTER
#undef PHW_FIND_ADAPTER
#undef HW_ADAPTER_CONTROL
#undef PHW_ADAPTER_CONTROL
#undef _ACCESS_RANGE
#undef ACCESS_RANGE
#undef PACCESS_RANGE
#undef _PORT_CONFIGURATION_INFORMATION
#undef PORT_CONFIGURATION_INFORMATION
#undef PPORT_CONFIGURATION_INFORMATION
#undef _HW_INITIALIZATION_DATA
#undef HW_INITIALIZATION_DATA
#undef PHW_INITIALIZATION_DATA
#include <scsi.h>

#ifndef SP_RETURN_FOUND
#define SP_RETURN_NOT_FOUND 0
#define SP_RETURN_FOUND 1
#define SP_RETURN_ERROR 2
#define SP_RETURN_BAD_CONFIG 3
#endif
#define STOR_STATUS_SUCCESS 0x00000000L
#define STOR_STATUS_UNSUCCESSFUL 0xC1000001L
#define STOR_STATUS_NOT_IMPLEMENTED 0xC1000002L
#define STOR_STATUS_INSUFFICIENT_RESOURCES 0xC1000003L
#define STOR_STATUS_BUFFER_TOO_SMALL 0xC1000004L
#define STOR_STATUS_ACCESS_DENIED 0xC1000005L
#define STOR_STATUS_INVALID_PARAMETER 0xC1000006L
#define STOR_STATUS_INVALID_DEVICE_REQUEST 0xC1000007L
#define STOR_STATUS_INVALID_IRQL 0xC1000008L
#define STOR_STATUS_BUSY 0xC1000010L
typedef PHYSICAL_ADDRESS STOR_PHYSICAL_ADDRESS, *PSTOR_PHYSICAL_ADDRESS;
typedef enum _STOR_SPINLOCK { DpcLock = 1, StartIoLock, InterruptLock } STOR_SPINLOCK;
typedef struct _STOR_LOCK_HANDLE { STOR_SPINLOCK Lock; struct { struct { PVOID Next; PVOID Lock; } LockQueue; KIRQL OldIrql; } Context; } STOR_LOCK_HANDLE, *PSTOR_LOCK_HANDLE;
typedef struct _STOR_SCATTER_GATHER_ELEMENT { STOR_PHYSICAL_ADDRESS PhysicalAddress; ULONG Length; ULONG_PTR Reserved; } STOR_SCATTER_GATHER_ELEMENT, *PSTOR_SCATTER_GATHER_ELEMENT;
typedef struct _STOR_SCATTER_GATHER_LIST { ULONG NumberOfElements; ULONG_PTR Reserved; STOR_SCATTER_GATHER_ELEMENT List[]; } STOR_SCATTER_GATHER_LIST, *PSTOR_SCATTER_GATHER_LIST;
typedef struct _STOR_DPC STOR_DPC, *PSTOR_DPC;
typedef VOID HW_DPC_ROUTINE(PSTOR_DPC Dpc, PVOID HwDeviceExtension, PVOID SystemArgument1, PVOID SystemArgument2); typedef HW_DPC_ROUTINE *PHW_DPC_ROUTINE;
struct _STOR_DPC { KDPC Dpc; ULONG_PTR Lock; };
typedef struct _ACCESS_RANGE_S { STOR_PHYSICAL_ADDRESS RangeStart; ULONG RangeLength; BOOLEAN RangeInMemory; } STOR_ACCESS_RANGE, *PSTOR_ACCESS_RANGE;
typedef STOR_ACCESS_RANGE ACCESS_RANGE, *PACCESS_RANGE;
typedef enum _STOR_SYNCHRONIZATION_MODEL { StorSynchronizeHalfDuplex, StorSynchronizeFullDuplex } STOR_SYNCHRONIZATION_MODEL;
typedef enum _INTERRUPT_SYNCHRONIZATION_MODE { InterruptSupportNone, InterruptSynchronizeAll, InterruptSynchronizePerMessage } INTERRUPT_SYNCHRONIZATION_MODE;
typedef struct _PORT_CONFIGURATION_INFORMATION {
    ULONG Length; ULONG SystemIoBusNumber; INTERFACE_TYPE AdapterInterfaceType; ULONG BusInterruptLevel; ULONG BusInterruptVector; KINTERRUPT_MODE InterruptMode; ULONG MaximumTransferLength; ULONG NumberOfPhysicalBreaks; ULONG DmaChannel; ULONG DmaPort; int DmaWidth; int DmaSpeed; ULONG AlignmentMask; ULONG NumberOfAccessRanges;
    ACCESS_RANGE (*AccessRanges)[]; PVOID MiniportDumpData; UCHAR NumberOfBuses; UCHAR InitiatorBusId[8]; BOOLEAN ScatterGather, Master, CachesData, AdapterScansDown, AtdiskPrimaryClaimed, AtdiskSecondaryClaimed, Dma32BitAddresses, DemandMode; UCHAR MapBuffers; BOOLEAN NeedPhysicalAddresses, TaggedQueuing, AutoRequestSense, MultipleRequestPerLu, ReceiveEvent, RealModeInitialized, BufferAccessScsiPortControlled; UCHAR MaximumNumberOfTargets; UCHAR SrbType; UCHAR AddressType; ULONG SlotNumber; ULONG BusInterruptLevel2, BusInterruptVector2; KINTERRUPT_MODE InterruptMode2; ULONG DmaChannel2, DmaPort2; int DmaWidth2, DmaSpeed2; ULONG DeviceExtensionSize, SpecificLuExtensionSize, SrbExtensionSize; UCHAR Dma64BitAddresses; BOOLEAN ResetTargetSupported; UCHAR MaximumNumberOfLogicalUnits; BOOLEAN WmiDataProvider; STOR_SYNCHRONIZATION_MODEL SynchronizationModel; PVOID HwMSInterruptRoutine; INTERRUPT_SYNCHRONIZATION_MODE InterruptSynchronizationMode; ULONG DumpRegion[4]; ULONG RequestedDumpBufferSize; BOOLEAN VirtualDevice; UCHAR DumpMode; UCHAR DmaAddressWidth; ULONG ExtendedFlags1; ULONG MaxNumberOfIO, MaxIOsPerLun, InitialLunQueueDepth; ULONG BusResetHoldTime; ULONG FeatureSupport;
} PORT_CONFIGURATION_INFORMATION, *PPORT_CONFIGURATION_INFORMATION;
#define ScsiAdapterPower ((SCSI_ADAPTER_CONTROL_TYPE)6)
#define ScsiPowerSettingNotification ((SCSI_ADAPTER_CONTROL_TYPE)5)
#define ScsiAdapterSurpriseRemoval ((SCSI_ADAPTER_CONTROL_TYPE)16)
typedef BOOLEAN HW_INITIALIZE(PVOID DeviceExtension); typedef HW_INITIALIZE *PHW_INITIALIZE;
typedef BOOLEAN HW_STARTIO(PVOID DeviceExtension, PSCSI_REQUEST_BLOCK Srb); typedef HW_STARTIO *PHW_STARTIO;
typedef HW_STARTIO HW_BUILDIO; typedef HW_BUILDIO *PHW_BUILDIO;
typedef BOOLEAN HW_INTERRUPT(PVOID DeviceExtension); typedef HW_INTERRUPT *PHW_INTERRUPT;
typedef BOOLEAN HW_MESSAGE_SIGNALED_INTERRUPT_ROUTINE(PVOID HwDeviceExtension, ULONG MessageId);
typedef VOID HW_TIMER(PVOID DeviceExtension); typedef HW_TIMER *PHW_TIMER;
typedef ULONG HW_FIND_ADAPTER(PVOID DeviceExtension, PVOID HwContext, PVOID BusInformation, PCHAR ArgumentString, PPORT_CONFIGURATION_INFORMATION ConfigInfo, PBOOLEAN Reserved3); typedef HW_FIND_ADAPTER *PHW_FIND_ADAPTER;
typedef ULONG VIRTUAL_HW_FIND_ADAPTER(PVOID DeviceExtension, PVOID HwContext, PVOID BusInformation, PVOID LowerDevice, PCHAR ArgumentString, PPORT_CONFIGURATION_INFORMATION ConfigInfo, PBOOLEAN Again);
typedef BOOLEAN HW_RESET_BUS(PVOID DeviceExtension, ULONG PathId); typedef HW_RESET_BUS *PHW_RESET_BUS;
typedef BOOLEAN HW_DMA_STARTED(PVOID DeviceExtension);
typedef BOOLEAN HW_ADAPTER_STATE(PVOID DeviceExtension, PVOID Context, BOOLEAN SaveState);
typedef SCSI_ADAPTER_CONTROL_STATUS HW_ADAPTER_CONTROL(PVOID DeviceExtension, SCSI_ADAPTER_CONTROL_TYPE ControlType, PVOID Parameters); typedef HW_ADAPTER_CONTROL *PHW_ADAPTER_CONTROL;
typedef BOOLEAN HW_PASSIVE_INITIALIZE_ROUTINE(PVOID DeviceExtension); typedef HW_PASSIVE_INITIALIZE_ROUTINE *PHW_PASSIVE_INITIALIZE_ROUTINE;
typedef BOOLEAN STOR_SYNCHRONIZED_ACCESS(PVOID HwDeviceExtension, PVOID Context); typedef STOR_SYNCHRONIZED_ACCESS *PSTOR_SYNCHRONIZED_ACCESS;
typedef VOID HW_TRACING_ENABLED(PVOID HwDeviceExtension, BOOLEAN Enabled);
typedef VOID HW_FREE_ADAPTER_RESOURCES(PVOID DeviceExtension);
typedef VOID HW_PROCESS_SERVICE_REQUEST(PVOID DeviceExtension, PVOID Irp);
typedef VOID HW_COMPLETE_SERVICE_IRP(PVOID DeviceExtension);
typedef VOID HW_INITIALIZE_TRACING(PVOID Arg1, PVOID Arg2);
typedef VOID HW_CLEANUP_TRACING(PVOID Arg1);
typedef struct _HW_INITIALIZATION_DATA {
    ULONG HwInitializationDataSize; INTERFACE_TYPE AdapterInterfaceType; PHW_INITIALIZE HwInitialize; PHW_STARTIO HwStartIo; PHW_INTERRUPT HwInterrupt; PVOID HwFindAdapter; PHW_RESET_BUS HwResetBus; HW_DMA_STARTED *HwDmaStarted; HW_ADAPTER_STATE *HwAdapterState; ULONG DeviceExtensionSize, SpecificLuExtensionSize, SrbExtensionSize, NumberOfAccessRanges; PVOID Reserved; UCHAR MapBuffers; BOOLEAN NeedPhysicalAddresses, TaggedQueuing, AutoRequestSense, MultipleRequestPerLu, ReceiveEvent; USHORT VendorIdLength; PVOID VendorId; union { USHORT ReservedUshort; USHORT PortVersionFlags; }; USHORT DeviceIdLength; PVOID DeviceId; PHW_ADAPTER_CONTROL HwAdapterControl; PHW_BUILDIO HwBuildIo; HW_FREE_ADAPTER_RESOURCES *HwFreeAdapterResources; HW_PROCESS_SERVICE_REQUEST *HwProcessServiceRequest; HW_COMPLETE_SERVICE_IRP *HwCompleteServiceIrp; HW_INITIALIZE_TRACING *HwInitializeTracing; HW_CLEANUP_TRACING *HwCleanupTracing; HW_TRACING_ENABLED *HwTracingEnabled; ULONG FeatureSupport; ULONG SrbTypeFlags; ULONG AddressTypeFlags; ULONG Reserved1; PVOID HwUnitControl;
} HW_INITIALIZATION_DATA, *PHW_INITIALIZATION_DATA;
#define EnablePassiveInitialization ((SCSI_NOTIFICATION_TYPE)0x1000)
#define InitializeDpc ((SCSI_NOTIFICATION_TYPE)0x1001)
#define IssueDpc ((SCSI_NOTIFICATION_TYPE)0x1002)
#define AcquireSpinLock ((SCSI_NOTIFICATION_TYPE)0x1003)
#define ReleaseSpinLock ((SCSI_NOTIFICATION_TYPE)0x1004)
#define GetExtendedFunctionTable ((SCSI_NOTIFICATION_TYPE)0x1005)
#ifndef SCSI_MAXIMUM_TARGETS_PER_BUS
#define SCSI_MAXIMUM_TARGETS_PER_BUS 128
#endif
ULONG StorPortInitialize(PVOID Argument1, PVOID Argument2, PHW_INITIALIZATION_DATA HwInitializationData, PVOID HwContext);
VOID StorPortNotification(SCSI_NOTIFICATION_TYPE NotificationType, PVOID HwDeviceExtension, ...);
PSTOR_SCATTER_GATHER_LIST StorPortGetScatterGatherList(PVOID DeviceExtension, PSCSI_REQUEST_BLOCK Srb);
PVOID StorPortGetDeviceBase(PVOID HwDeviceExtension, INTERFACE_TYPE BusType, ULONG SystemIoBusNumber, STOR_PHYSICAL_ADDRESS IoAddress, ULONG NumberOfBytes, BOOLEAN InIoSpace);
VOID StorPortFreeDeviceBase(PVOID HwDeviceExtension, PVOID MappedAddress);
ULONG StorPortGetBusData(PVOID DeviceExtension, ULONG BusDataType, ULONG SystemIoBusNumber, ULONG SlotNumber, PVOID Buffer, ULONG Length);
ULONG StorPortSetBusDataByOffset(PVOID DeviceExtension, ULONG BusDataType, ULONG SystemIoBusNumber, ULONG SlotNumber, PVOID Buffer, ULONG Offset, ULONG Length);
STOR_PHYSICAL_ADDRESS StorPortGetPhysicalAddress(PVOID HwDeviceExtension, PSCSI_REQUEST_BLOCK Srb, PVOID VirtualAddress, ULONG *Length);
PVOID StorPortGetVirtualAddress(PVOID HwDeviceExtension, STOR_PHYSICAL_ADDRESS PhysicalAddress);
PVOID StorPortGetUncachedExtension(PVOID HwDeviceExtension, PPORT_CONFIGURATION_INFORMATION ConfigInfo, ULONG NumberOfBytes);
PVOID StorPortGetLogicalUnit(PVOID HwDeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun);
PSCSI_REQUEST_BLOCK StorPortGetSrb(PVOID DeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun, LONG QueueTag);
VOID StorPortCompleteRequest(PVOID HwDeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun, UCHAR SrbStatus);
VOID StorPortLogError(PVOID HwDeviceExtension, PSCSI_REQUEST_BLOCK Srb, UCHAR PathId, UCHAR TargetId, UCHAR Lun, ULONG ErrorCode, ULONG UniqueId);
VOID StorPortMoveMemory(PVOID WriteBuffer, PVOID ReadBuffer, ULONG Length);
VOID StorPortStallExecution(ULONG Delay);
VOID StorPortSynchronizeAccess(PVOID HwDeviceExtension, PSTOR_SYNCHRONIZED_ACCESS SynchronizedAccessRoutine, PVOID Context);
BOOLEAN StorPortPause(PVOID HwDeviceExtension, ULONG TimeOut);
BOOLEAN StorPortResume(PVOID HwDeviceExtension);
BOOLEAN StorPortPauseDevice(PVOID HwDeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun, ULONG TimeOut);
BOOLEAN StorPortResumeDevice(PVOID HwDeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun);
BOOLEAN StorPortDeviceBusy(PVOID HwDeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun, ULONG RequestsToComplete);
BOOLEAN StorPortBusy(PVOID HwDeviceExtension, ULONG RequestsToComplete);
BOOLEAN StorPortReady(PVOID HwDeviceExtension);
BOOLEAN StorPortSetDeviceQueueDepth(PVOID HwDeviceExtension, UCHAR PathId, UCHAR TargetId, UCHAR Lun, ULONG Depth);
ULONG StorPortAllocatePool(PVOID HwDeviceExtension, ULONG NumberOfBytes, ULONG Tag, PVOID *BufferPointer);
ULONG StorPortFreePool(PVOID HwDeviceExtension, PVOID BufferPointer);
ULONG StorPortGetSystemAddress(PVOID HwDeviceExtension, PSCSI_REQUEST_BLOCK Srb, PVOID *SystemAddress);
VOID StorPortQuerySystemTime(PLARGE_INTEGER CurrentTime);
VOID StorPortDebugPrint(ULONG DebugPrintLevel, PSTR DebugMessage, ...);
UCHAR StorPortReadRegisterUchar(PVOID HwDeviceExtension, PUCHAR Register);
USHORT StorPortReadRegisterUshort(PVOID HwDeviceExtension, PUSHORT Register);
ULONG StorPortReadRegisterUlong(PVOID HwDeviceExtension, PULONG Register);
VOID StorPortWriteRegisterUchar(PVOID HwDeviceExtension, PUCHAR Register, UCHAR Value);
VOID StorPortWriteRegisterUshort(PVOID HwDeviceExtension, PUSHORT Register, USHORT Value);
VOID StorPortWriteRegisterUlong(PVOID HwDeviceExtension, PULONG Register, ULONG Value);
UCHAR StorPortReadPortUchar(PVOID HwDeviceExtension, PUCHAR Port);
ULONG StorPortReadPortUlong(PVOID HwDeviceExtension, PULONG Port);
VOID StorPortWritePortUchar(PVOID HwDeviceExtension, PUCHAR Port, UCHAR Value);
VOID StorPortWritePortUlong(PVOID HwDeviceExtension, PULONG Port, ULONG Value);
VOID StorPortInitializeDpc(PVOID DeviceExtension, PSTOR_DPC Dpc, PHW_DPC_ROUTINE HwDpcRoutine);
BOOLEAN StorPortIssueDpc(PVOID DeviceExtension, PSTOR_DPC Dpc, PVOID SystemArgument1, PVOID SystemArgument2);
VOID StorPortAcquireSpinLock(PVOID DeviceExtension, STOR_SPINLOCK SpinLock, PVOID LockContext, PSTOR_LOCK_HANDLE LockHandle);
VOID StorPortReleaseSpinLock(PVOID DeviceExtension, PSTOR_LOCK_HANDLE LockHandle);
BOOLEAN StorPortEnablePassiveInitialization(PVOID DeviceExtension, PHW_PASSIVE_INITIALIZE_ROUTINE HwPassiveInitializeRoutine);
#define StorPortCopyMemory(Destination, Source, Length) memcpy(Destination, Source, Length)
#define StorPortConvertUlong64ToPhysicalAddress(Address) (*((STOR_PHYSICAL_ADDRESS *)&(Address)))
#define StorPortConvertPhysicalAddressToUlong(Address) ((ULONG)((Address).LowPart))
#define ScsiPortConvertUlongToPhysicalAddress(Address) ((STOR_PHYSICAL_ADDRESS){ .QuadPart = (Address) })
#define ScsiPortCompareMemory(A, B, L) RtlCompareMemory(A, B, L)
#endif
