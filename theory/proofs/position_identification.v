(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), eq. 9: no RPE Transformer identifies positions on identical tokens; a URPE Transformer of one block with
   one head does, exactly, on every sequence. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows position_aware.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section PositionIdentification.
Variable F : realFieldType.
Implicit Types e : F -> F.

(* --- The task ------------------------------------------------------------------------------------------------------- *)
(* Row i is the one-hot row of token w i in the first V columns; one column for the index and n for the answers are 0. *)
Definition tokens n V (w : 'I_n -> 'I_V) : 'M[F]_(n, V) := \matrix_(i, b) (b == w i)%:R.
Definition embed n V (w : 'I_n -> 'I_V) : 'M[F]_(n, V + 1 + n) := row_mx (row_mx (tokens w) 0) 0.
(* The last n columns are the answers; row i should be the one-hot row of i, so that together they are the identity. *)
Definition solves n V (Y : 'M[F]_(n, V + 1 + n)) : Prop := rsubmx Y = 1%:M.

(* A URPE head with T5's encoding, and layers without biases and normalizations. *)
Definition urpe_head e n d (h : head F n d) : Prop :=
  exists k (WQ WK : 'M[F]_(d, k)) m c, attention_matrix h =1 urpe_attention e WQ WK (bias_t5 m) c.
Definition bias_free n d (B : block F n d) : Prop :=
  all_hold (fun h => bV h = 0) (heads B) /\ bO B = 0 /\ b1 B = 0 /\ b2 B = 0 /\ norm1 B = idfun /\ norm2 B = idfun.
Definition urpe_network e n d (net : seq (block F n d)) : Prop :=
  all_hold (fun B => all_hold (@urpe_head e n d) (heads B) /\ bias_free B) net.

(* --- The network ---------------------------------------------------------------------------------------------------- *)
(* C: n on and below the diagonal. *)
Definition lower n (k : int) : F := if 0 <= k then n%:R else 0.
Definition index_head e n V : head F n (V + 1 + n) :=
  Head (urpe_attention e (0 : 'M_(_, 1)) 0 (bias_t5 (fun _ => 0)) (lower n))
       (col_mx (col_mx (const_mx 1) 0) 0 : 'M_(V + 1 + n, 1)) 0 (row_mx (row_mx 0 (const_mx 1)) 0).
(* The hidden units max(i - t, 0), t = 0, ..., n-1, for the index i = 1, ..., n; the token columns carry the constant. *)
Definition units n V : 'M[F]_(V + 1 + n, n) := col_mx (col_mx (\matrix_(b, t) - t%:R) (const_mx 1)) 0.
(* Second differences. *)
Definition hats n : 'M[F]_n := \matrix_(t, k) ((t == k :> nat)%:R - 2%:R * (t == k.+1 :> nat)%:R + (t == k.+2 :> nat)%:R).
Definition index_block e n V : block F n (V + 1 + n) :=
  Block [:: index_head e n V] 0 idfun (units n V) 0 (row_mx 0 (hats n)) 0 idfun.

(* How many rows j <= i there are. *)
Lemma lower_sum n (i : 'I_n) : \sum_(j < n) toeplitz n (lower n) i j = n%:R * i.+1%:R.
Proof.
rewrite (eq_bigr (fun j : 'I_n => if (j < i.+1)%N then n%:R else 0)) => [|j _]; last first.
  by rewrite mxE /lower /relative subr_ge0 lez_nat ltnS.
rewrite -big_mkcond /= (big_ord_narrow (ltn_ord i)) sumr_const card_ord.
by rewrite mulr_natr.
Qed.

Lemma index_attention e n d (X : 'M[F]_(n, d)) : (forall t, 0 < e t) ->
  urpe_attention e (0 : 'M_(_, 1)) 0 (bias_t5 (fun _ => 0)) (lower n) X *m ones F n = \col_i i.+1%:R.
Proof.
move=> e_gt0; apply/matrixP => i j; rewrite row_sumsE mxE.
have n_gt0 : (n%:R : F) != 0 by rewrite pnatr_eq0 -lt0n; apply: leq_trans (ltn_ord i).
rewrite -[RHS](mulKf n_gt0) -lower_sum mulr_sumr; apply: eq_bigr => l _.
rewrite [LHS]mxE; congr (_ * _); rewrite /rpe_attention mulmx0 mul0mx add0r mxE.
rewrite (eq_bigr (fun _ => e 0)) => [|? _]; last by rewrite mxE.
by rewrite mxE sumr_const card_ord -[_ *+ _]mulr_natl invfM mulrCA divff ?mulr1 ?gt_eqF.
Qed.

Lemma tokens_sum n V (w : 'I_n -> 'I_V) m (u : 'rV[F]_m) :
  tokens w *m (\matrix_(b, t) u 0 t) = repeat_row n u.
Proof.
apply/matrixP => i t; rewrite repeat_rowE !mxE (bigD1 (w i)) //= !mxE eqxx mul1r big1 ?addr0 // => b /negbTE ne.
by rewrite !mxE ne mul0r.
Qed.

(* max(i - t, 0) for integers is subtraction that stops at 0. *)
Lemma relu_sub i t : relu (i%:R - t%:R : F) = (i - t)%N%:R.
Proof.
rewrite /relu; case: (leqP t i) => [t_le_i | i_lt_t]; first by rewrite max_l ?natrB // subr_ge0 ler_nat.
by rewrite max_r ?subr_le0 ?ler_nat 1?ltnW // (eqP (_ : (i - t == 0)%N)) // subn_eq0 ltnW.
Qed.

(* A sum over t < n that has one term, at t = k, or none: then f k is 0, too. *)
Lemma pick n (f : nat -> F) k : (forall t, (n <= t)%N -> f t = 0) -> \sum_(t < n) f t * (t == k :> nat)%:R = f k.
Proof.
move=> beyond; case: (ltnP k n) => [k_lt_n | n_le_k]; last first.
  rewrite (beyond _ n_le_k); apply: big1 => t _; case: eqP => [tk|_]; last by rewrite mulr0.
  by move: (ltn_ord t); rewrite tk ltnNge n_le_k.
rewrite (bigD1 (Ordinal k_lt_n)) //= eqxx mulr1 big1 ?addr0 // => t /negbTE ne.
by rewrite -[_ == _]/(t == Ordinal k_lt_n) ne mulr0.
Qed.

Lemma second_difference i k : (i.+1 - k)%N%:R - 2%:R * (i.+1 - k.+1)%N%:R + (i.+1 - k.+2)%N%:R = (i == k)%:R :> F.
Proof.
rewrite !subSS; case: (ltngtP i k) => [i_lt_k | k_lt_i | ->].
- have zero m : (i < m)%N -> (i.+1 - m)%N = 0%N by move=> i_lt_m; apply/eqP; rewrite subn_eq0.
  rewrite zero // (eqP (_ : (i - k == 0)%N)) ?subn_eq0 1?ltnW //.
  by rewrite (eqP (_ : (i - k.+1 == 0)%N)) ?subn_eq0 1?ltnW 1?ltnW // mulr0 subr0 addr0.
- rewrite subSn 1?ltnW // -(subnSK k_lt_i).
  rewrite -[(i - k.+1).+2]addn2 -[(i - k.+1).+1]addn1 !natrD mulrDr mulr1 mulr_natl mulr2n.
  by rewrite opprD addrACA subrr addr0 addrC addrA subrr.
- rewrite subSn // subnn (eqP (_ : (k - k.+1 == 0)%N)) ?subn_eq0 // mulr0 subr0 addr0 //.
Qed.

(* The feed-forward layer, on the index. *)
Lemma hats_identity n : (\matrix_(i < n, t < n) relu (i.+1%:R - t%:R)) *m hats n = 1%:M.
Proof.
apply/matrixP => i k; rewrite !mxE.
have beyond t : (n <= t)%N -> (i.+1 - t)%N%:R = 0 :> F.
  by move=> n_le_t; rewrite (eqP (_ : (i.+1 - t == 0)%N)) // subn_eq0 (leq_trans (ltn_ord i)).
rewrite (eq_bigr (fun t : 'I_n => (i.+1 - t)%N%:R * (t == k :> nat)%:R - 2%:R * ((i.+1 - t)%N%:R * (t == k.+1 :> nat)%:R)
                                  + (i.+1 - t)%N%:R * (t == k.+2 :> nat)%:R)) => [|t _]; last first.
  by rewrite !mxE relu_sub !mulrDr mulrN mulrCA.
rewrite big_split sumrB -mulr_sumr /= !(pick (f := fun t => (i.+1 - t)%N%:R)) //.
by rewrite second_difference.
Qed.

Lemma add_row0 n d (X : 'M[F]_(n, d)) : add_row X 0 = X.
Proof. by rewrite /add_row /repeat_row mulmx0 addr0. Qed.

(* After the attention layer: the token, the index, and nothing yet in the answers. *)
Lemma index_head_output e n V (w : 'I_n -> 'I_V) : (forall t, 0 < e t) ->
  head_output (index_head e n V) (embed w) = row_mx (row_mx 0 (\col_i i.+1%:R)) 0.
Proof.
move=> e_gt0; rewrite /head_output /= add_row0 /embed !mul_row_col !mul0mx !addr0.
have -> : tokens w *m const_mx 1 = ones F n.
  have := tokens_sum w (const_mx 1 : 'rV[F]_1); rewrite /repeat_row.
  have -> : const_mx 1 = 1%:M :> 'rV[F]_1 by apply/matrixP => i j; rewrite !mxE !ord1.
  by rewrite mulmx1 => <-; congr (_ *m _); apply/matrixP => b t; rewrite !mxE !ord1.
rewrite index_attention // !mul_mx_row !mulmx0; congr (row_mx (row_mx _ _) _).
by apply/matrixP => i j; rewrite !mxE big_ord1 !mxE mulr1.
Qed.

Lemma index_block_solves e n V (w : 'I_n -> 'I_V) : (forall t, 0 < e t) -> solves (apply_block (index_block e n V) (embed w)).
Proof.
move=> e_gt0; rewrite /solves /apply_block /= !normalize_id /attention_layer big_seq1 index_head_output // add_row0.
rewrite /feed_forward !add_row0 /embed !add_row_mx !addr0 add0r /units !mul_row_col mul0mx addr0.
have -> : tokens w *m (\matrix_(b < V, t < n) - t%:R) + (\col_i i.+1%:R) *m const_mx 1 = \matrix_(i < n, t < n) (i.+1%:R - t%:R).
  apply/matrixP => i t; rewrite !mxE big_ord1 !mxE mulr1 addrC; congr (_ + _).
  rewrite (bigD1 (w i)) //= !mxE eqxx mul1r big1 ?addr0 // => b /negbTE ne.
  by rewrite !mxE ne mul0r.
have -> : map_mx (@relu F) (\matrix_(i < n, t < n) (i.+1%:R - t%:R)) = \matrix_(i < n, t < n) relu (i.+1%:R - t%:R).
  by apply/matrixP => i t; rewrite !mxE.
by rewrite mul_mx_row mulmx0 hats_identity add_row_mx row_mxKr add0r.
Qed.

(* Both parts; the weights of index_block are integers. The first: on n > 1 identical rows every rule that reads answers off rows is wrong somewhere. *)
(* attest: urpe.position-identification printed sha256:199ca7151faf181f92c3ceebb1177b2aefe3b8f554baecf81dfba4a4c9abf5d6 theorem:position_identification *)
Theorem position_identification e : (forall t, 0 < e t) ->
  (forall n d (x : 'rV[F]_d) (net : seq (block F n d)) (rule : 'rV[F]_d -> 'I_n), (1 < n)%N -> stochastic_network net ->
    exists i, rule (row i (network net (repeat_row n x))) != i) /\
  (forall n V, let net := [:: index_block e n V] in urpe_network e net /\ forall w : 'I_n -> 'I_V, solves (network net (embed w))).
Proof.
move=> e_gt0; split=> [n d x net rule n_gt1 sums | n V].
  have same := identical_rows sums (@repeat_row_identical F n d x).
  pose a := rule (row (Ordinal (ltnW n_gt1)) (network net (repeat_row n x))).
  have answer i : rule (row i (network net (repeat_row n x))) = a by rewrite /a (same i (Ordinal (ltnW n_gt1))).
  case: (eqVneq a (Ordinal (ltnW n_gt1))) => [a_first | a_other].
    by exists (Ordinal n_gt1); rewrite answer a_first.
  by exists (Ordinal (ltnW n_gt1)); rewrite answer.
split; last by move=> w; exact: index_block_solves.
do !split=> //.
by exists 1%N, 0, 0, (fun _ => 0), (lower n).
Qed.

(* The network again, with its size: one block, one head of dimension 1 with all scores and biases 0, n hidden units. *)
(* attest: urpe.position-identification finding_one_head_is_enough sha256:b50ed26d7a997b0b39dd24c03aaee8217ed6e717d73b77498edcf3c8d34a8d19 theorem:one_head_is_enough *)
Theorem one_head_is_enough e n V : (forall t, 0 < e t) ->
  let B := index_block e n V in bias_free B /\ width B = n /\
    (exists h, heads B = [:: h] /\ dH h = 1%N /\
      attention_matrix h = urpe_attention e (0 : 'M_(_, 1)) 0 (bias_t5 (fun _ => 0)) (lower n)) /\
    forall w : 'I_n -> 'I_V, solves (network [:: B] (embed w)).
Proof.
move=> e_gt0 B; split; [by do !split | split=> //].
by split=> [|w]; [exists (index_head e n V) | exact: index_block_solves].
Qed.

(* On n identical rows a rule is right at one position at most, and some rule is: the best accuracy is 1/n. *)
Theorem best_accuracy n d (x : 'rV[F]_d) (net : seq (block F n d)) : (0 < n)%N -> stochastic_network net ->
  let right (rule : 'rV[F]_d -> 'I_n) := #|[pred i | rule (row i (network net (repeat_row n x))) == i]| in
  (forall rule, (right rule <= 1)%N) /\ exists rule, right rule = 1%N.
Proof.
move=> n_gt0 sums; have same := identical_rows sums (@repeat_row_identical F n d x).
have right_of rule : exists a, [pred i | rule (row i (network net (repeat_row n x))) == i] =i pred1 a.
  exists (rule (row (Ordinal n_gt0) (network net (repeat_row n x)))) => i.
  by rewrite !inE (same i (Ordinal n_gt0)) eq_sym.
split=> [rule|]; first by case: (right_of rule) => a /eq_card ->; rewrite card1.
by exists (fun _ => Ordinal n_gt0); case: (right_of (fun _ => Ordinal n_gt0)) => a /eq_card ->; rewrite card1.
Qed.

End PositionIdentification.
