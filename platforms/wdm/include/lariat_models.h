/* What models of kernel functions are made of. */
#ifndef LARIAT_MODELS_H
#define LARIAT_MODELS_H

#include <lariat_wdm.h>

void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
__int64 __VERIFIER_nondet_longlong(void);
NTSTATUS __VERIFIER_nondet_status(void);
PVOID __VERIFIER_nondet_pointer(void);
void *malloc(size_t);
void *calloc(size_t, size_t);

/* Numbers in the object at the address have any value from now on; the translation knows it. */
void __lariat_any_numbers(void *);

/* Either may happen. */
#define lariat_either() (__VERIFIER_nondet_int() != 0)

/* Success, or any error. */
NTSTATUS lariat_status(void);
/* Memory of so many bytes; lariat_zeros: all of them zero. Never null. */
PVOID lariat_memory(SIZE_T Bytes);
PVOID lariat_zeros(SIZE_T Bytes);
/* So many bytes at To are anything from now on. */
VOID lariat_any_content(PVOID To, SIZE_T Bytes);

/* What the driver registered last; the harness calls it. */
extern PKDPC lariat_dpc;
extern PKDPC lariat_queued_dpc;
extern PVOID lariat_queued_argument1;
extern PVOID lariat_queued_argument2;
extern PKSERVICE_ROUTINE lariat_isr;
extern PVOID lariat_isr_context;
extern PKINTERRUPT lariat_interrupt;
extern PIO_WORKITEM_ROUTINE lariat_work;
extern PIO_WORKITEM_ROUTINE_EX lariat_work_ex;
extern PVOID lariat_work_context;
extern PVOID lariat_work_object;

#endif
