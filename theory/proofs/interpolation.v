(* SPDX-License-Identifier: Apache-2.0 *)
(* What MLPs with ReLUs compute exactly: any function on finitely many points with one hidden layer, and steps away from their walls. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Interpolation.
Variable F : realFieldType.
Local Notation relu := (@relu F).

Lemma relu_ge0 (t : F) : 0 <= t -> relu t = t.
Proof. exact: max_l. Qed.
Lemma relu_le0 (t : F) : t <= 0 -> relu t = 0.
Proof. exact: max_r. Qed.
Lemma relu_difference (t : F) : relu t - relu (- t) = t.
Proof.
by case: (leP 0 t) => [t_ge0|/ltW t_le0]; [rewrite relu_ge0 // relu_le0 ?oppr_le0 // subr0
  | rewrite relu_le0 // relu_ge0 ?oppr_ge0 // sub0r opprK].
Qed.

(* One hidden layer: relu(x W1 + b1) W2 + b2. *)
Definition one_hidden m r k (W1 : 'M[F]_(m, r)) (b1 : 'rV_r) (W2 : 'M_(r, k)) (b2 : 'rV_k) (x : 'rV_m) : 'rV_k :=
  map_mx relu (x *m W1 + b1) *m W2 + b2.
Definition is_one_hidden m k (f : 'rV[F]_m -> 'rV[F]_k) : Prop :=
  exists r (W1 : 'M_(m, r)) b1 (W2 : 'M_(r, k)) b2, f =1 one_hidden W1 b1 W2 b2.

Lemma one_hidden_ext m k (f g : 'rV[F]_m -> 'rV[F]_k) : f =1 g -> is_one_hidden f -> is_one_hidden g.
Proof. by move=> fg [r [W1 [b1 [W2 [b2 fE]]]]]; exists r, W1, b1, W2, b2 => x; rewrite -fg. Qed.

Lemma one_hidden_const m k (c : 'rV[F]_k) : is_one_hidden (fun _ : 'rV[F]_m => c).
Proof. by exists 1%N, 0, 0, 0, c => x; rewrite /one_hidden mulmx0 add0r. Qed.

Lemma one_hidden_add m k (f g : 'rV[F]_m -> 'rV[F]_k) : is_one_hidden f -> is_one_hidden g -> is_one_hidden (fun x => f x + g x).
Proof.
move=> [r [W1 [b1 [W2 [b2 fE]]]]] [r' [W1' [b1' [W2' [b2' gE]]]]].
exists (r + r')%N, (row_mx W1 W1'), (row_mx b1 b1'), (col_mx W2 W2'), (b2 + b2') => x.
by rewrite fE gE /one_hidden mul_mx_row add_row_mx map_row_mx mul_row_col addrACA.
Qed.

(* One unit: relu(x u + b) c. *)
Lemma one_hidden_unit m k (u : 'cV[F]_m) b (c : 'rV[F]_k) : is_one_hidden (fun x : 'rV[F]_m => relu ((x *m u) 0 0 + b) *: c).
Proof.
exists 1%N, u, (b%:M), c, 0 => x; rewrite /one_hidden addr0; apply/rowP => j.
by rewrite !mxE big_ord1 !mxE eqxx mulr1n.
Qed.

Lemma one_hidden_linear m k (W : 'M[F]_(m, k)) : is_one_hidden (fun x => x *m W).
Proof.
exists (k + k)%N, (row_mx W (- W)), 0, (col_mx 1%:M (- 1%:M)), 0 => x; rewrite /one_hidden !addr0 mul_mx_row map_row_mx mul_row_col.
rewrite [x *m - W]mulmxN; move: (x *m W) => z; rewrite mulmx1 mulmxN mulmx1.
by apply/rowP => j; rewrite !mxE relu_difference.
Qed.

Lemma one_hidden_comp_linear m l k (W : 'M[F]_(m, l)) (f : 'rV[F]_l -> 'rV[F]_k) : is_one_hidden f -> is_one_hidden (fun x => f (x *m W)).
Proof. by move=> [r [W1 [b1 [W2 [b2 fE]]]]]; exists r, (W *m W1), b1, W2, b2 => x; rewrite fE /one_hidden mulmxA. Qed.

Lemma one_hidden_sum (I : Type) (s : seq I) m k (f : I -> 'rV[F]_m -> 'rV[F]_k) :
  (forall i, is_one_hidden (f i)) -> is_one_hidden (fun x => \sum_(i <- s) f i x).
Proof.
move=> f_hidden; elim: s => [|i s IH].
  by apply: one_hidden_ext (one_hidden_const _ 0) => x; rewrite big_nil.
by apply: one_hidden_ext (one_hidden_add (f_hidden i) IH) => x; rewrite big_cons.
Qed.

(* --- One number in: values at increasing points, one unit for each. *)
Lemma interpolation_sorted k (xs : seq F) (y : F -> 'rV[F]_k) : sorted <%R xs ->
  exists f : 'rV[F]_1 -> 'rV[F]_k, is_one_hidden f /\ {in xs, forall x, f x%:M = y x}.
Proof.
elim: xs => [|x [|x' xs] IH] xs_sorted.
- by exists (fun _ => 0); split=> //; apply: one_hidden_const.
- by exists (fun _ => y x); split=> [|z]; [apply: one_hidden_const | rewrite inE => /eqP ->].
have [x_lt x'_sorted] : x < x' /\ sorted <%R (x' :: xs) by case/andP: xs_sorted.
have [f [f_hidden f_eq]] := IH x'_sorted.
exists (fun z => f z + relu ((z *m (- 1)%:M) 0 0 + x') *: ((x' - x)^-1 *: (y x - f x%:M))); split.
  by apply: one_hidden_add => //; apply: one_hidden_unit.
have unitE z : relu (((z%:M : 'rV[F]_1) *m (- 1)%:M) 0 0 + x') = relu (x' - z).
  by rewrite -scalar_mxM !mxE eqxx mulr1n mulrN1 addrC.
move=> z; rewrite inE => /orP[/eqP ->|z_in].
  rewrite unitE relu_ge0 ?subr_ge0 ?ltW // scalerA divff ?scale1r; first by rewrite addrC subrK.
  by rewrite subr_eq0 gt_eqF.
have x'_le : x' <= z.
  move: z_in; rewrite inE => /orP[/eqP -> //|z_in]; apply: ltW.
  by have /allP := order_path_min lt_trans x'_sorted; apply.
by rewrite unitE relu_le0 ?subr_le0 // scale0r addr0 f_eq.
Qed.

Lemma interpolation_1 k (xs : seq F) (y : F -> 'rV[F]_k) :
  exists f : 'rV[F]_1 -> 'rV[F]_k, is_one_hidden f /\ {in xs, forall x, f x%:M = y x}.
Proof.
have [|f [f_hidden f_eq]] := @interpolation_sorted k (sort <=%R (undup xs)) y.
  by rewrite lt_sorted_uniq_le sort_uniq undup_uniq sort_le_sorted.
by exists f; split=> // x x_in; apply: f_eq; rewrite mem_sort mem_undup.
Qed.

(* --- A direction on which finitely many vectors have different coordinates. *)
Lemma beyond (ts : seq F) : exists t : F, {in ts, forall x, x < t} /\ 0 < t.
Proof.
elim: ts => [|x ts [t [t_gt t_gt0]]]; first by exists 1; split=> //; apply: ltr01.
exists (Num.max t (x + 1)); split; last by rewrite lt_maxr t_gt0.
move=> z; rewrite inE lt_maxr => /orP[/eqP ->|/t_gt ->//].
by rewrite ltr_addl ltr01 orbT.
Qed.

Lemma nonzero_on m (vs : seq 'rV[F]_m) : 0 \notin vs -> exists u : 'cV[F]_m, {in vs, forall v, (v *m u) 0 0 != 0}.
Proof.
elim: vs => [|v vs IH]; first by exists 0.
rewrite inE negb_or eq_sym => /andP[v_neq0 /IH[u u_ok]].
have [i vi_neq0] : exists i, v 0 i != 0.
  by apply/existsP; apply: contraNT v_neq0 => /existsPn all0; apply/eqP/rowP => i; rewrite mxE; apply/eqP; rewrite -[_ == _]negbK all0.
pose w : 'cV[F]_m := delta_mx i 0.
have wE x : (x *m w) 0 0 = x 0 i by rewrite -colE mxE.
have [t [t_gt t_gt0]] := beyond [seq - ((x *m u) 0 0 / x 0 i) | x <- v :: vs].
exists (u + t *: w) => x x_in; rewrite mulmxDr -scalemxAr mxE [X in _ + X]mxE wE.
case: (eqVneq (x 0 i) 0) => [xi0|xi_neq0].
  rewrite xi0 mulr0 addr0; move: x_in; rewrite inE => /orP[/eqP xv|/u_ok //].
  by move: vi_neq0; rewrite -xv xi0 eqxx.
apply/eqP => /eqP; rewrite addr_eq0 => /eqP xE.
have := t_gt _ (map_f (fun x : 'rV_m => - ((x *m u) 0 0 / x 0 i)) x_in).
by rewrite xE mulNr mulfK // opprK ltxx.
Qed.

Lemma separating_direction m (D : seq 'rV[F]_m) : exists u : 'cV[F]_m, {in D &, injective (fun x => (x *m u) 0 0)}.
Proof.
have [|u u_ok] := @nonzero_on m [seq d <- [seq x - y | x <- D, y <- D] | d != 0]; first by rewrite mem_filter eqxx.
exists u => x y x_in y_in /= eq_xy; apply/eqP; rewrite -subr_eq0; apply/negPn/negP => xy_neq0.
have /u_ok : x - y \in [seq d <- [seq x - y | x <- D, y <- D] | d != 0].
  by rewrite mem_filter xy_neq0; apply/allpairsP; exists (x, y).
by rewrite mulmxBl mxE [X in _ + X]mxE eq_xy subrr eqxx.
Qed.

(* Any values at finitely many points. *)
Theorem interpolation m k (D : seq 'rV[F]_m) (y : 'rV[F]_m -> 'rV[F]_k) :
  exists f : 'rV[F]_m -> 'rV[F]_k, is_one_hidden f /\ {in D, forall x, f x = y x}.
Proof.
have [u u_inj] := separating_direction D.
pose value t := if [pick i : 'I_(size D) | (nth 0 D i *m u) 0 0 == t] is Some i then y (nth 0 D i) else 0.
have [f [f_hidden f_eq]] := interpolation_1 [seq (x *m u) 0 0 | x <- D] value.
exists (fun x => f (x *m u)); split=> [|x x_in]; first exact: one_hidden_comp_linear.
have -> : x *m u = ((x *m u) 0 0)%:M by apply/rowP => j; rewrite ord1 [RHS]mxE eqxx mulr1n.
rewrite f_eq; last exact: map_f.
rewrite /value; case: pickP => [i /eqP eq_i|none].
  by congr y; apply: u_inj eq_i => //; apply: mem_nth.
have i_lt : (index x D < size D)%N by rewrite index_mem.
by have := none (Ordinal i_lt); rewrite /= nth_index // eqxx.
Qed.

(* --- Steps. Number k of row x lies beyond the wall w or before it. *)
Definition off_wall (delta w x : F) := delta <= `|x - w|.
Definition ramp (delta w x : F) : F := relu ((x - w) / (2%:R * delta) + 1 / 2%:R) - relu ((x - w) / (2%:R * delta) - 1 / 2%:R).

Lemma half_twice : 1 / 2%:R + 1 / 2%:R = 1 :> F.
Proof. by rewrite -mulrDl -mulr2n divff // pnatr_eq0. Qed.

Lemma rampE delta w x : 0 < delta -> off_wall delta w x -> ramp delta w x = (w <= x)%R%:R.
Proof.
move=> delta_gt0 off; have twice_gt0 : 0 < 2%:R * delta by rewrite mulr_gt0 ?ltr0n.
have scaledE : delta / (2%:R * delta) = 1 / 2%:R by rewrite invfM mulrCA divff ?gt_eqF // mulr1 mul1r.
rewrite /ramp; case: (leP w x) => [w_le|x_lt].
  have ge_half : 1 / 2%:R <= (x - w) / (2%:R * delta).
    by rewrite -scaledE ler_pmul2r ?invr_gt0 // -[x - w]ger0_norm ?subr_ge0.
  have half_ge0 : 0 <= 1 / 2%:R :> F by rewrite divr_ge0 ?ler01 ?ler0n.
  rewrite !relu_ge0 ?subr_ge0 //; last by rewrite addr_ge0 // (le_trans half_ge0).
  by rewrite opprB [1 / _ - _]addrC addrACA subrr add0r half_twice.
have le_half : (x - w) / (2%:R * delta) <= - (1 / 2%:R).
  move: off; rewrite /off_wall ltr0_norm ?subr_lt0 // => off.
  by rewrite -scaledE -mulNr ler_pmul2r ?invr_gt0 // ler_oppr.
have half_ge0 : 0 <= 1 / 2%:R :> F by rewrite divr_ge0 ?ler01 ?ler0n.
have sum_le0 : (x - w) / (2%:R * delta) + 1 / 2%:R <= 0 by rewrite -ler_subr_addr sub0r.
have difference_le0 : (x - w) / (2%:R * delta) - 1 / 2%:R <= 0.
  by rewrite subr_le0 (le_trans le_half) // (le_trans _ half_ge0) // oppr_le0.
by rewrite !relu_le0 // subr0.
Qed.

Lemma one_hidden_ramp m k delta w (j : 'I_m) (c : 'rV[F]_k) : is_one_hidden (fun x : 'rV[F]_m => ramp delta w (x 0 j) *: c).
Proof.
pose scale := (2%:R * delta)^-1; pose u : 'cV[F]_m := scale *: delta_mx j 0.
have uE x : (x *m u) 0 0 = x 0 j * scale by rewrite -scalemxAr mxE -colE mxE mulrC.
apply: one_hidden_ext (one_hidden_add (one_hidden_unit u (1 / 2%:R - w * scale) c) (one_hidden_unit u (- (1 / 2%:R) - w * scale) (- c))) => x.
by rewrite !uE scalerN -scalerBl /ramp mulrBl !addrA [x 0 j * _ - w * _ + _]addrAC [x 0 j * _ - w * _ - _]addrAC.
Qed.

End Interpolation.
