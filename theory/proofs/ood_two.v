(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E for n = 2: equations 26 and 28 in closed form, over any ordered field with a
   function ln that obeys two laws of the logarithm; and the order of p_in at n = 2, which is not 1/c^2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics ood_sums ood_bounds ood_in.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Two.
Variables (F : realFieldType) (ln : F -> F).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Implicit Types (a b c e s t w x y : F) (S T U : nat -> F).
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.
Ltac nonzero := repeat apply conj; first [assumption | exact (@two_neq0 F) | exact (@four_neq0 F)].

Lemma ln_step x y : 0 < x -> 0 < y -> ln x - ln y <= (x - y) / y.
Proof.
move=> x0 y0; have y1 : y != 0 by rewrite gt_eqF.
rewrite -{1}(divfK y1 x) lnM ?divr_gt0 // addrK mulrBl divff //.
by apply: ln_le; rewrite divr_gt0.
Qed.

Lemma ln_cell_upper a b e : 0 < a -> a <= b -> 0 <= e ->
  (ln b - ln a) - (ln (b + e) - ln (a + e)) <= (b - a) * e * a^-1 ^+ 2.
Proof.
move=> a0 ab e0; have b0 := lt_le_trans a0 ab.
have ae : 0 < a + e by rewrite ltr_paddr. have be : 0 < b + e by rewrite ltr_paddr.
rewrite (_ : _ - _ = (ln b + ln (a + e)) - (ln a + ln (b + e))); last by fring.
rewrite -!lnM //; apply: (le_trans (ln_step (mulr_gt0 b0 ae) (mulr_gt0 a0 be))).
rewrite (_ : _ - _ = (b - a) * e); last by fring.
rewrite ler_wpmul2l ?mulr_ge0 ?subr_ge0 // exprVn lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 //.
by rewrite expr2 ler_wpmul2l ?(ltW a0) // (le_trans ab) // ler_addl.
Qed.

Lemma ln_cell_lower a b e : 0 < a -> a <= b -> 0 <= e ->
  (b - a) * e * (b + e)^-1 ^+ 2 <= (ln b - ln a) - (ln (b + e) - ln (a + e)).
Proof.
move=> a0 ab e0; have b0 := lt_le_trans a0 ab.
have ae : 0 < a + e by rewrite ltr_paddr. have be : 0 < b + e by rewrite ltr_paddr.
rewrite -ler_opp2 (_ : - (_ - _ - _) = (ln a + ln (b + e)) - (ln b + ln (a + e))); last by fring.
rewrite -!lnM //; apply: (le_trans (ln_step (mulr_gt0 a0 be) (mulr_gt0 b0 ae))).
rewrite (_ : _ - _ = - ((b - a) * e)); last by fring.
rewrite mulNr ler_opp2 ler_wpmul2l ?mulr_ge0 ?subr_ge0 // exprVn lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 //.
by rewrite expr2; apply: ler_pmul; rewrite ?(ltW b0) ?(ltW ae) ?ler_addl ?ler_add2r.
Qed.

(* Eq. 26, n = 2, with the factor 4 that is missing in print. *)
Definition logs c := 2%:R * ln (c + 1) - ln c - 2%:R * ln 2%:R.
Definition p_B2_2 c := 4%:R * logs c / (c - 1) ^+ 2.

Theorem event_b_2 c l m U T : 1 < c -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_B2 2 c l m U T <= p_B2_2 c <= upper_B2 2 c l m U T.
Proof.
move=> c1 partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
pose h w := - ln w.
have -> : p_B2_2 c = 4%:R * (\sum_(i < l) \sum_(j < m)
    ((h (T j - U i.+1) - h (T j - U i)) - (h (T j.+1 - U i.+1) - h (T j.+1 - U i)))) / (c - 1) ^+ 2.
  rewrite (telescope2 h partU partT) /p_B2_2 /logs /h !opprK (_ : c + c = 2%:R * c); last by fring.
  rewrite lnM ?ltr0n // (_ : 1 + 1 = 2%:R) // [1 + c]addrC; congr (_ / _); fring.
have values (i : 'I_l) (j : 'I_m) : [/\ U i <= -1, U i.+1 <= -1, 1 <= T j & 1 <= T j.+1].
  have [il jm] := (ltn_ord i, ltn_ord j).
  have /andP[_ ?] := partition_in partU (ltnW il); have /andP[_ ?] := partition_in partU il.
  by have /andP[? _] := partition_in partT (ltnW jm); have /andP[? _] := partition_in partT jm.
have cell (i : 'I_l) (j : 'I_m) : [/\ 0 < T j - U i.+1, T j - U i.+1 <= T j - U i & 0 <= T j.+1 - T j].
  have [Ui Ui1 Tj Tj1] := values i j; split; last by rewrite ltW ?(partition_step partT).
    by rewrite subr_gt0 (le_lt_trans Ui1) // (lt_le_trans _ Tj) // gtr_opp ?ltr01.
  by rewrite ler_add2l ler_opp2 -subr_ge0 ltW ?(partition_step partU).
rewrite !ler_pmul2r ?invr_gt0 ?exprn_gt0 // !mulr_sumr.
apply/andP; split; apply: ler_sum => i _; rewrite !mulr_sumr; apply: ler_sum => j _;
  have [Ui Ui1 Tj Tj1] := values i j; have [a0 ab e0] := cell i j;
  rewrite addn0 addn1 inside_B2 // expr_div_n -exprVn.
- have := ln_cell_lower a0 ab e0.
  rewrite (_ : T j - U i + (T j.+1 - T j) = T j.+1 - U i); last by fring.
  rewrite (_ : T j - U i.+1 + (T j.+1 - T j) = T j.+1 - U i.+1); last by fring.
  rewrite (_ : T j - U i - (T j - U i.+1) = U i.+1 - U i); last by fring.
  move/(ler_wpmul2l (ler0n F 4)) => low; apply: le_trans (le_trans _ low) _.
    by rewrite four le_eqVlt; apply/orP; left; apply/eqP; fring.
  by rewrite /h le_eqVlt; apply/orP; left; apply/eqP; fring.
- have := ln_cell_upper a0 ab e0.
  rewrite (_ : T j - U i + (T j.+1 - T j) = T j.+1 - U i); last by fring.
  rewrite (_ : T j - U i.+1 + (T j.+1 - T j) = T j.+1 - U i.+1); last by fring.
  rewrite (_ : T j - U i - (T j - U i.+1) = U i.+1 - U i); last by fring.
  move/(ler_wpmul2l (ler0n F 4)) => up; apply: le_trans (le_trans _ up) _.
    by rewrite /h le_eqVlt; apply/orP; left; apply/eqP; fring.
  by rewrite four le_eqVlt; apply/orP; left; apply/eqP; fring.
Qed.

(* Event A for n = 2. *)
Definition p_A_2 c := 1 - (c - 1) / 2%:R * ln ((c + 1) / (c - 1)).

Theorem event_a_2 c k m S T : 1 < c -> partition (-1) 1 k S -> partition 1 c m T ->
  lower_A 2 c k m S T <= p_A_2 c <= upper_A 2 c k m S T.
Proof.
move=> c1 partS partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have lnV : ln ((c + 1) / (c - 1)) = ln (c + 1) - ln (c - 1).
  have c10' : c - 1 != 0 by rewrite gt_eqF.
  by rewrite -[in RHS](divfK c10' (c + 1)) [in RHS]lnM ?divr_gt0 // addrK.
pose H s := (c - 1) * (s + (c - 1) * ln (c - s)).
have -> : p_A_2 c = (\sum_(i < k) (H (S i.+1) - H (S i))) / (2%:R * (c - 1)).
  rewrite (telescope H partS) /H /p_A_2 lnV opprK; move/lt0r_neq0/eqP: c10 => c10.
  by ffield; nonzero.
have pos s : s <= 1 -> 0 < c - s by move=> s1; rewrite subr_gt0 (le_lt_trans s1).
have integral s : s <= 1 -> t_integral 2 c s = (c - 1) * (1 - (c - 1) / (c - s)).
  move=> s1; rewrite /t_integral subSS subn0 expr1 (_ : 2%:R - 1 = 1); last by rewrite (_ : 2%:R = 1 + 1) ?addrK.
  by rewrite divr1; have /lt0r_neq0/eqP cs := pos s s1; ffield; nonzero.
have n1 : (1 < 2)%N by [].
rewrite /lower_A /upper_A !ler_pmul2r ?invr_gt0 ?mulr_gt0 ?ltr0n // cells_A cells_A_upper.
apply/andP; split; apply: ler_sum => i _; have ik := ltn_ord i; have dS := partition_step partS ik;
  have /andP[Si Si'] := partition_in partS (ltnW ik); have Sj := partition_in partS ik; have /andP[Sj0 Sj1] := Sj.
- have := ln_step (pos _ Si') (pos _ Sj1); rewrite (_ : c - S i - _ = S i.+1 - S i); last by fring.
  move/(ler_wpmul2l (ltW (mulr_gt0 c10 c10))) => low.
  have := t_lower_le n1 c1 Sj partT; rewrite subSS subn0 expr1 (_ : 2%:R - 1 = 1) ?mul1r; last first.
    by rewrite (_ : 2%:R = 1 + 1) ?addrK.
  move/(ler_wpmul2l (ltW dS)) => t_le; apply: (le_trans t_le); rewrite -subr_ge0; move: low; rewrite -subr_ge0.
  congr (_ <= _); rewrite /H; have /lt0r_neq0/eqP cs := pos _ Sj1.
  by ffield; nonzero.
- have := ln_step (pos _ Sj1) (pos _ Si'); rewrite (_ : c - S i.+1 - _ = S i - S i.+1); last by fring.
  move/(ler_wpmul2l (ltW (mulr_gt0 c10 c10))) => up.
  have S1 : S i < 1 by rewrite (lt_le_trans _ Sj1) // -subr_gt0.
  have /andP[_] := t_integral_between n1 c1 Si S1 partT; rewrite integral // => /(ler_wpmul2l (ltW dS)) t_le.
  apply: le_trans t_le; rewrite -subr_ge0; move: up; rewrite -subr_ge0.
  congr (_ <= _); rewrite /H; have /lt0r_neq0/eqP cs := pos _ Si'.
  by ffield; nonzero.
Qed.

(* Eq. 28 exactly, and in the paper's manner with the factor 4. *)
Definition p_in_2 c := (2%:R * (c - 1) - (c - 1) ^+ 2 * ln ((c + 1) / (c - 1)) + 2%:R * logs c) / (c ^+ 2 - 1).
Definition bound_28 c := (3%:R * (1 - 1 / c) + 1 + 4%:R * logs c) / (2%:R * (c ^+ 2 - 1)).

Theorem in_2 c k l m S U T : 1 < c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_in 2 c k l m S U T <= p_in_2 c <= upper_in 2 c k l m S U T.
Proof.
move=> c1 partS partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have /andP[lowA upA] := event_a_2 c1 partS partT; have /andP[lowB upB] := event_b_2 c1 partU partT.
have eq : p_in_2 c = 2%:R * (c - 1) / (c ^+ 2 - 1) * p_A_2 c + (c - 1) ^+ 2 / (c ^+ 2 - 1) * (1 / 2%:R * p_B2_2 c).
  rewrite /p_in_2 /p_A_2 /p_B2_2; move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: c20 => c20.
  by rewrite four; ffield; nonzero.
rewrite eq; apply/andP; split; first exact: lower_in_le.
rewrite /upper_in kept_A // kept_B //; apply: ler_add; apply: ler_wpmul2l => //.
- by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW.
- by rewrite divr_ge0 ?exprn_ge0 // ltW.
by apply: ler_wpmul2l => //; rewrite divr_ge0 ?ler01 ?ler0n.
Qed.

Theorem eq_28 c k l m S U T : 1 < c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_in 2 c k l m S U T <= bound_28 c.
Proof.
move=> c1 partS partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have n1 : (1 < 2)%N by [].
have /andP[lowB _] := event_b_2 c1 partU partT.
apply: le_trans (lower_in_le c1 (event_a_bound n1 c1 partS partT) lowB) _.
rewrite /bound_28 /bound_24 /p_B2_2 subSS subn0 expr1 (_ : 2%:R - 1 = 1); last by rewrite (_ : 2%:R = 1 + 1) ?addrK.
rewrite le_eqVlt four; apply/orP; left; apply/eqP.
move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: c20 => c20; move/lt0r_neq0/eqP: c0 => c0.
by ffield; nonzero.
Qed.

End Two.
