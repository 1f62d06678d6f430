(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma C.6: how far softmax moves in the 1-norm when no score moves by more than t. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Two distributions whose odds differ by a factor of at most r^2. *)
Section Distributions.
Variable F : rcfType.
Implicit Types I : finType.
Add Ring carrier_ring : (carrier_theory F).

(* a (1 - b) <= r^2 b (1 - a) bounds a - b: with x = sqrt(a (1 - b)), y = sqrt(b (1 - a)) it says x <= r y, and x + y <= 1. *)
Lemma two_points (a b r : F) : 0 <= a <= 1 -> 0 <= b <= 1 -> 1 <= r -> a * (1 - b) <= r ^+ 2 * (b * (1 - a)) ->
  a - b <= (r - 1) / (r + 1).
Proof.
move=> /andP[a_ge0 a_le1] /andP[b_ge0 b_le1] r_ge1 odds.
have r_gt0 : 0 < r := lt_le_trans ltr01 r_ge1.
have r1_gt0 : 0 < r + 1 by rewrite addr_gt0 ?ltr01.
have a'_ge0 : 0 <= 1 - a by rewrite subr_ge0.
have b'_ge0 : 0 <= 1 - b by rewrite subr_ge0.
pose x := Num.sqrt (a * (1 - b)); pose y := Num.sqrt (b * (1 - a)).
have x_ge0 : 0 <= x by apply: sqrtr_ge0.
have y_ge0 : 0 <= y by apply: sqrtr_ge0.
have xx : x ^+ 2 = a * (1 - b) by rewrite sqr_sqrtr ?mulr_ge0.
have yy : y ^+ 2 = b * (1 - a) by rewrite sqr_sqrtr ?mulr_ge0.
have x_le : x <= r * y by apply: sqr_le; rewrite ?mulr_ge0 ?(ltW r_gt0) // exprMn xx yy.
have sum_le1 : x + y <= 1.
  apply: sqr_le; rewrite ?ler01 // expr1n sqr_sum xx yy.
  have xy_le : 2%:R * (x * y) <= a * (1 - a) + b * (1 - b).
    apply: sqr_le; first by rewrite addr_ge0 ?mulr_ge0.
    rewrite !exprMn xx yy -subr_ge0 [X in 0 <= X](_ : _ = (a * (1 - a) - b * (1 - b)) ^+ 2) ?sqr_ge0 //; ring_in F.
  rewrite -(ler_add2l (a * (1 - b) + b * (1 - a))) in xy_le.
  apply: le_trans xy_le _; rewrite -subr_ge0 [X in 0 <= X](_ : _ = (1 - a - b) ^+ 2) ?sqr_ge0 //; ring_in F.
have -> : a - b = (x - y) * (x + y).
  by rewrite -subr_sqr xx yy; ring_in F.
rewrite ler_pdivl_mulr //.
have step : (x - y) * (r + 1) <= (r - 1) * (x + y).
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * (r * y - x)) ?mulr_ge0 ?subr_ge0 ?ler0n //; ring_in F.
rewrite mulrAC; apply: le_trans (ler_wpmul2r _ step) _; first by rewrite addr_ge0.
have s_ge0 : 0 <= x + y by rewrite addr_ge0.
rewrite -mulrA -[X in _ <= X]mulr1 ler_wpmul2l ?subr_ge0 //.
by rewrite -[1]mulr1 ler_pmul.
Qed.

(* Weights that differ by factors of at most r, and the distributions that they give. *)
Definition share I (w : I -> F) i : F := w i / \sum_k w k.

Lemma sum_gt0 I (w : I -> F) (i : I) : (forall k, 0 < w k) -> 0 < \sum_k w k.
Proof. by move=> w_gt0; rewrite (bigD1 i) //=; apply: ltr_paddr => //; apply: sumr_ge0 => k _; apply: ltW. Qed.

Lemma sum_share I (w : I -> F) (i : I) : (forall k, 0 < w k) -> \sum_k share w k = 1.
Proof. by move=> w_gt0; rewrite -mulr_suml divff // gt_eqF // (sum_gt0 i). Qed.

Lemma share_ge0 I (w : I -> F) i : (forall k, 0 < w k) -> 0 <= share w i.
Proof. by move=> w_gt0; rewrite divr_ge0 ?(ltW (w_gt0 _)) // ltW // (sum_gt0 i). Qed.

(* The 1-norm of a difference of distributions is twice what the one has more where it has more. *)
Lemma norm1_distributions I (p q : I -> F) : \sum_i p i = 1 -> \sum_i q i = 1 ->
  norm1 (fun i => p i - q i) = 2%:R * (\sum_(i | q i < p i) p i - \sum_(i | q i < p i) q i).
