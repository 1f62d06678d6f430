(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow networks whose heads take the mean or tell the position come near every target in L^p; so Theorem 3 of Luo et al. (2022) holds in L^p. The table that a target
   has on boxes (calls_target_errors.v) is computed by a narrow network (narrow_table.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules libraries numbers narrow_networks calls_narrow_networks calls_boxes near_targets.
From attest Require narrow_table calls_target_errors.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A box's place as a list of numbers (calls_boxes.v), made from the place of each entry. *)
Definition listed_place n d (place : nat -> nat -> nat) : seq nat := [seq place (k %/ d).+1 (k %% d).+1 | k <- iota 0 (n * d)].
Lemma listed_place_alike n d (p q : nat -> nat -> nat) : (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k) -> listed_place n d p = listed_place n d q.
Proof.
case: d => [|d] pq; first by rewrite /listed_place muln0.
by apply/eq_in_map => k; rewrite mem_iota add0n => k_lt; apply: pq; rewrite /= ?ltn_divLR // ltnS -ltnS ltn_pmod.
Qed.
Lemma listed_place_of n d t : (0 < d)%N -> size t = (n * d)%N -> listed_place n d (place_of d t) = t.
Proof.
move=> d_gt0 size_t; apply: (@eq_from_nth _ 0%N); first by rewrite size_map size_iota size_t.
move=> k; rewrite size_map size_iota => k_lt; rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n /place_of /flat /= addnS /=.
by rewrite -divn_eq.
Qed.

Lemma near_every_target S : approaches S.
Proof.
move=> defs n d p A v f eps P n_gt0 d_gt0 p_gt0 A_v v_inj [defs' [P' told]] eps_gt0.
have [m [strip [low [high [tab [m_gt0 strip_in low_high _ error]]]]]] :=
  calls_target_errors.small_target_error P' told n_gt0 d_gt0 p_gt0 (exprn_gt0 p eps_gt0).
have /andP[strip_gt0 strip_lt] := strip_in.
have [|Bs [Bs_narrow Bs_table]] := @narrow_table.table_network S n d m strip v (fun place => tab (listed_place n d place)) n_gt0 d_gt0 m_gt0 strip_gt0 strip_lt v_inj.
  by move=> q r /listed_place_alike ->.
have [||t Xs t_in Xs_in|y y_c y_lt] := error defs A Bs.
- by provided.
- by move=> B /Bs_narrow[_ /andP[]].
- have [|Bs_affine Bs_t] := Bs_table A A_v (place_of d t) _ Xs Xs_in; first by move=> i k; exact: places_below.
  by split=> // X X_in i j i_in j_in; rewrite Bs_t // listed_place_of // (places_size t_in).
by exists Bs, low, high, m, strip, y; split.
Qed.
