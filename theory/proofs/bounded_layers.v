(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix C.2 and C.3: layers of the architecture of eq. 9 and how far their outputs move
   with their inputs and weights. What is proved here stands in for Lemmas C.9 and C.10, whose constants are too small. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Rows that are put side by side: one of dimension E for each h in H, and one of dimension D. *)
Section Concatenation.
Variable F : rcfType.
Implicit Types (H D E N : finType).

Definition concatenated H D E (u : H -> E -> F) (z : D -> F) (x : H * E + D) : F :=
  match x with inl he => u he.1 he.2 | inr d => z d end.

Lemma norm2_concatenated H D E (u : H -> E -> F) (z : D -> F) :
  norm2 (concatenated u z) = Num.sqrt (\sum_h norm2 (u h) ^+ 2 + norm2 z ^+ 2).
Proof.
rewrite /norm2 big_sumType /= (eq_bigr (fun he => u he.1 he.2 ^+ 2)) // -(pair_bigA _ (fun h e => u h e ^+ 2)) /=.
rewrite sqr_sqrtr ?sqr_sum_ge0 //; congr (Num.sqrt (_ + _)); apply: eq_bigr => h _.
by rewrite sqr_sqrtr ?sqr_sum_ge0.
Qed.

Lemma concatenated_le H D E (u : H -> E -> F) (z : D -> F) a b :
  (forall h, norm2 (u h) <= a h) -> norm2 z <= b -> norm2 (concatenated u z) <= Num.sqrt (\sum_h a h ^+ 2 + b ^+ 2).
Proof.
move=> u_le z_le; rewrite norm2_concatenated; apply: ler_wsqrtr; apply: ler_add; last first.
  by rewrite ler_sqr ?nnegrE ?norm2_ge0 // (le_trans (norm2_ge0 z)).
by apply: ler_sum => h _; rewrite ler_sqr ?nnegrE ?norm2_ge0 // (le_trans (norm2_ge0 (u h))).
Qed.

Lemma sqrt_scale (u c : F) : 0 <= u -> 0 <= c -> Num.sqrt (u * c ^+ 2) = Num.sqrt u * c.
Proof. by move=> u_ge0 c_ge0; rewrite sqrtrM // sqrtr_sqr ger0_norm. Qed.

End Concatenation.

Section Layers.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Hypothesis tanh_le : forall x, 0 <= x -> (exp x - 1) / (exp x + 1) <= x / 2%:R.
Implicit Types (N D E G M K H : finType).
Add Ring carrier_ring : (carrier_theory F).

(* Eq. 9: the attention matrix softmax(P WQ WK^T P^T) of a head. *)
Definition bilinear G M (WQ WK : G -> M -> F) : G -> G -> F := product WQ (transposed WK).
Definition scores N G (P : N -> G -> F) (W : G -> G -> F) : N -> N -> F := product P (product W (transposed P)).
Definition attention N G M (P : N -> G -> F) (WQ WK : G -> M -> F) (i : N) : N -> F := softmax exp (scores P (bilinear WQ WK) i).

Lemma attention_ge0 N G M (P : N -> G -> F) (WQ WK : G -> M -> F) i k : 0 <= attention P WQ WK i k.
Proof. by apply: share_ge0. Qed.

Lemma attention_norm1 N G M (P : N -> G -> F) (WQ WK : G -> M -> F) i : norm1 (attention P WQ WK i) = 1.
Proof.
rewrite -[RHS](@sum_share _ _ (fun j => exp (scores P (bilinear WQ WK) i j)) i) //; apply: eq_bigr => k _.
by rewrite ger0_norm ?attention_ge0.
Qed.

(* Lemma C.6 with its best constant, for the rows of the attention matrix. *)
Lemma attention_moves N G M M' (P : N -> G -> F) (WQ WK : G -> M -> F) (VQ VK : G -> M' -> F) i :
  norm1 (fun k => attention P WQ WK i k - attention P VQ VK i k) <=
  norm_2_inf (transposed P) * norm_2_inf (product (fun a b => bilinear WQ WK a b - bilinear VQ VK a b) (transposed P)).
