(* SPDX-License-Identifier: Apache-2.0 *)
(* C of ones changes nothing: a theorem of causal.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_conditions.
From attest Require Import statements_urpe_all_ones_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.all-ones-c printed sha256:0d96941f0a372065de9e45d682ba64cd3ab9b85f0d75d04697fda61f6cd62a4d theorem:ones_change_nothing *)
Theorem ones_change_nothing : Holds printed.
Proof.
opening S W; meaning_parts.
  meaning_for_all => n n_gt0 _; meaning_for_all => A _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
  by apply: y_same_mat; [by value | by value | move=> i j _ _; rewrite /= mulr1].
for_each_of => v _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => R _ _.
apply: says_for_values => [h|h]; first exact: any_and.
case/true_and=> _ /true_and[isv /true_and[is_ones /true_and[columns _]]].
have [k [Q K k_gt0 hQ hK enc]] : exists k, variant_head h n d k by apply: variant_condition n_gt0 d_gt0 _ _ _ isv; first by provided.
have hc : field_at h "c" = Value (vec (2 * n - 1) (fun=> 1%:R)).
  by apply: true_equal_vec is_ones; [exact: y_name | value].
have columns_d : field_at h "variant" = Value (Symb "transformer_xl") -> exists M, field_at h "WR" = Value (mat d k M).
  by apply: fixed_family enc _ _ columns; [ | exact: y_name].
have [B encB] := encodes_of R enc n_gt0 d_gt0 columns_d.
meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_let.
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_urpe_attention _ _ encB hQ hK hc n_gt0 d_gt0 k_gt0); provided].
apply: y_let.
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_rpe_attention _ _ encB hQ hK n_gt0 d_gt0 k_gt0); provided].
apply: y_all2_true; [by value | by move=> i _; value | move=> i j /in_from_1 i_n /in_from_1 j_n].
by apply: y_close; [value | value | rewrite /factored mulr1].
Qed.
