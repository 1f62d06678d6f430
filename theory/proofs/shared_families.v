(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 4.2 and appendix B: what families c_{i-j} do, C of ones among them, and one family for each head in all layers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware attentive_encodings variants.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section SharedFamilies.
Variable F : realFieldType.

(* P (.) C. *)
Definition times n (P : 'M[F]_n) (c : int -> F) : 'M[F]_n := \matrix_(i, j) (P i j * toeplitz n c i j).
(* The entries of a family for n tokens are c_{i-j}; whether all are 1, and whether all are positive. *)
Definition all_ones n (c : int -> F) : bool := [forall i : 'I_n, forall j : 'I_n, c (relative i j) == 1].
Definition all_positive n (c : int -> F) : bool := [forall i : 'I_n, forall j : 'I_n, 0 < c (relative i j)].
Definition one_family (t : int) : F := 1.

(* --- C of ones ------------------------------------------------------------------------------------------------------------------ *)
Theorem only_ones n (P : 'M[F]_n) c : (forall i j, 0 < P i j) -> ~~ all_ones n c -> times P c <> P.
Proof.
move=> P_gt0 /negP other same; apply: other; apply/'forall_forallP => i j.
have /matrixP/(_ i j) := same; rewrite !mxE -[RHS]mulr1 => /(mulfI (lt0r_neq0 (P_gt0 i j))) ->.
by [].
Qed.

Theorem a_factor_is_free n d k t (P : 'M[F]_n) (X : 'M[F]_(n, d)) (WV : 'M[F]_(d, k)) bV WO : t != 0 ->
  head_output (Head (fun=> times P (fun=> t)) (t^-1 *: WV) (t^-1 *: bV) WO) X = head_output (Head (fun=> P) WV bV WO) X.
Proof.
move=> t_neq0; rewrite /head_output /=; congr (_ *m _).
have -> : times P (fun=> t) = t *: P by apply/matrixP => i j; rewrite !mxE mulrC.
have -> : add_row (X *m (t^-1 *: WV)) (t^-1 *: bV) = t^-1 *: add_row (X *m WV) bV.
  by rewrite /add_row /repeat_row scalerDr -!scalemxAr.
by rewrite -scalemxAl -scalemxAr scalerA divff // scale1r.
Qed.

(* --- Which encodings allow B = 0, and what attention does without C ---------------------------------------------------------------- *)
(* What is learned is 0, and WQ = WK = 0; Transformer-XL's r is any. *)
Theorem B_is_forced_to_zero n d k q (X : 'M[F]_(n, d)) :
  [/\ bias_t5 (fun=> 0) X = 0, bias_shaw (0 : 'M_(d, k)) (fun=> 0) X = 0, bias_deberta (0 : 'M_(d, k)) 0 (fun=> 0) (fun=> 0) X = 0 &
      forall r : int -> 'rV[F]_q, bias_transformer_xl (0 : 'M_(d, k)) 0 r 0 0 0 X = 0].
Proof.
split=> [|||r]; apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE //.
- by rewrite mulmx0 mul0mx mxE.
- by rewrite mulmx0 !mul0mx addr0 mxE.
- by rewrite mulmx0 !mul0mx !addr0 mxE.
Qed.

Lemma constant_not_distinct n (v : 'cV[F]_n) t : (1 < n)%N -> (forall i, v i 0 = t) -> ~ distinct v.
Proof. by case: n v => [//|[//|n]] v _ same /(_ ord0 (lift ord0 ord0) isT); rewrite !same eqxx. Qed.

Theorem not_aware_without_C n (A : 'M[F]_n) : (1 < n)%N -> right_stochastic A -> ~ distinct (A *m ones F n).
Proof. by move=> n_gt1 [_ sums]; apply: (@constant_not_distinct _ _ 1) => // i; rewrite sums mxE. Qed.

(* --- One family for each head -------------------------------------------------------------------------------------------------------- *)
(* With scores 0 the row sums are C 1 / n. *)
Definition sums_of_family n (c : int -> F) : 'cV[F]_n := n%:R^-1 *: (toeplitz n c *m ones F n).

Lemma sums_of_upper n : sums_of_family n (@upper F) = expected F n.
Proof. by apply/matrixP => i j; rewrite mxE row_sumsE upper_sum mxE mulrC. Qed.

Lemma ones_are_ones n : all_ones n one_family.
Proof. by apply/'forall_forallP. Qed.

Theorem one_head_of_each_kind n : distinct (sums_of_family n (@upper F)) /\ all_ones n one_family.
Proof. by rewrite sums_of_upper ones_are_ones; split=> //; apply: expected_distinct. Qed.

(* Some head for Lemma 8, two for Lemma 6. *)
Theorem three_heads_carry_the_proof n : let families := [:: @upper F; one_family; one_family] in
  (exists2 k, (k < 3)%N & distinct (sums_of_family n (nth one_family families k))) /\ (2 <= count (all_ones n) families)%N.
Proof.
split; first by exists 0%N => //=; rewrite sums_of_upper; apply: expected_distinct.
by rewrite /= !ones_are_ones -{1}[2%N]addn0 addnC leq_add.
Qed.

Theorem ones_are_not_position_aware n : (1 < n)%N -> ~ distinct (sums_of_family n one_family).
Proof.
move=> n_gt1; apply: (@constant_not_distinct _ _ (n%:R^-1 * n%:R)) => // i; rewrite mxE row_sumsE; congr (_ * _).
by rewrite (eq_bigr (fun=> 1)) => [|j _]; rewrite ?mxE // sumr_const card_ord.
Qed.

Theorem two_attentive_heads_are_RPE n (P : 'M[F]_n) : right_stochastic P -> right_stochastic (times P one_family).
Proof. by have -> : times P one_family = P by apply/matrixP => i j; rewrite !mxE mulr1. Qed.

(* P (.) C = T in row i means P_j = T_j / c_{i-j}, with a sum of 1; 0 < c is asked first. *)
Definition fits n (T : 'I_n -> F) (c : int -> F) (i : 'I_n) : bool := all_positive n c && (\sum_j T j / c (relative i j) == 1).

Theorem attentive_needs_ones n c : (1 < n)%N -> ~~ all_ones n c ->
  exists (i : 'I_n) (T : 'I_n -> F), (forall j, 0 < T j) /\ \sum_j T j = 1 /\ ~~ fits T c i.
Proof.
case: n => [//|n] _; rewrite negb_forall => /existsP[i]; rewrite negb_forall => /existsP[k other]; exists i.
pose N : F := n.+1%:R; have N_gt0 : 0 < N by rewrite ltr0n.
have total : \sum_(j < n.+1) N^-1 = 1 by rewrite sumr_const card_ord -[_ *+ _]mulr_natl divff ?gt_eqF.
have [positive|] := boolP (all_positive n.+1 c); last first.
  by move=> none; exists (fun=> N^-1); split=> [j|]; rewrite ?invr_gt0 // /fits (negbTE none).
pose a j := (c (relative i j))^-1 - 1.
have excess (T : 'I_n.+1 -> F) : \sum_j T j / c (relative i j) = \sum_j T j * a j + \sum_j T j.
  by rewrite -big_split /=; apply: eq_bigr => j _; rewrite /a mulrBr mulr1 subrK.
have a_neq0 : a k != 0 by rewrite subr_eq0 invr_eq1.
have [sum0|sum_neq0] := eqVneq (\sum_j a j) 0; last first.
  exists (fun=> N^-1); split=> [j|]; first by rewrite invr_gt0.
  split=> //; rewrite /fits positive excess total /= -subr_eq0 addrK -mulr_sumr mulf_neq0 //.
  by rewrite invr_eq0 gt_eqF.
pose half : F := 2%:R^-1; have half_gt0 : 0 < half by rewrite invr_gt0 ltr0n.
exists (fun j => half * (N^-1 + (j == k)%:R)); split=> [j|].
  by rewrite mulr_gt0 // ltr_paddr ?ler0n ?invr_gt0.
have point (f : 'I_n.+1 -> F) : \sum_j (j == k)%:R * f j = f k.
  by rewrite (bigD1 k) //= eqxx mul1r big1 ?addr0 // => j /negbTE->; rewrite mul0r.
have sum1 : \sum_j half * (N^-1 + (j == k)%:R) = 1.
  rewrite -mulr_sumr big_split /= total.
  have -> : \sum_(j < n.+1) (j == k)%:R = 1 :> F by rewrite -[RHS](point (fun=> 1)); apply: eq_bigr => j _; rewrite mulr1.
  by rewrite -[1 + 1]/(2%:R) mulVf // pnatr_eq0.
split=> //; rewrite /fits positive excess sum1 /= -subr_eq0 addrK.
rewrite (eq_bigr (fun j => half * (N^-1 * a j + (j == k)%:R * a j))) => [|j _]; last by rewrite -mulrDl mulrA.
rewrite -mulr_sumr big_split /= -mulr_sumr sum0 mulr0 add0r point.
exact: mulf_neq0 (lt0r_neq0 half_gt0) a_neq0.
Qed.

(* The logarithm need only undo e; 1 + ln(T_j / T_0) has a value as T is positive. *)
Theorem every_row_occurs (e ln : F -> F) n (T : 'I_n.+1 -> F) : is_exponential e -> (forall t, 0 < t -> e (ln t) = t) ->
  (forall j, 0 < T j) -> \sum_j T j = 1 ->
  let x : 'cV[F]_n.+1 := \col_j if j == 0 then 1 else 1 + ln (T j / T 0) in
  forall j, softmax e (x *m x^T) 0 j = T j.
Proof.
move=> [e_gt0 e_add _] undo T_gt0 total x j.
have weight l : e ((x *m x^T) 0 l) = e 1 / T 0 * T l.
  rewrite mxE big_ord1 !mxE eqxx mul1r; case: (eqVneq l 0) => [->|_]; first by rewrite divfK ?gt_eqF.
  by rewrite e_add undo ?divr_gt0 // mulrCA mulrC -mulrA mulrC.
rewrite mxE weight (eq_bigr _ (fun l _ => weight l)) -mulr_sumr total mulr1 mulrC mulKf //.
by rewrite mulf_neq0 ?invr_eq0 ?gt_eqF.
Qed.

End SharedFamilies.
