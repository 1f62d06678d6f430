(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2, beyond the attention of section 2: absolute biases, mixtures of heads, further tokens. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section OtherAttention.
Variable F : realFieldType.

(* Whatever a score is made of; e in place of exp. *)
Theorem any_bias_inside_softmax (e : F -> F) n (S : 'M[F]_n) : (forall t, 0 < e t) -> softmax e S *m ones F n = ones F n.
Proof. exact: softmax_row_sums. Qed.

(* attest: urpe.identical-rows finding_talking_heads sha256:0011b96a3caf1126541a841c1f293b8d240ec2672ee8165456ea3f918c039416 theorem:talking_heads *)
Theorem talking_heads n H (A : 'I_H -> 'M[F]_n) (w : 'I_H -> F) : (forall h, row_sums_one (A h)) ->
  (\sum_h w h *: A h) *m ones F n = (\sum_h w h) *: ones F n.
Proof.
move=> sums; rewrite mulmx_suml scaler_suml; apply: eq_bigr => h _.
by rewrite -scalemxAl sums.
Qed.

Theorem equal_tokens_equal_scores n d dH (WQ WK : 'M[F]_(d, dH)) (X : 'M[F]_(n, d)) i j : row i X = row j X ->
  row i (X *m WQ *m (X *m WK)^T) = row j (X *m WQ *m (X *m WK)^T).
Proof. by move=> same; rewrite !row_mul same. Qed.

End OtherAttention.
