(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix B.2: routing by sorted memories, odd and even positions. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Lia.
From attest Require Import routing routing_halving.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* lia, for the ordering, the sums and the products of ssreflect's natural numbers. *)
Ltac arithmetic :=
  repeat match goal with
         | H : is_true (leq _ _) |- _ => move/ssrnat.leP: H => H
         | H : is_true (_ && _) |- _ => case/andP: H
         end;
  try apply/ssrnat.leP; unfold addn, addn_rec, subn, subn_rec, muln, muln_rec in *; nia.

(* The elements at the odd positions 1, 3, ... *)
Fixpoint odd_positions (T : Type) (s : seq T) : seq T :=
  if s is x :: s1 then x :: (if s1 is _ :: s2 then odd_positions s2 else [::]) else [::].

Lemma count_odd_positions (T : eqType) (P : pred T) (s : seq T) : uniq s ->
  count (fun t => ~~ odd (index t s) && P t) s = count P (odd_positions s).
Proof.
have [n] := ubnP (size s); elim: n s => // n IH [|x [|y s]] //=; first by rewrite eqxx.
rewrite !ltnS => size_s /and3P[]; rewrite inE negb_or => /andP[x_y x_s] y_s uniq_s.
rewrite eqxx (negbTE x_y) eqxx /= add0n; congr (_ + _); rewrite -IH ?(ltnW size_s) //.
apply: eq_in_count => t t_s /=.
have [x_t|_] := eqVneq x t; first by rewrite x_t t_s in x_s.
have [y_t|_] := eqVneq y t; first by rewrite y_t t_s in y_s.
by rewrite /= negbK.
Qed.

(* Where no key is below c, the odd positions of a sorted list have half of the elements of key c, rounded up. *)
Lemma sorted_least (T : Type) (key : T -> nat) c (s : seq T) : sorted (relpre key leq) s -> all (fun t => c <= key t) s ->
  count (fun t => key t == c) (odd_positions s) = uphalf (count (fun t => key t == c) s).
Proof.
have above s' : all (fun t => c < key t) s' -> count (fun t => key t == c) s' = 0.
  by elim: s' => //= t s' IH /andP[t_gt /IH ->]; rewrite gtn_eqF.
have above_odd s' : all (fun t => c < key t) s' -> all (fun t => c < key t) (odd_positions s').
  have [n] := ubnP (size s'); elim: n s' => // n IH [|x [|y s1]] //= size_s /and3P[-> _ all_s].
  by apply: IH; rewrite // -ltnS ltnW.
have [n] := ubnP (size s); elim: n s => // n IH [|x [|y s]] //=; first by move=> _ _ _; case: eqP.
rewrite !ltnS => size_s /andP[x_le path_y] /and3P[x_ge y_ge all_s].
have sorted_s : sorted (relpre key leq) s by case: (s) path_y => //= z s' /andP[].
have rest : c < key y -> all (fun t => c < key t) s.
  move=> y_gt; have trans : transitive (relpre key leq) by move=> u v w /=; exact: leq_trans.
  by apply: sub_all (order_path_min trans path_y) => t /=; exact: leq_trans.
case: (ltngtP (key x) c) => [|x_gt|x_c]; first by rewrite ltnNge x_ge.
  by have y_gt := leq_trans x_gt x_le; rewrite gtn_eqF // !above ?above_odd ?rest.
case: (ltngtP (key y) c) => [|y_gt|y_c]; first by rewrite ltnNge y_ge.
  by rewrite !above ?above_odd ?rest.
by rewrite IH ?(ltnW size_s).
Qed.

(* So the parts of a key's elements differ by one at most. *)
Lemma sorted_halves (T : Type) (key : T -> nat) c (s : seq T) : sorted (relpre key leq) s ->
  (count (fun t => key t == c) (odd_positions s)).*2 <= (count (fun t => key t == c) s).+1 /\
  count (fun t => key t == c) s <= (count (fun t => key t == c) (odd_positions s)).*2.+1.
Proof.
have uphalf_bounds m : (uphalf m).*2 <= m.+1 /\ m <= (uphalf m).*2.+1.
  rewrite uphalf_half; have := odd_double_half m; move: (odd m) (m./2) => b d <-; rewrite doubleD.
  by case: b; rewrite ?add0n ?add1n; split=> //; rewrite leqW // leqW.
have above s' : sorted (relpre key leq) s' -> all (fun t => c <= key t) s' ->
    count (fun t => key t == c) (odd_positions s') = uphalf (count (fun t => key t == c) s') by exact: sorted_least.
have least (x : T) s' : c <= key x -> path (relpre key leq) x s' -> all (fun t => c <= key t) s'.
  move=> x_ge path_x; have trans : transitive (relpre key leq) by move=> u v w /=; exact: leq_trans.
  by apply: sub_all (order_path_min trans path_x) => t /=; exact: leq_trans.
have [n] := ubnP (size s); elim: n s => // n IH [|x s] size_s sorted_xs //.
case: (leqP c (key x)) => [x_ge|x_lt].
  by rewrite (above (x :: s)) ?[all _ _]/= ?x_ge ?(least x) //; exact: uphalf_bounds.
case: s size_s sorted_xs => [|y s] /=; first by rewrite ltn_eqF.
rewrite !ltnS => size_s /andP[_ path_y]; rewrite ltn_eqF // !add0n.
have sorted_s : sorted (relpre key leq) s by case: (s) path_y => //= z s' /andP[].
case: (ltngtP (key y) c) => [_|y_gt|y_c]; first exact: IH (ltnW size_s) sorted_s.
  by rewrite above ?(least y) // ltnW.
have all_s := least y s (eq_leq (esym y_c)) path_y; rewrite above // add1n.
have [up low] := uphalf_bounds (count (fun t => key t == c) s); split; first exact: leqW.
rewrite uphalf_half; have := odd_double_half (count (fun t => key t == c) s); move: (odd _) (_./2) => b d <-.
by case: b; rewrite doubleD ?add0n ?add1n ltnS // leqW.
Qed.

(* A data-agnostic run: before step l < k machine i has its tuples in the list memory l i, sorted by the ranks of their destinations; those
   at odd positions stay. The collection is as before. *)
Definition agnostic k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat)
    (memory : nat -> label k -> seq T) := forall l, 0 < l < k ->
  [/\ forall i, perm_eq (memory l i) [seq t <- enum T | place l t == i],
      forall i, sorted (relpre (rank \o dst) leq) (memory l i) &
      forall t, place l.+1 t = if odd (index t (memory l (place l t))) then flip (column k l) (place l t) else place l t].

Lemma count_memory k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) (memory : nat -> label k -> seq T)
    l i (Q : pred T) : agnostic place dst rank memory -> 0 < l < k ->
  #|[pred t | (place l t == i) && Q t]| = count Q (memory l i).
Proof.
move=> runs l_in; have [/(_ i)/permP/(_ Q) -> _ _] := runs l l_in.
by rewrite card_seq -[RHS]size_filter -[in RHS]filter_predI; congr (size _); apply: eq_filter => t; rewrite /= andbC.
Qed.

Lemma count_staying k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) (memory : nat -> label k -> seq T)
    l i (Q : pred T) : agnostic place dst rank memory -> 0 < l < k ->
  #|[pred t | [&& place l t == i, place l.+1 t == i & Q t]]| = count Q (odd_positions (memory l i)).
Proof.
move=> runs l_in; have [perm_i _ step] := runs l l_in.
have uniq_memory : uniq (memory l i) by rewrite (perm_uniq (perm_i i)); apply/filter_uniq/enum_uniq.
rewrite (count_memory i (fun t => (place l.+1 t == i) && Q t) runs) // -count_odd_positions //.
apply: eq_in_count => t; rewrite (perm_mem (perm_i i)) mem_filter => /andP[/eqP at_i _] /=; congr (_ && _).
rewrite step at_i; case: odd; rewrite /= ?eqxx //; apply/negbTE/flip_neq.
by case/andP: l_in => l_gt0 l_lt; rewrite /column (eqP (ltnW l_lt)) add0n ltn_subrL l_gt0 (leq_ltn_trans _ l_lt).
Qed.

(* The parts of a destination's tuples differ by one at most; the parts of all tuples by one at most, and the larger one stays. *)
Lemma agnostic_parts k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) (memory : nat -> label k -> seq T)
    l i c : injective rank -> agnostic place dst rank memory -> 0 < l < k ->
  (#|[pred t | [&& place l t == i, place l.+1 t == i & dst t == c]]|).*2 <= #|[pred t | (place l t == i) && (dst t == c)]|.+1 /\
  #|[pred t | (place l t == i) && (dst t == c)]| <= (#|[pred t | [&& place l t == i, place l.+1 t == i & dst t == c]]|).*2.+1.
Proof.
move=> rank_inj runs l_in; have [_ sorted_i _] := runs l l_in.
have same : (fun t => dst t == c) =1 (fun t => (rank \o dst) t == rank c) by move=> t; rewrite /= (inj_eq rank_inj).
by rewrite (count_staying _ _ runs) // (count_memory _ _ runs) // !(eq_count same); exact: sorted_halves.
Qed.

Lemma agnostic_total k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) (memory : nat -> label k -> seq T)
    l i : agnostic place dst rank memory -> 0 < l < k ->
  #|[pred t | [&& place l t == i, place l.+1 t == i & true]]| = uphalf #|[pred t | (place l t == i) && true]|.
Proof.
move=> runs l_in; rewrite (count_staying _ _ runs) // (count_memory _ _ runs) // !count_predT.
have [n] := ubnP (size (memory l i)); elim: n (memory l i) => // n IH [|x [|y s]] //= size_s.
by rewrite IH // -ltnS ltnW.
Qed.

(* If messages can be halved, the sorted memories halve them: Facts 1 and 2 and the bound on the memory hold, each half of the 2s
   slots is large enough in every collection step, and everything arrives. *)
Theorem agnostic_routing k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat)
    (memory : nat -> label k -> seq T) s :
  0 < k -> injective rank -> agnostic place dst rank memory -> along_edges place -> collects place dst ->
  can_be_halved dst (place 1) ->
  (forall h, #|[pred t | place 1 t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  [/\ halves place dst,
      forall L i, L < k.*2 -> #|[pred t | place L.+1 t == i]| <= s,
      forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s &
      place k.*2 =1 dst].
