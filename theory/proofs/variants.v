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
(* attest: variants.no-position property_right_stochastic sha256:ebe2131202d7729abbdd8dfc3d918a9292104922090f48228922eaedf518bfda theorem:no_position_stochastic *)
Theorem no_position_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.no-position property_identical_rows_stay_identical sha256:17f3a97a0fe5f83cd8b72f97713489286af5188f46c220327ec4d6fd11c7c462 theorem:no_position_identical_rows *)
Theorem no_position_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (scores WQ WK (repeat_row n x))) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/no_position_stochastic. Qed.
(* attest: variants.no-position property_not_position_aware sha256:070a4f599a21d358bc82dec24588d667e838d9d29f9661870c27d3eba36eda3d theorem:no_position_not_aware *)
Theorem no_position_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/no_position_stochastic. Qed.

(* --- variants.sinusoidal-ape --- *)
(* attest: variants.sinusoidal-ape property_right_stochastic sha256:b717f6c8907f8da597f157e2b76c8b57b0ae2484b711e8577f3b3b23b4c606a5 theorem:absolute_stochastic *)
Theorem absolute_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (P : 'M[F]_(n, d)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK (X + P))).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.sinusoidal-ape property_not_position_aware sha256:32fe32f66292256257e451c3436f86d4e8cea9a27a9d22530133e02f045c4362 theorem:absolute_not_aware *)
Theorem absolute_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (P : 'M[F]_(n, d)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK (X + P))) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/absolute_stochastic. Qed.

(* --- variants.t5 --- *)
(* attest: variants.t5 property_right_stochastic sha256:ffe9c60b9b9f845f8f993554eb9a720a7f68ee7634243ff92aab4e05524d2808 theorem:t5_stochastic *)
Theorem t5_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_t5 m) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.t5 property_identical_rows_stay_identical sha256:16e5b090c05e27a15f69223d74221b5fcfc7c48615275b1104cfb6a22dfef72b theorem:t5_identical_rows *)
Theorem t5_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_t5 m) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/t5_stochastic. Qed.
(* attest: variants.t5 property_not_position_aware sha256:4fc6297ca586cf047c32c1c776ac403a31e3f32432393cf6147bad28e3f45673 theorem:t5_not_aware *)
Theorem t5_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_t5 m) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/t5_stochastic. Qed.

(* --- variants.shaw-key --- *)
(* attest: variants.shaw-key property_right_stochastic sha256:7e0dad1015b4b6cd8893e76825a9bc5c3f5c6d2586b4e18899023d1a72274bae theorem:shaw_stochastic *)
Theorem shaw_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_shaw WQ r) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.shaw-key property_identical_rows_stay_identical sha256:166582150e6052b72b2846e567d0e5b4c6dc0e2c6ce0b74ec44ad3f965743d1d theorem:shaw_identical_rows *)
Theorem shaw_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_shaw WQ r) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/shaw_stochastic. Qed.
(* attest: variants.shaw-key property_not_position_aware sha256:9f455afc0a0805aecffb6d1d083fe548acf90f3035c1cf5fb31d4a8960824c18 theorem:shaw_not_aware *)
Theorem shaw_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_shaw WQ r) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/shaw_stochastic. Qed.

(* --- variants.shaw-key-value --- *)
(* attest: variants.shaw-key-value property_right_stochastic sha256:ff4c143554c80226e99981e89293ff3c37735d8aff1a7757dd7d386332328bef theorem:shaw_value_stochastic *)
Theorem shaw_value_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_shaw WQ r) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.shaw-key-value property_not_position_aware sha256:bf5efa79282bb3a7ec1d58b473b840a205a759408fac967cf77e4a86161c42d4 theorem:shaw_value_not_aware *)
Theorem shaw_value_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_shaw WQ r) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/shaw_value_stochastic. Qed.

(* --- variants.deberta --- *)
(* attest: variants.deberta property_right_stochastic sha256:2c9a969980ecf107b995634408714b304b68830650e08268290687f2ac376b92 theorem:deberta_stochastic *)
Theorem deberta_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_deberta WQ WK r s) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.deberta property_identical_rows_stay_identical sha256:cfc231f0ac39726a94693de300ca5f8e718998bed5b215f5fca3d3934ca7581a theorem:deberta_identical_rows *)
Theorem deberta_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_deberta WQ WK r s) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/deberta_stochastic. Qed.
(* attest: variants.deberta property_not_position_aware sha256:aa080efa7f9f1e5874ff243fc5ea017860e63c8c24f793646f2ada25ca7b087a theorem:deberta_not_aware *)
Theorem deberta_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_deberta WQ WK r s) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/deberta_stochastic. Qed.

