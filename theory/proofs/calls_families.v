(* SPDX-License-Identifier: Apache-2.0 *)
(* Families over the distances -(n-1), ..., n-1, and rows from 1 to n - 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries calls_linear_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Families.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (env : environment F) (n k : nat).

Lemma one_less n : (0 < n)%N -> n%:R - 1%:R = n.-1%:R :> F.
Proof. by case: n => // n _; rewrite mulrSr addrK. Qed.
Lemma y_distances defs env a b n : (0 < n)%N -> yields fs defs env a (Num (- (n%:R - 1%:R))) -> yields fs defs env b (Num (n%:R - 1%:R)) ->
  yields fs defs env (Binary Range a b) (List [seq Num (k%:R - n%:R) | k <- iota 1 (2 * n - 1)]).
Proof.
case: n => // n _; have -> : n.+1%:R - 1%:R = n%:Z%:~R :> F by rewrite one_less // pmulrn.
rewrite -rmorphN /= /yields /= => -> ->; rewrite /operate /on_integers /= !integer_int // /integers.
have -> : n%:Z - - n%:Z + 1 = (2 * n.+1 - 1)%N%:Z by rewrite opprK -!PoszD addn1 mul2n -addnn addSn subn1 addnS.
rewrite -[1%N]addn0 iotaDl -!map_comp; congr (Some (List _)); apply: eq_map => k /=; rewrite /of_integer; congr Num.
by rewrite rmorphD rmorphN /= -!pmulrn -[n.+1]addn1 addnC !natrD opprD addrACA subrr addr0 addrC.
Qed.
(* "[e for k in -(n-1)..n-1]" *)
Lemma y_family defs env a b (x : string) e n (g : nat -> value F) : (0 < n)%N ->
  yields fs defs env a (Num (- (n%:R - 1%:R))) -> yields fs defs env b (Num (n%:R - 1%:R)) ->
  (forall k, (0 < k <= 2 * n - 1)%N -> yields fs defs ((x, Num (k%:R - n%:R)) :: env) e (g k)) ->
  yields fs defs env (ListOver e [:: (x, Binary Range a b)] None) (listed (2 * n - 1) g).
Proof. by move=> n_gt0 ya yb body; apply: (y_list_over (y_distances n_gt0 ya yb)) => k /in_from_1; exact: body. Qed.
(* The place of i - j. *)
End Families.
