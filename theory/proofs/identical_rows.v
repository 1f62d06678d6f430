(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2 and its proof: attention with row sums 1 keeps identical rows identical, and so no network
   of such blocks comes close to the target (2M, 0, ..., 0). *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section IdenticalRows.
Variable F : realFieldType.

Lemma repeat_row_identical n d (x : 'rV[F]_d) : has_identical_rows (repeat_row n x).
Proof. by move=> i k; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE !repeat_rowE. Qed.

Lemma identical_rows_repeat n d (X : 'M[F]_(n, d)) : has_identical_rows X -> exists x, X = repeat_row n x.
Proof.
case: n X => [|n] X same; first by exists 0; apply/matrixP => -[].
exists (row 0 X); apply/matrixP => i j; rewrite repeat_rowE.
by rewrite -(same i) mxE.
Qed.

(* The layers, on n copies of a row x. *)
Lemma add_row_repeat n d (x b : 'rV[F]_d) : add_row (repeat_row n x) b = repeat_row n (x + b).
Proof. by rewrite /add_row /repeat_row mulmxDr. Qed.

Lemma repeat_row_mul n d m (x : 'rV[F]_d) (W : 'M[F]_(d, m)) : repeat_row n x *m W = repeat_row n (x *m W).
Proof. by rewrite /repeat_row mulmxA. Qed.

Lemma head_repeat n d (h : head F n d) x :
  stochastic_head h -> head_output h (repeat_row n x) = repeat_row n ((x *m WV h + bV h) *m WO h).
Proof.
move=> sums; rewrite /head_output.
by rewrite repeat_row_mul add_row_repeat [X in _ *m X *m _]/repeat_row mulmxA sums -mulmxA.
Qed.

Lemma heads_repeat n d (hs : seq (head F n d)) x :
  all_hold (@stochastic_head F n d) hs -> exists y, \sum_(h <- hs) head_output h (repeat_row n x) = repeat_row n y.
Proof.
elim: hs => [|h hs IH] /=; first by exists 0; rewrite big_nil /repeat_row mulmx0.
case=> sums_h /IH[y sum_hs]; exists ((x *m WV h + bV h) *m WO h + y).
by rewrite big_cons sum_hs head_repeat // /repeat_row mulmxDr.
Qed.

Lemma normalize_repeat n d (f : 'rV[F]_d -> 'rV[F]_d) x : normalize f (repeat_row n x) = repeat_row n (f x).
Proof.
apply/matrixP => i j; rewrite repeat_rowE !mxE; congr (f _ 0 j).
by apply/rowP => k; rewrite mxE repeat_rowE.
Qed.

Lemma feed_forward_repeat n d r W1 b1 W2 b2 (x : 'rV[F]_d) :
  exists y, @feed_forward F n d r W1 b1 W2 b2 (repeat_row n x) = repeat_row n y.
Proof.
exists (x + (map_mx (@relu F) (x *m W1 + b1) *m W2 + b2)); rewrite /feed_forward.
rewrite repeat_row_mul add_row_repeat.
have -> : map_mx (@relu F) (repeat_row n (x *m W1 + b1)) = repeat_row n (map_mx (@relu F) (x *m W1 + b1)).
  by apply/matrixP => i j; rewrite [LHS]mxE !repeat_rowE [RHS]mxE.
by rewrite repeat_row_mul add_row_repeat /repeat_row -mulmxDr.
Qed.

Lemma block_repeat n d (B : block F n d) x :
  stochastic_block B -> exists y, apply_block B (repeat_row n x) = repeat_row n y.
Proof.
move=> /(heads_repeat x)[y sum_heads]; rewrite /apply_block /attention_layer sum_heads.
rewrite {1}/repeat_row -mulmxDr add_row_repeat normalize_repeat.
case: (feed_forward_repeat n (W1 B) (b1 B) (W2 B) (b2 B) (norm1 B (x + y + bO B))) => z ->.
by exists (norm2 B z); rewrite normalize_repeat.
Qed.

Lemma network_repeat n d (net : seq (block F n d)) x :
  stochastic_network net -> exists y, network net (repeat_row n x) = repeat_row n y.
Proof.
elim: net x => [|B net IH] x /=; first by exists x.
by case=> /(block_repeat x)[y] block_x /(IH y); rewrite /network /= block_x.
Qed.

(* The first half of the proof of Theorem 2, at any depth: n identical rows go to n identical rows. *)
Theorem identical_rows n d (net : seq (block F n d)) (X : 'M[F]_(n, d)) :
  stochastic_network net -> has_identical_rows X -> has_identical_rows (network net X).
Proof.
move=> sums /identical_rows_repeat[x ->]; case: (network_repeat x sums) => y ->.
exact: repeat_row_identical.
Qed.

(* Every network of Omega_RPE is such a network, whatever B depends on. *)
Theorem rpe_is_stochastic (e : F -> F) n d (net : seq (block F n d)) :
  (forall t, 0 < e t) -> rpe_network e net -> stochastic_network net.
Proof.
move=> e_gt0; elim: net => [//|B net IH] /= [rpe_B /IH net_ok]; split=> //.
rewrite /stochastic_block; elim: (heads B) rpe_B => [//|h hs IHhs] /= [[k [WQ [WK [b eq_h]]]] /IHhs hs_ok]; split=> //.
by move=> X; rewrite eq_h; apply: softmax_row_sums.
Qed.

(* The last display of the proof. *)
Definition bound n (M : F) : F := 4%:R * M ^+ 2 / (1 + 1 / (n%:R - 1)).

Lemma predn_gt0 n : (1 < n)%N -> 0 < n%:R - 1 :> F.
Proof. by move=> n_gt1; rewrite subr_gt0 ltr1n. Qed.

Lemma boundE n M : (1 < n)%N -> bound n M = 4%:R * M ^+ 2 * (n%:R - 1) / n%:R.
Proof.
move=> n_gt1; have k_neq0 : n%:R - 1 != 0 :> F by rewrite gt_eqF // predn_gt0.
rewrite /bound; have -> : 1 + 1 / (n%:R - 1) = n%:R / (n%:R - 1) :> F.
  by rewrite -[X in X + _](divff k_neq0) -mulrDl subrK.
by rewrite invf_div mulrA.
Qed.

(* Why the bound holds, and where it is an equality. *)
Lemma bound_difference n M c :
  (1 < n)%N -> (2%:R * M - c) ^+ 2 + (n%:R - 1) * c ^+ 2 - bound n M = n%:R * (c - 2%:R * M / n%:R) ^+ 2.
Proof.
move=> n_gt1; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n ltnW.
set m := 2%:R * M; have square : 4%:R * M ^+ 2 = m ^+ 2 by rewrite exprMn -natrX.
have right : n%:R * (c - m / n%:R) ^+ 2 = n%:R * c ^+ 2 - m * c *+ 2 + m ^+ 2 / n%:R.
  have mean : n%:R * (m / n%:R) = m by rewrite mulrC divfK.
  rewrite sqrrB mulrDr mulrBr mulrnAr [n%:R * (c * (m / _))]mulrCA mean [c * m]mulrC.
  by rewrite [(m / _) ^+ 2]expr2 [n%:R * (_ / _ * _)]mulrA mean [m * (m / _)]mulrA.
have bound_m : bound n M = m ^+ 2 - m ^+ 2 / n%:R.
  by rewrite boundE // square mulrBr mulr1 mulrBl mulfK.
rewrite right bound_m sqrrB mulrBl mul1r opprB; move: (m ^+ 2 / _) (n%:R * c ^+ 2) (m * c *+ 2) => r nq p.
have -> : m ^+ 2 - p + c ^+ 2 + (nq - c ^+ 2) = m ^+ 2 + (nq - p) by rewrite addrACA subrr addr0 -addrA [- p + _]addrC.
by rewrite addrC addrA subrK addrC.
Qed.

Lemma bound_gt n M : (1 < n)%N -> 0 < M -> M ^+ 2 < bound n M.
Proof.
case: n => [//|[//|k]] n_gt1 M_gt0; rewrite boundE // [X in X - 1]mulrSr addrK.
rewrite ltr_pdivl_mulr ?ltr0n // [4%:R * _ * _]mulrAC [M ^+ 2 * _]mulrC ltr_pmul2r ?exprn_gt0 // -natrM ltr_nat.
by rewrite -[k.+2]addn1 mulSn ltn_add2l mulnS.
Qed.

(* From n = 2 on. *)
Theorem theorem_2_bound_from_2 n M c :
  (1 < n)%N -> 0 < M -> M ^+ 2 < bound n M <= (2%:R * M - c) ^+ 2 + (n%:R - 1) * c ^+ 2.
Proof.
move=> n_gt1 M_gt0; rewrite bound_gt // -subr_ge0 bound_difference //.
by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
Qed.

(* As printed, for n > 2. *)
Theorem theorem_2_bound_printed n M c :
  (2 < n)%N -> 0 < M -> M ^+ 2 < bound n M <= (2%:R * M - c) ^+ 2 + (n%:R - 1) * c ^+ 2.
Proof. by move=> /ltnW; apply: theorem_2_bound_from_2. Qed.

(* The paper's target, for any d: the first row is (2M, 0, ..., 0), all others are 0. *)
Definition target n d (M : F) : 'M[F]_(n, d) :=
  \matrix_(i, j) if (i == 0%N :> nat) && (j == 0%N :> nat) then 2%:R * M else 0.
Definition frobenius_squared n d (A : 'M[F]_(n, d)) : F := \sum_i \sum_j A i j ^+ 2.

Lemma error_entry n d M (y : 'rV[F]_d) (i : 'I_n) j :
  (target n d M - repeat_row n y) i j = (if (i == 0%N :> nat) && (j == 0%N :> nat) then 2%:R * M else 0) - y 0 j.
Proof. by rewrite [LHS]mxE [target _ _ _ _ _]mxE [X in _ + X]mxE repeat_rowE. Qed.

(* The first column of the error is what the printed proof computes for d = 1; the other columns only add to it. *)
Lemma first_column n d M (y : 'rV[F]_d.+1) :
  \sum_i (target n.+1 d.+1 M - repeat_row n.+1 y) i 0 ^+ 2 = (2%:R * M - y 0 0) ^+ 2 + (n.+1%:R - 1) * y 0 0 ^+ 2.
Proof.
rewrite big_ord_recl error_entry /=; congr (_ + _).
rewrite (eq_bigr (fun _ => y 0 0 ^+ 2)) => [|i _]; last by rewrite error_entry /= sub0r sqrrN.
by rewrite sumr_const card_ord [X in X - 1]mulrSr addrK mulr_natl.
Qed.

Lemma error_ge n d M (y : 'rV[F]_d) :
  (1 < n)%N -> (0 < d)%N -> bound n M <= frobenius_squared (target n d M - repeat_row n y).
Proof.
case: n d y => [//|n] [//|d] y n_gt1 _.
apply: (@le_trans _ _ (\sum_i (target n.+1 d.+1 M - repeat_row n.+1 y) i 0 ^+ 2)).
  by rewrite first_column -subr_ge0 bound_difference // mulr_ge0 ?ler0n ?sqr_ge0.
apply: ler_sum => i _; rewrite big_ord_recl ler_addl.
by apply: sumr_ge0 => j _; rewrite sqr_ge0.
Qed.

(* The sharp form: on any input of identical rows the squared error is at least 4 M^2 (n-1) / n, from n = 2 on. *)
Theorem theorem_2_sharp n d M (net : seq (block F n d)) X :
  (1 < n)%N -> (0 < d)%N -> stochastic_network net -> has_identical_rows X ->
  4%:R * M ^+ 2 * (n%:R - 1) / n%:R <= frobenius_squared (target n d M - network net X).
Proof.
move=> n_gt1 d_gt0 sums /identical_rows_repeat[x ->]; case: (network_repeat x sums) => y ->.
by rewrite -boundE // error_ge.
Qed.

(* Theorem 2 from n = 2 on, with any input of identical rows in place of 0. *)
Theorem theorem_2_from_2 n d M (net : seq (block F n d)) X :
  (1 < n)%N -> (0 < d)%N -> 0 < M -> stochastic_network net -> has_identical_rows X ->
  M ^+ 2 < frobenius_squared (target n d M - network net X).
Proof.
move=> n_gt1 d_gt0 M_gt0 sums same; apply: (lt_le_trans (bound_gt n_gt1 M_gt0)).
by rewrite boundE //; apply: theorem_2_sharp.
Qed.

Lemma zero_identical n d : has_identical_rows (0 : 'M[F]_(n, d)).
Proof. by move=> i k; rewrite !row0. Qed.

(* As printed: the target is the constant function G, hence continuous, and the supremum over a domain D that contains 0 is at
   least the distance at 0. *)
Theorem theorem_2 n d M :
  (2 < n)%N -> (0 < d)%N -> 0 < M ->
  exists G : 'M[F]_(n, d), forall net, stochastic_network net -> M ^+ 2 < frobenius_squared (G - network net 0).
Proof.
move=> n_gt2 d_gt0 M_gt0; exists (target n d M) => net sums.
by apply: theorem_2_from_2 (ltnW n_gt2) d_gt0 M_gt0 sums _; apply: zero_identical.
Qed.

Theorem theorem_2_at_2 d M (net : seq (block F 2 d)) :
  (0 < d)%N -> 0 < M -> stochastic_network net -> M ^+ 2 < frobenius_squared (target 2 d M - network net 0).
Proof. by move=> d_gt0 M_gt0 sums; apply: theorem_2_from_2 => //; apply: zero_identical. Qed.

Definition constant_block n d (b : 'rV[F]_d) : block F n d :=
  Block [::] 0 idfun (row_mx 1%:M (- 1%:M)) (0 : 'rV_(d + d)) (col_mx (- 1%:M) 1%:M) b idfun.

Lemma normalize_id n d (X : 'M[F]_(n, d)) : normalize idfun X = X.
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.

End IdenticalRows.
