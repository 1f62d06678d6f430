(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE's Theorem 1 and eq. 8: the theorems of srpe.v, srpe_corollaries.v and srpe_laws.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_ordinals srpe calls_srpe calls_srpe_model.
From attest Require srpe_corollaries srpe_laws statements_srpe_theorem_1_posterior statements_srpe_theorem_1_mean statements_srpe_theorem_1_prior
  statements_srpe_normalization.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What the statements bring, the latest first. *)
Local Notation positive_l := [:: is_positive_matrix_d; all_positive_d; is_matrix_d; is_vector_d].
Local Notation places_l := (context_d :: embedding_d :: positions_d :: sequences_d :: positive_l).
Local Notation joint_l l := (joint_weight_d :: beta_d :: l).

Ltac side ::= first [eassumption | exact: place_index | by apply: family_size
  | by apply: family_size; match goal with H : is_true (leq _ ?n) |- is_true (leq _ ?n) => apply: leq_trans H end | by apply: family_gt0].
Ltac known_call ::=
  first [by_call call_all_positive | by_call call_is_positive_matrix | by_call call_positions | by_call call_sequences
        | by_call call_beta | by_call call_beta_self | by_call call_joint_weight | by_call call_normalizer | by_call call_alpha
        | by_call call_prior | by_call call_posterior | by_call call_mean_with_itself | by_call call_mean_over_pairs
        | enter_named; value].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "all" _ (_ :: _ :: _) (Some _)) _ => refine (y_all_nested _ _); [value | intros ? ?; value]
  end.
Definition is_measure_d := Eval compute in definition_in (definitions statements_srpe_normalization.printed) "is_probability_measure".
Lemma balance_neq0 (F : realFieldType) m n u (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N -> positive u w -> balance u w i != 0.
Proof.
by move=> m_gt0 pos; have := normalizer_gt0 i m_gt0 pos; rewrite normalizer_closed_form //; apply: contraTneq => ->; rewrite mulr0 ltxx.
Qed.
(* attest: srpe.theorem-1-posterior printed sha256:1040a4d3d203bfe2c74cf47104e8f970d36dfa7105910a2984ec1592053140ea theorem:posterior_is_attention *)
Theorem posterior_is_attention : Holds statements_srpe_theorem_1_posterior.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (posterior_d :: normalizer_d :: joint_l (alpha_d :: places_l)).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_for_all => x _ _; meaning_value.
by apply/allP => j _; rewrite posterior_is_attention.
Qed.

(* attest: srpe.theorem-1-prior repaired sha256:a3fe4dce99126aab2f1d28c4c8f0de736472b845d5bb4acaa388b3a78500c1bf theorem:prior_closed_form *)
Theorem prior_closed_form : Holds statements_srpe_theorem_1_prior.repaired.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with (mean_over_pairs_d :: mean_with_itself_d :: prior_d :: normalizer_d :: joint_l places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
have neq0 := balance_neq0 i m_gt0 pos; meaning_value.
have [priorE only] := prior_closed_form i m_gt0 pos.
apply/andP; split; first by apply/allP => j _; rewrite place_0 priorE.
apply/eqP; apply/idP/idP => [/allP same | /orP same].
  rewrite (eqr_nat _ n 1); have [->|->] : n = 1%N \/ mean_with_itself w = mean_over_pairs w; last by rewrite eqxx orbT.
    by apply/only => j; apply/eqP/same/mem_index_enum.
  by rewrite eqxx.
apply/allP => j _; apply/eqP; apply: (proj2 only).
by case: same => [|/eqP->]; [rewrite (eqr_nat _ n 1) => /eqP->; left | right].
Qed.

(* attest: srpe.theorem-1-prior finding_other_positions sha256:513e1a254d76ef43fa6f0762a8f00ebf7dcb4bb970fef46ad9cf3b3cc0ce60c0 theorem:other_positions *)
Theorem other_positions : Holds statements_srpe_theorem_1_prior.finding_other_positions.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (prior_d :: normalizer_d :: joint_l places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_value; apply/allP => j _; apply/allP => k _; rewrite !place_0; apply/implyP => /andP[j_i k_i].
by apply/eqP/srpe_corollaries.other_positions.
Qed.

(* attest: srpe.normalization printed sha256:bfc0fd52c2b1720ad9ac0afa99da90a2b67944273f759c2887a707680034a2fd theorem:eq8_is_a_measure *)
Theorem eq8_is_a_measure : Holds statements_srpe_normalization.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (is_measure_d :: joint_l places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
have [c c_gt0 [ge0 total]] := eq8_is_a_measure i m_gt0 pos; have c_neq0 : c != 0 by rewrite gt_eqF.
meaning_exists c; meaning_value; apply/andP; split; first by apply/allP => x _; apply/allP => j _; exact: ge0.
by rewrite sum_words total.
Qed.

(* attest: srpe.normalization finding_constant sha256:4db2bf382b096b48784923a5de846d0cdb977db2d037714a5109a088beddddf8 theorem:normalizer_closed_form *)
Theorem normalizer_closed_form : Holds statements_srpe_normalization.finding_constant.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (mean_over_pairs_d :: mean_with_itself_d :: normalizer_d :: joint_l places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
by meaning_value; rewrite normalizer_closed_form.
Qed.

(* attest: srpe.normalization finding_one_constant_if_balanced sha256:6cdd160c881983078230d7bed32c63202d904433704fa78d914fb8b43044dd6b theorem:one_constant_if_balanced *)
Theorem one_constant_if_balanced : Holds statements_srpe_normalization.finding_one_constant_if_balanced.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (mean_over_pairs_d :: mean_with_itself_d :: normalizer_d :: joint_l places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ /andP[w_pos /eqP same].
have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
by meaning_value; apply/eqP/srpe_corollaries.one_constant_if_balanced.
Qed.
