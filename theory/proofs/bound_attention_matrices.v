(* SPDX-License-Identifier: Apache-2.0 *)
(* Findings about single attention matrices, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores.
From attest Require statements_urpe_identical_rows statements_urpe_position_aware_condition statements_urpe_shared_c statements_urpe_lemma_8.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* --- urpe.identical-rows ------------------------------------------------------------------------------------------------------ *)
(* attest: urpe.identical-rows finding_signs_do_not_matter sha256:ea874dbe631f5bf409b2b2e202abc258424ba61299727c9eb3ca1fe0ef93d457 theorem:signs_do_not_matter *)
Theorem signs_do_not_matter : Holds statements_urpe_identical_rows.finding_signs_do_not_matter.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => x _ _.
meaning_for_all => A _ /allP sums; apply: says_expression; last exact: (erefl true).
refine (y_call _ _ _); [values | reflexivity | apply: call_identical_rows => //; first by provided].
have sum1 i : (0 < i <= n)%N -> \sum_(l <- iota 1 n) A i l = 1 by move=> i_n; apply/eqP/sums; rewrite mem_iota add1n ltnS.
by move=> i j i_n _; rewrite -!mulr_suml !sum1.
Qed.

(* attest: urpe.identical-rows finding_any_bias_inside_softmax sha256:7b73a48f2ba6cbabd21086a59eac119b2d41457bd24aeb73ccfcf55de492c289 theorem:any_bias_inside_softmax *)
Theorem any_bias_inside_softmax : Holds statements_urpe_identical_rows.finding_any_bias_inside_softmax.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => A _ _; apply: says_expression; last exact: (erefl true).
eapply y_all_true; [value | move=> i _; apply: y_close; [value | value | exact: soft_sum]].
Qed.

(* attest: urpe.identical-rows finding_extra_tokens_without_a_mask sha256:d6e069c3245fc211f77906afebc66048f0e4df64dc8e3b3f2114f942663fb465 theorem:equal_tokens_equal_scores *)
Theorem equal_tokens_equal_scores : Holds statements_urpe_identical_rows.finding_extra_tokens_without_a_mask.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => q q_gt0 _.
meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => X _ _; meaning_for_all => i i_n _.
refine (says_forall (P := fun j => all (fun l => X i l == X j l) (iota 1 d)) _ _ _); [domain_of | | ].
  by move=> j j_n; cbn beta in j_n; cbn [condition_is]; apply: y_compare; [value | value | exact: equal_vec].
move=> j j_n /allP same; cbn beta in j_n; apply: says_expression; last exact: (erefl true).
apply: y_let; [value | apply: y_same_vec; [value | value | ]] => k k_n.
apply: eq_bigr => l _; congr (_ * _); apply: eq_big_seq => t t_d; by rewrite (eqP (same t t_d)).
Qed.

(* --- urpe.position-aware-condition, urpe.shared-c -------------------------------------------------------------------------------- *)
(* attest: urpe.position-aware-condition finding_without_C sha256:51b2df8bb26a4eb4650db6cc28932da3e2605f5b6d59bd960b8dc9aa20c22369 theorem:not_aware_without_C *)
Theorem not_aware_without_C : Holds statements_urpe_position_aware_condition.finding_without_C.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => A _ /andP[_ /andP[_ /allP sums]]; apply: says_expression; last exact: (erefl true).
refine (@y_not _ _ _ _ _ false _); refine (y_call _ _ _); [values | reflexivity | ].
have sum1 i : (0 < i <= n)%N -> \sum_(l <- iota 1 n) A i l * 1 = 1.
  by move=> i_n; rewrite -mulr_suml mulr1; apply/eqP/sums; rewrite mem_iota add1n ltnS.
by apply: (@not_distinct _ _ (@floor_integer S) _ _ _ 1 2) => //; [provided | rewrite (sum1 1%N) ?(ltnW n_gt1) // (sum1 2%N)].
Qed.

(* attest: urpe.shared-c finding_ones_are_not_position_aware sha256:c48dafbd3d6d537329397b4507043d662b75f5ff477726242672721e317e457f theorem:ones_are_not_position_aware *)
Theorem ones_are_not_position_aware : Holds statements_urpe_shared_c.finding_ones_are_not_position_aware.
Proof.
opening S W; meaning_for_all => n n_gt1 _; apply: says_expression; last exact: (erefl true).
have n_gt0 := ltnW n_gt1; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
refine (@y_not _ _ _ _ _ false _); refine (y_call _ _ _); [values | reflexivity | ].
enter_named; refine (y_call _ _ _); [values | reflexivity | ].
by apply: (@not_distinct _ _ (@floor_integer S) _ _ _ 1 2) => //; provided.
Qed.

(* attest: urpe.shared-c finding_two_attentive_heads_are_RPE sha256:ba36918d890e53768c27bb9ba553849a37929e1c1e41775ea9b2a1eef652ab63 theorem:two_attentive_heads_are_RPE *)
Theorem two_attentive_heads_are_RPE : Holds statements_urpe_shared_c.finding_two_attentive_heads_are_RPE.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
meaning_for_all => A _ /andP[_ /andP[pos sums]]; apply: says_expression; first by value.
rewrite /=; apply/andP; split.
  by apply: sub_all pos => i; apply: sub_all => j; rewrite mulr1.
apply: sub_all sums => i /eqP sum_i; apply/eqP; rewrite -[RHS]sum_i.
by apply: eq_bigr => j _; exact: mulr1.
Qed.

(* --- urpe.lemma-8 ------------------------------------------------------------------------------------------------------------------ *)
(* attest: urpe.lemma-8 finding_bias_free sha256:0128dcff66b6e39d1a3bc0db31a9e66d93c1cd2e2a02713d5a57b9561fbf4afe theorem:nothing_without_biases *)
Theorem nothing_without_biases : Holds statements_urpe_lemma_8.finding_bias_free.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => d d_gt0 _; have n_gt0 := ltnW n_gt1.
meaning_for_all => A _ _; meaning_for_all => P _ _; meaning_for_all => R _ _; apply: says_expression; last exact: (erefl true).
apply: y_same_mat; [value | value | ] => i j i_n j_d.
rewrite /= big1 // => l _; rewrite [X in X * _]big1 ?mul0r // => k _; by rewrite [X in _ * X]big1 ?mulr0 // => t _; rewrite mul0r.
Qed.
