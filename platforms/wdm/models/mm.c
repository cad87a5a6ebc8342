/* Mm and Ex: pools, lookaside lists, descriptors of memory, probes, resources, lists under locks, exceptions. */
#include <lariat_models.h>

static PVOID lariat_pool(SIZE_T Bytes) { return lariat_either() ? NULL : lariat_memory(Bytes); }
static PVOID lariat_zero_pool(SIZE_T Bytes) { return lariat_either() ? NULL : lariat_zeros(Bytes); }

PVOID ExAllocatePool(POOL_TYPE PoolType, SIZE_T NumberOfBytes) { return lariat_pool(NumberOfBytes); }
PVOID ExAllocatePoolWithTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) { return lariat_pool(NumberOfBytes); }
PVOID ExAllocatePoolWithTagPriority(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag, EX_POOL_PRIORITY Priority) { return lariat_pool(NumberOfBytes); }
PVOID ExAllocatePoolZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) { return lariat_zero_pool(NumberOfBytes); }
PVOID ExAllocatePoolUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) { return lariat_pool(NumberOfBytes); }
PVOID ExAllocatePool3(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag, PCPOOL_EXTENDED_PARAMETER Parameters, ULONG Count) { return lariat_zero_pool(NumberOfBytes); }
VOID ExFreePool(PVOID P) {}
VOID ExFreePoolWithTag(PVOID P, ULONG Tag) {}
VOID ExFreePool2(PVOID P, ULONG Tag, PCPOOL_EXTENDED_PARAMETER Parameters, ULONG Count) {}

PVOID ExAllocatePool2(POOL_FLAGS Flags, SIZE_T NumberOfBytes, ULONG Tag)
{
    if (lariat_either()) {
        if (Flags & POOL_FLAG_RAISE_ON_FAILURE) {
            __lariat_raise(STATUS_INSUFFICIENT_RESOURCES);
        }
        return NULL;
    }
    return (Flags & POOL_FLAG_UNINITIALIZED) ? lariat_memory(NumberOfBytes) : lariat_zeros(NumberOfBytes);
}

static PVOID lariat_quota(POOL_TYPE PoolType, SIZE_T Bytes, int Zero)
{
    if (lariat_either()) {
        if (!(PoolType & POOL_QUOTA_FAIL_INSTEAD_OF_RAISE)) {
            __lariat_raise(STATUS_INSUFFICIENT_RESOURCES);
        }
        return NULL;
    }
    return Zero ? lariat_zeros(Bytes) : lariat_memory(Bytes);
}

PVOID ExAllocatePoolWithQuotaTag(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) { return lariat_quota(PoolType, NumberOfBytes, 0); }
PVOID ExAllocatePoolQuotaZero(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) { return lariat_quota(PoolType, NumberOfBytes, 1); }
PVOID ExAllocatePoolQuotaUninitialized(POOL_TYPE PoolType, SIZE_T NumberOfBytes, ULONG Tag) { return lariat_quota(PoolType, NumberOfBytes, 0); }

VOID ExInitializeNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PALLOCATE_FUNCTION Allocate, PFREE_FUNCTION Free, ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth)
{
    Lookaside->L.Size = (ULONG)Size;
}
PVOID ExAllocateFromNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside) { return lariat_pool(Lookaside->L.Size); }
VOID ExFreeToNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry) {}
VOID ExDeleteNPagedLookasideList(PNPAGED_LOOKASIDE_LIST Lookaside) {}
VOID ExInitializePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PALLOCATE_FUNCTION Allocate, PFREE_FUNCTION Free, ULONG Flags, SIZE_T Size, ULONG Tag, USHORT Depth)
{
    Lookaside->L.Size = (ULONG)Size;
}
PVOID ExAllocateFromPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside) { return lariat_pool(Lookaside->L.Size); }
VOID ExFreeToPagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside, PVOID Entry) {}
VOID ExDeletePagedLookasideList(PPAGED_LOOKASIDE_LIST Lookaside) {}

/* Descriptors of memory. */

PMDL IoAllocateMdl(PVOID VirtualAddress, ULONG Length, BOOLEAN SecondaryBuffer, BOOLEAN ChargeQuota, PIRP Irp)
{
    PMDL Mdl;
    if (lariat_either()) {
        return NULL;
    }
    Mdl = lariat_zeros(sizeof(MDL));
    Mdl->StartVa = VirtualAddress;
    Mdl->ByteCount = Length;
    if (Irp != NULL && !SecondaryBuffer) {
        Irp->MdlAddress = Mdl;
    }
    return Mdl;
}

