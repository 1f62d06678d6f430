(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021), Theorem 1: what follows from the closed forms of srpe.v, and scores of one projection (w_Q = w_K), for which the
   prior is never below beta at the current position. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import srpe.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Corollaries.
Variable F : realFieldType.

(* Among the other positions the prior is proportional to beta. *)
Theorem other_positions m n u (w : 'M[F]_m) (i j k : 'I_n) : (0 < m)%N -> positive u w -> j != i -> k != i ->
  prior u w i j * beta u i k = prior u w i k * beta u i j.
Proof.
move=> m_gt0 pos /negPf j_other /negPf k_other; have [priorE _] := prior_closed_form i m_gt0 pos.
rewrite !priorE j_other k_other; move: (mean_over_pairs w) (balance u w i)^-1 => S c.
by rewrite -!(mulrA _ S c) [LHS]mulrAC [RHS]mulrAC [beta u i k * _]mulrC.
Qed.

(* If a token scores itself as high, on average, as it scores all tokens, one constant serves all output positions. *)
Theorem one_constant_if_balanced m n u (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N -> positive u w ->
  mean_with_itself w = mean_over_pairs w -> normalizer u w i = m%:R ^+ n * mean_over_pairs w.
Proof.
move=> m_gt0 pos same; rewrite normalizer_closed_form // /balance same; congr (_ * _).
by rewrite -mulrDl addrC subrK mul1r.
Qed.
End Corollaries.

(* --- One projection --------------------------------------------------------------------------------------------------------- *)
Section OneProjection.
Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_le : {mono exp : x y / x <= y}.

(* exp of the inner products of the rows of X, the tokens behind the projection that queries and keys share. *)
Definition inner d (x y : 'rV[F]_d) : F := \sum_c x 0 c * y 0 c.
Definition shared_scores m d (X : 'M[F]_(m, d)) : 'M[F]_m := \matrix_(a, b) exp (inner (row a X) (row b X)).

Lemma twice_mean (x y : F) : x * y *+ 2 <= x * x + y * y.
Proof. by rewrite -subr_ge0 (_ : _ - _ = (x - y) ^+ 2) ?sqr_ge0 // sqrrB !expr2 addrAC. Qed.

Lemma pair_le d (x y : 'rV[F]_d) : exp (inner x y) *+ 2 <= exp (inner x x) + exp (inner y y).
Proof.
have half t : exp t = exp (t / 2%:R) * exp (t / 2%:R) by rewrite -expD -mulrDl -mulr2n -mulr_natr mulfK ?pnatr_eq0.
rewrite [X in _ <= X + _]half [X in _ <= _ + X]half; apply: le_trans (twice_mean _ _).
rewrite ler_muln2r /= -expD exp_le -mulrDl ler_pdivl_mulr ?ltr0n // mulr_natr -sumrMnl -big_split /=.
by apply: ler_sum => c _; apply: twice_mean.
Qed.

(* D >= S, so eq. 10's prior is at least beta at the current position. *)
Theorem one_projection m d (X : 'M[F]_(m, d)) : (0 < m)%N ->
  mean_over_pairs (shared_scores X) <= mean_with_itself (shared_scores X).
Proof.
move=> m_gt0; rewrite /mean_over_pairs /mean_with_itself; set w := shared_scores X.
have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have pairs : (\sum_a \sum_b w a b) *+ 2 <= (m%:R * \sum_a w a a) *+ 2.
  rewrite -!sumrMnl [X in _ <= X](_ : _ = \sum_a \sum_b (w a a + w b b)).
    apply: ler_sum => a _; rewrite -sumrMnl; apply: ler_sum => b _; rewrite !mxE; exact: pair_le.
  under [RHS]eq_bigr => a _ do rewrite big_split /= sumr_const card_ord.
  by rewrite big_split /= sumr_const card_ord sumrMnl -mulr2n mulr_natl.
move: pairs; rewrite ler_muln2r /= ler_pdivr_mulr ?exprn_gt0 // expr2 mulrA divfK ?gt_eqF // mulrC.
exact.
Qed.
End OneProjection.
