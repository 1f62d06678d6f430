(* SPDX-License-Identifier: Apache-2.0 *)
(* The empirical discrepancy of minimum and maximum (discrepancy.v), as the meaning of its statement: samples are any lists of numbers with these
   ends. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals calls_norms calls_tables.
From attest Require discrepancy bound_discrepancy statements_positional_discrepancy.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* max and min of a list that is not empty. *)
Section Ends.
Variable S : numbers.
Definition picked (pick : S -> S -> S) n (f : 'I_n -> S) : S :=
  if [seq f j | j <- indices n] is x :: l then foldl pick x l else 0.
Lemma extreme_picked pick n (f : 'I_n -> S) : (0 < n)%N -> extreme pick [:: along (indices n) f] = Value (Num (picked pick f)).
Proof.
move=> n_gt0; rewrite /extreme /along.
have -> : numbers_in [seq Value v | v <- [seq (Num (f j) : value S) | j <- indices n]] = Value [seq f j | j <- indices n].
  by rewrite -map_comp; exact: (numbers_in_map (indices n) f).
rewrite /picked; have := size_indices n; case: (indices n) => [|j l] //= size_n.
by rewrite -size_n in n_gt0.
Qed.
Lemma y_max_picked defs env a n (f : 'I_n -> S) : yields (functions_of S) defs env a (along (indices n) f) -> (0 < n)%N ->
  yields (functions_of S) defs env (Call "max" [:: a]) (Num (picked Num.max f)).
Proof. by move=> ya n_gt0; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | exact: extreme_picked]. Qed.
Lemma y_min_picked defs env a n (f : 'I_n -> S) : yields (functions_of S) defs env a (along (indices n) f) -> (0 < n)%N ->
  yields (functions_of S) defs env (Call "min" [:: a]) (Num (picked Num.min f)).
Proof. by move=> ya n_gt0; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | exact: extreme_picked]. Qed.
End Ends.

Ltac side ::=
  first [ assumption | exact: bound_discrepancy.next_neq0 | exact: bound_discrepancy.next_sum_neq0 | refine (esym (natrX _ _ _))
        | by rewrite pnatr_eq0 -?lt0n ].
Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "max" [:: _]) _ => refine (y_max_picked _ _); [value | assumption]
  | |- yields _ _ _ (Call "min" [:: _]) _ => refine (y_min_picked _ _); [value | assumption]
  end.
Ltac known_call ::= enter_named; value.

(* attest: positional.discrepancy printed sha256:7ad06fea66ce55f70916cc7b953601708f12ed0ea82d8dbecf9dfddcb2bb2f8f theorem:polynomial_claim *)
Theorem polynomial_claim : Holds statements_positional_discrepancy.printed.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => z _ _.
have [threshold pair] := @discrepancy.polynomial_claim S L z L_gt0; meaning_parts.
  meaning_for_all => c _ _; have [n0 large] := threshold c; meaning_exists (maxn 1 n0); first by rewrite leq_maxl.
  meaning_for_all => n; rewrite geq_max => /andP[_ n_ge] _; meaning_value.
  rewrite -(natrD _ L z) !bound_discrepancy.before ?addn_gt0 ?L_gt0 // !bound_discrepancy.next.
  by have [-> ->] := large n n_ge.
meaning_for_all => m m_gt0 _; meaning_for_all => n n_gt0 _.
meaning_for_all => train _ /allP train_ends; meaning_for_all => test _ /allP test_ends; meaning_value.
pose ends (x : 'I_n -> S) := (picked Num.min x, picked Num.max x); apply/eqP.
apply: (pair m (fun k => ends (train k)) (fun k => ends (test k)) m_gt0) => k.
  by have /andP[/eqP low /eqP high] := train_ends k (mem_index_enum k); rewrite /ends low high.
by have /andP[/eqP low /eqP high] := test_ends k (mem_index_enum k); rewrite /ends low high natrD.
Qed.