VOID IoFreeMdl(PMDL Mdl) {}
VOID IoBuildPartialMdl(PMDL SourceMdl, PMDL TargetMdl, PVOID VirtualAddress, ULONG Length)
{
    TargetMdl->StartVa = VirtualAddress;
    TargetMdl->ByteCount = Length;
    TargetMdl->MappedSystemVa = VirtualAddress;
}
VOID MmBuildMdlForNonPagedPool(PMDL Mdl) { Mdl->MappedSystemVa = Mdl->StartVa; }
VOID MmProbeAndLockPages(PMDL Mdl, KPROCESSOR_MODE AccessMode, LOCK_OPERATION Operation)
{
    if (lariat_either()) {
        __lariat_raise(STATUS_ACCESS_VIOLATION);
    }
}
VOID MmUnlockPages(PMDL Mdl) {}

static PVOID lariat_mapping(PMDL Mdl)
{
    if (Mdl->MappedSystemVa == NULL) {
        if (lariat_either()) {
            return NULL;
        }
        Mdl->MappedSystemVa = lariat_memory(Mdl->ByteCount);
    }
    return Mdl->MappedSystemVa;
}
PVOID MmGetSystemAddressForMdlSafe(PMDL Mdl, ULONG Priority) { return lariat_either() ? NULL : lariat_mapping(Mdl); }
PVOID MmGetSystemAddressForMdl(PMDL Mdl)
{
    PVOID Address = lariat_mapping(Mdl);
    __VERIFIER_assume(Address != NULL);
    return Address;
}
PVOID MmMapLockedPagesSpecifyCache(PMDL Mdl, KPROCESSOR_MODE AccessMode, MEMORY_CACHING_TYPE CacheType, PVOID BaseAddress, ULONG BugCheckOnFailure, MM_PAGE_PRIORITY Priority)
{
    if (AccessMode != KernelMode && lariat_either()) {
        __lariat_raise(STATUS_ACCESS_VIOLATION);
    }
    return lariat_either() ? NULL : lariat_mapping(Mdl);
}
PVOID MmMapLockedPages(PMDL Mdl, KPROCESSOR_MODE AccessMode) { return MmGetSystemAddressForMdl(Mdl); }
VOID MmUnmapLockedPages(PVOID BaseAddress, PMDL Mdl) {}
PVOID MmGetMdlVirtualAddress(PMDL Mdl) { return Mdl->StartVa; }
ULONG MmGetMdlByteCount(PMDL Mdl) { return Mdl->ByteCount; }
ULONG MmGetMdlByteOffset(PMDL Mdl) { return Mdl->ByteOffset; }
PPFN_NUMBER MmGetMdlPfnArray(PMDL Mdl) { return (PPFN_NUMBER)(Mdl + 1); }
VOID MmPrepareMdlForReuse(PMDL Mdl) {}
VOID KeFlushIoBuffers(PMDL Mdl, BOOLEAN ReadOperation, BOOLEAN DmaOperation) {}
PVOID MmMapIoSpace(PHYSICAL_ADDRESS PhysicalAddress, SIZE_T NumberOfBytes, MEMORY_CACHING_TYPE CacheType) { return lariat_pool(NumberOfBytes); }
VOID MmUnmapIoSpace(PVOID BaseAddress, SIZE_T NumberOfBytes) {}
PVOID MmLockPagableDataSection(PVOID Address) { return Address; }
VOID MmUnlockPagableImageSection(PVOID Handle) {}
VOID MmResetDriverPaging(PVOID Address) {}
PVOID MmPageEntireDriver(PVOID Address) { return Address; }
PVOID MmGetSystemRoutineAddress(PUNICODE_STRING SystemRoutineName) { return NULL; }
BOOLEAN MmIsAddressValid(PVOID VirtualAddress) { return lariat_either() ? TRUE : FALSE; }
SIZE_T MmSizeOfMdl(PVOID Base, SIZE_T Length) { return sizeof(MDL); }

/* Exceptions. */

