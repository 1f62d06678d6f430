(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of identical_rows.v on the bound of Theorem 2, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require Import identical_rows statements_urpe_theorem_2_bound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma divisors (F : realFieldType) n : (1 < n)%N -> (n%:R - 1 != 0 :> F) /\ (1 + 1 / (n%:R - 1) != 0 :> F).
Proof.
move=> n_gt1; have n_pos : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n.
by split; rewrite gt_eqF // addr_gt0 ?divr_gt0 ?ltr01.
Qed.

Ltac side ::= assumption.

(* attest: urpe.theorem-2-bound printed sha256:36bfbd1c0584100cc73f0c18a2a219e2cf39c59df72b845803335d23507a0809 theorem:theorem_2_bound_printed *)
Theorem theorem_2_bound_printed : Holds printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt2 _; meaning_for_all => M _ M_gt0; meaning_for_all => c _ _.
have [neq1 neq2] := divisors S (ltnW n_gt2); meaning_value.
by rewrite andbC; apply: identical_rows.theorem_2_bound_printed.
Qed.

(* attest: urpe.theorem-2-bound finding_n_2_is_enough sha256:3699f3704a5d1e212025d8c7788529c4b17a8e11fdc97cdc4a6b48d35fa192f9 theorem:theorem_2_bound_from_2 *)
Theorem theorem_2_bound_from_2 : Holds finding_n_2_is_enough.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt1 _; meaning_for_all => M _ M_gt0; meaning_for_all => c _ _.
have [neq1 neq2] := divisors S n_gt1; meaning_value.
by rewrite andbC; apply: identical_rows.theorem_2_bound_from_2.
Qed.

(* Why it holds. *)
(* attest: urpe.theorem-2-bound finding_difference sha256:72a462de1fb9371d6b51a680bca55b310b19865ce927c602653b7232023582b7 theorem:difference *)
Theorem difference : Holds finding_difference.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt1 _; meaning_for_all => M _ _; meaning_for_all => c _ _.
have [neq1 neq2] := divisors S n_gt1; have neq3 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n ltnW.
meaning_value.
by apply/eqP; apply: identical_rows.bound_difference.
Qed.
