/* Io: requests, devices, completion, cancellation, removal locks, work items.

   Lower drivers complete what they are given before IoCallDriver returns: with any status, or pending and then from another
   processor at DISPATCH_LEVEL. */
#include <lariat_models.h>

/* A request of our own: the header and its stack locations, highest last. */
enum { STACK_LOCATIONS = 3 };
typedef struct _LARIAT_REQUEST { IRP Irp; IO_STACK_LOCATION Stack[STACK_LOCATIONS + 1]; } LARIAT_REQUEST;

static PIRP lariat_new_request(CCHAR StackSize)
{
    LARIAT_REQUEST *Request = lariat_zeros(sizeof(LARIAT_REQUEST));
    Request->Irp.Type = IO_TYPE_IRP;
    Request->Irp.StackCount = StackSize;
    Request->Irp.CurrentLocation = StackSize + 1;
    Request->Irp.Tail.Overlay.CurrentStackLocation = &Request->Stack[STACK_LOCATIONS];
    return &Request->Irp;
}

/* Does a completion routine want to be called? */
static int lariat_is_invoked(PIRP Irp, PIO_STACK_LOCATION Below, NTSTATUS Status)
{
    if (Below->CompletionRoutine == NULL) {
        return 0;
    }
    if (Irp->Cancel && (Below->Control & SL_INVOKE_ON_CANCEL)) {
        return 1;
    }
    return NT_SUCCESS(Status) ? (Below->Control & SL_INVOKE_ON_SUCCESS) != 0 : (Below->Control & SL_INVOKE_ON_ERROR) != 0;
}

/* The driver below gets the request, and completes it. */
static NTSTATUS lariat_forward(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    PIO_STACK_LOCATION Below, Own;
    NTSTATUS Status = lariat_status();
    int Pending = lariat_either();
    KIRQL Level = lariat_irql;

    Own = Irp->Tail.Overlay.CurrentStackLocation;
    Below = Own - 1;
    Irp->CurrentLocation--;
    Below->DeviceObject = DeviceObject;
    Irp->IoStatus.Status = Status;
    Irp->PendingReturned = Pending ? TRUE : FALSE;
    lariat_more_processing = 0;
    Irp->CurrentLocation++;
    if (lariat_is_invoked(Irp, Below, Status)) {
        PDEVICE_OBJECT Ours = Irp->CurrentLocation > Irp->StackCount ? NULL : Own->DeviceObject;
        if (Pending) {
            lariat_irql = DISPATCH_LEVEL;
        }
        lariat_more_processing = Below->CompletionRoutine(Ours, Irp, Below->Context) == STATUS_MORE_PROCESSING_REQUIRED;
        lariat_irql = Level;
    } else {
        if (Irp->UserIosb != NULL) {
            *Irp->UserIosb = Irp->IoStatus;
        }
        if (Irp->UserEvent != NULL) {
            Irp->UserEvent->Header.SignalState = 1;
        }
    }
    return Pending ? STATUS_PENDING : Status;
}

NTSTATUS IoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp) { return lariat_forward(DeviceObject, Irp); }
NTSTATUS PoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp) { return lariat_forward(DeviceObject, Irp); }

BOOLEAN IoForwardIrpSynchronously(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    Irp->IoStatus.Status = lariat_status();
    return TRUE;
}

NTSTATUS IoSynchronousCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp)
{
    Irp->IoStatus.Status = lariat_status();
    return Irp->IoStatus.Status;
}

VOID IoCompleteRequest(PIRP Irp, CCHAR PriorityBoost) {}
VOID PoStartNextPowerIrp(PIRP Irp) {}

PIRP IoAllocateIrp(CCHAR StackSize, BOOLEAN ChargeQuota)
{
    return lariat_either() ? NULL : lariat_new_request(StackSize);
}

VOID IoFreeIrp(PIRP Irp) {}

