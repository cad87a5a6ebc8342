/* Marks functions as obsolete for Microsoft's compiler; the rule ObsoleteDDIs says what matters here. */
