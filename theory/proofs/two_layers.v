(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), equation 1 and Theorem 5.1: two layers of positional attention with all scores equal and
   rational weights compute any function of finitely many configurations, and any step function away from its walls. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax interpolation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Weights are numbers of some kind W, read as elements of F: F itself (read is the identity), or rational numbers (read is ratr). *)
Section Definitions.
Variables (F : realFieldType) (exp : F -> F) (W : Type) (read : W -> F).
Local Notation weights := (map_mx read).

Definition is_hidden m k (f : 'rV[F]_m -> 'rV[F]_k) : Prop :=
  exists r (W1 : 'M[W]_(m, r)) (b1 : 'rV[W]_r) (W2 : 'M[W]_(r, k)) (b2 : 'rV[W]_k), f =1 one_hidden (weights W1) (weights b1) (weights W2) (weights b2).
(* An MLP: at least one hidden layer; affine maps in a row merge. *)
Inductive is_mlp : forall m k, ('rV[F]_m -> 'rV[F]_k) -> Prop :=
  | OneHidden m k (f : 'rV[F]_m -> 'rV[F]_k) of is_hidden f : is_mlp f
  | Deeper m l k (f : 'rV[F]_m -> 'rV[F]_l) (g : 'rV[F]_l -> 'rV[F]_k) of is_hidden f & is_mlp g : is_mlp (g \o f).

(* Eq. 1 with eq. 3 and P = 1: H heads, then the MLP on (attention output, row). The concatenated heads times W_O are the sum of the heads
   times their blocks of W_O. *)
