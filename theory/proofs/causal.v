(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 4.2: scores that are masked before softmax, then the product with C, give causal attention; C of ones
   gives back the attention without C. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Causal.
Variable F : realFieldType.
Implicit Types e : F -> F.

(* B is local if its entry (i, j) depends on the tokens i and j alone. *)
Definition local n d (B : 'M[F]_(n, d) -> 'M[F]_n) : Prop :=
  forall X Y i j, row i X = row i Y -> row j X = row j Y -> B X i j = B Y i j.

(* The scores of eq. 4. *)
Definition scores n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_(n, d) -> 'M[F]_n) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  X *m WQ *m (X *m WK)^T + B X.
(* Row i: a softmax of its scores over the tokens up to i, times c_{i-j}; e in place of exp. *)
Definition masked_attention e n d k (WQ WK : 'M[F]_(d, k)) B (c : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  let S := scores WQ WK B X in
  \matrix_(i, j) if (j <= i)%N then e (S i j) / (\sum_(l < n | (l <= i)%N) e (S i l)) * c (relative i j) else 0.
(* W: the value and the output projection in one. *)
Definition masked_layer e n d k (WQ WK : 'M[F]_(d, k)) B c (W : 'M[F]_d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  X + masked_attention e WQ WK B c X *m (X *m W).

Lemma local_scores n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_(n, d) -> 'M[F]_n) : local B -> local (scores WQ WK B).
Proof.
move=> local_B X Y i j row_i row_j; rewrite /scores ![(_ + _ : 'M_n) i j]mxE (local_B X Y) //; congr (_ + _).
have entry (Z : 'M[F]_(n, d)) : (Z *m WQ *m (Z *m WK)^T) i j = (row i Z *m WQ *m (row j Z *m WK)^T) 0 0.
  by rewrite -!row_mul !mxE; apply: eq_bigr => l _; rewrite !mxE.
by rewrite !entry row_i row_j.
Qed.

(* No output changes when a later token does: the scores, and the layer's output. *)
Theorem masked_is_causal e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_(n, d) -> 'M[F]_n) (c : int -> F) (W : 'M[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) :
  local B -> (forall j : 'I_n, (j <= i)%N -> row j X = row j Y) ->
  (forall j : 'I_n, (j <= i)%N -> scores WQ WK B X i j = scores WQ WK B Y i j) /\
  row i (masked_layer e WQ WK B c W X) = row i (masked_layer e WQ WK B c W Y).
Proof.
move=> local_B same.
have same_scores (j : 'I_n) : (j <= i)%N -> scores WQ WK B X i j = scores WQ WK B Y i j.
  by move=> le_ji; apply: local_scores => //; apply: same.
split=> //; apply/rowP => m; rewrite ![(row i _) 0 m]mxE ![(_ + _ : 'M_(n, d)) i m]mxE.
have entry (j : 'I_n) : (j <= i)%N -> X j m = Y j m by move=> /same/rowP/(_ m); rewrite !mxE.
have value (j : 'I_n) : (j <= i)%N -> (X *m W) j m = (Y *m W) j m.
  by move=> /same row_j; rewrite !mxE; apply: eq_bigr => l _; have /rowP/(_ l) := row_j; rewrite !mxE => ->.
rewrite entry //; congr (_ + _); rewrite [LHS]mxE [RHS]mxE; apply: eq_bigr => j _.
rewrite [X in X * _ = _]mxE [X in _ = X * _]mxE; case: ifP => [le_ji|_]; last by rewrite !mul0r.
rewrite value // same_scores //; congr (_ / _ * _ * _).
by apply: eq_bigr => l le_li; rewrite same_scores.
Qed.

(* The four encodings are local. *)
(* attest: urpe.causal-c repaired sha256:96af5e199c1c871544dab4d1d1cac74d9c5b3f4617b19652cd15c752115e92f4 theorem:masked_encodings_are_causal *)
Theorem masked_encodings_are_causal e n d k q (WQ WK : 'M[F]_(d, k)) (c : int -> F) (W : 'M[F]_d) (X Y : 'M[F]_(n, d)) (i : 'I_n) :
  (forall j : 'I_n, (j <= i)%N -> row j X = row j Y) ->
  let causal B :=
    (forall j : 'I_n, (j <= i)%N -> scores WQ WK B X i j = scores WQ WK B Y i j) /\
    row i (masked_layer e WQ WK B c W X) = row i (masked_layer e WQ WK B c W Y) in
  [/\ forall m, causal (bias_t5 m), forall r, causal (bias_shaw WQ r), forall r s, causal (bias_deberta WQ WK r s) &
      forall (r : int -> 'rV[F]_q) WR u v, causal (bias_transformer_xl WQ WK r WR u v)].
Proof.
move=> same causal; split=> *; apply: masked_is_causal => // Z T a b row_a row_b; rewrite !mxE ?row_a ?row_b //.
Qed.

(* C of ones changes nothing: for every matrix, and so for every attention of eq. 8. *)
Theorem ones_change_nothing e n d k (WQ WK : 'M[F]_(d, k)) B (X : 'M[F]_(n, d)) (P : 'M[F]_n) :
  \matrix_(i, j) (P i j * toeplitz n (fun=> 1) i j) = P /\
  urpe_attention e WQ WK B (fun=> 1) X = rpe_attention e WQ WK B X.
Proof.
have ones_entry i j : toeplitz n (fun=> 1 : F) i j = 1 by rewrite mxE.
by split; apply/matrixP => i j; rewrite mxE ones_entry mulr1.
Qed.

End Causal.
