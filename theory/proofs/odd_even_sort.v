(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix A.3 and figure 7: odd-even transposition sort. n rounds sort every list of n
   values; n - 1 rounds, as printed, do not, for any n >= 3.

   The proof goes by thresholds (the 0-1 principle): for each c, the round on values becomes a round on the booleans c < x_t, and there
   the ones in the last places are counted. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Lia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* lia, for the ordering and the sums of ssreflect's natural numbers. *)
Ltac arithmetic :=
  repeat match goal with
         | H : is_true (leq _ _) |- _ => move/ssrnat.leP: H => H
         | H : is_true (_ && _) |- _ => case/andP: H
         end;
  try apply/ssrnat.leP; unfold addn, addn_rec, subn, subn_rec in *; lia.

Section Rounds.
Variables (T : Type) (low high : T -> T -> T).

(* Round r = 1, 2, ... on the places t = 0, ..., n-1 (the paper's 1, ..., n): odd rounds compare (0,1), (2,3), ..., even ones (1,2), (3,4), ...
   The lower place keeps low (the minimum), the upper one high (the maximum); without a partner a place keeps its value. *)
Definition lower r t := odd t != odd r.
Definition exchange n r (x : nat -> T) t :=
  if lower r t then (if t.+1 < n then low (x t) (x t.+1) else x t)
  else (if 0 < t then high (x t.-1) (x t) else x t).
Fixpoint rounds n k (x : nat -> T) : nat -> T := if k is r.+1 then exchange n r.+1 (rounds n r x) else x.

(* Any quantity that each exchange of two values preserves: its sum over the places from t on. *)
Variable g : T -> nat.
Hypothesis preserved : forall a b, g (low a b) + g (high a b) = g a + g b.
Definition tail n (x : nat -> T) t := \sum_(t <= i < n) g (x i).

Lemma tail_split n x t : t < n -> tail n x t = g (x t) + tail n x t.+1.
Proof. exact: big_ltn. Qed.

Lemma tail_end n x t : n <= t -> tail n x t = 0.
Proof. exact: big_geq. Qed.

Lemma lowerS r t : lower r t.+1 = ~~ lower r t.
Proof. by rewrite /lower /=; case: (odd t) (odd r) => [] []. Qed.

(* Where no pair is cut in two, the sum stays. *)
Lemma tail_lower n r x t : lower r t -> tail n (exchange n r x) t = tail n x t.
Proof.
have [k] : exists k, n <= t + k by exists n; rewrite leq_addl.
elim: k t => [|k IH] t n_le low_t; first by rewrite addn0 in n_le; rewrite !tail_end.
case: (ltnP t n) => [t_lt | ?]; last by rewrite !tail_end.
have IH2 : tail n (exchange n r x) t.+2 = tail n x t.+2.
  by apply: IH; rewrite ?lowerS ?negbK //; arithmetic.
rewrite [LHS]tail_split // [RHS]tail_split // {1}/exchange low_t; case: (ltnP t.+1 n) => [t1_lt | ?]; last by rewrite !tail_end.
by rewrite [in LHS]tail_split // [in RHS]tail_split // IH2 {1}/exchange lowerS low_t /= !addnA preserved.
Qed.

Lemma tail_total n r x : tail n (exchange n r x) 0 = tail n x 0.
Proof.
case low0: (lower r 0); first exact: tail_lower.
case: (posnP n) => [-> | n_gt0]; first by rewrite !tail_end.
by rewrite [LHS]tail_split // [RHS]tail_split // {1}/exchange low0 tail_lower // lowerS low0.
Qed.

Lemma rounds_total n k x : tail n (rounds n k x) 0 = tail n x 0.
Proof. by elim: k => [//|k IH]; rewrite tail_total. Qed.

End Rounds.

(* --- Zeros and ones ---------------------------------------------------------------------------------------------------- *)
Section Bits.
Variable n : nat.
Implicit Types x : nat -> bool.
Local Notation tail := (@tail bool nat_of_bool n).
Local Notation bit_round := (exchange andb orb n).
Local Notation bit_rounds := (rounds andb orb n).

Lemma bits_preserved a b : (a && b) + (a || b) = a + b.
Proof. by case: a b => [] []. Qed.

(* The upper place of a pair takes a one if the pair has one. *)
Lemma tail_upper r x t : t.+1 < n -> ~~ lower r t.+1 -> tail (bit_round r x) t.+1 = tail x t.+2 + (x t || x t.+1).
Proof.
move=> t_lt; rewrite lowerS negbK => low_t; have t_lt' := ltnW t_lt.
have := tail_lower bits_preserved n x low_t.
rewrite [in LHS]tail_split // {1}/exchange low_t t_lt [in RHS]tail_split // [in RHS]tail_split // addnA.
by rewrite -bits_preserved -addnA => /addnI ->; rewrite addnC.
Qed.

(* Ones move to the right only. *)
Lemma tail_grows r x t : tail x t <= tail (bit_round r x) t.
Proof.
case: t => [|t]; first by rewrite (tail_total bits_preserved).
case: (ltnP t.+1 n) => [t_lt | ?]; last by rewrite tail_end.
case low_t: (lower r t.+1); first by rewrite (tail_lower bits_preserved).
rewrite tail_upper ?low_t // [leqLHS]tail_split // addnC leq_add2l.
by case: (x t) (x t.+1) => [] [].
Qed.

Lemma tail_le x s t : s <= t -> t <= n -> tail x s <= t - s + tail x t.
Proof.
move=> s_le t_le; rewrite /odd_even_sort.tail (@big_cat_nat _ _ _ t) //= leq_add2r.
apply: leq_trans (_ : \sum_(s <= i < t) 1 <= _); first by apply: leq_sum => i _; case: (x i).
by rewrite sum_nat_const_nat muln1.
Qed.

Lemma tail_anti x s t : s <= t -> tail x t <= tail x s.
Proof.
move=> s_le; case: (leqP t n) => [t_le | /ltnW ?]; last by rewrite tail_end.
by rewrite /odd_even_sort.tail [leqRHS](@big_cat_nat _ _ _ t) //= leq_addl.
Qed.

(* m ones in all. The j-th one from the right waits until round j (j + 1 if m is even), then moves in every round until it
   stands in its place: so at least j ones are to the right of these positions. *)
Lemma ones_arrive x m k t j :
  m = tail x 0 -> m <= n -> j <= m -> t + j <= n -> t + j <= m \/ t + j + j + ~~ odd m <= m + k + 1 ->
  j <= tail (bit_rounds k x) t.
Proof.
move=> m_ones m_le; elim: k t j => [|k IH] t [//|j] j_le tj_le /=.
  move=> early; have tj : t + j.+1 <= m by case: early => ?; arithmetic.
  have t_le : t <= n by arithmetic.
  have := @tail_le x 0 t isT t_le; rewrite -m_ones subn0 => ?; arithmetic.
move=> early; case: (leqP (t + j.+1 + j.+1 + ~~ odd m) (m + k + 1)) => [now | later].
  by apply: leq_trans (tail_grows _ _ _); apply: IH => //; right.
case: early => [waits | moves].
  by apply: leq_trans (tail_grows _ _ _); apply: IH => //; left.
have here : t + j.+1 + j.+1 + ~~ odd m = m + k + 2 by arithmetic.
case: t tj_le {later moves} here => [|t] tj_le here; first by exfalso; case: (odd m) here => /= here; arithmetic.
have t_lt : t.+1 < n by arithmetic.
have upper : ~~ lower k.+1 t.+1.
  have := congr1 odd here; rewrite !oddD /= negbK; case: (odd m) (odd k) (odd t) (odd j) => [] [] [] [] //.
have one_more : j.+1 <= tail (bit_rounds k x) t by apply: IH => //; [arithmetic | right; arithmetic].
have others : j <= tail (bit_rounds k x) t.+2 by apply: IH; [arithmetic | arithmetic | right; arithmetic].
rewrite tail_upper //; move: one_more; rewrite tail_split ?(ltnW t_lt) // tail_split //.
by case: (bit_rounds k x t) (bit_rounds k x t.+1) => [] [] /=; rewrite ?add0n ?addn0 => ?; arithmetic.
Qed.

End Bits.
