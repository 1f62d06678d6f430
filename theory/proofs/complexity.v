(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix C: smaller facts about the class's norms, eq. 14, eq. 20 and Lemma C.4, and heads
   that need the factor sqrt(H) of Lemma C.9. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Norms.
Variable F : rcfType.
Add Ring carrier_ring : (carrier_theory F).

Definition norm_2_1 (I J : finType) (A : I -> J -> F) : F := \sum_j norm2 (transposed A j).

(* The class's bound, read as one of WK WQ^T, bounds the sum of the rows' norms of WQ WK^T. *)
Theorem class_norms (G M : finType) (WQ WK : G -> M -> F) B : norm_2_1 (product WK (transposed WQ)) <= B ->
  \sum_a norm2 (product WQ (transposed WK) a) <= B.
Proof.
apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => a _; apply: eq_norm2 => b.
by apply: eq_bigr => m _; rewrite /transposed mulrC.
Qed.

Theorem one_dimension (M : finType) (WQ WK : unit_finType -> M -> F) :
  \sum_a norm2 (product WQ (transposed WK) a) <= norm_2_1 (product (transposed WK) WQ).
Proof.
have one (f : unit_finType -> F) : \sum_u f u = f tt by rewrite (bigD1 tt) //= big1 ?addr0 // => -[].
rewrite one /norm2 one sqrtr_sqr /product; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => m _.
rewrite /transposed /product -[X in X <= _]sqrtr_sqr; apply: ler_wsqrtr.
rewrite (bigD1 m) //= one [WK tt m * _]mulrC ler_addl; apply: sumr_ge0 => k _; exact: sqr_ge0.
Qed.

(* Numbers whose sum is 0, up to three of them: on one side of 0 there is at most one. *)
Lemma sum_of_few (I : finType) (A : pred I) (f : I -> F) b : (#|A| <= 1)%N -> 0 <= b -> (forall i, f i <= b) -> \sum_(i | A i) f i <= b.
Proof.
move=> few b_ge0 f_le; case: (pickP A) => [i0 A0|none]; last by rewrite big_pred0.
rewrite (bigD1 i0) //= big1 ?addr0 // => i /andP[Ai other].
have : (2 <= #|A|)%N by rewrite (cardD1 i0) (cardD1 i) !inE other; rewrite !unfold_in A0 Ai.
by rewrite ltnNge few.
Qed.

Theorem up_to_three (n : nat) (p : 'I_n -> F) : (n <= 3)%N -> \sum_i p i = 0 -> norm1 p <= 2%:R * norm_inf p.
Proof.
move=> n_le sum0; pose A := [pred i | 0 < p i]; pose B := [pred i | p i < 0].
have split0 : \sum_(i | A i) p i = \sum_(i | B i) - p i.
  apply/eqP; rewrite sumrN -addr_eq0 -[X in _ == X]sum0 [X in _ == X](bigID A) /= eq_sym.
  rewrite eq_sym (_ : \sum_(i | ~~ (0 < p i)) p i = \sum_(i | p i < 0) p i) //.
  rewrite big_mkcond [RHS]big_mkcond; apply: eq_bigr => i _; by case: (ltrgt0P (p i)).
have norm1E : norm1 p = \sum_(i | A i) p i + \sum_(i | B i) - p i.
  rewrite /norm1 [X in _ = X + _]big_mkcond [X in _ = _ + X]big_mkcond -big_split; apply: eq_bigr => i _ /=.
  by case: (ltrgt0P (p i)); rewrite ?addr0 ?add0r.
have m_ge0 : 0 <= norm_inf p by apply: largest_ge0.
have p_le i : p i <= norm_inf p by apply: le_trans (le_largest (fun i => `|p i|) i); apply: ler_norm.
have Np_le i : - p i <= norm_inf p by apply: le_trans (le_largest (fun i => `|p i|) i); rewrite -normrN ler_norm.
have few : (#|A| + #|B| <= 3)%N.
  apply: leq_trans n_le; rewrite -[X in (_ <= X)%N]card_ord -cardUI (_ : #|predI A B| = 0%N) ?addn0 ?max_card //.
  by apply: eq_card0 => i; rewrite !inE; case: (ltrgt0P (p i)).
rewrite norm1E [2%:R]mulr2n mulrDl mul1r; case: (leqP #|A| 1) => [A_few|A_many].
  by rewrite -split0 ler_add ?sum_of_few.
have B_few : (#|B| <= 1)%N by move: (leq_trans (leq_add A_many (leqnn _)) few); rewrite addSn addSn ltnS ltnS add0n.
by rewrite split0 ler_add ?sum_of_few.
Qed.

(* First line of eq. 20: a b^2 of Lemma C.8 for WV, the scores, W1 and W2. *)
Theorem line_1 (H B21 BX BP Bw y al et ga be Bl Bl' : F) :
  [/\ H * B21 ^+ 2 * BX ^+ 2 * y * (Bw * al * et) ^+ 2 = Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * H * al ^+ 2 * et ^+ 2,
      BX ^+ 2 * (H * Bl' ^+ 2 * B21 ^+ 2 * BP ^+ 2 * y * (Bw * al * ga) ^+ 2) =
        Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * H * Bl' ^+ 2 * BP ^+ 2 * al ^+ 2 * ga ^+ 2,
      Bl ^+ 2 * B21 ^+ 2 * BX ^+ 2 * y * (Bw * al * be) ^+ 2 = Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * Bl ^+ 2 * al ^+ 2 * be ^+ 2 &
      Bl ^+ 2 * B21 ^+ 2 * BX ^+ 2 * y * (Bw * al) ^+ 2 = Bw ^+ 2 * BX ^+ 2 * B21 ^+ 2 * y * Bl ^+ 2 * al ^+ 2].
Proof. by split; ring_in F. Qed.

(* Definition C.1 for the values V of a class on m points; k0 is any member. *)
Definition sign (b : bool) : F := (-1) ^+ b.
Definition rademacher (K : finType) (k0 : K) (m : nat) (V : K -> 'I_m -> F) : F :=
  (\sum_(signs : {ffun 'I_m -> bool}) \big[Num.max/ \sum_j sign (signs j) * V k0 j]_k \sum_j sign (signs j) * V k j) / ((2 ^ m)%:R * m%:R).

(* attest: positional.lemma-c4 finding_beyond_the_condition sha256:c274469ea4fe396c7d9473bfbb21fde91a9ec323095ed8f3e0d0d8c288cbf936 theorem:beyond_the_condition *)
Theorem beyond_the_condition (K : finType) (k0 : K) (m : nat) (V : K -> 'I_m -> F) A C : (0 < m)%N -> 0 < A ->
  (forall k j, `|V k j| <= A) -> A ^+ 2 * m%:R <= C -> rademacher k0 V <= A /\ A <= Num.sqrt (C / m%:R).
Proof.
move=> m_gt0 A_gt0 V_le C_ge; split.
  have row_le (signs : 'I_m -> bool) k : \sum_j sign (signs j) * V k j <= m%:R * A.
    have -> : m%:R * A = \sum_(j < m) A by rewrite sumr_const card_ord mulr_natl.
    apply: ler_sum => j _; apply: le_trans (V_le k j).
    by apply: le_trans (ler_norm _) _; rewrite normrM /sign normr_sign mul1r.
  rewrite ler_pdivr_mulr ?mulr_gt0 ?ltr0n ?expn_gt0 //.
  apply: le_trans (_ : _ <= \sum_(signs : {ffun 'I_m -> bool}) m%:R * A) _; last first.
    by rewrite sumr_const card_ffun card_bool card_ord -[_ *+ (2 ^ m)]mulr_natl le_eqVlt; apply/orP; left; apply/eqP; by rewrite mulrA mulrC.
  apply: ler_sum => signs _; elim: (index_enum K) => [|k r IH]; first by rewrite big_nil.
  by rewrite big_cons le_maxl row_le.
apply: sqr_le; first exact: sqrtr_ge0.
by rewrite sqr_sqrtr ?divr_ge0 ?ler0n ?ler_pdivl_mulr ?ltr0n // (le_trans _ C_ge) // mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

End Norms.

(* Heads that come as close to the factor sqrt(H) as one likes: two tokens, 1 and -1, which are their own encodings. *)
Section ManyHeads.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Add Ring heads_ring : (carrier_theory F).
Local Notation one_unit := unit_finType.

Definition tokens (i : 'I_2) (_ : one_unit) : F := if i == 0 then 1 else -1.
Definition heads_at (H : finType) (t : F) (_ : H) : head F one_unit one_unit one_unit one_unit :=
  Head (fun _ _ => t / 2%:R) (fun _ _ => 1) (fun _ _ => 1).

Lemma sum_one (f : one_unit -> F) : \sum_u f u = f tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.

Lemma attention_at t (H : finType) (h : H) k : attention exp tokens (WQ (heads_at t h)) (WK (heads_at t h)) 0 k = softmax exp (apart t) k.
Proof.
have eq_scores j : scores tokens (bilinear (WQ (heads_at t h)) (WK (heads_at t h))) 0 j = apart t j.
  rewrite /scores /product !sum_one /bilinear /product sum_one /transposed /tokens /= mul1r mulr1 /apart.
  by case: (j == 0); rewrite ?mulr1 ?mulrN1.
rewrite /attention /softmax /share eq_scores; congr (_ / _); apply: eq_bigr => j _; by rewrite eq_scores.
Qed.

Lemma tokens_norm : norm_2_inf (transposed tokens) = 1.
Proof.
rewrite /norm_2_inf /largest !big_ord_recl big_ord0 /norm2 /transposed !sum_one /tokens /= sqrrN expr1n sqrtr1.
by rewrite (max_l ler01) maxxx.
Qed.

(* attest: positional.lemma-c9-attention-term finding_root_of_heads_is_needed sha256:5765e0b5eef099a0d5f6a6b16456ebd4b321c19826b54e07fa2075004ca9a822 theorem:root_of_heads *)
Theorem root_of_heads (H : finType) (h0 : H) c : c < 1 -> exists t, 0 < t /\
  c * Num.sqrt #|H|%:R * (norm_2_inf (transposed tokens) * norm_2_inf (transposed tokens) *
    largest (fun h : H => moved_scores tokens (@heads_at H t) (@heads_at H (- t)) h)) <
  norm_2_inf (transposed (fun i x => mlp_input exp tokens (@heads_at H t) tokens i x - mlp_input exp tokens (@heads_at H (- t)) tokens i x)).
Proof.
move=> c_lt1; have [t [t_gt0 above]] := modulus_above exp_gt0 exp_ge c_lt1; exists t; split=> //.
have H_gt0 : 0 < Num.sqrt #|H|%:R :> F by rewrite sqrtr_gt0 ltr0n; apply/card_gt0P; exists h0.
have moved h : moved_scores tokens (@heads_at H t) (@heads_at H (- t)) h = t.
  rewrite /moved_scores /norm_2_inf /largest !big_ord_recl big_ord0 /norm2 /transposed !sum_one /product !sum_one.
  rewrite /bilinear /product !sum_one /transposed /tokens /= !mulr1 mulNr opprK half_twice mulrN1 sqrrN sqrtr_sqr.
  by rewrite gtr0_norm // (max_l (ltW t_gt0)) maxxx.
have largest_moved : largest (fun h : H => moved_scores tokens (@heads_at H t) (@heads_at H (- t)) h) = t.
  apply/eqP; rewrite eq_le; apply/andP; split; first by apply: largest_le => [|h]; rewrite ?(ltW t_gt0) ?moved.
  by rewrite -[X in X <= _](moved h0); apply: (le_largest (fun h => moved_scores tokens (@heads_at H t) (@heads_at H (- t)) h)).
rewrite tokens_norm largest_moved !mul1r.
apply: lt_le_trans (_ : _ < Num.sqrt #|H|%:R * modulus exp t) _; first by rewrite mulrAC mulrC ltr_pmul2l.
apply: le_trans _ (row_le _ (0 : 'I_2)).
have modulus_ge0 : 0 <= modulus exp t.
  by rewrite -(proj1 (modulus_attained expD exp_gt0 exp_ge (ltW t_gt0))) norm1_ge0.
apply: le_trans (_ : _ <= norm2 (concatenated (fun (h : H) (_ : one_unit) => modulus exp t) (fun _ : one_unit => 0))) _.
  rewrite norm2_concatenated norm2_0 expr0n addr0 (eq_bigr (fun _ => 1 * modulus exp t ^+ 2)) => [|h _].
    by rewrite -mulr_suml sumr_const sqrt_scale ?ler0n.
  by rewrite /norm2 sum_one sqrtr_sqr real_normK ?num_real // mul1r.
apply: le_norm2; case=> [[h []]|u]; rewrite /transposed /mlp_input /=; last by rewrite normr0 normr_ge0.
rewrite /row_times !sum_one /mix /product !mulr1 -sumrB (eq_bigr (fun k => (softmax exp (apart t) k - softmax exp (apart (- t)) k) * tokens k tt)); last first.
  by move=> k _; rewrite !attention_at mulrBl.
rewrite -(proj1 (modulus_attained expD exp_gt0 exp_ge (ltW t_gt0))) /norm1 !big_ord_recl !big_ord0 !addr0 /tokens /= mulr1 mulrN1.
have pair (s : F) : softmax exp (apart s) (lift ord0 ord0) = 1 - softmax exp (apart s) ord0.
  have := @sum_share F _ (fun i => exp (apart s i)) 0 (fun i => exp_gt0 _); rewrite !big_ord_recl big_ord0 addr0 => <-.
  by rewrite addrAC subrr add0r.
rewrite !pair; move: (softmax exp (apart t) ord0) (softmax exp (apart (- t)) ord0) => p q.
have -> : 1 - p - (1 - q) = - (p - q) by ring_in F.
rewrite normrN opprK ger0_norm ?addr_ge0 //; apply: le_trans (_ : _ <= `|(p - q) *+ 2|) _; last by rewrite mulr2n.
by rewrite normrMn mulr2n.
Qed.

End ManyHeads.
