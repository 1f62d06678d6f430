(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), abstract: RPE Transformers come near every continuous function in L^p, and, from two tokens on, miss some in the sup norm, as the meaning of the
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require Import bound_identical_rows bound_headline_targets calls_error_bound calls_target_errors calls_narrow_bodies calls_t5_bodies near_targets.
From attest Require calls_trivial_distance statements_urpe_headline.
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
  | |- call _ _ "by_weights" _ = _ => apply: call_by_weights; [provided | assumption]
  | |- call _ _ "is_body" _ = _ => apply: call_is_t5_body; [provided | assumption | assumption]
  | |- call _ _ "is_narrow" _ = _ => apply: call_is_narrow; [provided | assumption]
  | |- call _ _ "is_range" _ = _ => apply: call_is_range; [provided | assumption]
  | |- call _ _ "is_cut" _ = _ => apply: call_is_cut; [provided | assumption | assumption]
  | |- call _ _ "network" _ = _ => match goal with H : call _ _ "network" _ = _ |- _ => exact: H end
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ _ _ = _ => enter_named; value
  end.

Definition near_formula := Eval compute in asserted statements_urpe_headline.finding_near_in_lp.
Lemma near_says (S : numbers) defs : provides (rev (definitions statements_urpe_headline.finding_near_in_lp)) defs ->
  Says (functions_of S) (call (functions_of S) defs) true [::] near_formula.
Proof.
lazymatch goal with |- provides ?l _ -> ?g => let l' := eval compute in l in change (provides l' defs -> g) end.
rewrite /near_formula => W; pose proof (@floor_integer S).
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
  @near_with_t5 S defs n d p f eps _ _ n_gt0 d_gt0 p_gt0 told eps_gt0; [by provided | by provided | ].
apply: (says_exists_value (w := t5_body n d Bs)); [by move=> w; exact: any_and | exact: t5_body_value | by apply: yields_eq; [value | ] | ].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
by meaning_value.
Qed.

(* attest: urpe.headline finding_near_in_lp sha256:09cc0a4c8b6b010af2543a7b9cb4f0c55795bfd16586722672b8d6665c3ff776 theorem:near_in_lp *)
Theorem near_in_lp : Holds statements_urpe_headline.finding_near_in_lp.
Proof. by opening S W; exact: near_says W. Qed.

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].
(* attest: urpe.headline repaired sha256:be4a283dfdf29f31b08da30b19803466706cc939fe0a7f9ba4bf042a724c08b3 theorem:both_norms *)
Theorem both_norms : Holds statements_urpe_headline.repaired.
Proof.
opening S W; apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
  by meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0; target_is_missed (fun _ : nat => 0 : S) M n_gt0 d_gt0.
have near_W : provides (rev (definitions statements_urpe_headline.finding_near_in_lp)) defs.
  by lazymatch goal with |- provides ?l _ => let l' := eval compute in l in change (provides l' defs) end; provided.
exact: near_says near_W.
Qed.
