/* The framework: objects with contexts, the callbacks that the driver registers, requests with their buffers.

   An object is a record with what the framework keeps of any kind of object. What is sent to another driver is completed before the
   function that sends it returns; its completion routine runs at DISPATCH_LEVEL. */
#include <lariat_wdf_models.h>

WDFDRIVER lariat_wdf_driver;
WDFDEVICE lariat_wdf_device;
WDFFILEOBJECT lariat_wdf_file;
PVOID lariat_device_context;
PFN_WDF_DRIVER_DEVICE_ADD lariat_device_add;
PFN_WDF_DRIVER_UNLOAD lariat_unload;
PFN_WDF_IO_IN_CALLER_CONTEXT lariat_in_caller_context;
WDF_PNPPOWER_EVENT_CALLBACKS lariat_pnp_power;
WDF_FILEOBJECT_CONFIG lariat_file_config;
PCWDF_OBJECT_CONTEXT_TYPE_INFO lariat_request_type;
LARIAT_OBJECT *lariat_default_queue, *lariat_other_queue, *lariat_read_queue, *lariat_write_queue, *lariat_control_queue;
LARIAT_OBJECT *lariat_timer, *lariat_wdf_dpc, *lariat_wdf_work, *lariat_wdf_interrupt;
static LARIAT_OBJECT lariat_default_target, lariat_the_device, lariat_control_device;
static PWDFDEVICE_INIT lariat_control_init;
static DEVICE_OBJECT lariat_wdm_device, lariat_wdm_physical;
static IRP lariat_wdm_irp;

/* An object with its context of zeros. Macros, so that each kind of object has calls of its own: memory that comes from different calls, and
   is accessed at different places, is told apart. */
#define lariat_object(Attributes, Owner) ({ \
    LARIAT_OBJECT *New = calloc(1, sizeof(LARIAT_OBJECT)); \
    PWDF_OBJECT_ATTRIBUTES Given = (Attributes); \
    __VERIFIER_assume(New != NULL); \
    New->Parent = (PVOID)(Owner); \
    if (Given != NULL) { \
        if (Given->ParentObject != NULL) { \
            New->Parent = Given->ParentObject; \
        } \
        if (Given->ContextTypeInfo != NULL) { \
            New->Context = calloc(1, Given->ContextTypeInfo->ContextSize); \
            __VERIFIER_assume(New->Context != NULL); \
        } \
    } \
    New; \
})
#define lariat_create(Handle, Attributes, Owner) ({ \
    NTSTATUS Created = lariat_status(); \
    if (NT_SUCCESS(Created)) { \
        *(Handle) = lariat_object(Attributes, Owner); \
    } \
    Created; \
})

static NTSTATUS lariat_create_memory(WDFMEMORY *Memory, PWDF_OBJECT_ATTRIBUTES Attributes, size_t Bytes, PVOID Buffer)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        LARIAT_OBJECT *Object = lariat_object(Attributes, NULL);
        Object->Buffer = Buffer != NULL ? Buffer : lariat_memory(Bytes);
        Object->OutputLength = Bytes;
        *Memory = (WDFMEMORY)Object;
    }
    return Status;
}

LARIAT_OBJECT *lariat_new_request(void)
{
    LARIAT_OBJECT *Request = calloc(1, sizeof(LARIAT_OBJECT));
    __VERIFIER_assume(Request != NULL);
    if (lariat_request_type != NULL) {
        Request->Context = calloc(1, lariat_request_type->ContextSize);
        __VERIFIER_assume(Request->Context != NULL);
    }
    Request->Buffer = malloc(4096);
    __VERIFIER_assume(Request->Buffer != NULL);
    Request->InputLength = __VERIFIER_nondet_uint();
    Request->OutputLength = __VERIFIER_nondet_uint();
    __VERIFIER_assume(Request->InputLength <= 4096 && Request->OutputLength <= 4096);
    return Request;
}

static NTSTATUS lariat_buffer(LARIAT_OBJECT *Request, size_t Least, size_t Actual, PVOID *Buffer, size_t *Length)
{
    if (Actual < Least || Actual == 0) {
        return STATUS_BUFFER_TOO_SMALL;
    }
    if (lariat_either()) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    *Buffer = Request->Buffer;
    if (Length != NULL) {
        *Length = Actual;
    }
    return STATUS_SUCCESS;
}

static NTSTATUS lariat_mdl(PMDL *Mdl)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *Mdl = lariat_zeros(sizeof(MDL));
        (*Mdl)->MappedSystemVa = lariat_memory(4096);
        (*Mdl)->ByteCount = 4096;
    }
    return Status;
}

/* driver */

NTSTATUS WdfDriverCreate(PDRIVER_OBJECT DriverObject, PCUNICODE_STRING RegistryPath, PWDF_OBJECT_ATTRIBUTES DriverAttributes, PWDF_DRIVER_CONFIG DriverConfig, WDFDRIVER *Driver)
{
    NTSTATUS Status = lariat_status();
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    lariat_wdf_driver = (WDFDRIVER)lariat_object(DriverAttributes, (PVOID)NULL);
    lariat_device_add = DriverConfig->EvtDriverDeviceAdd;
    lariat_unload = DriverConfig->EvtDriverUnload;
    if (Driver != NULL) {
        *Driver = lariat_wdf_driver;
    }
    return STATUS_SUCCESS;
}
WDFDRIVER WdfGetDriver(VOID) { return lariat_wdf_driver; }
PDRIVER_OBJECT WdfDriverWdmGetDriverObject(WDFDRIVER Driver) { return lariat_driver; }
PWSTR WdfDriverGetRegistryPath(WDFDRIVER Driver) { static WCHAR Path[2]; return Path; }
NTSTATUS WdfDriverOpenParametersRegistryKey(WDFDRIVER Driver, ACCESS_MASK DesiredAccess, PWDF_OBJECT_ATTRIBUTES KeyAttributes, WDFKEY *Key) { return lariat_create((PVOID *)Key, KeyAttributes, NULL); }
BOOLEAN WdfDriverIsVersionAvailable(WDFDRIVER Driver, PVOID VersionAvailableParams) { return lariat_either() ? TRUE : FALSE; }

/* device init */

