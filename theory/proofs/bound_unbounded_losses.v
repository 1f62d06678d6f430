(* SPDX-License-Identifier: Apache-2.0 *)
(* Lemma C.5 with losses that are not bounded (learnability.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants calls_statements.
From attest Require learnability statements_positional_lemma_c5.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::= lazymatch goal with |- call _ _ _ _ = _ => enter_named; value end.
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "max" _ [:: _] None) _ => refine (y_largest _ _ _); [value | intros ? ?; value | reflexivity]
  end.

(* attest: positional.lemma-c5 finding_unbounded_losses sha256:29a1670d786fcf29736f736c10e0a561cfb59baae38b3e73b467f9ad86399060 theorem:unbounded_losses *)
Theorem unbounded_losses : Holds statements_positional_lemma_c5.finding_unbounded_losses.
Proof.
opening S W; meaning_for_all => c _ c_gt0.
have [b [b_gt0 large]] := learnability.unbounded_losses (@log_gt0 S) (@log_le S) c_gt0; meaning_exists b.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have two_gt0 : 0 < 2%:R :> S by rewrite ltr0n.
have one_neq0 : 1%:R != 0 :> S by rewrite pnatr_eq0.
have root : 0 <= log (functions_of S) 2%:R by apply/ltW/log_gt0; rewrite ltr1n.
pose loss (i : nat) : S := if i == 1%N then 0 else b.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (c := Greater) (v := Num _) (w := Num _) _ _ _); [ | value | reflexivity].
  refine (y_call (vs := [:: vec 2 (fun _ => 1%:R / 2%:R); listed 1 (fun _ => vec 2 loss); vec 1 (fun _ => 1%:R)]) _ _ _);
    [ | reflexivity | enter_named; value].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); apply: yields_eq; [value | reflexivity | value | reflexivity | value | reflexivity].
congr Bool; move: large; rewrite /= !big_cons !big_nil /loss /= !addr0 => large; exact: large.
Qed.
