/* How the kernel calls a driver: DriverEntry with a driver object of zeros, AddDevice, then one request or callback. Everything is
   found where the driver has registered it; functions whose role is only declared are called as well. */
#include <lariat_models.h>
#include <lariat_rules.h>

#ifdef LARIAT_HAS_DriverEntry
DRIVER_INITIALIZE DriverEntry;
#endif

VOID lariat_dispatch_begin(PDEVICE_OBJECT DeviceObject, PIRP Irp) {}
VOID lariat_dispatch_end(PDEVICE_OBJECT DeviceObject, PIRP Irp, NTSTATUS Status) {}
VOID lariat_add_device_end(NTSTATUS Status) {}
VOID lariat_callback_begin(VOID) {}
VOID lariat_callback_end(VOID) {}

static DRIVER_OBJECT lariat_the_driver;
static DRIVER_EXTENSION lariat_the_extension;
static DEVICE_OBJECT lariat_the_physical;
static FILE_OBJECT lariat_the_file;
static UNICODE_STRING lariat_registry_path;
static WCHAR lariat_registry_text[2];

/* A request and its stack: the driver's location has others above and below. The second one is that of IRP_MN_START_DEVICE. */
static IRP lariat_the_irp;
static IO_STACK_LOCATION lariat_stack[5];
static IRP lariat_start_irp;
static IO_STACK_LOCATION lariat_start_stack[5];
enum { OWN_LOCATION = 3 };

static NTSTATUS lariat_enter(void)
{
    NTSTATUS Status;
    lariat_irql = PASSIVE_LEVEL;
    lariat_driver = &lariat_the_driver;
    lariat_physical = &lariat_the_physical;
    lariat_the_driver.Type = IO_TYPE_DRIVER;
    lariat_the_driver.DriverExtension = &lariat_the_extension;
    lariat_the_extension.DriverObject = &lariat_the_driver;
    lariat_the_physical.Type = IO_TYPE_DEVICE;
    lariat_the_physical.StackSize = 1;
    lariat_registry_path.Buffer = lariat_registry_text;
    lariat_registry_path.Length = 2;
    lariat_registry_path.MaximumLength = 4;
    lariat_callback_begin();
    Status = DriverEntry(&lariat_the_driver, &lariat_registry_path);
    lariat_callback_end();
    return Status;
}

static NTSTATUS lariat_add(void)
{
    NTSTATUS Status = STATUS_SUCCESS;
    if (lariat_the_extension.AddDevice != NULL) {
        lariat_callback_begin();
        Status = lariat_the_extension.AddDevice(&lariat_the_driver, &lariat_the_physical);
        lariat_add_device_end(Status);
        lariat_callback_end();
    }
    return Status;
}

static void lariat_fill_irp(PIRP Irp, PIO_STACK_LOCATION Own, UCHAR Major)
{
    Irp->Type = IO_TYPE_IRP;
    Irp->StackCount = 4;
    Irp->CurrentLocation = OWN_LOCATION + 1;
    Irp->IoStatus.Status = STATUS_NOT_SUPPORTED;
    Irp->Tail.Overlay.CurrentStackLocation = Own;
    Irp->Tail.Overlay.ListEntry.Flink = &Irp->Tail.Overlay.ListEntry;
    Irp->Tail.Overlay.ListEntry.Blink = &Irp->Tail.Overlay.ListEntry;
    Irp->Tail.Overlay.OriginalFileObject = &lariat_the_file;
    Own->MajorFunction = Major;
    Own->DeviceObject = lariat_device;
    Own->FileObject = &lariat_the_file;
}

static PIO_STACK_LOCATION lariat_new_irp(UCHAR Major)
{
    lariat_irp = &lariat_the_irp;
    lariat_fill_irp(&lariat_the_irp, &lariat_stack[OWN_LOCATION], Major);
    lariat_the_irp.RequestorMode = lariat_either() ? KernelMode : UserMode;
    return &lariat_stack[OWN_LOCATION];
}

