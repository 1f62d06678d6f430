(* SPDX-License-Identifier: Apache-2.0 *)
(* Published variants with a causal mask: no output depends on a later token. And the variants that meet the position-aware condition: a
   learned sink (Theorem 3 of URPE speaks of the row sums v alone) and URPE itself, with the whole C and with the half that section 4.2
   keeps. The claims are variants.<name>. *)
From Coq Require Import Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows position_aware variants normalizers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Masks.
Variable F : realFieldType.
Implicit Types (n d k : nat) (e : F -> F).

(* X and Y differ in tokens after i alone. *)
Definition agree n d (i : 'I_n) (X Y : 'M[F]_(n, d)) : Prop := forall j : 'I_n, (j <= i)%N -> row j X = row j Y.

Lemma agree_entry n d (i j : 'I_n) (X Y : 'M[F]_(n, d)) m : agree i X Y -> (j <= i)%N -> X j m = Y j m.
Proof. by move=> same /same /rowP/(_ m); rewrite [LHS]mxE [RHS]mxE. Qed.

Lemma mulmx_entry n m k (A : 'M[F]_(n, m)) (B : 'M[F]_(m, k)) i j : (A *m B) i j = \sum_l A i l * B l j.
Proof. by rewrite mxE. Qed.

Lemma agree_mul n d k (i : 'I_n) (X Y : 'M[F]_(n, d)) (W : 'M[F]_(d, k)) : agree i X Y -> agree i (X *m W) (Y *m W).
Proof. by move=> same j le_ji; rewrite !row_mul same. Qed.

Lemma agree_scores n d k (WQ WK : 'M[F]_(d, k)) (i j : 'I_n) (X Y : 'M[F]_(n, d)) :
  agree i X Y -> (j <= i)%N -> scores WQ WK X i j = scores WQ WK Y i j.
Proof.
move=> same le_ji; rewrite /scores !mulmx_entry; apply: eq_bigr => l _.
rewrite (agree_entry l (agree_mul WQ same) (leqnn i)); congr (_ * _).
by rewrite [LHS]mxE [RHS]mxE (agree_entry l (agree_mul WK same) le_ji).
Qed.

(* Row i of a layer whose weights on later tokens are 0, and whose other weights are the same. *)
Lemma causal_attend n d (A A' : 'M[F]_n) (WV : 'M[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) :
  agree i X Y -> (forall j : 'I_n, A i j = A' i j) -> (forall j : 'I_n, (i < j)%N -> A' i j = 0) ->
  row i (attend A WV X) = row i (attend A' WV Y).
Proof.
move=> same same_weights later; apply/rowP => m; rewrite /attend [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE.
rewrite (agree_entry m same (leqnn i)) !mulmx_entry; congr (_ + _); apply: eq_bigr => j _; rewrite same_weights.
case: (leqP j i) => [le_ji|lt_ij]; last by rewrite later // !mul0r.
by rewrite (agree_entry m (agree_mul WV same) le_ji).
Qed.

(* --- softmax over the tokens up to i --- *)
Lemma masked_weight e n (S S' : 'M[F]_n) (i j : 'I_n) : (forall l : 'I_n, (l <= i)%N -> S i l = S' i l) ->
  causal_softmax e S i j = causal_softmax e S' i j.
Proof.
move=> same; have weight (l : 'I_n) :
  (\matrix_(a, b) (if (b <= a)%N then e (S a b) else 0)) i l = (\matrix_(a, b) (if (b <= a)%N then e (S' a b) else 0)) i l.
  by rewrite [LHS]mxE [RHS]mxE; case: ifP => // /same ->.
rewrite /causal_softmax /divide_rows [LHS]mxE [RHS]mxE weight; congr (_ / _).
by apply: eq_bigr => l _; rewrite weight.
Qed.

Lemma masked_later e n (S : 'M[F]_n) (i j : 'I_n) : (i < j)%N -> causal_softmax e S i j = 0.
Proof. by move=> lt_ij; rewrite mxE [X in X / _]mxE leqNgt lt_ij mul0r. Qed.

Theorem mask_is_causal e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) : agree i X Y ->
  row i (attend (causal_softmax e (scores WQ WK X)) WV X) = row i (attend (causal_softmax e (scores WQ WK Y)) WV Y).
Proof.
move=> same; apply: causal_attend => // [j|j]; last exact: masked_later.
by apply: masked_weight => l; apply: agree_scores.
Qed.

(* B is any matrix that does not look at X. *)
Theorem alibi_is_causal e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) : agree i X Y ->
  row i (attend (causal_softmax e (scores WQ WK X + B)) WV X) = row i (attend (causal_softmax e (scores WQ WK Y + B)) WV Y).
Proof.
move=> same; apply: causal_attend => // [j|j]; last exact: masked_later.
by apply: masked_weight => l le_li; rewrite [LHS]mxE [RHS]mxE (agree_scores WQ WK same le_li).
Qed.

(* Token i of X is token 1 + i of the sequence with the learned first token. *)
Theorem bos_is_causal e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) (first : 'rV[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) : agree i X Y ->
  row (rshift 1 i) (attend (bos_attention e WQ WK first X) WV (col_mx first X)) =
  row (rshift 1 i) (attend (bos_attention e WQ WK first Y) WV (col_mx first Y)).
Proof.
move=> same; have same_rows : agree (rshift 1 i) (col_mx first X) (col_mx first Y).
  move=> j; rewrite -(splitK j); case: (split j) => [a|a] /= le_ji; last by rewrite !rowKd same // -(leq_add2l 1).
  by rewrite !rowKu.
exact: mask_is_causal.
Qed.

(* --- variants.learned-sink: one more term in the denominator --- *)
Definition learned_sink e n d k (WQ WK : 'M[F]_(d, k)) (sink : F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) ((if (j <= i)%N then e (scores WQ WK X i j) else 0) /
                  (e sink + \sum_(l < n | (l <= i)%N) e (scores WQ WK X i l))).

Theorem sink_is_causal e n d k (WQ WK : 'M[F]_(d, k)) sink (WV : 'M[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) : agree i X Y ->
  row i (attend (learned_sink e WQ WK sink X) WV X) = row i (attend (learned_sink e WQ WK sink Y) WV Y).
Proof.
move=> same; apply: causal_attend => // [j|j lt_ij]; last by rewrite mxE leqNgt lt_ij mul0r.
rewrite [LHS]mxE [RHS]mxE; congr (_ / (_ + _)); last first.
  by apply: eq_bigr => l le_li; rewrite (agree_scores WQ WK same le_li).
by case: ifP => // /(agree_scores WQ WK same) ->.
Qed.

(* With scores 0 and the sink at 0 all weights are equal: row i sums to (i + 1) / (i + 2), i counted from 0. *)
Theorem sink_is_aware e n d k : (forall t, 0 < e t) ->
  position_aware (fun X : 'M[F]_(n, d) => learned_sink e (0 : 'M_(d, k)) 0 0 X).
Proof.
move=> e_gt0; exists (\col_i (i.+1%:R / i.+2%:R)); split=> [i j|X].
  apply: contraNneq; rewrite !mxE => /eqP; rewrite eqr_div ?pnatr_eq0 // -!natrM eqr_nat => /eqP same.
  by apply/eqP/ord_inj; move: same; rewrite -!multE; lia.
apply/matrixP => i j; rewrite row_sumsE mxE.
have score (l : 'I_n) : scores 0 0 X i l = 0 by rewrite /scores mulmx0 mul0mx mxE.
rewrite (eq_bigr (fun l : 'I_n => (if (l <= i)%N then 1 else 0) * (e 0 / (e 0 *+ i.+2)))) => [|l _].
  rewrite -mulr_suml -big_mkcond /= sumr_const -[_ *+ _]mulr_natl mulr1.
  have -> : #|[pred l : 'I_n | (l <= i)%N]| = i.+1.
    by rewrite -sum1_card (big_ord_narrow (ltn_ord i)) sum1_card card_ord.
  by rewrite -[e 0 *+ _]mulr_natr invfM; congr (_ * _); rewrite mulrA divff ?gt_eqF // mul1r.
rewrite mxE score (eq_bigr (fun _ => e 0)) => [|m _]; last by rewrite score.
rewrite (big_ord_narrow (ltn_ord i)) sumr_const card_ord -mulrS.
by case: ifP; rewrite ?mul1r ?mul0r.
Qed.

(* --- variants.urpe, variants.urpe-causal: URPE's appendix B, with T5's encoding --- *)
Theorem urpe_is_aware e n d k : (forall t, 0 < e t) ->
  position_aware (fun X : 'M[F]_(n, d) => urpe_attention e (0 : 'M_(d, k)) 0 (bias_t5 (fun _ => 0)) (@upper F) X).
Proof.
by move=> e_gt0; have [dist [sums _]] := @position_aware_condition F e n d k 0 e_gt0; exists (expected F n).
Qed.

(* c_{i-j} = 0 for i > j, as section 4.2 prints it. *)
Theorem urpe_causal_is_aware e n d k : (forall t, 0 < e t) ->
  (forall l : int, 0 < l -> @upper F l = 0) /\
  position_aware (fun X : 'M[F]_(n, d) => urpe_attention e (0 : 'M_(d, k)) 0 (bias_t5 (fun _ => 0)) (@upper F) X).
Proof.
move=> e_gt0; split=> [l l_gt0|]; first by rewrite /upper leNgt l_gt0.
exists (expected F n); split=> [|X]; first exact: expected_distinct.
by apply: zero_scores => //; apply/matrixP => i j; rewrite !mxE.
Qed.

End Masks.
