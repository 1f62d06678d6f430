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
(* attest: variants.no-position property_right_stochastic sha256:7d6577032ecf201beeb24a029ac513160eb5d0d0f52ff280891432b5996230d5 theorem:no_position_stochastic *)
Theorem no_position_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.no-position property_identical_rows_stay_identical sha256:374a11c32f241e82b47cc901be1e60f70c344cfd4e2270e8316d9f9bed18c8f9 theorem:no_position_identical_rows *)
Theorem no_position_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (scores WQ WK (repeat_row n x))) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/no_position_stochastic. Qed.
(* attest: variants.no-position property_not_position_aware sha256:12b74e1576f51bf34916098978cbd8b2c0beaf609cc7841dcec33f22106c552a theorem:no_position_not_aware *)
Theorem no_position_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/no_position_stochastic. Qed.

(* --- variants.sinusoidal-ape --- *)
(* attest: variants.sinusoidal-ape property_right_stochastic sha256:f29829574ec160829fc51d266191a8bf4dea4737987a6c9c51098adc3ce8b4da theorem:absolute_stochastic *)
Theorem absolute_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (P : 'M[F]_(n, d)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK (X + P))).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.sinusoidal-ape property_not_position_aware sha256:e78ee6ad4e30c7809b7047ad2e8f77764a4dbe3a3d29590abe3ae0beaae801f5 theorem:absolute_not_aware *)
Theorem absolute_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (P : 'M[F]_(n, d)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK (X + P))) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/absolute_stochastic. Qed.

(* --- variants.t5 --- *)
(* attest: variants.t5 property_right_stochastic sha256:a52df81ec6e519f206510cc8dd317997c2da2d730f24f16bbcd837d5017b88e1 theorem:t5_stochastic *)
Theorem t5_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_t5 m) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.t5 property_identical_rows_stay_identical sha256:074a81818f4ee7306d487a6f202b0db9f7d7a0e7d8cfad5c805372f04c48f7ff theorem:t5_identical_rows *)
Theorem t5_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_t5 m) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/t5_stochastic. Qed.
(* attest: variants.t5 property_not_position_aware sha256:d4c3ef3046fa057215635a4187023f41e9ff99f8c98fd583a42c21252cee4dc9 theorem:t5_not_aware *)
Theorem t5_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (m : int -> F) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_t5 m) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/t5_stochastic. Qed.

(* --- variants.shaw-key --- *)
(* attest: variants.shaw-key property_right_stochastic sha256:adda1c49d604b7827cf94bb478ba3b50bce864778b714fdf0b23e583f47f3eb7 theorem:shaw_stochastic *)
Theorem shaw_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_shaw WQ r) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.shaw-key property_identical_rows_stay_identical sha256:f86bb24df868fc490aed9ea5ae84c1ed7be9b4aba4b8c9670282b186fd9fd8ae theorem:shaw_identical_rows *)
Theorem shaw_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_shaw WQ r) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/shaw_stochastic. Qed.
(* attest: variants.shaw-key property_not_position_aware sha256:2197b0b32ed64cd06fce01d0cd015ab87138a1556f110c5ae91704066572479f theorem:shaw_not_aware *)
Theorem shaw_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_shaw WQ r) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/shaw_stochastic. Qed.

(* --- variants.shaw-key-value --- *)
(* attest: variants.shaw-key-value property_right_stochastic sha256:2eed85d79a89b9fc35f1933fa44e614ca2b3103dd42ae20f43b912eb79646403 theorem:shaw_value_stochastic *)
Theorem shaw_value_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_shaw WQ r) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.shaw-key-value property_not_position_aware sha256:1d8217a8e6e09b3a637c8202f326ef170c6144a8085d20af18c89aeaa83bb610 theorem:shaw_value_not_aware *)
Theorem shaw_value_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_shaw WQ r) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/shaw_value_stochastic. Qed.

