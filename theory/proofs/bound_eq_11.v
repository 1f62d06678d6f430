(* SPDX-License-Identifier: Apache-2.0 *)
(* Equation 11 of Positional Attention, repaired (attention_lines.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms calls_bounded_layers calls_side_by_side.
From attest Require attention_lines bounded_layers statements_positional_eq_11.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_eq_11.repaired) f) (only parsing).
Definition attended_d := Eval compute in the "attended".
Definition values_of_d := Eval compute in the "values_of".
Definition rows_norm_d := Eval compute in the "rows_norm".
Definition input_d := Eval compute in the "input".
Definition values_term_d := Eval compute in the "values_term".
Definition transposes_d := Eval compute in the "transposes".

(* A stack without anything behind it, and with zeros there. *)
Lemma norm_of_stack (F : rcfType) (N H E D : finType) (u : N -> H -> E -> F) :
  norm_2_inf (transposed (fun i (x : H * E) => u i x.1 x.2)) =
  norm_2_inf (transposed (fun i => bounded_layers.concatenated (u i) (fun _ : D => 0))).
Proof.
apply: attention_lines.eq_largest => i; rewrite /transposed /norm2 big_sumType /= [X in _ = Num.sqrt (_ + X)]big1 ?addr0 // => d _.
by rewrite expr0n.
Qed.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all
        | exact: pairs_all (names_all _) (enumerates_indices _) | exact: pairs_all (enumerates_indices _) (enumerates_indices _)
        | match goal with |- is_true (0 < size _)%N =>
            first [by rewrite size_indices | apply: columns_gt0; assumption
                  | apply: pairs_gt0; rewrite ?size_indices ?names_gt0 //; first [exact: names_all | exact: enumerates_indices]] end
        | exact: ler0n | exact: root_of_more_heads ].
Ltac length_value ::= first [refine (y_length_of _); value | refine (y_length _); value].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "stacked" _ = _ => by_call call_block
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  end.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition).

Lemma call_rows_norm (T U : finType) defs (l : seq T) (m : seq U) (A : T -> U -> F) :
  provides [:: rows_norm_d; norm_2_inf_d; norm_2_d; transpose_d; is_rectangular_d] defs ->
  enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N ->
  call fs defs "rows_norm" [:: sheet l m A] = Value (Num (attention_lines.largest_row A)).
Proof. by move=> W l_all m_all l_gt0 m_gt0; enter; value. Qed.