VOID IoInitializeIrp(PIRP Irp, USHORT PacketSize, CCHAR StackSize)
{
    Irp->StackCount = StackSize;
    Irp->CurrentLocation = StackSize + 1;
}

VOID IoReuseIrp(PIRP Irp, NTSTATUS Iostatus)
{
    Irp->IoStatus.Status = Iostatus;
    Irp->Cancel = FALSE;
    Irp->CancelRoutine = NULL;
    Irp->PendingReturned = FALSE;
    Irp->CurrentLocation = Irp->StackCount + 1;
    Irp->Tail.Overlay.CurrentStackLocation = &((LARIAT_REQUEST *)Irp)->Stack[STACK_LOCATIONS];
}

PIRP IoMakeAssociatedIrp(PIRP Irp, CCHAR StackSize)
{
    return lariat_either() ? NULL : lariat_new_request(StackSize);
}

static PIRP lariat_build(UCHAR Major, PKEVENT Event, PIO_STATUS_BLOCK IoStatusBlock)
{
    PIRP Irp;
    if (lariat_either()) {
        return NULL;
    }
    Irp = lariat_new_request(1);
    Irp->UserEvent = Event;
    Irp->UserIosb = IoStatusBlock;
    (Irp->Tail.Overlay.CurrentStackLocation - 1)->MajorFunction = Major;
    return Irp;
}

PIRP IoBuildDeviceIoControlRequest(ULONG IoControlCode, PDEVICE_OBJECT DeviceObject, PVOID InputBuffer, ULONG InputBufferLength, PVOID OutputBuffer,
                                   ULONG OutputBufferLength, BOOLEAN InternalDeviceIoControl, PKEVENT Event, PIO_STATUS_BLOCK IoStatusBlock)
{
    return lariat_build(InternalDeviceIoControl ? IRP_MJ_INTERNAL_DEVICE_CONTROL : IRP_MJ_DEVICE_CONTROL, Event, IoStatusBlock);
}

PIRP IoBuildSynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject, PVOID Buffer, ULONG Length, PLARGE_INTEGER StartingOffset,
                                  PKEVENT Event, PIO_STATUS_BLOCK IoStatusBlock)
{
    return lariat_build((UCHAR)MajorFunction, Event, IoStatusBlock);
}

PIRP IoBuildAsynchronousFsdRequest(ULONG MajorFunction, PDEVICE_OBJECT DeviceObject, PVOID Buffer, ULONG Length, PLARGE_INTEGER StartingOffset,
                                   PIO_STATUS_BLOCK IoStatusBlock)
{
    return lariat_build((UCHAR)MajorFunction, NULL, IoStatusBlock);
}

NTSTATUS IoSetCompletionRoutineEx(PDEVICE_OBJECT DeviceObject, PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID Context,
                                  BOOLEAN InvokeOnSuccess, BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel)
{
    if (lariat_either()) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    IoSetCompletionRoutine(Irp, CompletionRoutine, Context, InvokeOnSuccess, InvokeOnError, InvokeOnCancel);
    return STATUS_SUCCESS;
}

/* Cancellation. */

PDRIVER_CANCEL IoSetCancelRoutine(PIRP Irp, PDRIVER_CANCEL CancelRoutine)
{
    PDRIVER_CANCEL Old = Irp->CancelRoutine;
    Irp->CancelRoutine = CancelRoutine;
    return Old;
}

VOID IoAcquireCancelSpinLock(PKIRQL Irql)
{
    *Irql = lariat_irql;
    lariat_irql = DISPATCH_LEVEL;
}

VOID IoReleaseCancelSpinLock(KIRQL Irql) { lariat_irql = Irql; }

BOOLEAN IoCancelIrp(PIRP Irp)
{
    Irp->Cancel = TRUE;
    return lariat_either() ? TRUE : FALSE;
}

/* Queues of requests that can be cancelled: the callbacks of the driver run as documented. */

