(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 2: blocks without positional encodings are equivariant under permutations of the tokens. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Symmetry.
Variable F : realFieldType.

(* Eq. 1: attention without an encoding. *)
Definition plain_attention (e : F -> F) n d dH (WQ WK : 'M[F]_(d, dH)) : 'M[F]_(n, d) -> 'M[F]_n :=
  rpe_attention e WQ WK (fun=> 0).
Definition plain_head e n d (h : head F n d) : Prop := exists k (WQ WK : 'M[F]_(d, k)), attention_matrix h = plain_attention e WQ WK.
Definition plain_block e n d (B : block F n d) : Prop := all_hold (@plain_head e n d) (heads B).
Definition plain_network e n d (net : seq (block F n d)) : Prop := all_hold (@plain_block e n d) net.

(* What acts on each row by itself commutes with a permutation of the rows. *)
Lemma permuted_product n d m (s : 'S_n) (X : 'M[F]_(n, d)) (W : 'M_(d, m)) : row_perm s X *m W = row_perm s (X *m W).
Proof. by rewrite !row_permE mulmxA. Qed.

Lemma permuted_add_row n d (s : 'S_n) (X : 'M[F]_(n, d)) b : add_row (row_perm s X) b = row_perm s (add_row X b).
Proof. by apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE mxE [RHS]mxE !repeat_rowE. Qed.

Lemma permuted_normalize n d (s : 'S_n) f (X : 'M[F]_(n, d)) : normalize f (row_perm s X) = row_perm s (normalize f X).
Proof. by apply/matrixP => i j; rewrite !mxE; congr (f _ 0 j); apply/rowP => k; rewrite !mxE. Qed.

Lemma permuted_sum n d (s : 'S_n) (X Y : 'M[F]_(n, d)) : row_perm s X + row_perm s Y = row_perm s (X + Y).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.

Lemma permuted_feed_forward n d r W1 b1 W2 b2 (s : 'S_n) (X : 'M[F]_(n, d)) :
  @feed_forward F n d r W1 b1 W2 b2 (row_perm s X) = row_perm s (feed_forward W1 b1 W2 b2 X).
Proof. by rewrite /feed_forward permuted_product permuted_add_row map_row_perm permuted_product permuted_add_row permuted_sum. Qed.

(* Scores and attention matrix of permuted tokens: entry (i, j) is entry (s i, s j). *)
Theorem permuted_scores n d dH (WQ WK : 'M[F]_(d, dH)) (s : 'S_n) (X : 'M[F]_(n, d)) i j :
  (row_perm s X *m WQ *m (row_perm s X *m WK)^T) i j = (X *m WQ *m (X *m WK)^T) (s i) (s j).
Proof. by rewrite !permuted_product !mxE; apply: eq_bigr => k _; rewrite !mxE. Qed.

Lemma permuted_attention e n d dH (WQ WK : 'M[F]_(d, dH)) (s : 'S_n) (X : 'M[F]_(n, d)) i j :
  plain_attention e WQ WK (row_perm s X) i j = plain_attention e WQ WK X (s i) (s j).
Proof.
rewrite /plain_attention /rpe_attention !addr0 [LHS]mxE [RHS]mxE permuted_scores; congr (_ / _).
rewrite [RHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_bigr => k _; rewrite permuted_scores.
Qed.

Lemma permuted_head e n d (h : head F n d) (s : 'S_n) (X : 'M[F]_(n, d)) :
  plain_head e h -> head_output h (row_perm s X) = row_perm s (head_output h X).
Proof.
case=> k [WQ [WK attention]]; rewrite /head_output attention permuted_product permuted_add_row -permuted_product.
congr (_ *m _); apply/matrixP => i j; rewrite [RHS]mxE [LHS]mxE [RHS]mxE.
rewrite [RHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_bigr => l _; rewrite permuted_attention [row_perm _ _ _ _]mxE.
Qed.

Lemma permuted_block e n d (B : block F n d) (s : 'S_n) (X : 'M[F]_(n, d)) :
  plain_block e B -> apply_block B (row_perm s X) = row_perm s (apply_block B X).
Proof.
rewrite /plain_block => plain; rewrite /apply_block /attention_layer.
have -> : \sum_(h <- heads B) head_output h (row_perm s X) = row_perm s (\sum_(h <- heads B) head_output h X).
  elim: (heads B) plain => [|h hs IH] /=; first by move=> _; rewrite !big_nil; apply/matrixP => i j; rewrite !mxE.
  by case=> plain_h /IH sums; rewrite !big_cons sums (permuted_head _ _ plain_h) permuted_sum.
by rewrite permuted_sum permuted_add_row permuted_normalize permuted_feed_forward permuted_normalize.
Qed.

(* Networks of any depth and width, with biases and normalizations, for any weight function e in place of exp. *)
Theorem equivariant e n d (net : seq (block F n d)) (s : 'S_n) (X : 'M[F]_(n, d)) :
  plain_network e net -> network net (row_perm s X) = row_perm s (network net X).
Proof.
elim: net X => [|B net IH] X //= [plain_B plain_net].
by rewrite /network /= (permuted_block _ _ plain_B) -!/(network _ _) IH.
Qed.

End Symmetry.
