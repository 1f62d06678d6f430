(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), section 6 and appendix C: what no constants can do, and other small facts about the bound's
   parts. exp and ln are functions of which only the laws below are used. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* Powers of 2 outgrow every polynomial. *)
Lemma above_linear a b : exists j, (a + j * b < 2 ^ j)%N.
Proof.
exists (2 * (a + 2 * b))%N; set i := (a + 2 * b)%N.
have above : (i.+1 * i.+1 <= 2 ^ (2 * i))%N by rewrite mul2n -addnn expnD leq_mul //; exact: ltn_expl.
have [i0|i_gt0] := posnP i.
  by move/eqP: i0; rewrite /i addn_eq0 muln_eq0 /= => /andP[/eqP-> /eqP->].
have le : (a + 2 * i * b <= i * i)%N.
  have -> : (i * i = i * a + 2 * i * b)%N by rewrite -[X in (X = _)%N]/(i * (a + 2 * b))%N mulnDr mulnCA mulnA.
  by rewrite leq_add2r leq_pmull.
apply: leq_trans above; apply: leq_ltn_trans le _; by rewrite ltn_mul.
Qed.

Lemma outgrown a b : exists k, (0 < k)%N /\ (a * k ^ b < 2 ^ k)%N.
Proof.
have [j j_large] := above_linear a b; exists (2 ^ j)%N; split; first by rewrite expn_gt0.
apply: leq_ltn_trans (_ : _ <= 2 ^ (a + j * b))%N _; last by rewrite ltn_exp2l.
by rewrite expnD expnM leq_mul // ltnW // ltn_expl.
Qed.

Local Open Scope ring_scope.

Section Logarithm.
Variables (F : rcfType) (ln : F -> F).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_gt0 : forall x, 1 < x -> 0 < ln x.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Add Ring carrier_ring : (carrier_theory F).

Lemma ln2_gt0 : 0 < ln 2%:R.
Proof. by apply: ln_gt0; rewrite ltr1n. Qed.

Lemma ln2_le1 : ln 2%:R <= 1.
Proof. by have := ln_le (ltr0Sn F 1); rewrite mulr2n addrK. Qed.

Lemma ln_power n : ln (2 ^ n.+1)%:R = n.+1%:R * ln 2%:R.
Proof.
elim: n => [|n IH]; first by rewrite mul1r.
by rewrite expnS natrM lnM ?ltr0n ?expn_gt0 // IH [n.+2%:R]mulrS mulrDl mul1r.
Qed.

(* Theorem 6.1 for H = n = L_sigma = B2 = B21 = 1, d = 4^k, m = 4^k / 2, delta = 1/2. *)
Theorem printed_bound_vanishes (C p : nat) : exists k, (0 < k)%N /\
  let m := (4 ^ k %/ 2)%N in let L := ln (4 ^ k * m)%:R in
  C%:R * L ^+ p * (Num.sqrt (L / m%:R) + Num.sqrt (ln 2%:R / m%:R)) < 1 / 2%:R :> F.
Proof.
have [[|k] []] := outgrown (8 * C * 5 ^ p.+1) p.+1; first by [].
move=> _ large; exists k.+1; split=> //.
have mE : (4 ^ k.+1 %/ 2 = 2 * 4 ^ k)%N by rewrite expnS -[4%N]/(2 * 2)%N -mulnA mulKn.
have dE : (4 ^ k.+1 * (2 * 4 ^ k) = 2 ^ (4 * k).+3)%N.
  have four n : (4 ^ n = 2 ^ (2 * n))%N by rewrite expnM.
  by rewrite !four -expnS -expnD mulnS addnS !addSn add0n -mulnDl.
rewrite mE; cbv zeta; rewrite dE; set L := ln _.
pose M : F := (5 * k.+1)%:R; pose w : F := (2%:R ^+ k)^-1.
have M_ge1 : 1 <= M by rewrite ler1n.
have M_ge0 : 0 <= M := le_trans ler01 M_ge1.
have w_gt0 : 0 < w by rewrite invr_gt0 exprn_gt0 ?ltr0n.
have L_ge0 : 0 <= L by rewrite /L ln_power mulr_ge0 ?ler0n // ltW ?ln2_gt0.
have L_le : L <= M.
  rewrite /L ln_power -[X in _ <= X]mulr1 ler_pmul ?ler0n ?ln2_le1 // ?(ltW ln2_gt0) // ler_nat.
  by rewrite mulnS addnC -(addn3 (4 * k)) leq_add // leq_mul.
have mw : (2 * 4 ^ k)%:R^-1 <= w ^+ 2.
  rewrite /w exprVn -exprM [(k * 2)%N]mulnC exprM -!natrX lef_pinv ?posrE ?ltr0n ?muln_gt0 ?expn_gt0 //.
  by rewrite ler_nat leq_pmull.