Proof.
apply: le_trans (softmax_lipschitz expD exp_gt0 exp_ge tanh_le _ _) _.
apply: largest_le => [|j]; first by rewrite mulr_ge0 ?largest_ge0.
set d := product (fun a b => _) _; rewrite (_ : _ - _ = dot (P i) (transposed d j)); last first.
  rewrite /scores /product -sumrB; apply: eq_bigr => a _; rewrite -mulrBr; congr (_ * _).
  by rewrite -sumrB; apply: eq_bigr => b _; rewrite -mulrBl.
apply: le_trans (abs_dot _ _) _; apply: ler_pmul; rewrite ?norm2_ge0 //.
  exact: (le_largest (fun i => norm2 (P i))).
exact: (le_largest (fun j => norm2 (transposed d j))).
Qed.

(* Section C.2: the rows of [A_1 Z WV_1, ..., A_H Z WV_H, Z], the input of the layer's MLP. *)
Record head G M D E := Head { WQ : G -> M -> F; WK : G -> M -> F; WV : D -> E -> F }.
Definition mix N G M D E (P : N -> G -> F) (h : head G M D E) (Z : N -> D -> F) : N -> D -> F :=
  product (attention P (WQ h) (WK h)) Z.
Definition mlp_input N G M D E H (P : N -> G -> F) (hs : H -> head G M D E) (Z : N -> D -> F) (i : N) : H * E + D -> F :=
  concatenated (fun h => row_times (mix P (hs h) Z i) (WV (hs h))) (Z i).

Section Heads.
Variables (N G M M' D E H : finType) (P : N -> G -> F) (hs : H -> head G M D E) (hs' : H -> head G M' D E) (s : H -> F).
Hypothesis bound : forall h, exists R, spectral_bound (WV (hs h)) (s h) R.
Implicit Types (Z : N -> D -> F).

Definition moved_input Z Z' : F := norm_2_inf (transposed (fun i d => Z i d - Z' i d)).
Definition moved_scores h : F :=
  norm_2_inf (product (fun a b => bilinear (WQ (hs h)) (WK (hs h)) a b - bilinear (WQ (hs' h)) (WK (hs' h)) a b) (transposed P)).
Definition moved_values Z' h : F :=
  norm_2_inf (transposed (product Z' (fun d e => WV (hs h) d e - WV (hs' h) d e))).

Lemma s_ge0 h : 0 <= s h.
Proof. by case: (bound h) => R []. Qed.

Lemma row_le (J K : finType) (A : J -> K -> F) i : norm2 (A i) <= norm_2_inf (transposed A).
Proof. exact: (le_largest (fun i => norm2 (A i))). Qed.

Lemma mlp_input_le Z i : norm2 (mlp_input P hs Z i) <= Num.sqrt (1 + \sum_h s h ^+ 2) * norm_2_inf (transposed Z).
Proof.
rewrite -sqrt_scale ?largest_ge0 // ?addr_ge0 ?ler01 ?sumr_ge0 // => [|h _]; last by rewrite sqr_ge0.
rewrite mulrDl mul1r mulr_suml addrC (eq_bigr (fun h => (s h * norm_2_inf (transposed Z)) ^+ 2)); last first.
  by move=> h _; rewrite exprMn.
apply: concatenated_le => [h|]; last exact: row_le.
have [R sR] := bound h; apply: le_trans (spectral_row _ sR) _; rewrite ler_wpmul2l ?s_ge0 //.
rewrite -[X in _ <= X]mulr1 -(attention_norm1 P (WQ (hs h)) (WK (hs h)) i); apply: norm2_weighted => k; exact: row_le.
Qed.

