(* SPDX-License-Identifier: Apache-2.0 *)
(* Masked attention: the properties of variants.v and masks.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_encodings calls_masks bound_variants_softmax.
From attest Require statements_variants_alibi statements_variants_causal_mask_no_bos.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation plain_l := [:: transpose_d; matmul_d; is_rectangular_d].
Local Notation matrices_l := [:: transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Local Notation rows_l := [:: transpose_d; matmul_d; dot_d; is_rectangular_d].
Local Notation products_l := [:: transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].
Local Notation masked_l l := (causal_softmax_row_d :: softmax_in_d :: scores_d :: power_d :: l).

Definition cm_A := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_right_stochastic "A".
Definition cm_row := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_right_stochastic "causal_row".
Definition cm_layer_row := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_causal "layer_row".
Definition al_A := Eval compute in of_claim statements_variants_alibi.property_right_stochastic "A".
Definition al_row := Eval compute in of_claim statements_variants_alibi.property_right_stochastic "alibi_row".
Definition al_scores := Eval compute in of_claim statements_variants_alibi.property_right_stochastic "alibi_scores".
Definition al_is := Eval compute in of_claim statements_variants_alibi.property_right_stochastic "is_alibi".
Definition al_layer_row := Eval compute in of_claim statements_variants_alibi.property_causal "layer_row".

Section Variants.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "causal_softmax_row" _ = _ => found_call call_causal_softmax_row
  | |- call _ _ "attend_row" _ = _ => found_call call_attend_row
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* The layer's rows, where each row of weights sums to 1 and all tokens are equal. *)
Lemma equal_rows n d (V : nat -> nat -> F) a (x : nat -> F) i c : \sum_(j <- iota 1 n) a j = 1 ->
  attended n d V a (fun=> x) i c = x c + \sum_(l <- iota 1 d) x l * V l c.
Proof. by move=> sums; rewrite /attended /product -mulr_suml sums mul1r. Qed.

(* --- variants.causal-mask-no-bos --- *)
Lemma cm_is_attention defs : provides [:: cm_A, cm_row & masked_l plain_l] defs ->
  attention_is S defs (fun h _ d => head_of h d) (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV].
by eexists; last (enter; value); apply: masked_stochastic.
Qed.
Lemma score_ext d k Q K (X Z : nat -> nat -> F) i j : (0 < i)%N -> (0 < j <= i)%N -> (forall k, (0 < k <= i)%N -> X k = Z k) ->
  score d k Q K X i j = score d k Q K Z i j.
Proof. by move=> i_gt0 j_in XZ; rewrite /score /product !XZ // i_gt0 leqnn. Qed.
Lemma cm_rows defs : provides [:: cm_layer_row, cm_row, attend_row_d & masked_l rows_l] defs -> rows_of_earlier defs (fun h _ d => head_of h d).
Proof.
move=> W h n d i n_gt0 d_gt0 i_in [b k Q K V good k_gt0 hb hQ hK hV]; have /andP[i_gt0 i_n] := i_in.
exists (fun Z => attended n d V (masked b (score d k Q K Z i) i) Z i) => [Z | Z Z' ZZ' c]; first by enter; value.
apply: attended_ext => // j; last exact: masked_later.
by apply: masked_ext => // l l_in; exact: score_ext.
Qed.
Lemma cm_identical defs : provides [:: layer_rows_d, cm_layer_row, cm_row, attend_row_d & masked_l rows_l] defs ->
  identical_layer S defs (fun h _ d => head_of h d).
Proof.
move=> W h n d x n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV].
have [_ sums] := @masked_stochastic S b n (score d k Q K (fun=> x)) good.
eexists; last by enter; value.
by move=> i j i_in _; rewrite /= !equal_rows // sums.
Qed.

(* --- variants.alibi --- *)
Definition al_info h n d : Prop := head_of h d /\ exists s, field_at h "slope" = Value (Num s).
Lemma al_told defs : provides (al_is :: head_l) defs -> told S defs "is_alibi" al_info.
Proof.
move=> W; split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
have [h_y _ _] := arguments_y e h n d; case/true_and=> is_h /true_and[is_s _].
split; first by apply: (is_head_call We _ _ _ _ is_h).
by have [s _ hs] := above_field h_y is_s; exists s.
Qed.
Lemma al_is_attention defs : provides [:: al_A, al_row, al_scores & masked_l matrices_l] defs -> attention_is S defs al_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [s hs]].
by eexists; last (enter; value); apply: masked_stochastic.
Qed.
Lemma al_rows defs : provides [:: al_layer_row, al_row, al_scores, attend_row_d & masked_l products_l] defs -> rows_of_earlier defs al_info.
Proof.
move=> W h n d i n_gt0 d_gt0 i_in [[b k Q K V good k_gt0 hb hQ hK hV] [s hs]]; have /andP[i_gt0 i_n] := i_in.
exists (fun Z => attended n d V (masked b (fun j => score d k Q K Z i j + - s * `|i%:R - j%:R|) i) Z i) => [Z | Z Z' ZZ' c]; first by enter; value.
apply: attended_ext => // j; last exact: masked_later.
by apply: masked_ext => // l l_in; rewrite (score_ext _ _ _ _ i_gt0 l_in ZZ').
Qed.
Lemma al_identical defs : provides [:: layer_rows_d, al_layer_row, al_row, al_scores, attend_row_d & masked_l products_l] defs ->
  identical_layer S defs al_info.
Proof.
move=> W h n d x n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [s hs]].
have [_ sums] := @masked_stochastic S b n (fun i j => score d k Q K (fun=> x) i j + - s * `|i%:R - j%:R|) good.
eexists; last by enter; value.
by move=> i j i_in _; rewrite /= !equal_rows // sums.
Qed.
End Variants.

(* --- variants.causal-mask-no-bos --- *)
(* attest: variants.causal-mask-no-bos property_right_stochastic sha256:79031226d6a75a65d3dbe20bde612134d0a4a4ab4494427201089fa97715f6d7 theorem:causal_stochastic *)
Theorem causal_stochastic : Holds statements_variants_causal_mask_no_bos.property_right_stochastic.
Proof. by shows_right_stochastic np_told cm_is_attention. Qed.
(* attest: variants.causal-mask-no-bos property_identical_rows_stay_identical sha256:8d6bd569f2349896a8a825274105f5bf6290afaf9a66c75ac467fb6d04753dfc theorem:causal_identical_rows *)
Theorem causal_identical_rows : Holds statements_variants_causal_mask_no_bos.property_identical_rows_stay_identical.
Proof. by shows_identical_layer np_told cm_identical. Qed.
(* attest: variants.causal-mask-no-bos property_not_position_aware sha256:1d883b13ee4522e42be3ec4153f79531edbe9ddc003c3ea63853fffd6f88f961 theorem:causal_not_aware *)
Theorem causal_not_aware : Holds statements_variants_causal_mask_no_bos.property_not_position_aware.
Proof. by shows_not_aware np_told cm_is_attention. Qed.
(* attest: variants.causal-mask-no-bos property_causal sha256:b40fc7a79cb049cbeafc28398fcef4722773f04b0ed1e18ce38fd2c693c77f69 theorem:mask_is_causal *)
Theorem mask_is_causal : Holds statements_variants_causal_mask_no_bos.property_causal.
Proof. by shows_causal np_told cm_rows. Qed.

(* --- variants.alibi --- *)
(* attest: variants.alibi property_right_stochastic sha256:449ab4ecab961237cf0d09b36743d68e42d9eb459891d0412d7eac666ce61ab0 theorem:alibi_stochastic *)
Theorem alibi_stochastic : Holds statements_variants_alibi.property_right_stochastic.
Proof. by shows_right_stochastic al_told al_is_attention. Qed.
(* attest: variants.alibi property_identical_rows_stay_identical sha256:1bfa81b2f00364390ecd7af90519f105c39566683d4d3a9841ae5d4252873c86 theorem:alibi_identical_rows *)
Theorem alibi_identical_rows : Holds statements_variants_alibi.property_identical_rows_stay_identical.
Proof. by shows_identical_layer al_told al_identical. Qed.
(* attest: variants.alibi property_not_position_aware sha256:4593692f19a481d06798d48d99f65e9adc75d86f83a5d33f08d20baede5b5ee9 theorem:alibi_not_aware *)
Theorem alibi_not_aware : Holds statements_variants_alibi.property_not_position_aware.
Proof. by shows_not_aware al_told al_is_attention. Qed.
(* attest: variants.alibi property_causal sha256:5ed608c78f640cd36cc73702e9feff112b94073b2bf1ce1a962e9b6304b1bf9c theorem:alibi_is_causal *)
Theorem alibi_is_causal : Holds statements_variants_alibi.property_causal.
Proof. by shows_causal al_told al_rows. Qed.