Proof.
move=> p1 q1; rewrite /norm1 (bigID (fun i => q i < p i)) /=.
rewrite (eq_bigr (fun i => p i - q i)); last by move=> i lt; rewrite gtr0_norm // subr_gt0.
rewrite [X in _ + X](eq_bigr (fun i => q i - p i)); last by move=> i; rewrite -leNgt => le; rewrite ler0_norm ?opprB // subr_le0.
rewrite !sumrB.
have rest (f : I -> F) : \sum_i f i = 1 -> \sum_(i | ~~ (q i < p i)) f i = 1 - \sum_(i | q i < p i) f i.
  by move=> <-; rewrite [X in X - _](bigID (fun i => q i < p i)) /= addrAC subrr add0r.
rewrite !rest //; move: (\sum_(i | _) p i) (\sum_(i | _) q i) => a b; ring_in F.
Qed.

Theorem share_modulus I (w v : I -> F) r : (forall k, 0 < w k) -> (forall k, 0 < v k) -> 1 <= r ->
  (forall k, w k <= r * v k) -> (forall k, v k <= r * w k) ->
  norm1 (fun i => share w i - share v i) <= 2%:R * ((r - 1) / (r + 1)).
Proof.
move=> w_gt0 v_gt0 r_ge1 w_le v_le.
have r_gt0 : 0 < r := lt_le_trans ltr01 r_ge1.
case: (pickP (predT : pred I)) => [i0 _|empty]; last first.
  rewrite /norm1 big1 => [|i _]; last by have := empty i.
  by rewrite mulr_ge0 ?ler0n // divr_ge0 ?subr_ge0 // addr_ge0 ?ler01 // ltW.
set p := share w; set q := share v.
have p1 : \sum_i p i = 1 := sum_share i0 w_gt0.
have q1 : \sum_i q i = 1 := sum_share i0 v_gt0.
have p_ge0 i : 0 <= p i by apply: share_ge0.
have q_ge0 i : 0 <= q i by apply: share_ge0.
rewrite norm1_distributions // ler_pmul2l ?ltr0n //.
set a := \sum_(i | _) p i; set b := \sum_(i | _) q i.
have a'E : \sum_(i | ~~ (q i < p i)) p i = 1 - a by rewrite -p1 [X in X - _](bigID (fun i => q i < p i)) /= addrAC subrr add0r.
have b'E : \sum_(i | ~~ (q i < p i)) q i = 1 - b by rewrite -q1 [X in X - _](bigID (fun i => q i < p i)) /= addrAC subrr add0r.
apply: two_points => //.
- by rewrite sumr_ge0 //= -subr_ge0 -a'E sumr_ge0.
- by rewrite sumr_ge0 //= -subr_ge0 -b'E sumr_ge0.
rewrite -a'E -b'E /a /b !mulr_suml mulr_sumr; apply: ler_sum => i _.
rewrite !mulr_sumr; apply: ler_sum => j _.
rewrite /p /q /share; set W := \sum_k w k; set V := \sum_k v k.
have W_gt0 : 0 < W by apply: sum_gt0 i0 _.
have V_gt0 : 0 < V by apply: sum_gt0 i0 _.
rewrite ![_ / _ * (_ / _)]mulrACA -!invfM [V * W]mulrC mulrA ler_pmul2r ?invr_gt0 ?mulr_gt0 //.
by rewrite expr2 mulrACA ler_pmul // ?ltW // mulr_gt0.
Qed.

End Distributions.

(* exp is any function with these laws; the real exponential has them. *)
Section Softmax.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Hypothesis tanh_le : forall x, 0 <= x -> (exp x - 1) / (exp x + 1) <= x / 2%:R.
Implicit Types I : finType.
Add Ring exp_carrier_ring : (carrier_theory F).

Definition softmax I (x : I -> F) : I -> F := share (fun i => exp (x i)).
Definition modulus (t : F) : F := 2%:R * ((exp t - 1) / (exp t + 1)).

Lemma exp_ge1 x : 0 <= x -> 1 <= exp x.
Proof. by move=> x_ge0; apply: le_trans (exp_ge x); rewrite ler_addl. Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by move=> le_xy; rewrite -(subrK x y) expD ler_pmull ?exp_gt0 // exp_ge1 // subr_ge0. Qed.

(* The sharp form: 2 tanh(t/2). *)
Theorem softmax_modulus I (x y : I -> F) : norm1 (fun i => softmax x i - softmax y i) <= modulus (norm_inf (fun i => x i - y i)).
Proof.
set t := norm_inf _; have t_ge0 : 0 <= t by apply: largest_ge0.
have close i : `|x i - y i| <= t by apply: (le_largest (fun i => `|x i - y i|)).
by apply: share_modulus => [k|k||k|k]; rewrite ?exp_gt0 ?exp_ge1 // -expD exp_le // -ler_subl_addr;
  apply: le_trans (close k); rewrite ?ler_norm // -opprB -normrN ler_norm.
Qed.

Theorem softmax_lipschitz I (x y : I -> F) : norm1 (fun i => softmax x i - softmax y i) <= norm_inf (fun i => x i - y i).
Proof.
apply: le_trans (softmax_modulus x y) _; rewrite /modulus mulrC -ler_pdivl_mulr ?ltr0n //.
exact/tanh_le/largest_ge0.
Qed.

