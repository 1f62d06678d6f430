(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow blocks with no heads quantize: of all points of a box, off the strips, they make its lower corner, and no hidden unit changes its sign on a box. One block per
   coordinate and level. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_lists narrow_bumps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section NarrowQuantizer.
Variables (F : realFieldType) (n d m : nat) (strip : F).
Hypotheses (m_gt0 : (0 < m)%N) (strip_gt0 : 0 < strip) (strip_lt : strip < 1 / m%:R).
Implicit Types (x : nat -> F) (X : nat -> nat -> F) (place : nat -> nat -> nat).

Definition level l : F := l%:R / m%:R.
Lemma level_le l l' : (l <= l')%N -> level l <= level l'.
Proof. by move=> ll'; rewrite ler_pmul2r ?ler_nat // invr_gt0 ltr0n. Qed.
Lemma levelS l : level l.+1 = level l + 1 / m%:R.
Proof. by rewrite /level -mulrDl -mulrSr. Qed.
Definition in_cell l (t : F) := level l <= t <= level l.+1 - strip.

Lemma level_in_cell l : in_cell l (level l).
Proof. by rewrite /in_cell lexx levelS -addrA ler_addl subr_ge0 ltW. Qed.

Lemma below_cell l p t : in_cell p t -> (p < l)%N -> t <= level l - strip.
Proof. by move=> /andP[_ t_le] pl; apply: le_trans t_le _; rewrite ler_sub // level_le. Qed.
Lemma above_cell l p t : in_cell p t -> (l <= p)%N -> level l <= t.
Proof. by move=> /andP[t_ge _] lp; apply: le_trans (level_le lp) t_ge. Qed.
Lemma below_cell_end l p t : in_cell p t -> (p < l)%N -> t <= level l.
Proof. by move=> t_in /(below_cell t_in) t_le; apply: le_trans t_le _; rewrite ler_subl_addr ler_addl ltW. Qed.

(* The slope between the cells. *)
Definition slope : F := 1 / (m%:R * strip).
Lemma slopes t : (t + strip) * slope + t * (1 - slope) = t + 1 / m%:R.
Proof.
have E : strip * slope = 1 / m%:R by rewrite /slope !mul1r invfM mulrCA mulfV ?mulr1 ?gt_eqF.
by rewrite mulrDl E mulrBr mulr1 addrAC addrCA subrr addr0.
Qed.
Definition level_block k l : block F :=
  Block [::] [:: Unit (coordinate F k) (- level l) (fun k' => - coordinate F k k');
                 Unit (coordinate F k) (strip - level l.+1) (fun k' => slope * coordinate F k k');
                 Unit (coordinate F k) (- level l.+1) (fun k' => (1 - slope) * coordinate F k k')].

Lemma level_block_other k l x k' : k' != k -> fed d (level_block k l) x k' = x k'.
Proof. by move=> /negbTE kk'; rewrite /fed /= !big_cons big_nil /= /coordinate kk' oppr0 !mulr0 !addr0. Qed.

Lemma level_block_same k l p x : (0 < k <= d)%N -> in_cell p (x k) -> fed d (level_block k l) x k = if p == l then level l else x k.
Proof.
move=> k_in t_in; rewrite /fed /units !big_cons big_nil !hidden_coordinate //= addr0 /coordinate eqxx !mulr1 mulrN1.
move: (x k) t_in => t t_in; case: (ltngtP p l) => [pl|lp|pl].
- have t_le := below_cell t_in pl; have t_le' := below_cell_end t_in pl.
  have t_le2 : t <= level l.+1 := le_trans t_le' (level_le (leqnSn l)).
  rewrite !relu_le0 ?subr_le0 // ?oppr0 ?mul0r ?addr0 //.
  by rewrite addrA subr_le0 -ler_subr_addr (le_trans t_le) // ler_sub // level_le.
- have t_ge := above_cell t_in lp; have t_ge' : level l <= t := le_trans (level_le (leqnSn l)) t_ge.
  rewrite !relu_ge0 ?subr_ge0 //; last by rewrite addrCA addr_ge0 ?subr_ge0 // ltW.
  have -> : t + (strip - level l.+1) = (t - level l.+1) + strip by rewrite addrCA addrC.
  by rewrite slopes levelS opprB opprD !addrA !subrK addrK.
- move: t_in; rewrite pl => /andP[t_ge t_le].
  rewrite relu_ge0 ?subr_ge0 // relu_le0; last by rewrite addrA subr_le0 -ler_subr_addr.
  rewrite relu_le0 ?mul0r ?addr0; last by rewrite subr_le0 (le_trans t_le) // ler_subl_addr ler_addl ltW.
  by rewrite opprB addrCA subrr addr0.
Qed.