Definition attention_output n H d dm dV dO (WQ WK : 'I_H -> 'M[F]_(n, dm)) (WV : 'I_H -> 'M[F]_(d, dV)) (WO : 'I_H -> 'M[F]_(dV, dO))
    (X : 'M[F]_(n, d)) : 'M[F]_(n, dO) :=
  \sum_h softmax exp (scores 1%:M (WQ h) (WK h)) *m (X *m WV h) *m WO h.
Definition is_layer n H dV d e (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : Prop :=
  exists dm dO (WQ WK : 'I_H -> 'M[W]_(n, dm)) (WV : 'I_H -> 'M[W]_(d, dV)) (WO : 'I_H -> 'M[W]_(dV, dO)) (phi : 'rV[F]_(dO + d) -> 'rV[F]_e),
    is_mlp phi /\ forall X i, row i (g X) =
      phi (row_mx (row i (attention_output (fun h => weights (WQ h)) (fun h => weights (WK h)) (fun h => weights (WV h)) (fun h => weights (WO h)) X)) (row i X)).
Inductive is_transformer n H dV : nat -> forall d e, ('M[F]_(n, d) -> 'M[F]_(n, e)) -> Prop :=
  | LastLayer d e (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) of is_layer H dV g : is_transformer H dV 1 g
  | OneMore L d c e (g : 'M[F]_(n, d) -> 'M[F]_(n, c)) (f : 'M[F]_(n, c) -> 'M[F]_(n, e))
      of is_layer H dV g & is_transformer H dV L f : is_transformer H dV L.+1 (f \o g).

Lemma hidden_one_hidden m k (f : 'rV[F]_m -> 'rV[F]_k) : is_hidden f -> is_one_hidden f.
Proof. by move=> [r [W1 [b1 [W2 [b2 fE]]]]]; exists r, (weights W1), (weights b1), (weights W2), (weights b2). Qed.
End Definitions.

(* --- Rational weights. *)
(* Below each positive number of an archimedean field lies a positive rational one. *)
Lemma rational_below (R : archiFieldType) (delta : R) : 0 < delta -> exists2 q : rat, 0 < q & ratr q <= delta.
Proof.
move=> delta_gt0; pose b := Num.bound delta^-1; have below : delta^-1 < b%:R by rewrite archi_boundP // invr_ge0 ltW.
have b_gt0 : (0 < b)%N by rewrite -(ltr_nat R); apply: lt_trans below; rewrite invr_gt0.
exists b%:R^-1; first by rewrite invr_gt0 ltr0n.
by rewrite fmorphV rmorph_nat -[delta]invrK ler_pinv ?inE ?unitfE ?invr_eq0 ?gt_eqF ?invr_gt0 ?ltr0n // ltW.
Qed.

Section Transformers.
Variables (F : realFieldType) (exp : F -> F).
Hypothesis exp_gt0 : forall x, 0 < exp x.
Notation real := (map_mx (ratr : rat -> F)).
Local Notation is_hidden := (is_hidden (ratr : rat -> F)).
Local Notation is_mlp := (is_mlp (ratr : rat -> F)).
Local Notation is_layer := (is_layer exp (ratr : rat -> F)).
Local Notation is_transformer := (is_transformer exp (ratr : rat -> F)).

Lemma ratr_relu (x : rat) : ratr (relu x) = relu (ratr x) :> F.
Proof.
by case: (leP 0 x) => [x_ge0|/ltW x_le0]; [rewrite !relu_ge0 ?ler0q | rewrite !relu_le0 ?lerq0 // rmorph0].
Qed.
(* A network with rational weights over the rational numbers is one over F, with the same values at rational points. *)
Lemma one_hidden_real m k (q : 'rV[rat]_m -> 'rV[rat]_k) : is_one_hidden q ->
  exists f : 'rV[F]_m -> 'rV[F]_k, is_hidden f /\ forall x, f (real x) = real (q x).
Proof.
move=> [r [W1 [b1 [W2 [b2 qE]]]]]; exists (one_hidden (real W1) (real b1) (real W2) (real b2)).
split=> [|x]; first by exists r, W1, b1, W2, b2.
rewrite qE /one_hidden map_mxD map_mxM; congr (_ *m _ + _).
by rewrite -map_mxM -map_mxD -!map_mx_comp; apply: eq_map_mx => t; rewrite /= ratr_relu.
Qed.

Lemma hidden_ext m k (f g : 'rV[F]_m -> 'rV[F]_k) : f =1 g -> is_hidden f -> is_hidden g.
Proof. by move=> fg [r [W1 [b1 [W2 [b2 fE]]]]]; exists r, W1, b1, W2, b2 => x; rewrite -fg. Qed.
Lemma hidden_const m k (c : 'rV[rat]_k) : is_hidden (fun _ : 'rV[F]_m => real c).
Proof. by exists 1%N, 0, 0, 0, c => x; rewrite /one_hidden !map_mx0 mulmx0 add0r. Qed.
Lemma hidden_add m k (f g : 'rV[F]_m -> 'rV[F]_k) : is_hidden f -> is_hidden g -> is_hidden (fun x => f x + g x).
Proof.
move=> [r [W1 [b1 [W2 [b2 fE]]]]] [r' [W1' [b1' [W2' [b2' gE]]]]].
exists (r + r')%N, (row_mx W1 W1'), (row_mx b1 b1'), (col_mx W2 W2'), (b2 + b2') => x.
rewrite fE gE /one_hidden map_mxD ![map_mx ratr (row_mx _ _)]map_row_mx [map_mx ratr (col_mx _ _)]map_col_mx.
by rewrite mul_mx_row add_row_mx map_row_mx mul_row_col addrACA.
Qed.
Lemma hidden_sum (I : Type) (s : seq I) m k (f : I -> 'rV[F]_m -> 'rV[F]_k) :
  (forall i, is_hidden (f i)) -> is_hidden (fun x => \sum_(i <- s) f i x).
Proof.
move=> f_hidden; elim: s => [|i s IH].
  by apply: hidden_ext (hidden_const _ 0) => x; rewrite big_nil map_mx0.
by apply: hidden_ext (hidden_add (f_hidden i) IH) => x; rewrite big_cons.
Qed.
Lemma hidden_unit m k (u : 'cV[rat]_m) b (c : 'rV[rat]_k) : is_hidden (fun x : 'rV[F]_m => relu ((x *m real u) 0 0 + ratr b) *: real c).
Proof.
exists 1%N, u, (b%:M), c, 0 => x; rewrite /one_hidden map_mx0 addr0; apply/rowP => j.
by rewrite !mxE big_ord1 !mxE eqxx mulr1n.
Qed.
Lemma hidden_linear m k (V : 'M[rat]_(m, k)) : is_hidden (fun x => x *m real V).
Proof.
exists (k + k)%N, (row_mx V (- V)), 0, (col_mx 1%:M (- 1%:M)), 0 => x.
rewrite /one_hidden !map_mx0 !addr0 map_row_mx map_col_mx !map_mxN map_mx1 mul_mx_row map_row_mx mul_row_col.
rewrite [x *m - _]mulmxN; move: (x *m _) => z; rewrite mulmx1 mulmxN mulmx1.
by apply/rowP => j; rewrite !mxE relu_difference.
Qed.
Lemma hidden_comp_linear m l k (V : 'M[rat]_(m, l)) (f : 'rV[F]_l -> 'rV[F]_k) : is_hidden f -> is_hidden (fun x => f (x *m real V)).
Proof. by move=> [r [W1 [b1 [W2 [b2 fE]]]]]; exists r, (V *m W1), b1, W2, b2 => x; rewrite fE /one_hidden map_mxM mulmxA. Qed.
Lemma hidden_ramp m k (delta w : rat) (j : 'I_m) (c : 'rV[rat]_k) :
  is_hidden (fun x : 'rV[F]_m => ramp (ratr delta) (ratr w) (x 0 j) *: real c).
Proof.
pose scale := (2%:R * delta)^-1; pose u : 'cV[rat]_m := scale *: delta_mx j 0.
have scaleE : ratr scale = (2%:R * ratr delta)^-1 :> F by rewrite fmorphV rmorphM rmorph_nat.
have halfE : ratr (1 / 2%:R) = 1 / 2%:R :> F by rewrite fmorph_div rmorph1 rmorph_nat.
have biasE : ratr (1 / 2%:R - w * scale) = 1 / 2%:R - ratr w * ratr scale :> F by rewrite rmorphB rmorphM /= halfE.
have bias'E : ratr (- (1 / 2%:R) - w * scale) = - (1 / 2%:R) - ratr w * ratr scale :> F by rewrite rmorphB rmorphN rmorphM /= halfE.
have uE (x : 'rV[F]_m) : (x *m real u) 0 0 = x 0 j * ratr scale.
  by rewrite map_mxZ map_delta_mx -scalemxAr mxE -colE mxE mulrC.
apply: hidden_ext (hidden_add (hidden_unit u (1 / 2%:R - w * scale) c) (hidden_unit u (- (1 / 2%:R) - w * scale) (- c))) => x.
rewrite !uE biasE bias'E map_mxN scalerN -scalerBl /ramp -scaleE mulrBl !addrA.
by rewrite [x 0 j * _ - ratr w * _ + _]addrAC [x 0 j * _ - ratr w * _ - _]addrAC.
Qed.

(* A layer that leaves everything as it is, and one that applies a row map. *)
Lemma rowwise_layer n H dV d e (phi : 'rV[F]_d -> 'rV[F]_e) : is_mlp phi -> is_layer H dV (fun X : 'M[F]_(n, d) => \matrix_i phi (row i X)).
Proof.
move=> phi_mlp.
exists 1%N, 1%N, (fun=> 0), (fun=> 0), (fun=> 0), (fun=> 0), (fun p : 'rV_(1 + d) => phi (rsubmx p)); split; last first.
  by move=> X i; rewrite rowK row_mxKr.
have split_right m (p : 'rV[F]_(1 + m)) : p *m real (col_mx 0 1%:M) = rsubmx p.
  by rewrite map_col_mx map_mx0 map_mx1 -{1}[p]hsubmxK mul_row_col mulmx0 mulmx1 add0r.
elim: phi_mlp split_right => [m k f f_hidden|m l k f g f_hidden g_mlp _] split_right.
  by apply: OneHidden; apply: hidden_ext (hidden_comp_linear (col_mx 0 1%:M) f_hidden) => p; rewrite split_right.
apply: (@Deeper _ _ _ _ _ _ (fun p => f (rsubmx p)) g) => //.
by apply: hidden_ext (hidden_comp_linear (col_mx 0 1%:M) f_hidden) => p; rewrite split_right.
Qed.

Lemma more_layers n H dV L d e (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) :
  is_transformer H dV 2 f -> exists f', is_transformer H dV L.+2 f' /\ f' =1 f.
Proof.
elim: L => [|L IH] two; first by exists f.
have [f' [f'_net f'E]] := IH two.
have same : is_layer H dV (fun X : 'M[F]_(n, d) => \matrix_i (row i X *m real 1%:M)).
  exact: (rowwise_layer _ _ _ (OneHidden (hidden_linear 1%:M))).
exists (f' \o (fun X : 'M[F]_(n, d) => \matrix_i (row i X *m real 1%:M))); split=> [|X]; first exact: OneMore same f'_net.
by rewrite /= f'E; congr f; apply/row_matrixP => i; rewrite rowK map_mx1 mulmx1.
Qed.

(* --- The two layers. Node v shows a label of a finite kind; the labels of all nodes together tell the configuration. *)
Section TwoLayers.
Variables (n : nat) (C A : finType) (label : C -> 'I_n.+1 -> A) (d m e : nat).
Variables (prepare : 'rV[F]_d -> 'rV[F]_m) (point : 'I_n.+1 -> A -> 'rV[rat]_m) (out : C -> 'I_n.+1 -> 'rV[rat]_e).

Definition one_hot c : 'rV[rat]_#|{: 'I_n.+1 * A}| := \row_q (label c (enum_val q).1 == (enum_val q).2)%:R.
Definition code (u : 'cV[rat]_#|{: 'I_n.+1 * A}|) v a : rat := u (enum_rank (v, a)) 0.

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
  is_hidden prepare ->
  exists f : 'M[F]_(n.+1, d) -> 'M[F]_(n.+1, e), is_transformer H.+1 1 2 f /\
    forall X c, (forall v, prepare (row v X) = real (point v (label c v))) -> forall v, row v (f X) = real (out c v).
Proof.
move=> label_inj point_inj prepare_hidden.
have [u u_inj] := separating_direction [seq one_hot c | c <- enum C].
have sum_inj c c' : \sum_v code u v (label c v) = \sum_v code u v (label c' v) -> c = c'.
  rewrite -!sum_of_codes => eq_sum; apply: label_inj => v.
  have /rowP/(_ (enum_rank (v, label c v))) : one_hot c = one_hot c' by apply: u_inj; rewrite ?map_f ?mem_enum.
  by rewrite !mxE !enum_rankK /= eqxx; case: eqP => // _ /eqP; rewrite oner_eq0.
(* Layer 1: each row becomes (code, number of the node). *)
pose coded c v : 'rV[rat]_(1 + 1) := row_mx (code u v (label c v))%:M v%:R%:M.
pose y1 x := if [pick p : C * 'I_n.+1 | point p.2 (label p.1 p.2) == x] is Some p then coded p.1 p.2 else 0.
have y1E c v : y1 (point v (label c v)) = coded c v.
  rewrite /y1; case: pickP => [p /eqP/point_inj[eq_v eq_label]|/(_ (c, v))]; last by rewrite eqxx.
  by rewrite /coded eq_label eq_v.
have [q1 [q1_hidden q1E]] := interpolation [seq point p.2 (label p.1 p.2) | p <- enum {: C * 'I_n.+1}] y1.
have [g1 [g1_hidden g1E]] := one_hidden_real q1_hidden.
have layer1 : is_layer H.+1 1 (fun X : 'M[F]_(n.+1, d) => \matrix_i g1 (prepare (row i X))).
  exact: (rowwise_layer _ _ _ (Deeper prepare_hidden (OneHidden g1_hidden))).
(* Layer 2: the mean of the codes, and what the row holds, tell the configuration and the node. *)
pose mean c : rat := n.+1%:R^-1 * \sum_v code u v (label c v).
pose seen c v : 'rV[rat]_(1 + (1 + 1)) := row_mx (mean c)%:M (coded c v).
have seen_inj c v c' v' : seen c v = seen c' v' -> c = c' /\ v = v'.
  have scale_neq0 : n.+1%:R^-1 != 0 :> rat by rewrite invr_neq0 // pnatr_eq0.
  move=> /eq_row_mx[/rowP/(_ 0)]; rewrite !mxE eqxx !mulr1n => /(mulfI scale_neq0)/sum_inj ->.
  move=> /eq_row_mx[_ /rowP/(_ 0)]; rewrite !mxE eqxx !mulr1n => /eqP; rewrite eqr_nat => /eqP eq_v.
  by split=> //; apply: val_inj.
pose y2 x := if [pick p : C * 'I_n.+1 | seen p.1 p.2 == x] is Some p then out p.1 p.2 else 0.
have y2E c v : y2 (seen c v) = out c v.
  by rewrite /y2; case: pickP => [p /eqP/seen_inj[-> ->]//|/(_ (c, v))]; rewrite eqxx.
have [q2 [q2_hidden q2E]] := interpolation [seq seen p.1 p.2 | p <- enum {: C * 'I_n.+1}] y2.
have [g2 [g2_hidden g2E]] := one_hidden_real q2_hidden.
pose WQ : 'I_H.+1 -> 'M[rat]_(n.+1, 1) := fun=> 0; pose WV : 'I_H.+1 -> 'M[rat]_(1 + 1, 1) := fun=> col_mx 1%:M 0.
pose WO : 'I_H.+1 -> 'M[rat]_1 := fun h => (h == 0)%:R%:M.
pose heads (Y : 'M[F]_(n.+1, 1 + 1)) : 'M[F]_(n.+1, 1) :=
  attention_output exp (fun h => real (WQ h)) (fun h => real (WQ h)) (fun h => real (WV h)) (fun h => real (WO h)) Y.
have headsE Y v : heads Y v 0 = n.+1%:R^-1 * \sum_w Y w 0.
  rewrite /heads /attention_output (bigD1 0) //= big1 ?addr0 => [|h /negbTE h_neq]; last first.
    have -> : real (WO h) = 0 by rewrite /WO h_neq; apply/matrixP => i j; rewrite !mxE mul0rn rmorph0.
    by rewrite mulmx0.
  rewrite /WO /WQ /WV eqxx map_mx1 mulmx1 map_mx0 /scores mul1mx mul0mx uniform_attention; congr (_ * _); apply: eq_bigr => w _.
  by rewrite map_col_mx map_mx0 map_mx1 -{1}[Y]hsubmxK mul_row_col mulmx1 mulmx0 addr0 mxE; congr (Y w _); apply: val_inj.
have layer2 : is_layer H.+1 1 (fun Y : 'M[F]_(n.+1, 1 + 1) => \matrix_i g2 (row_mx (row i (heads Y)) (row i Y))).
  exists 1%N, 1%N, WQ, WQ, WV, WO, g2; split; first exact: OneHidden.
  by move=> Y i; rewrite rowK.
eexists; split; first exact: OneMore layer1 (LastLayer layer2).
move=> X c Xc v; rewrite /= rowK.
have rowE w : row w (\matrix_i g1 (prepare (row i X))) = real (coded c w).
  by rewrite rowK Xc g1E q1E ?y1E //; apply/mapP; exists (c, w); rewrite ?mem_enum.
have -> : row v (heads (\matrix_i g1 (prepare (row i X)))) = real (mean c)%:M.
  apply/rowP => j; rewrite ord1 [LHS]mxE headsE [RHS]mxE [in RHS]mxE eqxx mulr1n /mean rmorphM fmorphV rmorph_nat rmorph_sum.
  congr (_ * _); apply: eq_bigr => w _.
  have := congr1 (fun r : 'rV[F]_(1 + 1) => r 0 0) (rowE w); rewrite [LHS]mxE => ->.
  have -> : 0 = lshift 1 0 :> 'I_(1 + 1) by apply: val_inj.
  by rewrite mxE row_mxEl mxE eqxx mulr1n.
by rewrite rowE -map_row_mx g2E q2E ?y2E //; apply/mapP; exists (c, v); rewrite ?mem_enum.
Qed.
End TwoLayers.
End Transformers.