VOID WdfDeviceInitSetPnpPowerEventCallbacks(PWDFDEVICE_INIT DeviceInit, PWDF_PNPPOWER_EVENT_CALLBACKS PnpPowerEventCallbacks) { lariat_pnp_power = *PnpPowerEventCallbacks; }
VOID WdfDeviceInitSetPowerPolicyEventCallbacks(PWDFDEVICE_INIT DeviceInit, PWDF_POWER_POLICY_EVENT_CALLBACKS PowerPolicyEventCallbacks) {}
VOID WdfDeviceInitSetFileObjectConfig(PWDFDEVICE_INIT DeviceInit, PWDF_FILEOBJECT_CONFIG FileObjectConfig, PWDF_OBJECT_ATTRIBUTES FileObjectAttributes)
{
    lariat_file_config = *FileObjectConfig;
    lariat_wdf_file = (WDFFILEOBJECT)lariat_object(FileObjectAttributes, NULL);
}
VOID WdfDeviceInitSetRequestAttributes(PWDFDEVICE_INIT DeviceInit, PWDF_OBJECT_ATTRIBUTES RequestAttributes) { lariat_request_type = RequestAttributes->ContextTypeInfo; }
VOID WdfDeviceInitSetIoType(PWDFDEVICE_INIT DeviceInit, WDF_DEVICE_IO_TYPE IoType) {}
VOID WdfDeviceInitSetExclusive(PWDFDEVICE_INIT DeviceInit, BOOLEAN IsExclusive) {}
VOID WdfDeviceInitSetDeviceType(PWDFDEVICE_INIT DeviceInit, DEVICE_TYPE DeviceType) {}
VOID WdfDeviceInitSetDeviceClass(PWDFDEVICE_INIT DeviceInit, CONST GUID *DeviceClassGuid) {}
VOID WdfDeviceInitSetCharacteristics(PWDFDEVICE_INIT DeviceInit, ULONG DeviceCharacteristics, BOOLEAN OrInValues) {}
VOID WdfDeviceInitSetPowerPolicyOwnership(PWDFDEVICE_INIT DeviceInit, BOOLEAN IsPowerPolicyOwner) {}
VOID WdfDeviceInitSetPowerPageable(PWDFDEVICE_INIT DeviceInit) {}
VOID WdfDeviceInitSetPowerNotPageable(PWDFDEVICE_INIT DeviceInit) {}
VOID WdfDeviceInitSetPowerInrush(PWDFDEVICE_INIT DeviceInit) {}
VOID WdfDeviceInitSetIoInCallerContextCallback(PWDFDEVICE_INIT DeviceInit, PFN_WDF_IO_IN_CALLER_CONTEXT EvtIoInCallerContext) { lariat_in_caller_context = EvtIoInCallerContext; }
NTSTATUS WdfDeviceInitAssignName(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING DeviceName) { return lariat_status(); }
NTSTATUS WdfDeviceInitAssignSDDLString(PWDFDEVICE_INIT DeviceInit, PCUNICODE_STRING SDDLString) { return lariat_status(); }
NTSTATUS WdfDeviceInitAssignWdmIrpPreprocessCallback(PWDFDEVICE_INIT DeviceInit, PVOID EvtDeviceWdmIrpPreprocess, UCHAR MajorFunction, PUCHAR MinorFunctions, ULONG NumMinorFunctions) { return lariat_status(); }
VOID WdfDeviceInitFree(PWDFDEVICE_INIT DeviceInit) {}
VOID WdfFdoInitSetFilter(PWDFDEVICE_INIT DeviceInit) {}
NTSTATUS WdfFdoInitQueryProperty(PWDFDEVICE_INIT DeviceInit, DEVICE_REGISTRY_PROPERTY DeviceProperty, ULONG BufferLength, PVOID PropertyBuffer, PULONG ResultLength) { *ResultLength = __VERIFIER_nondet_uint(); return lariat_status(); }
PWDFDEVICE_INIT WdfControlDeviceInitAllocate(WDFDRIVER Driver, CONST UNICODE_STRING *SDDLString) 
{
    lariat_control_init = lariat_either() ? NULL : (PWDFDEVICE_INIT)lariat_memory(8);
    return lariat_control_init;
}
VOID WdfControlDeviceInitSetShutdownNotification(PWDFDEVICE_INIT DeviceInit, PVOID Notification, UCHAR Flags) {}
VOID WdfControlFinishInitializing(WDFDEVICE Device) {}

/* device */

