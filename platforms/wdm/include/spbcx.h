/* The class extension of controllers of simple peripheral buses. */
#ifndef LARIAT_SPBCX_H
#define LARIAT_SPBCX_H
#include <wdf.h>
#include <spb.h>
typedef WDFOBJECT SPBTARGET;
typedef WDFREQUEST SPBREQUEST;
#define SPB_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE
typedef enum SPB_REQUEST_TYPE { SpbRequestTypeInvalid, SpbRequestTypeRead, SpbRequestTypeWrite, SpbRequestTypeSequence, SpbRequestTypeLockController, SpbRequestTypeUnlockController, SpbRequestTypeLockConnection, SpbRequestTypeUnlockConnection, SpbRequestTypeOther, SpbRequestTypeUndefined, SpbRequestTypeMax } SPB_REQUEST_TYPE;
typedef enum SPB_REQUEST_SEQUENCE_POSITION { SpbRequestSequencePositionInvalid, SpbRequestSequencePositionSingle, SpbRequestSequencePositionFirst, SpbRequestSequencePositionContinue, SpbRequestSequencePositionLast, SpbRequestSequencePositionMax } SPB_REQUEST_SEQUENCE_POSITION;
typedef NTSTATUS EVT_SPB_TARGET_CONNECT(WDFDEVICE Controller, SPBTARGET Target); typedef EVT_SPB_TARGET_CONNECT *PFN_SPB_TARGET_CONNECT;
typedef VOID EVT_SPB_TARGET_DISCONNECT(WDFDEVICE Controller, SPBTARGET Target); typedef EVT_SPB_TARGET_DISCONNECT *PFN_SPB_TARGET_DISCONNECT;
typedef VOID EVT_SPB_CONTROLLER_READ(WDFDEVICE Controller, SPBTARGET Target, SPBREQUEST Request, size_t Length); typedef EVT_SPB_CONTROLLER_READ *PFN_SPB_CONTROLLER_READ;
typedef EVT_SPB_CONTROLLER_READ EVT_SPB_CONTROLLER_WRITE; typedef EVT_SPB_CONTROLLER_WRITE *PFN_SPB_CONTROLLER_WRITE;
typedef VOID EVT_SPB_CONTROLLER_SEQUENCE(WDFDEVICE Controller, SPBTARGET Target, SPBREQUEST Request, ULONG TransferCount); typedef EVT_SPB_CONTROLLER_SEQUENCE *PFN_SPB_CONTROLLER_SEQUENCE;
typedef VOID EVT_SPB_CONTROLLER_LOCK(WDFDEVICE Controller, SPBTARGET Target, SPBREQUEST Request); typedef EVT_SPB_CONTROLLER_LOCK EVT_SPB_CONTROLLER_UNLOCK, *PFN_SPB_CONTROLLER_LOCK;
typedef VOID EVT_SPB_CONTROLLER_OTHER(WDFDEVICE Controller, SPBTARGET Target, SPBREQUEST Request, size_t OutputBufferLength, size_t InputBufferLength, ULONG IoControlCode); typedef EVT_SPB_CONTROLLER_OTHER *PFN_SPB_CONTROLLER_OTHER;
typedef struct SPB_CONTROLLER_CONFIG { ULONG Size; WDF_IO_QUEUE_DISPATCH_TYPE ControllerDispatchType; WDF_TRI_STATE PowerManaged; PFN_SPB_TARGET_CONNECT EvtSpbTargetConnect; PFN_SPB_TARGET_DISCONNECT EvtSpbTargetDisconnect; PFN_SPB_CONTROLLER_READ EvtSpbIoRead; PFN_SPB_CONTROLLER_WRITE EvtSpbIoWrite; PFN_SPB_CONTROLLER_SEQUENCE EvtSpbIoSequence; PFN_SPB_CONTROLLER_LOCK EvtSpbControllerLock; PFN_SPB_CONTROLLER_LOCK EvtSpbControllerUnlock; } SPB_CONTROLLER_CONFIG, *PSPB_CONTROLLER_CONFIG;
FORCEINLINE VOID SPB_CONTROLLER_CONFIG_INIT(PSPB_CONTROLLER_CONFIG Config) { RtlZeroMemory(Config, sizeof(SPB_CONTROLLER_CONFIG)); Config->Size = sizeof(SPB_CONTROLLER_CONFIG); Config->ControllerDispatchType = WdfIoQueueDispatchSequential; Config->PowerManaged = WdfUseDefault; }
typedef struct SPB_REQUEST_PARAMETERS { ULONG Size; SPB_REQUEST_TYPE Type; SPB_REQUEST_SEQUENCE_POSITION Position; ULONG SequenceTransferCount; size_t Length; ULONG IoControlCode; } SPB_REQUEST_PARAMETERS, *PSPB_REQUEST_PARAMETERS;
FORCEINLINE VOID SPB_REQUEST_PARAMETERS_INIT(PSPB_REQUEST_PARAMETERS Params) { RtlZeroMemory(Params, sizeof(SPB_REQUEST_PARAMETERS)); Params->Size = sizeof(SPB_REQUEST_PARAMETERS); }
typedef struct SPB_TRANSFER_DESCRIPTOR { ULONG Size; SPB_TRANSFER_DIRECTION Direction; size_t TransferLength; ULONG DelayInUs; } SPB_TRANSFER_DESCRIPTOR, *PSPB_TRANSFER_DESCRIPTOR;
FORCEINLINE VOID SPB_TRANSFER_DESCRIPTOR_INIT(PSPB_TRANSFER_DESCRIPTOR Params) { RtlZeroMemory(Params, sizeof(SPB_TRANSFER_DESCRIPTOR)); Params->Size = sizeof(SPB_TRANSFER_DESCRIPTOR); }
typedef struct SPB_CONNECTION_PARAMETERS { ULONG Size; PVOID ConnectionParameters; ULONG ConnectionTag; } SPB_CONNECTION_PARAMETERS, *PSPB_CONNECTION_PARAMETERS;
FORCEINLINE VOID SPB_CONNECTION_PARAMETERS_INIT(PSPB_CONNECTION_PARAMETERS Params) { RtlZeroMemory(Params, sizeof(SPB_CONNECTION_PARAMETERS)); Params->Size = sizeof(SPB_CONNECTION_PARAMETERS); }
NTSTATUS SpbDeviceInitConfig(PWDFDEVICE_INIT DeviceInit);
NTSTATUS SpbDeviceInitialize(WDFDEVICE FxDevice, PSPB_CONTROLLER_CONFIG Config);
VOID SpbControllerSetTargetAttributes(WDFDEVICE FxDevice, PWDF_OBJECT_ATTRIBUTES TargetAttributes);
VOID SpbControllerSetRequestAttributes(WDFDEVICE FxDevice, PWDF_OBJECT_ATTRIBUTES RequestAttributes);
VOID SpbControllerSetIoOtherCallback(WDFDEVICE FxDevice, PFN_SPB_CONTROLLER_OTHER EvtSpbControllerIoOther, PFN_WDF_IO_IN_CALLER_CONTEXT EvtIoInCallerContext);
WDFDEVICE SpbTargetGetController(SPBTARGET Target);
VOID SpbTargetGetConnectionParameters(SPBTARGET Target, PSPB_CONNECTION_PARAMETERS Parameters);
WDFFILEOBJECT SpbTargetGetFileObject(SPBTARGET Target);
WDFDEVICE SpbRequestGetController(SPBREQUEST Request);
SPBTARGET SpbRequestGetTarget(SPBREQUEST Request);
VOID SpbRequestGetParameters(SPBREQUEST Request, PSPB_REQUEST_PARAMETERS Parameters);
VOID SpbRequestGetTransferParameters(SPBREQUEST Request, ULONG Index, PSPB_TRANSFER_DESCRIPTOR TransferDescriptor, PMDL *TransferBuffer);
NTSTATUS SpbRequestCaptureIoOtherTransferList(SPBREQUEST Request);
VOID SpbRequestComplete(SPBREQUEST Request, NTSTATUS CompletionStatus);
#endif
