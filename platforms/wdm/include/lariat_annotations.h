/* Annotations that the headers of mingw-w64 do not have. They say nothing that the compiler follows. */
#ifndef LARIAT_ANNOTATIONS_H
#define LARIAT_ANNOTATIONS_H

#ifndef _Analysis_noreturn_
#define _Analysis_noreturn_
#endif
#ifndef _Check_return_opt_
#define _Check_return_opt_
#endif
#ifndef _Check_return_wat_
#define _Check_return_wat_
#endif
#ifndef _Deref_out_opt_z_
#define _Deref_out_opt_z_
#endif
#ifndef _Deref_out_z_
#define _Deref_out_z_
#endif
#ifndef _Deref_post_opt_z_
#define _Deref_post_opt_z_
#endif
#ifndef _Deref_post_z_
#define _Deref_post_z_
#endif
#ifndef _Deref_pre_z_
#define _Deref_pre_z_
#endif
#ifndef _Deref_prepost_
#define _Deref_prepost_
#endif
#ifndef _Enum_is_bitflag_
#define _Enum_is_bitflag_
#endif
#ifndef _Flt_CompletionContext_Outptr_
#define _Flt_CompletionContext_Outptr_
#endif
#ifndef _Flt_ConnectionCookie_Outptr_
#define _Flt_ConnectionCookie_Outptr_
#endif
#ifndef _IRQL_is_cancel_
#define _IRQL_is_cancel_
#endif
#ifndef _IRQL_requires_same_
#define _IRQL_requires_same_
#endif
#ifndef _IRQL_uses_cancel_
#define _IRQL_uses_cancel_
#endif
#ifndef _In_function_class_any_
#define _In_function_class_any_
#endif
#ifndef _Interlocked_operand_
#define _Interlocked_operand_
#endif
#ifndef _Kernel_always_
#define _Kernel_always_
#endif
#ifndef _Kernel_entry_
#define _Kernel_entry_
#endif
#ifndef _Kernel_entry_always_
#define _Kernel_entry_always_
#endif
#ifndef _Kernel_float_restored_
#define _Kernel_float_restored_
#endif
#ifndef _Kernel_float_saved_
#define _Kernel_float_saved_
#endif
#ifndef _Kernel_float_used_
#define _Kernel_float_used_
#endif
#ifndef _Literal_
#define _Literal_
#endif
#ifndef _Maybenull_
#define _Maybenull_
#endif
#ifndef _Maybevalid_
#define _Maybevalid_
#endif
#ifndef _Must_inspect_result_
#define _Must_inspect_result_
#endif
#ifndef _No_competing_thread_
#define _No_competing_thread_
#endif
#ifndef _Notliteral_
#define _Notliteral_
#endif
#ifndef _Notnull_
#define _Notnull_
#endif
#ifndef _Notref_
#define _Notref_
#endif
#ifndef _Notvalid_
#define _Notvalid_
#endif
#ifndef _Null_
#define _Null_
#endif
#ifndef _Outptr_result_nullonfailure_
#define _Outptr_result_nullonfailure_
#endif
#ifndef _Points_to_data_
#define _Points_to_data_
#endif
#ifndef _Post_invalid_
#define _Post_invalid_
#endif
#ifndef _Post_maybenull_
#define _Post_maybenull_
#endif
#ifndef _Post_notnull_
#define _Post_notnull_
#endif
#ifndef _Post_null_
#define _Post_null_
#endif
#ifndef _Post_unknown_
#define _Post_unknown_
#endif
#ifndef _Post_valid_
#define _Post_valid_
#endif
#ifndef _Post_z_
#define _Post_z_
#endif
#ifndef _Pre_
#define _Pre_
#endif
#ifndef _Pre_invalid_
#define _Pre_invalid_
#endif
#ifndef _Pre_maybenull_
#define _Pre_maybenull_
#endif
#ifndef _Pre_null_
#define _Pre_null_
#endif
#ifndef _Pre_opt_valid_
#define _Pre_opt_valid_
#endif
#ifndef _Pre_unknown_
#define _Pre_unknown_
#endif
#ifndef _Pre_valid_
#define _Pre_valid_
#endif
#ifndef _Pre_z_
#define _Pre_z_
#endif
#ifndef _Prepost_
#define _Prepost_
#endif
#ifndef _Prepost_opt_z_
#define _Prepost_opt_z_
#endif
#ifndef _Prepost_valid_
#define _Prepost_valid_
#endif
#ifndef _Prepost_z_
#define _Prepost_z_
#endif
#ifndef _Ret_opt_
#define _Ret_opt_
#endif
#ifndef _Ret_opt_z_
#define _Ret_opt_z_
#endif
#ifndef _Unchanged_value_
#define _Unchanged_value_
#endif
#ifndef _Valid_
#define _Valid_
#endif
#ifndef __callback
#define __callback
#endif
#ifndef __checkReturn
#define __checkReturn
#endif
#ifndef __deref_inout
#define __deref_inout
#endif
#ifndef __deref_opt_out
#define __deref_opt_out
#endif
#ifndef __deref_out
#define __deref_out
#endif
#ifndef __deref_out_opt
#define __deref_out_opt
#endif
#ifndef __drv_acquiresCancelSpinLock
#define __drv_acquiresCancelSpinLock
#endif
#ifndef __drv_acquiresCriticalRegion
#define __drv_acquiresCriticalRegion
#endif
#ifndef __drv_acquiresPriorityRegion
#define __drv_acquiresPriorityRegion
#endif
#ifndef __drv_aliasesMem
#define __drv_aliasesMem
#endif
#ifndef __drv_constant
#define __drv_constant
#endif
#ifndef __drv_deleteObject
#define __drv_deleteObject
#endif
#ifndef __drv_formatUnsigned
#define __drv_formatUnsigned
#endif
#ifndef __drv_holdsCancelSpinLock
#define __drv_holdsCancelSpinLock
#endif
#ifndef __drv_inTry
#define __drv_inTry
#endif
#ifndef __drv_inWait
#define __drv_inWait
#endif
#ifndef __drv_interlocked
#define __drv_interlocked
#endif
#ifndef __drv_isCancelIRQL
#define __drv_isCancelIRQL
#endif
#ifndef __drv_isObjectPointer
#define __drv_isObjectPointer
#endif
#ifndef __drv_mustHoldCancelSpinLock
#define __drv_mustHoldCancelSpinLock
#endif
#ifndef __drv_mustHoldCriticalRegion
#define __drv_mustHoldCriticalRegion
#endif
#ifndef __drv_mustHoldPriorityRegion
#define __drv_mustHoldPriorityRegion
#endif
#ifndef __drv_neverHoldCancelSpinLock
#define __drv_neverHoldCancelSpinLock
#endif
#ifndef __drv_neverHoldCriticalRegion
#define __drv_neverHoldCriticalRegion
#endif
#ifndef __drv_neverHoldPriorityRegion
#define __drv_neverHoldPriorityRegion
#endif
#ifndef __drv_neverRestoresIRQL
#define __drv_neverRestoresIRQL
#endif
#ifndef __drv_nonConstant
#define __drv_nonConstant
#endif
#ifndef __drv_notInTry
#define __drv_notInTry
#endif
#ifndef __drv_notPointer
#define __drv_notPointer
#endif
#ifndef __drv_releasesCancelSpinLock
#define __drv_releasesCancelSpinLock
#endif
#ifndef __drv_releasesCriticalRegion
#define __drv_releasesCriticalRegion
#endif
#ifndef __drv_releasesPriorityRegion
#define __drv_releasesPriorityRegion
#endif
#ifndef __drv_restoresIRQL
#define __drv_restoresIRQL
#endif
#ifndef __drv_sameIRQL
#define __drv_sameIRQL
#endif
#ifndef __drv_savesIRQL
#define __drv_savesIRQL
#endif
#ifndef __drv_useCancelIRQL
#define __drv_useCancelIRQL
#endif
#ifndef __in
#define __in
#endif
#ifndef __in_opt
#define __in_opt
#endif
#ifndef __in_z
#define __in_z
#endif
#ifndef __in_z_opt
#define __in_z_opt
#endif
#ifndef __inout
#define __inout
#endif
#ifndef __inout_opt
#define __inout_opt
#endif
#ifndef __inout_z
#define __inout_z
#endif
#ifndef __maybenull
#define __maybenull
#endif
#ifndef __notnull
#define __notnull
#endif
#ifndef __nullnullterminated
#define __nullnullterminated
#endif
#ifndef __nullterminated
#define __nullterminated
#endif
#ifndef __out
#define __out
#endif
#ifndef __out_opt
#define __out_opt
#endif
#ifndef __out_z
#define __out_z
#endif
#ifndef __reserved
#define __reserved
#endif
#ifndef _Acquires_exclusive_lock_
#define _Acquires_exclusive_lock_(...)
#endif
#ifndef _Deallocate_function_
#define _Deallocate_function_(...)
#endif
#ifndef _Deref_post_bytecount_
#define _Deref_post_bytecount_(...)
#endif
#ifndef _Deref_pre_bytecount_
#define _Deref_pre_bytecount_(...)
#endif
#ifndef _Deref_prepost_count_
#define _Deref_prepost_count_(...)
#endif
#ifndef _Deref_prepost_opt_count_
#define _Deref_prepost_opt_count_(...)
#endif
#ifndef _Dispatch_type_
#define _Dispatch_type_(...)
#endif
#ifndef _Field_size_bytes_opt_
#define _Field_size_bytes_opt_(...)
#endif
#ifndef _Frees_ptr_
#define _Frees_ptr_(...)
#endif
#ifndef _Frees_ptr_opt_
#define _Frees_ptr_opt_(...)
#endif
#ifndef _IRQL_always_function_max_
#define _IRQL_always_function_max_(...)
#endif
#ifndef _IRQL_always_function_min_
#define _IRQL_always_function_min_(...)
#endif
#ifndef _IRQL_inherits_
#define _IRQL_inherits_(...)
#endif
#ifndef _IRQL_limited_to_
#define _IRQL_limited_to_(...)
#endif
#ifndef _IRQL_restores_global_
#define _IRQL_restores_global_(...)
#endif
#ifndef _IRQL_saves_global_
#define _IRQL_saves_global_(...)
#endif
#ifndef _Inout_updates_opt_
#define _Inout_updates_opt_(...)
#endif
#ifndef _Kernel_IoGetDmaAdapter_
#define _Kernel_IoGetDmaAdapter_(...)
#endif
#ifndef _Kernel_acquires_resource_
#define _Kernel_acquires_resource_(...)
#endif
#ifndef _Kernel_clear_do_init_
#define _Kernel_clear_do_init_(...)
#endif
#ifndef _Kernel_maybe_float_saved_
#define _Kernel_maybe_float_saved_(...)
#endif
#ifndef _Kernel_releases_resource_
#define _Kernel_releases_resource_(...)
#endif
#ifndef _Kernel_requires_resource_held_
#define _Kernel_requires_resource_held_(...)
#endif
#ifndef _Kernel_requires_resource_not_held_
#define _Kernel_requires_resource_not_held_(...)
#endif
#ifndef _Out_writes_bytes_opt_
#define _Out_writes_bytes_opt_(...)
#endif
#ifndef _Post_bytecount_
#define _Post_bytecount_(...)
#endif
#ifndef _Post_count_
#define _Post_count_(...)
#endif
#ifndef _Post_ptr_invalid_
#define _Post_ptr_invalid_(...)
#endif
#ifndef _Pre_bytecap_
#define _Pre_bytecap_(...)
#endif
#ifndef _Pre_bytecount_
#define _Pre_bytecount_(...)
#endif
#ifndef _Pre_cap_
#define _Pre_cap_(...)
#endif
#ifndef _Pre_count_
#define _Pre_count_(...)
#endif
#ifndef _Ret_bytecap_
#define _Ret_bytecap_(...)
#endif
#ifndef _Ret_bytecount_
#define _Ret_bytecount_(...)
#endif
#ifndef _Ret_cap_
#define _Ret_cap_(...)
#endif
#ifndef _Ret_count_
#define _Ret_count_(...)
#endif
#ifndef __byte_readableTo
#define __byte_readableTo(...)
#endif
#ifndef __deref_in_range
#define __deref_in_range(...)
#endif
#ifndef __deref_out_bcount
#define __deref_out_bcount(...)
#endif
#ifndef __deref_out_ecount
#define __deref_out_ecount(...)
#endif
#ifndef __deref_out_range
#define __deref_out_range(...)
#endif
#ifndef __drv_acquires
#define __drv_acquires(...)
#endif
#ifndef __drv_acquiresExclusiveResource
#define __drv_acquiresExclusiveResource(...)
#endif
#ifndef __drv_acquiresExclusiveResourceGlobal
#define __drv_acquiresExclusiveResourceGlobal(...)
#endif
#ifndef __drv_acquiresResource
#define __drv_acquiresResource(...)
#endif
#ifndef __drv_acquiresResourceGlobal
#define __drv_acquiresResourceGlobal(...)
#endif
#ifndef __drv_allocatesMem
#define __drv_allocatesMem(...)
#endif
#ifndef __drv_arg
#define __drv_arg(...)
#endif
#ifndef __drv_at
#define __drv_at(...)
#endif
#ifndef __drv_by
#define __drv_by(...)
#endif
#ifndef __drv_clearDoInit
#define __drv_clearDoInit(...)
#endif
#ifndef __drv_completionType
#define __drv_completionType(...)
#endif
#ifndef __drv_deref
#define __drv_deref(...)
#endif
#ifndef __drv_dispatchType
#define __drv_dispatchType(...)
#endif
#ifndef __drv_dispatchType_other
#define __drv_dispatchType_other(...)
#endif
#ifndef __drv_floatRestored
#define __drv_floatRestored(...)
#endif
#ifndef __drv_floatSaved
#define __drv_floatSaved(...)
#endif
#ifndef __drv_floatUsed
#define __drv_floatUsed(...)
#endif
#ifndef __drv_freesMem
#define __drv_freesMem(...)
#endif
#ifndef __drv_fun
#define __drv_fun(...)
#endif
#ifndef __drv_functionClass
#define __drv_functionClass(...)
#endif
#ifndef __drv_group
#define __drv_group(...)
#endif
#ifndef __drv_holds
#define __drv_holds(...)
#endif
#ifndef __drv_in
#define __drv_in(...)
#endif
#ifndef __drv_in_deref
#define __drv_in_deref(...)
#endif
#ifndef __drv_innerAcquires
#define __drv_innerAcquires(...)
#endif
#ifndef __drv_innerAcquiresGlobal
#define __drv_innerAcquiresGlobal(...)
#endif
#ifndef __drv_innerMustHoldGlobal
#define __drv_innerMustHoldGlobal(...)
#endif
#ifndef __drv_innerNeverHoldGlobal
#define __drv_innerNeverHoldGlobal(...)
#endif
#ifndef __drv_innerReleasesGlobal
#define __drv_innerReleasesGlobal(...)
#endif
#ifndef __drv_interlockedBy
#define __drv_interlockedBy(...)
#endif
#ifndef __drv_maxFunctionIRQL
#define __drv_maxFunctionIRQL(...)
#endif
#ifndef __drv_maxIRQL
#define __drv_maxIRQL(...)
#endif
#ifndef __drv_minFunctionIRQL
#define __drv_minFunctionIRQL(...)
#endif
#ifndef __drv_minIRQL
#define __drv_minIRQL(...)
#endif
#ifndef __drv_mustHold
#define __drv_mustHold(...)
#endif
#ifndef __drv_mustHoldGlobal
#define __drv_mustHoldGlobal(...)
#endif
#ifndef __drv_neverHold
#define __drv_neverHold(...)
#endif
#ifndef __drv_neverHoldGlobal
#define __drv_neverHoldGlobal(...)
#endif
#ifndef __drv_nonConstant_
#define __drv_nonConstant_(...)
#endif
#ifndef __drv_out
#define __drv_out(...)
#endif
#ifndef __drv_out_deref
#define __drv_out_deref(...)
#endif
#ifndef __drv_preferredFunction
#define __drv_preferredFunction(...)
#endif
#ifndef __drv_raisesIRQL
#define __drv_raisesIRQL(...)
#endif
#ifndef __drv_releases
#define __drv_releases(...)
#endif
#ifndef __drv_releasesExclusiveResource
#define __drv_releasesExclusiveResource(...)
#endif
#ifndef __drv_releasesExclusiveResourceGlobal
#define __drv_releasesExclusiveResourceGlobal(...)
#endif
#ifndef __drv_releasesResource
#define __drv_releasesResource(...)
#endif
#ifndef __drv_releasesResourceGlobal
#define __drv_releasesResourceGlobal(...)
#endif
#ifndef __drv_reportError
#define __drv_reportError(...)
#endif
#ifndef __drv_requiresIRQL
#define __drv_requiresIRQL(...)
#endif
#ifndef __drv_restoresIRQLGlobal
#define __drv_restoresIRQLGlobal(...)
#endif
#ifndef __drv_ret
#define __drv_ret(...)
#endif
#ifndef __drv_savesIRQLGlobal
#define __drv_savesIRQLGlobal(...)
#endif
#ifndef __drv_setsIRQL
#define __drv_setsIRQL(...)
#endif
#ifndef __drv_strictType
#define __drv_strictType(...)
#endif
#ifndef __drv_strictTypeMatch
#define __drv_strictTypeMatch(...)
#endif
#ifndef __drv_typeCond
#define __drv_typeCond(...)
#endif
#ifndef __drv_typeConst
#define __drv_typeConst(...)
#endif
#ifndef __drv_typeExpr
#define __drv_typeExpr(...)
#endif
#ifndef __drv_unit
#define __drv_unit(...)
#endif
#ifndef __drv_valueIs
#define __drv_valueIs(...)
#endif
#ifndef __drv_when
#define __drv_when(...)
#endif
#ifndef __elem_readableTo
#define __elem_readableTo(...)
#endif
#ifndef __field_bcount
#define __field_bcount(...)
#endif
#ifndef __field_ecount
#define __field_ecount(...)
#endif
#ifndef __field_range
#define __field_range(...)
#endif
#ifndef __in_bcount
#define __in_bcount(...)
#endif
#ifndef __in_bcount_opt
#define __in_bcount_opt(...)
#endif
#ifndef __in_ecount
#define __in_ecount(...)
#endif
#ifndef __in_ecount_opt
#define __in_ecount_opt(...)
#endif
#ifndef __in_range
#define __in_range(...)
#endif
#ifndef __in_xcount
#define __in_xcount(...)
#endif
#ifndef __inout_bcount
#define __inout_bcount(...)
#endif
#ifndef __inout_bcount_full
#define __inout_bcount_full(...)
#endif
#ifndef __inout_bcount_opt
#define __inout_bcount_opt(...)
#endif
#ifndef __inout_bcount_part
#define __inout_bcount_part(...)
#endif
#ifndef __inout_ecount
#define __inout_ecount(...)
#endif
#ifndef __inout_ecount_full
#define __inout_ecount_full(...)
#endif
#ifndef __inout_ecount_opt
#define __inout_ecount_opt(...)
#endif
#ifndef __inout_ecount_part
#define __inout_ecount_part(...)
#endif
#ifndef __notreached
#define __notreached(...)
#endif
#ifndef __out_bcount
#define __out_bcount(...)
#endif
#ifndef __out_bcount_full
#define __out_bcount_full(...)
#endif
#ifndef __out_bcount_full_opt
#define __out_bcount_full_opt(...)
#endif
#ifndef __out_bcount_opt
#define __out_bcount_opt(...)
#endif
#ifndef __out_bcount_part
#define __out_bcount_part(...)
#endif
#ifndef __out_bcount_part_opt
#define __out_bcount_part_opt(...)
#endif
#ifndef __out_ecount
#define __out_ecount(...)
#endif
#ifndef __out_ecount_full
#define __out_ecount_full(...)
#endif
#ifndef __out_ecount_opt
#define __out_ecount_opt(...)
#endif
#ifndef __out_ecount_part
#define __out_ecount_part(...)
#endif
#ifndef __out_range
#define __out_range(...)
#endif
#ifndef __range
#define __range(...)
#endif
#ifndef __success
#define __success(...)
#endif
#ifndef __typefix
#define __typefix(...)
#endif

#endif