static void lariat_resources(PIO_STACK_LOCATION Own)
{
    if (lariat_either()) {
        PCM_RESOURCE_LIST Raw = lariat_memory(sizeof(CM_RESOURCE_LIST));
        PCM_RESOURCE_LIST Translated = lariat_memory(sizeof(CM_RESOURCE_LIST));
        Raw->Count = 1;
        Raw->List[0].PartialResourceList.Count = 1;
        Translated->Count = 1;
        Translated->List[0].PartialResourceList.Count = 1;
        Own->Parameters.StartDevice.AllocatedResources = Raw;
        Own->Parameters.StartDevice.AllocatedResourcesTranslated = Translated;
    }
}

/* The driver is loaded and has a device; executions where that fails end here. */
static void lariat_load(void)
{
    __VERIFIER_assume(NT_SUCCESS(lariat_enter()));
    __VERIFIER_assume(NT_SUCCESS(lariat_add()));
    __VERIFIER_assume(lariat_device != NULL);
    lariat_irql = PASSIVE_LEVEL;
    lariat_in_driver = 1;
}

/* The kernel has called the driver any number of times: numbers in the device extension are anything. Pointers there are what
   they were, so this has executions that no history of requests has (docs/drivers.md). */
static void lariat_any_history(void)
{
    if (lariat_device->DeviceExtension != NULL) {
        __lariat_any_numbers(lariat_device->DeviceExtension);
    }
}

/* A device that Plug and Play knows is started before it gets other requests. */
static void lariat_start(void)
{
    lariat_load();
    if (lariat_the_extension.AddDevice != NULL && lariat_the_driver.MajorFunction[IRP_MJ_PNP] != NULL) {
        PIO_STACK_LOCATION Own = &lariat_start_stack[OWN_LOCATION];
        NTSTATUS Status;
        lariat_fill_irp(&lariat_start_irp, Own, IRP_MJ_PNP);
        Own->MinorFunction = IRP_MN_START_DEVICE;
        lariat_resources(Own);
        lariat_dispatch_begin(lariat_device, &lariat_start_irp);
        Status = lariat_the_driver.MajorFunction[IRP_MJ_PNP](lariat_device, &lariat_start_irp);
        lariat_dispatch_end(lariat_device, &lariat_start_irp, Status);
        __VERIFIER_assume(NT_SUCCESS(Status));
        lariat_irql = PASSIVE_LEVEL;
    }
    lariat_any_history();
}

enum { BUFFER_BYTES = 4096 };

static PMDL lariat_describe(PVOID Buffer, ULONG Bytes)
{
    PMDL Mdl = lariat_zeros(sizeof(MDL));
    Mdl->StartVa = Buffer;
    Mdl->MappedSystemVa = Buffer;
    Mdl->ByteCount = Bytes;
    return Mdl;
}

static NTSTATUS lariat_call(UCHAR Major)
{
    PDRIVER_DISPATCH Routine = lariat_the_driver.MajorFunction[Major];
    NTSTATUS Status;
    if (Routine == NULL) {
        return STATUS_INVALID_DEVICE_REQUEST;
    }
    lariat_dispatch_begin(lariat_device, lariat_irp);
    Status = Routine(lariat_device, lariat_irp);
    lariat_dispatch_end(lariat_device, lariat_irp, Status);
    return Status;
}

static NTSTATUS lariat_transfer(UCHAR Major)
{
    PIO_STACK_LOCATION Own = lariat_new_irp(Major);
    ULONG Length = __VERIFIER_nondet_uint();
    __VERIFIER_assume(Length <= BUFFER_BYTES);
    Own->Parameters.Read.Length = Length;
    Own->Parameters.Read.ByteOffset.QuadPart = __VERIFIER_nondet_longlong();
    if (lariat_device->Flags & DO_BUFFERED_IO) {
        lariat_the_irp.AssociatedIrp.SystemBuffer = lariat_memory(BUFFER_BYTES);
    } else if (lariat_device->Flags & DO_DIRECT_IO) {
        lariat_the_irp.MdlAddress = Length == 0 ? NULL : lariat_describe(lariat_memory(BUFFER_BYTES), Length);
    } else {
        lariat_the_irp.UserBuffer = lariat_memory(BUFFER_BYTES);
    }
    return lariat_call(Major);
}

