(* SPDX-License-Identifier: Apache-2.0 *)
(* For every target, p and eps there are boxes and a table of one matrix for each box so that error_bound (approximation.stm) of a network that computes the table is below eps. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes calls_error_bound.
From attest Require bound_headline_targets targets order_changes approximation_limit calls_targets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation is_target_l := [:: bound_headline_targets.is_target_d; bound_headline_targets.is_entry_d; bound_headline_targets.pieces_d; bound_headline_targets.degree_d;
  bound_headline_targets.is_monomial_d; is_matrix_d; is_vector_d].

Section Targets.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Variables (n d : nat).
Implicit Types (f : nat -> nat -> targets.entries F) (T : nat -> nat -> value F) (i j p m : nat) (strip low high eps : F) (t : seq nat).

Lemma numbers_archimedean : order_changes.archimedean F.
Proof. by move=> x; have [k k_gt] := archimedean x; exists k; apply: le_trans (ler_norm x) _; exact: ltW. Qed.

Definition shows_target T f : Prop := forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> calls_targets.shows_entry n d (T i j) (f i j) /\ targets.is_entry n d (f i j).
Lemma calls_of_target T f : (0 < n)%N -> (0 < d)%N -> shows_target T f ->
  target_calls n d T (fun i j => targets.entry_at n d (f i j)) (fun i j => targets.curvature n d (f i j)) (fun i j => targets.keeps_order n d (f i j)) (targets.largest n d f).
Proof.
move=> n_gt0 d_gt0 shows; split.
- move=> defs i j X P i_n j_d; have [shown /and3P[e_gt0 choices_gt0 _]] := shows i j i_n j_d; exact: calls_targets.data_entry_at.
- move=> defs i j P i_n j_d; have [shown /and3P[e_gt0 choices_gt0 _]] := shows i j i_n j_d; apply: calls_targets.data_curvature => //.
  exact: calls_targets.pieces_gt0.
- move=> defs i j Xs P i_n j_d _; have [shown /and3P[e_gt0 choices_gt0 _]] := shows i j i_n j_d; apply: calls_targets.data_keeps_order => //.
  exact: calls_targets.pieces_gt0.
move=> defs P; apply: calls_targets.data_largest => // i j i_n j_d; have [shown /and3P[e_gt0 choices_gt0 _]] := shows i j i_n j_d; split=> //.
exact: calls_targets.pieces_gt0.
Qed.

Theorem small_target_error defs v p eps : provides is_target_l defs -> call fs defs "is_target" [:: v; Num n%:R; Num d%:R] = Value (Bool true) ->
  (0 < n)%N -> (0 < d)%N -> (0 < p)%N -> 0 < eps -> exists m strip low high (tab : seq nat -> nat -> nat -> F), [/\ (0 < m)%N, 0 < strip < 1 / m%:R, low <= high,
    forall t, t \in places n d m -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> low <= tab t i j <= high &
    forall defs' (A : attention -> nat -> nat -> F) (Bs : seq (block F)), provides error_bound_l defs' -> (forall B, List.In B Bs -> (0 < size (units B))%N) ->
      (forall t Xs, t \in places n d m -> (forall X, List.In X Xs -> in_box n d m strip (place_of d t) X) -> affine n d A Bs Xs /\
        forall X, List.In X Xs -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> network n d A Bs X i j = tab t i j) ->
      exists2 y, call fs defs' "error_bound" [:: v; List (map (evaluated_block n d A) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] =
        Value (Num y) & y < eps].
Proof.
move=> P told n_gt0 d_gt0 p_gt0 eps_gt0; have [T [f [-> shows]]] := calls_targets.target_true P told.
have big_ge0 := targets.largest_ge0 n d f; set big := targets.largest n d f in big_ge0.
pose E : F := (n * d)%:R * (Num.max `|- big| `|big| + big) ^+ p.
have E_ge0 : 0 <= E by rewrite mulr_ge0 ?ler0n // exprn_ge0 // addr_ge0 // le_maxr normr_ge0.
have plain i j : (0 < i <= n)%N -> (0 < j <= d)%N -> targets.plain n d (f i j) by move=> i_n j_d; have [_ /and3P[]] := shows i j i_n j_d.
have [m [strip [c [m_gt0 strip_itv /andP[c_ge0 _] small]]]] := approximation_limit.small_error 0%N numbers_archimedean n_gt0 d_gt0 plain p_gt0 E_ge0 eps_gt0.
exists m, strip, (- big), big, (fun t i j => targets.entry_at n d (f i j) (order_changes.low F d m t)); split=> //.
- by rewrite ge0_cp.
- by move=> t t_in i j i_n j_d; rewrite -ler_norml; apply: targets.target_le => //; exact: approximation_limit.low_in_cube.
move=> defs' A Bs P' have_units table; have /andP[strip_gt0 strip_lt] := strip_itv.
have in_boxes : approximation_limit.in_boxes n d m strip (corner_points d m strip).
  by move=> t t_in X X_in; apply: (corner_in_box t_in m_gt0 (ltW strip_lt) X_in).
have [near] := small (corner_points d m strip) 0%N in_boxes isT; rewrite addn0 => bound.
have error := @network_error S n d n_gt0 d_gt0 T _ _ _ _ (calls_of_target n_gt0 d_gt0 shows) (- big) big m strip m_gt0 (ltW strip_gt0) (ltW strip_lt).
have [||||y y_call y_le] := error _ _ defs' A Bs (fun t i j => targets.entry_at n d (f i j) (order_changes.low F d m t)) p c P' c_ge0 have_units table.
- exact: targets.largest_ge0.
- by move=> i j _ _; exact: targets.curvature_ge0.
- by move=> t t_in i j i_n j_d; rewrite -ler_norml; apply: targets.target_le => //; exact: approximation_limit.low_in_cube.
- by move=> t t_in _ i j X i_n j_d X_in; exact: near.
by exists y => //; apply: le_lt_trans y_le _; exact: bound.
Qed.

(* The same for any blocks of which it is known what they make of the boxes' corners, with some boxes where they make anything between the bounds. *)
Theorem small_error_off defs v p eps others : provides is_target_l defs -> call fs defs "is_target" [:: v; Num n%:R; Num d%:R] = Value (Bool true) ->
  (0 < n)%N -> (0 < d)%N -> (0 < p)%N -> 0 < eps -> exists m strip low high (tab : seq nat -> nat -> nat -> F), [/\ (0 < m)%N, 0 < strip < 1 / m%:R, low <= high,
    forall t, t \in places n d m -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> low <= tab t i j <= high &
    forall defs' blocks (tab' : seq nat -> nat -> nat -> F) (bad : pred (seq nat)), provides error_bound_l defs' -> (count bad (places n d m) <= others * m ^ (n * d).-1)%N ->
      (forall t, t \in places n d m -> computes n d blocks (corner_points d m strip t) (tab' t)) ->
      (forall t, t \in places n d m -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> low <= tab' t i j <= high) ->
      (forall t, t \in places n d m -> ~~ bad t -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> tab' t i j = tab t i j) ->
      exists2 y, call fs defs' "error_bound" [:: v; List blocks; range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] = Value (Num y) & y < eps].
Proof.
move=> P told n_gt0 d_gt0 p_gt0 eps_gt0; have [T [f [-> shows]]] := calls_targets.target_true P told.
have big_ge0 := targets.largest_ge0 n d f; set big := targets.largest n d f in big_ge0.
pose c' : F := Num.max `|- big| `|big| + big + 1; pose E : F := (n * d)%:R * c' ^+ p.
have c'_ge0 : 0 <= c' by rewrite !addr_ge0 // le_maxr normr_ge0.
have E_ge0 : 0 <= E by rewrite mulr_ge0 ?ler0n // exprn_ge0.
have plain i j : (0 < i <= n)%N -> (0 < j <= d)%N -> targets.plain n d (f i j) by move=> i_n j_d; have [_ /and3P[]] := shows i j i_n j_d.
have [m [strip [c [m_gt0 strip_itv /andP[c_ge0 c_le1] small]]]] :=
  approximation_limit.small_error others numbers_archimedean n_gt0 d_gt0 plain p_gt0 E_ge0 eps_gt0.
pose tab t i j := targets.entry_at n d (f i j) (order_changes.low F d m t).
have tab_le t i j : t \in places n d m -> (0 < i <= n)%N -> (0 < j <= d)%N -> - big <= tab t i j <= big.
  by move=> t_in i_n j_d; rewrite -ler_norml; apply: targets.target_le => //; exact: approximation_limit.low_in_cube.
exists m, strip, (- big), big, tab; split=> //.
- by rewrite ge0_cp.
- by move=> t t_in i j; exact: tab_le.
move=> defs' blocks tab' bad P' few computed tab'_in tab'_tab; have /andP[strip_gt0 strip_lt] := strip_itv.
have in_boxes : approximation_limit.in_boxes n d m strip (corner_points d m strip).
  by move=> t t_in X X_in; apply: (corner_in_box t_in m_gt0 (ltW strip_lt) X_in).
have [near bound] := small (corner_points d m strip) _ in_boxes few.
exists (error_value n d (fun i j => targets.entry_at n d (f i j)) (fun i j => targets.curvature n d (f i j)) (fun i j => targets.keeps_order n d (f i j))
  big (- big) big m strip tab' p).
  exact: (call_error_bound n_gt0 d_gt0 (calls_of_target n_gt0 d_gt0 shows)).
apply: le_lt_trans bound; apply: error_value_le_off => //.
- exact: ltW.
- exact: ltW.
- by move=> i j _ _; exact: targets.curvature_ge0.
- by rewrite ler_addl.
move=> t t_in kept_t i j X i_n j_d X_in; have near_t := near t i j X t_in i_n j_d X_in; case: ifP => [_|/negbT t_good]; last by rewrite tab'_tab.
have [tab'_le tgt_le] : `|tab' t i j| <= Num.max `|- big| `|big| /\ `|targets.entry_at n d (f i j) X| <= big.
  split; last by apply: targets.target_le => //; apply: approximation_limit.box_in_cube (in_boxes t t_in X X_in).
  by rewrite normrN maxxx (ger0_norm big_ge0) ler_norml tab'_in.
rewrite /c'; apply: ler_add; first by apply: le_trans (ler_norm_sub _ _) _; exact: ler_add.
by apply: le_trans c_le1; apply: le_trans near_t; rewrite ler_addr.
Qed.
End Targets.
