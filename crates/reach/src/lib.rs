//! Bounded reachability on a program: instances, queries, search strategies.
