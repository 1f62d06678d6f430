(* SPDX-License-Identifier: Apache-2.0 *)
(* Statements about every word: the lists of a given length over a list of natural numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole.
From attest Require digits calls_grids.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Tuples.
Variable S : numbers.
Local Notation fs := (functions_of S).
Implicit Types (defs : seq definition) (l w : seq nat) (n : nat).

Lemma says_for_tuples defs env (x : string) a b l n (g : formula) : yields fs defs env a (wholes l) -> yields fs defs env b (whole n) ->
  (forall w, size w = n -> {subset w <= l} -> Says fs (call fs defs) true ((x, @wholes S w) :: env) g) ->
  Says fs (call fs defs) true env (Forall x (Elements (Call "tuples" [:: a; b])) None g).
Proof.
move=> ya yb body; refine (says_forall (inside := fun w => w \in lists_over l n) (h := wholes) (P := xpredT) _ _ _) => [|//|w].
  by apply: in_list; apply: (calls_grids.y_tuples (@floor_integer S) (h := whole) ya yb erefl).
by rewrite digits.mem_lists_over => /andP[/eqP size_w /allP w_l] _; exact: body.
Qed.
End Tuples.
