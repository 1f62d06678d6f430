(* SPDX-License-Identifier: Apache-2.0 *)
(* Coq's tactics `ring` and `field` for any ordered field of mathcomp: `fring` and `ffield`, after `Add Field` in a section. The operations
   are folded into plain functions first, since the tactics know terms by their syntax. Powers are x ^+ 2 or atoms. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Plain.
Variable F : realFieldType.
Implicit Types x y : F.

Definition plain_add x y : F := x + y.
Definition plain_mul x y : F := x * y.
Definition plain_sub x y : F := x - y.
Definition plain_div x y : F := x / y.
Definition plain_opp x : F := - x.
Definition plain_inv x : F := x^-1.
Definition plain_exp x n : F := x ^+ n.
Definition plain_natmul x n : F := x *+ n.
Definition plain_one : F := 1.
Definition plain_zero : F := 0.

Lemma plain_ring : ring_theory plain_zero plain_one plain_add plain_mul plain_sub plain_opp (@eq F).
Proof.
split; rewrite /plain_add /plain_mul /plain_sub /plain_opp /plain_one /plain_zero => // *.
- exact: add0r.
- exact: addrC.
- exact: addrA.
- exact: mul1r.
- exact: mulrC.
- exact: mulrA.
- exact: mulrDl.
- exact: subrr.
Qed.

Lemma plain_field :
  field_theory plain_zero plain_one plain_add plain_mul plain_sub plain_opp plain_div plain_inv (@eq F).
Proof.
split=> //; first exact: plain_ring; first by apply/eqP; rewrite oner_eq0.
by move=> x /eqP x0; apply: mulVf.
Qed.
End Plain.

Ltac fold_plain F :=
  repeat match goal with
  | |- context [@GRing.add _ ?x (@GRing.opp _ ?y)] => change (@GRing.add _ x (@GRing.opp _ y)) with (@plain_sub F x y)
  | |- context [@GRing.add _ ?x ?y] => change (@GRing.add _ x y) with (@plain_add F x y)
  | |- context [@GRing.mul _ ?x ?y] => change (@GRing.mul _ x y) with (@plain_mul F x y)
  | |- context [@GRing.opp _ ?x] => change (@GRing.opp _ x) with (@plain_opp F x)
  | |- context [@GRing.inv _ ?x] => change (@GRing.inv _ x) with (@plain_inv F x)
  | |- context [@GRing.natmul _ ?x 2] => change (@GRing.natmul _ x 2) with (@plain_add F x x)
  | |- context [@GRing.natmul _ ?x 3] => change (@GRing.natmul _ x 3) with (@plain_add F x (@plain_add F x x))
  | |- context [@GRing.natmul _ ?x 4] =>
      change (@GRing.natmul _ x 4) with (@plain_add F x (@plain_add F x (@plain_add F x x)))
  | |- context [@GRing.exp _ ?x 2] => change (@GRing.exp _ x 2) with (@plain_mul F x x)
  | |- context [@GRing.exp _ ?x ?n] => change (@GRing.exp _ x n) with (@plain_exp F x n)
  | |- context [@GRing.natmul _ ?x ?n] => change (@GRing.natmul _ x n) with (@plain_natmul F x n)
  | |- context [@GRing.one _] => change (@GRing.one _) with (@plain_one F)
  | |- context [@GRing.zero _] => change (@GRing.zero _) with (@plain_zero F)
  end;
  match goal with |- @eq _ ?x ?y => change (@eq (Num.RealField.sort F) x y) | |- _ => idtac end.
