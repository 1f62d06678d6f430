(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix G: the minimum and the maximum of two numbers by ReLUs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Relu.
Variable F : realFieldType.
Implicit Types x y t a b : F.
Local Notation relu := (@relu F).

(* The two displays of appendix G. *)
Definition relu_min x1 x2 : F := 1 / 2%:R * (relu (x1 + x2) - relu (- x1 - x2) - relu (x1 - x2) - relu (x2 - x1)).
Definition relu_max x1 x2 : F := 1 / 2%:R * (relu (x1 + x2) - relu (- x1 - x2) + relu (x1 - x2) + relu (x2 - x1)).

Lemma relu_pos t : 0 <= t -> relu t = t.
Proof. exact: max_l. Qed.

Lemma relu_neg t : t <= 0 -> relu t = 0.
Proof. exact: max_r. Qed.

(* The units in pairs: a number, and a distance. *)
Lemma relu_sub t : relu t - relu (- t) = t.
Proof.
by case: (leP 0 t) => [t_ge0|/ltW t_le0]; [rewrite relu_pos // relu_neg ?oppr_le0 // subr0
  | rewrite relu_neg // relu_pos ?oppr_ge0 // sub0r opprK].
Qed.

Lemma relu_add x y : relu (x - y) + relu (y - x) = Num.max x y - Num.min x y.
Proof.
by case: (leP x y) => [le_xy|/ltW le_yx]; [rewrite relu_neg ?subr_le0 // relu_pos ?subr_ge0 // add0r
  | rewrite relu_pos ?subr_ge0 // relu_neg ?subr_le0 // addr0].
Qed.

Lemma half_double t : 1 / 2%:R * (t + t) = t.
Proof. by rewrite -mulr2n -[t *+ 2]mulr_natl mulrA mul1r mulVf ?mul1r ?pnatr_eq0. Qed.

Theorem relu_min_max x1 x2 : relu_min x1 x2 = Num.min x1 x2 /\ relu_max x1 x2 = Num.max x1 x2.
Proof.
have units : relu (x1 + x2) - relu (- x1 - x2) = Num.max x1 x2 + Num.min x1 x2.
  by rewrite -opprD relu_sub addr_max_min.
rewrite /relu_min /relu_max units -[X in _ * X]addrA -opprD -[X in _ /\ _ * X = _]addrA relu_add.
by split; [rewrite opprB addrC addrA subrK | rewrite addrACA subrr addr0]; rewrite half_double.
Qed.

(* Three units are enough for one of the two. *)
Theorem three_are_enough x1 x2 :
  relu x1 - relu (- x1) - relu (x1 - x2) = Num.min x1 x2 /\ relu x1 - relu (- x1) + relu (x2 - x1) = Num.max x1 x2.
Proof.
rewrite relu_sub; case: (leP x1 x2) => [le12|/ltW le21].
  by rewrite relu_neg ?subr_le0 // relu_pos ?subr_ge0 // subr0 addrC subrK.
by rewrite relu_pos ?subr_ge0 // relu_neg ?subr_le0 // opprB addrC subrK addr0.
Qed.

(* Two units without biases are not enough for the minimum, not even at these eight points. *)
Definition eight_points : seq (F * F) :=
  [:: (1, 1); (-1, -1); (1, -1); (-1, 1); (1, 0); (0, 1); (-1, 0); (0, -1)].

(* Adding the values at p and -p leaves absolute values, subtracting them leaves linear terms; X and Y stand for a (u.p) and b (w.p). *)
Lemma two_units_even a b s t x y :
  a * relu s + b * relu t = x -> a * relu (- s) + b * relu (- t) = y -> a * `|s| + b * `|t| = x + y.
Proof.
have abs_relu z : `|z| = relu z + relu (- z).
  by case: (leP 0 z) => [z_ge0|/ltW z_le0]; [rewrite relu_pos // relu_neg ?oppr_le0 // addr0 ger0_norm
    | rewrite relu_neg // relu_pos ?oppr_ge0 // add0r ler0_norm].
by move=> <- <-; rewrite addrACA -!mulrDr -!abs_relu.
Qed.

Lemma two_units_odd a b s t x y :
  a * relu s + b * relu t = x -> a * relu (- s) + b * relu (- t) = y -> a * s + b * t = x - y.
Proof. by move=> <- <-; rewrite opprD addrACA -!mulrBr !relu_sub. Qed.

(* At (1, 0) and (0, 1), with weights of different signs: the term with the weight >= 0 is not positive. *)
Lemma weight_ge0_term a b s t : 0 <= a -> b <= 0 -> a * `|s| + b * `|t| = -1 -> a * s + b * t = 1 -> a * s <= 0.
Proof.
move=> a_ge0 b_le0; rewrite -{1}(ger0_norm a_ge0) -normrM -[b * `|t|]opprK -mulNr -(ler0_norm b_le0) -normrM.
move: (a * s) (b * t) => X Y even odd; rewrite leNgt; apply/negP => X_gt0.
have Y_eq : Y = 1 - X by rewrite -odd addrC addKr.
have Y_abs : `|Y| = X + 1.
  by move: even; rewrite gtr0_norm // => /eqP; rewrite subr_eq addrC -subr_eq opprK => /eqP <-.
have : `|Y| < X + 1; last by rewrite Y_abs ltxx.
rewrite ltr_norml Y_eq ltr_subl_addr addrAC ltr_addr addr_gt0 // andbT opprD addrC ltr_add2r.
by rewrite (lt_trans (ltrN10 F) (@ltr01 F)).
Qed.

Lemma weights_opposite a b u1 u2 w1 w2 : 0 <= a -> b <= 0 ->
  a * `|u1 + u2| + b * `|w1 + w2| = 0 -> a * (u1 + u2) + b * (w1 + w2) = 1 + 1 ->
  a * `|u1| + b * `|w1| = -1 -> a * u1 + b * w1 = 1 -> a * `|u2| + b * `|w2| = -1 -> a * u2 + b * w2 = 1 -> False.
Proof.
move=> a_ge0 b_le0 even odd even1 odd1 even2 odd2.
have S_le0 : a * (u1 + u2) <= 0.
  rewrite mulrDr -(addr0 0).
  by apply: ler_add; [apply: (weight_ge0_term a_ge0 b_le0 even1 odd1) | apply: (weight_ge0_term a_ge0 b_le0 even2 odd2)].
have T_abs : `|b * (w1 + w2)| = - (a * (u1 + u2)).
  rewrite normrM (ler0_norm b_le0) mulNr -(ler0_norm S_le0) normrM (ger0_norm a_ge0).
  by move/eqP: even; rewrite addr_eq0 => /eqP ->.
have := ler_norm (b * (w1 + w2)); rewrite T_abs.
have -> : b * (w1 + w2) = 1 + 1 - a * (u1 + u2) by rewrite -odd [X in X - _]addrC addrK.
by rewrite ger_addr leNgt addr_gt0 ?ltr01.
Qed.

Theorem two_are_not_enough a b u1 u2 w1 w2 :
  has (fun p => a * relu (u1 * p.1 + u2 * p.2) + b * relu (w1 * p.1 + w2 * p.2) != Num.min p.1 p.2) eight_points.
Proof.
apply/negPn/negP; rewrite -all_predC /= !negbK !mulr1 !mulr0 !addr0 !add0r !mulrN !mulr1 -!opprD.
have le10 : -1 <= 0 :> F by rewrite oppr_le0 ler01.
rewrite !minxx (min_l ler01) (min_r ler01) (min_l le10) (min_r le10).
case/and5P=> /eqP at11 /eqP at_11 _ _ /and5P[/eqP at10 /eqP at01 /eqP at_10 /eqP at0_1 _].
have := (two_units_even at11 at_11, two_units_odd at11 at_11); rewrite subrr opprK => -[even odd].
have := (two_units_even at10 at_10, two_units_odd at10 at_10); rewrite add0r sub0r opprK => -[even1 odd1].
have := (two_units_even at01 at0_1, two_units_odd at01 at0_1); rewrite add0r sub0r opprK => -[even2 odd2].
case: (lerP 0 a) => [a_ge0 | /ltW a_le0]; case: (lerP 0 b) => [b_ge0 | /ltW b_le0].
- have : 0 <= a * `|u1| + b * `|w1| by rewrite addr_ge0 ?mulr_ge0.
  by rewrite even1 oppr_ge0 ler10.
- by apply: (weights_opposite a_ge0 b_le0 even odd even1 odd1 even2 odd2).
- by apply: (@weights_opposite b a w1 w2 u1 u2) => //; rewrite addrC.
- have le_abs (c z : F) : c <= 0 -> c * z <= - (c * `|z|).
    by move=> c_le0; apply: le_trans (ler_norm _) _; rewrite normrM (ler0_norm c_le0) mulNr.
  have := ler_add (le_abs a (u1 + u2) a_le0) (le_abs b (w1 + w2) b_le0).
  by rewrite odd -opprD even oppr0 leNgt addr_gt0 ?ltr01.
Qed.

End Relu.
