(* SPDX-License-Identifier: Apache-2.0 *)
(* Published attention variants whose rows are divided by their own sums: for every parameter and every n the matrix is right
   stochastic, identical rows stay identical, and for n >= 2 the position-aware condition fails. The claims are variants.<name>. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows position_aware.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Variants.
Variable F : realFieldType.
Implicit Types (n d k : nat) (e : F -> F).

Definition right_stochastic n (A : 'M[F]_n) : Prop := (forall i j, 0 <= A i j) /\ row_sums_one A.
(* The layer with its skip connection, URPE eq. 2. *)
Definition attend n d (A : 'M[F]_n) (WV : 'M[F]_d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) := X + A *m (X *m WV).

Definition scores n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) : 'M[F]_n := X *m WQ *m (X *m WK)^T.
(* Rotary encodings: row i is multiplied by a matrix T_i of its position. *)
Definition turned n k (T : 'I_n -> 'M[F]_k) (Q : 'M[F]_(n, k)) : 'M[F]_(n, k) := \matrix_i (row i Q *m T i).
(* Weights, each row divided by its sum; softmax with the later keys left out. *)
Definition divide_rows n (W : 'M[F]_n) : 'M[F]_n := \matrix_(i, j) (W i j / \sum_k W i k).
Definition causal_softmax e n (S : 'M[F]_n) : 'M[F]_n := divide_rows (\matrix_(i, j) (if (j <= i)%N then e (S i j) else 0)).

Lemma softmax_stochastic e n (S : 'M[F]_n) : (forall t, 0 < e t) -> right_stochastic (softmax e S).
Proof. by move=> e_gt0; split=> [i j|]; [apply: softmax_ge0 | apply: softmax_row_sums]. Qed.

Lemma divide_rows_stochastic n (W : 'M[F]_n) :
  (forall i j, 0 <= W i j) -> (forall i, 0 < W i i) -> right_stochastic (divide_rows W).
Proof.
move=> W_ge0 W_gt0.
have sum_gt0 i : 0 < \sum_k W i k.
  by rewrite (bigD1 i) //=; apply: ltr_paddr => //; apply: sumr_ge0.
split=> [i j|]; first by rewrite mxE divr_ge0 // ltW.
apply/matrixP => i j; rewrite row_sumsE mxE.
rewrite (eq_bigr (fun l => W i l / \sum_k W i k)) => [|l _]; last by rewrite mxE.
by rewrite -mulr_suml divff // gt_eqF.
Qed.

Lemma kernel_stochastic e n (S K : 'M[F]_n) :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> right_stochastic (divide_rows (\matrix_(i, j) (e (S i j) * K i j))).
Proof.
by move=> e_gt0 K_gt0; apply: divide_rows_stochastic => i => [j|]; rewrite mxE; [apply/ltW|]; apply: mulr_gt0.
Qed.

Lemma masked_stochastic e n (S : 'M[F]_n) : (forall t, 0 < e t) -> right_stochastic (causal_softmax e S).
Proof.
move=> e_gt0; apply: divide_rows_stochastic => i => [j|]; rewrite mxE; last by rewrite leqnn.
by case: ifP => // _; apply: ltW.
Qed.

Lemma attend_identical n d (A : 'M[F]_n) (WV : 'M[F]_d) x :
  right_stochastic A -> has_identical_rows (attend A WV (repeat_row n x)).
Proof.
case=> _ sums; rewrite /attend repeat_row_mul /repeat_row mulmxA sums -mulmxDr; exact: repeat_row_identical.
Qed.

(* The gate of each token multiplies its output; g is any function of a row. *)
Definition gated_layer n d (A : 'M[F]_n) (WV : 'M[F]_d) (g : 'rV[F]_d -> 'rV[F]_d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  \matrix_(i, j) (X i j + (A *m (X *m WV)) i j * g (row i X) 0 j).

Lemma gated_layer_identical n d (A : 'M[F]_n) (WV : 'M[F]_d) g x :
  right_stochastic A -> has_identical_rows (gated_layer A WV g (repeat_row n x)).
Proof.
case=> _ sums i k; apply/rowP => j.
have row_x l : row l (repeat_row n x) = x by apply/rowP => c; rewrite mxE repeat_rowE.
have values : A *m (repeat_row n x *m WV) = repeat_row n (x *m WV) by rewrite /repeat_row -!mulmxA mulmxA sums.
by rewrite [LHS]mxE [RHS]mxE [LHS]mxE [RHS]mxE !row_x values !repeat_rowE.
Qed.

(* Two row sums agree, at every X. *)
Lemma equal_sums n (A : 'M[F]_n) : (1 < n)%N -> right_stochastic A -> ~ distinct (A *m ones F n).
Proof.
case: n A => [//|[//|n]] A _ [_ sums] dist.
by have := dist ord0 (lift ord0 ord0) isT; rewrite sums !mxE eqxx.
Qed.

(* --- variants.no-position --- *)
Theorem no_position_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem no_position_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (scores WQ WK (repeat_row n x))) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/no_position_stochastic. Qed.
Theorem no_position_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/no_position_stochastic. Qed.

(* --- variants.sinusoidal-ape --- *)
Theorem absolute_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (P : 'M[F]_(n, d)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK (X + P))).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem absolute_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (P : 'M[F]_(n, d)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK (X + P))) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/absolute_stochastic. Qed.

(* --- variants.t5 --- *)
Theorem t5_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_t5 m) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem t5_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_t5 m) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/t5_stochastic. Qed.
Theorem t5_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_t5 m) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/t5_stochastic. Qed.

(* --- variants.shaw-key --- *)
Theorem shaw_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_shaw WQ r) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem shaw_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_shaw WQ r) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/shaw_stochastic. Qed.
Theorem shaw_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_shaw WQ r) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/shaw_stochastic. Qed.

(* --- variants.shaw-key-value --- *)
Theorem shaw_value_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_shaw WQ r) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem shaw_value_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_shaw WQ r) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/shaw_value_stochastic. Qed.

(* --- variants.deberta --- *)
Theorem deberta_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_deberta WQ WK r s) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem deberta_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_deberta WQ WK r s) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/deberta_stochastic. Qed.
Theorem deberta_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_deberta WQ WK r s) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/deberta_stochastic. Qed.

