(* SPDX-License-Identifier: Apache-2.0 *)
(* What follows from the laws of values.numbers: the laws that theorems assume of exp, ln and floors. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Laws.
Variable S : numbers.
Local Notation exp := (@exp_of S).
Local Notation log := (@log_of S).
Implicit Types x y : S.

Lemma floor_integer (i : int) : floor (functions_of S) (i%:~R : S) = i.
Proof.
have := floor_itv (i%:~R : S); rewrite /= ler_int ltr_int ltz_addr1 => /andP[le_i le_f].
by apply/le_anti; rewrite le_i le_f.
Qed.

Lemma archimedean x : exists n : nat, `|x| < n%:R.
Proof.
have /andP[_ lt_x] := floor_itv `|x|; have : 0 < (floor_of `|x| + 1)%:~R :> S by apply: le_lt_trans lt_x.
by rewrite ltr0z; case: (floor_of `|x| + 1) lt_x => // n lt_x _; exists n.
Qed.

Lemma exp_0 : exp 0 = 1.
Proof.
have ge1 : 1 <= exp 0 by have := exp_above (0 : S); rewrite addr0.
have neq0 : exp 0 != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
by apply: (mulfI neq0); rewrite -exp_add addr0 mulr1.
Qed.

Lemma exp_gt0 x : 0 < exp x.
Proof.
have half : exp x = exp (x / 2%:R) ^+ 2 by rewrite expr2 -exp_add -mulr2n -[_ *+ 2]mulr_natr divfK ?pnatr_eq0.
rewrite half exprn_even_gt0 //=; apply/eqP => half0.
by have /eqP := exp_add x (- x); rewrite subrr exp_0 half half0 expr0n /= mul0r oner_eq0.
Qed.

Lemma exp_lt x y : x < y -> exp x < exp y.
Proof.
move=> lt_xy; rewrite -[y](subrK x) addrC exp_add -[X in X < _]mulr1 ltr_pmul2l ?exp_gt0 //.
by apply: lt_le_trans (exp_above _); rewrite ltr_addl subr_gt0.
Qed.

Lemma exp_le : {mono exp : x y / x <= y}.
Proof. by apply: le_mono => x y; apply: exp_lt. Qed.

Lemma exp_inj : injective exp.
Proof. by move=> x y xy; apply/le_anti; rewrite -(exp_le x) -(exp_le y) xy lexx. Qed.

Lemma log_exp x : log (exp x) = x.
Proof. by apply: exp_inj; rewrite exp_log ?exp_gt0. Qed.

Lemma log_mul x y : 0 < x -> 0 < y -> log (x * y) = log x + log y.
Proof. by move=> x_gt0 y_gt0; apply: exp_inj; rewrite exp_add !exp_log // mulr_gt0. Qed.

Lemma log_le x : 0 < x -> log x <= x - 1.
Proof. by move=> x_gt0; rewrite ler_subr_addr addrC; apply: le_trans (exp_above _) _; rewrite exp_log. Qed.

Lemma log_1 : log 1 = 0.
Proof. by rewrite -exp_0 log_exp. Qed.

Lemma log_gt0 x : 1 < x -> 0 < log x.
Proof. by move=> x_gt1; rewrite -(leW_mono exp_le) exp_0 exp_log // (lt_trans ltr01). Qed.
End Laws.
