/* Ke: levels, spin locks, events, timers, deferred procedure calls, waiting.

   A spin lock is held by nobody else: one processor runs. Models keep the level of the processor; whether locks are used as they
   should be is what rules say. */
#include <lariat_models.h>

KIRQL KeGetCurrentIrql(VOID) { return lariat_irql; }

KIRQL KfRaiseIrql(KIRQL NewIrql)
{
    KIRQL Old = lariat_irql;
    lariat_irql = NewIrql;
    return Old;
}

VOID KeRaiseIrql(KIRQL NewIrql, PKIRQL OldIrql)
{
    *OldIrql = lariat_irql;
    lariat_irql = NewIrql;
}

VOID KeLowerIrql(KIRQL NewIrql) { lariat_irql = NewIrql; }

KIRQL KeRaiseIrqlToDpcLevel(VOID)
{
    KIRQL Old = lariat_irql;
    lariat_irql = DISPATCH_LEVEL;
    return Old;
}

VOID KeAcquireSpinLock(PKSPIN_LOCK SpinLock, PKIRQL OldIrql)
{
    *OldIrql = lariat_irql;
    lariat_irql = DISPATCH_LEVEL;
}

KIRQL KeAcquireSpinLockRaiseToDpc(PKSPIN_LOCK SpinLock)
{
    KIRQL Old = lariat_irql;
    lariat_irql = DISPATCH_LEVEL;
    return Old;
}

VOID KeReleaseSpinLock(PKSPIN_LOCK SpinLock, KIRQL NewIrql) { lariat_irql = NewIrql; }
VOID KeAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock) {}
VOID KeReleaseSpinLockFromDpcLevel(PKSPIN_LOCK SpinLock) {}
BOOLEAN KeTryToAcquireSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN KeTestSpinLock(PKSPIN_LOCK SpinLock) { return lariat_either() ? TRUE : FALSE; }

KIRQL KeAcquireSpinLockForDpc(PKSPIN_LOCK SpinLock)
{
    KIRQL Old = lariat_irql;
    lariat_irql = DISPATCH_LEVEL;
    return Old;
}

VOID KeReleaseSpinLockForDpc(PKSPIN_LOCK SpinLock, KIRQL OldIrql) { lariat_irql = OldIrql; }

VOID KeAcquireInStackQueuedSpinLock(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle)
{
    LockHandle->OldIrql = lariat_irql;
    lariat_irql = DISPATCH_LEVEL;
}

VOID KeReleaseInStackQueuedSpinLock(PKLOCK_QUEUE_HANDLE LockHandle) { lariat_irql = LockHandle->OldIrql; }
VOID KeAcquireInStackQueuedSpinLockAtDpcLevel(PKSPIN_LOCK SpinLock, PKLOCK_QUEUE_HANDLE LockHandle) {}
VOID KeReleaseInStackQueuedSpinLockFromDpcLevel(PKLOCK_QUEUE_HANDLE LockHandle) {}

KIRQL KeAcquireInterruptSpinLock(PKINTERRUPT Interrupt)
{
    KIRQL Old = lariat_irql;
    lariat_irql = DISPATCH_LEVEL + 3;
    return Old;
}

VOID KeReleaseInterruptSpinLock(PKINTERRUPT Interrupt, KIRQL OldIrql) { lariat_irql = OldIrql; }

BOOLEAN KeSynchronizeExecution(PKINTERRUPT Interrupt, PKSYNCHRONIZE_ROUTINE SynchronizeRoutine, PVOID SynchronizeContext)
{
    KIRQL Old = lariat_irql;
    BOOLEAN Result;
    lariat_irql = DISPATCH_LEVEL + 3;
    Result = SynchronizeRoutine(SynchronizeContext);
    lariat_irql = Old;
    return Result;
}

VOID KeInitializeEvent(PRKEVENT Event, EVENT_TYPE Type, BOOLEAN State) { Event->Header.SignalState = State; }

LONG KeSetEvent(PRKEVENT Event, KPRIORITY Increment, BOOLEAN Wait)
{
    LONG Old = Event->Header.SignalState;
    Event->Header.SignalState = 1;
    return Old;
}

LONG KeResetEvent(PRKEVENT Event)
{
    LONG Old = Event->Header.SignalState;
    Event->Header.SignalState = 0;
    return Old;
}

VOID KeClearEvent(PRKEVENT Event) { Event->Header.SignalState = 0; }
LONG KeReadStateEvent(PRKEVENT Event) { return lariat_either(); }

/* Somebody signals in time, unless there is a time limit. Waits that others may end are not distinguished. */
NTSTATUS KeWaitForSingleObject(PVOID Object, KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode, BOOLEAN Alertable, PLARGE_INTEGER Timeout)
{
    if (Timeout != NULL && lariat_either()) {
        return STATUS_TIMEOUT;
    }
    if (Alertable && lariat_either()) {
        return STATUS_ALERTED;
    }
    if (WaitMode != KernelMode && lariat_either()) {
        return STATUS_USER_APC;
    }
    return STATUS_SUCCESS;
}

NTSTATUS KeWaitForMultipleObjects(ULONG Count, PVOID Object[], WAIT_TYPE WaitType, KWAIT_REASON WaitReason, KPROCESSOR_MODE WaitMode,
                                  BOOLEAN Alertable, PLARGE_INTEGER Timeout, PKWAIT_BLOCK WaitBlockArray)
{
    unsigned Which = __VERIFIER_nondet_uint();
    if (Timeout != NULL && lariat_either()) {
        return STATUS_TIMEOUT;
    }
    if (Alertable && lariat_either()) {
        return STATUS_ALERTED;
    }
    __VERIFIER_assume(Which < Count);
    return WaitType == WaitAll ? STATUS_SUCCESS : STATUS_WAIT_0 + (NTSTATUS)Which;
}

