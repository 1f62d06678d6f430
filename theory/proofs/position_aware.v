(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022): Lemma 8, by which the position-aware condition injects positions, and the second half of appendix B, by
   which URPE attention meets that condition. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section PositionAware.
Variable F : realFieldType.
Implicit Types e : F -> F.

Definition distinct n (v : 'cV[F]_n) : Prop := forall i j, i != j -> v i 0 != v j 0.
Definition gap n (v : 'cV[F]_n) i j : F := `|v i 0 - v j 0|.
(* g = min over i != j of |v_i - v_j|. *)
Definition is_smallest_gap n (v : 'cV[F]_n) (g : F) : Prop :=
  (exists i j, i != j /\ gap v i j = g) /\ forall i j, i != j -> g <= gap v i j.

Lemma smallest_gap_exists n (v : 'cV[F]_n) : (1 < n)%N -> exists g, is_smallest_gap v g.
Proof.
case: n v => [//|[//|n]] v _.
case: (@arg_minP _ _ _ (ord0, lift ord0 ord0 : 'I_n.+2) (fun p => p.1 != p.2) (fun p => gap v p.1 p.2)) => // -[i j] /= ij least.
by exists (gap v i j); split=> [|k l kl]; [exists i, j | exact: (least (k, l))].
Qed.

Lemma smallest_gap_gt0 n (v : 'cV[F]_n) g : distinct v -> is_smallest_gap v g -> 0 < g.
Proof. by move=> dist [[i [j [ij <-]]] _]; rewrite normr_gt0 subr_eq0 dist. Qed.

Lemma scaled_gap n (v : 'cV[F]_n) g H :
  distinct v -> is_smallest_gap v g -> is_smallest_gap ((H%:R * g^-1) *: v) H%:R.
Proof.
move=> dist g_min; have g_gt0 := smallest_gap_gt0 dist g_min; case: g_min => -[i [j [ij gapE]]] least.
have scaled k l : gap ((H%:R * g^-1) *: v) k l = H%:R * (gap v k l / g).
  by rewrite /gap !mxE -mulrBr normrM [`|_ * g^-1|]ger0_norm ?divr_ge0 ?ler0n ?ltW // mulrAC mulrA.
split=> [|k l kl]; first by exists i, j; split=> //; rewrite scaled gapE divff ?mulr1 ?gt_eqF.
by rewrite scaled ler_pemulr ?ler0n // ler_pdivl_mulr // mul1r least.
Qed.

(* With H heads and c = 1 / min |v_i - v_j| (eq. 17) the exact smallest gap of u = H c v is H: more than 1 for two heads, exactly 1 for
   one. *)
Theorem smallest_gap n (v : 'cV[F]_n) H : (1 < n)%N -> distinct v ->
  exists2 g, is_smallest_gap v g & is_smallest_gap ((H%:R * g^-1) *: v) H%:R.
Proof.
by move=> n_gt1 dist; case: (smallest_gap_exists v n_gt1) => g g_min; exists g => //; apply: scaled_gap.
Qed.

(* The block of eqs. 16 and 17, one head for each constant in cV: WV = 0, WO = 1^T, output bias and feed-forward layer 0, no
   normalization. Heads have dimension 1, the feed-forward layer has width 4. All heads use the same attention. *)
Definition injection_block n d (A : 'M[F]_(n, d) -> 'M[F]_n) (cV : seq F) : block F n d :=
  Block [seq Head A (0 : 'M_(d, 1)) (const_mx c) (const_mx 1) | c <- cV] 0 idfun (0 : 'M_(d, 4)) 0 0 0 idfun.

(* Eq. 18, for any number of heads. *)
Lemma injection_blockE n d A cV (v : 'cV[F]_n) (X : 'M[F]_(n, d)) :
  A X *m ones F n = v -> apply_block (injection_block A cV) X = X + ((\sum_(c <- cV) c) *: v) *m (ones F d)^T.
Proof.
move=> Av; have normalize_id (Y : 'M[F]_(n, d)) : normalize idfun Y = Y by apply/matrixP => i j; rewrite !mxE.
have zero_row (Y : 'M[F]_(n, d)) : add_row Y 0 = Y by rewrite /add_row /repeat_row mulmx0 addr0.
rewrite /apply_block /= !normalize_id /feed_forward mulmx0 zero_row addr0 /attention_layer zero_row; congr (_ + _).
rewrite big_map scaler_suml mulmx_suml; apply: eq_bigr => c _.
rewrite /head_output /= mulmx0 /add_row add0r /repeat_row mulmxA Av.
have -> : const_mx c = c%:M :> 'M[F]_1 by apply/matrixP => i j; rewrite !mxE !ord1.
by rewrite mul_mx_scalar; congr (_ *m _); apply/matrixP => i j; rewrite !mxE.
Qed.

(* Lemma 8: constants for two heads, and u with gaps above 1, depend on v alone. *)
Theorem lemma_8 n d (v : 'cV[F]_n) : distinct v ->
  exists c1 c2 (u : 'cV[F]_n), (forall i j, i != j -> 1 < gap u i j) /\
    forall (A : 'M[F]_(n, d) -> 'M[F]_n) X, A X *m ones F n = v ->
      apply_block (injection_block A [:: c1; c2]) X = X + u *m (ones F d)^T.
Proof.
move=> dist; case: (ltnP 1 n) => [n_gt1 | n_le1].
  case: (smallest_gap_exists v n_gt1) => g g_min; exists g^-1, g^-1, ((2%:R * g^-1) *: v).
  split=> [i j ij|A X Av]; last by rewrite (injection_blockE _ Av) big_cons big_seq1 mulr_natl mulr2n.
  by apply: lt_le_trans (proj2 (scaled_gap 2 dist g_min) i j ij); rewrite ltr1n.
exists 0, 0, 0; split=> [i j ij|A X Av]; last by rewrite (injection_blockE _ Av) big_cons big_seq1 addr0 scale0r.
case/eqP: ij; apply: ord_inj; have := leq_trans (ltn_ord i) n_le1; have := leq_trans (ltn_ord j) n_le1.
by rewrite !ltnS !leqn0 => /eqP-> /eqP->.
Qed.

(* --- Appendix B: URPE attention meets the condition ----------------------------------------------------------------- *)

(* The second condition of Theorem 3. *)
Definition position_aware n d (A : 'M[F]_(n, d) -> 'M[F]_n) : Prop :=
  exists v, distinct v /\ forall X, A X *m ones F n = v.

(* i - j, for families that are indexed by relative positions. *)
Definition relative n (i j : 'I_n) : int := (i : nat)%:Z - (j : nat)%:Z.

(* The list after eq. 4: b_ij of T5, Shaw, DeBERTa and Transformer-XL. *)
Definition bias_t5 n d (m : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_n := \matrix_(i, j) m (relative i j).
Definition bias_shaw n d k (WQ : 'M[F]_(d, k)) (r : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (row i X *m WQ *m (r (relative i j))^T) 0 0.
Definition bias_deberta n d k (WQ WK : 'M[F]_(d, k)) (r s : int -> 'rV[F]_k) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (row i X *m WQ *m (r (relative i j))^T + s (relative i j) *m (row j X *m WK)^T) 0 0.
Definition bias_transformer_xl n d k q (WQ WK : 'M[F]_(d, k)) (r : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k)
    (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (row i X *m WQ *m (r (relative i j) *m WR)^T + u *m (row j X *m WK)^T
                  + v *m (r (relative i j) *m WR)^T) 0 0.

(* Eq. 8: softmax(X WQ (X WK)^T + B) (.) C, with C a Toeplitz matrix given as the family c_{i-j}. *)
Definition toeplitz n (c : int -> F) : 'M[F]_n := \matrix_(i, j) c (relative i j).
Definition urpe_attention e n d k (WQ WK : 'M[F]_(d, k)) (B : 'M[F]_(n, d) -> 'M[F]_n) (c : int -> F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) (rpe_attention e WQ WK B X i j * toeplitz n c i j).

(* Eq. 25: v = (1, (n-1)/n, ..., 1/n); with i counted from 0, v_i = (n - i) / n. *)
Definition expected n : 'cV[F]_n := \col_i ((n - i)%:R / n%:R).
(* Eq. 23: the upper triangle. *)
Definition upper (k : int) : F := if k <= 0 then 1 else 0.

Lemma expected_distinct n : distinct (expected n).
Proof.
move=> i j; apply: contraNneq; rewrite !mxE => /(mulIf _) eq_ij; apply/eqP/ord_inj.
have n_gt0 : (0 < n)%N by apply: leq_trans (ltn_ord i).
move: eq_ij; rewrite invr_eq0 pnatr_eq0 -lt0n => /(_ n_gt0) /eqP; rewrite eqr_nat => /eqP same.
by rewrite -(subKn (ltnW (ltn_ord i))) same subKn // ltnW.
Qed.

(* How many columns j >= i there are. *)
Lemma upper_sum n (i : 'I_n) : \sum_(j < n) toeplitz n upper i j = (n - i)%:R.
Proof.
rewrite (eq_bigr (fun j : 'I_n => if (i <= j)%N then 1 else 0)) => [|j _]; last first.
  by rewrite mxE /upper /relative subr_le0.
rewrite -big_mkcond /= -(big_mkord (fun j => i <= j)%N (fun _ => 1)).
have /= <- := @big_nat_widenl _ _ _ i 0 n xpredT (fun _ => 1) isT.
by rewrite sumr_const_nat.
Qed.

(* With weights 0 and B = 0 every score is 0 and softmax gives 1/n (eq. 24), whatever X is. *)
Lemma zero_scores e n d k (WK : 'M[F]_(d, k)) (B : 'M[F]_(n, d) -> 'M[F]_n) X :
  (forall t, 0 < e t) -> B X = 0 -> urpe_attention e 0 WK B upper X *m ones F n = expected n.
Proof.
move=> e_gt0 B0; apply/matrixP => i j; rewrite row_sumsE mxE -upper_sum mulr_suml; apply: eq_bigr => l _.
rewrite [LHS]mxE mulrC; congr (_ * _); rewrite /rpe_attention mulmx0 mul0mx add0r B0 mxE.
rewrite (eq_bigr (fun _ => e 0)) => [|? _]; last by rewrite mxE.
by rewrite mxE sumr_const card_ord -[_ *+ _]mulr_natl invfM mulrCA divff ?mulr1 ?gt_eqF.
Qed.

(* Each encoding of section 2 has parameters (all 0 but for C) that give A(X) 1 = v for every X; for Transformer-XL, whose vectors r are fixed, for
   every r. softmax may have any positive weight function. *)
Theorem position_aware_condition e n d k q : (forall t, 0 < e t) ->
  distinct (expected n) /\
  (forall X, urpe_attention e (0 : 'M_(d, k)) 0 (bias_t5 (fun _ => 0)) upper X *m ones F n = expected n) /\
  (forall X, urpe_attention e (0 : 'M_(d, k)) 0 (bias_shaw (0 : 'M_(d, k)) (fun _ => 0)) upper X *m ones F n = expected n) /\
  (forall X, urpe_attention e (0 : 'M_(d, k)) 0 (bias_deberta (0 : 'M_(d, k)) 0 (fun _ => 0) (fun _ => 0)) upper X *m ones F n = expected n) /\
  (forall (r : int -> 'rV[F]_q) X,
    urpe_attention e (0 : 'M_(d, k)) 0 (bias_transformer_xl (0 : 'M_(d, k)) 0 r 0 0 0) upper X *m ones F n = expected n).
Proof.
move=> e_gt0; split; first exact: expected_distinct.
split; [|split; [|split]].
- by move=> X; apply: zero_scores => //; apply/matrixP => i j; rewrite !mxE.
- by move=> X; apply: zero_scores => //; apply/matrixP => i j; rewrite mxE mulmx0 mul0mx !mxE.
- move=> X; apply: zero_scores => //; apply/matrixP => i j.
  by rewrite mxE mulmx0 !mul0mx addr0 !mxE.
- move=> r X; apply: zero_scores => //; apply/matrixP => i j.
  by rewrite mxE mulmx0 !mul0mx !addr0 !mxE.
Qed.

End PositionAware.
