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

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:relu_min_max *)
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

(* Two units without biases are not enough for the minimum. Adding the values at p and -p leaves absolute values: with
   s = u1 + u2 and t = w1 + w2, at (1, 1): a |s| + b |t| = 0, and subtracting: a s + b t = 2, so s and t are not 0; at a zero of the
   first unit b |...| = - |s|, so b < 0, and in the same way a < 0, which contradicts the first equation. *)
Lemma relu_even t : relu t + relu (- t) = `|t|.
Proof.
by case: (leP 0 t) => [t_ge0|/ltW t_le0]; [rewrite relu_pos // relu_neg ?oppr_le0 // addr0 ger0_norm
  | rewrite relu_neg // relu_pos ?oppr_ge0 // add0r ler0_norm].
Qed.

Lemma min_even x y : Num.min x y + Num.min (- x) (- y) = - `|x - y|.
Proof.
case: (leP x y) => [le_xy|lt_yx].
  by rewrite min_r ?ler_opp2 // ler0_norm ?subr_le0 // opprK.
by rewrite min_l ?ler_opp2 ?ltW // gtr0_norm ?subr_gt0 // opprB.
Qed.

Theorem two_are_not_enough a b u1 u2 w1 w2 :
  ~ forall x y, a * relu (u1 * x + u2 * y) + b * relu (w1 * x + w2 * y) = Num.min x y.
Proof.
move=> two; have even x y : a * `|u1 * x + u2 * y| + b * `|w1 * x + w2 * y| = - `|x - y|.
  rewrite -min_even -!two !mulrN -!opprD addrACA -!mulrDr !relu_even //.
have odd : a * (u1 + u2) + b * (w1 + w2) = 2%:R.
  have := two (-1) (-1); have := two 1 1; rewrite !minxx !mulrN !mulr1 -!opprD => at_one at_minus_one.
  rewrite -[u1 + u2]relu_sub -[w1 + w2]relu_sub !mulrBr addrACA -opprD at_one at_minus_one opprK //.
have sum_abs := even 1 1; rewrite !mulr1 subrr normr0 oppr0 in sum_abs.
have at_u : b * `|w1 * u2 + w2 * - u1| = - `|u1 + u2|.
  by have := even u2 (- u1); rewrite [u2 * - u1]mulrC mulNr subrr normr0 mulr0 add0r opprK [u2 + u1]addrC.
have at_w : a * `|u1 * w2 + u2 * - w1| = - `|w1 + w2|.
  by have := even w2 (- w1); rewrite [w2 * - w1]mulrC mulNr subrr normr0 mulr0 addr0 opprK [w2 + w1]addrC.
have negative (c x z : F) : z != 0 -> c * `|x| = - `|z| -> c < 0.
  move=> z_neq0 eq_cx; rewrite ltNge; apply/negP => c_ge0.
  by have := mulr_ge0 c_ge0 (normr_ge0 x); rewrite eq_cx oppr_ge0 normr_le0 (negbTE z_neq0).
have not_zero c1 c2 x z : c1 * `|x| + c2 * `|z| = 0 -> c1 * x + c2 * z = 2%:R -> x != 0.
  move=> zero two_eq; apply/eqP => x_eq0; move: zero two_eq; rewrite x_eq0 normr0 !mulr0 !add0r.
  move=> /eqP; rewrite mulf_eq0 normr_eq0 -mulf_eq0 => /eqP -> /eqP; rewrite eq_sym pnatr_eq0 //.
have s_neq0 := not_zero _ _ _ _ sum_abs odd.
have t_neq0 : w1 + w2 != 0 by apply: (not_zero b a _ (u1 + u2)); rewrite addrC.
have b_lt0 := negative _ _ _ s_neq0 at_u; have a_lt0 := negative _ _ _ t_neq0 at_w.
have: a * `|u1 + u2| + b * `|w1 + w2| < 0 by rewrite -(addr0 0) ltr_add // nmulr_rlt0 // normr_gt0.
by rewrite sum_abs ltxx.
Qed.

End Relu.