NTSTATUS IoCsqInitialize(PIO_CSQ Csq, PIO_CSQ_INSERT_IRP CsqInsertIrp, PIO_CSQ_REMOVE_IRP CsqRemoveIrp, PIO_CSQ_PEEK_NEXT_IRP CsqPeekNextIrp,
                         PIO_CSQ_ACQUIRE_LOCK CsqAcquireLock, PIO_CSQ_RELEASE_LOCK CsqReleaseLock, PIO_CSQ_COMPLETE_CANCELED_IRP CsqCompleteCanceledIrp)
{
    Csq->CsqInsertIrp = CsqInsertIrp;
    Csq->CsqRemoveIrp = CsqRemoveIrp;
    Csq->CsqPeekNextIrp = CsqPeekNextIrp;
    Csq->CsqAcquireLock = CsqAcquireLock;
    Csq->CsqReleaseLock = CsqReleaseLock;
    Csq->CsqCompleteCanceledIrp = CsqCompleteCanceledIrp;
    return STATUS_SUCCESS;
}

VOID IoCsqInsertIrp(PIO_CSQ Csq, PIRP Irp, PIO_CSQ_IRP_CONTEXT Context)
{
    KIRQL Irql = PASSIVE_LEVEL;
    Irp->Tail.Overlay.CurrentStackLocation->Control |= SL_PENDING_RETURNED;
    Csq->CsqAcquireLock(Csq, &Irql);
    Csq->CsqInsertIrp(Csq, Irp);
    Csq->CsqReleaseLock(Csq, Irql);
}

PIRP IoCsqRemoveNextIrp(PIO_CSQ Csq, PVOID PeekContext)
{
    KIRQL Irql = PASSIVE_LEVEL;
    PIRP Irp;
    Csq->CsqAcquireLock(Csq, &Irql);
    Irp = Csq->CsqPeekNextIrp(Csq, NULL, PeekContext);
    if (Irp != NULL) {
        Csq->CsqRemoveIrp(Csq, Irp);
    }
    Csq->CsqReleaseLock(Csq, Irql);
    return Irp;
}

PIRP IoCsqRemoveIrp(PIO_CSQ Csq, PIO_CSQ_IRP_CONTEXT Context)
{
    return NULL;
}

/* Removal locks. */

VOID IoInitializeRemoveLock(PIO_REMOVE_LOCK Lock, ULONG AllocateTag, ULONG MaxLockedMinutes, ULONG HighWatermark) {}
NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag) { return lariat_either() ? STATUS_SUCCESS : STATUS_DELETE_PENDING; }
VOID IoReleaseRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag) {}
VOID IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK RemoveLock, PVOID Tag) {}

/* Devices. */

NTSTATUS IoCreateDevice(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize, PUNICODE_STRING DeviceName, DEVICE_TYPE DeviceType,
                        ULONG DeviceCharacteristics, BOOLEAN Exclusive, PDEVICE_OBJECT *DeviceObject)
{
    PDEVICE_OBJECT Device;
    NTSTATUS Status = lariat_status();
    if (!NT_SUCCESS(Status)) {
        *DeviceObject = NULL;
        return Status;
    }
    Device = lariat_zeros(sizeof(DEVICE_OBJECT));
    Device->Type = IO_TYPE_DEVICE;
    Device->DriverObject = DriverObject;
    Device->NextDevice = DriverObject->DeviceObject;
    Device->Flags = DO_DEVICE_INITIALIZING;
    Device->Characteristics = DeviceCharacteristics;
    Device->DeviceType = DeviceType;
    Device->StackSize = 1;
    if (DeviceExtensionSize != 0) {
        /* A call of its own: memory that comes from different calls is told apart. */
        Device->DeviceExtension = calloc(1, DeviceExtensionSize);
        __VERIFIER_assume(Device->DeviceExtension != NULL);
    }
    DriverObject->DeviceObject = Device;
    lariat_device = Device;
    *DeviceObject = Device;
    return STATUS_SUCCESS;
}