(* --- variants.deberta --- *)
(* attest: variants.deberta property_right_stochastic sha256:0d62718ea813f01f4ed50fe29fddd0ebe1fe06e9bf142a1eda6c13cd29ef1bdc theorem:deberta_stochastic *)
Theorem deberta_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_deberta WQ WK r s) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.deberta property_identical_rows_stay_identical sha256:a488fc026e66ab4eed83b22a7620b9b7bed4ade88ee18dcbd639f8e7693e29a2 theorem:deberta_identical_rows *)
Theorem deberta_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_deberta WQ WK r s) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/deberta_stochastic. Qed.
(* attest: variants.deberta property_not_position_aware sha256:ec877725eba023cd34a155b7eb7aa481121ce5d7f4800eaa73159c5538992b55 theorem:deberta_not_aware *)
Theorem deberta_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_deberta WQ WK r s) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/deberta_stochastic. Qed.

(* --- variants.transformer-xl --- *)
(* attest: variants.transformer-xl property_right_stochastic sha256:b5a83229937b71e4ea5d2d1a57b84ed657baff8ae3baa798a2b90ef73facd514 theorem:transformer_xl_stochastic *)
Theorem transformer_xl_stochastic e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.transformer-xl property_identical_rows_stay_identical sha256:610d4b8eeb53c4419048b1c99ff9984a3ff6ce55c3b13ff35baa3300107db381 theorem:transformer_xl_identical_rows *)
Theorem transformer_xl_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/transformer_xl_stochastic. Qed.
(* attest: variants.transformer-xl property_not_position_aware sha256:624a3205ccd0755e7da31438c3ab277fe560c99bc8f0eaeadd3aed29b6653f58 theorem:transformer_xl_not_aware *)
Theorem transformer_xl_not_aware e n d k (WQ WK : 'M[F]_(d, k)) q (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (bias_transformer_xl WQ WK r WR u v) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/transformer_xl_stochastic. Qed.

(* --- variants.rope --- *)
(* attest: variants.rope property_right_stochastic sha256:74cdf6046b4ddd9ff4e8b5660cfeefe19aaca07f509b7d4aaee0f02f98734e47 theorem:rope_stochastic *)
Theorem rope_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (turned T (X *m WQ) *m (turned T (X *m WK))^T)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.rope property_identical_rows_stay_identical sha256:65bd9d890f6820aad6e1e566130d16fae09601615de0bb8af0dcdb29f660454e theorem:rope_identical_rows *)
Theorem rope_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (turned T ((repeat_row n x) *m WQ) *m (turned T ((repeat_row n x) *m WK))^T)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/rope_stochastic. Qed.
(* attest: variants.rope property_not_position_aware sha256:3dd253cf56ea8fea041734047e9ae36975bc0852f566d47e092f4e6806eef706 theorem:rope_not_aware *)
Theorem rope_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (T : 'I_n -> 'M[F]_k) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (turned T (X *m WQ) *m (turned T (X *m WK))^T)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/rope_stochastic. Qed.

(* --- variants.swin --- *)
(* attest: variants.swin property_right_stochastic sha256:2efbe8b2237f93286e171467dd9d8b4de51e05bd2ce850f426ba2ed946c47036 theorem:swin_stochastic *)
Theorem swin_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.swin property_identical_rows_stay_identical sha256:0d1377acda11e85f0e7a6c8a1750f6458271de763a8b5e51a6288c07319d7da6 theorem:swin_identical_rows *)
Theorem swin_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/swin_stochastic. Qed.
(* attest: variants.swin property_not_position_aware sha256:53b70caf2256a4736bcc6a92d3c51e8cb758777bf04870d01f8a608c0e935c93 theorem:swin_not_aware *)
Theorem swin_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/swin_stochastic. Qed.

(* --- variants.graphormer --- *)
(* attest: variants.graphormer property_right_stochastic sha256:cedd171b2c3d3ea9c858777ca8e60cb6ef8d5a2143df6a7b1a17e0b6600a2fbe theorem:graphormer_stochastic *)
Theorem graphormer_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.graphormer property_identical_rows_stay_identical sha256:d1b5e0659ac9711be6d1c1ec6d825e9937adc34f2faa4c8c0e50745f8d85c085 theorem:graphormer_identical_rows *)
Theorem graphormer_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/graphormer_stochastic. Qed.
(* attest: variants.graphormer property_not_position_aware sha256:4ec65c424e97d1324f157183b076cbef3506c952a6be5bbf02a3b9649e6662bc theorem:graphormer_not_aware *)
Theorem graphormer_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/graphormer_stochastic. Qed.

