/* KMDF: DMA. Included by wdf.h. */
#ifndef LARIAT_WDF_DMA_H
#define LARIAT_WDF_DMA_H

typedef enum _WDF_DMA_PROFILE {
    WdfDmaProfileInvalid, WdfDmaProfilePacket, WdfDmaProfileScatterGather, WdfDmaProfilePacket64, WdfDmaProfileScatterGather64,
    WdfDmaProfileScatterGatherDuplex, WdfDmaProfileScatterGather64Duplex, WdfDmaProfileSystem, WdfDmaProfileSystemDuplex
} WDF_DMA_PROFILE;
typedef enum _WDF_DMA_DIRECTION { WdfDmaDirectionReadFromDevice = FALSE, WdfDmaDirectionWriteToDevice = TRUE } WDF_DMA_DIRECTION;

typedef NTSTATUS EVT_WDF_DMA_ENABLER_FILL(WDFDMAENABLER DmaEnabler); typedef EVT_WDF_DMA_ENABLER_FILL *PFN_WDF_DMA_ENABLER_FILL;
typedef EVT_WDF_DMA_ENABLER_FILL EVT_WDF_DMA_ENABLER_FLUSH, EVT_WDF_DMA_ENABLER_ENABLE, EVT_WDF_DMA_ENABLER_DISABLE, EVT_WDF_DMA_ENABLER_SELFMANAGED_IO_START, EVT_WDF_DMA_ENABLER_SELFMANAGED_IO_STOP;
typedef BOOLEAN EVT_WDF_PROGRAM_DMA(WDFDMATRANSACTION Transaction, WDFDEVICE Device, WDFCONTEXT Context, WDF_DMA_DIRECTION Direction, PSCATTER_GATHER_LIST SgList); typedef EVT_WDF_PROGRAM_DMA *PFN_WDF_PROGRAM_DMA;
typedef BOOLEAN EVT_WDF_RESERVE_DMA(WDFDMATRANSACTION Transaction, PVOID Context); typedef EVT_WDF_RESERVE_DMA *PFN_WDF_RESERVE_DMA;
typedef VOID EVT_WDF_DMA_TRANSACTION_CONFIGURE_DMA_CHANNEL(WDFDMATRANSACTION Transaction, WDFDEVICE Device, PVOID Context, PMDL Mdl, size_t Offset, size_t Length);
typedef VOID EVT_WDF_DMA_TRANSACTION_DMA_TRANSFER_COMPLETE(WDFDMATRANSACTION Transaction, WDFDEVICE Device, PVOID Context, WDF_DMA_DIRECTION Direction, DMA_COMPLETION_STATUS Status);

typedef struct _WDF_DMA_ENABLER_CONFIG {
    ULONG Size;
    WDF_DMA_PROFILE Profile;
    size_t MaximumLength;
    PFN_WDF_DMA_ENABLER_FILL EvtDmaEnablerFill, EvtDmaEnablerFlush, EvtDmaEnablerDisable, EvtDmaEnablerEnable, EvtDmaEnablerSelfManagedIoStart, EvtDmaEnablerSelfManagedIoStop;
    ULONG AddressWidthOverride;
    ULONG WdmDmaVersionOverride;
    ULONG Flags;
} WDF_DMA_ENABLER_CONFIG, *PWDF_DMA_ENABLER_CONFIG;
FORCEINLINE VOID WDF_DMA_ENABLER_CONFIG_INIT(PWDF_DMA_ENABLER_CONFIG Config, WDF_DMA_PROFILE Profile, size_t MaximumLength) { LARIAT_WDF_INIT(WDF_DMA_ENABLER_CONFIG); Config->Profile = Profile; Config->MaximumLength = MaximumLength; }
typedef struct _WDF_DMA_SYSTEM_PROFILE_CONFIG { ULONG Size; BOOLEAN DemandMode; BOOLEAN LoopedTransfer; DMA_WIDTH DmaWidth; PHYSICAL_ADDRESS DeviceAddress; PCM_PARTIAL_RESOURCE_DESCRIPTOR DmaDescriptor; } WDF_DMA_SYSTEM_PROFILE_CONFIG, *PWDF_DMA_SYSTEM_PROFILE_CONFIG;
FORCEINLINE VOID WDF_DMA_SYSTEM_PROFILE_CONFIG_INIT(PWDF_DMA_SYSTEM_PROFILE_CONFIG Config, PHYSICAL_ADDRESS Address, DMA_WIDTH DmaWidth, PCM_PARTIAL_RESOURCE_DESCRIPTOR DmaDescriptor) { LARIAT_WDF_INIT(WDF_DMA_SYSTEM_PROFILE_CONFIG); Config->DeviceAddress = Address; Config->DmaWidth = DmaWidth; Config->DmaDescriptor = DmaDescriptor; }
typedef struct _WDF_COMMON_BUFFER_CONFIG { ULONG Size; ULONG AlignmentRequirement; } WDF_COMMON_BUFFER_CONFIG, *PWDF_COMMON_BUFFER_CONFIG;
FORCEINLINE VOID WDF_COMMON_BUFFER_CONFIG_INIT(PWDF_COMMON_BUFFER_CONFIG Config, ULONG AlignmentRequirement) { LARIAT_WDF_INIT(WDF_COMMON_BUFFER_CONFIG); Config->AlignmentRequirement = AlignmentRequirement; }