static NTSTATUS lariat_control(UCHAR Major)
{
    PIO_STACK_LOCATION Own = lariat_new_irp(Major);
    ULONG Code = __VERIFIER_nondet_uint(), Input = __VERIFIER_nondet_uint(), Output = __VERIFIER_nondet_uint();
    __VERIFIER_assume(Input <= BUFFER_BYTES && Output <= BUFFER_BYTES);
    Own->Parameters.DeviceIoControl.IoControlCode = Code;
    Own->Parameters.DeviceIoControl.InputBufferLength = Input;
    Own->Parameters.DeviceIoControl.OutputBufferLength = Output;
    if (METHOD_FROM_CTL_CODE(Code) == METHOD_NEITHER) {
        Own->Parameters.DeviceIoControl.Type3InputBuffer = lariat_memory(BUFFER_BYTES);
        lariat_the_irp.UserBuffer = lariat_memory(BUFFER_BYTES);
    } else {
        lariat_the_irp.AssociatedIrp.SystemBuffer = lariat_memory(BUFFER_BYTES);
        if (METHOD_FROM_CTL_CODE(Code) != METHOD_BUFFERED && Output != 0) {
            lariat_the_irp.MdlAddress = lariat_describe(lariat_memory(BUFFER_BYTES), Output);
        }
    }
    return lariat_call(Major);
}

/* Entry functions, one for each harness. */

void lariat_entry(void) { lariat_enter(); }

void lariat_add_device(void)
{
    __VERIFIER_assume(NT_SUCCESS(lariat_enter()));
    lariat_add();
}

void lariat_create(void) { lariat_start(); lariat_new_irp(IRP_MJ_CREATE); lariat_call(IRP_MJ_CREATE); }
void lariat_close(void) { lariat_start(); lariat_new_irp(IRP_MJ_CLOSE); lariat_call(IRP_MJ_CLOSE); }
void lariat_cleanup(void) { lariat_start(); lariat_new_irp(IRP_MJ_CLEANUP); lariat_call(IRP_MJ_CLEANUP); }
void lariat_flush(void) { lariat_start(); lariat_new_irp(IRP_MJ_FLUSH_BUFFERS); lariat_call(IRP_MJ_FLUSH_BUFFERS); }
void lariat_shutdown(void) { lariat_start(); lariat_new_irp(IRP_MJ_SHUTDOWN); lariat_call(IRP_MJ_SHUTDOWN); }
void lariat_read(void) { lariat_start(); lariat_transfer(IRP_MJ_READ); }
void lariat_write(void) { lariat_start(); lariat_transfer(IRP_MJ_WRITE); }
void lariat_device_control(void) { lariat_start(); lariat_control(IRP_MJ_DEVICE_CONTROL); }
void lariat_internal_control(void) { lariat_start(); lariat_control(IRP_MJ_INTERNAL_DEVICE_CONTROL); }

void lariat_pnp(void)
{
    PIO_STACK_LOCATION Own;
    UCHAR Minor = __VERIFIER_nondet_uchar();
    lariat_load();
    lariat_any_history();
    Own = lariat_new_irp(IRP_MJ_PNP);
    __VERIFIER_assume(Minor <= IRP_MN_SURPRISE_REMOVAL);
    Own->MinorFunction = Minor;
    switch (Minor) {
    case IRP_MN_START_DEVICE:
        lariat_resources(Own);
        break;
    case IRP_MN_QUERY_CAPABILITIES:
        Own->Parameters.DeviceCapabilities.Capabilities = lariat_memory(sizeof(DEVICE_CAPABILITIES));
        break;
    case IRP_MN_QUERY_DEVICE_RELATIONS:
        Own->Parameters.QueryDeviceRelations.Type = (DEVICE_RELATION_TYPE)(__VERIFIER_nondet_uchar() % 6);
        break;
    case IRP_MN_QUERY_ID:
        Own->Parameters.QueryId.IdType = (BUS_QUERY_ID_TYPE)(__VERIFIER_nondet_uchar() % 5);
        break;
    case IRP_MN_DEVICE_USAGE_NOTIFICATION:
        Own->Parameters.UsageNotification.InPath = lariat_either() ? TRUE : FALSE;
        Own->Parameters.UsageNotification.Type = (DEVICE_USAGE_NOTIFICATION_TYPE)(__VERIFIER_nondet_uchar() % 4);
        break;
    default:
        break;
    }
    lariat_call(IRP_MJ_PNP);
}

