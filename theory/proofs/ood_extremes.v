(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E: p_in <= 1/c for all n >= 2; the order of p_in at n = 2 and near c = 1; the
   scale of the ranges. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics ood_sums ood_bounds ood_in.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Extremes.
Variable F : realFieldType.
Implicit Types (a b c e s t w x y : F) (S T U : nat -> F).
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.
Ltac nonzero := repeat apply conj; first [assumption | exact (@two_neq0 F) | exact (@four_neq0 F)].

(* p_in <= 1/c from n = 2 on: longer lists are less likely inside, and n = 2 is bounded by steps. *)
Lemma inside_le n s t : (1 < n)%N -> s < t -> inside n s t <= inside 2 s t.
Proof.
move=> n1 st; have ts : 0 < t - s by rewrite subr_gt0.
have o0 : 0 <= overlap s t by rewrite le_maxr lexx.
apply: ler_wiexpn2l => //; first by rewrite divr_ge0 // ltW.
rewrite ler_pdivr_mulr // mul1r le_maxl (ltW ts) /=.
by apply: ler_add; [rewrite le_minl lexx orbT | rewrite ler_opp2 le_maxr lexx orbT].
Qed.

Lemma lower_A_le n c k m S T : 1 < c -> (1 < n)%N -> partition (-1) 1 k S -> partition 1 c m T ->
  lower_A n c k m S T <= lower_A 2 c k m S T.
Proof.
move=> c1 n1 partS partT; have [c0 c10 cp0 c20] := square_gt1 c1.
rewrite ler_wpmul2r ?invr_ge0 ?mulr_ge0 ?ler0n ?(ltW c10) //; apply: ler_sum => i _; apply: ler_sum => j _.
have [ik jm] := (ltn_ord i, ltn_ord j); have dS := partition_step partS ik; have dT := partition_step partT jm.
have /andP[_ S1] := partition_in partS ik; have /andP[T1 _] := partition_in partT (ltnW jm).
apply: ler_wpmul2l; first by rewrite mulr_ge0 ?(ltW dS) ?(ltW dT).
by rewrite !addn1 inside_le // (le_lt_trans S1) // (le_lt_trans T1) // -subr_gt0.
Qed.

Lemma lower_B2_le n c l m U T : 1 < c -> (1 < n)%N -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_B2 n c l m U T <= lower_B2 2 c l m U T.
Proof.
move=> c1 n1 partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
rewrite ler_wpmul2r ?invr_ge0 ?exprn_ge0 ?(ltW c10) //; apply: ler_sum => i _; apply: ler_sum => j _.
have [il jm] := (ltn_ord i, ltn_ord j); have dU := partition_step partU il; have dT := partition_step partT jm.
have /andP[_ U1] := partition_in partU (ltnW il); have /andP[T1 _] := partition_in partT jm.
apply: ler_wpmul2l; first by rewrite mulr_ge0 ?(ltW dU) ?(ltW dT).
by rewrite addn0 addn1 inside_le // (le_lt_trans U1) // (lt_le_trans _ T1) // gtr_opp ?ltr01.
Qed.

Lemma lower_A2_le c k m S T : 1 < c -> partition (-1) 1 k S -> partition 1 c m T ->
  lower_A 2 c k m S T <= 1 / 2%:R * (1 / c + 2%:R / (c + 1)).
Proof.
move=> c1 partS partT; have [c0 c10 cp0 c20] := square_gt1 c1.
pose H s := (c - 1) * (if s <= 0 then s * (2%:R / (c + 1)) else s * (1 / c)).
have t_le s : -1 <= s <= 1 -> t_lower 2 s m T <= (c - 1) * ((1 - s) / (c - s)).
  move=> s01; have := t_lower_le (isT : 1 < 2)%N c1 s01 partT.
  rewrite (_ : 2%:R - 1 = 1) ?mul1r; last by rewrite (_ : 2%:R = 1 + 1) ?addrK.
  move=> low; apply: (le_trans low); rewrite subSS subn0 expr1 le_eqVlt; apply/orP; left; apply/eqP.
  have /eqP cs : c - s != 0 by rewrite gt_eqF // subr_gt0 (le_lt_trans _ c1) //; case/andP: s01.
  by ffield; nonzero.
have steps : 1 / c <= 2%:R / (c + 1).
  by have := ratio_falls (lerN10 F) c0 (ltW c1); rewrite !subr0 opprK.
have left s : -1 <= s <= 1 -> t_lower 2 s m T <= (c - 1) * (2%:R / (c + 1)).
  move=> /andP[s0 s1]; apply: le_trans (t_le s _) _; first by rewrite s0.
  rewrite ler_wpmul2l ?(ltW c10) //.
  by have := ratio_falls s0 (le_lt_trans s1 c1) (ltW c1); rewrite opprK.
have right s : 0 <= s -> s <= 1 -> t_lower 2 s m T <= (c - 1) * (1 / c).
  move=> s0 s1; apply: le_trans (t_le s _) _; first by rewrite s1 (le_trans _ s0) ?lerN10.
  rewrite ler_wpmul2l ?(ltW c10) //.
  by have := ratio_falls s0 (le_lt_trans s1 c1) (ltW c1); rewrite !subr0.
have cell (i : 'I_k) : (S i.+1 - S i) * t_lower 2 (S i.+1) m T <= H (S i.+1) - H (S i).
  have ik := ltn_ord i; have dS := partition_step partS ik.
  have /andP[Si Si'] := partition_in partS (ltnW ik); have Sj := partition_in partS ik; have /andP[_ Sj'] := Sj.
  have SS : S i <= S i.+1 by rewrite -subr_ge0 ltW.
  rewrite /H -mulrBr; case: (leP (S i.+1) 0) => [neg|pos].
    by rewrite (le_trans SS neg) -mulrBl mulrCA ler_wpmul2l ?(ltW dS) // left.
  apply: (@le_trans _ _ ((S i.+1 - S i) * ((c - 1) * (1 / c)))).
    by rewrite ler_wpmul2l ?(ltW dS) // right // ltW.
  rewrite mulrCA ler_wpmul2l ?(ltW c10) // mulrBl; case: (leP (S i) 0) => [neg|pos'] //.
  by rewrite ler_add2l ler_opp2 -subr_ge0 -mulrBr mulr_le0 // subr_le0.
rewrite /lower_A cells_A; apply: (@le_trans _ _ ((\sum_(i < k) (H (S i.+1) - H (S i))) / (2%:R * (c - 1)))).
  by rewrite ler_wpmul2r ?invr_ge0 ?mulr_ge0 ?ler0n ?(ltW c10) // ler_sum.
rewrite (telescope H partS) /H lerN10 ler10 le_eqVlt; apply/orP; left; apply/eqP.
move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: c0 => c0; move/lt0r_neq0/eqP: cp0 => cp0.
by ffield; nonzero.
Qed.

Lemma lower_B22_le c l m U T : 1 < c -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_B2 2 c l m U T <= 2%:R / (c + 1).
Proof.
move=> c1 partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have row (i : 'I_l) : \sum_(j < m) (U i.+1 - U i) * (T j.+1 - T j) * inside 2 (U (i + 0)%N) (T (j + 1)%N) <=
    (U i.+1 - U i) * (2%:R * (c - 1) / (c + 1)).
  have il := ltn_ord i; have dU := partition_step partU il; have /andP[_ U1] := partition_in partU (ltnW il).
  have w0 : 0 < 1 - U i by rewrite subr_gt0 (le_lt_trans U1) // gtr_opp ?ltr01.
  have v0 : 0 < c - U i by rewrite subr_gt0 (le_lt_trans U1) // (lt_trans _ c0) // oppr_lt0 ltr01.
  apply: (@le_trans _ _ ((U i.+1 - U i) * (4%:R * \sum_(j < m) (G 1 (T j - U i) - G 1 (T j.+1 - U i))))).
    rewrite mulr_sumr mulr_sumr; apply: ler_sum => j _; have jm := ltn_ord j.
    have /andP[T1 _] := partition_in partT (ltnW jm); have /andP[T2 _] := partition_in partT jm.
    have dT := partition_step partT jm.
    have a0 : 0 < T j - U i by rewrite (lt_le_trans w0) // ler_add2r.
    have ab : T j - U i <= T j.+1 - U i by rewrite ler_add2r -subr_ge0 ltW.
    rewrite -mulrA ler_wpmul2l ?(ltW dU) // addn0 addn1 inside_B2 // expr_div_n -exprVn.
    have := ler_wpmul2l (ler0n F 4) (step_lower 1 a0 ab); apply: le_trans.
    by rewrite four mulr1n le_eqVlt; apply/orP; left; apply/eqP; fring.
  rewrite (eq_bigr (fun j : 'I_m => - G 1 (T j.+1 - U i) - - G 1 (T j - U i))); last by move=> j _; fring.
  rewrite (telescope (fun t => - G 1 (t - U i)) partT) ler_wpmul2l ?(ltW dU) // /G !expr1.
  rewrite (_ : _ * _ = 4%:R * (c - 1) / (c - U i) / (1 - U i)); last first.
    by move/lt0r_neq0/eqP: w0 => w0; move/lt0r_neq0/eqP: v0 => v0; ffield; nonzero.
  rewrite ler_pdivr_mulr // ler_pdivr_mulr //.
  apply: (@le_trans _ _ (2%:R * (c - 1) / (c + 1) * 2%:R * (c + 1))).
    by rewrite le_eqVlt four; apply/orP; left; apply/eqP; move/lt0r_neq0/eqP: cp0 => cp0; ffield; nonzero.
  have A0 : 0 <= 2%:R * (c - 1) / (c + 1) by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?(ltW c10) ?(ltW cp0).
  have w2 : 2%:R <= 1 - U i by rewrite (_ : 2%:R = 1 - -1) ?ler_add2l ?ler_opp2 // opprK.
  have v2 : c + 1 <= c - U i by rewrite ler_add2l -[1]opprK ler_opp2.
  apply: ler_pmul => //; [by apply: mulr_ge0; rewrite ?ler0n | exact: ltW | exact: ler_wpmul2l].
rewrite /lower_B2; apply: (@le_trans _ _ ((\sum_(i < l) (U i.+1 - U i) * (2%:R * (c - 1) / (c + 1))) / (c - 1) ^+ 2)).
  by rewrite ler_wpmul2r ?invr_ge0 ?exprn_ge0 ?(ltW c10) // ler_sum.
rewrite -mulr_suml (telescope id partU) opprK le_eqVlt; apply/orP; left; apply/eqP.
move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: cp0 => cp0.
by ffield; nonzero.
Qed.

Theorem in_at_most_1_over_c n c k l m S U T : (1 < n)%N -> 1 < c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_in n c k l m S U T <= 1 / c.
Proof.
move=> n1 c1 partS partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have lowA := le_trans (lower_A_le c1 n1 partS partT) (lower_A2_le c1 partS partT).
have lowB := le_trans (lower_B2_le c1 n1 partU partT) (lower_B22_le c1 partU partT).
apply: le_trans (lower_in_le c1 lowA lowB) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
move/lt0r_neq0/eqP: c20 => c20; move/lt0r_neq0/eqP: c0 => c0; move/lt0r_neq0/eqP: cp0 => cp0.
by ffield; nonzero.
Qed.

(* n = 2: the order is larger. Cells that double in size show c^2 p_in > K at c = 2^(8K). *)
Definition doubling (j : nat) : F := 2%:R ^+ j.
Definition halving (N : nat) (i : nat) : F := - 2%:R ^+ (N - i).
Definition two_points (i : nat) : F := if i is 0%N then -1 else 1.

Lemma two_pow0 j : 0 < 2%:R ^+ j :> F. Proof. by rewrite exprn_gt0 ?ltr0n. Qed.

Theorem order_at_2 K N c : (0 < K)%N -> N = (8 * K)%N -> c = 2%:R ^+ N ->
  K%:R / c ^+ 2 < lower_in 2 c 1 N N two_points (halving N) (doubling).
Proof.
move=> K0 NE cE; have N0 : (0 < N)%N by rewrite NE muln_gt0.
have c1 : 1 < c by rewrite cE exprn_egt1 ?ltr1n // -lt0n.
have [c0 c10 cp0 c20] := square_gt1 c1.
have diagonal : N%:R / 4%:R <= cell_sum (inside 2) N N (halving N) (doubling) 0 1.
  rewrite (_ : N%:R / 4%:R = \sum_(i < N) 4%:R^-1); last by rewrite sumr_const card_ord mulr_natl.
  apply: ler_sum => i _; have iN := ltn_ord i.
  pose w j : F := 2%:R ^+ j; have wS j : w j.+1 = 2%:R * w j by rewrite /w exprS.
  have halvingE : (N - i = (N - i.+1).+1)%N by rewrite subnSK.
  have edge : halving N i.+1 - halving N i = w (N - i.+1)%N.
    by rewrite /halving halvingE -/(w _) -/(w _.+1) wS; fring.
  have term (j : 'I_N) : 0 <= (halving N i.+1 - halving N i) * (doubling j.+1 - doubling j) *
      inside 2 (halving N (i + 0)) (doubling (j + 1)).
    rewrite edge /doubling -/(w _) -/(w _.+1) wS (_ : 2%:R * w j - w j = w j); last by fring.
    apply: mulr_ge0; first by rewrite mulr_ge0 ?(ltW (two_pow0 _)).
    by rewrite inside_ge0 // (le_trans _ (ltW (two_pow0 _))) // /halving oppr_le0 ltW // two_pow0.
  rewrite (bigD1 (rev_ord i)) //= -[X in X <= _]addr0; apply: ler_add; last by apply: sumr_ge0 => j _.
  rewrite addn0 addn1 edge /doubling /= -/(w (N - i.+1)%N) -/(w (N - i.+1).+1) wS.
  rewrite (_ : 2%:R * _ - _ = w (N - i.+1)%N); last by fring.
  rewrite /halving halvingE -/(w _.+1) wS inside_B2 ?opprK.
  - have /eqP w0 : w (N - i.+1)%N != 0 by rewrite gt_eqF ?two_pow0.
    rewrite (_ : _ + _ = 2%:R * 2%:R * w (N - i.+1)%N); last by fring.
    by rewrite le_eqVlt four; apply/orP; left; apply/eqP; ffield; nonzero.
  - by rewrite -wS /w ler_opp2 exprn_ege1 ?ler1n.
  - by rewrite -wS /w exprn_ege1 ?ler1n.
have A0 : 0 <= lower_A 2 c 1 N two_points (doubling).
  rewrite /lower_A divr_ge0 ?mulr_ge0 ?ler0n ?(ltW c10) //; apply: sumr_ge0 => i _; apply: sumr_ge0 => j _.
  rewrite ord1 addn1; apply: mulr_ge0; last by rewrite inside_ge0 // /doubling exprn_ege1 ?ler1n.
  apply: mulr_ge0; first by rewrite /= opprK addr_ge0 ?ler01.
  by rewrite /doubling exprS subr_ge0 ler_pemull ?(ltW (two_pow0 _)) // ler1n.
have B0 : N%:R / 4%:R / (c - 1) ^+ 2 <= lower_B2 2 c N N (halving N) (doubling).
  by rewrite ler_wpmul2r // invr_ge0 exprn_ge0 // ltW.
have half : 0 <= kept c (prob_B c) * (1 / 2%:R).
  by rewrite kept_B // mulr_ge0 ?divr_ge0 ?ler01 ?ler0n ?exprn_ge0 ?(ltW c10) ?(ltW c20).
have low : kept c (prob_B c) * (1 / 2%:R * (N%:R / 4%:R / (c - 1) ^+ 2)) <= lower_in 2 c 1 N N two_points (halving N) (doubling).
  rewrite /lower_in [X in X <= _]mulrA [kept _ (prob_B c) * (_ * lower_B2 _ _ _ _ _ _)]mulrA.
  rewrite -[X in X <= _]add0r; apply: ler_add; last exact: ler_wpmul2l.
  by rewrite kept_A // mulr_ge0 // divr_ge0 ?mulr_ge0 ?ler0n ?(ltW c10) ?(ltW c20).
apply: lt_le_trans low; rewrite kept_B // [X in _ < X](_ : _ = K%:R / (c ^+ 2 - 1)); last first.
  rewrite NE natrM (_ : 8%:R = 2%:R * 4%:R); last by rewrite -natrM.
  move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: c20 => c20.
  by rewrite four; ffield; nonzero.
rewrite ltr_pmul2l ?ltr0n // ltf_pinv ?posrE ?exprn_gt0 //.
by rewrite ltr_subl_addr ltr_addl ltr01.
Qed.

(* Every length n: the scale does not matter, and neither does a change of variables. *)
Lemma inside_scaled n s t e : 0 < e ->
  (Num.max 0 (Num.min e (e * t) - Num.max (- e) (e * s)) / (e * t - e * s)) ^+ n = inside n s t.
Proof.
move=> e0; rewrite /inside /overlap -{1}[e]mulr1 -{1}[- e]mulrN1 -!mulrBr.
rewrite -minr_pmulr ?(ltW e0) // -maxr_pmulr ?(ltW e0) // -mulrBr -{1}[0](mulr0 e) -maxr_pmulr ?(ltW e0) //.
by rewrite -mulf_div divff ?gt_eqF // mul1r.
Qed.

(* Near c = 1: one cell of s on each side of 1/2 is enough. *)
Definition at_half (i : nat) : F := if i is 0%N then -1 else if i is 1%N then 1 / 2%:R else 1.

Theorem near_1 K c : (0 < K)%N -> c = 1 + 1 / (32%:R * K%:R) ->
  K%:R / (4%:R * K%:R * c ^+ 2) < lower_in (4 * K) c 2 1 1 at_half (ends (- c) (-1)) (ends 1 c).
Proof.
move=> K0 cE; have Kpos : 0 < K%:R :> F by rewrite ltr0n.
pose d : F := 1 / (32%:R * K%:R); have d0 : 0 < d by rewrite divr_gt0 ?ltr01 ?mulr_gt0 ?ltr0n.
have c1 : 1 < c by rewrite cE ltr_addl.
have [c0 c10 cp0 c20] := square_gt1 c1; have dE : c - 1 = d by rewrite cE addrAC subrr add0r.
have half01 : 0 < 1 / 2%:R :> F by rewrite divr_gt0 ?ltr01 ?ltr0n.
have half_lt1 : 1 / 2%:R < 1 :> F by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
pose x : F := (1 - 1 / 2%:R) / (c - 1 / 2%:R).
have ch : 0 < c - 1 / 2%:R by rewrite subr_gt0 (lt_trans half_lt1).
have x0 : 0 <= x by apply: divr_ge0; [rewrite subr_ge0 ltW | exact: ltW].
have x1 : 1 - x <= 2%:R * d.
  rewrite -dE -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * (c - 1) ^+ 2 / (c - 1 / 2%:R)); last first.
    rewrite /x; move/lt0r_neq0/eqP: ch => ch.
    have cc : c * 2%:R - 1 <> 0 by apply/eqP; rewrite gt_eqF // subr_gt0 (lt_trans c1) // ltr_pmulr // ltr1n.
    by ffield; nonzero.
  by rewrite divr_ge0 ?(ltW ch) // mulr_ge0 ?ler0n ?sqr_ge0.
have x_le1 : 0 <= 1 - x.
  by rewrite subr_ge0 /x ler_pdivr_mulr // [1 * (c - _)]mul1r ler_add2r ltW.
have power : 3%:R / 4%:R <= x ^+ (4 * K).
  rewrite -[x](subKr 1); apply: le_trans (bernoulli _ x_le1 _); last by rewrite ger_addl oppr_le0.
  apply: (@le_trans _ _ (1 - (4 * K)%:R * (2%:R * d))); last by rewrite ler_add2l ler_opp2 ler_wpmul2l ?ler0n.
  rewrite (_ : (4 * K)%:R * _ = 1 / 4%:R).
    by rewrite le_eqVlt four; apply/orP; left; apply/eqP; ffield; nonzero.
  have four0 : 4%:R != 0 :> F by rewrite pnatr_eq0.
  apply: (mulfI four0); rewrite [RHS]mulrCA divff // mulr1 natrM.
  have Kne : 32%:R * K%:R != 0 :> F by rewrite mulf_neq0 ?pnatr_eq0 // -lt0n.
  rewrite [LHS](_ : _ = 32%:R * K%:R * d); first by rewrite /d div1r divff.
  by rewrite (_ : 32%:R = 2%:R * 4%:R * 4%:R); [fring | rewrite -!natrM].
have A : 9%:R / 16%:R <= lower_A (4 * K) c 2 1 at_half (ends 1 c).
  rewrite /lower_A /cell_sum !big_ord_recr !big_ord0 /= !add0r.
  have m11 : -1 <= 1 :> F := le_trans (lerN10 F) ler01.
  have -> : inside (4 * K) 1 c = 0 by rewrite inside_A ?m11 ?(ltW c1) // subrr mul0r expr0n muln_eq0 /= gtn_eqF.
  rewrite mulr0 addr0 inside_A ?(ltW c1) ?(ltW half_lt1) ?(le_trans (lerN10 F) (ltW half01)) // -/x.
  rewrite [X in _ <= X](_ : _ = 3%:R / 4%:R * x ^+ (4 * K)); last first.
    by move/lt0r_neq0/eqP: c10 => c10; rewrite four; ffield; nonzero.
  apply: le_trans (ler_wpmul2l _ power); last by rewrite divr_ge0 ?ler0n.
  by rewrite mulf_div -!natrM.
have B : 0 <= lower_B2 (4 * K) c 1 1 (ends (- c) (-1)) (ends 1 c).
  by apply: lower_B2_ge0 => //; apply: ends_partition; rewrite // ltr_opp2.
have kA : kept c (prob_A c) = 2%:R / (c + 1).
  rewrite kept_A //; move/lt0r_neq0/eqP: c20 => c20; move/lt0r_neq0/eqP: cp0 => cp0.
  by ffield; nonzero.
have kB : 0 <= kept c (prob_B c) by rewrite kept_B // divr_ge0 ?exprn_ge0 ?(ltW c10) ?(ltW c20).
apply: (@lt_le_trans _ _ (2%:R / (c + 1) * (9%:R / 16%:R))); last first.
  rewrite /lower_in kA -[X in X <= _]addr0; apply: ler_add; last first.
    by apply: mulr_ge0 => //; apply: mulr_ge0 => //; rewrite divr_ge0 ?ler01 ?ler0n.
  by rewrite ler_wpmul2l // divr_ge0 ?ler0n ?(ltW cp0).
rewrite (_ : K%:R / _ = 1 / (4%:R * c ^+ 2)); last first.
  by move/lt0r_neq0/eqP: Kpos => Kpos; move/lt0r_neq0/eqP: c0 => c0; rewrite four; ffield; nonzero.
apply: (@le_lt_trans _ _ (1 / 4%:R)).
  rewrite ler_wpmul2l ?ler01 // lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 ?ltr0n // ler_pmulr ?ltr0n //.
  by rewrite exprn_ege1 // ltW.
have c2 : c <= 2%:R.
  rewrite cE (_ : 2%:R = 1 + 1) // ler_add2l ler_pdivr_mulr ?mulr_gt0 ?ltr0n // mul1r -natrM ler1n.
  by rewrite muln_gt0 K0.
apply: (@lt_le_trans _ _ (2%:R / 3%:R * (9%:R / 16%:R))).
  by rewrite mulf_div -!natrM ltr_pdivl_mulr ?ltr0n // mulrAC ltr_pdivr_mulr ?ltr0n // mul1r -natrM ltr_nat.
rewrite ler_wpmul2r ?divr_ge0 ?ler0n // ler_wpmul2l ?ler0n // lef_pinv ?posrE ?ltr0n //.
by rewrite [3%:R]mulrSr ler_add2r.
Qed.

End Extremes.
