(* SPDX-License-Identifier: Apache-2.0 *)
(* The values after the sweep, for tokens in any order: of the token of rank r, what sweep.v finds. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import values numbers calls_gaps calls_sweep.
From attest Require Import libraries.
From attest Require Import sweep.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma foldl_iota (T : Type) (P : nat -> T -> Prop) (f : T -> nat -> T) m k x : P m x ->
  (forall i y, (m <= i < m + k)%N -> P i y -> P i.+1 (f y i)) -> P (m + k)%N (foldl f x (iota m k)).
Proof.
elim: k m x => [|k IH] m x Px next /=; first by rewrite addn0.
rewrite -addSnnS; apply: IH => [|i y i_in Pi]; first by apply: next; rewrite // leqnn -[X in (X < _)%N]addn0 ltn_add2l.
by apply: next => //; case/andP: i_in => /ltnW-> /=; rewrite addSnnS.
Qed.

Section Swept.
Variable S : numbers.
Local Notation F := (values.field S).
Variables (n d m K : nat) (u z : nat -> F) (w a : F) (y : nat -> F) (l : nat -> nat).
Local Notation e := (m%:R^-1 : F).
Definition centre r : F := u (of_rank n u r) * total d z.
Local Notation caught_at r k t := (caught w t (at_window e centre r k)).
Local Notation st := (state n a e centre l).
Hypothesis n_gt0 : (0 < n)%N.
Hypothesis gaps : pairs n (fun i j => 1 < `|u i - u j|).
Hypothesis w_gt0 : 0 < w.
Hypothesis w_e : w <= e.
Hypothesis a_ge1 : 1 <= a.
Hypothesis inside : all_inside n K l.
Hypothesis apart : windows_apart n K w e centre.
Hypothesis firsts : forall i, (0 < i <= n)%N -> y i = first_value e centre l (rank n u i).

Definition is_state r k (x : nat -> F) : Prop := forall i, (0 < i <= n)%N -> x i = st r k (rank n u i).
Lemma first_state : is_state 0 0 y.
Proof. by move=> i i_n; rewrite state_first ?rank_n // firsts. Qed.
Lemma next_group r x : (r < n)%N -> is_state r K x -> is_state r.+1 0 x.
Proof. by move=> r_n is_st i i_n; rewrite is_st // state_group // rank_n. Qed.

Lemma greatest_state r k x v : is_state r k x -> (exists2 q, (q < n)%N & st r k q = v) -> (forall q, (q < n)%N -> st r k q <= v) ->
  greatest (entries n x) = v.
Proof.
move=> is_st [q q_n qv] top; apply: greatest_is => [|t /mapP[i /in_from_1 i_n ->]]; last by rewrite is_st // top // rank_n.
by apply/mapP; exists (of_rank n u q); [rewrite mem_iota add1n ltnS of_rank_in | rewrite is_st ?of_rank_in // of_rankK].
Qed.
Lemma least_state r k x v : is_state r k x -> (exists2 q, (q < n)%N & st r k q = v) -> (forall q, (q < n)%N -> v <= st r k q) ->
  least (entries n x) = v.
Proof.
move=> is_st [q q_n qv] bottom; apply: least_is => [|t /mapP[i /in_from_1 i_n ->]]; last by rewrite is_st // bottom // rank_n.
by apply/mapP; exists (of_rank n u q); [rewrite mem_iota add1n ltnS of_rank_in | rewrite is_st ?of_rank_in // of_rankK].
Qed.
Lemma next_state r k x : not_again n K a w e centre l -> (r < n)%N -> (k < K)%N -> is_state r k x ->
  is_state r k.+1 (shift n w a (centre r + k%:R * e) x).
Proof.
move=> again r_n k_K is_st i i_n; rewrite /shift is_st // -/(at_window e centre r k).
have q_n : (rank n u i < n)%N by exact: rank_n.
apply: (step_state w_gt0 w_e inside apart again r_n k_K q_n) => k_l.
have [has_top top] := state_top n_gt0 w_gt0 a_ge1 inside apart r_n k_l.
have [has_bottom bottom] := state_bottom n_gt0 w_gt0 a_ge1 inside apart r_n k_l.
by split; [exact: greatest_state has_top top | apply: least_state bottom => //; exists r].
Qed.

Lemma swept_values i : not_again n K a w e centre l -> (0 < i <= n)%N ->
  swept n u d z m%:R K w a y i = shifted n a e centre l (rank n u i).
Proof.
move=> again i_n.
have : is_state n 0 (swept n u d z m%:R K w a y).
  rewrite /swept; apply: (@foldl_iota _ (fun r x => is_state r.-1 0 x) _ 1 n y) => [|r x r_in is_st]; first exact: first_state.
  case: r r_in is_st => // r; rewrite add1n ltnS /= => r_n is_st; apply: next_group => //.
  apply: (@foldl_iota _ (fun k x => is_state r k x) _ 0 K x) => // k t k_K; exact: next_state.
by move=> -> //; rewrite state_last ?rank_n.
Qed.

(* The sweep with a count beside it. *)
Definition counted_shift r (s : (nat -> F) * (nat -> nat)) k : (nat -> F) * (nat -> nat) :=
  let t := u (of_rank n u r.-1) * total d z + k%:R / m%:R in (shift n w a t s.1, fun i => (s.2 i + caught w (s.1 i) t)%N).
Definition counted (s : (nat -> F) * (nat -> nat)) : (nat -> F) * (nat -> nat) :=
  foldl (fun s r => foldl (counted_shift r) s (iota 0 K)) s (iota 1 n).
Lemma counted_once i : once n K a w e centre l -> (0 < i <= n)%N -> (counted (y, fun=> 0%N)).2 i = 1%N.
Proof.
move=> no i_n; pose P r k (s : (nat -> F) * (nat -> nat)) := is_state r k s.1 /\ forall i, (0 < i <= n)%N -> s.2 i = done l r k (rank n u i).
have [] : P n 0%N (counted (y, fun=> 0%N)); last by move=> _ -> //; rewrite /done rank_n.
rewrite /counted; apply: (@foldl_iota _ (fun r x => P r.-1 0%N x) _ 1 n) => [|r s r_in Ps].
  by split=> [|j j_n]; [exact: first_state | rewrite /done ltn0 andbF].
case: r r_in Ps => // r; rewrite add1n ltnS [X in P X _ _ -> _]/= [X in P X _ _]/= => r_n Ps.
have [is_st found] : P r K (foldl (counted_shift r.+1) s (iota 0 K)).
  apply: (@foldl_iota _ (fun k x => P r k x) _ 0 K s) => // k t k_K [is_st found]; split=> [|j j_n].
    by apply: next_state => //; exact: once_not_again.
  rewrite state_next /= found // is_st // -/(centre r) -/(at_window e centre r k).
  rewrite (caught_now w_gt0 w_e inside apart no r_n k_K (rank_n _ j_n)).
  by rewrite /done; case: (ltngtP (rank n u j) r) => //= _; case: (ltngtP k (l r)).
split=> [|j j_n]; first exact: next_group.
by rewrite found // /done (inside r_n) andbT ltn0 andbF orbF ltnS [(rank n u j <= r)%N]leq_eqVlt orbC.
Qed.
End Swept.
