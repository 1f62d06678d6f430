(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of row_norms.v, attention_lines.v and complexity.v on norms of matrices, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals calls_norms calls_tables.
From attest Require row_norms attention_lines complexity statements_positional_norm_inequalities statements_positional_class_norms
  statements_positional_cover_first_layer.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The largest over two indices, in either order. *)
Lemma largest_exchange (F : rcfType) (I J : finType) (f : I -> J -> F) : (forall i j, 0 <= f i j) ->
  row_norms.largest (fun j => row_norms.largest (fun i => f i j)) = row_norms.largest (fun i => row_norms.largest (f i)).
Proof.
move=> f_ge0; apply/le_anti/andP; split.
  apply: row_norms.largest_le => [|j]; first exact: row_norms.largest_ge0.
  apply: row_norms.largest_le => [|i]; first exact: row_norms.largest_ge0.
  exact: le_trans (row_norms.le_largest (f i) j) (row_norms.le_largest (fun i => row_norms.largest (f i)) i).
apply: row_norms.largest_le => [|i]; first exact: row_norms.largest_ge0.
apply: row_norms.largest_le => [|j]; first exact: row_norms.largest_ge0.
exact: le_trans (row_norms.le_largest (fun i => f i j) i) (row_norms.le_largest (fun j => row_norms.largest (fun i => f i j)) j).
Qed.

(* attest: positional.norm-inequalities printed sha256:790491023f084065945f0e29fecadb32f875167c303b66aaa6f723d595cb5e61 theorem:norm_inequalities *)
Theorem norm_inequalities : Holds statements_positional_norm_inequalities.printed.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => r r_gt0 _.
meaning_for_all => P _ _; meaning_for_all => Q _ _; meaning_for_all => v _ _; meaning_parts.
- by meaning_value; exact: row_norms.column_weighted.
- by meaning_value; exact: row_norms.product_2_1.
- meaning_value; apply/eqP; exact: largest_exchange (fun i j => normr_ge0 (row_norms.dot (P i) (row_norms.transposed Q j))).
- meaning_value; rewrite largest_exchange => [|i j]; last exact: normr_ge0.
  exact: row_norms.largest_dot.
meaning_for_all => s _ _; meaning_for_all => R _ /has_spectral_boundP bound; meaning_for_all => x _ _; meaning_value; apply/and3P; split.
- exact: row_norms.spectral_column bound.
- exact: row_norms.product_spectral bound.
rewrite (row_norms.eq_norm2 (y := row_norms.row_times x P)); last by move=> j; apply: eq_bigr => i _; rewrite mulrC.
exact: row_norms.spectral_row bound.
Qed.

(* attest: positional.class-norms printed sha256:3530f1c9b82a380538b13d4b8ff7d0bc228e29a6d105877a231b3a6b7aa60b68 theorem:class_norms *)
Theorem class_norms : Holds statements_positional_class_norms.printed.
Proof.
opening S W; meaning_for_all => dP dP_gt0 _; meaning_for_all => dm dm_gt0 _; meaning_for_all => WQ _ _; meaning_for_all => WK _ _.
meaning_for_all => B _ bound; meaning_value; exact: complexity.class_norms bound.
Qed.

Lemma sum_one (F : rcfType) (f : unit_finType -> F) : \sum_u f u = f tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.

