(* SPDX-License-Identifier: Apache-2.0 *)
(* Which of T5's buckets are used (SRPE, Wu et al. 2021, eqs. 14 to 16), in integers: every one of a side whose bucket h + j, for j = 0, is as
   long as M h^(h-1) >= (h+1)^h makes it, h = K/2. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import t5_bucket.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma power_le m n e : m <= n -> m ^ e <= n ^ e.
Proof. by case: e => // e; rewrite leq_exp2r. Qed.

(* What l^h must reach for the step j. *)
Definition threshold (h M j : nat) : nat := M ^ j * h ^ (h - j).
Lemma threshold_mono h M i j : h <= M -> i <= j -> j <= h -> threshold h M i <= threshold h M j.
Proof.
move=> h_M i_j j_h; have i_h := leq_trans i_j j_h; rewrite /threshold.
have -> : h - i = (j - i) + (h - j) by rewrite addnC addnBA // subnK.
have -> : M ^ j = M ^ i * M ^ (j - i) by rewrite -expnD subnKC.
by rewrite expnD -mulnA leq_mul2l leq_mul2r power_le // !orbT.
Qed.
Lemma steps_are l h M j : h <= M -> j <= h -> threshold h M j <= l ^ h -> (j < h -> l ^ h < threshold h M j.+1) -> bucket_steps l h M = j.
Proof.
move=> h_M j_h reached not_next; rewrite /bucket_steps.
have -> : iota 1 h = iota 1 j ++ iota (1 + j) (h - j) by rewrite -iotaD subnKC.
rewrite count_cat; have -> : count (fun i => M ^ i * h ^ (h - i) <= l ^ h) (iota 1 j) = j.
  rewrite -[RHS](size_iota 1 j); apply/eqP; rewrite -all_count; apply/allP => i; rewrite mem_iota add1n ltnS => /andP[_ i_j] /=.
  by apply: leq_trans reached; exact: threshold_mono.
have -> : count (fun i => M ^ i * h ^ (h - i) <= l ^ h) (iota (1 + j) (h - j)) = 0; last by rewrite addn0.
apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn => i; rewrite mem_iota -addnA subnKC // !add1n ltnS => /andP[j_i i_h] /=.
by rewrite -ltnNge (leq_trans (not_next (leq_trans j_i i_h))) //; exact: threshold_mono.
Qed.

Lemma h_lt_M h M : 0 < h -> h.+1 ^ h <= M * h ^ h.-1 -> h < M.
Proof.
move=> h_gt0 long; rewrite ltnNge; apply/negP => M_h; have := leq_trans long (leq_mul M_h (leqnn (h ^ h.-1))).
by rewrite -expnS prednK // leq_exp2r // ltnn.
Qed.

Lemma step_used h M j : 0 < h -> h.+1 ^ h <= M * h ^ h.-1 -> j < h -> exists2 l, h <= l <= M & bucket_steps l h M = j.
Proof.
move=> h_gt0 long j_h; have h_lt_M := h_lt_M h_gt0 long; have h_M := ltnW h_lt_M.
have some : exists l, threshold h M j <= l ^ h.
  by exists M; apply: leq_trans (threshold_mono h_M (ltnW j_h) (leqnn h)) _; rewrite /threshold subnn muln1.
case: (ex_minnP some) => l reached least.
have h_l : h <= l.
  rewrite -(leq_exp2r _ _ h_gt0); apply: leq_trans reached.
  by have := threshold_mono h_M (leq0n j) (ltnW j_h); rewrite {1}/threshold subn0 mul1n.
exists l.
  rewrite h_l least //; apply: leq_trans (threshold_mono h_M (ltnW j_h) (leqnn h)) _.
  by rewrite /threshold subnn muln1.
apply: steps_are => // [|_]; first exact: ltnW.
case: (ltngtP h l) h_l => // [h_lt_l _ | <- _]; last first.
  apply: leq_trans (threshold_mono h_M (ltn0Sn j) j_h); rewrite /threshold expn1 subn1.
  have -> : h ^ h = h * h ^ h.-1 by rewrite -expnS prednK.
  by rewrite ltn_mul2r h_lt_M expn_gt0 h_gt0.
have l_gt0 : 0 < l by apply: leq_trans h_lt_l.
have before : l.-1 ^ h < threshold h M j.
  by rewrite ltnNge; apply/negP => /least; rewrite -ltnS prednK // ltnn.
have shorter : l * h <= l.-1 * h.+1.
  by rewrite mulnS -{1}(prednK l_gt0) mulSn leq_add2r -ltnS prednK.
have hh_gt0 : 0 < h ^ h by rewrite expn_gt0 h_gt0.
rewrite -(ltn_pmul2r hh_gt0) -expnMn; apply: leq_ltn_trans (power_le h shorter) _; rewrite expnMn.
apply: (@leq_trans (threshold h M j * h.+1 ^ h)); first by rewrite ltn_pmul2r ?expn_gt0.
apply: leq_trans (leq_mul (leqnn _) long) _; rewrite /threshold.
have -> : h - j = (h - j.+1).+1 by rewrite subnSK.
have hhE : h ^ h = h * h ^ h.-1 by rewrite -expnS prednK.
rewrite hhE.
rewrite expnS [M ^ j.+1]expnS; move: (M ^ j) (h ^ (h - j.+1)) (h ^ h.-1) => A C D.
by rewrite [M * A]mulnC -!mulnA [h * (C * _)]mulnCA [h * (M * D)]mulnCA [C * (M * _)]mulnCA.
Qed.

(* Every bucket of a side is that of some distance up to M, and bucket 0 that of distance 0 alone. *)
Lemma side_used h M b : 0 < h -> h.+1 ^ h <= M * h ^ h.-1 -> b < 2 * h -> exists2 l, l <= M & bucket_side l (2 * h) M = b.
Proof.
move=> h_gt0 long b_lt; have h_lt_M := h_lt_M h_gt0 long; case: (ltnP b h) => [b_h | h_b].
  by exists b; [apply: ltnW; apply: ltn_trans b_h h_lt_M | rewrite /bucket_side ltn_mul2l b_h].
have j_h : b - h < h by rewrite ltn_subLR // addnn -mul2n.
have [l /andP[h_l l_M] stepsE] := step_used h_gt0 long j_h; exists l => //.
rewrite /bucket_side ltn_mul2l [l < h]ltnNge h_l /= mulKn // stepsE subnKC //.
by apply/minn_idPl; rewrite subn1 -ltnS prednK // muln_gt0.
Qed.
Lemma side_gt0 l K M : 1 < K -> 0 < l -> 0 < bucket_side l K M.
Proof.
move=> K_gt1 l_gt0; rewrite /bucket_side; case: ifP => // _.
by rewrite leq_min addn_gt0 divn_gt0 // K_gt1 /= subn_gt0.
Qed.
Lemma side_0 K M : 0 < K -> bucket_side 0 K M = 0.
Proof. by move=> K_gt0; rewrite /bucket_side muln0 K_gt0. Qed.

(* One-sided: all B buckets. *)
Theorem one_sided_used h M b : 0 < h -> h.+1 ^ h <= M * h ^ h.-1 -> b < 2 * h ->
  exists2 l, l <= M & bucket_one_sided (- Posz l)%R (2 * h) M = b.
Proof. by move=> h_gt0 long /(side_used h_gt0 long)[l l_M E]; exists l; rewrite // one_before. Qed.

(* Two-sided: all but B/2, which would be the distance 0 after the current position. *)
Theorem two_sided_used h M b : 0 < h -> h.+1 ^ h <= M * h ^ h.-1 -> b < 4 * h -> b != 2 * h ->
  exists2 l : int, (absz l <= M)%N & bucket_two_sided l (4 * h) M = b.
Proof.
move=> h_gt0 long b_lt b_neq; have half : (4 * h) %/ 2 = 2 * h by rewrite (_ : 4 * h = 2 * (2 * h)) ?mulKn // mulnA.
have K_gt0 : 0 < 2 * h by rewrite muln_gt0.
case: (ltngtP b (2 * h)) b_neq => // [b_K | K_b] _.
  by have [l l_M E] := side_used h_gt0 long b_K; exists (- Posz l)%R; rewrite ?abszN // two_before half.
have rest : b - 2 * h < 2 * h by rewrite ltn_subLR ?(ltnW K_b) // addnn -mul2n mulnA.
have [l l_M E] := side_used h_gt0 long rest; exists (Posz l) => //; rewrite two_after half E.
case: l E {l_M} => [|l] E /=; last by rewrite subnK // ltnW.
by move: K_b; rewrite -subn_gt0 -E side_0.
Qed.
Theorem half_is_not_used B M l : 4 <= B -> B %% 4 = 0 -> bucket_two_sided l B M != B %/ 2.
Proof.
move=> B_ge4 B_4; have [K_ge2 _] := half_of_B B_ge4 B_4; have K_gt0 := ltnW K_ge2.
case: l => [[|l]|l].
- by rewrite two_after addn0 neq_ltn side_lt.
- by rewrite two_after /= neq_ltn [X in _ || X](_ : _ = true) ?orbT // -[X in X < _]add0n ltn_add2r side_gt0.
by rewrite NegzE two_before neq_ltn side_lt.
Qed.