NTSTATUS WdfDmaEnablerCreate(WDFDEVICE Device, PWDF_DMA_ENABLER_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFDMAENABLER *DmaEnablerHandle);
NTSTATUS WdfDmaEnablerConfigureSystemProfile(WDFDMAENABLER DmaEnabler, PWDF_DMA_SYSTEM_PROFILE_CONFIG ProfileConfig, WDF_DMA_DIRECTION ConfigDirection);
size_t WdfDmaEnablerGetMaximumLength(WDFDMAENABLER DmaEnabler);
size_t WdfDmaEnablerGetMaximumScatterGatherElements(WDFDMAENABLER DmaEnabler);
VOID WdfDmaEnablerSetMaximumScatterGatherElements(WDFDMAENABLER DmaEnabler, size_t MaximumElements);
size_t WdfDmaEnablerGetFragmentLength(WDFDMAENABLER DmaEnabler, WDF_DMA_DIRECTION DmaDirection);
PDMA_ADAPTER WdfDmaEnablerWdmGetDmaAdapter(WDFDMAENABLER DmaEnabler, WDF_DMA_DIRECTION DmaDirection);
NTSTATUS WdfDmaTransactionCreate(WDFDMAENABLER DmaEnabler, PWDF_OBJECT_ATTRIBUTES Attributes, WDFDMATRANSACTION *DmaTransaction);
NTSTATUS WdfDmaTransactionInitialize(WDFDMATRANSACTION DmaTransaction, PFN_WDF_PROGRAM_DMA EvtProgramDmaFunction, WDF_DMA_DIRECTION DmaDirection, PMDL Mdl, PVOID VirtualAddress, size_t Length);
NTSTATUS WdfDmaTransactionInitializeUsingOffset(WDFDMATRANSACTION DmaTransaction, PFN_WDF_PROGRAM_DMA EvtProgramDmaFunction, WDF_DMA_DIRECTION DmaDirection, PMDL Mdl, size_t Offset, size_t Length);
NTSTATUS WdfDmaTransactionInitializeUsingRequest(WDFDMATRANSACTION DmaTransaction, WDFREQUEST Request, PFN_WDF_PROGRAM_DMA EvtProgramDmaFunction, WDF_DMA_DIRECTION DmaDirection);
NTSTATUS WdfDmaTransactionExecute(WDFDMATRANSACTION DmaTransaction, WDFCONTEXT Context);
NTSTATUS WdfDmaTransactionRelease(WDFDMATRANSACTION DmaTransaction);
BOOLEAN WdfDmaTransactionDmaCompleted(WDFDMATRANSACTION DmaTransaction, NTSTATUS *Status);
BOOLEAN WdfDmaTransactionDmaCompletedWithLength(WDFDMATRANSACTION DmaTransaction, size_t TransferredLength, NTSTATUS *Status);
BOOLEAN WdfDmaTransactionDmaCompletedFinal(WDFDMATRANSACTION DmaTransaction, size_t FinalTransferredLength, NTSTATUS *Status);
size_t WdfDmaTransactionGetBytesTransferred(WDFDMATRANSACTION DmaTransaction);
size_t WdfDmaTransactionGetCurrentDmaTransferLength(WDFDMATRANSACTION DmaTransaction);
VOID WdfDmaTransactionSetMaximumLength(WDFDMATRANSACTION DmaTransaction, size_t MaximumLength);
WDFREQUEST WdfDmaTransactionGetRequest(WDFDMATRANSACTION DmaTransaction);
WDFDEVICE WdfDmaTransactionGetDevice(WDFDMATRANSACTION DmaTransaction);
VOID WdfDmaTransactionSetChannelConfigurationCallback(WDFDMATRANSACTION DmaTransaction, EVT_WDF_DMA_TRANSACTION_CONFIGURE_DMA_CHANNEL *ConfigureRoutine, PVOID ConfigureContext);
VOID WdfDmaTransactionSetTransferCompleteCallback(WDFDMATRANSACTION DmaTransaction, EVT_WDF_DMA_TRANSACTION_DMA_TRANSFER_COMPLETE *DmaCompletionRoutine, PVOID DmaCompletionContext);
VOID WdfDmaTransactionSetImmediateExecution(WDFDMATRANSACTION DmaTransaction, BOOLEAN UseImmediateExecution);
BOOLEAN WdfDmaTransactionCancel(WDFDMATRANSACTION DmaTransaction);
VOID WdfDmaTransactionStopSystemTransfer(WDFDMATRANSACTION DmaTransaction);
NTSTATUS WdfDmaTransactionAllocateResources(WDFDMATRANSACTION DmaTransaction, WDF_DMA_DIRECTION DmaDirection, ULONG RequiredMapRegisters, PFN_WDF_RESERVE_DMA EvtReserveDmaFunction, PVOID EvtReserveDmaContext);
VOID WdfDmaTransactionFreeResources(WDFDMATRANSACTION DmaTransaction);
NTSTATUS WdfCommonBufferCreate(WDFDMAENABLER DmaEnabler, size_t Length, PWDF_OBJECT_ATTRIBUTES Attributes, WDFCOMMONBUFFER *CommonBuffer);
NTSTATUS WdfCommonBufferCreateWithConfig(WDFDMAENABLER DmaEnabler, size_t Length, PWDF_COMMON_BUFFER_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFCOMMONBUFFER *CommonBuffer);
PVOID WdfCommonBufferGetAlignedVirtualAddress(WDFCOMMONBUFFER CommonBuffer);
PHYSICAL_ADDRESS WdfCommonBufferGetAlignedLogicalAddress(WDFCOMMONBUFFER CommonBuffer);
size_t WdfCommonBufferGetLength(WDFCOMMONBUFFER CommonBuffer);

#endif
