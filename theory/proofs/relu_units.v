(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix G: how many ReLUs the minimum and the maximum need. One hidden layer of three
   units does not give both, with any weights and biases; two units do not give the minimum alone. Far out on a ray biases are not seen, so
   they do not help. Without them x + y has no kink, and |x - y| has one along x = y, which takes a unit of its own. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import attention relu field_tactics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Units.
Variable F : realFieldType.
Add Ring ring_of_F : (plain_ring F).
Ltac fring := fold_plain F; ring.
Local Notation relu := (@relu F).

(* --- One unit -------------------------------------------------------------------------------------------------------------- *)
(* Far out on a ray its bias is no longer seen: there it grows by relu s a step. *)
Lemma ray s c : exists t0, 0 <= t0 /\ forall t, t0 <= t -> relu ((t + 1) * s + c) - relu (t * s + c) = relu s.
Proof.
have step t : (t + 1) * s + c = t * s + c + s by rewrite mulrDl mul1r addrAC.
have [s_gt0 | s_lt0 | ->] := ltrgt0P s; last first.
- by exists 0; split=> // t _; rewrite !mulr0 subrr relu_pos.
- exists (`|c| / - s); rewrite divr_ge0 ?normr_ge0 ?oppr_ge0 ?(ltW s_lt0) //; split=> // t; rewrite ler_pdivr_mulr ?oppr_gt0 // mulrN => t_ge.
  have le0 : t * s + c <= 0 by rewrite -[c]opprK subr_le0 ler_oppr (le_trans (ler_norm c)).
  by rewrite step !relu_neg ?subrr // ?(ltW s_lt0) // ler_naddr // ltW.
exists (`|c| / s); rewrite divr_ge0 ?normr_ge0 ?(ltW s_gt0) //; split=> // t; rewrite ler_pdivr_mulr // => t_ge.
have ge0 : 0 <= t * s + c by rewrite -[c]opprK subr_ge0 (le_trans (ler_norm _)) // normrN.
have ge1 : 0 <= t * s + c + s by exact: addr_ge0 ge0 (ltW s_gt0).
by rewrite step (relu_pos ge1) (relu_pos ge0) (relu_pos (ltW s_gt0)) [LHS]addrAC subrr add0r.
Qed.

(* Near s it is straight, unless s = 0. *)
Lemma kink s r : exists d0, 0 < d0 /\ forall d, 0 < d <= d0 ->
  relu (s + d * r) + relu (s - d * r) - relu s *+ 2 = if s == 0 then d * `|r| else 0.
Proof.
case: eqP => [-> | /eqP s_neq0].
  exists 1; rewrite ltr01; split=> // d /andP[d_gt0 _]; rewrite add0r sub0r (relu_pos (lexx 0)) mul0rn subr0.
  rewrite -[X in _ = X * _](ger0_norm (ltW d_gt0)) -normrM; have [ge0 | /ltW le0] := lerP 0 (d * r).
    by rewrite (relu_pos ge0) relu_neg ?oppr_le0 // addr0 ger0_norm.
  by rewrite (relu_neg le0) relu_pos ?oppr_ge0 // add0r ler0_norm.
exists (`|s| / (`|r| + 1)); have r_gt0 : 0 < `|r| + 1 by rewrite ltr_spaddr.
rewrite divr_gt0 ?normr_gt0 //; split=> // d /andP[d_gt0]; rewrite ler_pdivl_mulr // mulrDr mulr1 => d_le.
have small : `|d * r| <= `|s|.
  by rewrite normrM (ger0_norm (ltW d_gt0)) (le_trans _ d_le) // ler_addl ltW.
have [s_gt0 | s_le0] := ltrP 0 s.
  rewrite (ger0_norm (ltW s_gt0)) ler_norml in small; case/andP: small => low high.
  by rewrite !relu_pos ?(ltW s_gt0) // ?subr_ge0 // -?ler_subl_addl ?sub0r // addrACA subrr addr0 -mulr2n subrr.
rewrite (ler0_norm s_le0) ler_norml opprK in small; case/andP: small => low high.
by rewrite !relu_neg // ?subr_le0 // ?mul0rn ?addr0 ?subrr // -ler_subr_addl sub0r.
Qed.

(* --- Three units ----------------------------------------------------------------------------------------------------------- *)
Definition at_ (u : F * F) x y : F := u.1 * x + u.2 * y.
Definition three u v w a b c x y : F := a * relu (at_ u x y) + b * relu (at_ v x y) + c * relu (at_ w x y).

Lemma at_line u x y d r s : at_ u (x + d * r) (y + d * s) = at_ u x y + d * at_ u r s.
Proof. by rewrite /at_; fring. Qed.

Lemma three_add u v w a b c a' b' c' x y :
  three u v w a b c x y + three u v w a' b' c' x y = three u v w (a + a') (b + b') (c + c') x y.
Proof. by rewrite /three; move: (relu _) (relu _) (relu _) => X Y Z; fring. Qed.

Lemma three_sub u v w a b c a' b' c' x y :
  three u v w a b c x y - three u v w a' b' c' x y = three u v w (a - a') (b - b') (c - c') x y.
