(* SPDX-License-Identifier: Apache-2.0 *)
(* What deep networks with norms at most 1 tell apart (depth.v), as the meaning of the statements of positional.theorem-6-1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_small_networks calls_normalized calls_scalar_networks.
From attest Require digits calls_grids bound_layer_norm depth eq_22 no_constants statements_positional_theorem_6_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Lists have their entries at ordinals. *)
Ltac index_value ::=
  first [refine (y_number_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_ordinal _ _ _ _); [floors | value | value | first [reflexivity | side]]].
Ltac length_value ::= first [refine (y_len_sheet _); value | refine (y_length_of _); value | refine (y_len _); value | refine (y_length _); value].
Ltac range_value ::= refine (y_up_to _ _ _ _); [floors | value | value | first [reflexivity | side]].
Ltac side ::=
  first [ eassumption | reflexivity | by rewrite ?natrX ?natrD ?natrM | by rewrite pnatr_eq0 | by rewrite ?natrX expf_neq0 ?pnatr_eq0 ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "value" _ = _ => found_call call_value_of
  | |- call _ _ "loss" _ = _ => found_call call_loss
  end.

(* attest: positional.theorem-6-1 finding_shattering sha256:8ea2e11be362984b17b4b5125d02550532836723b4b76d014ece890e4377a598 theorem:shattering *)
Theorem shattering : Holds statements_positional_theorem_6_1.finding_shattering.
Proof.
opening S W; meaning_for_all => k k_gt0 _; pose d := (4 ^ k)%N; have d_gt0 : (0 < d)%N by rewrite expn_gt0.
have dE : 4%:R ^+ k = d%:R :> S by rewrite natrX.
refine (says_forall (inside := fun _ : 'I_d -> bool => True) (h := fun c => along (indices d) (fun j => (c j)%:R : S)) (P := xpredT) _ _ _);
  [by apply: bound_layer_norm.in_bits dE; value | by [] | cbn beta => c _ _].
pose o : 'I_d := Ordinal d_gt0.
have [|ls [size_ls class_ls lsE]] := @depth.shattering S (@exp_of S) (@exp_gt0 S) (ordinal_finType d) o k c; first by rewrite card_ord.
pose net := eq_22.Network ls (depth.at_o S o); have member : eq_22.is_member (3 * k + 1) 1 1 net by exact: eq_22.small_member.
refine (says_exists_value (w := network_of net) _ (is_value_network_of _) _ _); [by move=> v; exact: any_and | | ].
  apply: (y_and (p := true) (q := true)) => [|_].
    refine (y_call (vs := [:: network_of net; Num (4%:R ^+ k)]) _ _ _); [by values | reflexivity | ].
    by apply: (call_is_small_network_of d_gt0 _ dE member); provided.
  apply: y_and1; apply: yields_eq.
    by refine (y_compare (c := Equal) (len_of_layers (f := net) _ size_ls) _ _); [value | value | reflexivity].
  by rewrite natrD natrM eqxx.
meaning_value; apply/allP => j _; rewrite no_constants.scalar_output_at_o; apply/eqP; exact: lsE.
Qed.

(* attest: positional.theorem-6-1 finding_gap_at_logarithmic_depth sha256:e4d048e06aa3446f7c5e493ce6d168905ae517dac7ee10af625ebbc402ca6667 theorem:gap_at_depth *)
Theorem gap_at_depth : Holds statements_positional_theorem_6_1.finding_gap_at_logarithmic_depth.
Proof.
opening S W; meaning_for_all => k k_gt0 _; pose d := (4 ^ k)%N; have d_gt0 : (0 < d)%N by rewrite expn_gt0.
have dE : 4%:R ^+ k = d%:R :> S by rewrite natrX.
refine (says_forall (inside := fun s => s \in lists_over (indices d) (d %/ 2)) (h := fun s : seq 'I_d => List [seq Num j.+1%:R | j : 'I_d <- s]) (P := xpredT) _ _ _);
  [ | by [] | cbn beta => sample].
  apply: in_list; apply: (calls_grids.y_tuples (@floor_integer S) (h := fun j : 'I_d => Num j.+1%:R) (l := indices d) (y := (d %/ 2)%:R)); [by value | | reflexivity].
  by apply: (y_div (x := 4%:R ^+ k) (y := 2%:R)); [value | value | exact: dE | reflexivity | by []].
rewrite digits.mem_lists_over => /andP[/eqP size_s _] _; pose o : 'I_d := Ordinal d_gt0.
have [||ls [size_ls class_ls seen risk]] := @depth.gap_at_depth S (@exp_of S) (@exp_gt0 S) (ordinal_finType d) o k sample.
- by rewrite card_ord.
- by rewrite size_s mulnC leq_trunc_div.
pose net := eq_22.Network ls (depth.at_o S o); have member : eq_22.is_member (3 * k + 1) 1 1 net by exact: eq_22.small_member.
refine (says_exists_value (w := network_of net) _ (is_value_network_of _) _ _); [by move=> v; exact: any_and | | ].
  apply: (y_and (p := true) (q := true)) => [|_].
    refine (y_call (vs := [:: network_of net; Num (4%:R ^+ k)]) _ _ _); [by values | reflexivity | ].
    by apply: (call_is_small_network_of d_gt0 _ dE member); provided.
  apply: y_and1; apply: yields_eq.
    by refine (y_compare (c := Equal) (len_of_layers (f := net) _ size_ls) _ _); [value | value | reflexivity].
  by rewrite natrD natrM eqxx.
have d_neq0 : 4%:R ^+ k != 0 :> S by rewrite dE pnatr_eq0 -lt0n.
have lossE j : no_constants.absolute_loss (no_constants.scalar_output (@exp_of S) net (fun i => (i == j)%:R)) 0%:R =
    depth.loss (depth.output (@exp_of S) ls o (fun i : 'I_d => (i == j)%:R)).
  by rewrite no_constants.scalar_output_at_o /no_constants.absolute_loss subr0.
meaning_value; apply/andP; split; first by apply/allP => j j_s; rewrite lossE seen.
rewrite (eq_bigr _ (fun j _ => lossE j)) dE; move: risk; by rewrite card_ord.
Qed.
