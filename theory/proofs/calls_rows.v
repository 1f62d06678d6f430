(* SPDX-License-Identifier: Apache-2.0 *)
(* Rows that come apart: what "identical_rows" gives where two rows differ. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rows.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (A : nat -> nat -> F) (m n : nat).

Lemma call_rows_differ defs m n A i j : provides [:: identical_rows_d] defs -> (1 < i <= m)%N -> (0 < j <= n)%N -> A i j != A 1%N j ->
  call fs defs "identical_rows" [:: mat m n A] = Value (Bool false).
Proof.
move=> W /andP[i_gt1 i_m] j_n Aij; case: m i_m => [|m] i_m; first by case: i i_gt1 i_m {Aij}.
enter; apply: yields_eq.
  apply: y_all; first by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 m); [value | value | | rewrite -mulrSr].
  move=> k k_in; apply: y_compare; [apply: (@y_at _ _ floor_int _ _ _ _ m.+1 (fun i => vec n (A i)) _ k) | value | ]; try value; try reflexivity.
    by move: k_in; rewrite mem_iota ltnS => /andP[/ltnW-> ->].
  by rewrite /compare equal_vec.
congr Bool; apply/negbTE/allPn; exists i; first by rewrite mem_iota i_gt1 ltnS.
by apply/allPn; exists j; rewrite // mem_iota add1n ltnS.
Qed.
End Rows.
