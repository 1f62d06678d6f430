(* SPDX-License-Identifier: Apache-2.0 *)
(* Attention whose rows do not sum to 1: with T5's encoding inside, positions come through; a learned sink alone, without a mask, does not do it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware no_denominator variants normalizers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section NormalizersWithT5.
Variable F : realFieldType.
Implicit Types (n d k : nat) (e : F -> F).

Definition t5_scores n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_n := scores WQ WK X + bias_t5 m X.
Definition sigmoid_t5 e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (1 / (1 + e (- t5_scores WQ WK m X i j))).
Definition softmax_plus_one_t5 e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (e (t5_scores WQ WK m X i j) / (1 + \sum_l e (t5_scores WQ WK m X i l))).
(* m_k = 0 for k <= 0, 1 for k > 0. *)
Definition steps (t : int) : F := if t <= 0 then 0 else 1.

Lemma t5_alone n d k (X : 'M[F]_(n, d)) : t5_scores (0 : 'M_(d, k)) 0 steps X = table n steps.
Proof. by rewrite /t5_scores /scores mulmx0 mul0mx add0r. Qed.

Lemma sums_distinct e n : injective e -> distinct (row_sums e (table n steps)).
Proof. by move=> e_inj; have [_] := @removal_breaks_the_limitation F e n 0 0 0 e_inj. Qed.

(* Identical rows x = 1 of two tokens, with WV = 1. *)
Lemma come_apart (A : 'M[F]_2) : distinct (A *m ones F 2) -> ~ has_identical_rows (attend A 1 (repeat_row 2 (1 : 'rV[F]_1))).
Proof.
move=> dist /(_ ord0 (lift ord0 ord0))/rowP/(_ 0).
have -> : repeat_row 2 (1 : 'rV[F]_1) = ones F 2 by rewrite /repeat_row mulmx1.
rewrite /attend mulmx1 mxE [RHS]mxE mxE [RHS]mxE [ones F 2 _ _]mxE [X in _ = X + _]mxE => /addrI same.
by have := dist ord0 (lift ord0 ord0) isT; rewrite same eqxx.
Qed.

(* attest: variants.sigmoid finding_with_t5 sha256:80abbf6150e93e4457031a901bde2b5c5b67d416a8703c093a3ba3b93be4bf35 theorem:sigmoid_with_t5 *)
Theorem sigmoid_with_t5 e : (forall t, 0 < e t) -> injective e ->
  let A n d X := sigmoid_t5 e (0 : 'M_(d, 1)) 0 steps (X : 'M[F]_(n, d)) in
  ~ has_identical_rows (attend (A 2%N 1%N (repeat_row 2 1)) 1 (repeat_row 2 1)) /\
  forall n d, exists v, distinct v /\ forall X, A n d X *m ones F n = v.
Proof.
move=> e_gt0 e_inj A; pose s t := 1 / (1 + e (- t)).
have s_inj : injective s.
  move=> x y; rewrite /s !mul1r => /invr_inj/addrI/e_inj/oppr_inj.
  exact.
have AE n d (X : 'M[F]_(n, d)) : A n d X = map_mx s (table n steps).
  by apply/matrixP => i j; rewrite /A /sigmoid_t5 t5_alone mxE [RHS]mxE.
have dist n : distinct (row_sums s (table n steps)) by apply: sums_distinct.
split=> [|n d]; first by apply: come_apart; rewrite AE; apply: dist.
by exists (row_sums s (table n steps)); split=> // X; rewrite AE.
Qed.

(* attest: variants.softmax-plus-one finding_with_t5 sha256:7b1ef40b28bcb79c5f7dfbf0c1edfddb8b10b96bf43056658adcb142a1e8ab2e theorem:softmax_plus_one_with_t5 *)
Theorem softmax_plus_one_with_t5 e : (forall t, 0 < e t) -> injective e ->
  let A n d X := softmax_plus_one_t5 e (0 : 'M_(d, 1)) 0 steps (X : 'M[F]_(n, d)) in
  ~ has_identical_rows (attend (A 2%N 1%N (repeat_row 2 1)) 1 (repeat_row 2 1)) /\
  forall n d, exists v, distinct v /\ forall X, A n d X *m ones F n = v.
Proof.
move=> e_gt0 e_inj A; pose R n := row_sums e (table n steps).
have R_ge0 n i : 0 <= R n i 0.
  by rewrite /R row_sumsE; apply: sumr_ge0 => j _; rewrite mxE ltW.
pose v n : 'cV[F]_n := \col_i (R n i 0 / (1 + R n i 0)).
have sums n d (X : 'M[F]_(n, d)) : A n d X *m ones F n = v n.
  apply/matrixP => i o; rewrite row_sumsE ord1 [RHS]mxE [in RHS]/R !row_sumsE mulr_suml; apply: eq_bigr => j _.
  rewrite /A /softmax_plus_one_t5 t5_alone mxE [map_mx _ _ _ _]mxE; congr (_ / (1 + _)).
  by apply: eq_bigr => l _; rewrite [RHS]mxE.
have dist n : distinct (v n).
  have vE l : v n l 0 = R n l 0 / (1 + R n l 0) by rewrite mxE.
  have pos l : 1 + R n l 0 != 0 by rewrite gt_eqF // ltr_paddr ?R_ge0 ?ltr01.
  move=> i j ij; apply: contraNneq (sums_distinct e_inj ij); rewrite !vE -!/(R n) => /eqP.
  by rewrite eqr_div // !mulrDr !mulr1 [R n i 0 * R n j 0]mulrC => /eqP/addIr ->.
split=> [|n d]; first by apply: come_apart; rewrite sums; apply: dist.
by exists (v n).
Qed.

(* OpenAI's sink without its mask. *)
Definition sink_unmasked e n d k (WQ WK : 'M[F]_(d, k)) (sink : F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (e (scores WQ WK X i j) / (e sink + \sum_l e (scores WQ WK X i l))).

(* attest: variants.learned-sink finding_without_mask sha256:13ed9217c5e74da4a370f0e9b0136f12f5e072a694ce3f7cedfcd008d609aa59 theorem:sink_without_mask *)
Theorem sink_without_mask e :
  (forall n d k (WQ WK : 'M[F]_(d, k)) sink (WV : 'M[F]_d) (x : 'rV[F]_d),
    has_identical_rows (attend (sink_unmasked e WQ WK sink (repeat_row n x)) WV (repeat_row n x))) /\
  (forall n d k (WQ WK : 'M[F]_(d, k)) sink, (1 < n)%N ->
    exists X : 'M[F]_(n, d), ~ distinct (sink_unmasked e WQ WK sink X *m ones F n)).
Proof.
have alike n d k (WQ WK : 'M[F]_(d, k)) sink x : has_identical_rows (sink_unmasked e WQ WK sink (repeat_row n x)).
  move=> i l; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE (scores_identical WQ WK x i j l j); congr (_ / (_ + _)).
  by apply: eq_bigr => m _; rewrite (scores_identical WQ WK x i m l m).
split=> [n d k WQ WK sink WV x|n d k WQ WK sink n_gt1]; first exact: attend_alike.
by exists (repeat_row n 0); apply: alike_sums.
Qed.

End NormalizersWithT5.