NTSTATUS WdfDeviceCreate(PWDFDEVICE_INIT *DeviceInit, PWDF_OBJECT_ATTRIBUTES DeviceAttributes, WDFDEVICE *Device)
{
    NTSTATUS Status = lariat_status();
    LARIAT_OBJECT *Object;
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    if (lariat_control_init != NULL && *DeviceInit == lariat_control_init) {
        /* A control device, beside the other one if there is one. */
        Object = &lariat_control_device;
        if (DeviceAttributes != NULL && DeviceAttributes->ContextTypeInfo != NULL) {
            Object->Context = calloc(1, DeviceAttributes->ContextTypeInfo->ContextSize);
            __VERIFIER_assume(Object->Context != NULL);
        }
        if (lariat_wdf_device == NULL) {
            lariat_wdf_device = (WDFDEVICE)Object;
            lariat_device_context = Object->Context;
        }
        *Device = (WDFDEVICE)Object;
        *DeviceInit = NULL;
        return STATUS_SUCCESS;
    }
    Object = &lariat_the_device;
    if (DeviceAttributes != NULL && DeviceAttributes->ContextTypeInfo != NULL) {
        /* A call of its own: memory that comes from different calls is told apart. */
        Object->Context = calloc(1, DeviceAttributes->ContextTypeInfo->ContextSize);
        __VERIFIER_assume(Object->Context != NULL);
    }
    lariat_wdf_device = (WDFDEVICE)Object;
    lariat_device_context = Object->Context;
    *Device = lariat_wdf_device;
    *DeviceInit = NULL;
    return STATUS_SUCCESS;
}
NTSTATUS WdfDeviceCreateDeviceInterface(WDFDEVICE Device, CONST GUID *InterfaceClassGUID, PCUNICODE_STRING ReferenceString) { return lariat_status(); }
VOID WdfDeviceSetDeviceInterfaceState(WDFDEVICE Device, CONST GUID *InterfaceClassGUID, PCUNICODE_STRING ReferenceString, BOOLEAN IsInterfaceEnabled) {}
NTSTATUS WdfDeviceRetrieveDeviceInterfaceString(WDFDEVICE Device, CONST GUID *InterfaceClassGUID, PCUNICODE_STRING ReferenceString, WDFSTRING String) { return lariat_status(); }
NTSTATUS WdfDeviceCreateSymbolicLink(WDFDEVICE Device, PCUNICODE_STRING SymbolicLinkName) { return lariat_status(); }
WDFDRIVER WdfDeviceGetDriver(WDFDEVICE Device) { return lariat_wdf_driver; }
WDFIOTARGET WdfDeviceGetIoTarget(WDFDEVICE Device) { return (WDFIOTARGET)&lariat_default_target; }
WDFQUEUE WdfDeviceGetDefaultQueue(WDFDEVICE Device) { return (WDFQUEUE)lariat_default_queue; }
PDEVICE_OBJECT WdfDeviceWdmGetDeviceObject(WDFDEVICE Device) { return &lariat_wdm_device; }
PDEVICE_OBJECT WdfDeviceWdmGetPhysicalDevice(WDFDEVICE Device) { return &lariat_wdm_physical; }
PDEVICE_OBJECT WdfDeviceWdmGetAttachedDevice(WDFDEVICE Device) { return &lariat_wdm_physical; }
WDFDEVICE WdfWdmDeviceGetWdfDeviceHandle(PDEVICE_OBJECT DeviceObject) { return lariat_wdf_device; }
VOID WdfDeviceSetPnpCapabilities(WDFDEVICE Device, PWDF_DEVICE_PNP_CAPABILITIES PnpCapabilities) {}
VOID WdfDeviceSetPowerCapabilities(WDFDEVICE Device, PWDF_DEVICE_POWER_CAPABILITIES PowerCapabilities) {}
VOID WdfDeviceSetDeviceState(WDFDEVICE Device, PWDF_DEVICE_STATE DeviceState) {}
VOID WdfDeviceSetSpecialFileSupport(WDFDEVICE Device, int FileType, BOOLEAN FileTypeIsSupported) {}
VOID WdfDeviceSetAlignmentRequirement(WDFDEVICE Device, ULONG AlignmentRequirement) {}
VOID WdfDeviceSetFailed(WDFDEVICE Device, WDF_DEVICE_FAILED_ACTION FailedAction) {}
NTSTATUS WdfDeviceAssignS0IdleSettings(WDFDEVICE Device, PWDF_DEVICE_POWER_POLICY_IDLE_SETTINGS Settings) { return lariat_status(); }
NTSTATUS WdfDeviceAssignSxWakeSettings(WDFDEVICE Device, PWDF_DEVICE_POWER_POLICY_WAKE_SETTINGS Settings) { return lariat_status(); }
NTSTATUS WdfDeviceStopIdle(WDFDEVICE Device, BOOLEAN WaitForD0) { return lariat_either() ? STATUS_PENDING : lariat_status(); }
VOID WdfDeviceResumeIdle(WDFDEVICE Device) {}
NTSTATUS WdfDeviceQueryProperty(WDFDEVICE Device, DEVICE_REGISTRY_PROPERTY DeviceProperty, ULONG BufferLength, PVOID PropertyBuffer, PULONG ResultLength) { *ResultLength = __VERIFIER_nondet_uint(); return lariat_status(); }
NTSTATUS WdfDeviceAllocAndQueryProperty(WDFDEVICE Device, DEVICE_REGISTRY_PROPERTY DeviceProperty, POOL_TYPE PoolType, PWDF_OBJECT_ATTRIBUTES PropertyMemoryAttributes, WDFMEMORY *PropertyMemory) { return lariat_create_memory(PropertyMemory, PropertyMemoryAttributes, 64, NULL); }
NTSTATUS WdfDeviceOpenRegistryKey(WDFDEVICE Device, ULONG DeviceInstanceKeyType, ACCESS_MASK DesiredAccess, PWDF_OBJECT_ATTRIBUTES KeyAttributes, WDFKEY *Key) { return lariat_create((PVOID *)Key, KeyAttributes, NULL); }
NTSTATUS WdfDeviceConfigureRequestDispatching(WDFDEVICE Device, WDFQUEUE Queue, WDF_REQUEST_TYPE RequestType)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        switch (RequestType) {
        case WdfRequestTypeRead: lariat_read_queue = (LARIAT_OBJECT *)Queue; break;
        case WdfRequestTypeWrite: lariat_write_queue = (LARIAT_OBJECT *)Queue; break;
        case WdfRequestTypeDeviceControl: lariat_control_queue = (LARIAT_OBJECT *)Queue; break;
        default: break;
        }
    }
    return Status;
}
NTSTATUS WdfDeviceEnqueueRequest(WDFDEVICE Device, WDFREQUEST Request) { return lariat_status(); }
NTSTATUS WdfDeviceAddQueryInterface(WDFDEVICE Device, PWDF_QUERY_INTERFACE_CONFIG InterfaceConfig) { return lariat_status(); }
WDF_POWER_DEVICE_STATE WdfDeviceGetDevicePowerState(WDFDEVICE Device) { return (WDF_POWER_DEVICE_STATE)__VERIFIER_nondet_int(); }
NTSTATUS WdfFdoQueryForInterface(WDFDEVICE Fdo, LPCGUID InterfaceType, PINTERFACE Interface, USHORT Size, USHORT Version, PVOID InterfaceSpecificData) { return lariat_status(); }
WDFDEVICE WdfPdoGetParent(WDFDEVICE Device) { return lariat_wdf_device; }

/* objects */

NTSTATUS WdfObjectAllocateContext(WDFOBJECT Handle, PWDF_OBJECT_ATTRIBUTES ContextAttributes, PVOID *Context)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        ((LARIAT_OBJECT *)Handle)->Context = lariat_zeros(ContextAttributes->ContextTypeInfo->ContextSize);
        if (Context != NULL) {
            *Context = ((LARIAT_OBJECT *)Handle)->Context;
        }
    }
    return Status;
}
PVOID WdfObjectGetTypedContextWorker(WDFOBJECT Handle, PCWDF_OBJECT_CONTEXT_TYPE_INFO TypeInfo) { return ((LARIAT_OBJECT *)Handle)->Context; }
WDFOBJECT WdfObjectContextGetObject(PVOID ContextPointer) { return lariat_memory(sizeof(LARIAT_OBJECT)); }
NTSTATUS WdfObjectCreate(PWDF_OBJECT_ATTRIBUTES Attributes, WDFOBJECT *Object) { return lariat_create((PVOID *)Object, Attributes, NULL); }
VOID WdfObjectDelete(WDFOBJECT Object) {}
VOID WdfObjectReferenceActual(WDFOBJECT Handle, PVOID Tag, LONG Line, PCHAR File) {}
VOID WdfObjectDereferenceActual(WDFOBJECT Handle, PVOID Tag, LONG Line, PCHAR File) {}
VOID WdfObjectAcquireLock(WDFOBJECT Object) {}
VOID WdfObjectReleaseLock(WDFOBJECT Object) {}

