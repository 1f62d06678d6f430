(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix C: smaller facts about the class's norms, eq. 14 and eq. 20. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Norms.
Variable F : rcfType.
Add Ring carrier_ring : (carrier_theory F).

Definition norm_2_1 (I J : finType) (A : I -> J -> F) : F := \sum_j norm2 (transposed A j).

(* The class's bound, read as one of WK WQ^T, bounds the sum of the rows' norms of WQ WK^T. *)
Theorem class_norms (G M : finType) (WQ WK : G -> M -> F) B : norm_2_1 (product WK (transposed WQ)) <= B ->
  \sum_a norm2 (product WQ (transposed WK) a) <= B.
Proof.
apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => a _; apply: eq_norm2 => b.
by apply: eq_bigr => m _; rewrite /transposed mulrC.
Qed.

Theorem one_dimension (M : finType) (WQ WK : unit_finType -> M -> F) :
  \sum_a norm2 (product WQ (transposed WK) a) <= norm_2_1 (product (transposed WK) WQ).
Proof.
have one (f : unit_finType -> F) : \sum_u f u = f tt by rewrite (bigD1 tt) //= big1 ?addr0 // => -[].
rewrite one /norm2 one sqrtr_sqr /product; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => m _.
rewrite /transposed /product -[X in X <= _]sqrtr_sqr; apply: ler_wsqrtr.
rewrite (bigD1 m) //= one [WK tt m * _]mulrC ler_addl; apply: sumr_ge0 => k _; exact: sqr_ge0.
Qed.

(* Numbers whose sum is 0, up to three of them: on one side of 0 there is at most one. *)
Lemma sum_of_few (I : finType) (A : pred I) (f : I -> F) b : (#|A| <= 1)%N -> 0 <= b -> (forall i, f i <= b) -> \sum_(i | A i) f i <= b.
Proof.
move=> few b_ge0 f_le; case: (pickP A) => [i0 A0|none]; last by rewrite big_pred0.
rewrite (bigD1 i0) //= big1 ?addr0 // => i /andP[Ai other].
have : (2 <= #|A|)%N by rewrite (cardD1 i0) (cardD1 i) !inE other; rewrite !unfold_in A0 Ai.
by rewrite ltnNge few.
Qed.

Theorem up_to_three (n : nat) (p : 'I_n -> F) : (n <= 3)%N -> \sum_i p i = 0 -> norm1 p <= 2%:R * norm_inf p.
Proof.
move=> n_le sum0; pose A := [pred i | 0 < p i]; pose B := [pred i | p i < 0].
have split0 : \sum_(i | A i) p i = \sum_(i | B i) - p i.
  apply/eqP; rewrite sumrN -addr_eq0 -[X in _ == X]sum0 [X in _ == X](bigID A) /= eq_sym.
  rewrite eq_sym (_ : \sum_(i | ~~ (0 < p i)) p i = \sum_(i | p i < 0) p i) //.
  rewrite big_mkcond [RHS]big_mkcond; apply: eq_bigr => i _; by case: (ltrgt0P (p i)).
have norm1E : norm1 p = \sum_(i | A i) p i + \sum_(i | B i) - p i.
  rewrite /norm1 [X in _ = X + _]big_mkcond [X in _ = _ + X]big_mkcond -big_split; apply: eq_bigr => i _ /=.
  by case: (ltrgt0P (p i)); rewrite ?addr0 ?add0r.
have m_ge0 : 0 <= norm_inf p by apply: largest_ge0.
have p_le i : p i <= norm_inf p by apply: le_trans (le_largest (fun i => `|p i|) i); apply: ler_norm.
have Np_le i : - p i <= norm_inf p by apply: le_trans (le_largest (fun i => `|p i|) i); rewrite -normrN ler_norm.
have few : (#|A| + #|B| <= 3)%N.
  apply: leq_trans n_le; rewrite -[X in (_ <= X)%N]card_ord -cardUI (_ : #|predI A B| = 0%N) ?addn0 ?max_card //.
  by apply: eq_card0 => i; rewrite !inE; case: (ltrgt0P (p i)).
rewrite norm1E [2%:R]mulr2n mulrDl mul1r; case: (leqP #|A| 1) => [A_few|A_many].
  by rewrite -split0 ler_add ?sum_of_few.
have B_few : (#|B| <= 1)%N by move: (leq_trans (leq_add A_many (leqnn _)) few); rewrite addSn addSn ltnS ltnS add0n.
by rewrite split0 ler_add ?sum_of_few.
Qed.

(* First line of eq. 20: a b^2 of Lemma C.8 for WV, the scores, W1 and W2. *)
Theorem line_1 (H B21 BX BP Bw y al et ga be Bl Bl' : F) :
  [/\ H * B21 ^+ 2 * BX ^+ 2 * y * (Bw * al * et) ^+ 2 = Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * H * al ^+ 2 * et ^+ 2,
      BX ^+ 2 * (H * Bl' ^+ 2 * B21 ^+ 2 * BP ^+ 2 * y * (Bw * al * ga) ^+ 2) =
        Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * H * Bl' ^+ 2 * BP ^+ 2 * al ^+ 2 * ga ^+ 2,
      Bl ^+ 2 * B21 ^+ 2 * BX ^+ 2 * y * (Bw * al * be) ^+ 2 = Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * Bl ^+ 2 * al ^+ 2 * be ^+ 2 &
      Bl ^+ 2 * B21 ^+ 2 * BX ^+ 2 * y * (Bw * al) ^+ 2 = Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * Bl ^+ 2 * al ^+ 2].
Proof. by split; ring_in F. Qed.

End Norms.
