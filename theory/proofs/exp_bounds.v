(* SPDX-License-Identifier: Apache-2.0 *)
(* (exp(x) - 1)/(exp(x) + 1) <= x/2 for x >= 0, from the laws that a structure `numbers` has: halving x at most doubles the left side, and
   near 0 it is below x/2 up to a factor that tends to 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import values numbers ring_tactic row_norms softmax_lipschitz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Halving.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Add Ring halving_ring : (carrier_theory F).

Definition rate (x : F) : F := (exp x - 1) / (exp x + 1).
Lemma next_gt0 x : 0 < exp x + 1.
Proof. by rewrite addr_gt0 ?exp_gt0 ?ltr01. Qed.

Lemma rate_half x : 0 <= x -> rate x <= 2%:R * rate (x / 2%:R).
Proof.
move=> x_ge0; have u_ge1 : 1 <= exp (x / 2%:R) by apply: exp_ge1 => //; rewrite divr_ge0 ?ler0n.
have u1 := next_gt0 (x / 2%:R); have uu1 := next_gt0 x; move: uu1; rewrite /rate -[x in exp x](half_twice x) expD.
move: (exp _) u_ge1 u1 => u u_ge1 u1 uu1.
rewrite ler_pdivr_mulr // mulrA mulrAC ler_pdivl_mulr // -subr_ge0 [X in 0 <= X](_ : _ = (u - 1) ^+ 3); last by ring_in F.
by rewrite exprn_ge0 ?subr_ge0.
Qed.

Lemma rate_halves k x : 0 <= x -> rate x <= 2%:R ^+ k * rate (x / 2%:R ^+ k).
Proof.
move=> x_ge0; elim: k => [|k IH]; first by rewrite expr0 invr1 mulr1 mul1r.
apply: le_trans IH _; rewrite exprSr -mulrA invfM [x * (_ * _)]mulrA ler_wpmul2l ?exprn_ge0 ?ler0n //.
by apply: rate_half; rewrite divr_ge0 ?exprn_ge0 ?ler0n.
Qed.

Lemma rate_near_0 y : 0 <= y -> rate y * (1 - y) <= y / 2%:R.
Proof.
move=> y_ge0; have exp0 : exp 0 = 1.
  have neq0 : exp 0 != 0 by rewrite gt_eqF ?exp_gt0.
  by apply: (mulfI neq0); rewrite -expD addr0 mulr1.
have e_ge1 : 1 <= exp y by apply: exp_ge1.
have below : exp y * (1 - y) <= 1.
  rewrite -[X in _ <= X]exp0 -(subrr y) expD ler_pmul2l ?exp_gt0 //; exact: exp_ge.
rewrite /rate mulrAC ler_pdivr_mulr ?next_gt0 //; apply: (@le_trans _ _ y).
  by rewrite mulrBl mul1r ler_subl_addr addrCA subrr addr0.
rewrite mulrAC ler_pdivl_mulr ?ltr0n // ler_wpmul2l //.
by rewrite [2%:R](_ : _ = 1 + 1) // ler_add2r.
Qed.

Lemma rate_le (archimedean : forall x : F, exists n : nat, `|x| < n%:R) x : 0 <= x -> rate x <= x / 2%:R.
Proof.
move=> x_ge0; rewrite leNgt; apply/negP => above; pose d := rate x - x / 2%:R; have d_gt0 : 0 < d by rewrite subr_gt0.
have rate_le1 : rate x <= 1.
  by rewrite ler_pdivr_mulr ?next_gt0 // mul1r ler_add2l (le_trans _ ler01) // oppr_le0 ler01.
have [n] := archimedean (x / d); rewrite ger0_norm ?divr_ge0 ?(ltW d_gt0) // ltr_pdivr_mulr // => x_lt.
pose y := x / 2%:R ^+ n; have p_gt0 : 0 < 2%:R ^+ n :> F by rewrite exprn_gt0 ?ltr0n.
have y_ge0 : 0 <= y by rewrite divr_ge0 // ltW.
have y_lt : y < d.
  rewrite ltr_pdivr_mulr // mulrC; apply: lt_le_trans x_lt _; rewrite ler_wpmul2r ?(ltW d_gt0) //.
  by rewrite -natrX ler_nat ltnW // ltn_expl.
have y_le1 : y <= 1.
  by apply: le_trans (ltW y_lt) _; apply: le_trans rate_le1; rewrite ler_subl_addr ler_addl divr_ge0 ?ler0n.
have bound : rate x * (1 - y) <= x / 2%:R.
  apply: le_trans (ler_wpmul2r _ (rate_halves n x_ge0)) _; first by rewrite subr_ge0.
  rewrite -mulrA -/y; apply: le_trans (ler_wpmul2l (ltW p_gt0) (rate_near_0 y_ge0)) _.
  by rewrite mulrA [_ * y]mulrC divfK // gt_eqF.
have : d <= rate x * y by rewrite ler_subl_addr -ler_subl_addl (le_trans _ bound) // mulrBr mulr1.
rewrite leNgt => /negP; apply; apply: le_lt_trans y_lt.
by rewrite -[X in _ <= X]mul1r ler_wpmul2r.
Qed.
End Halving.

Lemma tanh_le (S : numbers) (x : S) : 0 <= x -> (exp_of x - 1) / (exp_of x + 1) <= x / 2%:R.
Proof. exact: (rate_le (@exp_add S) (@exp_gt0 S) (@exp_above S) (@archimedean S)). Qed.