/* queues */

NTSTATUS WdfIoQueueCreate(WDFDEVICE Device, PWDF_IO_QUEUE_CONFIG Config, PWDF_OBJECT_ATTRIBUTES QueueAttributes, WDFQUEUE *Queue)
{
    NTSTATUS Status = lariat_status();
    LARIAT_OBJECT *Object;
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    Object = lariat_object(QueueAttributes, Device);
    Object->EvtIoDefault = Config->EvtIoDefault;
    Object->EvtIoRead = Config->EvtIoRead;
    Object->EvtIoWrite = Config->EvtIoWrite;
    Object->EvtIoDeviceControl = Config->EvtIoDeviceControl;
    Object->EvtIoInternalDeviceControl = Config->EvtIoInternalDeviceControl;
    Object->EvtIoStop = Config->EvtIoStop;
    Object->EvtIoCanceledOnQueue = Config->EvtIoCanceledOnQueue;
    Object->Passive = QueueAttributes != NULL && QueueAttributes->ExecutionLevel == WdfExecutionLevelPassive;
    if (Config->DefaultQueue) {
        lariat_default_queue = Object;
    } else if (Object->EvtIoRead != NULL || Object->EvtIoWrite != NULL || Object->EvtIoDeviceControl != NULL || Object->EvtIoDefault != NULL) {
        lariat_other_queue = Object;
    }
    if (Queue != NULL) {
        *Queue = (WDFQUEUE)Object;
    }
    return STATUS_SUCCESS;
}
WDFDEVICE WdfIoQueueGetDevice(WDFQUEUE Queue) { return lariat_wdf_device; }
VOID WdfIoQueueStart(WDFQUEUE Queue) {}
VOID WdfIoQueueStop(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE StopComplete, WDFCONTEXT Context) {}
VOID WdfIoQueueStopSynchronously(WDFQUEUE Queue) {}
VOID WdfIoQueueDrain(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE DrainComplete, WDFCONTEXT Context) {}
VOID WdfIoQueueDrainSynchronously(WDFQUEUE Queue) {}
VOID WdfIoQueuePurge(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE PurgeComplete, WDFCONTEXT Context) {}
VOID WdfIoQueuePurgeSynchronously(WDFQUEUE Queue) {}
ULONG WdfIoQueueGetState(WDFQUEUE Queue, PULONG QueueRequests, PULONG DriverRequests) { return __VERIFIER_nondet_uint(); }
NTSTATUS WdfIoQueueRetrieveNextRequest(WDFQUEUE Queue, WDFREQUEST *OutRequest)
{
    if (lariat_either()) {
        *OutRequest = NULL;
        return STATUS_NO_MORE_ENTRIES;
    }
    *OutRequest = (WDFREQUEST)lariat_new_request();
    return STATUS_SUCCESS;
}
NTSTATUS WdfIoQueueRetrieveRequestByFileObject(WDFQUEUE Queue, WDFFILEOBJECT FileObject, WDFREQUEST *OutRequest) { return WdfIoQueueRetrieveNextRequest(Queue, OutRequest); }
NTSTATUS WdfIoQueueFindRequest(WDFQUEUE Queue, WDFREQUEST FoundRequest, WDFFILEOBJECT FileObject, PWDF_REQUEST_PARAMETERS Parameters, WDFREQUEST *OutRequest) { return WdfIoQueueRetrieveNextRequest(Queue, OutRequest); }
NTSTATUS WdfIoQueueRetrieveFoundRequest(WDFQUEUE Queue, WDFREQUEST FoundRequest, WDFREQUEST *OutRequest) { if (lariat_either()) { return STATUS_NOT_FOUND; } *OutRequest = FoundRequest; return STATUS_SUCCESS; }
NTSTATUS WdfIoQueueReadyNotify(WDFQUEUE Queue, PFN_WDF_IO_QUEUE_STATE QueueReady, WDFCONTEXT Context) { return lariat_status(); }

/* requests */

