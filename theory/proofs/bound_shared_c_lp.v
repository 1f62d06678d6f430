(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 4.2: with one C for each head in all layers, and with one head and one C in the whole network, URPE Transformers come near every continuous
   function in L^p, as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require Import bound_headline_targets calls_defined calls_error_bound calls_target_errors calls_narrow_bodies.
From attest Require Import calls_urpe_bodies calls_encoded_bodies calls_shared_bodies near_targets.
From attest Require calls_trivial_distance narrow_read statements_urpe_shared_c.
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
  | |- call _ _ "serves" _ = _ => apply: call_serves; [provided | assumption | assumption | assumption]
  | |- call _ _ "is_body" _ = _ => apply: call_is_plain_paths; [provided | assumption]
  | |- call _ _ "is_narrow" _ = _ => apply: call_is_narrow; [provided | assumption]
  | |- call _ _ "is_range" _ = _ => apply: call_is_range; [provided | assumption]
  | |- call _ _ "is_cut" _ = _ => apply: call_is_cut; [provided | assumption | assumption]
  end.
Ltac side ::= first [assumption | match goal with H : is_true (0 < ?n)%N |- 2%:R * ?n%:R - 1%:R = _ => exact: (twice_less_1 _ H) end | idtac].

Lemma encodings_listed (F : realFieldType) (v : value F) : is_among v [:: Symb "t5"; Symb "shaw"; Symb "deberta"; Symb "transformer_xl"]%string ->
  exists2 t, v = Symb t & List.In t encodings.
Proof.
by case=> [|[|[|[|//]]]] ->; eexists; [reflexivity | left | reflexivity | right; left | reflexivity | do 2! right; left | reflexivity | do 3! right; left].
Qed.


(* attest: urpe.shared-c repaired sha256:cd2af154945d8442923876c4f603e96fc5164f0d985cb864884113d21358e351 theorem:one_family_is_enough *)
Theorem one_family_is_enough : Holds statements_urpe_shared_c.repaired.
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
have [||Bs [low [high [m [strip [y [all_single low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  @near_with_one_family S defs n d p f eps _ _ n_gt0 d_gt0 p_gt0 told eps_gt0; [by provided | by provided | ].
have all_narrow B : List.In B Bs -> narrow B by case/all_single.
have blocks_c : call (functions_of S) defs "with_families" [:: plain_body d Bs; List [:: vec (2 * n - 1) (rising S)]; Num n%:R] =
    Value (List (map (evaluated_block n d (shared S n)) Bs)) by apply: (call_with_families (q := 1)); [provided | | | ].
meaning_exists (rising S : nat -> S).
apply: (says_exists_value (w := plain_body d Bs)); [by move=> w; exact: any_and | exact: plain_body_value | | ].
  apply: true_and_true; first by value.
  apply: true_and_true; first by value.
  apply: y_and1; apply: (y_all_in (h := body_block d "kind" (fun=> Num 0)) (l := Bs)) => [|B /all_single[_ few]]; first exact: y_name.
  apply: (yields_eq (v := Bool ((size (heads B))%:R <= 1%:R :> S))); last by rewrite ler_nat few.
  refine (y_compare (v := Num (size (heads B))%:R) (w := Num 1%:R) _ _ _); [ | value | reflexivity].
  rewrite -(size_map (body_head d "kind" (fun=> Num 0))); apply: y_length.
  by apply: (y_field (h := body_block d "kind" (fun=> Num 0) B)).
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  apply: says_among => [|v /encodings_listed[t -> t_in]]; first by value.
  meaning_for_all => R _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  by refine (y_call _ _ _); [values | reflexivity | known_call].
apply: says_expression; last exact: y_lt.
refine (y_compare (v := Num y) (w := Num (eps ^+ p)) _ _ _); [ | value | reflexivity].
refine (y_call (vs := [:: f; List (map (evaluated_block n d (shared S n)) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R]) _ _ _);
  [ | reflexivity | exact: y_c].
refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))))); try by value.
by refine (y_call _ _ blocks_c); [values | reflexivity].
Qed.

(* attest: urpe.shared-c printed sha256:387364eb8e62fc5fd41a7d915eb3cc6c6b135495a8fdd39ef1051236033d9c71 theorem:two_families *)
Theorem two_families : Holds statements_urpe_shared_c.printed.
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
have [||Bs [low [high [m [strip [y [all_single low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  @near_with_one_family S defs n d p f eps _ _ n_gt0 d_gt0 p_gt0 told eps_gt0; [by provided | by provided | ].
have all_narrow B : List.In B Bs -> narrow B by case/all_single.
have blocks_c : call (functions_of S) defs "with_families" [:: plain_body d Bs; mat 2 (2 * n - 1) (fun _ => rising S); Num n%:R] =
    Value (List (map (evaluated_block n d (shared S n)) Bs)) by apply: (call_with_families (q := 2)); [provided | | | ].
meaning_exists (fun _ k : nat => rising S k).
apply: (says_exists_value (w := plain_body d Bs)); [by move=> w; exact: any_and | exact: plain_body_value | by apply: yields_eq; [value | ] | ].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  apply: says_among => [|v /encodings_listed[t -> t_in]]; first by value.
  meaning_for_all => R _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  apply: (y_all_in (h := fun=> vec (2 * n - 1) (rising S)) (l := iota 1 2)) => [|c _]; first exact: y_name.
  by refine (y_call _ _ _); [values | reflexivity | known_call].
apply: says_expression; last exact: y_lt.
refine (y_compare (v := Num y) (w := Num (eps ^+ p)) _ _ _); [ | value | reflexivity].
refine (y_call (vs := [:: f; List (map (evaluated_block n d (shared S n)) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R]) _ _ _);
  [ | reflexivity | exact: y_c].
refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))))); try by value.
by refine (y_call _ _ blocks_c); [values | reflexivity].
Qed.