NTSTATUS WdmlibIoCreateDeviceSecure(PDRIVER_OBJECT DriverObject, ULONG DeviceExtensionSize, PUNICODE_STRING DeviceName, DEVICE_TYPE DeviceType,
                                    ULONG DeviceCharacteristics, BOOLEAN Exclusive, PCUNICODE_STRING Sddl, LPCGUID Class, PDEVICE_OBJECT *DeviceObject)
{
    return IoCreateDevice(DriverObject, DeviceExtensionSize, DeviceName, DeviceType, DeviceCharacteristics, Exclusive, DeviceObject);
}

VOID IoDeleteDevice(PDEVICE_OBJECT DeviceObject)
{
    PDRIVER_OBJECT Driver = DeviceObject->DriverObject;
    if (Driver != NULL && Driver->DeviceObject == DeviceObject) {
        Driver->DeviceObject = DeviceObject->NextDevice;
    }
}

PDEVICE_OBJECT IoAttachDeviceToDeviceStack(PDEVICE_OBJECT SourceDevice, PDEVICE_OBJECT TargetDevice)
{
    if (lariat_either()) {
        return NULL;
    }
    SourceDevice->StackSize = TargetDevice->StackSize + 1;
    return TargetDevice;
}

NTSTATUS IoAttachDeviceToDeviceStackSafe(PDEVICE_OBJECT SourceDevice, PDEVICE_OBJECT TargetDevice, PDEVICE_OBJECT *AttachedToDeviceObject)
{
    if (lariat_either()) {
        return STATUS_NO_SUCH_DEVICE;
    }
    SourceDevice->StackSize = TargetDevice->StackSize + 1;
    *AttachedToDeviceObject = TargetDevice;
    return STATUS_SUCCESS;
}

NTSTATUS IoAttachDevice(PDEVICE_OBJECT SourceDevice, PUNICODE_STRING TargetDevice, PDEVICE_OBJECT *AttachedDevice)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *AttachedDevice = lariat_physical;
    }
    return Status;
}

VOID IoDetachDevice(PDEVICE_OBJECT TargetDevice) {}

static FILE_OBJECT lariat_file;

NTSTATUS IoGetDeviceObjectPointer(PUNICODE_STRING ObjectName, ACCESS_MASK DesiredAccess, PFILE_OBJECT *FileObject, PDEVICE_OBJECT *DeviceObject)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *FileObject = &lariat_file;
        *DeviceObject = lariat_physical;
    }
    return Status;
}

PDEVICE_OBJECT IoGetAttachedDeviceReference(PDEVICE_OBJECT DeviceObject) { return lariat_physical; }
PDEVICE_OBJECT IoGetAttachedDevice(PDEVICE_OBJECT DeviceObject) { return lariat_physical; }
PDEVICE_OBJECT IoGetRelatedDeviceObject(PFILE_OBJECT FileObject) { return lariat_physical; }

NTSTATUS IoRegisterDeviceInterface(PDEVICE_OBJECT PhysicalDeviceObject, CONST GUID *InterfaceClassGuid, PUNICODE_STRING ReferenceString, PUNICODE_STRING SymbolicLinkName)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        SymbolicLinkName->Length = 128;
        SymbolicLinkName->MaximumLength = 130;
        SymbolicLinkName->Buffer = lariat_memory(130);
    }
    return Status;
}