void lariat_power(void)
{
    PIO_STACK_LOCATION Own;
    UCHAR Minor = __VERIFIER_nondet_uchar();
    lariat_start();
    Own = lariat_new_irp(IRP_MJ_POWER);
    __VERIFIER_assume(Minor <= IRP_MN_QUERY_POWER);
    Own->MinorFunction = Minor;
    if (Minor == IRP_MN_SET_POWER || Minor == IRP_MN_QUERY_POWER) {
        int State = __VERIFIER_nondet_int();
        if (lariat_either()) {
            __VERIFIER_assume(State >= PowerSystemWorking && State <= PowerSystemShutdown);
            Own->Parameters.Power.Type = SystemPowerState;
            Own->Parameters.Power.State.SystemState = (SYSTEM_POWER_STATE)State;
        } else {
            __VERIFIER_assume(State >= PowerDeviceD0 && State <= PowerDeviceD3);
            Own->Parameters.Power.Type = DevicePowerState;
            Own->Parameters.Power.State.DeviceState = (DEVICE_POWER_STATE)State;
        }
    }
    lariat_call(IRP_MJ_POWER);
}

void lariat_system_control(void)
{
    PIO_STACK_LOCATION Own;
    UCHAR Minor = __VERIFIER_nondet_uchar();
    lariat_start();
    Own = lariat_new_irp(IRP_MJ_SYSTEM_CONTROL);
    Own->MinorFunction = Minor;
    Own->Parameters.WMI.ProviderId = lariat_either() ? (ULONG_PTR)lariat_device : 0;
    Own->Parameters.WMI.Buffer = lariat_memory(BUFFER_BYTES);
    Own->Parameters.WMI.BufferSize = BUFFER_BYTES;
    lariat_call(IRP_MJ_SYSTEM_CONTROL);
}

void lariat_unload(void)
{
    __VERIFIER_assume(NT_SUCCESS(lariat_enter()));
    lariat_irql = PASSIVE_LEVEL;
    if (lariat_the_driver.DriverUnload != NULL) {
        lariat_callback_begin();
        lariat_the_driver.DriverUnload(&lariat_the_driver);
        lariat_callback_end();
    }
}

void lariat_start_io(void)
{
    PIO_STACK_LOCATION Own;
    lariat_start();
    Own = lariat_new_irp(lariat_either() ? IRP_MJ_READ : lariat_either() ? IRP_MJ_WRITE : IRP_MJ_DEVICE_CONTROL);
    Own->Parameters.DeviceIoControl.IoControlCode = __VERIFIER_nondet_uint();
    Own->Parameters.DeviceIoControl.InputBufferLength = __VERIFIER_nondet_uint();
    Own->Parameters.DeviceIoControl.OutputBufferLength = __VERIFIER_nondet_uint();
    lariat_the_irp.AssociatedIrp.SystemBuffer = lariat_memory(BUFFER_BYTES);
    /* The dispatch routine has done this. */
    Own->Control |= SL_PENDING_RETURNED;
    if (lariat_the_driver.DriverStartIo != NULL) {
        lariat_device->CurrentIrp = lariat_irp;
        lariat_irql = DISPATCH_LEVEL;
        lariat_callback_begin();
        lariat_the_driver.DriverStartIo(lariat_device, lariat_irp);
        lariat_callback_end();
    }
}

