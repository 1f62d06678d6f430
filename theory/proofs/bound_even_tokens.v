(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 5.1: which token eq. 10 asks for last, and what any rule can read off n identical rows; as the meaning of
   the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Lia.
From attest Require calls_encodings bound_position_identification statements_urpe_even_token_prediction.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_naturals calls_softmax calls_scores calls_blocks calls_networks bound_identical_rows benes calls_whole.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_even_token_prediction.finding_best_accuracy_on_identical_tokens) f) (only parsing).
Definition even_tokens_d := Eval compute in the "even_tokens".
Definition constant_d := Eval compute in the "constant".

Lemma double_in i n : i \in from_to 1 n -> compare_wholes AtMost i (n %/ 2) -> (0 < 2 * i <= n)%N.
Proof.
rewrite mem_from_to /= => /andP[i_gt0 _] i_half; rewrite muln_gt0 i_gt0 /= (leq_trans _ (leq_trunc_div n 2)) //.
by rewrite mulnC leq_mul2r i_half orbT.
Qed.

Section Calls.
Variable S : numbers.
Local Notation fs := (functions_of S).
Implicit Types (defs : seq definition) (w : seq nat) (n V : nat).

Definition even_targets w V : seq nat := [seq (if (i <= size w %/ 2)%N then item 0%N w (2 * i) else V + 1)%N | i <- from_to 1 (size w)].
Lemma call_even_tokens defs w V : provides [:: even_tokens_d] defs ->
  call fs defs "even_tokens" [:: wholes w; whole V] = Value (@wholes S (even_targets w V)).
Proof.
move=> W; enter; naturally; exact: double_in.
Qed.
Lemma call_constant defs a n : provides [:: constant_d] defs -> call fs defs "constant" [:: @whole S a; whole n] = Value (wholes (nseq n a)).
Proof.
move=> W; enter; apply: yields_eq; first by naturally.
by congr wholes; apply: (@eq_from_nth _ 0%N) => [|i]; rewrite size_map size_iota ?size_nseq ?subn1 //= => i_n; rewrite (nth_map 0%N) ?size_iota ?subn1 // nth_nseq i_n.
Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "even_tokens" _ = _ => apply: call_even_tokens; provided
  end.

(* attest: urpe.even-token-prediction finding_odd_n sha256:b7c98e5e1f2e93d5d71c54b11a4674e1378d71a0e267ad9312b2a5ba0f5795d6 theorem:last_token *)
Theorem last_token : Holds statements_urpe_even_token_prediction.finding_odd_n.
Proof.
opening S W; natural_for_all => n n_gt1 _; natural_value; apply/eqP.
rewrite /even_targets has_map /=; have size_n : size (from_to 1 n) = n by rewrite size_iota subn1.
rewrite size_n; have item_n i : (0 < i <= n)%N -> item 0%N (from_to 1 n) i = i.
  by case/andP=> i_gt0 i_n; rewrite /item nth_iota ?subn1 ?prednK // add1n prednK.
apply/idP/hasP => [even_n | [i i_in]].
  have twice : (2 * (n %/ 2) = n)%N by rewrite [RHS](divn_eq n 2) (eqP even_n) addn0 mulnC.
  exists (n %/ 2)%N; last by rewrite /= leqnn twice item_n ?eqxx // leqnn ltnW.
  by rewrite mem_from_to leq_div divn_gt0 // n_gt1.
move: i_in; rewrite mem_from_to => /andP[i_gt0 i_n] /=; case: leqP => [i_half|_]; last by rewrite addn1 gtn_eqF.
rewrite item_n; last by apply: double_in; rewrite ?mem_from_to ?i_gt0.
by move/eqP <-; rewrite modnMr.
Qed.