NTSTATUS IoSetDeviceInterfaceState(PUNICODE_STRING SymbolicLinkName, BOOLEAN Enable) { return lariat_status(); }
NTSTATUS IoCreateSymbolicLink(PUNICODE_STRING SymbolicLinkName, PUNICODE_STRING DeviceName) { return lariat_status(); }
NTSTATUS IoCreateUnprotectedSymbolicLink(PUNICODE_STRING SymbolicLinkName, PUNICODE_STRING DeviceName) { return lariat_status(); }
NTSTATUS IoDeleteSymbolicLink(PUNICODE_STRING SymbolicLinkName) { return lariat_status(); }
NTSTATUS IoRegisterShutdownNotification(PDEVICE_OBJECT DeviceObject) { return lariat_status(); }
VOID IoUnregisterShutdownNotification(PDEVICE_OBJECT DeviceObject) {}
VOID IoInvalidateDeviceRelations(PDEVICE_OBJECT DeviceObject, DEVICE_RELATION_TYPE Type) {}
VOID IoInvalidateDeviceState(PDEVICE_OBJECT PhysicalDeviceObject) {}
VOID IoRequestDeviceEject(PDEVICE_OBJECT PhysicalDeviceObject) {}
BOOLEAN IoIsWdmVersionAvailable(UCHAR MajorVersion, UCHAR MinorVersion) { return TRUE; }
BOOLEAN IoIs32bitProcess(PIRP Irp) { return lariat_either() ? TRUE : FALSE; }

NTSTATUS IoGetDeviceProperty(PDEVICE_OBJECT DeviceObject, DEVICE_REGISTRY_PROPERTY DeviceProperty, ULONG BufferLength, PVOID PropertyBuffer, PULONG ResultLength)
{
    NTSTATUS Status = lariat_status();
    *ResultLength = __VERIFIER_nondet_uint();
    if (NT_SUCCESS(Status)) {
        __VERIFIER_assume(*ResultLength <= BufferLength);
        lariat_any_content(PropertyBuffer, BufferLength);
    }
    return Status;
}

NTSTATUS IoOpenDeviceRegistryKey(PDEVICE_OBJECT DeviceObject, ULONG DevInstKeyType, ACCESS_MASK DesiredAccess, PHANDLE DevInstRegKey)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *DevInstRegKey = __VERIFIER_nondet_pointer();
        __VERIFIER_assume(*DevInstRegKey != NULL);
    }
    return Status;
}

NTSTATUS IoWMIRegistrationControl(PDEVICE_OBJECT DeviceObject, ULONG Action) { return lariat_status(); }
NTSTATUS IoRegisterPlugPlayNotification(IO_NOTIFICATION_EVENT_CATEGORY Category, ULONG Flags, PVOID Data, PDRIVER_OBJECT DriverObject,
                                        PDRIVER_NOTIFICATION_CALLBACK_ROUTINE Callback, PVOID Context, PVOID *NotificationEntry)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *NotificationEntry = lariat_memory(8);
    }
    return Status;
}
NTSTATUS IoUnregisterPlugPlayNotification(PVOID NotificationEntry) { return STATUS_SUCCESS; }

NTSTATUS IoAllocateDriverObjectExtension(PDRIVER_OBJECT DriverObject, PVOID Id, ULONG Size, PVOID *Extension)
{
    if (lariat_either()) {
        return STATUS_INSUFFICIENT_RESOURCES;
    }
    *Extension = lariat_zeros(Size);
    return STATUS_SUCCESS;
}

PVOID IoAllocateErrorLogEntry(PVOID IoObject, UCHAR EntrySize) { return lariat_either() ? NULL : lariat_zeros(EntrySize); }
VOID IoWriteErrorLogEntry(PVOID ElEntry) {}
VOID IoFreeErrorLogEntry(PVOID ElEntry) {}

/* Packets, interrupts, work items. */

VOID IoStartPacket(PDEVICE_OBJECT DeviceObject, PIRP Irp, PULONG Key, PDRIVER_CANCEL CancelFunction)
{
    KIRQL Level = lariat_irql;
    Irp->CancelRoutine = CancelFunction;
    if (lariat_either()) {
        /* The device is busy: the request waits. */
        return;
    }
    DeviceObject->CurrentIrp = Irp;
    lariat_irql = DISPATCH_LEVEL;
    DeviceObject->DriverObject->DriverStartIo(DeviceObject, Irp);
    lariat_irql = Level;
}