Proof.
move=> k_gt0 rank_inj runs edges collect even sends receives.
have half : halves place dst.
  move=> l; elim: l {-2}l (leqnn l) => [|m IH] l l_le l_in; first by case: l l_le l_in.
  have below l' : 0 < l' <= l.-1 -> halved_at place dst l'.
    case/andP: l_in => l_gt0 l_lt /andP[l'_gt0 l'_le]; apply: IH; first by apply: leq_trans l'_le _; rewrite -ltnS prednK.
    by rewrite l'_gt0 (leq_ltn_trans (leq_trans l'_le (leq_pred l))).
  move=> i c; have even_here : ~~ odd #|[pred t | (place l t == i) && (dst t == c)]|.
    case/andP: (l_in) => l_gt0 l_lt; rewrite -dvdn2 -(@dvdn_pmul2l (2 ^ l.-1)) ?expn_gt0 // -expnSr prednK //.
    by have := fragmented edges below (_ : l.-1 < k) i c; rewrite prednK // => ->; [exact: even | exact: ltnW].
  have [up low] := agnostic_parts i c rank_inj runs l_in; rewrite mul2n; apply/eqP.
  move: even_here up low; move: #|[pred t | (place l t == i) && (dst t == c)]| => m' even_m; rewrite leq_eqVlt => /orP[/eqP odd_m|].
    by move/(congr1 odd): odd_m; rewrite odd_double /= even_m.
  rewrite ltnS => up; rewrite leq_eqVlt => /orP[/eqP odd_m|]; last by rewrite ltnS eqn_leq up.
  by move: even_m; rewrite odd_m /= odd_double.