/* A request that the driver keeps. */
static void lariat_pend(void)
{
    NTSTATUS Status = lariat_either() ? lariat_transfer(IRP_MJ_READ) : lariat_either() ? lariat_transfer(IRP_MJ_WRITE) : lariat_control(IRP_MJ_DEVICE_CONTROL);
    __VERIFIER_assume(Status == STATUS_PENDING);
}

/* A request that another driver has given to this one, and that it has kept. */
static void lariat_kept(void)
{
    lariat_new_irp(lariat_either() ? IRP_MJ_READ : IRP_MJ_DEVICE_CONTROL)->Control |= SL_PENDING_RETURNED;
    lariat_the_irp.AssociatedIrp.SystemBuffer = lariat_memory(BUFFER_BYTES);
}

void lariat_cancel(void)
{
    lariat_start();
    if (lariat_either()) {
        PDRIVER_CANCEL Routine;
        lariat_pend();
        Routine = lariat_the_irp.CancelRoutine;
        __VERIFIER_assume(Routine != NULL);
        lariat_the_irp.Cancel = TRUE;
        IoAcquireCancelSpinLock(&lariat_the_irp.CancelIrql);
        lariat_the_irp.CancelRoutine = NULL;
        lariat_callback_begin();
        Routine(lariat_device, lariat_irp);
        lariat_callback_end();
        return;
    }
#ifdef fun_Cancel
    lariat_kept();
    lariat_the_irp.Cancel = TRUE;
    IoAcquireCancelSpinLock(&lariat_the_irp.CancelIrql);
    lariat_callback_begin();
    fun_Cancel(lariat_device, lariat_irp);
    lariat_callback_end();
#endif
}

void lariat_deferred(void)
{
    lariat_start();
    if (lariat_either()) {
        lariat_pend();
        __VERIFIER_assume(lariat_queued_dpc != NULL);
        lariat_irql = DISPATCH_LEVEL;
        lariat_callback_begin();
        lariat_queued_dpc->DeferredRoutine(lariat_queued_dpc, lariat_queued_dpc->DeferredContext, lariat_queued_argument1, lariat_queued_argument2);
        lariat_callback_end();
        return;
    }
    lariat_kept();
    lariat_device->CurrentIrp = lariat_irp;
    lariat_irql = DISPATCH_LEVEL;
    if (lariat_dpc != NULL) {
        lariat_callback_begin();
        lariat_dpc->DeferredRoutine(lariat_dpc, lariat_dpc->DeferredContext, lariat_irp, NULL);
        lariat_callback_end();
    }
#ifdef fun_DpcForIsr
    else {
        lariat_callback_begin();
        fun_DpcForIsr(&lariat_device->Dpc, lariat_device, lariat_irp, NULL);
        lariat_callback_end();
    }
#endif
}

void lariat_interrupts(void)
{
    lariat_start();
    lariat_irql = DISPATCH_LEVEL + 3;
    if (lariat_isr != NULL) {
        lariat_callback_begin();
        lariat_isr(lariat_interrupt, lariat_isr_context);
        lariat_callback_end();
    }
#ifdef fun_Isr
    else {
        lariat_callback_begin();
        fun_Isr((PKINTERRUPT)lariat_memory(8), lariat_device->DeviceExtension);
        lariat_callback_end();
    }
#endif
}

/* A work item that a request has queued. */
void lariat_work_item(void)
{
    lariat_start();
    switch (__VERIFIER_nondet_int()) {
    case 0: lariat_transfer(IRP_MJ_READ); break;
    case 1: lariat_transfer(IRP_MJ_WRITE); break;
    case 2: lariat_control(IRP_MJ_DEVICE_CONTROL); break;
    default: break;
    }
    lariat_irql = PASSIVE_LEVEL;
    if (lariat_work != NULL) {
        lariat_callback_begin();
        lariat_work((PDEVICE_OBJECT)lariat_work_object, lariat_work_context);
        lariat_callback_end();
    } else if (lariat_work_ex != NULL) {
        lariat_callback_begin();
        lariat_work_ex(lariat_work_object, lariat_work_context, NULL);
        lariat_callback_end();
    }
}
