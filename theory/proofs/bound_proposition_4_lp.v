(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Proposition 4: URPE Transformers come near every continuous function in L^p, with each of the four encodings of section 2, as the meaning of
   its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require Import bound_headline_targets calls_error_bound calls_target_errors calls_defined calls_narrow_bodies calls_urpe_bodies near_targets.
From attest Require calls_trivial_distance statements_urpe_proposition_4.
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
  | |- call _ _ "at_zero_scores" _ = _ => apply: call_at_zero_scores; [provided | assumption]
  | |- call _ _ "averaging" _ = _ => apply: call_averaging; [provided | assumption]
  | |- call _ _ "is_body" _ = _ => apply: call_is_urpe_body; [provided | assumption | assumption]
  | |- call _ _ "is_narrow" _ = _ => apply: call_is_narrow; [provided | assumption]
  | |- call _ _ "is_range" _ = _ => apply: call_is_range; [provided | assumption]
  | |- call _ _ "is_cut" _ = _ => apply: call_is_cut; [provided | assumption | assumption]
  | |- call _ _ "with_encoding" _ = _ => apply: call_with_encoding; [provided | assumption]
  | |- call _ _ "is_variant" _ = _ => apply: encoded_head_meets; [provided | assumption | assumption]
  | |- call _ _ "urpe_attention" _ = _ => apply: encoded_head_attention; [provided | assumption | assumption | assumption]
  end.
Ltac side ::= first [assumption | match goal with H : is_true (0 < ?n)%N |- 2%:R * ?n%:R - 1%:R = _ => exact: (twice_less_1 _ H) end | idtac].

(* attest: urpe.proposition-4 printed sha256:abb1002225e6890c9ba8c2dca0c6068641e010dc34bb02293367730a67d65cc5 theorem:proposition_4 *)
Theorem proposition_4 : Holds statements_urpe_proposition_4.printed.
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
have v_inj i j : (0 < i <= n)%N -> (0 < j <= n)%N -> upper_sum S n i = upper_sum S n j -> i = j by move=> _ _; exact: upper_sum_inj.
have [||Bs [low [high [m [strip [y [all_narrow low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  near_by_tables (defs := defs) _ _ n_gt0 d_gt0 p_gt0 (any_table_attends n_gt0 d_gt0 (by_family_attends S n_gt0) v_inj) (@narrow_units S) told eps_gt0;
  [by provided | by provided | ].
apply: (says_exists_value (w := urpe_body n d Bs)); [by move=> w; exact: any_and | exact: urpe_body_value | by apply: yields_eq; [value | ] | ].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  apply: says_among => [|v v_in]; first by value.
  have [t vE t_in] : exists2 t, v = Symb t & List.In t encodings.
    by case: v_in => [|[|[|[|//]]]] ->; eexists; [reflexivity | left | reflexivity | right; left | reflexivity | do 2! right; left | reflexivity | do 3! right; left].
  subst v; meaning_for_all => R _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  apply: y_all_lists; apply: (lists_cons (us := map (body_block d "c" (family_tag S n)) Bs)) => [|_ /is_among_in[B _ ->]]; first by [].
  set env := _ :: _; have B_y : yields (functions_of S) defs env (Name "B") (body_block d "c" (family_tag S n) B) by [].
  have heads_y : yields (functions_of S) defs env (Field (Name "B") "heads") (List (map (body_head d "c" (family_tag S n)) (heads B))) by apply: (y_field B_y).
  apply: lists_one heads_y _ => _ /is_among_in[h _ ->]; apply: (gives_value (v := Bool true)) => //.
  set env' := _ :: _; have h_y : yields (functions_of S) defs env' (Name "h") (body_head d "c" (family_tag S n) h) by [].
  have c_y : yields (functions_of S) defs env' (Field (Name "h") "c") (vec (2 * n - 1) (family S n (kind h))) by apply: (y_field h_y).
  apply: (y_let (v := encoded_head t n d (family S n (kind h)))).
    by refine (y_call (all_cons c_y _) _ _); [values | reflexivity | known_call].
  apply: true_and_true; first by value.
  apply: y_and1; apply: (y_same_mat (A := averaged_by n (family S n (kind h))) (B := averaged_by n (family S n (kind h)))) => //.
    by refine (y_call _ _ _); [values | reflexivity | known_call].
  by refine (y_call (all_cons (v := vec (2 * n - 1) (family S n (kind h))) _ _) _ _); [exact: c_y | values | reflexivity | known_call].
by meaning_value.
Qed.
