(* SPDX-License-Identifier: Apache-2.0 *)
(* What families c_{i-j} do: theorems of shared_families.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_steps.
From attest Require statements_urpe_all_ones_c statements_urpe_shared_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.all-ones-c finding_only_ones sha256:36d4ae7e121cfddfdfad741b75ddd7e81210c20aa5f13d77b75b02a9ecb4ddc9 theorem:only_ones *)
Theorem only_ones : Holds statements_urpe_all_ones_c.finding_only_ones.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => P _ /allP P_gt0.
refine (says_forall (P := fun c : nat -> S => ~~ all (fun k => c k == 1) (iota 1 (2 * n - 1))) _ _ _); [domain_of | | ].
  move=> c _; cbn [condition_is]; apply: y_compare; [by value | by value | by rewrite /compare (equal_vec (2 * n - 1) c (fun=> 1))].
move=> c _ /allPn[k /in_from_1/andP[k_gt0 k_n] c_k]; apply: says_expression; last exact: (erefl true).
have pos i j : (0 < i <= n)%N -> (0 < j <= n)%N -> P i j != 0.
  move=> i_n j_n; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
  by have /allP/(_ j) := P_gt0 i i_in; rewrite mem_iota add1n ltnS => /(_ j_n)/lt0r_neq0.
have differ i j : (0 < i <= n)%N -> (0 < j <= n)%N -> (i + n - j)%N = k -> P i j * c (i + n - j)%N != P i j.
  by move=> i_n j_n ->; rewrite -[X in _ != X]mulr1 (inj_eq (mulfI (pos i j i_n j_n))).
have n_n : (0 < n <= n)%N by rewrite n_gt0 leqnn.
have one_n : (0 < 1 <= n)%N by [].
case: (leqP k n) => [k_le | n_lt].
  by apply: (@y_other_mat S _ _ _ _ n n _ _ k n); [by value | by value | rewrite k_gt0 | by [] | apply: differ; rewrite ?k_gt0 ?addnK].
have i_n : (0 < k.+1 - n <= n)%N.
  by rewrite subn_gt0 ltnS (ltnW n_lt) leq_subLR addnn -mul2n (leq_ltn_trans k_n) // subn1 prednK // muln_gt0.
by apply: (@y_other_mat S _ _ _ _ n n _ _ (k.+1 - n) 1); [by value | by value | by [] | by [] | apply: differ; rewrite // subnK ?subn1 // ltnW // ltnS ltnW].
Qed.

(* attest: urpe.all-ones-c finding_a_factor_is_free sha256:7e4cb389a80bcfbd337f6b80d4c55858b101350173e3ddea323f01cf619ccee7 theorem:a_factor_is_free *)
Theorem a_factor_is_free : Holds statements_urpe_all_ones_c.finding_a_factor_is_free.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _.
refine (says_forall (P := fun t : S => t != 0) _ _ _); [domain_of | by move=> t _; cbn [condition_is]; value | move=> t _ t_neq0].
meaning_for_all => P _ _; meaning_for_all => X _ _; meaning_for_all => V _ _; meaning_for_all => b _ _; meaning_for_all => O _ _.
apply: says_expression; last exact: (erefl true).
apply: y_same_mat; [by value | by value | move=> i j i_n j_d].
rewrite /headed; apply: eq_bigr => l _; congr (_ * _); apply: eq_bigr => p _; rewrite -mulrA; congr (_ * _).
rewrite (eq_bigr (fun q => X p q * V q l / t)) => [|q _]; last by rewrite mulrA.
by rewrite -mulr_suml -mulrDl mulrC divfK.
Qed.

(* --- urpe.shared-c: eq. 23 and ones ---------------------------------------------------------------------------------------------- *)
Definition upper (S : numbers) n (k : nat) : S := if (k <= n)%N then 1 else 0.
Lemma sums_of_upper (S : numbers) n : (0 < n)%N ->
  all (fun i => all (fun j => (\sum_(l <- iota 1 n) upper S n (i + n - l)%N * 1) / n%:R != (\sum_(l <- iota 1 n) upper S n (j + n - l)%N * 1) / n%:R) (iota i.+1 (n - i))) (iota 1 n).
Proof.
move=> n_gt0; apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_n].
rewrite (inj_eq (mulIf _)) ?invr_eq0 ?pnatr_eq0 -?lt0n //.
have row m : \sum_(l <- iota 1 n) upper S n (m + n - l)%N * 1 = \sum_(l <- iota 1 n) (if (m + n - l <= n)%N then 1 else 0).
  by apply: eq_bigr => l _; rewrite mulr1.
by rewrite !row steps_differ ?i_gt0 // oner_eq0.
Qed.

(* attest: urpe.shared-c finding_one_head_of_each_kind sha256:16a242e494c5eb288489ccc4c11e26eab444c8eabe2dcaaeec2d92f5c42389ac theorem:one_head_of_each_kind *)
Theorem one_head_of_each_kind : Holds statements_urpe_shared_c.finding_one_head_of_each_kind.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_exists (fun h k : nat => if h == 1%N then upper S n k else 1).
meaning_value; apply/andP; split; first exact: sums_of_upper.
by apply/allP.
Qed.

(* attest: urpe.shared-c finding_three_heads_carry_the_proof sha256:709a9dd4257da32879dc0153bafd729001f285755ab3cf1d12d715257d709330 theorem:three_heads_carry_the_proof *)
Theorem three_heads_carry_the_proof : Holds statements_urpe_shared_c.finding_three_heads_carry_the_proof.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_exists (fun h k : nat => if h == 1%N then upper S n k else 1).
apply: says_expression.
  refine (y_call _ _ _); [values | reflexivity | enter_named].
  apply: y_and; [by value | move=> _; apply: y_and1; apply: y_compare; [apply: y_count; [by value | by move=> t _; value] | by value | reflexivity]].
apply/andP; split; first by apply/orP; left; exact: sums_of_upper.
have ones : all (fun k => 1 == 1%:R :> S) (iota 1 (2 * n - 1)) by apply/allP.
by rewrite /= ones ler_nat leq_addl.
Qed.
