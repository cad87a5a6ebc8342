/* The auxiliary kernel library. */
#ifndef LARIAT_AUX_KLIB_H
#define LARIAT_AUX_KLIB_H
#define AUX_KLIB_MODULE_PATH_LEN 256
typedef struct _AUX_MODULE_BASIC_INFO { PVOID ImageBase; } AUX_MODULE_BASIC_INFO, *PAUX_MODULE_BASIC_INFO;
typedef struct _AUX_MODULE_EXTENDED_INFO { AUX_MODULE_BASIC_INFO BasicInfo; ULONG ImageSize; USHORT FileNameOffset; UCHAR FullPathName[AUX_KLIB_MODULE_PATH_LEN]; } AUX_MODULE_EXTENDED_INFO, *PAUX_MODULE_EXTENDED_INFO;
NTSTATUS AuxKlibInitialize(VOID);
NTSTATUS AuxKlibQueryModuleInformation(PULONG BufferSize, ULONG ElementSize, PVOID QueryInfo);
NTSTATUS AuxKlibGetBugCheckData(PVOID BugCheckData);
NTSTATUS AuxKlibGetImageExportDirectory(PVOID ImageBase);
#endif