have small := memory_s edges half collect sends receives.
split=> // [l i y /andP[k_le l_lt]|t].
  apply: leq_trans (small l y l_lt); apply/subset_leq_card/subsetP => t.
  by rewrite !inE => /andP[_].
have [/agreeP low _] := collected t k_gt0 edges collect (leqnn k).
by rewrite addnn in low; apply/ffunP => w; rewrite low.
Qed.

(* Without any assumption on the messages: numbers by destination are off by L at most after L steps. *)
Lemma nearly_fragmented k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) memory :
  injective rank -> agnostic place dst rank memory -> along_edges place -> forall L i j, L < k ->
  2 ^ L * #|[pred t | (place L.+1 t == i) && (dst t == j)]| <=
  #|[pred t | agree (k - L) (place 1 t) i && (dst t == j)]| + 2 ^ L * L.
Proof.
move=> rank_inj runs edges; elim=> [|L IH] i j L_lt.
  by rewrite mul1n muln0 addn0 subn0 leq_eqVlt; apply/orP; left; apply/eqP/eq_card => t; rewrite !inE agree_full.
have l_in : 0 < L.+1 < k by [].
have b_eq : column k L.+1 = k - L.+1 by rewrite /column (eqP (ltnW L_lt)) add0n.
have b_lt : k - L.+1 < k by rewrite -b_eq column_lt.
have bS : (k - L.+1).+1 = k - L by rewrite -subSn ?subSS // ltnW.
rewrite (@count_split T k _ (place 1) i (fun t => dst t == j) b_lt) bS -b_eq.
have := flow i (fun t => dst t == j) edges l_in; set y := flip _ i.
have [up _] := agnostic_parts i j rank_inj runs l_in; have [_ low] := agnostic_parts y j rank_inj runs l_in.
move: up low (IH i j (ltnW L_lt)) (IH y j (ltnW L_lt)); rewrite -!mul2n expnS.
move: #|_| #|_| #|_| #|_| #|_| #|_| #|_| (2 ^ L) => new A_i A_y stay_y all_y all_i stay_i p.
move=> up low bound_i bound_y flow_eq; have new_le : 2 * new <= all_i + all_y + 2 by move: up low flow_eq; clear; move=> *; arithmetic.
have p_new : 2 * p * new = p * (2 * new) by rewrite [2 * p]mulnC mulnA.
have p_all : p * (all_i + all_y + 2) = p * all_i + p * all_y + 2 * p by rewrite 2!mulnDr [p * 2]mulnC.
rewrite p_new; apply: leq_trans (leq_mul (leqnn p) new_le) _; rewrite p_all.
by apply: leq_trans (leq_add (leq_add bound_i bound_y) (leqnn _)) _; rewrite mulnS; clear; arithmetic.
Qed.

