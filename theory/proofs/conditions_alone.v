(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: neither of its two conditions is necessary. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware variants shared_families.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ConditionsAlone.
Variable F : realFieldType.

(* 2A with half the value weights is A; neither 2A nor diag(v) is right stochastic. *)
(* attest: urpe.conditions-necessity finding_attentive_is_not_necessary sha256:d19f83dde3edb1589e6e81a7378b7f07cb073130c37d19fc310e7c449246f0c3 theorem:attentive_is_not_necessary *)
Theorem attentive_is_not_necessary :
  (forall n d k (A : 'M[F]_n) (X : 'M[F]_(n, d)) (WV : 'M[F]_(d, k)) bV WO,
    head_output (Head (fun=> 2%:R *: A) (2%:R^-1 *: WV) (2%:R^-1 *: bV) WO) X = head_output (Head (fun=> A) WV bV WO) X) /\
  (forall n (A : 'M[F]_n) (v : 'cV[F]_n), (1 < n)%N -> right_stochastic A -> distinct v ->
    ~ right_stochastic (2%:R *: A) /\ ~ right_stochastic (diag_mx v^T)).
Proof.
have two_neq0 : 2%:R != 0 :> F by rewrite pnatr_eq0.
split=> [n d k A X WV bV WO|n A v n_gt1 [_ sums] dist]; last split.
- rewrite /head_output /=; congr (_ *m _).
  have -> : add_row (X *m (2%:R^-1 *: WV)) (2%:R^-1 *: bV) = 2%:R^-1 *: add_row (X *m WV) bV.
    by rewrite /add_row /repeat_row scalerDr -!scalemxAr.
  by rewrite -scalemxAl -scalemxAr scalerA divff // scale1r.
- case=> _; rewrite /row_sums_one -scalemxAl sums => /matrixP/(_ (Ordinal (ltnW n_gt1)) 0)/eqP.
  by rewrite !mxE mulr1 (eqr_nat F 2 1).
case=> _ /matrixP one; apply: (@constant_not_distinct F n v 1 n_gt1 _ dist) => i.
by have := one i 0; rewrite mul_diag_mx !mxE mulr1.
Qed.

(* diag(v) + sign x I, where x is the first entry of X. *)
Definition moving n d (v : 'cV[F]_n.+1) (sign : F) (X : 'M[F]_(n.+1, d.+1)) : 'M[F]_n.+1 := diag_mx (\row_i (v i 0 + sign * X 0 0)).

(* attest: urpe.conditions-necessity finding_position_aware_is_not_necessary sha256:78f337f4c1f6264a503e70b8e5cb2e132503a0b25da5652b4590bf724ee8abfa theorem:position_aware_is_not_necessary *)
Theorem position_aware_is_not_necessary :
  (forall n d (v : 'cV[F]_n.+1) cV (X : 'M[F]_(n.+1, d.+1)),
    let part sign := head_output (Head (moving v sign) (0 : 'M_(_, 1)) (const_mx cV) (const_mx 1)) X in
    part 1 + part (- 1) = (2%:R * cV) *: v *m (ones F d.+1)^T) /\
  (forall n (v : 'cV[F]_n.+1) sign, sign = 1 \/ sign = - 1 ->
    exists X Y : 'M[F]_(n.+1, 1), moving v sign X *m ones F n.+1 <> moving v sign Y *m ones F n.+1).
Proof.
split=> [n d v cV X part|n v sign signs].
  have partE sign i j : part sign i j = (v i 0 + sign * X 0 0) * cV.
    have constant : add_row 0 (const_mx cV) = const_mx cV :> 'M[F]_(n.+1, 1).
      by apply/matrixP => a b; rewrite [LHS]mxE repeat_rowE !mxE add0r.
    by rewrite /part /head_output /= mulmx0 constant mxE big_ord1 [X in _ * X]mxE mulr1 mul_diag_mx !mxE.
  apply/matrixP => i j; rewrite [LHS]mxE !partE mxE big_ord1 !mxE mulr1 mul1r mulN1r -mulrDl addrACA subrr addr0.
  by rewrite -mulr2n -mulr_natl mulrAC.
have sums (X : 'M[F]_(n.+1, 1)) i : (moving v sign X *m ones F n.+1) i 0 = v i 0 + sign * X 0 0.
  by rewrite mul_diag_mx !mxE mulr1.
exists 0, (const_mx 1) => /matrixP/(_ 0 0); rewrite !sums !mxE mulr0 mulr1 => /addrI/eqP.
by case: signs => ->; rewrite eq_sym ?oppr_eq0 oner_eq0.
Qed.

End ConditionsAlone.