have root x : 0 <= x -> Num.sqrt (x / (2 * 4 ^ k)%:R) <= Num.sqrt x * w.
  move=> x_ge0; rewrite sqrtrM // ler_wpmul2l ?sqrtr_ge0 //.
  by rewrite -[w]ger0_norm ?(ltW w_gt0) // -sqrtr_sqr ler_wsqrtr.
have root_L : Num.sqrt (L / (2 * 4 ^ k)%:R) <= M * w.
  apply: le_trans (root L L_ge0) _; rewrite ler_wpmul2r ?(ltW w_gt0) //; apply: sqr_le => //.
  by rewrite sqr_sqrtr // (le_trans L_le) // expr2 ler_pemulr.
have root_2 : Num.sqrt (ln 2%:R / (2 * 4 ^ k)%:R) <= M * w.
  apply: le_trans (root _ (ltW ln2_gt0)) _; rewrite ler_wpmul2r ?(ltW w_gt0) //; apply: sqr_le => //.
  by rewrite sqr_sqrtr ?(ltW ln2_gt0) // (le_trans ln2_le1) // expr2 (le_trans M_ge1) // ler_pemulr.
apply: le_lt_trans (_ : _ <= C%:R * M ^+ p * (M * w + M * w)) _.
  apply: ler_pmul; rewrite ?mulr_ge0 ?ler0n ?exprn_ge0 ?addr_ge0 ?sqrtr_ge0 ?ler_add //.
  by rewrite ler_wpmul2l ?ler0n // ler_expn2r ?nnegrE.
rewrite [X in X < _](_ : _ = (4%:R * C%:R * M ^+ p.+1) * (w / 2%:R)); last first.
  rewrite -[w in LHS](mulfK (_ : 2%:R != 0 :> F)) ?pnatr_eq0 // exprS; move: (2%:R^-1) => h; ring_in F.
have -> : w / 2%:R = (2 ^ k.+1)%:R^-1 by rewrite /w -invfM -exprSr natrX.
rewrite ltr_pdivr_mulr ?ltr0n ?expn_gt0 // [1 / _ * _]mulrAC ltr_pdivl_mulr ?ltr0n // mul1r /M -natrX -!natrM ltr_nat.
by apply: leq_trans large; rewrite ltnS expnMn mulnC !mulnA.
Qed.

(* Eq. 22 for eps = 1/5 and m = d = 4^k: 25 C log(d m) against log 2^(4^k). *)
Theorem no_constant_of_eq_22 (C : nat) : exists k, (0 < k)%N /\
  25%:R * C%:R * ln (4 ^ k * 4 ^ k)%:R < (4 ^ k)%:R * ln 2%:R :> F.
Proof.
have [[|k] []] := outgrown (100 * C) 1; first by [].
move=> _ large; exists k.+1; split=> //.
have -> : (4 ^ k.+1 * 4 ^ k.+1 = 2 ^ (4 * k).+4)%N.
  have four n : (4 ^ n = 2 ^ (2 * n))%N by rewrite expnM.
  by rewrite !four -expnD !mulnS addnACA -mulnDl.
rewrite ln_power mulrA ltr_pmul2r ?ln2_gt0 // -!natrM ltr_nat.
apply: leq_trans (_ : _ <= 2 ^ k.+1)%N _; last by rewrite leq_exp2r.
by apply: leq_trans large; rewrite expn1 ltnS -[(4 * k).+4]/(4 + 4 * k)%N -mulnS mulnA [(25 * C * 4)%N]mulnAC.
Qed.

(* Lemma C.5: no factor c makes the root reach 1/2 for every delta. *)
Theorem delta_near_one c : 0 < c -> exists delta, 0 < delta < 1 /\ c * Num.sqrt (ln (1 / delta)) < 1 / 2%:R.
Proof.
move=> c_gt0; pose x := (4%:R * c)^-1 ^+ 2.
have x_gt0 : 0 < x by rewrite exprn_gt0 // invr_gt0 mulr_gt0 ?ltr0n.
have x1_gt0 : 0 < 1 + x by rewrite addr_gt0 ?ltr01.
exists (1 + x)^-1; rewrite invr_gt0 x1_gt0 invf_lt1 // ltr_addl x_gt0; split=> //.
rewrite div1r invrK; have ln_x : ln (1 + x) <= x by rewrite (le_trans (ln_le x1_gt0)) // addrC addKr.
apply: le_lt_trans (_ : _ <= c * Num.sqrt x) _; first by rewrite ler_pmul2l // ler_wsqrtr.
rewrite sqrtr_sqr ger0_norm ?invr_ge0 ?mulr_ge0 ?ler0n ?(ltW c_gt0) // invfM mulrCA divff ?gt_eqF // mulr1 div1r.
by rewrite ltf_pinv ?posrE ?ltr0n // ltr_nat.
Qed.

