(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma C.9: heads that come as close to the factor sqrt(H) as one likes. Two tokens, 1 and
   -1, which are their own encodings; all widths are 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ManyHeads.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Add Ring heads_ring : (carrier_theory F).
Local Notation one_unit := (ordinal_finType 1).

Definition tokens (i : 'I_2) (_ : one_unit) : F := if i == 0 then 1 else -1.
Definition heads_at (H : finType) (t : F) (_ : H) : head F one_unit one_unit one_unit one_unit :=
  Head (fun _ _ => t / 2%:R) (fun _ _ => 1) (fun _ _ => 1).

Lemma sum_one (f : one_unit -> F) : \sum_u f u = f ord0.
Proof. exact: big_ord1. Qed.

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
apply: le_norm2; case=> [[h e]|u]; rewrite /transposed /mlp_input /=; last by rewrite normr0 normr_ge0.
rewrite /row_times !sum_one /mix /product !mulr1 -sumrB (eq_bigr (fun k => (softmax exp (apart t) k - softmax exp (apart (- t)) k) * tokens k ord0)); last first.
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
