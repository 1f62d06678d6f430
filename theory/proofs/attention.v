(* SPDX-License-Identifier: Apache-2.0 *)
(* Attention and Transformer blocks as in URPE (Luo et al. 2022), sections 2 and 4 and appendix A.3, over any ordered field.

   n tokens of dimension d are the rows of an n x d matrix; indices start at 0. exp stands for any function F -> F, sqrt occurs only
   inside normalizations, which may be any function of a row: so no axiom about real numbers is needed, and every theorem holds
   for the real numbers with their exp and sqrt. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable F : realFieldType.
Implicit Types (n d r : nat) (e : F -> F).

(* 1, the column of n ones. *)
Definition ones n : 'cV[F]_n := const_mx 1.
(* 1 x^T: n identical rows x. *)
Definition repeat_row n d (x : 'rV[F]_d) : 'M[F]_(n, d) := ones n *m x.
Definition add_row n d (X : 'M[F]_(n, d)) (b : 'rV[F]_d) : 'M[F]_(n, d) := X + repeat_row n b.
Definition has_identical_rows n d (X : 'M[F]_(n, d)) : Prop := forall i k, row i X = row k X.

(* A 1 = 1. A right stochastic matrix has entries >= 0 besides; no theorem here needs that. *)
Definition row_sums_one n (A : 'M[F]_n) : Prop := A *m ones n = ones n.

(* softmax of each row, for the weight function e (eqs. 1 and 4: e = exp). *)
Definition softmax (e : F -> F) n m (S : 'M[F]_(n, m)) : 'M[F]_(n, m) :=
  \matrix_(i, j) (e (S i j) / \sum_k e (S i k)).

(* Eq. 4: softmax(X WQ (X WK)^T + B), where B is any function of the input. Eq. 1 is B = 0. *)
Definition rpe_attention (e : F -> F) n d dH (WQ WK : 'M[F]_(d, dH)) (B : 'M[F]_(n, d) -> 'M[F]_n)
    (X : 'M[F]_(n, d)) : 'M[F]_n :=
  softmax e (X *m WQ *m (X *m WK)^T + B X).

(* One attention head: eq. 6 with the value bias that eq. 16 makes explicit (bV = 0 is eq. 2). *)
Record head n d := Head {
  dH : nat;
  attention_matrix : 'M[F]_(n, d) -> 'M[F]_n;
  WV : 'M[F]_(d, dH);
  bV : 'rV[F]_dH;
  WO : 'M[F]_(dH, d)
}.
Definition head_output n d (h : head n d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  attention_matrix h X *m add_row (X *m WV h) (bV h) *m WO h.

(* Eq. 2 / 16: X + sum_h A_h(X) (X WV_h + 1 bV_h^T) WO_h + 1 bO^T. *)
Definition attention_layer n d (heads : seq (head n d)) (bO : 'rV[F]_d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  add_row (X + \sum_(h <- heads) head_output h X) bO.

(* Eq. 3, with biases: X + ReLU(X W1 + 1 b1^T) W2 + 1 b2^T. *)
Definition relu (t : F) : F := Num.max t 0.
Definition feed_forward n d r (W1 : 'M[F]_(d, r)) (b1 : 'rV[F]_r) (W2 : 'M[F]_(r, d)) (b2 : 'rV[F]_d)
    (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  X + add_row (map_mx relu (add_row (X *m W1) b1) *m W2) b2.

(* A normalization acts on each row by itself: LayerNorm and RMSNorm are instances, and so is none (idfun). *)
Definition normalize n d (f : 'rV[F]_d -> 'rV[F]_d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  \matrix_i f (row i X).

(* A block, sec. 2: an attention layer, then a feed-forward layer, each with its skip connection and its normalization. *)
Record block n d := Block {
  heads : seq (head n d);
  bO : 'rV[F]_d;
  norm1 : 'rV[F]_d -> 'rV[F]_d;
  width : nat;
  W1 : 'M[F]_(d, width);
  b1 : 'rV[F]_width;
  W2 : 'M[F]_(width, d);
  b2 : 'rV[F]_d;
  norm2 : 'rV[F]_d -> 'rV[F]_d
}.
Definition apply_block n d (B : block n d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  let Y := normalize (norm1 B) (attention_layer (heads B) (bO B) X) in
  normalize (norm2 B) (feed_forward (W1 B) (b1 B) (W2 B) (b2 B) Y).
(* A network g_L o ... o g_1 is the list of its blocks, g_1 first. *)
Definition network n d (blocks : seq (block n d)) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  foldl (fun Y B => apply_block B Y) X blocks.

(* Blocks and networks whose attention matrices have row sums 1 on every input. *)
Definition stochastic_head n d (h : head n d) : Prop := forall X, row_sums_one (attention_matrix h X).
Fixpoint all_hold T (P : T -> Prop) (s : seq T) : Prop := if s is x :: s' then P x /\ all_hold P s' else True.
Definition stochastic_block n d (B : block n d) : Prop := all_hold (@stochastic_head n d) (heads B).
Definition stochastic_network n d (blocks : seq (block n d)) : Prop := all_hold (@stochastic_block n d) blocks.

(* Omega_RPE, sec. 3: every head computes eq. 4, with its own dimension, weights and B; e is a positive weight function. *)
Definition rpe_head (e : F -> F) n d (h : head n d) : Prop :=
  exists k (WQ WK : 'M[F]_(d, k)) B, attention_matrix h =1 rpe_attention e WQ WK B.
Definition rpe_network (e : F -> F) n d (blocks : seq (block n d)) : Prop :=
  all_hold (fun B => all_hold (@rpe_head e n d) (heads B)) blocks.

Lemma repeat_rowE n d (x : 'rV[F]_d) (i : 'I_n) j : repeat_row n x i j = x 0 j.
Proof. by rewrite mxE big_ord1 mxE mul1r. Qed.

Lemma row_sumsE n m (A : 'M[F]_(n, m)) i k : (A *m ones m) i k = \sum_j A i j.
Proof. by rewrite mxE; apply: eq_bigr => j _; rewrite mxE mulr1. Qed.

(* softmax is right stochastic, whatever the scores are (n >= 1: the column index that is summed over exists). *)
Lemma softmax_sum_gt0 e n m (S : 'M[F]_(n, m.+1)) i : (forall t, 0 < e t) -> 0 < \sum_k e (S i k).
Proof.
move=> e_gt0; rewrite big_ord_recl; apply: ltr_paddr => //.
by apply: sumr_ge0 => k _; apply: ltW.
Qed.

Lemma softmax_ge0 e n m (S : 'M[F]_(n, m)) i j : (forall t, 0 < e t) -> 0 <= softmax e S i j.
Proof.
by move=> e_gt0; rewrite mxE divr_ge0 ?sumr_ge0 // => [|k _]; apply: ltW.
Qed.

Lemma softmax_row_sums e n (S : 'M[F]_n) : (forall t, 0 < e t) -> row_sums_one (softmax e S).
Proof.
case: n S => [|n] S e_gt0; first by apply/matrixP => -[].
apply/matrixP => i k; rewrite row_sumsE mxE.
rewrite (eq_bigr (fun j => e (S i j) / \sum_k e (S i k))) => [|j _]; last by rewrite mxE.
by rewrite -mulr_suml divff // gt_eqF // softmax_sum_gt0.
Qed.

(* Subtracting a constant of each row from its scores (implementations subtract the largest) changes nothing. *)
Lemma softmax_shift e n m (S : 'M[F]_(n, m)) (t : 'I_n -> F) :
  (forall x, 0 < e x) -> (forall x y, e (x + y) = e x * e y) -> softmax e (\matrix_(i, j) (S i j - t i)) = softmax e S.
Proof.
move=> e_gt0 eD; apply/matrixP => i j; rewrite !mxE eD.
rewrite (eq_bigr (fun k => e (S i k) * e (- t i))) => [|k _]; last by rewrite mxE eD.
by rewrite -mulr_suml -mulf_div divff ?mulr1 // gt_eqF.
Qed.

End Definitions.
