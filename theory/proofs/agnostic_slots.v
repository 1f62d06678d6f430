(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix B.2: data-agnostic routing in memories of 2 s slots, some of them empty. What the
   slots hold are the lists of agnostic_lists.v. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import benes routing routing_agnostic agnostic_lists.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Slots.
Variable T : Type.
Implicit Types (L R : seq T) (m s : nat).
(* A list laid into m slots, and what slots hold. *)
Definition in_slots L m : seq (option T) := map some L ++ nseq (m - size L) None.
Definition filled (M : seq (option T)) : seq T := pmap id M.
Lemma filled_cat M N : filled (M ++ N) = filled M ++ filled N.
Proof. exact: pmap_cat. Qed.
Lemma filled_slots L m : filled (in_slots L m) = L.
Proof. by rewrite filled_cat /filled; elim: (m - size L) => [|r ->] //; rewrite cats0; elim: L => //= x L ->. Qed.
Lemma size_slots L m : size L <= m -> size (in_slots L m) = m.
Proof. by move=> le; rewrite size_cat size_map size_nseq subnKC. Qed.
Lemma nth_slots L m (rest : seq (option T)) q : size L <= m -> q < m -> nth None (in_slots L m ++ rest) q = nth None (map some L) q.
Proof.
move=> le q_lt; rewrite nth_cat size_slots // q_lt /in_slots nth_cat size_map; case: ltnP => // L_le.
by rewrite nth_nseq if_same nth_default // size_map.
Qed.
Lemma count_up s : from_to 1 s.+1 = 1 :: [seq q.+1 | q <- from_to 1 s].
Proof. rewrite /from_to !subSS !subn0 /=; congr (_ :: _); exact: (iotaDl 1 1 s). Qed.
Lemma filled_none (l : seq nat) (f : nat -> option T) : (forall q, q \in l -> f q = None) -> filled (map f l) = [::].
Proof. by elim: l => //= q l IH none; rewrite none ?mem_head // IH // => p p_l; apply: none; rewrite inE p_l orbT. Qed.
Lemma filled_odd L s : size L <= s.*2 -> filled [seq nth None (map some L) (2 * q - 2) | q <- from_to 1 s] = odd_positions L.
Proof.
elim: s L => [|s IH] L le; first by case: L le.
rewrite count_up /= -map_comp; have shift (R : seq T) : [seq nth None (map some R) ((2 * q.+1 - 2) - 2) | q <- from_to 1 s] = [seq nth None (map some R) (2 * q - 2) | q <- from_to 1 s].
  by apply: eq_map => q; rewrite mulnS addKn.
case: L le => [|x [|y L]] le /=.
- by apply: filled_none => q _; exact: nth_nil.
- congr (_ :: _); apply: filled_none => q; rewrite mem_from_to => /andP[q_gt0 _] /=.
  by rewrite mulnS addKn; case: q q_gt0 => // q _; rewrite mulnS add2n.
congr (_ :: _); rewrite -(IH L) //; congr pmap; apply/eq_in_map => q; rewrite mem_from_to => /andP[q_gt0 _] /=.
by rewrite mulnS addKn; case: q q_gt0 => // q _; rewrite mulnS !add2n subSS subSS subn0.
Qed.
Lemma filled_even L s : size L <= s.*2.+1 -> filled [seq nth None (map some L) (2 * q - 1) | q <- from_to 1 s] = even_positions L.
Proof.
case: L => [|x L] le; rewrite /even_positions /=.
  by apply: filled_none => q _; exact: nth_nil.
rewrite -(filled_odd (le : size L <= s.*2)); congr pmap; apply/eq_in_map => q; rewrite mem_from_to => /andP[q_gt0 _] /=.
by case: q q_gt0 => // q _; rewrite mulnS add2n subn1 subn2.
Qed.
End Slots.

Section Memories.
Variables (k s : nat) (T : finType) (dst : T -> label k).
Implicit Types (i : label k) (l : nat) (M : label k -> seq (option T)) (st : label k -> seq T).
Definition arranged l i (m : seq (option T)) : seq (option T) :=
  if l < k then in_slots (by_destination dst (filled m)) s ++ in_slots [::] s
  else in_slots [seq t <- filled m | stays dst l i t] s ++ in_slots [seq t <- filled m | ~~ stays dst l i t] s.
Definition communicated M l i : seq (option T) :=
  let A j := arranged l j (M j) in
  let other := flip (column k l) i in
  if l < k then [seq (if 2 * q - 1 <= s then nth None (A i) (2 * q - 2) else None) | q <- from_to 1 s] ++
                [seq (if 2 * q <= s then nth None (A other) (2 * q - 1) else None) | q <- from_to 1 s]
  else [seq nth None (A i) (q - 1) | q <- from_to 1 s] ++ [seq nth None (A other) (s + q - 1) | q <- from_to 1 s].
(* Before step l the lists fit. *)
Definition fits st l := if l < k then forall i, size (by_destination dst (st i)) <= s
  else forall i, size [seq t <- st i | stays dst l i t] <= s /\ size [seq t <- st i | ~~ stays dst l i t] <= s.
Lemma all_places (A : Type) (x0 : A) (m : seq A) : size m = s -> [seq nth x0 m (q - 1) | q <- from_to 1 s] = m.
Proof.
move=> <-; rewrite -[RHS](mkseq_nth x0) /mkseq /from_to subSS subn0 -[1]addn0 iotaDl -map_comp.
by apply: eq_map => q; rewrite /= addKn.
Qed.
Lemma filled_communicated M st l i : (forall i, filled (M i) = st i) -> fits st l -> filled (communicated M l i) = moved dst st l i.
Proof.
move=> holds; rewrite /fits /communicated /moved /arranged; set other := flip _ i; case: ifP => early fit; rewrite filled_cat !holds.
  congr (_ ++ _).
    rewrite -(@filled_odd _ _ s); last by apply: leq_trans (fit i) _; rewrite -addnn leq_addr.
    congr pmap; apply/eq_in_map => q; rewrite mem_from_to => /andP[q_gt0 _]; case: leqP => [q_le|q_gt].
      have lt : 2 * q - 2 < s by move: q_gt0 q_le; clear; move=> *; arithmetic.
      by rewrite nth_slots.
    have le : s <= 2 * q - 2 by move: q_gt0 q_gt; clear; move=> *; arithmetic.
    by rewrite nth_default // size_map (leq_trans (fit i)).
  rewrite -(@filled_even _ _ s); last by apply: leqW; apply: leq_trans (fit other) _; rewrite -addnn leq_addr.
  congr pmap; apply/eq_in_map => q; rewrite mem_from_to => /andP[q_gt0 _]; case: leqP => [q_le|q_gt].
    have lt : 2 * q - 1 < s by move: q_gt0 q_le; clear; move=> *; arithmetic.
    by rewrite nth_slots.
  have le : s <= 2 * q - 1 by move: q_gt0 q_gt; clear; move=> *; arithmetic.
  by rewrite nth_default // size_map (leq_trans (fit other)).
have [fit_i _] := fit i; have [_ fit_o] := fit other; have [stay_o _] := fit other; congr (_ ++ _).
  rewrite -[RHS](filled_slots _ s) -[in RHS](all_places None (size_slots fit_i)); congr pmap; apply/eq_in_map => q.
  rewrite mem_from_to => /andP[q_gt0 q_le]; rewrite nth_cat size_slots // subn1 prednK // q_le //.
rewrite -[RHS](filled_slots _ s) -[in RHS](all_places None (size_slots fit_o)); congr pmap; apply/eq_in_map => q.
rewrite mem_from_to => /andP[q_gt0 q_le]; rewrite nth_cat size_slots // subn1 -subn1.
by rewrite -addnBA // ltnNge leq_addr /= addKn.
Qed.
End Memories.
