(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks whose attention does not depend on the input come near every target in L^p (approximation.stm): for every target, p and eps there are narrow blocks, a range and a
   cut into boxes with an error bound below eps^p. Theorem 3 and Proposition 4 of Luo et al. (2022) follow, each with heads of its own. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks narrow_networks calls_narrow_networks calls_clamp calls_boxes calls_error_bound calls_target_errors.
From attest Require narrow_table.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Near.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).

(* The place of a box, as a list and as a function of rows and columns. *)
Definition place_list n d (q : nat -> nat -> nat) : seq nat := [seq q (k %/ d).+1 (k %% d).+1 | k <- iota 0 (n * d)].
Lemma place_listK n d m (t : seq nat) : (0 < d)%N -> t \in places n d m -> place_list n d (place_of d t) = t.
Proof.
move=> d_gt0 /places_size size_t; rewrite /place_list -[RHS](mkseq_nth 0%N) /mkseq size_t; apply: eq_map => k.
by rewrite /place_of /flat /= addnS /= -divn_eq.
Qed.
Lemma place_list_alike n d (q r : nat -> nat -> nat) : (0 < d)%N -> (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> q i k = r i k) -> place_list n d q = place_list n d r.
Proof.
move=> d_gt0 alike; apply/eq_in_map => k; rewrite mem_iota add0n => /andP[_ k_lt].
by apply: alike; rewrite /= ?ltn_divLR // ltn_mod.
Qed.

(* From any table, computed with heads of these matrices, to every target. *)
Section Tables.
Variables (n d : nat) (A : attention -> nat -> nat -> F) (ok : block F -> Prop).
Definition any_table : Prop := forall m strip (T : (nat -> nat -> nat) -> nat -> nat -> F), (0 < m)%N -> 0 < strip -> strip < 1 / m%:R ->
  (forall q r : nat -> nat -> nat, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> q i k = r i k) -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T q i k = T r i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> ok B) /\
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) -> forall Xs, (forall X, List.In X Xs -> in_box n d m strip place X) ->
      affine n d A Bs Xs /\ forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d A Bs X i k = T place i k.
Lemma near_by_tables defs p (f : value F) (eps : F) : provides is_target_l defs -> provides error_bound_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < p)%N ->
  any_table -> (forall B, ok B -> (0 < size (units B))%N) -> call fs defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) -> 0 < eps ->
  exists (Bs : seq (block F)) (low high : F) (m : nat) (strip y : F),
    [/\ forall B, List.In B Bs -> ok B, low <= high, (0 < m)%N /\ 0 < strip < 1 / m%:R, y < eps ^+ p &
        call fs defs "error_bound" [:: f; List (map (evaluated_block n d A) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] = Value (Num y)].
Proof.
move=> Wt We n_gt0 d_gt0 p_gt0 tables ok_units told eps_gt0.
have [m [strip [low [high [tab [m_gt0 strip_in low_high tab_in small]]]]]] := small_target_error Wt told n_gt0 d_gt0 p_gt0 (exprn_gt0 p eps_gt0).
have /andP[strip_gt0 strip_lt] := strip_in; pose T q := tab (place_list n d q).
have [|Bs [all_ok table]] := tables m strip T m_gt0 strip_gt0 strip_lt.
  by move=> q r alike i k _ _; rewrite /T (place_list_alike d_gt0 alike).
have have_units B : List.In B Bs -> (0 < size (units B))%N by move=> /all_ok; exact: ok_units.
have [|y y_c y_lt] := small defs A Bs We have_units.
  move=> t Xs t_in Xs_in; have [|aff same] := table (place_of d t) _ Xs Xs_in; first by move=> i k i_n k_d; exact: places_below t_in i_n k_d.
  by split=> // X X_in i k i_n k_d; rewrite (same X X_in i k i_n k_d) /T (place_listK d_gt0 t_in).
by exists Bs, low, high, m, strip, y.
Qed.
End Tables.

(* The row sums of the heads that tell positions are v, and no two of them are equal. *)
Lemma any_table_attends n d (A : attention -> nat -> nat -> F) (v : nat -> F) : (0 < n)%N -> (0 < d)%N -> attends n A v ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j) -> any_table n d A (@narrow F).
Proof.
move=> n_gt0 d_gt0 attA v_inj m strip T m_gt0 strip_gt0 strip_lt T_alike.
have [Bs [all_narrow table]] := @narrow_table.table_network F n d m strip v T n_gt0 d_gt0 m_gt0 strip_gt0 strip_lt v_inj T_alike.
by exists Bs; split=> // place; exact: table A attA place.
Qed.
Lemma narrow_units (B : block F) : narrow B -> (0 < size (units B))%N.
Proof. by case=> _ /andP[]. Qed.
End Near.
