(* SPDX-License-Identifier: Apache-2.0 *)
(* T5's bucket function in integers (SRPE, Wu et al. 2021, eqs. 14 to 16; theory/definitions/t5_bucket.stm): its range, monotonicity and exact
   part, for all numbers of buckets, all M and all distances. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* How many j = 1, ..., h have M^j h^(h-j) <= l^h; eq. 14; eqs. 15 and 16, with l an integer. *)
Definition bucket_steps (l h M : nat) : nat := count (fun j => M ^ j * h ^ (h - j) <= l ^ h) (iota 1 h).
Definition bucket_side (l K M : nat) : nat := if 2 * l < K then l else minn (K %/ 2 + bucket_steps l (K %/ 2) M) (K - 1).
Definition bucket_two_sided (l : int) (B M : nat) : nat :=
  if (l <= 0)%R then bucket_side (absz l) (B %/ 2) M else bucket_side (absz l) (B %/ 2) M + B %/ 2.
Definition bucket_one_sided (l : int) (B M : nat) : nat := if (l <= 0)%R then bucket_side (absz l) B M else 0.

Lemma side_lt l K M : 0 < K -> bucket_side l K M < K.
Proof.
move=> K_gt0; rewrite /bucket_side; case: ifP => [small|_].
  by apply: leq_ltn_trans small; apply: leq_pmull.
by apply: leq_ltn_trans (geq_minr _ _) _; rewrite subn1 prednK.
Qed.

Lemma steps_mono l h M : 0 < h -> bucket_steps l h M <= bucket_steps l.+1 h M.
Proof.
by move=> h_gt0; apply: sub_count => j /= reached; apply: leq_trans reached _; rewrite leq_exp2r.
Qed.

Lemma side_mono l K M : 2 <= K -> bucket_side l K M <= bucket_side l.+1 K M.
Proof.
move=> K_ge2; have h_gt0 : 0 < K %/ 2 by rewrite divn_gt0.
rewrite /bucket_side; case: (ltnP (2 * l) K) => l_K; case: (ltnP (2 * l.+1) K) => l1_K.
- exact: leqnSn.
- rewrite leq_min; apply/andP; split.
    by apply: leq_trans (leq_addr _ _); rewrite leq_divRL // mulnC ltnW.
  have l_lt : l < K by apply: leq_ltn_trans (leq_pmull l (isT : 0 < 2)) l_K.
  by rewrite subn1 -ltnS prednK // (leq_trans _ K_ge2).
- by move: (leq_ltn_trans (leq_trans l_K (leq_mul (leqnn 2) (leqnSn l))) l1_K); rewrite ltnn.
- by rewrite leq_min geq_minr andbT; apply: leq_trans (geq_minl _ _) _; rewrite leq_add2l steps_mono.
Qed.

(* Distances before and after the current position. *)
Lemma two_before l B M : bucket_two_sided (- Posz l)%R B M = bucket_side l (B %/ 2) M.
Proof. by rewrite /bucket_two_sided oppr_le0 abszN. Qed.
Lemma two_after l B M : bucket_two_sided (Posz l) B M = bucket_side l (B %/ 2) M + (if l == 0 then 0 else B %/ 2).
Proof. by rewrite /bucket_two_sided; case: l => [|l] /=; rewrite ?addn0. Qed.
Lemma one_before l B M : bucket_one_sided (- Posz l)%R B M = bucket_side l B M.
Proof. by rewrite /bucket_one_sided oppr_le0 abszN. Qed.
Lemma one_after l B M : bucket_one_sided (Posz l) B M = if l == 0 then bucket_side 0 B M else 0.
Proof. by case: l. Qed.

Lemma half_of_B B : 4 <= B -> B %% 4 = 0 -> 2 <= B %/ 2 /\ B %/ 2 + B %/ 2 = B.
Proof.
move=> B_ge4 /eqP B_4; split; first by rewrite leq_divRL.
by rewrite addnn -muln2 divnK //; apply: dvdn_trans B_4.
Qed.

Theorem any_M_above_half K more l : 2 <= K -> K %% 2 = 0 -> 1 <= more ->
  let M := K %/ 2 + more in
  0 <= bucket_side l K M <= bucket_side l.+1 K M /\ bucket_side l.+1 K M < K /\ (K <= 2 * l \/ bucket_side l K M = l).
