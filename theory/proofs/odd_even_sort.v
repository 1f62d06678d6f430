(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix A.3 and figure 7: odd-even transposition sort. n rounds sort every list of n
   values, whichever pairs are first; n - 1 rounds, as printed, do not, for any n >= 3 (any n >= 2 where the even pairs are first).

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
(* k rounds. s = 0: the first is round 1; s = 1: it is round 2, the even pairs are first. *)
Fixpoint rounds s n k (x : nat -> T) : nat -> T := if k is r.+1 then exchange n (s + r.+1) (rounds s n r x) else x.

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

Lemma rounds_total s n k x : tail n (rounds s n k x) 0 = tail n x 0.
Proof. by elim: k => [//|k IH]; rewrite tail_total. Qed.

End Rounds.

(* --- Zeros and ones ---------------------------------------------------------------------------------------------------- *)
Section Bits.
Variable n : nat.
Implicit Types x : nat -> bool.
Local Notation tail := (@tail bool nat_of_bool n).
Local Notation bit_round := (exchange andb orb n).
Local Notation bit_rounds s := (rounds andb orb s n).

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

(* m ones in all. The j-th one from the right waits until round j (j + 1 if m has the parity of s), then moves in every round until it
   stands in its place: so at least j ones are to the right of these positions. *)
Lemma ones_arrive s x m k t j :
  m = tail x 0 -> m <= n -> j <= m -> t + j <= n -> t + j <= m \/ t + j + j + (odd m == odd s) <= m + k + 1 ->
  j <= tail (bit_rounds s k x) t.
Proof.
move=> m_ones m_le; elim: k t j => [|k IH] t [//|j] j_le tj_le /=.
  move=> early; have tj : t + j.+1 <= m by case: early => ?; arithmetic.
  have t_le : t <= n by arithmetic.
  have := @tail_le x 0 t isT t_le; rewrite -m_ones subn0 => ?; arithmetic.
move=> early; case: (leqP (t + j.+1 + j.+1 + (odd m == odd s)) (m + k + 1)) => [now | later].
  by apply: leq_trans (tail_grows _ _ _); apply: IH => //; right.
case: (leqP (t + j.+1) m) => [waits | started].
  by apply: leq_trans (tail_grows _ _ _); apply: IH => //; left.
have here : t + j.+1 + j.+1 + (odd m == odd s) = m + k + 2 by case: early => ?; arithmetic.
case: t tj_le started here {early later} => [|t] tj_le started here; first by exfalso; arithmetic.
have t_lt : t.+1 < n by arithmetic.
have upper : ~~ lower (s + k.+1) t.+1.
  have := congr1 odd here; rewrite !oddD /lower /= !oddD /=.
  by case: (odd s) (odd m) (odd k) (odd t) (odd j) => [] [] [] [] [].
have one_more : j.+1 <= tail (bit_rounds s k x) t by apply: IH => //; [arithmetic | right; arithmetic].
have others : j <= tail (bit_rounds s k x) t.+2 by apply: IH; [arithmetic | arithmetic | right; arithmetic].
rewrite tail_upper //; move: one_more; rewrite tail_split ?(ltnW t_lt) // tail_split //.
by case: (bit_rounds s k x t) (bit_rounds s k x t.+1) => [] [] /=; rewrite ?add0n ?addn0 => ?; arithmetic.
Qed.

(* After n rounds, and after any more, the m ones stand in the last m places. *)
Theorem bits_sorted s k x t : n <= k -> t.+1 < n -> bit_rounds s k x t -> bit_rounds s k x t.+1.
Proof.
set y := bit_rounds s k x; move=> k_ge t_lt one; apply/negPn/negP => zero.
have total : tail y 0 = tail x 0 by apply: rounds_total; exact: bits_preserved.
have m_le : tail x 0 <= n by rewrite -[leqRHS]addn0 -{2}(@tail_end _ nat_of_bool n x n) // -{2}[n]subn0 tail_le.
have last_places : tail x 0 <= tail y (n - tail x 0).
  by apply: ones_arrive => //; [arithmetic | right; case: (odd (tail x 0) == odd s) => /=; arithmetic].
have at_t : tail y t = 1 + tail y t.+1 by rewrite tail_split ?(ltnW t_lt) // one.
have at_t1 : tail y t.+1 = tail y t.+2 by rewrite tail_split // (negbTE zero).
case: (leqP (n - tail x 0) t.+1) => [inside | outside].
  have := @tail_le y _ _ inside (ltnW t_lt); have := @tail_le y t.+2 n t_lt (leqnn n).
  by rewrite (@tail_end _ _ _ _ n) // => ? ?; arithmetic.
have := @tail_anti y _ _ (ltnW outside); have := @tail_anti y 0 t isT; rewrite total => ? ?; arithmetic.
Qed.

(* Two ones at the left end need all n rounds: the second one stands two places from the right end after n - 1 rounds at best. *)
Definition two_ones t := t < 2.

Lemma tail_shift r x t : tail (bit_round r x) t.+1 <= tail x t.
Proof.
case: (ltnP t.+1 n) => [t_lt | ?]; last by rewrite tail_end.
case low_t: (lower r t.+1); first by rewrite (tail_lower bits_preserved) // tail_anti.
rewrite tail_upper ?low_t // [leqRHS]tail_split ?(ltnW t_lt) // [tail x t.+1]tail_split // addnA addnC leq_add2r.
by case: (x t) (x t.+1) => [] [].
Qed.

Lemma first_one_late k t : 2 <= t -> k < t -> tail (bit_rounds 0 k two_ones) t = 0.
Proof.
elim: k t => [|k IH] t t_ge k_lt.
  rewrite /odd_even_sort.tail big_nat big1 // => i /andP[t_le _].
  by rewrite /= /two_ones ltnNge (leq_trans t_ge t_le).
case: t t_ge k_lt => [//|t] t_ge k_lt; case: (leqP 2 t) => [t_ge2 | t_lt2].
  by apply/eqP; rewrite -leqn0 -[leqRHS](IH t) // tail_shift.
have {t_ge t_lt2} t1 : t = 1 by arithmetic.
have {k_lt} k0 : k = 0 by rewrite t1 in k_lt; arithmetic.
by move: IH; rewrite t1 k0 => IH; rewrite (tail_lower bits_preserved) // IH.
Qed.

Lemma second_one_late k t : 2 < n -> 1 <= t -> k <= t.+1 -> tail (bit_rounds 0 k two_ones) t <= 1.
Proof.
move=> n_gt2; elim: k t => [|k IH] t t_ge k_le.
  apply: leq_trans (tail_anti _ t_ge) _; apply: leq_trans (@tail_le _ 1 2 isT (ltnW n_gt2)) _.
  by rewrite (@first_one_late 0 2).
case low_t: (lower k.+1 t); first by rewrite (tail_lower bits_preserved) // IH // ltnW.
case: t t_ge k_le low_t => [//|t] _ k_le low_t.
case: (ltnP t.+1 n) => [t_lt | ?]; last by rewrite tail_end.
by rewrite tail_upper ?low_t // first_one_late // add0n; case: (_ || _).
Qed.

Theorem two_ones_unsorted : 2 < n ->
  ~ forall t, t.+1 < n -> bit_rounds 0 n.-1 two_ones t -> bit_rounds 0 n.-1 two_ones t.+1.
Proof.
set y := bit_rounds 0 n.-1 two_ones; move=> n_gt2 sorted.
have total : tail y 0 = 2.
  rewrite rounds_total; last exact: bits_preserved.
  have n_gt1 := ltnW n_gt2; have n_gt0 := ltnW n_gt1.
  by rewrite tail_split // [tail _ 1]tail_split // (@first_one_late 0 2).
have late : tail y (n - 2) <= 1 by apply: second_one_late => //; arithmetic.
have zero : ~~ y (n - 2).
  apply/negP => one; have next : y (n - 2).+1 by apply: sorted => //; arithmetic.
  have [lt1 lt2] : n - 2 < n /\ (n - 2).+1 < n by split; arithmetic.
  by move: late; rewrite tail_split // [tail _ (n - 2).+1]tail_split // one next.
have up d i : i + d <= n - 2 -> y i -> y (i + d).
  elim: d => [|d IH] id_le one; first by rewrite addn0.
  by rewrite addnS; apply: sorted; [arithmetic | apply: IH => //; arithmetic].
have : tail y 0 <= 1.
  rewrite /odd_even_sort.tail (@big_cat_nat _ _ _ (n - 2)) ?leq_subr //= big_nat big1 ?add0n // => i /andP[_ i_lt].
  by apply/eqP; rewrite eqb0; apply: contra zero => /(@up (n - 2 - i)); rewrite subnKC ?(ltnW i_lt) //; apply.
by rewrite total.
Qed.

(* With the even pairs first a single one at the left end needs all n rounds, from n = 2 on: it is idle in the first. *)
Definition one_one t := t < 1.

Lemma one_late_0 t : 1 <= t -> tail one_one t = 0.
Proof.
move=> t_ge; rewrite /odd_even_sort.tail big_nat big1 // => i /andP[t_le _].
by rewrite /one_one ltnNge (leq_trans t_ge t_le).
Qed.

Lemma one_late k t : 1 <= t -> k <= t -> tail (bit_rounds 1 k one_one) t = 0.
Proof.
elim: k t => [|k IH] t t_ge k_le.
  exact: one_late_0.
case: t t_ge k_le => [//|t] _ k_le; case: (posnP t) => [t0 | t_gt0].
  have k0 : k = 0 by arithmetic.
  by rewrite t0 k0 (tail_lower bits_preserved) //; apply: (@one_late_0).
by apply/eqP; rewrite -leqn0 -[leqRHS](IH t) // tail_shift.
Qed.

Theorem one_one_unsorted : 1 < n ->
  ~ forall t, t.+1 < n -> bit_rounds 1 n.-1 one_one t -> bit_rounds 1 n.-1 one_one t.+1.
Proof.
set y := bit_rounds 1 n.-1 one_one; move=> n_gt1 sorted.
have total : tail y 0 = 1.
  by rewrite rounds_total; [rewrite tail_split ?(ltnW n_gt1) // (@one_late 0 1) | exact: bits_preserved].
have zero : ~~ y n.-1.
  have last_gt0 : 0 < n.-1 by arithmetic.
  have last_lt : n.-1 < n by arithmetic.
  by move: (one_late last_gt0 (leqnn _)); rewrite -/y tail_split //; case: (y n.-1).
have up d i : i + d < n -> y i -> y (i + d).
  elim: d => [|d IH] id_lt one; first by rewrite addn0.
  by rewrite addnS; apply: sorted; [arithmetic | apply: IH => //; arithmetic].
have : tail y 0 = 0; last by rewrite total.
rewrite /odd_even_sort.tail big_nat big1 // => i /andP[_ i_lt].
apply/eqP; rewrite eqb0; apply: contra zero => one; have -> : n.-1 = i + (n.-1 - i) by arithmetic.
by apply: up => //; arithmetic.
Qed.

End Bits.

(* --- Values ------------------------------------------------------------------------------------------------------------- *)
Local Open Scope ring_scope.

Section Values.
Variable F : realDomainType.
Implicit Types (x : seq F) (f : nat -> F).
Local Notation rounds_of s := (rounds (Num.min : F -> F -> F) Num.max s).

(* The list of n values after each round. *)
Definition odd_even_round x r : seq F := mkseq (exchange Num.min Num.max (size x) r (nth 0 x)) (size x).
Fixpoint odd_even_from s x k : seq F := if k is r.+1 then odd_even_round (odd_even_from s x r) (s + r.+1) else x.
Definition odd_even := odd_even_from 0.

Lemma size_odd_even s x k : size (odd_even_from s x k) = size x.
Proof. by elim: k => //= k IH; rewrite size_mkseq. Qed.

Lemma odd_evenE s x k t : (t < size x)%N -> nth 0 (odd_even_from s x k) t = rounds_of s (size x) k (nth 0 x) t.
Proof.
elim: k t => [//|k IH] t t_lt /=; rewrite nth_mkseq size_odd_even // /exchange.
case: ifP => _; case: ifP => // *; rewrite ?IH //.
by apply: leq_ltn_trans t_lt; exact: leq_pred.
Qed.

Lemma values_preserved (p : pred F) a b : (p (Num.min a b) + p (Num.max a b) = p a + p b)%N.
Proof. by case: (leP a b) => _ //; rewrite addnC. Qed.

Lemma count_tail (p : pred F) x : count p x = tail p (size x) (nth 0 x) 0.
Proof. by rewrite -sum1_count big_mkcond (big_nth 0); apply: eq_bigr => i _; case: (p _). Qed.

Lemma odd_even_perm s x k : perm_eq (odd_even_from s x k) x.
Proof.
apply/permP => p; rewrite !count_tail size_odd_even -(rounds_total (values_preserved p) s (size x) k (nth 0 x)).
by apply: eq_big_nat => i /andP[_ i_lt]; rewrite odd_evenE.
Qed.

Lemma threshold s c n k f t : (c < rounds_of s n k f t) = rounds andb orb s n k (fun i => c < f i) t.
Proof.
elim: k t => [//|k IH] t /=; rewrite /exchange; case: ifP => _; case: ifP => _ //.
  by rewrite lt_minr !IH.
by rewrite lt_maxr !IH.
Qed.

(* n rounds, and any more, sort every list of n values, for every n, whichever pairs are first; the result holds the values of the input. *)
Lemma rounds_sort s x k : (size x <= k)%N -> sorted <=%R (odd_even_from s x k) /\ perm_eq x (odd_even_from s x k).
Proof.
move=> k_ge; split; last by rewrite perm_sym odd_even_perm.
apply/(sortedP 0) => t; rewrite size_odd_even => t_lt; rewrite !odd_evenE ?(ltnW t_lt) // leNgt; apply/negP => greater.
by move: (greater); rewrite threshold => /(bits_sorted k_ge t_lt); rewrite -threshold ltxx.
Qed.

Theorem odd_even_sorts x : sorted <=%R (odd_even x (size x)) /\ perm_eq x (odd_even x (size x)).
Proof. exact: rounds_sort. Qed.

Theorem every_order_type n (x : n.-tuple 'I_n) :
  let y := [seq (val i).+1%:R | i <- x] in sorted <=%R (odd_even y n) /\ perm_eq y (odd_even y n).
Proof. by move=> y; apply: rounds_sort; rewrite size_map size_tuple. Qed.

(* If a round is a stage of odd pairs and one of even pairs, n - 1 rounds do sort, and ceil(n/2) are enough. *)
Theorem rounds_of_two_stages x :
  sorted <=%R (odd_even x (2 * (size x - 1))) /\ sorted <=%R (odd_even x (2 * ((size x + 1) %/ 2))).
Proof.
rewrite !mul2n -!addnn; split; last first.
  apply: (proj1 (rounds_sort _ _)); have half := divn_eq (size x + 1) 2; have := ltn_pmod (size x + 1) (isT : 0 < 2)%N.
  by rewrite muln2 -addnn in half => rest; move: ((size x + 1) %/ 2)%N ((size x + 1) %% 2)%N half rest => q r half rest; arithmetic.
case: (ltnP 1 (size x)) => [n_gt1 | n_le1]; first by apply: (proj1 (rounds_sort _ _)); arithmetic.
have := size_odd_even 0 x (size x - 1 + (size x - 1)); rewrite -/odd_even.
by case: (odd_even _ _) => [|a [|b s]] //= size_x; rewrite -size_x in n_le1.
Qed.

(* n - 1 rounds do not, for any n >= 3: (1, 1, 0, ..., 0) is left unsorted; nor with the even pairs first, for any n >= 2: (1, 0, ..., 0) is. *)
Lemma bits_of_rounds s (p : pred nat) n k t : (t < n)%N ->
  (0 < nth 0 (odd_even_from s (mkseq (fun i => (p i)%:R : F) n) k) t) = rounds andb orb s n k p t.
Proof.
move=> t_lt; rewrite odd_evenE ?size_mkseq // threshold; elim: k t t_lt => [|k IH] t t_lt /=.
  by rewrite nth_mkseq // ltr0n; case: (p t).
rewrite /exchange; case: ifP => _; case: ifP => // *; rewrite ?IH //.
by apply: leq_ltn_trans t_lt; exact: leq_pred.
Qed.

Lemma left_unsorted s (p : pred nat) n :
  ~ (forall t, (t.+1 < n)%N -> rounds andb orb s n n.-1 p t -> rounds andb orb s n n.-1 p t.+1) ->
  exists x, size x = n /\ ~~ sorted <=%R (odd_even_from s x n.-1).
Proof.
move=> unsorted; exists (mkseq (fun t => (p t)%:R) n); rewrite size_mkseq; split=> //; apply/negP => /(sortedP 0).
rewrite size_odd_even size_mkseq => sorted_x; apply: unsorted => t t_lt.
by rewrite -!bits_of_rounds ?(ltnW t_lt) // => one; apply: lt_le_trans one (sorted_x t t_lt).
Qed.

Theorem n_rounds_are_needed n : (2 < n)%N ->
  exists x, size x = n /\ ~~ sorted <=%R (odd_even x n.-1).
Proof. by move/two_ones_unsorted; apply: left_unsorted. Qed.

Theorem even_pairs_first x : sorted <=%R (odd_even_from 1 x (size x)).
Proof. exact: (proj1 (rounds_sort 1 (leqnn _))). Qed.

Theorem even_pairs_need_n_rounds n : (1 < n)%N -> exists x, size x = n /\ ~~ sorted <=%R (odd_even_from 1 x n.-1).
Proof. by move/one_one_unsorted; apply: left_unsorted. Qed.

End Values.
