/* What every unit of a driver, the models, the harness and the rules see first: the kernel headers, with functions where they
   have macros (rules speak of the documented names), annotations and newer functions that they lack, and the state of the
   kernel that models keep. */
#ifndef LARIAT_WDM_H
#define LARIAT_WDM_H

/* Inline functions of the headers that are models here get another name there. */
#define IoMarkIrpPending lariat_header_IoMarkIrpPending
#define IoSetCompletionRoutine lariat_header_IoSetCompletionRoutine
#define KeGetCurrentIrql lariat_header_KeGetCurrentIrql
#define KeLowerIrql lariat_header_KeLowerIrql
#define KfRaiseIrql lariat_header_KfRaiseIrql
#define KeRaiseIrqlToDpcLevel lariat_header_KeRaiseIrqlToDpcLevel
#define ExInitializeFastMutex lariat_header_ExInitializeFastMutex
#include <ntddk.h>
#undef IoMarkIrpPending
#undef IoSetCompletionRoutine
#undef KeGetCurrentIrql
#undef KeLowerIrql
#undef KfRaiseIrql
#undef KeRaiseIrqlToDpcLevel
#undef ExInitializeFastMutex
#include <lariat_annotations.h>

VOID IoMarkIrpPending(PIRP Irp);
VOID IoSetCompletionRoutine(PIRP Irp, PIO_COMPLETION_ROUTINE CompletionRoutine, PVOID Context, BOOLEAN InvokeOnSuccess, BOOLEAN InvokeOnError, BOOLEAN InvokeOnCancel);
KIRQL KeGetCurrentIrql(VOID);
VOID KeLowerIrql(KIRQL NewIrql);
KIRQL KfRaiseIrql(KIRQL NewIrql);
KIRQL KeRaiseIrqlToDpcLevel(VOID);
VOID ExInitializeFastMutex(PFAST_MUTEX FastMutex);