(* --- variants.transformer-xl --- *)
(* attest: variants.transformer-xl property_right_stochastic sha256:8dd4a844f682453110c08bce6121bc20c8c2372f755e93124f0dbaf41645511b theorem:transformer_xl_stochastic *)
Theorem transformer_xl_stochastic e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.transformer-xl property_identical_rows_stay_identical sha256:0de29687f65ade70b9526ed5278f0d826844a458d368cf0c60f56a49693594ba theorem:transformer_xl_identical_rows *)
Theorem transformer_xl_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/transformer_xl_stochastic. Qed.
(* attest: variants.transformer-xl property_not_position_aware sha256:2841c69a819375a980bb3b243b59a1ca25721b030b480d266b83dba471cc3bb4 theorem:transformer_xl_not_aware *)
Theorem transformer_xl_not_aware e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/transformer_xl_stochastic. Qed.

(* --- variants.rope --- *)
(* attest: variants.rope property_right_stochastic sha256:e784794ee800b096609e641057d66fa949f7156612e3ee9ba32919afe4e3fab1 theorem:rope_stochastic *)
Theorem rope_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (turned T (X *m WQ) *m (turned T (X *m WK))^T)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.rope property_identical_rows_stay_identical sha256:f304c6f99f104ab2c029e292e6fe9de78e7b1d46396ebf6ca279090a55bb84d4 theorem:rope_identical_rows *)
Theorem rope_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (turned T ((repeat_row n x) *m WQ) *m (turned T ((repeat_row n x) *m WK))^T)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/rope_stochastic. Qed.
(* attest: variants.rope property_not_position_aware sha256:c7a1b99833ca3a17b823d1cf83ac007ce7ff10a4cc14a3853ca033f23f6c50e3 theorem:rope_not_aware *)
Theorem rope_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (turned T (X *m WQ) *m (turned T (X *m WK))^T)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/rope_stochastic. Qed.

(* --- variants.swin --- *)
(* attest: variants.swin property_right_stochastic sha256:64b4f2d863883a97c3e38437f93354058bab893ebd59233346eee8daca536ac5 theorem:swin_stochastic *)
Theorem swin_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.swin property_identical_rows_stay_identical sha256:ab240898670a55229a868a6ca2aaa6c85bd5538e179be303efd9ddca89eed747 theorem:swin_identical_rows *)
Theorem swin_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/swin_stochastic. Qed.
(* attest: variants.swin property_not_position_aware sha256:1d7fd2e55ac51bae2e57c86447e3f78ccf4537ad1ee2d3f5bdc233af42fc9eb5 theorem:swin_not_aware *)
Theorem swin_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/swin_stochastic. Qed.

(* --- variants.graphormer --- *)
(* attest: variants.graphormer property_right_stochastic sha256:559d5aab846548e7d83608f502008254e255b36cba23697e4b113e0c8c1b0fad theorem:graphormer_stochastic *)
Theorem graphormer_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.graphormer property_identical_rows_stay_identical sha256:299ff8113879154cc2ed08d5fe8e807b8984401ffa776c2c301ac2ba2e4eab19 theorem:graphormer_identical_rows *)
Theorem graphormer_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/graphormer_stochastic. Qed.
(* attest: variants.graphormer property_not_position_aware sha256:3e0e57a1f9246b100ff6cb2c8a316b4dd8e678a330b6101371a1f46bace1ad2d theorem:graphormer_not_aware *)
Theorem graphormer_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/graphormer_stochastic. Qed.

(* --- variants.at5 --- *)
(* attest: variants.at5 property_right_stochastic sha256:e931e2dbe192badf4013b74a4633f5b9e4884cdde8bddced3ca6ca5eef0d80fa theorem:at5_stochastic *)
Theorem at5_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.at5 property_identical_rows_stay_identical sha256:c7accde5354d91712774f1a576bc9852cf1fcec45aa2d44a7fc10e24c7e27745 theorem:at5_identical_rows *)
Theorem at5_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/at5_stochastic. Qed.
(* attest: variants.at5 property_not_position_aware sha256:464aa638b3ccfd8f0d586f74db4ac9b7ffed38c552f9638188b3f54dfb8f4f5b theorem:at5_not_aware *)
Theorem at5_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/at5_stochastic. Qed.

(* --- variants.gated-output --- *)
(* attest: variants.gated-output property_right_stochastic sha256:55bf300662b2919c7cfb92665c206392755fb57f256d18cf5143879227af04f1 theorem:gated_stochastic *)
Theorem gated_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.gated-output property_identical_rows_stay_identical sha256:c3131fa069159955605e1137a0cf19e1aa9c3a3e32b7a70bf54a9de388b7d0d7 theorem:gated_identical_rows *)
Theorem gated_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) g x :
  (forall t, 0 < e t) -> has_identical_rows (gated_layer (softmax e (scores WQ WK (repeat_row n x))) WV g (repeat_row n x)).