Lemma total_held k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) memory s :
  agnostic place dst rank memory -> along_edges place -> (forall h, #|[pred t | place 1 t == h]| <= s) ->
  forall L i, L < k -> #|[pred t | place L.+1 t == i]| <= s.
Proof.
move=> runs edges sends; elim=> [|L IH] i L_lt //.
have l_in : 0 < L.+1 < k by [].
have whole l y : #|[pred t | place l t == y]| = #|[pred t | (place l t == y) && true]|.
  by apply: eq_card => t; rewrite !inE andbT.
have := flow i xpredT edges l_in; set y := flip _ i; rewrite !(agnostic_total _ runs l_in) -!whole.
move: (IH i (ltnW L_lt)) (IH y (ltnW L_lt)); move: #|_| #|_| #|_| => new b c; rewrite !uphalf_half.
have := odd_double_half b; have := odd_double_half c; rewrite -!mul2n.
by move: (b./2) (c./2) => p q; case: (odd b); case: (odd c) => /=; clear; move=> *; arithmetic.
Qed.

(* In the collection phase, too: by destination, 2^k (k - 1) tuples too many at most in all the machines that share them. *)
Lemma nearly_collected k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) memory :
  injective rank -> agnostic place dst rank memory -> along_edges place -> forall u i j, 0 < u <= k ->
  2 ^ (k - u) * #|[pred t | agree_above u (place k t) i && (dst t == j)]| <= #|[pred t | dst t == j]| + 2 ^ k * k.-1.
