(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022): with biases a network meets the constant target 1 exactly, for every n and d; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_blocks calls_networks calls_constant_network.
From attest Require statements_urpe_biases.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => apply: call_constant_network; [provided | assumption | assumption]
  | |- call _ _ "is_stochastic_network" _ = _ => apply: call_is_stochastic_constant; [provided | assumption | assumption]
  end.

(* attest: urpe.biases repaired sha256:a4e635c0da2faaab00116efd7e9be5cf2fe6d6302bbf36636f2c808268be3517 theorem:ones_with_biases *)
Theorem ones_with_biases : Holds statements_urpe_biases.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: (says_exists_value (w := constant_network n d (fun=> 1 : S))); [by move=> v; any_named W | exact: constant_network_value | by value | ].
meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
by apply: (@y_same_mat S _ _ _ _ n d (fun _ _ => 1) (fun _ _ => 1%:R)); [value | value | ].
Qed.
