(* SPDX-License-Identifier: Apache-2.0 *)
(* Published attention variants that normalize otherwise, or see an extra token: sigmoid attention, softmax with 1 in its denominator,
   differential attention, linear attention with its normalizer, and a causal mask with a learned first token. Without encodings inside, each
   treats identical rows alike, so that the position-aware condition fails. The claims are variants.<name>. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows position_aware variants.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Normalizers.
Variable F : realFieldType.
Implicit Types (n d k : nat) (e : F -> F).

(* --- Identical rows --- *)
Lemma repeat_row_mulmx n d k (x : 'rV[F]_d) (W : 'M[F]_(d, k)) : repeat_row n x *m W = repeat_row n (x *m W).
Proof. by rewrite /repeat_row mulmxA. Qed.

Lemma scores_identical n d k (WQ WK : 'M[F]_(d, k)) x i j i' j' :
  scores WQ WK (repeat_row n x) i j = scores WQ WK (repeat_row n x) i' j'.
Proof.
rewrite /scores !repeat_row_mulmx !repeat_rowE [LHS]mxE [RHS]mxE; apply: eq_bigr => l _; congr (_ * _).
by rewrite [LHS]mxE [RHS]mxE !repeat_rowE.
Qed.

Lemma attend_alike n d (A : 'M[F]_n) (WV : 'M[F]_d) x :
  has_identical_rows A -> has_identical_rows (attend A WV (repeat_row n x)).
Proof.
move=> alike i k; apply/rowP => j; rewrite /attend; move: (repeat_row n x *m WV) => V.
rewrite [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE !repeat_rowE; congr (_ + _); rewrite [LHS]mxE [RHS]mxE.
by apply: eq_bigr => l _; have /rowP/(_ l) := alike i k; rewrite [in LHS]mxE [in RHS]mxE => ->.
Qed.

Lemma alike_sums n (A : 'M[F]_n) : (1 < n)%N -> has_identical_rows A -> ~ distinct (A *m ones F n).
Proof.
case: n A => [//|[//|n]] A _ alike dist.
have := dist ord0 (lift ord0 ord0) isT; rewrite !row_sumsE => /eqP; apply.
by apply: eq_bigr => l _; have /rowP/(_ l) := alike ord0 (lift ord0 ord0); rewrite [in LHS]mxE [in RHS]mxE.
Qed.

(* --- variants.sigmoid --- *)
Definition sigmoid_attention e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (1 / (1 + e (- scores WQ WK X i j))).

Lemma sigmoid_alike e n d k (WQ WK : 'M[F]_(d, k)) x : has_identical_rows (sigmoid_attention e WQ WK (repeat_row n x)).
Proof. by move=> i l; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE (scores_identical WQ WK x i j l j). Qed.

Theorem sigmoid_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  has_identical_rows (attend (sigmoid_attention e WQ WK (repeat_row n x)) WV (repeat_row n x)).
Proof. exact/attend_alike/sigmoid_alike. Qed.
Theorem sigmoid_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> exists X : 'M[F]_(n, d), ~ distinct (sigmoid_attention e WQ WK X *m ones F n).
Proof. by move=> n_gt1; exists (repeat_row n 0); apply/alike_sums/sigmoid_alike. Qed.

(* --- variants.softmax-plus-one --- *)
Definition softmax_plus_one e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (e (scores WQ WK X i j) / (1 + \sum_l e (scores WQ WK X i l))).

Lemma softmax_plus_one_alike e n d k (WQ WK : 'M[F]_(d, k)) x : has_identical_rows (softmax_plus_one e WQ WK (repeat_row n x)).
Proof.
move=> i l; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE (scores_identical WQ WK x i j l j); congr (_ / (_ + _)).
by apply: eq_bigr => m _; rewrite (scores_identical WQ WK x i m l m).
Qed.

Theorem softmax_plus_one_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  has_identical_rows (attend (softmax_plus_one e WQ WK (repeat_row n x)) WV (repeat_row n x)).
Proof. exact/attend_alike/softmax_plus_one_alike. Qed.
Theorem softmax_plus_one_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> exists X : 'M[F]_(n, d), ~ distinct (softmax_plus_one e WQ WK X *m ones F n).
Proof. by move=> n_gt1; exists (repeat_row n 0); apply/alike_sums/softmax_plus_one_alike. Qed.

(* --- variants.differential --- *)
Definition differential_attention e n d k k2 (WQ WK : 'M[F]_(d, k)) (WQ2 WK2 : 'M[F]_(d, k2)) (lambda : F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  softmax e (scores WQ WK X) - lambda *: softmax e (scores WQ2 WK2 X).

Lemma softmax_alike e n d k (WQ WK : 'M[F]_(d, k)) x i l j :
  softmax e (scores WQ WK (repeat_row n x)) i j = softmax e (scores WQ WK (repeat_row n x)) l j.
Proof.
rewrite /softmax [LHS]mxE [RHS]mxE (scores_identical WQ WK x i j l j); congr (_ / _).
by apply: eq_bigr => m _; rewrite (scores_identical WQ WK x i m l m).
Qed.

Lemma differential_alike e n d k k2 (WQ WK : 'M[F]_(d, k)) (WQ2 WK2 : 'M[F]_(d, k2)) lambda x :
  has_identical_rows (differential_attention e WQ WK WQ2 WK2 lambda (repeat_row n x)).
Proof.
move=> i l; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE (softmax_alike _ _ _ _ i l); congr (_ + _).
by rewrite [LHS]mxE [RHS]mxE [in LHS]mxE [in RHS]mxE (softmax_alike _ _ _ _ i l).
Qed.

Theorem differential_identical_rows e n d k k2 (WQ WK : 'M[F]_(d, k)) (WQ2 WK2 : 'M[F]_(d, k2)) lambda (WV : 'M[F]_d) x :
  has_identical_rows (attend (differential_attention e WQ WK WQ2 WK2 lambda (repeat_row n x)) WV (repeat_row n x)).
Proof. exact/attend_alike/differential_alike. Qed.
Theorem differential_not_aware e n d k k2 (WQ WK : 'M[F]_(d, k)) (WQ2 WK2 : 'M[F]_(d, k2)) lambda :
  (1 < n)%N -> exists X : 'M[F]_(n, d), ~ distinct (differential_attention e WQ WK WQ2 WK2 lambda X *m ones F n).
Proof. by move=> n_gt1; exists (repeat_row n 0); apply/alike_sums/differential_alike. Qed.

(* --- variants.linear-normalized: phi is any positive function of an entry (elu + 1) --- *)
Definition linear_attention (phi : F -> F) n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  divide_rows (map_mx phi (X *m WQ) *m (map_mx phi (X *m WK))^T).

Theorem linear_stochastic phi n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (0 < k)%N -> (forall t, 0 < phi t) -> right_stochastic (linear_attention phi WQ WK X).
Proof.
case: k WQ WK => [//|k] WQ WK _ phi_gt0.
have weight_gt0 i j : 0 < (map_mx phi (X *m WQ) *m (map_mx phi (X *m WK))^T) i j.
  rewrite mxE big_ord_recl /=; apply: ltr_paddr; last by rewrite !mxE; apply: mulr_gt0.
  by apply: sumr_ge0 => l _; rewrite !mxE; apply/ltW/mulr_gt0.
by apply: divide_rows_stochastic => [i j|i]; [apply: ltW|].
Qed.
Theorem linear_identical_rows phi n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (0 < k)%N -> (forall t, 0 < phi t) ->
  has_identical_rows (attend (linear_attention phi WQ WK (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> k_gt0 phi_gt0; apply/attend_identical/linear_stochastic. Qed.
Theorem linear_not_aware phi n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (0 < k)%N -> (forall t, 0 < phi t) ->
  exists X : 'M[F]_(n, d), ~ distinct (linear_attention phi WQ WK X *m ones F n).
Proof. by move=> n_gt1 k_gt0 phi_gt0; exists 0; apply/equal_sums/linear_stochastic. Qed.

(* --- variants.causal-mask-bos: attention over the learned first token and the n tokens of X --- *)
Definition bos_attention e n d k (WQ WK : 'M[F]_(d, k)) (first : 'rV[F]_d) (X : 'M[F]_(n, d)) : 'M[F]_(1 + n) :=
  causal_softmax e (scores WQ WK (col_mx first X)).

Theorem bos_stochastic e n d k (WQ WK : 'M[F]_(d, k)) first (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (bos_attention e WQ WK first X).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
Theorem bos_not_aware e n d k (WQ WK : 'M[F]_(d, k)) first :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct (bos_attention e WQ WK first X *m ones F (1 + n)).
Proof. by move=> n_gt1 e_gt0; exists 0; apply: equal_sums; [apply: ltnW | apply: bos_stochastic]. Qed.

End Normalizers.
