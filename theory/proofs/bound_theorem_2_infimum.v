(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2: the least error of a network, with biases and without; as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require identical_rows.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_blocks calls_networks calls_constant_network bound_identical_rows.
From attest Require statements_urpe_theorem_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => first [match goal with H : call _ _ "network" _ = _ |- _ => exact: H end | apply: call_constant_network; [provided | assumption | assumption]]
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "is_stochastic_network" _ = _ => apply: call_is_stochastic_constant; [provided | assumption | assumption]
  | |- call _ _ "is_bias_free" _ = _ => apply: call_is_bias_free_constant; provided
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* The error of one row in all places whose entries are 0 but for the first. *)
Lemma error_of_constant (F : realFieldType) n d (M c : F) : (0 < n)%N -> (0 < d)%N ->
  \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) ((if (i%:R == 1%:R :> F) && (j%:R == 1%:R :> F) then 2%:R * M else 0%:R) - (if j == 1%N then c else 0)) ^+ 2 =
  (2%:R * M - c) ^+ 2 + (n%:R - 1) * c ^+ 2.
Proof.
case: n d => [|n] // [|d] // _ _.
have row i : \sum_(j <- iota 1 d.+1) ((if (i%:R == 1%:R :> F) && (j%:R == 1%:R :> F) then 2%:R * M else 0%:R) - (if j == 1%N then c else 0)) ^+ 2 =
    ((if i == 1%N then 2%:R * M else 0) - c) ^+ 2.
  rewrite [iota _ _]/= big_cons eqxx andbT (eqr_nat _ i 1) big1_seq ?addr0 // => j /andP[_]; rewrite mem_iota => /andP[j_gt1 _].
  by rewrite (eqr_nat _ j 1) (gtn_eqF j_gt1) andbF subr0 expr0n.
rewrite (eq_bigr _ (fun i _ => row i)) [iota _ _]/= big_cons eqxx; congr (_ + _).
rewrite (eq_big_seq (fun=> c ^+ 2)) => [|i]; last by rewrite mem_iota => /andP[i_gt1 _]; rewrite gtn_eqF // sub0r sqrrN.
by rewrite big_const_seq count_predT size_iota iter_addr_0 -[_ *+ n]mulr_natl mulrSr addrK.
Qed.

(* attest: urpe.theorem-2 finding_infimum sha256:e891756c007840377815fae2f778aa1ac94a2a4457b82cfe79b693f6e1a4e936 theorem:theorem_2_infimum *)
Theorem theorem_2_infimum : Holds statements_urpe_theorem_2.finding_infimum.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0.
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => x _ _; for_networks x n_gt0 d_gt0; meaning_value.
  rewrite -identical_rows.boundE //; apply: first_column => // [|i i_gt1]; first by rewrite !eqxx.
  by rewrite (eqr_nat _ i 1) gtn_eqF.
pose c := 2%:R * M / n%:R; pose b (j : nat) : S := if j == 1%N then c else 0.
apply: (says_exists_value (w := constant_network n d b)); [by move=> v; any_named W | exact: constant_network_value | by value | ].
meaning_for_all => X _ _; meaning_value; apply/eqP.
rewrite error_of_constant // -identical_rows.boundE //; apply/eqP; rewrite -subr_eq0 identical_rows.bound_difference //.
by rewrite subrr expr0n mulr0.
Qed.

(* attest: urpe.theorem-2 finding_infimum_without_biases sha256:f61f4652a4a106d73c0a8f5152b371254568e35c7b4fc4baf0c19ee47191ddfd theorem:infimum_without_biases *)
Theorem infimum_without_biases : Holds statements_urpe_theorem_2.finding_infimum_without_biases.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0.
apply: (says_exists_value (w := constant_network n d (fun=> 0 : S))); [by move=> v; exact: any_and | exact: constant_network_value | | ].
  by apply: true_and_true; [value | apply: y_and1; value].
meaning_for_all => X _ _; meaning_value; apply/eqP.
have := error_of_constant M 0 n_gt0 d_gt0; rewrite !subr0 expr0n mulr0 addr0 exprMn -natrX => <-.
by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite if_same.
Qed.
