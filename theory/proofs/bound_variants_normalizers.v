(* SPDX-License-Identifier: Apache-2.0 *)
(* Variants with other normalizers, and two with a factor or more biases: the properties of normalizers.v and variants.v as the meaning of
   their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import variants_alike bound_variants_softmax.
From attest Require statements_variants_sigmoid statements_variants_softmax_plus_one.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation matrices_l := [:: transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Local Notation products_l := [:: transpose_d; matmul_d; is_rectangular_d].

Definition sg_A := Eval compute in of_claim statements_variants_sigmoid.printed "A".
Definition sg_attention := Eval compute in of_claim statements_variants_sigmoid.printed "sigmoid_attention".
Definition sg_matrix := Eval compute in of_claim statements_variants_sigmoid.printed "sigmoid_matrix".
Definition sg_in := Eval compute in of_claim statements_variants_sigmoid.printed "sigmoid_in".
Definition p1_A := Eval compute in of_claim statements_variants_softmax_plus_one.printed "A".
Definition p1_attention := Eval compute in of_claim statements_variants_softmax_plus_one.printed "softmax_plus_one_attention".
Definition p1_matrix := Eval compute in of_claim statements_variants_softmax_plus_one.printed "softmax_plus_one_matrix".

Section Variants.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

Lemma weights_neq0 b n (s : nat -> F) : good_base b -> 1%:R + \sum_(i <- iota 1 n) weight fs b (s i) != 0.
Proof.
move=> good; rewrite gt_eqF // ltr_paddr ?ltr01 // sumr_ge0 // => i _; rewrite ltW // weight_gt0 //; exact: exp_gt0_S.
Qed.

Lemma sg_alike defs : provides [:: sg_A, sg_attention, sg_matrix, sg_in, scores_d, power_d & products_l] defs ->
  alike_at_0 defs (fun h (_ : nat) d => head_of h d).
Proof.
move=> W h n d n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV]; have neq0 s := one_and_weight_neq0 s good.
by eexists; last by enter; value; exact: neq0.
Qed.
Lemma sg_identical defs : provides [:: layer_d, sg_A, sg_attention, sg_matrix, attend_d, sg_in, scores_d, power_d & matrices_l] defs ->
  identical_layer S defs (fun h _ d => head_of h d).
Proof.
move=> W h n d x n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV]; have neq0 s := one_and_weight_neq0 s good.
by eexists; last by enter; value; exact: neq0.
Qed.
Lemma p1_alike defs : provides [:: p1_A, p1_attention, p1_matrix, scores_d, power_d & products_l] defs ->
  alike_at_0 defs (fun h (_ : nat) d => head_of h d).
Proof.
move=> W h n d n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV]; have neq0 m s := @weights_neq0 b m s good.
by eexists; last by enter; value; exact: neq0.
Qed.
Lemma p1_identical defs : provides [:: layer_d, p1_A, p1_attention, p1_matrix, attend_d, scores_d, power_d & matrices_l] defs ->
  identical_layer S defs (fun h _ d => head_of h d).
Proof.
move=> W h n d x n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV]; have neq0 m s := @weights_neq0 b m s good.
by eexists; last by enter; value; exact: neq0.
Qed.
End Variants.

(* --- variants.sigmoid --- *)
(* attest: variants.sigmoid property_identical_rows_stay_identical sha256:48d7dfce090492b3e5439007641f01f7ace49f85498734116454b0d213153781 theorem:sigmoid_identical_rows *)
Theorem sigmoid_identical_rows : Holds statements_variants_sigmoid.property_identical_rows_stay_identical.
Proof. by shows_identical_layer np_told sg_identical. Qed.
(* attest: variants.sigmoid property_not_position_aware sha256:dceafea2e0ea8a8fb0c86281f330cc3a824b2003293e2fd0818c39113748e267 theorem:sigmoid_not_aware *)
Theorem sigmoid_not_aware : Holds statements_variants_sigmoid.property_not_position_aware.
Proof. by shows_not_aware_alike np_told sg_alike. Qed.

(* --- variants.softmax-plus-one --- *)
(* attest: variants.softmax-plus-one property_identical_rows_stay_identical sha256:0bfc77c9836ac77a24830f6b8fe68c7bf1f1dccbcb9852cfc7cda9dc704bee67 theorem:softmax_plus_one_identical_rows *)
Theorem softmax_plus_one_identical_rows : Holds statements_variants_softmax_plus_one.property_identical_rows_stay_identical.
Proof. by shows_identical_layer np_told p1_identical. Qed.
(* attest: variants.softmax-plus-one property_not_position_aware sha256:a1a0a0c0bfecdb7feb7c1854d4f290f3c3534e4570facb2b6c168b235ecaf875 theorem:softmax_plus_one_not_aware *)
Theorem softmax_plus_one_not_aware : Holds statements_variants_softmax_plus_one.property_not_position_aware.
Proof. by shows_not_aware_alike np_told p1_alike. Qed.
