(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E: the tail of independent trials, summed from above term by term, is the sum of the weights. As
   the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Ring.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements ring_tactic.
From attest Require bound_chernoff statements_positional_ood_chernoff_examples.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition exact_tail_d := Eval compute in definition_in (definitions statements_positional_ood_chernoff_examples.finding_same_sum) "exact_tail".

Section Sums.
Variable F : realFieldType.
Add Ring sums_ring : (carrier_theory F).
Implicit Types (p : F) (N i k : nat).
Local Notation weight := bound_chernoff.weight.
(* The next term and the sum so far. *)
Definition next N p (s : F * F) i : F * F :=
  let t := s.1 * (N%:R - i%:R + 1%:R) / i%:R * (1%:R - p) / p in (t, s.2 + t).
Lemma term N p i : p != 0 -> (i < N)%N -> weight N p (N - i) * (N%:R - i.+1%:R + 1%:R) / i.+1%:R * (1%:R - p) / p = weight N p (N - i.+1).
Proof.
move=> p_neq0 i_lt; have i_neq0 : i.+1%:R != 0 :> F by rewrite pnatr_eq0.
have rest : N%:R - i.+1%:R + 1%:R = (N - i)%:R :> F by rewrite natrB 1?ltnW // -addn1 natrD opprD addrA subrK.
have coefficient : 'C(N, N - i)%:R * (N - i)%:R / i.+1%:R = 'C(N, N - i.+1)%:R :> F.
  apply: (mulIf i_neq0); rewrite divfK // -!natrM (bin_sub (ltnW i_lt)) (bin_sub i_lt); congr _%:R.
  by rewrite mulnC -mul_bin_left mulnC.
have first : p ^+ (N - i) = p ^+ (N - i.+1) * p by rewrite -(subnSK i_lt) exprSr.
rewrite /bound_chernoff.weight rest (subKn (ltnW i_lt)) (subKn i_lt) first -coefficient exprSr -[RHS]mulr1 -[X in _ = _ * X](divff p_neq0).
move: ('C(N, N - i)%:R : F) ((N - i)%:R : F) ((i.+1%:R : F)^-1) (p^-1) (p ^+ (N - i.+1)) ((1 - p) ^+ i) => a b c q r s.
ring_in F.
Qed.
Lemma summed N p k : p != 0 -> (k <= N)%N ->
  foldl (next N p) (p ^+ N, p ^+ N) (iota 1 k) = (weight N p (N - k), \sum_(i < k.+1) weight N p (N - i)).
Proof.
move=> p_neq0; elim: k => [|k IH] k_lt.
  by rewrite /= big_ord1 subn0 /bound_chernoff.weight binn subnn expr0 mul1r mulr1.
have -> : iota 1 k.+1 = rcons (iota 1 k) k.+1 by rewrite -[k.+1]addn1 iotaD cats1 addnC.
rewrite foldl_rcons (IH (ltnW k_lt)) /next /= term //.
by rewrite [in RHS]big_ord_recr.
Qed.
Lemma from_above N p k : (k <= N)%N -> \sum_(i < (N - k).+1) weight N p (N - i) = bound_chernoff.upper_tail N p k%:R.
Proof.
move=> k_le; rewrite /bound_chernoff.upper_tail (eq_bigl (fun j : 'I_N.+1 => (k <= j)%N)) => [|j]; last by rewrite ler_nat.
have -> : \sum_(j < N.+1 | (k <= j)%N) weight N p j = \sum_(k <= j < N.+1) weight N p j by rewrite big_geq_mkord; apply: eq_bigl.
rewrite -[k in RHS]add0n big_addn big_mkord subSn //.
rewrite [RHS](reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _; congr (weight N p _).
have i_le : (i <= N - k)%N by rewrite -ltnS.
by rewrite subSS addnC addnBA // subnKC.
Qed.
End Sums.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Definition record_of (s : F * F) : value F := Rec [:: ("term", Num s.1); ("total", Num s.2)]%string.
Ltac side ::= first [eassumption | reflexivity].
Lemma call_exact_tail defs N p k : provides [:: exact_tail_d] defs -> p != 0 -> (k <= N)%N ->
  call fs defs "exact_tail" [:: Num N%:R; Num p; Num k%:R] = Value (Num (bound_chernoff.upper_tail N p k%:R)).
Proof.
move=> W p_neq0 k_le; enter.
refine (y_let (v := record_of (foldl (next N p) (p ^+ N, p ^+ N) (iota 1 (N - k)))) _ _).
  apply: (y_fold (k := record_of) (h := fun i => Num i%:R) (s := (p ^+ N, p ^+ N))); first by value.
    by apply: (y_from_1 floor_int); [value | value | rewrite natrB].
  move=> s i /in_from_1/andP[i_gt0 _]; have i_neq0 : i%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
  by value.
by rewrite summed ?leq_subr // from_above //; value.
Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "exact_tail" _ = _ => found_call call_exact_tail
  | |- call _ _ "upper_tail" _ = _ => found_call bound_chernoff.call_upper_tail
  end.

(* attest: positional.ood-chernoff-examples finding_same_sum sha256:7e46f69c13308a2191cd9846c66d39d47bd6aec94c2db8e3e19150cf828b0b2e theorem:same_sum *)
Theorem same_sum : Holds statements_positional_ood_chernoff_examples.finding_same_sum.
Proof.
opening S W; meaning_for_all => N N_gt0 _.
refine (says_forall (inside := fun k => k \in iota 0 N.+1) (h := fun k => Num k%:R) (P := xpredT) _ _ _); [ | by [] | ].
  by apply: in_list; apply: (y_range (@floor_integer S)); [value | value | reflexivity | rewrite add0n mulrSr].
move=> k; rewrite mem_iota ltnS => /andP[_ k_le] _.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have three_neq0 : 3%:R != 0 :> S by rewrite pnatr_eq0.
have sixteen_neq0 : 16%:R != 0 :> S by rewrite pnatr_eq0.
meaning_for_all => p p_in _; have p_neq0 : p != 0.
  by move: p_in; rewrite !inE => /or3P[]/eqP->; rewrite mulf_neq0 ?invr_neq0 ?pnatr_eq0.
by meaning_value.
Qed.