Proof. by rewrite /three; move: (relu _) (relu _) (relu _) => X Y Z; fring. Qed.

(* Its even and its odd part. *)
Lemma abs_relu t : relu t + relu (- t) = `|t|.
Proof.
case: (lerP 0 t) => [t_ge0 | /ltW t_le0]; first by rewrite relu_pos // relu_neg ?oppr_le0 // addr0 ger0_norm.
by rewrite relu_neg // relu_pos ?oppr_ge0 // add0r ler0_norm.
Qed.

Lemma at_opp u x y : at_ u (- x) (- y) = - at_ u x y.
Proof. by rewrite /at_ !mulrN opprD. Qed.

Lemma three_even u v w a b c x y : three u v w a b c x y + three u v w a b c (- x) (- y) =
  a * `|at_ u x y| + b * `|at_ v x y| + c * `|at_ w x y|.
Proof.
rewrite /three !at_opp -!abs_relu.
move: (relu (at_ u x y)) (relu (- at_ u x y)) (relu (at_ v x y)) (relu (- at_ v x y)) (relu (at_ w x y)) (relu (- at_ w x y)).
by move=> *; fring.
Qed.

Lemma three_odd u v w a b c x y : three u v w a b c x y - three u v w a b c (- x) (- y) =
  a * at_ u x y + b * at_ v x y + c * at_ w x y.
Proof.
rewrite /three !at_opp -[in RHS](relu_sub (at_ u x y)) -[in RHS](relu_sub (at_ v x y)) -[in RHS](relu_sub (at_ w x y)).
move: (relu (at_ u x y)) (relu (- at_ u x y)) (relu (at_ v x y)) (relu (- at_ v x y)) (relu (at_ w x y)) (relu (- at_ w x y)).
by move=> *; fring.
Qed.

(* Its kinks: how it bends at (x, y) in the direction (r, s). *)
Definition bend u x y r s : F := if at_ u x y == 0 then `|at_ u r s| else 0.

Lemma three_kinks u v w x y r s : exists d, 0 < d /\ forall a b c,
  three u v w a b c (x + d * r) (y + d * s) + three u v w a b c (x - d * r) (y - d * s) - three u v w a b c x y *+ 2 =
  d * (a * bend u x y r s + b * bend v x y r s + c * bend w x y r s).
Proof.
have one p : exists d0, 0 < d0 /\ forall d, 0 < d <= d0 ->
    relu (at_ p (x + d * r) (y + d * s)) + relu (at_ p (x - d * r) (y - d * s)) - relu (at_ p x y) *+ 2 = d * bend p x y r s.
  have [d0 [d0_gt0 bends]] := kink (at_ p x y) (at_ p r s); exists d0; split=> // d /bends.
  by rewrite -!mulNr !at_line mulNr /bend => ->; case: ifP => _; rewrite ?mulr0.
have [d1 [d1_gt0 one1]] := one u; have [d2 [d2_gt0 one2]] := one v; have [d3 [d3_gt0 one3]] := one w.
exists (Num.min d1 (Num.min d2 d3)); set d := Num.min d1 _; have d_gt0 : 0 < d by rewrite !lt_minr d1_gt0 d2_gt0.
have [le1 le2 le3] : [/\ d <= d1, d <= d2 & d <= d3] by rewrite !le_minl !lexx !orbT.
split=> // a b c; move: (one1 d) (one2 d) (one3 d); rewrite d_gt0 le1 le2 le3 /three => /(_ isT) e1 /(_ isT) e2 /(_ isT) e3.
rewrite mulrDr mulrDr [d * (a * _)]mulrCA [d * (b * _)]mulrCA [d * (c * _)]mulrCA -e1 -e2 -e3.
do 9! [move: (relu _) => ?]; by fring.
Qed.

(* --- Three units do not give x + y and |x - y| both ------------------------------------------------------------------------ *)
Lemma term_eq0 (a t : F) : (a * `|t| == 0) = (a * t == 0).
Proof. by rewrite !mulf_eq0 normr_eq0. Qed.

