// What a caller must establish and what a procedure promises are checked; `free` clauses are trusted.
//
//   lariat check examples/contracts.bpl        bug: the precondition of Withdraw fails in main

var balance: int;

procedure Deposit(amount: int)
  requires amount > 0;
  modifies balance;
  ensures balance == old(balance) + amount;
{
  balance := balance + amount;
}

procedure Withdraw(amount: int) returns (paid: bool)
  requires 0 < amount && amount <= balance;
  modifies balance;
  ensures paid ==> balance == old(balance) - amount;
{
  balance := balance - amount;
  paid := true;
}

// No body: the procedure does anything that its contract allows.
procedure Fee() returns (fee: int);
  free ensures 0 <= fee && fee <= 3;

procedure {:entrypoint} main()
  modifies balance;
{
  var fee: int;
  var paid: bool;

  balance := 0;
  call Deposit(10);
  call fee := Fee();
  call paid := Withdraw(8 + fee);
  assert paid;
}