VOID IoStartNextPacket(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable) { DeviceObject->CurrentIrp = NULL; }
VOID IoStartNextPacketByKey(PDEVICE_OBJECT DeviceObject, BOOLEAN Cancelable, ULONG Key) { DeviceObject->CurrentIrp = NULL; }
VOID IoSetStartIoAttributes(PDEVICE_OBJECT DeviceObject, BOOLEAN DeferredStartIo, BOOLEAN NonCancelable) {}
VOID IoRequestDpc(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context) { KeInsertQueueDpc(&DeviceObject->Dpc, Irp, Context); }

NTSTATUS IoConnectInterrupt(PKINTERRUPT *InterruptObject, PKSERVICE_ROUTINE ServiceRoutine, PVOID ServiceContext, PKSPIN_LOCK SpinLock, ULONG Vector,
                            KIRQL Irql, KIRQL SynchronizeIrql, KINTERRUPT_MODE InterruptMode, BOOLEAN ShareVector, KAFFINITY ProcessorEnableMask, BOOLEAN FloatingSave)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        lariat_isr = ServiceRoutine;
        lariat_isr_context = ServiceContext;
        lariat_interrupt = lariat_memory(8);
        *InterruptObject = lariat_interrupt;
    }
    return Status;
}

VOID IoDisconnectInterrupt(PKINTERRUPT InterruptObject) {}

PIO_WORKITEM IoAllocateWorkItem(PDEVICE_OBJECT DeviceObject)
{
    if (lariat_either()) {
        return NULL;
    }
    lariat_work_object = DeviceObject;
    return lariat_memory(8);
}

VOID IoFreeWorkItem(PIO_WORKITEM IoWorkItem) {}

VOID IoQueueWorkItem(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE WorkerRoutine, WORK_QUEUE_TYPE QueueType, PVOID Context)
{
    lariat_work = WorkerRoutine;
    lariat_work_context = Context;
}

VOID IoQueueWorkItemEx(PIO_WORKITEM IoWorkItem, PIO_WORKITEM_ROUTINE_EX WorkerRoutine, WORK_QUEUE_TYPE QueueType, PVOID Context)
{
    lariat_work_ex = WorkerRoutine;
    lariat_work_context = Context;
}

NTSTATUS IoInitializeTimer(PDEVICE_OBJECT DeviceObject, PIO_TIMER_ROUTINE TimerRoutine, PVOID Context) { return lariat_status(); }
VOID IoStartTimer(PDEVICE_OBJECT DeviceObject) {}
VOID IoStopTimer(PDEVICE_OBJECT DeviceObject) {}

/* Power. */

NTSTATUS PoRequestPowerIrp(PDEVICE_OBJECT DeviceObject, UCHAR MinorFunction, POWER_STATE PowerState, PREQUEST_POWER_COMPLETE CompletionFunction, PVOID Context, PIRP *Irp)
{
    IO_STATUS_BLOCK Result;
    NTSTATUS Status = lariat_status();
    if (!NT_SUCCESS(Status)) {
        return Status;
    }
    if (CompletionFunction != NULL) {
        Result.Status = lariat_status();
        Result.Information = 0;
        CompletionFunction(DeviceObject, MinorFunction, PowerState, Context, &Result);
    }
    return STATUS_PENDING;
}

POWER_STATE PoSetPowerState(PDEVICE_OBJECT DeviceObject, POWER_STATE_TYPE Type, POWER_STATE State)
{
    POWER_STATE Old;
    Old.DeviceState = (DEVICE_POWER_STATE)__VERIFIER_nondet_int();
    return Old;
}

PULONG PoRegisterDeviceForIdleDetection(PDEVICE_OBJECT DeviceObject, ULONG ConservationIdleTime, ULONG PerformanceIdleTime, DEVICE_POWER_STATE State)
{
    return lariat_either() ? NULL : lariat_memory(sizeof(ULONG));
}
