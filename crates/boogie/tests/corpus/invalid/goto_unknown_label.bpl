// goto to a label that is not there
// error: there is no label `nowhere`
procedure p() { goto nowhere; }
