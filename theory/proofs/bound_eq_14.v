(* SPDX-License-Identifier: Apache-2.0 *)
(* Equation 14 of Positional Attention (attention_lines.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms calls_bounded_layers calls_side_by_side.
From attest Require attention_lines bounded_layers statements_positional_eq_14.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_eq_14.printed) f) (only parsing).
Definition heads_of_d := Eval compute in the "heads_of".
Definition moved_attention_d := Eval compute in the "moved_attention".
Definition score_difference_d := Eval compute in the "score_difference".

Lemma pairs_of_indices_gt0 H n : (0 < H)%N -> (0 < n)%N -> (0 < size (pairs (indices H) (indices n)))%N.
Proof. by move=> H_gt0 n_gt0; apply: pairs_gt0; rewrite ?size_indices //; exact: enumerates_indices. Qed.
Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: pairs_all (enumerates_indices _) (enumerates_indices _)
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: pairs_of_indices_gt0; assumption] end
        | solve [repeat first [exact: ler0n | exact: largest_ge0 | apply: mulr_ge0]] ].

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "head_list" _ = _ => found_call call_head_list
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "bilinear" _ = _ => found_call call_bilinear
  | |- call _ _ "positional_scores" _ = _ => found_call call_positional_scores
  | |- call _ _ "positional_attention" _ = _ => found_call call_positional_attention
  end.
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation ord := ordinal_finType.
Implicit Types (defs : seq definition).

(* The values' matrices are zeros, of which nothing is asked. *)
Definition score_heads H G M (Q K : nat -> nat -> F) : 'I_H -> bounded_layers.head F (ord G) (ord M) (ord 1) (ord 1) :=
  @heads_of S H G M 1 1 Q K (fun _ _ => 0).
Lemma call_heads_of defs H G M Q K : provides [:: heads_of_d; head_list_d; stacked_d] defs -> (0 < H)%N ->
  call fs defs "heads_of" [:: mat (H * G) M Q; mat (H * G) M K; Num H%:R] = Value (heads_value (@score_heads H G M Q K)).
Proof.
move=> W H_gt0; enter; refine (y_call (vs := [:: mat (H * G) M Q; mat (H * G) M K; mat (H * 1) 1 (fun _ _ => 0); Num H%:R]) _ _ _);
  [ | reflexivity | by apply: call_head_list; [provided | ]].
refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); try by value.
by apply: yields_eq; [value | rewrite muln1 /mat listed_entries].
Qed.

Variables (N G M : nat) (P : 'I_N -> 'I_G -> F).
Hypotheses (N_gt0 : (0 < N)%N) (G_gt0 : (0 < G)%N) (M_gt0 : (0 < M)%N).
Implicit Types (h k : bounded_layers.head F (ord G) (ord M) (ord 1) (ord 1)).
Lemma call_moved_attention defs h k :
  provides [:: moved_attention_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; matsub_d; transpose_d; matadd_d; matmul_d;
    same_shape_d; is_rectangular_d] defs ->
  call fs defs "moved_attention" [:: sheet (indices N) (indices G) P; head_value h; head_value k] =
  Value (sheet (indices N) (indices N) (attention_lines.difference (bounded_layers.attention (@exp_of S) P (bounded_layers.WQ h) (bounded_layers.WK h))
    (bounded_layers.attention (@exp_of S) P (bounded_layers.WQ k) (bounded_layers.WK k)))).
Proof. by move=> W; enter; value. Qed.
Lemma call_score_difference defs h k :
  provides [:: score_difference_d; positional_scores_d; bilinear_d; matsub_d; transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  call fs defs "score_difference" [:: sheet (indices N) (indices G) P; head_value h; head_value k] =
  Value (sheet (indices N) (indices N) (attention_lines.difference (bounded_layers.scores P (bounded_layers.bilinear (bounded_layers.WQ h) (bounded_layers.WK h)))
    (bounded_layers.scores P (bounded_layers.bilinear (bounded_layers.WQ k) (bounded_layers.WK k))))).
Proof. by move=> W; enter; value. Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "norm_1_inf" _ = _ => found_call call_norm_1_inf
  | |- call _ _ "norm_inf_inf" _ = _ => found_call call_norm_inf_inf
  | |- call _ _ "bilinear" _ = _ => found_call call_bilinear
  | |- call _ _ "moved_scores" _ = _ => found_call call_moved_scores
  | |- call _ _ "heads_of" _ = _ => found_call call_heads_of
  | |- call _ _ "moved_attention" _ = _ => found_call call_moved_attention
  | |- call _ _ "score_difference" _ = _ => found_call call_score_difference
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: positional.eq-14 printed sha256:cf76c3ec251b496c035984e5db6dde7d393e9149f3b9cbbf96dbcc5ce634986f theorem:eq_14 *)
Theorem eq_14 : Holds statements_positional_eq_14.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _.
meaning_for_all => m m_gt0 _; meaning_for_all => P _ _; meaning_for_all => Z _ _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_for_all => VQ _ _; meaning_for_all => VK _ _.
pose hs := @score_heads S m dP dm WQ WK; pose ks := @score_heads S m dP dm VQ VK.
have [first second third fourth last] := attention_lines.eq_14 (@exp_add S) (@exp_gt0 S) (@exp_above S) (@tanh_le S) P Z
  (fun h => bounded_layers.WQ (hs h)) (fun h => bounded_layers.WK (hs h)) (fun h => bounded_layers.WQ (ks h)) (fun h => bounded_layers.WK (ks h)).
meaning_value; apply/and5P; split; [apply/eqP; exact: first | exact: second | exact: third | apply/eqP; exact: fourth | exact: last].
Qed.