Theorem lemma_c6 I (x y : I -> F) : norm1 (fun i => softmax x i - softmax y i) <= 2%:R * norm_inf (fun i => x i - y i).
Proof.
apply: le_trans (softmax_lipschitz x y) _; rewrite mulr2n mulrDl mul1r ler_addl; exact: largest_ge0.
Qed.

Lemma half_twice (t : F) : t / 2%:R + t / 2%:R = t.
Proof. by rewrite -mulr2n -mulr_natr divfK // pnatr_eq0. Qed.

(* Two scores, t/2 and -t/2 against -t/2 and t/2, attain the modulus. *)
Definition apart (t : F) (i : 'I_2) : F := if i == 0 then t / 2%:R else - (t / 2%:R).

Lemma apart_distance t : 0 <= t -> norm_inf (fun i => apart t i - apart (- t) i) = t.
Proof.
move=> t_ge0.
rewrite /norm_inf /largest !big_ord_recl big_ord0 /apart /= mulNr opprK half_twice -opprD half_twice normrN ger0_norm //.
by rewrite (max_l t_ge0) maxxx.
Qed.

Theorem modulus_attained t : 0 <= t ->
  norm1 (fun i => softmax (apart t) i - softmax (apart (- t)) i) = modulus t /\ norm_inf (fun i => apart t i - apart (- t) i) = t.
Proof.
move=> t_ge0; split; last exact: apart_distance.
rewrite /norm1 !big_ord_recl big_ord0 addr0 /softmax /share !big_ord_recl !big_ord0 !addr0 /apart /=.
rewrite mulNr opprK; set u := exp (t / 2%:R); set v := exp (- _).
have uv_gt0 : 0 < u + v by rewrite addr_gt0 ?exp_gt0.
have u_ge_v : v <= u.
  by apply: exp_le; apply: le_trans (_ : _ <= 0) _; rewrite ?oppr_le0 divr_ge0 ?ler0n.
have uv : u * v = 1.
  rewrite -expD subrr; have neq0 : exp 0 != 0 by rewrite gt_eqF ?exp_gt0.
  by apply: (mulfI neq0); rewrite -expD addr0 mulr1.
have tE : exp t = u * u by rewrite -expD half_twice.
rewrite /modulus tE [v + u]addrC -!mulrBl.
have -> : `|(u - v) / (u + v)| = (u - v) / (u + v) by rewrite ger0_norm // divr_ge0 ?subr_ge0 // ltW.
have -> : `|(v - u) / (u + v)| = (u - v) / (u + v).
  by rewrite -normrN -mulNr opprB ger0_norm // divr_ge0 ?subr_ge0 // ltW.
rewrite -[LHS]mulr2n -[LHS]mulr_natl; congr (_ * _); rewrite -uv -mulrBr -mulrDr -mulf_div divff ?mul1r //.
by rewrite gt_eqF ?exp_gt0.
Qed.

(* So no constant below 1 will do, for n = 2 already. *)
Lemma modulus_above c : c < 1 -> exists t, 0 < t /\ c * t < modulus t.
Proof.
move=> c_lt1; pose t := 1 - c; have t_gt0 : 0 < t by rewrite subr_gt0.
exists t; split=> //; rewrite /modulus.
have e1_gt0 : 0 < exp t + 1 by rewrite addr_gt0 ?exp_gt0 ?ltr01.
rewrite mulrA ltr_pdivl_mulr //; case: (lerP c 0) => [c_le0|c_gt0].
  apply: le_lt_trans (_ : _ <= 0) _; first by rewrite mulr_le0_ge0 ?(ltW e1_gt0) // mulr_le0_ge0 // ltW.
  by rewrite mulr_gt0 ?ltr0n // subr_gt0 (lt_le_trans _ (exp_ge t)) // ltr_addl.
have slope : 0 <= 2%:R - c * t.
  have t_le1 : t <= 1 by rewrite ler_subl_addr ler_addl ltW.
  have ct_le : c * t <= 1 * 1 by rewrite ler_pmul // ltW.
  by rewrite subr_ge0 (le_trans ct_le) // mul1r ler1n.
rewrite -subr_gt0 [X in 0 < X](_ : _ = exp t * (2%:R - c * t) - (2%:R + c * t)); last by ring_in F.
rewrite subr_gt0; apply: lt_le_trans (ler_wpmul2r slope (exp_ge t)).
rewrite -subr_gt0 [X in 0 < X](_ : _ = t * t * (2%:R - c)); last by rewrite /t; ring_in F.
by rewrite !mulr_gt0 // subr_gt0 (lt_trans c_lt1) // ltr1n.
Qed.

Theorem no_smaller_constant c : c < 1 -> exists x y : 'I_2 -> F,
  c * norm_inf (fun i => x i - y i) < norm1 (fun i => softmax x i - softmax y i).
Proof.
case/modulus_above=> t [t_gt0 above]; exists (apart t), (apart (- t)).
have [-> ->] := modulus_attained (ltW t_gt0); exact: above.
Qed.

End Softmax.
