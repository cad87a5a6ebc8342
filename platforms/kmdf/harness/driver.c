/* How the framework calls a driver: DriverEntry, EvtDriverDeviceAdd, EvtDevicePrepareHardware, EvtDeviceD0Entry, then one callback. */
#include <lariat_wdf_models.h>
#include <lariat_wdf_rules.h>

DRIVER_INITIALIZE DriverEntry;
#ifdef fun_EvtDriverDeviceAdd
EVT_WDF_DRIVER_DEVICE_ADD fun_EvtDriverDeviceAdd;
#endif

WDFREQUEST lariat_request;

VOID lariat_request_begin(WDFREQUEST Request) {}
VOID lariat_request_end(WDFREQUEST Request) {}
VOID lariat_driver_entry_end(NTSTATUS Status) {}
VOID lariat_device_add_end(NTSTATUS Status) {}
VOID lariat_callback_begin(VOID) {}
VOID lariat_callback_end(VOID) {}

static DRIVER_OBJECT lariat_the_driver;
static DRIVER_EXTENSION lariat_the_extension;
static UNICODE_STRING lariat_registry_path;
static WCHAR lariat_registry_text[2];

static NTSTATUS lariat_enter(void)
{
    NTSTATUS Status;
    lariat_irql = PASSIVE_LEVEL;
    lariat_driver = &lariat_the_driver;
    lariat_the_driver.DriverExtension = &lariat_the_extension;
    lariat_registry_path.Buffer = lariat_registry_text;
    lariat_registry_path.Length = 2;
    lariat_registry_path.MaximumLength = 4;
    lariat_callback_begin();
    Status = DriverEntry(&lariat_the_driver, &lariat_registry_path);
    lariat_callback_end();
    lariat_driver_entry_end(Status);
    return Status;
}

static NTSTATUS lariat_add(void)
{
    NTSTATUS Status = STATUS_SUCCESS;
#ifdef fun_EvtDriverDeviceAdd
    /* Declared in its role, and not registered: it is called, too. */
    if (lariat_device_add == NULL) {
        lariat_device_add = fun_EvtDriverDeviceAdd;
    }
#endif
    if (lariat_device_add != NULL) {
        lariat_callback_begin();
        Status = lariat_device_add(lariat_wdf_driver, (PWDFDEVICE_INIT)lariat_memory(8));
        lariat_callback_end();
        lariat_device_add_end(Status);
    }
    return Status;
}

/* The driver is loaded and has a device; executions where that fails end here. */
static void lariat_load(void)
{
    __VERIFIER_assume(NT_SUCCESS(lariat_enter()));
    __VERIFIER_assume(NT_SUCCESS(lariat_add()));
    __VERIFIER_assume(lariat_wdf_device != NULL);
    lariat_irql = PASSIVE_LEVEL;
}

static NTSTATUS lariat_prepare(void)
{
    NTSTATUS Status = STATUS_SUCCESS;
    if (lariat_pnp_power.EvtDevicePrepareHardware != NULL) {
        lariat_callback_begin();
        Status = lariat_pnp_power.EvtDevicePrepareHardware(lariat_wdf_device, (WDFCMRESLIST)lariat_memory(8), (WDFCMRESLIST)lariat_memory(8));
        lariat_callback_end();
    }
    return Status;
}

/* The device works, and the driver was called any number of times: numbers in the context of the device are anything. */
static void lariat_start(void)
{
    lariat_load();
    __VERIFIER_assume(NT_SUCCESS(lariat_prepare()));
    lariat_irql = PASSIVE_LEVEL;
    if (lariat_device_context != NULL) {
        __lariat_any_numbers(lariat_device_context);
    }
}

static LARIAT_OBJECT *lariat_next_request(int Type)
{
    LARIAT_OBJECT *Request = lariat_new_request();
    Request->Type = Type;
    lariat_request = (WDFREQUEST)Request;
    return Request;
}

static LARIAT_OBJECT *lariat_queue(LARIAT_OBJECT *Special)
{
    if (Special != NULL) {
        return Special;
    }
    return lariat_default_queue;
}

static void lariat_default(LARIAT_OBJECT *Queue)
{
    if (Queue->EvtIoDefault != NULL) {
        lariat_request_begin(lariat_request);
        Queue->EvtIoDefault((WDFQUEUE)Queue, lariat_request);
        lariat_request_end(lariat_request);
    }
}

static void lariat_level(LARIAT_OBJECT *Queue)
{
    lariat_irql = Queue->Passive || lariat_either() ? PASSIVE_LEVEL : DISPATCH_LEVEL;
}

/* Entry functions, one for each harness. */

void lariat_driver_entry(void) { lariat_enter(); }

void lariat_driver_device_add(void)
{
    __VERIFIER_assume(NT_SUCCESS(lariat_enter()));
    lariat_add();
}