NTSTATUS WdfRequestCreate(PWDF_OBJECT_ATTRIBUTES RequestAttributes, WDFIOTARGET IoTarget, WDFREQUEST *Request) { return lariat_create((PVOID *)Request, RequestAttributes, NULL); }
VOID WdfRequestComplete(WDFREQUEST Request, NTSTATUS Status) {}
VOID WdfRequestCompleteWithInformation(WDFREQUEST Request, NTSTATUS Status, ULONG_PTR Information) {}
VOID WdfRequestCompleteWithPriorityBoost(WDFREQUEST Request, NTSTATUS Status, CCHAR PriorityBoost) {}
VOID WdfRequestSetInformation(WDFREQUEST Request, ULONG_PTR Information) {}
ULONG_PTR WdfRequestGetInformation(WDFREQUEST Request) { return (ULONG_PTR)__VERIFIER_nondet_longlong(); }
NTSTATUS WdfRequestGetStatus(WDFREQUEST Request) { return ((LARIAT_OBJECT *)Request)->Status; }
VOID WdfRequestGetParameters(WDFREQUEST Request, PWDF_REQUEST_PARAMETERS Parameters)
{
    LARIAT_OBJECT *Object = (LARIAT_OBJECT *)Request;
    Parameters->Type = (WDF_REQUEST_TYPE)Object->Type;
    Parameters->Parameters.DeviceIoControl.IoControlCode = Object->Code;
    if (Object->Type == WdfRequestTypeDeviceControl || Object->Type == WdfRequestTypeDeviceControlInternal) {
        Parameters->Parameters.DeviceIoControl.InputBufferLength = Object->InputLength;
        Parameters->Parameters.DeviceIoControl.OutputBufferLength = Object->OutputLength;
    } else {
        Parameters->Parameters.Read.Length = Object->OutputLength;
    }
}
VOID WdfRequestGetCompletionParams(WDFREQUEST Request, PWDF_REQUEST_COMPLETION_PARAMS Params) { Params->IoStatus.Status = ((LARIAT_OBJECT *)Request)->Status; Params->IoStatus.Information = (ULONG_PTR)__VERIFIER_nondet_uint(); }
NTSTATUS WdfRequestRetrieveInputBuffer(WDFREQUEST Request, size_t MinimumRequiredLength, PVOID *Buffer, size_t *Length) { return lariat_buffer((LARIAT_OBJECT *)Request, MinimumRequiredLength, ((LARIAT_OBJECT *)Request)->InputLength, Buffer, Length); }
NTSTATUS WdfRequestRetrieveOutputBuffer(WDFREQUEST Request, size_t MinimumRequiredSize, PVOID *Buffer, size_t *Length) { return lariat_buffer((LARIAT_OBJECT *)Request, MinimumRequiredSize, ((LARIAT_OBJECT *)Request)->OutputLength, Buffer, Length); }
NTSTATUS WdfRequestRetrieveUnsafeUserInputBuffer(WDFREQUEST Request, size_t MinimumRequiredLength, PVOID *InputBuffer, size_t *Length) { return lariat_buffer((LARIAT_OBJECT *)Request, MinimumRequiredLength, ((LARIAT_OBJECT *)Request)->InputLength, InputBuffer, Length); }
NTSTATUS WdfRequestRetrieveUnsafeUserOutputBuffer(WDFREQUEST Request, size_t MinimumRequiredLength, PVOID *OutputBuffer, size_t *Length) { return lariat_buffer((LARIAT_OBJECT *)Request, MinimumRequiredLength, ((LARIAT_OBJECT *)Request)->OutputLength, OutputBuffer, Length); }
NTSTATUS WdfRequestRetrieveInputMemory(WDFREQUEST Request, WDFMEMORY *Memory) { return lariat_create_memory(Memory, NULL, 4096, NULL); }
NTSTATUS WdfRequestRetrieveOutputMemory(WDFREQUEST Request, WDFMEMORY *Memory) { return lariat_create_memory(Memory, NULL, 4096, NULL); }
NTSTATUS WdfRequestRetrieveInputWdmMdl(WDFREQUEST Request, PMDL *Mdl) { return lariat_mdl(Mdl); }
NTSTATUS WdfRequestRetrieveOutputWdmMdl(WDFREQUEST Request, PMDL *Mdl) { return lariat_mdl(Mdl); }
NTSTATUS WdfRequestProbeAndLockUserBufferForRead(WDFREQUEST Request, PVOID Buffer, size_t Length, WDFMEMORY *MemoryObject) { return lariat_create_memory(MemoryObject, NULL, Length, Buffer); }
NTSTATUS WdfRequestProbeAndLockUserBufferForWrite(WDFREQUEST Request, PVOID Buffer, size_t Length, WDFMEMORY *MemoryObject) { return lariat_create_memory(MemoryObject, NULL, Length, Buffer); }
WDFFILEOBJECT WdfRequestGetFileObject(WDFREQUEST Request) { return lariat_wdf_file; }
WDFQUEUE WdfRequestGetIoQueue(WDFREQUEST Request) { return (WDFQUEUE)lariat_default_queue; }
KPROCESSOR_MODE WdfRequestGetRequestorMode(WDFREQUEST Request) { return lariat_either() ? UserMode : KernelMode; }
PIRP WdfRequestWdmGetIrp(WDFREQUEST Request) { return &lariat_wdm_irp; }
BOOLEAN WdfRequestIsCanceled(WDFREQUEST Request) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN WdfRequestIsReserved(WDFREQUEST Request) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN WdfRequestCancelSentRequest(WDFREQUEST Request) { return lariat_either() ? TRUE : FALSE; }
VOID WdfRequestMarkCancelable(WDFREQUEST Request, PFN_WDF_REQUEST_CANCEL EvtRequestCancel) { ((LARIAT_OBJECT *)Request)->EvtCancel = EvtRequestCancel; }
NTSTATUS WdfRequestMarkCancelableEx(WDFREQUEST Request, PFN_WDF_REQUEST_CANCEL EvtRequestCancel) { if (lariat_either()) { return STATUS_CANCELLED; } ((LARIAT_OBJECT *)Request)->EvtCancel = EvtRequestCancel; return STATUS_SUCCESS; }
NTSTATUS WdfRequestUnmarkCancelable(WDFREQUEST Request) { if (lariat_either()) { return STATUS_CANCELLED; } ((LARIAT_OBJECT *)Request)->EvtCancel = NULL; return STATUS_SUCCESS; }
VOID WdfRequestStopAcknowledge(WDFREQUEST Request, BOOLEAN Requeue) {}
NTSTATUS WdfRequestForwardToIoQueue(WDFREQUEST Request, WDFQUEUE DestinationQueue) { return lariat_status(); }
NTSTATUS WdfRequestRequeue(WDFREQUEST Request) { return lariat_status(); }
VOID WdfRequestFormatRequestUsingCurrentType(WDFREQUEST Request) {}
NTSTATUS WdfRequestReuse(WDFREQUEST Request, PWDF_REQUEST_REUSE_PARAMS ReuseParams) { ((LARIAT_OBJECT *)Request)->EvtCompletion = NULL; return STATUS_SUCCESS; }
VOID WdfRequestSetCompletionRoutine(WDFREQUEST Request, PFN_WDF_REQUEST_COMPLETION_ROUTINE CompletionRoutine, WDFCONTEXT CompletionContext) { ((LARIAT_OBJECT *)Request)->EvtCompletion = CompletionRoutine; ((LARIAT_OBJECT *)Request)->CompletionContext = CompletionContext; }
BOOLEAN WdfRequestSend(WDFREQUEST Request, WDFIOTARGET Target, PWDF_REQUEST_SEND_OPTIONS Options)
{
    LARIAT_OBJECT *Object = (LARIAT_OBJECT *)Request;
    NTSTATUS Status = lariat_status();
    Object->Status = Status;
    if (lariat_either()) {
        /* It is not sent, and WdfRequestGetStatus says why. */
        __VERIFIER_assume(!NT_SUCCESS(Status));
        return FALSE;
    }
    if (Object->EvtCompletion != NULL && (Options == NULL || !(Options->Flags & (WDF_REQUEST_SEND_OPTION_SYNCHRONOUS | WDF_REQUEST_SEND_OPTION_SEND_AND_FORGET)))) {
        KIRQL Level = lariat_irql;
        WDF_REQUEST_COMPLETION_PARAMS Params;
        Params.Size = sizeof(Params);
        Params.Type = WdfRequestTypeNoFormat;
        Params.IoStatus.Status = Status;
        Params.IoStatus.Information = __VERIFIER_nondet_uint();
        lariat_irql = DISPATCH_LEVEL;
        Object->EvtCompletion(Request, Target, &Params, Object->CompletionContext);
        lariat_irql = Level;
    }
    return TRUE;
}

