(* SPDX-License-Identifier: Apache-2.0 *)
(* Coq's ring for mathcomp's commutative rings: all operations are written for one carrier, which ring can look up. Use:
   From Coq Require Import Ring, and in a section Add Ring carrier_ring : (carrier_theory F); then: by ring_in F. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Carrier.
Variable R : comRingType.
Definition carrier : Type := R.
Definition ring_add (a b : carrier) : carrier := (a : R) + (b : R).
Definition ring_mul (a b : carrier) : carrier := (a : R) * (b : R).
Definition ring_sub (a b : carrier) : carrier := (a : R) - (b : R).
Definition ring_opp (a : carrier) : carrier := - (a : R).
Definition ring_zero : carrier := (0 : R).
Definition ring_one : carrier := (1 : R).

Lemma carrier_theory : @ring_theory carrier ring_zero ring_one ring_add ring_mul ring_sub ring_opp eq.
Proof.
split => //; [exact: add0r | exact: addrC | exact: addrA | exact: mul1r | exact: mulrC | exact: mulrA | exact: mulrDl | exact: subrr].
Qed.
End Carrier.

(* Powers with a number as exponent become products; whatever else stands in the terms stays as it is. *)
Ltac to_carrier R :=
  rewrite ?expr2 ?exprS ?expr0 ?mulrS ?mulr0n;
  repeat match goal with
  | |- context [@GRing.add _ ?a ?b] => change (@GRing.add _ a b) with (@ring_add R a b)
  | |- context [@GRing.mul _ ?a ?b] => change (@GRing.mul _ a b) with (@ring_mul R a b)
  | |- context [@GRing.opp _ ?a] => change (@GRing.opp _ a) with (@ring_opp R a)
  | |- context [@GRing.zero _] => change (@GRing.zero _) with (@ring_zero R)
  | |- context [@GRing.one _] => change (@GRing.one _) with (@ring_one R)
  end;
  match goal with |- @eq _ ?a ?b => change (@eq (carrier R) a b) end.
Ltac ring_in R := to_carrier R; ring.
