// an implementation without a procedure
// error: there is no procedure `p`
implementation p() { }
