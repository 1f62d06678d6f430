(* SPDX-License-Identifier: Apache-2.0 *)
(* Over the n rotations of a sequence n of the n^2 positions are identified without positions (any_order.v), as the meaning of its
   statement (urpe.synthetic-ceilings). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_tuples.
From attest Require any_order statements_urpe_synthetic_ceilings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Open Scope nat_scope.
Lemma sum_places n (f : nat -> nat) : \sum_(t <- from_to 1 n) f t = \sum_(t < n) f t.+1.
Proof. by rewrite /from_to subSS subn0 -[1]addn0 iotaDl big_map -[n in iota _ n]subn0 big_mkord. Qed.
Lemma card_pairs n (P : 'I_n -> 'I_n -> bool) : #|[set p : 'I_n * 'I_n | P p.1 p.2]| = \sum_(t < n) \sum_(i < n) P t i.
Proof. by rewrite -sum1dep_card big_mkcond pair_bigA; apply: eq_bigr => p _; case: (P _ _). Qed.
(* The same with positions, rotations and answers counted from 1. *)
Lemma one_in_n_from_1 n (w answer : seq nat) : 0 < n -> (forall j, 0 < item 0 answer (item 0 w (j %% n + 1)) <= n) ->
  \sum_(t <- from_to 1 n) count (fun i => item 0 answer (item 0 w ((i + t - 2) %% n + 1)) == i) (from_to 1 n) = n.
Proof.
case: n => // n _ answers; rewrite -[RHS](any_order.one_in_n (fun j : 'I_n.+1 => item 0 w (j + 1)) (fun a => inord (item 0 answer a).-1)).
rewrite sum_places (card_pairs (fun t i => inord (item 0 answer (item 0 w ((i + t)%R + 1))).-1 == i)); apply: eq_bigr => t _.
rewrite -sum1_count big_mkcond sum_places; apply: eq_bigr => i _.
have -> : i.+1 + t.+1 - 2 = i + t by rewrite addSn addnS subn2.
have := answers (i + t); rewrite [(i + t)%R : nat]/=; case: (item 0 answer _) => // a a_lt.
by rewrite -val_eqE /= inordK // eqSS; case: eqP.
Qed.
Local Close Scope nat_scope.

Ltac side ::= match goal with H : forall j : nat, _ |- _ => exact: H end.
(* attest: urpe.synthetic-ceilings finding_one_in_n_over_the_rotations sha256:8dc80e267d1e2f4f8688e7d690cd56415db714899d5115f75ae1c55303fbc61e theorem:one_in_n *)
Theorem one_in_n : Holds statements_urpe_synthetic_ceilings.finding_one_in_n_over_the_rotations.
Proof.
opening S W; natural_for_all => n n_gt0 _; natural_for_all => V _ _.
apply: (says_for_tuples (l := from_to 1 V) (n := n)) => [||w size_w tokens]; [naturally | naturally | ].
apply: (says_for_tuples (l := from_to 1 n) (n := V)) => [||answer size_answer answers]; [naturally | naturally | ].
have place_in j : (0 < j %% n + 1 <= size w)%N by rewrite size_w addn1 ltn_mod.
have token_in j : (0 < item 0 w (j %% n + 1) <= size answer)%N.
  by rewrite size_answer -mem_from_to; apply: tokens; rewrite addn1 mem_nth // size_w ltn_mod.
natural_value; apply/eqP; apply: one_in_n_from_1 => // j; rewrite -mem_from_to; apply: answers.
by have := token_in j; case: (item 0%N w _) => // a a_lt; rewrite mem_nth.
Qed.
