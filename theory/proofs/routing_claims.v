(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix B.2: what routing.v proves, in the words of the claims.

   A load is a finite set T of tuples with their sources and destinations; load[h][j] is the number of those from h to j. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import routing routing_halving routing_agnostic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition message k (T : finType) (src dst : T -> label k) h j := #|[pred t | (src t == h) && (dst t == j)]|.
(* All messages can be halved k - 1 times. *)
Definition multiples k (T : finType) (src dst : T -> label k) := forall h j, 2 ^ k.-1 %| message src dst h j.
Definition sources_and_destinations k (T : finType) (src dst : T -> label k) t := (src t, dst t).

Lemma multiples_can_be_halved k (T : finType) (src dst : T -> label k) : multiples src dst ->
  can_be_halved (sources_and_destinations src dst) src.
Proof.
move=> mult l i [h j] /andP[l_gt0 l_lt]; have small : 2 ^ l %| 2 ^ k.-1 by rewrite dvdn_exp2l // -ltnS prednK // (leq_ltn_trans _ l_lt).
case agrees: (agree (k - l.-1) h i); last first.
  rewrite eq_card0 ?dvdn0 // => t; rewrite !inE /=; apply/negP => /andP[same /eqP[src_h _]].
  by rewrite src_h agrees in same.
apply: dvdn_trans small _; have := mult h j; congr (_ %| _); apply: eq_card => t.
by rewrite !inE ?xpair_eqE; case: eqP => [->|_]; rewrite ?agrees ?andbF.
Qed.

Lemma by_message k (T : finType) (place : nat -> T -> label k) (src dst : T -> label k) L i h j :
  place 1 =1 src -> along_edges place -> halves place (sources_and_destinations src dst) -> L < k ->
  2 ^ L * #|[pred t | [&& place L.+1 t == i, src t == h & dst t == j]]| = if agree (k - L) h i then message src dst h j else 0.
Proof.
move=> start edges half L_lt.
have -> : #|[pred t | [&& place L.+1 t == i, src t == h & dst t == j]]| =
    #|[pred t | (place L.+1 t == i) && (sources_and_destinations src dst t == (h, j))]|.
  by apply: eq_card => t; rewrite !inE ?xpair_eqE.
rewrite (fragmentation edges half) //; case: ifP => [agrees|differs].
  apply: eq_card => t; rewrite !inE ?xpair_eqE start; case: eqP => [->|_]; rewrite ?agrees ?andbF //.
apply: eq_card0 => t; rewrite !inE ?xpair_eqE start; apply/negP => /andP[same /andP[/eqP src_h _]].
by rewrite src_h differs in same.
Qed.

Theorem fact_1 k (T : finType) (src dst : T -> label k) : multiples src dst ->
  (exists place, [/\ place 1 =1 src, along_edges place & halves place (sources_and_destinations src dst)]) /\
  forall place, place 1 =1 src -> along_edges place -> halves place (sources_and_destinations src dst) ->
  forall L i h j, L < k ->
  2 ^ L * #|[pred t | [&& place L.+1 t == i, src t == h & dst t == j]]| = if agree (k - L) h i then message src dst h j else 0.
Proof.
move=> mult; split; last by move=> *; exact: by_message.
by have [place [start edges half _]] := runs_exist dst (multiples_can_be_halved mult); exists place.
Qed.

Theorem numbers_by_destination k (T : finType) (place : nat -> T -> label k) (src dst : T -> label k) :
  place 1 =1 src -> along_edges place -> halves place dst -> forall L i j, L < k ->
  2 ^ L * #|[pred t | (place L.+1 t == i) && (dst t == j)]| = \sum_(h | agree (k - L) h i) message src dst h j.
Proof.
move=> start edges half L i j L_lt; rewrite (fragmentation edges half) //.
rewrite (card_classes _ src) (bigID (fun h => agree (k - L) h i)) /= [X in _ + X]big1 ?addn0 => [|h differs].
  apply: eq_bigr => h agrees; apply: eq_card => t; rewrite !inE start andbAC.
  by case: eqP => [->|_]; rewrite ?andbF // agrees.
apply: eq_card0 => t; rewrite !inE start; apply/negP => /andP[/andP[same _] /eqP src_h].
by rewrite src_h (negbTE differs) in same.
Qed.

Theorem fact_2 k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) :
  along_edges place -> halves place dst -> collects place dst -> forall L i j, k <= L < k.*2 ->
  2 ^ (k.*2 - L.+1) * #|[pred t | (place L.+1 t == i) && (dst t == j)]| =
  if agree (L.+1 - k) i j then #|[pred t | dst t == j]| else 0.
