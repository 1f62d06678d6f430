(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), equation 1 and Theorem 5.1: two layers of positional attention with all scores equal
   compute any function of finitely many configurations, and any step function away from its walls. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax interpolation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Transformers.
Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis exp_gt0 : forall x, 0 < exp x.

(* An MLP: at least one hidden layer; affine maps in a row merge. *)
Inductive is_mlp : forall m k, ('rV[F]_m -> 'rV[F]_k) -> Prop :=
  | OneHidden m k (f : 'rV[F]_m -> 'rV[F]_k) of is_one_hidden f : is_mlp f
  | Deeper m l k (f : 'rV[F]_m -> 'rV[F]_l) (g : 'rV[F]_l -> 'rV[F]_k) of is_one_hidden f & is_mlp g : is_mlp (g \o f).

(* Eq. 1 with eq. 3 and P = 1: H heads, then the MLP on (attention output, row). The concatenated heads times W_O are the sum of the heads
   times their blocks of W_O. *)
Definition attention_output n H d dm dV dO (WQ WK : 'I_H -> 'M[F]_(n, dm)) (WV : 'I_H -> 'M[F]_(d, dV)) (WO : 'I_H -> 'M[F]_(dV, dO))
    (X : 'M[F]_(n, d)) : 'M[F]_(n, dO) :=
  \sum_h softmax exp (scores 1%:M (WQ h) (WK h)) *m (X *m WV h) *m WO h.
Definition is_layer n H dV d e (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : Prop :=
  exists dm dO (WQ WK : 'I_H -> 'M[F]_(n, dm)) (WV : 'I_H -> 'M[F]_(d, dV)) (WO : 'I_H -> 'M[F]_(dV, dO)) (phi : 'rV[F]_(dO + d) -> 'rV[F]_e),
    is_mlp phi /\ forall X i, row i (g X) = phi (row_mx (row i (attention_output WQ WK WV WO X)) (row i X)).
Inductive is_transformer n H dV : nat -> forall d e, ('M[F]_(n, d) -> 'M[F]_(n, e)) -> Prop :=
  | LastLayer d e (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) of is_layer H dV g : is_transformer H dV 1 g
  | OneMore L d c e (g : 'M[F]_(n, d) -> 'M[F]_(n, c)) (f : 'M[F]_(n, c) -> 'M[F]_(n, e))
      of is_layer H dV g & is_transformer H dV L f : is_transformer H dV L.+1 (f \o g).

(* A layer that leaves everything as it is, and one that applies a row map. *)
Lemma rowwise_layer n H dV d e (phi : 'rV[F]_d -> 'rV[F]_e) : is_mlp phi -> is_layer H dV (fun X : 'M[F]_(n, d) => \matrix_i phi (row i X)).
Proof.
move=> phi_mlp.
exists 0%N, 0%N, (fun=> 0), (fun=> 0), (fun=> 0), (fun=> 0), (fun p : 'rV_(0 + d) => phi (rsubmx p)); split; last first.
  by move=> X i; rewrite rowK row_mxKr.
have split_right m (p : 'rV[F]_(0 + m)) : p *m col_mx 0 1%:M = rsubmx p.
  by rewrite -{1}[p]hsubmxK mul_row_col mulmx0 mulmx1 add0r.
case: phi_mlp => [m k f f_hidden|m l k f g f_hidden g_mlp].
  by apply: OneHidden; apply: one_hidden_ext (one_hidden_comp_linear (col_mx 0 1%:M) f_hidden) => p; rewrite split_right.
apply: (@Deeper _ _ _ (fun p => f (rsubmx p)) g) => //.
by apply: one_hidden_ext (one_hidden_comp_linear (col_mx 0 1%:M) f_hidden) => p; rewrite split_right.
Qed.

Lemma more_layers n H dV L d e (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) :
  is_transformer H dV 2 f -> exists f', is_transformer H dV L.+2 f' /\ f' =1 f.
Proof.
elim: L => [|L IH] two; first by exists f.
have [f' [f'_net f'E]] := IH two.
have same : is_layer H dV (fun X : 'M[F]_(n, d) => \matrix_i (row i X *m 1%:M)).
  exact: (rowwise_layer _ _ _ (OneHidden (one_hidden_linear 1%:M))).
exists (f' \o (fun X : 'M[F]_(n, d) => \matrix_i (row i X *m 1%:M))); split=> [|X]; first exact: OneMore same f'_net.
by rewrite /= f'E; congr f; apply/row_matrixP => i; rewrite rowK mulmx1.
Qed.

(* --- The two layers. Node v shows a label of a finite kind; the labels of all nodes together tell the configuration. *)
Section TwoLayers.
Variables (n : nat) (C A : finType) (label : C -> 'I_n.+1 -> A) (d m e : nat).
Variables (prepare : 'rV[F]_d -> 'rV[F]_m) (point : 'I_n.+1 -> A -> 'rV[F]_m) (out : C -> 'I_n.+1 -> 'rV[F]_e).

Definition one_hot c : 'rV[F]_#|{: 'I_n.+1 * A}| := \row_q (label c (enum_val q).1 == (enum_val q).2)%:R.
Definition code (u : 'cV[F]_#|{: 'I_n.+1 * A}|) v a : F := u (enum_rank (v, a)) 0.

Lemma sum_of_codes u c : (one_hot c *m u) 0 0 = \sum_v code u v (label c v).
Proof.
rewrite mxE (reindex_onto enum_rank enum_val) /=; last by move=> q _; rewrite enum_valK.
rewrite (eq_bigl xpredT) => [|p]; last by rewrite enum_rankK eqxx.
rewrite (eq_bigr (fun p => one_hot c 0 (enum_rank (p.1, p.2)) * code u p.1 p.2)) => [|[v a] _] //.
rewrite -(pair_bigA _ (fun v a => one_hot c 0 (enum_rank (v, a)) * code u v a)) /=.
apply: eq_bigr => v _; rewrite (bigD1 (label c v)) //= big1 ?addr0 => [|a /negbTE a_neq].
  by rewrite mxE enum_rankK eqxx mul1r.
by rewrite mxE enum_rankK /= eq_sym a_neq mul0r.
Qed.

(* Equal scores: the mean of all rows. *)
Lemma uniform_attention k l (X : 'M[F]_(k.+1, l)) i j : (softmax exp (0 : 'M[F]_k.+1) *m X) i j = k.+1%:R^-1 * \sum_v X v j.
Proof.
rewrite mxE mulr_sumr; apply: eq_bigr => v _; rewrite mxE; congr (_ * _).
rewrite (eq_bigr (fun=> exp 0)) => [|w _]; last by rewrite mxE.
by rewrite mxE sumr_const card_ord -[exp 0 *+ _]mulr_natr invfM mulrA divff ?mul1r // gt_eqF.
Qed.

Theorem two_layers H :
  (forall c c', label c =1 label c' -> c = c') ->
  (forall c v c' v', point v (label c v) = point v' (label c' v') -> v = v' /\ label c v = label c' v') ->
  is_one_hidden prepare ->
  exists f : 'M[F]_(n.+1, d) -> 'M[F]_(n.+1, e), is_transformer H.+1 1 2 f /\
    forall X c, (forall v, prepare (row v X) = point v (label c v)) -> forall v, row v (f X) = out c v.
Proof.
move=> label_inj point_inj prepare_hidden.
have [u u_inj] := separating_direction [seq one_hot c | c <- enum C].
have sum_inj c c' : \sum_v code u v (label c v) = \sum_v code u v (label c' v) -> c = c'.
  rewrite -!sum_of_codes => eq_sum; apply: label_inj => v.
  have /rowP/(_ (enum_rank (v, label c v))) : one_hot c = one_hot c' by apply: u_inj; rewrite ?map_f ?mem_enum.
  by rewrite !mxE !enum_rankK /= eqxx; case: eqP => // _ /eqP; rewrite oner_eq0.
(* Layer 1: each row becomes (code, number of the node). *)
pose coded c v : 'rV[F]_(1 + 1) := row_mx (code u v (label c v))%:M v%:R%:M.
pose y1 x := if [pick p : C * 'I_n.+1 | point p.2 (label p.1 p.2) == x] is Some p then coded p.1 p.2 else 0.
have y1E c v : y1 (point v (label c v)) = coded c v.
  rewrite /y1; case: pickP => [p /eqP/point_inj[eq_v eq_label]|/(_ (c, v))]; last by rewrite eqxx.
  by rewrite /coded eq_label eq_v.
have [g1 [g1_hidden g1E]] := interpolation [seq point p.2 (label p.1 p.2) | p <- enum {: C * 'I_n.+1}] y1.
have layer1 : is_layer H.+1 1 (fun X : 'M[F]_(n.+1, d) => \matrix_i g1 (prepare (row i X))).
  exact: (rowwise_layer _ _ _ (Deeper prepare_hidden (OneHidden g1_hidden))).
(* Layer 2: the mean of the codes, and what the row holds, tell the configuration and the node. *)
pose mean c : F := n.+1%:R^-1 * \sum_v code u v (label c v).
pose seen c v : 'rV[F]_(1 + (1 + 1)) := row_mx (mean c)%:M (coded c v).
have seen_inj c v c' v' : seen c v = seen c' v' -> c = c' /\ v = v'.
  have scale_neq0 : n.+1%:R^-1 != 0 :> F by rewrite invr_neq0 // pnatr_eq0.
  move=> /eq_row_mx[/rowP/(_ 0)]; rewrite !mxE eqxx !mulr1n => /(mulfI scale_neq0)/sum_inj ->.
  move=> /eq_row_mx[_ /rowP/(_ 0)]; rewrite !mxE eqxx !mulr1n => /eqP; rewrite eqr_nat => /eqP eq_v.
  by split=> //; apply: val_inj.
pose y2 x := if [pick p : C * 'I_n.+1 | seen p.1 p.2 == x] is Some p then out p.1 p.2 else 0.
have y2E c v : y2 (seen c v) = out c v.
  by rewrite /y2; case: pickP => [p /eqP/seen_inj[-> ->]//|/(_ (c, v))]; rewrite eqxx.
have [g2 [g2_hidden g2E]] := interpolation [seq seen p.1 p.2 | p <- enum {: C * 'I_n.+1}] y2.
pose heads (Y : 'M[F]_(n.+1, 1 + 1)) : 'M[F]_(n.+1, 1) :=
  attention_output (fun _ : 'I_H.+1 => 0 : 'M[F]_(n.+1, 1)) (fun=> 0) (fun=> col_mx 1%:M 0) (fun h => (h == 0)%:R%:M) Y.
have headsE Y v : heads Y v 0 = n.+1%:R^-1 * \sum_w Y w 0.
  rewrite /heads /attention_output (bigD1 0) //= big1 ?addr0 => [|h /negbTE ->]; last by rewrite mulr0n raddf0 mulmx0.
  rewrite mulmx1 /scores mul1mx mul0mx uniform_attention; congr (_ * _); apply: eq_bigr => w _.
  by rewrite -{1}[Y]hsubmxK mul_row_col mulmx1 mulmx0 addr0 mxE; congr (Y w _); apply: val_inj.
have layer2 : is_layer H.+1 1 (fun Y : 'M[F]_(n.+1, 1 + 1) => \matrix_i g2 (row_mx (row i (heads Y)) (row i Y))).
  exists 1%N, 1%N, (fun=> 0), (fun=> 0), (fun=> col_mx 1%:M 0), (fun h => (h == 0)%:R%:M), g2; split; first exact: OneHidden.
  by move=> Y i; rewrite rowK.
eexists; split; first exact: OneMore layer1 (LastLayer layer2).
move=> X c Xc v; rewrite /= rowK.
have rowE w : row w (\matrix_i g1 (prepare (row i X))) = coded c w.
  by rewrite rowK Xc g1E ?y1E //; apply/mapP; exists (c, w); rewrite ?mem_enum.
have -> : row v (heads (\matrix_i g1 (prepare (row i X)))) = (mean c)%:M.
  apply/rowP => j; rewrite ord1 [LHS]mxE headsE [RHS]mxE eqxx mulr1n; congr (_ * _); apply: eq_bigr => w _.
  have := congr1 (fun r : 'rV[F]_(1 + 1) => r 0 0) (rowE w); rewrite [LHS]mxE => ->.
  have -> : 0 = lshift 1 0 :> 'I_(1 + 1) by apply: val_inj.
  by rewrite row_mxEl mxE eqxx mulr1n.
by rewrite rowE g2E ?y2E //; apply/mapP; exists (c, v); rewrite ?mem_enum.
Qed.
End TwoLayers.
End Transformers.