(* Finitely many points, which depend on the units, are enough for a contradiction: so a point where a network fails is found. *)
Definition sum_and_distance (points : seq (F * F)) u v w e1 e2 e3 d1 d2 d3 :=
  forall x y, (x, y) \in points -> three u v w e1 e2 e3 x y = x + y /\ three u v w d1 d2 d3 x y = `|x - y|.

(* If the first unit does not see (1, 1), the other two are a pair t, -t along (1, 1); then the first has no part in x + y, and alone makes no
   |x - y|. *)
Lemma pair_and_one u v w : exists points, forall e1 e2 e3 d1 d2 d3,
  sum_and_distance points u v w e1 e2 e3 d1 d2 d3 -> at_ u 1 1 != 0.
Proof.
have [d [d_gt0 kinks]] := three_kinks u v w (- v.2) v.1 1 1.
exists [:: (1, 1); (-1, -1); (1, -1); (-1, 1); (- v.2, v.1); (- v.2 + d * 1, v.1 + d * 1); (- v.2 - d * 1, v.1 - d * 1)].
move=> e1 e2 e3 d1 d2 d3 both; apply/negP => /eqP u_z.
have := both 1 1; rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum11 _].
have := both (-1) (-1); rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum_11 _].
have := both 1 (-1); rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum1_1 dist1_1].
have := both (-1) 1; rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum_1 dist_1].
have := both (- v.2) v.1; rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum_at _].
have := both (- v.2 + d * 1) (v.1 + d * 1); rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum_after _].
have := both (- v.2 - d * 1) (v.1 - d * 1); rewrite !inE !eqxx ?orbT /= => /(_ isT)[sum_before _] {both}.
have four_neq0 : 4%:R != 0 :> F by rewrite pnatr_eq0.
have := (three_even u v w e1 e2 e3 1 1, three_odd u v w e1 e2 e3 1 1); rewrite sum11 sum_11 u_z normr0 !mulr0 !add0r.
set p := at_ v 1 1; set q := at_ w 1 1 => -[even odd].
have zero : e2 * `|p| + e3 * `|q| = 0 by rewrite -even; fring.
have four : e2 * p + e3 * q = 4%:R by rewrite -odd; fring.
have v_sees : e2 * `|p| != 0.
  apply/negP => v_zero; move: zero four; rewrite (eqP v_zero) add0r => /eqP; rewrite term_eq0 => /eqP ->.
  by move: v_zero; rewrite term_eq0 => /eqP ->; rewrite addr0 => /esym/eqP; apply/negP.