/* Documented functions that the headers make macros of. */
#undef KeAcquireSpinLock
VOID KeAcquireSpinLock(PKSPIN_LOCK SpinLock, PKIRQL OldIrql);
#undef KeRaiseIrql
VOID KeRaiseIrql(KIRQL NewIrql, PKIRQL OldIrql);
#undef IoCallDriver
NTSTATUS IoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
#undef PoCallDriver
NTSTATUS PoCallDriver(PDEVICE_OBJECT DeviceObject, PIRP Irp);
#undef IoCompleteRequest
VOID IoCompleteRequest(PIRP Irp, CCHAR PriorityBoost);
#undef IoSetCancelRoutine
PDRIVER_CANCEL IoSetCancelRoutine(PIRP Irp, PDRIVER_CANCEL CancelRoutine);
#undef IoRequestDpc
VOID IoRequestDpc(PDEVICE_OBJECT DeviceObject, PIRP Irp, PVOID Context);
#undef IoInitializeRemoveLock
VOID IoInitializeRemoveLock(PIO_REMOVE_LOCK Lock, ULONG AllocateTag, ULONG MaxLockedMinutes, ULONG HighWatermark);
#undef IoAcquireRemoveLock
NTSTATUS IoAcquireRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
#undef IoReleaseRemoveLock
VOID IoReleaseRemoveLock(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
#undef IoReleaseRemoveLockAndWait
VOID IoReleaseRemoveLockAndWait(PIO_REMOVE_LOCK RemoveLock, PVOID Tag);
#undef ObReferenceObject
LONG_PTR ObReferenceObject(PVOID Object);
#undef ObDereferenceObject
LONG_PTR ObDereferenceObject(PVOID Object);
#undef ExAcquireFastMutex
VOID ExAcquireFastMutex(PFAST_MUTEX FastMutex);
#undef ExReleaseFastMutex
VOID ExReleaseFastMutex(PFAST_MUTEX FastMutex);
#undef ExTryToAcquireFastMutex
BOOLEAN ExTryToAcquireFastMutex(PFAST_MUTEX FastMutex);
#undef PAGED_CODE
VOID PAGED_CODE(VOID);
#undef MmGetSystemAddressForMdlSafe
PVOID MmGetSystemAddressForMdlSafe(PMDL Mdl, ULONG Priority);
#undef MmGetSystemAddressForMdl
PVOID MmGetSystemAddressForMdl(PMDL Mdl);
#undef MmGetMdlVirtualAddress
PVOID MmGetMdlVirtualAddress(PMDL Mdl);
#undef MmGetMdlByteCount
ULONG MmGetMdlByteCount(PMDL Mdl);
#undef MmGetMdlByteOffset
ULONG MmGetMdlByteOffset(PMDL Mdl);
#undef MmGetMdlPfnArray
PPFN_NUMBER MmGetMdlPfnArray(PMDL Mdl);
#undef MmPrepareMdlForReuse
VOID MmPrepareMdlForReuse(PMDL Mdl);
#undef KeFlushIoBuffers
VOID KeFlushIoBuffers(PMDL Mdl, BOOLEAN ReadOperation, BOOLEAN DmaOperation);
#undef PsGetCurrentProcess
PEPROCESS PsGetCurrentProcess(VOID);
#undef KeQueryTickCount
VOID KeQueryTickCount(PLARGE_INTEGER CurrentCount);
#undef KeQuerySystemTime
VOID KeQuerySystemTime(PLARGE_INTEGER CurrentTime);
#undef KeQueryInterruptTime
ULONGLONG KeQueryInterruptTime(VOID);
#undef ExInterlockedInsertHeadList
#undef ExInterlockedInsertTailList
#undef ExInterlockedRemoveHeadList

/* Names of intrinsic functions that rules and drivers spell as documented. */
#undef InterlockedIncrement
LONG InterlockedIncrement(LONG volatile *Addend);
#undef InterlockedDecrement
LONG InterlockedDecrement(LONG volatile *Addend);
#undef InterlockedExchange
LONG InterlockedExchange(LONG volatile *Target, LONG Value);
#undef InterlockedExchangeAdd
LONG InterlockedExchangeAdd(LONG volatile *Addend, LONG Value);
#undef InterlockedCompareExchange
LONG InterlockedCompareExchange(LONG volatile *Destination, LONG Exchange, LONG Comparand);
#undef InterlockedExchangePointer
PVOID InterlockedExchangePointer(PVOID volatile *Target, PVOID Value);
#undef InterlockedCompareExchangePointer
PVOID InterlockedCompareExchangePointer(PVOID volatile *Destination, PVOID Exchange, PVOID Comparand);
#undef InterlockedOr
LONG InterlockedOr(LONG volatile *Destination, LONG Value);
#undef InterlockedAnd
LONG InterlockedAnd(LONG volatile *Destination, LONG Value);
#undef InterlockedXor
LONG InterlockedXor(LONG volatile *Destination, LONG Value);
#undef InterlockedAdd
LONG InterlockedAdd(LONG volatile *Addend, LONG Value);
#undef KeMemoryBarrier
#define KeMemoryBarrier() ((void)0)
#undef MemoryBarrier
#define MemoryBarrier() ((void)0)

/* Exceptions (docs/c.md): `__lariat_raise` is known to the translation. */
void __lariat_raise(unsigned Code);
#undef GetExceptionCode
#define GetExceptionCode() ((NTSTATUS)_exception_code())
#undef exception_code
#define exception_code() ((NTSTATUS)_exception_code())
#undef AbnormalTermination
#define AbnormalTermination() _abnormal_termination()
#undef abnormal_termination
#define abnormal_termination() _abnormal_termination()
struct _EXCEPTION_POINTERS *lariat_exception_information(NTSTATUS Code);
#undef GetExceptionInformation
#define GetExceptionInformation() lariat_exception_information(GetExceptionCode())
#undef exception_info
#define exception_info() lariat_exception_information(GetExceptionCode())
#ifndef try
#define try __try
#define except __except
#define finally __finally
#define leave __leave
#endif
#ifndef EXCEPTION_EXECUTE_HANDLER
#define EXCEPTION_EXECUTE_HANDLER 1
#define EXCEPTION_CONTINUE_SEARCH 0
#define EXCEPTION_CONTINUE_EXECUTION (-1)
#endif

/* Newer than the headers. */
#ifndef POOL_FLAG_NON_PAGED
typedef ULONG64 POOL_FLAGS;
#define POOL_FLAG_REQUIRED_START 0x0000000000000001UI64
#define POOL_FLAG_USE_QUOTA 0x0000000000000001UI64
#define POOL_FLAG_UNINITIALIZED 0x0000000000000002UI64
#define POOL_FLAG_SESSION 0x0000000000000004UI64
#define POOL_FLAG_CACHE_ALIGNED 0x0000000000000008UI64
#define POOL_FLAG_RESERVED1 0x0000000000000010UI64
#define POOL_FLAG_RAISE_ON_FAILURE 0x0000000000000020UI64
#define POOL_FLAG_NON_PAGED 0x0000000000000040UI64
#define POOL_FLAG_NON_PAGED_EXECUTE 0x0000000000000080UI64
#define POOL_FLAG_PAGED 0x0000000000000100UI64
#define POOL_FLAG_OPTIONAL_START 0x0000000100000000UI64
typedef struct _POOL_EXTENDED_PARAMETER { ULONG64 Type; ULONG64 Value; } POOL_EXTENDED_PARAMETER, *PPOOL_EXTENDED_PARAMETER;
typedef const POOL_EXTENDED_PARAMETER *PCPOOL_EXTENDED_PARAMETER;
PVOID ExAllocatePool2(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePool3(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag, PCPOOL_EXTENDED_PARAMETER Parameters, ULONG Count);
VOID ExFreePool2(PVOID P, ULONG Tag, PCPOOL_EXTENDED_PARAMETER Parameters, ULONG Count);
PVOID ExAllocatePoolZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolQuotaZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag);
#endif
#ifndef DrvRtPoolNxOptIn
#define DrvRtPoolNxOptIn 0x00000001
#define ExInitializeDriverRuntime(Flags) ((void)(Flags))
#endif
#ifndef POOL_NX_ALLOCATION
#define POOL_NX_ALLOCATION 512
#endif
#ifndef MdlMappingNoExecute
#define MdlMappingNoWrite 0x80000000
#define MdlMappingNoExecute 0x40000000
#define MdlMappingWithGuardPtes 0x20000000
#endif
#ifndef RTL_QUERY_REGISTRY_TYPECHECK
#define RTL_QUERY_REGISTRY_TYPECHECK 0x00000100
#define RTL_QUERY_REGISTRY_TYPECHECK_SHIFT 24
#define RTL_QUERY_REGISTRY_TYPECHECK_MASK (0xff << RTL_QUERY_REGISTRY_TYPECHECK_SHIFT)
#endif
#ifndef NT_ASSERTMSG
#define NT_ASSERTMSG(m, e) ((void)0)
#endif
#ifndef NT_VERIFY
#define NT_VERIFY(e) ((e) ? 1 : 0)
#endif
#ifndef NT_FRE_ASSERT
#define NT_FRE_ASSERT(e) ((void)0)
#endif
#ifndef C_ASSERT
#define C_ASSERT(e) typedef char __C_ASSERT__[(e) ? 1 : -1]
#endif
#ifndef UNREFERENCED_PARAMETER
#define UNREFERENCED_PARAMETER(P) ((void)(P))
#endif
#ifndef _ANALYSIS_ASSUME_
#define __analysis_assume(e) ((void)0)
#endif
#ifndef KeQueryUnbiasedInterruptTime
ULONGLONG KeQueryUnbiasedInterruptTime(VOID);
#endif

/* The kernel's state, as models keep it. Rules read it. */
extern KIRQL lariat_irql;                  /* the level of the processor */
extern PDRIVER_OBJECT lariat_driver;       /* the driver */
extern PDEVICE_OBJECT lariat_device;       /* the device object that the driver made last, or null */
extern PDEVICE_OBJECT lariat_physical;     /* the device object below, made by the bus driver */
extern PIRP lariat_irp;                    /* the request that the harness makes */
extern int lariat_in_driver;               /* is the driver loaded? */
extern int lariat_more_processing;         /* did a completion routine keep the request that was passed down last? */

#endif