void lariat_read(void)
{
    LARIAT_OBJECT *Queue;
    lariat_start();
    lariat_next_request(WdfRequestTypeRead);
    Queue = lariat_queue(lariat_read_queue);
    if (Queue == NULL) {
        return;
    }
    lariat_level(Queue);
    if (Queue->EvtIoRead != NULL) {
        lariat_request_begin(lariat_request);
        Queue->EvtIoRead((WDFQUEUE)Queue, lariat_request, ((LARIAT_OBJECT *)lariat_request)->OutputLength);
        lariat_request_end(lariat_request);
    } else {
        lariat_default(Queue);
    }
}

void lariat_write(void)
{
    LARIAT_OBJECT *Queue;
    lariat_start();
    lariat_next_request(WdfRequestTypeWrite);
    Queue = lariat_queue(lariat_write_queue);
    if (Queue == NULL) {
        return;
    }
    lariat_level(Queue);
    if (Queue->EvtIoWrite != NULL) {
        lariat_request_begin(lariat_request);
        Queue->EvtIoWrite((WDFQUEUE)Queue, lariat_request, ((LARIAT_OBJECT *)lariat_request)->InputLength);
        lariat_request_end(lariat_request);
    } else {
        lariat_default(Queue);
    }
}

void lariat_device_control(void)
{
    LARIAT_OBJECT *Queue, *Request;
    lariat_start();
    Request = lariat_next_request(WdfRequestTypeDeviceControl);
    Request->Code = __VERIFIER_nondet_uint();
    Queue = lariat_queue(lariat_control_queue);
    if (Queue == NULL) {
        return;
    }
    lariat_level(Queue);
    if (Queue->EvtIoDeviceControl != NULL) {
        lariat_request_begin(lariat_request);
        Queue->EvtIoDeviceControl((WDFQUEUE)Queue, lariat_request, Request->OutputLength, Request->InputLength, Request->Code);
        lariat_request_end(lariat_request);
    } else {
        lariat_default(Queue);
    }
}

void lariat_internal_control(void)
{
    LARIAT_OBJECT *Queue, *Request;
    lariat_start();
    Request = lariat_next_request(WdfRequestTypeDeviceControlInternal);
    Request->Code = __VERIFIER_nondet_uint();
    Queue = lariat_queue(NULL);
    if (Queue == NULL || Queue->EvtIoInternalDeviceControl == NULL) {
        return;
    }
    lariat_level(Queue);
    lariat_request_begin(lariat_request);
    Queue->EvtIoInternalDeviceControl((WDFQUEUE)Queue, lariat_request, Request->OutputLength, Request->InputLength, Request->Code);
    lariat_request_end(lariat_request);
}

/* A queue that is not the default one gets what the driver forwards to it. */
void lariat_forwarded(void)
{
    LARIAT_OBJECT *Queue, *Request;
    lariat_start();
    Queue = lariat_other_queue;
    if (Queue == NULL) {
        return;
    }
    Request = lariat_next_request(WdfRequestTypeDeviceControl);
    Request->Code = __VERIFIER_nondet_uint();
    lariat_level(Queue);
    if (Queue->EvtIoDeviceControl != NULL) {
        lariat_request_begin(lariat_request);
        Queue->EvtIoDeviceControl((WDFQUEUE)Queue, lariat_request, Request->OutputLength, Request->InputLength, Request->Code);
        lariat_request_end(lariat_request);
    } else if (Queue->EvtIoRead != NULL) {
        Request->Type = WdfRequestTypeRead;
        lariat_request_begin(lariat_request);
        Queue->EvtIoRead((WDFQUEUE)Queue, lariat_request, Request->OutputLength);
        lariat_request_end(lariat_request);
    } else if (Queue->EvtIoWrite != NULL) {
        Request->Type = WdfRequestTypeWrite;
        lariat_request_begin(lariat_request);
        Queue->EvtIoWrite((WDFQUEUE)Queue, lariat_request, Request->InputLength);
        lariat_request_end(lariat_request);
    } else {
        lariat_default(Queue);
    }
}

void lariat_file_create(void)
{
    lariat_start();
    if (lariat_file_config.EvtDeviceFileCreate != NULL) {
        lariat_next_request(WdfRequestTypeCreate);
        lariat_request_begin(lariat_request);
        lariat_file_config.EvtDeviceFileCreate(lariat_wdf_device, lariat_request, lariat_wdf_file);
        lariat_request_end(lariat_request);
    }
}

void lariat_file_close(void)
{
    lariat_start();
    if (lariat_file_config.EvtFileCleanup != NULL) {
        lariat_callback_begin();
        lariat_file_config.EvtFileCleanup(lariat_wdf_file);
        lariat_callback_end();
    }
    if (lariat_file_config.EvtFileClose != NULL) {
        lariat_callback_begin();
        lariat_file_config.EvtFileClose(lariat_wdf_file);
        lariat_callback_end();
    }
}

