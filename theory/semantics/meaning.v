(* SPDX-License-Identifier: Apache-2.0 *)
(* What a statement means: the table "Definedness" of docs/statement_language.md. Of its three answers, true and false are propositions
   here (Says true, Says false), and undefined is that neither holds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Meaning.
Variable F : realFieldType.
Variable fs : functions F.
Variable call : string -> seq (value F) -> option (value F).

Definition evaluates (env : environment F) (e : expr) : option (value F) := eval fs call env e.

(* Lists of n numbers, and of m of these, with every number inside. *)
Definition is_vector (inside : F -> bool) (n : nat) (v : value F) : Prop :=
  exists x : seq F, [/\ size x = n, all inside x & v = List (map (@Num F) x)].
Definition is_matrix (inside : F -> bool) (m n : nat) (v : value F) : Prop :=
  exists A : seq (seq F), [/\ size A = m, all (fun x => (size x == n) && all inside x) A & v = List [seq List (map (@Num F) x) | x <- A]].

Definition size_of (env : environment F) (e : expr) : option nat :=
  if obind (integer_in fs) (evaluates env e) is Value (Posz n) then Value n else Undefined.
Definition interval (env : environment F) (bounds : option (expr * expr)) : option (F -> bool) :=
  if bounds is Some (a, b) then
    (if (evaluates env a, evaluates env b) is (Value (Num x), Value (Num y)) then Value (fun z => x <= z <= y) else Undefined)
  else Value (fun _ => true).

Fixpoint is_among (v : value F) (l : seq (value F)) : Prop := if l is w :: rest then v = w \/ is_among v rest else False.

(* A domain's elements; none where its bounds, sizes or list have no value. *)
Definition elements (env : environment F) (d : domain) : option (value F -> Prop) :=
  match d with
  | Elements l => if evaluates env l is Value (List items) then Value (fun v => is_among v items) else Undefined
  | Naturals a => if evaluates env a is Value (Num x) then Value (fun v => exists2 i : int, x <= i%:~R & v = Num i%:~R) else Undefined
  | Reals bounds => if interval env bounds is Value inside then Value (fun v => exists2 x : F, inside x & v = Num x) else Undefined
  | Vectors n bounds =>
    if (size_of env n, interval env bounds) is (Value k, Value inside) then Value (is_vector inside k) else Undefined
  | Matrices m n bounds =>
    if (size_of env m, size_of env n, interval env bounds) is (Value k, Value l, Value inside) then Value (is_matrix inside k l) else Undefined
  | Values => Value (fun v => is_value v = true)
  end.

Definition condition (env : environment F) (p : option expr) : option (value F) := if p is Some e then evaluates env e else Value (Bool true).
(* A 'where' may be true, false or without a value at an element, but not another kind of value. *)
Definition boolean_if_any (r : option (value F)) : Prop := if r is Value v then boolean v <> Undefined else True.

Fixpoint Says (answer : bool) (env : environment F) (f : formula) {struct f} : Prop :=
  (* the answer at every element, or at some element, at which the condition is true *)
  let quantified (every : bool) x d p g :=
    if elements env d is Value element then
      (forall v, element v -> boolean_if_any (condition ((x, v) :: env) p)) /\
      (if every then forall v, element v -> condition ((x, v) :: env) p = Value (Bool true) -> Says answer ((x, v) :: env) g
       else exists v, [/\ element v, condition ((x, v) :: env) p = Value (Bool true) & Says answer ((x, v) :: env) g])
    else False in
  match f with
  | Expression e => evaluates env e = Value (Bool answer)
  | Forall x d p g => quantified answer x d p g
  | Exists x d p g => quantified (~~ answer) x d p g
  | Parts parts =>
    if answer then (fix each l := if l is (_, g) :: rest then Says answer env g /\ each rest else True) parts
    else (fix some l := if l is (_, g) :: rest then Says answer env g \/ some rest else False) parts
  end.
End Meaning.

Definition calls (F : realFieldType) (fs : functions F) (s : statement) := call fs (rev (definitions s)).
Definition Holds_over (F : realFieldType) (fs : functions F) (s : statement) : Prop := Says fs (calls fs s) true [::] (asserted s).
Definition Fails_over (F : realFieldType) (fs : functions F) (s : statement) : Prop := Says fs (calls fs s) false [::] (asserted s).

(* A statement is shown by a proof that it holds over all numbers, and refuted by a proof that it fails over all. These are types of
   their own, so that Coq compares two of them by comparing the statements' trees, and nothing else. *)
Inductive Holds (s : statement) : Prop := Shown of forall S : numbers, Holds_over (functions_of S) s.
Inductive Fails (s : statement) : Prop := Refuted of forall S : numbers, Fails_over (functions_of S) s.
