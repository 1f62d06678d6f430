(* SPDX-License-Identifier: Apache-2.0 *)
(* A mask before softmax keeps the position-aware condition: a theorem of causal_families.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_attention calls_steps calls_families calls_causal.
From attest Require Import statements_urpe_causal_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions finding_position_aware) f) (only parsing).
Definition scores_d := Eval compute in the "scores".
Definition masked_scores_d := Eval compute in the "masked_scores".
Definition masked_weights_d := Eval compute in the "masked_weights".
Definition other_zeros_d := Eval compute in the "other_zeros".
Notation scores_l := [:: scores_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; zeros_d; transpose_d;
  matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "relative" _ = _ => found_call call_relative
  | |- call _ _ "bias" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: H; provided end
  | |- call _ _ "softmax" _ = _ => found_call call_softmax
  end.

Section Masked.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (c : nat -> F) (X : nat -> nat -> F) (n i : nat).

Lemma call_zero_scores defs n c X r : provides scores_l defs -> (0 < n)%N ->
  call fs defs "scores" [:: zero_t5 n c; mat n 1 X; r] = Value (mat n n (fun _ _ => 0)).
Proof.
move=> W n_gt0; have enc : encodes (zero_t5 n c) n 1 r (fun _ _ i j => 0) by exact: (@encodes_t5 S (zero_t5 n c) n 1 r (fun=> 0)).
enter; apply: yields_eq; first by value.
apply: mat_ext => i j _ _; rewrite addr0 big1 // => l _; rewrite [X in X * _]big1 ?mul0r // => q _; exact: mulr0.
Qed.
Lemma call_masked_scores defs n c X r i : provides (masked_scores_d :: scores_l) defs -> (0 < i <= n)%N ->
  call fs defs "masked_scores" [:: zero_t5 n c; mat n 1 X; r; Num i%:R] = Value (vec i (fun=> 0)).
Proof.
move=> W i_n; have n_gt0 : (0 < n)%N by case/andP: i_n => i_gt0; exact: leq_trans.
enter; apply: y_list_over; [by value | move=> j /in_from_1/andP[j_gt0 j_i]].
have j_n : (0 < j <= n)%N by rewrite j_gt0 (leq_trans j_i) //; case/andP: i_n.
apply: (y_at floor_int (i := j) (n := n) (h := fun=> Num 0)); [ | by value | by [] | exact: j_n | by []].
apply: (y_at floor_int (i := i) (n := n) (h := fun=> vec n (fun=> 0))); [ | by value | by [] | exact: i_n | by []].
by refine (y_call _ _ _); [values | reflexivity | apply: call_zero_scores; [provided | exact: n_gt0]].
Qed.
Lemma call_masked_weights defs n c X r i : provides [:: masked_weights_d; masked_scores_d; scores_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d;
    relative_d; softmax_d; zeros_d; transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d] defs -> (0 < i <= n)%N ->
  call fs defs "masked_weights" [:: zero_t5 n c; mat n 1 X; r; Num i%:R] = Value (vec i (fun j => i%:R^-1 * c (i + n - j)%N)).
Proof.
move=> W i_n; have i_gt0 : (0 < i)%N by case/andP: i_n.
enter; apply: (y_let (v := vec i (fun=> i%:R^-1))).
  apply: yields_eq; first refine (y_call _ _ _); [ | reflexivity | apply: (@call_softmax S _ i (fun=> 0)) => //; provided | ].
    refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | by apply: call_masked_scores => //; provided].
  by apply: vec_ext => j j_i; exact: soft_flat.
apply: y_list_over; [by value | move=> j /in_from_1 j_i].
have j_n : (0 < j <= n)%N by case/andP: j_i => -> /leq_trans->; case/andP: i_n.
apply: y_multiply; first by value.
refine (y_call _ _ _); [ | reflexivity | apply: (@call_relative _ _ floor_int _ n i j (fun k => Num (c k))) => //; provided].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); value.
Qed.
Lemma call_other_zeros defs n c : provides [:: other_zeros_d] defs -> (0 < n)%N -> (forall k, (k < n)%N -> c k = 0) ->
  call fs defs "other_zeros" [:: vec (2 * n - 1) c; Num n%:R] = Value (Bool true).
Proof.
move=> W n_gt0 c0; enter; apply: y_all_true; first by apply: (y_from_1 floor_int); [value | value | exact: one_less].
move=> k /in_from_1/andP[k_gt0 k_n]; have k_lt : (k < n)%N by rewrite -(prednK n_gt0) ltnS.
apply: (y_compare (v := Num (c (n - k)%N)) (w := Num 0%:R)); [ | by value | ].
  apply: (y_at floor_int (i := (n - k)%N)); [by value | by value | by rewrite natrB // ltnW | | by []].
  by rewrite subn_gt0 k_lt mul2n -addnn -addnBA // (leq_trans (leq_subr _ _)) // leq_addr.
by rewrite c0 ?ltn_subrL ?k_gt0 // /compare /= eqxx.
Qed.
End Masked.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  end.
(* attest: urpe.causal-c finding_position_aware sha256:0a53399a37f2fdf023b82be5f189f51be2f7c3812c4a24f602a474096af84bc6 theorem:masked_position_aware *)
Theorem masked_position_aware : Holds finding_position_aware.
Proof.
opening S W; meaning_for_all => n n_gt0 _.
pose one p : S := if p == n then 1 else 0.
apply: (says_exists_value (w := zero_t5 n one)); [by move=> ?; refine (any_and _ _ _ _) | exact: zero_t5_value | | ].
  apply: true_and_true; [ | apply: y_and1]; refine (y_call _ _ _); [values | reflexivity | | values | reflexivity | ].
    by apply: zero_t5_meets => //; provided.
  by apply: call_other_zeros => //; [provided | move=> k k_n; rewrite /one ltn_eqF].
meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
pose v i : S := 1%:R / i%:R.
apply: (y_let (v := vec n v)).
  apply: yields_eq.
    apply: y_list_over; [by value | move=> i /in_from_1 i_n].
    apply: y_sum; last by move=> j j_i; apply: y_name.
    by refine (y_call _ _ _); [values | reflexivity | apply: call_masked_weights => //; provided].
  apply: vec_ext => i /andP[i_gt0 i_n]; rewrite (bigD1_seq i) ?iota_uniq ?mem_iota ?add1n ?ltnS ?i_gt0 ?leqnn //= /one addKn eqxx mulr1.
  rewrite big1_seq => [|j /andP[j_i /in_from_1/andP[_ j_le]]]; first by rewrite addr0 /v mul1r.
  by rewrite gtn_eqF ?mulr0 // ltn_subRL ltn_add2r ltn_neqAle j_i.
apply: true_and_true.
  apply: y_same_vec; [by value | | by []].
  apply: y_list_over; [by value | move=> i /in_from_1/andP[i_gt0 _]].
  by apply: y_divide; [value | value | rewrite pnatr_eq0 -lt0n].
apply: y_and1; apply: yields_eq; [by value | congr Bool].
apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota => /andP[i_j _].
by rewrite /v !mul1r (inj_eq invr_inj) eqr_nat ltn_eqF.
Qed.
