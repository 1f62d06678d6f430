(* SPDX-License-Identifier: Apache-2.0 *)
(* One-sided, T5's buckets are all used if there are at most 30 of them: for large M by elementary_bound's argument (t5_bucket_used.v), and for the others by
   a distance for each bucket, found by computation with binary numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String NArith Lia.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals bound_t5_bucket.
From attest Require Import bound_t5_bucket_used.
From attest Require t5_bucket t5_bucket_used statements_srpe_t5_bucket_use.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope nat_scope with N.

(* --- Powers of binary numbers ---------------------------------------------------------------------------------------------------- *)
Local Notation bin := N.of_nat.
Lemma bin_pow a b : bin (a ^ b) = N.pow (bin a) (bin b).
Proof. by elim: b => // b IH; rewrite expnS -multE Nat2N.inj_mul IH Nat2N.inj_succ N.pow_succ_r'. Qed.
Lemma bin_le a b : N.leb (bin a) (bin b) -> a <= b.
Proof. by move/N.leb_le => le; apply/ssrnat.leP; lia. Qed.
Lemma bin_lt a b : N.ltb (bin a) (bin b) -> a < b.
Proof. by move/N.ltb_lt => lt; apply/ssrnat.leP; lia. Qed.
Definition threshold h M j : N := N.mul (N.pow (bin M) (bin j)) (N.pow (bin h) (bin (h - j))).
Lemma bin_threshold h M j : bin (t5_bucket_used.threshold h M j) = threshold h M j.
Proof. by rewrite /t5_bucket_used.threshold -multE Nat2N.inj_mul !bin_pow. Qed.

(* Whether M is so large that every bucket is long enough; and whether each bucket from h on is that of a distance. *)
Definition is_long h M : bool := N.leb (N.pow (bin h.+1) (bin h)) (N.mul (bin M) (N.pow (bin h) (bin h.-1))).
Definition are_met h M : bool :=
  let powers := [seq N.pow (bin l) (bin h) | l <- iota h (M.+1 - h)] in
  let thresholds := [seq threshold h M j | j <- iota 0 h.+1] in
  all (fun j => let t := nth 0%num thresholds j in let t' := nth 0%num thresholds j.+1 in has (fun p => N.leb t p && N.ltb p t') powers) (iota 0 h).
Lemma small_M : all (fun h => is_long h (3 * h) && all (fun M => is_long h M || are_met h M) (iota (2 * h).+1 h)) (iota 1 15) = true.
Proof. lazy; reflexivity. Qed.

Lemma is_longP h M : is_long h M -> h.+1 ^ h <= M * h ^ h.-1.
Proof. by rewrite /is_long -!bin_pow -Nat2N.inj_mul multE; exact: bin_le. Qed.
Lemma are_metP h M j : are_met h M -> h <= M -> j < h -> exists2 l, h <= l <= M & t5_bucket.bucket_steps l h M = j.
Proof.
move=> met h_M j_h; have /allP/(_ j) := met; rewrite mem_iota => /(_ j_h)/hasP[p /mapP[l]].
rewrite mem_iota subnKC ?(leqW h_M) // ltnS => l_in ->; rewrite !(nth_map 0) ?size_iota ?nth_iota ?(ltnW j_h) //; last by rewrite ltnS ltnW.
rewrite !add0n -!bin_threshold -bin_pow => /andP[/bin_le reached /bin_lt not_next]; exists l => //.
  by apply: t5_bucket_used.steps_are => //; exact: ltnW.
by rewrite ltnS ltnW.
Qed.
Lemma one_sided_used h M b : 0 < h <= 15 -> 2 * h < M -> b < 2 * h -> exists2 l, l <= M & t5_bucket.bucket_one_sided (- Posz l)%R (2 * h) M = b.
Proof.
move=> h_in M_gt b_lt; have /andP[h_gt0 h_le] := h_in; have /allP/(_ h) := small_M; rewrite mem_iota add1n ltnS => /(_ h_in)/andP[/is_longP long3 /allP small].
case: (leqP (3 * h) M) => [M_ge | M_lt].
  apply: t5_bucket_used.one_sided_used => //; apply: leq_trans long3 _; by rewrite leq_mul2r M_ge orbT.
have M_in : M \in iota (2 * h).+1 h by rewrite mem_iota M_gt /= addSn -mulSnr ltnW.
case/orP: (small M M_in) => [/is_longP long | met]; first exact: t5_bucket_used.one_sided_used.
have h_M : h <= M by apply: leq_trans (ltnW M_gt); rewrite mul2n -addnn leq_addr.
case: (ltnP b h) => [b_h | h_b].
  by exists b; [exact: leq_trans (ltnW b_h) h_M | rewrite t5_bucket.one_before /t5_bucket.bucket_side ltn_mul2l b_h].
have j_h : b - h < h by rewrite ltn_subLR // addnn -mul2n.
have [l /andP[h_l l_M] stepsE] := are_metP met h_M j_h; exists l => //.
rewrite t5_bucket.one_before /t5_bucket.bucket_side ltn_mul2l [l < h]ltnNge h_l /= mulKn // stepsE subnKC //.
by apply/minn_idPl; rewrite subn1 -ltnS prednK // muln_gt0.
Qed.

Local Open Scope ring_scope.
Ltac side ::= first [eassumption | natural | exact: all_buckets | by rewrite pnatr_eq0 | done].
Ltac known_call ::= used call_one_sided_uses.

(* attest: srpe.t5-bucket-use finding_one_sided_up_to_30 sha256:bbb2a892e9cc1b0219534ff5e063f9d907df9ecfe780e6222e5c4141b4fc4529 theorem:one_sided_up_to_30 *)
Theorem one_sided_up_to_30 : Holds statements_srpe_t5_bucket_use.finding_one_sided_up_to_30.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: one_sided_uses_d; bucket_one_sided_d; bucket_side_d; bucket_steps_d].
refine (says_forall _ _ _); [apply: in_list; apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 29); [value | value | reflexivity | by rewrite -mulrSr] | condition_of | cbn beta].
move=> B; rewrite mem_iota => /andP[B_ge2 B_le]; rewrite eqr_nat => /eqP B_mod; have B_gt0 : (0 < B)%N by apply: ltnW.
have BE : (2 * (B %/ 2) = B)%N by rewrite mulnC divnK //; apply/eqP.
have h_in : (0 < B %/ 2 <= 15)%N by rewrite divn_gt0 // B_ge2 -(leq_pmul2l (isT : (0 < 2)%N)) BE -ltnS.
meaning_for_all => more more_gt0 _; meaning_for_all => b /in_buckets b_lt _; meaning_value; apply/hasP.
have M_gt : (2 * (B %/ 2) < B + more)%N by rewrite BE -[X in (X < _)%N]addn0 ltn_add2l.
have b_in : (b < 2 * (B %/ 2))%N by rewrite BE.
have [l l_M E] := one_sided_used h_in M_gt b_in.
by exists l; rewrite ?mem_iota ?ltnS //; move: E; rewrite BE => ->.
Qed.
