(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E: the events' probabilities, equation 27, its order, and p_in <= 1/c. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics ood_sums ood_bounds.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section In.
Variable F : realFieldType.
Implicit Types (a b c e s t w x y : F) (S T U : nat -> F).
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.
Ltac nonzero := repeat apply conj; first [assumption | exact (@two_neq0 F) | exact (@four_neq0 F)].

(* Eq. 23. *)
Lemma square_gt1 c : 1 < c -> [/\ 0 < c, 0 < c - 1, 0 < c + 1 & 0 < c ^+ 2 - 1].
Proof.
move=> c1; have c0 : 0 < c := lt_trans ltr01 c1; split; rewrite ?subr_gt0 ?addr_gt0 ?ltr01 //.
by rewrite expr2 (lt_trans c1) // ltr_pmulr.
Qed.

Theorem kept_A c : 1 < c -> kept c (prob_A c) = 2%:R * (c - 1) / (c ^+ 2 - 1).
Proof.
case/square_gt1 => /lt0r_neq0/eqP c0 _ _ /lt0r_neq0/eqP c2; rewrite /kept /prob_A /prob_C.
by ffield; nonzero.
Qed.

Theorem kept_B c : 1 < c -> kept c (prob_B c) = (c - 1) ^+ 2 / (c ^+ 2 - 1).
Proof.
case/square_gt1 => /lt0r_neq0/eqP c0 _ _ /lt0r_neq0/eqP c2; rewrite /kept /prob_B /prob_C.
by ffield; nonzero.
Qed.

(* Eq. 27. *)
Definition bound_27 n c : F :=
  (3%:R * (1 - 1 / c ^+ (n - 1)) + 1) / (2%:R * (c ^+ 2 - 1) * (n%:R - 1)) +
  (2%:R - 4%:R * (2%:R / (1 + c)) ^+ (n - 2) + 2%:R * (1 / c) ^+ (n - 2)) / ((n%:R - 1) * (n%:R - 2%:R) * (c ^+ 2 - 1)).
Definition simple_27 n c : F :=
  2%:R / ((c ^+ 2 - 1) * (n%:R - 1)) + 2%:R / ((n%:R - 1) * (n%:R - 2%:R) * (c ^+ 2 - 1)).

Lemma lower_in_le n c k l m S U T x y : 1 < c -> lower_A n c k m S T <= x -> lower_B2 n c l m U T <= y ->
  lower_in n c k l m S U T <= 2%:R * (c - 1) / (c ^+ 2 - 1) * x + (c - 1) ^+ 2 / (c ^+ 2 - 1) * (1 / 2%:R * y).
Proof.
move=> c1 lx ly; have [_ c10 _ c20] := square_gt1 c1.
rewrite /lower_in kept_A // kept_B //; apply: ler_add; apply: ler_wpmul2l => //.
- by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW.
- by rewrite divr_ge0 ?exprn_ge0 // ltW.
by apply: ler_wpmul2l => //; rewrite divr_ge0 ?ler01 ?ler0n.
Qed.

Theorem eq_27 n c k l m S U T : (2 < n)%N -> 1 < c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_in n c k l m S U T <= bound_27 n c <= simple_27 n c.
Proof.
move=> n2 c1 partS partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have n1 : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n ltnW.
have n20 : 0 < n%:R - 2%:R :> F by rewrite subr_gt0 ltr_nat.
apply/andP; split.
  have /andP[lowB _] := event_b n2 c1 partU partT.
  have lowA := event_a_bound (ltnW n2) c1 partS partT.
  apply: le_trans (lower_in_le c1 lowA lowB) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
  rewrite /bound_24 /p_B2 /bound_27 four (_ : 8%:R = 2%:R * 2%:R * 2%:R); last by rewrite -!natrM.
  move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: c20 => c20; move/lt0r_neq0/eqP: n1 => n1.
  move/lt0r_neq0/eqP: n20 => n20; have e0 : c ^+ (n - 1) <> 0 by apply/eqP; rewrite expf_neq0 // gt_eqF.
  by ffield; nonzero.
have inv0 : 0 <= 1 / c by rewrite divr_ge0 ?ler01 // ltW.
apply: ler_add.
  rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n // [X in _ <= X](_ : _ = 3%:R * 1 + 1).
    by rewrite ler_add2r ler_wpmul2l ?ler0n // ger_addl oppr_le0 divr_ge0 ?ler01 // exprn_ge0 // ltW.
  move/lt0r_neq0/eqP: c20 => c20; move/lt0r_neq0/eqP: n1 => n1.
  by ffield; nonzero.
rewrite ler_pmul2r ?invr_gt0 ?mulr_gt0 // -addrA ger_addl addrC subr_le0.
apply: (@le_trans _ _ (2%:R * (2%:R / (1 + c)) ^+ (n - 2))); last first.
  by rewrite ler_wpmul2r ?ler_nat // exprn_ge0 // divr_ge0 ?ler0n // addr_ge0 ?ler01 // ltW.
rewrite ler_wpmul2l ?ler0n // ler_expn2r ?nnegrE ?divr_ge0 ?ler0n ?addr_ge0 ?ler01 ?(ltW c0) //.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr ?addr_gt0 ?ltr01 // mul1r -subr_ge0.
by rewrite (_ : _ - _ = c - 1); [exact: ltW | fring].
Qed.

Lemma simple_27E n c : (2 < n)%N -> 1 < c -> simple_27 n c = 2%:R / ((c ^+ 2 - 1) * (n%:R - 2%:R)).
Proof.
move=> n2 c1; have [_ _ _ /lt0r_neq0/eqP c20] := square_gt1 c1.
have n1 : n%:R - 1 <> 0 :> F by apply/eqP; rewrite gt_eqF // subr_gt0 ltr1n ltnW.
have n20 : n%:R - 2%:R <> 0 :> F by apply/eqP; rewrite gt_eqF // subr_gt0 ltr_nat.
by rewrite /simple_27; ffield; nonzero.
Qed.

(* The order, with constants: from n = 3 and c = 2 on. *)
Theorem order_upper n c k l m S U T : (2 < n)%N -> 2%:R <= c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_in n c k l m S U T <= 8%:R / (n%:R * c ^+ 2).
Proof.
move=> n2 c2 partS partU partT; have c1 : 1 < c by rewrite (lt_le_trans _ c2) // ltr1n.
have [c0 c10 cp0 c20] := square_gt1 c1.
have /andP[first second] := eq_27 n2 c1 partS partU partT.
apply: le_trans first _; apply: le_trans second _; rewrite simple_27E //.
have n20 : 0 < n%:R - 2%:R :> F by rewrite subr_gt0 ltr_nat.
have n0 : 0 < n%:R :> F by rewrite ltr0n (ltn_trans _ n2).
rewrite ler_pdivr_mulr ?mulr_gt0 // mulrAC ler_pdivl_mulr ?mulr_gt0 ?exprn_gt0 //.
have sq : 0 <= c ^+ 2 - 4%:R by rewrite subr_ge0 four expr2 ler_pmul ?ler0n.
have n3 : 0 <= n%:R - 3%:R :> F by rewrite subr_ge0 ler_nat.
pose u := c ^+ 2 - 4%:R; pose v : F := n%:R - 3%:R; rewrite -/u -/v in sq n3.
rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * (3%:R * (u * v) + u + 2%:R * 4%:R * v)); last first.
  by rewrite /u /v (_ : 8%:R = 2%:R * 4%:R); [fring | rewrite -natrM].