(* Lemma C.9, repaired. *)
Theorem lemma_c9_repaired Z Z' i :
  norm2 (fun x => mlp_input P hs Z i x - mlp_input P hs' Z' i x) <=
  Num.sqrt (1 + \sum_h s h ^+ 2) * moved_input Z Z' +
  Num.sqrt (\sum_h (s h * moved_scores h) ^+ 2) * (norm_2_inf (transposed P) * norm_2_inf (transposed Z)) +
  Num.sqrt (\sum_h moved_values Z' h ^+ 2).
Proof.
pose A h := attention P (WQ (hs h)) (WK (hs h)); pose A' h := attention P (WQ (hs' h)) (WK (hs' h)).
pose a := concatenated (fun h => row_times (row_times (fun k => A h i k - A' h i k) Z) (WV (hs h))) (fun _ : D => 0).
pose b := concatenated (fun h => row_times (row_times (A' h i) (fun k d => Z k d - Z' k d)) (WV (hs h))) (fun d => Z i d - Z' i d).
pose c := concatenated (fun h => row_times (A' h i) (product Z' (fun d e => WV (hs h) d e - WV (hs' h) d e))) (fun _ : D => 0).
rewrite (eq_norm2 (y := fun x => (b x + a x) + c x)); last first.
  case=> [[h e]|d] /=; last by rewrite !addr0.
  rewrite /a /b /c /= /row_times /mix /product /=.
  have assoc (B : N -> F) (Y : N -> D -> F) (W : D -> E -> F) :
    \sum_d (\sum_k B k * Y k d) * W d e = \sum_k B k * \sum_d Y k d * W d e.
    rewrite (eq_bigr (fun d => \sum_k B k * (Y k d * W d e))).
      by rewrite exchange_big; apply: eq_bigr => k _; rewrite -mulr_sumr.
    by move=> d _; rewrite mulr_suml; apply: eq_bigr => k _; rewrite mulrA.
  rewrite !assoc -!big_split -sumrB; apply: eq_bigr => k _ /=.
  rewrite -/(A h i k) -/(A' h i k).
  have -> : \sum_d (Z k d - Z' k d) * WV (hs h) d e = \sum_d Z k d * WV (hs h) d e - \sum_d Z' k d * WV (hs h) d e.
    by rewrite -sumrB; apply: eq_bigr => d _; rewrite mulrBl.
  have -> : \sum_j Z' k j * (WV (hs h) j e - WV (hs' h) j e) = \sum_d Z' k d * WV (hs h) d e - \sum_d Z' k d * WV (hs' h) d e.
    by rewrite -sumrB; apply: eq_bigr => d _; rewrite mulrBr.
  move: (\sum_d Z' k d * WV (hs' h) d e) (A h i k) (A' h i k) (\sum_d Z k d * _) (\sum_d Z' k d * _) => z p q x y; ring_in F.
apply: le_trans (norm2D _ _) _; apply: ler_add; first (apply: le_trans (norm2D _ _) _; apply: ler_add).
- rewrite -sqrt_scale ?largest_ge0 // ?addr_ge0 ?ler01 ?sumr_ge0 // => [|h _]; last by rewrite sqr_ge0.
  rewrite mulrDl mul1r mulr_suml addrC (eq_bigr (fun h => (s h * moved_input Z Z') ^+ 2)); last by move=> h _; rewrite exprMn.
  apply: concatenated_le => [h|]; last exact: row_le.
  have [R sR] := bound h; apply: le_trans (spectral_row _ sR) _; rewrite ler_wpmul2l ?s_ge0 //.
  rewrite -[X in _ <= X]mulr1 -(attention_norm1 P (WQ (hs' h)) (WK (hs' h)) i); apply: norm2_weighted => k; exact: row_le.
- rewrite -sqrt_scale ?mulr_ge0 ?largest_ge0 ?sumr_ge0 // => [|h _]; last by rewrite sqr_ge0.
  rewrite mulr_suml -[X in Num.sqrt X]addr0 -[X in _ + X](expr0n _ 2).
  rewrite (eq_bigr (fun h => (s h * moved_scores h * (norm_2_inf (transposed P) * norm_2_inf (transposed Z))) ^+ 2)); last first.
    by move=> h _; rewrite [RHS]exprMn.
  apply: concatenated_le => [h|]; last by rewrite norm2_0.
  have [R sR] := bound h; apply: le_trans (spectral_row _ sR) _; rewrite -mulrA ler_wpmul2l ?s_ge0 //.
  apply: le_trans (norm2_weighted _ (row_le Z)) _; rewrite mulrA [X in _ <= X]mulrC ler_wpmul2l ?largest_ge0 //.
  rewrite mulrC; exact: attention_moves.
- rewrite -[X in Num.sqrt X]addr0 -[X in _ + X](expr0n _ 2).
  apply: concatenated_le => [h|]; last by rewrite norm2_0.
  rewrite -[X in _ <= X]mulr1 -(attention_norm1 P (WQ (hs' h)) (WK (hs' h)) i); apply: norm2_weighted => k; exact: row_le.
Qed.

Theorem lemma_c9 Z Z' :
  norm_2_inf (transposed (fun i x => mlp_input P hs Z i x - mlp_input P hs' Z' i x)) <=
  Num.sqrt (1 + \sum_h s h ^+ 2) * moved_input Z Z' +
  Num.sqrt (\sum_h (s h * moved_scores h) ^+ 2) * (norm_2_inf (transposed P) * norm_2_inf (transposed Z)) +
  Num.sqrt (\sum_h moved_values Z' h ^+ 2).
Proof.
apply: largest_le => [|i]; first by rewrite !addr_ge0 ?mulr_ge0 ?sqrtr_ge0 ?largest_ge0.
exact: lemma_c9_repaired.
Qed.

Theorem mlp_input_norm Z :
  norm_2_inf (transposed (mlp_input P hs Z)) <= Num.sqrt (1 + \sum_h s h ^+ 2) * norm_2_inf (transposed Z).
Proof.
apply: largest_le => [|i]; first by rewrite mulr_ge0 ?sqrtr_ge0 ?largest_ge0.
exact: mlp_input_le.
Qed.

(* With the largest of the bounds in the place of each, as the lemma is printed: sqrt(H + 1) and sqrt(H) are missing there, and 2 is 1. *)
Definition largest_bound : F := Num.max (largest s) 1.

Lemma largest_bound_ge1 : 1 <= largest_bound.
Proof. by rewrite le_maxr lexx orbT. Qed.

Lemma bound_le_largest h : s h <= largest_bound.
Proof. by rewrite le_maxr (le_largest s). Qed.

Lemma sqrt_sum_le (I : finType) (a : I -> F) b : 0 <= b -> (forall i, 0 <= a i <= b) ->
  Num.sqrt (\sum_i a i ^+ 2) <= Num.sqrt #|I|%:R * b.
Proof.
move=> b_ge0 a_le; rewrite -sqrt_scale ?ler0n // -sum1_card natr_sum mulr_suml; apply: ler_wsqrtr.
apply: ler_sum => i _; have /andP[a_ge0 ai_le] := a_le i.
by rewrite mul1r ler_sqr ?nnegrE.
Qed.

Theorem lemma_c9_in_its_shape Z Z' :
  norm_2_inf (transposed (fun i x => mlp_input P hs Z i x - mlp_input P hs' Z' i x)) <=
  largest_bound * (Num.sqrt (#|H|%:R + 1) * moved_input Z Z' +
    Num.sqrt #|H|%:R * (norm_2_inf (transposed Z) * norm_2_inf (transposed P) * largest moved_scores)) +
  Num.sqrt #|H|%:R * largest (moved_values Z').
Proof.
have m_ge0 : 0 <= largest_bound := le_trans ler01 largest_bound_ge1.
apply: le_trans (lemma_c9 Z Z') _; apply: ler_add; last first.
  by apply: sqrt_sum_le => [|h]; rewrite ?largest_ge0 ?(le_largest (moved_values Z')).
rewrite mulrDr; apply: ler_add.
  rewrite mulrA ler_wpmul2r ?largest_ge0 // [X in _ <= X]mulrC -sqrt_scale ?addr_ge0 ?ler01 ?ler0n //.
  apply: ler_wsqrtr; rewrite mulrDl mul1r addrC; apply: ler_add.
    rewrite -sum1_card natr_sum mulr_suml; apply: ler_sum => h _.
    by rewrite mul1r ler_sqr ?nnegrE ?s_ge0 ?bound_le_largest.
  by rewrite -[X in X <= _](expr1n _ 2) ler_sqr ?nnegrE ?ler01 ?largest_bound_ge1.
rewrite [X in _ <= X](_ : _ = Num.sqrt #|H|%:R * (largest_bound * largest moved_scores) *
    (norm_2_inf (transposed P) * norm_2_inf (transposed Z))); last by ring_in F.
rewrite ler_wpmul2r ?mulr_ge0 ?largest_ge0 //; apply: sqrt_sum_le => [|h].
  by rewrite mulr_ge0 ?largest_ge0.
by rewrite mulr_ge0 ?s_ge0 ?largest_ge0 //= ler_pmul ?s_ge0 ?largest_ge0 ?bound_le_largest ?(le_largest moved_scores).
Qed.

End Heads.

(* Only the scores move: Z and WV stay as they are. *)
Definition with_scores G M M' D E H (hs : H -> head G M D E) (WQ' WK' : H -> G -> M' -> F) (h : H) : head G M' D E :=
  Head (WQ' h) (WK' h) (WV (hs h)).

Theorem attention_term N G M M' D E H (P : N -> G -> F) (hs : H -> head G M D E) (WQ' WK' : H -> G -> M' -> F) (s : H -> F) Z :
  (forall h, exists R, spectral_bound (WV (hs h)) (s h) R) ->
  norm_2_inf (transposed (fun i x => mlp_input P hs Z i x - mlp_input P (with_scores hs WQ' WK') Z i x)) <=
  Num.sqrt (\sum_h (s h * moved_scores P hs (with_scores hs WQ' WK') h) ^+ 2) * (norm_2_inf (transposed P) * norm_2_inf (transposed Z)).
Proof.
set hs' := with_scores hs WQ' WK' => bound; apply: le_trans (lemma_c9 P hs' bound Z Z) _.
have -> : moved_input Z Z = 0.
  apply/eqP; rewrite eq_le [X in _ && X](_ : _ = true) ?andbT; last exact: largest_ge0.
  apply: largest_le => // k; by rewrite (eq_norm2 (y := fun _ => 0)) ?norm2_0 // => d; rewrite /transposed subrr.
have -> : \sum_h moved_values hs hs' Z h ^+ 2 = 0.
  rewrite big1 // => h _; apply/eqP; rewrite sqrf_eq0 eq_le [X in _ && X](_ : _ = true) ?andbT; last exact: largest_ge0.
  apply: largest_le => // k; rewrite (eq_norm2 (y := fun _ => 0)) ?norm2_0 // => e.
  by rewrite /transposed /product big1 // => d _; rewrite subrr mulr0.
by rewrite mulr0 add0r sqrtr0 addr0.
Qed.

(* For up to four heads the printed constant 2 suffices. *)
Theorem attention_term_four_heads N G M M' D E H (P : N -> G -> F) (hs : H -> head G M D E) (WQ' WK' : H -> G -> M' -> F)
    (s : H -> F) Z :
  (#|H| <= 4)%N -> (forall h, exists R, spectral_bound (WV (hs h)) (s h) R) ->
  norm_2_inf (transposed (fun i x => mlp_input P hs Z i x - mlp_input P (with_scores hs WQ' WK') Z i x)) <=
  largest_bound s * (2%:R * norm_2_inf (transposed Z) * norm_2_inf (transposed P) *
    largest (moved_scores P hs (with_scores hs WQ' WK'))).
Proof.
set hs' := with_scores hs WQ' WK' => few bound; apply: le_trans (attention_term P WQ' WK' Z bound) _.
have m_ge0 : 0 <= largest_bound s := le_trans ler01 (largest_bound_ge1 s).
rewrite [X in _ <= X](_ : _ = 2%:R * (largest_bound s * largest (moved_scores P hs hs')) *
    (norm_2_inf (transposed P) * norm_2_inf (transposed Z))); last by ring_in F.
rewrite ler_wpmul2r ?mulr_ge0 ?largest_ge0 //.
apply: le_trans (sqrt_sum_le (b := largest_bound s * largest (moved_scores P hs hs')) _ _) _ => [|h|].
- by rewrite mulr_ge0 ?largest_ge0.
- by rewrite mulr_ge0 ?(s_ge0 bound) ?largest_ge0 //= ler_pmul ?(s_ge0 bound) ?largest_ge0 ?bound_le_largest ?(le_largest (moved_scores P hs hs')).
rewrite ler_wpmul2r ?mulr_ge0 ?largest_ge0 //; apply: sqr_le; rewrite ?ler0n // sqr_sqrtr ?ler0n // -natrX ler_nat.
exact: few.
Qed.

End Layers.
