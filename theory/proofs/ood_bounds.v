(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E: equations 24, 26 (n >= 3) and 27 for all n, all real c > 1 and all
   partitions; the order of p_in, and p_in <= 1/c. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics ood_sums.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bounds.
Variable F : realFieldType.
Implicit Types (a b c e s t w x y : F) (S T U : nat -> F).
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.
Local Notation G := (@G F).

Lemma two_neq0 : 2%:R <> 0 :> F. Proof. by apply/eqP; rewrite pnatr_eq0. Qed.
Lemma four_neq0 : 2%:R * 2%:R <> 0 :> F. Proof. by apply/eqP; rewrite -natrM pnatr_eq0. Qed.
Ltac nonzero := repeat apply conj; first [assumption | exact two_neq0 | exact four_neq0].
Lemma four : 4%:R = 2%:R * 2%:R :> F. Proof. by rewrite -natrM. Qed.

Lemma bernoulli x m : 0 <= x -> x <= 1 -> 1 - m%:R * x <= (1 - x) ^+ m.
Proof.
move=> x0 x1; elim: m => [|m IH]; first by rewrite mul0r subr0 expr0.
rewrite exprS; apply: le_trans (ler_wpmul2l _ IH); last by rewrite subr_ge0.
rewrite mulrSr -subr_ge0 [X in 0 <= X](_ : _ = m%:R * (x * x)); last by fring.
by rewrite !mulr_ge0 ?ler0n.
Qed.

Lemma telescope2 a b a' b' k m S T (h : F -> F) : partition a b k S -> partition a' b' m T ->
  \sum_(i < k) \sum_(j < m) ((h (T j - S i.+1) - h (T j - S i)) - (h (T j.+1 - S i.+1) - h (T j.+1 - S i))) =
  (h (a' - b) - h (b' - b)) - (h (a' - a) - h (b' - a)).
Proof.
move=> partS partT.
rewrite (eq_bigr (fun i : 'I_k => (h (a' - S i.+1) - h (b' - S i.+1)) - (h (a' - S i) - h (b' - S i)))); last first.
  move=> i _; pose f t := h (t - S i) - h (t - S i.+1).
  rewrite (eq_bigr (fun j : 'I_m => f (T j.+1) - f (T j))); last by move=> j _; rewrite /f; fring.
  by rewrite (telescope f partT) /f; fring.
exact: (telescope (fun s => h (a' - s) - h (b' - s)) partS).
Qed.

(* Event B.2: n = p + 3 and 2^n times the integrand's power of 1 / (t - s). *)
Definition corners p c := (G p.+1 2%:R - G p.+1 (1 + c)) - (G p.+1 (1 + c) - G p.+1 (2%:R * c)).

Lemma B2_cells p c k m U T : 1 < c -> partition (- c) (-1) k U -> partition 1 c m T ->
  p.+1%:R * p.+2%:R * cell_sum (inside p.+3) k m U T 0 1 <= 2%:R ^+ p.+3 * corners p c <=
  p.+1%:R * p.+2%:R * cell_sum (inside p.+3) k m U T 1 0.
Proof.
move=> c1 partU partT; have c0 : 0 < c := lt_trans ltr01 c1.
have -> : corners p c =
    \sum_(i < k) \sum_(j < m) ((G p.+1 (T j - U i.+1) - G p.+1 (T j - U i)) - (G p.+1 (T j.+1 - U i.+1) - G p.+1 (T j.+1 - U i))).
  rewrite (telescope2 _ partU partT) /corners !opprK (_ : 1 + 1 = 2%:R) // [c + 1]addrC.
  by rewrite (_ : c + c = 2%:R * c) //; fring.
have two0 : 0 < 2%:R ^+ p.+3 :> F by rewrite exprn_gt0 ?ltr0n.
have values (i : 'I_k) (j : 'I_m) : [/\ U i <= -1, U i.+1 <= -1, 1 <= T j & 1 <= T j.+1].
  have [ik jm] := (ltn_ord i, ltn_ord j).
  have /andP[_ ?] := partition_in partU (ltnW ik); have /andP[_ ?] := partition_in partU ik.
  by have /andP[? _] := partition_in partT (ltnW jm); have /andP[? _] := partition_in partT jm.
rewrite !mulr_sumr; apply/andP; split; apply: ler_sum => i _; rewrite !mulr_sumr; apply: ler_sum => j _;
  have [Ui Ui1 Tj Tj1] := values i j; have dU := partition_step partU (ltn_ord i); have dT := partition_step partT (ltn_ord j).
- have a0 : 0 < T j - U i.+1 by rewrite subr_gt0 (le_lt_trans Ui1) // (lt_le_trans _ Tj) // gtr_opp ?ltr01.
  have ab : T j - U i.+1 <= T j - U i by rewrite ler_add2l ler_opp2 -subr_ge0 ltW.
  have := cell_lower p a0 ab (ltW dT).
  rewrite addn0 addn1 inside_B2 // expr_div_n -exprVn.
  rewrite (_ : T j - U i + (T j.+1 - T j) = T j.+1 - U i); last by fring.
  rewrite (_ : T j - U i.+1 + (T j.+1 - T j) = T j.+1 - U i.+1); last by fring.
  rewrite (_ : T j - U i - (T j - U i.+1) = U i.+1 - U i); last by fring.
  rewrite -(ler_pmul2l two0); apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; fring.
- have a0 : 0 < T j - U i.+1 by rewrite subr_gt0 (le_lt_trans Ui1) // (lt_le_trans _ Tj) // gtr_opp ?ltr01.
  have ab : T j - U i.+1 <= T j - U i by rewrite ler_add2l ler_opp2 -subr_ge0 ltW.
  have := cell_upper p a0 ab (ltW dT).
  rewrite addn0 addn1 inside_B2 // expr_div_n -exprVn.
  rewrite (_ : T j - U i + (T j.+1 - T j) = T j.+1 - U i); last by fring.
  rewrite (_ : T j - U i.+1 + (T j.+1 - T j) = T j.+1 - U i.+1); last by fring.
  rewrite (_ : T j - U i - (T j - U i.+1) = U i.+1 - U i); last by fring.
  rewrite -(ler_pmul2l two0) => cell; apply: (le_trans cell).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; fring.
Qed.

(* Eq. 26, n >= 3. *)
Definition p_B2 n c : F :=
  (4%:R - 8%:R * (2%:R / (1 + c)) ^+ (n - 2) + 4%:R * (1 / c) ^+ (n - 2)) / ((c - 1) ^+ 2 * (n%:R - 1) * (n%:R - 2%:R)).

Theorem event_b n c k m U T : (2 < n)%N -> 1 < c -> partition (- c) (-1) k U -> partition 1 c m T ->
  lower_B2 n c k m U T <= p_B2 n c <= upper_B2 n c k m U T.
Proof.
case: n => [|[|[|p]]] // _ c1 partU partT; have c0 : 0 < c := lt_trans ltr01 c1.
have c10 : 0 < c - 1 by rewrite subr_gt0.
have ceq : p_B2 p.+3 c = 2%:R ^+ p.+3 * corners p c / (p.+1%:R * p.+2%:R) / (c - 1) ^+ 2.
  rewrite /p_B2 /corners /G (_ : (p.+3 - 2 = p.+1)%N) // !invfM !exprMn !expr1n !mul1r.
  rewrite (_ : p.+3%:R = p.+1%:R + 2%:R); last by rewrite -natrD addn2.
  rewrite addrK (_ : p.+1%:R + 2%:R - 1 = p.+2%:R); last by rewrite [RHS]mulrSr; fring.
  have p1 : p.+1%:R <> 0 :> F by apply/eqP; rewrite pnatr_eq0.
  have p2 : p.+2%:R <> 0 :> F by apply/eqP; rewrite pnatr_eq0.
  have c1' : c - 1 <> 0 by apply/eqP; rewrite gt_eqF.
  have x0 : 2%:R ^+ p.+1 <> 0 :> F by apply/eqP; rewrite expf_neq0 // pnatr_eq0.
  rewrite (_ : 2%:R ^+ p.+3 = 4%:R * 2%:R ^+ p.+1); last by rewrite 2!exprS mulrA -natrM.
  rewrite (_ : 8%:R = 2%:R * 4%:R); last by rewrite -natrM.
  rewrite [2%:R^-1 ^+ _]exprVn; ffield; do ?split=> //.
have pp0 : 0 < p.+1%:R * p.+2%:R :> F by rewrite mulr_gt0 ?ltr0n.
have sq0 : 0 < (c - 1) ^+ 2 by rewrite exprn_gt0.
have /andP[low up] := B2_cells p c1 partU partT.
rewrite ceq /lower_B2 /upper_B2 !ler_pmul2r ?invr_gt0 //.
by rewrite ler_pdivl_mulr // ler_pdivr_mulr // ![_ * (p.+1%:R * p.+2%:R)]mulrC low up.
Qed.

(* Event A.1: the inner integral, line 4 of eq. 24. *)
Definition t_lower n s m T := \sum_(j < m) (T j.+1 - T j) * inside n s (T j.+1).
Definition t_upper n s m T := \sum_(j < m) (T j.+1 - T j) * inside n s (T j).
Definition t_integral n c s : F := (1 - s) / (n%:R - 1) * (1 - ((1 - s) / (c - s)) ^+ (n - 1)).

Lemma cells_A n k m S T : cell_sum (inside n) k m S T 1 1 = \sum_(i < k) (S i.+1 - S i) * t_lower n (S i.+1) m T.
Proof.
apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; by rewrite !addn1 mulrA.
Qed.
Lemma cells_A_upper n k m S T : cell_sum (inside n) k m S T 0 0 = \sum_(i < k) (S i.+1 - S i) * t_upper n (S i) m T.
Proof.
apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; by rewrite !addn0 mulrA.
Qed.

Lemma t_integral_powers p c s : 1 < c -> s < 1 ->
  p.+1%:R * t_integral p.+2 c s = (1 - s) ^+ p.+2 * (G p.+1 (1 - s) - G p.+1 (c - s)).
Proof.
move=> c1 s1; have w0 : 0 < 1 - s by rewrite subr_gt0.
have p1 : p.+1%:R != 0 :> F by rewrite pnatr_eq0.
rewrite /t_integral /G subn1 /= (_ : p.+2%:R - 1 = p.+1%:R); last by rewrite mulrSr addrK.
rewrite exprMn [(1 - s) ^+ p.+2]exprS exprVn.
have x0 : (1 - s) ^+ p.+1 <> 0 by apply/eqP; rewrite expf_neq0 // gt_eqF.
by ffield; split=> //; apply/eqP.
Qed.

Lemma t_integral_between n c s m T : (1 < n)%N -> 1 < c -> -1 <= s -> s < 1 -> partition 1 c m T ->
  t_lower n s m T <= t_integral n c s <= t_upper n s m T.
Proof.
case: n => [|[|p]] // _ c1 s0 s1 partT.
have p0 : 0 < p.+1%:R :> F by rewrite ltr0n.
have w0 : 0 < (1 - s) ^+ p.+2 by rewrite exprn_gt0 // subr_gt0.
rewrite -(ler_pmul2l p0) -[X in _ && X](ler_pmul2l p0) t_integral_powers //.
have -> : G p.+1 (1 - s) - G p.+1 (c - s) = \sum_(j < m) (G p.+1 (T j - s) - G p.+1 (T j.+1 - s)).
  rewrite (eq_bigr (fun j : 'I_m => - G p.+1 (T j.+1 - s) - - G p.+1 (T j - s))); last by move=> j _; fring.
  by rewrite (telescope (fun t => - G p.+1 (t - s)) partT); fring.
rewrite !mulr_sumr; apply/andP; split; apply: ler_sum => j _; have jm := ltn_ord j;
  have /andP[Tj _] := partition_in partT (ltnW jm); have /andP[Tj1 _] := partition_in partT jm;
  have a0 : 0 < T j - s by [rewrite subr_gt0 (lt_le_trans s1)];
  have ab : T j - s <= T j.+1 - s by [rewrite ler_add2r ltW // -subr_gt0 (partition_step partT)];
  rewrite inside_A ?(ltW s1) // expr_div_n -exprVn.
- have := step_lower p.+1 a0 ab; rewrite -(ler_pmul2l w0); apply: le_trans.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; fring.
- have := step_upper p.+1 a0 ab; rewrite -(ler_pmul2l w0) => step; apply: (le_trans step).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; fring.
Qed.

Lemma t_lower_at_1 n m T : (0 < n)%N -> partition 1 (T m) m T -> t_lower n 1 m T = 0.
Proof.
move=> n0 partT; rewrite /t_lower big1 // => j _; have /andP[Tj1 _] := partition_in partT (ltn_ord j).
by rewrite inside_A ?lexx ?lerN10 ?(le_trans (lerN10 _)) ?ler01 // subrr mul0r expr0n gtn_eqF // mulr0.
Qed.

Lemma t_lower_le n c s m T : (1 < n)%N -> 1 < c -> -1 <= s <= 1 -> partition 1 c m T ->
  (n%:R - 1) * t_lower n s m T <= (1 - s) * (1 - ((1 - s) / (c - s)) ^+ (n - 1)).
Proof.
move=> n1 c1 /andP[s0]; rewrite le_eqVlt => /orP[/eqP-> partT|s1 partT].
  by have [_ Tm _] := partT; rewrite t_lower_at_1 ?Tm ?(ltnW n1) // subrr mul0r mulr0.
have p0 : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n.
have /andP[low _] := t_integral_between n1 c1 s0 s1 partT.
by rewrite -(ler_pmul2l p0) in low; apply: (le_trans low); rewrite /t_integral [(1 - s) / _]mulrC 2!mulrA divff ?mul1r // gt_eqF.
Qed.

(* (1 - s)/(t - s) falls with s. *)
Lemma ratio_falls s s' t : s <= s' -> s' < t -> 1 <= t -> (1 - s') / (t - s') <= (1 - s) / (t - s).
Proof.
move=> ss st t1; have st' := le_lt_trans ss st.
rewrite ler_pdivr_mulr ?subr_gt0 // mulrAC ler_pdivl_mulr ?subr_gt0 // -subr_ge0.
by rewrite (_ : _ - _ = (t - 1) * (s' - s)); [rewrite mulr_ge0 ?subr_ge0 | fring].
Qed.

Lemma ratio_ge0 s t : s <= 1 -> 1 <= t -> 0 <= (1 - s) / (t - s).
Proof. by move=> s1 t1; rewrite divr_ge0 ?subr_ge0 // (le_trans s1). Qed.

Lemma t_lower_falls n c s s' m T : -1 <= s -> s <= s' -> s' <= 1 -> partition 1 c m T ->
  t_lower n s' m T <= t_lower n s m T.
Proof.
move=> s0 ss s1 partT; apply: ler_sum => j _; have jm := ltn_ord j.
have /andP[Tj _] := partition_in partT (ltnW jm); have dT := partition_step partT jm.
have Tj1 : 1 < T j.+1 by rewrite (le_lt_trans Tj) // -subr_gt0.
have s1' := le_trans ss s1; have s0' := le_trans s0 ss.
rewrite !inside_A ?(ltW Tj1) //; apply: ler_wpmul2l; first exact: ltW.
have ge0 z : z <= 1 -> 0 <= (1 - z) / (T j.+1 - z) by move=> z1; rewrite ratio_ge0 // ltW.
by rewrite ler_expn2r ?nnegrE ?ge0 // ratio_falls ?(ltW Tj1) // (le_lt_trans s1).
Qed.

(* Eq. 24. *)
Definition bound_24 n c : F := (3%:R * (1 - 1 / c ^+ (n - 1)) + 1) / (4%:R * (n%:R - 1) * (c - 1)).

Theorem event_a_bound n c k m S T : (1 < n)%N -> 1 < c -> partition (-1) 1 k S -> partition 1 c m T ->
  lower_A n c k m S T <= bound_24 n c.
Proof.
move=> n1 c1 partS partT; have c0 : 0 < c := lt_trans ltr01 c1.
have p0 : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n.
have c10 : 0 < c - 1 by rewrite subr_gt0.
have p0' : n%:R - 1 <> 0 :> F by apply/eqP; rewrite gt_eqF.
have c10' : c - 1 <> 0 by apply/eqP; rewrite gt_eqF.
set q := 1 / c ^+ (n - 1); have q1 : q <= 1 by rewrite /q mul1r invf_le1 ?exprn_gt0 // exprn_ege1 // ltW.
have q0 : 0 <= q by rewrite /q divr_ge0 ?ler01 ?exprn_ge0 // ltW.
pose Q s : F := s - s ^+ 2 / 2%:R; pose H s := if s <= 0 then (1 - q) * Q s else Q s.
have Q_step s s' : s <= s' -> (s' - s) * (1 - s') <= Q s' - Q s.
  move=> ss; rewrite -subr_ge0 (_ : _ - _ = (s' - s) ^+ 2 / 2%:R); first by rewrite divr_ge0 ?ler0n ?sqr_ge0.
  by rewrite /Q; ffield; exact: two_neq0.
have left s : -1 <= s -> s <= 0 -> (n%:R - 1) * t_lower n s m T <= (1 - s) * (1 - q).
  move=> s0 s1; have s1' : s <= 1 by rewrite (le_trans s1) ?ler01.
  have sc : s < c by rewrite (le_lt_trans s1).
  apply: le_trans (t_lower_le n1 c1 _ partT) _; first by rewrite s0.
  apply: ler_wpmul2l; first by rewrite subr_ge0.
  rewrite ler_add2l ler_opp2 /q (_ : 1 / c ^+ _ = (1 / c) ^+ (n - 1)); last by rewrite expr_div_n expr1n.
  rewrite ler_expn2r ?nnegrE ?divr_ge0 ?ler01 ?(ltW c0) ?subr_ge0 ?(ltW sc) //.
  by have := ratio_falls s1 c0 (ltW c1); rewrite !subr0.
have right s : -1 <= s <= 1 -> (n%:R - 1) * t_lower n s m T <= 1 - s.
  move=> /andP[s0 s1]; apply: le_trans (t_lower_le n1 c1 _ partT) _; first by rewrite s0.
  by rewrite ler_pimulr ?subr_ge0 // ger_addl oppr_le0 exprn_ge0 // ratio_ge0 // ltW.
suff cell (i : 'I_k) : (n%:R - 1) * ((S i.+1 - S i) * t_lower n (S i.+1) m T) <= H (S i.+1) - H (S i).
  have total : (n%:R - 1) * cell_sum (inside n) k m S T 1 1 <= (3%:R * (1 - q) + 1) / 2%:R.
    rewrite cells_A mulr_sumr; apply: (le_trans (ler_sum _ (fun i _ => cell i))).
    rewrite (telescope H partS) /H lerN10 ler10 /Q le_eqVlt; apply/orP; left; apply/eqP.
    by ffield; exact: two_neq0.
  rewrite /lower_A /bound_24 -/q ler_pdivr_mulr ?mulr_gt0 ?ltr0n //.
  rewrite -(ler_pmul2l p0); apply: (le_trans total).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite four; ffield; nonzero.
have ik := ltn_ord i; have dS := partition_step partS ik.
have /andP[Si Si'] := partition_in partS (ltnW ik); have /andP[Sj Sj'] := partition_in partS ik.
have SS : S i <= S i.+1 by rewrite -subr_ge0 ltW.
rewrite mulrCA /H; case: (leP (S i.+1) 0) => [neg|pos].
  rewrite (le_trans SS neg) -mulrBr; apply: (@le_trans _ _ ((1 - q) * ((S i.+1 - S i) * (1 - S i.+1)))).
    by rewrite [X in _ <= X]mulrCA ler_wpmul2l ?(ltW dS) // [X in _ <= X]mulrC left.
  by rewrite ler_wpmul2l ?subr_ge0 // Q_step.
case: (leP (S i) 0) => [neg|pos']; last first.
  by apply: le_trans (Q_step _ _ SS); rewrite ler_wpmul2l ?(ltW dS) // right // Sj Sj'.
rewrite (_ : _ * _ = S i.+1 * ((n%:R - 1) * t_lower n (S i.+1) m T) + (- S i) * ((n%:R - 1) * t_lower n (S i.+1) m T)); last by fring.
apply: (@le_trans _ _ (S i.+1 * (1 - S i.+1) + (- S i) * ((1 - 0) * (1 - q)))).
  apply: ler_add; first by rewrite ler_wpmul2l ?(ltW pos) // right // Sj Sj'.
  rewrite ler_wpmul2l ?oppr_ge0 //; apply: le_trans (left 0 _ (lexx 0)); last by rewrite lerN10.
  by rewrite ler_wpmul2l ?(ltW p0) // (@t_lower_falls n c) ?(ltW pos) // lerN10.
have := Q_step 0 (S i.+1) (ltW pos); rewrite subr0 => first_part.
have /(ler_wpmul2l (_ : 0 <= 1 - q)) := Q_step (S i) 0 neg; rewrite subr_ge0 => /(_ q1) second_part.
have := ler_add first_part second_part.
rewrite sub0r (_ : Q 0 = 0); last by rewrite /Q expr0n mul0r subrr.
by rewrite !subr0 sub0r !mulr1 [(1 - q) * - S i]mulrC mul1r [(1 - q) * - Q _]mulrN.
Qed.

(* Eq. 24 line by line. *)
Theorem event_a n c : (1 < n)%N -> 1 < c ->
  [/\ forall s t, -1 <= s <= 1 -> 1 < t <= c -> inside n s t = ((1 - s) / (t - s)) ^+ n,
      forall s, -1 <= s <= 1 -> s < 1 -> forall m T, partition 1 c m T ->
        t_lower n s m T <= t_integral n c s <= t_upper n s m T,
      forall s, -1 <= s <= 0 -> (1 / c) ^+ (n - 1) <= ((1 - s) / (c - s)) ^+ (n - 1),
      1 / (2%:R * (c - 1) * (n%:R - 1)) * (3%:R / 2%:R * (1 - (1 / c) ^+ (n - 1)) + 1 / 2%:R) = bound_24 n c &
      forall k S, partition (-1) 1 k S -> forall m T, partition 1 c m T -> lower_A n c k m S T <= bound_24 n c].
Proof.
move=> n1 c1; have c0 : 0 < c := lt_trans ltr01 c1.
have p0 : n%:R - 1 <> 0 :> F by apply/eqP; rewrite gt_eqF // subr_gt0 ltr1n.
have c10 : c - 1 <> 0 by apply/eqP; rewrite gt_eqF // subr_gt0.
split.
- by move=> s t /andP[s0 s1] /andP[t1 _]; rewrite inside_A // ltW.
- by move=> s /andP[s0 _] s1 m T partT; apply: t_integral_between.
- move=> s /andP[_ s1]; have sc : s < c by rewrite (le_lt_trans s1).
  rewrite ler_expn2r ?nnegrE ?divr_ge0 ?ler01 ?(ltW c0) ?subr_ge0 ?(ltW sc) ?(le_trans s1) ?ler01 //.
  by have := ratio_falls s1 c0 (ltW c1); rewrite !subr0.
- rewrite /bound_24 four expr_div_n expr1n.
  have e0 : c ^+ (n - 1) <> 0 by apply/eqP; rewrite expf_neq0 // gt_eqF.
  by ffield; nonzero.
- by move=> k S partS m T partT; apply: event_a_bound.
Qed.

End Bounds.
