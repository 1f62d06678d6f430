(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: a class of networks that meets one of its two conditions alone, for each, and a target that it misses. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From attest Require Import attention position_aware attentive symmetry.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Conditions.
Variable F : realFieldType.

(* The attentive condition's matrices, with c on the side of the query, for any weight function e. *)
Definition attentive_head (e : F -> F) n d (h : head F n d) : Prop :=
  exists u c, attention_matrix h = fun X => softmax e (query_side u c X).
Definition attentive_network e n d (net : seq (block F n d)) : Prop :=
  all_hold (fun B => all_hold (@attentive_head e n d) (heads B)) net.

(* Permuting the tokens permutes the outputs. *)
Lemma permuted_attentive e n d (h : head F n d) (s : 'S_n) X :
  attentive_head e h -> head_output h (row_perm s X) = row_perm s (head_output h X).
Proof.
case=> u [c attention]; rewrite /head_output attention permuted_product permuted_add_row -permuted_product.
have score i j : query_side u c (row_perm s X) i j = query_side u c X (s i) (s j).
  by rewrite /query_side permuted_product !mxE; apply: eq_bigr => l _; rewrite !mxE.
congr (_ *m _); apply/matrixP => i j; rewrite [RHS]mxE [LHS]mxE [RHS]mxE.
rewrite [RHS](reindex_inj (@perm_inj _ s)) /=; apply: eq_bigr => l _.
rewrite [row_perm _ _ _ _]mxE; congr (_ * _); rewrite ![softmax _ _ _ _]mxE score; congr (_ / _).
by rewrite [RHS](reindex_inj (@perm_inj _ s)) /=; apply: eq_bigr => k _; rewrite score.
Qed.

Lemma permuted_attentive_network e n d (net : seq (block F n d)) (s : 'S_n) X :
  attentive_network e net -> network net (row_perm s X) = row_perm s (network net X).
Proof.
elim: net X => [//|B net IH] X [attentive_B attentive_net].
have step Y : network (B :: net) Y = network net (apply_block B Y) by [].
rewrite !step -(IH _ attentive_net); congr (network net _); rewrite /apply_block /attention_layer.
have -> : \sum_(h <- heads B) head_output h (row_perm s X) = row_perm s (\sum_(h <- heads B) head_output h X).
  elim: (heads B) attentive_B => [|h hs sums] /=; first by rewrite !big_nil => _; apply/matrixP => i j; rewrite !mxE.
  by case=> ah /sums IHhs; rewrite !big_cons IHhs (permuted_attentive _ _ ah) permuted_sum.
by rewrite permuted_sum permuted_add_row permuted_normalize permuted_feed_forward permuted_normalize.
Qed.

(* Networks whose attention matrices are all diag(v). *)
Definition diagonal_head n d (v : 'cV[F]_n) (h : head F n d) : Prop := attention_matrix h = fun=> diag_mx v^T.
Definition diagonal_network n d v (net : seq (block F n d)) : Prop := all_hold (fun B => all_hold (@diagonal_head n d v) (heads B)) net.

Lemma row_add_row n d (X Y : 'M[F]_(n, d)) b i : row i X = row i Y -> row i (add_row X b) = row i (add_row Y b).
Proof. by move=> same; rewrite /add_row !linearD /= same. Qed.

Lemma row_normalize n d f (X : 'M[F]_(n, d)) i : row i (normalize f X) = f (row i X).
Proof. by apply/rowP => j; rewrite !mxE. Qed.

Lemma row_feed_forward n d r W1 b1 W2 b2 (X Y : 'M[F]_(n, d)) i : row i X = row i Y ->
  row i (@feed_forward F n d r W1 b1 W2 b2 X) = row i (feed_forward W1 b1 W2 b2 Y).
Proof.
move=> same; have add m (A B : 'M[F]_(n, m)) : row i (A + B) = row i A + row i B by rewrite linearD.
rewrite /feed_forward [LHS]add [RHS]add same; congr (_ + _); apply: row_add_row; rewrite !row_mul; congr (_ *m _).
by rewrite -!map_row (row_add_row b1 (_ : row i (X *m W1) = row i (Y *m W1))) // !row_mul same.
Qed.

Lemma row_heads n d v (hs : seq (head F n d)) (X Y : 'M[F]_(n, d)) i : all_hold (@diagonal_head n d v) hs -> row i X = row i Y ->
  row i (\sum_(h <- hs) head_output h X) = row i (\sum_(h <- hs) head_output h Y).
Proof.
have add m (A B : 'M[F]_(n, m)) : row i (A + B) = row i A + row i B by rewrite linearD.
have diag_row m (Z : 'M[F]_(n, m)) : row i (diag_mx v^T *m Z) = v i 0 *: row i Z.
  by apply/rowP => j; rewrite mul_diag_mx !mxE.
move=> diagonal same; elim: hs diagonal => [|h hs sums] /=; first by rewrite !big_nil.
case=> diagonal_h /sums rest; rewrite !big_cons [LHS]add [RHS]add rest; congr (_ + _).
rewrite /head_output diagonal_h [LHS]row_mul [RHS]row_mul [in LHS]diag_row [in RHS]diag_row; congr (_ *: _ *m _).
by apply: row_add_row; rewrite [LHS]row_mul [RHS]row_mul same.
Qed.

Lemma row_block n d v (B : block F n d) (X Y : 'M[F]_(n, d)) i : all_hold (@diagonal_head n d v) (heads B) ->
  row i X = row i Y -> row i (apply_block B X) = row i (apply_block B Y).
Proof.
have add (A C : 'M[F]_(n, d)) : row i (A + C) = row i A + row i C by rewrite linearD.
move=> diagonal same; have sums := row_heads diagonal same.
have attended : row i (attention_layer (heads B) (bO B) X) = row i (attention_layer (heads B) (bO B) Y).
  by apply: row_add_row; rewrite [LHS]add [RHS]add same sums.
have normal : row i (normalize (norm1 B) (attention_layer (heads B) (bO B) X)) =
  row i (normalize (norm1 B) (attention_layer (heads B) (bO B) Y)) by rewrite [LHS]row_normalize [RHS]row_normalize attended.
have last Z : row i (apply_block B Z) = norm2 B (row i (feed_forward (W1 B) (b1 B) (W2 B) (b2 B)
  (normalize (norm1 B) (attention_layer (heads B) (bO B) Z)))) := row_normalize _ _ _.
have fed := row_feed_forward (W1 B) (b1 B) (W2 B) (b2 B) normal.
exact: (etrans (last X) (etrans (congr1 (norm2 B) fed) (esym (last Y)))).
Qed.

Lemma row_diagonal_network n d v (net : seq (block F n d)) (X Y : 'M[F]_(n, d)) i : diagonal_network v net ->
  row i X = row i Y -> row i (network net X) = row i (network net Y).
Proof.
elim: net X Y => [//|B net IH] X Y [diagonal_B diagonal_net] same.
have step Z : network (B :: net) Z = network net (apply_block B Z) by [].
by rewrite !step; apply: (IH _ _ diagonal_net); apply: row_block diagonal_B same.
Qed.

(* The target of Theorem 2 with M = 1; X with its first two tokens exchanged. *)
Definition first_row n d : 'M[F]_(n, d) := \matrix_(i, j) if (i == 0%N :> nat) && (j == 0%N :> nat) then 2%:R else 0.
Definition error_at_most n d (G Y : 'M[F]_(n, d)) t : Prop := forall i j, `|G i j - Y i j| <= t.

Lemma two_apart (y t : F) : `|2%:R - y| <= t -> `|0 - y| <= t -> 1 <= t.
Proof.
move=> far near; rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n // mulr1 mulr_natl mulr2n.
apply: le_trans (ler_add far near); rewrite [`|0 - y|]distrC subr0.
by apply: le_trans (ler_norm_add _ _); rewrite subrK ger0_norm ?ler0n.
Qed.

Theorem neither_alone n d (e : F -> F) :
  let i0 : 'I_n.+2 := ord0 in let i1 : 'I_n.+2 := lift ord0 ord0 in
  [/\ ~ distinct (ones F n.+2),
      forall (net : seq (block F n.+2 d.+1)) X t, attentive_network e net ->
        error_at_most (first_row n.+2 d.+1) (network net X) t ->
        error_at_most (first_row n.+2 d.+1) (network net (xrow i0 i1 X)) t -> 1 <= t,
      forall v : 'cV[F]_n.+1, diag_mx v^T *m ones F n.+1 = v,
      forall v (net : seq (block F n.+2 d.+1)) (X Y : 'M[F]_(n.+2, d.+1)), diagonal_network v net ->
        row i0 X = row i0 Y -> row i0 (network net X) = row i0 (network net Y) &
      forall y : F, 1 <= Num.max `|y - 0| `|y - 2%:R|].
Proof.
move=> i0 i1; split.
- by move=> dist; have := dist i0 i1 isT; rewrite !mxE eqxx.
- move=> net X t attentive at_X at_exchanged; move: (at_X i1 ord0) (at_exchanged i0 ord0).
  rewrite /xrow (permuted_attentive_network _ _ attentive); move: (network net X) => Y.
  have -> : row_perm (tperm i0 i1) Y i0 ord0 = Y i1 ord0 by rewrite mxE tpermL.
  have -> : first_row n.+2 d.+1 i1 ord0 = 0 by rewrite mxE.
  have -> : first_row n.+2 d.+1 i0 ord0 = 2%:R by rewrite mxE.
  by move=> near far; apply: two_apart far near.
- by move=> v; apply/colP => i; rewrite mul_diag_mx !mxE mulr1.
- by move=> v net X Y diagonal same; apply: row_diagonal_network diagonal same.
- by move=> y; apply: (@two_apart y); rewrite distrC le_maxr lexx ?orbT.
Qed.

End Conditions.
