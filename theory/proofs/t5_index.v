(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 5.1: two attention heads with T5's relative positions tell the index of every position of every
   sequence that is not constant. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Index.
Variable F : realFieldType.

(* The attention matrix of a T5 head with WQ = 0 and biases m, where t = exp m. *)
Definition t5_weights n (t : int -> F) : 'M[F]_n :=
  \matrix_(i, j) (t (relative i j) / \sum_(k < n) t (relative i k)).

(* Head N: 1 for j <= i, 1/2 for j > i. Head M: 1/2 for j = i, too. *)
Definition head_N (l : int) : F := if 0 <= l then 1 else 2%:R^-1.
Definition head_M (l : int) : F := if 0 < l then 1 else 2%:R^-1.
(* The weight that row i gives to tokens other than its own. *)
Definition weight_of_others n (T : eqType) (t : int -> F) (w : 'I_n -> T) (i : 'I_n) : F :=
  \sum_(j | w j != w i) t5_weights n t i j.
Definition constant n (T : eqType) (w : 'I_n -> T) : Prop := forall i j, w i = w j.

(* The numerator: the same for both heads, as they differ at j = i alone. *)
Definition others n (T : eqType) (w : 'I_n -> T) (i : 'I_n) : F := \sum_(j | w j != w i) head_N (relative i j).

Lemma others_M n (T : eqType) (w : 'I_n -> T) i : \sum_(j | w j != w i) head_M (relative i j) = others w i.
Proof.
apply: eq_bigr => j differ; rewrite /head_M /head_N /relative subr_gt0 subr_ge0 lez_nat ltz_nat ltn_neqAle.
have -> : (j : nat) != i by apply: contraNneq differ => /ord_inj->; rewrite eqxx.
by [].
Qed.

Lemma half_sum n m : (m <= n)%N -> \sum_(k < n) (if (k < m)%N then 1 else 2%:R^-1 : F) = (n + m)%:R / 2%:R.
Proof.
move=> m_le_n; have two : (2%:R : F) != 0 by rewrite pnatr_eq0.
rewrite (eq_bigr (fun k : 'I_n => 2%:R^-1 + (if (k < m)%N then 2%:R^-1 else 0))) => [|k _]; last first.
  by case: ifP => _; rewrite ?addr0 // -[2%:R^-1]mul1r -mulrDl divff.
rewrite big_split /= sumr_const card_ord -big_mkcond /= (big_ord_narrow m_le_n) sumr_const card_ord.
by rewrite -mulrnDr -[LHS]mulr_natl.
Qed.

Lemma sum_N n (i : 'I_n) : \sum_(k < n) head_N (relative i k) = (n + i.+1)%:R / 2%:R.
Proof.
rewrite -(half_sum (ltn_ord i)); apply: eq_bigr => k _.
by rewrite /head_N /relative subr_ge0 lez_nat ltnS.
Qed.

Lemma sum_M n (i : 'I_n) : \sum_(k < n) head_M (relative i k) = (n + i)%:R / 2%:R.
Proof.
rewrite -(half_sum (ltnW (ltn_ord i))); apply: eq_bigr => k _.
by rewrite /head_M /relative subr_gt0 ltz_nat.
Qed.

Lemma weight_N n (T : eqType) (w : 'I_n -> T) i : weight_of_others head_N w i = others w i / ((n + i.+1)%:R / 2%:R).
Proof. by rewrite /weight_of_others /others mulr_suml; apply: eq_bigr => j _; rewrite mxE sum_N. Qed.

Lemma weight_M n (T : eqType) (w : 'I_n -> T) i : weight_of_others head_M w i = others w i / ((n + i)%:R / 2%:R).
Proof. by rewrite /weight_of_others -others_M mulr_suml; apply: eq_bigr => j _; rewrite mxE sum_M. Qed.

Lemma head_N_gt0 l : 0 < head_N l.
Proof. by rewrite /head_N; case: ifP => _; rewrite ?ltr01 // invr_gt0 ltr0n. Qed.

(* The ratio of the two weights tells the index, whatever the tokens are; both are 0 on constant sequences, and there alone. *)
Theorem two_heads_tell_the_index n (T : eqType) (w : 'I_n -> T) (i : 'I_n) :
  weight_of_others head_M w i * (n + i)%:R = weight_of_others head_N w i * (n + i.+1)%:R /\
  (weight_of_others head_N w i = 0 <-> constant w).
Proof.
have two : (2%:R : F) != 0 by rewrite pnatr_eq0.
have n_gt0 : (0 < n)%N by apply: leq_trans (ltn_ord i).
have nonzero m : ((n + m)%:R : F) != 0 by rewrite pnatr_eq0 addn_eq0 negb_and -lt0n n_gt0.
split; first by rewrite weight_N weight_M !invf_div !mulrA !mulfVK // mulrC.
rewrite weight_N; split=> [/eqP | same]; last first.
  by rewrite /others big_pred0 ?mul0r // => j; rewrite (same j i) eqxx.
rewrite mulf_eq0 invr_eq0 mulf_eq0 invr_eq0 (negbTE two) (negbTE (nonzero _)) /= orbF => none.
have all_i j : w j = w i.
  apply/eqP; apply: contraTT none => differ; rewrite gt_eqF // /others (bigD1 j) //=.
  by apply: ltr_paddr (head_N_gt0 _); apply: sumr_ge0 => k _; apply/ltW/head_N_gt0.
by move=> j k; rewrite !all_i.
Qed.

End Index.
