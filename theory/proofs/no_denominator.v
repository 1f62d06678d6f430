(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 3: attention without the denominator of softmax, A = e(scores) entry by entry. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows position_aware.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section NoDenominator.
Variable F : realFieldType.
Implicit Types e : F -> F.

(* The scores of eq. 4. *)
Definition scores n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_(n, d) -> 'M[F]_n) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  X *m WQ *m (X *m WK)^T + B X.

Definition row_sums e n (S : 'M[F]_n) : 'cV[F]_n := map_mx e S *m ones F n.
Definition table n (m : int -> F) : 'M[F]_n := toeplitz n m.

(* T5's encoding with m_k = 0 for k <= 0 and m_k = 1 for k > 0, and no content: row i, counted from 0, sums to i e(1) + (n - i) e(0). *)
Theorem removal_breaks_the_limitation e n d k (X : 'M[F]_(n, d)) : injective e ->
  let m (t : int) := if t <= 0 then 0 else 1 in
  scores (0 : 'M_(d, k)) 0 (bias_t5 m) X = table n m /\ distinct (row_sums e (table n m)).
Proof.
move=> e_inj m; split; first by rewrite /scores mulmx0 mul0mx add0r.
have rowE (i : 'I_n) : row_sums e (table n m) i 0 = i%:R * (e 1 - e 0) + n%:R * e 0.
  rewrite row_sumsE (eq_bigr (fun j : 'I_n => (if (j < i)%N then e 1 - e 0 else 0) + e 0)) => [|j _]; last first.
    by rewrite !mxE /m /relative subr_le0 lez_nat; case: ltnP => _; rewrite ?subrK ?add0r.
  rewrite big_split /= -big_mkcond /= (big_ord_narrow (ltnW (ltn_ord i))) !sumr_const !card_ord.
  by rewrite !mulr_natl.
have e01 : e 1 - e 0 != 0 by rewrite subr_eq0 (inj_eq e_inj) oner_eq0.
move=> i j; apply: contraNneq; rewrite !rowE => /addIr/(mulIf e01)/eqP; rewrite eqr_nat => /eqP same.
by apply/eqP/ord_inj.
Qed.

Theorem without_an_encoding n d k (WQ WK : 'M[F]_(d, k)) (x : 'rV[F]_d) (i j i' j' : 'I_n) :
  let S := scores WQ WK (fun=> 0) (repeat_row n x) in S i j = S i' j'.
Proof.
have entry a b : (repeat_row n (x *m WQ) *m (repeat_row n (x *m WK))^T) a b = \sum_l (x *m WQ) 0 l * (x *m WK) 0 l.
  by rewrite mxE; apply: eq_bigr => l _; rewrite [X in _ * X]mxE !repeat_rowE.
rewrite /= /scores addr0 !(repeat_row_mul n x).
by rewrite !entry.
Qed.

Theorem shaw_and_deberta_at_0 n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (O := 0 : 'M[F]_(n, d)) :
  scores WQ WK (bias_shaw WQ r) O = 0 /\ scores WQ WK (bias_deberta WQ WK r s) O = 0.
Proof.
rewrite /scores /O !mul0mx !add0r; split; apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE !row0 !mul0mx ?trmx0 ?mulmx0 ?addr0 mxE //.
Qed.

Theorem transformer_xl_is_t5 n d k q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (X : 'M[F]_(n, d)) :
  scores (0 : 'M_(d, k)) 0 (bias_transformer_xl (0 : 'M_(d, k)) 0 r WR u v) X = table n (fun t => (v *m (r t *m WR)^T) 0 0).
Proof.
rewrite /scores !mulmx0 mul0mx add0r; apply/matrixP => i j.
by rewrite [LHS]mxE [RHS]mxE !mulmx0 !mul0mx trmx0 mulmx0 !add0r.
Qed.

(* m_k = m_{-k}, for the distances that occur. *)
Definition symmetric n (m : int -> F) : Prop := forall k : nat, (0 < k < n)%N -> m k%:Z = m (- k%:Z).

Theorem symmetric_tables n m : symmetric n m -> forall i j : 'I_n, table n m i j = table n m (rev_ord i) (rev_ord j).
Proof.
move=> even i j; rewrite !mxE /relative /=.
have -> : (n - i.+1)%N%:Z - (n - j.+1)%N%:Z = j%:Z - i%:Z.
  by rewrite -!subzn // opprB addrC addrA subrK !intS opprD addrACA subrr add0r.
have [le_ij|lt_ji] := leqP i j.
  have [->//|ne] := eqVneq (i : nat) j.
  rewrite -opprB subzn // -even // subn_gt0 ltn_neqAle ne le_ij /=.
  exact: leq_ltn_trans (leq_subr _ _) (ltn_ord j).
rewrite -[in RHS]opprB subzn 1?ltnW // even // subn_gt0 lt_ji /=.
exact: leq_ltn_trans (leq_subr _ _) (ltn_ord i).
Qed.

(* m_k = 1 for k = 1 and k = -1, and 0 elsewhere: from three tokens on the first two rows have different sums. *)
Theorem symmetric_from_three_on e n : injective e ->
  let m (t : int) := (`|t| == 1)%:R : F in
  symmetric n.+3 m /\ row_sums e (table n.+3 m) ord0 0 != row_sums e (table n.+3 m) (lift ord0 ord0) 0.
Proof.
move=> e_inj m; split=> [k _|]; first by rewrite /m normrN.
have value (i j : 'I_n.+3) : map_mx e (table n.+3 m) i j = e (m (i%:Z - j%:Z)) by rewrite !mxE.
have first : row_sums e (table n.+3 m) ord0 0 = e 0 + (e 1 + \sum_(j < n.+1) e 0).
  rewrite row_sumsE (eq_bigr _ (fun j _ => value _ j)) !big_ord_recl /=.
  by congr (_ + (_ + (_ + _))); apply: eq_bigr => j _.
have second : row_sums e (table n.+3 m) (lift ord0 ord0) 0 = e 1 + (e 0 + (e 1 + \sum_(j < n) e 0)).
  rewrite row_sumsE (eq_bigr _ (fun j _ => value _ j)) !big_ord_recl /=.
  by congr (_ + (_ + (_ + _))); apply: eq_bigr => j _.
rewrite first second big_ord_recl [X in X != _]addrCA (inj_eq (addrI _)) (inj_eq (addrI _)) (inj_eq (addIr _)).
by rewrite (inj_eq e_inj) eq_sym oner_eq0.
Qed.

(* No bound: e(K^2) > K; of exp only 1 + t <= e(t) is used. *)
Theorem no_bound e (K : nat) : (forall t, 1 + t <= e t) -> (1 <= K)%N -> K%:R < map_mx e (const_mx (K%:R * K%:R) : 'M[F]_1) 0 0.
Proof.
move=> above K_gt0; rewrite !mxE; apply: lt_le_trans (above _); rewrite -natrM -[1]/(1%:R) -natrD ltr_nat add1n ltnS.
by rewrite leq_pmulr.
Qed.

End NoDenominator.