Proof.
move=> K_ge2 _ _ M; split; first by rewrite leq0n side_mono.
split; first by rewrite side_lt // (leq_trans _ K_ge2).
by case: (leqP K (2 * l)) => [|l_K]; [left | right; rewrite /bucket_side l_K].
Qed.

Theorem range_monotone_exact B more l : 4 <= B -> B %% 4 = 0 -> 1 <= more ->
  let M := B + more in
  let before k := bucket_two_sided (- Posz k)%R B M in
  let after k := bucket_two_sided (Posz k) B M in
  [/\ 0 <= before l < B /\ 0 <= after l < B,
      before l <= before l.+1 /\ (l = 0 \/ after l <= after l.+1) &
      B <= 4 * l \/ (before l = l /\ (l = 0 \/ after l = l + B %/ 2))].
Proof.
move=> B_ge4 B_4 _ M before after; have [K_ge2 halves] := half_of_B B_ge4 B_4.
have K_gt0 : 0 < B %/ 2 by apply: leq_trans K_ge2.
have side_K k : bucket_side k (B %/ 2) M < B %/ 2 by apply: side_lt.
rewrite /before /after !two_before !two_after; split.
- rewrite !leq0n /=; split; first by rewrite (leq_trans (side_K l)) // -[X in _ <= X]halves leq_addr.
  by rewrite -[X in _ < X]halves -addSn leq_add //; case: ifP.
- split; first exact: side_mono.
  by case: l => [|l] /=; [left | right; rewrite leq_add2r side_mono].
- case: (leqP B (4 * l)) => [|l_B]; [by left | right].
  have exact : bucket_side l (B %/ 2) M = l.
    by rewrite /bucket_side; case: (ltnP (2 * l) (B %/ 2)) => // big; move: l_B; rewrite ltnNge -halves addnn -mul2n -[4]/(2 * 2) -mulnA leq_mul2l big.
  by rewrite exact; split=> //; case: (l) => [|k] /=; [left | right].
Qed.

Theorem buckets_are_indices B more l : 4 <= B -> B %% 4 = 0 -> 1 <= more ->
  let M := B + more in
  [/\ 0 <= bucket_two_sided (Posz l) B M < B, 0 <= bucket_two_sided (- Posz l)%R B M < B,
      0 <= bucket_one_sided (Posz l) B M < B & 0 <= bucket_one_sided (- Posz l)%R B M < B].
Proof.
move=> B_ge4 B_4 more_gt0 M; have [[b a] _ _] := range_monotone_exact l B_ge4 B_4 more_gt0.
have B_gt0 : 0 < B by apply: leq_trans B_ge4.
split=> //; last by rewrite one_before side_lt.
by rewrite one_after; case: ifP => // _; rewrite side_lt.
Qed.

Theorem one_sided B more l : 2 <= B -> B %% 2 = 0 -> 1 <= more ->
  let M := B + more in
  let bucket := bucket_one_sided (- Posz l)%R B M in
  [/\ 0 <= bucket < B, bucket <= bucket_one_sided (- Posz l.+1)%R B M, B <= 2 * l \/ bucket = l &
      bucket_one_sided (Posz l) B M = if l == 0 then bucket else 0].
Proof.
move=> B_ge2 _ _ M bucket; have B_gt0 : 0 < B by apply: leq_trans B_ge2.
rewrite /bucket !one_before one_after; split.
- by rewrite side_lt.
- exact: side_mono.
- by case: (leqP B (2 * l)) => [|l_B]; [left | right; rewrite /bucket_side l_B].
- by case: eqP => // ->.
Qed.

Theorem later_positions_two_sided B more : 4 <= B -> B %% 4 = 0 -> 1 <= more ->
  let M := B + more in
  bucket_two_sided (Posz 0) B M != bucket_two_sided (Posz 1) B M /\ bucket_two_sided (- Posz 1)%R B M != bucket_two_sided (Posz 1) B M.
Proof.
move=> B_ge4 B_4 _ M; have [K_ge2 _] := half_of_B B_ge4 B_4.
have K_gt0 : 0 < B %/ 2 by apply: leq_trans K_ge2.
have below k : bucket_side k (B %/ 2) M < bucket_two_sided (Posz 1) B M.
  by rewrite two_after /= (leq_trans (side_lt _ _ K_gt0)) // leq_addl.
by split; rewrite neq_ltn ?two_before ?[bucket_two_sided (Posz 0) _ _]two_after /= ?addn0 below.
Qed.
