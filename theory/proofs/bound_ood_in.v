(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of ood_in.v, ood_two.v and ood_extremes.v on the probability inside, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants.
From attest Require Import calls_statements ood_sums calls_ood.
From attest Require ood_in ood_two ood_extremes statements_positional_ood_order statements_positional_ood_majority
  statements_positional_ood_n2 statements_positional_ood_probability statements_positional_ood_proportional.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first
  [ eassumption | reflexivity | by rewrite ?mulf_neq0 ?expf_neq0 | by rewrite ?mulf_neq0 ?expf_neq0 ?pnatr_eq0 | by rewrite ltr0n ].
(* The three partitions, and that their points do not meet where a sum divides by their distances. *)
Ltac for_partitions k f partS l h partU m g partT :=
  for_partition k f partS; for_partition l h partU; for_partition m g partT;
  have := apart_lower_A partS partT; have := apart_upper_A partS partT; have := apart_lower_B2 partU partT;
  have := apart_upper_B2 partU partT; move=> ? ? ? ?.
Lemma square_neq1 (F : realFieldType) (c : F) : 1 < c -> c ^+ 2 - 1%:R != 0.
Proof. by move=> c1; rewrite gt_eqF // subr_gt0 exprn_egt1. Qed.

(* attest: positional.ood-majority finding_at_most_1_over_c sha256:640d8ef51e7c6ed0268091dfc6153fadce84fd60874346af7763712eb090e5e8 theorem:in_at_most_1_over_c *)
Theorem in_at_most_1_over_c : Holds statements_positional_ood_majority.finding_at_most_1_over_c.
Proof.
opening S W; meaning_for_all => n n1 _; meaning_for_all => c _ c1; have [c_neq0 _ _ _ _] := beyond_1 c1.
for_partitions k f partS l h partU m g partT.
by meaning_value; exact: ood_extremes.in_at_most_1_over_c n1 c1 partS partU partT.
Qed.

(* attest: positional.ood-probability printed sha256:251ace29103046e57a19ebaab0149e370d7cf782614e238f944545db0009502e theorem:eq_27_parts *)
Theorem eq_27_parts : Holds statements_positional_ood_probability.printed.
Proof.
opening S W; meaning_for_all => n n2 _; meaning_for_all => c _ c1; have [bound simple] := ood_in.eq_27_parts n2 c1.
have [nE n_neq0] := less_1 S (ltnW n2); have [n2E n2_neq0] := less_2 S n2.
have [c_neq0 c2_neq0 _ _ d2_neq0] := beyond_1 c1; have c2_neq1 := square_neq1 c1.
have next_c : 1%:R + c != 0 by rewrite gt_eqF // addr_gt0 ?ltr01 // (lt_trans ltr01).
meaning_parts; last by meaning_value; exact: simple.
by for_partitions k f partS l h partU m g partT; meaning_value; exact: bound partS _ _ partU _ _ partT.
Qed.

(* attest: positional.ood-order printed sha256:376ab6f60b6951247d8632598e898911bb6de62d70eac00c6a8568bef5fd3527 theorem:order *)
Theorem order : Holds statements_positional_ood_order.printed.
Proof.
opening S W; have [K bound] := ood_in.order S; meaning_exists K.
meaning_for_all => n n2 _; meaning_for_all => c _ c2; have c1 : 1 < c by apply: lt_le_trans c2; rewrite ltr1n.
have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0; case: (n) n2.
have [c_neq0 _ _ _ _] := beyond_1 c1.
by for_partitions k f partS l h partU m g partT; meaning_value; exact: bound n n2 c c2 _ _ partS _ _ partU _ _ partT.
Qed.

(* attest: positional.ood-proportional printed sha256:0a98b9ad180695e4b9bf2511afe8642f79c7a711f8985b9acb9dcb465c3fc3cd theorem:proportional *)
Theorem proportional : Holds statements_positional_ood_proportional.printed.
Proof.
opening S W; have [a [a0 [b bound]]] := ood_in.proportional S; meaning_exists a; meaning_exists b.
meaning_for_all => n n2 _; meaning_for_all => c _ c2; have c1 : 1 < c by apply: lt_le_trans c2; rewrite ltr1n.
have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0; case: (n) n2.
have [c_neq0 _ _ _ _] := beyond_1 c1.
for_partitions k f partS l h partU m g partT; meaning_value; apply/andP.
exact: bound n n2 c c2 _ _ partS _ _ partU _ _ partT.
Qed.

(* attest: positional.ood-proportional finding_limit sha256:ff77c7354fe728a030b41eb6aa00dbf11a9f95847a37a5814872085aafad4551 theorem:limit *)
Theorem limit : Holds statements_positional_ood_proportional.finding_limit.
Proof.
opening S W; meaning_for_all => n n2 _; meaning_for_all => c _ c1; have c2_neq1 := square_neq1 c1.
have [nE n_neq0] := less_1 S (ltnW n2); have [n2E n2_neq0] := less_2 S n2.
have c_next : c + 1%:R != 0 by rewrite gt_eqF // addr_gt0 ?ltr01 // (lt_trans ltr01).
for_partitions k f partS l h partU m g partT; meaning_value; apply/andP.
exact: ood_in.limit n2 c1 partS partU partT.
Qed.

(* attest: positional.ood-n2 finding_exact sha256:811040bf4c93d257470b74bcb6275a5f1a464383ec7a9a15eaf3e32ad0e5face theorem:in_2 *)
Theorem in_2 : Holds statements_positional_ood_n2.finding_exact.
Proof.
opening S W; meaning_for_all => c _ c1; have [c_neq0 _ _ _ _] := beyond_1 c1; have c2_neq1 := square_neq1 c1.
have d0 : 0 < c - 1%:R by rewrite subr_gt0.
have d_neq0 : c - 1%:R != 0 by rewrite gt_eqF.
have c0 : 0 < c := lt_trans ltr01 c1; have cp0 : 0 < c + 1%:R := addr_gt0 c0 ltr01.
have quotient_gt0 : 0 < (c + 1%:R) / (c - 1%:R) by rewrite divr_gt0.
for_partitions k f partS l h partU m g partT; meaning_value.
have bound := @ood_two.in_2 S (@log_of S) (@log_mul S) (@log_le S) c _ _ _ _ _ _ c1 partS partU partT; exact bound.
Qed.

(* attest: positional.ood-n2 repaired sha256:b9fb0e45743d5b939068dac32ea12df8ea1d7a8f4bf4e9b59f73800feb18ac4e theorem:eq_28 *)
Theorem eq_28 : Holds statements_positional_ood_n2.repaired.
Proof.
opening S W; meaning_for_all => c _ c1; have [c_neq0 _ _ _ _] := beyond_1 c1; have c2_neq1 := square_neq1 c1.
have c0 : 0 < c := lt_trans ltr01 c1; have cp0 : 0 < c + 1%:R := addr_gt0 c0 ltr01.
for_partitions k f partS l h partU m g partT; meaning_value.
have bound := @ood_two.eq_28 S (@log_of S) (@log_mul S) (@log_le S) c _ _ _ _ _ _ c1 partS partU partT; exact bound.
Qed.