(* --- variants.at5 --- *)
(* attest: variants.at5 property_right_stochastic sha256:daa8bf3f7c597baadbf3ee2500334ee551d6ec217bbfe88b8da8f4c73c587b69 theorem:at5_stochastic *)
Theorem at5_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (rpe_attention e WQ WK (fun _ => B) X).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.at5 property_identical_rows_stay_identical sha256:5cbd570a1ecc01c25848ed32a832e5a27666796dcc3803179bfe1708ca202956 theorem:at5_identical_rows *)
Theorem at5_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (rpe_attention e WQ WK (fun _ => B) (repeat_row n x)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/at5_stochastic. Qed.
(* attest: variants.at5 property_not_position_aware sha256:bb25edb08920d43717b9b6bddb119ae6e23000166376faf9a9e68f128779f0ba theorem:at5_not_aware *)
Theorem at5_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((rpe_attention e WQ WK (fun _ => B) X) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/at5_stochastic. Qed.

(* --- variants.gated-output --- *)
(* attest: variants.gated-output property_right_stochastic sha256:c5a7ec268e2573ae84213f6aa6e00121f65dec8fdbd6dfb68e7063ea5cfd79a9 theorem:gated_stochastic *)
Theorem gated_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.gated-output property_identical_rows_stay_identical sha256:be11331f128e3218d0ac0edd89870fb130609badfa1bade37dc847bc23eef017 theorem:gated_identical_rows *)
Theorem gated_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) g x :
  (forall t, 0 < e t) -> has_identical_rows (gated_layer (softmax e (scores WQ WK (repeat_row n x))) WV g (repeat_row n x)).
Proof. by move=> e_gt0; apply/gated_layer_identical/gated_stochastic. Qed.
(* attest: variants.gated-output property_not_position_aware sha256:4d472eab2cb6ef7e11e20310e47bbcf830faff95eedfe744ed1859b74ce8a279 theorem:gated_not_aware *)
Theorem gated_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/gated_stochastic. Qed.

(* --- variants.positional --- *)
(* attest: variants.positional property_right_stochastic sha256:6a8aa4dd6ea2b14f64910aca02554c13aac88c0fb592f2e28ab23a9b9596663d theorem:positional_stochastic *)
Theorem positional_stochastic e n k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) :
  (forall t, 0 < e t) -> right_stochastic (softmax e (P *m WQ *m (P *m WK)^T)).