NTSTATUS KeDelayExecutionThread(KPROCESSOR_MODE WaitMode, BOOLEAN Alertable, PLARGE_INTEGER Interval)
{
    return Alertable && lariat_either() ? STATUS_ALERTED : STATUS_SUCCESS;
}

VOID KeInitializeMutex(PRKMUTEX Mutex, ULONG Level) {}
LONG KeReleaseMutex(PRKMUTEX Mutex, BOOLEAN Wait) { return 0; }
VOID KeInitializeSemaphore(PRKSEMAPHORE Semaphore, LONG Count, LONG Limit) {}
LONG KeReleaseSemaphore(PRKSEMAPHORE Semaphore, KPRIORITY Increment, LONG Adjustment, BOOLEAN Wait) { return __VERIFIER_nondet_int(); }

VOID KeInitializeDpc(PRKDPC Dpc, PKDEFERRED_ROUTINE DeferredRoutine, PVOID DeferredContext)
{
    Dpc->DeferredRoutine = DeferredRoutine;
    Dpc->DeferredContext = DeferredContext;
    lariat_dpc = Dpc;
}

BOOLEAN KeInsertQueueDpc(PRKDPC Dpc, PVOID SystemArgument1, PVOID SystemArgument2)
{
    lariat_queued_dpc = Dpc;
    lariat_queued_argument1 = SystemArgument1;
    lariat_queued_argument2 = SystemArgument2;
    return lariat_either() ? TRUE : FALSE;
}

BOOLEAN KeRemoveQueueDpc(PRKDPC Dpc) { return lariat_either() ? TRUE : FALSE; }
VOID KeFlushQueuedDpcs(VOID) {}
VOID KeSetTargetProcessorDpc(PRKDPC Dpc, CCHAR Number) {}
VOID KeSetImportanceDpc(PRKDPC Dpc, KDPC_IMPORTANCE Importance) {}

VOID KeInitializeTimer(PKTIMER Timer) {}
VOID KeInitializeTimerEx(PKTIMER Timer, TIMER_TYPE Type) {}
BOOLEAN KeSetTimer(PKTIMER Timer, LARGE_INTEGER DueTime, PKDPC Dpc)
{
    lariat_queued_dpc = Dpc;
    lariat_queued_argument1 = NULL;
    lariat_queued_argument2 = NULL;
    return lariat_either() ? TRUE : FALSE;
}
BOOLEAN KeSetTimerEx(PKTIMER Timer, LARGE_INTEGER DueTime, LONG Period, PKDPC Dpc)
{
    lariat_queued_dpc = Dpc;
    lariat_queued_argument1 = NULL;
    lariat_queued_argument2 = NULL;
    return lariat_either() ? TRUE : FALSE;
}
BOOLEAN KeCancelTimer(PKTIMER Timer) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN KeReadStateTimer(PKTIMER Timer) { return lariat_either() ? TRUE : FALSE; }

VOID KeEnterCriticalRegion(VOID) {}
VOID KeLeaveCriticalRegion(VOID) {}
VOID KeEnterGuardedRegion(VOID) {}
VOID KeLeaveGuardedRegion(VOID) {}
BOOLEAN KeAreApcsDisabled(VOID) { return lariat_either() ? TRUE : FALSE; }

VOID KeStallExecutionProcessor(ULONG MicroSeconds) {}
ULONG KeQueryTimeIncrement(VOID) { return 156250; }
VOID KeQuerySystemTime(PLARGE_INTEGER CurrentTime) { CurrentTime->QuadPart = __VERIFIER_nondet_longlong(); }
VOID KeQueryTickCount(PLARGE_INTEGER CurrentCount) { CurrentCount->QuadPart = __VERIFIER_nondet_longlong(); }
ULONGLONG KeQueryInterruptTime(VOID) { return (ULONGLONG)__VERIFIER_nondet_longlong(); }
ULONGLONG KeQueryUnbiasedInterruptTime(VOID) { return (ULONGLONG)__VERIFIER_nondet_longlong(); }

LARGE_INTEGER KeQueryPerformanceCounter(PLARGE_INTEGER PerformanceFrequency)
{
    LARGE_INTEGER Now;
    if (PerformanceFrequency != NULL) {
        PerformanceFrequency->QuadPart = 10000000;
    }
    Now.QuadPart = __VERIFIER_nondet_longlong();
    return Now;
}

KPRIORITY KeSetPriorityThread(PKTHREAD Thread, KPRIORITY Priority) { return __VERIFIER_nondet_int(); }
KPRIORITY KeQueryPriorityThread(PKTHREAD Thread) { return __VERIFIER_nondet_int(); }
/* The machine stops: nothing behind it is executed. */
VOID KeBugCheckEx(ULONG Code, ULONG_PTR P1, ULONG_PTR P2, ULONG_PTR P3, ULONG_PTR P4) { __VERIFIER_assume(0); }
VOID KeBugCheck(ULONG Code) { __VERIFIER_assume(0); }
BOOLEAN KeRegisterBugCheckCallback(PKBUGCHECK_CALLBACK_RECORD Record, PKBUGCHECK_CALLBACK_ROUTINE Routine, PVOID Buffer, ULONG Length, PUCHAR Component) { return lariat_either() ? TRUE : FALSE; }
BOOLEAN KeDeregisterBugCheckCallback(PKBUGCHECK_CALLBACK_RECORD Record) { return lariat_either() ? TRUE : FALSE; }
VOID KeInitializeDeviceQueue(PKDEVICE_QUEUE DeviceQueue) {}

VOID PAGED_CODE(VOID) {}
