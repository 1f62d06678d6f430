(* SPDX-License-Identifier: Apache-2.0 *)
(* What any rule can read off n identical rows: a theorem of position_identification.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks bound_identical_rows.
From attest Require statements_urpe_position_identification.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition best_accuracy_d :=
  Eval compute in definition_in (definitions statements_urpe_position_identification.finding_best_accuracy_on_identical_tokens) "best_accuracy".

Section Accuracy.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.

Lemma largest_one n : (0 < n)%N -> largest [seq (1%:R : F) | _ <- iota 1 n] = Some 1%:R.
Proof. by case: n => // n _ /=; congr Some; elim: (iota 2 n) => //= k l IH; rewrite maxxx. Qed.
(* Of n equal sights one is right, whatever is answered. *)
Lemma call_best_accuracy defs n d (y : nat -> F) (places := List [seq Num (i%:R : F) | i <- iota 1 n]) : provides [:: best_accuracy_d] defs -> (0 < n)%N ->
  call fs defs "best_accuracy" [:: mat n d (fun=> y); places; places] = Value (Num (1%:R / n%:R)).
Proof.
move=> W n_gt0; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
pose same := all (fun i => y i == y i) (iota 1 d); have same1 : same by apply/allP.
rewrite /places; enter; apply: yields_eq.
  apply: y_divide; [ | by value | exact: n_neq0].
  apply: (y_sum (h := fun _ : nat => vec d y) (l := iota 1 n) _ (f := fun=> 1%:R / n%:R)); [by value | move=> s _].
  apply: (y_divide (x := 1%:R) (y := n%:R)); [ | | exact: n_neq0].
    apply: (y_largest (h := fun a : nat => Num (a%:R : F)) (l := iota 1 n) _ (f := fun=> 1%:R)); [by value | move=> a a_in | exact: largest_one].
    have -> : 1%:R = (count (fun k => same && (k%:R == a%:R :> F)) (iota 1 n))%:R :> F.
      rewrite (eq_count (a2 := pred1 a)) => [|k]; last by rewrite same1 /= eqr_nat.
      by rewrite count_uniq_mem ?iota_uniq // a_in.
    apply: (y_count (h := fun k : nat => Num (k%:R : F)) (l := iota 1 n)); [by value | move=> k k_in].
    by apply: y_and; [apply: y_compare; [value | value | exact: equal_vec] | move=> _; apply: y_and1; value].
  have -> : n%:R = (count (fun _ : nat => same) (iota 1 n))%:R :> F.
    by rewrite (eq_count (a2 := predT)) ?count_predT ?size_iota // => k; rewrite same1.
  apply: (y_count (h := fun _ : nat => vec d y) (l := iota 1 n)); [by value | move=> k k_in].
  by apply: y_compare; [value | value | exact: equal_vec].
congr Num; rewrite big_const_seq count_predT size_iota iter_addr_0 -[_ *+ n]mulr_natr divfK //.
Qed.
End Accuracy.

(* attest: urpe.position-identification finding_best_accuracy_on_identical_tokens sha256:05417d08279ac0ec799767ff7ad7ac0757f92515ea5427417641c184fac04f20 theorem:best_accuracy *)
Theorem best_accuracy : Holds statements_urpe_position_identification.finding_best_accuracy_on_identical_tokens.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => x _ _; for_networks x n_gt0 d_gt0.
have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_compare (v := Num (1%:R / n%:R)) (w := Num (1%:R / n%:R))); [ | by value | by rewrite /compare /equal eqxx].
by refine (y_call _ _ _); [values | reflexivity | apply: call_best_accuracy; first by provided].
Qed.
