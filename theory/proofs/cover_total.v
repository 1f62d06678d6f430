(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), eq. 18 to 21 with the repaired lemmas: radii whose sum is eps, and what the cover then
   costs; and what no constants of Theorem 6.1 can do. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Total.
Variable F : rcfType.
Add Ring carrier_ring : (carrier_theory F).

Definition rho (H : nat) (Ls B2 : F) : F := Ls * B2 ^+ 2 * Num.sqrt (1 + H%:R * B2 ^+ 2).

(* The factors of the radii in the radius of the whole, layer l of L, for rows of norm 1 (B_X = B_P = 1). *)
Definition factor_2 (L l : nat) (Bw r : F) : F := Bw * r ^+ (L - l).
Definition factor_1 (L l : nat) (Bw r Ls B2 : F) : F := factor_2 L l Bw r * (Ls * B2).
Definition factor_QK (H L l : nat) (Bw r Ls B2 : F) : F := factor_2 L l Bw r * (Num.sqrt H%:R * Ls * B2 ^+ 3 * r ^+ l.-1).
Definition factor_V (H L l : nat) (Bw r Ls B2 : F) : F := factor_2 L l Bw r * (Num.sqrt H%:R * Ls * B2 ^+ 2).

(* Lemma C.7's price of a cover of radius e for inputs of norm x, but for the logarithm. *)
Definition price (B x e : F) : F := B ^+ 2 * x ^+ 2 / e ^+ 2.
Definition layer_price (H l : nat) (B21 r Ls B2 e2 e1 eQK eV : F) : F :=
  price B21 (r ^+ l / B2) e2 + price B21 (Num.sqrt (1 + H%:R * B2 ^+ 2) * r ^+ l.-1) e1 + H%:R * price B21 1 eQK + H%:R * price B21 (r ^+ l.-1) eV.

Lemma price_divided B x s c : 0 < c -> 0 < s -> price B x (s / c) = (B * x * c) ^+ 2 / s ^+ 2.
Proof. by move=> c_gt0 s_gt0; rewrite /price expr_div_n invf_div mulrA !exprMn. Qed.

Lemma sqr_mono (a b : F) : 0 <= a -> a <= b -> a ^+ 2 <= b ^+ 2.
Proof. by move=> a_ge0 ab; rewrite ler_sqr ?nnegrE // (le_trans a_ge0). Qed.

Theorem total (H L : nat) (Ls B2 Bw B21 eps : F) : (0 < H)%N -> 0 < Ls -> 1 <= B2 -> 0 < Bw -> 1 <= B21 -> 0 < eps ->
  let r := rho H Ls B2 in
  exists (ew : F) (e2 e1 eQK eV : nat -> F),
    [/\ 0 < ew /\ (forall l, 0 < e2 l /\ 0 < e1 l /\ 0 < eQK l /\ 0 < eV l),
      ew + \sum_(1 <= l < L.+1) (factor_2 L l Bw r * e2 l + factor_1 L l Bw r Ls B2 * e1 l +
        factor_QK H L l Bw r Ls B2 * eQK l + factor_V H L l Bw r Ls B2 * eV l) = eps &
      price Bw (r ^+ L) ew + \sum_(1 <= l < L.+1) layer_price H l B21 r Ls B2 (e2 l) (e1 l) (eQK l) (eV l) <=
        (4 * L + 1)%:R ^+ 3 * H%:R * (Bw * B21 * r ^+ L) ^+ 2 / eps ^+ 2].
Proof.
move=> H_gt0 Ls_gt0 B2_ge1 Bw_gt0 B21_ge1 eps_gt0 r.
have B2_gt0 : 0 < B2 := lt_le_trans ltr01 B2_ge1.
have B21_gt0 : 0 < B21 := lt_le_trans ltr01 B21_ge1.
pose S : F := 1 + H%:R * B2 ^+ 2; have S_gt0 : 0 < S by rewrite addr_gt0 ?ltr01 // mulr_gt0 ?ltr0n ?exprn_gt0.
pose R := Num.sqrt S; have R_gt0 : 0 < R by rewrite sqrtr_gt0.
have RR : R ^+ 2 = S by rewrite sqr_sqrtr // ltW.
pose Q : F := Num.sqrt H%:R; have Q_gt0 : 0 < Q by rewrite sqrtr_gt0 ltr0n.
have QQ : Q ^+ 2 = H%:R by rewrite sqr_sqrtr // ler0n.
have r_gt0 : 0 < r by rewrite /r /rho !mulr_gt0 ?exprn_gt0.
have N_gt0 : 0 < (4 * L + 1)%:R :> F by rewrite ltr0n addn1.
pose s := eps / (4 * L + 1)%:R; have s_gt0 : 0 < s by rewrite divr_gt0.
have f2 l : 0 < factor_2 L l Bw r by rewrite mulr_gt0 ?exprn_gt0.
have f1 l : 0 < factor_1 L l Bw r Ls B2 by rewrite mulr_gt0 ?f2 // mulr_gt0.
have fQ l : 0 < factor_QK H L l Bw r Ls B2 by rewrite mulr_gt0 ?f2 // !mulr_gt0 ?exprn_gt0.
have fV l : 0 < factor_V H L l Bw r Ls B2 by rewrite mulr_gt0 ?f2 // !mulr_gt0 ?exprn_gt0.
exists s, (fun l => s / factor_2 L l Bw r), (fun l => s / factor_1 L l Bw r Ls B2),
  (fun l => s / factor_QK H L l Bw r Ls B2), (fun l => s / factor_V H L l Bw r Ls B2); split.
- by split=> // l; rewrite !divr_gt0.
- rewrite (eq_bigr (fun _ => s *+ 4)) => [|l _]; last first.
    by rewrite ![_ * (s / _)]mulrC !divfK ?(gt_eqF (f2 l)) ?(gt_eqF (f1 l)) ?(gt_eqF (fQ l)) ?(gt_eqF (fV l)) // !mulrS mulr0n addr0 !addrA.
  rewrite sumr_const_nat subn1 /= -mulrnA -{1}[s]mulr1n -mulrnDr -mulr_natl addnC /s mulrC divfK ?gt_eqF //.
pose U := (Bw * B21 * r ^+ L) ^+ 2; have U_ge0 : 0 <= U by apply: sqr_ge0.
have H_ge1 : 1 <= H%:R :> F by rewrite ler1n.
have B2B2 : 1 <= B2 ^+ 2 by rewrite -[1](expr1n _ 2) ler_sqr ?nnegrE ?ler01 // ltW.
have last_price : price Bw (r ^+ L) s <= U / s ^+ 2.
  rewrite /price /U ler_wpmul2r ?invr_ge0 ?sqr_ge0 // -exprMn.
  have Br_ge0 : 0 <= Bw * r ^+ L by rewrite mulr_ge0 ?exprn_ge0 // ltW.
  by apply: sqr_mono => //; rewrite [Bw * B21 * _]mulrAC ler_pemulr.
have one_layer l : (1 <= l < L.+1)%N -> layer_price H l B21 r Ls B2 (s / factor_2 L l Bw r) (s / factor_1 L l Bw r Ls B2)
    (s / factor_QK H L l Bw r Ls B2) (s / factor_V H L l Bw r Ls B2) <= 4%:R * H%:R * U / s ^+ 2.
  case/andP=> l_gt0 l_le; rewrite /layer_price !price_divided ?f2 ?f1 ?fQ ?fV //.
  rewrite [H%:R * (_ / _)]mulrA [H%:R * (_ / _)]mulrA -!mulrDl ler_wpmul2r ?invr_ge0 ?sqr_ge0 // -/S -/R.
  pose p := r ^+ l.-1; pose q := r ^+ (L - l).
  have rl : r ^+ l = p * r by rewrite -exprSr prednK.
  have rL : r ^+ L = p * r * q by rewrite -rl -exprD subnKC // -ltnS.
  have p_ge0 : 0 <= p by rewrite exprn_ge0 // ltW.
  have q_ge0 : 0 <= q by rewrite exprn_ge0 // ltW.
  have rr : r ^+ 2 = Ls ^+ 2 * B2 ^+ 4 * S by rewrite /r /rho -/S -/R exprMn RR; ring_in F.
  pose X := (Bw * B21 * p * q * Ls * B2 ^+ 2) ^+ 2; have X_ge0 : 0 <= X by apply: sqr_ge0.
  have UE : U = X * S.
    rewrite /U rL (_ : _ ^+ 2 = (Bw * B21 * p * q) ^+ 2 * r ^+ 2); last by ring_in F.
    rewrite rr.
    by rewrite /X; ring_in F.
  have B2_neq0 : B2 != 0 by rewrite gt_eqF.
  have term2 : (B21 * (r ^+ l / B2) * factor_2 L l Bw r) ^+ 2 <= U.
    rewrite /U rL rl /factor_2 -/q (_ : B21 * _ * _ = Bw * B21 * (p * r * q) * B2^-1); last by ring_in F.
    have all_ge0 : 0 <= Bw * B21 * (p * r * q) by rewrite !mulr_ge0 // ltW.
    by apply: sqr_mono; [rewrite mulr_ge0 ?invr_ge0 // ltW | rewrite ler_pimulr ?invf_le1].
  have term1 : (B21 * (R * p) * factor_1 L l Bw r Ls B2) ^+ 2 <= U.
    rewrite UE /factor_1 /factor_2 -/q (_ : _ ^+ 2 = (Bw * B21 * p * q * Ls * B2) ^+ 2 * R ^+ 2); last by ring_in F.
    have all_ge0 : 0 <= Bw * B21 * p * q * Ls * B2 by rewrite !mulr_ge0 // ltW.
    rewrite RR ler_wpmul2r ?(ltW S_gt0) //; apply: sqr_mono => //.
    by rewrite expr2 [X in _ <= X]mulrA ler_pemulr.
  have termV : H%:R * (B21 * p * factor_V H L l Bw r Ls B2) ^+ 2 <= H%:R * U.
    rewrite ler_wpmul2l ?ler0n // UE /factor_V /factor_2 -/q -/Q (_ : _ ^+ 2 = X * Q ^+ 2); last by rewrite /X; ring_in F.
    by rewrite QQ ler_wpmul2l // /S; apply: ler_paddl; rewrite ?ler01 // ler_pemulr ?ler0n.
  have termQ : H%:R * (B21 * 1 * factor_QK H L l Bw r Ls B2) ^+ 2 <= H%:R * U.
    rewrite ler_wpmul2l ?ler0n // UE /factor_QK /factor_2 -/q -/Q -/p (_ : _ ^+ 2 = X * (Q ^+ 2 * B2 ^+ 2)); last by rewrite /X; ring_in F.
    by rewrite QQ ler_wpmul2l // /S; apply: ler_paddl; rewrite ?ler01.
  have HU : U <= H%:R * U by rewrite ler_pemull.
  have := ler_add (ler_add (ler_add (le_trans term2 HU) (le_trans term1 HU)) termQ) termV.
  by move=> le; apply: le_trans le _; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring_in F.
apply: le_trans (ler_add last_price (ler_sum_nat one_layer)) _.
rewrite sumr_const_nat subn1 /= -[_ *+ L]mulr_natl -/U; clear last_price one_layer; move: U U_ge0 => V V_ge0.
have -> : (4 * L + 1)%:R ^+ 3 * H%:R * V / eps ^+ 2 = (4 * L + 1)%:R * H%:R * V / s ^+ 2.
  rewrite /s expr_div_n invf_div exprSr; move: (eps ^+ 2)^-1 => w; ring_in F.
rewrite [L%:R * _]mulrA -mulrDl ler_wpmul2r ?invr_ge0 ?sqr_ge0 // natrD natrM.
rewrite [X in _ <= X](_ : _ = H%:R * V + L%:R * (4%:R * H%:R * V)); last by ring_in F.
by rewrite ler_add2r ler_pemull.
Qed.

End Total.
