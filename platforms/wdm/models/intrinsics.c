/* Interlocked functions: nobody interrupts them, and here nobody interrupts anything. */
#include <lariat_models.h>

LONG InterlockedIncrement(LONG volatile *Addend) { return ++*Addend; }
LONG InterlockedDecrement(LONG volatile *Addend) { return --*Addend; }
LONG InterlockedExchange(LONG volatile *Target, LONG Value) { LONG Old = *Target; *Target = Value; return Old; }
LONG InterlockedExchangeAdd(LONG volatile *Addend, LONG Value) { LONG Old = *Addend; *Addend = Old + Value; return Old; }
LONG InterlockedAdd(LONG volatile *Addend, LONG Value) { *Addend += Value; return *Addend; }
LONG InterlockedOr(LONG volatile *Destination, LONG Value) { LONG Old = *Destination; *Destination = Old | Value; return Old; }
LONG InterlockedAnd(LONG volatile *Destination, LONG Value) { LONG Old = *Destination; *Destination = Old & Value; return Old; }
LONG InterlockedXor(LONG volatile *Destination, LONG Value) { LONG Old = *Destination; *Destination = Old ^ Value; return Old; }

LONG InterlockedCompareExchange(LONG volatile *Destination, LONG Exchange, LONG Comparand)
{
    LONG Old = *Destination;
    if (Old == Comparand) {
        *Destination = Exchange;
    }
    return Old;
}

PVOID InterlockedExchangePointer(PVOID volatile *Target, PVOID Value) { PVOID Old = *Target; *Target = Value; return Old; }

PVOID InterlockedCompareExchangePointer(PVOID volatile *Destination, PVOID Exchange, PVOID Comparand)
{
    PVOID Old = *Destination;
    if (Old == Comparand) {
        *Destination = Exchange;
    }
    return Old;
}

__int64 _InterlockedIncrement64(__int64 volatile *Addend) { return ++*Addend; }
__int64 _InterlockedDecrement64(__int64 volatile *Addend) { return --*Addend; }
__int64 _InterlockedExchange64(__int64 volatile *Target, __int64 Value) { __int64 Old = *Target; *Target = Value; return Old; }
__int64 _InterlockedExchangeAdd64(__int64 volatile *Addend, __int64 Value) { __int64 Old = *Addend; *Addend = Old + Value; return Old; }
__int64 _InterlockedAdd64(__int64 volatile *Addend, __int64 Value) { *Addend += Value; return *Addend; }
__int64 _InterlockedOr64(__int64 volatile *D, __int64 Value) { __int64 Old = *D; *D = Old | Value; return Old; }
__int64 _InterlockedAnd64(__int64 volatile *D, __int64 Value) { __int64 Old = *D; *D = Old & Value; return Old; }

__int64 _InterlockedCompareExchange64(__int64 volatile *Destination, __int64 Exchange, __int64 Comparand)
{
    __int64 Old = *Destination;
    if (Old == Comparand) {
        *Destination = Exchange;
    }
    return Old;
}

unsigned char _interlockedbittestandset(long volatile *Base, long Bit)
{
    unsigned char Old = (*Base >> (Bit & 31)) & 1;
    *Base |= 1L << (Bit & 31);
    return Old;
}

unsigned char _interlockedbittestandreset(long volatile *Base, long Bit)
{
    unsigned char Old = (*Base >> (Bit & 31)) & 1;
    *Base &= ~(1L << (Bit & 31));
    return Old;
}

void _ReadWriteBarrier(void) {}
void _ReadBarrier(void) {}
void _WriteBarrier(void) {}
void __faststorefence(void) {}
void _mm_pause(void) {}
void __debugbreak(void) {}
unsigned char __inbyte(unsigned short Port) { return __VERIFIER_nondet_uchar(); }
unsigned short __inword(unsigned short Port) { return (unsigned short)__VERIFIER_nondet_uint(); }
unsigned long __indword(unsigned short Port) { return __VERIFIER_nondet_uint(); }
void __outbyte(unsigned short Port, unsigned char Value) {}
void __outword(unsigned short Port, unsigned short Value) {}
void __outdword(unsigned short Port, unsigned long Value) {}
unsigned __int64 __rdtsc(void) { return (unsigned __int64)__VERIFIER_nondet_longlong(); }
