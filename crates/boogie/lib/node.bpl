// The library `node`, on top of `base`: linked lists in memory. The names are those of Boogie's library of the same name;
// the text is Lariat's own.
//
// `f` says which node is at each place; `Between(f, a, b, c)` says that the way from `a` along `next` comes to `b` no
// later than to `c`, and comes to `c`. `Avoiding(f, a, b, c)` says that it comes to `b` without passing `c` before.

datatype Node<T> { Node(next: Option Loc, val: T) }

function Between<T>(f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc): bool;
function Avoiding<T>(f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc): bool;
function {:inline} BetweenSet<T>(f: [One Loc]Node T, a: Option Loc, c: Option Loc): [Loc]bool
{
  (lambda place: Loc :: Between(f, a, Some(place), c))
}

// Every place is on the way from itself to itself, and is where every way begins.
axiom (forall<T> f: [One Loc]Node T, a: Option Loc :: Between(f, a, a, a));
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc :: {Between(f, a, b, b)}
  Between(f, a, b, b) ==> Between(f, a, a, b));
// The next place can be reached; from it, whatever else can be; and nothing else from a place that leads to itself.
axiom (forall<T> f: [One Loc]Node T, at: Loc :: {f[One(at)]}
  Between(f, Some(at), f[One(at)]->next, f[One(at)]->next));
axiom (forall<T> f: [One Loc]Node T, at: Loc, b: Option Loc ::
  {f[One(at)], Between(f, Some(at), b, b)}
  Between(f, Some(at), b, b) ==> b == Some(at) || Between(f, f[One(at)]->next, b, b));
axiom (forall<T> f: [One Loc]Node T, at: Loc, b: Option Loc ::
  {f[One(at)], Between(f, Some(at), b, b)}
  Between(f, Some(at), b, b) && b != Some(at)
    ==> Between(f, Some(at), f[One(at)]->next, b) && f[One(at)]->next != Some(at));
// Nothing else is between a place and itself.
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc :: {Between(f, a, b, a)}
  Between(f, a, b, a) ==> b == a);
// Of two places on a way, one comes first.
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc ::
  {Between(f, a, b, b), Between(f, a, c, c)}
  Between(f, a, b, b) && Between(f, a, c, c) ==> Between(f, a, b, c) || Between(f, a, c, b));
// A way has parts, and parts make a way.
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc ::
  {Between(f, a, b, c)}
  Between(f, a, b, c) ==> Between(f, a, b, b) && Between(f, b, c, c));
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc ::
  {Between(f, a, b, b), Between(f, b, c, c)}
  Between(f, a, b, b) && Between(f, b, c, c) ==> Between(f, a, c, c));
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc, d: Option Loc ::
  {Between(f, a, b, d), Between(f, b, c, d)}
  Between(f, a, b, d) && Between(f, b, c, d) ==> Between(f, a, b, c) && Between(f, a, c, d));
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc, d: Option Loc ::
  {Between(f, a, c, d), Between(f, a, b, c)}
  Between(f, a, c, d) && Between(f, a, b, c) ==> Between(f, a, b, d) && Between(f, b, c, d));
// What the two relations have to do with each other.
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc ::
  {Avoiding(f, a, b, c)}
  Avoiding(f, a, b, c) <==> Between(f, a, b, c) || (Between(f, a, b, b) && !Between(f, a, c, c)));
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc ::
  {Between(f, a, b, c)}
  Between(f, a, b, c) <==> Avoiding(f, a, b, c) && Avoiding(f, a, c, c));
// After a change at one place, a way is an old one that does not pass that place, or an old one to it and one from the
// new next place.
axiom (forall<T> f: [One Loc]Node T, a: Option Loc, b: Option Loc, c: Option Loc, at: Loc, node: Node T ::
  {Avoiding(f[One(at) := node], a, b, c)}
  Avoiding(f[One(at) := node], a, b, c) <==>
    (Avoiding(f, a, b, Some(at)) && Avoiding(f, a, b, c))
    || (Some(at) != c && Avoiding(f, a, Some(at), c)
      && Avoiding(f, node->next, b, Some(at)) && Avoiding(f, node->next, b, c)));

// All places of a list that ends are among the nodes.
function {:inline} InDomain<V>(nodes: Map (One Loc) (Node V), start: Option Loc): bool
{
  Between(nodes->val, start, start, None())
    && (forall place: Loc :: {Between(nodes->val, start, Some(place), None())}
      Between(nodes->val, start, Some(place), None()) ==> Map_Contains(nodes, One(place)))
}

// The values of a list as a stack, a set, a queue, and how each is made of the rest of the list.

function StackAbs<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V;
function {:inline} StackAbsDef<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V
{
  if start == None() then Vec_Empty()
  else (var node := Map_At(nodes, One(start->t)); Vec_Append(StackAbs(node->next, nodes), node->val))
}
pure procedure StackAbsLemma<V>(start: Option Loc, nodes: Map (One Loc) (Node V));
  requires InDomain(nodes, start);
  ensures StackAbs(start, nodes) == StackAbsDef(start, nodes);

function SetAbs<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): Set V;
function {:inline} SetAbsDef<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): Set V
{
  if start == None() then Set_Empty()
  else (var node := Map_At(nodes, One(start->t)); Set_Add(SetAbs(node->next, nodes), node->val))
}
pure procedure SetAbsLemma<V>(start: Option Loc, nodes: Map (One Loc) (Node V));
  requires InDomain(nodes, start);
  ensures SetAbs(start, nodes) == SetAbsDef(start, nodes);

function QueueAbs<V>(before: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V;
function {:inline} QueueAbsDef<V>(before: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V
{
  if start == None() then before
  else (var node := Map_At(nodes, One(start->t)); QueueAbs(Vec_Append(before, node->val), node->next, nodes))
}
pure procedure QueueAbsLemma<V>(before: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V));
  requires InDomain(nodes, start);
  ensures QueueAbs(before, start, nodes) == QueueAbsDef(before, start, nodes);

// Nodes that are added or changed elsewhere do not matter.

function {:inline} SameNodes<V>(nodes: Map (One Loc) (Node V), later: Map (One Loc) (Node V)): bool
{
  Set_IsSubset(nodes->dom, later->dom)
    && MapIte(nodes->dom->val, nodes->val, MapConst(Default()))
      == MapIte(nodes->dom->val, later->val, MapConst(Default()))
}
pure procedure StackFrameLemma<V>(
  start: Option Loc, nodes: Map (One Loc) (Node V), later: Map (One Loc) (Node V));
  requires InDomain(nodes, start) && SameNodes(nodes, later);
  ensures StackAbs(start, nodes) == StackAbs(start, later);
pure procedure SetFrameLemma<V>(
  start: Option Loc, nodes: Map (One Loc) (Node V), later: Map (One Loc) (Node V));
  requires InDomain(nodes, start) && SameNodes(nodes, later);
  ensures SetAbs(start, nodes) == SetAbs(start, later);
pure procedure QueueFrameLemma<V>(before: Vec V,
  start: Option Loc, nodes: Map (One Loc) (Node V), later: Map (One Loc) (Node V));
  requires InDomain(nodes, start) && SameNodes(nodes, later);
  ensures QueueAbs(before, start, nodes) == QueueAbs(before, start, later);
