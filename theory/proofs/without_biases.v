(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), eqs. 3, 6 and 8 to the letter: without biases and normalizations a network on one token is positively
   homogeneous, and any network sends 0 to 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Field.
From attest Require Import field_tactics attention identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section WithoutBiases.
Variable F : realFieldType.

Definition bias_free_head n d (h : head F n d) : Prop := bV h = 0.
Definition bias_free_block n d (B : block F n d) : Prop :=
  [/\ all_hold (@bias_free_head n d) (heads B), bO B = 0, b1 B = 0, b2 B = 0 & norm1 B =1 idfun /\ norm2 B =1 idfun].
Definition bias_free n d (net : seq (block F n d)) : Prop := all_hold (@bias_free_block n d) net.

(* A head whose attention matrix is the same for every input: on one token softmax is the number 1, URPE's matrix the number c_0. *)
Definition fixed_head n d (h : head F n d) : Prop := forall X Y, attention_matrix h X = attention_matrix h Y.
Definition fixed_attention n d (net : seq (block F n d)) : Prop := all_hold (fun B => all_hold (@fixed_head n d) (heads B)) net.

Lemma add_row0 n d (X : 'M[F]_(n, d)) : add_row X 0 = X.
Proof. by rewrite /add_row /repeat_row mulmx0 addr0. Qed.

Lemma normalize_idfun n d f (X : 'M[F]_(n, d)) : f =1 idfun -> normalize f X = X.
Proof. by move=> f_id; apply/matrixP => i j; rewrite mxE f_id mxE. Qed.

Lemma relu_scale (t x : F) : 0 <= t -> relu (t * x) = t * relu x.
Proof. by move=> t_ge0; rewrite /relu maxr_pmulr // mulr0. Qed.

Lemma feed_forward_scale n d r (W1 : 'M[F]_(d, r)) W2 t (X : 'M[F]_(n, d)) :
  0 <= t -> feed_forward W1 0 W2 0 (t *: X) = t *: feed_forward W1 0 W2 0 X.
Proof.
move=> t_ge0; rewrite /feed_forward !add_row0 -scalemxAl scalerDr [t *: (_ *m W2)]scalemxAl; congr (_ + _ *m _).
by apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE [map_mx _ _ _ _]mxE [X in relu X = _]mxE relu_scale.
Qed.

Lemma head_scale n d (h : head F n d) t X : bias_free_head h -> fixed_head h -> head_output h (t *: X) = t *: head_output h X.
Proof. by move=> no_bias fixed; rewrite /head_output no_bias !add_row0 (fixed _ X) -scalemxAl -scalemxAr -scalemxAl. Qed.

Lemma block_scale n d (B : block F n d) t X :
  bias_free_block B -> all_hold (@fixed_head n d) (heads B) -> 0 <= t -> apply_block B (t *: X) = t *: apply_block B X.
Proof.
case=> free_heads bO0 b10 b20 [id1 id2] fixed t_ge0.
rewrite /apply_block !(normalize_idfun _ id1) !(normalize_idfun _ id2) /attention_layer bO0 b10 b20 !add_row0 -feed_forward_scale //.
congr (feed_forward _ _ _ _ _); rewrite scalerDr; congr (_ + _).
elim: (heads B) free_heads fixed => [|h hs IH] /=; first by rewrite !big_nil scaler0.
by case=> free_h free_hs [fixed_h fixed_hs]; rewrite !big_cons scalerDr head_scale // IH.
Qed.

(* attest: urpe.biases finding_one_token sha256:ff8279811d06f07cc4a3ee4f6ec31460e15956c50618314b8e8c4e93d32041c8 theorem:one_token *)
Theorem one_token n d (net : seq (block F n d)) t X :
  bias_free net -> fixed_attention net -> 0 <= t -> network net (t *: X) = t *: network net X.
Proof.
move=> free fixed t_ge0; elim: net X free fixed => [|B net IH] X //= [free_B free_net] [fixed_B fixed_net].
by rewrite /network /= block_scale // -!/(network _ _) IH.
Qed.

(* Whatever the attention matrices depend on, X = 0 goes to 0. *)
Theorem zero_goes_to_zero n d (net : seq (block F n d)) : bias_free net -> network net 0 = 0.
Proof.
elim: net => [|B net IH] //= [[free_heads bO0 b10 b20 [id1 id2]] free_net].
rewrite /network /= -/(network _ _) /apply_block !(normalize_idfun _ id1) !(normalize_idfun _ id2) /attention_layer bO0 b10 b20 add_row0.
have -> : \sum_(h <- heads B) head_output h 0 = 0.
  elim: (heads B) free_heads => [|h hs IHh] /=; first by rewrite big_nil.
  by case=> free_h free_hs; rewrite big_cons IHh // addr0 /head_output free_h add_row0 mul0mx mulmx0 mul0mx.
rewrite addr0 /feed_forward !add_row0 mul0mx.
have -> : map_mx (@relu F) (0 : 'M_(n, width B)) = 0 by apply/matrixP => i j; rewrite !mxE /relu maxxx.
by rewrite mul0mx addr0 IH.
Qed.

(* Theorem 2's target is missed by 2M at 0, and by one network without biases by no more anywhere. *)
Lemma target_squared n d (M : F) : (0 < n)%N -> (0 < d)%N -> frobenius_squared (target n d M) = 4%:R * M ^+ 2.
Proof.
case: n => [//|n] _; case: d => [//|d] _; rewrite /frobenius_squared big_ord_recl big_ord_recl !mxE /= exprMn -natrX.
rewrite !big1 ?addr0 // => [i _|j _]; last by rewrite mxE /= expr0n.
by rewrite big1 // => j _; rewrite mxE /= expr0n.
Qed.

(* attest: urpe.theorem-2 finding_layers_to_the_letter sha256:4bea0a7201eba6c45ae1c5da0a57da444e53bbe46d6e7d67052d36460f65f91e theorem:layers_to_the_letter *)
Theorem layers_to_the_letter n d M (net : seq (block F n d)) :
  (0 < n)%N -> (0 < d)%N -> bias_free net -> frobenius_squared (target n d M - network net 0) = 4%:R * M ^+ 2.
Proof. by move=> n_gt0 d_gt0 free; rewrite zero_goes_to_zero // subr0 target_squared. Qed.

(* The network is named: a block of this file is more than a value of the language (matrices of attention that depend on the
   input, any function as a normalization), so that one which merely exists would say less. *)
(* attest: urpe.theorem-2 finding_infimum_without_biases sha256:f61f4652a4a106d73c0a8f5152b371254568e35c7b4fc4baf0c19ee47191ddfd theorem:infimum_without_biases *)
Theorem infimum_without_biases n d M : (0 < n)%N -> (0 < d)%N ->
  let net : seq (block F n d) := [:: constant_block n 0] in
  [/\ stochastic_network net, bias_free net &
    forall X, frobenius_squared (target n d M - network net X) = 4%:R * M ^+ 2].
Proof.
move=> n_gt0 d_gt0 net; split=> // X.
by rewrite /network /= constant_blockE /repeat_row mulmx0 subr0 target_squared.
Qed.

(* The integral of (1 - kx)^2 over [0, 1] is least at k = 3/2. *)
Add Field without_biases_field : (plain_field F).
Theorem the_distance (k : F) : 1 + k * (k * (1 / 3%:R) - 1) = 1 / 4%:R + (k - 3%:R / 2%:R) ^+ 2 / 3%:R.
Proof.
have quarter : 4%:R^-1 = 2%:R^-1 * 2%:R^-1 :> F by rewrite -invfM -natrM.
have half : 2%:R * 2%:R^-1 = 1 :> F by rewrite divff // pnatr_eq0.
have third : 3%:R * 3%:R^-1 = 1 :> F by rewrite divff // pnatr_eq0.
rewrite !mul1r quarter; move: 2%:R^-1 3%:R^-1 half third => h r half third.
transitivity (k ^+ 2 * r - (3%:R * r) * (2%:R * h) * k + (3%:R * r - 1) * 3%:R * (h * h) + (2%:R * h) * (2%:R * h)).
  by rewrite half third; fold_plain F; ring.
by fold_plain F; ring.
Qed.

End WithoutBiases.