/* io targets */

NTSTATUS WdfIoTargetCreate(WDFDEVICE Device, PWDF_OBJECT_ATTRIBUTES IoTargetAttributes, WDFIOTARGET *IoTarget) { return lariat_create((PVOID *)IoTarget, IoTargetAttributes, Device); }
NTSTATUS WdfIoTargetOpen(WDFIOTARGET IoTarget, PWDF_IO_TARGET_OPEN_PARAMS OpenParams) { return lariat_status(); }
VOID WdfIoTargetClose(WDFIOTARGET IoTarget) {}
NTSTATUS WdfIoTargetStart(WDFIOTARGET IoTarget) { return lariat_status(); }
VOID WdfIoTargetStop(WDFIOTARGET IoTarget, WDF_IO_TARGET_SENT_IO_ACTION Action) {}
WDF_IO_TARGET_STATE WdfIoTargetGetState(WDFIOTARGET IoTarget) { return (WDF_IO_TARGET_STATE)__VERIFIER_nondet_int(); }
WDFDEVICE WdfIoTargetGetDevice(WDFIOTARGET IoTarget) { return lariat_wdf_device; }
PDEVICE_OBJECT WdfIoTargetWdmGetTargetDeviceObject(WDFIOTARGET IoTarget) { return &lariat_wdm_physical; }
NTSTATUS WdfIoTargetFormatRequestForRead(WDFIOTARGET IoTarget, WDFREQUEST Request, WDFMEMORY OutputBuffer, PWDFMEMORY_OFFSET OutputBufferOffset, PLONGLONG DeviceOffset) { return lariat_status(); }
NTSTATUS WdfIoTargetFormatRequestForWrite(WDFIOTARGET IoTarget, WDFREQUEST Request, WDFMEMORY InputBuffer, PWDFMEMORY_OFFSET InputBufferOffset, PLONGLONG DeviceOffset) { return lariat_status(); }
NTSTATUS WdfIoTargetFormatRequestForIoctl(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG IoctlCode, WDFMEMORY InputBuffer, PWDFMEMORY_OFFSET InputBufferOffset, WDFMEMORY OutputBuffer, PWDFMEMORY_OFFSET OutputBufferOffset) { return lariat_status(); }
NTSTATUS WdfIoTargetFormatRequestForInternalIoctl(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG IoctlCode, WDFMEMORY InputBuffer, PWDFMEMORY_OFFSET InputBufferOffset, WDFMEMORY OutputBuffer, PWDFMEMORY_OFFSET OutputBufferOffset) { return lariat_status(); }
NTSTATUS WdfIoTargetFormatRequestForInternalIoctlOthers(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG IoctlCode, WDFMEMORY OtherArg1, PWDFMEMORY_OFFSET OtherArg1Offset, WDFMEMORY OtherArg2, PWDFMEMORY_OFFSET OtherArg2Offset, WDFMEMORY OtherArg4, PWDFMEMORY_OFFSET OtherArg4Offset) { return lariat_status(); }
NTSTATUS WdfIoTargetSendReadSynchronously(WDFIOTARGET IoTarget, WDFREQUEST Request, PWDF_MEMORY_DESCRIPTOR OutputBuffer, PLONGLONG DeviceOffset, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PULONG_PTR BytesRead) { if (BytesRead != NULL) { *BytesRead = __VERIFIER_nondet_uint(); } return lariat_status(); }
NTSTATUS WdfIoTargetSendWriteSynchronously(WDFIOTARGET IoTarget, WDFREQUEST Request, PWDF_MEMORY_DESCRIPTOR InputBuffer, PLONGLONG DeviceOffset, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PULONG_PTR BytesWritten) { if (BytesWritten != NULL) { *BytesWritten = __VERIFIER_nondet_uint(); } return lariat_status(); }
NTSTATUS WdfIoTargetSendIoctlSynchronously(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG IoctlCode, PWDF_MEMORY_DESCRIPTOR InputBuffer, PWDF_MEMORY_DESCRIPTOR OutputBuffer, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PULONG_PTR BytesReturned) { if (BytesReturned != NULL) { *BytesReturned = __VERIFIER_nondet_uint(); } return lariat_status(); }
NTSTATUS WdfIoTargetSendInternalIoctlSynchronously(WDFIOTARGET IoTarget, WDFREQUEST Request, ULONG IoctlCode, PWDF_MEMORY_DESCRIPTOR InputBuffer, PWDF_MEMORY_DESCRIPTOR OutputBuffer, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PULONG_PTR BytesReturned) { if (BytesReturned != NULL) { *BytesReturned = __VERIFIER_nondet_uint(); } return lariat_status(); }

/* memory */