Theorem unbounded_losses c : 0 < c -> exists b, 0 < b /\
  c * Num.sqrt (ln 2%:R) < `|(1 / 2%:R * 0 + 1 / 2%:R * b) - 0 / 1|.
Proof.
move=> c_gt0; exists (2%:R * c + 2%:R); have b_gt0 : 0 < 2%:R * c + 2%:R by rewrite addr_gt0 ?mulr_gt0 ?ltr0n.
split=> //; rewrite mul0r subr0 mulr0 add0r div1r mulrDr mulrA mulVf ?pnatr_eq0 // mul1r gtr0_norm ?addr_gt0 ?ltr01 //.
apply: le_lt_trans (_ : _ <= c * 1) _; last by rewrite mulr1 ltr_addl ltr01.
rewrite ler_pmul2l //; apply: sqr_le; rewrite ?ler01 // sqr_sqrtr ?(ltW ln2_gt0) // expr1n; exact: ln2_le1.
Qed.
End Logarithm.

Section Constants.
Variable F : rcfType.
Add Ring constants_ring : (carrier_theory F).

(* Lemma C.9: one head with WV = w. *)
Theorem every_value_matrix (w : F) : w != 0 -> Num.max `|w| 1 < Num.sqrt (w ^+ 2 + 1 ^+ 2).
Proof.
move=> w_neq0; have w2_gt0 : 0 < w ^+ 2 by rewrite lt_neqAle eq_sym sqrf_eq0 w_neq0 sqr_ge0.
rewrite lt_maxl expr1n; apply/andP; split.
  by rewrite -sqrtr_sqr ltr_sqrt ?addr_gt0 ?ltr01 // ltr_addl ltr01.
by rewrite -[X in X < _]sqrtr1 ltr_sqrt ?addr_gt0 ?ltr01 // ltr_addr.
Qed.

(* Section 6: two inputs at a distance of 2 t whose labels are 1 and 0, and outputs that differ by at most K 2 t. *)
Theorem no_fixed_class (K : F) : 0 < K -> exists t, 0 < t < 1 /\
  forall u v, `|u - v| <= 2%:R * K * t -> 1 / 4%:R <= (`|u - 1| + `|v|) / 2%:R.
Proof.
move=> K_gt0; have D_gt0 : 0 < 4%:R * K + 2%:R by rewrite addr_gt0 ?mulr_gt0 ?ltr0n.
pose t := (4%:R * K + 2%:R)^-1; have t_gt0 : 0 < t by rewrite invr_gt0.
have tD : t * (4%:R * K + 2%:R) = 1 by rewrite mulVf // gt_eqF.
exists t; rewrite t_gt0 invf_lt1 //; split.
  by rewrite (lt_le_trans (_ : 1 < 2%:R)) ?ltr1n // ler_addr mulr_ge0 ?ler0n // ltW.
move=> u v uv; have far : 1 <= `|u - 1| + `|v| + `|u - v|.
  have one : - (u - 1) + v + (u - v) = 1 by ring_in F.
  have := ler_norm (- (u - 1) + v + (u - v)); rewrite {1}one => le; apply: le_trans le _.
  by apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2r; apply: le_trans (ler_norm_add _ _) _; rewrite normrN.
have near : `|u - v| *+ 2 <= 1.
  apply: le_trans (_ : _ <= (2%:R * K * t) *+ 2) _; first by rewrite ler_muln2r uv orbT.
  rewrite -subr_ge0 -[X in X - _]tD [X in 0 <= X](_ : _ = 2%:R * t) ?mulr_ge0 ?ler0n ?(ltW t_gt0) // mulr2n; ring_in F.
have four : 4%:R = 2%:R * 2%:R :> F by rewrite -natrM.
rewrite div1r four invfM ler_wpmul2r ?invr_ge0 ?ler0n // -[X in X <= _]mul1r ler_pdivr_mulr ?ltr0n // mulr_natr.
rewrite -(ler_add2r (`|u - v| *+ 2)) -mulrnDl; apply: le_trans (_ : _ <= 1 *+ 2) _; first by rewrite mulr2n ler_add2l.
by rewrite ler_muln2r far orbT.
Qed.

(* Eq. 20 for H = L = B_P = 1: from line 2 to line 3 for L_sigma = 1, and from line 1 to line 2 for B2 = 1. *)
Definition B1 (Ls B2 : F) : F := Ls * B2 ^+ 2 * Num.sqrt (1 + 1 * B2 ^+ 2).
Definition line_2 (Ls B2 : F) : F := B1 Ls B2 ^+ 2 * ((Ls * B2) ^+ 2 + (2%:R * Ls * B2 ^+ 3) ^+ 2 + (Ls * B2 ^+ 2) ^+ 2).

