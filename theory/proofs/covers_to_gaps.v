(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma C.5: its bound is as small as one likes for one function and one sample, whatever the
   constants are. ln is a function of which only the laws below are used. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gaps.
Variables (F : rcfType) (ln : F -> F).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_gt0 : forall x, 1 < x -> 0 < ln x.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.

Definition printed_gap (c : F) (k m : nat) (A C delta : F) : F :=
  c * (1 + ln (m%:R + 1) + `|ln (A * Num.sqrt (m%:R / C))|) ^+ k * (Num.sqrt (C / m%:R) + Num.sqrt (ln (1 / delta) / m%:R)).

(* C = A^2, so that the logarithm is 0, and 1/delta - 1 = A^2. *)
Lemma printed_gap_vanishes (c : F) (k : nat) : 0 < c -> exists2 A, 0 < A & printed_gap c k 1 A (A ^+ 2) (1 + A ^+ 2)^-1 < 1 / 2%:R.
Proof.
move=> c_gt0; have ln2_gt0 : 0 < ln 2%:R by apply: ln_gt0; rewrite ltr1n.
pose q : F := c * (1 + ln 2%:R) ^+ k.
have q_gt0 : 0 < q by rewrite mulr_gt0 ?exprn_gt0 ?addr_gt0 ?ltr01.
pose e : F := (8%:R * q)^-1; have e_gt0 : 0 < e by rewrite invr_gt0 mulr_gt0 ?ltr0n.
have e2_gt0 : 0 < e ^+ 2 by rewrite exprn_gt0.
have e1_gt0 : 0 < 1 + e ^+ 2 by rewrite addr_gt0 ?ltr01.
have ln1 : ln 1 = 0 by apply: (addrI (ln 1)); rewrite -lnM ?ltr01 // mulr1 addr0.
exists e => //; rewrite /printed_gap !divr1 !div1r invrK (sqrtrV (ltW e2_gt0)) sqrtr_sqr (gtr0_norm e_gt0) // divff ?gt_eqF // ln1 normr0 addr0.
have root : Num.sqrt (ln (1 + e ^+ 2)) <= e.
  rewrite -[X in _ <= X]gtr0_norm // -sqrtr_sqr ler_wsqrtr // (le_trans (ln_le e1_gt0)) //.
  by rewrite addrC addKr.
apply: le_lt_trans (_ : _ <= q * (e + e)) _; first by rewrite ler_pmul2l // ler_add2l.
have qe : q * e = 8%:R^-1 by rewrite /e invfM mulrCA divff ?gt_eqF // mulr1.
rewrite mulrDr qe -[X in X < _]mulr2n -[X in X < _]mulr_natl ltr_pdivr_mulr ?ltr0n // [X in _ < X]mulrC.
by rewrite ltr_pdivl_mulr ?ltr0n // -natrM ltr_nat.
Qed.
End Gaps.
