// white space of other systems
axiom	true;
