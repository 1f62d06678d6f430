(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorem of softmax_bound.v on the errors at the printed T, as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require Import softmax_bound statements_positional_lemma_b3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [assumption | by rewrite pnatr_eq0].

(* attest: positional.lemma-b3 finding_every_eps_at_the_printed_T sha256:2ec917b96b4c8366157cc1188c2866ee2f8317ea2650c37b84f976249d277f0d theorem:errors_at_the_printed_T *)
Theorem errors_at_the_printed_T : Holds finding_every_eps_at_the_printed_T.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt1 _; meaning_for_all => eps /andP[eps_ge _] _.
have eps_gt0 : 0 < eps by apply: lt_le_trans eps_ge; rewrite divr_gt0 ?ltr0n.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
have sum_neq0 : n%:R / eps + n%:R - 1 != 0.
  by rewrite gt_eqF // -addrA addr_gt0 ?divr_gt0 ?subr_gt0 ?ltr1n // ltr0n ltnW.
by meaning_value; apply: softmax_bound.errors_at_the_printed_T.
Qed.
