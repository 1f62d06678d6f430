(* SPDX-License-Identifier: Apache-2.0 *)
(* T5's attention by its weights: rows of a positive family, each divided by its sum; as three claims write it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax.
From attest Require statements_urpe_theorem_2 statements_urpe_synthetic_ceilings statements_urpe_rpe_finite_domain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim s f := (definition_in (definitions s) f) (only parsing).
Definition weights_t5_d := Eval compute in of_claim statements_urpe_theorem_2.finding_met_off_a_strip "weights_t5".
Definition t5_weights_d := Eval compute in of_claim statements_urpe_synthetic_ceilings.finding_weights_from_biases "t5_weights".
Definition t5_attention_d := Eval compute in of_claim statements_urpe_rpe_finite_domain.finding_without_the_bias "t5_attention".

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "relative" _ = _ => found_call call_relative
  end.

Section Weights.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (t : nat -> F) (n : nat).

Definition t5 n t i j : F := t (i + n - j)%N / \sum_(k <- iota 1 n) t (i + n - k)%N.
Definition positive n t : Prop := forall l, (0 < l <= 2 * n - 1)%N -> 0 < t l.
Lemma place_in n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> (0 < i + n - j <= 2 * n - 1)%N.
Proof.
case/andP=> i_gt0 i_n /andP[j_gt0 j_n]; rewrite subn_gt0 (leq_ltn_trans j_n) /=; last by rewrite -[X in (X < _)%N]add0n ltn_add2r.
by rewrite mul2n -addnn leq_sub // leq_add2r.
Qed.
Lemma t5_sum_gt0 n t i : positive n t -> (0 < i <= n)%N -> 0 < \sum_(k <- iota 1 n) t (i + n - k)%N.
Proof.
move=> t_gt0 i_n; have n_gt0 : (0 < n)%N by case/andP: i_n => /leq_trans; apply.
rewrite (eq_big_seq (fun k => if (0 < k <= n)%N then t (i + n - k)%N else 1)) => [|k /in_from_1 ->] //.
by apply: sum_gt0 => // k; case: ifP => k_n; [exact/t_gt0/place_in | exact: ltr01].
Qed.
Lemma t5_stochastic n t : (forall l, 0 < t l) -> stochastic n (t5 n t).
Proof.
move=> t_gt0; split=> i => [j|] i_n; last by rewrite -mulr_suml divff // gt_eqF ?t5_sum_gt0.
by rewrite /t5 divr_ge0 // ?sumr_ge0 // => [|k _]; exact: ltW.
Qed.

Ltac side ::= first [assumption | exact: twice_less_1 | by rewrite gt_eqF // t5_sum_gt0 // in_from_1 | idtac].
Lemma call_weights_t5 defs n t : provides [:: weights_t5_d; relative_d] defs -> positive n t ->
  call fs defs "weights_t5" [:: vec (2 * n - 1) t; Num n%:R] = Value (mat n n (t5 n t)).
Proof. by move=> W t_gt0; enter; value. Qed.
Lemma call_t5_weights defs n t : provides [:: t5_weights_d; relative_d] defs -> positive n t ->
  call fs defs "t5_weights" [:: vec (2 * n - 1) t; Num n%:R] = Value (mat n n (t5 n t)).
Proof. by move=> W t_gt0; enter; value. Qed.
Lemma call_t5_attention defs n t : provides [:: t5_attention_d; relative_d] defs -> positive n t ->
  call fs defs "t5_attention" [:: vec (2 * n - 1) t; Num n%:R] = Value (mat n n (t5 n t)).
Proof. by move=> W t_gt0; enter; value. Qed.
End Weights.