Lemma B1_sqr_gt0 (Ls B2 : F) : 0 < Ls -> 0 < B2 -> 0 < B1 Ls B2 ^+ 2.
Proof.
move=> Ls_gt0 B2_gt0; rewrite exprn_gt0 // !mulr_gt0 ?exprn_gt0 // sqrtr_gt0 mul1r addr_gt0 ?ltr01 // exprn_gt0 //.
Qed.

Theorem line_3_has_no_constant (c : F) : 0 < c -> exists B2, 1 <= B2 /\ c * (B2 ^+ 3 * B1 1 B2 ^+ 2) < line_2 1 B2.
Proof.
move=> c_gt0; exists (1 + c); have B2_ge1 : 1 <= 1 + c by rewrite ler_addl ltW.
have B2_gt0 : 0 < 1 + c by rewrite addr_gt0 ?ltr01.
split=> //; rewrite /line_2 mulrA mulrC ltr_pmul2l ?B1_sqr_gt0 ?ltr01 //.
apply: lt_le_trans (_ : _ < (1 + c) ^+ 3 * (1 + c) ^+ 3) _.
  rewrite mulrC ltr_pmul2l ?exprn_gt0 //; apply: lt_le_trans (_ : _ < 1 + c) _; first by rewrite ltr_addr ltr01.
  by rewrite exprS ler_pemulr ?(ltW B2_gt0) // exprn_ege1.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = (1 + c) ^+ 2 + 3%:R * ((1 + c) ^+ 3 * (1 + c) ^+ 3) + (1 + c) ^+ 4); last by ring_in F.
by rewrite !addr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n // ltW.
Qed.

Theorem line_2_has_no_constant (c : F) : 0 < c -> exists Ls, 0 < Ls /\ c * line_2 Ls 1 < B1 Ls 1 ^+ 2.
Proof.
move=> c_gt0; pose x := (6%:R * c + 1)^-1; have D_gt0 : 0 < 6%:R * c + 1 by rewrite addr_gt0 ?ltr01 // mulr_gt0 ?ltr0n.
have x_gt0 : 0 < x by rewrite invr_gt0.
have xD : x * (6%:R * c + 1) = 1 by rewrite mulVf // gt_eqF.
have x_le1 : x <= 1 by rewrite invf_le1 // ler_addr mulr_ge0 ?ler0n // ltW.
exists x; split=> //; rewrite /line_2 mulrCA -[X in _ < X]mulr1 ltr_pmul2l ?B1_sqr_gt0 ?ltr01 //.
rewrite -[X in _ < X]xD [X in X < _](_ : _ = x * (6%:R * c * x)); last by ring_in F.
rewrite ltr_pmul2l //; apply: le_lt_trans (_ : _ <= 6%:R * c) _; last by rewrite ltr_addl ltr01.
by rewrite ler_pimulr // mulr_ge0 ?ler0n // ltW.
Qed.

(* r = L_sigma B2^2 sqrt(1 + H B2^2) is at most (2 H L_sigma B2)^3 for L_sigma, B2 >= 1; in squares. *)
Theorem base_2H (H : nat) (Ls B2 : F) : (0 < H)%N -> 1 <= Ls -> 1 <= B2 ->
  Ls ^+ 2 * B2 ^+ 4 * (1 + H%:R * B2 ^+ 2) <= (2%:R * H%:R * Ls * B2) ^+ 6.
Proof.
move=> H_gt0 Ls_ge1 B2_ge1; have H_ge1 : 1 <= H%:R :> F by rewrite ler1n.
have Ls_ge0 : 0 <= Ls := le_trans ler01 Ls_ge1; have B2_ge0 : 0 <= B2 := le_trans ler01 B2_ge1.
have h_ge1 : 1 <= H%:R * B2 ^+ 2 by rewrite mulr_ege1 // exprn_ege1.
have sum_le : 1 + H%:R * B2 ^+ 2 <= 2%:R * (H%:R * B2 ^+ 2) by rewrite [X in _ <= X]mulr_natl mulr2n ler_add2r.
apply: le_trans (_ : _ <= Ls ^+ 2 * B2 ^+ 4 * (2%:R * (H%:R * B2 ^+ 2))) _.
  by rewrite ler_wpmul2l // mulr_ge0 ?exprn_ge0.
rewrite [X in X <= _](_ : _ = 2%:R * H%:R * Ls ^+ 2 * B2 ^+ 6); last by ring_in F.
rewrite !exprMn ler_wpmul2r ?exprn_ge0 // ler_pmul ?mulr_ge0 ?ler0n ?exprn_ge0 //; last by apply: ler_weexpn2l.
rewrite ler_pmul ?ler0n //; first by rewrite -natrX ler_nat.
by rewrite -[X in X <= _]expr1 ler_weexpn2l.
Qed.

End Constants.