NTSTATUS WdfMemoryCreate(PWDF_OBJECT_ATTRIBUTES Attributes, POOL_TYPE PoolType, ULONG PoolTag, size_t BufferSize, WDFMEMORY *Memory, PVOID *Buffer)
{
    NTSTATUS Status = lariat_create_memory(Memory, Attributes, BufferSize, NULL);
    if (NT_SUCCESS(Status) && Buffer != NULL) {
        *Buffer = ((LARIAT_OBJECT *)*Memory)->Buffer;
    }
    return Status;
}
NTSTATUS WdfMemoryCreatePreallocated(PWDF_OBJECT_ATTRIBUTES Attributes, PVOID Buffer, size_t BufferSize, WDFMEMORY *Memory) { return lariat_create_memory(Memory, Attributes, BufferSize, Buffer); }
PVOID WdfMemoryGetBuffer(WDFMEMORY Memory, size_t *BufferSize)
{
    if (BufferSize != NULL) {
        *BufferSize = ((LARIAT_OBJECT *)Memory)->OutputLength;
    }
    return ((LARIAT_OBJECT *)Memory)->Buffer;
}
NTSTATUS WdfMemoryAssignBuffer(WDFMEMORY Memory, PVOID Buffer, size_t BufferSize) { ((LARIAT_OBJECT *)Memory)->Buffer = Buffer; ((LARIAT_OBJECT *)Memory)->OutputLength = BufferSize; return STATUS_SUCCESS; }
NTSTATUS WdfMemoryCopyToBuffer(WDFMEMORY SourceMemory, size_t SourceOffset, PVOID Buffer, size_t NumBytesToCopyTo) { return lariat_status(); }
NTSTATUS WdfMemoryCopyFromBuffer(WDFMEMORY DestinationMemory, size_t DestinationOffset, PVOID Buffer, size_t NumBytesToCopyFrom) { return lariat_status(); }
NTSTATUS WdfLookasideListCreate(PWDF_OBJECT_ATTRIBUTES LookasideAttributes, size_t BufferSize, POOL_TYPE PoolType, PWDF_OBJECT_ATTRIBUTES MemoryAttributes, ULONG PoolTag, WDFLOOKASIDE *Lookaside) { NTSTATUS Status = lariat_create((PVOID *)Lookaside, LookasideAttributes, NULL); if (NT_SUCCESS(Status)) { ((LARIAT_OBJECT *)*Lookaside)->OutputLength = BufferSize; } return Status; }
NTSTATUS WdfMemoryCreateFromLookaside(WDFLOOKASIDE Lookaside, WDFMEMORY *Memory) { return lariat_create_memory(Memory, NULL, ((LARIAT_OBJECT *)Lookaside)->OutputLength, NULL); }

/* locks */

NTSTATUS WdfSpinLockCreate(PWDF_OBJECT_ATTRIBUTES SpinLockAttributes, WDFSPINLOCK *SpinLock) { return lariat_create((PVOID *)SpinLock, SpinLockAttributes, NULL); }
VOID WdfSpinLockAcquire(WDFSPINLOCK SpinLock) { ((LARIAT_OBJECT *)SpinLock)->Irql = lariat_irql; lariat_irql = DISPATCH_LEVEL; }
VOID WdfSpinLockRelease(WDFSPINLOCK SpinLock) { lariat_irql = ((LARIAT_OBJECT *)SpinLock)->Irql; }
NTSTATUS WdfWaitLockCreate(PWDF_OBJECT_ATTRIBUTES LockAttributes, WDFWAITLOCK *Lock) { return lariat_create((PVOID *)Lock, LockAttributes, NULL); }
NTSTATUS WdfWaitLockAcquire(WDFWAITLOCK Lock, PLONGLONG Timeout) { return Timeout != NULL && lariat_either() ? STATUS_TIMEOUT : STATUS_SUCCESS; }
VOID WdfWaitLockRelease(WDFWAITLOCK Lock) {}

/* timers, dpcs, work items, interrupts */

NTSTATUS WdfTimerCreate(PWDF_TIMER_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFTIMER *Timer)
{
    NTSTATUS Status = lariat_create((PVOID *)Timer, Attributes, NULL);
    if (NT_SUCCESS(Status)) {
        lariat_timer = (LARIAT_OBJECT *)*Timer;
        lariat_timer->EvtTimer = Config->EvtTimerFunc;
        lariat_timer->Passive = Attributes != NULL && Attributes->ExecutionLevel == WdfExecutionLevelPassive;
    }
    return Status;
}
BOOLEAN WdfTimerStart(WDFTIMER Timer, LONGLONG DueTime) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN WdfTimerStop(WDFTIMER Timer, BOOLEAN Wait) { return lariat_either() ? TRUE : FALSE; }
WDFOBJECT WdfTimerGetParentObject(WDFTIMER Timer) { return ((LARIAT_OBJECT *)Timer)->Parent; }
NTSTATUS WdfDpcCreate(PWDF_DPC_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFDPC *Dpc)
{
    NTSTATUS Status = lariat_create((PVOID *)Dpc, Attributes, NULL);
    if (NT_SUCCESS(Status)) {
        lariat_wdf_dpc = (LARIAT_OBJECT *)*Dpc;
        lariat_wdf_dpc->EvtDpc = Config->EvtDpcFunc;
    }
    return Status;
}
BOOLEAN WdfDpcEnqueue(WDFDPC Dpc) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN WdfDpcCancel(WDFDPC Dpc, BOOLEAN Wait) { return lariat_either() ? TRUE : FALSE; }
WDFOBJECT WdfDpcGetParentObject(WDFDPC Dpc) { return ((LARIAT_OBJECT *)Dpc)->Parent; }
NTSTATUS WdfWorkItemCreate(PWDF_WORKITEM_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFWORKITEM *WorkItem)
{
    NTSTATUS Status = lariat_create((PVOID *)WorkItem, Attributes, NULL);
    if (NT_SUCCESS(Status)) {
        lariat_wdf_work = (LARIAT_OBJECT *)*WorkItem;
        lariat_wdf_work->EvtWork = Config->EvtWorkItemFunc;
    }
    return Status;
}
VOID WdfWorkItemEnqueue(WDFWORKITEM WorkItem) {}
VOID WdfWorkItemFlush(WDFWORKITEM WorkItem) {}
WDFOBJECT WdfWorkItemGetParentObject(WDFWORKITEM WorkItem) { return ((LARIAT_OBJECT *)WorkItem)->Parent; }
NTSTATUS WdfInterruptCreate(WDFDEVICE Device, PWDF_INTERRUPT_CONFIG Configuration, PWDF_OBJECT_ATTRIBUTES Attributes, WDFINTERRUPT *Interrupt)
{
    NTSTATUS Status = lariat_create((PVOID *)Interrupt, Attributes, Device);
    if (NT_SUCCESS(Status)) {
        lariat_wdf_interrupt = (LARIAT_OBJECT *)*Interrupt;
        lariat_wdf_interrupt->EvtIsr = Configuration->EvtInterruptIsr;
        lariat_wdf_interrupt->EvtInterruptDpc = Configuration->EvtInterruptDpc;
        lariat_wdf_interrupt->Passive = Configuration->PassiveHandling;
    }
    return Status;
}
BOOLEAN WdfInterruptQueueDpcForIsr(WDFINTERRUPT Interrupt) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN WdfInterruptQueueWorkItemForIsr(WDFINTERRUPT Interrupt) { return lariat_either() ? TRUE : FALSE; }
VOID WdfInterruptAcquireLock(WDFINTERRUPT Interrupt) { ((LARIAT_OBJECT *)Interrupt)->Irql = lariat_irql; lariat_irql = DISPATCH_LEVEL + 3; }
VOID WdfInterruptReleaseLock(WDFINTERRUPT Interrupt) { lariat_irql = ((LARIAT_OBJECT *)Interrupt)->Irql; }
BOOLEAN WdfInterruptSynchronize(WDFINTERRUPT Interrupt, PFN_WDF_INTERRUPT_SYNCHRONIZE Callback, WDFCONTEXT Context)
{
    KIRQL Level = lariat_irql;
    BOOLEAN Result;
    lariat_irql = DISPATCH_LEVEL + 3;
    Result = Callback(Interrupt, Context);
    lariat_irql = Level;
    return Result;
}
WDFDEVICE WdfInterruptGetDevice(WDFINTERRUPT Interrupt) { return lariat_wdf_device; }
VOID WdfInterruptEnable(WDFINTERRUPT Interrupt) {}
VOID WdfInterruptDisable(WDFINTERRUPT Interrupt) {}

