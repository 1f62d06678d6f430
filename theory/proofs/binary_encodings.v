(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix D.1.6: with binary position encodings some unique hardmax pattern is out of
   reach, for every number of positions from two on. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Binary.
Variable F : realFieldType.

(* Position i = 0, ..., n - 1 in k bits from the most significant on, with -1 for 0. *)
Definition bit k i j : bool := odd (i %/ 2 ^ (k.-1 - j)).
Definition binary n k : 'M[F]_(n, k) := \matrix_(i, j) (if bit k i j then 1 else -1).

(* 2^m - 1 and 2^m differ in every one of m + 1 bits. *)
Lemma complements m j : (j < m.+1)%N -> bit m.+1 (2 ^ m) j = ~~ bit m.+1 (2 ^ m - 1) j.
Proof.
rewrite ltnS /bit /= => j_le; set b := (m - j)%N; have b_le : (b <= m)%N by exact: leq_subr.
have pow_gt0 l : (0 < 2 ^ l)%N by rewrite expn_gt0.
have -> : (2 ^ m = 2 ^ (m - b) * 2 ^ b)%N by rewrite -expnD subnK.
have -> : (2 ^ (m - b) * 2 ^ b - 1 = (2 ^ (m - b) - 1) * 2 ^ b + (2 ^ b - 1))%N.
  by rewrite mulnBl mul1n addnBA // subnK // leq_pmull.
rewrite mulnK // divnMDl // [((2 ^ b - 1) %/ _)%N]divn_small ?addn0; last by rewrite subn1 ltn_predL.
by rewrite subn1 -{1}(prednK (pow_gt0 (m - b)%N)).
Qed.

Theorem constant_pattern_is_missed n m dm (WQ WK : 'M[F]_(m.+1, dm)) : (2 ^ m < n.+2 <= 2 ^ m.+1)%N ->
  hardmax (scores (binary n.+2 m.+1) WQ WK) != pattern F (fun _ : 'I_n.+2 => ord0 : 'I_n.+2).
Proof.
move=> /andP[lt_n _]; apply/negP => /eqP is_pattern.
have pow_gt0 : (0 < 2 ^ m)%N by rewrite expn_gt0.
have lt_n' : (2 ^ m - 1 < n.+2)%N by rewrite (leq_ltn_trans (leq_subr _ _)).
pose i : 'I_n.+2 := Ordinal lt_n; pose i' : 'I_n.+2 := Ordinal lt_n'.
have opposite : row i (binary n.+2 m.+1) = - row i' (binary n.+2 m.+1).
  by apply/rowP => j; rewrite !mxE /= complements //; case: (bit _ _ _); rewrite ?opprK.
have scores_opposite k : scores (binary n.+2 m.+1) WQ WK i k = - scores (binary n.+2 m.+1) WQ WK i' k.
  have := congr1 (fun r : 'rV_m.+1 => (r *m WQ *m (binary n.+2 m.+1 *m WK)^T) 0 k) opposite.
  by rewrite /scores !mulNmx [in RHS]mxE -!row_mul mxE [in X in _ = - X]mxE.
set S := scores _ _ _ in is_pattern scores_opposite *.
have below l k : k != ord0 -> S l k < S l ord0.
  have := hardmaxE S l ord0; rewrite is_pattern mxE eqxx; case: forallP => [top _ k_neq|_ /eqP]; last by rewrite oner_eq0.
  rewrite lt_neqAle top andbT; apply/eqP => eq_k.
  have := hardmaxE S l k; rewrite is_pattern mxE (negbTE k_neq); case: forallP => [_ /eqP|not_top _]; first by rewrite eq_sym oner_eq0.
  by case: not_top => l'; rewrite eq_k.
have one_neq0 : (Ordinal (isT : (1 < n.+2)%N)) != ord0 :> 'I_n.+2 by [].
by have := below i _ one_neq0; rewrite !scores_opposite ltr_opp2 ltNge (ltW (below i' _ one_neq0)).
Qed.

End Binary.