(* --- variants.transformer-xl --- *)
Theorem transformer_xl_stochastic e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem transformer_xl_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/transformer_xl_stochastic. Qed.
Theorem transformer_xl_not_aware e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/transformer_xl_stochastic. Qed.

(* --- variants.rope --- *)
Theorem rope_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (turned T (X *m WQ) *m (turned T (X *m WK))^T)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem rope_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (turned T ((repeat_row n x) *m WQ) *m (turned T ((repeat_row n x) *m WK))^T)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/rope_stochastic. Qed.
Theorem rope_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (turned T (X *m WQ) *m (turned T (X *m WK))^T)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/rope_stochastic. Qed.

(* --- variants.swin --- *)
Theorem swin_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem swin_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/swin_stochastic. Qed.
Theorem swin_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/swin_stochastic. Qed.

(* --- variants.graphormer --- *)
Theorem graphormer_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem graphormer_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/graphormer_stochastic. Qed.
Theorem graphormer_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/graphormer_stochastic. Qed.

(* --- variants.at5 --- *)
Theorem at5_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem at5_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/at5_stochastic. Qed.
Theorem at5_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/at5_stochastic. Qed.

(* --- variants.gated-output --- *)
Theorem gated_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem gated_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) g x :
  (forall t, 0 < e t) -> has_identical_rows (gated_layer (softmax e (scores WQ WK (repeat_row n x))) WV g (repeat_row n x)).
Proof. by move=> e_gt0; apply/gated_layer_identical/gated_stochastic. Qed.
Theorem gated_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/gated_stochastic. Qed.

(* --- variants.positional --- *)
Theorem positional_stochastic e n k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (P *m WQ *m (P *m WK)^T)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
Theorem positional_identical_rows e n d k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (P *m WQ *m (P *m WK)^T)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/positional_stochastic. Qed.
Theorem positional_not_aware e n k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) :
  (1 < n)%N -> (forall t, 0 < e t) -> ~ distinct (softmax e (P *m WQ *m (P *m WK)^T) *m ones F n).
Proof. by move=> n_gt1 e_gt0; apply/equal_sums/positional_stochastic. Qed.

(* --- variants.kerple --- *)
Theorem kerple_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> right_stochastic (divide_rows (\matrix_(i, j) (e (scores WQ WK X i j) * K i j))).
Proof. by move=> e_gt0 K_gt0; apply: kernel_stochastic. Qed.
Theorem kerple_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> has_identical_rows (attend (divide_rows (\matrix_(i, j) (e (scores WQ WK (repeat_row n x) i j) * K i j))) WV (repeat_row n x)).
Proof. by move=> e_gt0 K_gt0; apply/attend_identical/kerple_stochastic. Qed.
Theorem kerple_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> exists X : 'M[F]_(n, d), ~ distinct ((divide_rows (\matrix_(i, j) (e (scores WQ WK X i j) * K i j))) *m ones F n).
Proof. by move=> n_gt1 e_gt0 K_gt0; exists 0; apply/equal_sums/kerple_stochastic. Qed.

(* --- variants.alibi --- *)
Theorem alibi_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (causal_softmax e (scores WQ WK X + B)).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
Theorem alibi_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (causal_softmax e (scores WQ WK (repeat_row n x) + B)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/alibi_stochastic. Qed.
Theorem alibi_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((causal_softmax e (scores WQ WK X + B)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/alibi_stochastic. Qed.

(* --- variants.causal-mask-no-bos --- *)
Theorem causal_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (causal_softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
Theorem causal_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (causal_softmax e (scores WQ WK (repeat_row n x))) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/causal_stochastic. Qed.
Theorem causal_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((causal_softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/causal_stochastic. Qed.

End Variants.