Proof. exact: collection. Qed.

Theorem everything_arrives k (T : Type) (place : nat -> T -> label k) (dst : T -> label k) :
  0 < k -> along_edges place -> collects place dst -> place k.*2 =1 dst.
Proof.
move=> k_gt0 edges collect t; have [/agreeP low _] := collected t k_gt0 edges collect (leqnn k).
by rewrite addnn in low; apply/ffunP => w; rewrite low.
Qed.

(* The same for any load and the printed algorithm. *)
Theorem memory_is_s k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) s :
  along_edges place -> halves place dst -> collects place dst ->
  (forall h, #|[pred t | place 1 t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  forall L i, L < k.*2 -> #|[pred t | place L.+1 t == i]| <= s.
Proof. exact: memory_s. Qed.

Theorem memory_of_two_machines (T : finType) (place : nat -> T -> label 1) (dst : T -> label 1) s :
  along_edges place -> collects place dst ->
  (forall h, #|[pred t | place 1 t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  forall L i, L < 2 -> #|[pred t | place L.+1 t == i]| <= s.
Proof. by move=> edges collect; apply: memory_s => // l; case: l => [|[]]. Qed.

(* --- Which loads can be halved --------------------------------------------------------------------------------------------- *)
Lemma destinations_can_be_halved k (T : finType) (src dst : T -> label k) : multiples src dst -> can_be_halved dst src.
Proof.
move=> mult l i j l_in; have pairs := multiples_can_be_halved mult; rewrite (card_classes _ src).
apply: dvdn_sum => h _; have := pairs l i (h, j) l_in; congr (_ %| _).
by apply: eq_card => t; rewrite !inE ?xpair_eqE -andbA [(dst t == j) && _]andbC.
Qed.

Theorem what_halving_needs k (T : finType) (src dst : T -> label k) :
  (forall place, place 1 =1 src -> along_edges place -> halves place dst -> can_be_halved dst src) /\
  (can_be_halved dst src -> exists place, [/\ place 1 =1 src, along_edges place & halves place dst]).
Proof.
split=> [place start edges half|even].
  move=> l i j l_in; have := halving_needs edges half i j l_in; congr (_ %| _).
  by apply: eq_card => t; rewrite !inE start.
by have [place [start edges half _]] := runs_exist dst even; exists place.
Qed.

(* With two and four machines a machine's tuples for j are of one message when they are cut. *)
Theorem up_to_four_machines k (T : finType) (place : nat -> T -> label k) (src dst : T -> label k) : k <= 2 ->
  place 1 =1 src -> along_edges place -> halves place dst -> forall L i h j, L < k ->
  2 ^ L * #|[pred t | [&& place L.+1 t == i, src t == h & dst t == j]]| = if agree (k - L) h i then message src dst h j else 0.
Proof.
move=> k_le start edges half L i h j L_lt; apply: by_message => // l l_in.
have {l_in} [l1 l_in] : l = 1 /\ 0 < l < k by split=> //; case: l l_in => [|[|l]] //= l_lt; have := leq_trans l_lt k_le.
move=> y [h' j']; rewrite l1 in l_in *; case: (eqVneq h' y) => [->|neq].
  have := half 1 l_in y j'; congr (2 * _ = _); apply: eq_card => t; rewrite !inE ?xpair_eqE start.
    by case: (src t == y).
  by case: (src t == y).
rewrite !eq_card0 ?muln0 // => t; rewrite !inE ?xpair_eqE start; apply/negP.
  by case/andP=> /eqP -> /andP[/eqP h_y _]; rewrite h_y eqxx in neq.
by case/and3P=> /eqP -> _ /andP[/eqP h_y _]; rewrite h_y eqxx in neq.
Qed.

(* --- Data-agnostic routing ------------------------------------------------------------------------------------------------- *)
Theorem agnostic_routing_delivers k (T : finType) (src dst : T -> label k) (rank : label k -> nat) s :
  0 < k -> injective rank -> multiples src dst ->
  (forall h, #|[pred t | src t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  forall place memory, place 1 =1 src -> agnostic place dst rank memory -> along_edges place -> collects place dst ->
  [/\ forall l, 0 < l < k -> forall i, size (memory l i) <= s,
      forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s &
      place k.*2 =1 dst].
Proof.
move=> k_gt0 rank_inj mult sends receives place memory start runs edges collect.
have even : can_be_halved dst (place 1).
  move=> l i j l_in; have := destinations_can_be_halved mult i j l_in; congr (_ %| _).
  by apply: eq_card => t; rewrite !inE start.
have sends1 h : #|[pred t | place 1 t == h]| <= s.
  by apply: leq_trans (sends h); apply/subset_leq_card/subsetP => t; rewrite !inE start.
have [_ small parts arrives] := agnostic_routing k_gt0 rank_inj runs edges collect even sends1 receives.
split=> // l l_in i; have [/(_ i)/perm_size -> _ _] := runs l l_in; case/andP: l_in => l_gt0 l_lt.
rewrite -card_seq; have := small l.-1 i; rewrite prednK //; apply; apply: leq_trans (ltnW l_lt) _.
by rewrite -addnn leq_addr.
Qed.

(* For messages of any size, with enough memory. *)
Theorem lifted k (T : finType) (src dst : T -> label k) (rank : label k -> nat) s :
  0 < k -> injective rank -> k <= 2 \/ 2 ^ k * k.-1 <= s ->
  (forall h, #|[pred t | src t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  forall place memory, place 1 =1 src -> agnostic place dst rank memory -> along_edges place -> collects place dst ->
  [/\ forall l, 0 < l < k -> forall i, size (memory l i) <= s,
      forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s &
      place k.*2 =1 dst].
Proof.
move=> k_gt0 rank_inj large sends receives place memory start runs edges collect.
have sends1 h : #|[pred t | place 1 t == h]| <= s.
  by apply: leq_trans (sends h); apply/subset_leq_card/subsetP => t; rewrite !inE start.
have [small parts arrives] := without_assumption_2 k_gt0 rank_inj runs edges collect sends1 receives large.
split=> // l l_in i; have [/(_ i)/perm_size -> _ _] := runs l l_in; case/andP: l_in => l_gt0 l_lt.
by rewrite -card_seq; have := small l.-1 i; rewrite prednK //; apply; exact: ltnW.
Qed.

(* And with any memory: h slots in each half, h = max(s, (s + 2^k (k - 1)) / 2). *)
Theorem general_cost k (T : finType) (src dst : T -> label k) (rank : label k -> nat) s :
  0 < k -> injective rank ->
  (forall h, #|[pred t | src t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  let h := maxn s ((s + 2 ^ k * k.-1) %/ 2) in
  forall place memory, place 1 =1 src -> agnostic place dst rank memory -> along_edges place -> collects place dst ->
  [/\ forall l, 0 < l < k -> forall i, size (memory l i) <= h,
      forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= h &
      place k.*2 =1 dst].
Proof.
move=> k_gt0 rank_inj sends receives h place memory start runs edges collect.
have sends1 z : #|[pred t | place 1 t == z]| <= s.
  by apply: leq_trans (sends z); apply/subset_leq_card/subsetP => t; rewrite !inE start.
have [small parts arrives] := in_general k_gt0 rank_inj runs edges collect sends1 receives.
split=> // [l l_in i|l i y in_phase].
  have [/(_ i)/perm_size -> _ _] := runs l l_in; case/andP: l_in => l_gt0 l_lt; rewrite leq_max; apply/orP; left.
  by rewrite -card_seq; have := small l.-1 i; rewrite prednK //; apply; exact: ltnW.
rewrite leq_max; case: (parts l i y in_phase) => [->//|[_ bound]]; apply/orP; right.
by rewrite leq_divRL // mulnC.
Qed.