Proof.
move=> rank_inj runs edges; elim=> [//|u IH] i j /andP[_ u_lt].
rewrite (@count_split_above T k _ (place k) i (fun t => dst t == j) u_lt).
have pow : 2 ^ (k - u) = 2 * 2 ^ (k - u.+1) by rewrite -expnS -subSn // subSS.
case: (posnP u) => [u0|u_gt0]; last first.
  have u_in : 0 < u <= k by rewrite u_gt0 ltnW.
  move: (IH i j u_in) (IH (flip u i) j u_in); rewrite pow.
  move: #|_| #|_| #|_| (2 ^ (k - u.+1)) (2 ^ k * _) => a b c p q; rewrite mulnDr -!mulnA.
  by move: (p * a) (p * c) => x z; clear; move=> *; arithmetic.
have k_gt0 : 0 < k by rewrite u0 in u_lt.
have first z : 2 ^ k.-1 * #|[pred t | agree_above u (place k t) z && (dst t == j)]| <=
    #|[pred t | agree 1 (place 1 t) z && (dst t == j)]| + 2 ^ k.-1 * k.-1.
  have last_step : k.-1 < k by rewrite ltn_predL.
  have := nearly_fragmented rank_inj runs edges z j last_step; rewrite prednK // -[k - _]/(k - k.-1) -subn1 subKn // subn1; apply: leq_trans; rewrite leq_mul2l; apply/orP; right.
  by apply/subset_leq_card/subsetP => t; rewrite !inE u0 above0.
have all_j : #|[pred t | dst t == j]| = #|[pred t | agree 1 (place 1 t) i && (dst t == j)]| +
    #|[pred t | agree 1 (place 1 t) (flip 0 i) && (dst t == j)]|.
  by rewrite -(@count_split T k 0 (place 1) i (fun t => dst t == j)) //; apply: eq_card => t; rewrite !inE agree0.
move: (first i) (first (flip u i)); rewrite u0 subn1 mulnDr all_j -[in 2 ^ k](prednK k_gt0) expnS.
rewrite -mulnA; move: (2 ^ k.-1 * k.-1) (2 ^ k.-1 * _) (2 ^ k.-1 * _) #|_| #|_| => e a b c d; clear; move=> *; arithmetic.
Qed.

(* Any load, in general: a half of the slots must take s, or half of s + 2^k (k - 1), whichever is more. *)
Theorem in_general k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) memory s :
  0 < k -> injective rank -> agnostic place dst rank memory -> along_edges place -> collects place dst ->
  (forall h, #|[pred t | place 1 t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  [/\ forall L i, L < k -> #|[pred t | place L.+1 t == i]| <= s,
      forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s \/
        (2 < k /\ 2 * #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s + 2 ^ k * k.-1) &
      place k.*2 =1 dst].
Proof.
move=> k_gt0 rank_inj runs edges collect sends receives; have total := total_held runs edges sends.
have arrives : place k.*2 =1 dst.
  move=> t; have [/agreeP low _] := collected t k_gt0 edges collect (leqnn k).
  by rewrite addnn in low; apply/ffunP => w; rewrite low.
split=> // l i y /andP[k_le l_lt]; have [u l_eq] : exists u, l = k + u by exists (l - k); rewrite subnKC.
have u_lt : u < k by move: l_lt; rewrite l_eq -addnn ltn_add2l.
have [u0|u_gt0] := posnP u.
  left; have := total k.-1 i; rewrite prednK // leqnn => /(_ isT); apply: leq_trans.
  by apply/subset_leq_card/subsetP => t; rewrite !inE l_eq u0 addn0 => /andP[].
have [last_step|not_last] : u.+1 = k \/ u.+1 < k by case: (ltngtP u.+1 k) u_lt => //; [right | left].
  left; apply: leq_trans (receives y); apply/subset_leq_card/subsetP => t; rewrite !inE => /andP[_ /eqP <-].
  by rewrite l_eq -addnS last_step addnn arrives.
right; split; first exact: leq_trans not_last.
have sum_j : #|[pred t | (place l t == i) && (place l.+1 t == y)]| <=
    \sum_(j | agree u.+1 y j) #|[pred t | agree_above u (place k t) i && (dst t == j)]|.
  rewrite (card_classes _ dst) (bigID (agree u.+1 y)) /= [X in _ + X]big1 ?addn0 => [|j differs].
    apply: leq_sum => j _; apply/subset_leq_card/subsetP => t; rewrite !inE => /andP[/andP[/eqP at_i _] ->].
    have [_ /aboveP high] := collected t k_gt0 edges collect (ltnW u_lt); rewrite andbT.
    by apply/aboveP => w w_ge; rewrite -high // -l_eq at_i.
  apply: eq_card0 => t; rewrite !inE; apply/negP => /andP[/andP[_ /eqP at_y] /eqP dst_j]; case/negP: differs.
  by have [low _] := collected t k_gt0 edges collect u_lt; move: low; rewrite addnS -l_eq at_y dst_j.
have pow : 2 ^ (k - u) = 2 ^ (k - u.+1) * 2 by rewrite mulnC -expnS -subSn // subSS.
have pos : 0 < 2 ^ (k - u.+1) by rewrite expn_gt0.
rewrite -(leq_pmul2l pos) mulnA -pow; apply: leq_trans (leq_mul (leqnn _) sum_j) _.
rewrite big_distrr /=; apply: (@leq_trans (\sum_(j | agree u.+1 y j) (s + 2 ^ k * k.-1))).
  apply: leq_sum => j _; have u_in : 0 < u <= k by rewrite u_gt0 ltnW.
  by apply: leq_trans (nearly_collected rank_inj runs edges i j u_in) _; rewrite leq_add.
rewrite sum_nat_const (_ : #|_| = 2 ^ (k - u.+1)) //.
rewrite -(card_agreeing y u_lt); apply: eq_card => j; rewrite !inE /=.
by apply/agreeP/agreeP => same w w_lt; rewrite same.
Qed.

Theorem without_assumption_2 k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) (rank : label k -> nat) memory s :
  0 < k -> injective rank -> agnostic place dst rank memory -> along_edges place -> collects place dst ->
  (forall h, #|[pred t | place 1 t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  k <= 2 \/ 2 ^ k * k.-1 <= s ->
  [/\ forall L i, L < k -> #|[pred t | place L.+1 t == i]| <= s,
      forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s &
      place k.*2 =1 dst].
Proof.
move=> k_gt0 rank_inj runs edges collect sends receives large.
have [small parts arrives] := in_general k_gt0 rank_inj runs edges collect sends receives.
split=> // l i y in_phase; case: (parts l i y in_phase) => // -[k_gt2 bound].
case: large => [k_le|large]; first by rewrite ltnNge k_le in k_gt2.
by rewrite -(@leq_pmul2l 2) // (leq_trans bound) // mul2n -addnn leq_add2l.
Qed.
