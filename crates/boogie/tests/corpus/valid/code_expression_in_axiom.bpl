// a code expression without state
axiom |{ start: return true; }|;
