/* Rtl, Ob, Ps, Dbg and Hal. What strings hold is not followed: lengths are any. */
#include <lariat_models.h>

VOID RtlInitUnicodeString(PUNICODE_STRING DestinationString, PCWSTR SourceString)
{
    DestinationString->Buffer = (PWSTR)SourceString;
    DestinationString->Length = 0;
    DestinationString->MaximumLength = 0;
    if (SourceString != NULL) {
        USHORT Length = (USHORT)__VERIFIER_nondet_uint();
        __VERIFIER_assume(Length <= 0xfff0 && Length % 2 == 0);
        DestinationString->Length = Length;
        DestinationString->MaximumLength = Length + 2;
    }
}

VOID RtlInitAnsiString(PANSI_STRING DestinationString, PCSZ SourceString)
{
    DestinationString->Buffer = (PCHAR)SourceString;
    DestinationString->Length = 0;
    DestinationString->MaximumLength = 0;
    if (SourceString != NULL) {
        USHORT Length = (USHORT)__VERIFIER_nondet_uint();
        __VERIFIER_assume(Length <= 0xfff0);
        DestinationString->Length = Length;
        DestinationString->MaximumLength = Length + 1;
    }
}

VOID RtlCopyUnicodeString(PUNICODE_STRING DestinationString, PCUNICODE_STRING SourceString)
{
    DestinationString->Length = 0;
    if (SourceString != NULL) {
        USHORT Length = SourceString->Length;
        if (Length > DestinationString->MaximumLength) {
            Length = DestinationString->MaximumLength;
        }
        lariat_any_content(DestinationString->Buffer, Length);
        DestinationString->Length = Length;
    }
}

static NTSTATUS lariat_append(PUNICODE_STRING Destination, USHORT More)
{
    if (Destination->Length + More > Destination->MaximumLength) {
        return STATUS_BUFFER_TOO_SMALL;
    }
    lariat_any_content((PCHAR)Destination->Buffer + Destination->Length, More);
    Destination->Length += More;
    return STATUS_SUCCESS;
}
NTSTATUS RtlAppendUnicodeStringToString(PUNICODE_STRING Destination, PCUNICODE_STRING Source) { return lariat_append(Destination, Source->Length); }
NTSTATUS RtlAppendUnicodeToString(PUNICODE_STRING Destination, PCWSTR Source)
{
    USHORT Length = (USHORT)__VERIFIER_nondet_uint();
    __VERIFIER_assume(Length <= 0x7ff0 && Length % 2 == 0);
    return lariat_append(Destination, Length);
}
BOOLEAN RtlEqualUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2, BOOLEAN CaseInSensitive) { return lariat_either() ? TRUE : FALSE; }
LONG RtlCompareUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2, BOOLEAN CaseInSensitive) { return __VERIFIER_nondet_int(); }
BOOLEAN RtlPrefixUnicodeString(PCUNICODE_STRING String1, PCUNICODE_STRING String2, BOOLEAN CaseInSensitive) { return lariat_either() ? TRUE : FALSE; }
VOID RtlFreeUnicodeString(PUNICODE_STRING UnicodeString) { UnicodeString->Buffer = NULL; }
VOID RtlFreeAnsiString(PANSI_STRING AnsiString) { AnsiString->Buffer = NULL; }

NTSTATUS RtlAnsiStringToUnicodeString(PUNICODE_STRING DestinationString, PCANSI_STRING SourceString, BOOLEAN AllocateDestinationString)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        if (AllocateDestinationString) {
            DestinationString->MaximumLength = 2 * SourceString->Length + 2;
            DestinationString->Buffer = lariat_memory(DestinationString->MaximumLength);
        }
        DestinationString->Length = 2 * SourceString->Length;
    }
    return Status;
}
NTSTATUS RtlUnicodeStringToAnsiString(PANSI_STRING DestinationString, PCUNICODE_STRING SourceString, BOOLEAN AllocateDestinationString)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        if (AllocateDestinationString) {
            DestinationString->MaximumLength = SourceString->Length + 1;
            DestinationString->Buffer = lariat_memory(DestinationString->MaximumLength);
        }
        DestinationString->Length = SourceString->Length / 2;
    }
    return Status;
}
NTSTATUS RtlIntegerToUnicodeString(ULONG Value, ULONG Base, PUNICODE_STRING String)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        lariat_any_content(String->Buffer, String->MaximumLength);
    }
    return Status;
}
NTSTATUS RtlUnicodeStringToInteger(PCUNICODE_STRING String, ULONG Base, PULONG Value)
{
    NTSTATUS Status = lariat_status();
    *Value = __VERIFIER_nondet_uint();
    return Status;
}
NTSTATUS RtlStringFromGUID(REFGUID Guid, PUNICODE_STRING GuidString)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        GuidString->Length = 76;
        GuidString->MaximumLength = 78;
        GuidString->Buffer = lariat_memory(78);
    }
    return Status;
}
SIZE_T RtlCompareMemory(CONST VOID *Source1, CONST VOID *Source2, SIZE_T Length)
{
    SIZE_T Same = (SIZE_T)__VERIFIER_nondet_longlong();
    __VERIFIER_assume(Same <= Length);
    return Same;
}
NTSTATUS RtlGetVersion(PRTL_OSVERSIONINFOW Information)
{
    Information->dwMajorVersion = 10;
    Information->dwMinorVersion = 0;
    Information->dwBuildNumber = __VERIFIER_nondet_uint();
    return STATUS_SUCCESS;
}