Proof. by move=> e_gt0; apply/gated_layer_identical/gated_stochastic. Qed.
(* attest: variants.gated-output property_not_position_aware sha256:4c36a6c2e61789c980265146baec12632768c35fa404cdbb4affbbfe9a243a34 theorem:gated_not_aware *)
Theorem gated_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/gated_stochastic. Qed.

(* --- variants.positional --- *)
(* attest: variants.positional property_right_stochastic sha256:fd1f92b99c94ac8042e85d4ea055fd0c8ead87f4610a39e0db17b85dc95389a1 theorem:positional_stochastic *)
Theorem positional_stochastic e n k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (P *m WQ *m (P *m WK)^T)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.positional property_identical_rows_stay_identical sha256:3ec6696bdd30456bc7c4aaf73265827eff2bfb33883388b32b33a2f3dad0fee9 theorem:positional_identical_rows *)
Theorem positional_identical_rows e n d k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (P *m WQ *m (P *m WK)^T)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/positional_stochastic. Qed.
(* attest: variants.positional property_not_position_aware sha256:6bffbee49fde5ee1095c30d6feef8ebf82178672e9de96f21a68381b166d71a9 theorem:positional_not_aware *)
Theorem positional_not_aware e n k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) :
  (1 < n)%N -> (forall t, 0 < e t) -> ~ distinct (softmax e (P *m WQ *m (P *m WK)^T) *m ones F n).
Proof. by move=> n_gt1 e_gt0; apply/equal_sums/positional_stochastic. Qed.

(* --- variants.kerple --- *)
(* attest: variants.kerple property_right_stochastic sha256:66e88ac45066f160a4297447260f034ad8c71e81e8876728b2bcb29630179e71 theorem:kerple_stochastic *)
Theorem kerple_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> right_stochastic (divide_rows (\matrix_(i, j) (e (scores WQ WK X i j) * K i j))).
Proof. by move=> e_gt0 K_gt0; apply: kernel_stochastic. Qed.
(* attest: variants.kerple property_identical_rows_stay_identical sha256:e72502e665b7f75d35f29c9c7ee43dfa033b16be267f4435403aa08e868afd71 theorem:kerple_identical_rows *)
Theorem kerple_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> has_identical_rows (attend (divide_rows (\matrix_(i, j) (e (scores WQ WK (repeat_row n x) i j) * K i j))) WV (repeat_row n x)).
Proof. by move=> e_gt0 K_gt0; apply/attend_identical/kerple_stochastic. Qed.
(* attest: variants.kerple property_not_position_aware sha256:e3e66e0beb0e04ca6df5d706ce00a5434ec49bb3483fe8078ddf5d2afde9b667 theorem:kerple_not_aware *)
Theorem kerple_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> exists X : 'M[F]_(n, d), ~ distinct ((divide_rows (\matrix_(i, j) (e (scores WQ WK X i j) * K i j))) *m ones F n).
Proof. by move=> n_gt1 e_gt0 K_gt0; exists 0; apply/equal_sums/kerple_stochastic. Qed.

(* --- variants.alibi --- *)
(* attest: variants.alibi property_right_stochastic sha256:1418e7a09b3ce44ad4f6a7ee80608b51a4255a6305b2f514b8baa162bae2ceff theorem:alibi_stochastic *)
Theorem alibi_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (causal_softmax e (scores WQ WK X + B)).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
(* attest: variants.alibi property_identical_rows_stay_identical sha256:cecc483c11d1aec88101465177a926ba0e32dd97833a55d7fc0969520a9ee30f theorem:alibi_identical_rows *)
Theorem alibi_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (causal_softmax e (scores WQ WK (repeat_row n x) + B)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/alibi_stochastic. Qed.
(* attest: variants.alibi property_not_position_aware sha256:7c9e499c45767dc6438aad9a34f27088f4f903c1e127315abc352c7290bd333f theorem:alibi_not_aware *)
Theorem alibi_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((causal_softmax e (scores WQ WK X + B)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/alibi_stochastic. Qed.

(* --- variants.causal-mask-no-bos --- *)
(* attest: variants.causal-mask-no-bos property_right_stochastic sha256:df7ffc187b645708034f4014a9ae5418dd87f4cd0de1c988ba3d9e8ef0557b48 theorem:causal_stochastic *)
Theorem causal_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (causal_softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
(* attest: variants.causal-mask-no-bos property_identical_rows_stay_identical sha256:94c70c6e7b5378abea1fc8ab9bdf3848674f79f35a24708d93fce3f630ec12d5 theorem:causal_identical_rows *)
Theorem causal_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (causal_softmax e (scores WQ WK (repeat_row n x))) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/causal_stochastic. Qed.
(* attest: variants.causal-mask-no-bos property_not_position_aware sha256:1cf841f6a2165ff08b46adb4099d9267dd6d54d0109ede1cf043cc1fe677bbfc theorem:causal_not_aware *)
Theorem causal_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((causal_softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/causal_stochastic. Qed.

End Variants.
