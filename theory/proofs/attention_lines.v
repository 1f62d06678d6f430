(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix C.2: equations 11 to 14 line by line. Matrices side by side, [A_1^T, ..., A_H^T, 1],
   have their columns indexed by pairs of a head (or none) and a token. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lines.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Hypothesis tanh_le : forall x, 0 <= x -> (exp x - 1) / (exp x + 1) <= x / 2%:R.
Implicit Types (N D E G M H : finType).
Add Ring carrier_ring : (carrier_theory F).

Definition difference I J (A B : I -> J -> F) i j : F := A i j - B i j.
(* [A_1^T, ..., A_H^T, 1] and [A_1^T, ..., A_H^T]. *)
Definition side_by_side_and_unit H N (A : H -> N -> N -> F) (k : N) (x : option H * N) : F :=
  if x.1 is Some h then A h x.2 k else unit_entry F k x.2.
Definition side_by_side H N (A : H -> N -> N -> F) (k : N) (x : H * N) : F := A x.1 x.2 k.

(* Eq. 12, for attention matrices whose rows have 1-norm 1, as softmax's have. *)
Theorem eq_12 H N D (A : H -> N -> N -> F) (Z Z' : N -> D -> F) (token : N) : (forall h i, norm1 (A h i) = 1) ->
  norm_2_inf (product (transposed (difference Z Z')) (side_by_side_and_unit A)) <=
    norm_2_inf (transposed (difference Z Z')) * norm_1_inf (side_by_side_and_unit A) /\
  norm_2_inf (transposed (difference Z Z')) * norm_1_inf (side_by_side_and_unit A) = norm_2_inf (transposed (difference Z Z')).
Proof.
move=> A1; split; first exact: product_2_1.
have column x : norm1 (transposed (side_by_side_and_unit A) x) = 1.
  case: x => -[h|] i; first exact: A1.
  rewrite /norm1 /transposed /side_by_side_and_unit /= (bigD1 i) //= /unit_entry eqxx normr1 big1 ?addr0 // => k.
  by move=> /negbTE ->; rewrite normr0.
have -> : norm_1_inf (side_by_side_and_unit A) = 1; last by rewrite mulr1.
apply/eqP; rewrite eq_le; apply/andP; split; first by apply: largest_le => [|x]; rewrite ?ler01 ?column.
rewrite -(column (None, token)); exact: (le_largest (fun x => norm1 (transposed (side_by_side_and_unit A) x))).
Qed.

(* Eq. 13; W stands for WV - WV'. *)
Theorem eq_13 N D E (A : N -> N -> F) (W : D -> E -> F) (Z : N -> D -> F) (token : N) : (forall i, norm1 (A i) = 1) ->
  norm_2_inf (product (transposed W) (transposed (product A Z))) <=
    norm_2_inf (product (transposed W) (transposed Z)) * norm_1_inf (transposed A) /\
  norm_2_inf (product (transposed W) (transposed Z)) * norm_1_inf (transposed A) = norm_2_inf (product (transposed W) (transposed Z)).
Proof.
move=> A1; have -> : norm_1_inf (transposed A) = 1.
  apply/eqP; rewrite eq_le; apply/andP; split; first by apply: largest_le => [|i]; rewrite ?ler01 // -(A1 i).
  by rewrite -(A1 token); exact: (le_largest (fun i => norm1 (A i))).
rewrite mulr1; split=> //; rewrite -[X in _ <= X]mulr1.
apply: largest_le => [|i]; first by rewrite mulr1 largest_ge0.
rewrite -(A1 i) (eq_norm2 (y := row_times (A i) (fun k => transposed (product (transposed W) (transposed Z)) k))).
  apply: norm2_weighted => k; exact: (le_largest (fun k => norm2 (transposed (product (transposed W) (transposed Z)) k))).
move=> e; rewrite /transposed /product /row_times.
rewrite (eq_bigr (fun d => \sum_k A i k * (W d e * Z k d))) => [|d _]; last first.
  by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrCA.
by rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_sumr.
Qed.

Theorem eq_12_13 H N D E (A : H -> N -> N -> F) (Z Z' : N -> D -> F) (W : D -> E -> F) (token : N) : (forall h i, norm1 (A h i) = 1) ->
  (norm_2_inf (product (transposed (difference Z Z')) (side_by_side_and_unit A)) <=
    norm_2_inf (transposed (difference Z Z')) * norm_1_inf (side_by_side_and_unit A) /\
  norm_2_inf (transposed (difference Z Z')) * norm_1_inf (side_by_side_and_unit A) = norm_2_inf (transposed (difference Z Z'))) /\
  forall h, norm_2_inf (product (transposed W) (transposed (product (A h) Z'))) <=
      norm_2_inf (product (transposed W) (transposed Z')) * norm_1_inf (transposed (A h)) /\
    norm_2_inf (product (transposed W) (transposed Z')) * norm_1_inf (transposed (A h)) = norm_2_inf (product (transposed W) (transposed Z')).
Proof. by move=> A1; split=> [|h]; [apply: eq_12 | apply: eq_13]. Qed.

(* Eq. 14, with the scores where its fourth line prints the attention matrices. *)
Section Equation14.
Variables (H N D G M M' : finType) (P : N -> G -> F) (Z : N -> D -> F).
Variables (WQ WK : H -> G -> M -> F) (WQ' WK' : H -> G -> M' -> F).
Let A h := attention exp P (WQ h) (WK h).
Let A' h := attention exp P (WQ' h) (WK' h).
Let S h := scores P (bilinear (WQ h) (WK h)).
Let S' h := scores P (bilinear (WQ' h) (WK' h)).
Let z := norm_2_inf (transposed Z).

Definition line0 : F := norm_2_inf (product (transposed Z) (side_by_side (fun h => difference (A h) (A' h)))).
Definition line1 : F := largest (fun h => norm_2_inf (product (transposed Z) (transposed (difference (A h) (A' h))))).
Definition line2 : F := largest (fun h => z * norm_1_inf (transposed (difference (A h) (A' h)))).
Definition line3 : F := largest (fun h => 2%:R * z * norm_inf_inf (transposed (difference (S h) (S' h)))).
Definition line4 : F := largest (fun h => 2%:R * z *
  norm_inf_inf (product P (product (difference (bilinear (WK h) (WQ h)) (bilinear (WK' h) (WQ' h))) (transposed P)))).
Definition line5 : F := largest (fun h => 2%:R * z * norm_2_inf (transposed P) *
  norm_2_inf (product (difference (bilinear (WQ h) (WK h)) (bilinear (WQ' h) (WK' h))) (transposed P))).

Lemma eq_largest (I : finType) (f g : I -> F) : f =1 g -> largest f = largest g.
Proof. by move=> fg; apply: eq_bigr => i _; rewrite fg. Qed.

Lemma largest_pair (I J : finType) (f : I * J -> F) : (forall x, 0 <= f x) -> largest f = largest (fun i => largest (fun j => f (i, j))).
Proof.
move=> f_ge0; apply/eqP; rewrite eq_le; apply/andP; split.
  apply: largest_le => [|[i j]]; first exact: largest_ge0.
  apply: le_trans (le_largest (fun j => f (i, j)) j) _; exact: (le_largest (fun i => largest (fun j => f (i, j)))).
apply: largest_le => [|i]; first exact: largest_ge0.
apply: largest_le => [|j]; first exact: largest_ge0.
exact: (le_largest f).
Qed.

Lemma scores_difference h i j :
  difference (S h) (S' h) i j = dot (P i) (fun a => product (difference (bilinear (WQ h) (WK h)) (bilinear (WQ' h) (WK' h))) (transposed P) a j).
Proof.
rewrite /difference /S /S' /scores /product -sumrB; apply: eq_bigr => a _; rewrite -mulrBr; congr (_ * _).
by rewrite -sumrB; apply: eq_bigr => b _; rewrite -mulrBl.
Qed.

Theorem eq_14 : [/\ line0 = line1, line1 <= line2, line2 <= line3, line3 = line4 & line4 <= line5].
Proof.
have z_ge0 : 0 <= z by apply: largest_ge0.
have line34 : line3 = line4.
  apply: eq_largest => h; congr (_ * _).
  have exchange (f : N -> N -> F) : largest (fun i => largest (fun j => `|f i j|)) = largest (fun j => largest (fun i => `|f i j|)).
    have flip (I J : finType) (g : I -> J -> F) : largest (fun i => largest (fun j => `|g i j|)) <= largest (fun j => largest (fun i => `|g i j|)).
      apply: largest_le => [|i]; first exact: largest_ge0.
      apply: largest_le => [|j]; first exact: largest_ge0.
      apply: le_trans (le_largest (fun i => `|g i j|) i) _; exact: (le_largest (fun j => largest (fun i => `|g i j|))).
    by apply/eqP; rewrite eq_le !flip.
  apply: eq_largest => i; apply: eq_largest => j; congr (`|_|).
  rewrite /transposed scores_difference /dot /product /difference /bilinear /product /transposed.
  rewrite (eq_bigr (fun a => \sum_b P i a * (P j b * ((\sum_m WQ h a m * WK h b m) - (\sum_m WQ' h a m * WK' h b m))))); last first.
    move=> a _; rewrite mulr_sumr; apply: eq_bigr => b _; by rewrite [_ * P j b]mulrC.
  rewrite exchange_big; apply: eq_bigr => b _ /=; rewrite mulr_sumr; apply: eq_bigr => a _.
  have swap (M0 : finType) (Q K : G -> M0 -> F) : \sum_m K b m * Q a m = \sum_m Q a m * K b m by apply: eq_bigr => m _; rewrite mulrC.
  by rewrite (swap _ (WQ h)) (swap _ (WQ' h)); move: (_ - _) => w; rewrite mulrCA [P i a * w]mulrC.
split=> //.
- rewrite /line0 /norm_2_inf largest_pair => [|x]; last exact: norm2_ge0.
  by apply: eq_largest => h; apply: eq_largest => i; apply: eq_norm2.
- apply: largest_le => [|h]; first exact: largest_ge0.
  apply: le_trans (product_2_1 _ _) _; exact: (le_largest (fun h => z * norm_1_inf (transposed (difference (A h) (A' h))))).
- apply: largest_le => [|h]; first exact: largest_ge0.
  apply: le_trans _ (le_largest (fun h => 2%:R * z * norm_inf_inf (transposed (difference (S h) (S' h)))) h).
  rewrite [2%:R * z]mulrC -mulrA ler_wpmul2l //; apply: largest_le => [|i]; first by rewrite mulr_ge0 ?ler0n ?largest_ge0.
  apply: le_trans (lemma_c6 expD exp_gt0 exp_ge tanh_le (S h i) (S' h i)) _; rewrite ler_wpmul2l ?ler0n //.
  exact: (le_largest (fun i => norm_inf (difference (S h) (S' h) i))).
- rewrite -line34; apply: largest_le => [|h]; first exact: largest_ge0.
apply: le_trans _ (le_largest (fun h => 2%:R * z * norm_2_inf (transposed P) *
  norm_2_inf (product (difference (bilinear (WQ h) (WK h)) (bilinear (WQ' h) (WK' h))) (transposed P))) h).
rewrite -[X in _ <= X]mulrA ler_wpmul2l ?mulr_ge0 ?ler0n //.
apply: largest_le => [|i]; first by rewrite mulr_ge0 ?largest_ge0.
apply: largest_le => [|j]; first by rewrite mulr_ge0 ?largest_ge0.
rewrite /transposed scores_difference; apply: le_trans (abs_dot _ _) _; apply: ler_pmul; rewrite ?norm2_ge0 ?row_le //.
Qed.

End Equation14.

(* Eq. 11: its lines, the last one with the factors sqrt(H) and sqrt(H + 1) that a stack of matrices needs and a row of matrices does not. *)
Section Equation11.
Variables (H N D E : finType) (A A' : H -> N -> N -> F) (Z Z' : N -> D -> F) (WV WV' : H -> D -> E -> F) (s : H -> F).
Hypothesis bound : forall h, exists R, spectral_bound (WV h) (s h) R.

Definition stack1 (i : N) : H * E + D -> F :=
  concatenated (fun h => row_times (difference (product (A h) Z) (product (A' h) Z') i) (WV h)) (difference Z Z' i).
Definition stack2 (i : N) : H * E + D -> F :=
  concatenated (fun h => row_times (product (A' h) Z' i) (difference (WV h) (WV' h))) (fun _ => 0).
Definition stack3 (i : N) : H * D + D -> F :=
  concatenated (fun h => difference (product (A h) Z) (product (A' h) Z') i) (difference Z Z' i).
Definition input (B : H -> N -> N -> F) (Y : N -> D -> F) (W : H -> D -> E -> F) (i : N) : H * E + D -> F :=
  concatenated (fun h => row_times (product (B h) Y i) (W h)) (Y i).
Definition largest_row (I J : finType) (B : I -> J -> F) : F := norm_2_inf (transposed B).
Definition values_term : F :=
  Num.sqrt #|H|%:R * largest (fun h => largest_row (product (product (A' h) Z') (difference (WV h) (WV' h)))).

Definition row0 : F := largest_row (difference (input A Z WV) (input A' Z' WV')).
Definition row1 : F := largest_row stack1 + largest_row stack2.
Definition row2 : F := largest_bound s * largest_row stack3 + values_term.
Definition row3 : F := largest_bound s * (
  Num.sqrt #|H|%:R * norm_2_inf (product (transposed Z) (side_by_side (fun h => difference (A h) (A' h)))) +
  Num.sqrt (#|H|%:R + 1) * norm_2_inf (product (transposed (difference Z Z')) (side_by_side_and_unit A'))) + values_term.

Theorem eq_11 : [/\ row0 <= row1, row1 <= row2 & row2 <= row3].
Proof.
have m_ge1 := largest_bound_ge1 s; have m_ge0 : 0 <= largest_bound s := le_trans ler01 m_ge1.
split.
- apply: largest_le => [|i]; first by rewrite addr_ge0 ?largest_ge0.
  rewrite (eq_norm2 (y := fun x => stack1 i x + stack2 i x)).
    by apply: le_trans (norm2D _ _) _; rewrite ler_add ?row_le.
  case=> [[h e]|d]; rewrite /transposed /difference /stack1 /stack2 /= ?addr0 // /row_times -sumrB -big_split.
  by apply: eq_bigr => d _ /=; rewrite /difference; move: (product (A h) Z i d) (product (A' h) Z' i d) (WV h d e) (WV' h d e) => p q u v; ring_in F.
- apply: ler_add; apply: largest_le => [|i]; rewrite ?mulr_ge0 ?sqrtr_ge0 ?largest_ge0 //.
    apply: le_trans (_ : _ <= largest_bound s * norm2 (stack3 i)) _; last by rewrite ler_wpmul2l ?row_le.
    rewrite [norm2 (stack3 i)]norm2_concatenated mulrC -sqrt_scale ?addr_ge0 ?sqr_ge0 ?sumr_ge0 // => [|h _]; last exact: sqr_ge0.
    rewrite mulrDl mulr_suml (eq_bigr (fun h => (norm2 (difference (product (A h) Z) (product (A' h) Z') i) * largest_bound s) ^+ 2)) => [|h _]; last by rewrite exprMn.
    rewrite -exprMn; apply: concatenated_le => [h|]; last by rewrite ler_pemulr ?norm2_ge0.
    have [R sR] := bound h; apply: le_trans (spectral_row _ sR) _; rewrite mulrC ler_wpmul2l ?norm2_ge0 //.
    exact: bound_le_largest.
  have zero : norm2 (fun _ : D => 0) <= 0 :> F by rewrite norm2_0.
  apply: le_trans (concatenated_le (fun h => row_le (product (product (A' h) Z') (difference (WV h) (WV' h))) i) zero) _.
  rewrite expr0n addr0; apply: sqrt_sum_le => [|h]; first exact: largest_ge0.
  by rewrite largest_ge0 (le_largest (fun h => largest_row (product (product (A' h) Z') (difference (WV h) (WV' h))))).
rewrite ler_add2r ler_wpmul2l //; apply: largest_le => [|i]; first by rewrite addr_ge0 ?mulr_ge0 ?sqrtr_ge0 ?largest_ge0.
pose a := concatenated (fun h => row_times (difference (A h) (A' h) i) Z) (fun _ : D => 0).
pose b := concatenated (fun h => row_times (A' h i) (difference Z Z')) (difference Z Z' i).
rewrite (eq_norm2 (y := fun x => a x + b x)); last first.
  case=> [[h d]|d]; rewrite /transposed /a /b /= ?add0r // /difference /product /row_times -sumrB -big_split.
  by apply: eq_bigr => k _ /=; move: (A h i k) (A' h i k) (Z k d) (Z' k d) => p q u v; ring_in F.
apply: le_trans (norm2D _ _) _; apply: ler_add.
  have zero : norm2 (fun _ : D => 0) <= 0 :> F by rewrite norm2_0.
  set c := norm_2_inf _; have c_ge0 : 0 <= c by apply: largest_ge0.
  have c_le h : norm2 (row_times (difference (A h) (A' h) i) Z) <= c.
    rewrite (eq_norm2 (y := transposed (product (transposed Z) (side_by_side (fun h => difference (A h) (A' h)))) (h, i))).
      exact: (le_largest (fun x => norm2 (transposed (product (transposed Z) (side_by_side (fun h => difference (A h) (A' h)))) x))).
    by move=> d; apply: eq_bigr => k _; rewrite /transposed /side_by_side mulrC.
  apply: le_trans (concatenated_le c_le zero) _; rewrite expr0n addr0.
  by apply: sqrt_sum_le => // h; rewrite c_ge0 lexx.
set c := norm_2_inf _; have c_ge0 : 0 <= c by apply: largest_ge0.
have c_le x : norm2 (transposed (product (transposed (difference Z Z')) (side_by_side_and_unit A')) x) <= c.
  exact: (le_largest (fun x => norm2 (transposed (product (transposed (difference Z Z')) (side_by_side_and_unit A')) x))).
rewrite -sqrt_scale ?addr_ge0 ?ler0n ?ler01 //.
apply: le_trans (_ : _ <= Num.sqrt (\sum_(h : H) c ^+ 2 + c ^+ 2)) _; last first.
  by rewrite sumr_const mulrDl mul1r mulr_natl.
apply: concatenated_le => [h|].
  apply: le_trans (c_le (Some h, i)); rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_norm2 => d.
  by apply: eq_bigr => k _; rewrite /transposed mulrC.
apply: le_trans (c_le (None, i)); rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_norm2 => d.
rewrite /transposed /product (bigD1 i) //= /side_by_side_and_unit /unit_entry /= eqxx mulr1 big1 ?addr0 // => k /negbTE ->.
by rewrite mulr0.
Qed.

End Equation11.
End Lines.
