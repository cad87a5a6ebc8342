/* The state of the kernel, and what models share. */
#include <lariat_models.h>

KIRQL lariat_irql;
PDRIVER_OBJECT lariat_driver;
PDEVICE_OBJECT lariat_device;
PDEVICE_OBJECT lariat_physical;
PIRP lariat_irp;
int lariat_in_driver;
int lariat_more_processing;

PKDPC lariat_dpc;
PKDPC lariat_queued_dpc;
PVOID lariat_queued_argument1;
PVOID lariat_queued_argument2;
PKSERVICE_ROUTINE lariat_isr;
PVOID lariat_isr_context;
PKINTERRUPT lariat_interrupt;
PIO_WORKITEM_ROUTINE lariat_work;
PIO_WORKITEM_ROUTINE_EX lariat_work_ex;
PVOID lariat_work_context;
PVOID lariat_work_object;

NTSTATUS lariat_status(void)
{
    NTSTATUS Status = __VERIFIER_nondet_status();
    __VERIFIER_assume(Status == STATUS_SUCCESS || Status < 0);
    return Status;
}

PVOID lariat_memory(SIZE_T Bytes)
{
    PVOID Memory = malloc(Bytes);
    __VERIFIER_assume(Memory != NULL);
    return Memory;
}

PVOID lariat_zeros(SIZE_T Bytes)
{
    PVOID Memory = calloc(1, Bytes);
    __VERIFIER_assume(Memory != NULL);
    return Memory;
}

VOID lariat_any_content(PVOID To, SIZE_T Bytes)
{
    /* New memory has any content. */
    memcpy(To, lariat_memory(Bytes), Bytes);
}

struct _EXCEPTION_POINTERS *lariat_exception_information(NTSTATUS Code)
{
    static EXCEPTION_RECORD Record;
    static struct _EXCEPTION_POINTERS Pointers;
    Record.ExceptionCode = Code;
    Pointers.ExceptionRecord = &Record;
    return &Pointers;
}