void lariat_pnp_callbacks(void)
{
    lariat_load();
    lariat_callback_begin();
    switch (__VERIFIER_nondet_int()) {
    case 0:
        if (lariat_pnp_power.EvtDevicePrepareHardware != NULL) {
            lariat_pnp_power.EvtDevicePrepareHardware(lariat_wdf_device, (WDFCMRESLIST)lariat_memory(8), (WDFCMRESLIST)lariat_memory(8));
        }
        break;
    case 1:
        if (lariat_pnp_power.EvtDeviceReleaseHardware != NULL) {
            lariat_pnp_power.EvtDeviceReleaseHardware(lariat_wdf_device, (WDFCMRESLIST)lariat_memory(8));
        }
        break;
    case 2:
        if (lariat_pnp_power.EvtDeviceD0Entry != NULL) {
            lariat_pnp_power.EvtDeviceD0Entry(lariat_wdf_device, WdfPowerDeviceD3);
        }
        break;
    case 3:
        if (lariat_pnp_power.EvtDeviceD0Exit != NULL) {
            lariat_pnp_power.EvtDeviceD0Exit(lariat_wdf_device, WdfPowerDeviceD3);
        }
        break;
    case 4:
        if (lariat_pnp_power.EvtDeviceSelfManagedIoInit != NULL) {
            lariat_pnp_power.EvtDeviceSelfManagedIoInit(lariat_wdf_device);
        }
        break;
    case 5:
        if (lariat_pnp_power.EvtDeviceSurpriseRemoval != NULL) {
            lariat_pnp_power.EvtDeviceSurpriseRemoval(lariat_wdf_device);
        }
        break;
    default:
        break;
    }
    lariat_callback_end();
}

/* A request that the driver has kept is cancelled. */
void lariat_request_cancel(void)
{
    LARIAT_OBJECT *Request;
    lariat_device_control();
    Request = (LARIAT_OBJECT *)lariat_request;
    if (Request != NULL && Request->EvtCancel != NULL) {
        PFN_WDF_REQUEST_CANCEL Cancel = Request->EvtCancel;
        Request->EvtCancel = NULL;
        lariat_irql = DISPATCH_LEVEL;
        lariat_callback_begin();
        Cancel(lariat_request);
        lariat_callback_end();
    }
}

void lariat_io_stop(void)
{
    lariat_start();
    if (lariat_default_queue != NULL && lariat_default_queue->EvtIoStop != NULL) {
        lariat_next_request(WdfRequestTypeRead);
        lariat_callback_begin();
        lariat_default_queue->EvtIoStop((WDFQUEUE)lariat_default_queue, lariat_request,
                                        (lariat_either() ? WdfRequestStopActionSuspend : WdfRequestStopActionPurge) | (lariat_either() ? WdfRequestStopRequestCancelable : 0));
        lariat_callback_end();
    }
}

void lariat_timers(void)
{
    lariat_start();
    if (lariat_timer != NULL && lariat_timer->EvtTimer != NULL) {
        lariat_irql = lariat_timer->Passive ? PASSIVE_LEVEL : DISPATCH_LEVEL;
        lariat_callback_begin();
        lariat_timer->EvtTimer((WDFTIMER)lariat_timer);
        lariat_callback_end();
    }
}

void lariat_deferred(void)
{
    lariat_start();
    lariat_irql = DISPATCH_LEVEL;
    if (lariat_wdf_dpc != NULL && lariat_wdf_dpc->EvtDpc != NULL) {
        lariat_callback_begin();
        lariat_wdf_dpc->EvtDpc((WDFDPC)lariat_wdf_dpc);
        lariat_callback_end();
    } else if (lariat_wdf_interrupt != NULL && lariat_wdf_interrupt->EvtInterruptDpc != NULL) {
        lariat_callback_begin();
        lariat_wdf_interrupt->EvtInterruptDpc((WDFINTERRUPT)lariat_wdf_interrupt, lariat_wdf_device);
        lariat_callback_end();
    }
}

void lariat_interrupts(void)
{
    lariat_start();
    if (lariat_wdf_interrupt != NULL && lariat_wdf_interrupt->EvtIsr != NULL) {
        lariat_irql = lariat_wdf_interrupt->Passive ? PASSIVE_LEVEL : DISPATCH_LEVEL + 3;
        lariat_callback_begin();
        lariat_wdf_interrupt->EvtIsr((WDFINTERRUPT)lariat_wdf_interrupt, 0);
        lariat_callback_end();
    }
}

void lariat_work_items(void)
{
    lariat_start();
    if (lariat_wdf_work != NULL && lariat_wdf_work->EvtWork != NULL) {
        lariat_callback_begin();
        lariat_wdf_work->EvtWork((WDFWORKITEM)lariat_wdf_work);
        lariat_callback_end();
    }
}