(* attest: positional.class-norms finding_one_dimension sha256:b06dfea3f7c1200cf0d8f971020ffc8bc97bbcafc622fc7142de97d5939fb693 theorem:one_dimension *)
Theorem one_dimension : Holds statements_positional_class_norms.finding_one_dimension.
Proof.
opening S W; meaning_for_all => dm dm_gt0 _; meaning_for_all => WQ _ _; meaning_for_all => WK _ _; meaning_value.
have := complexity.one_dimension (fun _ => WQ ord0) (fun _ => WK ord0); rewrite sum_one big_ord_recl big_ord0 addr0.
have first (f : 'I_1 -> S) : row_norms.norm2 f = `|f ord0| by rewrite /row_norms.norm2 big_ord_recl big_ord0 addr0 sqrtr_sqr.
rewrite first {1}/row_norms.norm2 sum_one sqrtr_sqr => le; apply: le_trans le _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
apply: eq_bigr => m _; apply: row_norms.eq_norm2 => m'; rewrite /row_norms.transposed /row_norms.product sum_one.
by rewrite big_ord_recl big_ord0 addr0.
Qed.

(* attest: positional.cover-first-layer finding_rows_of_the_input sha256:0226fa7e94423f5daa1a88dc41ba02a1e73c6fe61fc7b8383bbeafe189256d2b theorem:rows_of_the_input *)
Theorem rows_of_the_input : Holds statements_positional_cover_first_layer.finding_rows_of_the_input.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _.
by meaning_for_all => X _ _; meaning_for_all => D _ _; meaning_value; apply/eqP.
Qed.

(* A list of lists that is written out. *)
Lemma sheet_of_rows (F : realFieldType) m n (A : 'I_m -> 'I_n -> F) (rows : seq (seq F)) :
  [seq [seq A i j | j <- indices n] | i <- indices m] = rows -> sheet (indices m) (indices n) A = List [seq List (map (@Num F) r) | r <- rows].
Proof. by move=> <-; rewrite -map_comp; congr List; apply: eq_map => i /=; rewrite -map_comp. Qed.

(* attest: positional.class-norms finding_unbounded_scores sha256:633355ca34020bf0770653ea42e87f4d1d7ba21bef1bfb91d1d66d2479f6bf38 theorem:unbounded_scores *)
Theorem unbounded_scores : Holds statements_positional_class_norms.finding_unbounded_scores.
Proof.
opening S W; meaning_for_all => t _ _; have two : (0 < 2)%N by []; have one : (0 < 1)%N by [].
pose WQ (i : 'I_2) (j : 'I_1) : S := if i == 0 then t else 0; pose WK (i : 'I_2) (j : 'I_1) : S := if i == 0 then 0 else 1.
have two_indices (T : Type) (h : 'I_2 -> T) : [seq h i | i <- indices 2] = [:: h ord0; h (lift ord0 ord0)].
  have := map_indices 2 (fun k => h (if k == 0%N then ord0 else lift ord0 ord0)); rewrite /= => E.
  by rewrite [RHS]E; apply: eq_map => i; congr h; apply: val_inj; case: i => -[|[|]].
have one_index (T : Type) (h : 'I_1 -> T) : [seq h i | i <- indices 1] = [:: h ord0].
  have := map_indices 1 (fun k => h ord0); rewrite /= => E.
  by rewrite [RHS]E; apply: eq_map => i; rewrite ord1.
meaning_exists WQ; meaning_exists WK; refine (says_expression (p := true && true) _ _) => //.
refine (y_and _ (fun _ => y_and1 _)); apply: yields_eq.
- refine (y_compare (c := Equal) (v := sheet (indices 1) (indices 1) (fun _ _ => 0)) (w := sheet (indices 1) (indices 1) (fun _ _ => 0)) _ _ _);
    [ | | by rewrite /compare equal_sheet].
    apply: yields_eq; first by value.
    by apply: sheet_ext => i j; rewrite /row_norms.product big_ord_recl big_ord1 /WQ /WK /= mul0r add0r mulr0.
  by apply: yields_eq; [value | rewrite (sheet_of_rows (rows := [:: [:: 0]])) // one_index one_index].
- by congr Bool; apply/allP => i _; apply/allP => j _; exact: eqxx.
- pose form (i j : 'I_2) : S := if (i == 0) && (j == 1) then t else 0.
  refine (y_compare (c := Equal) (v := sheet (indices 2) (indices 2) form) (w := sheet (indices 2) (indices 2) form) _ _ _);
    [ | | by rewrite /compare equal_sheet].
    apply: yields_eq; first by value.
    apply: sheet_ext => a b; rewrite /row_norms.product big_ord1 /WQ /WK /form.
    by case: (a == 0); rewrite ?mul0r //=; case: b => -[|[|]] // b_lt; rewrite ?mulr1 ?mulr0.
  apply: yields_eq; [value | rewrite (sheet_of_rows (rows := [:: [:: 0; t]; [:: 0; 0]])) //].
  by rewrite two_indices !two_indices.
by congr Bool; apply/allP => a _; apply/allP => b _; exact: eqxx.
Qed.