Variables (H n d E : nat).
Hypotheses (H_gt0 : (0 < H)%N) (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N) (E_gt0 : (0 < E)%N).
Implicit Types (A WV : nat -> nat -> F) (Z : 'I_n -> 'I_d -> F) (h : 'I_H).
Local Notation blocks A := (fun h : 'I_H => block A h : 'I_n -> 'I_n -> F).
Local Notation values W := (fun h : 'I_H => block W h : 'I_d -> 'I_E -> F).

Lemma call_attended defs A Z h : provides [:: attended_d; stacked_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "attended" [:: mat (H * n) n A; sheet (indices n) (indices d) Z; Num h.+1%:R] =
  Value (sheet (indices n) (indices d) (product (block A h : 'I_n -> 'I_n -> F) Z)).
Proof. by move=> W; enter; value. Qed.
Lemma call_values_of defs WV Z h : provides [:: values_of_d; stacked_d] defs ->
  call fs defs "values_of" [:: mat (H * d) E WV; Num h.+1%:R; sheet (indices n) (indices d) Z] =
  Value (sheet (indices d) (indices E) (block WV h : 'I_d -> 'I_E -> F)).
Proof.
move=> W; enter; refine (y_call (vs := [:: mat (H * d) E WV; Num h.+1%:R; Num d%:R]) _ _ _); [ | reflexivity | by apply: call_block; provided].
refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by value | by value | ].
apply: y_length_of; refine (y_ordinal floor_int (h := fun i => along (indices d) (Z i)) (j := Ordinal n_gt0) _ _ _); [by value | by value | by []].
Qed.
Lemma call_transposes defs A : provides [:: transposes_d; stacked_d; transpose_d; is_rectangular_d] defs ->
  call fs defs "transposes" [:: mat (H * n) n A; Num H%:R] =
  Value (entries (fun h => sheet (indices n) (indices n) (transposed (blocks A h)))).
Proof. by move=> W; enter; value. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "attended" _ = _ => found_call call_attended
  | |- call _ _ "values_of" _ = _ => found_call call_values_of
  | |- call _ _ "rows_norm" _ = _ => found_call call_rows_norm
  end.
Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "side_by_side" [:: Binary Concatenate _ _]) _ => refine (y_columns _ _ _ _); [provided | value | intros ?; value | value]
  end.
Lemma call_input defs A Z WV : provides [:: input_d; values_of_d; attended_d; side_by_side_d; stacked_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "input" [:: mat (H * n) n A; sheet (indices n) (indices d) Z; mat (H * d) E WV; Num H%:R] =
  Value (sheet (indices n) (columns H E d) (attention_lines.input (blocks A) Z (values WV))).
Proof. by move=> W; enter; value. Qed.
Lemma call_values_term defs A Z WV VV :
  provides [:: values_term_d; rows_norm_d; values_of_d; attended_d; stacked_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d; same_shape_d;
    is_rectangular_d] defs ->
  call fs defs "values_term" [:: mat (H * n) n A; sheet (indices n) (indices d) Z; mat (H * d) E WV; mat (H * d) E VV; Num H%:R] =
  Value (Num (attention_lines.values_term (blocks A) Z (values WV) (values VV))).
Proof. by move=> W; enter; apply: yields_eq; [value | rewrite /attention_lines.values_term card_ord]. Qed.
End Calls.

Lemma call_mat_matsub (S : numbers) defs m n (A B : nat -> nat -> S) : provides [:: matsub_d; matadd_d; same_shape_d] defs ->
  call (functions_of S) defs "matsub" [:: mat m n A; mat m n B] = Value (mat m n (fun i j => A i j - B i j)).
Proof. exact: (sheet_matsub (@floor_integer S) (iota 1 m) (iota 1 n)). Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" [:: mat _ _ _; _] = _ => found_call call_mat_matsub
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "stacked" _ = _ => by_call call_block
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "is_spectral_bound" _ = _ => found_call call_is_spectral_bound
  | |- call _ _ "unit" _ = _ => found_call call_unit
  | |- call _ _ "attended" _ = _ => found_call call_attended
  | |- call _ _ "values_of" _ = _ => found_call call_values_of
  | |- call _ _ "rows_norm" _ = _ => found_call call_rows_norm
  | |- call _ _ "input" _ = _ => found_call call_input
  | |- call _ _ "values_term" _ = _ => found_call call_values_term
  | |- call _ _ "transposes" _ = _ => found_call call_transposes
  | |- call _ _ "side_by_side" [:: entries _] = _ => found_call call_heads_beside
  | |- call _ _ "side_by_side" _ = _ => found_call call_heads_beside_and
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "max" [:: _]) _ => refine (y_max_along _ _ _); [value | assumption | eassumption]
  | |- yields _ _ _ (Call "side_by_side" [:: ListOver _ _ _]) _ => refine (y_side_by_side _ _ _ _); [provided | value | assumption | intros ?; value]
  | |- yields _ _ _ (Call "side_by_side" [:: Binary Concatenate (ListOver _ _ _) _]) _ =>
    refine (y_columns _ _ _ _); [provided | value | intros ?; value | value]
  end.

(* attest: positional.eq-11 repaired sha256:c6d270c29095b7afb642c6b79377349fc2e08649d370ff575a702ef9fa8ae1bf theorem:eq_11 *)
Theorem eq_11 : Holds statements_positional_eq_11.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _; meaning_for_all => m m_gt0 _.
meaning_for_all => A _ _; meaning_for_all => B _ _; meaning_for_all => Z _ _; meaning_for_all => Y _ _.
meaning_for_all => WV _ _; meaning_for_all => VV _ _; meaning_for_all => s _ _.
meaning_for_all => R _ /blocks_boundedP bound; have s_ge0 h : 0 <= s h by have [R' []] := bound h.
have := @attention_lines.eq_11 S _ _ _ _ (fun h : 'I_m => block A h : 'I_n -> 'I_n -> S) (fun h => block B h) Z Y
  (fun h => block WV h : 'I_d -> 'I_dV -> S) (fun h => block VV h) s bound.
pose stack i (h : 'I_m) := row_times (product (block B h : 'I_n -> 'I_n -> S) Y i) (attention_lines.difference (block WV h : 'I_d -> 'I_dV -> S) (block VV h)).
rewrite /attention_lines.row1 /attention_lines.row3 card_ord.
rewrite (_ : attention_lines.largest_row (attention_lines.stack2 _ _ _ _) = attention_lines.largest_row (fun (i : 'I_n) (x : 'I_m * 'I_dV) => stack i x.1 x.2)); last first.
  by symmetry; exact: (norm_of_stack (ordinal_finType d) stack).
case=> triangle spectral stacks; meaning_parts.
- by meaning_value; exact: triangle.
- by meaning_value; exact: spectral.
by meaning_value; exact: stacks.
Qed.
