/* Zw: files, keys, sections, as far as drivers look at results. */
#include <lariat_models.h>

static NTSTATUS lariat_handle(PHANDLE Handle)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *Handle = __VERIFIER_nondet_pointer();
        __VERIFIER_assume(*Handle != NULL);
    }
    return Status;
}

NTSTATUS ZwOpenKey(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes) { return lariat_handle(KeyHandle); }
NTSTATUS ZwCreateKey(PHANDLE KeyHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, ULONG TitleIndex, PUNICODE_STRING Class, ULONG CreateOptions, PULONG Disposition)
{
    if (Disposition != NULL) {
        *Disposition = lariat_either() ? REG_CREATED_NEW_KEY : REG_OPENED_EXISTING_KEY;
    }
    return lariat_handle(KeyHandle);
}
NTSTATUS ZwClose(HANDLE Handle) { return STATUS_SUCCESS; }
NTSTATUS ZwDeleteKey(HANDLE KeyHandle) { return lariat_status(); }
NTSTATUS ZwFlushKey(HANDLE KeyHandle) { return lariat_status(); }
NTSTATUS ZwDeleteValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName) { return lariat_status(); }
NTSTATUS ZwSetValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName, ULONG TitleIndex, ULONG Type, PVOID Data, ULONG DataSize) { return lariat_status(); }

static NTSTATUS lariat_query(PVOID Buffer, ULONG Length, PULONG ResultLength)
{
    NTSTATUS Status = lariat_status();
    if (ResultLength != NULL) {
        *ResultLength = __VERIFIER_nondet_uint();
    }
    if (NT_SUCCESS(Status) && Buffer != NULL) {
        lariat_any_content(Buffer, Length);
    }
    return Status;
}
NTSTATUS ZwQueryValueKey(HANDLE KeyHandle, PUNICODE_STRING ValueName, KEY_VALUE_INFORMATION_CLASS Class, PVOID Information, ULONG Length, PULONG ResultLength) { return lariat_query(Information, Length, ResultLength); }
NTSTATUS ZwQueryKey(HANDLE KeyHandle, KEY_INFORMATION_CLASS Class, PVOID Information, ULONG Length, PULONG ResultLength) { return lariat_query(Information, Length, ResultLength); }
NTSTATUS ZwEnumerateKey(HANDLE KeyHandle, ULONG Index, KEY_INFORMATION_CLASS Class, PVOID Information, ULONG Length, PULONG ResultLength) { return lariat_query(Information, Length, ResultLength); }
NTSTATUS ZwEnumerateValueKey(HANDLE KeyHandle, ULONG Index, KEY_VALUE_INFORMATION_CLASS Class, PVOID Information, ULONG Length, PULONG ResultLength) { return lariat_query(Information, Length, ResultLength); }

static NTSTATUS lariat_file_result(PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length)
{
    NTSTATUS Status = lariat_status();
    IoStatusBlock->Status = Status;
    IoStatusBlock->Information = 0;
    if (NT_SUCCESS(Status)) {
        IoStatusBlock->Information = __VERIFIER_nondet_uint();
        __VERIFIER_assume(IoStatusBlock->Information <= Length);
        if (Buffer != NULL) {
            lariat_any_content(Buffer, Length);
        }
    }
    return Status;
}
NTSTATUS ZwCreateFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, PIO_STATUS_BLOCK IoStatusBlock, PLARGE_INTEGER AllocationSize,
                      ULONG FileAttributes, ULONG ShareAccess, ULONG CreateDisposition, ULONG CreateOptions, PVOID EaBuffer, ULONG EaLength)
{
    IoStatusBlock->Information = __VERIFIER_nondet_uint();
    return IoStatusBlock->Status = lariat_handle(FileHandle);
}
NTSTATUS ZwOpenFile(PHANDLE FileHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, PIO_STATUS_BLOCK IoStatusBlock, ULONG ShareAccess, ULONG OpenOptions)
{
    IoStatusBlock->Information = __VERIFIER_nondet_uint();
    return IoStatusBlock->Status = lariat_handle(FileHandle);
}
NTSTATUS ZwReadFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE ApcRoutine, PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length, PLARGE_INTEGER ByteOffset, PULONG Key) { return lariat_file_result(IoStatusBlock, Buffer, Length); }
NTSTATUS ZwWriteFile(HANDLE FileHandle, HANDLE Event, PIO_APC_ROUTINE ApcRoutine, PVOID ApcContext, PIO_STATUS_BLOCK IoStatusBlock, PVOID Buffer, ULONG Length, PLARGE_INTEGER ByteOffset, PULONG Key) { return lariat_file_result(IoStatusBlock, NULL, Length); }
NTSTATUS ZwQueryInformationFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock, PVOID FileInformation, ULONG Length, FILE_INFORMATION_CLASS Class) { return lariat_file_result(IoStatusBlock, FileInformation, Length); }
NTSTATUS ZwSetInformationFile(HANDLE FileHandle, PIO_STATUS_BLOCK IoStatusBlock, PVOID FileInformation, ULONG Length, FILE_INFORMATION_CLASS Class) { return lariat_file_result(IoStatusBlock, NULL, Length); }
NTSTATUS ZwOpenSection(PHANDLE SectionHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes) { return lariat_handle(SectionHandle); }
NTSTATUS ZwCreateSection(PHANDLE SectionHandle, ACCESS_MASK DesiredAccess, POBJECT_ATTRIBUTES ObjectAttributes, PLARGE_INTEGER MaximumSize, ULONG PageProtection, ULONG Attributes, HANDLE FileHandle) { return lariat_handle(SectionHandle); }
NTSTATUS ZwUnmapViewOfSection(HANDLE ProcessHandle, PVOID BaseAddress) { return lariat_status(); }
NTSTATUS ZwMapViewOfSection(HANDLE SectionHandle, HANDLE ProcessHandle, PVOID *BaseAddress, ULONG_PTR ZeroBits, SIZE_T CommitSize, PLARGE_INTEGER SectionOffset, PSIZE_T ViewSize, SECTION_INHERIT InheritDisposition, ULONG AllocationType, ULONG Protect)
{
    NTSTATUS Status = lariat_status();
    if (NT_SUCCESS(Status)) {
        *BaseAddress = lariat_memory(*ViewSize);
    }
    return Status;
}