/* A value of the registry that is read directly gets any content, if it is a number; other entries are left as they are. */
NTSTATUS RtlQueryRegistryValues(ULONG RelativeTo, PCWSTR Path, PRTL_QUERY_REGISTRY_TABLE QueryTable, PVOID Context, PVOID Environment)
{
    PRTL_QUERY_REGISTRY_TABLE Entry = QueryTable;
    while (Entry->QueryRoutine != NULL || Entry->Name != NULL) {
        if ((Entry->Flags & RTL_QUERY_REGISTRY_DIRECT) && Entry->EntryContext != NULL && (Entry->DefaultType & 0xff) == REG_DWORD && lariat_either()) {
            *(PULONG)Entry->EntryContext = __VERIFIER_nondet_uint();
        }
        Entry++;
    }
    return lariat_status();
}
NTSTATUS RtlWriteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName, ULONG ValueType, PVOID ValueData, ULONG ValueLength) { return lariat_status(); }
NTSTATUS RtlDeleteRegistryValue(ULONG RelativeTo, PCWSTR Path, PCWSTR ValueName) { return lariat_status(); }
NTSTATUS RtlCreateSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, ULONG Revision) { return lariat_status(); }
NTSTATUS RtlSetDaclSecurityDescriptor(PSECURITY_DESCRIPTOR SecurityDescriptor, BOOLEAN DaclPresent, PACL Dacl, BOOLEAN DaclDefaulted) { return lariat_status(); }

/* Objects, processes, threads. */

LONG_PTR ObReferenceObject(PVOID Object) { return __VERIFIER_nondet_longlong(); }
LONG_PTR ObDereferenceObject(PVOID Object) { return __VERIFIER_nondet_longlong(); }
NTSTATUS ObReferenceObjectByHandle(HANDLE Handle, ACCESS_MASK DesiredAccess, POBJECT_TYPE ObjectType, KPROCESSOR_MODE AccessMode, PVOID *Object,
                                   POBJECT_HANDLE_INFORMATION HandleInformation)
{
    NTSTATUS Status = lariat_status();
    *Object = NULL;
    if (NT_SUCCESS(Status)) {
        *Object = lariat_memory(256);
    }
    return Status;
}
NTSTATUS ObReferenceObjectByPointer(PVOID Object, ACCESS_MASK DesiredAccess, POBJECT_TYPE ObjectType, KPROCESSOR_MODE AccessMode) { return lariat_status(); }
NTSTATUS PsCreateSystemThread(PHANDLE ThreadHandle, ULONG DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, HANDLE ProcessHandle, PCLIENT_ID ClientId,
                              PKSTART_ROUTINE StartRoutine, PVOID StartContext)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *ThreadHandle = __VERIFIER_nondet_pointer();
        __VERIFIER_assume(*ThreadHandle != NULL);
    }
    return Status;
}
NTSTATUS PsTerminateSystemThread(NTSTATUS ExitStatus) { return STATUS_SUCCESS; }
HANDLE PsGetCurrentProcessId(VOID) { return __VERIFIER_nondet_pointer(); }
HANDLE PsGetCurrentThreadId(VOID) { return __VERIFIER_nondet_pointer(); }
static char lariat_thread[8];
static char lariat_process[8];
PEPROCESS PsGetCurrentProcess(VOID) { return (PEPROCESS)lariat_process; }
PEPROCESS IoGetCurrentProcess(VOID) { return (PEPROCESS)lariat_process; }
PKTHREAD KeGetCurrentThread(VOID) { return (PKTHREAD)lariat_thread; }
PETHREAD PsGetCurrentThread(VOID) { return (PETHREAD)lariat_thread; }
NTSTATUS PsSetCreateProcessNotifyRoutine(PCREATE_PROCESS_NOTIFY_ROUTINE NotifyRoutine, BOOLEAN Remove) { return lariat_status(); }
NTSTATUS PsSetLoadImageNotifyRoutine(PLOAD_IMAGE_NOTIFY_ROUTINE NotifyRoutine) { return lariat_status(); }
NTSTATUS PsSetCreateThreadNotifyRoutine(PCREATE_THREAD_NOTIFY_ROUTINE NotifyRoutine) { return lariat_status(); }

/* Output for debuggers. */

ULONG DbgPrint(PCCH Format, ...) { return STATUS_SUCCESS; }
ULONG DbgPrintEx(ULONG ComponentId, ULONG Level, PCCH Format, ...) { return STATUS_SUCCESS; }
VOID DbgBreakPoint(VOID) {}
VOID DbgBreakPointWithStatus(ULONG Status) {}
VOID RtlAssert(PVOID Assertion, PVOID File, ULONG Line, PCHAR Message) {}