Proof. by move=> e_gt0; apply: softmax_stochastic. Qed.
(* attest: variants.positional property_identical_rows_stay_identical sha256:6a1abeb11c0b08d359837ef6bf7a2baf22ade30a3343c46cdee7e39f169588a0 theorem:positional_identical_rows *)
Theorem positional_identical_rows e n d k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (softmax e (P *m WQ *m (P *m WK)^T)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/positional_stochastic. Qed.
(* attest: variants.positional property_not_position_aware sha256:0c31d1747af5e812bcda4a7ba3ef06ad67ad95740c858b4ebfdc18b003f9244d theorem:positional_not_aware *)
Theorem positional_not_aware e n k p (WQ WK : 'M[F]_(p, k)) (P : 'M[F]_(n, p)) :
  (1 < n)%N -> (forall t, 0 < e t) -> ~ distinct (softmax e (P *m WQ *m (P *m WK)^T) *m ones F n).
Proof. by move=> n_gt1 e_gt0; apply/equal_sums/positional_stochastic. Qed.

(* --- variants.kerple --- *)
(* attest: variants.kerple property_right_stochastic sha256:2470e622a88f1587e966aaa21814d7359b879dad14323cba21cbb42a487038e0 theorem:kerple_stochastic *)
Theorem kerple_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> right_stochastic (divide_rows (\matrix_(i, j) (e (scores WQ WK X i j) * K i j))).
Proof. by move=> e_gt0 K_gt0; apply: kernel_stochastic. Qed.
(* attest: variants.kerple property_identical_rows_stay_identical sha256:819a66763ece3e930b6d426e7773ad1758e3b5794cf7d0c560f1547c0f20088e theorem:kerple_identical_rows *)
Theorem kerple_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> has_identical_rows (attend (divide_rows (\matrix_(i, j) (e (scores WQ WK (repeat_row n x) i j) * K i j))) WV (repeat_row n x)).
Proof. by move=> e_gt0 K_gt0; apply/attend_identical/kerple_stochastic. Qed.
(* attest: variants.kerple property_not_position_aware sha256:edb824c1f48e70a17552345b6c9cb960e2d5f25ead5ee024119232fbc8767d6b theorem:kerple_not_aware *)
Theorem kerple_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (K : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> (forall i j, 0 < K i j) -> exists X : 'M[F]_(n, d), ~ distinct ((divide_rows (\matrix_(i, j) (e (scores WQ WK X i j) * K i j))) *m ones F n).
Proof. by move=> n_gt1 e_gt0 K_gt0; exists 0; apply/equal_sums/kerple_stochastic. Qed.

(* --- variants.alibi --- *)
(* attest: variants.alibi property_right_stochastic sha256:449ab4ecab961237cf0d09b36743d68e42d9eb459891d0412d7eac666ce61ab0 theorem:alibi_stochastic *)
Theorem alibi_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (causal_softmax e (scores WQ WK X + B)).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
(* attest: variants.alibi property_identical_rows_stay_identical sha256:1bfa81b2f00364390ecd7af90519f105c39566683d4d3a9841ae5d4252873c86 theorem:alibi_identical_rows *)
Theorem alibi_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (causal_softmax e (scores WQ WK (repeat_row n x) + B)) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/alibi_stochastic. Qed.
(* attest: variants.alibi property_not_position_aware sha256:4593692f19a481d06798d48d99f65e9adc75d86f83a5d33f08d20baede5b5ee9 theorem:alibi_not_aware *)
Theorem alibi_not_aware e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_n) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((causal_softmax e (scores WQ WK X + B)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/alibi_stochastic. Qed.

(* --- variants.causal-mask-no-bos --- *)
(* attest: variants.causal-mask-no-bos property_right_stochastic sha256:79031226d6a75a65d3dbe20bde612134d0a4a4ab4494427201089fa97715f6d7 theorem:causal_stochastic *)
Theorem causal_stochastic e n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) :
  (forall t, 0 < e t) -> right_stochastic (causal_softmax e (scores WQ WK X)).
Proof. by move=> e_gt0; apply: masked_stochastic. Qed.
(* attest: variants.causal-mask-no-bos property_identical_rows_stay_identical sha256:8d6bd569f2349896a8a825274105f5bf6290afaf9a66c75ac467fb6d04753dfc theorem:causal_identical_rows *)
Theorem causal_identical_rows e n d k (WQ WK : 'M[F]_(d, k)) (WV : 'M[F]_d) x :
  (forall t, 0 < e t) -> has_identical_rows (attend (causal_softmax e (scores WQ WK (repeat_row n x))) WV (repeat_row n x)).
Proof. by move=> e_gt0; apply/attend_identical/causal_stochastic. Qed.
(* attest: variants.causal-mask-no-bos property_not_position_aware sha256:1d883b13ee4522e42be3ec4153f79531edbe9ddc003c3ea63853fffd6f88f961 theorem:causal_not_aware *)
Theorem causal_not_aware e n d k (WQ WK : 'M[F]_(d, k)) :
  (1 < n)%N -> (forall t, 0 < e t) -> exists X : 'M[F]_(n, d), ~ distinct ((causal_softmax e (scores WQ WK X)) *m ones F n).
Proof. by move=> n_gt1 e_gt0; exists 0; apply/equal_sums/causal_stochastic. Qed.

End Variants.