/* registry */

NTSTATUS WdfRegistryOpenKey(WDFKEY ParentKey, PCUNICODE_STRING KeyName, ACCESS_MASK DesiredAccess, PWDF_OBJECT_ATTRIBUTES KeyAttributes, WDFKEY *Key) { return lariat_create((PVOID *)Key, KeyAttributes, NULL); }
NTSTATUS WdfRegistryCreateKey(WDFKEY ParentKey, PCUNICODE_STRING KeyName, ACCESS_MASK DesiredAccess, ULONG CreateOptions, PULONG CreateDisposition, PWDF_OBJECT_ATTRIBUTES KeyAttributes, WDFKEY *Key) { return lariat_create((PVOID *)Key, KeyAttributes, NULL); }
VOID WdfRegistryClose(WDFKEY Key) {}
NTSTATUS WdfRegistryQueryULong(WDFKEY Key, PCUNICODE_STRING ValueName, PULONG Value) { NTSTATUS Status = lariat_status(); if (NT_SUCCESS(Status)) { *Value = __VERIFIER_nondet_uint(); } return Status; }
NTSTATUS WdfRegistryAssignULong(WDFKEY Key, PCUNICODE_STRING ValueName, ULONG Value) { return lariat_status(); }
NTSTATUS WdfRegistryQueryUnicodeString(WDFKEY Key, PCUNICODE_STRING ValueName, PUSHORT ValueByteLength, PUNICODE_STRING Value) { return lariat_status(); }
NTSTATUS WdfRegistryQueryString(WDFKEY Key, PCUNICODE_STRING ValueName, WDFSTRING String) { return lariat_status(); }
NTSTATUS WdfRegistryAssignValue(WDFKEY Key, PCUNICODE_STRING ValueName, ULONG ValueType, ULONG ValueLength, PVOID Value) { return lariat_status(); }
NTSTATUS WdfRegistryQueryValue(WDFKEY Key, PCUNICODE_STRING ValueName, ULONG ValueLength, PVOID Value, PULONG ValueLengthQueried, PULONG ValueType) { return lariat_status(); }
NTSTATUS WdfRegistryRemoveValue(WDFKEY Key, PCUNICODE_STRING ValueName) { return lariat_status(); }

/* strings, collections, files, resources */

NTSTATUS WdfStringCreate(PCUNICODE_STRING UnicodeString, PWDF_OBJECT_ATTRIBUTES StringAttributes, WDFSTRING *String) { return lariat_create((PVOID *)String, StringAttributes, NULL); }
VOID WdfStringGetUnicodeString(WDFSTRING String, PUNICODE_STRING UnicodeString) { static WCHAR Text[2]; UnicodeString->Buffer = Text; UnicodeString->Length = 2; UnicodeString->MaximumLength = 4; }
NTSTATUS WdfCollectionCreate(PWDF_OBJECT_ATTRIBUTES CollectionAttributes, WDFCOLLECTION *Collection) { return lariat_create((PVOID *)Collection, CollectionAttributes, NULL); }
NTSTATUS WdfCollectionAdd(WDFCOLLECTION Collection, WDFOBJECT Object) { NTSTATUS Status = lariat_status(); if (NT_SUCCESS(Status)) { ((LARIAT_OBJECT *)Collection)->First = Object; } return Status; }
VOID WdfCollectionRemove(WDFCOLLECTION Collection, WDFOBJECT Item) {}
VOID WdfCollectionRemoveItem(WDFCOLLECTION Collection, ULONG Index) {}
ULONG WdfCollectionGetCount(WDFCOLLECTION Collection) { return __VERIFIER_nondet_uint(); }
WDFOBJECT WdfCollectionGetItem(WDFCOLLECTION Collection, ULONG Index) { return lariat_either() ? NULL : ((LARIAT_OBJECT *)Collection)->First; }
WDFOBJECT WdfCollectionGetFirstItem(WDFCOLLECTION Collection) { return lariat_either() ? NULL : ((LARIAT_OBJECT *)Collection)->First; }
PUNICODE_STRING WdfFileObjectGetFileName(WDFFILEOBJECT FileObject) { return lariat_either() ? NULL : (PUNICODE_STRING)lariat_zeros(sizeof(UNICODE_STRING)); }
WDFDEVICE WdfFileObjectGetDevice(WDFFILEOBJECT FileObject) { return lariat_wdf_device; }
PFILE_OBJECT WdfFileObjectWdmGetFileObject(WDFFILEOBJECT FileObject) { return (PFILE_OBJECT)lariat_zeros(sizeof(FILE_OBJECT)); }
ULONG WdfCmResourceListGetCount(WDFCMRESLIST List) { return lariat_either() ? 0 : 1; }
PCM_PARTIAL_RESOURCE_DESCRIPTOR WdfCmResourceListGetDescriptor(WDFCMRESLIST List, ULONG Index) { return lariat_either() ? NULL : (PCM_PARTIAL_RESOURCE_DESCRIPTOR)lariat_memory(sizeof(CM_PARTIAL_RESOURCE_DESCRIPTOR)); }
VOID WdfVerifierDbgBreakPoint(VOID) {}