VOID ProbeForRead(CONST VOID *Address, SIZE_T Length, ULONG Alignment)
{
    if (Length != 0 && lariat_either()) {
        __lariat_raise(lariat_either() ? STATUS_ACCESS_VIOLATION : STATUS_DATATYPE_MISALIGNMENT);
    }
}
VOID ProbeForWrite(PVOID Address, SIZE_T Length, ULONG Alignment)
{
    if (Length != 0 && lariat_either()) {
        __lariat_raise(lariat_either() ? STATUS_ACCESS_VIOLATION : STATUS_DATATYPE_MISALIGNMENT);
    }
}
VOID ExRaiseStatus(NTSTATUS Status) { __lariat_raise((unsigned)Status); }
VOID ExRaiseAccessViolation(VOID) { __lariat_raise(STATUS_ACCESS_VIOLATION); }
VOID ExRaiseDatatypeMisalignment(VOID) { __lariat_raise(STATUS_DATATYPE_MISALIGNMENT); }
NTSTATUS ExUuidCreate(UUID *Uuid) { return STATUS_SUCCESS; }

/* Mutexes and resources. */

VOID ExInitializeFastMutex(PFAST_MUTEX FastMutex) { FastMutex->Count = 1; }
VOID ExAcquireFastMutex(PFAST_MUTEX FastMutex)
{
    FastMutex->OldIrql = lariat_irql;
    lariat_irql = APC_LEVEL;
}
VOID ExReleaseFastMutex(PFAST_MUTEX FastMutex) { lariat_irql = (KIRQL)FastMutex->OldIrql; }
BOOLEAN ExTryToAcquireFastMutex(PFAST_MUTEX FastMutex)
{
    if (lariat_either()) {
        return FALSE;
    }
    ExAcquireFastMutex(FastMutex);
    return TRUE;
}
VOID ExAcquireFastMutexUnsafe(PFAST_MUTEX FastMutex) {}
VOID ExReleaseFastMutexUnsafe(PFAST_MUTEX FastMutex) {}
VOID KeInitializeGuardedMutex(PKGUARDED_MUTEX GuardedMutex) {}
VOID KeAcquireGuardedMutex(PKGUARDED_MUTEX GuardedMutex) {}
VOID KeReleaseGuardedMutex(PKGUARDED_MUTEX GuardedMutex) {}
NTSTATUS ExInitializeResourceLite(PERESOURCE Resource) { return STATUS_SUCCESS; }
NTSTATUS ExDeleteResourceLite(PERESOURCE Resource) { return STATUS_SUCCESS; }
NTSTATUS ExReinitializeResourceLite(PERESOURCE Resource) { return STATUS_SUCCESS; }
BOOLEAN ExAcquireResourceExclusiveLite(PERESOURCE Resource, BOOLEAN Wait) { return Wait || lariat_either() ? TRUE : FALSE; }
BOOLEAN ExAcquireResourceSharedLite(PERESOURCE Resource, BOOLEAN Wait) { return Wait || lariat_either() ? TRUE : FALSE; }
BOOLEAN ExAcquireSharedStarveExclusive(PERESOURCE Resource, BOOLEAN Wait) { return Wait || lariat_either() ? TRUE : FALSE; }
VOID ExReleaseResourceLite(PERESOURCE Resource) {}
VOID ExConvertExclusiveToSharedLite(PERESOURCE Resource) {}
BOOLEAN ExIsResourceAcquiredExclusiveLite(PERESOURCE Resource) { return lariat_either() ? TRUE : FALSE; }
ULONG ExIsResourceAcquiredSharedLite(PERESOURCE Resource) { return __VERIFIER_nondet_uint(); }
VOID ExQueueWorkItem(PWORK_QUEUE_ITEM WorkItem, WORK_QUEUE_TYPE QueueType) {}

/* Lists under locks. */

PLIST_ENTRY ExInterlockedInsertTailList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry, PKSPIN_LOCK Lock)
{
    PLIST_ENTRY Last = ListHead->Blink;
    InsertTailList(ListHead, ListEntry);
    return Last == ListHead ? NULL : Last;
}
PLIST_ENTRY ExInterlockedInsertHeadList(PLIST_ENTRY ListHead, PLIST_ENTRY ListEntry, PKSPIN_LOCK Lock)
{
    PLIST_ENTRY First = ListHead->Flink;
    InsertHeadList(ListHead, ListEntry);
    return First == ListHead ? NULL : First;
}
PLIST_ENTRY ExInterlockedRemoveHeadList(PLIST_ENTRY ListHead, PKSPIN_LOCK Lock)
{
    return IsListEmpty(ListHead) ? NULL : RemoveHeadList(ListHead);
}
ULONG ExInterlockedAddUlong(PULONG Addend, ULONG Increment, PKSPIN_LOCK Lock)
{
    ULONG Old = *Addend;
    *Addend = Old + Increment;
    return Old;
}
