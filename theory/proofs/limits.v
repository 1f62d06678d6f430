(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025): what MLPs and positional Transformers cannot do. They are Lipschitz, so no jump is
   approximated uniformly; without biases they are homogeneous. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax interpolation two_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Limits.
Variables (F : realFieldType) (exp ln : F -> F).
Local Notation relu := (@relu F).

(* The sum of the absolute values of all entries. *)
Definition norm1 n d (X : 'M[F]_(n, d)) : F := \sum_i \sum_j `|X i j|.
Lemma norm1_ge0 n d (X : 'M[F]_(n, d)) : 0 <= norm1 X.
Proof. by apply: sumr_ge0 => i _; apply: sumr_ge0. Qed.
Lemma entry_le n d (X : 'M[F]_(n, d)) i j : `|X i j| <= norm1 X.
Proof.
rewrite /norm1 (bigD1 i) //= (bigD1 j) //= -addrA ler_addl addr_ge0 //; first exact: sumr_ge0.
by apply: sumr_ge0 => k _; apply: sumr_ge0.
Qed.
Lemma norm1_add n d (X Y : 'M[F]_(n, d)) : norm1 (X + Y) <= norm1 X + norm1 Y.
Proof.
rewrite /norm1 -big_split /=; apply: ler_sum => i _; rewrite -big_split /=; apply: ler_sum => j _.
by rewrite mxE ler_norm_add.
Qed.
Lemma norm1_sum n d (I : Type) (s : seq I) (f : I -> 'M[F]_(n, d)) : norm1 (\sum_(i <- s) f i) <= \sum_(i <- s) norm1 (f i).
Proof.
elim: s => [|i s IH]; rewrite ?big_nil ?big_cons.
  by rewrite /norm1 big1 // => i _; rewrite big1 // => j _; rewrite mxE normr0.
by apply: le_trans (norm1_add _ _) _; rewrite ler_add2l.
Qed.
Lemma norm1_mul n m d (X : 'M[F]_(n, m)) (Y : 'M[F]_(m, d)) : norm1 (X *m Y) <= norm1 X * norm1 Y.
Proof.
rewrite /norm1 mulr_suml; apply: ler_sum => i _; rewrite mulr_suml -/(norm1 Y).
apply: (@le_trans _ _ (\sum_j \sum_k `|X i k| * `|Y k j|)).
  by apply: ler_sum => j _; rewrite mxE; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => k _; rewrite normrM.
rewrite exchange_big /=; apply: ler_sum => k _; rewrite -mulr_sumr ler_wpmul2l //.
by rewrite /norm1 (bigD1 k) //= ler_addl; apply: sumr_ge0 => l _; apply: sumr_ge0.
Qed.
Lemma norm1_row_mx n m d (X : 'M[F]_(n, m)) (Y : 'M[F]_(n, d)) : norm1 (row_mx X Y) = norm1 X + norm1 Y.
Proof.
rewrite /norm1 -big_split /=; apply: eq_bigr => i _; rewrite big_split_ord /=.
by congr (_ + _); apply: eq_bigr => j _; rewrite ?row_mxEl ?row_mxEr.
Qed.
Lemma norm1_rows n d (X : 'M[F]_(n, d)) : norm1 X = \sum_i norm1 (row i X).
Proof. by apply: eq_bigr => i _; rewrite /norm1 big_ord1; apply: eq_bigr => j _; rewrite mxE. Qed.

Definition lipschitz n d m e (f : 'M[F]_(n, d) -> 'M[F]_(m, e)) : Prop := exists2 K, 0 <= K & forall X Y, norm1 (f X - f Y) <= K * norm1 (X - Y).

Lemma lipschitz_comp n d m e p q (f : 'M[F]_(n, d) -> 'M[F]_(m, e)) (g : 'M[F]_(m, e) -> 'M[F]_(p, q)) :
  lipschitz f -> lipschitz g -> lipschitz (g \o f).
Proof.
move=> [K K_ge0 f_le] [K' K'_ge0 g_le]; exists (K' * K) => [|X Y]; first exact: mulr_ge0.
by apply: le_trans (g_le _ _) _; rewrite -mulrA ler_wpmul2l.
Qed.

Lemma relu_lipschitz (x y : F) : `|relu x - relu y| <= `|x - y|.
Proof.
wlog le_xy : x y / x <= y => [short|].
  by case: (leP x y) => [|/ltW] le_xy; [exact: short | rewrite distrC [X in _ <= X]distrC; apply: short].
rewrite distrC [X in _ <= X]distrC [X in _ <= X]ger0_norm ?subr_ge0 //.
case: (leP y 0) => [y_le0|y_gt0]; first by rewrite !relu_le0 ?(le_trans le_xy) // subrr normr0 subr_ge0.
case: (leP x 0) => [x_le0|x_gt0].
  by rewrite [relu x]relu_le0 // subr0 (relu_ge0 (ltW y_gt0)) gtr0_norm // ler_addl oppr_ge0.
by rewrite (relu_ge0 (ltW y_gt0)) (relu_ge0 (ltW x_gt0)) ger0_norm // subr_ge0.
Qed.

Lemma one_hidden_lipschitz m k (f : 'rV[F]_m -> 'rV[F]_k) : is_one_hidden f -> lipschitz f.
Proof.
move=> [r [W1 [b1 [W2 [b2 fE]]]]]; exists (norm1 W1 * norm1 W2) => [|X Y]; first by rewrite mulr_ge0 ?norm1_ge0.
rewrite !fE /one_hidden opprD addrACA subrr addr0 -mulmxBl; apply: le_trans (norm1_mul _ _) _.
rewrite mulrAC ler_wpmul2r ?norm1_ge0 // [X in _ <= X]mulrC; apply: le_trans (norm1_mul _ _).
rewrite mulmxBl; apply: ler_sum => i _; apply: ler_sum => j _.
have entryE Z : (map_mx relu (Z *m W1 + b1)) i j = relu ((Z *m W1) i j + b1 i j) by rewrite !mxE.
rewrite mxE [X in _ + X]mxE !entryE; apply: le_trans (relu_lipschitz _ _) _.
by rewrite opprD addrACA subrr addr0 [X in _ <= `|X|]mxE [X in _ <= `|_ + X|]mxE.
Qed.

Lemma mlp_lipschitz m k (f : 'rV[F]_m -> 'rV[F]_k) : is_mlp f -> lipschitz f.
Proof. by elim=> [m' k' g|m' l k' g h]; [exact: one_hidden_lipschitz | move=> /one_hidden_lipschitz g_lip _; exact: lipschitz_comp]. Qed.

Lemma layer_lipschitz n H dV d e (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : is_layer exp H dV g -> lipschitz g.
Proof.
move=> [dm [dO [WQ [WK [WV [WO [phi [phi_mlp gE]]]]]]]]; have [K K_ge0 phi_le] := mlp_lipschitz phi_mlp.
pose C := \sum_h norm1 (softmax exp (scores 1%:M (WQ h) (WK h))) * (norm1 (WV h) * norm1 (WO h)).
have C_ge0 : 0 <= C by apply: sumr_ge0 => h _; rewrite !mulr_ge0 ?norm1_ge0.
have heads_le X Y : norm1 (attention_output exp WQ WK WV WO X - attention_output exp WQ WK WV WO Y) <= C * norm1 (X - Y).
  rewrite /attention_output -sumrB mulr_suml; apply: le_trans (norm1_sum _ _) _; apply: ler_sum => h _.
  rewrite -mulmxBl -mulmxBr -mulmxBl; apply: le_trans (norm1_mul _ _) _.
  rewrite -!mulrA [norm1 (WO h) * _]mulrC !mulrA ler_wpmul2r ?norm1_ge0 // -mulrA.
  apply: le_trans (norm1_mul _ _) _; rewrite ler_wpmul2l ?norm1_ge0 // mulrC; exact: norm1_mul.
exists (K * (C + 1)) => [|X Y]; first by rewrite mulr_ge0 ?addr_ge0 ?ler01.
rewrite norm1_rows -mulrA mulrDl mul1r; apply: (@le_trans _ _ (K * (\sum_i (norm1 (row i (attention_output exp WQ WK WV WO X - attention_output exp WQ WK WV WO Y)) + norm1 (row i (X - Y)))))).
  rewrite mulr_sumr; apply: ler_sum => i _; rewrite raddfB /= !gE; apply: le_trans (phi_le _ _) _.
  by rewrite opp_row_mx add_row_mx norm1_row_mx -!raddfB.
by rewrite big_split /= -!norm1_rows ler_wpmul2l // ler_add2r.
Qed.

Theorem transformer_lipschitz n H dV L d e (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : is_transformer exp H dV L f -> lipschitz f.
Proof. by elim=> [d' e' g|L' d' c e' g h]; [exact: layer_lipschitz | move=> /layer_lipschitz g_lip _; exact: lipschitz_comp]. Qed.

(* The step at 0, entry (i, j) of the input going in: whatever the network, some x in [-1, 1] has an error above any e < 1/2. *)
Lemma step_is_missed n d m e (f : 'M[F]_(n, d) -> 'M[F]_(m, e)) (base direction : 'M[F]_(n, d)) i j err : lipschitz f -> err < 1 / 2%:R ->
  exists x : F, [/\ -1 <= x, x <= 1 & err < `|f (base + x *: direction) i j - (0 <= x)%R%:R|].
Proof.
move=> [K K_ge0 f_le] err_lt.
case: (ltP err 0) => [err_lt0|err_ge0].
  by exists 0; rewrite oppr_le0 ler01 (lt_le_trans err_lt0).
have gap_gt0 : 0 < 1 - (err + err).
  by rewrite subr_gt0 -(half_twice F) ltr_add.
pose M := K * norm1 direction + 1; have M_gt0 : 0 < M by rewrite ltr_paddl ?ltr01 // mulr_ge0 ?norm1_ge0.
pose x := - ((1 - (err + err)) / M).
have x_lt0 : x < 0 by rewrite oppr_lt0 divr_gt0.
have x_ge : -1 <= x.
  rewrite ler_opp2 ler_pdivr_mulr // mul1r (@le_trans _ _ 1) //; first by rewrite ler_subl_addr ler_addl addr_ge0.
  by rewrite ler_addr mulr_ge0 ?norm1_ge0.
case: (ltP err (`|f (base + 0 *: direction) i j - 1|)) => [miss|hit0].
  by exists 0; rewrite oppr_le0 ler01 lexx.
case: (ltP err (`|f (base + x *: direction) i j|)) => [miss|hit1].
  by exists x; rewrite x_ge (le_trans (ltW x_lt0)) ?ler01 // leNgt x_lt0 subr0.
have : 1 - (err + err) <= K * norm1 ((base + 0 *: direction) - (base + x *: direction)).
  apply: le_trans (f_le _ _); apply: le_trans (entry_le _ i j); rewrite [(f _ - f _) i j]mxE [(- f _) i j]mxE.
  move: hit0 hit1; set a := f (base + 0 *: direction) i j; set b := f (base + x *: direction) i j => hit0 hit1.
  rewrite ler_subl_addr; apply: (@le_trans _ _ (`|a - 1| + `|b| + `|a - b|)); last first.
    by rewrite [X in _ <= X]addrC ler_add2r ler_add.
  have {1}-> : 1 = - (a - 1) + (b + (a - b)) by rewrite [b + _]addrC subrK opprB subrK.
  apply: le_trans (ler_norm _) _; apply: le_trans (ler_norm_add _ _) _.
  by rewrite normrN -addrA ler_add2l ler_norm_add.
rewrite [- (base + _)]opprD addrACA subrr add0r scale0r sub0r.
have -> : norm1 (- (x *: direction)) = - x * norm1 direction.
  rewrite /norm1 mulr_sumr; apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => l _.
  by rewrite !mxE normrN normrM ltr0_norm.
rewrite mulrCA leNgt /x opprK => /negP[]; rewrite -mulrA gtr_pmulr // mulrC ltr_pdivr_mulr // mul1r.
by rewrite /M ltr_addl ltr01.
Qed.

Theorem mlp_misses_the_step (f : 'rV[F]_1 -> 'rV[F]_1) err : is_mlp f -> err < 1 / 2%:R ->
  exists x : F, [/\ -1 <= x, x <= 1 & err < `|f (x *: const_mx 1) 0 0 - (0 <= x)%R%:R|].
Proof.
move=> /mlp_lipschitz f_lip /(step_is_missed 0 (const_mx 1) 0 0 f_lip)[x [x_ge x_le miss]].
by exists x; split=> //; rewrite add0r in miss.
Qed.

Theorem transformer_misses_the_step n H dV L d e (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) X direction i j err :
  is_transformer exp H dV L f -> err < 1 / 2%:R ->
  exists x : F, [/\ -1 <= x, x <= 1 & err < `|f (X + x *: direction) i j - (0 <= x)%R%:R|].
Proof. by move=> /transformer_lipschitz; exact: step_is_missed. Qed.

(* Two rounds approximated one by one: within eps of 0 everywhere, without any error at 0, and together off by 1 everywhere. *)
Theorem rounds_do_not_compose eps : 0 < eps -> exists f g : 'rV[F]_1 -> 'rV[F]_1,
  [/\ is_mlp f, is_mlp g, forall x, `|f x 0 0| <= eps, g 0 0 0 = 1 & forall x, `|g (f x) 0 0 - 1| = 1].
Proof.
move=> eps_gt0; exists (fun=> eps%:M), (fun y => relu ((y *m (- eps^-1)%:M) 0 0 + 1) *: const_mx 1).
have unitE (y : F) : relu (((y%:M : 'rV[F]_1) *m (- eps^-1)%:M) 0 0 + 1) = relu (1 - y / eps).
  by rewrite -scalar_mxM !mxE eqxx mulr1n mulrN addrC.
split=> [|||| x].
- by apply: OneHidden; apply: one_hidden_const.
- by apply: OneHidden; apply: one_hidden_unit.
- by move=> _; rewrite mxE eqxx mulr1n gtr0_norm.
- by rewrite mul0mx !mxE add0r relu_ge0 ?ler01 // mulr1.
by rewrite unitE divff ?gt_eqF // subrr relu_le0 // scale0r mxE sub0r normrN1.
Qed.

(* Rounds with Lipschitz local functions, each approximated within delta: x exact, y approximate, p what the exact round makes of y. *)
Theorem errors_over_rounds m K delta (x y p : nat -> 'I_m -> F) R :
  (forall i, y 0%N i = x 0%N i) -> 0 <= K ->
  (forall r B, (r < R)%N -> (forall i, `|y r i - x r i| <= B) -> forall i, `|p r.+1 i - x r.+1 i| <= K * B) ->
  (forall r i, (r < R)%N -> `|y r.+1 i - p r.+1 i| <= delta) ->
  forall i, `|y R i - x R i| <= delta * \sum_(r < R) K ^+ r.
Proof.
move=> start K_ge0 spread within; suff all r : (r <= R)%N -> forall i, `|y r i - x r i| <= delta * \sum_(l < r) K ^+ l by exact: all.
elim: r => [|r IH] r_le i; first by rewrite start subrr normr0 big_ord0 mulr0.
rewrite big_ord_recl expr0 mulrDr mulr1 -(subrK (p r.+1 i) (y r.+1 i)) -addrA.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add; first exact: within.
have -> : delta * (\sum_(l < r) K ^+ (bump 0 l)) = K * (delta * (\sum_(l < r) K ^+ l)).
  by rewrite mulrCA [K * \sum_(_ < _) _]mulr_sumr; congr (_ * _); apply: eq_bigr => l _; rewrite exprS.
by apply: spread => // k; apply: IH; exact: ltnW.
Qed.

(* Eq. 5 has no biases: then an MLP is homogeneous. *)
Theorem bias_free_homogeneous n m r k (W1 : 'M[F]_(m, r)) (W2 : 'M[F]_(r, k)) t (Z : 'M[F]_(n, m)) :
  0 <= t -> map_mx relu (t *: Z *m W1) *m W2 = t *: (map_mx relu (Z *m W1) *m W2).
Proof.
move=> t_ge0; rewrite -scalemxAl [RHS]scalemxAl; congr (_ *m _); apply/matrixP => i j.
by rewrite [LHS]mxE [RHS]mxE [map_mx _ _ _ _]mxE [X in relu X]mxE /relu maxr_pmulr // mulr0.
Qed.

(* A column of ones in the input replaces the biases: any values at finitely many points. *)
Theorem ones_replace_biases m k (D : seq 'rV[F]_m) (y : 'rV[F]_m -> 'rV[F]_k) :
  exists r (W1 : 'M[F]_(m + 1, r)) (W2 : 'M[F]_(r, k)), (0 < r)%N /\ {in D, forall x, map_mx relu (row_mx x 1%:M *m W1) *m W2 = y x}.
Proof.
have [f [[r [W1 [b1 [W2 [b2 fE]]]]] f_eq]] := interpolation D y.
exists (r + 1)%N, (block_mx W1 0 b1 1%:M), (col_mx W2 b2); split=> [|x x_in]; [by rewrite addn1 | rewrite -f_eq // fE /one_hidden].
rewrite mul_row_block mulmx0 add0r !mul1mx map_row_mx mul_row_col; congr (_ + _).
have -> : map_mx relu (1%:M : 'M[F]_1) = 1%:M by apply/matrixP => i j; rewrite !mxE !ord1 relu_ge0 // ler01.
by rewrite mul1mx.
Qed.

End Limits.
