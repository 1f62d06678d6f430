(* SPDX-License-Identifier: Apache-2.0 *)
(* Linear attention with its normalizer and differential attention: the properties of normalizers.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import variants_alike bound_variants_softmax.
From attest Require statements_variants_linear_normalized statements_variants_differential.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation matrices_l := [:: transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Local Notation products_l := [:: transpose_d; matmul_d; is_rectangular_d].

Definition li_A := Eval compute in of_claim statements_variants_linear_normalized.printed "A".
Definition li_attention := Eval compute in of_claim statements_variants_linear_normalized.printed "linear_attention".
Definition li_feature := Eval compute in of_claim statements_variants_linear_normalized.printed "feature".
Definition divide_rows_d := Eval compute in of_claim statements_variants_linear_normalized.printed "divide_rows".
Definition df_A := Eval compute in of_claim statements_variants_differential.printed "A".
Definition df_is := Eval compute in of_claim statements_variants_differential.printed "is_differential".
Definition df_attention := Eval compute in of_claim statements_variants_differential.printed "differential_attention".

Section Variants.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

Lemma feature_gt0 (x : F) : 0 < (if x < 0%:R then exp fs x else x + 1%:R).
Proof. case: ifP => [_ | /negbT]; first exact: (@exp_gt0_S S x). by rewrite -leNgt => x_ge0; rewrite ltr_paddl ?ltr01. Qed.
Ltac positive := rewrite ?gt_eqF //; apply: sum_gt0 => // ?; apply: sum_gt0 => // ?; apply: mulr_gt0; exact: feature_gt0.

Lemma li_is_attention defs : provides [:: li_A, li_attention, li_feature, divide_rows_d & products_l] defs ->
  attention_is S defs (fun h _ d => head_of h d) (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV].
eexists; last by enter; value; positive.
split=> i => [j _ | _]; first by rewrite divr_ge0 // ltW //; [apply: sum_gt0 => // ?; apply: mulr_gt0; exact: feature_gt0 | positive].
by rewrite -mulr_suml divff //; positive.
Qed.

Definition df_info h n d : Prop := head_of h d /\ exists k Q K l,
  [/\ (0 < k)%N, field_at h "WQ2" = Value (mat d k Q), field_at h "WK2" = Value (mat d k K) & field_at h "lambda" = Value (Num l)].
Lemma df_told defs : provides (df_is :: head_l) defs -> told S defs "is_differential" df_info.
Proof.
move=> W; split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
have [h_y n_y d_y] := arguments_y e h n d.
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
case/true_and=> is_h /true_and[cols /true_and[isQ /true_and[isK /true_and[is_l _]]]].
split; first by apply: (is_head_call We _ _ _ _ is_h).
have [k [Q [hQ yk]]] := is_matrix_field Wm d_gt0 h_y isQ d_y.
have [k' [K [hK yk']]] := is_matrix_field Wm d_gt0 h_y isK d_y.
have kE := natr_inj (yields_inj yk' yk); subst k'.
have [l hl] : exists l, field_at h "lambda" = Value (Num l).
  by move: is_l; rewrite /yields /=; case: (h) => //= fields; case: (lookup "lambda" fields) => [[l|x|x|x|x]|] //= _; exists l.
by exists k, Q, K, l; split=> //; exact: at_least_1 cols yk.
Qed.
Lemma df_alike defs : provides [:: df_A, df_attention, softmax_matrix_d, softmax_in_d, scores_d, power_d & products_l] defs ->
  alike_at_0 defs df_info.
Proof.
move=> W h n d n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [k2 [Q2 [K2 [l [k2_gt0 hQ2 hK2 hl]]]]]].
by eexists; last by enter; value.
Qed.
Lemma df_identical defs : provides [:: layer_d, df_A, df_attention, attend_d, softmax_matrix_d, softmax_in_d, scores_d, power_d & matrices_l] defs ->
  identical_layer S defs df_info.
Proof.
move=> W h n d x n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [k2 [Q2 [K2 [l [k2_gt0 hQ2 hK2 hl]]]]]].
by eexists; last by enter; value.
Qed.
Definition li_layer_l := [:: li_A, li_attention, li_feature, attend_d, divide_rows_d & matrices_l].
End Variants.

(* --- variants.linear-normalized --- *)
(* attest: variants.linear-normalized property_right_stochastic sha256:69d276e07fb1f1340c1b9c92ee46854c08da5f18dca56acfa89dba070d4292cf theorem:linear_stochastic *)
Theorem linear_stochastic : Holds statements_variants_linear_normalized.property_right_stochastic.
Proof. by shows_right_stochastic np_told li_is_attention. Qed.
(* attest: variants.linear-normalized property_identical_rows_stay_identical sha256:6d89cdb26491463fce68ba14512787d3515411683ea2d09ea4362b5da0261400 theorem:linear_identical_rows *)
Theorem linear_identical_rows : Holds statements_variants_linear_normalized.property_identical_rows_stay_identical.
Proof. by shows_identical_rows np_told li_is_attention li_layer_l; exact: np_values. Qed.
(* attest: variants.linear-normalized property_not_position_aware sha256:812042b007ea8dfa17416e2fc83bb8d5b09c0ce73618ee55c671b21a6f290501 theorem:linear_not_aware *)
Theorem linear_not_aware : Holds statements_variants_linear_normalized.property_not_position_aware.
Proof. by shows_not_aware np_told li_is_attention. Qed.

(* --- variants.differential --- *)
(* attest: variants.differential property_identical_rows_stay_identical sha256:2ac403dd53acae433e6f596354a47ffed25a135571c4a1f51be936d9b3a3468f theorem:differential_identical_rows *)
Theorem differential_identical_rows : Holds statements_variants_differential.property_identical_rows_stay_identical.
Proof. by shows_identical_layer df_told df_identical. Qed.
(* attest: variants.differential property_not_position_aware sha256:fad0cc3adb91b4c8d449da247d06c16155726b3735c86c8e619ccc54d252fb6a theorem:differential_not_aware *)
Theorem differential_not_aware : Holds statements_variants_differential.property_not_position_aware.
Proof. by shows_not_aware_alike df_told df_alike. Qed.
