(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix B.2: which loads have runs with equal halves. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import routing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Of each class of tuples in a machine the first half, in the order of an enumeration, stays; then digits are collected. *)
Definition peers k (T : finType) (C : eqType) (class : T -> C) (f : T -> label k) i c :=
  [seq u <- enum T | (f u == i) && (class u == c)].
Definition next_place k (T : finType) (C : eqType) (class : T -> C) (dst : T -> label k) l (f : T -> label k) t : label k :=
  if l < k then
    let S := peers class f (f t) (class t) in if index t S < (size S)./2 then f t else flip (column k l) (f t)
  else [ffun w : 'I_k => if w == column k l :> nat then dst t w else f t w].
Fixpoint canonical k (T : finType) (C : eqType) (class : T -> C) (src dst : T -> label k) l : T -> label k :=
  if l is l'.+1 then (if l' is 0 then src else next_place class dst l' (canonical class src dst l')) else src.

Lemma card_seq (T : finType) (P : pred T) : #|[pred t | P t]| = size [seq u <- enum T | P u].
Proof.
rewrite -(card_uniqP (filter_uniq P (enum_uniq T))); apply: eq_card => t.
by rewrite !inE mem_filter mem_enum inE andbT.
Qed.

(* What equal halves need, and what they can be had from: the numbers are even in every step. *)
Definition can_be_halved k (T : finType) (C : eqType) (class : T -> C) (src : T -> label k) := forall l i c, 0 < l < k ->
  2 ^ l %| #|[pred t | agree (k - l.-1) (src t) i && (class t == c)]|.

Theorem halving_needs k (T : finType) (C : eqType) (place : nat -> T -> label k) (class : T -> C) :
  along_edges place -> halves place class -> can_be_halved class (place 1).
Proof.
move=> edges half [//|l] i c /andP[_ l_lt].
rewrite -(fragmentation edges half) ?(ltnW l_lt) // expnSr dvdn_pmul2l ?expn_gt0 //.
by rewrite -(half l.+1) //; apply: dvdn_mulr.
Qed.

Theorem runs_exist k (T : finType) (C : eqType) (class : T -> C) (src dst : T -> label k) :
  can_be_halved class src ->
  exists place, [/\ place 1 =1 src, along_edges place, halves place class & collects place dst].
Proof.
move=> even; pose place := canonical class src dst; exists place.
have placeS l t : 0 < l -> place l.+1 t = next_place class dst l (place l) t by case: l.
have edges : along_edges place.
  move=> l t /andP[l_gt0 l_lt]; rewrite placeS // /next_place /edge; case: ltnP => [_|k_le].
    by case: ifP => _; rewrite eqxx ?orbT.
  have b_lt : column k l < k by rewrite /column (eqP k_le) addn0 ltn_subLR // addnn.
  case same: (dst t (Ordinal b_lt) == place l t (Ordinal b_lt)); apply/orP; [left | right];
    apply/eqP/ffunP => w; rewrite !ffunE; case: eqP => [w_b|_] //.
  - by have -> : w = Ordinal b_lt by [apply: val_inj]; exact/eqP.
  - have -> : w = Ordinal b_lt by apply: val_inj.
    by move: same; rewrite addTb; case: (dst t _); case: (place l t _).
have half l : 0 < l < k -> halved_at place class l.
  elim: l {-2}l (leqnn l) => [|m IH] l l_le l_in; first by case: l l_le l_in.
  have below l' : 0 < l' <= l.-1 -> halved_at place class l'.
    case/andP: l_in => l_gt0 l_lt /andP[l'_gt0 l'_le]; apply: IH.
      by apply: leq_trans l'_le _; rewrite -ltnS prednK.
    by rewrite l'_gt0 (leq_ltn_trans (leq_trans l'_le (leq_pred l))).
  move=> i c; set h := (size (peers class (place l) i c))./2.
  have sizes : #|[pred t | (place l t == i) && (class t == c)]| = size (peers class (place l) i c) by exact: card_seq.
  have even_here : ~~ odd (size (peers class (place l) i c)).
    case/andP: (l_in) => l_gt0 l_lt; rewrite -sizes -dvdn2 -(@dvdn_pmul2l (2 ^ l.-1)) ?expn_gt0 // -expnSr prednK //.
    by have := fragmented edges below (_ : l.-1 < k) i c; rewrite prednK // => ->; [exact: even | exact: ltnW].
  rewrite sizes -[RHS](odd_double_half) (negbTE even_here) add0n -mul2n; congr (_ * _).
  rewrite -/h -[RHS](@size_takel h _ (peers class (place l) i c)); last by rewrite /h -divn2 leq_div.
  have uniq_peers : uniq (peers class (place l) i c) by apply/filter_uniq/enum_uniq.
  rewrite -(card_uniqP (take_uniq h uniq_peers)); apply: eq_card => t; rewrite !inE.
  have in_peers : (t \in peers class (place l) i c) = (place l t == i) && (class t == c).
    by rewrite mem_filter mem_enum andbT.
  case here: ((place l t == i) && (class t == c)); last first.
    transitivity false; first by move: here; case: (place l t == i); case: (class t == c); rewrite ?andbF.
    by apply/esym/negP => /mem_take; rewrite in_peers here.
  rewrite in_take ?in_peers //; case/andP: here => /eqP at_i /eqP of_c; case/andP: (l_in) => l_gt0 l_lt.
  rewrite placeS // /next_place l_lt at_i of_c !eqxx andbT /= -/h; case: ifP => _; first by rewrite eqxx.
  apply/negbTE/flip_neq; rewrite /column (eqP (ltnW l_lt)) add0n ltn_subrL l_gt0.
  exact: leq_ltn_trans l_lt.
split=> // l t /andP[k_le l_lt] w w_b; have [l0|l_gt0] := posnP l; last by rewrite placeS // /next_place ltnNge k_le ffunE w_b eqxx.
by have := ltn_ord w; rewrite ltnNge (leq_trans k_le) // l0.
Qed.