have p_neq0 : p != 0 by apply: contraNneq v_sees => ->; rewrite normr0 mulr0.
(* Where the second unit bends, only the third can undo it. *)
have parallel : at_ w (- v.2) v.1 = 0.
  have := kinks e1 e2 e3; rewrite sum_at sum_after sum_before => bends.
  have {bends} : d * (e1 * bend u (- v.2) v.1 1 1 + e2 * bend v (- v.2) v.1 1 1 + e3 * bend w (- v.2) v.1 1 1) = 0.
    by rewrite -bends; move: (v.2) (v.1) => X Y; fring.
  have -> : bend u (- v.2) v.1 1 1 = 0 by rewrite /bend u_z normr0 if_same.
  have -> : bend v (- v.2) v.1 1 1 = `|p| by rewrite /bend /at_ mulrN mulrC addNr eqxx.
  move/eqP; rewrite mulf_eq0 gt_eqF //= mulr0 add0r; apply: contraTeq => /negPf w_straight.
  by rewrite /bend w_straight mulr0 addr0.
have along x y : p * at_ w x y = q * at_ v x y.
  apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite -[RHS](mul0r (y - x)) -parallel /p /q /at_.
  by move: (v.1) (v.2) (w.1) (w.2) => ? ? ? ?; fring.
have := (three_even u v w e1 e2 e3 1 (- 1), three_odd u v w e1 e2 e3 1 (- 1)); rewrite opprK sum1_1 sum_1.
move: (along 1 (- 1)); set s := at_ u 1 (- 1); set t := at_ v 1 (- 1); set r := at_ w 1 (- 1) => line [even1 odd1].
have even2 : e1 * `|s| + (e2 * `|t| + e3 * `|r|) = 0 by rewrite addrA -even1; fring.
have odd2 : e1 * s + (e2 * t + e3 * r) = 0 by rewrite addrA -odd1; fring.
have pair_even : e2 * `|t| + e3 * `|r| = 0.
  apply: (mulfI (_ : `|p| != 0)); first by rewrite normr_eq0.
  rewrite mulr0 mulrDr ![`|p| * (_ * _)]mulrCA -!normrM line normrM mulrA.
  by rewrite normrM !mulrA -mulrDl zero mul0r.
have u_zero : e1 * s = 0 by apply/eqP; rewrite -term_eq0 -even2 pair_even addr0.
have t_zero : t = 0.
  have : p * (e2 * t + e3 * r) = 0 by rewrite -[e2 * t + _]add0r -u_zero odd2 mulr0.
  rewrite mulrDr ![p * (_ * _)]mulrCA line !mulrA -mulrDl four => /eqP; rewrite mulf_eq0 (negPf four_neq0) => /eqP.
  exact.
have r_zero : r = 0 by apply/eqP; move/eqP: line; rewrite t_zero mulr0 mulf_eq0 (negPf p_neq0).
have := (three_even u v w d1 d2 d3 1 (- 1), three_odd u v w d1 d2 d3 1 (- 1)).
rewrite opprK dist1_1 dist_1 -/s -/t -/r t_zero r_zero normr0 !mulr0 !addr0 !opprK -opprD normrN subrr => -[even3 /esym/eqP].
by rewrite -term_eq0 -even3 ger0_norm ?addr_ge0 ?ler01 // -[_ + _](_ : 4%:R = _) ?(negPf four_neq0) //; fring.
Qed.

(* |x - y| bends at (1, 1), so some unit does not see (1, 1). *)
Lemma some_unit u v w : exists points, forall e1 e2 e3 d1 d2 d3, sum_and_distance points u v w e1 e2 e3 d1 d2 d3 ->
  [|| at_ u 1 1 == 0, at_ v 1 1 == 0 | at_ w 1 1 == 0].
Proof.
have [d [d_gt0 kinks]] := three_kinks u v w 1 1 1 (-1).
exists [:: (1, 1); (1 + d * 1, 1 + d * -1); (1 - d * 1, 1 - d * -1)] => e1 e2 e3 d1 d2 d3 both.
have := both 1 1; rewrite !inE !eqxx ?orbT /= => /(_ isT)[_ dist_at].
have := both (1 + d * 1) (1 + d * -1); rewrite !inE !eqxx ?orbT /= => /(_ isT)[_ dist_after].
have := both (1 - d * 1) (1 - d * -1); rewrite !inE !eqxx ?orbT /= => /(_ isT)[_ dist_before].
have := kinks d1 d2 d3; rewrite dist_at dist_after dist_before subrr normr0 mul0rn subr0 => bends.
apply/negPn/negP; rewrite !negb_or => /and3P[/negPf u_sees /negPf v_sees /negPf w_sees].
move: bends; rewrite /bend u_sees v_sees w_sees !mulr0 !addr0 mulr0 => /eqP.
have -> : 1 + d * 1 - (1 + d * -1) = 2%:R * d by fring.
have -> : 1 - d * 1 - (1 - d * -1) = - (2%:R * d) by fring.
by rewrite normrN -mulr2n mulrn_eq0 /= normr_eq0 mulf_eq0 pnatr_eq0 /= gt_eqF.
Qed.

Lemma three_swap12 u v w a b c x y : three u v w a b c x y = three v u w b a c x y.
Proof. by rewrite /three [a * _ + _]addrC. Qed.

Lemma three_swap13 u v w a b c x y : three u v w a b c x y = three w v u c b a x y.
Proof. by rewrite /three addrC [a * _ + _]addrC addrA. Qed.

Lemma no_sum_and_distance u v w : exists points, forall e1 e2 e3 d1 d2 d3, ~ sum_and_distance points u v w e1 e2 e3 d1 d2 d3.
Proof.
have [some some_zero] := some_unit u v w; have [pu u_sees] := pair_and_one u v w.
have [pv v_sees] := pair_and_one v u w; have [pw w_sees] := pair_and_one w v u.
exists (some ++ pu ++ pv ++ pw) => e1 e2 e3 d1 d2 d3 both.
have within (part : seq (F * F)) : {subset part <= some ++ pu ++ pv ++ pw} -> sum_and_distance part u v w e1 e2 e3 d1 d2 d3.
  by move=> sub x y /sub/both.
have /or3P[] : [|| at_ u 1 1 == 0, at_ v 1 1 == 0 | at_ w 1 1 == 0].
- by apply: (some_zero e1 e2 e3 d1 d2 d3); apply: within => p p_in; rewrite !mem_cat p_in.
- by apply/negP/(u_sees e1 e2 e3 d1 d2 d3); apply: within => p p_in; rewrite !mem_cat p_in !orbT.
- apply/negP/(v_sees e2 e1 e3 d2 d1 d3) => x y p_in; rewrite -(three_swap12 u v w e1 e2 e3) -(three_swap12 u v w d1 d2 d3).
  by apply: (within pv) => // p in_part; rewrite !mem_cat in_part !orbT.
apply/negP/(w_sees e3 e2 e1 d3 d2 d1) => x y p_in; rewrite -(three_swap13 u v w e1 e2 e3) -(three_swap13 u v w d1 d2 d3).
by apply: (within pw) => // p in_part; rewrite !mem_cat in_part !orbT.
Qed.

(* --- Biases ---------------------------------------------------------------------------------------------------------------- *)
Definition output (u v w : F * F) (k : F * F * F) a b c a0 x y : F :=
  a * relu (at_ u x y + k.1.1) + b * relu (at_ v x y + k.1.2) + c * relu (at_ w x y + k.2) + a0.

Lemma at_scaled u t x y : at_ u (t * x) (t * y) = t * at_ u x y.
Proof. by rewrite /at_ mulrDr ![t * (_ * _)]mulrCA. Qed.

(* On a ray, from some place on, a step of the network with biases is the network without them. *)
Lemma output_ray u v w k x y : exists t, 0 <= t /\ forall a b c a0,
  output u v w k a b c a0 ((t + 1) * x) ((t + 1) * y) - output u v w k a b c a0 (t * x) (t * y) = three u v w a b c x y.
Proof.
have [t1 [t1_ge step1]] := ray (at_ u x y) k.1.1; have [t2 [t2_ge step2]] := ray (at_ v x y) k.1.2.
have [t3 [t3_ge step3]] := ray (at_ w x y) k.2; exists (t1 + t2 + t3); rewrite !addr_ge0 //; split=> // a b c a0.
have le1 : t1 <= t1 + t2 + t3 by rewrite -addrA ler_addl addr_ge0.
have le2 : t2 <= t1 + t2 + t3 by rewrite addrAC ler_addr addr_ge0.
have le3 : t3 <= t1 + t2 + t3 by rewrite ler_addr addr_ge0.
rewrite /output /three !at_scaled -(step1 _ le1) -(step2 _ le2) -(step3 _ le3).
by do 6! [move: (relu _) => ?]; fring.
Qed.

(* A network with biases that is a function of degree one at some points is so without them at given ones. *)
Lemma without_biases u v w k (points : seq (F * F)) : exists more : seq (F * F), forall a b c a0 (H : F -> F -> F),
  (forall t x y, 0 <= t -> H (t * x) (t * y) = t * H x y) ->
  (forall x y, (x, y) \in more -> output u v w k a b c a0 x y = H x y) ->
  forall x y, (x, y) \in points -> three u v w a b c x y = H x y.
Proof.
elim: points => [|[x y] points [more IH]]; first by exists [::].
have [t [t_ge0 step]] := output_ray u v w k x y.
exists ((t * x, t * y) :: ((t + 1) * x, (t + 1) * y) :: more) => a b c a0 H degree out x' y'.
rewrite inE => /predU1P[[-> ->] | in_points]; last first.
  by apply: (IH a b c a0 H) => // r s rs_in; apply: out; rewrite !inE rs_in !orbT.
rewrite -(step a b c a0) !out ?inE ?eqxx ?orbT // !degree ?addr_ge0 ?ler01 //.
by rewrite mulrDl mul1r addrC addKr.
Qed.

Lemma min_degree (t x y : F) : 0 <= t -> Num.min (t * x) (t * y) = t * Num.min x y.
Proof. by move/minr_pmulr->. Qed.

Lemma max_degree (t x y : F) : 0 <= t -> Num.max (t * x) (t * y) = t * Num.max x y.
Proof. by move/maxr_pmulr->. Qed.

(* Three units, with any biases and any two outputs, are not the minimum and the maximum. *)
Theorem three_are_not_enough u v w k a b c a0 a' b' c' a0' : exists p : F * F,
  (output u v w k a b c a0 p.1 p.2 != Num.min p.1 p.2) || (output u v w k a' b' c' a0' p.1 p.2 != Num.max p.1 p.2).
Proof.
have [points impossible] := no_sum_and_distance u v w; have [more degree_one] := without_biases u v w k points.
pose right p := (output u v w k a b c a0 p.1 p.2 == Num.min p.1 p.2) && (output u v w k a' b' c' a0' p.1 p.2 == Num.max p.1 p.2).
have [/allP all_right | /allPn[p _ wrong]] := boolP (all right more); last by exists p; rewrite -negb_and.
case: (impossible (a + a') (b + b') (c + c') (a' - a) (b' - b) (c' - c)) => x y xy_in.
have least : three u v w a b c x y = Num.min x y.
  by apply: (degree_one _ _ _ a0 Num.min min_degree) xy_in => r s /all_right/andP[/eqP].
have largest : three u v w a' b' c' x y = Num.max x y.
  by apply: (degree_one _ _ _ a0' Num.max max_degree) xy_in => r s /all_right/andP[_ /eqP].
rewrite -three_add -three_sub least largest addr_min_max; split=> //.
by case: (lerP x y).
Qed.

(* Nor are two units the minimum, whatever their biases. *)
Theorem two_with_biases u v k a b a0 : exists p : F * F,
  a * relu (at_ u p.1 p.2 + k.1) + b * relu (at_ v p.1 p.2 + k.2) + a0 != Num.min p.1 p.2.
Proof.
have [more degree_one] := without_biases u v v (k, k.2) (eight_points F).
pose out p := output u v v (k, k.2) a b 0 a0 p.1 p.2.
have [/allP all_right | /allPn[p _ wrong]] := boolP (all (fun p => out p == Num.min p.1 p.2) more); last first.
  by exists p; move: wrong; rewrite /out /output mul0r addr0.
have /hasP[[x y] xy_in /negP[]] := two_are_not_enough a b u.1 u.2 v.1 v.2; apply/eqP.
have := @degree_one a b 0 a0 Num.min min_degree _ x y xy_in; rewrite /three mul0r addr0; apply.
by move=> r s /all_right/eqP.
Qed.

(* Where no number is below -R, three units with biases give both. *)
Theorem three_on_a_bounded_domain (R x1 x2 : F) : - R <= x1 -> - R <= x2 ->
  relu (x1 + R) - relu (x1 - x2) - R = Num.min x1 x2 /\ relu (x2 + R) + relu (x1 - x2) - R = Num.max x1 x2.
Proof.
move=> x1_ge x2_ge; rewrite (@relu_pos _ (x1 + R)) ?(@relu_pos _ (x2 + R)); try by rewrite -[R]opprK subr_ge0.
case: (lerP x1 x2) => [le12 | /ltW le21].
  by rewrite relu_neg ?subr_le0 // !addr0 subr0 !addrK.
by rewrite relu_pos ?subr_ge0 //; split; fring.
Qed.
End Units.
