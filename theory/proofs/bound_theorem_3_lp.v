(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: the two conditions make a Transformer universal in L^p, as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require Import bound_headline_targets calls_error_bound calls_target_errors calls_narrow_bodies calls_conditions_bodies near_targets.
From attest Require calls_trivial_distance statements_urpe_theorem_3.
From attest Require Import rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Distinct entries. *)
Lemma distinct_inj (T : eqType) n (v : nat -> T) : all (fun i => all (fun j => v i != v j) (iota i.+1 (n - i))) (iota 1 n) ->
  forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j.
Proof.
move=> /allP apart; have less i j : (0 < i)%N -> (i < j <= n)%N -> v i = v j -> False.
  move=> i_gt0 /andP[i_j j_n] same; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS i_gt0 (leq_trans (ltnW i_j)).
  have /allP/(_ j) := apart i i_in; rewrite mem_iota addSn subnKC ?(leq_trans (ltnW i_j)) // ltnS i_j j_n => /(_ isT).
  by rewrite same eqxx.
move=> i j /andP[i_gt0 i_n] /andP[j_gt0 j_n] same; case: (ltngtP i j) => // ij; [case: (less i j) | case: (less j i)] => //; by rewrite ij.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ "trivial_distance" _ = _ => match goal with H : call _ _ "trivial_distance" _ = _ |- _ => exact: H end
  | |- call _ _ "error_bound" _ = _ => match goal with H : call _ _ "error_bound" _ = _ |- _ => exact: H end
  | |- call _ _ "by_the_conditions" _ = _ => apply: call_by_the_conditions; [provided | assumption]
  | |- call _ _ "attentive" _ = _ => apply: call_attentive_zero; [provided | assumption]
  | |- call _ _ "mean_matrix" _ = _ => apply: call_mean_matrix; [provided | assumption]
  | |- call _ _ "is_body" _ = _ => apply: call_is_conditions_body; [provided | assumption]
  | |- call _ _ "is_narrow" _ = _ => apply: call_is_narrow; [provided | assumption]
  | |- call _ _ "is_range" _ = _ => apply: call_is_range; [provided | assumption]
  | |- call _ _ "is_cut" _ = _ => apply: call_is_cut; [provided | assumption | assumption]
  end.

(* attest: urpe.theorem-3 printed sha256:0d1d0d4317c05c7d80270fc1af0069dd70c7d3c448aaefc9cb5117660c5401e3 theorem:theorem_3 *)
Theorem theorem_3 : Holds statements_urpe_theorem_3.printed.
Proof.
opening S W.
have Wt : provides [:: is_target_d] defs by provided.
have Wr : provides [:: is_range_d] defs by provided.
have Wc : provides [:: is_cut_d] defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => v _ /distinct_inj v_inj.
apply: says_for_values => [f|f told]; first by any_named Wt.
have {}told : call (functions_of S) defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call told _; last by rewrite /yields_all.
have is_f : target_of n d f by apply: (is_target_true (defs := defs)); [provided | exact: told].
meaning_for_all => p p_gt0 _; meaning_for_all => fine fine_gt0 _.
have [|away away_c] := @calls_trivial_distance.call_trivial_distance S defs f n d p fine _ n_gt0 d_gt0 fine_gt0 is_f; first by provided.
meaning_for_all => eps _ /andP[eps_gt0 _].
have [||Bs [low [high [m [strip [y [all_narrow low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  near_by_tables (defs := defs) _ _ n_gt0 d_gt0 p_gt0 (any_table_attends n_gt0 d_gt0 (by_kind_attends v n_gt0) v_inj) (@narrow_units S) told eps_gt0;
  [by provided | by provided | ].
apply: (says_exists_value (w := conditions_body d Bs)); [by move=> w; exact: any_and | exact: conditions_body_value | by apply: yields_eq; [value | ] | ].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  by apply: y_same_mat; [value | value | ].
by meaning_value.
Qed.