(* The signs of a block's hidden units are those that the place gives. *)
Lemma level_block_sign k l p u : (0 < k <= d)%N -> List.In u (units (level_block k l)) ->
  (forall x, in_cell p (x k) -> 0 <= hidden d u x) \/ (forall x, in_cell p (x k) -> hidden d u x <= 0).
Proof.
move=> k_in u_in; case: (ltnP p l) => [pl|lp].
  right=> x t_in; case: u_in => [<-|[<-|[<-|[]]]]; rewrite hidden_coordinate //.
  - by rewrite subr_le0 (below_cell_end t_in).
  - by rewrite addrA subr_le0 -ler_subr_addr (below_cell t_in) // ltnS ltnW.
  - by rewrite subr_le0 (below_cell_end t_in) // ltnS ltnW.
case: u_in => [<-|u_in]; first by left=> x t_in; rewrite hidden_coordinate // subr_ge0 (above_cell t_in).
move: lp; rewrite leq_eqVlt => /predU1P[lp|lp]; [right | left] => x t_in; case: u_in => [<-|[<-|[]]]; rewrite hidden_coordinate //.
- by rewrite addrA subr_le0 -ler_subr_addr (below_cell t_in) // lp.
- by rewrite subr_le0 (below_cell_end t_in) // lp.
- by rewrite addrCA addr_ge0 ?subr_ge0 ?(above_cell t_in) // ltW.
- by rewrite subr_ge0 (above_cell t_in).
Qed.


Definition level_blocks (kls : seq (nat * nat)) := [seq level_block kl.1 kl.2 | kl <- kls].

(* A point of a box stays in it, and its entries with the listed levels become lower ends. *)
Lemma level_block_step A place k l X : (0 < k <= d)%N -> in_box n d m strip place X ->
  in_box n d m strip place (step n d A (level_block k l) X) /\
  forall i k', (0 < i <= n)%N -> (0 < k' <= d)%N -> (k' == k) && (place i k' == l) || (X i k' == level (place i k')) ->
    step n d A (level_block k l) X i k' = level (place i k').
Proof.
move=> k_in X_in.
have E i k' : (0 < i <= n)%N -> (0 < k' <= d)%N ->
  step n d A (level_block k l) X i k' = if (k' == k) && (place i k' == l) then level (place i k') else X i k'.
  move=> i_in k'_in; rewrite [LHS]headless_step //; have [->|kk'] := eqVneq k' k; last exact: level_block_other.
  by rewrite (@level_block_same _ _ (place i k)) //=; [case: eqP => // -> | exact: X_in].
split=> [i k' i_in k'_in|i k' i_in k'_in]; rewrite E //; case: ifP => //= _; first exact: level_in_cell.
- exact: X_in.
- by move/eqP.
Qed.

Lemma level_blocks_run A place kls X : (forall kl, kl \in kls -> (0 < kl.1 <= d)%N) -> in_box n d m strip place X ->
  forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> ((k, place i k) \in kls) || (X i k == level (place i k)) ->
  network n d A (level_blocks kls) X i k = level (place i k).
Proof.
elim: kls X => [|[k l] kls IH] X kls_in X_in i k' i_in k'_in //=; first by move/eqP.
have k_in := kls_in (k, l) (mem_head _ _); have [Y_in Y_level] := level_block_step A l k_in X_in.
rewrite inE xpair_eqE => now_or_later; apply: IH => // [kl kl_in|]; first by apply: kls_in; rewrite inE kl_in orbT.
case: (boolP ((k', place i k') \in kls)) now_or_later => //= _; rewrite orbF => now.
by apply/eqP; apply: Y_level.
Qed.

Lemma level_blocks_affine A place kls Xs : (forall kl, kl \in kls -> (0 < kl.1 <= d)%N) -> (forall X, List.In X Xs -> in_box n d m strip place X) ->
  affine n d A (level_blocks kls) Xs.
Proof.
elim: kls Xs => //= -[k l] kls IH Xs kls_in Xs_in; have k_in := kls_in (k, l) (mem_head _ _); split=> [i u i_in u_in|].
  have mixedE X : mixed n d A (level_block k l) X i k = X i k by apply: headless_mixed.
  by case: (@level_block_sign k l (place i k) u k_in u_in) => signs; [left | right] => X /Xs_in X_in; apply: signs; rewrite mixedE; exact: X_in.
apply: IH => [kl kl_in|X' /List.in_map_iff[X [<- /Xs_in X_in]]]; first by apply: kls_in; rewrite inE kl_in orbT.
by have [] := level_block_step A l k_in X_in.
Qed.

(* All levels of all coordinates. *)
Definition quantizer := level_blocks [seq (k, l) | k <- iota 1 d, l <- iota 0 m].
Lemma quantizer_headless B : List.In B quantizer -> headless B.
Proof. by move=> /List.in_map_iff[kl [<- _]]. Qed.

Lemma quantizer_coordinates kl : kl \in [seq (k, l) | k <- iota 1 d, l <- iota 0 m] -> (0 < kl.1 <= d)%N.
Proof. by move=> /allpairsP[[k l] [/= k_in _ ->]]; move: k_in; rewrite mem_iota add1n ltnS. Qed.

Theorem quantizer_run A place X : (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) -> in_box n d m strip place X ->
  alike n d (network n d A quantizer X) (fun i k => level (place i k)).
Proof.
move=> place_lt X_in i i_in k k_in; apply: level_blocks_run => //; first exact: quantizer_coordinates.
by rewrite allpairs_f ?mem_iota ?add1n ?ltnS ?add0n ?place_lt.
Qed.

Theorem quantizer_affine A place Xs : (forall X, List.In X Xs -> in_box n d m strip place X) -> affine n d A quantizer Xs.
Proof. by move=> Xs_in; apply: level_blocks_affine Xs_in; exact: quantizer_coordinates. Qed.
End NarrowQuantizer.