by rewrite mulr_ge0 ?ler0n //; do 2?apply: addr_ge0 => //; rewrite !mulr_ge0 ?ler0n.
Qed.

(* The paper's integral from below: the order is exact. *)
Theorem event_a_lower n c k m S T : (1 < n)%N -> 1 < c -> partition (-1) 1 k S -> partition 1 c m T ->
  (1 - (2%:R / (c + 1)) ^+ (n - 1)) / ((c - 1) * (n%:R - 1)) <= upper_A n c k m S T.
Proof.
move=> n1 c1 partS partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have p0 : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n.
rewrite /upper_A cells_A_upper; set r := (_ / _) ^+ _.
have r1 : 0 <= 1 - r.
  rewrite subr_ge0 /r exprn_ile1 // ?divr_ge0 ?ler0n ?(ltW cp0) // ler_pdivr_mulr // mul1r.
  by rewrite -subr_ge0 (_ : _ - _ = c - 1); [exact: ltW | fring].
pose Q s : F := (1 - r) * (s - s ^+ 2 / 2%:R).
have cell (i : 'I_k) : (Q (S i.+1) - Q (S i)) / (n%:R - 1) <= (S i.+1 - S i) * t_upper n (S i) m T.
  have ik := ltn_ord i; have dS := partition_step partS ik.
  have /andP[Si _] := partition_in partS (ltnW ik); have /andP[_ Si'] := partition_in partS ik.
  have S1 : S i < 1 by rewrite (lt_le_trans _ Si') // -subr_gt0.
  have /andP[_ up] := t_integral_between n1 c1 Si S1 partT.
  apply: le_trans (ler_wpmul2l (ltW dS) up); rewrite /t_integral mulrAC mulrA ler_wpmul2r ?invr_ge0 ?(ltW p0) //.
  apply: (@le_trans _ _ ((S i.+1 - S i) * ((1 - S i) * (1 - r)))).
    rewrite -subr_ge0 [X in 0 <= X](_ : _ = (1 - r) * ((S i.+1 - S i) ^+ 2 / 2%:R)).
      by apply: mulr_ge0 => //; rewrite divr_ge0 ?ler0n ?sqr_ge0.
    by rewrite /Q; ffield; nonzero.
  rewrite ler_wpmul2l ?(ltW dS) // ler_wpmul2l ?subr_ge0 ?(ltW S1) // ler_add2l ler_opp2 /r.
  rewrite ler_expn2r ?nnegrE ?divr_ge0 ?ler0n ?subr_ge0 ?(ltW cp0) ?(ltW S1) ?(ltW (lt_trans S1 c1)) //.
  have := ratio_falls Si (lt_trans S1 c1) (ltW c1).
  by rewrite opprK.
apply: (@le_trans _ _ ((\sum_(i < k) (Q (S i.+1) - Q (S i)) / (n%:R - 1)) / (2%:R * (c - 1)))); last first.
  by rewrite ler_wpmul2r ?invr_ge0 ?mulr_ge0 ?ler0n ?(ltW c10) // ler_sum.
rewrite -mulr_suml (telescope Q partS) le_eqVlt; apply/orP; left; apply/eqP; rewrite /Q.
move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: p0 => p0.
by ffield; nonzero.
Qed.

Lemma inside_ge0 n s t : s <= t -> 0 <= inside n s t.
Proof. by move=> st; rewrite /inside exprn_ge0 // divr_ge0 ?subr_ge0 // le_maxr lexx. Qed.

Lemma upper_B2_ge0 n c l m U T : 1 < c -> partition (- c) (-1) l U -> partition 1 c m T -> 0 <= upper_B2 n c l m U T.
Proof.
move=> c1 partU partT; have [_ c10 _ _] := square_gt1 c1.
rewrite /upper_B2 divr_ge0 ?exprn_ge0 ?(ltW c10) //; apply: sumr_ge0 => i _; apply: sumr_ge0 => j _.
have [il jm] := (ltn_ord i, ltn_ord j).
have /andP[_ U1] := partition_in partU il; have /andP[T1 _] := partition_in partT (ltnW jm).
rewrite addn0 addn1; apply: mulr_ge0.
  by apply: mulr_ge0; rewrite ltW // ?(partition_step partU) ?(partition_step partT).
by rewrite inside_ge0 // (le_trans U1) // (le_trans (lerN10 _)) // (le_trans ler01).
Qed.

Lemma lower_B2_ge0 n c l m U T : 1 < c -> partition (- c) (-1) l U -> partition 1 c m T -> 0 <= lower_B2 n c l m U T.
Proof.
move=> c1 partU partT; have [_ c10 _ _] := square_gt1 c1.
rewrite /lower_B2 divr_ge0 ?exprn_ge0 ?(ltW c10) //; apply: sumr_ge0 => i _; apply: sumr_ge0 => j _.
have [il jm] := (ltn_ord i, ltn_ord j).
have /andP[_ U1] := partition_in partU (ltnW il); have /andP[T1 _] := partition_in partT jm.
rewrite addn0 addn1; apply: mulr_ge0.
  by apply: mulr_ge0; rewrite ltW // ?(partition_step partU) ?(partition_step partT).
by rewrite inside_ge0 // (le_trans U1) // (le_trans (lerN10 _)) // (le_trans ler01).
Qed.

(* 2 (1 - (2/(c+1))^(n-1)) / ((c^2-1)(n-1)) <= p_in <= 2 / ((c^2-1)(n-2)). *)
Definition below n c : F := 2%:R * (1 - (2%:R / (c + 1)) ^+ (n - 1)) / ((c ^+ 2 - 1) * (n%:R - 1)).

Theorem in_from_below n c k l m S U T : (1 < n)%N -> 1 < c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  below n c <= upper_in n c k l m S U T.
Proof.
move=> n1 c1 partS partU partT; have [c0 c10 cp0 c20] := square_gt1 c1.
have p0 : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n.
have A0 : 0 <= 2%:R * (c - 1) / (c ^+ 2 - 1) by rewrite divr_ge0 ?mulr_ge0 ?ler0n ?ltW.
have := ler_wpmul2l A0 (event_a_lower n1 c1 partS partT).
rewrite (_ : _ * (_ / _) = below n c); last first.
  rewrite /below; move/lt0r_neq0/eqP: c10 => c10; move/lt0r_neq0/eqP: c20 => c20; move/lt0r_neq0/eqP: p0 => p0.
  by ffield; nonzero.
move=> low; apply: (le_trans low); rewrite /upper_in kept_A // kept_B // ler_addl.
rewrite mulr_ge0 ?divr_ge0 ?exprn_ge0 ?(ltW c10) ?(ltW c20) //.
by apply: mulr_ge0; [rewrite divr_ge0 ?ler01 ?ler0n | exact: upper_B2_ge0].
Qed.

Theorem order_lower n c k l m S U T : (1 < n)%N -> 2%:R <= c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  2%:R / 3%:R / (n%:R * c ^+ 2) <= upper_in n c k l m S U T.
Proof.
move=> n1 c2 partS partU partT; have c1 : 1 < c by rewrite (lt_le_trans _ c2) // ltr1n.
have [c0 c10 cp0 c20] := square_gt1 c1; apply: le_trans (in_from_below n1 c1 partS partU partT).
have p0 : 0 < n%:R - 1 :> F by rewrite subr_gt0 ltr1n.
have n0 : 0 < n%:R :> F by rewrite ltr0n (ltn_trans _ n1).
have r_le : (2%:R / (c + 1)) ^+ (n - 1) <= 2%:R / 3%:R.
  have rho : 2%:R / (c + 1) <= 2%:R / 3%:R.
    rewrite ler_wpmul2l ?ler0n // lef_pinv ?posrE ?ltr0n // (_ : 3%:R = 2%:R + 1) ?ler_add2r //.
    by rewrite [LHS](natrD _ 2 1).
  apply: le_trans rho; rewrite -[X in _ <= X]expr1 ler_wiexpn2l ?divr_ge0 ?ler0n ?(ltW cp0) ?subn_gt0 //.
  by rewrite ler_pdivr_mulr // mul1r -subr_ge0 (_ : _ - _ = c - 1); [exact: ltW | fring].
apply: (@le_trans _ _ (2%:R / 3%:R / ((n%:R - 1) * (c ^+ 2 - 1)))).
  rewrite ler_wpmul2l ?divr_ge0 ?ler0n // lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 //.
  by apply: ler_pmul; rewrite ?ltW // ?ltr_subl_addr ?ltr_addl ?ltr01.
rewrite /below [X in _ <= _ / X]mulrC ler_wpmul2r ?invr_ge0 ?mulr_ge0 ?(ltW p0) ?(ltW c20) //.
rewrite ler_wpmul2l ?ler0n // ler_subr_addl; apply: le_trans (ler_add r_le (lexx _)) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; have t0 : 3%:R <> 0 :> F by apply/eqP; rewrite pnatr_eq0.
by ffield; nonzero.
Qed.

(* The statements as they stand. *)
Definition ends a b (i : nat) : F := if i is 0%N then a else b.
Lemma ends_partition a b : a < b -> partition a b 1 (ends a b).
Proof. by move=> ab; split=> // i; rewrite ltnS leqn0 => /eqP->; exact: ab. Qed.

Theorem eq_27_parts n c : (2 < n)%N -> 1 < c ->
  (forall k S, partition (-1) 1 k S -> forall l U, partition (- c) (-1) l U -> forall m T, partition 1 c m T ->
    lower_in n c k l m S U T <= bound_27 n c) /\ bound_27 n c <= simple_27 n c.
Proof.
move=> n2 c1; have simple : bound_27 n c <= simple_27 n c.
  have ab : -1 < 1 :> F by rewrite gtr_opp // ltr01.
  have cb : - c < -1 by rewrite ltr_opp2.
  by have /andP[] := eq_27 n2 c1 (ends_partition ab) (ends_partition cb) (ends_partition c1).
by split=> // k S partS l U partU m T partT; have /andP[] := eq_27 n2 c1 partS partU partT.
Qed.

Theorem order : exists K : F, forall n, (2 < n)%N -> forall c, 2%:R <= c ->
  forall k S, partition (-1) 1 k S -> forall l U, partition (- c) (-1) l U -> forall m T, partition 1 c m T ->
  lower_in n c k l m S U T <= K / (n%:R * c ^+ 2).
Proof. by exists 8%:R => n n2 c c2 k S partS l U partU m T partT; apply: order_upper. Qed.

Theorem proportional : exists a : F, 0 < a /\ exists b : F, forall n, (2 < n)%N -> forall c, 2%:R <= c ->
  forall k S, partition (-1) 1 k S -> forall l U, partition (- c) (-1) l U -> forall m T, partition 1 c m T ->
  lower_in n c k l m S U T <= b / (n%:R * c ^+ 2) /\ a / (n%:R * c ^+ 2) <= upper_in n c k l m S U T.
Proof.
exists (2%:R / 3%:R); split; first by rewrite divr_gt0 ?ltr0n.
exists 8%:R => n n2 c c2 k S partS l U partU m T partT.
by split; [apply: order_upper | apply: order_lower; rewrite // ltnW].
Qed.

Theorem limit n c k l m S U T : (2 < n)%N -> 1 < c ->
  partition (-1) 1 k S -> partition (- c) (-1) l U -> partition 1 c m T ->
  lower_in n c k l m S U T <= 2%:R / ((c ^+ 2 - 1) * (n%:R - 2%:R)) /\
  2%:R * (1 - (2%:R / (c + 1)) ^+ (n - 1)) / ((c ^+ 2 - 1) * (n%:R - 1)) <= upper_in n c k l m S U T.
Proof.
move=> n2 c1 partS partU partT; split; last by apply: in_from_below; rewrite // ltnW.
have /andP[first second] := eq_27 n2 c1 partS partU partT; rewrite -simple_27E //.
exact: le_trans first second.
Qed.

End In.
