(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 1: Transformers with absolute encodings come near every continuous function in L^p, as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require Import bound_headline_targets calls_error_bound calls_target_errors calls_narrow_bodies calls_encoded_bodies near_targets.
From attest Require calls_trivial_distance statements_urpe_theorem_1.
From attest Require Import rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "trivial_distance" _ = _ => match goal with H : call _ _ "trivial_distance" _ = _ |- _ => exact: H end
  | |- call _ _ "error_bound" _ = _ => match goal with H : call _ _ "error_bound" _ = _ |- _ => exact: H end
  | |- call _ _ "encoded" _ = _ => apply: call_encoded; [provided | assumption | assumption]
  | |- call _ _ "equal_scores" _ = _ => apply: call_equal_scores; provided
  | |- call _ _ "rpe_attention" _ = _ => apply: equal_head_attention; [provided | assumption | assumption]
  | |- call _ _ "mean_matrix" _ = _ => apply: call_mean_matrix; [provided | assumption]
  | |- call _ _ "is_body" _ = _ => apply: call_is_plain_paths; [provided | assumption]
  | |- call _ _ "is_narrow" _ = _ => apply: call_is_narrow; [provided | assumption]
  | |- call _ _ "is_range" _ = _ => apply: call_is_range; [provided | assumption]
  | |- call _ _ "is_cut" _ = _ => apply: call_is_cut; [provided | assumption | assumption]
  end.

(* attest: urpe.theorem-1 printed sha256:4d6d9205baae3f9ea386a7c085e375135023a95d68c09ccbbeeb4723775c3cec theorem:theorem_1 *)
Theorem theorem_1 : Holds statements_urpe_theorem_1.printed.
Proof.
opening S W.
have Wt : provides [:: is_target_d] defs by provided.
have Wr : provides [:: is_range_d] defs by provided.
have Wc : provides [:: is_cut_d] defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: says_for_values => [f|f told]; first by any_named Wt.
have {}told : call (functions_of S) defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call told _; last by rewrite /yields_all.
have is_f : target_of n d f by apply: (is_target_true (defs := defs)); [provided | exact: told].
meaning_for_all => p p_gt0 _; meaning_for_all => fine fine_gt0 _.
have [|away away_c] := @calls_trivial_distance.call_trivial_distance S defs f n d p fine _ n_gt0 d_gt0 fine_gt0 is_f; first by provided.
meaning_for_all => eps _ /andP[eps_gt0 _].
have [||Bs [low [high [m [strip [y [all_narrow low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  @near_with_numbers S defs n d p f eps _ _ n_gt0 d_gt0 p_gt0 told eps_gt0; [by provided | by provided | ].
meaning_exists (numbered S : nat -> nat -> S).
apply: (says_exists_value (w := plain_body d Bs)); [by move=> w; exact: any_and | exact: plain_body_value | by apply: yields_eq; [value | ] | ].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  by apply: y_same_mat; [value | value | ].
by meaning_value.
Qed.
