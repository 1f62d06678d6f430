(* SPDX-License-Identifier: Apache-2.0 *)
(* Layers without biases: theorems of without_biases.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require without_biases.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
From attest Require Import statements_urpe_biases.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.biases finding_the_distance sha256:979769a519a9b8ab9877db1000df3457dfb5691ecc5123190be6f3af4cd98aaa theorem:the_distance *)
Theorem the_distance : Holds finding_the_distance.
Proof.
opening S W; meaning_for_all => k _ _; meaning_value.
by apply/eqP; exact: without_biases.the_distance.
Qed.

(* attest: urpe.biases finding_zero_goes_to_zero sha256:220554ca0f55d6d0b4919f55124c524e943114f9e02bfbac685e431ead912a19 theorem:zero_goes_to_zero *)
Theorem zero_goes_to_zero : Holds finding_zero_goes_to_zero.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => r r_gt0 _.
meaning_for_all => A _ _; meaning_for_all => V _ _; meaning_for_all => O _ _; meaning_for_all => W1 _ _; meaning_for_all => W2 _ _.
apply: says_expression; last exact: (erefl true).
apply: y_let; [by value | apply: y_let; [by value | apply: y_same_mat; [by value | by value | move=> i j i_n j_d]]].
have zero l : (0 + headed n d k A V (fun=> 0) O (fun _ _ => 0) i l) = 0 :> S.
  rewrite /headed add0r big1 // => p _; rewrite [X in X * _]big1 ?mul0r // => q _.
  by rewrite [X in _ * (X + _)]big1 ?addr0 ?mulr0 // => t _; rewrite mul0r.
rewrite /fed zero add0r addr0 big1 // => l _; rewrite big1 ?addr0 ?maxxx ?mul0r // => t _; by rewrite zero mul0r.
Qed.
