(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorem G.1 (discrepancy_pairs.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals calls_norms calls_tables.
From attest Require row_norms attention_lines discrepancy_pairs statements_positional_theorem_g1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The largest of numbers that are not negative, over all pairs of entries of two lists. *)
Lemma y_largest_entries (S : numbers) defs env (x y : string) (L M body : expr) m n (h : 'I_m -> value S) (k : 'I_n -> value S) (f : 'I_m -> 'I_n -> S) :
  yields (functions_of S) defs env L (entries h) -> (forall i, yields (functions_of S) defs ((x, h i) :: env) M (entries k)) ->
  (forall i j, yields (functions_of S) defs ((y, k j) :: (x, h i) :: env) body (Num (f i j))) ->
  (0 < m)%N -> (0 < n)%N -> (forall i j, 0 <= f i j) ->
  yields (functions_of S) defs env (Over "max" body [:: (x, L); (y, M)] None) (Num (row_norms.largest (fun i => row_norms.largest (f i)))).
Proof.
move=> yL yM yf m_gt0 n_gt0 f_ge0; rewrite /yields.
rewrite [LHS](@over_pairs S (functions_of S) defs _ _ h (indices m) (fun=> k) (fun=> indices n) env x y L M body yL (fun i _ => yM i)
  (fun i j => Value (Num (f i j))) _ (fun s => omap (@Num _) (obind (@largest _) (numbers_in s))) (fun i j _ _ => yf i j)).
set l := flatten _; have l_all : enumerates (l : seq ('I_m * 'I_n)).
  apply: uniq_perm; [ | exact: index_enum_uniq | ].
    by apply: (allpairs_uniq (f := pair)); rewrite ?index_enum_uniq // => -[i j] [i' j'] _ _ [-> ->].
  by case=> i j; rewrite mem_index_enum; apply/flatten_mapP; exists i; rewrite ?mem_index_enum //; apply: map_f; exact: mem_index_enum.
have l_gt0 : (0 < size l)%N by rewrite (enumerates_size l_all) card_prod !card_ord muln_gt0 m_gt0.
rewrite (numbers_in_map l (fun ij => f ij.1 ij.2)) /= (largest_all l_all l_gt0) => [|ij]; last exact: f_ge0.
by rewrite /= attention_lines.largest_pair.
Qed.

Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "max" _ [:: _; _] None) _ =>
    refine (y_largest_entries _ _ _ _ _ _); [value | intros ?; value | intros ? ?; value | assumption | assumption | nonnegative]
  end.
Ltac known_call ::= enter_named; value.

(* attest: positional.theorem-g1 printed sha256:14eb259c3fbde241af5199f0f0440ea9ba997f31dd25a48bfe7eb0bda9b70175 theorem:theorem_g1 *)
Theorem theorem_g1 : Holds statements_positional_theorem_g1.printed.
Proof.
opening S W; meaning_for_all => k k_gt0 _; meaning_for_all => r r_gt0 _; meaning_for_all => C _ _.
meaning_for_all => test _ _; meaning_for_all => train _ _; meaning_for_all => f _ _; meaning_for_all => h _ _; meaning_value.
apply: (@discrepancy_pairs.theorem_g1 S k (fun g => exists i, g = C i) test train (fun a b => `|a - b|) _ (C f) (C h)); [ | by exists f | by exists h].
move=> _ _ [i ->] [j ->]; pose moved i j := `|discrepancy_pairs.mean_loss test (fun x => `|C i x - C j x|) - discrepancy_pairs.mean_loss train (fun x => `|C i x - C j x|)|.
exact: le_trans (row_norms.le_largest (moved i) j) (row_norms.le_largest (fun i => row_norms.largest (moved i)) i).
Qed.
